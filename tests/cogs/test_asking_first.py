"""An order that would do what its player may not mean: the player is asked in private, and a press carries it out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.views.private.order_questions import waiting
from standin.driver import Answer
from standin.errors import PageError
from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, refused, says, told, types
from tests.cogs.forging import Forger
from tests.served import connected, stand_in

TRENT = "SAL 14, CA 14, M16, 2 magazines, 2 M 61, facing south"
LINES = (
    "GM: /encounter start ruleset: phoenix",
    f"GM: /combatant add sheet: {TRENT} name: Trent owner: @Ann",
    "GM: /combatant add sheet: SAL 10, CA 7, AKM 47 name: Axly owner: @Ben",
    "GM: /combatant add sheet: green, AKM 47 name: Guard",
    "GM: /combatant add sheet: green, AKM 47 name: Sniper",
)
AIMED = (*LINES, "Ann: /aim target: Guard range: 20 aim: 1")
AT_SNIPER = "Ann: /fire target: Sniper range: 10 aim: 1"
LOSES = "Trent has aimed at Guard for 1 action. This order loses that aim"
ANYWAY = "Fire anyway"


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", AIMED) as game:
        yield game


async def asked(game: Game, typed: str, label: str = ANYWAY) -> Answer:
    """The question that the line leads to; nothing is done."""
    before = await game.head()
    answer = await types(game, typed)
    assert answer.ephemeral and LOSES in answer.content, answer.content
    assert [part["label"] for part in answer.components if part["type"] == 2] == [label]
    assert await game.head() == before
    return answer


async def test_a_shot_that_would_throw_away_aim_asks_first(game: Game) -> None:
    question = await asked(game, AT_SNIPER)
    answer = await game.ann.click(question, ANYWAY)
    assert not answer.ephemeral and "Trent fires the M16 at Sniper" in answer.content
    await question.until(lambda put_away: "the answer is below" in put_away.content)
    assert question.components == []


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("Ann: /burst target: Sniper range: 10 aim: 1", "Burst anyway"),
        ("Ann: /throw target: Sniper range: 10 aim: 1", "Throw anyway"),
        ("Ann: /throw target: Guard range: 10 aim: 1", "Throw anyway"),
    ],
)
async def test_so_do_a_burst_and_a_throw(game: Game, typed: str, label: str) -> None:
    question = await asked(game, typed, label)
    answer = await game.ann.click(question, label)
    assert not answer.ephemeral and "Trent" in answer.content


async def test_aim_that_is_used_and_an_order_that_is_refused_anyway_are_not_asked_about(game: Game) -> None:
    await refused(game, "Ann: /fire target: Sniper range: 999 aim: 1", "0 to 300 hexes")
    await refused(game, "Ben: /fire target: Sniper range: 10 aim: 1 who: Trent", "not yours")
    assert "Trent fires the M16 at Guard" in await says(game, "Ann: /fire target: Guard aim: 1")


async def test_a_double_click_is_one_order(game: Game) -> None:
    question, before = await asked(game, AT_SNIPER), await game.head()
    answers = await asyncio.gather(*(game.ann.click(question, ANYWAY) for _ in range(3)))
    assert (await game.head()).parent == before.seq
    assert sorted(answer.ephemeral for answer in answers) == [False, True, True]
    chosen = "You have already chosen; the answer is below. Give the order again to choose again."
    assert [answer.content for answer in answers if answer.ephemeral] == [chosen, chosen]


async def test_nobody_else_sees_or_answers_it(game: Game) -> None:
    question, before = await asked(game, AT_SNIPER), await game.head()
    with pytest.raises(PageError):
        await game.ben.click(question, ANYWAY)
    answer = await Forger(game).press(game.ben, CHANNEL, question.component(ANYWAY)["custom_id"])
    assert answer.ephemeral and "Only the player who was asked" in answer.content
    assert await game.head() == before


async def test_what_is_no_longer_kept_says_so(game: Game) -> None:
    question = await asked(game, AT_SNIPER)
    before = await game.head()
    word = question.component(ANYWAY)["custom_id"].split(":")[1]
    waiting.drop(word)
    answer = await game.ann.click(question, ANYWAY)
    assert (
        answer.ephemeral
        and answer.content == "That question is no longer open. Nothing has changed; give the order again."
    )
    assert await game.head() == before


async def test_a_question_from_before_a_restart_is_answered(tmp_path: Path) -> None:
    async with stand_in() as playground:
        async with connected(playground, tmp_path / "bot.sqlite3") as bot:
            game = Game(playground, bot.client)
            for line in AIMED:
                await says(game, line)
            question = await asked(game, AT_SNIPER)
        kept = dict(waiting._kept)
        waiting._kept.clear()
        try:
            async with connected(playground, tmp_path / "bot.sqlite3") as bot:
                answer = await bot.person("Ann").click(question, ANYWAY)
                assert (
                    answer.ephemeral
                    and answer.content == "That question is no longer open. Nothing has changed; give the order again."
                )
        finally:
            waiting._kept.update(kept)
        assert playground.violations == []


async def test_a_state_that_has_changed_is_asked_about_again(game: Game) -> None:
    question = await asked(game, AT_SNIPER)
    assert "for 2 actions" in await says(game, "Ann: /aim target: Guard aim: 2")
    second = await game.ann.click(question, ANYWAY)
    assert second.ephemeral and "for 2 actions. This order loses that aim" in second.content
    answer = await game.ann.click(second, ANYWAY)
    assert not answer.ephemeral and "Trent fires the M16 at Sniper" in answer.content


async def test_the_very_order_is_carried_out_or_refused(game: Game) -> None:
    """Whoever acts, and in which encounter, is settled when the order is given."""
    await says(game, "GM: /combatant owner who: Axly user: @Ann")
    question = await asked(game, f"{AT_SNIPER} who: Trent")
    await says(game, "Ann: /aim who: Axly target: Guard range: 10 aim: 1")
    other = await asked(game, f"{AT_SNIPER} who: Trent")
    assert "Trent fires" in (await game.ann.click(question, ANYWAY)).content
    await says(game, "GM: /encounter end")
    await says(game, "GM: /encounter start ruleset: phoenix")
    late = await game.ann.click(other, ANYWAY)
    assert late.ephemeral and "This encounter has ended" in late.content


async def test_again_asks_and_can_be_pressed_again(game: Game) -> None:
    shot = await types(game, "Ann: /fire target: Guard aim: 1")
    await says(game, "Ann: /aim target: Sniper range: 10 aim: 1")
    before = await game.head()
    for _ in range(2):
        question = await game.ann.click(shot, "Again")
        assert question.ephemeral and "Trent has aimed at Sniper for 1 action" in question.content
    assert await game.head() == before
    answer = await game.ann.click(question, ANYWAY)
    assert not answer.ephemeral and "Trent fires the M16 at Guard" in answer.content


async def test_the_order_form_asks(game: Game) -> None:
    form = await types(game, "Ann: /fire range: 10")
    await game.ann.select(
        form, "Target", next(o["label"] for o in form.component("Target")["options"] if "Sniper" in o["label"])
    )
    aims = form.component("Aim: choose now or later")["options"]
    await game.ann.select(form, "Aim: choose now or later", aims[0]["label"])
    question = await game.ann.click(form, "Fire")
    assert question.ephemeral and LOSES in question.content
    assert not (await game.ann.click(question, ANYWAY)).ephemeral


async def test_typed_dice_go_with_the_order_that_is_confirmed(game: Game) -> None:
    question = await asked(game, f"{AT_SNIPER} dice: 99")
    answer = await game.ann.click(question, ANYWAY)
    assert not answer.ephemeral and "typed by Ann" in told(answer)
    await says(game, "GM: /next")
    await says(game, "Ann: /aim target: Guard range: 20 aim: 1")
    question = await asked(game, f"{AT_SNIPER} dice: ?")
    prompt = await game.ann.click(question, ANYWAY)
    assert prompt.ephemeral and "Throw a die" in prompt.content
    window = await game.ann.click(prompt, "Type the dice")
    answer = await game.ann.submit(window, {"text": "99"})
    assert not answer.ephemeral and "typed by Ann" in told(answer)


async def test_a_quick_ruling_has_no_aim_to_lose(tmp_path: Path) -> None:
    async with opened(tmp_path / "quick.sqlite3") as game:
        answer = await game.ann.slash(
            CHANNEL, "fire", who="SAL 14, M16", target="in the open", range=10, aim=3, ruleset="phoenix"
        )
        assert not answer.ephemeral
