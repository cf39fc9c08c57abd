"""Properties of any order in the Advanced Rules, with any switches."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule
from rules.engine.records.model import Carried
from rules.engine.records.orders import Attack, Burst, Fire, Switch, Target, Throw
from rules.engine.records.steps import Roll, Sum
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun, Shotgun
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.shooting.odds.odds import odds_lines
from rules.phoenix.shooting.targets.aimed_target import FARTHEST
from tests.examples import examples
from tests.reading import resolve
from tests.rules.phoenix.at_random import AdvancedPlay
from tests.rules.phoenix.skirmish import Skirmish, phoenix
from tests.rules.phoenix.test_properties import check

ARMS = phoenix().book.arms
GUNS = [arm.name for arm in ARMS.values() if isinstance(arm, Gun)]
SMALL = [name for name in GUNS if not isinstance(ARMS[name], ExplosiveWeapon)]
GRENADES = [arm.name for arm in ARMS.values() if isinstance(arm, Grenade)]
SEEDS = range(24)


@cache
def duel(weapon: str, sort: str = "") -> Skirmish:
    """Somebody with a weapon and plenty for it, and somebody who stands in the open; time is of no account."""
    skirmish = Skirmish("phoenix-advanced")
    arm = ARMS[weapon]
    carried = Carried(arm, supplied(arm, 3, sort) if isinstance(arm, Gun) else supplied(arm, 3))
    skirmish.join("Trent", Soldier(sal=14, actions=20, left=20, position="standing"), carried)
    skirmish.join("Guard", Soldier(knockout_value=20, position="standing", exposure="exposed"))
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    return skirmish


def rounds(arm: Arm) -> tuple[str, ...]:
    return arm.rounds if isinstance(arm, Gun) else ("",)


def ask(verb: type[Attack], skirmish: Skirmish, range_: int, aim: int | None = None, how: str = "") -> Attack:
    return verb(skirmish.id("Trent"), (Target(skirmish.id("Guard")),), aim=aim, range=range_, how=how)


def single(weapon: str, range_: int, aim: int | None = None) -> list[Fraction]:
    """The chances to hit with a single bullet, by aim."""
    skirmish = duel(weapon)
    lines = odds_lines(ask(Fire, skirmish, range_, aim), skirmish.encounter, phoenix().book)
    return [line.hit for line in lines if not line.burst]


bullets = st.sampled_from([name for name in SMALL if not isinstance(ARMS[name], Shotgun)])


@given(weapon=bullets, data=st.data())
@examples(60)
def test_a_bullet_hits_no_better_from_farther_nor_worse_for_more_aim(weapon: str, data: st.DataObject) -> None:
    """A target at rest, no scope."""
    arm = ARMS[weapon]
    assert isinstance(arm, Gun)
    far = st.integers(1, last_range(arm, arm.rounds[0]))
    near, farther = sorted((data.draw(far), data.draw(far)))
    here, there = single(weapon, near), single(weapon, farther)
    assert here == sorted(here)
    assert all(one >= other for one, other in zip(here, there, strict=True))


def last_range(arm: Gun, sort: str) -> int:
    """The last range at which the page has a Penetration."""
    row = arm.row(f"{sort}.PEN")
    assert row is not None
    return arm.ranges[len(row.figures) - 1]


@pytest.mark.parametrize("weapon", SMALL)
def test_every_gun_fires_at_every_range_that_it_has(weapon: str) -> None:
    """A shot and a burst of every kind of round in every column: a result each, and what is spent and hits bounded."""
    arm = ARMS[weapon]
    assert isinstance(arm, Gun)
    verbs: list[type[Attack]] = [Fire, Burst] if arm.rate.automatic else [Fire]
    for sort in arm.rounds:
        skirmish = duel(weapon, sort)
        for range_ in (r for r in arm.ranges if r <= last_range(arm, sort)):
            for verb in verbs:
                order = ask(verb, skirmish, range_, 12)
                if (unknown := arm.doubt(f"{sort}.DC@{range_}")) and unknown.kind == "unknown":
                    with pytest.raises(NoRule, match=rf"{sort} .* not known at {range_} hexes \(ruling O85\)"):
                        fired(order, skirmish, arm)
                else:
                    fired(order, skirmish, arm)


def fired(order: Attack, skirmish: Skirmish, arm: Arm) -> None:
    """Carry it out; its hits and what it uses up are bounded."""
    scene = Scene(skirmish.encounter, SeededDice(order.range or 0))
    done = resolve(order, scene, phoenix())[-1]
    assert done.resolution.outcome.endswith(".")
    after = done.encounter.combatant(skirmish.id("Trent")).holding
    before = skirmish.one("Trent").holding
    assert before and after
    if before.ammunition and after.ammunition:
        used = before.ammunition.loaded - after.ammunition.loaded
        most = arm.rate.automatic if isinstance(arm, Gun) and isinstance(order, Burst) else 1
        assert 0 < used <= most
        assert after.ammunition.loaded >= 0
    hits = len(soldier(done.encounter.combatant(skirmish.id("Guard"))).wounds)
    if isinstance(arm, Shotgun):
        assert hits <= arm.pellets * max(arm.rate.automatic, 1)
    elif isinstance(arm, Gun):
        assert hits <= max(arm.rate.automatic, 1)


@pytest.mark.parametrize("weapon", [name for name in GUNS if isinstance(ARMS[name], ExplosiveWeapon)])
def test_every_launcher_fires_at_every_range_that_it_has(weapon: str) -> None:
    arm = ARMS[weapon]
    assert isinstance(arm, ExplosiveWeapon)
    for sort in arm.rounds:
        skirmish = duel(weapon, sort)
        for range_ in (r for r in arm.ranges if 3 <= r <= min(arm.most_range, FARTHEST)):
            order = ask(Fire, skirmish, range_, 12)
            assert resolve(order, Scene(skirmish.encounter, SeededDice(range_)), phoenix())[-1].resolution.outcome


@pytest.mark.parametrize("weapon", GRENADES)
def test_every_grenade_is_thrown_as_far_as_it_goes(weapon: str) -> None:
    arm = ARMS[weapon]
    assert isinstance(arm, Grenade)
    skirmish = duel(weapon)
    for range_ in range(1, arm.throw + 1, 3):
        how = "fuse 2" if arm.fuse == "V" else ""
        order = ask(Throw, skirmish, range_, 4, how)
        assert resolve(order, Scene(skirmish.encounter, SeededDice(range_)), phoenix())[-1].resolution.outcome


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_ordered_with_whatever_switches(seed: int) -> None:
    for tried in AdvancedPlay(seed).steps(60):
        check(tried)


def test_the_fights_use_the_advanced_rules() -> None:
    """Or the test above would say little."""
    tries = [tried for seed in SEEDS for tried in AdvancedPlay(seed).steps(60)]
    steps = [step for tried in tries for part in tried.parts for step in part.resolution.steps]
    thrown = Counter(step.label.split()[0] for step in steps if isinstance(step, Roll))
    assert [label for label in ("Hit", "Where", "Elevation", "Knockout") if not thrown[label]] == []
    # Shrapnel hits somebody in about one fight of ten.
    assert any(
        isinstance(step, Roll) and step.label.startswith("Shrapnel")
        for seed in range(100)
        for tried in AdvancedPlay(seed).steps(60)
        for part in tried.parts
        for step in part.resolution.steps
    )
    terms = Counter(term.label for step in steps if isinstance(step, Sum) for term in step.terms)
    assert terms["pattern (SALM)"] > 0
    assert sum(isinstance(tried.order, Switch) and tried.refused is None for tried in tries) > 20
