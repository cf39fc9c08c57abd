"""/undo to: a time of the last run, with the real bot: suggestions, the question in private, the answer, a restart."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.views.private.order_questions import waiting
from tests.cogs.conftest import CHANNEL, Game, as_played, laid_out, refused, says, told, types

TRENT = "skill 8, STR 16, AGI 10, INT 12, M16, 2 M 67"
LINES = (
    "GM: /encounter start ruleset: phoenix",
    f"GM: /combatant add sheet: {TRENT} name: Trent owner: @Ann",
    "GM: /combatant add sheet: green, AKM 47 name: Guard",
)
PLANNED = (
    "Ann: /plan set who: Trent lines: fire at Guard range 40 aim 4; fire at Guard range 40 aim 6; else: stay",
    "GM: /pass who: Guard until: phase 4",
)
"""These are answered in private."""


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        for line in PLANNED:
            await types(game, line)
        yield game


async def suggested(game: Game) -> list[str]:
    return [choice["value"] for choice in await game.gm.autocomplete(CHANNEL, "undo", focused="to")]


async def test_a_run_is_undone_to_a_time_that_is_suggested_and_redone(game: Game) -> None:
    await says(game, "GM: /next run: True")
    run = await game.head()
    times = await suggested(game)
    assert len(times) > 1
    await refused(game, "GM: /undo to: 99.1", f"The last /next can be undone to {times[-1]}")
    for to in times:
        before = await game.head()
        question = await types(game, f"GM: /undo to: {to}")
        first, *results = told(question).replace("\\", "").rstrip().split("\n")
        more = re.fullmatch(r"And (\d+) more\.", results[-1])
        undone = len(results) - 1 + int(more[1]) if more else len(results)
        assert question.ephemeral and first.startswith(f"Going back to {to} undoes {undone} result")
        assert all(re.match(r"[1-9]\d*\.[1-4]: “", line) for line in results[: -1 if more else None])
        assert await game.head() == before
        answer = await game.gm.click(question, f"Undo to {to}")
        assert not answer.ephemeral and f"Undone, back to {to}: " in told(answer).replace("\\", "")
        clock = (await game.encounter()).clock
        assert f"{clock.turn}.{clock.impulse}" == to
        await says(game, "GM: /redo")
        assert as_played((await game.head()).state) == as_played(run.state)


async def test_a_question_from_before_a_restart_does_nothing(game: Game) -> None:
    await says(game, "GM: /next run: True")
    [to, *_] = await suggested(game)
    question = await types(game, f"GM: /undo to: {to}")
    kept, before = dict(waiting._kept), await game.head()
    waiting._kept.clear()
    try:
        answer = await game.gm.click(question, f"Undo to {to}")
    finally:
        waiting._kept.update(kept)
    assert (
        answer.ephemeral
        and answer.content == "That question is no longer open. Nothing has changed; give the order again."
    )
    assert await game.head() == before


async def test_only_a_run_has_times(game: Game) -> None:
    await refused(game, "GM: /undo to: 1.1", "Only a /next can be undone in part")
    assert await suggested(game) == []
