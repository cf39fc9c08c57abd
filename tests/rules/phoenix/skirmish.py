"""A skirmish for tests of Phoenix Command: combatants by name, orders, the encounter as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from rules.conduct import UNOPENED, resolve
from rules.copies import altered
from rules.dice import ScriptedDice
from rules.effects import Became, Placed
from rules.loader import DATA
from rules.model import Board, Carried, Combatant, Encounter, Profile
from rules.orders import Chart, Muster, Next, Start, Target
from rules.phoenix.ruleset import Phoenix, load_phoenix
from rules.phoenix.soldier import Soldier, soldier
from rules.places import Place
from rules.records import Order
from rules.scene import Part, Resolution, Scene
from rules.steps import Note, Roll, Sum


@cache
def phoenix() -> Phoenix:
    """The ruleset."""
    return load_phoenix(DATA / "phoenix")


class Skirmish:
    """An encounter of Phoenix Command, made by its first orders."""

    def __init__(self, preset: str = "phoenix-basic") -> None:
        self.encounter: Encounter = UNOPENED
        self.order(Start("e1", "Test", "phoenix", preset, "gm", "0" * 64))

    def join(self, name: str, state: Soldier, *carried: Carried, at: str = "", owner: str | None = "player") -> str:
        """Bring somebody in as he is described; returns his id."""
        profile = Profile(name, "", carried, state)
        places = (Place.parse(at),) if at else ()
        self.order(Muster(profile, name, "", owner, 1, places))
        return self.encounter.combatants[-1].id

    def sheet(self, name: str, line: str, at: str = "", owner: str | None = "player") -> str:
        """Bring somebody in by his sheet line; returns his id."""
        places = (Place.parse(at),) if at else ()
        self.order(Muster(phoenix().profile(line, {}), name, "", owner, 1, places))
        return self.encounter.combatants[-1].id

    def parts(self, order: Order, *dice: int) -> tuple[Part, ...]:
        """Carry an order out; every die given must be thrown."""
        script = ScriptedDice(dice)
        parts = resolve(order, Scene(self.encounter, script), phoenix())
        assert script.unused == ()
        self.encounter = parts[-1].encounter
        return parts

    def order(self, order: Order, *dice: int) -> Resolution:
        """The same, for an order of one part."""
        [part] = self.parts(order, *dice)
        return part.resolution

    def next(self, *dice: int, seconds: int = 0) -> tuple[Part, ...]:
        """Let time go on."""
        return self.parts(Next(seconds), *dice)

    def map(self, width: int, height: int, walls: str = "") -> None:
        """Lay out a map."""
        self.order(Chart(Board(width, height, frozenset(Place.parse(wall) for wall in walls.split()))))

    def put(self, name: str, at: str) -> None:
        """Put a combatant on the map, as nothing in the rules would."""
        self.encounter = Placed(self.id(name), Place.parse(at)).on(self.encounter)

    def make(self, name: str, **changes: Any) -> None:
        """Change what is kept about a combatant, as nothing in the rules would."""
        changed = altered(self.state(name), **changes)
        self.encounter = Became(self.id(name), changed).on(self.encounter)

    def id(self, name: str) -> str:
        """The id of the combatant of that name."""
        return self.one(name).id

    def target(self, name: str) -> Target:
        """The combatant of that name as a target."""
        return Target(self.id(name))

    def one(self, name: str) -> Combatant:
        """The combatant of that name."""
        [one] = [c for c in self.encounter.combatants if c.name == name]
        return one

    def state(self, name: str) -> Soldier:
        """What is kept about him."""
        return soldier(self.one(name))


def note(resolution: Resolution, label: str) -> str:
    """The text of the one note of that label."""
    [text] = [step.text for step in resolution.steps if isinstance(step, Note) and step.label == label]
    return text


def total(resolution: Resolution, label: str) -> int:
    """The total of the one sum of that label."""
    [found] = [step.total for step in resolution.steps if isinstance(step, Sum) and step.label == label]
    return found


def rolls(resolution: Resolution) -> list[Roll]:
    """All dice that were thrown."""
    return [step for step in resolution.steps if isinstance(step, Roll)]


def names(skirmish: Skirmish, ids: Iterable[str]) -> list[str]:
    """Combatants by name."""
    return [skirmish.encounter.combatant(id).name for id in ids]
