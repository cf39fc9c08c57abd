"""The odds of pellets that are grouped around the first: against every throw, as `grouped_hits` carries them out
(3.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.model import Carried, Encounter
from rules.engine.records.orders import Fire, Switch
from rules.engine.scene.dice import ScriptedDice
from rules.phoenix.basics.soldier import Armor, Soldier
from rules.phoenix.basics.switches import EVENLY, GROUPED, SEPARATE
from rules.phoenix.book import Scene
from rules.phoenix.harm import grouped_hits
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.harm.locations import throwing
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.shooting.odds import rehearsal
from rules.phoenix.shooting.odds.chances import Effects, disables, most_felt, wounds
from rules.phoenix.shooting.odds.grouped import Pellets, grouped
from rules.phoenix.shooting.odds.odds import odds, odds_lines
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
SHOT = Projectile(Fraction(13, 10), 3)


def counted(victim: Soldier, projectile: Projectile, pellets: Pellets) -> Effects:
    """Return the effects that the odds count."""
    encounter = Skirmish("phoenix-advanced").encounter
    return grouped(victim, projectile, pellets, most_felt(victim, encounter.clock), True, BOOK)


def each_throw(victim: Soldier, projectile: Projectile, pellets: Pellets) -> list[tuple[Fraction, tuple[Struck, ...]]]:
    """Every throw for the pellets of a blast with its chance; nobody wears armor, so that only locations are thrown."""
    encounter, how = Skirmish("phoenix-advanced").encounter, throwing(victim, projectile)
    found = list[tuple[Fraction, tuple[Struck, ...]]]()
    for first in range(how.reach.low, how.reach.high + 1):
        [one] = struck_by(victim, projectile, 1, pellets, (first,), encounter)
        near = grouped_hits.near_first(victim, projectile, one.roll, pellets.spacing, BOOK)
        assert near is not None
        rolls = range(near.low, near.high + 1)
        thrown = pellets.number - 1 if pellets.grouping == GROUPED and len(rolls) > 1 else 0
        share = Fraction(1, (how.reach.high - how.reach.low + 1) * len(rolls) ** thrown)
        for others in product(rolls, repeat=thrown):
            found.append((share, struck_by(victim, projectile, pellets.number, pellets, (first, *others), encounter)))
    return found


def struck_by(
    victim: Soldier, projectile: Projectile, number: int, pellets: Pellets, dice: Sequence[int], encounter: Encounter
) -> tuple[Struck, ...]:
    """Return the effects of so many of the pellets with these throws."""
    scene = Scene(encounter, ScriptedDice(tuple(dice)), BOOK)
    return grouped_hits.strike(
        victim, projectile, number, pellets.grouping, scene, victim_name="he", spacing=pellets.spacing
    )


@pytest.mark.parametrize(
    ("victim", "projectile", "pellets"),
    [
        (Soldier(knockout_value=20), SHOT, Pellets(2, GROUPED, 8)),
        (Soldier(knockout_value=5, drugged=True), SHOT, Pellets(3, GROUPED, 1)),
        (Soldier(knockout_value=20, exposure="firing"), SHOT, Pellets(2, GROUPED, 11)),
        (Soldier(knockout_value=48, exposure="looking"), SHOT, Pellets(2, GROUPED, 4)),
        (Soldier(knockout_value=20), Projectile(3, 4, "legs"), Pellets(2, GROUPED, 6)),
        (Soldier(knockout_value=20), Projectile(3, 4, "body"), Pellets(2, GROUPED, 3)),
        (Soldier(), SHOT, Pellets(2, GROUPED, 3)),
        (Soldier(knockout_value=20), SHOT, Pellets(9, EVENLY, 19)),
        (Soldier(knockout_value=30, exposure="firing"), SHOT, Pellets(4, EVENLY, 100)),
    ],
)
def test_the_odds_of_grouped_pellets_are_exact(victim: Soldier, projectile: Projectile, pellets: Pellets) -> None:
    thrown, effects = each_throw(victim, projectile, pellets), counted(victim, projectile, pellets)
    assert sum(share for share, _ in thrown) == 1
    assert effects.harmless == sum(share for share, struck in thrown if not any(map(wounds, struck)))
    assert effects.whole == sum(share for share, struck in thrown if not any(disables(one, victim) for one in struck))
    assert effects.points == sum(share * sum(one.points for one in struck) for share, struck in thrown)
    felt, most = dict[int, Fraction](), most_felt(victim, Skirmish().encounter.clock)
    for share, struck in thrown:
        if not any(one.dead for one in struck):
            points = min(sum(one.points + one.shock for one in struck), most)
            felt[points] = felt.get(points, Fraction(0)) + share
    assert {points: Fraction(number, effects.of) for points, number in effects.alive.items()} == felt


def test_armor_is_thrown_for_each_pellet() -> None:
    """Some pellets are stopped by armor always, others at some glancing throws only."""
    bare = counted(Soldier(knockout_value=20), SHOT, Pellets(2, GROUPED, 8))
    worn = counted(Soldier(knockout_value=20, armor=Armor(60, 60, 60, 60)), SHOT, Pellets(2, GROUPED, 8))
    thin = counted(Soldier(knockout_value=20, armor=Armor(body=1)), SHOT, Pellets(2, GROUPED, 8))
    assert bare.harmless < thin.harmless < worn.harmless < 1


def stage(grouping: str, range: int) -> tuple[Skirmish, Fire]:
    """Axly with a SPAS 12 and shot, and a Guard in the open."""
    skirmish, arm = Skirmish("phoenix-advanced"), BOOK.arms["Franchi SPAS 12"]
    skirmish.order(Switch("pellets", grouping))
    skirmish.join("Axly", Soldier(sal=14, actions=8, left=8), Carried(arm, supplied(arm, 2, "Shot")))
    skirmish.join("Guard", Soldier(knockout_value=20))
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    return skirmish, Fire(skirmish.id("Axly"), (skirmish.target("Guard"),), range=range, aim=6)


@pytest.mark.parametrize("grouping", [GROUPED, EVENLY])
def test_odds_tell_grouped_pellets_as_they_are_grouped(grouping: str) -> None:
    """At 5 hexes the other pellets are close to the first: if that misses the limbs, so do most of them."""
    skirmish, shot = stage(grouping, 5)
    told = odds(shot, skirmish.encounter, BOOK)
    assert "The pellets of a pattern hit close to the first (3.5)." in told.remarks
    assert not any("a little" in remark for remark in told.remarks)
    [close] = odds_lines(shot, skirmish.encounter, BOOK)
    skirmish, shot = stage(SEPARATE, 5)
    [apart] = odds_lines(shot, skirmish.encounter, BOOK)
    assert close.hits.disabled < apart.hits.disabled - Fraction(5, 100)


def test_the_aims_to_choose_from_are_told_without_counting_what_the_pellets_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    skirmish, shot = stage(GROUPED, 5)
    order = replace(shot, aim=None)
    told = odds(order, skirmish.encounter, BOOK)
    counts: list[object] = []
    for name in ("grouped", "one_hit"):
        monkeypatch.setattr(rehearsal, name, lambda *of: counts.append(of))
    asked = phoenix().aims_wanted(skirmish.encounter, order)
    assert asked == phoenix().choices(order, skirmish.encounter).aims
    assert counts == []
    labels = [(int(row[0]), f": hits {row[1]} in 100") for row in told.rows if row[0].isdecimal()]
    assert len(asked) > 1 and [(aim, label[label.index(":") :]) for aim, label in asked] == labels
