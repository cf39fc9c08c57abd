"""Exact chances against every throw of the dice, counted one by one through the rules that carry a hit out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.orders import Switch
from rules.engine.scene.effects import Became
from rules.phoenix.basics.soldier import Armor, Knockout, Soldier, Wound, soldier
from rules.phoenix.book import Scene
from rules.phoenix.harm.damage import strike
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.harm.wounds import hurt
from rules.phoenix.shooting.odds.chances import Chances, of_hits, one_hit
from tests.rules.phoenix.skirmish import Skirmish, phoenix

PATHS = {10: range(10), 15: range(10, 25), 50: range(25, 75), 23: range(75, 98), 2: range(98, 100)}
"""Knockout throws between which no line of the Knockout Table tells apart, by their number."""
HEAVY = Armor(helm=16, visor=4, body=30, limbs=9)
NOW = Clock(1, 1)


class Faces:
    """Dice that always show the same: one face on those of a hundred (or 00 to 22), one on those of ten."""

    def __init__(self, hundred: int, ten: int = 0) -> None:
        self._hundred, self._ten = hundred, ten

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        return (self._hundred if high > 9 else self._ten), ""


@cache
def _skirmish(preset: str = "phoenix-basic", *off: str) -> Skirmish:
    skirmish = Skirmish(preset)
    skirmish.join("Guard", Soldier())
    for name in off:
        skirmish.order(Switch(name, "off"))
    return skirmish


def struck(victim: Soldier, projectile: Projectile, skirmish: Skirmish) -> Counter[Struck]:
    """Return the effects of all throws of one hit, and how many throws have each."""
    found = Counter[Struck]()
    for where, glance in product(thrown(victim, projectile), range(10)):
        scene = Scene(skirmish.encounter, Faces(where, glance), phoenix().book)
        # Odds tell what a hit does, not on which throw.
        found[replace(strike(victim, projectile, scene), roll=None)] += 1
    return found


def thrown(victim: Soldier, projectile: Projectile) -> range:
    """The rolls of the location (2.6, 3.2, O26)."""
    head = victim.exposure in ("looking", "dug in")
    if projectile.part == "legs":
        return range(57, 100)
    if projectile.part == "head":
        return range(23 if head else 33)
    return range(23 if head and not projectile.cover else 100)


def falls(victim: Soldier, hits: tuple[Struck, ...], roll: int, skirmish: Skirmish) -> bool:
    """Return whether these hits put the victim out at this knockout throw: the state after `hurt`, one impulse
    later.
    """
    encounter = Became(skirmish.id("Guard"), victim).on(skirmish.encounter)
    scene = Scene(encounter, Faces(roll), phoenix().book)
    words = hurt(skirmish.id("Guard"), hits, scene)
    after = soldier(scene.combatant(skirmish.id("Guard")))
    assert after.out(Clock(1, 2)) == ("when this impulse ends" in words)
    return after.out(Clock(1, 2))


def counted(victim: Soldier, projectile: Projectile, hits: int, skirmish: Skirmish) -> tuple[int, int, int, int, int]:
    """Of how many throws of all dice, how many wound, disable and put out; and the sum of their PD."""
    each = struck(victim, projectile, skirmish)
    least = 2 if victim.drugged else 1
    wounds = disables = out = points = 0
    known: dict[tuple[int, int, bool], int] = {}
    for path in product(each.items(), repeat=hits):
        ways = 100
        for _, weight in path:
            ways *= weight
        did = tuple(hit for hit, _ in path)
        total, dead = sum(hit.points for hit in did), any(hit.dead for hit in did)
        wounds += ways * bool(total or dead)
        disables += ways * any(hit.disabling >= least for hit in did)
        points += ways * total
        key = total, sum(hit.shock for hit in did), dead
        if key not in known:
            known[key] = sum(n for n, rolls in PATHS.items() if falls(victim, did, rolls[0], skirmish))
            assert known[key] == sum(n for n, rolls in PATHS.items() if falls(victim, did, rolls[-1], skirmish))
        out += ways // 100 * known[key]
    return 100 * each.total() ** hits, wounds, disables, out, points


def chances(victim: Soldier, projectile: Projectile, hits: int, skirmish: Skirmish) -> Chances:
    """Return the chances of so many certain hits."""
    one = one_hit(victim, projectile, skirmish.encounter, phoenix().book)
    return of_hits(one, {hits: Fraction(1)}, 1, victim, skirmish.encounter, phoenix().book)


def check(victim: Soldier, projectile: Projectile, hits: int, skirmish: Skirmish) -> None:
    """The chances against every throw."""
    throws, wounds, disables, out, points = counted(victim, projectile, hits, skirmish)
    found = chances(victim, projectile, hits, skirmish)
    assert found.wounded * throws == wounds
    assert found.disabled * throws == disables
    assert found.out * throws == out
    assert found.points * throws == points


@pytest.mark.parametrize(
    ("victim", "pen", "dc", "hits"),
    [
        (Soldier(knockout_value=48), 17, 6, 1),
        (Soldier(knockout_value=20, armor=HEAVY), 17, 6, 1),
        (Soldier(knockout_value=20, armor=HEAVY), 2, 3, 1),
        (Soldier(knockout_value=56, armor=HEAVY, exposure="firing"), 20, 8, 1),
        (Soldier(knockout_value=0, armor=HEAVY, exposure="looking"), 20, 9, 1),
        (Soldier(knockout_value=210, exposure="dug in", drugged=True), 2, 1, 1),
        (Soldier(knockout_value=48, drugged=True), 11, 4, 1),
        (Soldier(), 17, 6, 1),
        (Soldier(knockout_value=48, wounds=(Wound(40, "Chest", 0, NOW),)), 2, 3, 1),
        (Soldier(knockout_value=48, wounds=(Wound(400, "Chest", 0, NOW),)), 2, 3, 1),
        (Soldier(knockout_value=48, wounds=(Wound(40, "Chest", 0, NOW),), knockout=Knockout(NOW, 30)), 2, 3, 1),
        (Soldier(knockout_value=48, wounds=(Wound(40, "Chest", 0, NOW),), knockout=Knockout(NOW, 24)), 2, 3, 1),
        (Soldier(knockout_value=48), 17, 6, 2),
        (Soldier(knockout_value=120, armor=HEAVY), 17, 3, 2),
        (Soldier(knockout_value=35, exposure="firing"), 2, 3, 2),
        (Soldier(knockout_value=5), 17, 6, 2),
    ],
)
def test_every_throw_counted(victim: Soldier, pen: int, dc: int, hits: int) -> None:
    check(victim, Projectile(pen, dc), hits, _skirmish())


@pytest.mark.parametrize(
    ("victim", "projectile", "hits"),
    [
        (Soldier(knockout_value=48), Projectile(17, 6), 1),
        (Soldier(knockout_value=20, armor=HEAVY), Projectile(17, 6), 1),
        (Soldier(knockout_value=20, armor=Armor(2, 4, 2)), Projectile(Fraction(31, 10), 3), 1),
        (Soldier(knockout_value=120, armor=HEAVY, exposure="firing"), Projectile(20, 8), 1),
        (Soldier(knockout_value=120, armor=HEAVY, exposure="looking"), Projectile(20, 1), 1),
        (Soldier(knockout_value=48, exposure="dug in", drugged=True), Projectile(2, 1), 1),
        (Soldier(knockout_value=48, armor=HEAVY), Projectile(17, 2, "head"), 1),
        (Soldier(knockout_value=48, armor=HEAVY, exposure="looking"), Projectile(17, 2, "head"), 1),
        (Soldier(knockout_value=48, armor=HEAVY), Projectile(42, 2, "body"), 1),
        (Soldier(knockout_value=48, armor=HEAVY), Projectile(17, 2, "legs"), 1),
        (Soldier(knockout_value=48, armor=HEAVY, exposure="firing"), Projectile(34, 2, cover=4), 1),
        (Soldier(knockout_value=48, armor=HEAVY, exposure="hidden"), Projectile(34, 2, cover=Fraction(7, 2)), 1),
        (Soldier(knockout_value=48, armor=HEAVY, exposure="looking"), Projectile(3, 2, cover=3), 1),
        (Soldier(knockout_value=48, drugged=True), Projectile(3, 2), 1),
        (Soldier(), Projectile(3, 2), 1),
        (Soldier(knockout_value=48, wounds=(Wound(40, "Elbow", 1, NOW, 20),)), Projectile(2, 1), 1),
        (Soldier(knockout_value=48, wounds=(Wound(40, "Elbow", 1, Clock(0, 4), 20),)), Projectile(2, 1), 1),
        (Soldier(knockout_value=48), Projectile(3, 2), 2),
        (Soldier(knockout_value=48, armor=HEAVY), Projectile(40, 1), 2),
    ],
)
def test_every_throw_counted_by_6a(victim: Soldier, projectile: Projectile, hits: int) -> None:
    check(victim, projectile, hits, _skirmish("phoenix-advanced"))


def test_every_throw_counted_by_6a_without_thresholds() -> None:
    check(Soldier(knockout_value=48, armor=HEAVY), Projectile(17, 2), 1, _skirmish("phoenix-advanced", "disabling"))


def test_shock_puts_more_people_out() -> None:
    victim, projectile = Soldier(knockout_value=48), Projectile(3, 2)
    found = [chances(victim, projectile, 1, _skirmish("phoenix-advanced", *off)) for off in ((), ("disabling",))]
    assert found[0].out > found[1].out
    assert found[0].points == found[1].points


def test_the_chances_are_not_all_alike() -> None:
    found = {
        chances(Soldier(knockout_value=kv, armor=armor), Projectile(17, 6), hits, _skirmish())
        for kv in (5, 48)
        for armor in (Armor(), HEAVY)
        for hits in (1, 2, 8)
    }
    assert len(found) == 12


def test_more_hits_never_help_the_victim() -> None:
    def of(hits: int) -> Chances:
        return chances(Soldier(knockout_value=210, armor=HEAVY), Projectile(17, 4), hits, _skirmish())

    for hits in range(1, 8):
        one, more = of(hits), of(hits + 1)
        assert one.wounded < more.wounded < 1
        assert one.disabled < more.disabled < 1
        assert one.out < more.out < 1
        assert more.points == one.points * (hits + 1) / hits


def test_how_many_hit_is_left_to_chance() -> None:
    skirmish = _skirmish("phoenix-advanced")
    victim, projectile = Soldier(knockout_value=48, armor=HEAVY), Projectile(9, 2)
    groups = {0: Fraction(1, 2), 1: Fraction(3, 10), 3: Fraction(1, 5)}
    hit = one_hit(victim, projectile, skirmish.encounter, phoenix().book)
    found = of_hits(hit, groups, 1, victim, skirmish.encounter, phoenix().book)
    one, three = chances(victim, projectile, 1, skirmish), chances(victim, projectile, 3, skirmish)
    for name in ("wounded", "disabled", "out", "points"):
        assert getattr(found, name) == Fraction(3, 10) * getattr(one, name) + Fraction(1, 5) * getattr(three, name)
