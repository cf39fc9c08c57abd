"""For each of the book's weapons: it fires as far as it may, and no farther; aim helps, distance does not."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from rules.engine.records.errors import Refusal
from rules.engine.records.model import Carried
from rules.engine.records.orders import Attack, Burst, Fire, Target, Throw
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.shooting.odds.odds import odds_lines
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, phoenix

ARMS = dict(phoenix().book.arms)
GUNS = [name for name, arm in ARMS.items() if isinstance(arm, Gun) and not isinstance(arm, ExplosiveWeapon)]
RANGES = (*range(1, 12), 20, 39, 40, 45, 46, 70, 100, 101, 200, 299, 300)
MOST = 300


def farthest(arm: Arm) -> int:
    """Return the range at which its own page ends, or table 2A does."""
    if isinstance(arm, Grenade):
        return arm.throw
    return min(arm.most_range, MOST) if isinstance(arm, ExplosiveWeapon) else MOST


def attack(arm: Arm, hexes: int, verb: type[Attack] = Fire) -> Attack:
    return (Throw if isinstance(arm, Grenade) else verb)("c1", (Target("c2"),), range=hexes, aim=12)


def armed(arm: Arm, sal: int = 26) -> Skirmish:
    """Return a shooter with actions enough for all that is asked, and somebody in the open."""
    skirmish = Skirmish()
    skirmish.join("Trent", Soldier(sal=sal), Carried(arm, supplied(arm, 3)))
    skirmish.join("Guard", Soldier(knockout_value=20))
    return skirmish


def test_there_are_136() -> None:
    groups = [arm.group for arm in ARMS.values()]
    assert len(ARMS) == 136
    assert set(groups) == {"pistols", "smgs", "rifles", "machine_guns", "shotguns", "explosive", "grenades"}


@pytest.mark.parametrize("name", ARMS)
def test_it_fires_as_far_as_it_may(name: str) -> None:
    arm = ARMS[name]
    skirmish = armed(arm)
    verbs = [Fire, Burst] if isinstance(arm, Gun) and arm.rate.automatic and name in GUNS else [Fire]
    for verb in verbs:
        for hexes in RANGES:
            scene = Scene(skirmish.encounter, SeededDice(hexes))
            if hexes > farthest(arm):
                with pytest.raises(Refusal, match=rf"\b{farthest(arm)} hexes|no chance"):
                    resolve(attack(arm, hexes, verb), scene, phoenix())
                continue
            try:
                [part] = resolve(attack(arm, hexes, verb), scene, phoenix())
            except Refusal as refusal:
                assert "there is no chance at" in str(refusal)
                assert hexes > 200, refusal
                continue
            before, after = (e.combatants[0].carried[0].ammunition for e in (skirmish.encounter, part.encounter))
            assert before and after and before.loaded > after.loaded
            assert name in part.resolution.outcome
            assert f" {hexes} hex" in part.resolution.outcome


@pytest.mark.parametrize("name", GUNS)
@pytest.mark.parametrize("sal", [3, 14])
def test_aim_never_worsens_a_shot_and_distance_never_betters_it(name: str, sal: int) -> None:
    encounter = armed(ARMS[name], sal).encounter
    before: dict[tuple[int, bool], Fraction] = {}
    for hexes in RANGES:
        order = Fire("c1", (Target("c2"),), range=hexes)
        lines = odds_lines(order, encounter, phoenix().book)
        for one, more in pairwise(line for line in lines if not line.burst):
            assert one.actions < more.actions and one.hit <= more.hit, (hexes, one.actions)
            # What a bullet does depends on where it hits, not on how well it was aimed, nor on the distance (O28).
            assert one.hits == more.hits
        now = {(line.actions, line.burst): line.hit for line in lines}
        assert all(0 <= hit <= 1 for hit in now.values())
        for key in before.keys() & now.keys():
            assert now[key] <= before[key], (hexes, key)
        before = now
    assert before
