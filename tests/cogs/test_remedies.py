"""The offers of a refusal: a button that would be accepted now, for the refused user alone, carried out once."""

from __future__ import annotations

import asyncio

import pytest

from standin.driver import Answer
from standin.errors import PageError
from tests.cogs.conftest import CHANNEL, Game, helped, is_public, says, told
from tests.cogs.forging import Forger

PHOENIX = (
    "GM: /encounter start ruleset: phoenix title: The wall",
    "GM: /encounter map size: 12x8",
    "GM: /combatant add name: Trent side: Squad sheet: line, M16, M92F, magazines 2 at: C4 owner: @Ann",
    "GM: /combatant add name: Guard side: Guards sheet: green, AKM 47 count: 2 at: F4 H4",
)
EMPTY = (*PHOENIX, "GM: /adjust who: Trent changes: loaded 0")


def labels(answer: Answer) -> list[str]:
    return [button["label"] for row in answer.components for button in row.get("components", [])]


async def laid(game: Game, *lines: str) -> None:
    for line in lines:
        await says(game, line)


async def test_an_empty_weapon_offers_to_reload_or_another_weapon(game: Game) -> None:
    await laid(game, *EMPTY)
    refusal = await game.ann.types(CHANNEL, "/fire target: Guard 1 aim: 1")
    helped(refusal, "empty")
    assert labels(refusal)[0] == "Reload" and any(label.startswith("Use ") for label in labels(refusal))
    before = await game.head()
    answers = await asyncio.gather(*(game.ann.click(refusal, "Reload") for _ in range(3)))
    # Pressed three times, it is done once.
    assert (await game.head()).seq == before.seq + 1
    assert sorted(answer.ephemeral for answer in answers) == [False, True, True]
    assert all("pressed that already" in answer.content for answer in answers if answer.ephemeral)
    await refusal.until(lambda shown: not shown.components)
    assert refusal.content == "Reload: the answer is below."


async def test_a_name_that_is_nearly_right(game: Game) -> None:
    await laid(game, *PHOENIX)
    refusal = await game.ann.types(CHANNEL, "/fire target: Gaurd 1 aim: 1")
    assert "Guard 1" in labels(refusal)
    shot = await game.ann.click(refusal, "Guard 1")
    assert is_public(shot) and "Trent fires the M16 at Guard 1" in told(shot)


async def test_dice_go_with_the_corrected_order(game: Game) -> None:
    await laid(game, *PHOENIX)
    refusal = await game.ann.types(CHANNEL, "/fire target: Gaurd 2 aim: 1 dice: 99")
    shot = await game.ann.click(refusal, "Guard 2")
    assert "typed by Ann" in told(shot)


async def test_an_ambiguous_name_offers_each(game: Game) -> None:
    await laid(game, *PHOENIX)
    refusal = await game.ann.types(CHANNEL, "/fire target: Guard aim: 1")
    assert labels(refusal) == ["Guard 1", "Guard 2"]
    assert "at Guard 2" in told(await game.ann.click(refusal, "Guard 2"))


async def test_a_weapon_that_is_nearly_right(game: Game) -> None:
    await laid(game, *PHOENIX)
    refusal = await game.ann.types(CHANNEL, "/fire target: Guard 1 weapon: M61 aim: 1")
    assert any("M16" in label for label in labels(refusal)), refusal.content


async def test_who_of_several(game: Game) -> None:
    await laid(game, *PHOENIX, "GM: /combatant add name: Axly side: Squad sheet: line, M92F at: C6 owner: @Ann")
    refusal = await game.ann.types(CHANNEL, "/act what: kneel")
    assert "Trent or Axly" in refusal.content
    assert labels(refusal) == ["With Trent", "With Axly"]
    assert "Axly" in told(await game.ann.click(refusal, "With Axly"))


async def test_a_fighter_of_somebody_else_offers_ones_own(game: Game) -> None:
    await laid(game, *PHOENIX)
    refusal = await game.ann.types(CHANNEL, "/fire who: Guard 1 target: Guard 2 aim: 1")
    assert "not yours to order" in refusal.content
    assert labels(refusal) == ["With Trent"]
    assert "Trent fires" in told(await game.ann.click(refusal, "With Trent"))


@pytest.mark.parametrize(
    ("line", "label", "told_then"),
    [
        ("/burst target: Guard 1 weapon: M92F aim: 1", "Fire one shot", "M92F"),
        ("/fire target: Guard 1 aim: 90", "Aim 12", "Trent"),
        ("/throw target: Guard 1 weapon: M16", "Fire it", "Trent"),
    ],
)
async def test_another_verb_or_aim(game: Game, line: str, label: str, told_then: str) -> None:
    await laid(game, *PHOENIX)
    refusal = await game.ann.types(CHANNEL, line)
    assert label in labels(refusal), (refusal.content, labels(refusal))
    done = await game.ann.click(refusal, label)
    assert told_then in told(done)


async def test_turn_first(game: Game) -> None:
    await laid(game, *PHOENIX, "GM: /adjust who: Trent changes: facing west")
    refusal = await game.ann.types(CHANNEL, "/fire target: Guard 1 aim: 1")
    assert labels(refusal) == ["Turn to F4 first"], refusal.content
    assert is_public(await game.ann.click(refusal, "Turn to F4 first"))


async def test_only_the_refused_user_may_press(game: Game) -> None:
    await laid(game, *EMPTY)
    refusal = await game.ann.types(CHANNEL, "/fire target: Guard 1 aim: 1")
    before = await game.head()
    with pytest.raises(PageError):
        await game.gm.click(refusal, "Reload")
    answer = await Forger(game).press(game.ben, CHANNEL, refusal.component("Reload")["custom_id"])
    assert answer.ephemeral and "Only the player who was asked" in answer.content
    assert await game.head() == before


async def test_once_time_has_moved_on_it_is_old(game: Game) -> None:
    await laid(game, *EMPTY)
    refusal = await game.ann.types(CHANNEL, "/fire target: Guard 1 aim: 1")
    await says(game, "GM: /next")
    before = await game.head()
    answer = await game.ann.click(refusal, "Reload")
    assert answer.ephemeral and "Time has moved on" in answer.content
    assert await game.head() == before


async def test_again_of_an_empty_weapon(game: Game) -> None:
    await laid(game, *PHOENIX, "GM: /adjust who: Trent changes: loaded 1")
    shot = await game.ann.types(CHANNEL, "/fire target: Guard 1 aim: 1")
    await says(game, "GM: /next")
    again = await game.ann.click(shot, "Again")
    assert again.ephemeral and "empty" in again.followups[-1]["content"] if again.followups else again.content


async def test_a_quick_ruling(game: Game) -> None:
    line = "/fire who: Rifleman target: alien range: 4"
    refusal = await game.ann.types(CHANNEL, f"{line} weapon: Pulse Rfile ruleset: aliens")
    assert "Pulse Rifle" in labels(refusal), (refusal.content, labels(refusal))
    assert "Rifleman fires the Pulse Rifle" in told(await game.ann.click(refusal, "Pulse Rifle"))


SECRET = "GM: /combatant add name: Zorro side: Guards sheet: green, AKM 47 at: F6 secret: True"


@pytest.mark.parametrize("typed", ["Zorro", "Zoro", "Gaurd 1", "zo"])
async def test_a_secret_fighter_changes_neither_words_nor_buttons(game: Game, typed: str) -> None:
    await laid(game, PHOENIX[0], "GM: /encounter options name: fog value: hidden", *PHOENIX[1:])
    line = f"/fire target: {typed} aim: 1"
    without = await game.ann.types(CHANNEL, line)
    assert without.ephemeral
    await game.gm.types(CHANNEL, SECRET.removeprefix("GM: "))
    with_them = await game.ann.types(CHANNEL, line)
    assert (with_them.content, labels(with_them)) == (without.content, labels(without))
    assert not any("Zorro" in label for label in labels(with_them))


ALIENS = (
    "GM: /encounter start ruleset: aliens title: The corridor",
    "GM: /encounter map size: 11x7",
    "GM: /combatant add name: Ash side: Marines sheet: Rifleman, pistol at: B4 owner: @Ann",
    "GM: /combatant add sheet: alien count: 2 at: D4 E3 side: Aliens",
    "GM: /adjust who: Ash changes: loaded 0",
)
SAVAGE = (
    "GM: /encounter start ruleset: savage title: The warehouse",
    "GM: /combatant add name: Pike side: Squad sheet: Shooting d8, Wild Card, Assault Rifle, Pistol owner: @Ann",
    "GM: /combatant add name: Thug side: Thugs sheet: Shooting d6, extra, Pistol",
    "GM: /adjust who: Pike changes: loaded 0",
)
MARINES = (
    "GM: /encounter start ruleset: space_marines title: The hive",
    "GM: /encounter options name: ammunition value: boxes",
    "GM: /combatant add name: Sarge side: Marines sheet: Marine, rifle, pistol owner: @Ann",
    "GM: /combatant add sheet: Bug Warrior side: Bugs",
    "GM: /adjust who: Sarge changes: loaded 0",
)


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (ALIENS, "/fire target: Alien 1"),
        (SAVAGE, "/fire target: Thug weapon: Assault Rifle"),
        (MARINES, "/fire target: Bug Warrior range: 4 weapon: Rifle"),
    ],
    ids=["aliens", "savage", "space marines"],
)
async def test_every_book_offers_to_reload(game: Game, lines: tuple[str, ...], order: str) -> None:
    await laid(game, *lines)
    refusal = await game.ann.types(CHANNEL, order)
    assert "empty" in refusal.content, refusal.content
    assert labels(refusal)[0] == "Reload", (refusal.content, labels(refusal))
    assert is_public(await game.ann.click(refusal, "Reload"))


CORRIDOR = (
    "GM: /encounter start ruleset: aliens title: The corridor",
    "GM: /combatant add sheet: Rifleman, Pulse Rifle, loaded 5, spares 2 owner: @Ann side: Marines",
    "GM: /combatant add name: Guard side: Aliens sheet: alien",
)


@pytest.mark.parametrize("line", ["/encounter show", "/move", "/next", "/map"])
async def test_without_an_encounter_a_button_leads_to_the_first_fight(game: Game, line: str) -> None:
    refusal = await game.ben.types(CHANNEL, line)
    assert "No encounter is open" in refusal.content
    assert labels(refusal) == ["Start a first fight"]
    books = await game.ben.click(refusal, "Start a first fight")
    assert books.ephemeral and "Choose a rulebook" in books.content
    sides = await game.ben.click(books, "Aliens")
    await game.ben.click(sides, "GM")
    assert (await game.encounter()).gms == (game.ben.id,)


async def test_a_reload_of_a_full_weapon_asks_before_it_wastes_the_load(game: Game) -> None:
    await laid(game, *CORRIDOR)
    [rifleman, _] = (await game.encounter()).combatants
    held = rifleman.holding
    assert held is not None and held.ammunition is not None
    await laid(game, f"GM: /adjust who: Rifleman changes: loaded {held.ammunition.capacity}")
    before = await game.head()
    question = await game.ann.types(CHANNEL, "/reload")
    assert question.ephemeral and "is full" in question.content and "takes 8 actions" in question.content
    assert labels(question) == ["Reload anyway"]
    assert await game.head() == before
    assert "begins to reload" in told(await game.ann.click(question, "Reload anyway"))


async def test_a_reload_of_a_weapon_that_is_not_full_asks_nothing(game: Game) -> None:
    await laid(game, *CORRIDOR)
    assert is_public(await game.ann.types(CHANNEL, "/reload"))


async def test_a_private_answer_offers_undo_only_to_who_may_undo(game: Game) -> None:
    await laid(game, *PHOENIX)
    await game.gm.types(CHANNEL, "/encounter options name: fog value: sides")
    shot = await game.ann.types(CHANNEL, "/fire target: Guard 1 aim: 1")
    assert shot.ephemeral and "Details" in labels(shot)
    assert "Undo" not in labels(shot)
    assert "Dice were thrown" in (await game.ann.types(CHANNEL, "/undo")).content
    theirs = await game.gm.types(CHANNEL, "/fire who: Guard 2 target: Trent aim: 1")
    assert theirs.ephemeral and "Undo" in labels(theirs)
    plan = await game.ann.types(CHANNEL, "/plan set who: Trent lines: fire at Guard 1 aim 1")
    assert plan.ephemeral and "Undo" in labels(plan)
    assert "Undone" in told(await game.ann.click(plan, "Undo"))
