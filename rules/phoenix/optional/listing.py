"""Clauses about several fighters at once: a list of names of which each reader may see only some."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.model import Combatant
from rules.engine.scene import Clause
from rules.words.phrases import listed


def list_clauses(people: Sequence[Combatant], then: str = "") -> tuple[Clause, ...]:
    """Return a clause for each of these people, which together read "A, B and C"; `then` follows the last name."""
    text = listed([one.reference for one in people], "and") + then
    starts = [(text.index(one.reference), one.id) for one in people if one.reference in text]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return tuple(Clause(id, text[start:end]) for (start, id), end in zip(starts, ends, strict=True))
