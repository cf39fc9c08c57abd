"""Who witnessed each part of an order: fixed as it is resolved, because later readers must not learn more from the past
than their side perceived in it.

1. A side perceives a fighter in a part if it sees them when the part's acts begin or after them, or comes to see them
   in between: on their way, or by running into them. A side does not perceive a fighter that it only remembers or
   hears, though it knows them; texts about its own fighters may name them.
2. A part may begin with windows of time that pass, in which fighters continue to move. Its acts are in the last window:
   who went out of sight in an earlier one is not seen.
3. Of a way, a side perceives the places in which it sees the fighter (`Watched`), window by window. A way begins at the
   first of them for that side, and ends at the last, which is also where the side remembers the fighter
   (`Ruleset.lost`).
4. The channel (`EVERYONE`) perceives what every other side perceives, as far as the fighter's own side can know it.
5. An enemy who comes into a side's sight is a `Contact`: the news that people need first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rules.engine.books.ruleset import SightRules
from rules.engine.books.table_options import OFF
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.references import named_in
from rules.engine.scene.effects import Placed, Ticked
from rules.engine.scene.parts import EVERYONE, Contact, Part, Resolution, Unseen, Watched
from rules.engine.sight.sight import NO_SIDE, fog, glimpse, overt, public_glimpse, side_of, sides, veiled
from rules.words.places import Place

_UNKNOWN = Glimpse(Sight.UNKNOWN)


@dataclass(frozen=True, slots=True)
class _Step:
    """A place of a way, and the sides (with EVERYONE, if it is all of them) that see the fighter there."""

    place: Place | None
    by: frozenset[str]


_Trail: TypeAlias = list[_Step]


def witnessed(parts: tuple[Part, ...], before: Encounter, book: SightRules) -> tuple[Part, ...]:
    """Return the parts of an order on `before`, each with what some side did not perceive in it, and new contacts."""
    noted: list[Part] = []
    trails: dict[str, _Trail] = {}
    for part in parts:
        if veiled(before, book) or veiled(part.encounter, book):
            part = _Witnesses(part, before, book).noted(trails)
        noted.append(part)
        before = part.encounter
    return tuple(noted)


@dataclass(frozen=True, slots=True)
class Window:
    """A window of time in a part: the encounter in which it begins and ends, and the ways of fighters in it, each from
    where they were.
    """

    opening: Encounter
    closing: Encounter
    paths: dict[str, list[Place | None]]


class _Witnesses:
    """The sides as witnesses of a part; its acts begin in `opening`, after the time that passes in it."""

    def __init__(self, part: Part, before: Encounter, book: SightRules) -> None:
        self._part, self._before, self._book = part, before, book
        self._sides = tuple({side: None for state in (before, part.encounter) for side in sides(state)})
        *earlier, last = windows(part, before)
        self._after, self._opening = part.encounter, last.opening
        self._steps: dict[str, _Trail] = {}
        for window in earlier:
            self._walk(window)
        self._acts = self._walk(last)
        self._starts = {one.about: one.start for one in part.resolution.clauses if one.start is not None}

    def _walk(self, window: Window) -> dict[str, _Trail]:
        """Add the ways of a window to the steps, and return them."""
        ways = {id: self._walked(id, path, window) for id, path in window.paths.items()}
        for id, way in ways.items():
            _extend(self._steps.setdefault(id, []), way)
        return ways

    def noted(self, trails: dict[str, _Trail]) -> Part:
        """Return the part with its notes. `trails` are the ways so far in this order, by fighter."""
        resolution = self._part.resolution
        unseen, watched = tuple(self._unseen()), tuple(self._watched(trails))
        contacts = tuple(self._contacts())
        if not (unseen or watched or contacts):
            return self._part
        noted = replace(resolution, unseen=(*resolution.unseen, *unseen), watched=watched, contacts=contacts)
        return Part(noted, self._after)

    def _unseen(self) -> Iterator[Unseen]:
        there = {*self._before.positions, *self._after.positions}
        for id in sorted(_mentioned(self._part.resolution) & there):
            by = tuple(side for side in self._sides if self._perceives(side, id))
            if len(by) < len(self._sides) or not self._perceives(EVERYONE, id):
                others = (side for side in (*self._sides, EVERYONE) if side not in by)
                yield Unseen(id, by, tuple(side for side in others if self._knows(side, id)))

    def _perceives(self, side: str, id: str) -> bool:
        steps = self._steps if id in self._starts else self._acts
        if any(side in step.by for step in steps.get(id, ())):
            return True
        was, now = self._glimpse(self._opening, side, id), self._glimpse(self._after, side, id)
        return max(was.sight, now.sight) >= Sight.SEEN or self._came_by(was, now)

    def _came_by(self, was: Glimpse, now: Glimpse) -> bool:
        """Return whether a side has come to know in the part's acts where a fighter is or passed; a sound or a hit
        gives only a direction.
        """
        placed = now.recognized and not now.direction and now.since == self._after.clock
        return placed and (now.place, now.since) != (was.place, was.since)

    def _knows(self, side: str, id: str) -> bool:
        return any(self._glimpse(state, side, id).recognized for state in (self._before, self._after))

    def _glimpse(self, encounter: Encounter, side: str, id: str) -> Glimpse:
        if id not in encounter.positions:
            return _UNKNOWN
        fighter = encounter.combatant(id)
        if side == EVERYONE:
            return public_glimpse(encounter, self._book, fighter)
        return glimpse(encounter, self._book, side, fighter)

    def _walked(self, id: str, path: Sequence[Place | None], window: Window) -> _Trail:
        """Return a fighter's way in a window, from where they were to where they are."""
        if id not in window.closing.positions:
            return [_Step(place, frozenset(self._sides)) for place in path]
        fighter = window.closing.combatant(id)
        own = side_of(fighter)
        others = [side for side in self._sides if side != own]
        seen = {side: self._seen(window.opening, window.closing, side, fighter, path) for side in others}
        opening, closing = (overt(state, self._book, own) for state in (window.opening, window.closing))
        openly = [self._seen(opening, closing, side, fighter, path) for side in others or [NO_SIDE]]
        by: _Trail = []
        for at, place in enumerate(path):
            known = {own, *(side for side in others if seen[side][at])}
            everyone = {EVERYONE} if known.issuperset(others) and all(one[at] for one in openly) else set()
            by.append(_Step(place, frozenset(known | everyone)))
        return by

    def _seen(
        self, opening: Encounter, after: Encounter, side: str, fighter: Combatant, path: Sequence[Place | None]
    ) -> list[bool]:
        """Return for each place of a way whether the side sees the fighter there."""
        watched: Sequence[tuple[Place | None, bool]] = ()
        if fog(after) != OFF and glimpse(after, self._book, side, fighter).known:
            watched = self._book.watched(after, side, fighter)[-len(path) :]
        if [place for place, _ in watched] == [*path]:
            seen = [sees for _, sees in watched]
        else:
            seen = [False] * len(path)
            seen[-1] = glimpse(after, self._book, side, fighter).sight >= Sight.SEEN
        was = opening.combatant(fighter.id) if fighter.id in opening.positions else None
        seen[0] |= was is not None and glimpse(opening, self._book, side, was).sight >= Sight.SEEN
        return seen

    def _watched(self, trails: dict[str, _Trail]) -> Iterator[Watched]:
        starts = self._starts
        for id, steps in self._steps.items():
            _extend(trails.setdefault(id, []), steps)
        for id in dict.fromkeys([*self._steps, *starts]):
            steps = trails.get(id, [])
            if id in starts:
                begun = [at for at, step in enumerate(steps) if step.place == starts[id]]
                steps = steps[begun[-1] if begun else 0 :]
                # The next way begins where this one ends.
                trails[id] = steps[-1:]
                yield from self._of(id, steps, whole=bool(begun))
            else:
                yield from self._of(id, self._steps[id], whole=True)

    def _of(self, id: str, steps: _Trail, *, whole: bool) -> Iterator[Watched]:
        """Yield which places of a way each side has seen that has not seen the whole of it."""
        own = side_of(self._after.combatant(id)) if id in self._after.positions else ""
        for side in (*self._sides, EVERYONE):
            seen = [step.place for step in steps if side in step.by and step.place is not None]
            if side != own and not (whole and len(seen) == len(steps)):
                came, went = (any(side not in step.by for step in ends) for ends in (steps[:1], steps[-1:]))
                yield Watched(id, side, tuple(seen), came=came, went=went)

    def _contacts(self) -> Iterator[Contact]:
        if fog(self._before) == OFF or fog(self._after) == OFF:
            return
        for side, id in self._book.found(self._before, self._after):
            fighter = self._after.combatant(id)
            if id in self._before.positions and glimpse(self._after, self._book, side, fighter).sight is Sight.SEEN:
                was = glimpse(self._before, self._book, side, self._before.combatant(id))
                if was.sight < Sight.SEEN:
                    yield Contact(side, id, fighter.place)


def windows(part: Part, before: Encounter) -> list[Window]:
    """Return the windows of time that a part has."""
    effects, found = part.resolution.effects, list[Window]()
    ticks = [at for at, effect in enumerate(effects) if isinstance(effect, Ticked)]
    opening, now, paths = before, before, dict[str, list[Place | None]]()
    for at, effect in enumerate(effects):
        if isinstance(effect, Ticked):
            found.append(Window(opening, now, paths))
            paths = {}
        if ticks and at <= ticks[-1]:
            now = effect.on(now)
        if isinstance(effect, Ticked):
            opening = now
        elif isinstance(effect, Placed):
            paths.setdefault(effect.combatant, [effect.origin]).append(effect.place)
    return [*found, Window(opening, part.encounter, paths)]


def _extend(trail: _Trail, steps: _Trail) -> None:
    """Continue a way where it ended."""
    if trail and steps and trail[-1].place == steps[0].place:
        trail[-1] = _Step(trail[-1].place, trail[-1].by | steps[0].by)
        steps = steps[1:]
    trail += steps


def _mentioned(resolution: Resolution) -> set[str]:
    """Return the ids of the fighters that a part is about, that it changes, or that its texts name."""
    ids = {one.about for one in (*resolution.clauses, *resolution.steps)}
    for effect in resolution.effects:
        subject = getattr(effect, "combatant", "")
        ids.add(subject.id if isinstance(subject, Combatant) else subject)
    return ids | named_in((resolution.clauses, resolution.steps))
