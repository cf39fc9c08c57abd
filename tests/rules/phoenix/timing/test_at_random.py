"""Declared fire in fights at random: everything that was declared goes once, or is told why it does not (5.7)."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules.engine.records.agenda import Question
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Attack,
    Burst,
    Chart,
    Duck,
    Fire,
    Move,
    Muster,
    Next,
    Start,
    Switch,
    Target,
)
from rules.engine.records.records import Order
from rules.engine.records.steps import Note, Sum
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.optional.timing.declared import pending
from rules.words.places import Place
from tests.rules.phoenix.at_random import AdvancedPlay, Play, Tried
from tests.rules.phoenix.skirmish import phoenix
from tests.rules.phoenix.test_properties import check

SEEDS = range(10)
DECLARED = re.compile(r".+ will (fire|throw) .+( on MPC [1-5] of |\(MPC 0\)).*\.")
GIVEN_UP = re.compile(r".+ does not fire on MPC [0-5]: .+\.")
LINES = (
    "SAL 20, CA 12, KV 90, M16, facing 180, duck never",
    "SAL 20, CA 20, KV 90, M249 Minimi, duck when fired upon",
    "SAL 20, CA 7, KV 90, FR F2, M92F, duck ask",
    "SAL 20, CA 24, KV 99, M92F loaded 1 spares 1, duck never, armor 16, helm 8",
)


class Volleys(Play):
    """Quick people who are near each other, and mostly fire."""

    mapped = False

    def opening(self) -> list[Order]:
        """Four of them on a small map."""
        people: list[Order] = [
            Muster(phoenix().profile(line, {}), name, side, "100", 1, (Place(n, 1 + n % 2),) * self.mapped)
            for n, (line, name, side) in enumerate(
                zip(LINES, ("Ann", "Ben", "Cid", "Dot"), ("Red", "Blue") * 2, strict=True), 1
            )
        ]
        begin = Start("e1", "At random", "phoenix", self.preset, "gm", "0" * 64)
        chart: list[Order] = [Chart(BattleMap(6, 6, frozenset({Place(3, 4)})))] * self.mapped
        return [begin, Switch("fire", "declared"), *chart, *people]

    def anything(self) -> Order:
        """Mostly fire; ducks, moves, changes of mind; now and then what else there is."""
        kind, up = self.random.random(), self.book.awaited(self.encounter)
        if any(isinstance(item, Question) for item in self.encounter.agenda):
            return self.answer()
        if fallen := [c.id for c in self.encounter.combatants if soldier(c).out(self.encounter.clock)]:
            return Adjust(self.random.choice(fallen), "alive, awake, heal all, KV 90")
        if not up or kind < 0.15:
            return Next(self.random.choice((0, 0, 0, 0, 2)))
        if kind < 0.25:
            return super().anything()
        actor = self.random.choice(up)
        if kind < 0.3:
            return Act(actor, self.random.choice(("hold fire", "kneel", "duck back", "fire over cover")))
        if kind < 0.35:
            return Move(actor, Place(self.number(1, 6), self.number(1, 6)))
        if kind < 0.4:
            return Duck(actor)
        if kind < 0.42:
            return Adjust(actor, self.random.choice(("loaded 0", "loaded 5", "at B2", "hidden", "loaded 5, heal all")))
        far = None if self.mapped else self.random.choice((3, 10, 20))
        verb: type[Attack] = self.random.choice((Fire, Fire, Fire, Burst, Aim))
        at = self.random.choice([c.id for c in self.encounter.combatants if c.id != actor])
        return verb(actor, (Target(at),), aim=self.random.choice((None, 1, 1, 2, 3, 5)), range=far)


class OptionalVolleys(AdvancedPlay):
    """A fight by all of the Optional Rules."""

    preset = "phoenix-optional"


class BasicVolleys(Volleys):
    """Volleys of the Basic Game."""


class AdvancedVolleys(Volleys):
    """Volleys of the Advanced Rules, on a map."""

    mapped = True

    preset = "phoenix-advanced"


def settled(tried: Tried) -> Counter[str]:
    """Return the results of an order: how much is declared, goes, is given up."""
    found = Counter[str]()
    for part in tried.parts:
        steps, outcome = part.resolution.steps, part.resolution.outcome
        fires = any(isinstance(step, Note) and step.label == "Timing" for step in steps)
        found["declared"] += bool(DECLARED.fullmatch(outcome))
        found["given up"] += bool(GIVEN_UP.fullmatch(outcome))
        found["goes"] += fires and not GIVEN_UP.fullmatch(outcome)
        for sum_ in (step for step in steps if isinstance(step, Sum)):
            found.update(str(term.value) for term in sum_.terms if term.source == "5.7")
    return found


def played(play: Play, orders: int) -> Counter[str]:
    """Play; everything that must hold does; what it came to."""
    total = Counter[str]()
    for tried in play.steps(orders):
        check(tried)
        if tried.refused is not None:
            continue
        found, left = settled(tried), pending(tried.parts[-1].encounter)
        assert not any(one.goes for one in left)
        if isinstance(tried.order, Next):
            before = len(pending(tried.before))
            assert before + found["declared"] == found["goes"] + found["given up"] + len(left)
            assert_once(tried)
        total += found
    return total


def assert_once(tried: Tried) -> None:
    """Nothing that was declared before is declared still."""
    then = {(one.actor, one.count, one.shooter) for one in pending(tried.before)}
    assert then.isdisjoint({(one.actor, one.count, one.shooter) for one in pending(tried.parts[-1].encounter)})


@pytest.mark.parametrize("kind", [BasicVolleys, AdvancedVolleys])
@pytest.mark.parametrize("seed", SEEDS)
def test_everything_that_is_declared_goes_once_or_is_given_up(kind: type[Volleys], seed: int) -> None:
    assert played(kind(seed), 100)["goes"] > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_so_it_does_with_all_other_rules(seed: int) -> None:
    played(OptionalVolleys(seed), 100)


def test_all_that_can_become_of_it_is_among_them() -> None:
    total = Counter[str]()
    for seed in SEEDS:
        total += played(BasicVolleys(1000 + seed), 100)
    assert {"declared", "goes", "given up", "-10", "-20"} <= {*total}
