"""Contact: a move meets a fighter that the mover's side did not know to be there, or a secret piece of the map.

1. A move is planned, and refused, by what the mover's side knows (`Scene.known`). It never leads around the unknown.
2. The move is carried out on the truth. For each space to be entered, `in_the_way` returns a fighter or piece there
   that the side does not know.
3. Where fighters do not share a space, the move stops before that space; where they do, it stops in it. The distance
   moved is spent, and the rest is not.
4. `meet` makes the contact: from now on each side knows the other's fighter, unless that one perceives nothing, and
   everybody knows the wall. The outcome says so.
5. Secret rough ground (`is_secret_rough`) stops nobody. It costs what it truly costs, and the move goes as far as that
   allows. `find_rough` shows everybody the rough ground that was entered, or that was too expensive to enter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.engine.map.pieces import revealed
from rules.engine.records.copies import replace
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.effects import Charted, Met
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sight.sight import mapped, side_of
from rules.grid.ground import open_ground
from rules.words.phrases import listed
from rules.words.places import Place

Obstacle = Combatant | Place
"""An obstacle that the mover's side does not know: a fighter, or a place where nobody can stand."""
_IN_SIGHT = (Sight.OWN, Sight.SEEN)


def in_the_way(mover: Combatant, place: Place, scene: Scene) -> Obstacle | None:
    """Return the obstacle at a place that the mover's side does not know; None if there is none.

    It is the place itself if something secret closes it, or a fighter in play.
    """
    battle_map = scene.encounter.battle_map
    closes = battle_map is not None and (place in battle_map.hidden_walls or place in battle_map.hidden_barred)
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


def walk(
    mover: Combatant,
    to: Place,
    way: Sequence[Place],
    scene: Scene,
    neighbors: Callable[[Place], tuple[Place, ...]],
    distance: Callable[[Place, Place], int],
) -> tuple[Sequence[Place], Place | None, Obstacle | None]:
    """Return the spaces that a mover enters, where they stop, and what stopped them that their side did not know.

    `way` are the spaces of a move to a place, none for a mover from off the map. Nobody stops in another fighter's
    space.
    """
    if mover.place is None:
        other = in_the_way(mover, to, scene)
        return (), stop_before(mover, to, scene.encounter, neighbors, distance) if other else to, other
    taken = {c.place for c in scene.encounter.combatants if c.present and c.id != mover.id}
    for at, place in enumerate(way):
        if other := in_the_way(mover, place, scene):
            stops = next((n for n in range(at, 0, -1) if way[n - 1] not in taken), 0)
            return way[:stops], way[stops - 1] if stops else mover.place, other
    return way, to, None


def meet(mover: str, other: Obstacle, scene: Scene) -> tuple[Clause, ...]:
    """Let the mover and the other fighter know of each other, or everybody of the wall.

    Returns the clauses that the outcome adds after the move.
    """
    if isinstance(other, Place):
        battle_map = scene.encounter.battle_map
        assert battle_map is not None
        scene.do(Charted(revealed(battle_map, frozenset({other}))))
        scene.notify(mover)
        return (scene.clause(f", and finds the way blocked at {other}", mover),)
    one = scene.combatant(mover)
    if scene.glimpse(mover, other.id).sight not in _IN_SIGHT:
        scene.do(Met(other.id, side_of(one)))
    if scene.glimpse(other.id, mover).sight not in _IN_SIGHT and scene.perceives(other.id):
        scene.do(Met(mover, side_of(other)))
    scene.notify(mover, other.id)
    at = f" at {other.place}" if other.place else ""
    return (scene.clause(f", and meets {other.reference}{at}", other.id),)


def is_secret_rough(mover: Combatant, place: Place, scene: Scene) -> bool:
    """Return whether there is rough ground at a place that the mover's side does not know of."""
    battle_map = scene.encounter.battle_map
    return bool(
        battle_map and place in battle_map.hidden_rough and mapped(scene.encounter, mover.owner) is not scene.encounter
    )


def find_rough(mover: str, places: Iterable[Place], scene: Scene) -> tuple[Clause, ...]:
    """Show everybody the secret rough ground at these places.

    Returns the clauses that the outcome adds after the move; none if there is no such ground.
    """
    found = frozenset(place for place in places if is_secret_rough(scene.combatant(mover), place, scene))
    battle_map = scene.encounter.battle_map
    if battle_map is None or not found:
        return ()
    scene.do(Charted(replace(battle_map, hidden_rough=battle_map.hidden_rough - found)))
    scene.notify(mover)
    return (scene.clause(f", and finds rough ground at {listed([*map(str, sorted(found))], 'and')}", mover),)


def stop_before(
    mover: Combatant,
    to: Place,
    encounter: Encounter,
    neighbors: Callable[[Place], tuple[Place, ...]],
    distance: Callable[[Place, Place], int],
) -> Place | None:
    """Return where a mover stops who walks up to an occupied place: the free space beside it that is nearest to their
    start.

    That is where they are if no free space is nearer to the place. Returns None if the mover comes from off the map and
    there is no free space.
    """
    battle_map, start = encounter.battle_map, mover.place
    taken = {c.place for c in encounter.combatants if c.present and c.id != mover.id}
    free = [p for p in neighbors(to) if p not in taken and (battle_map is None or open_ground(battle_map, p))]
    if start is None:
        return min(free, default=None)
    nearer = [place for place in free if distance(start, place) < distance(start, to)]
    return min(nearer, key=lambda place: (distance(start, place), _straight(start, place), place), default=start)


def _straight(start: Place, place: Place) -> int:
    """Return a number that is lower for places straight ahead than for those off to the side, at the same distance."""
    return (place.column - start.column) ** 2 + (place.row - start.row) ** 2
