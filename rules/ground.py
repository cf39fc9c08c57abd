"""Where combatants may stand: on the map, if there is one, and on no obstruction."""

from __future__ import annotations

from rules.errors import NotNow
from rules.model import Encounter
from rules.places import Place


def check_ground(encounter: Encounter, place: Place) -> None:
    """Raises NotNow if nobody can stand there."""
    board = encounter.board
    if board is None:
        return
    if place.column > board.width or place.row > board.height:
        raise NotNow(f"{place} is off the map, which goes from A1 to {Place(board.width, board.height)}.")
    if place in board.obstructions:
        raise NotNow(f"There is an obstruction at {place}.")
