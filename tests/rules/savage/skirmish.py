"""A skirmish for tests: shooters by name, orders one after the other, the encounter as it stands."""

from __future__ import annotations

from rules.engine.records.model import Ammunition
from rules.engine.records.orders import Burst, Fire, Muster, Reload, Throw
from rules.engine.scene.scene import Resolution
from rules.savage.shooter import Shooter, shooter
from rules.shelf import shelf
from tests.rules import skirmish
from tests.rules.skirmish import names, note, rolls, total

__all__ = ["SAVAGE", "Skirmish", "names", "note", "rolls", "total"]

SAVAGE = shelf()["savage"]
ASH = "Shooting d8, Wild Card, magazine 100, ROF 4"


class Skirmish(skirmish.Skirmish):
    """Ash, of the sheet line given, against three Extras: Thug 1 to Thug 3."""

    texts_checked = True

    def __init__(self, sheet: str = ASH) -> None:
        super().__init__(SAVAGE, "savage")
        self.order(Muster(SAVAGE.profile(sheet, {}), "Ash", "Squad", "player"))
        thug = SAVAGE.profile("Shooting d6, extra, Pistol, spares 1", {})
        self.order(Muster(thug, "Thug", "Thugs", None, 3))

    def fire(self, *dice: int, how: str = "", mod: str = "", weapon: str = "") -> Resolution:
        """Ash fires at Thug 1."""
        return self.order(Fire("c1", (self.target("Thug 1"),), how=how, mod=mod, weapon=weapon), *dice)

    def burst(self, *dice: int, how: str = "", mod: str = "", at: tuple[str, ...] = ("Thug 1",)) -> Resolution:
        """Ash fires a burst."""
        return self.order(Burst("c1", tuple(map(self.target, at)), how=how, mod=mod), *dice)

    def throw(self, *dice: int, how: str = "", weapon: str = "") -> Resolution:
        """Ash throws at Thug 1."""
        return self.order(Throw("c1", (self.target("Thug 1"),), how=how, weapon=weapon), *dice)

    def reload(self, how: str = "", weapon: str = "") -> Resolution:
        """Ash reloads."""
        return self.order(Reload("c1", weapon, how))

    def ammunition(self, slot: int | None = None) -> Ammunition:
        """Return the ammunition in Ash's weapon."""
        ash = self.one("Ash")
        ammunition = ash.carried[ash.in_hand if slot is None else slot].ammunition
        assert ammunition is not None
        return ammunition

    @property
    def state(self) -> Shooter:
        """Return Ash's record."""
        return shooter(self.one("Ash"))
