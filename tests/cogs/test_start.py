"""`/start` guides a newcomer through a first fight in every rulebook, press by press."""

from __future__ import annotations

import asyncio

import pytest

from rules.shelf import shelf
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, is_public, says, told
from tests.waiting import until

SIDES = {"aliens": "Marines", "phoenix": "Squad", "savage": "Squad", "space_marines": "Marines"}


def labels(message: object) -> list[str]:
    rows = message["components"] if isinstance(message, dict) else message.components  # type: ignore[attr-defined]
    return [part["label"] for row in rows for part in row.get("components", []) if "label" in part]


async def guided(answer: Answer) -> dict[str, object]:
    """The last private step of the guide after a press."""
    await until(lambda: bool(answer.followups))
    return answer.followups[-1]


async def begun(game: Game, book: str, side: str) -> dict[str, object]:
    offered = await game.ann.slash(CHANNEL, "start")
    assert offered.ephemeral and labels(offered) == [one.title for one in shelf().values()]
    sides = await game.ann.click(offered, shelf()[book].title)
    assert sides.ephemeral and SIDES[book] in labels(sides) and labels(sides)[-1] == "GM"
    started = await game.ann.click(sides, side)
    assert is_public(started) and "First fight" in told(started)
    return await guided(started)


@pytest.mark.parametrize("book", SIDES)
async def test_a_first_fight_from_start_to_end(game: Game, book: str) -> None:
    step = await begun(game, book, SIDES[book])
    assert "You are the GM" in str(step["content"])
    taken = await game.ann.click(step, f"Play the {SIDES[book]}")
    encounter = await game.encounter()
    mine = [one.name for one in encounter.combatants if one.owner == game.ann.id]
    assert len(mine) == 2
    step = await guided(taken)
    assert "These fighters are yours" in str(step["content"]) and "can act" in str(step["content"])
    chances = await game.ann.click(step, "Chances")
    assert chances.ephemeral
    step = await guided(chances)
    assert "Now fire." in str(step["content"])
    fire = next(label for label in labels(step) if " fires at " in label)
    shot = await game.ann.click(step, fire)
    assert is_public(shot) and any(name in told(shot) for name in mine)
    step = await guided(shot)
    assert "Next turn" in labels(step)
    onward = await game.ann.click(step, "Next turn")
    step = await guided(onward)
    assert "**First fight**" in str(step["content"])
    ended = await game.ann.click(step, "End")
    assert is_public(ended) and "seed" in told(ended).casefold()
    assert "/encounter start" in str((await guided(ended))["content"])


async def test_the_gm_plays_everyone(game: Game) -> None:
    step = await begun(game, "aliens", "GM")
    assert not any(label.startswith("Play the") for label in labels(step))
    encounter = await game.encounter()
    assert encounter.gms == (game.ann.id,) and not any(one.owner for one in encounter.combatants)


async def test_where_an_encounter_is_open_it_says_so(game: Game) -> None:
    await says(game, "GM: /encounter start ruleset: aliens title: The corridor")
    answer = await game.ann.slash(CHANNEL, "start")
    assert answer.ephemeral and "The corridor" in answer.content
    assert labels(answer) == ["What can I do now?"]
    assert (await game.ann.click(answer, "What can I do now?")).ephemeral


async def test_start_again_continues_ones_own_first_fight(game: Game) -> None:
    await begun(game, "savage", "Squad")
    again = await game.ann.slash(CHANNEL, "start")
    assert again.ephemeral and any(" fires at " in label for label in labels(again))
    assert labels(await game.ben.slash(CHANNEL, "start")) == ["What can I do now?"]


async def test_a_side_pressed_three_times_starts_one_fight(game: Game) -> None:
    offered = await game.ann.slash(CHANNEL, "start")
    sides = await game.ann.click(offered, shelf()["aliens"].title)
    answers = await asyncio.gather(*(game.ann.click(sides, "Marines") for _ in range(3)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True, True]


async def test_the_end_of_another_fight_is_not_pressed(game: Game) -> None:
    step = await begun(game, "aliens", "Marines")
    await says(game, "Ann: /encounter end")
    await says(game, "GM: /encounter start ruleset: aliens title: The corridor")
    late = await game.ann.click(step, "End")
    assert late.ephemeral and "no longer open" in late.content
    assert not (await game.encounter()).ended


async def test_help_tells_newcomers_of_it(game: Game) -> None:
    assert "`/start`" in await game.whispers(game.ann, "help")
