"""Where combatants may stand: on the map, if there is one, not on obstructions, and not in water or a window."""

from __future__ import annotations

from rules.engine.map.pieces import WATER, WINDOW
from rules.engine.records.errors import NotNow
from rules.engine.records.model import BattleMap, Encounter
from rules.words.places import Place

_BAR = (WATER, WINDOW)
NO_WAY = (
    "There is no way for {who} from {start} to {to}: the map has walls, closed doors or water in between."
    " Choose another place."
)
"""The refusal of a move to a place that cannot be reached."""


def on_map(battle_map: BattleMap, place: Place) -> bool:
    """Return whether the place is on the map."""
    return 1 <= place.column <= battle_map.width and 1 <= place.row <= battle_map.height


def open_ground(battle_map: BattleMap, place: Place) -> bool:
    """Return whether a fighter can stand there."""
    return on_map(battle_map, place) and place not in battle_map.obstructions and place not in battle_map.barred


def impassable(battle_map: BattleMap | None) -> frozenset[Place]:
    """Return the places where nobody can stand; none without a map."""
    return battle_map.obstructions | battle_map.barred if battle_map else frozenset()


def check_ground(encounter: Encounter, place: Place) -> None:
    """Raise NotNow if nobody can stand there. Without a map, every place is allowed."""
    check_on_map(encounter, place)
    battle_map = encounter.battle_map
    if battle_map and place in battle_map.obstructions:
        raise NotNow(f"There is an obstruction at {place}. Choose another place.")
    if battle_map and place in battle_map.barred:
        what = next(
            (piece.kind for piece in battle_map.pieces if place in piece.places and piece.kind in _BAR), "something"
        )
        raise NotNow(f"There is {'a window' if what == WINDOW else what} at {place}. Choose another place.")


def check_on_map(encounter: Encounter, place: Place) -> None:
    """Raise NotNow for a place off the map. Without a map, every place is allowed."""
    battle_map = encounter.battle_map
    if battle_map and not on_map(battle_map, place):
        raise NotNow(f"{place} is off the map, which goes from A1 to {Place(battle_map.width, battle_map.height)}.")


def check_free(encounter: Encounter, place: Place) -> None:
    """Raise NotNow if a fighter in play is there."""
    for other in encounter.combatants:
        if other.present and other.place == place:
            raise NotNow(f"{other.reference} is at {place}. Choose a free place.")
