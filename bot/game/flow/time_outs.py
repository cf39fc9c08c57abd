"""The clock's decisions for players who were late: whose time was up, for everyone, and the orders given for each of
them, for themselves.

Both follow from the clock's orders, which are stored: an interruption loses nothing.
"""

from __future__ import annotations

from bot.game.entries.entries import Group
from bot.game.entries.invocation import id_by_clock
from bot.game.flow.due import ordered_as
from bot.game.referee.referee import Referee
from bot.game.sight import asked_openly, read, viewer_of
from bot.game.sight.undecided import still_asked
from rules.engine.records.references import GMS
from rules.engine.scene.dice_keys import actors_of

_MOST = 20
"""The most time-outs of a decision that are looked through."""


async def decided_for(referee: Referee, encounter_id: str, decision: int, number: int) -> frozenset[str]:
    """Return the users that the clock decided for in the `number`-th time-out of a decision, as far as everyone may
    know that they had to decide; GMS for the GM. Nobody if it gave no order.
    """
    group = await _ordered_by_clock(referee, encounter_id, decision, number)
    before = await referee.journal.before(group) if group else None
    if not group or before is None:
        return frozenset()
    book = referee.library.shelf[before.ruleset]
    actors = frozenset().union(*(actors_of(entry.order) for entry in group))
    late = {c.owner or GMS for c in before.combatants if c.id in actors}
    now = group[-1].state
    left = still_asked(now, book) if now.clock == before.clock else frozenset[str]()
    return asked_openly(before, book) & (late - left)


async def done_for(referee: Referee, encounter_id: str, decision: int, user: str) -> tuple[str, ...]:
    """Return what the clock did for a user when they were late for a decision: a sentence for each fighter."""
    lines: list[str] = []
    for number in range(1, _MOST + 1):
        group = await _ordered_by_clock(referee, encounter_id, decision, number)
        if not group:
            break
        state = group[-1].state
        mine = {c.id for c in state.combatants if (user in state.gms if c.owner is None else c.owner == user)}
        reading = read(group, referee.library.shelf[state.ruleset], viewer_of(user, state))
        clauses = (clause for entry in reading for clause in entry.resolution.clauses)
        lines += [clause.text.strip() for clause in clauses if clause.about in mine]
    return tuple(lines)


async def _ordered_by_clock(referee: Referee, encounter_id: str, decision: int, number: int) -> Group:
    return await referee.journal.by_interaction(id_by_clock(encounter_id, ordered_as(decision, number)))
