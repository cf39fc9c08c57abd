"""The chances of an attack in a book in which one number decides, and the choices for it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from rules.engine.attack.attack_choices import Choosing
from rules.engine.attack.attacks import odds_title
from rules.engine.attack.shots import Shot, Shots
from rules.engine.books.ruleset import Choices, Curve, Odds
from rules.engine.defaults.fighters import FighterDefaults
from rules.engine.records.errors import NoRule
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Aim, Attack, Burst, Fire, Throw
from rules.engine.records.records import Order
from rules.engine.sharing.sides import named
from rules.words.phrases import percent


class ChanceDefaults(FighterDefaults):
    """Attacks of a book that has `shots` and writes `hit_chance`. Others override `odds`, `curve` and `choices`."""

    title: str
    shots: Shots[Any, Any]
    aims_at_places = False

    def hit_chance(self, shot: Shot[Any, Any]) -> Fraction:
        """Return the chance of a shot to hit (0 to 1), for `odds`."""
        raise NoRule(f"{self.title} has no chances to work out.")

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        shot = self.shots.shot(order, encounter, odds=True)
        title = odds_title(shot.shooter, shot.arm.weapon, shot.target, encounter)
        return Odds(title, ("Hit",), ((percent(self.hit_chance(shot)),),))

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        """Raise NoRule: aim does not matter."""
        raise NoRule(f"{self.title} has no aim to compare by. /odds without compare: has the chances.")

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        return Choosing(self.shots).choices(order, encounter)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        return self.choices(order, encounter).targets

    def inquiry(self, order: Order) -> bool:
        return isinstance(order, Aim)

    def aims_wanted(self, encounter: Encounter, order: Order) -> tuple[tuple[int, str], ...]:
        return ()

    def reached(self, order: Order, encounter: Encounter) -> Iterable[Combatant]:
        """Return the fighters that an attack would reach, by the map and by what is known before any throw.

        Other orders reach nobody. May raise Refusal for an attack that is refused.
        """
        return named(order.targets, encounter) if isinstance(order, Fire | Burst | Throw) else ()
