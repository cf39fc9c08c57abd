"""The Fire Select Switch: the setting of a weapon that can fire bursts, and the cost of changing it (2.5, 7B)."""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.phoenix.basics.soldier import Soldier

MODES = {True: "automatic fire", False: "single shots"}
RULING = (
    "O75",
    (
        "a weapon stays set as it last fired; before its first shot it is set as that shot needs;"
        " changing takes 1 action (7B)"
    ),
    "2.5",
)


def set_to(state: Soldier, slot: int, automatic: bool) -> Soldier:
    """Return the shooter with the weapon in this slot set to automatic fire, or to single shots."""
    now, before = (state.automatic, state.single) if automatic else (state.single, state.automatic)
    if slot in now and slot not in before:
        return state
    now, before = tuple(sorted({*now, slot})), tuple([one for one in before if one != slot])
    return altered(state, automatic=now, single=before) if automatic else altered(state, automatic=before, single=now)


def differs(state: Soldier, slot: int, automatic: bool) -> bool:
    """Return whether the weapon in this slot is known to be set to the other mode."""
    return slot in (state.single if automatic else state.automatic)
