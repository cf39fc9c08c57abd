"""Names that players can type: of fighters, sides, encounters and sorts of ammunition."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.records.errors import Refusal
from rules.words.catalogue import normalized
from rules.words.phrases import visible

MOST_NAME = 40


def good_name(name: str, what: str = "name") -> str:
    """Return a name as it is stored; `what` is the noun for errors. Raises Refusal if players could not type it."""
    name = visible(name)
    if not 1 <= len(name) <= MOST_NAME or "," in name or not any(c.isalnum() for c in name):
        raise Refusal(f"A {what} has 1 to {MOST_NAME} characters, with at least one letter or digit and no commas.")
    return name


def free_name(name: str, taken: Iterable[str], numbered: bool = False) -> str:
    """Return the name if it is free, or else with the first free number. A `numbered` name gets a number in any case.

    Names that look alike (`normalized`) count as the same.
    """
    alike = {normalized(other) for other in taken}
    if not numbered and normalized(name) not in alike:
        return name
    n = 1 if numbered else 2
    while normalized(f"{name} {n}") in alike:
        n += 1
    return f"{name} {n}"
