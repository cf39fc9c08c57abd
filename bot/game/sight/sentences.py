"""The sentences of readers who get only some of an outcome: its clauses joined, and ways as far as they saw them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.copies import replace
from rules.engine.records.references import reference
from rules.engine.scene.parts import Clause, Watched

_BETWEEN = " ,;:"
_ENDS = ".?!…"


def tidied(clauses: Sequence[Clause], of: Sequence[Clause]) -> tuple[Clause, ...]:
    """Return the clauses that are left `of` an outcome, with the punctuation that belongs between them.

    A complete outcome stays as it is.
    """
    if len(clauses) == len(of):
        return tuple(clauses)
    if not any(any(map(str.isalnum, one.text)) for one in clauses):
        return ()
    kept: list[Clause] = []
    for one in clauses:
        if not kept:
            one = replace(one, text=_capitalized(one.text))
        elif one.text.startswith((",", ";", ":", ".")):
            kept[-1] = replace(kept[-1], text=kept[-1].text.rstrip(_BETWEEN))
        kept.append(one)
    last = kept[-1].text.rstrip(_BETWEEN)
    kept[-1] = replace(kept[-1], text=last if last.endswith(tuple(_ENDS)) else f"{last}.")
    return tuple(kept)


def way_seen(id: str, way: Watched) -> str:
    """Return a fighter's way as a side saw it: "Petya comes into sight at Q2"."""
    name = reference(id)
    if not way.places:
        return f"{name} moves"
    first, last = way.places[0], way.places[-1]
    gone = " and goes out of sight" if way.went else ""
    if way.came:
        further = f"{',' if gone else ' and'} moves to {last}" if last != first else ""
        return f"{name} comes into sight at {first}{further}{gone}"
    if last != first:
        return f"{name} moves from {first} to {last}{gone}"
    return f"{name} leaves {first}{gone}" if gone else f"{name} is at {first}"


def _capitalized(text: str) -> str:
    """Return the text as the beginning of a sentence."""
    begun = text.lstrip(_BETWEEN + ".")
    return begun[:1].upper() + begun[1:]
