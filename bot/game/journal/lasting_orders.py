"""Finds the orders that still count after undo and redo."""

from __future__ import annotations

from collections.abc import Mapping


def lasting(last: int, restorations: Mapping[int, int]) -> frozenset[int]:
    """Return the entries that led to the state of entry `last`; `restorations` are undos and redos with what they
    restore.
    """
    at, orders = last, set()
    while at:
        if at in restorations:
            at = restorations[at]
        else:
            orders.add(at)
            at -= 1
    return frozenset(orders)
