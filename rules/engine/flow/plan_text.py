"""Plans and declared orders in words, as people type them: conditions, times, orders; fighters are references."""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import AT, CONTACT, ELSE, EMPTY, FIRED_UPON, HIT, TOLD, WITHIN, Clock, When
from rules.engine.records.orders import VERBS, Act, Attack, Duck, Heal, Move, Pass, Reload, Target
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.words.phrases import counted, listed


def worded(order: Order) -> str:
    """Return an order in words, with references in place of names: "fire at Axly, aim 4"."""
    match order:
        case Attack(targets=targets):
            at = f" at {_targets(targets)}" if targets else ""
            aim = "" if order.aim is None else f"aim {order.aim}"
            apart = "" if order.range is None else f"range {order.range}"
            return _joined(VERBS[type(order)] + at, aim, order.weapon, apart, order.how, order.mod)
        case Move(to=to, how=how):
            return _joined(f"move to {to}", how)
        case Act(what=what):
            return what
        case Duck(how=how):
            return _joined("duck", how)
        case Reload(weapon=weapon, how=how):
            return _joined("reload", weapon, how)
        case Heal(targets=targets, how=how):
            return _joined(f"heal {_targets(targets)}" if targets else "heal", how)
        case Pass():
            return "done"
        case _:
            return VERBS.get(type(order), order.kind)


def passed_over(actor: str, number: int, words: str, why: str, *, done: bool) -> str:
    """Return that a fighter's plan passes over a line, and why; `done`: what it would bring about is so already."""
    if done:
        return f"{reference(actor)}: line {number} ({words}) is done already. {why}"
    return f"{reference(actor)} skips line {number} ({words}): {why}"


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))


def _targets(targets: tuple[Target, ...]) -> str:
    names = [
        reference(target.id) if target.id else target.profile.name if target.profile else str(target.place)
        for target in targets
    ]
    return listed(names, "and")


def condition(when: When, ruleset: Ruleset, space: str) -> str:
    """Return a condition in words, to follow "until": "Guard 1 shows", "fired upon", "phase 4 impulse 2"."""
    who = reference(when.who) if when.who else "anyone"
    match when.kind:
        case kind if kind == CONTACT:
            return f"{who} shows"
        case kind if kind == TOLD:
            return f"told of {who}"
        case kind if kind == WITHIN:
            return f"{who} is within {counted(when.within, space)}"
        case kind if kind in (FIRED_UPON, HIT, EMPTY):
            return kind
        case kind if kind == AT and when.at is not None:
            return clock(when.at, ruleset)
        case kind if kind == ELSE:
            return "there is nothing else to do"
    raise ValueError(f"unknown condition {when!r}")


def clock(at: Clock, ruleset: Ruleset) -> str:
    """Return a time in the book's words: "phase 4 impulse 2", "turn 4"."""
    impulse = f" {ruleset.impulse_name} {at.impulse}" if ruleset.impulses > 1 else ""
    return f"{ruleset.turn_name} {at.turn}{impulse}"
