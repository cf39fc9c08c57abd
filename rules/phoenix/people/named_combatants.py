"""Finds another combatant in play by the name in the text of an act."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.map.codes import find_fighter
from rules.engine.records.errors import Ambiguous, NotNow, UnknownName
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.words.catalogue import normalized


def names_now(names: Sequence[str], order: Act, encounter: Encounter) -> Sequence[str]:
    """Return the present names of the combatants named in the text of an act; they may have been renamed since it
    began.
    """
    if len(order.of) != len(names):
        return names
    known = {c.id: c.name for c in encounter.combatants}
    return [known.get(id, name) for id, name in zip(order.of, names, strict=True)]


def name_now(name: str, order: Act, encounter: Encounter) -> str:
    """Return the present name of the one combatant named in the text of an act."""
    return names_now((name,), order, encounter)[0]


def named(name: str, of: Combatant, encounter: Encounter) -> Combatant:
    """Return the combatant with this name, other than `of`.

    Raises UnknownName; NotNow for `of` and for combatants out of play.
    """
    others = [c for c in encounter.combatants if c.present and c.id != of.id]
    try:
        return find_fighter(name, others, encounter, "combatant", labels={c.name: c.reference for c in others})
    except Ambiguous:
        raise
    except UnknownName:
        match = next((c for c in encounter.combatants if normalized(c.name) == normalized(name)), None)
        if match is None:
            raise
        why = "is the actor" if match.id == of.id else "is out of play"
        raise NotNow(f"{match.reference} {why}. Name someone else.") from None
