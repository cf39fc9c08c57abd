"""The side on which a fighter's cover stands, and how the fighter is found from a place (2.4, 2.8; ruling O75).

Cover taken by word stands across 180 degrees, centered on a bearing: the one named; after a move into cover, that of
the nearest enemy that the fighter's side knows; or else their facing. Sandbags stand everywhere except in the Field of
Fire of a fighter who is dug in (scenario 1).

Every rule that asks how somebody is exposed asks here, for the line from another place: sight, fire, declared fire,
cover fire, bursts, fragments, concussion, spotting, pins. As with the `trace`, the answer is the fighter as they are
found, so that these rules need not know of sides.
"""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant, Encounter
from rules.grid import hexes
from rules.phoenix.basics.soldier import Exposure, Passed, Soldier, soldier
from rules.phoenix.basics.switches import COVER_SIDE, ONE_SIDE, value
from rules.words.places import Place

FIELD_OF_FIRE = 30
"""The degrees to either side of the facing. In a Firing Stance the Field of View is as narrow."""
_HALF = 90
"""The degrees to either side of its bearing for which cover stands, both ends included."""
BEHIND: tuple[Exposure, ...] = ("looking", "firing", "hidden")
"""The exposures that cover gives, apart from sandbags."""


def found_from(fighter: Combatant, here: Place | None, encounter: Encounter) -> Combatant:
    """Return the fighter as somebody or something at this place finds them: in the open if their cover does not stand
    on that side, hidden if sandbags do.
    """
    state = soldier(fighter)
    if state.exposure in ("", "exposed") or not counts(encounter):
        return fighter
    if state.exposure == "dug in":
        hidden = _behind_sandbags(state, fighter.place, here)
        return altered(fighter, condition=altered(state, exposure="hidden")) if hidden else fighter
    if stands(state, fighter.place, here, encounter):
        return fighter
    found = altered(state, exposure="dug in") if state.foxhole else altered(state, exposure="exposed", cover=None)
    return altered(fighter, condition=found)


def hidden_from(state: Soldier | Passed, there: Place | None, here: Place | None, encounter: Encounter) -> bool:
    """Return whether a fighter who is, or passed, `there` in this state is out of sight from `here`, behind cover or
    sandbags.
    """
    if state.exposure == "hidden":
        return stands(state, there, here, encounter)
    return state.exposure == "dug in" and counts(encounter) and _behind_sandbags(state, there, here)


def stands(state: Soldier | Passed, there: Place | None, here: Place | None, encounter: Encounter) -> bool:
    """Return whether the cover of a fighter who is `there` stands against `here`.

    It stands all around if a place or its bearing is unknown, but not against anything in the same hex.
    """
    if here is None or there is None or not counts(encounter):
        return True
    return here != there and in_front(there, here, state.cover_side, _HALF)


def sandbags(state: Soldier, there: Place | None, here: Place | None) -> bool:
    """Return whether sandbags keep fire from `here` off a fighter who is `there`: a fighter who is dug in can be hit
    only from their own Field of Fire (scenario 1).
    """
    return state.exposure == "dug in" and _behind_sandbags(state, there, here)


def bearing(state: Soldier, encounter: Encounter) -> int | None:
    """Return the bearing at the middle of the fighter's cover, None all around."""
    return state.cover_side if counts(encounter) else None


def counts(encounter: Encounter) -> bool:
    """Return whether cover has a side here. In older encounters it stands all around."""
    return value(encounter, COVER_SIDE) == ONE_SIDE


def behind_cover(state: Soldier) -> bool:
    """Return whether the fighter is behind cover, or on the way there. Sandbags do not count here."""
    return state.exposure in BEHIND or (state.hides is not None and state.exposure != "dug in")


def settled(state: Soldier, encounter: Encounter, named: int | None = None) -> Soldier:
    """Return the fighter with the side of their cover: the one `named`, the one it already has, or else their facing.

    In the open they have none. A foxhole is all around, and riders have the side of their vehicle's cover (`riding`).
    """
    if not counts(encounter) or state.rides:
        return state
    side = state.cover_side if named is None else named
    if state.foxhole or not behind_cover(state):
        side = None
    elif side is None:
        side = state.facing
    return state if side == state.cover_side else altered(state, cover_side=side)


def turned_along(state: Soldier, facing: int | None) -> Soldier:
    """Return the fighter facing this way. The cover that a vehicle gives is part of it and turns along; other cover
    stays where it is.
    """
    side = state.cover_side
    if state.vehicle is not None and side is not None and state.facing is not None and facing is not None:
        side = (side + facing - state.facing) % 360
    return altered(state, facing=facing, cover_side=side)


def in_front(here: Place, there: Place, facing: int | None, half: int) -> bool:
    """Return whether `there` is at most `half` degrees off this facing, or bearing, of somebody `here`; True if it is
    unknown.
    """
    if facing is None or here == there:
        return True
    off = (hexes.bearing(here, there) - facing) % 360
    return min(off, 360 - off) <= half


def _behind_sandbags(state: Soldier | Passed, there: Place | None, here: Place | None) -> bool:
    return here is not None and there is not None and not in_front(there, here, state.facing, FIELD_OF_FIRE)
