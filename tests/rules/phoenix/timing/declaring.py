"""People who declare their fire, for tests of 5.7."""

from __future__ import annotations

from typing import Any

from rules.engine.records.model import Carried
from rules.engine.records.orders import Act, Aim, Attack, Burst, Fire, Switch
from rules.engine.scene.scene import Part
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.optional.timing.declared import pending
from tests.rules.phoenix.shooting.duel import gun, rounds
from tests.rules.phoenix.skirmish import Skirmish

HIT = (0, 47, 2)
"""A shot that hits the pelvis: 21 PD; the knockout throw comes next where 21 PD ask for one."""
THIGH = (0, 62, 4)
"""The thigh, 500 PD, disabled."""
UP, DOWN = 99, 0
MISS = 99


class Exchange(Skirmish):
    """Donovan and Guard, two hexes apart, by the Basic Game with fire declared; of `actions` Combat Actions a phase."""

    def __init__(
        self, donovan: int = 8, guard: int = 4, preset: str = "phoenix-basic", arm: Carried | None = None
    ) -> None:
        super().__init__(preset)
        self.order(Switch("fire", "declared"))
        for name, actions in (("Donovan", donovan), ("Guard", guard)):
            state = Soldier(sal=14, actions=actions, knockout_value=15, position="standing")
            self.join(name, state, arm or gun("M16A1"))

    def fire(self, who: str, at: str, *dice: int, verb: type[Attack] = Fire, **options: Any) -> str:
        """Somebody's order to fire; the outcome."""
        given = {"range": 2, "aim": 1, **options}
        return self.order(verb(self.id(who), (self.target(at),), **given), *dice).outcome

    def burst(self, who: str, at: str, *dice: int, **options: Any) -> str:
        """Somebody's order to fire a burst; the outcome."""
        return self.fire(who, at, *dice, verb=Burst, **options)

    def act(self, who: str, what: str) -> str:
        """Any act; the outcome."""
        return self.order(Act(self.id(who), what)).outcome

    def aim(self, who: str, at: str, actions: int | None = None) -> str:
        """Somebody's order to aim; the outcome."""
        return self.order(Aim(self.id(who), (self.target(at),), aim=actions)).outcome

    def rounds(self, name: str = "Donovan") -> int:
        """The rounds in somebody's weapon."""
        return rounds(self, name)

    @property
    def declared(self) -> list[tuple[str, int]]:
        """Return the shooters with their counts."""
        return [(self.encounter.combatant(one.actor).name, one.count) for one in pending(self.encounter)]


def outcomes(parts: tuple[Part, ...]) -> list[str]:
    """The outcome of every part."""
    return [part.resolution.outcome for part in parts]


def order(parts: tuple[Part, ...]) -> list[str]:
    """Return the shooters in the order in which they fire."""
    return [outcome.split()[0] for outcome in outcomes(parts)[:-1]]
