"""Another combatant in play, by the name in the text of an act."""

from __future__ import annotations

from rules.engine.errors import Ambiguous, NotNow, UnknownName
from rules.engine.model import Combatant, Encounter
from rules.words.catalogue import find, plain


def named(name: str, of: Combatant, encounter: Encounter) -> Combatant:
    """The combatant with this name, other than `of`. Raises UnknownName; NotNow for `of` and for those out of play."""
    others = {c.name: c for c in encounter.combatants if c.present and c.id != of.id}
    try:
        return find(name, others, "combatant")
    except Ambiguous:
        raise
    except UnknownName:
        match = next((c for c in encounter.combatants if plain(c.name) == plain(name)), None)
        if match is None:
            raise
        why = "is who does it" if match.id == of.id else "is out of play"
        raise NotNow(f"{match.name} {why}: name somebody else.") from None
