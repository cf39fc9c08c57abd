"""Which fighters a side sees in an impulse, and where: what glimpses are made of.

With the fog on `hidden` everybody sees the fighters who have been spotted and are not behind their cover; where
fighters must be spotted (5.2), a side sees those that one of its own has. With `sides` one of the side's fighters must
have them in view as well.

All fighters are asked about after each part of an order, and few of them change in it. So an encounter keeps what was
found out about it, and one that is made of it (`altered`) begins with that: a fighter is looked for again only if they,
or those who look, have changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rules.engine.agenda import Clock
from rules.engine.derived import derived
from rules.engine.frozen import dataclass
from rules.engine.model import Combatant, Encounter
from rules.engine.sight import fog, side_of
from rules.engine.table_options import HIDDEN
from rules.phoenix.book import Book
from rules.phoenix.ground import trace
from rules.phoenix.optional.senses import spotting
from rules.phoenix.soldier import soldier


@dataclass(frozen=True, slots=True)
class Finding:
    """How a side sees a fighter, None if it does not, and which of its own does, None if everybody does.

    `among`: the fighters of the side, by id, of whom this was asked."""

    target: Combatant
    seen: Combatant | None
    among: Mapping[str, Combatant] = field(default_factory=dict)
    by: Combatant | None = None


@derived("combatants", "clock", "board", "ranges", "switches")
def sightlines(encounter: Encounter, book: Book) -> Sightlines:
    """Return whom the sides see here; it is found out as it is asked for, and kept."""
    earlier: Sightlines | None = sightlines.latest(encounter)
    return Sightlines(encounter, book, earlier if earlier is not None and earlier.usable(encounter) else None)


class Sightlines:
    """Whom the sides of one encounter see, as far as it was asked for.

    `earlier` are those of an encounter in which at most fighters were different.
    """

    def __init__(self, encounter: Encounter, book: Book, earlier: Sightlines | None) -> None:
        self._of = encounter.combatants, encounter.clock, encounter.board, encounter.ranges, encounter.switches
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
        """Return what has been found out about whom a side sees, by the ids of fighters."""
        return self._findings.setdefault(side, {})

    def usable(self, encounter: Encounter) -> bool:
        """Return whether what holds for a fighter holds in this encounter, if nobody has changed."""
        _, clock, board, ranges, switches = self._of
        if board is not encounter.board or switches is not encounter.switches:
            return False
        return not self._spotting or (clock == encounter.clock and ranges is encounter.ranges)

    def _take_over(self, earlier: Sightlines, encounter: Encounter) -> None:
        """Take over what a change of fighters leaves as it was, if the same ones are there in the same impulse."""
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
            for side, lookers in earlier._lookers.items():
                ours = [one for _, one in changed if side_of(one) == side]
                if all(_looks(one, clock) == (one.id in lookers) for one in ours):
                    self._lookers[side] = lookers | {one.id: one for one in ours if one.id in lookers}
        for side, findings in earlier._findings.items():
            look = side in sides
            self._findings[side] = {
                id: one
                for id, one in findings.items()
                if id not in ids and not (look and (one.seen is not one.target or one.by is None or one.by.id in ids))
            }

    def seen(self, side: str, target: Combatant, encounter: Encounter) -> Combatant | None:
        """Return a fighter of another side where and as the side last sees them in this impulse, None if it does
        not; `encounter` is the one that these are kept by."""
        findings = self.findings(side)
        finding = findings.get(target.id)
        if finding is None or finding.target is not target:
            finding = findings[target.id] = self._find(side, target, encounter)
        return finding.seen

    def _latest(self, side: str) -> dict[str, Finding]:
        return self._earlier.get(side, {}) | self._findings.get(side, {})

    def _find(self, side: str, target: Combatant, encounter: Encounter) -> Finding:
        state = soldier(target)
        if not state.spotted:
            return Finding(target, None)
        if self._hidden and not self._spotting:
            return Finding(target, next(iter(trace.shown(target)), None))
        lookers = self._lookers_of(side, encounter)
        # It does not matter who sees a fighter who stays in one place.
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
                if any(known.id == target.id for known in soldier(one).known):
                    return Finding(target, target, lookers, one)
        best, latest = Finding(target, None, lookers), -1
        for one in asked:
            if encounter.board is not None and (one.place is None) != (target.place is None):
                continue  # on the map nobody sees those who are not on it
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


def _looks(combatant: Combatant, clock: Clock) -> bool:
    """Return whether a fighter can see."""
    return combatant.present and not soldier(combatant).out(clock)


def _passed(target: Combatant, seen: Combatant) -> int:
    """Return how late on the way of a fighter the hex is in which they are seen."""
    return max(at for at, one in enumerate(soldier(target).trace) if one.place == seen.place)
