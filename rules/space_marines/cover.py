"""Cover fire: declared on an empty area, set off by the first enemy that enters it (COVER FIRE)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.model import Encounter
from rules.orders import Answer, Fire
from rules.places import Place
from rules.records import Order
from rules.scene import Scene


def is_cover_fire(order: Fire) -> bool:
    """Whether `how:` says so."""
    raise NotImplementedError


def declare(order: Fire, scene: Scene) -> None:
    """Declare cover fire on the places that are its targets. Raises Refusal before anything is spent."""
    raise NotImplementedError


def entered(mover: str, rest: Iterable[Order], scene: Scene) -> bool:
    """Somebody has entered the space where he stands now: those who cover it are asked whether they fire, and `rest`
    is carried out after the last answer. Whether anybody is asked."""
    raise NotImplementedError


def answer(order: Answer, scene: Scene) -> None:
    """Fire at whoever entered, or hold the fire, which gives the cover fire up."""
    raise NotImplementedError


def covered(encounter: Encounter, camp: str) -> frozenset[Place]:
    """The spaces that enemies of this camp cover."""
    raise NotImplementedError


def lapse(camp: str, scene: Scene) -> None:
    """The cover fire against this camp is over, its phase being at an end."""
    raise NotImplementedError
