"""Settings from the environment and .env: defaults, the database's file, the token, and one sentence for errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import CannotStart
from bot.settings import Settings, database_at, load_settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting comes from the machine the tests run on."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


def test_nothing_has_to_be_set() -> None:
    settings = load_settings()
    assert settings.database == Path("var/referee.sqlite3")
    assert settings.discord_api_url is None
    assert settings.default_ruleset == "aliens"
    assert settings.log_level == "INFO"


def test_the_example_explains_every_setting_and_shows_the_defaults(tmp_path: Path) -> None:
    example = (ROOT / ".env.example").read_text()
    named = [line.split("=")[0] for line in example.splitlines() if line and not line.startswith("#")]
    assert named == [name.upper() for name in Settings.model_fields]
    for context in named:
        before = example.split(f"\n{context}=")[0]
        assert before.splitlines()[-1].startswith("# "), f"{context} is not explained"
    (tmp_path / ".env").write_text(example)
    assert load_settings() == Settings.model_construct(**{n: f.default for n, f in Settings.model_fields.items()})


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("SWEEP_SECONDS=7\nPLAYGROUND_PORT=9001\nUNRELATED=x\n")
    monkeypatch.setenv("SWEEP_SECONDS", "0.5")
    settings = load_settings()
    assert (settings.sweep_seconds, settings.playground_port) == (0.5, 9001)


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite+aiosqlite:///var/a.sqlite3", "var/a.sqlite3"),
        ("sqlite+aiosqlite:////srv/a b%20.sqlite3", "/srv/a b%20.sqlite3"),
        ("sqlite:///a.sqlite3", "a.sqlite3"),
    ],
)
def test_the_database_is_a_file(url: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert load_settings().database == Path(path)


def test_a_password_is_not_taken_for_a_driver() -> None:
    url = "postgresql://me:a+asyncpg@host/referee"
    assert database_at(url, "DATABASE_URL") == url


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_the_database_is_on_a_server(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"{scheme}://me:secret@host:5433/referee")
    settings = load_settings()
    assert settings.database == f"{scheme.removesuffix('+asyncpg')}://me:secret@host:5433/referee"
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://somebody:hunter2@host/db",
        "a.sqlite3",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///a.sqlite3?mode=ro",
    ],
)
def test_any_other_database_is_refused_in_one_line(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(CannotStart, match=r"^DATABASE_URL must [^\n]*$") as caught:
        _ = load_settings().database
    assert "hunter2" not in str(caught.value)


def test_every_wrong_setting_is_named_and_no_value_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", "soon-ish")
    monkeypatch.setenv("LOG_LEVEL", "chatty")
    monkeypatch.setenv("PLAYGROUND_PORT", "70000")
    monkeypatch.setenv("DISCORD_API_URL", "discord")
    monkeypatch.setenv("ORDERS_PER_MINUTE", "-1")
    monkeypatch.setenv("INACTIVE_DAYS", "0.5")
    with pytest.raises(CannotStart) as caught:
        load_settings()
    sentence = str(caught.value)
    wrong = ("SWEEP_SECONDS", "LOG_LEVEL", "PLAYGROUND_PORT", "DISCORD_API_URL", "ORDERS_PER_MINUTE", "INACTIVE_DAYS")
    assert all(name in sentence for name in wrong)
    assert "\n" not in sentence
    assert "soon-ish" not in sentence and "chatty" not in sentence


def test_the_token_is_given_but_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " top-secret ")
    settings = load_settings()
    assert settings.token() == "top-secret"
    assert "top-secret" not in repr(settings) + str(settings.model_dump())


@pytest.mark.parametrize("value", [None, "", "   ", "my token", "tøken", "a\nb"])
def test_a_missing_or_impossible_token_is_one_sentence(value: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if value is not None:
        monkeypatch.setenv("DISCORD_TOKEN", value)
    with pytest.raises(CannotStart, match=r"^DISCORD_TOKEN is not [^\n]*$"):
        load_settings().token()


def test_a_file_that_is_no_text_is_said() -> None:
    Path(".env").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CannotStart, match="UTF-8"):
        load_settings()


@pytest.mark.parametrize(("setting", "value"), [("DISCORD_TOKEN", "to.ke.n"), ("DATABASE_URL", "sqlite:////srv/a.db")])
def test_a_secret_may_be_in_a_file_as_docker_gives_it(
    setting: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "run" / "secrets" / "any name"
    secret.parent.mkdir(parents=True)
    secret.write_text(f" {value}\n")
    monkeypatch.setenv(f"{setting}_FILE", str(secret))
    settings = load_settings()
    assert {"DISCORD_TOKEN": settings.discord_token and settings.token(), "DATABASE_URL": settings.database_url}[
        setting
    ] == value
    assert value not in repr(settings)


def test_the_file_of_a_secret_may_be_named_in_the_file_of_settings(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("to.ke.n")
    (tmp_path / ".env").write_text("DISCORD_TOKEN=\nDISCORD_TOKEN_FILE=token\n")
    assert load_settings().token() == "to.ke.n"


def test_a_secret_that_is_given_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("one")
    (tmp_path / ".env").write_text("DISCORD_TOKEN=two\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(CannotStart, match=r"^Both DISCORD_TOKEN and DISCORD_TOKEN_FILE are set\. Keep one of them\.$"):
        load_settings()


@pytest.mark.parametrize(
    ("content", "problem"), [(None, "cannot be read: No such"), (b"\n", "is empty"), (b"\xff\xfe", "is not UTF-8 text")]
)
def test_a_file_without_a_secret_is_said(
    content: bytes | None, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        (tmp_path / "token").write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(CannotStart, match=rf"^DISCORD_TOKEN_FILE: token {problem}[^\n]*$"):
        load_settings()


def test_systemd_gives_secrets_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "credentials"
    folder.mkdir()
    (folder / "discord_token").write_text("to.ke.n\n")
    (folder / "database_url").write_text("postgresql://referee:hunter2@host/referee\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(folder))
    settings = load_settings()
    assert settings.token() == "to.ke.n"
    assert settings.database == "postgresql://referee:hunter2@host/referee"
    assert "hunter2" not in repr(settings)
    # As with every setting, the environment goes first.
    monkeypatch.setenv("DATABASE_URL", "sqlite:///a.sqlite3")
    assert load_settings().database == Path("a.sqlite3")
