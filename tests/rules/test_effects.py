"""Each effect changes what it says, and nothing else."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rules.engine.records.agenda import Clock, Question, Task, Timer, Watch
from rules.engine.records.errors import UnknownName
from rules.engine.records.model import Ammunition, Apart, BattleMap, Carried, Combatant, Encounter, Spare
from rules.engine.records.orders import Fire, Next, Reload
from rules.engine.records.records import Condition, Weapon
from rules.engine.scene.effects import (
    Appeared,
    Appointed,
    Became,
    Charted,
    Committed,
    Drawn,
    Effect,
    Ended,
    Joined,
    Left,
    Loaded,
    Met,
    Opened,
    Passed,
    Placed,
    Planned,
    Ranged,
    Registered,
    Rescheduled,
    Switched,
    Ticked,
)
from rules.words.places import Place

FULL = Ammunition("boxes", 16, 16, (Spare(16, 2),))
ONE = Combatant("c1", "One", "A", "u1", (Carried(Weapon("Rifle"), FULL), Carried(Weapon("Knife"))), Condition())
TWO = replace(ONE, id="c2", name="Two", owner=None)
BASE = Encounter(
    id="e1",
    title="Test",
    ruleset="none",
    preset="none",
    gms=("gm",),
    commitment="00",
    switches=(("a", "on"), ("c", "off")),
    combatants=(ONE, TWO),
    mustered=2,
    ranges=(Apart("c1", "c2", 5),),
    passed=("c2",),
)


def changed(effect: Effect, before: Encounter = BASE) -> dict[str, object]:
    """The fields that the effect changed, with their new values."""
    after = effect.on(before)
    return {
        field.name: getattr(after, field.name)
        for field in fields(Encounter)
        if getattr(after, field.name) != getattr(before, field.name)
    }


LESS = replace(FULL, loaded=3)
BOARD = BattleMap(3, 3)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            Loaded("c1", 0, LESS),
            {"combatants": (replace(ONE, carried=(Carried(Weapon("Rifle"), LESS), ONE.carried[1])), TWO)},
        ),
        (Drawn("c2", 1), {"combatants": (ONE, replace(TWO, in_hand=1))}),
        (Placed("c1", Place(2, 2)), {"combatants": (replace(ONE, place=Place(2, 2)), TWO), "ranges": ()}),
        (Placed("c1", None), {"ranges": ()}),
        (Ranged(Apart("c2", "c1", 7)), {"ranges": (Apart("c2", "c1", 7),)}),
        (Appeared("c2", False), {"combatants": (ONE, replace(TWO, present=False))}),
        (Appeared("c2", True), {}),
        (Ticked(Clock(2, 3)), {"clock": Clock(2, 3), "passed": ()}),
        (Planned((Timer(Clock(2), Next()),)), {"agenda": (Timer(Clock(2), Next()),)}),
        (Rescheduled(0, 0, (Timer(Clock(2), Next()),)), {"agenda": (Timer(Clock(2), Next()), *BASE.agenda)}),
        (Passed("c1"), {"passed": ("c2", "c1")}),
        (Joined(replace(ONE, id="c3")), {"combatants": (ONE, TWO, replace(ONE, id="c3")), "mustered": 3}),
        (Registered("c1", "Uno", "B", None), {"combatants": (replace(ONE, name="Uno", side="B", owner=None), TWO)}),
        (Met("c1", "Reds"), {"combatants": (replace(ONE, met=("Reds",)), TWO)}),
        (Switched("b", "on"), {"switches": (("a", "on"), ("b", "on"), ("c", "off"))}),
        (Switched("a", "off"), {"switches": (("a", "off"), ("c", "off"))}),
        (Appointed(("gm", "gm2")), {"gms": ("gm", "gm2")}),
        (Charted(BOARD), {"battle_map": BOARD}),
        (Ended(), {"ended": True}),
        (Committed("ff"), {"commitment": "ff"}),
        (Opened(replace(BASE, title="Other")), {"title": "Other"}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Effect) else "",
)
def test_changes(effect: Effect, expected: dict[str, object]) -> None:
    assert changed(effect) == expected


def test_became() -> None:
    condition = Condition()
    assert Became("c1", condition).on(BASE).combatant("c1").condition is condition


def test_ranges_of_others_stay() -> None:
    three = replace(BASE, ranges=(Apart("c1", "c2", 5), Apart("c2", "c3", 6)))
    assert Placed("c1", Place(1, 1)).on(three).ranges == (Apart("c2", "c3", 6),)
    assert Ranged(Apart("c1", "c2", 1)).on(three).ranges == (Apart("c2", "c3", 6), Apart("c1", "c2", 1))


def test_who_leaves_takes_his_plans_along() -> None:
    mine = (
        Task("c2", Reload("c2"), 2, 8),
        Watch("c2", (Place(1, 1),), Clock(2), Fire("c2")),
        Question("c2", "Duck?", ("yes", "no"), (Fire("c1"),)),
        Question("c1", "Duck?", ("yes", "no"), (Fire("c2"),)),
    )
    both = Question("c1", "Duck?", ("yes", "no"), (Fire("c2"), Fire("c3")))
    others = (Task("c1", Reload("c1"), 2, 8), Timer(Clock(2), Next()))
    before = replace(BASE, agenda=(*mine, both, *others))
    after = (replace(both, rest=(Fire("c3"),)), *others)
    assert changed(Left("c2"), before) == {"combatants": (ONE,), "ranges": (), "passed": (), "agenda": after}


@pytest.mark.parametrize(
    "effect",
    [Loaded("c9", 0, FULL), Drawn("c9", 0), Placed("c9", None), Appeared("c9", True), Became("c9", Condition())],
)
def test_nobody_of_that_id(effect: Effect) -> None:
    with pytest.raises(UnknownName, match="no longer in this encounter"):
        effect.on(BASE)


A, B, C, D = (Timer(Clock(n), Next()) for n in range(1, 5))


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ((A, B), (A, B, C), Rescheduled(2, 0, (C,))),
        ((A, B, C), (A, C), Rescheduled(1, 1, ())),
        ((A, B, C), (A, D, C), Rescheduled(1, 1, (D,))),
        ((A, B, C, D), (B, D), Rescheduled(0, 3, (B,))),
        ((), (A,), Rescheduled(0, 0, (A,))),
        ((A, A), (A,), Rescheduled(1, 1, ())),
        ((A, B), (A, B), None),
    ],
)
def test_only_what_changes_of_the_agenda_is_recorded(
    old: tuple[Timer, ...], new: tuple[Timer, ...], change: Rescheduled | None
) -> None:
    assert Rescheduled.between(old, new) == change
    if change:
        assert change.on(replace(BASE, agenda=old)).agenda == new


def test_of_equal_items_the_one_that_was_meant_stays() -> None:
    one, other = (Timer(Clock(7), Next()) for _ in range(2))
    change = Rescheduled.between((one, other), (other,))
    assert change is not None
    [left] = change.on(replace(BASE, agenda=(one, other))).agenda
    assert left is other
