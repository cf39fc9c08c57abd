"""Directions as players write them ("north", "90", "Guard 2", "C4", "left"), and the size of a turn (2.3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.map.codes import find_fighter
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.records.model import Combatant, Encounter
from rules.grid import hexes
from rules.grid.directions import on_hexes
from rules.phoenix.basics.soldier import HEXSIDE, soldier, unsteady
from rules.phoenix.basics.switches import BY_HEXSIDE, FIELD_OF_VIEW, TURNING, on, value
from rules.phoenix.ground.view import in_view
from rules.words.catalogue import normalized
from rules.words.places import Place

_POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_FREE = 60
"""The degrees of turning that are free in each hex entered, in any portions (2.3, rulings O34, O77)."""
_FOR_AN_ACTION = 120
"""The degrees of turning for one action (7B)."""
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
_BEHIND = (
    "around",
    "round",
    "back",
    "about",
    "backward",
    "backwards",
    *(f"the way {who} came" for who in ("they", "he", "she")),
    "behind",
)


class NoPlace(NotNow):
    """A direction is that of a fighter (`id`) whose place the fighter's side does not know."""

    def __init__(self, sentence: str, id: str) -> None:
        super().__init__(sentence)
        self.id = id


def compass(degrees: int) -> str:
    """Return the nearest of eight directions: "NE"."""
    return _POINTS[round(degrees / 45) % len(_POINTS)]


def towards(here: Place | None, there: Place | None) -> str:
    """Return the nearest of eight directions from one place to another: "north-east"; "" if one is unknown, or both are
    the same.
    """
    return on_hexes(here, there) if here and there else ""


def direction(text: str, combatant: Combatant, encounter: Encounter, ahead: int | None = None) -> int:
    """Return the bearing that the text means, 0 to 359. `ahead` is the combatant's facing, if it differs from the
    record.

    Raises UnknownName for a text that is not a direction, NotNow if a facing or place that it needs is unknown.
    """
    words, moved = normalized(text), ahead
    ahead = soldier(combatant).facing if ahead is None else ahead
    if words in _COMPASS:
        return _COMPASS[words]
    if words in _BEHIND:
        return (_ahead(ahead, combatant) + 180) % 360
    if match := re.fullmatch(r"(\d{1,3})(?: degrees)?", words):
        if int(match[1]) > 360:
            raise Refusal(f"A bearing goes clockwise from 0 (the top of the map) to 360, not {match[1]}.")
        return int(match[1]) % 360
    match = _SIDEWAYS.fullmatch(words)
    if match and (side := match["before"] or match["after"]):
        number = match["number"] or "1"
        turn = _NUMBERS.get(number) or int(number)
        turn *= 1 if (match["unit"] or "").startswith("degree") else HEXSIDE
        if turn > 360:
            raise Refusal("A turn is at most 6 hexsides.")
        return (_ahead(ahead, combatant) + (turn if side == "right" else -turn)) % 360
    return _towards(text, combatant, encounter, moved)


def hexsides(one: int, other: int) -> int:
    """Return the hexsides of 60 degrees between two bearings, rounded up: 0 to 3."""
    off = (other - one) % 360
    return -(-min(off, 360 - off) // HEXSIDE)


def turn_between(one: int | None, other: int | None, whole: bool) -> int:
    """Return the degrees between two bearings, 0 to 180; 0 if one is unknown.

    With `whole` each turn is rounded up to whole hexsides.
    """
    if one is None or other is None:
        return 0
    if whole:
        return hexsides(one, other) * HEXSIDE
    off = (other - one) % 360
    return min(off, 360 - off)


def turning_cost(degrees: int, before: int, whole: bool) -> int:
    """Return the actions for turning so far in a hex entered, after `before` degrees of turning in it.

    All turns in the hex are added up, so that its portions cost no more than one turn (ruling O77);
    with `whole` each is paid by itself.
    """
    if whole:
        return _beyond(max(0, _FREE - before), degrees)
    return _beyond(_FREE, before + degrees) - _beyond(_FREE, before)


def _beyond(free: int, degrees: int) -> int:
    return -(-max(0, degrees - free) // _FOR_AN_ACTION)


def by_hexside(encounter: Encounter) -> bool:
    """Return whether each turn is rounded up to whole hexsides, as it is in older encounters."""
    return value(encounter, TURNING) == BY_HEXSIDE


def _ahead(facing: int | None, combatant: Combatant) -> int:
    if facing is None:
        raise NotNow(f"{combatant.reference}'s facing is unknown. Name a bearing such as north, a place or a fighter.")
    return facing


def _towards(text: str, combatant: Combatant, encounter: Encounter, ahead: int | None) -> int:
    to: Place | None
    try:
        to = Place.parse(text)
    except UnknownName:
        others = [c for c in encounter.combatants if c.id != combatant.id and c.present]
        try:
            other = find_fighter(text, others, encounter, "direction")
        except UnknownName as unknown:
            raise UnknownName(
                (
                    f"I don't understand {quoted(text)} as a direction. Use north or the like, a bearing in"
                    " degrees, left or right, a place, or a fighter's name."
                ),
                unknown.nearest,
            ) from None
        to = other.place
        _check_in_view(combatant, other, encounter, ahead)
        if to is None and combatant.place is not None:
            raise NoPlace(f"{other.reference} is not on the map. Name a bearing such as north.", other.id) from None
    if combatant.place is None or to is None:
        who = combatant.reference
        raise NotNow(f"{who} is not on the map. Name a bearing such as north, or use /move to place {who}.")
    if combatant.place == to:
        raise NotNow(f"{combatant.reference} is at {to}. Name a bearing such as north.")
    return hexes.bearing(combatant.place, to)


def _check_in_view(combatant: Combatant, other: Combatant, encounter: Encounter, ahead: int | None) -> None:
    """Raise NotNow for a fighter that the combatant does not see, with the switch for 5.1."""
    if not on(encounter, FIELD_OF_VIEW):
        return
    looker = combatant
    if ahead is not None:  # a move has ended any Firing Stance
        looker = altered(combatant, condition=altered(unsteady(soldier(combatant)), facing=ahead))
    if not in_view(looker, other.place):
        raise NotNow(
            f"{other.reference} is outside {combatant.reference}’s Field of View, so"
            f" {combatant.reference} does not know of them (5.1). Name a direction such as north."
        )
