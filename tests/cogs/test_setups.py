"""A GM saves an encounter as a set-up of the server, and others begin with it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import StoreUnavailable
from bot.game.files import setups
from bot.game.store.parts.shelf import Shelf
from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, told, types

LINES = (
    "GM: /encounter start ruleset: phoenix title: The mill",
    "GM: /encounter options name: fog value: hidden",
    "GM: /encounter map size: 12x8 walls: F1-F7",
    'GM: /encounter map add: water C2, cover log B5, door D4, label "The mill" A1',
    "GM: /combatant add sheet: skill 6, CA 6, M16, magazines 3, exposed name: Trent at: B3 owner: @Ann side: Red",
    "GM: /combatant add sheet: skill 3, CA 5, AKM 47, exposed name: Guard at: L3 owner: @Ben side: Blue",
    "GM: /encounter event text: Reinforcements turn: 4",
)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        await types(game, "GM: /encounter map add: wall brick H4 secret: True")
        await types(game, "GM: /combatant add sheet: skill 3, AKM 47 name: Zorro at: L5 side: Blue secret: True")
        await types(game, "GM: /encounter note text: Zorro waits")
        yield game


async def begun_again(game: Game, name: str = "The mill") -> str:
    await types(game, "GM: /encounter end")
    return told(await types(game, f"Ben: /encounter start template: {name}"))


async def test_a_fight_begins_again_as_it_was_laid_out(game: Game) -> None:
    await types(game, "Ann: /fire who: Trent target: Guard aim: 1")
    await types(game, "Ann: /move who: Trent to: B4")
    before = await game.encounter()
    saved = await types(game, "GM: /encounter save")
    assert saved.ephemeral
    assert told(saved).startswith(
        "The mill is saved on this server. Start it with /encounter start template: The mill."
    )
    assert "The mill begins." in await begun_again(game)
    after = await game.encounter()
    assert after.battle_map == before.battle_map and after.gms != before.gms and after.title == "The mill"
    assert dict(after.switches) == dict(before.switches)
    assert [(c.name, c.side, c.place, c.secret, c.owner) for c in after.combatants] == [
        (c.name, c.side, c.place, c.secret, None) for c in before.combatants
    ]
    loaded = [c.carried[0].ammunition.loaded for c in after.combatants if c.carried[0].ammunition]
    assert set(loaded) == {30}, "everybody begins fresh"
    assert after.secret_notes == before.secret_notes and after.clock.turn == 1
    assert "Reinforcements" in told(await types(game, "Ben: /encounter show"))


async def test_others_read_nothing_secret_of_it(game: Game) -> None:
    await types(game, "GM: /encounter save name: Mill night")
    await begun_again(game, "Mill night")
    await types(game, "Ben: /combatant owner who: Trent user: @Ann")
    for line in ("Ann: /log", "Ann: /recap", "Ann: /encounter show", "Ann: /export"):
        answer = await types(game, line)
        read = told(answer)
        for file in answer.message.get("attachments", []):
            read += game.playground.world.uploads[file["id"]].content.decode(errors="replace")
        assert "Zorro" not in read and "brick" not in read, line


async def test_it_is_listed_replaced_and_removed(game: Game) -> None:
    await types(game, "GM: /encounter save name: Night")
    offered = await game.ann.autocomplete(CHANNEL, "encounter start", focused="template", template="nig")
    assert offered == [] or offered[0]["value"] == "Night"
    again = told(await types(game, "GM: /encounter save name: night"))
    assert "night is saved and replaces the earlier one." in again
    await types(game, "GM: /encounter gm user: @Ann")
    await refused(game, "Ann: /encounter save name: NIGHT", "Somebody else saved night")
    await refused(game, "Ann: /encounter save name: night remove: True", "Somebody else saved night")
    assert "night is no longer saved" in told(await types(game, "GM: /encounter save name: Night remove: True"))
    await refused(game, "GM: /encounter save name: Night remove: True", "has saved no set-up")


async def test_what_is_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await refused(game, "Ann: /encounter save", "Only the GM of this encounter can save it")
    await refused(game, "GM: /encounter save name: oppenheim", "has a template of that name")
    await refused(game, "GM: /encounter save name: hive", "Space Marines already has a template of that name")
    await refused(game, f"GM: /encounter save name: {'x' * 60}", "name")
    monkeypatch.setattr(setups, "MOST_BYTES", 100)
    await refused(game, "GM: /encounter save name: Large", "This set-up has 1 KiB. The limit is")
    monkeypatch.undo()
    monkeypatch.setattr("bot.game.files.library.MOST_SETUPS", 1)
    await types(game, "GM: /encounter save name: One")
    await refused(game, "GM: /encounter save name: Two", "already has 1 set-ups")
    await refused(game, "GM: /encounter save remove: True", "Give the name of the set-up to remove")


async def test_killed_as_it_is_replaced_the_earlier_one_is_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await types(game, "GM: /encounter save name: Night")

    async def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable("The disk of the journal is full.")

    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "put_homebrew", fails)
        await refused(game, "GM: /encounter save name: night", "is full")
    assert "Night is no longer saved" in told(await types(game, "GM: /encounter save name: night remove: True"))


async def test_it_is_known_whose_it_is_and_goes_with_the_server(game: Game) -> None:
    await types(game, "GM: /encounter save name: Night")
    shown = await types(game, "GM: /privacy show")
    [file] = shown.message["attachments"]
    kept = json.loads(game.playground.world.uploads[file["id"]].content)
    assert [row["name"] for row in kept["rosters, homebrew and the like"]["homebrew that you added"]] == ["Night"]
    store, guild = game.client.referee.store, str(game.playground.world.home.id)
    assert list(await store.shelf.homebrew_kept(guild, setups.shelf_of("phoenix"))) == ["Night"]
    asked = await types(game, "GM: /privacy server")
    await (await game.gm.click(asked, "Delete everything")).until(lambda answer: "Done." in told(answer))
    assert await store.shelf.homebrew_kept(guild, setups.shelf_of("phoenix")) == {}
