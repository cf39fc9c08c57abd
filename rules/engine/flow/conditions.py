"""The conditions of plans, the same in all books: whether they hold now, as far as the fighter's own side knows."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.enemies import enemies_seen, in_sight, told_of
from rules.engine.records.agenda import AT, CONTACT, ELSE, EMPTY, FIRED_UPON, HIT, TOLD, WITHIN, Plan, When
from rules.engine.records.model import Combatant
from rules.engine.scene.scene import Scene
from rules.grid.approach import measures

NOBODY = ""


def met(when: When, plan: Plan, scene: Scene, ruleset: Ruleset, taken: Collection[str] = ()) -> str | None:
    """Return who has met a condition: an id, `NOBODY` for conditions that no fighter meets, None if it does not hold.

    `taken` are fighters (ids) that other lines with such a condition have been carried out for. `ELSE` never holds
    here, because it depends on the plan's other lines.
    """
    match when.kind:
        case kind if kind == CONTACT:
            return _new(when, in_sight(scene, plan.actor, ruleset), (*plan.seen, *taken))
        case kind if kind == TOLD:
            return _new(when, told_of(scene, plan.actor, ruleset), (*plan.reported, *taken))
        case kind if kind == WITHIN:
            return _within(when, plan.actor, scene, ruleset, taken)
        case kind if kind == FIRED_UPON:
            return NOBODY if plan.threat and not plan.answered else None
        case kind if kind == HIT:
            return NOBODY if plan.threat == HIT != plan.answered else None
        case kind if kind == EMPTY:
            return NOBODY if empty(scene.combatant(plan.actor)) else None
        case kind if kind == AT:
            return NOBODY if when.at is not None and scene.encounter.clock >= when.at else None
        case kind if kind == ELSE:
            return None
    raise ValueError(f"unknown condition {when.kind!r}")


def _within(when: When, actor: str, scene: Scene, ruleset: Ruleset, taken: Collection[str]) -> str | None:
    known = scene.known(actor)
    here = scene.combatant(actor).place
    _, distance = measures(ruleset.space(known))
    near = [
        (distance(here, place), id)
        for id in enemies_seen(scene, actor, ruleset)
        if here and (place := known.combatant(id).place) and when.who in ("", id) and id not in taken
    ]
    apart, id = min(near, default=(when.within + 1, NOBODY))
    return id if apart <= when.within else None


def _new(when: When, now: Iterable[str], before: Collection[str]) -> str | None:
    return next((id for id in now if id not in before and when.who in ("", id)), None)


def empty(fighter: Combatant) -> bool:
    """Return whether the weapon in a fighter's hand has to be reloaded."""
    holding = fighter.holding
    return bool(holding and holding.ammunition and not holding.ammunition.loaded)
