"""A result that only tells the time takes the place of the last: idle time posts nothing, and nothing is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from standin.driver import Person
from standin.faults import CALLBACK
from tests.bot.test_delivery import until_delivered
from tests.cogs.conftest import CHANNEL, Game, laid_out, types
from tests.served import Process, stand_in

EDIT = "PATCH /channels/*/messages/*"
YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /combatant add name: Guard side: Guards sheet: SAL 10, CA 8, KV 100, AKM 47",
)
PASS = "GM: /pass who: Guard until: for 40 phases"


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        await types(game, PASS)
        yield game


def public(somebody: Person) -> list[dict[str, Any]]:
    return [message for message in somebody.sees(CHANNEL) if not message["flags"] & 64]


async def until_noted(tmp_path: Path) -> None:
    await until_delivered(tmp_path / "referee.sqlite3")


async def test_idle_time_edits_the_last_line(yard: Game, tmp_path: Path) -> None:
    first = await types(yard, "GM: /next")
    assert not first.ephemeral and first.content == "It is Phase 1, Impulse 2."
    before = public(yard.ben)
    second = await types(yard, "GM: /next")
    assert second.ephemeral and second.content == "Updated above: It is Phase 1, Impulse 3."
    await first.until(lambda answer: answer.content == "It is Phase 1, Impulse 3.")
    assert [m["id"] for m in public(yard.ben)] == [m["id"] for m in before]
    await until_noted(tmp_path)
    # Its buttons are those of the later order.
    undone = await yard.gm.click(first.message, "Undo")
    assert "Phase 1, Impulse 3" in undone.content or "Phase 1, Impulse 2" in undone.content


async def test_a_press_under_the_line_is_answered_by_the_edit(yard: Game, tmp_path: Path) -> None:
    first = await types(yard, "GM: /next")
    before = len(yard.gm.sees(CHANNEL))
    for impulse in (3, 4):
        await yard.gm.click(first.message, "Next")
        await first.until(lambda answer, n=impulse: answer.content == f"It is Phase 1, Impulse {n}.")  # type: ignore[misc]
    assert len(yard.gm.sees(CHANNEL)) == before
    await until_noted(tmp_path)
    assert yard.playground.asked(EDIT) == []


async def test_any_other_result_in_between_makes_it_a_post(yard: Game) -> None:
    await types(yard, "GM: /next")
    await types(yard, "GM: /combatant edit who: Guard name: Sentry")
    before = len(public(yard.ben))
    assert not (await types(yard, "GM: /next")).ephemeral
    assert len(public(yard.ben)) == before + 1


async def test_a_line_older_than_an_hour_is_left_alone(yard: Game) -> None:
    first = await types(yard, "GM: /next")
    yard.playground.world.ahead += 3601
    assert not (await types(yard, "GM: /next")).ephemeral
    assert first.content == "It is Phase 1, Impulse 2."


async def test_if_the_line_is_gone_the_result_is_posted(yard: Game) -> None:
    first = await types(yard, "GM: /next")
    yard.playground.faults.answer(EDIT, 404, code=10008)
    answer = await types(yard, "GM: /next")
    await answer.until(lambda answer: bool(answer.followups))
    assert answer.followups[0]["content"] == "It is Phase 1, Impulse 3."
    assert first.content == "It is Phase 1, Impulse 2."


@pytest.mark.parametrize("after", [False, True], ids=["not taken", "taken"])
async def test_an_edit_of_which_nothing_is_heard_is_shown_once(yard: Game, tmp_path: Path, after: bool) -> None:
    await types(yard, "GM: /next")
    yard.playground.faults.drop(EDIT, after=after, times=None if not after else 1)
    await types(yard, "GM: /next")
    await until_noted(tmp_path)
    assert sum("Impulse 3" in m["content"] for m in public(yard.ben)) == 1


@pytest.mark.parametrize("after", [False, True], ids=["not taken", "taken"])
@pytest.mark.parametrize("route", [EDIT, CALLBACK])
async def test_killed_while_the_line_is_edited(tmp_path: Path, route: str, after: bool) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        gm, ben = playground.person("GM"), playground.person("Ben")
        async with Process(playground, file) as process:
            for line in (*YARD, PASS):
                await gm.types(CHANNEL, line.partition(": ")[2])
            first = await gm.types(CHANNEL, "/next")
            await until_delivered(file)
            stall = playground.faults.stall(route, after=after)
            deed: Callable[[], Any] = partial(gm.types, CHANNEL, "/next", wait=False)
            if route == CALLBACK:
                deed = partial(gm.click, first.message, "Next", wait=False)
            await deed()
            await stall.reached.wait()
            await process.kill()
            stall.release()
            await process.start()
            await until_delivered(file)
            lines = [m["content"] for m in public(ben) if m["content"].startswith("It is")]
            assert sum("Impulse 3" in line for line in lines) == 1
            second, third = (
                f"It is Phase 1, Impulse {n}.\n-# 1.{n} · #{n + 1} · All done: /next continues" for n in (2, 3)
            )
            assert lines in ([third], [second, third])
            assert playground.violations == [], playground.violations[:3]
