"""Time that continues by itself (the switch `pace`): when it does, and how the clock orders it.

1. Time runs once everyone who has to decide has (`bot.game.sight.undecided`): they have acted, passed or planned, and
   no Question is open. It then waits as long as the switch `delay` says, so that a second thought fits.
2. It does not run while the encounter is paused, and once the fight is over (`rules.engine.flow.over`).
3. It waits for a person's order after a run that reached a bound (`stops.WAITS`), after the order that brought the
   fight to its end as far as everybody knows (`stops.FOR_GM`), and after an undo: otherwise the run that was undone
   would come again at once.
4. Without a person's order it runs for `MOST_WINDOWS` impulses or turns at most, no matter who let the time run out.
   The run that reaches them says so. Where orders are declared by phase, these are phases, and where they are declared,
   windows in which a plan does something do not count.

With pace sealed, what all have declared is carried out after the same delay, so that anyone can still declare more. Who
asks for a run, and for how long, follows from the journal alone; wall times are not in it.
"""

from __future__ import annotations

from datetime import datetime

from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import CLOCK
from bot.game.flow import clock_orders
from bot.game.referee.referee import Referee
from bot.game.sight.undecided import still_asked
from bot.game.store import EncounterRow
from rules.engine.books import switch_values
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import DELAY, TABLE_OPTIONS
from rules.engine.flow.over import over
from rules.engine.flow.pending_decisions import flows
from rules.engine.flow.plans import last_worked
from rules.engine.flow.run import windows
from rules.engine.flow.sealed import by_phase, sealed
from rules.engine.flow.stops import ASKS, FOR_GM, WAITS
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Next

MOST_WINDOWS = 12
"""The impulses, turns or declared phases for which time runs without a person's order."""


def all_decided(encounter: Encounter, book: Ruleset) -> bool:
    """Return whether time may continue by itself: everyone has decided, and there is something to continue for."""
    if not flows(encounter) or encounter.paused or still_asked(encounter, book):
        return False
    return not over(encounter, book) and any(book.in_play(fighter, encounter) for fighter in encounter.combatants)


def delay(head: Entry, book: Ruleset) -> int | None:
    """Return in how many seconds time runs after an encounter's last entry, None if it waits for people."""
    waits = head.kind == "undo" or head.resolution.verdict in (WAITS, FOR_GM, ASKS)
    if waits or not all_decided(head.state, book):
        return None
    return int(switch_values.value_of(TABLE_OPTIONS[DELAY], head.state))


def stalled(head: Entry) -> bool:
    """Return whether time, which would continue by itself, waits after an encounter's last entry for any order."""
    return flows(head.state) and head.resolution.verdict == WAITS


async def windows_left(referee: Referee, head: Entry) -> int:
    """Return for how many impulses or turns time may still run before a person gives an order again."""
    seq = await referee.store.paces.last_but_by(head.encounter_id, CLOCK)
    last = None if seq is None else await referee.journal.entry(head.encounter_id, seq)
    state, book = head.state, referee.library.shelf[head.state.ruleset]
    most = MOST_WINDOWS * (book.impulses if sealed(state) and by_phase(state) else 1)
    if last is None:
        return most
    gone = windows(last_worked(last.state.clock, state), state.clock, book)
    return most - max(0, gone)


async def run(referee: Referee, row: EncounterRow, head: Entry, now: datetime) -> Group:
    """Let time run after an encounter's last entry. Return () if people have to order first. Once, however often it is
    called.

    Raises NotNow if something was ordered meanwhile, and what a Next raises.
    """
    left = await windows_left(referee, head)
    if left <= 0:
        return ()
    order = Next(run=not sealed(head.state), windows=left)
    return await clock_orders.give(referee, order, head.state, str(head.seq), row.guild_id, row.channel_id, now)
