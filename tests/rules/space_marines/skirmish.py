"""A skirmish for tests of Space Marines: figures by sheet line, a map with walls and rough places, the turn."""

from __future__ import annotations

from functools import cache

from rules.engine.records.model import Ammunition, BattleMap
from rules.engine.records.orders import Act, Adjust, Burst, Chart, Fire, Move, Muster, Next, Switch, Target, Throw
from rules.engine.scene.scene import Part, Resolution
from rules.space_marines.figures.figure import GOOD, Figure, figure
from rules.space_marines.ruleset import SpaceMarines, load_space_marines
from rules.tables.loader import DATA
from rules.words.places import Place
from tests.rules import skirmish
from tests.rules.skirmish import names, note, rolls, total

__all__ = ["Skirmish", "book", "names", "note", "places", "rolls", "total"]


@cache
def book() -> SpaceMarines:
    """The ruleset, from the project's own data."""
    return load_space_marines(DATA / "space_marines")


def places(text: str) -> tuple[Place, ...]:
    """Places of the map, separated by blanks."""
    return tuple(Place.parse(place) for place in text.split())


class Skirmish(skirmish.Skirmish):
    """An encounter of Space Marines, made by its first orders; its figures' names are those they are mustered under."""

    texts_checked = True

    def __init__(self, *, outdoors: bool = False, **switches: str) -> None:
        super().__init__(book(), "space-marines-outdoors" if outdoors else "space-marines")
        for name, value in switches.items():
            self.order(Switch(name.replace("_", " "), value))

    def muster(self, sheet: str, at: str = "", name: str = "", owner: str | None = "?") -> str:
        """A figure at a place, of the sheet line's name unless another is given; its id.

        Good Guys belong to the user "player" and Bad Guys to nobody unless `owner` says otherwise."""
        profile = self.ruleset.profile(sheet, {})
        camp = figure(profile).camp
        if owner == "?":
            owner = "player" if camp == GOOD else None
        before = {c.id for c in self.encounter.combatants}
        self.order(Muster(profile, name or profile.name, camp, owner, places=places(at)))
        [new] = [c.id for c in self.encounter.combatants if c.id not in before]
        return new

    def map(self, width: int, height: int, walls: str = "", rough: str = "") -> None:
        """Lay out a map; walls and rough places are separated by blanks."""
        self.order(Chart(BattleMap(width, height, frozenset(places(walls)), frozenset(places(rough)))))

    def adjust(self, who: str, changes: str) -> Resolution:
        """Set a figure right as the GM does."""
        return self.order(Adjust(self.id(who), changes))

    def at(self, where: str) -> Target:
        """A place as a target."""
        return Target(place=Place.parse(where))

    def aimed(self, *whom: str) -> tuple[Target, ...]:
        """Figures by name, or places ("D7"), as targets."""
        known = {c.name for c in self.encounter.combatants}
        return tuple(self.target(one) if one in known else self.at(one) for one in whom)

    def fire(self, who: str, *whom: str, dice: tuple[int, ...] = (), **said: object) -> Resolution:
        """Fire at figures or places; `said` are the order's other options (aim, weapon, range, how)."""
        return self.order(Fire(self.id(who), self.aimed(*whom), **said), *dice)  # type: ignore[arg-type]

    def burst(self, who: str, *whom: str, dice: tuple[int, ...] = (), **said: object) -> Resolution:
        """Split the dice of damage between figures or places."""
        return self.order(Burst(self.id(who), self.aimed(*whom), **said), *dice)  # type: ignore[arg-type]

    def throw(self, who: str, *whom: str, dice: tuple[int, ...] = (), **said: object) -> Resolution:
        """Throw a grenade."""
        return self.order(Throw(self.id(who), self.aimed(*whom), **said), *dice)  # type: ignore[arg-type]

    def move(self, who: str, to: str, how: str = "", cost: int | None = None) -> Resolution:
        """Move to a place."""
        return self.order(Move(self.id(who), Place.parse(to), cost, how))

    def act(self, who: str, what: str, cost: int | None = None) -> Resolution:
        """Anything else."""
        return self.order(Act(self.id(who), what, cost))

    def next(self, *dice: int) -> tuple[Part, ...]:
        """End the phase."""
        return self.parts(Next(), *dice)

    def state(self, name: str) -> Figure:
        """Return the figure's record."""
        return figure(self.one(name))

    def place(self, name: str) -> str:
        """Return the figure's place, "" if it has none."""
        return str(self.one(name).place or "")

    def ammunition(self, name: str, slot: int | None = None) -> Ammunition:
        """Return the ammunition in the figure's weapon."""
        one = self.one(name)
        ammunition = one.carried[one.in_hand if slot is None else slot].ammunition
        assert ammunition is not None
        return ammunition
