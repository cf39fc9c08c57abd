"""Texts that are stored or refused name fighters by reference, and each step of the book has its section.

Fights at random by the Basic Game and the Advanced Rules, without chapter 5.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.conduct import conduct
from rules.engine.records.orders import Muster, Rename, Start, Switch
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Clause, Resolution, Scene
from rules.grid.directions import from_where
from rules.words.places import Place
from tests.rules.phoenix.at_random import AdvancedPlay, Play, Tried
from tests.rules.phoenix.shooting.duel import burst, duel, fire
from tests.rules.phoenix.skirmish import Skirmish, phoenix
from tests.rules.texts import ODD, check_parts, check_refusal

SAY_NAMES = (Start, Muster, Rename)
"""Orders whose own words say a name, or none yet."""
NOT_YET = ("forces the",)
"""Words of deeds whose rules do not name fighters by reference, or lack sections, as yet."""


class Stored(Play):
    """A fight of people with odd names, whose parts are as they are stored."""

    resolve = staticmethod(conduct.resolve)

    def newcomer(self) -> Muster:
        return replace(super().newcomer(), name=ODD)


class StoredAdvanced(Stored, AdvancedPlay):
    """Stored texts by the Advanced Rules."""

    def switch(self) -> Order:
        options = self.book.options.values()
        option = self.random.choice([o for o in options if o.group in ("the Basic Game", "the Advanced Rules")])
        return Switch(option.name, self.random.choice(option.values))


def not_yet(tried: Tried) -> bool:
    """Return whether its texts are not checked yet."""
    told = "".join(part.resolution.outcome for part in tried.parts)
    return any(words in told for words in NOT_YET)


@pytest.mark.parametrize("play", [Stored, StoredAdvanced])
@pytest.mark.parametrize("seed", range(16))
def test_whatever_is_ordered(play: type[Stored], seed: int) -> None:
    for tried in play(seed).steps(70):
        if tried.refused is not None:
            check_refusal(tried.refused)  # type: ignore[arg-type]
        elif not (isinstance(tried.order, SAY_NAMES) or not_yet(tried)):
            check_parts(tried.order, tried.parts)


def stored(skirmish: Skirmish, order: Order, *dice: int) -> Resolution:
    """Return the result of an order as it is stored."""
    return conduct.resolve(order, Scene(skirmish.encounter, ScriptedDice(dice)), phoenix())[0].resolution


def test_a_hit_is_the_shooters_and_the_wound_the_targets() -> None:
    skirmish = duel()
    trent, guard = skirmish.id("Trent"), skirmish.id("Guard 1")
    shot = stored(skirmish, fire(skirmish, aim=2), 0, 40, 9, 0, 0)
    fires, colon, verdict, where, points, out = shot.clauses
    shot_at = f"{reference(trent)} fires the M16A1 at {reference(guard)}, 10 hexes"
    assert fires == Clause(trent, shot_at, unseen="An unseen shooter fires", verdict="miss")
    assert colon == Clause(trent, ": ", result=True, unseen=": ")
    assert verdict == Clause(trent, "HIT, ", result=True, unseen="HIT, ", verdict="hit")
    assert {(one.about, one.result, one.verdict) for one in (where, points, out)} == {(guard, True, "hit")}
    assert points.own and "PD" in points.text and "PD" not in where.text + out.text
    assert f"{reference(guard)} is out" in out.text
    about = {step.label: step.about for step in shot.steps if hasattr(step, "label")}
    assert {about["Accuracy"], about["Odds"], about["Hit"], about["Left"]} == {trent}
    assert {about["Where"], about["Damage"], about["Knockout"]} == {guard}


def test_a_miss_is_read_by_those_who_perceive_either() -> None:
    skirmish = duel()
    shot = stored(skirmish, burst(skirmish, aim=2), 99)
    missed = shot.clauses[-1]
    assert (missed.about, missed.text, missed.unseen) == (skirmish.id("Guard 1"), "MISS.", "MISS.")


def test_a_burst_of_somebody_unseen_is_told_as_a_burst() -> None:
    skirmish = duel()
    told = stored(skirmish, burst(skirmish, aim=2), 99)
    assert told.clauses[0].unseen == "An unseen shooter fires a burst"
    assert from_where(Place.parse("C10"), Place.parse("A10"), burst=True) == "A burst from the east"
