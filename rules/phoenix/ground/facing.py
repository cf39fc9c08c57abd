"""Directions as players say them ("north", "90", "Guard 2", "C4", "left"), and how far a turn is (2.3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.copies import altered
from rules.engine.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.model import Combatant, Encounter
from rules.grid import hexes
from rules.phoenix.ground.view import in_view
from rules.phoenix.soldier import soldier, unsteady
from rules.phoenix.switches import FIELD_OF_VIEW, on
from rules.words.catalogue import find, plain
from rules.words.places import Place

_POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
HEXSIDE = 60
"""Degrees."""
_COMPASS: Mapping[str, int] = MappingProxyType(
    {
        name: 45 * number
        for number, names in enumerate(
            (
                ("north", "n", "up", "the top"),
                ("north east", "northeast", "ne"),
                ("east", "e"),
                ("south east", "southeast", "se"),
                ("south", "s", "the bottom"),
                ("south west", "southwest", "sw"),
                ("west", "w"),
                ("north west", "northwest", "nw"),
            )
        )
        for name in names
    }
)
_SIDEWAYS = re.compile(
    r"(?:(?:the )?(?P<before>left|right)\s*)?(?:by\s*)?(?:(?P<number>\d{1,3}|one|two|three)\s*"
    r"(?P<unit>hexsides?|degrees?)?)?(?:\s*(?:to the\s*)?(?P<after>left|right))?"
)
_NUMBERS = MappingProxyType({"one": 1, "two": 2, "three": 3})
_BEHIND = ("around", "round", "back", "about", "backward", "backwards", "the way he came", "behind")


def compass(degrees: int) -> str:
    """The nearest of eight directions: "NE"."""
    return _POINTS[round(degrees / 45) % len(_POINTS)]


def direction(said: str, combatant: Combatant, encounter: Encounter, ahead: int | None = None) -> int:
    """The bearing that is meant, 0 to 359. `ahead` is where he faces, if not as recorded.

    Raises UnknownName for what is no direction, NotNow where nobody knows how he faces or where somebody stands.
    """
    words, moved = plain(said), ahead
    ahead = soldier(combatant).facing if ahead is None else ahead
    if words in _COMPASS:
        return _COMPASS[words]
    if words in _BEHIND:
        return (_ahead(ahead, combatant) + 180) % 360
    if match := re.fullmatch(r"(\d{1,3})(?: degrees)?", words):
        if int(match[1]) > 360:
            raise Refusal(f"A bearing goes from 0, to the top of the map, clockwise to 360, not {match[1]}.")
        return int(match[1]) % 360
    match = _SIDEWAYS.fullmatch(words)
    if match and (side := match["before"] or match["after"]):
        number = match["number"] or "1"
        turn = _NUMBERS.get(number) or int(number)
        turn *= 1 if (match["unit"] or "").startswith("degree") else HEXSIDE
        if turn > 360:
            raise Refusal("Nobody turns by more than 6 hexsides.")
        return (_ahead(ahead, combatant) + (turn if side == "right" else -turn)) % 360
    return _towards(said, combatant, encounter, moved)


def hexsides(one: int, other: int) -> int:
    """How many hexsides of 60 degrees, begun ones counted whole, are between two bearings: 0 to 3."""
    off = (other - one) % 360
    return -(-min(off, 360 - off) // HEXSIDE)


def _ahead(facing: int | None, combatant: Combatant) -> int:
    if facing is None:
        raise NotNow(f"Nobody knows how {combatant.name} faces: name a bearing such as north, a place or somebody.")
    return facing


def _towards(said: str, combatant: Combatant, encounter: Encounter, ahead: int | None) -> int:
    to: Place | None
    name = said.strip()
    try:
        to = Place.parse(said)
    except UnknownName:
        others = {c.name: c for c in encounter.combatants if c.id != combatant.id and c.present}
        try:
            other = find(said, others, "direction")
        except UnknownName as unknown:
            raise UnknownName(
                f"{quoted(said)} is no direction: say north or the like, a bearing in degrees, left or right, a place, "
                "or somebody’s name.",
                unknown.nearest,
            ) from None
        to, name = other.place, other.name
        _check_in_view(combatant, other, encounter, ahead)
    if combatant.place is None or to is None:
        lost = combatant.name if combatant.place is None else name
        raise NotNow(f"Nobody knows where {lost} stands: name a bearing such as north, or /move {lost} to a place.")
    if combatant.place == to:
        raise NotNow(f"{combatant.name} stands at {to} himself: name a bearing such as north.")
    return hexes.bearing(combatant.place, to)


def _check_in_view(combatant: Combatant, other: Combatant, encounter: Encounter, ahead: int | None) -> None:
    """Raises NotNow for somebody whom he does not see, where that counts (5.1)."""
    if not on(encounter, FIELD_OF_VIEW):
        return
    looker = combatant
    if ahead is not None:  # he has moved, and is in no Firing Stance any more
        looker = altered(combatant, condition=altered(unsteady(soldier(combatant)), facing=ahead))
    if not in_view(looker, other.place):
        raise NotNow(
            f"{other.name} is outside {combatant.name}’s Field of View, who does not know of him (5.1): name a"
            " direction such as north."
        )
