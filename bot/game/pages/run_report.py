"""The results of a run, as its reader knows them, by importance: who fell or died, the shots, other events, and moves.

A run has many parts, and most of them prepare something. People read first what it changed:

1. the fates of fighters, from the looks of them (`Ruleset.token`) and from who is in play;
2. every shot, those of one fighter at one target together, in the order of the clock; those that hit come first;
3. what else happened: contacts, events, wounds, morale, explosions;
4. where fighters went, from their first place to their last.

Aiming, turning and waiting (`Resolution.routine`) are under Details only. Only readings come in here.
"""

from __future__ import annotations

import re

from bot.game.entries.entries import Entry, Group
from bot.game.entries.happenings import before_first, ends, is_run_time, window
from bot.game.pages.fates import fate
from bot.game.pages.shots import is_shot, struck
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import altered
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Placed
from rules.words.places import Place

_RANGE = re.compile(r", [0-9,]+ [a-z]+$")


@dataclass(frozen=True, slots=True)
class Fate:
    """A fighter (by name) who is `out` ("dead", "down", "gone") since a window ("2.3")."""

    when: str
    name: str
    out: str


@dataclass(frozen=True, slots=True)
class Volley:
    """Shots of one fighter at one target: the windows of the first and the last, and the parts."""

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
class Way:
    """A fighter (by name) who is now at another place; None for a place that is not known, or off the map.

    `parts` are those in which they moved.
    """

    name: str
    start: Place | None
    end: Place | None
    parts: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class RunReport:
    """The report of a run. `events` are parts with the window of each; `end` says where time has stopped."""

    fates: tuple[Fate, ...]
    volleys: tuple[Volley, ...]
    events: tuple[tuple[str, Entry], ...]
    ways: tuple[Way, ...]
    end: Entry | None


def run_report(parts: Group, book: Ruleset, *, brief: bool = True) -> RunReport:
    """Return the report of the parts of a run, as they were read; not `brief`: routine parts are events as well."""
    volleys: dict[tuple[str, str], list[Entry]] = {}
    events: list[tuple[str, Entry]] = []
    end: Entry | None = None
    for entry in parts:
        resolution, last = entry.resolution, entry is parts[-1]
        if is_run_time(entry) and not last:
            continue
        if ends(entry) and last:
            end = entry
        elif is_shot(entry) and resolution.deed.strip():
            actor = next((clause.about for clause in resolution.clauses), "")
            volleys.setdefault((actor, _deed(entry)), []).append(entry)
        elif not ((resolution.routine and brief) or _only_moves(entry)):
            events.append((window(entry.state.clock, book), entry))
    fired = [Volley(_when(shots[0], book), _when(shots[-1], book), tuple(shots)) for shots in volleys.values()]
    fired.sort(key=lambda volley: not volley.hits)
    return RunReport(tuple(fates_of(parts, book)), tuple(fired), tuple(events), tuple(_ways(parts)), end)


def _when(entry: Entry, book: Ruleset) -> str:
    return window(entry.state.clock, book)


def _deed(entry: Entry) -> str:
    return _RANGE.sub("", entry.resolution.deed.strip())


def _result(entry: Entry) -> str:
    resolution = entry.resolution
    return resolution.outcome[len(resolution.deed) :].strip(": ").rstrip(".") or resolution.verdict.upper()


def _only_moves(entry: Entry) -> bool:
    """Return whether a part is a move that meets nobody and throws nothing."""
    resolution = entry.resolution
    movers = {effect.combatant for effect in resolution.effects if isinstance(effect, Placed)}
    about = {clause.about for clause in resolution.clauses} - {""}
    thrown = any(isinstance(step, Roll) for step in resolution.steps)
    return bool(movers) and about <= movers and len(about) == 1 and not thrown and resolution.verdict == "done"


def fates_of(parts: Group, book: Ruleset) -> list[Fate]:
    """Return the fighters who are out of the fight since some part, in order."""
    last, fates = parts[-1], list[Fate]()
    known = _known_before(parts[0], book)
    for entry in parts:
        everybody = entry is last
        for one in entry.state.combatants if everybody else _mentioned(entry):
            out = fate(one, entry.state, book)
            if out and out != known.get(one.id, out):
                fates = [fate for fate in fates if fate.name != one.name]
                fates.append(Fate(_when(entry, book), one.name, out))
            known[one.id] = out
    return fates


def _known_before(first: Entry, book: Ruleset) -> dict[str, str]:
    """Return why fighters were out of the fight before the first part, by id, as far as that part shows."""
    begun = before_first((first,), book)
    before = altered(first.state, clock=begun) if begun else first.state
    known = dict[str, str]()
    for one in first.state.combatants:
        out = fate(one, before, book)
        # Where turns are divided, those who are hit go down as the window ends: who is down now was so before.
        fresh = one.id in struck(first) and (book.impulses == 1 or out != "down")
        known[one.id] = "" if fresh else out
    return known


def _mentioned(entry: Entry) -> list[Combatant]:
    """Return the fighters that a part is about."""
    ids = dict.fromkeys(clause.about for clause in entry.resolution.clauses)
    return [entry.state.combatant(id) for id in ids if id in entry.state.positions]


def _ways(parts: Group) -> list[Way]:
    """Return the fighters who are at another place at the end, in the order in which they set out."""
    starts: dict[str, Place | None] = {}
    moves: dict[str, list[Entry]] = {}
    seen: dict[str, Place | None] = {}
    for entry in parts:
        for effect in entry.resolution.effects:
            if isinstance(effect, Placed):
                starts.setdefault(effect.combatant, effect.origin or seen.get(effect.combatant))
                moved = moves.setdefault(effect.combatant, [])
                if not moved or moved[-1] is not entry:
                    moved.append(entry)
        seen |= {one.id: one.place for one in entry.state.combatants}
    end = parts[-1].state
    fighters = [(end.combatant(id), start, moves[id]) for id, start in starts.items() if id in end.positions]
    return [
        Way(one.name, start, one.place, tuple(parts))
        for one, start, parts in fighters
        if one.present and one.place != start and any(map(_only_moves, parts))
    ]
