"""Calls the rule for each order; for orders that the book does not have, it says what to use instead."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.records.errors import NoRule
from rules.engine.records.orders import Act, Aim, Answer, Burst, Duck, Fire, Heal, Move, Next, Reload, Throw
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene
from rules.space_marines.attacks import attacks, cover, grenades, split_attacks
from rules.space_marines.figures.continuations import Proceed, RunOn
from rules.space_marines.moves import move_order
from rules.space_marines.turns import act_order, phases, reload_order

INSTEAD: Mapping[type[Order], str] = {
    Aim: "Aiming is part of the shot: /fire with aim: 2 spends 2 Points on it. /aim shows the chances.",
    Duck: "Space Marines has no ducking: anything in the line of sight is cover. Use /move to get behind it.",
    Heal: "Space Marines has no healing: wounds last for the fight. The GM can correct them with /adjust.",
}


def resolve(order: Order, scene: Scene) -> None:
    """Resolve an order by its rule. Raises Refusal."""
    match order:
        case Fire() if cover.is_cover_fire(order):
            cover.declare(order, scene)
        case Fire():
            attacks.fire(order, scene)
        case Burst() | Throw() if cover.is_cover_fire(order):
            raise NoRule("Declare cover fire with /fire: target: a place, how: cover fire, and weapon: if you like.")
        case Burst():
            split_attacks.burst(order, scene)
        case Throw():
            grenades.throw(order, scene)
        case Reload():
            reload_order.reload(order, scene)
        case Move():
            move_order.move(order, scene)
        case Proceed():
            with scene.concerning(order.actor):
                move_order.proceed(order, scene)
        case RunOn():
            with scene.concerning(""):
                phases.run_on(scene)
        case Act():
            act_order.act(order, scene)
        case Answer():
            for waiting in cover.answer(order, scene):
                resolve(waiting, scene)
        case Next():
            phases.next_(order, scene)
        case _:
            raise NoRule(INSTEAD.get(type(order), "Space Marines has no such rule. Use /move, /fire and /act."))
