"""A server's own cards: one of a name however spelled, not without end, and no running fight needs them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.entries.names import entry_named
from bot.game.files import library
from bot.game.requests import AttackRequest, KeepRequest, MusterRequest
from rules.engine.records.errors import BadSheet, MissingBook, NotNow, UnknownName
from rules.engine.records.orders import Fire
from tests.bot.table import ANN, Table, invocation, laid

CARD = """
name = "{name}"
actions = {actions}
[[weapons]]
name = "Smartgun"
type = "Machinegun"
aim.1 = [9, 9, 9, 9, 9]
"""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def keep(table: Table, name: str, actions: int = 2) -> None:
    """The GM adds a card."""
    books = table.referee.library
    homebrew_record = books.shelf["aliens"].homebrew_record(CARD.format(name=name, actions=actions))
    await books.keep_homebrew(invocation(), books.shelf["aliens"], homebrew_record)


async def test_a_rulebook_that_was_chosen_and_is_gone_is_named(table: Table) -> None:
    books = table.referee.library
    await books.store.shelf.put_ruleset("1", "moon")
    with pytest.raises(MissingBook, match=r"^The rulebook moon cannot be used on this bot now\."):
        await books.book("1")
    assert (await books.book("1", "savage")).id == "savage"
    await books.choose("1", "savage")
    assert (await books.book("1")).id == "savage"
    with pytest.raises(UnknownName):
        await books.book("1", "moon")


@pytest.mark.parametrize("name", ["Vasquez!", "VASQUEZ", "vasquez", "Vásquez", "Va squez"])
async def test_a_name_is_kept_once_however_it_is_spelled(table: Table, name: str) -> None:
    books = table.referee.library
    await keep(table, "Vasquez")
    await keep(table, name, actions=4)
    pages = books.shelf["aliens"].pages(await books.homebrew("1", books.shelf["aliens"]))
    assert pages[name].lines[0] == "4 actions a turn"
    assert ("Vasquez" in pages) == (name == "Va squez")


async def test_a_server_keeps_so_many_and_may_still_change_them(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MOST_HOMEBREW", 2)
    await keep(table, "Vasquez")
    await keep(table, "Drake")
    with pytest.raises(NotNow, match=r"Remove one with /weapon remove\."):
        await keep(table, "Frost")
    await keep(table, "DRAKE", actions=5)
    books = table.referee.library
    await books.drop_homebrew("1", books.shelf["aliens"], "drake")
    await keep(table, "Frost")
    assert set(await books.homebrew("1", books.shelf["aliens"])) == {"Vasquez", "Frost"}


async def test_a_card_that_is_removed_while_in_use_is_played_on(table: Table) -> None:
    books = table.referee.library
    await keep(table, "Vasquez")
    await table.order(MusterRequest(sheet="Vasquez", owner=ANN))
    await table.order(KeepRequest("Vasquez", ANN), ANN)
    await books.drop_homebrew("1", books.shelf["aliens"], "Vasquez")
    shot = await table.order(AttackRequest(Fire, "Alien 1", range=30, who="Vasquez"), ANN)
    assert "Alien 1 is removed" in entry_named(shot).resolution.outcome
    with pytest.raises(BadSheet, match="I don't know “vasquez”"):
        await table.order(MusterRequest(sheet="Vasquez"))
    await table.referee.settle(await table.referee.end(invocation()))
    await table.referee.start(invocation())
    back = await table.order(MusterRequest(name="Vasquez", owner=ANN), ANN)
    ammunition = back.state.combatants[0].carried[0].ammunition
    assert ammunition is not None and (ammunition.loaded, ammunition.capacity) == (25, 26)


async def test_a_book_s_card_is_back_when_the_server_s_own_is_removed(table: Table) -> None:
    books = table.referee.library
    await keep(table, "APONE", actions=5)
    await table.order(MusterRequest(sheet="Apone", name="Own"))
    await books.drop_homebrew("1", books.shelf["aliens"], "apone")
    await table.order(MusterRequest(sheet="Apone", name="Book"))
    carried = {c.name: [w.weapon.name for w in c.carried] for c in (await table.head()).state.combatants}
    assert (carried["Own"], carried["Book"]) == (["Smartgun"], ["Flame Unit"])


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("phoenix", "phoenix-basic"),
        ("Phoenix Command", "phoenix-basic"),
        ("phoenix-basic", "phoenix-basic"),
        ("phoenix-advanced", "phoenix-advanced"),
        ("Phoenix Advanced", "phoenix-advanced"),
        ("PHOENIX-ADV", "phoenix-advanced"),
        ("phoen", "phoenix-basic"),
        ("aliens", "aliens"),
    ],
)
async def test_a_rulebook_is_named_by_a_preset_too(table: Table, name: str, preset: str) -> None:
    book, found = await table.referee.library.volume("1", name)
    assert (found, preset in book.presets) == (preset, True)
    assert await table.referee.library.book("1", name) is book


async def test_the_choice_of_a_server_keeps_the_preset(table: Table) -> None:
    books = table.referee.library
    await books.choose("1", "phoenix advanced")
    assert (await books.volume("1"))[1] == "phoenix-advanced"
    await books.choose("1", "Phoenix Command")
    assert (await books.volume("1"))[1] == "phoenix-basic"
    server = await books.store.shelf.server("1")
    assert server is not None and server.ruleset == "phoenix"
    assert (await books.volume("2"))[1] == "aliens"


async def test_the_records_of_a_server_are_read_in_once_and_again_once_they_differ(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(table, "Vasquez")
    books, read = table.referee.library, list[int]()
    monkeypatch.setattr(library, "_read_with", lambda _, homebrew: read.append(len(homebrew)))
    for _ in range(3):
        await table.fire(dice="9", range=2)
    assert len(read) <= 1
    await keep(table, "Drake")
    await books.homebrew("1", books.shelf["aliens"])
    await books.homebrew("1", books.shelf["aliens"])
    assert read[-1] == 2 and read.count(2) == 1
