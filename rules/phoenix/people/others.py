"""Somebody else in play, by his name in the text of an act."""

from __future__ import annotations

from rules.engine.errors import Ambiguous, NotNow, UnknownName
from rules.engine.model import Combatant, Encounter
from rules.words.catalogue import find, plain


def named(name: str, of: Combatant, encounter: Encounter) -> Combatant:
    """Whom the name means of all but `of`. Raises UnknownName, NotNow for himself or somebody out of play."""
    others = {c.name: c for c in encounter.combatants if c.present and c.id != of.id}
    try:
        return find(name, others, "combatant")
    except Ambiguous:
        raise
    except UnknownName:
        known = next((c for c in encounter.combatants if plain(c.name) == plain(name)), None)
        if known is None:
            raise
        why = "is who does it" if known.id == of.id else "is out of play"
        raise NotNow(f"{known.name} {why}: name somebody else.") from None
