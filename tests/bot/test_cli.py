"""The command line: what it says, its exit codes, and what it does not import."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bot
from bot.__main__ import main
from bot.chat.connection.client import COGS
from bot.game.store import Store
from bot.game.store.home.schema import NEWEST, UNFINISHED
from bot.host import checkup
from bot.play.saved_data import SavedData
from bot.settings import Settings
from rules.shelf import Shelf, shelf
from tests.waiting import patience

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).resolve().parents[2]
APPLICATION = "1100000000000000001"
TOKEN = base64.urlsafe_b64encode(APPLICATION.encode()).decode().rstrip("=") + ".GhIjKl.abcdefghijklmnopqrstuvwxyz0123"


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory and no settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def referee(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def make_database(path: str = "var/referee.sqlite3") -> None:
    async def make() -> None:
        await (await Store.open(Path(path))).close()

    asyncio.run(make())


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, and which heavy modules it left imported."""
    program = (
        "import sys\nfrom bot.__main__ import main\n"
        "try:\n    main(sys.argv[1:])\n"
        f"finally:\n    print('heavy:', *[m for m in {('discord', 'aiohttp', 'sqlalchemy', 'pydantic')!r} "
        "if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        timeout=patience(),
        check=False,
        env=environment,
    )


def test_a_start_on_a_file_loads_no_driver_of_a_server() -> None:
    modules = ["bot.host.checkup", "bot.host.logs", "bot.chat.connection.lifecycle", *(f"cogs.{name}" for name in COGS)]
    code = f"import sys, {', '.join(modules)}; print(*{{'asyncpg', 'sqlalchemy', 'alembic'}} & sys.modules.keys())"
    started = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert started.stdout == "\n"


def test_help_names_every_command() -> None:
    shown = referee("--help")
    assert shown.exit_code == 0
    for command in ("run", "play", "check", "invite", "backup", "restore", "verify"):
        assert f"\n  {command} " in shown.output


def test_the_version_is_that_of_the_package() -> None:
    shown = referee("--version")
    assert re.fullmatch(r"Skirmish Referee \d+\.\d+\.\d+\n", shown.output)
    assert shown.output.split()[-1] == bot.__version__


def test_help_and_verify_import_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "export.json").write_text(json.dumps({"format": "something else"}))
    assert alone("--help").stdout.endswith("heavy:\n")
    verified = alone("verify", "export.json")
    assert verified.stdout.endswith("heavy:\n")
    assert "NOT VERIFIED" in verified.stdout
    assert verified.returncode == 1


def test_verify_says_when_there_is_no_file() -> None:
    shown = referee("verify", "nothing.json")
    assert shown.exit_code == 2
    assert "cannot be read" in shown.output


def test_run_without_a_token_is_one_sentence() -> None:
    shown = alone("run")
    assert shown.returncode == 78
    assert shown.stderr.startswith("Error: DISCORD_TOKEN is not set")
    assert len(shown.stderr.splitlines()) == 1


def test_run_with_a_strange_database_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "mysql://host/db")
    shown = alone("run")
    assert shown.returncode == 78
    assert shown.stderr.startswith("Error: DATABASE_URL must name an SQLite file")
    assert len(shown.stderr.splitlines()) == 1


def test_run_with_wrong_settings_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", "often")
    shown = referee("run")
    assert shown.exit_code == 78
    assert shown.output.startswith("Error: The settings cannot be used: SWEEP_SECONDS")
    assert len(shown.output.splitlines()) == 1


@pytest.mark.parametrize("command", ["run", "play"])
def test_an_unknown_default_rulebook_is_one_sentence(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DEFAULT_RULESET", "chess")
    shown = alone(command)
    assert shown.returncode == (78 if command == "run" else 1)
    assert shown.stderr.startswith("Error: DEFAULT_RULESET: 'chess' is not one of aliens")
    assert len(shown.stderr.splitlines()) == 1


def test_play_without_a_first_fight_is_one_sentence() -> None:
    shown = alone("play", "--ruleset", "chess")
    assert shown.returncode == 1
    known = "aliens, phoenix, space_marines, savage"
    assert shown.stderr == f"Error: There is no first fight for 'chess'. Choose with --ruleset: {known}.\n"
    assert not Path("var").exists()


def test_play_on_a_port_that_is_taken_is_one_sentence_and_takes_nothing_from_who_plays_there() -> None:
    Path("var/playground").mkdir(parents=True)
    Path("var/playground.sqlite3").write_text("of a playground that is running")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        shown = alone("play", "--reset", "--port", str(port))
    assert shown.returncode == 1
    assert shown.stderr == f"Error: Port {port} is taken. Choose another with --port or PLAYGROUND_PORT.\n"
    assert Path("var/playground.sqlite3").read_text() == "of a playground that is running"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fcntl to lock files with")
@pytest.mark.parametrize("arguments", [[], ["--reset"], ["--port", "0"]], ids=" ".join)
def test_play_while_it_runs_says_where_and_takes_nothing_from_who_plays_there(arguments: list[str]) -> None:
    with SavedData(Path("var/playground.sqlite3"), Path("var/playground")).claimed() as claim:
        Path("var/playground.sqlite3").write_text("of a playground that is running")
        # Written by one that has ended in the meantime, and by the running one.
        claim.note("http://127.0.0.1:65535/a/longer/one")
        claim.note("http://127.0.0.1:8130/")
        shown = alone("play", *arguments)
    assert shown.returncode == 1
    assert shown.stderr == (
        "Error: The playground is running already: open http://127.0.0.1:8130/, "
        "or end it first (Ctrl-C where it runs).\n"
    )
    assert Path("var/playground.sqlite3").read_text() == "of a playground that is running"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fcntl to lock files with")
def test_play_while_another_one_begins_does_not_send_to_where_it_was_before() -> None:
    kept = SavedData(Path("var/playground.sqlite3"), Path("var/playground"))
    with kept.claimed() as claim:
        claim.note("http://127.0.0.1:8130/")
    with kept.claimed():
        shown = alone("play")
    assert shown.stderr == "Error: The playground is running already: end it first (Ctrl-C where it runs).\n"


def test_invite_reads_the_application_from_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    shown = referee("invite")
    assert shown.exit_code == 0
    assert shown.output == (
        "https://discord.com/oauth2/authorize"
        f"?client_id={APPLICATION}&permissions=2252143411186688&scope=bot%20applications.commands\n"
    )
    assert TOKEN not in shown.output


def test_invite_takes_an_application() -> None:
    assert "client_id=42&" in referee("invite", "--application", "42").output
    assert referee("invite", "--application", "forty-two").exit_code == 2


def test_people_install_it_for_themselves() -> None:
    shown = referee("invite", "--application", "42", "--user").output
    assert "client_id=42&integration_type=1&scope=applications.commands\n" in shown and "permissions" not in shown


@pytest.mark.parametrize("token", ["", "abc", "!!!.x.y", "bm9wZQ.x.y"])
def test_invite_without_a_usable_token_says_what_to_do(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    shown = referee("invite")
    assert shown.exit_code == 1
    assert shown.output.startswith("Error: DISCORD_TOKEN ")
    assert len(shown.output.splitlines()) == 1


def test_check_passes_what_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    before = referee("check")
    assert before.exit_code == 0, before.output
    assert "the first start will create" in before.output
    assert not Path("var").exists()
    make_database()
    after = referee("check")
    assert after.exit_code == 0
    assert f"has revision {NEWEST}" in after.output
    assert f"ok    rulebook: aliens: Aliens, version {shelf()['aliens'].version}\n" in after.output
    assert TOKEN not in after.output


def test_check_names_a_rulebook_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    books = Shelf(shelf(), {"moon": "it lacks odds (skirmish-moon 1.0)"})
    monkeypatch.setattr(checkup, "shelf", lambda: books)
    shown = referee("check")
    assert shown.exit_code == 0
    assert "warn  rulebook: moon is left out: it lacks odds (skirmish-moon 1.0)\n" in shown.output


def test_a_start_logs_a_rulebook_that_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    books = Shelf(shelf(), {"moon": "it lacks odds (skirmish-moon 1.0)"})
    monkeypatch.setattr(checkup, "shelf", lambda: books)
    checkup.require_ruleset(Settings.model_construct(default_ruleset="aliens"))
    assert caplog.messages == ["the rulebook moon is left out: it lacks odds (skirmish-moon 1.0)"]


def test_check_names_everything_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    make_database()
    with closing(sqlite3.connect("var/referee.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    monkeypatch.setenv("DEFAULT_RULESET", "chess")
    shown = referee("check")
    assert shown.exit_code == 1
    wrong = [line.split(":")[0] for line in shown.output.splitlines() if line.startswith("WRONG")]
    assert wrong == ["WRONG token", "WRONG database", "WRONG DEFAULT_RULESET"]


def test_check_says_where_the_bot_may_not_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    barred = [Path.cwd()]
    # Root may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: path not in barred)
    assert f"WRONG database: The bot has no permission to write in {Path.cwd()}." in referee("check").output
    make_database()
    assert referee("check").exit_code == 0
    for path in (Path("var").absolute(), Path("var/referee.sqlite3")):
        barred[:] = [path]
        shown = referee("check")
        assert shown.exit_code == 1
        assert f"WRONG database: The bot has no permission to write in {path}." in shown.output


def test_check_says_that_a_file_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    Path("var").touch()
    shown = referee("check")
    assert shown.exit_code == 1 and f"WRONG database: {Path.cwd() / 'var'} is not a folder." in shown.output


def test_check_says_that_a_move_has_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    make_database()
    with closing(sqlite3.connect("var/referee.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (UNFINISHED,))
    assert "WRONG database: var/referee.sqlite3 was moved only in part; move it again" in referee("check").output


def test_backup_copies_the_database_once() -> None:
    make_database()
    first, second = referee("backup", "copy.sqlite3"), referee("backup", "copy.sqlite3")
    assert first.exit_code == 0
    with closing(sqlite3.connect("copy.sqlite3")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (NEWEST,)
    assert second.exit_code == 1
    assert "already exists" in second.output


def test_backup_of_nothing_is_said() -> None:
    shown = referee("backup", "copy.sqlite3")
    assert shown.exit_code == 1
    assert "There is no database" in shown.output
    assert not Path("copy.sqlite3").exists()
