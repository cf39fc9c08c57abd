"""A side's knowledge of a fighter of another side: by sight, by memory of it, and by hearing or being hit.

A fighter in the side's view is `seen`. A fighter it saw or heard before is a `contact`, at the place where they were
last seen or in the direction of the sound (5.3). With the fog on `hidden` a fighter who was seen once stays seen until
they go behind cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from rules.engine.books.table_options import HIDDEN, OFF
from rules.engine.books.table_options import SIDES as BY_SIDES
from rules.engine.records.copies import altered, replace
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter, Sighting
from rules.engine.scene.effects import Sighted
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import fog, imperceptible, side_of, sides
from rules.phoenix.basics.soldier import Knockout, Soldier, soldier
from rules.phoenix.basics.times import UNTIL_SAID, after
from rules.phoenix.book import Book
from rules.phoenix.ground import trace
from rules.phoenix.ground.facing import towards
from rules.phoenix.harm.hit_records import Fate
from rules.phoenix.harm.wounds import Hit
from rules.phoenix.optional.senses import spotting
from rules.phoenix.optional.senses.sightlines import Sightlines, sightlines
from rules.words.places import Place

_SEEN, _UNKNOWN = Glimpse(Sight.SEEN), Glimpse(Sight.UNKNOWN)
_SPOTTED, _EXPOSURE = attrgetter("condition.spotted"), attrgetter("condition.exposure")
_BLANK = Soldier()
"""The visible state of a fighter who has not been seen."""


def hides(encounter: Encounter) -> bool:
    """Return whether there can be fighters here that some side does not see."""
    mode = fog(encounter)
    if mode != HIDDEN:
        return mode == BY_SIDES
    if encounter.sightings or spotting.counts(encounter):
        return True
    fighters = encounter.combatants
    return not all(map(_SPOTTED, fighters)) or "hidden" in map(_EXPOSURE, fighters)


def glimpse(encounter: Encounter, side: str, combatant: Combatant, book: Book) -> Glimpse:
    """Return what the side knows of a fighter of another side."""
    seen = sightlines(encounter, book).seen(side, combatant, encounter)
    if seen is combatant:
        return _SEEN
    if seen is not None:
        return Glimpse(Sight.CONTACT, seen.place, encounter.clock, looks=_looks(seen, encounter))
    last = _remembered(encounter, side, combatant.id)
    if last is None:
        return _UNKNOWN
    if fog(encounter) == HIDDEN and _stays_seen(last, combatant, encounter):
        return _SEEN
    return Glimpse(
        Sight.CONTACT,
        last.place,
        last.since,
        last.direction,
        last.looks or _BLANK,
        nameless=last.looks is None,
        gone=last.gone,
    )


def lost(before: Encounter, after: Encounter, book: Book) -> tuple[Sighting, ...]:
    """Return the last sight of each fighter that a side saw before this part of an order and does not see after it."""
    earlier = sightlines(before, book)
    now = sightlines(after, book)
    if earlier is now:
        return ()
    sides = dict.fromkeys(earlier.sides(before).values())
    return tuple([one for side in sides for one in _lost_by(side, before, after, earlier, now)])


def found(before: Encounter, after: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the sides, each with a fighter (an id) that it views in another way after this part of an order."""
    earlier, now = sightlines(before, book), sightlines(after, book)
    for side in {} if earlier is now else dict.fromkeys(now.sides(after).values()):
        mine, theirs = earlier.findings(side), now.findings(side)
        for one in after.combatants:
            then, since = mine.get(one.id), theirs.get(one.id)
            unchanged = then is not None and then is since and then.target is one
            if not unchanged and now.sides(after)[one.id] != side:
                yield side, one.id


def watched(encounter: Encounter, side: str, combatant: Combatant, book: Book) -> tuple[tuple[Place | None, bool], ...]:
    """Return the places of a fighter's way in this impulse, and whether the side sees them there."""
    lines = sightlines(encounter, book)
    stays = fog(encounter) == HIDDEN and glimpse(encounter, side, combatant, book).sight is Sight.SEEN
    return tuple(
        (spot.place, (stays and soldier(spot).exposure != "hidden") or lines.sees(side, spot, encounter))
        for spot in trace.way(combatant)
    )


def noticed(side: str, maker: Combatant, here: Place | None, scene: Scene) -> None:
    """Make a side that does not see a fighter remember the direction to them from `here`, where they were heard or hit
    somebody.
    """
    encounter = scene.encounter
    direction = towards(here, maker.place)
    if not direction or fog(encounter) == OFF or side == side_of(maker) or imperceptible(encounter, side, maker):
        return
    if sightlines(encounter, scene.book).seen(side, maker, encounter) is not None:
        return
    last = _remembered(encounter, side, maker.id) or Sighting(side, maker.id, encounter.clock)
    # The last known place is kept if it is in that direction.
    place = last.place if towards(here, last.place) == direction else None
    scene.do(Sighted((replace(last, since=encounter.clock, place=place, direction=direction),)))


def felt(hit: Hit, scene: Scene) -> list[Fate]:
    """Tell the side of a conscious fighter who was hit the direction of the shot, if it does not see the attacker.

    Return no further fate.
    """
    if hit.id and hit.by and fog(scene.encounter) != OFF and scene.perceives(hit.id):
        victim = scene.combatant(hit.id)
        noticed(side_of(victim), scene.combatant(hit.by), victim.place, scene)
    return []


def met(one: str, other: str, scene: Scene) -> None:
    """Tell the side of a fighter who comes upon another fighter, or who notices that, who and where that is, even
    behind cover.
    """
    if not scene.perceives(one):
        return
    side, there, encounter = side_of(scene.combatant(one)), scene.combatant(other), scene.encounter
    if fog(encounter) != OFF and sightlines(encounter, scene.book).seen(side, there, encounter) is None:
        scene.do(Sighted((Sighting(side, other, encounter.clock, there.place, looks=_looks(there, encounter)),)))


def revealed(id: str, scene: Scene, book: Book) -> None:
    """Reveal a fighter to everybody: they can be spotted, and sides that do not see them know their place."""
    if not soldier(scene.combatant(id)).spotted:
        scene.change(id, altered(soldier(scene.combatant(id)), spotted=True))
    there, encounter = scene.combatant(id), scene.encounter
    if fog(encounter) == OFF:
        return
    looks = _looks(there, encounter)
    unaware = [s for s in sides(encounter) if s != side_of(there) and not glimpse(encounter, s, there, book).known]
    if unaware:
        sightings = (Sighting(s, id, encounter.clock, there.place, looks=looks, revealed=True) for s in unaware)
        scene.do(Sighted(tuple(sightings)))


def _lost_by(
    side: str, before: Encounter, after: Encounter, earlier: Sightlines, now: Sightlines
) -> Iterator[Sighting]:
    were, are = earlier.sides(before), now.sides(after)
    mine, theirs = earlier.findings(side), now.findings(side)
    ids = before.positions
    for was, then, since in zip(before.combatants, map(mine.get, ids), map(theirs.get, ids), strict=True):
        if then is not None and then is since and then.target is was:
            continue  # taken over, so nothing has changed
        # Only fighters of other sides who are still in the encounter count.
        if were[was.id] == side or are.get(was.id, side) == side:
            continue
        seen = earlier.seen(side, was, before)
        one = after.combatants[after.positions[was.id]]
        if seen is not None and _goes(side, was, seen, now.seen(side, one, after), one, before):
            looks = _looks(seen, before, falling=True) if one.present else _looks(one, after)
            yield Sighting(side, was.id, before.clock, seen.place, looks=looks, gone=not one.present)


def _goes(
    side: str, was: Combatant, seen: Combatant, still: Combatant | None, one: Combatant, before: Encounter
) -> bool:
    """Return whether a side last sees a fighter where they were `seen`; it `still` sees them, or only in a hex that
    they passed before.
    """
    if still is not None:
        return seen is was and still is not one
    last = _remembered(before, side, was.id)
    return seen is was or last is None or last.since < before.clock or last.place is None


def _remembered(encounter: Encounter, side: str, id: str) -> Sighting | None:
    for one in encounter.sightings:
        if one.id == id and one.side == side:
            return one
    return None


def _stays_seen(last: Sighting, combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether a fighter who was seen is still seen: since then they have neither gone behind cover, nor come
    onto the map or left it.
    """
    state = soldier(combatant)
    if last.looks is None or not state.spotted or state.exposure == "hidden":
        return False
    appeared = combatant.place is not None and last.place is None and not last.direction
    return not (appeared or imperceptible(encounter, last.side, combatant))


def _looks(combatant: Combatant, encounter: Encounter, *, falling: bool = False) -> Soldier:
    """Return the visible state of a fighter, without what only their own side knows, such as how long they are out.

    `falling`: a fighter who is out when this impulse ends was seen to fall.
    """
    state, clock = soldier(combatant), encounter.clock
    out = state.incapacity(clock) or (falling and state.out(after(clock, impulses=1)))
    down = Knockout(clock, 0, until=UNTIL_SAID) if out else None
    return Soldier(
        position=state.position,
        exposure=state.exposure,
        cover=state.cover,
        cover_side=state.cover_side,
        firing_stance=state.firing_stance,
        facing=state.facing,
        low=state.low,
        gait=state.gait,
        knockout=down,
        died=state.died,
        custody=state.custody,
        vehicle=state.vehicle,
    )
