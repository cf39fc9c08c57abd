"""Declared orders in the words in which they were given."""

from __future__ import annotations

from rules.engine.records.orders import VERBS, Act, Attack, Duck, Heal, Move, Pass, Reload, Target
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.words.phrases import listed


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


def _joined(*words: str) -> str:
    return ", ".join(filter(None, words))


def _targets(targets: tuple[Target, ...]) -> str:
    names = [
        reference(target.id) if target.id else target.profile.name if target.profile else str(target.place)
        for target in targets
    ]
    return listed(names, "and")
