"""Contact: a move comes upon a fighter whom the mover's side did not know to be there, or upon a secret piece of the
map.

1. A move is planned, and refused, by what the mover's side knows (`Scene.known`): never around the unknown.
2. It is carried out on the truth. `in_the_way` says, for each space to be entered, who or what is there unknown to the
   side.
3. Where fighters do not share a space, the move stops before it; where they do, it stops in it. What was moved is
   spent, the rest is not.
4. `meet` makes the contact: each side knows the other's fighter from now on, everybody the wall, and the outcome says
   so.
5. Secret rough ground (`is_secret_rough`) stops nobody: it costs what it truly does, and the move goes as far as that
   allows. `find_rough` shows everybody what was entered, or was too dear to enter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine.copies import replace
from rules.engine.effects import Charted, Met
from rules.engine.glimpses import Sight
from rules.engine.model import Combatant, Encounter
from rules.engine.pieces import revealed
from rules.engine.scene import Clause, Scene
from rules.engine.sight import mapped, side_of
from rules.grid.ground import open_ground
from rules.words.phrases import listed
from rules.words.places import Place

Obstacle = Combatant | Place
"""What is in the way unknown to a side: a fighter, or a place where nobody can stand."""
_IN_SIGHT = (Sight.OWN, Sight.SEEN)


def in_the_way(mover: Combatant, place: Place, scene: Scene) -> Obstacle | None:
    """Return a place that something secret closes, or the fighter in play whom the mover's side does not know to be
    there; None if there is neither."""
    board = scene.encounter.board
    closes = board is not None and (place in board.hidden_walls or place in board.hidden_barred)
    if closes and mapped(scene.encounter, mover.owner) is not scene.encounter:
        return place
    there = [c for c in scene.encounter.combatants if c.present and c.place == place and c.id != mover.id]
    if not there:
        return None
    known = scene.perception.known(scene.encounter, mover)
    for one in there:
        at = known.positions.get(one.id)
        if at is None or known.combatants[at].place != place:
            return one
    return None


def meet(mover: str, other: Obstacle, scene: Scene) -> tuple[Clause, ...]:
    """Let the mover and the other know of each other, or all of the wall, and return what the outcome says of it behind
    the move."""
    if isinstance(other, Place):
        board = scene.encounter.board
        assert board is not None
        scene.do(Charted(revealed(board, frozenset({other}))))
        scene.notify(mover)
        return (scene.clause(f", and finds the way blocked at {other}", mover),)
    one = scene.combatant(mover)
    if scene.glimpse(mover, other.id).sight not in _IN_SIGHT:
        scene.do(Met(other.id, side_of(one)))
    if scene.glimpse(other.id, mover).sight not in _IN_SIGHT:
        scene.do(Met(mover, side_of(other)))
    scene.notify(mover, other.id)
    at = f" at {other.place}" if other.place else ""
    return (scene.clause(f", and meets {other.reference}{at}", other.id),)


def is_secret_rough(mover: Combatant, place: Place, scene: Scene) -> bool:
    """Return whether there is rough ground at a place that the mover's side does not know of."""
    board = scene.encounter.board
    return bool(board and place in board.hidden_rough and mapped(scene.encounter, mover.owner) is not scene.encounter)


def find_rough(mover: str, places: Iterable[Place], scene: Scene) -> tuple[Clause, ...]:
    """Let everybody know of the secret rough ground at these places, and return what the outcome says of it behind the
    move; nothing if there is none."""
    found = frozenset(place for place in places if is_secret_rough(scene.combatant(mover), place, scene))
    board = scene.encounter.board
    if board is None or not found:
        return ()
    scene.do(Charted(replace(board, hidden_rough=board.hidden_rough - found)))
    scene.notify(mover)
    return (scene.clause(f", and finds rough ground at {listed([*map(str, sorted(found))], 'and')}", mover),)


def stop_before(
    mover: Combatant,
    to: Place,
    encounter: Encounter,
    neighbors: Callable[[Place], tuple[Place, ...]],
    distance: Callable[[Place, Place], int],
) -> Place | None:
    """Return where a mover stops whose way to a place ends beside it: the free space nearest to where they come from.

    It is where they are if no free space is nearer to the place. None for one who comes from off the map and finds no
    free space.
    """
    board, start = encounter.board, mover.place
    taken = {c.place for c in encounter.combatants if c.present and c.id != mover.id}
    free = [p for p in neighbors(to) if p not in taken and (board is None or open_ground(board, p))]
    if start is None:
        return min(free, default=None)
    nearer = [place for place in free if distance(start, place) < distance(start, to)]
    return min(nearer, key=lambda place: (distance(start, place), _straight(start, place), place), default=start)


def _straight(start: Place, place: Place) -> int:
    """Return a number that is lower for places straight ahead than for those aslant, at the same distance."""
    return (place.column - start.column) ** 2 + (place.row - start.row) ** 2
