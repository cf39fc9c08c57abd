"""Shots in past entries, as a reader reads them: who fired, and at which targets they hit."""

from __future__ import annotations

from bot.game.entries import Entry
from rules.engine.effects import Loaded
from rules.engine.orders import Answer, Attack


def is_shot(entry: Entry) -> bool:
    """Return whether the entry is a shot, hit or miss."""
    return entry.resolution.verdict in ("hit", "miss")


def shooter_of(entry: Entry) -> str | None:
    """Return the id of the fighter who fired; None for one that the reader does not know.

    A Next or an Answer may carry out an earlier order: the shooter is the one whose ammunition is spent. If none is
    counted, the first part of an Answer is by the user who answers, and later parts are by others.
    """
    if isinstance(entry.order, Attack):
        return entry.order.actor if entry.order.actor in entry.state.positions else None
    answers = entry.order.actor if isinstance(entry.order, Answer) and entry.part == 0 else None
    return next((e.combatant for e in entry.resolution.effects if isinstance(e, Loaded)), answers)


def struck(entry: Entry) -> list[str]:
    """Return the ids of the fighters that a hit is at, as far as the reader knows them."""
    if isinstance(entry.order, Attack) and not entry.withheld:
        at = [target.id for target in entry.order.targets if target.id]
    else:
        shooter = shooter_of(entry)
        at = [id for id in entry.resolution.concerned if id != shooter]
    return [id for id in dict.fromkeys(at) if id in entry.state.positions]
