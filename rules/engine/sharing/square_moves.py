"""A move from square to square, on the way that the fighter's side knows."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.map.pieces import named
from rules.engine.records.errors import AlreadySo
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Move
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sight import contact
from rules.grid.ground import check_free, check_ground
from rules.grid.squares import distance, neighbours
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that has been made: the squares entered, the place at the end, the move in words ("moves from B2 to C4"),
    and clauses on what stopped it.
    """

    squares: Sequence[Place]
    place: Place | None
    words: str
    met: tuple[Clause, ...]


def check_goal(order: Move, scene: Scene) -> None:
    """Raise NotNow if nobody can stop there, as far as the fighter's side knows, AlreadySo if the fighter is there."""
    known, mover = scene.known(order.actor), scene.combatant(order.actor)
    check_ground(known, order.to)
    if mover.place == order.to:
        raise AlreadySo(f"{mover.reference} is already at {order.to}.")
    check_free(known, order.to)


def go(mover: Combatant, to: Place, way: Sequence[Place], scene: Scene) -> Moved:
    """Move a fighter to a place, as far as nobody that their side does not know is in the way.

    `way` are the squares that they enter, none for a fighter from off the map.
    """
    squares, place, other = contact.walk(mover, to, way, scene, neighbours, distance)
    if place != mover.place:
        scene.do(Placed(mover.id, place))
    met = contact.meet(mover.id, other, scene) if other else ()
    if place == mover.place:
        return Moved(squares, place, f"stays at {place}" if place else "stays off the map", met)
    origin = f"from {mover.place} " if mover.place else ""
    return Moved(squares, place, f"moves {origin}to {named(scene.encounter.battle_map, place)}", met)
