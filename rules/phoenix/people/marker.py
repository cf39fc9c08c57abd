"""The marker of a combatant, for a picture of the map: facing, stance, cover, aim, pins and harm."""

from __future__ import annotations

from rules.engine.books.markers import Fate, Marker
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.ground.cover_side import bearing
from rules.phoenix.harm.fitness import disabled_arms, disabled_leg, disabled_spine


def marker(combatant: Combatant, encounter: Encounter) -> Marker:
    """Return the combatant's marker as its reader may know it; for other sides, there are no wounds, aim and
    pins in it.
    """
    state, now = soldier(combatant), encounter.clock
    pinned = state.pin.place if state.pin else None
    return Marker(
        facing=state.facing,
        stance=state.position,
        fate=fate(combatant, encounter),
        wounded=bool(state.wounds),
        disabled=bool(disabled_arms(state, now) or disabled_leg(state, now) or disabled_spine(state, now)),
        covered=state.around_cover,
        hidden=state.exposure == "hidden",
        cover_side=bearing(state, encounter),
        vehicle=state.vehicle is not None,
        within=state.rides,
        aim=state.aim.at if state.aim else "",
        pins=(pinned,) if pinned else (),
    )


def fate(combatant: Combatant, encounter: Encounter) -> Fate:
    """Return why a combatant is out of the fight, "" in the fight."""
    state = soldier(combatant)
    if state.died is not None and (encounter.clock > state.died or not encounter.timed):
        return "dead"
    return "down" if state.out(encounter.clock) else ""
