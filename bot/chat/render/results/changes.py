"""Effects and pending items in words, as plain text."""

from __future__ import annotations

from bot.game.entries.names import SOMEBODY, name_of, named
from rules.engine.books import events
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import deploying
from rules.engine.flow import plan_text as words
from rules.engine.flow.plans import lines_done
from rules.engine.records.agenda import Pending, Plan, Question
from rules.engine.records.errors import UnknownName
from rules.engine.records.model import Ammunition, Carried, Encounter
from rules.engine.scene.effects import (
    Appeared,
    Appointed,
    Became,
    Charted,
    Committed,
    Drawn,
    Effect,
    Ended,
    Joined,
    Left,
    Loaded,
    Met,
    Opened,
    Passed,
    Placed,
    Planned,
    Ranged,
    Registered,
    Rescheduled,
    Switched,
    Ticked,
)
from rules.engine.table.own_records import Recorded
from rules.engine.table.pause import Paused
from rules.words.phrases import counted


def effect(effect: Effect, after: Encounter, book: Ruleset) -> str:
    """Return an effect in words, plain text, "" if people need not see it; `after` is the state that its entry left."""
    match effect:
        case Loaded(combatant=who, slot=slot, ammunition=ammunition):
            return f"{name_of(who, after)}: {_weapon(who, slot, after)}, {_loaded(ammunition)}"
        case Drawn(combatant=who, slot=slot):
            return f"{name_of(who, after)} has {_weapon(who, slot, after)} in hand"
        case Placed(combatant=who, place=place):
            return f"{name_of(who, after)} is {f'at {place}' if place else 'off the map'}"
        case Ranged(apart=apart):
            between = f"{name_of(apart.one, after)} and {name_of(apart.other, after)}"
            return f"{between} are {counted(apart.range, book.space(after))} apart"
        case Appeared(combatant=who, present=present):
            return f"{name_of(who, after)} is {'in' if present else 'out of'} play"
        case Became(combatant=who):
            return f"{name_of(who, after)} is now: {_summary(who, after, book)}"
        case Ticked():
            return f"the clock is at {book.clock(after)}"
        case Planned() | Rescheduled():
            items = "; ".join(filter(None, (pending_text(m, after, book) for m in after.agenda)))
            return f"pending: {items}" if items else "" if after.agenda else "pending: nothing"
        case Passed(combatant=who):
            return f"{name_of(who, after)} is done for now"
        case Opened(encounter=encounter):
            return f"the encounter {encounter.title} is open"
        case Joined(combatant=combatant):
            return f"{combatant.name} is in the encounter"
        case Left():
            return "a combatant has left"
        case Registered(name=name, side=side):
            return f"now called {name}" + (f", side {side}" if side else "")
        case Met(combatant=who):
            return f"{name_of(who, after)} has been found"
        case Switched(name=name, value=value):
            return f"{name} is {value}"
        case Appointed(gms=gms):
            return f"the encounter has {counted(len(gms), 'GM')}"
        case Recorded(records=records):
            return f"weapons and cards of this encounter alone: {len(records)}"
        case Charted(battle_map=battle_map):
            blocked = counted(len(battle_map.obstructions), "blocked space")
            return f"the map is {battle_map.width} by {battle_map.height}, with {blocked}"
        case Paused(paused=paused):
            return "the encounter is paused" if paused else "the encounter continues"
        case Ended():
            return "the encounter has ended"
        case Committed(commitment=commitment):
            return f"dice come from the seed with SHA-256 {commitment}"
        case _:
            return effect.words


def pending_text(item: Pending, encounter: Encounter, book: Ruleset) -> str:
    """Return a pending item in words, plain text; "" if people need not see it."""
    if isinstance(item, Question):
        who = name_of(item.to, encounter, SOMEBODY)
        if not item.choices:
            return f"{who} has a question to answer"
        return f"{who} is asked: {named(item.text, encounter, SOMEBODY)} ({' / '.join(item.choices)})"
    if isinstance(item, Plan):
        return plan_text(item, encounter, book)
    if text := deploying.pending(item):
        return text
    return events.pending(item, book.turn_name) or named(book.pending_text(item, encounter), encounter, SOMEBODY)


def plan_text(plan: Plan, encounter: Encounter, book: Ruleset) -> str:
    """Return the progress of a plan, or until when its fighter passes."""
    who = name_of(plan.actor, encounter, SOMEBODY)
    if plan.until is None:
        done = sum(lines_done(plan, encounter))
        return f"{who} has a plan, {done} of {counted(len(plan.lines), 'line')} done"
    until = words.condition(plan.until, book, book.space(encounter))
    return named(f"{who} passes until {until}", encounter, SOMEBODY)


def _loaded(ammunition: Ammunition) -> str:
    """Return the load of a weapon: "13 of 16 boxes, spare loads 2"."""
    left = f"{ammunition.loaded} of {ammunition.capacity} {ammunition.measure}"
    return left if ammunition.loads is None else f"{left}, spare loads {ammunition.loads}"


def _weapon(who: str, slot: int, encounter: Encounter) -> str:
    try:
        carried: Carried = encounter.combatant(who).carried[slot]
    except (UnknownName, IndexError):
        return "a weapon"
    return carried.weapon.name


def _summary(who: str, encounter: Encounter, book: Ruleset) -> str:
    try:
        return book.brief(encounter.combatant(who), encounter).short
    except UnknownName:
        return "gone"
