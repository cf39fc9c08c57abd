"""Who is out of the fight, and why, as far as a reader knows it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.model import Combatant, Encounter

Fate: TypeAlias = Literal["", "down", "dead", "gone"]
"""Why a fighter is out of the fight; "gone" is out of play, "" in the fight."""


def fate(one: Combatant, encounter: Encounter, book: Ruleset) -> Fate:
    """Return why a fighter is out of the fight, from the looks of them and from who is in play."""
    return book.token(one, encounter).fate or ("" if one.present else "gone")
