"""The outcome for everybody at the end of an encounter: the sides still in the fight, and each fighter who is not."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.scene import Clause

_FATES = {"down": "is down", "dead": "is dead", "gone": "is out of play"}


def casualties(encounter: Encounter, ruleset: Ruleset) -> Iterator[Clause]:
    """Yield sentences, each about one fighter: " Still in the fight: Squad.", " Guard 1 (Guards) is dead.".

    An end may be undone: then each reader reads only the sentences about fighters that they perceive.
    """
    fates = [(one, _fate(one, encounter, ruleset)) for one in encounter.combatants]
    remaining: dict[str, str] = {}
    for one, fate in fates:
        if not fate:
            remaining.setdefault(one.side, one.id)
    for side, id in remaining.items():
        yield Clause(id, f" Still in the fight: {side or 'fighters without a side'}.")
    for one, fate in fates:
        if fate:
            side = f" ({one.side})" if one.side else ""
            yield Clause(one.id, f" {one.reference}{side} {_FATES[fate]}.")


def _fate(one: Combatant, encounter: Encounter, ruleset: Ruleset) -> str:
    return ruleset.fate(one, encounter) or ("" if one.present else "gone")
