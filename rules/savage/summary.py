"""A combatant on the board and on their status sheet."""

from __future__ import annotations

from rules.engine.ammunition.ammunition import pieces
from rules.engine.books.ruleset import Summary
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.sharing.unknown import NOT_KNOWN
from rules.savage.shooter import HIDDEN, STANDARD, shooter
from rules.savage.shooting.loads import ammunition_words, firearm


def summary(combatant: Combatant, encounter: Encounter) -> Summary:
    """Return the combatant's line on the board and the lines of their sheet."""
    state = shooter(combatant)
    if combatant.glimpsed:
        names = [one.weapon.name for one in combatant.carried]
        short = " · ".join([state.nature, *names]) if combatant.present else "out"
        unknown = (NOT_KNOWN, ", ".join(HIDDEN))
        return Summary(short, (("Nature", state.nature), *(("In hand", name) for name in names), unknown))
    skill = " ".join(filter(None, [state.skill, state.nature]))
    lines = [("Shooting", f"{state.skill or 'not known'}, {state.nature}")]
    if combatant.present and encounter.timed:
        lines.append(("Round", "has acted" if state.acted else "may act"))
    for slot, carried in enumerate(combatant.carried):
        weapon, ammunition = firearm(carried)
        name = f"{weapon.name}, extended magazine" if weapon.extended else weapon.name
        where = "In hand" if slot == combatant.in_hand else "Carries"
        lines.append((where, f"{name}, {ammunition_words(weapon, ammunition, combatant)}"))
    lines += [("Supply", f"{supply.sort}, {supply.term}") for supply in state.supplies]
    if not combatant.present:
        return Summary("out", tuple(lines))
    holding = [brief(combatant.holding)] if combatant.holding else []
    return Summary(" · ".join([skill, *holding]), tuple(lines))


def brief(carried: Carried) -> str:
    """Return a weapon in a few characters: "Assault Rifle 2/2 tokens", "Grenade 3 left"."""
    weapon, ammunition = firearm(carried)
    if weapon.plain:
        return f"{weapon.name} {ammunition.loaded} left"
    sort = f" {ammunition.sort}" if ammunition.sort not in ("", STANDARD) else ""
    return f"{weapon.name}{sort} {ammunition.loaded}/{pieces(ammunition.capacity, ammunition.measure)}"
