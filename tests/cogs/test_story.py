"""A run in the channel: one message, its results first, and why time stopped."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, laid_out, opened, refused, told, types
from tests.rules.phoenix.skirmish import phoenix

PHOENIX = phoenix()

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Guard side: Guards at: C15 sheet: SAL 10, CA 8, KV 100, AKM 47, facing north",
)
PLANS = (
    "GM: /pass who: Guard until: for 40 phases",
    "Ann: /plan set who: Trent lines: move to C5; at phase 2: move to D5; else: stay",
)


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


@pytest.fixture
async def planned(yard: Game) -> Game:
    for line in PLANS:
        await types(yard, line)
    return yard


def labels(answer: Answer) -> list[str]:
    return [part["label"] for part in answer.components if part["type"] == 2]


async def test_a_run_is_one_message_that_tells_where_fighters_went(planned: Game) -> None:
    before = len(planned.ben.sees(CHANNEL))
    answer = await types(planned, "Ann: /next run: True")
    assert len(planned.ben.sees(CHANNEL)) == before + 1
    moved, stopped, *calls = answer.content.split("\n")
    assert all(line.startswith(("<@", "-# ")) for line in calls), calls
    assert moved == "**1.1 to 2.1** Trent moves from C3 to D5."
    assert stopped.startswith("It is Phase 1") and "Continue with" in stopped
    assert labels(answer) == ["Details", "Undo", "Next", "Run"]


async def test_why_time_stopped_is_for_the_own_side(planned: Game) -> None:
    await types(planned, "GM: /encounter options name: fog value: hidden")
    await types(planned, "Ann: /plan set who: Trent lines: move to C5; move to D5")
    answer = await types(planned, "Ann: /next run: True")
    reason = "The plan is done."
    await planned.playground.until(lambda: any(reason in m["content"] for m in planned.ann.sees(CHANNEL)))
    assert [(m["content"], m["flags"]) for m in planned.ben.sees(CHANNEL) if reason in m["content"]] == []
    details = told(await planned.ann.click(answer.message, "Details"))
    assert reason in details and "Part 1, 1.1" in details
    assert reason not in told(await planned.ben.click(answer.message, "Details"))


async def test_a_shot_from_somebody_unseen_has_its_clock(yard: Game) -> None:
    for line in (
        "GM: /encounter options name: fog value: hidden",
        "GM: /encounter secret who: Guard",
        "GM: /plan set who: Guard lines: at phase 2: fire at Trent aim 8; stay",
        "Ann: /plan set who: Trent lines: stay",
    ):
        await types(yard, line)
    plan = told(await types(yard, "GM: /plan show who: Guard"))
    assert "2.1: Guard aims at Trent: 2 of 8 actions" in plan
    answer = await types(yard, "GM: /next run: True")
    shot, stopped, *_ = answer.content.split("\n")
    assert re.match(r"\*\*[23]\.\d\*\* A shot from the south: ", shot)
    assert stopped.startswith("It is Phase")
    for who in (yard.ann, yard.ben):
        assert not any("Guard aims" in message["content"] for message in who.sees(CHANNEL))


async def test_the_log_has_a_run_in_one_line(planned: Game) -> None:
    await types(planned, "Ann: /next run: True")
    for name in ("Ann", "Ben"):
        log = told(await types(planned, f"{name}: /log"))
        (line,) = [line for line in log.split("\n") if "moves from C3" in line]
        assert "1.2 to 1.4: nothing" in line and "Trent moves from C5 to D5" in line


async def test_the_button_runs_as_the_command_does(planned: Game) -> None:
    older = await types(planned, "GM: /adjust who: Guard changes: at C16")
    answer = await planned.gm.click(older, "Run")
    assert "Trent moves from C3 to D5." in answer.content
    late = await planned.gm.click(older, "Run")
    await late.until(lambda answer: bool(answer.followups))
    assert "That button is old" in late.followups[0]["content"]


async def test_run_with_a_time_is_refused(yard: Game) -> None:
    await refused(yard, "GM: /next time: 2 h run: True", "Give time: or run:, not both.")


async def test_a_gm_is_asked_before_time_passes_somebody_over(yard: Game) -> None:
    yard.playground.world.confirms = frozenset()
    before = await yard.head()
    for line, label in (("GM: /next", "Next anyway"), ("GM: /next run: True", "Run anyway")):
        asked = await types(yard, line)
        assert asked.ephemeral and "Still to act: Trent and Guard." in asked.content
        assert f"Press {label} to continue without them." in asked.content
        assert labels(asked) == [label]
    assert await yard.head() == before
    answer = await yard.gm.click(asked, "Run anyway")
    assert "It is Phase 1, Impulse 2." in answer.content


async def test_of_two_questions_the_second_is_old_once_time_went_on(yard: Game) -> None:
    yard.playground.world.confirms = frozenset()
    first, second = await types(yard, "GM: /next"), await types(yard, "GM: /next")
    await yard.gm.click(first, "Next anyway")
    now = await yard.head()
    late = await yard.gm.click(second, "Next anyway")
    assert late.ephemeral and "That question is old: it is Phase 1, Impulse 2" in late.content
    assert await yard.head() == now


async def test_a_player_is_refused_and_told_who_has_not_acted(yard: Game) -> None:
    await refused(yard, "Ann: /next run: True", "Still to act: Trent and Guard. Until then, only the GM can use /next.")


async def test_one_who_has_a_plan_is_not_passed_over(planned: Game) -> None:
    planned.playground.world.confirms = frozenset()
    answer = await types(planned, "GM: /next")
    assert not answer.ephemeral and "Trent moves from C3 to C5" in answer.content


DUEL = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter map size: 30x30",
    "GM: /combatant add name: Trent side: Squad at: C3 sheet: SAL 14, CA 8, KV 48, M16A1, facing south",
    "GM: /combatant add name: Ash side: Squad at: D3 sheet: SAL 10, CA 8, KV 40, M16A1, facing south",
    "GM: /combatant add name: Guard side: Guards at: C13 sheet: SAL 1, CA 8, KV 10, AKM 47, facing north",
    "GM: /combatant add name: Lookout side: Guards at: AD30 sheet: SAL 1, CA 8, KV 10, AKM 47, facing north",
    "GM: /plan set who: Lookout lines: stay",
    "GM: /plan set who: Trent lines: fire at Guard aim 1; fire at Guard aim 1; fire at Guard aim 2; aim at Guard; stay",
    "GM: /plan set who: Ash lines: turn to west; move to F3; move to F5; stay",
    "GM: /plan set who: Guard lines: fire at Trent aim 1; stay",
)


async def test_a_run_tells_who_fell_and_then_what_happened_in_the_order_of_time(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in ("GM: /channel set detail: normal", *DUEL):
            await types(game, line)
        answer = await types(game, "GM: /next run: True")
        group = await game.client.referee.journal.by_interaction(answer.interaction.id)
    told_lines = [line for line in answer.content.split("\n") if not line.startswith("-# ")]
    *story, end = told_lines
    (moved,) = [line for line in story if "Ash" in line]
    assert re.fullmatch(r"\*\*1\.3 to 2\.1\*\* Ash moves from D3 to F5\.", moved) and end.startswith("It is Phase")
    assert not re.search("aims|turns|west", answer.content)
    shots = [entry for entry in group if entry.resolution.verdict in ("hit", "miss")]
    fired = [line for line in story if " fires " in line]
    begun = [found[1] for line in story if (found := re.match(r"\*\*(\d+\.\d)", line))]
    assert begun == sorted(begun, key=lambda clock: [*map(int, clock.split("."))]) and len(begun) > len(fired)
    folded = [int(number) for line in story for number in re.findall(r", ([0-9]+) times: ", line)]
    assert sum(folded) + len(fired) - len(folded) == len(shots), answer.content
    down = {one.name for one in group[-1].state.combatants if "out" in PHOENIX.summary(one, group[-1].state).short}
    assert {name for name in ("Guard", "Trent") if f"**{name}** is out" in story[0]} == down
