"""The data kept between two starts of `referee play`, where the system or another version stands in the way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import CannotStart
from bot.play import lifecycle
from bot.play.first_fight import first_fight
from bot.play.saved_data import SavedData
from bot.settings import Settings
from standin import Playground
from tests.served import served, skirmish

pytestmark = pytest.mark.sqlite


def a_file_for_the_folder(kept: SavedData) -> None:
    kept.folder.parent.write_bytes(b"")


def a_folder_for_the_lock(kept: SavedData) -> None:
    kept.folder.with_suffix(".lock").mkdir(parents=True)


def a_folder_for_the_database(kept: SavedData) -> None:
    kept.database.mkdir(parents=True)


def a_file_for_the_memory(kept: SavedData) -> None:
    kept.folder.parent.mkdir()
    kept.folder.write_bytes(b"")


@pytest.mark.parametrize(
    ("in_the_way", "sentence"),
    [
        (a_file_for_the_folder, r"var cannot be used: File exists\.$"),
        (a_folder_for_the_lock, r"playground\.lock cannot be used: Is a directory\.$"),
        (a_folder_for_the_database, r"playground\.sqlite3 cannot be removed: "),
        (a_file_for_the_memory, r"playground cannot be removed: Not a directory\.$"),
    ],
)
async def test_what_the_system_refuses_is_a_sentence(
    in_the_way: Callable[[SavedData], None], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = SavedData(tmp_path / "var/playground.sqlite3", tmp_path / "var/playground")
    monkeypatch.setattr(lifecycle, "KEPT", kept)
    in_the_way(kept)
    with pytest.raises(CannotStart, match=sentence):
        await lifecycle.play(Settings.model_construct(default_ruleset="aliens"), 0, lambda _: None)


async def test_what_is_whole_stays_where_it_is_when_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await with_a_fight(tmp_path)
    monkeypatch.setattr(lifecycle, "KEPT", kept)
    uploads = kept.folder / "uploads"
    uploads.rmdir()
    uploads.write_bytes(b"")
    world = (kept.folder / "world.jsonl").read_bytes()
    said: list[str] = []
    with pytest.raises(CannotStart, match=r"uploads cannot be used: "):
        await lifecycle.play(Settings.model_construct(default_ruleset="aliens"), 0, said.append)
    assert said == []
    assert (kept.folder / "world.jsonl").read_bytes() == world
    assert kept.database.exists()


async def test_a_database_of_a_newer_version_is_put_aside_and_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await with_a_fight(tmp_path)
    with closing(sqlite3.connect(kept.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    monkeypatch.setattr(lifecycle, "KEPT", kept)
    newer, said = kept.database.read_bytes(), list[str]()
    async with Playground() as playground:
        assert await lifecycle._taken_up(playground, first_fight("aliens"), "aliens", said.append, reset=False)
    aside = tmp_path / "playground-broken"
    assert said[0] == f"{kept.database} is of a newer version of the bot (revision 9999). It is now in {aside}."
    assert (aside / kept.database.name).read_bytes() == newer


async def with_a_fight(folder: Path) -> SavedData:
    """A fight that is laid out and kept."""
    kept = SavedData(folder / "playground.sqlite3", folder / "playground")
    async with served(kept.database) as bot:
        bot.playground.remember(kept.folder)
        await skirmish(bot)
        kept.note("aliens", "f1")
    return kept
