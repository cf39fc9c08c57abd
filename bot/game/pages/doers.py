"""Whose deed a part of an order is: one user lets time pass, which carries out the orders of many."""

from __future__ import annotations

from bot.game.entries.entries import Entry
from bot.game.entries.happenings import ends, tells_time
from bot.game.entries.invocation import CLOCK
from bot.game.pages.shots import is_shot, shooter_of
from rules.engine.records.orders import Next


def doer(entry: Entry) -> str:
    """Return the user whose deed a part is, as its reader knows it: CLOCK if it happens by itself, "" if the reader
    does not know who acts.

    In a part of a `Next` that is the owner of the fighter who acts, as of then. A GM's own fighters act for the GM who
    gave the order. The news of the time is of the user who let it pass.
    """
    if not isinstance(entry.order, Next) or entry.kind != "order" or tells_time(entry) or ends(entry):
        return entry.user
    id = _acting(entry)
    if id is None:
        return "" if is_shot(entry) else CLOCK
    return entry.state.combatant(id).owner or (entry.user if entry.user in entry.state.gms else CLOCK)


def _acting(entry: Entry) -> str | None:
    """Return the id of the fighter who acts in a part, None for one that the reader does not know or for none."""
    if is_shot(entry):
        return shooter_of(entry)
    abouts = (clause.about for clause in entry.resolution.clauses if not clause.result)
    return next((id for id in abouts if id in entry.state.positions), None)
