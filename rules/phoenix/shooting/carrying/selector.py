"""The Fire Select Switch: what a weapon that can fire bursts is set to, and what changing that takes (2.5, 7B)."""

from __future__ import annotations

from rules.engine.copies import altered
from rules.phoenix.soldier import Soldier

MODES = {True: "automatic fire", False: "single shots"}
RULING = (
    "O75",
    "a weapon is set as it was fired last, before its first shot as that needs it: changing takes 7B's 1 action",
    "2.5",
)


def set_to(state: Soldier, slot: int, automatic: bool) -> Soldier:
    """The shooter with the weapon in this slot set to automatic fire, or to single shots."""
    others = [tuple(one for one in slots if one != slot) for slots in (state.automatic, state.single)]
    into = 0 if automatic else 1
    others[into] = tuple(sorted((*others[into], slot)))
    return altered(state, automatic=others[0], single=others[1])


def differs(state: Soldier, slot: int, automatic: bool) -> bool:
    """Whether the weapon in this slot is known to be set otherwise."""
    return slot in (state.single if automatic else state.automatic)
