"""A skirmish for tests: Marines and Aliens by name, orders one after the other, the encounter as it stands."""

from __future__ import annotations

from rules.aliens.card import Fighter, fighter
from rules.engine.records.model import Ammunition, BattleMap
from rules.engine.records.orders import Adjust, Chart, Fire, Muster
from rules.engine.scene.scene import Resolution
from rules.shelf import shelf
from rules.words.places import Place
from tests.rules import skirmish
from tests.rules.skirmish import names, note, rolls

__all__ = ["Skirmish", "card", "names", "note", "rolls"]


def card(name: str, **types: str) -> str:
    """A house card with a weapon of each of these types, by their names."""
    weapon = '[[weapons]]\nname = "{}"\ntype = "{}"\naim.1 = [8, 7, 6, 4, 2]'
    weapons = [weapon.format(called.replace("_", " "), type) for called, type in types.items()]
    return "\n".join([f'name = "{name}"', "actions = 2", *weapons])


class Skirmish(skirmish.Skirmish):
    """An encounter of the Aliens rules, made by its first orders."""

    texts_checked = True

    def __init__(self, *sheets: str, aliens: int = 2) -> None:
        super().__init__(shelf()["aliens"], "aliens")
        for sheet in sheets or ("Apone",):
            profile = self.ruleset.profile(sheet, {})
            self.order(Muster(profile, profile.name, "Marines", "player"))
        if aliens:
            self.order(Muster(self.ruleset.profile("alien", {}), "Alien", "", None, aliens))

    def fire(self, who: str, target: str, *dice: int, aim: int | None = None, range: int | None = None) -> Resolution:
        """Fire the weapon in hand."""
        return self.order(Fire(self.id(who), (self.target(target),), aim=aim, range=range), *dice)

    def map(self, width: int, height: int, walls: str = "", **places: str) -> None:
        """Lay out a map and put combatants on it, `Alien_1="C4"`."""
        obstructions = frozenset(Place.parse(wall) for wall in walls.split())
        self.order(Chart(BattleMap(width, height, obstructions)))
        for name, place in places.items():
            self.order(Adjust(self.id(name.replace("_", " ")), f"at {place}"))

    def state(self, name: str) -> Fighter:
        """Return the Marine's state in its turn."""
        return fighter(self.one(name))

    def ammunition(self, name: str, slot: int | None = None) -> Ammunition:
        """Return the ammunition in the Marine's weapon."""
        one = self.one(name)
        ammunition = one.carried[one.in_hand if slot is None else slot].ammunition
        assert ammunition is not None
        return ammunition
