"""The users an order calls: people are mentioned once, when they have to decide, and not again before they have.

1. A person is called when a decision of theirs is due and the order concerns a fighter of theirs, or time has passed.
   Users with nothing to decide are not called, whatever happens to their fighters; they are when it is their turn.
2. Who is called waits (`Calls.waiting`) until they give any order, or have nothing to decide any more. Meanwhile only a
   new question to a fighter of theirs, or a fighter that is given to them, calls them again.
3. The GMs are called when no player has anything to decide any more: their own fighters or Next remain. They are also
   called where everybody reads that time waits for them.

It is fixed as an order is stored, and follows from what the channel reads alone: a mention must not tell what a hidden
fighter's player has to decide, or has ordered. When a person may be disturbed is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.entries import Entry, Group
from bot.game.sight.reading import read
from bot.game.sight.to_act import asked_openly, to_act
from bot.game.sight.view import view
from bot.game.sight.viewer import PUBLIC
from bot.game.store import NO_CALLS, Calls
from rules.engine.agenda import Question
from rules.engine.errors import UnknownName
from rules.engine.flow.asking import by_windows, flows
from rules.engine.flow.stops import FOR_GM
from rules.engine.joining import Apply
from rules.engine.model import Encounter
from rules.engine.orders import Handover, Muster, Next, Several
from rules.engine.references import GMS
from rules.engine.ruleset import Ruleset
from rules.engine.sight import disclosed

MOST_CALLS = 20
_GIVEN = (Handover, Muster, Several)
"""Orders that may give a user a fighter that they did not have before."""


def called(group: Group, before: Encounter, book: Ruleset, earlier: Calls) -> Calls:
    """Return the users that an order on `before` calls; `earlier` are the calls of the order before it."""
    last = group[-1]
    state, user = last.state, last.user
    if disclosed(state):
        return NO_CALLS
    parts = read(group, book, PUBLIC)
    due = _due(state, book)
    # An order that the channel cannot read is no action of its user, as far as a mention may tell.
    waiting = tuple(one for one in earlier.waiting if one in due and not (parts and one == user))
    if last.kind != "order":
        return Calls((), waiting)
    if isinstance(last.order, Apply):
        return Calls(tuple(gm for gm in state.gms if gm != user)[:MOST_CALLS], waiting)
    now = _people(parts, last, before, book, due, waiting) if parts else []
    if any(entry.resolution.verdict == FOR_GM for entry in parts):
        now += state.gms
    if parts and user not in state.gms:
        now += [gm for gm in state.gms if gm in due and gm not in waiting]
    now = [one for one in dict.fromkeys(now) if one != user and one.isdecimal()][:MOST_CALLS]
    return Calls(tuple(now), tuple(dict.fromkeys([*waiting, *(one for one in now if one in due)])))


def _due(state: Encounter, book: Ruleset) -> frozenset[str]:
    """Return the users who have to decide, as far as everyone knows: the GMs where their own fighters remain, or
    nothing but Next where time does not continue by itself.
    """
    if state.paused or not state.combatants:
        return frozenset()
    act = to_act(state, book, PUBLIC)
    asked = {*act.people, *(state.combatant(id).owner or GMS for id in act.known)}
    if by_windows(state):
        asked |= asked_openly(state, book)
    players = frozenset(asked - {GMS})
    gms = not (players or act.sides) and (GMS in asked or not flows(state))
    return players | (frozenset(state.gms) if gms else frozenset())


def _people(
    parts: Group, last: Entry, before: Encounter, book: Ruleset, due: frozenset[str], waiting: tuple[str, ...]
) -> list[str]:
    """Return the owners of fighters that the channel knows and these parts call."""
    new = [item.to for item in last.state.agenda if isinstance(item, Question) and item not in before.agenda]
    known = view(last.state, book, PUBLIC)
    playing = {c.owner for c in known.combatants if c.present}
    concerned = _owners(parts)
    given = concerned if isinstance(last.order, _GIVEN) else []
    asked = [c.owner for c in known.combatants if c.id in new and c.owner]
    if not concerned and isinstance(last.order, Next):
        concerned = [c.owner for c in known.combatants if c.owner]
    fresh = [one for one in concerned if one in due and one not in waiting]
    return [one for one in (*given, *asked, *fresh) if one in playing]


def _owners(parts: Iterable[Entry]) -> list[str]:
    """Return the owners of the fighters that these parts concern."""
    owners = []
    for entry in parts:
        for id in entry.resolution.concerned:
            try:
                owner = entry.state.combatant(id).owner
            except UnknownName:
                continue
            owners += [owner] if owner else []
    return owners
