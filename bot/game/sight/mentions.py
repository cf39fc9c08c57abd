"""The users an order calls: people are mentioned once, when they have to decide, and not again before they have.

1. A person is called when a decision of theirs is due and the order concerns a fighter of theirs, or time has passed.
   Users with nothing to decide are not called, whatever happens to their fighters; they are when it is their turn.
   Where time continues by itself in the fog, each window calls everyone who takes part and has not decided, and so
   does the GM who resumes the encounter.
2. Who is called waits (`Calls.waiting`) until they give any order, or have nothing to decide any more. Meanwhile only a
   new question to a fighter of theirs, or a fighter that is given to them, calls them again.
3. The GMs are called when no player has anything to decide any more: Next remains. For fighters of their own they are
   called like everyone else where time continues by itself in the fog, and otherwise with Next. They are also called
   where everybody reads that time waits for them.
   Where time would continue by itself but waits for an order, all users with a fighter in play are called, as far as
   the channel knows: nobody has anything to decide, and the fight would stop unnoticed.
4. Who is given a fighter that the channel does not know is told where nobody else reads it (`Calls.apart`). There a GM
   is called, when time has passed, who has to decide only for fighters that the channel does not know; where time does
   not continue by itself, a player too; and the GMs who alone are asked whether to continue a fight that is over. Where
   time continues by itself in the fog, a player is called like everyone else, whether or not the channel knows their
   fighters: that they take part is no secret.

It is fixed as an order is stored. Calls in the channel follow from its own reading, and from who takes part
(`bot.game.sight.to_act`): a mention must not tell what a hidden fighter's player has to decide, or has ordered.
Where people are called, and when they may be disturbed, is not decided here (`bot.chat.outgoing.mention_routes`).
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.game.entries.entries import Entry, Group
from bot.game.sight.reading import read
from bot.game.sight.to_act import among_seen, asked_openly, deciding, still_playing, to_act
from bot.game.sight.view import view
from bot.game.sight.viewer import PUBLIC
from bot.game.store import NO_CALLS, Calls
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.pending_decisions import by_windows, flows
from rules.engine.flow.stops import ASKS, FOR_GM, WAITS
from rules.engine.records.agenda import Question
from rules.engine.records.errors import UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Handover, Muster, Next, Several
from rules.engine.records.references import GMS
from rules.engine.sight.sight import disclosed, side_of, veiled
from rules.engine.table.joining import Apply

MOST_CALLS = 20
_GIVEN = (Handover, Muster, Several)
"""Orders that may give a user a fighter that they did not have before."""


@dataclass(frozen=True, slots=True)
class _Due:
    """The users who have to decide: as far as everyone knows, and those (`apart`) who have to decide only for fighters
    that the channel does not know.
    """

    openly: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()


def mentions(group: Group, before: Encounter, book: Ruleset, earlier: Calls) -> Calls:
    """Return the users that an order on `before` calls; `earlier` are the calls of the order before it."""
    last = group[-1]
    state, user = last.state, last.user
    if disclosed(state):
        return NO_CALLS
    parts = read(group, book, PUBLIC)
    due = _due(state, book)
    # An order that the channel cannot read is no action of its user, as far as a mention may tell.
    waiting = tuple(one for one in earlier.waiting if one in due.openly and not (parts and one == user))
    waiting_apart = tuple(one for one in earlier.waiting_apart if one in due.apart and one != user)
    if last.kind != "order":
        return Calls((), waiting, (), waiting_apart)
    if isinstance(last.order, Apply):
        return Calls(tuple(gm for gm in state.gms if gm != user)[:MOST_CALLS], waiting, (), waiting_apart)
    now = _people(parts, last, before, book, due, waiting) if parts else []
    if any(entry.resolution.verdict == FOR_GM for entry in parts):
        now += state.gms
    if flows(state) and any(entry.resolution.verdict == WAITS for entry in parts):
        now += still_playing(state, book, PUBLIC)
    if parts and (user not in state.gms or by_windows(state)):
        now += [gm for gm in state.gms if gm in due.openly and gm not in waiting]
    now = _some(now, user)
    apart = sorted(due.apart - {*waiting_apart}) if isinstance(last.order, Next) else []
    if isinstance(last.order, _GIVEN):
        # Of fighters that the channel does not know, nobody else reads whose they are.
        apart = [one for one in _owners(group) if one not in (*now, *waiting_apart)]
    apart = _some(apart, user)
    if any(entry.resolution.verdict == ASKS for entry in group):
        apart = _some([*apart, *(gm for gm in state.gms if gm not in now)], user)
    return Calls(
        tuple(now),
        tuple(dict.fromkeys([*waiting, *(one for one in now if one in due.openly)])),
        tuple(apart),
        tuple(dict.fromkeys([*waiting_apart, *apart])),
    )


def mentioned_sides(user: str, state: Encounter, book: Ruleset, *, apart: bool) -> tuple[str, ...]:
    """Return the keys of the sides for whose fighters a user is called: of those that the channel knows, if there are
    any; `apart`, of the others.
    """
    theirs = [c for c in state.combatants if c.owner == user]
    known = among_seen(state, book, PUBLIC).positions
    seen = [c for c in theirs if c.id in known]
    meant = [c for c in theirs if c.id not in known] if apart else seen or theirs
    return tuple(dict.fromkeys(map(side_of, meant)))


def _some(users: Iterable[str], but: str) -> list[str]:
    return [one for one in dict.fromkeys(users) if one != but and one.isdecimal()][:MOST_CALLS]


def _due(state: Encounter, book: Ruleset) -> _Due:
    """Return the users who have to decide; openly, the GMs have to for their own fighters, or where nothing but Next
    remains and time does not continue by itself.
    """
    if state.paused or not state.combatants:
        return _Due()
    gms = frozenset(state.gms)
    if by_windows(state):
        asked = asked_openly(state, book)
        openly = (asked - {GMS}) | (gms if GMS in asked else frozenset())
        return _Due(openly, _apart(state, book) - openly)
    act = to_act(state, book, PUBLIC)
    asked = frozenset([state.combatant(id).owner or GMS for id in act.known])
    players = asked - {GMS}
    called_too = not (players or act.sides) and (GMS in asked or not flows(state))
    openly = players | (gms if called_too else frozenset())
    return _Due(openly, _apart(state, book) - openly)


def _apart(state: Encounter, book: Ruleset) -> frozenset[str]:
    """Return the users who have to decide for fighters that the channel does not know."""
    if not veiled(state, book):
        return frozenset()
    known = among_seen(state, book, PUBLIC).positions
    owners = {state.combatant(id).owner or GMS for id in deciding(state, book) if id not in known}
    # Where time does not continue by itself, the GMs are called for Next.
    gms = state.gms if GMS in owners and by_windows(state) else ()
    return frozenset({*owners, *gms} - {GMS})


def _people(
    parts: Group, last: Entry, before: Encounter, book: Ruleset, due: _Due, waiting: tuple[str, ...]
) -> list[str]:
    """Return the players that these parts call."""
    now = last.state
    new = [item.to for item in now.agenda if isinstance(item, Question) and item not in before.agenda]
    known = view(now, book, PUBLIC)
    concerned = _owners(parts)
    given = concerned if isinstance(last.order, _GIVEN) else []
    asked = [c.owner for c in known.combatants if c.id in new and c.owner]
    begins = not by_windows(before) or before.paused
    if by_windows(now) and (begins or isinstance(last.order, Next)):
        # They were called for a turn in which time did not continue by itself: what they must do now is new.
        called_before = waiting if by_windows(before) else ()
        return [*given, *asked, *sorted(due.openly - {*called_before, *now.gms})]
    playing = {c.owner for c in known.combatants if c.present}
    if isinstance(last.order, Next) and not concerned:
        concerned = [c.owner for c in known.combatants if c.owner]
    fresh = [one for one in concerned if one in due.openly and one not in waiting]
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
