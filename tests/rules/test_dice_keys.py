"""The dice of a Next, throw by throw: known answers, a run and its Nexts one by one, undone parts and their marks."""

from __future__ import annotations

import hashlib
import hmac
import pickle
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import DiceWanted
from rules.engine.records.model import Encounter, UndoneThrow
from rules.engine.records.orders import Fire, Next
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene import dice_keys
from rules.engine.scene.dice import (
    CountedDice,
    Dice,
    KeptDice,
    KeyedDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    order_digest,
)
from rules.engine.scene.effects import Threw, Ticked, Undid
from rules.engine.scene.scene import Part, Scene

SEED = bytes(range(32))
DIGEST = order_digest(b'{"kind":"Next","seconds":0}')
BEGUN = Encounter("e1", "Hadley", "phoenix", "", (), "", clock=Clock(2, 1), dice=dice_keys.KEYED_BY_THROW)

Step = str
"""A throw ("throw"), the next impulse ("tick"), or the end of a part ("part")."""
STEPS = st.lists(st.sampled_from(["throw", "throw", "part", "part", "tick"]), max_size=40)


def by_hand(message: str, low: int = 0, high: int = 99) -> int:
    """A throw as docs/export.md describes it, for spans of which the first integer is fair."""
    block = hmac.new(SEED, message.encode(), hashlib.sha256).digest()
    return low + int.from_bytes(block[:8], "big") % (high - low + 1)


def dice_on(encounter: Encounter) -> CountedDice:
    return CountedDice(SEED, encounter.id, *dice_keys.key(Next(), encounter), DIGEST)


def carried_out(steps: Iterable[Step], before: Encounter, dice: Dice | None = None) -> tuple[Part, ...]:
    """The parts of a Next of these steps."""
    scene = Scene(before, dice or dice_on(before))
    scene.counted = dice_keys.counted(Next(), before)
    for step in [*steps, "part"]:
        clock = scene.encounter.clock
        match step:
            case "throw":
                scene.throw("Hit", "to hit", 0, 99)
            case "tick":
                scene.do(Ticked(Clock(clock.turn + clock.impulse // 4, clock.impulse % 4 + 1)))
            case "part":
                scene.conclude("It happens.")
    return dice_keys.recorded(Next(), before, scene.parts, drawn=scene.drawn)


def thrown(parts: Iterable[Part]) -> list[int]:
    return [step.value for part in parts for step in part.resolution.steps if isinstance(step, Roll)]


def folded(parts: Iterable[Part], before: Encounter) -> Encounter:
    for part in parts:
        for effect in part.resolution.effects:
            before = effect.on(before)
    return before


def clocks_of(before: Encounter, part: Part) -> list[Clock]:
    """The clocks at which a part throws, by its effects."""
    clock, clocks = before.clock, []
    for effect in part.resolution.effects:
        if isinstance(effect, Ticked):
            clock = effect.clock
        elif isinstance(effect, Threw):
            clocks.append(clock)
    return clocks


def whole_parts(steps: Sequence[Step]) -> list[list[Step]]:
    parts: list[list[Step]] = [[]]
    for step in steps:
        if step == "part":
            parts.append([])
        else:
            parts[-1].append(step)
    return parts


def joined(parts: Sequence[list[Step]]) -> list[Step]:
    return [step for part in parts[:-1] for step in [*part, "part"]] + parts[-1] if parts else []


def test_each_throw_has_the_key_of_an_order() -> None:
    one, other = ["throw", "throw", "part", "throw", "part", "part"], ["throw", "part", "throw", "part", "throw"]
    steps = [*one, "throw", "tick", *other]
    parts = carried_out(steps, BEGUN)
    keys = ["2:1:Next:0", "2:1:Next:1", "2:1:Next:2", "2:1:Next:3", "2:2:Next:0", "2:2:Next:1", "2:2:Next:2"]
    expected = [by_hand(f"e1:{key}:{DIGEST}:0") for key in keys]
    assert thrown(parts) == expected == [29, 64, 98, 94, 48, 23, 47]  # by openssl
    assert parts[-1].encounter.throws == (("Next", 3),)
    counts = [[effect.count for effect in part.resolution.effects if isinstance(effect, Threw)] for part in parts]
    assert counts == [[2], [1], [], [1, 1], [1], [1]]


def test_orders_that_are_no_next_keep_one_key() -> None:
    shot = Fire("c1")
    assert dice_keys.counted(Next(run=True), BEGUN) == "Next" and not dice_keys.counted(shot, BEGUN)
    assert not dice_keys.counted(Next(), replace(BEGUN, dice=dice_keys.KEYED_BY_CLOCK))
    scene = Scene(BEGUN, KeyedDice(SEED, "e1", *dice_keys.key(shot, BEGUN), DIGEST))
    for _ in range(2):
        scene.throw("Hit", "to hit", 0, 99)
        scene.conclude("A shot.")
    parts = dice_keys.recorded(shot, BEGUN, scene.parts, drawn=scene.drawn)
    assert thrown(parts) == [by_hand(f"e1:2:1:c1:0:{DIGEST}:{n}") for n in (0, 1)]
    assert parts[0].resolution.effects == () and parts[1].encounter.throws == (("c1", 1),)


def test_whether_a_next_runs_is_not_in_its_digest() -> None:
    assert dice_keys.digested(Next(30, run=True, windows=5)) == Next(30) != Next()


@given(STEPS)
def test_the_effects_give_the_states(steps: list[Step]) -> None:
    before = replace(BEGUN, throws=(("Next", 1), ("c1", 2)))
    parts = carried_out(steps, before)
    for at, part in enumerate(parts, 1):
        assert folded(parts[:at], before) == part.encounter


@given(STEPS, st.data())
def test_a_run_throws_what_its_nexts_throw_one_by_one(steps: list[Step], data: st.DataObject) -> None:
    whole, pieces = carried_out(steps, BEGUN), whole_parts(steps)
    cuts = sorted({0, len(pieces), *data.draw(st.lists(st.integers(0, len(pieces)), max_size=4))})
    encounter, parts = BEGUN, list[Part]()
    for first, last in pairwise(cuts):
        parts += carried_out(joined(pieces[first:last]), encounter)
        encounter = parts[-1].encounter
    assert tuple(parts) == whole


@given(STEPS, st.data())
def test_an_undo_of_the_last_parts_changes_no_die(steps: list[Step], data: st.DataObject) -> None:
    whole, pieces = carried_out(steps, BEGUN), whole_parts(steps)
    kept = data.draw(st.integers(1, len(pieces)))
    gone = list(enumerate(whole))[kept:]
    restored = whole[kept - 1].encounter
    undone = dice_keys.still_undone(dice_keys.undone_throws(Next(), restored, gone), restored)
    again = carried_out(joined(pieces[kept:]), Undid(undone).on(restored)) if gone else ()
    assert thrown(again) == thrown(part for _, part in gone)
    # The first part that throws at a clock is marked with the latest undone throw there.
    latest = {clock: seq for seq, part in gone for clock in clocks_of(whole[seq - 1].encounter, part)}
    marked = set[Clock]()
    for (seq, part), repeated in zip(gone, again, strict=True):
        clocks = set(clocks_of(whole[seq - 1].encounter, part)) - marked
        assert repeated.resolution.after_undone == max((latest[clock] for clock in clocks), default=0)
        marked |= clocks


@given(STEPS)
def test_no_two_throws_have_one_message(steps: list[Step]) -> None:
    seen: list[str] = []

    class Watched(CountedDice):
        def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
            seen.append(f"{self._clock}:{self._k}")
            return super().throw(why, low, high)

    carried_out(steps, BEGUN, Watched(SEED, "e1", *dice_keys.key(Next(), BEGUN), DIGEST))
    assert len(seen) == len(set(seen)) == steps.count("throw")


def test_an_undone_part_is_a_throw_of_the_planned_fighter_too() -> None:
    parts = list(carried_out(["throw", "part", "throw"], BEGUN))
    parts[1] = replace(parts[1], resolution=replace(parts[1].resolution, planned="c1"))
    undone = dice_keys.undone_throws(Next(), BEGUN, list(enumerate(parts, 5)))
    assert set(undone) == {
        UndoneThrow(Clock(2, 1), "Next", 5),
        UndoneThrow(Clock(2, 1), "Next", 6),
        UndoneThrow(Clock(2, 1), "c1", 6),
    }
    known = replace(BEGUN, undone=dice_keys.still_undone(undone, BEGUN))
    scene = Scene(known, dice_on(known))
    scene.throw("Hit", "to hit", 0, 99)
    scene.conclude("A shot by hand.")
    (shot,) = dice_keys.recorded(Fire("c1"), known, [*scene.parts], drawn=scene.drawn)
    assert shot.resolution.after_undone == 6
    (other,) = dice_keys.recorded(Fire("c2"), known, [*scene.parts], drawn=scene.drawn)
    assert other.resolution.after_undone == 0


def test_of_the_undone_throws_of_an_order_without_parts_only_the_first_counts() -> None:
    parts = list(enumerate(carried_out(["throw", "part", "throw"], BEGUN), 5))
    order: Order = Fire("c1")
    assert dice_keys.undone_throws(order, BEGUN, parts) == (UndoneThrow(Clock(2, 1), "c1", 5),)
    assert dice_keys.undone_throws(order, BEGUN, []) == ()


KINDS: dict[str, Callable[[], Dice]] = {
    "keyed": lambda: KeyedDice(SEED, "e1", 1, DIGEST),
    "counted": lambda: dice_on(BEGUN),
    "scripted": lambda: ScriptedDice(range(50)),
    "typed": lambda: TypedDice(range(30), "Trent", dice_on(BEGUN), frozenset({"c1"})),
    "kept": lambda: KeptDice((1, 2), "Trent", dice_on(BEGUN)),
    "seeded": lambda: SeededDice(4),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("before", [0, 1, 3])
def test_a_copy_has_a_count_of_its_own(kind: str, before: int) -> None:
    def values(dice: Dice, count: int) -> list[int]:
        return [dice.throw(why, 0, 99)[0] for why in ["a test", "to hit \ue000c1\ue001"] * (count // 2 + 1)][:count]

    dice = KINDS[kind]()
    values(dice, before)
    other = copy(dice)
    first = values(other, 6)
    assert values(dice, 6) == first
    assert values(copy(dice), 2) == values(copy(dice), 2)


def test_counted_dice_follow_the_clock_behind_typed_and_kept_ones() -> None:
    plain = thrown(carried_out(["throw", "part", "throw", "tick", "part", "throw"], BEGUN))
    unknown = TypedDice((), "Trent", dice_on(BEGUN), frozenset({"c1"}))
    kept = KeptDice((), "Trent", dice_on(BEGUN))
    assert thrown(carried_out(["throw", "part", "throw", "tick", "part", "throw"], BEGUN, kept)) == plain
    scene = Scene(BEGUN, unknown)
    values = []
    for tick in (False, True, False):
        values.append(scene.throw("Hit", "to hit \ue000c1\ue001", 0, 99))
        if tick:
            scene.do(Ticked(Clock(2, 2)))
        scene.conclude("It happens.")
    assert values == plain
    with pytest.raises(DiceWanted):
        scene.throw("Hit", "to hit", 0, 99)


def test_in_another_process_counted_dice_begin_with_the_first_throw() -> None:
    dice = dice_on(replace(BEGUN, throws=(("Next", 3),)))
    dice.throw("a test", 0, 99)
    dice.tick(Clock(2, 2))
    there = pickle.loads(pickle.dumps(dice))
    assert isinstance(there, CountedDice)
    assert there.throw("a test", 0, 99)[0] == by_hand(f"e1:2:1:Next:3:{DIGEST}:0")
