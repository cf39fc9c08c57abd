"""The weapon that a figure attacks with, and its dice of damage (read from `how:`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from rules.engine.attack.arms import Arms
from rules.engine.records.errors import NoRule, Refusal, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.space_marines.figures.figure import Armament, points
from rules.words.phrases import listed

_THROUGH = re.compile(r"\b(?:blow(?:ing|s)?[\s-]*)?through\b", re.IGNORECASE)
_DICE = re.compile(r"(\d{1,2})\s*(?:(?:half|1/2)[\s-]*)?(?:dice|die|d|points|point)?(?![\w/])", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;+&]+|and\b", re.IGNORECASE)


ARMS = Arms(Armament, "ATTACKS", unarmed="has no attack.", in_hand_first=True)


@dataclass(frozen=True, slots=True)
class DamageOptions:
    """The options of the damage that `how:` gives: the dice of each target in order, and whether it blows through."""

    dice: tuple[int, ...] = ()
    through: bool = False


def read_how(text: str) -> DamageOptions:
    """Return the options that `how:` gives: "2 dice", "2 1", "blow through, 1 1". Raises NoRule for anything else."""
    rest, through = _THROUGH.subn(" ", text)
    dice = tuple(int(match[1]) for match in _DICE.finditer(rest))
    rest = _BETWEEN.sub("", _DICE.sub(" ", rest))
    if rest:
        raise NoRule(
            f"I don't understand {quoted(text)}. In how: give dice of damage, such as 2 dice; in a /burst"
            " the dice for each target, such as 2 1, or blow through; for /fire at an empty space, cover"
            " fire."
        )
    return DamageOptions(dice, bool(through))


def most_dice(weapon: Armament, left: Fraction) -> int:
    """Return the most dice of damage that the Points left pay for; a weapon's own number if dice have no price."""
    if not weapon.by_die:
        return weapon.damage.dice
    affordable = int(left // weapon.cost) if weapon.cost else weapon.most or 1
    return min(affordable, weapon.most) if weapon.most else affordable


def read_dice(weapon: Armament, how: DamageOptions, left: Fraction) -> int:
    """Return the dice of damage at one target: as given, or else as many as the Points left pay for, at least one.

    Raises Refusal for more than the weapon has, NoRule if they cannot be chosen.
    """
    if how.through or len(how.dice) > 1:
        raise NoRule("One target takes all the dice. Use /burst to split them between several.")
    if not how.dice:
        return max(1, most_dice(weapon, left))
    [dice] = how.dice
    if not weapon.by_die:
        if dice == weapon.damage.dice and not weapon.damage.kill:
            return dice
        raise NoRule(f"The damage of {weapon.the} is fixed. Leave how: out.")
    check_dice(weapon, dice)
    return dice


def check_dice(weapon: Armament, dice: int) -> None:
    """Raise Refusal for a number of dice that the weapon does not have."""
    if dice < 1 or (weapon.most and dice > weapon.most):
        most = f"1 to {weapon.most} dice" if weapon.most else "1 die or more"
        raise Refusal(f"The {weapon.name} rolls {most} of damage, {_price(weapon)} each, not {dice}.")


def attack_cost(weapon: Armament, dice: int) -> Fraction:
    """Return the cost of an attack in Points, without the aim."""
    return Fraction(weapon.cost * (dice if weapon.by_die else 1))


def other_weapons(combatant: Combatant, weapon: Armament, fits: Callable[[Armament], bool]) -> str:
    """Return its other weapons that fit, in words for a refusal: "Rifle or Pistol"; "" if there are none."""
    names = [one.weapon.name for one in ARMS.carried(combatant) if one.weapon != weapon and fits(one.weapon)]
    return listed(names) if names else ""


def _price(weapon: Armament) -> str:
    return points(Fraction(weapon.cost))
