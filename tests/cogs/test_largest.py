"""Whatever is asked about the largest encounter, the event loop is held at most 50 ms, counted as in `test_budget.py`,
and little memory is taken, by one and by twenty at once.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.game.files import bounds, soundness
from bot.game.referee import resolver
from rules.engine.records.model import Encounter
from rules.engine.table.muster import RESERVE
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, laid_out, mustered, told
from tests.cogs.direct import direct
from tests.cogs.exporting import file_of
from tests.cogs.largest import PAST, PRESETS, QUESTIONS, file_of_the_largest, forged, laden, largest, sizes
from tests.cogs.strangers import SHOOTER, Watch, beside, crowd, leaves, typed
from tests.cogs.test_budget import CALLS, short
from tests.cogs.test_import import OTHER, bring, there
from tests.cogs.test_long_orders import promised
from tests.cogs.test_memory import leave_other_tests_alone, little_left


@asynccontextmanager
async def watched(preset: str, folder: Path) -> AsyncIterator[tuple[Game, Watch]]:
    async with largest(preset, folder) as game:
        watch = Watch(counting=True)
        with direct(game, watch.aside), watch.watching():
            yield game, watch


async def test_every_command(tmp_path: Path) -> None:
    async with watched(PRESETS[0], tmp_path) as (game, watch):
        for command, options in leaves(game.playground.world.all_commands()):
            given: dict[str, Any] = beside(command, "", options) | (
                {"user": game.ben} if command == "encounter gm" else {}
            )
            for who in (game.ben, game.gm):
                watch.begin()
                answer = await who.slash(OTHER, command, **given)
                assert watch.most < CALLS, (who.name, command)
                if not answer.modal and not answer.ephemeral:
                    watch.begin()
                    await game.gm.slash(OTHER, "undo")
                    assert watch.most < CALLS, ("undo", command)
        # Nothing was ended or deleted on the way.
        assert len((await there(game)).combatants) == 60


async def test_every_suggestion(tmp_path: Path) -> None:
    async with watched(PRESETS[0], tmp_path) as (game, watch):
        for command, option, given in typed(game.playground.world.all_commands(), short, ("",)):
            watch.begin()
            await game.gm.autocomplete(OTHER, command, focused=option, **given)
            assert watch.most < CALLS, (command, option)


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_button(preset: str, tmp_path: Path) -> None:
    async with watched(preset, tmp_path) as (game, watch):
        journal, pressed = game.client.referee.journal, set[str]()
        for line in (f"pass who: {SHOOTER}", "next", "encounter show", "fire"):
            answer = await game.gm.types(OTHER, f"/{line}")
            for button in buttons(answer):
                for who in (game.ben, game.gm):
                    # An old button is removed when it is pressed.
                    if button not in buttons(answer):
                        continue
                    journal.forget((await there(game)).id)
                    watch.begin()
                    pressed.add(button["label"])
                    after = await who.click(answer, custom_id=button["custom_id"])
                    assert watch.most < CALLS, (line, button["label"], who.name)
                    if not after.modal and not after.ephemeral and button["label"] != "Undo":
                        await game.gm.slash(OTHER, "undo")
        assert {"Details", "Undo", "Next"} <= pressed


def buttons(answer: Answer) -> list[dict[str, Any]]:
    """The buttons below an answer."""
    parts = [part for row in answer.components for part in row.get("components", [])]
    return [part for part in parts if part["type"] == 2 and "custom_id" in part and not part.get("disabled")]


@pytest.mark.parametrize("preset", PRESETS)
async def test_twenty_at_once(preset: str, tmp_path: Path) -> None:
    async with watched(preset, tmp_path) as (game, watch):
        for fighter in ("Guard 1 1", "Guard 1 2", "Raider 1 1", "Raider 1 2"):
            await game.gm.slash(OTHER, "pass", who=fighter)
        for line, number in QUESTIONS:
            for who in (game.ben, game.gm):
                watch.begin()
                answers = await asyncio.gather(*(who.types(OTHER, f"/{line}") for _ in range(number)))
                assert watch.most < CALLS, (who.name, line)
                assert all(map(told, answers)), line


async def test_little_is_left_of_twenty_questions_at_once(tmp_path: Path) -> None:
    leave_other_tests_alone()
    async with largest(PRESETS[0], tmp_path) as game:
        await game.gm.slash(OTHER, "pass", who=SHOOTER)
        await game.gm.slash(OTHER, "log")
        with direct(game):
            for line, number in PAST:
                # The stand-in takes buffers as large as the files for the first ones, and keeps them.
                await asyncio.gather(*(game.gm.types(OTHER, f"/{line}") for _ in range(2)))
                with little_left(game, line):
                    await asyncio.gather(*(game.gm.types(OTHER, f"/{line}") for _ in range(number)))


async def test_no_state_of_the_past_stays_in_memory(tmp_path: Path) -> None:
    leave_other_tests_alone()
    async with largest(PRESETS[0], tmp_path) as game:
        for fighter in ("Guard 1 1", "Guard 1 2", "Raider 1 1", "Raider 1 2"):
            await game.gm.slash(OTHER, "pass", who=fighter)
        await game.ben.slash(OTHER, "log")
        before = states_in_memory()
        await asyncio.gather(*(game.ben.slash(OTHER, "log") for _ in range(10)))
        assert states_in_memory() <= before


def states_in_memory() -> int:
    gc.collect()
    return sum(isinstance(one, Encounter) for one in gc.get_objects())


async def test_nobody_waits_for_the_questions_of_others(tmp_path: Path) -> None:
    async with largest(PRESETS[0], tmp_path) as game:
        asked = [asyncio.create_task(game.ben.slash(OTHER, "log")) for _ in range(20)]
        # In another channel, with a past of its own.
        answer = await game.gm.slash(CHANNEL, "log")
        assert "Log, page 1" in told(answer) and not all(task.done() for task in asked)
        answers: list[Answer] = await asyncio.gather(*asked)
        assert all("is imported and continues here" in told(answer) for answer in answers)


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_import_itself(preset: str, tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", crowd(preset)) as game:
        file = await file_of_the_largest(game)
        watch = Watch(counting=True)
        with direct(game, watch.aside), watch.watching():
            answer = await bring(game.gm, file)
        assert watch.most < CALLS
        assert not answer.ephemeral, answer.content
        state, opened = sizes(await there(game))
        # One more weapon for each fighter would be too much.
        assert state > soundness.MOST_STATE * 0.7 or opened > soundness.MOST_OPENED * 0.7


async def test_an_import_is_measured_as_what_it_becomes(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", crowd(PRESETS[0])) as game:
        _, document = await file_of(game, game.gm, ids=True)
        before = await game.encounter()
        # Small as a file, large as it is stored; and large where it is written with each weapon wherever it is.
        for weapons, loads, kept, wanted in ((1, 100, 400, "1,024"), (24, 100, 100, "2,048")):
            fighters = tuple(laden(one, weapons, loads, kept) for one in before.combatants)
            large = replace(before, combatants=fighters)
            refused = await bring(game.gm, forged(document, large))
            assert refused.ephemeral
            assert f"KiB, and the limit is {wanted}. Nothing was imported." in refused.content, refused.content
        assert len(await open_encounters(game)) == 1


async def open_encounters(game: Game) -> tuple[Any, ...]:
    return await game.client.referee.store.journal.open_encounters(str(game.playground.world.home.id), 9)


def test_the_largest_is_as_large_as_it_may_be() -> None:
    """The imported encounter has as many bytes as orders can lead to."""
    assert soundness.MOST_STATE == RESERVE * bounds.MOST_STATE


async def test_who_waits_for_a_turn_is_promised_an_answer(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await mustered(game)
    monkeypatch.setattr(resolver, "_SOON", 0.0)
    async with game.client.referee.readings.turn(game.gm.channel_id(CHANNEL)):
        asked = [await game.ben.slash(CHANNEL, command, wait=False) for command in ("log", "recap", "stats")]
        for answer in asked:
            await answer.until(promised)
            assert answer.ephemeral
    for answer in asked:
        await answer.settle()
        assert told(answer)
    assert "Log, page 1" in told(asked[0])
