"""Checks an exported encounter: every throw must come from its secret seed, and nothing may have been changed since.

An independent witness: the standard library only, nothing of ours, so that it runs offline and on its own
(`python3 bot/fairness.py FILE`, or this one file copied elsewhere).

How throws are drawn, when they are marked and how entries are chained: docs/export.md. Clocks, counts, marks and hashes
are found out here from the order of events, and compared with what the file says.

Rolls left out at the very end of an order cannot be missed here: only the rules know how many it takes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import struct
import sys
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

FORMAT, READING = "skirmish-referee-export", "skirmish-referee-reading"
BY_ORIGIN, BY_CLOCK, BY_THROW, MARKED_BY_THROW = 1, 2, 3, 4
"""The versions of the format say by which rule the dice were drawn. READING is what one side reads meanwhile."""
FILTERED = (
    "That file has only what one side has seen of an open encounter. When the encounter has ended, "
    "/export gives a file with dice that you can check."
)
NOT_SHOWN = "the seed is still secret"
UNTIED = "Nothing ties this file to what was posted."
PROVEN, CLAIMED = "Proven:", "Only claimed:"
MOST_BYTES, MOST_UNDONE = 100 << 20, 100
"""How the problem of an open encounter begins; bytes of an export that was compressed; undone throws in a state."""
_UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
_WORD = 1 << 64
_REFERENCE = re.compile("\ue000([^\ue000\ue001]*)\ue001")
LEFT_PLAY = "somebody who left"
_Clock = tuple[int, int]
_Place = tuple[_Clock, str, str]
"""A clock, and the fighter that a throw there was for: the id, or the order's kind, and the name, if it is known."""
_Key = tuple[int, int, str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """How many throws were computed again, every problem, how many throws people typed, and how many orders and texts
    are replaced; the entry with which the chain begins, its last hash, the last entry, and the entry that has the hash
    which somebody wrote down (0 for none). `resolved`: how many orders the rules gave the same results again, how many
    are by other rules, and how many results are told in other words; None if they were not asked."""

    checked: int
    problems: tuple[str, ...]
    typed: int
    redacted: int = 0
    first: int = 0
    last_hash: str = ""
    replaced: int = 0
    last: int = field(default=0, compare=False)
    tied: int = 0
    resolved: tuple[int, int, int] | None = None

    @property
    def opening(self) -> str:
        """A sentence on what ties the file to what was posted."""
        if self.tied:
            return f"The hash that you gave is that of entry {self.tied}."
        return f"{UNTIED} Compare {self.last_hash or 'the SHA-256 of the seeds'}."

    @property
    def proven(self) -> tuple[str, ...]:
        """The facts that the check proves, if there are no problems."""
        same, *_ = self.resolved or (0,)
        found = {
            f"{_counted(self.checked, 'throw')} from the seeds in the file": self.checked,
            "every mark after an undone throw": self.first,
            f"the order and content of entries {self.first} to {self.last}, by the chain of their hashes": self.first,
            f"that entries up to {self.tied} are as they were when the hash was written down": self.tied,
            f"the results and effects of {_counted(same, 'order')}, by the rules of this version": same,
        }
        return tuple(line for line, holds in found.items() if holds)

    @property
    def claimed(self) -> tuple[str, ...]:
        """The facts that nobody can check."""
        _, others, worded = self.resolved or (0, 0, 0)
        found = {
            "that this is the file of what was played: a forger can compute all hashes again": not self.tied,
            f"entries after {self.tied}": 0 < self.tied < self.last,
            f"entries before {self.first}, which have no hash": self.first > 1,
            "that no entry is missing or changed, because the entries have no hashes": not self.first,
            f"{_counted(self.typed, 'throw')} that people typed": self.typed,
            "who gave the orders, and when": True,
            "where it was played, and when the file was made": True,
            f"{_counted(self.replaced, 'text')} in which names or other words replace the real ones": self.replaced,
            f"{_counted(self.redacted, 'order')} in which names replace user ids": self.redacted,
            "results and effects, because the orders were not resolved again": self.resolved is None,
            f"the results and effects of {_counted(others, 'order')} by other versions of the rules": others,
            f"the words of {_counted(worded, 'result')}, which this version tells in other words": worded,
        }
        return tuple(line for line, holds in found.items() if holds)


def unpacked(data: bytes) -> bytes:
    """Return the bytes of an export, unpacked if compressed (gzip). Raises ValueError if it is too large."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        whole = stream.decompress(data, MOST_BYTES)
    except zlib.error as wrong:
        raise ValueError(f"it cannot be decompressed: {wrong}") from None
    if not stream.eof:
        raise ValueError(f"it is cut off, or has more than {MOST_BYTES >> 20} MiB")
    return whole


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def verify(document: dict[str, Any], noted_hash: str = "") -> Report:
    """Check a whole export, and whether it has an entry with the hash `noted_hash`, if one was written down.

    Whatever the file holds, nothing is raised: what cannot be read is a problem too.
    """
    witness = Witness("", 0)
    try:
        version, entries = document["version"], document["entries"]
        if document["format"] != FORMAT or version not in (BY_ORIGIN, BY_CLOCK, BY_THROW, MARKED_BY_THROW):
            raise ValueError("this is not an export of a version that I know")
        witness = Witness(document["encounter"]["id"], version)
        witness.read_seeds(document["seeds"])
        witness.check_entries(entries)
        witness.check_heading(document["encounter"], entries)
    except _UNREADABLE as wrong:
        reason = {KeyError: f"there is no {wrong}", ValueError: str(wrong)}.get(type(wrong), "a value is of no use")
        witness.problems.append(f"the rest cannot be read: {reason}")
    return witness.report(noted_hash)


def derive(seed: bytes, message: str, low: int, high: int) -> int:
    """Return the throw of `low` to `high` that a seed gives for a message, which ends in ":n"."""
    span = high - low + 1
    if not 0 < span <= _WORD:
        raise ValueError(f"no die shows {low} to {high}")
    suffix, attempt = "", 0
    while True:
        block = hmac.new(seed, (message + suffix).encode(), hashlib.sha256).digest()
        for drawn in struct.unpack(">4Q", block):
            if drawn < _WORD // span * span:
                return low + int(drawn) % span
        attempt += 1
        suffix = f":{attempt}"


class Witness:
    """Checks the entries of an export one after the other; `encounter` is its id, `version` that of the export.
    `drawn_for` is the message of each throw of the last entry, "" for one that was typed in."""

    def __init__(self, encounter: str, version: int) -> None:
        self.checked = self.typed = self.redacted = 0
        self.problems: list[str] = []
        self.seeds: dict[str, bytes | None] = {}
        self.drawn_for: list[str] = []
        self._encounter, self._version = encounter, version
        self._clocks = _Clocks(version) if version >= BY_CLOCK else None
        self._chain = _Chain(encounter, version)
        self._origins: list[int] = []
        self._part_of: object = None
        self._key, self._n = "", 0

    def report(self, given: str = "") -> Report:
        """Return the results so far; `given` is a hash that somebody wrote down."""
        chain, tied = self._chain, self._chain.hashes.get(given.strip().lower(), 0)
        wrong = [f"no entry has the hash {given}: this is not the record that it was written down for"]
        problems = (*self.problems, *(wrong if given and not tied else ()))
        last_hash = chain.hash.hex() if chain.first else ""
        counts = self.checked, problems, self.typed, self.redacted, chain.first, last_hash, chain.replaced
        return Report(*counts, len(self._origins), tied)

    def read_seeds(self, seeds: list[dict[str, Any]]) -> None:
        """Take the seeds of the export, and check them against their commitments."""
        for each in seeds:
            posted, seed = each["commitment"], each["seed"]
            self.seeds[posted] = None
            if seed is None:
                self.problems.append(f"{NOT_SHOWN} (commitment {posted})")
            elif hashlib.sha256(bytes.fromhex(seed)).hexdigest() != posted:
                self.problems.append(f"the seed does not match its commitment (commitment {posted})")
            else:
                self.seeds[posted] = bytes.fromhex(seed)

    def check_entries(self, entries: Iterable[dict[str, Any]]) -> None:
        """Check the next entries. Nonsense in them raises any of the errors of reading it."""
        for entry in entries:
            self._check_entry(entry)

    def check_heading(self, heading: dict[str, Any], entries: list[dict[str, Any]]) -> None:
        """Compare what the heading says of the encounter with all its entries, if the chain covers them."""
        if self._chain.first != 1:
            return
        first, last = entries[0], entries[self._origins[-1] - 1]
        ended = any(effect["kind"] == "Ended" for effect in last["effects"])
        opened = next(effect["encounter"] for effect in first["effects"] if effect["kind"] == "Opened")
        right = {name: opened[name] for name in ("title", "ruleset", "preset")} | {
            "started": first["at"],
            "ended": ended,
        }
        if any(leaf["at"][-1] == "title" and "salt" not in leaf for leaf in first["chain"]["leaves"]):
            del right["title"]  # somebody who was named in it is forgotten
        wrong = [name for name, value in right.items() if heading[name] != value]
        self.problems += [f"the {name} in the heading contradicts the entries" for name in wrong]
        if not ended and self.seeds.get(self._chain.commitment) is not None:
            self.problems.append("the seed in use is shown, and the entries have no end")

    def _check_entry(self, entry: dict[str, Any]) -> None:
        place = len(self._origins) + 1
        before = self._origins[-1] if self._origins else 0
        seq, origin, digest = entry["seq"], entry["origin"], entry["digest"]
        if seq != place or entry["parent"] != (place - 1 or None):
            raise ValueError(f"entry {place} is missing, or entry {seq} does not follow the one before it")
        if place == 1 and entry["order"].get("dice", BY_ORIGIN) != self._version:
            raise ValueError(f"the encounter did not begin with dice of version {self._version}")
        if origin != seq and not (entry["kind"] in ("undo", "redo") and origin in self._origins):
            self.problems.append(f"entry {seq}: its origin cannot be {origin}")
        # All parts of an order act on the state before its first part and share one count, unless each throw has a key.
        first = entry.get("group") is None or (entry["group"], digest) != self._part_of
        self._part_of = entry.get("group"), digest
        counted = _by_throw(entry["order"], self._version)
        order = self._chain.follow(entry, self.seeds)
        self.problems += self._chain.problems
        by_leaves = self._version >= MARKED_BY_THROW
        if entry.get("redacted") is True and not by_leaves:
            self.redacted += first
        elif digest != hashlib.sha256(_digested(order if by_leaves else entry["order"])).hexdigest():
            self.problems.append(f"entry {seq}: the order does not match its digest")
        drawn_for = (before,) if self._clocks is None else self._clocks.enter(entry, first)
        if first:
            self._key, self._n = ":".join(map(str, (self._encounter, *drawn_for, digest))), 0
        rolls = [step for step in entry["steps"] if step["type"] == "roll"]
        drew = sum(not roll["typed_by"] for roll in rolls)
        if self._clocks is not None:
            self.problems += self._clocks.leave(entry, first, drew)
            self.problems += _contradictions(entry, self._clocks.left[-1].names) if "resolution" in entry else []
        keys = iter(self._clocks.keys if self._clocks is not None else ())
        self.drawn_for = []
        for roll in rolls:
            if counted and not roll["typed_by"]:
                self._key, self._n = ":".join(map(str, (self._encounter, *next(keys, ("?",)), digest))), 0
            self.drawn_for.append("" if roll["typed_by"] else f"{self._key}:{self._n}")
            self._check_roll(f"entry {seq}, {roll['why']}", roll, entry["commitment"])
            self._n += not roll["typed_by"]
        self._origins.append(origin)

    def _check_roll(self, where: str, roll: dict[str, Any], posted: str) -> None:
        low, high, value = roll["low"], roll["high"], roll["value"]
        if roll["typed_by"]:
            self.typed += 1
            if not low <= value <= high:
                self.problems.append(f"{where}: {value} was typed in for a die of {low} to {high}")
            return
        if posted not in self.seeds:
            self.problems.append(f"{where}: its seed is not in the file (commitment {posted})")
        elif (seed := self.seeds[posted]) is not None:
            self.checked += 1
            if value != (right := derive(seed, self.drawn_for[-1], low, high)):
                self.problems.append(f"{where}: {value} is recorded, the seed gives {right}")


class _Chain:
    """Follows the chain from entry to entry, beginning with the `first`. `commitment` is that of the seed in use,
    `problems` are those of the last entry."""

    def __init__(self, encounter: str, version: int) -> None:
        self._encounter, self._whole = encounter, version >= MARKED_BY_THROW
        self.commitment, self._before = "", bytes(32)
        self.hash, self.first, self.replaced = bytes(32), 0, 0
        self.problems: list[str] = []
        self.hashes: dict[str, int] = {}

    def follow(self, entry: dict[str, Any], seeds: dict[str, bytes | None]) -> Any:
        """Check the next entry, and return its order with numbers in place of the leaves."""
        seq, self.problems = entry["seq"], []
        for effect in entry.get("effects", ()):
            if effect["kind"] in ("Opened", "Committed"):
                self.commitment = (effect["encounter"] if effect["kind"] == "Opened" else effect)["commitment"]
        if "chain" not in entry:
            if self._whole or self.first:
                self.problems.append(f"entry {seq}: it has no hash, so the chain of entries is broken")
            return entry["order"]
        self.first = self.first or seq
        given, leaves = entry["chain"]["hash"], entry["chain"]["leaves"]
        parts = {name: entry[name] for name in ("order", "resolution", "steps", "effects")}
        if len(leaves) > 1:
            parts = json.loads(json.dumps(parts))
        if [leaf["at"] for leaf in leaves[:1]] != [["user"]]:
            raise ValueError(f"entry {seq} has no leaf for its user")
        hashes = [self._leaf(leaf, entry) for leaf in leaves]
        for n, leaf in enumerate(leaves[1:], 1):
            *before, last = leaf["at"]
            reduce(getitem, before, parts)[last] = {"leaf": n}
        seed = seeds.get(self.commitment)
        self.hash = bytes.fromhex(given)
        if seed is not None and given != self._hash(entry, parts, hashes, seed).hex():
            self.problems.append(f"entry {seq}: its content does not match its hash")
        self.hashes[given] = seq
        self._before = self.hash
        return parts["order"]

    def _leaf(self, leaf: dict[str, Any], entry: dict[str, Any]) -> bytes:
        salted = bytes.fromhex(leaf.get("salt", "")) + str(reduce(getitem, leaf["at"], entry)).encode()
        self.replaced += "salt" not in leaf
        return hashlib.sha256(salted).digest() if "salt" in leaf else bytes.fromhex(leaf["hash"])

    def _hash(self, entry: dict[str, Any], parts: dict[str, Any], leaves: list[bytes], seed: bytes) -> bytes:
        names = ("seq", "parent", "origin", "kind", "group", "part", "at", "rules_version")
        content = {
            "entry": {"encounter": self._encounter, **{name: entry[name] for name in names}},
            "order": parts["order"],
            "resolution": {"resolution": parts["resolution"], "steps": parts["steps"]},
            "effects": parts["effects"],
        }
        nonce = hmac.digest(seed, f"chain:{self._encounter}:{entry['seq']}".encode(), "sha256")
        hashes = [
            hashlib.sha256(nonce + f"{name}:".encode() + _canonical(one)).digest() for name, one in content.items()
        ]
        return hashlib.sha256(self._before + b"".join(hashes + leaves)).digest()


def _contradictions(entry: dict[str, Any], names: dict[str, str]) -> list[str]:
    """Return what an entry says twice, and differently."""
    resolution = entry["resolution"]
    gone = {effect["combatant"]: effect["name"] for effect in entry["effects"] if effect["kind"] == "Left"}
    text = "".join(clause["text"] for clause in resolution["clauses"])
    outcome = _REFERENCE.sub(lambda found: gone.get(found[1]) or names.get(found[1], LEFT_PLAY), text)
    right = {
        "outcome": outcome,
        "verdict": resolution.get("verdict"),
        "after_undone": resolution.get("after_undone") or None,
        "planned": resolution.get("planned") or None,
    }
    wrong = [name for name, value in right.items() if name in entry and entry[name] != value]
    return [f"entry {entry['seq']}: its {name.replace('_', ' ')} contradicts its resolution" for name in wrong]


@dataclass(frozen=True, slots=True)
class _Moment:
    """The parts of a state that dice depend on: the clock, how many orders of each actor threw at it, the latest
    entries with throws of an actor at this clock or a later one that were undone, and the names of fighters."""

    clock: _Clock = (1, 1)
    throws: dict[str, int] = field(default_factory=dict)
    undone: dict[_Place, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Group:
    """The entries of one order: the state it acted on, their numbers, and the fighters and times of its throws.

    `counted`: each of its throws has a key of its own. `marked` are then the clocks at which one of its parts is
    marked; from version 4 on `repeated` are the undone throws that one is marked with.
    """

    order: dict[str, Any]
    before: _Moment
    counted: bool
    seqs: list[int] = field(default_factory=list)
    drawn: dict[int, list[_Place]] = field(default_factory=dict)
    marked: set[_Clock] = field(default_factory=set)
    repeated: set[tuple[_Place, int]] = field(default_factory=set)

    def undone(self, seqs: list[int], version: int) -> list[tuple[_Place, int]]:
        """Return the throws undone with these entries. Before version 4, an order whose throws are not counted is one
        throw."""
        drawn = [(seq, places) for seq, places in self.drawn.items() if seq in seqs]
        each = self.counted or version >= MARKED_BY_THROW
        return [(place, seq) for seq, places in (drawn if each else drawn[:1]) for place in places]


class _Clocks:
    """Follows clocks, counts and undone throws from entry to entry, to compare them with what the file says."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.left = [_Moment()]
        self.groups: list[_Group] = []
        self.origins: list[int] = []
        self.redoable: list[tuple[int, list[int]]] = []
        self.keys: list[_Key] = []
        """The keys of the last entry's throws, if each throw has its own."""

    def enter(self, entry: dict[str, Any], first: bool) -> _Key:
        """Return the key of an entry's dice: turn, impulse, actor and k."""
        counted, now = _by_throw(entry["order"], self.version), self.left[-1]
        self.groups.append(_Group(entry["order"], now, counted) if first else self.groups[-1])
        (group := self.groups[-1]).before = now if counted else self.groups[-1].before
        group.seqs.append(entry["seq"])
        actor = _actor(group.order)
        return *group.before.clock, actor, group.before.throws.get(actor, 0)

    def leave(self, entry: dict[str, Any], first: bool, drew: int) -> list[str]:
        """Continue to the state after an entry in which the bot threw so often, and return what is wrong."""
        if entry["kind"] == "order":
            now, wrong = self._ordered(entry, self.groups[-1], first, drew)
            self.redoable.clear()
        else:
            now, wrong = self._restored(entry)
        self.left.append(now)
        self.origins.append(entry["origin"])
        return [f"entry {entry['seq']}: {problem}" for problem in wrong]

    def _ordered(self, entry: dict[str, Any], group: _Group, first: bool, drew: int) -> tuple[_Moment, list[str]]:
        before, actor, seq = group.before, _actor(group.order), entry["seq"]
        turn, impulse = before.clock
        key = {"turn": turn, "impulse": impulse, "actor": actor, "k": before.throws.get(actor, 0)}
        wrong = [] if entry["key"] == key else [f"its dice are drawn for {key}, not for {entry['key']}"]
        last = self.left[-1]
        clock, throws, clocks = last.clock, dict(before.throws), [last.clock]
        actors: list[str] = []
        self.keys = []
        for effect in entry["effects"]:
            if effect["kind"] in ("Opened", "Ticked"):
                now = _clock(effect["encounter"] if effect["kind"] == "Opened" else effect)
                throws, clock = throws if clock == now else {}, now
                clocks += [clock] if effect["kind"] == "Ticked" else []
            elif effect["kind"] == "Threw":
                actors.append(effect["actor"])
                for _ in range(min(effect.get("count", 1), drew + 1) if group.counted else 0):
                    self.keys.append((*clock, actor, throws.get(actor, 0)))
                    throws[actor] = throws.get(actor, 0) + 1
        if not {*actors} <= {actor} or (len(actors) > 1 and not group.counted):
            wrong.append(f"it counts throws of {', '.join(map(str, actors))}")
        if group.counted and len(self.keys) != drew:
            wrong.append(f"it counts {len(self.keys)} throws, and has {drew}")
        names = _renamed(last.names, entry["effects"])
        if self.version >= MARKED_BY_THROW:
            clocks = [(turn, impulse) for turn, impulse, *_ in self.keys] if group.counted else clocks
            whom = {(id, (names.get(id) or last.names.get(id, "")).casefold()) for id in _whom(entry)}
            places = [(clock, *one) for clock in dict.fromkeys(clocks) for one in whom]
        elif group.counted:
            actors_in = _actors(entry["order"]) | ({str(entry["planned"])} if entry["planned"] else set())
            places = [((turn, impulse), actor, "") for turn, impulse, *_ in self.keys for actor in actors_in]
        else:
            places = [(before.clock, one, "") for one in _actors(group.order)] if drew else []
        group.drawn.update({seq: places} if places else {})
        if not group.counted:
            throws = dict(before.throws) if clock == before.clock else {}
            throws.update({actor: throws.get(actor, 0) + 1} if clock == before.clock and group.drawn else {})
        newer = self.version >= MARKED_BY_THROW
        mark = _mark_by_throw(group, places, last) if newer else self._mark(group, places, first)
        if entry["after_undone"] != mark:
            wrong.append(f"the undone throw of its actor is {mark}, not {entry['after_undone']}")
        return _Moment(clock, throws, self._kept(last.undone if newer else before.undone, clock), names), wrong

    @staticmethod
    def _mark(group: _Group, places: list[_Place], first: bool) -> int | None:
        """Return the undone throw that an entry comes after: of the actors of its order, or else of its own throws."""
        before = group.before
        if not group.counted:
            places = [(before.clock, one, "") for one in _actors(group.order)] if first else []
        places = [place for place in places if place[0] not in group.marked]
        mark = max((before.undone.get(place, 0) for place in places), default=0)
        if mark:
            group.marked.update(clock for clock, *_ in places)
        return mark or None

    def _restored(self, entry: dict[str, Any]) -> tuple[_Moment, list[str]]:
        restored, head = self.left[entry["origin"]], self.origins[-1]
        known = list(restored.undone.items()) + list(self.left[-1].undone.items())
        if entry["kind"] == "redo":
            origin, back = self.redoable.pop()
            known = [one for one in known if one[1] not in back]
        else:
            taken = self.groups[head - 1]
            below = taken.seqs[0] - 1
            # Of an order that is counted by throws, the last parts can be undone alone.
            if taken.counted and below < entry["origin"] < head:
                below = entry["origin"]
            origin = self.origins[below - 1]
            gone = list(range(below + 1, head + 1))
            self.redoable.append((head, gone))
            known += [*self.left[below].undone.items(), *taken.undone(gone, self.version)]
        undone: dict[_Place, int] = {}
        for place, seq in known:
            undone[place] = max(seq, undone.get(place, 0))
        now = _Moment(restored.clock, restored.throws, self._kept(undone, restored.clock), restored.names)
        undid = [effect["throws"] for effect in entry["effects"] if effect["kind"] == "Undid"]
        listed = {(_clock(one), one["actor"], one.get("name", "")): one["seq"] for throws in undid for one in throws}
        wrong = [] if entry["origin"] == origin else [f"it restores #{origin}, not #{entry['origin']}"]
        more = {effect["kind"] for effect in entry["effects"]} - {"Undid", "Committed"}
        wrong += [f"no {entry['kind']} has the effect {kind}" for kind in sorted(more)]
        if (listed if undid else restored.undone) != now.undone:
            wrong.append("the throws that it says are undone are not those that are")
        return now, wrong

    def _kept(self, undone: dict[_Place, int], clock: _Clock) -> dict[_Place, int]:
        """Return the undone throws that a state at this clock remembers."""
        kept = [(place, seq) for place, seq in sorted(undone.items()) if place[0] >= clock]
        return dict(kept if self.version >= MARKED_BY_THROW else kept[:MOST_UNDONE])


def _mark_by_throw(group: _Group, places: list[_Place], last: _Moment) -> int | None:
    """Return the latest undone throw that an entry repeats: of the same fighter, or of one of that name, at a clock."""
    clocks = {clock for clock, *_ in places}
    again = {
        (place, seq)
        for place, seq in last.undone.items()
        if place[0] in clocks
        for clock, id, name in places
        if place[0] == clock and (place[1] == id or place[2] == name != "")
    } - group.repeated
    group.repeated |= again
    return max((seq for _, seq in again), default=None)


def _renamed(names: dict[str, str], effects: list[dict[str, Any]]) -> dict[str, str]:
    """Return the names of fighters after these effects."""
    for effect in effects:
        match effect["kind"]:
            case "Opened":
                names = {one["id"]: one["name"] for one in effect["encounter"]["combatants"]}
            case "Joined":
                names = {**names, effect["combatant"]["id"]: effect["combatant"]["name"]}
            case "Registered":
                names = {**names, effect["combatant"]: effect["name"]}
            case "Left":
                names = {id: name for id, name in names.items() if id != effect["combatant"]}
    return names


def _whom(entry: dict[str, Any]) -> set[str]:
    """Return the fighters that the throws in an entry are for; the kind of the order for a throw for none."""
    order = entry["order"]
    rolls = [step for step in entry["steps"] if step["type"] == "roll" and not step["typed_by"]]
    each = ({roll.get("about"), *roll.get("within", ()), entry["planned"], order.get("actor")} for roll in rolls)
    return {str(one) for named in each for one in (named - {None, ""} or {order["kind"]})}


def _clock(record: dict[str, Any]) -> _Clock:
    return record["clock"]["turn"], record["clock"]["impulse"]


def _actor(order: dict[str, Any]) -> str:
    """Return the actor an order's throws belong to: the fighter's id, or the order's kind."""
    return str(order.get("actor", order["kind"]))


def _actors(order: dict[str, Any]) -> set[str]:
    """Return the actors of an order: of several orders in one also each of theirs."""
    several = order["orders"] if order["kind"] == "Several" else ()
    return {_actor(order)}.union(*map(_actors, several))


def _by_throw(order: dict[str, Any], version: int) -> bool:
    """Return whether each throw of an order has a key of its own."""
    return version >= BY_THROW and order["kind"] == "Next"


def _digested(order: Any) -> bytes:
    """Return the canonical JSON that an order's digest is taken of; a Next lacks whether it runs, and how far."""
    if order["kind"] == "Next":
        order = {name: value for name, value in order.items() if name not in ("run", "windows")}
    return _canonical(order)


def _canonical(record: Any) -> bytes:
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def main(arguments: list[str], resolve: Callable[[Any], tuple[tuple[int, int, int], list[str]]] | None = None) -> int:
    """Print the verdict on one file; 0 if all is well, 1 if not, 2 if there is nothing to judge.

    `resolve` gives the orders of a document to the rules again: `Report.resolved`, and the problems.
    """
    paths, noted_hash = [*arguments], ""
    if "--head" in paths[:-1]:
        noted_hash = paths.pop(paths.index("--head") + 1)
        paths.remove("--head")
    if len(paths) != 1:
        print("Name one exported file: python3 fairness.py FILE [--head HASH]")
        return 2
    try:
        document = json.loads(unpacked(Path(paths[0]).read_bytes()).decode())
    except OSError as wrong:
        print(f"The file cannot be read: {wrong.strerror or wrong}")
        return 2
    except (ValueError, RecursionError):
        print("This is not an export: it is not JSON. Get one with /export.")
        return 2
    if isinstance(document, dict) and document.get("format") == READING:
        print(FILTERED)
        return 2
    report = verify(document, noted_hash)
    if resolve:
        resolved, problems = resolve(document)
        report = replace(report, resolved=resolved, problems=(*report.problems, *problems))
    print(report.opening)
    for problem in report.problems:
        print("PROBLEM:", "".join(sign if sign.isprintable() else "?" for sign in problem))
    print(f"{report.checked} throws checked against the seed, {report.typed} typed by players.")
    if report.problems:
        print(f"NOT VERIFIED: {len(report.problems)} problem(s).")
        return 1
    print("VERIFIED, if these commitments were posted before the dice were thrown:")
    for each in document["seeds"]:
        print(f"  {each['commitment']}")
    for title, lines in ((PROVEN, report.proven), (CLAIMED, report.claimed)):
        print("\n".join([title, *(f"  - {line}" for line in lines)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
