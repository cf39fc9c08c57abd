"""Orders of leaders, which give comrades a Course of Action without thinking (5.5)."""

from __future__ import annotations

import re

from rules.engine.map.codes import find_fighter
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.records.steps import Term
from rules.phoenix.basics.action_points import Waiting, spent_on, work
from rules.phoenix.basics.sides import friends
from rules.phoenix.basics.soldier import Work, soldier
from rules.phoenix.book import Scene
from rules.phoenix.optional.nerve import course_of_action, courses
from rules.phoenix.optional.nerve.initiative import time_and_number
from rules.phoenix.optional.records import Plan
from rules.phoenix.people.named_combatants import names_now
from rules.words.catalogue import normalized
from rules.words.phrases import counted, listed

_AT_ONCE = 4
"""The Initiative Time for orders of a leader who thinks at once (ISF 40 or more)."""
_TIMES = 2
"""How many times the Initiative Time each order takes."""
_ALL = frozenset(("all", "everybody", "everyone", "all others", "the others", "the squad", "squad"))


def give_orders(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Give orders to comrades, one after the other.

    Each order takes twice the leader's Initiative Time (or `cost`), and then gives the comrade a Course of Action with
    the leader's Action Number. Raises UnknownName for an unknown name, NotNow for fighters who cannot be given orders.
    """
    leader = course_of_action.check_minded(order, scene)
    text, names = course_of_action.typed(order, "text"), course_of_action.typed(order, "whom")
    comrades = _named(names, order, leader, scene.encounter)
    state = soldier(leader)
    assert state.isf is not None
    time, number = time_and_number(state.isf, scene.book)
    each = _TIMES * (time or _AT_ONCE) if order.cost is None else order.cost
    what, total = f"gives orders to {listed([comrade.reference for comrade in comrades], 'and')}", each * len(comrades)
    this = Work("order", (text, str(each), *(comrade.id for comrade in comrades)))
    in_full = f"{what}: {text}, {counted(each, 'action')} each"
    before = spent_on(this, in_full, leader.id, scene)
    if before is None:
        course_of_action.figures(state, scene)
        scene.sum("Orders", *(Term(f"to {comrade.reference}", each, "5.5") for comrade in comrades), section="5.5")
    waiting = work(leader.id, this, in_full, total, scene, spoken=True)
    spent = waiting.spent if waiting else total
    for nth, comrade in enumerate(comrades, 1):
        if (before or 0) < nth * each <= spent or total == 0:
            scene.notify(comrade.id)
            courses.keep(comrade.id, Plan(0, number, 0, number, "ready", text), scene)
            has = scene.clause(f"({counted(number, 'action')}).", comrade.id, own=True)
            orders = f"{leader.reference} orders {comrade.reference}"
            scene.conclude(scene.outcome(orders, (scene.clause(f"{text} "), has)))
    of = () if normalized(names) in _ALL else tuple(comrade.id for comrade in comrades)
    return waiting and replace(waiting, what=what, of=of)


def _named(whom: str, order: Act, leader: Combatant, encounter: Encounter) -> tuple[Combatant, ...]:
    able = [
        other for other in encounter.combatants if other.id != leader.id and friends(leader, other) and other.present
    ]
    if not able:
        raise NotNow(f"{leader.reference} has no comrades in play to order.")
    if normalized(whom) in _ALL:
        comrades = able
    else:
        comrades = [
            find_fighter(name, able, encounter, "comrade") for name in names_now(_split(whom), order, encounter)
        ]
    if not comrades:
        raise UnknownName(
            f"Who gets the order, and to do what? {leader.reference} can order"
            f" {listed([other.reference for other in able])}."
        )
    for other in comrades:
        if soldier(other).out(encounter.clock):
            raise NotNow(f"{other.reference} is incapacitated and cannot take orders. Name others.")
    return tuple({other.id: other for other in comrades}.values())


def _split(whom: str) -> list[str]:
    return [name.strip() for name in re.split(r",|\band\b", whom) if name.strip()]
