"""The journal resolved again: the same, different by newer rules, or an alarm."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.entries.entries import Entry
from bot.game.journal.replay import replay
from bot.game.pages.encounter_check import checked
from bot.game.requests import ActionRequest, PastedMusterRequest
from bot.game.store.home.compression import unpacked
from rules.engine.records.orders import Reload
from rules.engine.records.steps import Roll, Step
from rules.engine.scene.effects import Planned, Rescheduled
from tests.bot.table import BEN, Table, invocation, laid
from tests.homes import ask


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def played(table: Table) -> list[Entry]:
    """A shot of keyed dice (entry 5), one typed with a die too many (6), an undo (7), and what else there is."""
    await table.fire(range=3)
    await table.fire("Alien 2", dice="9 3")
    await table.referee.undo(invocation())
    await table.order(ActionRequest(Reload), BEN)
    await table.group(PastedMusterRequest("Alien\nVasquez: Rifleman"))
    await table.next()
    await table.referee.end(invocation())
    return list(await table.referee.journal.whole((await table.head()).encounter_id))


def with_other_dice(entry: Entry) -> Entry:
    def other(step: Step) -> Step:
        return replace(step, value=0) if isinstance(step, Roll) else step

    steps = tuple(other(step) for step in entry.resolution.steps)
    return replace(entry, resolution=replace(entry.resolution, steps=steps))


async def test_everything_comes_out_the_same(table: Table) -> None:
    entries = await played(table)
    found = replay(entries, table.referee.library.shelf)
    firsts = tuple(e.seq for e in entries if e.kind == "order" and e.part == 0)
    assert len(firsts) == len(entries) - 2 > 8
    assert (found.same, found.newer, found.alarms) == (firsts, (), ())


async def test_what_differs_is_an_alarm_unless_the_rules_are_newer(table: Table) -> None:
    entries = await played(table)
    # Nothing is beyond a roll of 0: the miss of entry 6 becomes a hit.
    entries[5] = with_other_dice(entries[5])
    found = replay(entries, table.referee.library.shelf)
    assert (found.newer, found.alarms) == ((), (6,))
    entries[5] = replace(entries[5], rules_version="older")
    found = replay(entries, table.referee.library.shelf)
    assert (found.newer, found.alarms) == ((6,), ())
    assert 6 not in found.same and len(found.same) > 7


async def test_an_agenda_that_was_stored_whole_is_no_difference(table: Table) -> None:
    entries = await played(table)
    n, entry = next(
        (n, e) for n, e in enumerate(entries) if any(isinstance(x, Rescheduled) for x in e.resolution.effects)
    )
    whole = tuple(Planned(entry.state.agenda) if isinstance(x, Rescheduled) else x for x in entry.resolution.effects)
    entries[n] = replace(entry, resolution=replace(entry.resolution, effects=whole))
    assert replay(entries, table.referee.library.shelf).alarms == ()


async def test_an_order_that_is_refused_today_differs(table: Table) -> None:
    entries = await played(table)
    entries[4] = replace(entries[4], state=replace(entries[4].state, ended=True))
    assert 6 in replay(entries, table.referee.library.shelf).alarms


async def test_verifying_tells_of_an_alarm(table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await played(table)
    assert (await checked(table.referee, invocation())).report.problems == ()
    file = tmp_path / "referee.sqlite3"
    [(resolution,)] = ask(file, "SELECT resolution FROM entries WHERE seq = 6")
    hit = unpacked(resolution).replace(b'"miss"', b'"hit"')
    assert hit != unpacked(resolution)
    ask(file, "UPDATE entries SET resolution = ? WHERE seq = 6", hit)
    verdict = await checked(table.referee, invocation())
    assert verdict.report.problems == (
        "entry 6: its content does not match its hash",
        "#6: its dice give a different result today, under the same rules",
    )
    assert "#6" in caplog.text
