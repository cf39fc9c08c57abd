"""The results of a run, as its reader knows them: who came into sight, who fell or died, and then what happened.

A run has many parts, and most of them prepare something. People read first what it changed:

1. the contacts: enemies who came into their side's sight, each once;
2. the fighters who fell (`rules.engine.sight.falls`);
3. in the order of time: the shots, those of one fighter at one target together; where fighters went, from
   their first place to their last; and what else happened: events, wounds, morale, explosions.

Aiming, turning and waiting (`Resolution.routine`) are under Details only. Only readings come in here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from bot.game.entries.entries import Entry, Group
from bot.game.entries.happenings import ends, is_run_time, window
from bot.game.pages.shots import NOBODY_HIT, comes_to_nothing, is_shot
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.frozen import dataclass
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Placed
from rules.engine.scene.parts import EVERYONE
from rules.words.places import Place

_RANGE = re.compile(r", [0-9,]+ [a-z]+$")


@dataclass(frozen=True, slots=True)
class Sighted:
    """An enemy (by name) who came into the reader's sight in a window ("2.3"), and where."""

    when: str
    name: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Fate:
    """A fighter (by name) who is `out` ("dead", "down", "gone") since a window ("2.3")."""

    when: str
    name: str
    out: str


@dataclass(frozen=True, slots=True)
class Volley:
    """Shots of one fighter at one target, while nothing else happens: the windows of the first and the last,
    and the parts.
    """

    when: str
    until: str
    shots: tuple[Entry, ...]

    @property
    def hits(self) -> bool:
        """Whether one of them hits."""
        return any(shot.resolution.verdict == "hit" for shot in self.shots)

    @property
    def deed(self) -> str:
        """The deed, the same in each of them, without the range, which may change."""
        return _deed(self.shots[0])

    @property
    def results(self) -> tuple[str, ...]:
        """The result of each: "MISS", "HIT, knee"."""
        return tuple(map(_result, self.shots))


@dataclass(frozen=True, slots=True)
class Event:
    """A part that is told alone, with its window."""

    when: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Way:
    """A fighter (by name) who is now at another place, and the windows in which they set out and arrived.

    `start` is None if they came into sight on the way, and then first at `place`. `end` is None for a place that is not
    known, or off the map. `part` is the one that tells the whole way, if there is one.
    """

    when: str
    until: str
    name: str
    start: Place | None
    place: Place | None
    end: Place | None
    part: Entry | None = None


Line: TypeAlias = Volley | Event | Way


@dataclass(frozen=True, slots=True)
class RunReport:
    """The report of a run. `lines` are in the order of time; `end` says where time has stopped."""

    contacts: tuple[Sighted, ...]
    fates: tuple[Fate, ...]
    lines: tuple[Line, ...]
    end: Entry | None


def run_report(parts: Group, book: Ruleset, *, brief: bool = True) -> RunReport:
    """Return the report of the parts of a run, as they were read; not `brief`: routine parts are events as well."""
    volleys: list[list[Entry]] = []
    going_on: dict[tuple[str, str], list[Entry]] = {}
    lines: list[tuple[int, Line]] = []
    end: Entry | None = None
    for entry in parts:
        resolution, last = entry.resolution, entry is parts[-1]
        if is_run_time(entry) and not last:
            continue
        if ends(entry) and last:
            end = entry
        elif is_shot(entry) and resolution.deed.strip():
            actor = next((clause.about for clause in resolution.clauses), "")
            key = actor, _deed(entry)
            if key not in going_on:
                going_on[key] = []
                volleys.append(going_on[key])
            going_on[key].append(entry)
        elif not (resolution.routine and brief):
            # The shots that follow are told behind it: they may be its consequences.
            going_on.clear()
            if not _moving(entry):
                lines.append((entry.seq, Event(_when(entry, book), entry)))
    lines += [(shots[0].seq, Volley(_when(shots[0], book), _when(shots[-1], book), tuple(shots))) for shots in volleys]
    seen = contacts(parts, book)
    known = {(one.name, one.place) for one in seen}
    lines += [(seq, way) for seq, way in _ways(parts, book) if way.start or (way.name, way.end) not in known]
    lines.sort(key=lambda line: line[0])
    return RunReport(seen, tuple(fates_of(parts, book)), tuple(line for _, line in lines), end)


def contacts(parts: Group, book: Ruleset) -> tuple[Sighted, ...]:
    """Return the enemies who came into the reader's sight in these parts, each once."""
    found: dict[str, Sighted] = {}
    for entry in parts:
        for one in entry.resolution.contacts:
            # A GM reads those of all sides, and sees everybody.
            if one.by == EVERYONE and one.id in entry.state.positions:
                name = entry.state.combatant(one.id).name
                found.setdefault(one.id, Sighted(_when(entry, book), name, one.place))
    return tuple(found.values())


def _when(entry: Entry, book: Ruleset) -> str:
    return window(entry.state.clock, book)


def _deed(entry: Entry) -> str:
    return _RANGE.sub("", entry.resolution.deed.strip().removesuffix("."))


def _result(entry: Entry) -> str:
    if comes_to_nothing(entry):
        return NOBODY_HIT
    resolution = entry.resolution
    return resolution.outcome[len(resolution.deed) :].strip(": ").rstrip(".") or resolution.verdict.upper()


def _moving(entry: Entry) -> str:
    """Return the fighter (an id) of a part that is a move which meets nobody and throws nothing; "" for other parts."""
    resolution = entry.resolution
    movers = {effect.combatant for effect in resolution.effects if isinstance(effect, Placed)}
    about = {clause.about for clause in resolution.clauses} - {""}
    thrown = any(isinstance(step, Roll) for step in resolution.steps)
    moves = len(about) == 1 and about <= movers and not thrown and resolution.verdict == "done"
    return about.pop() if moves else ""


def fates_of(parts: Group, book: Ruleset) -> list[Fate]:
    """Return the fighters who are out of the fight since some part, in order: each once, as they are in the end."""
    fates: dict[str, Fate] = {}
    for entry in parts:
        for one in entry.resolution.fell:
            fates.pop(one.id, None)
            fates[one.id] = Fate(_when(entry, book), one.name, one.fate)
    return list(fates.values())


def _ways(parts: Group, book: Ruleset) -> Iterator[tuple[int, Way]]:
    """Yield the ways of the fighters who are at another place at the end, each with the number of its first entry.

    Parts that tell more than a move tell the way as well.
    """
    steps: dict[str, list[tuple[Entry, Placed]]] = {}
    for entry in parts:
        for effect in entry.resolution.effects:
            if isinstance(effect, Placed):
                steps.setdefault(effect.combatant, []).append((entry, effect))
    moves: dict[str, list[Entry]] = {}
    for entry in parts:
        moves.setdefault(_moving(entry), []).append(entry)
    end = parts[-1].state
    for id, way in steps.items():
        (first, begun), (last, _) = way[0], way[-1]
        one = end.combatant(id) if id in end.positions else None
        if one is None or id not in moves or not one.present or one.place == begun.origin:
            continue
        move = moves[id][0]
        whole = all(entry is move for entry, _ in way) and not move.resolution.routine
        when, until = _when(first, book), _when(last, book)
        part = move if whole else None
        yield first.seq, Way(when, until, one.name, begun.origin, begun.place, one.place, part)
