"""An attack of Phoenix Command that leaves its aim out: the player chooses one, with the chance of each before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.records.orders import Attack
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, refused, says, types

TRENT = "SAL 14, CA 7, M16, 2 magazines, 2 M 61"
LINES = (
    "GM: /encounter start ruleset: phoenix",
    f"GM: /combatant add sheet: {TRENT} name: Trent owner: @Ann",
    "GM: /combatant add sheet: green, AKM 47 name: Guard",
    "GM: /combatant add sheet: green, AKM 47 name: Sniper",
)
SHOT = "Ann: /fire target: Guard range: 10"


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


def labels(answer: Answer) -> list[str]:
    return [part["label"] for part in answer.components if part["type"] == 2]


async def asked(game: Game, typed: str) -> Answer:
    """The question that the line leads to; nothing is done."""
    before = await game.head()
    question = await types(game, typed)
    assert question.ephemeral and "How long does Trent aim?" in question.content, question.content
    assert await game.head() == before
    return question


async def test_an_omitted_aim_asks_and_the_answer_is_remembered_for_again(game: Game) -> None:
    question = await asked(game, SHOT)
    first, *_ = shown = labels(question)
    assert first.startswith("1 action: hits ") and len(shown) > 3
    assert all(label.partition(":")[0].endswith(("action", "actions")) for label in shown)
    shot = await game.ann.click(question, shown[1])
    assert not shot.ephemeral and "Trent fires the M16 at Guard" in shot.content
    order = (await game.head()).order
    assert isinstance(order, Attack) and order.aim == 2
    await says(game, "GM: /next")
    again = await game.ann.click(shot, "Again")
    assert not again.ephemeral and "Trent" in again.content
    order = (await game.head()).order
    assert isinstance(order, Attack) and order.aim == 2


@pytest.mark.parametrize("typed", ["Ann: /burst target: Guard range: 10", "Ann: /throw target: Guard range: 10"])
async def test_so_do_bursts_and_throws(game: Game, typed: str) -> None:
    question = await asked(game, typed)
    answer = await game.ann.click(question, labels(question)[0])
    assert not answer.ephemeral, answer.content


async def test_who_has_aimed_already_or_says_how_long_is_not_asked(game: Game) -> None:
    assert "Trent fires" in await says(game, f"{SHOT} aim: 1")
    await says(game, "GM: /next")
    await says(game, "Ann: /aim target: Guard aim: 1")
    assert "Trent fires" in await says(game, SHOT)


async def test_what_is_refused_anyway_is_not_asked_about(game: Game) -> None:
    await refused(game, f"{SHOT} how: cheese", "I don't know “cheese” (nearest")
    await refused(game, "Ann: /fire target: Guard range: 999", "0 to 300 hexes")
    await refused(game, "Ann: /fire target: Guard range: 10 weapon: M 61", "Use /throw")
    await refused(game, "Ben: /fire target: Guard range: 10 who: Trent", "Only a fighter's owner and the GM")


async def test_aim_comes_before_what_would_be_lost_by_the_shot(game: Game) -> None:
    await says(game, "Ann: /aim target: Sniper range: 20 aim: 1")
    question = await asked(game, SHOT)
    caution = await game.ann.click(question, labels(question)[0])
    assert caution.ephemeral and "Trent has aimed at Sniper for 1 action" in caution.content
    assert not (await game.ann.click(caution, "Fire anyway")).ephemeral


async def test_the_range_is_asked_for_first(game: Game) -> None:
    window = await types(game, "Ann: /fire target: Guard")
    assert window.modal is not None
    question = await game.ann.submit(window, {"text": "10"})
    assert question.ephemeral and "How long does Trent aim?" in question.content
    assert not (await game.ann.click(question, labels(question)[0])).ephemeral


async def test_a_quick_ruling_asks_too_and_is_ruled_again_with_the_same_aim(tmp_path: Path) -> None:
    async with opened(tmp_path / "quick.sqlite3") as game:
        question = await game.ann.slash(
            CHANNEL, "fire", who="SAL 14, M16", target="in the open", range=10, ruleset="phoenix"
        )
        assert question.ephemeral and "aim?" in question.content
        ruling = await game.ann.click(question, labels(question)[2])
        assert not ruling.ephemeral
        again = await game.ben.click(ruling, "Again")
        assert not again.ephemeral
