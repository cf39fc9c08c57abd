"""The changes of a fighter that everyone sees who perceives them, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.books.ruleset import SightRules
from rules.engine.records.model import Combatant, Encounter

_FATES = {"": "up again", "down": "down", "dead": "dead"}


def changes(id: str, before: Encounter, after: Encounter, ruleset: SightRules) -> tuple[str, ...]:
    """Return what others see of the changes of a fighter between two states: ("at C9", "prone"); () for nothing."""
    old, new = (ruleset.outward(one.combatant(id), one) for one in (before, after))
    return tuple(_changes(old, new, before, after, ruleset))


def _changes(old: Combatant, new: Combatant, before: Encounter, after: Encounter, ruleset: SightRules) -> Iterator[str]:
    if old.place != new.place:
        yield f"at {new.place}" if new.place else "off the map"
    was, now = ruleset.marker(old, before), ruleset.marker(new, after)
    if was.fate != now.fate:
        yield _FATES[now.fate]
    elif old.present != new.present:
        yield "in play" if new.present else "out of play"
    if was.stance != now.stance:
        yield now.stance
    if was.facing != now.facing and now.facing is not None:
        yield f"facing {now.facing}°"
    if was.hidden != now.hidden:
        yield "behind cover" if now.hidden else "in view"
    elif was.covered != now.covered:
        yield "around cover" if now.covered else "not around cover"
    if was.flying != now.flying:
        yield "flying" if now.flying else "on the ground"
    held = new.holding
    if held and (old.holding is None or old.holding.weapon.name != held.weapon.name):
        yield f"{held.weapon.name} in hand"
