"""The wheel, built from the source distribution and installed beside nothing of this repository, in an empty folder.

The other packages are those of the tests' environment, so that no network is needed.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import bot
from bot import fairness
from bot.chat.replays import replay
from bot.game.entries import codec
from bot.game.store.home.schema import HEAD
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
    home = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    (ours,) = run(python, "-c", "import site; print(*site.getsitepackages()[-1:])", cwd=home).splitlines()
    for name in ("bot", "rules", "data", "cogs"):
        (Path(ours) / name).mkdir()
        (Path(ours) / name / "__init__.py").write_text("raise SystemExit('This is another distribution.')\n")
    dependencies = [place for place in sys.path if Path(place).name in ("site-packages", "dist-packages")]
    (Path(ours) / "dependencies.pth").write_text("\n".join(dependencies))
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps"),
        built / f"{NAME}-py3-none-any.whl",
        cwd=home,
    )
    # Nothing of another distribution was overwritten.
    assert "another distribution" in (Path(ours) / "bot" / "__init__.py").read_text()
    return python.parent


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
    checked = subprocess.run([referee, "check"], cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert [line for line in checked.splitlines() if line.startswith("WRONG")] == [
        "WRONG token: DISCORD_TOKEN is not set. Put the bot's token into .env, or try `referee play`."
    ]
    assert "rulebook: phoenix" in checked


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
    assert rows["database"] == f"revision `{HEAD}`"
    assert rows["records in the database: states, orders, results, fighters"] == f"layout {codec.SCHEMA}"
    assert rows["packed records"] == f"dictionary {max(map(int, dictionaries))}"
    assert rows["exports of an encounter"] == f"version {fairness.MARKED_BY_THROW}, layout {codec.SCHEMA}"
    assert rows["replays"] == f"version {replay.VERSION}"
