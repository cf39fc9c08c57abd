"""What a picture after an entry points out: who has fired at whom, and the ways that fighters have walked.

It is made of a reading alone (`bot.game.sight.read`): of the fighters whom its clauses and effects name to the reader.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.journal import Entry
from bot.game.maps import Highlights, Shot
from rules.engine.effects import Placed
from rules.engine.model import Encounter
from rules.engine.orders import Attack
from rules.words.places import Place

_FIRED = ("hit", "miss")


def pointed(entry: Entry, before: Encounter | None) -> Highlights:
    """Return what an entry as it was read points out; `before` is the encounter as its reader knew it before that."""
    if entry.kind != "order":
        return Highlights()
    paths = tuple((id, path) for id, path in _paths(entry, before).items() if len(path) > 1)
    shots = tuple(dict.fromkeys(_shots(entry)))
    return Highlights(shots=shots, paths=paths)


def _paths(entry: Entry, before: Encounter | None) -> dict[str, tuple[Place, ...]]:
    paths: dict[str, tuple[Place, ...]] = {}
    if before is None:
        return paths
    for effect in entry.resolution.effects:
        if not isinstance(effect, Placed) or effect.combatant not in before.positions:
            continue
        start = before.combatant(effect.combatant).place
        path = paths.get(effect.combatant) or ((start,) if start else ())
        if effect.place is None:
            paths.pop(effect.combatant, None)
        elif path[-1:] != (effect.place,):
            paths[effect.combatant] = (*path, effect.place)
    return paths


def _shots(entry: Entry) -> Iterator[Shot]:
    """A shot from the fighter whom the outcome begins with at each of the others, as far as the reader is told."""
    resolution, state = entry.resolution, entry.state
    if resolution.verdict not in _FIRED:
        return
    shooter = next((clause.about for clause in resolution.clauses if clause.about), "")
    start = _place(shooter, state)
    if start is None:
        return
    each = {clause.about: clause.verdict for clause in resolution.clauses if clause.verdict}
    aimed = entry.order.targets if isinstance(entry.order, Attack) and not entry.withheld else ()
    ids = dict.fromkeys([*each, *resolution.concerned, *(target.id for target in aimed if target.id)])
    ends = [(_place(id, state), each.get(id, resolution.verdict)) for id in ids if id != shooter]
    ends += [(target.place, resolution.verdict) for target in aimed if target.place and not ends]
    for end, verdict in ends:
        if end is not None and end != start:
            yield Shot(start, end, verdict == "hit")


def _place(id: str, encounter: Encounter) -> Place | None:
    return encounter.combatant(id).place if id in encounter.positions else None
