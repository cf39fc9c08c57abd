"""With what a figure attacks: which of its weapons, and how many dice of damage (what `how:` says)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rules.engine.errors import NoRule, Refusal, quoted
from rules.engine.model import Combatant
from rules.space_marines.figure import Armament, points
from rules.words.catalogue import find
from rules.words.phrases import listed

_THROUGH = re.compile(r"\b(?:blow(?:ing|s)?[\s-]*)?through\b", re.IGNORECASE)
_DICE = re.compile(r"(\d{1,2})\s*(?:(?:half|1/2)[\s-]*)?(?:dice|die|d|points|point)?(?![\w/])", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;+&]+|and\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Held:
    """A weapon of somebody's, and where among his weapons it is."""

    slot: int
    weapon: Armament


@dataclass(frozen=True, slots=True)
class How:
    """What `how:` says of the damage: dice, in the order of the targets, and whether it is to blow through."""

    dice: tuple[int, ...] = ()
    through: bool = False


def arms(combatant: Combatant) -> Iterator[Held]:
    """Its ways of attacking, the one in hand first."""
    slots = range(len(combatant.carried))
    for slot in sorted(slots, key=lambda slot: slot != combatant.in_hand):
        weapon = combatant.carried[slot].weapon
        if not isinstance(weapon, Armament):
            raise TypeError(f"{weapon.name} is no weapon of these rules")
        yield Held(slot, weapon)


def armed(combatant: Combatant) -> tuple[Held, ...]:
    """Its ways of attacking, the one in hand first. Raises Refusal if it has none."""
    if not combatant.carried:
        raise Refusal(f"{combatant.name} has no way of attacking.")
    return tuple(arms(combatant))


def held(combatant: Combatant, name: str, fits: Callable[[Armament], bool] = lambda _: True) -> Held:
    """The weapon of that name; else the one in hand, or, if that does not fit, the first that does, if any.

    Raises UnknownName with the nearest, Refusal if there is none at all.
    """
    has = armed(combatant)
    if name.strip():
        return find(name, {one.weapon.name: one for one in has}, "weapon here")
    return next((one for one in has if fits(one.weapon)), has[0])


def read_how(text: str) -> How:
    """What `how:` says: "2 dice", "2 1", "blow through, 1 1". Raises NoRule for anything else."""
    rest, through = _THROUGH.subn(" ", text)
    dice = tuple(int(match[1]) for match in _DICE.finditer(rest))
    rest = _BETWEEN.sub("", _DICE.sub(" ", rest))
    if rest:
        raise NoRule(
            f"{quoted(text)} is no way of attacking here: how: takes dice of damage, such as 2 dice, in a /burst those"
            " of each target, such as 2 1, or blow through, and for /fire at an empty space, cover fire."
        )
    return How(dice, bool(through))


def most_dice(weapon: Armament, left: Fraction) -> int:
    """The most dice of damage that it can throw for the Points left; a weapon's own, whatever is left, if they cost
    nothing each."""
    if not weapon.by_die:
        return weapon.damage.dice
    able = int(left // weapon.cost) if weapon.cost else weapon.most or 1
    return min(able, weapon.most) if weapon.most else able


def dice_for(weapon: Armament, how: How, left: Fraction) -> int:
    """The dice of damage of an attack at one target: as said, else all that the Points left pay for, but one at least.
    Raises Refusal for more than the weapon has, NoRule where they cannot be chosen."""
    if how.through or len(how.dice) > 1:
        raise NoRule("One target takes all the dice: /burst splits them between several.")
    if not how.dice:
        return max(1, most_dice(weapon, left))
    [dice] = how.dice
    if not weapon.by_die:
        if dice == weapon.damage.dice and not weapon.damage.kill:
            return dice
        raise NoRule(f"The damage of {weapon.the} is what it is: leave how: out.")
    check_dice(weapon, dice)
    return dice


def check_dice(weapon: Armament, dice: int) -> None:
    """Raises Refusal for dice that a weapon does not have."""
    if dice < 1 or (weapon.most and dice > weapon.most):
        most = f"1 to {weapon.most} dice" if weapon.most else "1 die or more"
        raise Refusal(f"The {weapon.name} throws {most} of damage, {_price(weapon)} each, not {dice}.")


def cost_of(weapon: Armament, dice: int) -> Fraction:
    """What an attack costs, without the aim."""
    return Fraction(weapon.cost * (dice if weapon.by_die else 1))


def others(combatant: Combatant, weapon: Armament, fits: Callable[[Armament], bool]) -> str:
    """Its other weapons that would fit, to be named in a refusal: "Rifle or Pistol"; "" if there are none."""
    names = [one.weapon.name for one in arms(combatant) if one.weapon != weapon and fits(one.weapon)]
    return listed(names) if names else ""


def _price(weapon: Armament) -> str:
    return points(Fraction(weapon.cost))
