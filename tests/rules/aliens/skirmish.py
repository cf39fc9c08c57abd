"""A skirmish for tests: Marines and Aliens by name, orders one after the other, the encounter as it stands."""

from __future__ import annotations

from collections.abc import Iterable

from rules.aliens.card import Fighter, fighter
from rules.conduct import UNOPENED, resolve
from rules.dice import ScriptedDice
from rules.model import Ammunition, Board, Combatant, Encounter
from rules.orders import Adjust, Chart, Fire, Muster, Start, Target
from rules.places import Place
from rules.records import Order
from rules.ruleset import Ruleset
from rules.scene import Part, Resolution, Scene
from rules.shelf import shelf
from rules.steps import Note, Roll


class Skirmish:
    """An encounter of the Aliens rules, made by its first orders."""

    def __init__(self, *sheets: str, aliens: int = 2) -> None:
        self.ruleset: Ruleset = shelf()["aliens"]
        self.encounter: Encounter = UNOPENED
        self.order(Start("e1", "Test", "aliens", "aliens", "gm", "0" * 64))
        for sheet in sheets or ("Apone",):
            profile = self.ruleset.profile(sheet, {})
            self.order(Muster(profile, profile.name, "Marines", "player"))
        if aliens:
            self.order(Muster(self.ruleset.profile("alien", {}), "Alien", "", None, aliens))

    def parts(self, order: Order, *dice: int) -> tuple[Part, ...]:
        """Carry an order out; every die given must be thrown."""
        script = ScriptedDice(dice)
        parts = resolve(order, Scene(self.encounter, script), self.ruleset)
        assert script.unused == ()
        self.encounter = parts[-1].encounter
        return parts

    def order(self, order: Order, *dice: int) -> Resolution:
        """The same, for an order of one part."""
        [part] = self.parts(order, *dice)
        return part.resolution

    def fire(self, who: str, target: str, *dice: int, aim: int | None = None, range: int | None = None) -> Resolution:
        """Fire the weapon in hand."""
        return self.order(Fire(self.id(who), (self.target(target),), aim=aim, range=range), *dice)

    def map(self, width: int, height: int, walls: str = "", **places: str) -> None:
        """Lay out a map and put combatants on it, `Alien_1="C4"`."""
        obstructions = frozenset(Place.parse(wall) for wall in walls.split())
        self.order(Chart(Board(width, height, obstructions)))
        for name, place in places.items():
            self.order(Adjust(self.id(name.replace("_", " ")), f"at {place}"))

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

    def state(self, name: str) -> Fighter:
        """Where he stands in his turn."""
        return fighter(self.one(name))

    def ammunition(self, name: str, slot: int | None = None) -> Ammunition:
        """What is in his weapon."""
        one = self.one(name)
        ammunition = one.carried[one.in_hand if slot is None else slot].ammunition
        assert ammunition is not None
        return ammunition


def note(resolution: Resolution, label: str) -> str:
    """The text of the one note of that label."""
    [text] = [step.text for step in resolution.steps if isinstance(step, Note) and step.label == label]
    return text


def rolls(resolution: Resolution) -> list[Roll]:
    """All dice that were thrown."""
    return [step for step in resolution.steps if isinstance(step, Roll)]


def names(skirmish: Skirmish, ids: Iterable[str]) -> list[str]:
    """Combatants by name."""
    return [skirmish.encounter.combatant(id).name for id in ids]
