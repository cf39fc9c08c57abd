"""Low Prone, a posture in which fighters cannot move or fire (5.6). Its sizes are in table 4E."""

from __future__ import annotations

import re

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Attack, CombatantOrder, Move
from rules.engine.records.private_text import private
from rules.engine.sharing.shared_remedies import act_first
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.soldier import Work, soldier, unsteady
from rules.phoenix.book import Scene
from rules.phoenix.ground.acts import stances
from rules.phoenix.ground.view import warn_aimers
from rules.phoenix.harm.fitness import check_spine
from rules.phoenix.optional.nerve import courses
from rules.words.phrases import counted

NAME, COST = "Go Low Prone", "2 from standing, 1 from kneeling or prone"
WORDS = re.compile(r"(?:(?:goes|go|gets?|lies?|drops?)(?: down)? )?low prone|(?:lies?|drops?|goes|go) flat")


def lie(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Go Low Prone, behind the fighter's cover if they have any. It takes as many actions as going prone (7B)."""
    combatant = scene.combatant(order.actor)
    state, clock = soldier(combatant), scene.encounter.clock
    if state.low_prone:
        raise NotNow(f"{combatant.reference} already lies Low Prone. Use /act go prone, kneel or stand up to end it.")
    check_spine(combatant, scene.encounter, "do that")
    change, cost = stances.Change(), stances.FLAT
    if state.position != "prone":
        cost, _, change = stances.take("prone", state, combatant.reference, scene.book)
    cost = cost if order.cost is None else order.cost
    if waiting := action_points.work(order.actor, Work("low prone"), "goes Low Prone", cost, scene):
        return waiting
    state = soldier(scene.combatant(order.actor))
    if state.around_cover:
        state = stances.goes_behind(state, clock)
    lies = change.done(unsteady(state), clock)
    scene.change(order.actor, altered(lies, position="prone", low=True, aim=None, course=None))
    if lies.hides == clock:
        warn_aimers(order.actor, scene)
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(order.actor, scene) else ""
    behind = " behind cover" if lies.hides == clock else ""
    scene.conclude(f"{combatant.reference} goes Low Prone{behind}{private(spent)}: they neither move nor fire.")
    return None


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for moving, firing or leaving cover while Low Prone."""
    combatant = scene.combatant(order.actor)
    if not soldier(combatant).low_prone:
        return
    if isinstance(order, Attack | Move) or courses.listed(order, scene.book) in courses.RISES:
        raise NotNow(
            f"{combatant.reference} lies Low Prone and can neither move nor fire (5.6). Use /act go prone"
            f" ({counted(stances.FLAT, 'action')}), kneel or stand up first."
        ).helped_by(act_first(order.actor, "go prone"), act_first(order.actor, "kneel"))
