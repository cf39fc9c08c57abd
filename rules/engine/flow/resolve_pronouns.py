"""The meaning of a plan's order when it is carried out: who `THEM` and `NEAREST` are, and where `Nearer` leads.

Everything is worked out from what the fighter's own side knows.
"""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.enemies import enemies_seen, in_sight
from rules.engine.flow.fallen import fate
from rules.engine.records.agenda import NEAREST, THEM
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, CombatantOrder, Heal, Move, Nearer, Target
from rules.engine.records.records import Order
from rules.engine.records.references import put_names_in
from rules.engine.scene.scene import Scene
from rules.grid.approach import Approach
from rules.words.places import Place

_UNKNOWN = "somebody unseen"


class Nobody(NotNow):
    """No enemy fits the order now."""


def resolve_pronouns(order: Order, trigger: str, scene: Scene, ruleset: Ruleset) -> Order:
    """Return a plan's order in the form in which it can be carried out; `trigger` (an id) met the line's condition.

    Raises NotNow if no fighter or no way fits the order.
    """
    if not isinstance(order, CombatantOrder):
        return order
    known = scene.known(order.actor)

    def name(id: str) -> str:
        return known.combatant(id).name if id in known.positions else _UNKNOWN

    order = put_names_in(order, name)
    if isinstance(order, Nearer):
        return _nearer(order, trigger, known, ruleset)
    if isinstance(order, Attack | Heal) and any(target.id in (THEM, NEAREST) for target in order.targets):
        targets = tuple(_target(one, order, trigger, scene, ruleset) for one in order.targets)
        return replace(order, targets=targets)
    return order


def _target(target: Target, order: Attack | Heal, trigger: str, scene: Scene, ruleset: Ruleset) -> Target:
    if target.id == THEM:
        return replace(target, id=_them(trigger))
    if target.id == NEAREST and isinstance(order, Attack):
        return replace(target, id=_nearest(order, scene, ruleset))
    return target


def _them(trigger: str) -> str:
    if not trigger:
        raise NotNow("No fighter has met the condition of this line.")
    return trigger


def _enemies(actor: str, known: Encounter, ruleset: Ruleset) -> list[Combatant]:
    fighter = known.combatant(actor)
    return [one for one in known.combatants if one.present and one is not fighter and not ruleset.friends(fighter, one)]


def _nearest(order: Attack, scene: Scene, ruleset: Ruleset) -> str:
    """Return the enemy that the book offers first for this attack: the nearest one that the fighter can aim at.

    Enemies that the fighter sees come before those that only their side sees. Enemies that the side only remembers, and
    enemies that have visibly fallen, are left out.
    """
    known, actor = scene.known(order.actor), order.actor
    for seen in (in_sight(scene, actor, ruleset), enemies_seen(scene, actor, ruleset)):
        able = {id for id in seen if id in known.positions and not fate(actor, id, scene, ruleset)}
        if able:
            targets = ruleset.targets(replace(order, targets=(), aim=None), known)
            offered = [id for id, _ in targets if id in able]
            if offered:
                return offered[0]
    raise Nobody(f"{known.combatant(order.actor).reference} sees no enemy.")


def _nearer(order: Nearer, trigger: str, known: Encounter, ruleset: Ruleset) -> Move:
    """Return the move that brings a fighter this many spaces nearer to the goal, as `/move to: one space
    nearer` does.
    """
    fighter = known.combatant(order.actor)
    here = fighter.place
    if here is None:
        raise NotNow(f"{fighter.reference} is not on the map. Say where to, such as move to C4.")
    goal = _them(trigger) if order.goal == THEM else order.goal
    ids = [goal] if goal else [one.id for one in _enemies(order.actor, known, ruleset)]
    goals = frozenset(place for id in ids if id in known.positions and (place := known.combatant(id).place))
    if not goals:
        raise Nobody(f"There is nobody on the map for {fighter.reference} to approach.")
    costs = ruleset.step_costs(known, fighter, order.how)
    approach = Approach.to(goals, [here], known, ruleset.space(known), costs)
    to = approach.nearer(here, order.spaces, _taken(fighter, known, ruleset))
    if to == here:
        raise NotNow(f"{fighter.reference} cannot get closer: an enemy is next to them, or the way is blocked.")
    return Move(order.actor, to, how=order.how)


def _taken(fighter: Combatant, known: Encounter, ruleset: Ruleset) -> frozenset[Place]:
    if ruleset.crowded:
        return frozenset()
    return frozenset(one.place for one in known.combatants if one.present and one.place and one is not fighter)


def with_aim(order: Attack, encounter: Encounter, ruleset: Ruleset) -> Attack:
    """Return a planned attack with the aim that adds most to its chance for each unit of its time, if it names none and
    the book has several.
    """
    if order.aim is not None:
        return order
    try:
        # The aim is for the time when the attack can begin, not for what the fighter still does at present.
        encounter = ruleset.poised(order.actor, encounter)
        aims = ruleset.planned_aims(encounter, order)
        points = dict(ruleset.curve(order, encounter).points) if aims else {}
    except Refusal:
        return order
    chances = {aim: points[aim][0] for aim in aims if aim in points}
    if not any(chances.values()):
        return order
    aim = max(chances, key=lambda aim: (chances[aim] / (aim + 1), -aim))
    return replace(order, aim=aim)
