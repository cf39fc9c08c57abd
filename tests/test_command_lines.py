"""Every command line of the README and the docs runs, in the environment that they promise.

`CHECKS` says how each is checked. What would need Discord, a container engine, a service manager, an editor or another
repository is checked as far as it can be: that its options are known, and that the files and services it names exist.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from bot.game.store import Store
from bot.play.first_fight import first_fight
from bot.settings import Settings
from tests.bot.test_cli import TOKEN
from tests.test_docs import PAGES, ROOT
from tests.waiting import patience

pytestmark = pytest.mark.sqlite

# A block, or code within a sentence.
_CODE = re.compile(r"^( *)```(?P<language>\w*)\n(?P<block>.*?)\n\1```|`(?P<line>[^`\n]+)`", re.MULTILINE | re.DOTALL)
_PROGRAMS = (
    *("cd", "chown", "createdb", "createuser", "docker", "git", "install", "make", "mkdir", "nano", "pg_dump", "pip"),
    *("pipx", "psql", "python", "python3", "referee", "systemctl", "uv", "apt-get", "sha256sum"),
)
_SETTINGS = r"(?:[A-Z_]+=\S+ +)*"
_COMMAND = re.compile(
    rf"{_SETTINGS}(?:sudo +)?{_SETTINGS}(?:[\w./-]*/)?(?:{'|'.join(_PROGRAMS)}) +\S.*|(?:SHARD_\w+=\S+ ?)+"
)
_EXPORT, _COPY = ROOT / "tests/golden/exports/version-4.json", "backups/referee-20261101T030000Z.sqlite3"


def commands() -> list[str]:
    """The command lines of all pages, without their remarks."""
    found: dict[str, None] = {}
    for page in PAGES:
        for code in _CODE.finditer(page.read_text(encoding="utf-8")):
            for line in () if code["language"] else (code["block"] or code["line"]).splitlines():
                command = line.partition(" # ")[0].strip()
                if _COMMAND.fullmatch(command):
                    found[command] = None
    return [*found]


class Clone(NamedTuple):
    """A clone after `make setup`, with a token, a database, a copy of it, and an export."""

    root: Path
    environment: dict[str, str]

    def run(self, command: str, *codes: int) -> str:
        """Run a line in a shell, and return what it prints. It ends with one of these exit codes, by default 0."""
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=patience(),
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode in (codes or (0,)), f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    root = tmp_path / "skirmish-referee"
    for folder in ("docs", "var", "backups"):
        (root / folder).mkdir(parents=True)
    shutil.copytree(ROOT / "host", root / "host", ignore=shutil.ignore_patterns("secrets"))
    ours = ("pyproject.toml", "setup.py", *(path.name for path in ROOT.glob("requirements*.txt")))
    for name in ("bot", "rules", "data", "migrations", "tests", "bench", "publish", "Makefile", ".env.example", *ours):
        (root / name).symlink_to(ROOT / name)
    (root / ".venv").symlink_to(sys.prefix)
    for name in ("encounter-7d9d24479a.json", "FILE"):
        shutil.copy(_EXPORT, root / name)

    async def database() -> None:
        await (await Store.open(root / "var/referee.sqlite3")).close()

    asyncio.run(database())
    shutil.copy(root / "var/referee.sqlite3", root / _COPY)
    shutil.copy(root / "var/referee.sqlite3", root / "var/referee.sqlite3.0011.backup")
    path = f"{root / '.venv/bin'}:{os.environ['PATH']}"
    return Clone(root, {"PATH": path, "HOME": str(tmp_path), "DISCORD_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)})


_HASH = "HASH", json.loads(_EXPORT.read_text(encoding="utf-8"))["entries"][-1]["chain"]["hash"]
"""The word in the pages, and the last hash of the export."""
Check = Callable[[str, Clone], None]


def runs(*codes: int, prints: str = "", instead: tuple[str, str] = ("", "")) -> Check:
    """It is run as it is written, or with one word in place of another."""

    def check(command: str, clone: Clone) -> None:
        assert prints in clone.run(command.replace(*instead) if instead[0] else command, *codes)

    return check


def has_options(command: str, clone: Clone) -> None:
    """The program reads its options, and then only prints its help."""
    assert clone.run(f"{command} --help")


def needs_only_python(command: str, clone: Clone) -> None:
    """It is run by a Python that has no packages, also where there is nothing but the one file."""
    bare = clone.root.parent / "bare"
    bare.mkdir()
    python = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    (bare / "python3").write_text(f'#!/bin/sh\nexec "{python}" -S -E "$@"\n', encoding="utf-8")
    (bare / "python3").chmod(0o755)
    alone = Clone(clone.root, {"PATH": str(bare)})
    for root in (alone.root, bare):
        for at in ("bot/fairness.py", "encounter-7d9d24479a.json", "FILE"):
            if not (root / at).exists():
                (root / at).parent.mkdir(exist_ok=True)
                shutil.copy(clone.root / at, root / at)
        assert "\nVERIFIED, if these commitments were posted" in Clone(root, alone.environment).run(
            command.replace(*_HASH)
        )
    with pytest.raises(AssertionError, match="No module named 'click'"):
        alone.run("python3 -m bot verify FILE")


def is_made(command: str, clone: Clone) -> None:
    """Make has the target, and would do something; it is not done."""
    assert clone.run(command.replace("make ", "make --dry-run ", 1)).strip()


def is_composed(command: str, clone: Clone) -> None:
    """The compose file is there, the engine is told something that it knows, and what is run inside is known."""
    file, deed, *words = shlex.split(command.removeprefix("docker compose -f "))
    services = yaml.safe_load((clone.root / file).read_text(encoding="utf-8"))["services"]
    program = [words.pop(words.index("--entrypoint") + 1)] if "--entrypoint" in words else []
    options = {"up": {"-d", "--build"}, "stop": set(), "logs": {"-f"}, "exec": set(), "run": {"--rm", "--no-deps"}}
    while words and words[0] in {*options[deed], "--entrypoint"}:
        words.pop(0)
    assert {*words[:1]} <= {*services}
    if words[1:]:
        has_options(shlex.join([*program, *words[1:]]), clone)


def is_of_the_service(command: str, clone: Clone) -> None:
    """The units are there, by the names under which they are started, stopped and changed."""
    units = {path.name for path in (clone.root / "host/systemd").iterdir()}
    units |= {name.removesuffix(".service") for name in units}
    named = [word for word in command.split() if word.startswith("skirmish-referee")]
    assert {*named} <= units and (named or "daemon-reload" in command)


def is_a_setting(command: str, clone: Clone) -> None:
    """The settings can be used so."""
    values = dict(word.lower().split("=") for word in command.split())
    assert Settings.model_validate(values).shard_ids


def begins_a_fight(command: str, clone: Clone) -> None:
    """There is such a first fight, and the program knows the option; `tests/bot/play` starts it."""
    book = command.split()[-1]
    if book != "<ruleset>":
        assert first_fight(book)
    has_options(command.replace(book, "aliens"), clone)


def knows_its_options(command: str, clone: Clone) -> None:
    """The program has these options; skipped if it is not installed here. The files that it reads are there."""
    program, *words = shlex.split(command)
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    listed = clone.run(f"{program} --help")
    assert [word for word in words if word.startswith("--") and word not in listed] == []
    assert [word for word in words if word.endswith(".sql") and not (ROOT / word).exists()] == []


def as_root(command: str, clone: Clone) -> None:
    """Commands for root are run by the same program without root, or their options are known."""
    words = [word for word in shlex.split(command.removeprefix("sudo ")) if "=" not in word]
    if words[0] == "cp":
        assert [*clone.root.glob(words[1])]
    elif words[0] == "install":
        target = f"{clone.root.parent}/there"
        clone.run(" ".join(target if word.startswith("/etc") else word for word in words))
    else:
        has_options(" ".join([Path(words[0]).name, *words[1:]]).replace("dist/*.whl", ""), clone)


def is_named(command: str, clone: Clone) -> None:
    """It needs another repository, another server, an editor or an installer that this machine may not have."""


class Row(NamedTuple):
    """The command lines that this pattern matches, and their check."""

    pattern: str
    check: Check


CHECKS = (
    Row(r"python3 bot/fairness\.py \S+( --head HASH)?", needs_only_python),
    Row(r"(\.venv/bin/)?referee verify \S+( --head HASH)?( --replay)?", runs(prints="\nVERIFIED, if", instead=_HASH)),
    Row(r"(\.venv/bin/)?referee check( --deep)?", runs(prints="ok    token")),
    Row(r"(\.venv/bin/)?referee invite( --user)?", runs(prints="https://discord.com/oauth2/authorize?client_id=")),
    Row(r"referee backup FILE", runs(prints="Copied the database", instead=("FILE", "another.sqlite3"))),
    Row(r"(\.venv/bin/)?referee backup .+", runs(prints="Copied the database")),
    Row(r"referee restore FILE", runs(instead=("FILE", _COPY))),
    Row(r"(\.venv/bin/)?referee restore \S+( --replace)?", runs()),
    Row(r"referee show ID", runs(prints='"user": "110000000000000777"', instead=("ID", "110000000000000777"))),
    Row(r"referee forget ID", runs(prints="has forgotten 110000000000000777", instead=("ID", "110000000000000777"))),
    Row(r"referee --version", runs(prints="Skirmish Referee ")),
    Row(r"referee (status( --live)?|drain)", runs(1, 2)),
    Row(r"(\.venv/bin/)?referee play --ruleset \S+", begins_a_fight),
    Row(r"(\.venv/bin/)?referee (run|doctor|play( --reset)?|verify|backup|restore|move-database.*)", has_options),
    Row(r"python -m bot\.chat\.render\.pages\.rights_page > docs/rights\.md", runs()),
    Row(
        r"(\.venv/bin/)?python -m (bench(\.mutations)?|tests\.cogs\.costs|build|pytest|pip install)\b(?!\.).*",
        has_options,
    ),
    Row(r"python -m bench\.memory \d+", runs(instead=("-m bench.memory 100000", "-c 'import bench.memory'"))),
    Row(r"\.venv/bin/python -m bench\.faults --minutes \d+", has_options),
    Row(r"python -m bench\.startup", runs(instead=("-m bench.startup", "-c 'import bench.startup'"))),
    Row(r"python -m tests\.house", runs(prints="bot.game ")),
    Row(r"python -m tests\.texts OLD \[NEW\]", runs(1, instead=("OLD [NEW]", ""))),
    Row(r"(CI=true )?make .+", is_made),
    Row(r"install -m 600 \.env\.example \.env", runs()),
    Row(r"mkdir -m 700 host/secrets", runs()),
    Row(r"docker compose .+", is_composed),
    Row(r"(sudo )?systemctl .*(skirmish-referee|daemon-reload).*", is_of_the_service),
    Row(r"sudo .+", as_root),
    Row(r"(SHARD_\w+=\S+ ?)+", is_a_setting),
    Row(r"(psql|createdb|createuser) .+", knows_its_options),
    Row(r"(cd|git|nano|pip|pipx|chown|docker stop|systemctl stop|apt-get|sha256sum) ?.*", is_named),
)


def row_of(command: str) -> Row | None:
    return next((row for row in CHECKS if re.fullmatch(row.pattern, command)), None)


def test_every_command_line_is_checked_and_every_check_has_one() -> None:
    rows = {command: row_of(command) for command in commands()}
    assert [command for command, row in rows.items() if row is None] == []
    assert {row.pattern for row in CHECKS} == {row.pattern for row in rows.values() if row}


def checked() -> Iterator[str]:
    yield from (command for command in commands() if (row := row_of(command)) and row.check is not is_named)


@pytest.mark.parametrize("command", checked())
def test_it_runs(command: str, clone: Clone) -> None:
    row = row_of(command)
    assert row is not None
    row.check(command, clone)
