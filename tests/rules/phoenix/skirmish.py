"""A skirmish for tests of Phoenix Command: combatants by name, orders, the encounter as it stands."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.engine.records.copies import altered
from rules.engine.records.model import BattleMap, Carried, Profile
from rules.engine.records.orders import Chart, Muster, Next
from rules.engine.scene.effects import Became, Placed
from rules.engine.scene.scene import Part
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.ruleset import Phoenix, load_phoenix
from rules.tables.loader import DATA
from rules.words.places import Place
from tests.rules import skirmish
from tests.rules.skirmish import names, note, rolls, total

__all__ = ["Skirmish", "names", "note", "phoenix", "rolls", "total"]


@cache
def phoenix() -> Phoenix:
    """The ruleset."""
    return load_phoenix(DATA / "phoenix")


class Skirmish(skirmish.Skirmish):
    """An encounter of Phoenix Command, made by its first orders."""

    def __init__(self, preset: str = "phoenix-basic") -> None:
        super().__init__(phoenix(), preset)

    def join(self, name: str, state: Soldier, *carried: Carried, at: str = "", owner: str | None = "player") -> str:
        """Bring a fighter in as described; return the fighter's id."""
        profile = Profile(name, "", carried, state)
        places = (Place.parse(at),) if at else ()
        self.order(Muster(profile, name, "", owner, 1, places))
        return self.encounter.combatants[-1].id

    def sheet(self, name: str, line: str, at: str = "", owner: str | None = "player") -> str:
        """Bring a fighter in by a sheet line; return the fighter's id."""
        places = (Place.parse(at),) if at else ()
        self.order(Muster(phoenix().profile(line, {}), name, "", owner, 1, places))
        return self.encounter.combatants[-1].id

    def next(self, *dice: int, seconds: int = 0) -> tuple[Part, ...]:
        """Let time go on."""
        return self.parts(Next(seconds), *dice)

    def map(self, width: int, height: int, walls: str = "") -> None:
        """Lay out a map."""
        self.order(Chart(BattleMap(width, height, frozenset(Place.parse(wall) for wall in walls.split()))))

    def put(self, name: str, at: str) -> None:
        """Put a combatant on the map, as nothing in the rules would."""
        self.encounter = Placed(self.id(name), Place.parse(at)).on(self.encounter)

    def make(self, name: str, **changes: Any) -> None:
        """Change what is kept about a combatant, as nothing in the rules would."""
        changed = altered(self.state(name), **changes)
        self.encounter = Became(self.id(name), changed).on(self.encounter)

    def state(self, name: str) -> Soldier:
        """Return the fighter's record."""
        return soldier(self.one(name))
