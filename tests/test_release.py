"""The wheel, built from the source distribution and installed beside nothing of this repository, in an empty folder.

The other packages are those of the tests' environment, so that no network is needed.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import bot
from bot import fairness
from bot.chat.replays import replay
from bot.game.entries import codec
from bot.game.store.home.schema import NEWEST
from tests.bot.play.test_play import Play

ROOT = Path(__file__).resolve().parents[1]
BUILT_FROM = ("bot", "cogs", "rules", "standin", "data", "migrations", "docs", "host", "tests")
NAME = f"skirmish_referee-{bot.__version__}"


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both distributions, built as a release is."""
    copy = tmp_path_factory.mktemp("copy")
    for name in BUILT_FROM:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "golden", "images"))
    for file in ROOT.iterdir():
        if file.is_file() and file.suffix != ".sqlite3" and file.name != ".env":
            shutil.copy(file, copy)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", cwd=copy)
    return copy / "dist"


@pytest.fixture(scope="module")
def environment(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment with the wheel, in which another distribution has our folders' names."""
    return environment_in(tmp_path_factory.mktemp("environment"), built)


def environment_in(home: Path, built: Path) -> Path:
    home.mkdir(exist_ok=True)
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    (ours,) = run(python, "-c", "import site; print(*site.getsitepackages()[-1:])", cwd=home).splitlines()
    for name in ("bot", "rules", "data", "cogs"):
        (Path(ours) / name).mkdir()
        (Path(ours) / name / "__init__.py").write_text("raise SystemExit('This is another distribution.')\n")
    dependencies = [place for place in sys.path if Path(place).name in ("site-packages", "dist-packages")]
    (Path(ours) / "dependencies.pth").write_text("\n".join(dependencies))
    install(built / f"{NAME}-py3-none-any.whl", python)
    # Nothing of another distribution was overwritten.
    assert "another distribution" in (Path(ours) / "bot" / "__init__.py").read_text()
    return python.parent


def install(package: Path, python: Path) -> None:
    """Install a wheel, or a project from its sources."""
    pip(python, "install", "--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall", package)


def pip(python: Path, *command: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--python", python, *command, cwd=python.parent)


def test_the_wheel_has_one_package_with_everything_that_the_program_reads(built: Path) -> None:
    with zipfile.ZipFile(built / f"{NAME}-py3-none-any.whl") as wheel:
        names = set(wheel.namelist())
    assert {name.split("/")[0] for name in names} == {"skirmish_referee", f"{NAME}.dist-info"}
    folders = ("bot", "cogs", "rules", "standin", "data", "migrations")
    files = {
        file.relative_to(ROOT).as_posix()
        for folder in folders
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    } | {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")}
    ours = {name.removeprefix("skirmish_referee/") for name in names if name.startswith("skirmish_referee/")}
    assert ours == files


def test_the_source_distribution_has_what_a_host_needs_and_no_tests(built: Path) -> None:
    with tarfile.open(built / f"{NAME}.tar.gz") as archive:
        names = {name.removeprefix(f"{NAME}/") for name in archive.getnames()}
    host = {file.relative_to(ROOT).as_posix() for file in (ROOT / "host").rglob("*") if file.is_file()}
    assert host | {"CHANGELOG.md", "LICENSE", "README.md", "requirements.txt", ".env.example"} <= names
    assert [
        name for name in names if name.startswith(("tests", "bench", ".env", "var")) and name != ".env.example"
    ] == []


def test_the_installed_program_says_its_version_and_finds_its_data(environment: Path, tmp_path: Path) -> None:
    referee = environment / "referee"
    assert run(referee, "--version", cwd=tmp_path) == f"Skirmish Referee {bot.__version__}\n"
    checked = findings(referee, tmp_path)
    assert [line for line in checked if line.startswith("WRONG")] == [
        "WRONG token: DISCORD_TOKEN is not set. Put the bot's token into .env, or try `referee play`."
    ]
    assert any(line.startswith("ok    rulebook: phoenix: ") for line in checked)


async def test_people_play_with_it_in_an_empty_folder(environment: Path, tmp_path: Path) -> None:
    async with Play(tmp_path, program=(environment / "referee", "play")) as play:
        # A picture is painted by a process of its own, and /help reads the docs.
        await play.does("slash", "Ann", name="map", options=[])
        await play.does("slash", "Ann", name="help", options=[{"name": "topic", "type": 3, "value": "journal"}])
        await play.fires("Ann", target="Alien 1")
        seen = await play.until_drawn("Ann")
        assert any(" fires the Flame Unit at Alien 1" in message["content"] for message in seen)
        assert any("map.png" in str(message["attachments"]) for message in seen)
        assert any("journal" in str(message).casefold() for message in seen)
    assert (tmp_path / "var" / "playground.sqlite3").is_file()
    assert not any((tmp_path / name).exists() for name in ("data", "migrations", "docs"))


async def test_an_older_database_is_updated_by_the_migrations_inside(environment: Path, tmp_path: Path) -> None:
    written = (ROOT / "tests" / "golden" / "databases" / "revision-11.sql").read_text(encoding="utf-8")
    make = "import sqlite3, sys; sqlite3.connect('var/playground.sqlite3').executescript(sys.stdin.read())"
    (tmp_path / "var").mkdir()
    await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", make], cwd=tmp_path, input=written, text=True, check=True
    )
    program = (
        "import asyncio, pathlib; from bot.game.store import prepare\n"
        "asyncio.run(prepare(pathlib.Path('var/playground.sqlite3')))"
    )
    code = f"from skirmish_referee.bot import installed; installed.enter()\n{program}"
    await asyncio.to_thread(run, environment / "python", "-c", code, cwd=tmp_path)
    assert (tmp_path / "var" / "playground.sqlite3.0011.backup").is_file()


def findings(referee: Path, folder: Path) -> list[str]:
    """The lines of `referee check`, which fails without a token."""
    checked = subprocess.run([referee, "check"], cwd=folder, capture_output=True, text=True, check=False)
    return checked.stdout.splitlines()


ASKED_OF_A_MISSING_BOOK: tuple[tuple[str, dict[str, str]], ...] = (
    ("fire", {"who": "Rook", "target": "Dutch"}),
    ("next", {}),
    ("undo", {}),
    ("encounter show", {}),
    ("encounter end", {}),
    ("combatant add", {"sheet": "Rifle"}),
    ("log", {}),
    ("recap", {}),
    ("map", {}),
    ("help", {"topic": "what can I do now"}),
)


async def typed(play: Play, by: str, command: str, **options: str) -> str:
    """The answer to a command that somebody types, with its embeds and buttons."""
    before = len(await play.sees(by))
    given: list[dict[str, Any]] = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
    name, _, inner = command.partition(" ")
    await play.does("slash", by, name=name, options=[{"name": inner, "type": 1, "options": given}] if inner else given)
    return json.dumps((await play.until_seen(by, before + 1))[before:], ensure_ascii=False)


async def test_a_rulebook_of_another_package_is_played_to_the_end(built: Path, tmp_path: Path) -> None:
    programs = environment_in(tmp_path / "environment", built)
    sources = shutil.copytree(ROOT / "tests" / "saloon", tmp_path / "sources")
    await asyncio.to_thread(install, sources, programs / "python")
    referee, folder = programs / "referee", tmp_path / "folder"
    folder.mkdir()
    assert "ok    rulebook: saloon: Saloon, version 1" in await asyncio.to_thread(findings, referee, folder)

    async with Play(folder, program=(referee, "play")) as play:
        _, other, play.channel = (channel["id"] for channel in play.state["channels"][:3])
        begun = await typed(play, "GM", "encounter start", ruleset="saloon", title="High noon")
        assert "High noon begins." in begun and "**Rulebook** Saloon, the complete book" in begun
        for name, sheet, side in (("Rook", "Rifle, Revolver", "Law"), ("Dutch", "Shotgun", "Gang")):
            joined = await typed(play, "GM", "combatant add", sheet=sheet, name=name, side=side)
            assert f"{name} joins the encounter ({side})." in joined
        fired = await typed(play, "GM", "fire", who="Rook", target="Dutch", dice="8")
        assert "Rook fires the Rifle at Dutch (rolled 8, needed 8): HIT: Dutch has 1 of 2 wounds." in fired
        assert "Rook has fired this turn." in await typed(play, "GM", "fire", who="Rook", target="Dutch", dice="8")
        fired = await typed(play, "GM", "fire", who="Dutch", target="Rook", dice="13")
        assert "Dutch fires the Shotgun at Rook (rolled 13, needed 14): MISS." in fired
        assert "Turn 2 begins." in await typed(play, "GM", "next")
        odds = await typed(play, "GM", "odds", who="Rook", target="Dutch", weapon="Revolver", mod="+1 sun")
        assert "**Rook, Revolver at Dutch**" in odds and "55%" in odds
        fired = await typed(play, "GM", "fire", who="Rook", target="Dutch", weapon="Revolver", dice="20")
        assert "Rook fires the Revolver at Dutch (rolled 20, needed 11): HIT: Dutch is out." in fired
        ended = await typed(play, "GM", "encounter end")
        assert "The encounter ends. Still in the fight: Law. Dutch (Gang) is out of play." in ended
        assert "the results and effects of 8 orders" in await typed(play, "GM", "dice verify")
        ruled = await typed(play, "GM", "rule", text="saloon: shotgun at guard", dice="14")
        assert "**35%**, rolled **14** (needed 14 or more): Gunslinger fires the Shotgun at guard: HIT" in ruled
        play.channel = other
        await typed(play, "GM", "encounter start", ruleset="saloon", title="Sundown")
        await typed(play, "GM", "combatant add", sheet="Rifle", name="Rook", side="Law")

    await asyncio.to_thread(pip, programs / "python", "uninstall", "--yes", "skirmish-saloon")
    missing = "The rulebook saloon cannot be used on this bot now. Nothing is lost."
    async with Play(folder, program=(referee, "play")) as play:
        play.channel = other
        for command, options in ASKED_OF_A_MISSING_BOOK:
            answered = await typed(play, "GM", command, **options)
            assert missing in answered, (command, answered)
        # Other fights go on.
        play.channel = play.state["channels"][0]["id"]
        await play.fires("Ann", target="Alien 1")
        assert any(
            " fires the Flame Unit at Alien 1" in message["content"] for message in await play.until_drawn("Ann")
        )

    (sources / "saloon.py").write_text("raise RuntimeError('no whiskey')\n")
    await asyncio.to_thread(install, sources, programs / "python")
    left_out = "warn  rulebook: saloon is left out: RuntimeError: no whiskey (skirmish-saloon 1.0)"
    assert left_out in await asyncio.to_thread(findings, referee, folder)

    shutil.copy(ROOT / "tests" / "saloon" / "saloon.py", sources)
    await asyncio.to_thread(install, sources, programs / "python")
    async with Play(folder, program=(referee, "play")) as play:
        play.channel = other
        await typed(play, "GM", "combatant add", sheet="Shotgun", name="Dutch", side="Gang")
        fired = await typed(play, "GM", "fire", who="Rook", target="Dutch", dice="8")
        assert "Rook fires the Rifle at Dutch (rolled 8, needed 8): HIT: Dutch has 1 of 2 wounds." in fired


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert versions[0] == bot.__version__
    assert versions == sorted(versions, key=lambda version: [*map(int, version.split("."))], reverse=True)


def test_the_version_is_written_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"] and "version" not in project["project"]


def test_the_page_of_formats_names_the_numbers_in_use() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    rows = {row[0]: row[1] for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \|", page, re.MULTILINE)}
    dictionaries = [file.stem.rpartition("_")[2] for file in (ROOT / "bot/game/store/home").glob("dictionary_*.txt")]
    assert rows["database"] == f"revision `{NEWEST}`"
    assert rows["records in the database: states, orders, results, fighters"] == f"layout {codec.SCHEMA}"
    assert rows["packed records"] == f"dictionary {max(map(int, dictionaries))}"
    assert rows["exports of an encounter"] == f"version {fairness.MARKED_BY_THROW}, layout {codec.SCHEMA}"
    assert rows["replays"] == f"version {replay.VERSION}"
