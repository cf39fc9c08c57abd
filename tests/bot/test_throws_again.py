"""The dice of an order: no undo, end or idle edit gives other ones; another order after an undone throw is marked."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.chat import render
from bot.fairness import verify
from bot.game.entries.entries import Entry
from bot.game.journal.lasting_orders import lasting
from bot.game.referee import new_encounter
from bot.game.requests import AttackRequest, SwitchRequest, adjusting, renaming
from bot.game.sight import ToAct
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import UndoneThrow
from rules.engine.records.orders import CombatantOrder, Fire, Move, Next, Pass, Several
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene import dice_keys
from rules.words.places import Place
from tests.bot.table import ANN, BEN, Table, invocation, laid

EXPORTS = Path(__file__).parents[1] / "golden" / "exports"
Document = dict[str, Any]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


@pytest.fixture
async def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table with an encounter from before dice were keyed by the clock."""
    monkeypatch.setattr(new_encounter, "MARKED_BY_THROW", 1)
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


def thrown(entry: Entry) -> list[int]:
    return [step.value for step in entry.resolution.steps if isinstance(step, Roll)]


async def volley(table: Table) -> list[list[int]]:
    """Eight shots of Apone's, one after the other; undone again."""
    before, values = await table.head(), []
    for _ in range(8):
        values.append(thrown(await table.fire()))
        await table.order(adjusting("Apone", "actions 3"))
        await table.order(adjusting("Alien 1", "alive"))
    while (head := await table.head()).origin > before.origin:
        await table.referee.undo(invocation())
    assert head.state.throws == before.state.throws
    return values


async def test_an_idle_edit_changes_no_die(table: Table) -> None:
    first = await volley(table)
    await table.order(renaming("Rifleman", "Vasquez", ""))
    await table.order(SwitchRequest("next", "gm"))
    assert await volley(table) == first


async def test_neither_does_what_others_throw(table: Table) -> None:
    first = await volley(table)
    await table.fire("Alien 2", BEN)
    assert await volley(table) == first


async def test_each_order_of_an_actor_gets_other_dice_and_each_clock(table: Table) -> None:
    values = await volley(table)
    assert len({*map(tuple, values)}) > 1
    assert (await table.head()).state.throws == ()
    await table.fire("Alien 1")
    assert (await table.head()).state.throws == (("c1", 1),)
    await table.fire("Alien 2", dice="7")
    assert (await table.head()).state.throws == (("c1", 1),)
    await table.next()
    assert (await table.head()).state.throws == ()


async def test_after_an_undone_end_nothing_before_it_can_be_undone(table: Table) -> None:
    await table.fire()
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    with pytest.raises(NotNow, match=r"shown the seed of its dice, so nothing before that end can be undone"):
        await table.referee.undo(invocation())
    await table.order(adjusting("Alien 1", "alive"))
    assert (await table.referee.undo(invocation()))[-1].kind == "undo"
    with pytest.raises(NotNow, match="nothing before that end can be undone"):
        await table.referee.undo(invocation())


async def test_an_order_after_an_undone_throw_is_marked(table: Table) -> None:
    shot = await table.fire()
    undo = (await table.referee.undo(invocation()))[-1]
    assert undo.state.undone == (UndoneThrow(Clock(1, 1), "c1", shot.seq, "apone"),)
    await table.order(renaming("Rifleman", "Vasquez", ""))
    (other,) = await table.group(AttackRequest(Fire, target="Alien 2", range=2), ANN)
    assert other.resolution.after_undone == shot.seq
    mark = "This is after an undone throw."
    book = table.referee.library.shelf["aliens"]
    assert mark in render.answer([other], book, ToAct()).content.replace("\\", "")
    assert mark in str(render.log([other], book, 1, 1)).replace("\\", "")
    (stored,) = await table.referee.journal.entries(other.encounter_id, other.seq, other.seq)
    assert stored.resolution == other.resolution


async def test_other_actors_and_other_times_are_not_marked(table: Table) -> None:
    await table.fire()
    await table.referee.undo(invocation())
    assert (await table.fire("Alien 2", BEN)).resolution.after_undone == 0
    await table.next()
    assert (await table.head()).state.undone == ()
    assert (await table.fire("Alien 3")).resolution.after_undone == 0


async def test_typed_dice_that_are_undone_are_no_throws_of_the_bot(table: Table) -> None:
    await table.fire(dice="7")
    await table.referee.undo(invocation())
    assert (await table.fire("Alien 2")).resolution.after_undone == 0


async def test_a_throw_that_is_brought_back_is_not_undone(table: Table) -> None:
    first = await table.fire()
    await table.referee.undo(invocation())
    second = await table.fire("Alien 2")
    await table.referee.undo(invocation())
    assert [one.seq for one in (await table.head()).state.undone] == [second.seq]
    await table.referee.redo(invocation())
    assert [one.seq for one in (await table.head()).state.undone] == [first.seq]
    assert (await table.fire("Alien 3")).resolution.after_undone == first.seq


async def test_a_throw_undone_at_a_later_time_is_known_when_that_comes_again(table: Table) -> None:
    await table.next()
    shot = await table.fire()
    await table.referee.undo(invocation())
    await table.referee.undo(invocation())
    assert (await table.fire("Alien 2", BEN)).resolution.after_undone == 0
    await table.next()
    assert (await table.fire("Alien 3")).resolution.after_undone == shot.seq
    await table.referee.end(invocation())
    assert verify(await table.exported()).problems == ()


async def test_a_throw_undone_before_time_went_on_is_known_when_that_is_undone(table: Table) -> None:
    shot = await table.fire()
    await table.referee.undo(invocation())
    await table.next()
    await table.referee.undo(invocation())
    assert (await table.fire("Alien 2")).resolution.after_undone == shot.seq
    await table.referee.end(invocation())
    assert verify(await table.exported()).problems == ()


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_undone_in_between_every_undone_throw_is_known(table: Table, seed: int) -> None:
    chance = random.Random(seed)
    id = (await table.head()).encounter_id
    store = table.referee.store
    for _ in range(40):
        # Somebody may have been undone, or be dead.
        with suppress(Refusal):
            match chance.choice(["fire", "fire", "next", "name", "undo", "undo", "undo", "redo"]):
                case "fire":
                    await table.fire(*chance.choice([("Alien 1", ANN), ("Alien 2", ANN), ("Alien 2", BEN)]))
                case "next":
                    await table.next()
                case "name":
                    await table.order(renaming("Alien 3", f"Queen {chance.random()}", ""))
                case "undo":
                    await table.referee.undo(invocation())
                case "redo":
                    await table.referee.redo(invocation())
    entries = await table.referee.journal.whole(id)
    for entry in entries[1:]:
        if entry.kind != "order" or entry.part:
            continue
        before, actors = entries[entry.seq - 2], dice_keys.actors_of(entry.order)
        restored = {seq: origin for seq, origin in (await store.journal.restorations(id)).items() if seq < entry.seq}
        lasts = lasting(before.seq, restored)
        undone = [
            other.seq
            for other in entries[1 : before.seq]
            if other.resolution.drawn
            and other.seq not in lasts
            and dice_keys.actor_of(other.order) in actors
            and entries[other.seq - 2].state.clock == before.state.clock
        ]
        assert entry.resolution.after_undone == max(undone, default=0), entry.seq
    await table.referee.end(invocation())
    assert verify(await table.exported()).problems == ()


async def test_an_older_encounter_keeps_its_rule(older: Table) -> None:
    assert (await older.head()).state.dice == 1
    shot = await older.fire()
    await older.referee.undo(invocation())
    again = await older.fire()
    assert thrown(again) == thrown(shot)
    assert (again.resolution.after_undone, again.state.throws, again.state.undone) == (0, (), ())
    await older.referee.end(invocation())
    given = await older.exported()
    assert given["version"] == 1 and "key" not in given["entries"][0]
    report = verify(given)
    assert (report.checked, report.problems, report.typed) == (2, (), 0)


@pytest.mark.parametrize(("version", "checked", "typed"), [(1, 6, 1), (2, 6, 1), (3, 24, 0), (4, 4, 1)])
def test_exports_that_people_have_are_still_believed(version: int, checked: int, typed: int) -> None:
    report = verify(json.loads((EXPORTS / f"version-{version}.json").read_text(encoding="utf-8")))
    assert (report.checked, report.problems, report.typed) == (checked, (), typed)
    assert report.first == (version == 4)


RUN_TEXT = (EXPORTS / "version-3.json").read_text(encoding="utf-8")
RUN: Document = json.loads(RUN_TEXT)
"""Runs, undone in part and as a whole, redone, and repeated one Next at a time."""


def test_the_throws_of_a_run_are_those_of_its_messages() -> None:
    # Worked out here once more from docs/export.md, with hashlib alone.
    [run] = [entry for entry in RUN["entries"] if entry["seq"] == 9]
    order = {name: value for name, value in run["order"].items() if name != "run"}
    digest = hashlib.sha256(json.dumps(order, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    assert run["order"]["run"] is True and run["digest"] == digest
    key = bytes.fromhex(RUN["seeds"][0]["seed"]).ljust(64, b"\0")
    inner, outer = bytes(byte ^ 0x36 for byte in key), bytes(byte ^ 0x5C for byte in key)
    thrown = []
    for k in range(4):
        message = f"{RUN['encounter']['id']}:1:3:Next:{k}:{digest}:0".encode()
        block = hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()
        thrown.append(int.from_bytes(block[:8], "big"))
    rolls = [step for step in run["steps"] if step["type"] == "roll"]
    spans = [(roll["low"], roll["high"] - roll["low"] + 1) for roll in rolls]
    assert [low + first % span for first, (low, span) in zip(thrown, spans, strict=True)] == [42, 55, 94, 0]
    assert [roll["value"] for roll in rolls] == [42, 55, 94, 0]


def _tampered_runs() -> list[tuple[str, Document]]:
    """The runs, each with one thing changed on which its dice or marks depend."""
    changed: list[tuple[str, Document]] = []

    def change(what: str, n: int) -> Document:
        # Read again in a tenth of the time that a deep copy takes.
        changed.append((f"{what} of entry {n + 1}", json.loads(RUN_TEXT)))
        entry: Document = changed[-1][1]["entries"][n]
        return entry

    for n, entry in enumerate(RUN["entries"]):
        for at, effect in enumerate(entry["effects"]):
            if effect["kind"] == "Threw":
                change("more throws", n)["effects"][at]["count"] = effect.get("count", 1) + 1
                change("no throws", n)["effects"][at]["count"] = 0
                change("fewer than none", n)["effects"][at]["count"] = -1
                change("throws of somebody", n)["effects"][at]["actor"] = "c9"
                del change("uncounted throws", n)["effects"][at]
            if effect["kind"] == "Ticked" and [one["kind"] for one in entry["effects"][at + 1 :]].count("Threw"):
                change("no time", n)["effects"][at:] = [one for one in entry["effects"][at:] if one["kind"] != "Ticked"]
        if entry["kind"] == "order":
            change("another count", n)["key"]["k"] += 1
            change("another mark", n)["after_undone"] = 7 if entry["after_undone"] != 7 else None
        else:
            change("another state", n)["origin"] -= 3
        if entry["order"]["kind"] == "Next":
            change("seconds", n)["order"]["seconds"] += 1
    # What was undone is known of the fighter whose plan it was as well.
    del change("no plan", 6)["planned"]
    return changed


@pytest.mark.parametrize(("what", "document"), [pytest.param(*one, id=one[0]) for one in _tampered_runs()])
def test_a_tampered_run_is_noticed(what: str, document: Document) -> None:
    assert verify(document).problems, what


def test_whether_a_next_ran_changes_no_die() -> None:
    document = copy.deepcopy(RUN)
    for entry in document["entries"]:
        entry["order"].pop("run", None)
    assert verify(document).problems == ()


GENUINE: Document = json.loads((EXPORTS / "version-2.json").read_text(encoding="utf-8"))
ORDERS = [n for n, entry in enumerate(GENUINE["entries"]) if entry["key"]]
DRAWN = [
    (n, at)
    for n, entry in enumerate(GENUINE["entries"])
    for at, step in enumerate(entry["steps"])
    if step["type"] == "roll" and not step["typed_by"]
]


def otherwise(value: Any, by: int) -> Any:
    """Another value of the same type."""
    return value + by if isinstance(value, int) else f"{value}{by}" if isinstance(value, str) else by


@given(st.sampled_from(ORDERS), st.sampled_from(["turn", "impulse", "actor", "k"]), st.integers(-3, 9).filter(bool))
def test_a_tampered_clock_actor_or_count_is_noticed(at: int, what: str, by: int) -> None:
    document = copy.deepcopy(GENUINE)
    key = document["entries"][at]["key"]
    key[what] = otherwise(key[what], by)
    assert verify(document).problems


@given(st.sampled_from(DRAWN), st.integers(1, 9))
def test_a_tampered_throw_is_noticed(drawn: tuple[int, int], by: int) -> None:
    document = copy.deepcopy(GENUINE)
    entry, step = drawn
    roll = document["entries"][entry]["steps"][step]
    roll["value"] = (roll["value"] + by) % 10
    assert verify(document).problems


@given(st.integers(0, len(GENUINE["entries"]) - 1), st.integers(1, 40))
def test_a_tampered_mark_is_noticed(at: int, seq: int) -> None:
    document = copy.deepcopy(GENUINE)
    entry = document["entries"][at]
    if entry["kind"] == "order":
        entry["after_undone"] = None if entry["after_undone"] == seq else seq
        assert verify(document).problems


@pytest.mark.parametrize("kind", ["Ticked", "Threw", "Undid"])
def test_tampered_effects_that_dice_go_by_are_noticed(kind: str) -> None:
    found = [
        (n, at)
        for n, entry in enumerate(GENUINE["entries"])
        for at, effect in enumerate(entry["effects"])
        if effect["kind"] == kind
    ]
    assert found
    for n, at in found:
        document = copy.deepcopy(GENUINE)
        effect = document["entries"][n]["effects"][at]
        match kind:
            case "Ticked":
                effect["clock"]["turn"] += 1
            case "Threw":
                effect["actor"] = "c9"
            case "Undid":
                effect["throws"] = [{"clock": {"turn": 1, "impulse": 1}, "actor": "c9", "seq": 2}]
        assert verify(document).problems, (n, at)


@example(20, "origin", 1)
@given(
    st.integers(0, len(GENUINE["entries"]) - 1),
    st.sampled_from(["seq", "parent", "origin", "digest", "order", "kind"]),
    st.integers(1, 9),
)
def test_a_tampered_entry_is_noticed(at: int, what: str, by: int) -> None:
    document = copy.deepcopy(GENUINE)
    entry = document["entries"][at]
    match what:
        case "order":
            entry["order"]["more"] = by
        case "parent":
            entry["parent"] = (entry["parent"] or 0) + by
        case _:
            entry[what] = otherwise(entry[what], by)
    assert verify(document).problems


def test_a_new_export_is_not_passed_off_as_an_old_one() -> None:
    document = copy.deepcopy(GENUINE) | {"version": 1}
    assert verify(document).problems == ("the rest cannot be read: the encounter did not begin with dice of version 1",)


def test_whose_throws_an_order_makes() -> None:
    moves = Several((Move("c1", Place(1, 1)), Move("c2", Place(1, 2))))
    assert dice_keys.actor_of(Pass("c4")) == "c4"
    assert (dice_keys.actor_of(Next()), dice_keys.actor_of(moves)) == ("Next", "Several")
    assert dice_keys.actors_of(moves) == {"Several", "c1", "c2"}


def test_only_fighters_orders_name_an_actor() -> None:
    """The witness goes by the field alone."""
    named = {kind for kind, order in Order.kinds.items() if "actor" in getattr(order, "__dataclass_fields__", ())}
    assert named == {kind for kind, order in Order.kinds.items() if issubclass(order, CombatantOrder)}


def test_a_state_keeps_few_undone_throws() -> None:
    many = [UndoneThrow(Clock(turn, 1), f"c{n}", 9 * turn + n) for turn in range(1, 40) for n in range(9)]
    kept = dice_keys.still_undone([*many, *many], conduct.UNOPENED)
    assert kept == tuple(sorted(many)[: dice_keys.MOST_UNDONE])
