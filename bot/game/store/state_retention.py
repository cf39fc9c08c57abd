"""Decides which states of an encounter stay stored. The others are computed from these with the effects in between.

1. The state of the head stays, and those to which the next three undos would go back.
2. So does one after every 50 entries, and as soon as there are 64 KiB of effects to fold.
3. When an encounter has ended, it is hardly undone: then only the head and those of 2 stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.engine.records.frozen import dataclass

STATE_EVERY = 50
MOST_FOLDED = 64 * 1024
UNDO_TARGETS = 3
# From an entry that is missing nothing can be folded.
_NOWHERE = STATE_EVERY, 0


@dataclass(frozen=True, slots=True)
class Line:
    """The facts about an entry that thinning needs: `changes` are the bytes of its effects, `kept` says if it has a
    state."""

    seq: int
    parent: int | None
    origin: int
    part: int
    restores: bool
    ended: bool
    changes: int
    kept: bool

    @property
    def before(self) -> int | None:
        """The entry whose state the effects of this entry change."""
        return self.origin if self.restores else self.parent


def staying(lines: Sequence[Line]) -> frozenset[int]:
    """Return the entries whose states stay, of those that have one; `lines` are all of an encounter, in order."""
    by_seq = {line.seq: line for line in lines}
    head = lines[-1]
    wanted = {head.seq} if head.ended else {head.seq, *_undo_targets(head, by_seq)}
    stay = set[int]()
    # The way from the nearest kept state, in entries and in bytes; an encounter is folded from nothing.
    away: dict[int | None, tuple[int, int]] = {None: (0, 0)}
    for line in lines:
        entries, changes = away.get(line.before, _NOWHERE)
        entries, changes = entries + 1, changes + line.changes
        if line.kept and (line.seq in wanted or entries >= STATE_EVERY or changes >= MOST_FOLDED):
            stay.add(line.seq)
            entries, changes = 0, 0
        away[line.seq] = entries, changes
    return frozenset(stay)


def _undo_targets(head: Line, by_seq: Mapping[int, Line]) -> Iterator[int]:
    at: Line | None = head
    for _ in range(UNDO_TARGETS):
        tip = at and by_seq.get(at.origin)
        first = tip and by_seq.get(tip.seq - tip.part)
        at = by_seq.get(first.parent) if first and first.parent else None
        if at is None:
            return
        yield at.origin
