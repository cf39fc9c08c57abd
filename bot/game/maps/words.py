"""A picture in words: its description, and the list of places for those who hear the page."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.codes import codes
from rules.engine.glimpses import Glimpse
from rules.engine.model import Combatant, Encounter
from rules.engine.ruleset import Ruleset

MOST_ALT = 1_024
"""Characters of a description in Discord."""


def description(encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse]) -> str:
    """Return the clock and who is where, in as many characters as Discord allows."""
    alt = f"Map, {book.clock(encounter)}."
    there = [c for c in encounter.combatants if c.present and c.place]
    for n, combatant in enumerate(there):
        sentence = f" {_where(combatant, contacts)}."
        more = f" And {len(there) - n} more." if n + 1 < len(there) else ""
        if len(alt + sentence) + len(more) > MOST_ALT:
            return alt + f" And {len(there) - n} more."
        alt += sentence
    return alt


def places(encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse]) -> str:
    """Return who is where, a line each."""
    by_id = codes(encounter.combatants)
    lines = [f"{by_id[c.id]} {_where(c, contacts)}" for c in encounter.combatants if c.present and c.place]
    return "\n".join(lines)


def _where(combatant: Combatant, contacts: Mapping[str, Glimpse]) -> str:
    last = "last known at" if combatant.id in contacts else "at"
    return f"{combatant.name} {last} {combatant.place}"
