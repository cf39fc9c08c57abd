"""Joins the clauses of an outcome into a sentence where a reader gets only some of them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.copies import replace
from rules.engine.scene.scene import Clause

_BETWEEN = " ,;:"
_ENDS = ".?!…"


def tidied(clauses: Sequence[Clause], of: Sequence[Clause]) -> tuple[Clause, ...]:
    """Return the clauses that are left `of` an outcome, with the punctuation that belongs between them.

    A complete outcome stays as it is.
    """
    if len(clauses) == len(of):
        return tuple(clauses)
    if not any(sign.isalnum() for one in clauses for sign in one.text):
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


def _capitalized(text: str) -> str:
    """Return the text as the beginning of a sentence."""
    begun = text.lstrip(_BETWEEN + ".")
    return begun[:1].upper() + begun[1:]
