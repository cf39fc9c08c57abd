"""A fight in which orders are declared and carried out together, for tests of the pace `sealed`."""

from __future__ import annotations

from rules.engine.flow.sealed import declarations
from rules.engine.records.orders import Act, Burst, Fire, Move, Next, Switch, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish

SHEET = "skill 8, STR 12, AGI 12, INT 12, M16, 2 M 67"


class Sealed(Skirmish):
    """Ann's Trent and Ben's Guard, and others who join, on a map."""

    def __init__(self, trent: str = "C3", guard: str = "C9", preset: str = "phoenix-advanced", seed: int = 1) -> None:
        super().__init__(preset)
        self.map(30, 30)
        self.sheet("Trent", SHEET, at=trent, owner="ann")
        self.sheet("Guard", SHEET, at=guard, owner="ben")
        self.dice = SeededDice(seed)
        self.order(Switch("fog", "off"))
        self.order(Switch("pace", "sealed"))

    def give(self, order: Order) -> list[str]:
        """Carry an order out with dice at random; the outcomes."""
        return [part.resolution.outcome for part in self.all_parts(order)]

    def all_parts(self, order: Order) -> tuple[Part, ...]:
        """Carry an order out with dice at random; the parts."""
        parts = resolve(order, Scene(self.encounter, self.dice), self.ruleset)
        self.encounter = parts[-1].encounter
        return parts

    def moves(self, who: str, to: str, how: str = "") -> str:
        """Declare a move; the outcome."""
        [outcome] = self.give(Move(self.id(who), Place.parse(to), how=how))
        return outcome

    def fires(self, who: str, at: str, aim: int = 1, *, burst: bool = False) -> str:
        """Declare a shot; the outcome."""
        verb = Burst if burst else Fire
        [outcome] = self.give(verb(self.id(who), (self.target(at),), aim=aim))
        return outcome

    def acts(self, who: str, what: str) -> str:
        """Declare an act; the outcome."""
        [outcome] = self.give(Act(self.id(who), what))
        return outcome

    def resolved(self) -> list[str]:
        """Carry out what is declared; the outcomes without the last, which says what time it is, and without those that
        say who is about to fire."""
        return [outcome for outcome in self.give(Next())[:-1] if "is about to" not in outcome]

    def target_at(self, place: str) -> Target:
        """A hex as a target."""
        return Target(place=Place.parse(place))

    def at(self, who: str) -> str:
        """Return where somebody is."""
        return str(self.one(who).place)

    def declared(self, who: str) -> int:
        """Return how many orders somebody has declared."""
        return len(declarations(self.encounter, self.id(who)))
