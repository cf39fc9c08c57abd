"""Who may undo or redo an order, and why a button can no longer undo one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.journal.journal import Journal
from bot.game.journal.large_work import in_thread_if_large
from bot.game.people.rights import UNDO_RULE, Deed, check, may, roles
from bot.game.sight import Viewer, last_read, reads_any, viewer_of
from bot.game.store import Restoration
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import NotAllowed, NotNow, quoted
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, End, TakeOver
from rules.engine.records.steps import Roll
from rules.engine.sight import sight
from rules.engine.sight.sight import Learned, side_of


async def as_read(
    journal: Journal, head: Entry, book: Ruleset, viewer: Viewer, undoing: bool
) -> tuple[Restoration, bool]:
    """Return what an undo, or else a redo, would restore if there were only what the viewer has read, and whether it
    would truly restore that.

    Its refusals have the same words whatever an unseen fighter has done. Raises NotNow for nothing.
    """
    find, id = journal.store.journal.undoable if undoing else journal.store.journal.redoable, head.encounter_id
    true = seen = await find(id)
    if head.tallies and not viewer.everything:
        at = last_read(head, viewer)
        while seen := await find(id, at):
            entries = await journal.entries(id, seen.first, seen.last)
            if await in_thread_if_large(entries, reads_any, entries, book, viewer):
                break
            before = await journal.store.journal.entry(id, seen.restores, state=False)
            at = last_read(before, viewer) if before else 0
    if seen is None:
        raise NotNow("There is nothing to undo." if undoing else "There is nothing to redo.")
    return seen, true is not None and (seen.first, seen.restores) == (true.first, true.restores)


def no_longer_last(last: Group) -> str:
    """Return the reason why a button undoes nothing.

    `last` is the last order, as the user who pressed it may read it.
    """
    if not last:
        return UNDO_RULE
    quote = quoted(last[-1].resolution.outcome, 100)
    return f"That button is old: the last order here is #{last[-1].number}, {quote}; /undo undoes that."


def check_undo(
    undone: Sequence[Entry],
    by: Invocation,
    encounter: Encounter,
    undoer: str = "",
    learned: Sequence[Learned] = (),
) -> None:
    """Raise NotAllowed unless the user may undo these entries, those of one order, or redo what the `undoer` undid.

    `learned` is what sides have learned by the order. It counts only for the user's own sides: a refusal because of
    another side would tell the user that somebody has seen their fighters.
    """
    user = by.user
    having = roles(user, by.powers, encounter)
    if any(_managed(entry) for entry in undone):
        check(Deed.UNDO_MANAGED, having)
        return
    if may(Deed.UNDO_ANY, having):
        return
    if any(entry.user != user for entry in undone):
        check(Deed.UNDO_ANY, having)
    if undoer not in ("", user):
        raise NotAllowed("The GM undid that order. Only the GM can redo it.")
    check(Deed.UNDO_OWN, having)
    viewer = viewer_of(user, encounter)
    if any(_has_throws(entry, viewer) for entry in undone):
        raise NotAllowed("Dice were thrown for that order. Only the GM can undo it.")
    own = {side_of(c) for entry in undone for c in entry.state.combatants if c.owner == user}
    if any(one.side in own for one in learned):
        raise NotAllowed("Your side has learned something from that order. Only the GM can undo it.")


async def may_undo(journal: Journal, by: Invocation, group: Group, book: Ruleset) -> bool:
    """Return whether the user may undo an order while it is the last one. Raises StoreError."""
    state = group[-1].state
    try:
        check_undo(group, by, state)
        if not may(Deed.UNDO_ANY, roles(by.user, by.powers, state)) and (before := await journal.before(group)):
            # In a thread, since everybody is looked for twice.
            learned = await asyncio.to_thread(sight.learned, before, [one.state for one in group], book)
            check_undo(group, by, state, learned=learned)
    except NotAllowed:
        return False
    return True


def _has_throws(entry: Entry, viewer: Viewer) -> bool:
    """Return whether dice were thrown in it that the viewer knows of, or typed and kept for later. A refusal because of
    others would reveal them.
    """
    if isinstance(entry.order, Attack) and entry.order.dice is not None and entry.order.dice.values:
        return True
    steps, unseen = entry.resolution.steps, entry.resolution.unseen
    return any(isinstance(step, Roll) and viewer.perceives(step.about, unseen) for step in steps)


def _managed(entry: Entry) -> bool:
    """Return whether a manager who is no GM did it, so that a GM cannot take it back."""
    if isinstance(entry.order, End):
        # An encounter that the clock ended can be reopened by its GM.
        return entry.user.isdecimal() and entry.user not in entry.state.gms
    return isinstance(entry.order, TakeOver)
