"""Strangers and cheats against the fog: what they press, copy and forge is refused in a sentence, tells nothing and
changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.chat.outgoing.controls import question_id
from bot.game.journal.anchors import Anchor
from bot.game.sight.masks import MaskedId, masks_of
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, meant, opened, told, types
from tests.cogs.test_rights_matrix import MARINES, Desk, press
from tests.homes import ask
from tests.waiting import until

OTHER = "quiet-ruins"
FOG = ["hidden", "sides"]


def stored(game: Game) -> tuple[list[Any], set[Any]]:
    """The last entry of each journal, and what is still owed to somebody."""
    store = game.client.library.store
    heads = ask(store, "SELECT encounter_id, max(seq) FROM entries GROUP BY encounter_id ORDER BY 1")
    return heads, {*ask(store, "SELECT encounter_id, reader, channel_id FROM owed")}


@asynccontextmanager
async def nothing_changes(game: Game) -> AsyncIterator[None]:
    await game.client.delivery.flush()
    heads, owed = stored(game)
    yield
    await game.client.delivery.flush()
    after, still_owed = stored(game)
    assert after == heads and still_owed <= owed


async def sentence(answer: Answer) -> str:
    """The private sentence that a press is answered with, also behind an edit of its message."""
    if answer.ephemeral:
        return answer.content
    await answer.until(lambda answer: bool(answer.followups))
    return str(answer.followups[0]["content"])


def public(who: Person) -> str:
    """All that the channel holds for somebody, with its buttons."""
    return json.dumps([message for message in who.sees(CHANNEL) if not message["flags"] & 64], ensure_ascii=False)


async def exported(game: Game, name: str) -> str:
    (file,) = (await types(game, f"{name}: /export")).message["attachments"]
    return game.playground.world.uploads[file["id"]].content.decode()


# --- joining


@pytest.mark.parametrize("fog", ["off", *FOG])
async def test_who_joins_does_not_learn_which_sides_have_secret_fighters_alone(game: Game, fog: str) -> None:
    await types(game, "GM: /encounter start ruleset: aliens")
    await types(game, f"GM: /encounter options name: fog value: {fog}")
    await types(game, "GM: /combatant add name: Zorro side: Snipers sheet: alien secret: True")
    joined = await types(game, "Ann: /combatant add sheet: apone side: Squad")
    await until(lambda: "Apone joins the encounter (Squad)." in told(joined) + public(game.ann))
    assert "Snipers" not in told(joined) + public(game.ann)


async def test_a_change_of_sides_is_not_refused_for_a_secret_side(game: Game) -> None:
    await types(game, "GM: /encounter start ruleset: aliens")
    await types(game, "GM: /encounter options name: fog value: off")
    await types(game, "GM: /combatant add name: Zorro side: Snipers sheet: alien secret: True")
    await types(game, "Ann: /combatant add sheet: apone")
    changed = await types(game, "Ann: /combatant edit who: Apone side: Squad")
    assert "Apone is now Apone, side Squad." in changed.content


@pytest.mark.parametrize("fog", FOG)
async def test_first_players_join_each_other_whether_somebody_unknown_is_there_or_not(game: Game, fog: str) -> None:
    for line in (
        "GM: /encounter start ruleset: phoenix",
        f"GM: /encounter options name: fog value: {fog}",
        "GM: /encounter options name: joining value: open",
        "GM: /encounter map size: 12x8",
        "Ann: /combatant add name: Trent side: Squad at: A1 sheet: line, AKM 47, exposed",
        "GM: /combatant add name: Lurk side: Guards at: H8 sheet: line, AKM 47, unspotted",
    ):
        await types(game, line)
    joined = await types(game, "Ben: /combatant add name: Axly side: Squad at: A2 sheet: line, AKM 47, exposed")
    assert "Axly joins the encounter (Squad)." in joined.content


@pytest.mark.parametrize("fog", FOG)
async def test_a_request_to_join_names_nobody_to_others(game: Game, fog: str) -> None:
    for line in (
        "GM: /encounter start ruleset: phoenix",
        f"GM: /encounter options name: fog value: {fog}",
        "GM: /encounter map size: 12x8",
        "GM: /combatant add name: Trent owner: @Ann side: Squad at: A1 sheet: line, AKM 47, exposed",
        "GM: /combatant add name: Axly owner: @Ben side: Guards at: F1 sheet: line, AKM 47, exposed",
    ):
        await types(game, line)
    asked = await types(game, "Ben: /combatant add name: Zorro side: Guards at: H8 sheet: line, AKM 47, unspotted")
    assert "Ben asks to bring in a fighter. A GM decides: Let in or Refuse." in asked.content
    for who in ("Ann", "Cleo"):
        person = game.playground.person(who)
        shown = [await person.slash(CHANNEL, command) for command in ("encounter show", "log", "recap")]
        assert "Zorro" not in "".join([told(a) + str(a.components) for a in shown]) + public(person)
    assert "Zorro" not in await exported(game, "Ann")
    board = await types(game, "GM: /encounter show")
    assert "Ben asks to bring in Zorro (Guards)." in told(await types(game, "GM: /log"))
    await game.gm.click(board, "Refuse Ben: Zorro")
    assert "The GM does not let Ben bring in a fighter." in told(await types(game, "Ann: /log"))
    await types(game, "GM: /undo")
    assert "Zorro" not in told(await types(game, "Ann: /log")) + public(game.ann)
    let_in = await game.gm.click(board, "Let in Ben: Zorro")
    assert "Zorro joins the encounter (Guards)." in let_in.content
    assert "Zorro" not in told(await types(game, "Ann: /log")) + public(game.ann)


# --- copied and forged custom ids


@pytest.mark.parametrize("who", ["Ben", "Cleo"])
async def test_a_forged_choice_does_not_tell_who_is_asked(tmp_path: Path, who: str) -> None:
    """Rookie covers a square in secret, and a bug has come into it."""
    lines = (MARINES[0], "GM: /encounter options name: fog value: hidden", *MARINES[1:-1])
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in lines:
            await types(game, line.replace("Marines", "Rebels") if "@Ben" in line else line)
        await types(game, "GM: /encounter secret who: Rookie")
        turn = await types(game, "GM: /next")
        await turn.until(lambda turn: any("wait for an answer: Rookie" in more["content"] for more in turn.followups))
        desk = Desk(game)
        await desk.begin()
        anchor = Anchor.of(await game.head())
        ids = [c.id for c in (await game.encounter()).combatants]
        masks = masks_of(game.client.referee.store, desk.id)
        forged = [*map(MaskedId, (*ids, "zz9")), *map(masks.mask, (*ids, "c99"))]
        async with nothing_changes(game):
            for id in forged:
                for choice in (0, 7):
                    pressed = await press(desk, game.playground.person(who), CHANNEL, question_id(anchor, id, choice))
                    assert await sentence(pressed) == "That question is no longer open. Nothing has changed."


async def test_a_forged_roll_shows_nothing(game: Game) -> None:
    """Ben, GM of an encounter of their own, would see Ann's blind roll, or reveal a roll that they like."""
    await types(game, "GM: /encounter start ruleset: aliens")
    await game.ben.slash(OTHER, "encounter start", ruleset="aliens")
    own = await game.ben.slash(OTHER, "roll", dice="2d6", blind=True)
    blind = await types(game, "Ann: /roll dice: 2d6 blind: True")
    secret = await game.ben.slash(OTHER, "roll", dice="2d6", secret=True)
    theirs, mine, revealed = (
        next(part["custom_id"] for part in answer.components if "custom_id" in part).split(":")
        for answer in (blind, own, secret)
    )
    desk = Desk(game)
    desk.id = (await game.encounter()).id
    forged = [
        [*theirs[:1], mine[1], *theirs[2:]],
        [*mine[:2], theirs[2], *mine[3:]],
        [*revealed[:2], "123456789012345678", *revealed[3:]],
        [*revealed[:3], "3d6", *revealed[4:]],
        [*revealed[:1], game.ann.id, *revealed[2:]],
    ]
    async with nothing_changes(game):
        for id in forged:
            answer = await press(desk, game.ben, OTHER, ":".join(id))
            assert answer.ephemeral and answer.content == "I don't know that roll. Roll again with /roll.", id
    assert "= **" in (await game.ben.click(own, "See the result")).content


# --- typed dice


async def asked_for(game: Game, line: str) -> list[str]:
    """The dice that Ann is asked for, until the order is carried out; each time she types a 5."""
    answer = await meant(game.ann, await types(game, f"Ann: {line} dice: ?"))
    prompts: list[str] = []
    while "Throw " in answer.content:
        prompts.append(answer.content)
        answer = await game.ann.submit(await game.ann.click(answer, "Type the dice"), {"text": "5"})
    details = await game.ann.click(answer, "Details")
    return [*prompts, *(re.sub(r"#[0-9]+|still to act: .*|[0-9a-f]{64}", "", told(one)) for one in (answer, details))]


@pytest.mark.parametrize("line", ["/throw target: E9 weapon: M 67 aim: 1", "/burst target: E9 aim: 1"])
@pytest.mark.parametrize("fog", ["off", "hidden"])
async def test_dice_that_are_asked_for_do_not_tell_who_is_hit(tmp_path: Path, fog: str, line: str) -> None:
    """Nobody is at E9, or somebody whom Ann does not know: the same dice are asked for, the others are the bot's."""
    asked: list[list[str]] = []
    for place in ("M14", "E9"):
        async with opened(tmp_path / f"{place}.sqlite3") as game:
            for typed in (
                "GM: /encounter start ruleset: phoenix preset: phoenix-advanced",
                f"GM: /encounter options name: fog value: {fog}",
                "GM: /encounter map size: 14x14",
                "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: skill 8, M16, 2 M 67, facing 180",
                "GM: /combatant add name: Axly owner: @Ben side: Guards at: D8 sheet: skill 8, M16, 2 M 67",
                f"GM: /combatant add name: Zorro side: Guards at: {place} secret: True sheet: elite, M870",
            ):
                await types(game, typed)
            asked.append(await asked_for(game, line))
            for _ in range(14):
                await types(game, "GM: /next")
            log = told(await types(game, "Ann: /log"))
            assert "somebody" not in log and "Zorro" not in log
            await types(game, "GM: /encounter end")
            checked = told(await types(game, "GM: /dice verify"))
            assert "problem" not in checked.casefold() and "typed" in checked, checked
    assert asked[0] == asked[1]
    # The grenade is taken from the pouch first: what it throws later asks nobody now.
    assert (len(asked[0]) > 2) is line.startswith("/burst")
    assert line.startswith("/burst") or "none kept for later throws" in asked[0][0]


async def test_dice_that_are_kept_for_a_throw_do_not_tell_who_is_hit(tmp_path: Path) -> None:
    """With or without Zorro, whom Ann does not know, in the blast the same typed dice are thrown, and as many left
    over."""
    read: list[list[str]] = []
    for place in ("M14", "E9"):
        async with opened(tmp_path / f"{place}.sqlite3") as game:
            for typed in (
                "GM: /encounter start ruleset: phoenix preset: phoenix-advanced",
                "GM: /encounter options name: fog value: hidden",
                "GM: /encounter map size: 14x14",
                "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: skill 8, M16, 2 M 67, facing 180",
                "GM: /combatant add name: Axly owner: @Ben side: Guards at: D8 sheet: skill 8, M16, 2 M 67",
                f"GM: /combatant add name: Zorro side: Guards at: {place} secret: True sheet: elite, M870",
            ):
                await types(game, typed)
            dice = " ".join("5" * 24)
            await meant(game.ann, await types(game, f"Ann: /throw target: E9 weapon: M 67 aim: 1 dice: {dice}"))
            for _ in range(14):
                await types(game, "GM: /next")
            await game.client.delivery.flush()
            blast = next(m for m in reversed(game.ann.sees(CHANNEL)) if "goes off at E9. Axly" in m["content"])
            details = told(await game.ann.click(blast, "Details"))
            read.append([line for line in details.splitlines() if "typed" in line or "rolled" in line])
    assert read[0] == read[1]
    assert any("typed but not needed" in line for line in read[0])


async def test_dice_that_are_asked_for_do_not_tell_whether_a_contact_is_still_there(tmp_path: Path) -> None:
    asked: list[list[str]] = []
    for place in ("D8", "M14"):
        async with opened(tmp_path / f"{place}.sqlite3") as game:
            for typed in (
                "GM: /encounter start ruleset: phoenix preset: phoenix-advanced",
                "GM: /encounter options name: fog value: hidden",
                "GM: /encounter map size: 14x14",
                "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: skill 8, M16, facing 180",
                "GM: /combatant add name: Zorro side: Guards at: D8 sheet: elite, M870",
                "GM: /adjust who: Zorro changes: unspotted",
                f"GM: /adjust who: Zorro changes: at {place}",
            ):
                await types(game, typed)
            asked.append((await asked_for(game, "/burst target: D8 aim: 1"))[:-2])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 1
