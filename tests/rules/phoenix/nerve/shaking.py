"""Fire that misses by any margin, for tests of morale: EAL 17 (46) at a target 39 hexes away."""

from __future__ import annotations

from rules.engine.records.agenda import Question
from rules.engine.records.orders import Act, Answer, Fire, Switch
from rules.engine.scene.effects import Registered
from rules.engine.scene.scene import Part, Resolution
from tests.rules.phoenix.skirmish import Skirmish

OPPONENT = "SAL 15, CA 24, KV 20, M16"
NEAR = 52
"""A throw that misses by 1 level at EAL 17."""


def opposed(donovan: str = "firing over cover", *, kv: str = "KV 15", preset: str = "phoenix-basic") -> Skirmish:
    """Donovan 39 hexes from an opponent who has the actions to aim."""
    skirmish = Skirmish(preset)
    skirmish.order(Switch("accuracy", "on"))
    skirmish.order(Switch("morale", "on"))
    skirmish.map(40, 12)
    skirmish.sheet("Opponent", OPPONENT, "A6")
    skirmish.sheet("Donovan", ", ".join(filter(None, ["SAL 8, CA 5", kv, "M16, 2 magazines", donovan])), "AN6")
    side(skirmish, "Opponent", "Guards")
    side(skirmish, "Donovan", "Squad")
    return skirmish


def comrade(skirmish: Skirmish, name: str, line: str, at: str) -> None:
    """Somebody of Donovan's side."""
    skirmish.sheet(name, line, at)
    side(skirmish, name, "Squad")


def side(skirmish: Skirmish, name: str, of: str) -> None:
    """Put somebody on a side, as nothing in the rules would."""
    one = skirmish.one(name)
    skirmish.encounter = Registered(one.id, one.name, of, one.owner).on(skirmish.encounter)


def shoot(skirmish: Skirmish, *dice: int, aim: int = 6, at: str = "Donovan", mod: str = "") -> Resolution:
    """The opponent fires at Donovan, and has all actions again."""
    [part] = skirmish.parts(Fire(skirmish.id("Opponent"), (skirmish.target(at),), aim, mod=mod), *dice)
    skirmish.make("Opponent", left=6, aim=None)
    return part.resolution


def broken(skirmish: Skirmish, *, tripled: int = 48) -> tuple[Part, ...]:
    """Let Donovan fail both rolls, and duck if there is cover; return the parts of the Next with the second."""
    shoot(skirmish, NEAR, 67)
    if asked(skirmish):
        answers(skirmish, "duck")
    return skirmish.next(tripled)


def act(skirmish: Skirmish, name: str, what: str, *dice: int) -> Resolution:
    """Somebody does something."""
    return skirmish.order(Act(skirmish.id(name), what), *dice)


def answers(skirmish: Skirmish, choice: str) -> Resolution:
    """Donovan answers."""
    return skirmish.order(Answer(skirmish.id("Donovan"), choice))


def asked(skirmish: Skirmish) -> list[tuple[str, ...]]:
    """The choices of every question that is put to Donovan."""
    agenda = skirmish.encounter.agenda
    return [m.choices for m in agenda if isinstance(m, Question) and m.to == skirmish.id("Donovan")]
