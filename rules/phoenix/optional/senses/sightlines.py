"""Computes the fighters that a side sees in an impulse, and where; `glimpses` is based on it.

With the fog on `hidden` every side sees the fighters who have been spotted and are not behind their cover. Where
spotting counts (5.2), a side sees those that one of its fighters has spotted. With the fog on `sides` one of them must
have the fighter in view as well.

All fighters are checked after each part of an order, and few of them change in it. So an encounter keeps its results,
and an encounter derived from it (`altered`) starts with them. A fighter is checked again only if they, or the fighters
who look, have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rules.engine.books.table_options import HIDDEN
from rules.engine.records.agenda import Clock
from rules.engine.records.derived import derived
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.sight.sight import fog, imperceptible, side_of
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Book
from rules.phoenix.ground import cover_side, trace
from rules.phoenix.optional.senses import spotting


@dataclass(frozen=True, slots=True)
class Finding:
    """A side's view of a fighter: `seen` is None if it does not see them, `by` is the fighter who does, None if all do.

    `among`: the fighters of the side, by id, who were checked.
    """

    target: Combatant
    seen: Combatant | None
    among: Mapping[str, Combatant] = field(default_factory=dict)
    by: Combatant | None = None


@derived("combatants", "clock", "battle_map", "ranges", "switches")
def sightlines(encounter: Encounter, book: Book) -> Sightlines:
    """Return the sightlines of the encounter. They are computed as needed, and kept."""
    earlier: Sightlines | None = sightlines.latest(encounter)
    return Sightlines(encounter, book, earlier if earlier is not None and earlier.usable(encounter) else None)


class Sightlines:
    """The fighters that the sides of one encounter see, as far as they have been computed.

    `earlier` are the sightlines of an encounter that differs at most in its fighters.
    """

    def __init__(self, encounter: Encounter, book: Book, earlier: Sightlines | None) -> None:
        self._of = encounter.combatants, encounter.clock, encounter.battle_map, encounter.ranges, encounter.switches
        self._book = book
        self._hidden, self._spotting = fog(encounter) == HIDDEN, spotting.counts(encounter)
        self._sides: dict[str, str] = {}
        self._lookers: dict[str, dict[str, Combatant]] = {}
        self._findings: dict[str, dict[str, Finding]] = {}
        self._earlier: dict[str, dict[str, Finding]] = {}
        if earlier is not None:
            self._earlier = {side: earlier._latest(side) for side in earlier._findings | earlier._earlier}
            self._take_over(earlier, encounter)

    def findings(self, side: str) -> dict[str, Finding]:
        """Return the side's findings so far, by the ids of the fighters seen."""
        return self._findings.setdefault(side, {})

    def usable(self, encounter: Encounter) -> bool:
        """Return whether the findings about unchanged fighters are also true in this encounter."""
        _, clock, battle_map, ranges, switches = self._of
        if battle_map is not encounter.battle_map or switches is not encounter.switches:
            return False
        return not self._spotting or (clock == encounter.clock and ranges is encounter.ranges)

    def _take_over(self, earlier: Sightlines, encounter: Encounter) -> None:
        """Take over the findings that the changed fighters do not affect, if the same fighters are there in the same
        impulse.

        Another thread may add to the earlier ones meanwhile, so copies are gone through.
        """
        before, clock = earlier._of[:2]
        now = encounter.combatants
        if clock != encounter.clock or len(before) != len(now):
            return
        changed = [pair for pair in zip(before, now, strict=True) if pair[0] is not pair[1]]
        if any(was.id != one.id for was, one in changed):
            return
        ids, sides = {one.id for _, one in changed}, {side_of(one) for pair in changed for one in pair}
        if all(side_of(was) == side_of(one) for was, one in changed):
            self._sides = earlier._sides
            for side, lookers in earlier._lookers.copy().items():
                ours = [one for _, one in changed if side_of(one) == side]
                if all(_looks(one, clock) == (one.id in lookers) for one in ours):
                    self._lookers[side] = lookers | {one.id: one for one in ours if one.id in lookers}
        for side, findings in earlier._findings.copy().items():
            look = side in sides
            self._findings[side] = {
                id: one
                for id, one in findings.copy().items()
                if id not in ids and not (look and (one.seen is not one.target or one.by is None or one.by.id in ids))
            }

    def seen(self, side: str, target: Combatant, encounter: Encounter) -> Combatant | None:
        """Return a fighter of another side in the place and state in which the side last sees them in this impulse, or
        None.

        `encounter` is the one of these sightlines.
        """
        findings = self.findings(side)
        finding = findings.get(target.id)
        if finding is None or finding.target is not target:
            finding = findings[target.id] = self._find(side, target, encounter)
        return finding.seen

    def sees(self, side: str, spot: Combatant, encounter: Encounter) -> bool:
        """Return whether a side sees a fighter as they are in a hex of their way (`trace.way`)."""
        finding = self.findings(side).get(spot.id)
        if finding is None or finding.target is not spot:
            finding = self._find(side, spot, encounter)
        return finding.seen is spot

    def _latest(self, side: str) -> dict[str, Finding]:
        return self._earlier.get(side, {}) | self._findings.get(side, {})

    def _find(self, side: str, target: Combatant, encounter: Encounter) -> Finding:
        state = soldier(target)
        if not state.spotted or imperceptible(encounter, side, target):
            return Finding(target, None)
        shown: Combatant | None = None
        if self._hidden and not self._spotting:
            shown = next(iter(trace.shown(target)), None)
            if shown is target or not cover_side.counts(encounter):
                return Finding(target, shown)
        lookers = self._lookers_of(side, encounter)
        # For a fighter who stays in one place, any fighter who sees them will do.
        asked = list(lookers.values())
        if not state.trace:
            asked.reverse()
        earlier = self._earlier.get(side, {}).get(target.id)
        if earlier is not None and earlier.target is target:
            if earlier.by is not None and lookers.get(earlier.by.id) is earlier.by and earlier.seen is target:
                return earlier
            if earlier.seen is None:
                asked = [one for one in lookers.values() if earlier.among.get(one.id) is not one]
            elif earlier.by is not None and earlier.by.id in lookers and not state.trace:
                asked = [lookers[earlier.by.id], *asked]
        if self._hidden and state.exposure != "hidden":
            for one in asked:
                for known in soldier(one).known:
                    # Those who were spotted before there was a map have come onto it since.
                    if known.id == target.id and (known.place is not None or target.place is None):
                        return Finding(target, target, lookers, one)
        best, latest = Finding(target, shown, lookers), -1 if shown is None else _passed(target, shown)
        for one in asked:
            if encounter.battle_map is not None and (one.place is None) != (target.place is None):
                continue  # on the map nobody sees fighters who are not on it, and vice versa
            seen = spotting.seen(one, target, encounter, self._book)
            if seen is target:
                return Finding(target, target, lookers, one)
            if seen is not None and (at := _passed(target, seen)) > latest:
                best, latest = Finding(target, seen, lookers, one), at
        return best

    def sides(self, encounter: Encounter) -> Mapping[str, str]:
        """Return the side of each fighter by id."""
        if not self._sides:
            self._sides = {one.id: side_of(one) for one in encounter.combatants}
        return self._sides

    def _lookers_of(self, side: str, encounter: Encounter) -> Mapping[str, Combatant]:
        """Return the fighters of a side who can see, by id."""
        lookers = self._lookers.get(side)
        if lookers is None:
            sides, clock = self.sides(encounter), encounter.clock
            lookers = self._lookers[side] = {
                one.id: one for one in encounter.combatants if sides[one.id] == side and _looks(one, clock)
            }
        return lookers


def sees(looker: Combatant, target: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether a fighter is able to see, has the target in view in this impulse and has spotted them."""
    return _looks(looker, encounter.clock) and spotting.noticed(looker, target, encounter, book)


def _looks(combatant: Combatant, clock: Clock) -> bool:
    """Return whether a fighter is able to see."""
    return combatant.present and not soldier(combatant).out(clock)


def _passed(target: Combatant, seen: Combatant) -> int:
    """Return how late on a fighter's way the hex is in which they are seen, as an index."""
    return max(at for at, one in enumerate(soldier(target).trace) if one.place == seen.place)
