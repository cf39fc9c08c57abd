"""A skirmish in which Initiative counts, for its tests: Donovan (IT 8, A# 5) behind a corner, an enemy, a comrade."""

from __future__ import annotations

from rules.engine.records.orders import Act, Move, Rename, Switch
from rules.engine.scene.scene import Part
from rules.phoenix.optional.records import Plan
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish

DONOVAN = "SAL 10, ISF 21, CA 5, M16"


def planners(line: str = DONOVAN, preset: str = "phoenix-basic") -> Skirmish:
    """Return Donovan at B2 (Blue), out of sight; Axly at B3, also Blue; Guard (Red) at B9, who needs no plan: no
    ISF.
    """
    skirmish = Skirmish(preset)
    skirmish.order(Switch("initiative", "on"))
    skirmish.sheet("Donovan", line, "B2")
    skirmish.sheet("Axly", "SAL 10, ISF 11, CA 5, M16", "B3")
    skirmish.sheet("Guard", "SAL 10, CA 5, M16", "B9")
    for name, side in (("Donovan", "Blue"), ("Axly", "Blue"), ("Guard", "Red")):
        skirmish.order(Rename(skirmish.id(name), side=side))
    skirmish.make("Donovan", exposure="hidden")
    return skirmish


def act(skirmish: Skirmish, what: str, cost: int | None = None, who: str = "Donovan") -> tuple[Part, ...]:
    """Carry the act out for that fighter."""
    return skirmish.parts(Act(skirmish.id(who), what, cost))


def move(skirmish: Skirmish, to: str, how: str = "") -> Move:
    """Donovan moves there."""
    return Move(skirmish.id("Donovan"), Place.parse(to), how=how)


def plan(skirmish: Skirmish, who: str = "Donovan") -> Plan:
    """The fighter's Course of Action."""
    found = skirmish.state(who).plan
    assert found is not None
    return found


def has_course(skirmish: Skirmish, left: int = 5, who: str = "Donovan") -> None:
    """Give the fighter a course of so many actions, as nothing in the rules would."""
    skirmish.make(who, plan=Plan(0, left, 8, 5, "ready"))
