"""How an order is undone or redone, and how a run is undone back to one of its parts.

1. Find the last order, as its user has read it (`undo_rights.as_read`), and all its entries. With a time ("2.3"), only
   the parts after the last state of that run whose clock shows that time are undone. So a part can be the last one in
   force, and the next undo takes back the parts before it.
2. Check that the user may do so, for the parts that are undone alone.
3. With a time, ask first, in private, with what is undone, as its user may read it
   (`bot.game.requests.order_questions`).
4. The entry that restores the state continues top of the head (`bot.game.referee.undo.restored_state`).

Only a `Next` whose throws have keys of their own is undone in parts: what is repeated then has the same dice. The
times depend on the orders that the user has read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.errors import Outdated
from bot.game.dice.seeds import Seeds
from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.entries.new_entries import entries_of
from bot.game.journal.journal import Journal
from bot.game.journal.large_work import in_thread_if_large
from bot.game.people.rights import UNDO_RULE
from bot.game.referee.undo.declared import withdrawal
from bot.game.referee.undo.restored_state import check_seed, restoring
from bot.game.referee.undo.undo_rights import as_read, check_undo, no_longer_last
from bot.game.requests.order_questions import AskFirst, CarryOut, Choice
from bot.game.sight import Viewer, read, viewer_of
from bot.game.store import Kind, SeedRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotAllowed, NotNow, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Next, Redo, Undo
from rules.engine.records.records import Order
from rules.engine.scene.dice_keys import counted as throws_counted
from rules.engine.sight import sight
from rules.words.phrases import counted, listed

_MOST_QUOTED = 6
_MOST_NAMED = 12
_LONGEST_QUOTE = 90


@dataclass(frozen=True, slots=True)
class Wanted:
    """The orders to undo: the last order if it contains the `expected` entry, or of a run what came after a time.

    `agreed`: the user has read what that undoes.
    """

    expected: int | None = None
    to: str = ""
    agreed: bool = False


LAST = Wanted()


async def restore(
    journal: Journal,
    seeds: Seeds,
    invocation: Invocation,
    head: Entry,
    book: Ruleset,
    order: Undo | Redo,
    wanted: Wanted,
    carried_out: Callable[[Wanted], CarryOut],
) -> tuple[list[Entry], SeedRow | None] | Order:
    """Return the entry that undoes or redoes an order, and the seed that is drawn for it if there is one; of an order
    that was declared, the order that withdraws it.

    Raises Outdated, AskFirst, NotNow and NotAllowed.
    """
    id, undoing = head.encounter_id, isinstance(order, Undo)
    viewer = viewer_of(invocation.user, head.state)
    restoration, possible = await as_read(journal, head, book, viewer, undoing)
    taken = await journal.entries(id, restoration.first, restoration.last)
    if wanted.expected is not None and not restoration.first <= wanted.expected <= restoration.last:
        raise Outdated(no_longer_last(await in_thread_if_large(taken, read, taken, book, viewer)))
    if undoing and not wanted.to and (withdraws := withdrawal(taken, head.state, invocation.user)):
        return withdraws
    undo = None if undoing else await journal.store.journal.entry(id, restoration.restores + 1, state=False)
    # Later entries of this origin left the same state under another seed; it is folded from here again.
    restored = await journal.state(id, restoration.origin)
    moved = restoration.restores != restoration.origin
    below = await journal.state(id, restoration.restores) if moved else restored
    assert restored is not None and below is not None
    if wanted.to:
        to = wanted.to.strip()
        found = await in_thread_if_large(taken, _times, taken, restored, book, viewer)
        if kept := _kept(to, taken, found, book):
            last = taken[kept - 1]
            restored = below = last.state
            restoration = replace(restoration, first=last.seq + 1, restores=last.seq, origin=last.seq)
            taken = taken[kept:]
        order = Undo(to)
    # In a thread, since everybody is looked for twice.
    left = [one.state for one in taken] if undoing else []
    learned = await asyncio.to_thread(sight.learned, restored, left, book)
    check_undo(taken, invocation, head.state, undo.actor if undo else "", learned)
    check_seed(taken, restored, head.state)
    if not possible:
        raise NotAllowed(UNDO_RULE)
    if wanted.to and not wanted.agreed:
        agreed = Wanted(restoration.last, wanted.to, agreed=True)
        sentences = _undoes(to, await in_thread_if_large(taken, read, taken, book, viewer), book)
        raise AskFirst(sentences, (Choice(f"Undo to {to}", carried_out(agreed)),))
    # A seed that has been shown cannot be used again, and one in use stays: an undo never brings a commitment back.
    seed = seeds.drawn(id, invocation) if head.state.ended else None
    commitment = seed.commitment if seed else head.state.commitment
    states = restored, below, head.state
    part = await in_thread_if_large(taken, restoring, order, taken, *states, commitment, learned)
    kind: Kind = "undo" if undoing else "redo"
    return entries_of(invocation, head, order, (part,), book, kind, restoration.origin), seed


async def times(journal: Journal, user: str, head: Entry, book: Ruleset) -> tuple[str, ...]:
    """Return the times to which the user could undo the last order, the latest first. Raises NotNow for none."""
    viewer = viewer_of(user, head.state)
    restoration, _ = await as_read(journal, head, book, viewer, True)
    taken = await journal.entries(head.encounter_id, restoration.first, restoration.last)
    restored = await journal.state(head.encounter_id, restoration.origin)
    assert restored is not None
    return await in_thread_if_large(taken, _times, taken, restored, book, viewer)


def shown(clock: Clock, book: Ruleset) -> str:
    """Return a clock as people type it: "2.3", or "4" where the book does not divide its turns."""
    return f"{clock.turn}.{clock.impulse}" if book.impulses > 1 else str(clock.turn)


def _times(taken: Group, before: Encounter, book: Ruleset, viewer: Viewer) -> tuple[str, ...]:
    """Return the times to which a group of entries on `before` can be undone, the latest first. Raises NotNow for none.

    The time of the last state is not among them, because nothing would be undone.
    """
    if not isinstance(taken[0].order, Next):
        raise NotNow("Only a /next can be undone in part. Leave out to: to undo the last order.")
    if not throws_counted(taken[0].order, before):
        raise NotNow("In this encounter a /next cannot be undone in part. Leave out to: to undo all of it.")
    clocks = {before.clock, *(entry.state.clock for entry in read(taken, book, viewer))}
    found = tuple(dict.fromkeys(shown(clock, book) for clock in sorted(clocks, reverse=True)))
    found = tuple(time for time in found if time != shown(taken[-1].state.clock, book))
    if not found:
        raise NotNow("That /next has no earlier time. Leave out to: to undo it.")
    return found


def _kept(to: str, taken: Group, found: tuple[str, ...], book: Ruleset) -> int:
    """Return how many of these entries stay, up to the last state whose clock shows that time; 0 if that is before them
    all.

    Raises NotNow for a time that is not among those found.
    """
    if to not in found:
        few = listed(found[:_MOST_NAMED][::-1], "or")
        more = f"; {len(found) - _MOST_NAMED} earlier times are in the suggestions" if found[_MOST_NAMED:] else ""
        raise NotNow(f"The last /next can be undone to {few}, not to {quoted(to)}{more}.")
    return max((n for n, entry in enumerate(taken, 1) if shown(entry.state.clock, book) == to), default=0)


def _undoes(to: str, reading: Group, book: Ruleset) -> tuple[str, ...]:
    """Return the orders that going back to a time undoes, in sentences."""
    first = f"Going back to {to} undoes {counted(len(reading), 'result')}."
    quotes = [
        f"{shown(entry.state.clock, book)}: {quoted(entry.resolution.outcome, _LONGEST_QUOTE)}"
        for entry in reading[:_MOST_QUOTED]
    ]
    more = [f"And {len(reading) - _MOST_QUOTED} more."] if reading[_MOST_QUOTED:] else []
    return (first, *quotes, *more)
