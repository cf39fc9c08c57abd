"""Undoing a run back to one of its parts: the times, what is asked, the dice of what happens again, and redo."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Outdated
from bot.fairness import Report, verify
from bot.game.entries.entries import Entry, Group
from bot.game.files.library import Library
from bot.game.journal.lasting_orders import lasting
from bot.game.referee import new_encounter
from bot.game.referee.referee import Referee
from bot.game.referee.undo.undo_redo import Wanted
from bot.game.requests import DirectRequest, MusterRequest, renaming
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.records.agenda import AT, ELSE, Clock, Line, When
from rules.engine.records.errors import NotAllowed, NotNow, Refusal
from rules.engine.records.model import BattleMap, Encounter
from rules.engine.records.orders import Chart, Fire, Next, Pass, Rename, SetPlan, Target, Undo
from rules.engine.records.steps import Roll
from rules.shelf import shelf
from tests.bot.table import ANN, BEN, GM, Table, invocation, later

TRENT = "skill 8, STR 16, AGI 10, INT 12, M16, 2 M 67"
GUARD = "skill 4, STR 12, AGI 10, INT 10, AKM"
RUN = Next(run=True)


async def laid(table: Table) -> None:
    """Trent, whose player is Ann, plans to shoot at Guard, who waits as Sentry does: nobody has to decide for six
    impulses.
    """
    await table.referee.start(invocation(), preset="phoenix-advanced")
    await table.order(DirectRequest(Chart(BattleMap(30, 30))))
    await table.order(MusterRequest("Trent", TRENT, side="Squad", at="C3", owner=ANN))
    await table.order(MusterRequest("Guard", GUARD, side="Guards", at="C12"))
    await table.order(MusterRequest("Sentry", GUARD, side="Guards", at="K25"))
    trent, guard, sentry = (one.id for one in (await table.head()).state.combatants)
    await planned(table, trent, guard)
    await table.order(DirectRequest(Pass(sentry, When(AT, at=Clock((await table.head()).state.clock.turn + 3)))))


async def planned(table: Table, trent: str = "c1", guard: str = "c2") -> None:
    """Trent shoots four times from now on, and Guard waits for three phases."""
    shots = [
        Line(f"fire aim {aim} even if down", (Fire(trent, (Target(guard),), aim=aim),), fallen=True)
        for aim in (2, 3, 4, 4)
    ]
    await table.order(DirectRequest(SetPlan(trent, (*shots, Line("stay", (), When(ELSE))), ANN)), ANN)
    later = Clock((await table.head()).state.clock.turn + 3)
    await table.order(DirectRequest(Pass(guard, When(AT, at=later))))


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same ids and secret seeds each time, so that the fights are the same."""
    luck = random.Random("a long fight")
    monkeypatch.setattr("secrets.token_bytes", luck.randbytes)
    monkeypatch.setattr("secrets.token_hex", lambda n: luck.randbytes(n).hex())


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with await Store.open(tmp_path / "referee.sqlite3") as store:
        table = Table(Referee(Library(store, shelf(), "phoenix")))
        await laid(table)
        yield table


async def run(table: Table, order: Next = RUN) -> Group:
    return await table.group(DirectRequest(order))


async def back(table: Table, to: str, user: str = GM) -> Entry:
    """Undo to that time, and agree."""
    with pytest.raises(AskFirst) as asked:
        await table.referee.undo(invocation(user), wanted=Wanted(to=to))
    (choice,) = asked.value.choices
    assert choice.label == f"Undo to {to}"
    return (await choice.carry_out(invocation(user), ""))[-1]


async def times(table: Table, user: str = GM) -> tuple[str, ...]:
    return await table.referee.undo_times(invocation(user))


async def verdict(table: Table) -> Report:
    """Return the witness's report on the encounter, which is ended."""
    await table.referee.end(invocation())
    return verify(await table.exported())


def thrown(entries: Sequence[Entry]) -> list[tuple[Clock, int]]:
    """The throws, each with the clock that the part left."""
    return [(e.state.clock, step.value) for e in entries for step in e.resolution.steps if isinstance(step, Roll)]


def game(state: Encounter) -> Encounter:
    """A state without what only marks of undone throws go by."""
    return replace(state, undone=())


def label(clock: Clock) -> str:
    return f"{clock.turn}.{clock.impulse}"


async def test_a_run_goes_back_to_any_of_its_times_and_happens_again_with_the_same_dice(table: Table) -> None:
    begun, parts = (await table.head()).state, await run(table)
    drawn = thrown(parts)
    assert len(drawn) == 16
    labels = list(dict.fromkeys(label(part.state.clock) for part in parts))
    found = await times(table)
    assert list(found) == labels[:-1][::-1] and len(found) == 5
    for to in found:
        last = max(part.seq for part in parts if label(part.state.clock) == to)
        restored = await back(table, to)
        assert (restored.kind, restored.origin) == ("undo", last)
        assert restored.order == Undo(to)
        assert restored.resolution.outcome.startswith(f"Undone, back to {to}: ")
        assert game(restored.state) == game(parts[last - parts[0].seq].state) != begun
        again = await run(table)
        gone = [part for part in parts if part.seq > last]
        assert thrown(again) == thrown(gone)
        assert [game(part.state) for part in again] == [game(part.state) for part in gone]
        marked = [part for part in again if part.resolution.after_undone]
        assert bool(marked) == bool(thrown(gone))
        parts = await whole_again(table, parts)
    assert (await verdict(table)).problems == ()


async def whole_again(table: Table, parts: Group) -> Group:
    """Undo the second run and what is left of the first one, and let it run again."""
    await table.referee.undo(invocation())
    await table.referee.undo(invocation())
    again = await run(table)
    assert thrown(again) == thrown(parts)
    return again


async def test_one_by_one_the_nexts_throw_what_the_run_threw(table: Table) -> None:
    parts = await run(table)
    (first, *_) = (part for part in parts if thrown([part]))
    await back(table, label(first.state.clock))
    drawn = [one for part in parts if part.state.clock > first.state.clock for one in thrown([part])]
    singly: list[tuple[Clock, int]] = []
    while len(singly) < len(drawn):
        singly += thrown(await run(table, Next()))
    assert singly == drawn
    assert (await verdict(table)).problems == ()


async def test_redo_brings_all_of_it_back_and_undo_goes_on_below_it(table: Table) -> None:
    before, parts = await table.head(), await run(table)
    latest, earlier = (await times(table))[0], (await times(table))[-1]
    await back(table, latest)
    second = await back(table, earlier)
    assert earlier in second.resolution.outcome
    whole = (await table.referee.undo(invocation()))[-1]
    assert game(whole.state) == game(before.state)
    for restored in (second, None, parts[-1]):
        redone = (await table.referee.redo(invocation()))[-1]
        if restored:
            assert game(redone.state) == game(restored.state)
    assert redone.origin == parts[-1].seq
    with pytest.raises(NotNow, match="There is nothing to redo"):
        await table.referee.redo(invocation())
    assert (await verdict(table)).problems == ()


async def test_what_it_undoes_is_said_first_and_nothing_is_done(table: Table) -> None:
    parts = await run(table)
    head = await table.head()
    with pytest.raises(AskFirst) as asked:
        await table.referee.undo(invocation(), wanted=Wanted(to=label(parts[0].state.clock)))
    first, *quotes = asked.value.sentences
    kept = [part for part in parts if part.state.clock == parts[0].state.clock]
    assert first == f"Going back to 1.1 undoes {len(parts) - len(kept)} results."
    assert "fires the M16 at Guard" in " ".join(quotes) and "\ue000" not in " ".join(quotes)
    assert (await table.head()).seq == head.seq


async def test_a_press_that_comes_too_late_does_nothing_and_one_that_comes_twice_does_it_once(table: Table) -> None:
    await run(table)
    earlier, latest = (await times(table))[-1], (await times(table))[0]
    with pytest.raises(AskFirst) as late:
        await table.referee.undo(invocation(), wanted=Wanted(to=earlier))
    with pytest.raises(AskFirst) as asked:
        await table.referee.undo(invocation(), wanted=Wanted(to=latest))
    press = invocation()
    choice = asked.value.choices[0]
    first, second = await choice.carry_out(press, ""), await choice.carry_out(later(press), "")
    assert [entry.seq for entry in first] == [entry.seq for entry in second] == [(await table.head()).seq]
    with pytest.raises(Outdated):
        await late.value.choices[0].carry_out(invocation(), "")
    # Two at once: one of them finds the other's entry.
    with pytest.raises(AskFirst) as asked:
        await table.referee.undo(invocation(), wanted=Wanted(to=earlier))
    head = (await table.head()).seq
    both = [asked.value.choices[0].carry_out(invocation(), "") for _ in range(2)]
    done = await asyncio.gather(*both, return_exceptions=True)
    assert len([one for one in done if isinstance(one, Outdated)]) == 1
    assert (await table.head()).seq == head + 1


async def test_times_that_are_none_are_refused_with_those_that_are(table: Table) -> None:
    with pytest.raises(NotNow, match="Only a /next can be undone in part"):
        await times(table)
    parts = await run(table)
    head = (await table.head()).seq
    for to in ("9.9", "2", "", " ", "yesterday", label(parts[-1].state.clock), "1.1.1", "x" * 400):
        if not to:
            continue
        with pytest.raises(NotNow, match=r"The last /next can be undone to 1\.1, ") as refusal:
            await table.referee.undo(invocation(), wanted=Wanted(to=to))
        assert len(str(refusal.value)) < 300
    assert (await table.head()).seq == head
    await run(table, Next())
    assert await times(table) == (label(parts[-1].state.clock),)
    await back(table, label(parts[-1].state.clock))
    assert game((await table.head()).state) == game(parts[-1].state)


async def test_players_go_back_only_where_nothing_was_thrown(table: Table) -> None:
    parts = await table.group(DirectRequest(RUN), ANN)
    quiet = max(part.state.clock for part in parts if thrown([part]))
    assert parts[-1].state.clock > quiet
    with pytest.raises(NotAllowed, match=r"^Dice were thrown for that order\. Only the GM can undo it\."):
        await table.referee.undo(invocation(ANN), wanted=Wanted(to="1.1"))
    with pytest.raises(NotAllowed):
        await table.referee.undo(invocation(BEN), wanted=Wanted(to=label(quiet)))
    undone = await back(table, label(quiet), ANN)
    assert undone.user == ANN and undone.state.clock == quiet
    with pytest.raises(NotAllowed, match=r"^Dice were thrown for that order\. Only the GM can undo it\."):
        await table.referee.undo(invocation(ANN))


async def test_dice_for_a_run_are_not_typed(table: Table) -> None:
    with pytest.raises(NotAllowed, match=r"A run takes no typed dice\. Leave out dice: or run:\."):
        await table.order(DirectRequest(RUN), GM, "4 5 6")
    assert (await table.order(DirectRequest(Next()), GM, "4 5 6 7 8 9 1 2 3")).state.clock > Clock()


async def test_in_an_older_encounter_a_next_is_undone_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_encounter, "MARKED_BY_THROW", 2)
    async with await Store.open(tmp_path / "older.sqlite3") as store:
        table = Table(Referee(Library(store, shelf(), "phoenix")))
        await laid(table)
        parts = await run(table)
        assert parts[0].state.dice == 2 and thrown(parts)
        with pytest.raises(NotNow, match="a /next cannot be undone in part"):
            await table.referee.undo(invocation(), wanted=Wanted(to="1.1"))
        await table.referee.undo(invocation())
        assert thrown(await run(table)) == thrown(parts)
        report = await verdict(table)
        assert report.problems == () and report.checked == 2 * len(thrown(parts))


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_undone_in_parts_dice_and_marks_are_right(table: Table, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        with suppress(Refusal):
            match chance.choice(["run", "run", "next", "name", "plan", "plan", "undo", "to", "to", "to", "redo"]):
                case "run":
                    await run(table, Next(run=True))
                case "next":
                    await run(table, Next(chance.choice([0, 0, 4])))
                case "name":
                    await table.order(renaming("Guard" if chance.random() < 0.5 else "Trent", "", "Others"))
                case "plan":
                    await planned(table)
                case "undo":
                    await table.referee.undo(invocation())
                case "to":
                    await back(table, chance.choice(await times(table)))
                case "redo":
                    await table.referee.redo(invocation())
    id = (await table.head()).encounter_id
    entries = await table.referee.journal.whole(id)
    assert any(isinstance(entry.order, Undo) and entry.order.to for entry in entries)
    # What lasts led from state to state, part by part.
    restorations = await table.referee.store.journal.restorations(id)
    kept = [entry for entry in entries if entry.seq in lasting(entries[-1].seq, restorations)]
    assert game(kept[-1].state) == game(entries[-1].state)
    for entry in entries:
        for effect in () if entry.kind == "order" else entry.resolution.effects:
            assert effect.kind in ("Undid", "Committed")
    assert (await verdict(table)).problems == ()
    assert not isinstance(kept[0].order, Rename)
