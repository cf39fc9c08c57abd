"""The fighters who fall as time passes, and the sides that learn it: fixed as a Next is resolved.

1. A side learns that a fighter is out of the fight when it sees them, if it knew them in the fight before. It knows of
   its own fighters.
2. Who goes out of sight as a window of time ends, and falls at that moment, is seen to fall.
3. The channel (`EVERYONE`) learns what every other side sees, as far as the fighter's own side can know it
   (`public_glimpse`). It remembers nobody, so the fall must be told in the part in which it happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from rules.engine.books.ruleset import SightRules
from rules.engine.books.table_options import OFF
from rules.engine.records.copies import altered, replace
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.parts import EVERYONE, Fell, Part
from rules.engine.sight.sight import as_contact, fog, glimpse, public_glimpse, side_of, sides, veiled
from rules.engine.sight.witnesses import windows

Fate: TypeAlias = Literal["", "down", "dead", "gone"]
"""Why a fighter is out of the fight; "gone" is out of play, "" in the fight."""


def fate_of(one: Combatant, encounter: Encounter, book: SightRules) -> Fate:
    """Return why a fighter is out of the fight, from the looks of them and from who is in play."""
    return book.fate(one, encounter) or ("" if one.present else "gone")


def noted(parts: Sequence[Part], before: Encounter, book: SightRules) -> tuple[Part, ...]:
    """Return the parts of an order on `before`, each with the fighters who fell in it."""
    found: list[Part] = []
    for part in parts:
        fell = tuple(_fell(part, before, book))
        found.append(Part(replace(part.resolution, fell=fell), part.encounter) if fell else part)
        before = part.encounter
    return tuple(found)


def _fell(part: Part, before: Encounter, book: SightRules) -> Iterator[Fell]:
    after, still = part.encounter, before.clock == part.encounter.clock
    hidden = veiled(before, book) or veiled(after, book)
    states: tuple[Encounter, ...] = ()
    for one in after.combatants:
        was = before.combatants[before.positions[one.id]] if one.id in before.positions else None
        if was is None or (not hidden and was is one and still) or not fate_of(one, after, book):
            continue
        states = states or (*[window.opening for window in windows(part, before)], after)
        for fate, keys in _learned_by(one.id, states, book).items():
            yield Fell(one.id, fate, tuple(keys))


def _learned_by(id: str, states: Sequence[Encounter], book: SightRules) -> dict[str, list[str]]:
    """Return why a fighter is out of the fight, with the sides that learn it in a part, as for `_learned`."""
    own = {side_of(state.combatant(id)) for state in states}
    # Where nobody hides, all other sides learn what the channel learns.
    alike = None if any(veiled(state, book) for state in states) else _learned(EVERYONE, id, states, book)
    learned: dict[str, list[str]] = {}
    for key in (*sides(states[-1]), EVERYONE):
        fate = _learned(key, id, states, book) if alike is None or key in own else alike
        if fate:
            learned.setdefault(fate, []).append(key)
    return learned


def _learned(key: str, id: str, states: Sequence[Encounter], book: SightRules) -> str:
    """Return why a fighter is out of the fight, if a side learns it in a part; "" if it knew or learns nothing.

    `states` are those in which the part's windows begin, and the last one.
    """
    knew = _known(key, states[0].combatant(id), states[0], book)
    if knew is None:
        return ""
    fate = knew
    for opening, end in pairwise(states):
        one, now = opening.combatant(id), end.combatant(id)
        if _sees(key, now, end, book):
            fate = fate_of(_looks(key, now, end, book), end, book)
        elif _sees(key, one, opening, book):
            falling = altered(opening, clock=end.clock)
            fate = fate_of(_looks(key, one, falling, book), falling, book) if now.present else "gone"
    return fate if fate != knew else ""


def _known(key: str, one: Combatant, encounter: Encounter, book: SightRules) -> str | None:
    """Return why a fighter is out of the fight, as far as a side knows; None if it does not know who they are."""
    looks = _looks(key, one, encounter, book)
    if _sees(key, one, encounter, book):
        return fate_of(looks, encounter, book)
    remembered = _glimpse(key, one, encounter, book)
    return fate_of(as_contact(looks, remembered), encounter, book) if remembered.recognized else None


def _sees(key: str, one: Combatant, encounter: Encounter, book: SightRules) -> bool:
    if key == side_of(one) or not veiled(encounter, book):
        return True
    return _glimpse(key, one, encounter, book).sight >= Sight.SEEN


def _glimpse(key: str, one: Combatant, encounter: Encounter, book: SightRules) -> Glimpse:
    return public_glimpse(encounter, book, one) if key == EVERYONE else glimpse(encounter, book, key, one)


def _looks(key: str, one: Combatant, encounter: Encounter, book: SightRules) -> Combatant:
    return one if key == side_of(one) or fog(encounter) == OFF else book.outward(one, encounter)
