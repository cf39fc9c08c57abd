"""Plans on the agenda: setting them, giving them up, ending them, and noting what happens to their fighters.

A fighter has one plan at most. `Pass` with a condition is a plan without lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.agenda import CONTACT, FIRED_UPON, HIT, NEAREST, THEM, Plan, Question, When
from rules.engine.copies import replace
from rules.engine.deployments import holds_time, to_place
from rules.engine.effects import Rescheduled
from rules.engine.errors import NotNow, Refusal
from rules.engine.flow import phrasing
from rules.engine.flow.enemies import enemies_seen
from rules.engine.model import Encounter
from rules.engine.orders import Answer, ClearPlan, CombatantOrder, Pass, SetPlan
from rules.engine.own import own
from rules.engine.parts import Part, Unseen
from rules.engine.references import named_in
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Scene
from rules.engine.sight import side_of
from rules.words.phrases import counted, listed

MOST_LINES = 30
DONE, PLAN_ENDS = "The plan is done.", " The plan ends."


def ends_plan(text: str) -> bool:
    """Return whether a clause says that a plan ends, either because of an order by hand or because its fighter had to
    stop.
    """
    return text.endswith("plan ends.")


def plan_of(encounter: Encounter, actor: str) -> Plan | None:
    """Return the plan of a fighter, None if there is none."""
    for item in encounter.agenda:
        if isinstance(item, Plan) and item.actor == actor:
            return item
    return None


def plans(encounter: Encounter) -> tuple[Plan, ...]:
    """Return all plans, in the order in which they were set."""
    return tuple([item for item in encounter.agenda if isinstance(item, Plan)])


def undecided(encounter: Encounter, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the fighters that need a decision.

    These are the fighters still to act that have no plan, those that have to answer, and those whose plan needs a
    second thought (`Plan.alert`).
    """
    if holds_time(encounter):
        return to_place(encounter)
    planned = {plan.actor: plan for plan in plans(encounter)}
    awaited = ruleset.awaited(encounter)
    if not planned:
        return awaited
    asked = {item.to for item in encounter.agenda if isinstance(item, Question)}
    if asked:
        return tuple([id for id in awaited if id not in planned or id in asked])
    alert = {
        actor
        for actor, plan in planned.items()
        if plan.alert and ruleset.in_play(encounter.combatant(actor), encounter)
    }
    due = {id for id in awaited if id not in planned} | alert
    return tuple([combatant.id for combatant in encounter.combatants if combatant.id in due])


def carried_out(plan: Plan) -> bool:
    """Return whether all lines of a plan are carried out.

    While the condition of a line may still hold, the fighter waits for it. A line with ELSE is never done.
    """
    # A line to duck when fired upon takes effect beforehand (`Ruleset.forearmed`), and stays in force until it happens.
    instructed = any(line.when and line.when.kind == FIRED_UPON for line in plan.lines) and not plan.threat
    return not instructed and all(line.done for line in plan.lines)


def named_in_plan(order: SetPlan) -> frozenset[str]:
    """Return the ids of the fighters that the lines of a plan name, in conditions, orders and words."""
    ids = {line.when.who for line in order.lines if line.when}
    for one in (one for line in order.lines for one in line.orders):
        ids |= {getattr(one, "goal", ""), *(target.id for target in getattr(one, "targets", ()))}
    return frozenset(ids - {"", THEM, NEAREST}) | named_in(order.lines)


def set_plan(order: SetPlan, scene: Scene, ruleset: Ruleset) -> None:
    """Set a plan in place of an earlier one. Raises Refusal for no line or too many lines."""
    if not 1 <= len(order.lines) <= MOST_LINES:
        raise Refusal(f"A plan has 1 to {MOST_LINES} lines, not {len(order.lines)}.")
    _keep(Plan(order.actor, order.lines, order.by), scene, ruleset)
    for number, line in enumerate(order.lines, start=1):
        scene.note(f"Line {number}", line.text)
    _conclude(f"{scene.name(order.actor)} has a plan of {counted(len(order.lines), 'line')}.", order.actor, scene)


def pass_until(order: Pass, scene: Scene, ruleset: Ruleset) -> None:
    """Let a fighter do nothing until a condition holds."""
    _keep(Plan(order.actor, (), until=order.until), scene, ruleset)
    assert order.until is not None
    until = phrasing.condition(order.until, ruleset, ruleset.space(scene.encounter))
    if known := shown_already(order.until, scene, order.actor, ruleset):
        scene.note("In sight already", listed([scene.name(id) for id in known], "and"))
    _conclude(f"{scene.name(order.actor)} passes until {until}.", order.actor, scene)


def keep(plan: Plan, scene: Scene) -> None:
    """Keep a plan after a second thought."""
    scene.drop(plan)
    scene.plan(replace(plan, alert=False))
    _conclude(f"{scene.name(plan.actor)} keeps the plan.", plan.actor, scene)


def stand_down(scene: Scene) -> None:
    """Let time continue although plans still need a second thought."""
    for plan in plans(scene.encounter):
        if plan.alert:
            amend(plan, replace(plan, alert=False), scene)


def shown_already(when: When, scene: Scene, actor: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the enemies (ids) that a condition means but that came into sight before it was given."""
    seen = enemies_seen(scene, actor, ruleset) if when.kind == CONTACT else ()
    return tuple([id for id in seen if when.who in ("", id)])


def clear_plan(order: ClearPlan, scene: Scene) -> None:
    """Give up a plan. Raises NotNow if there is none."""
    name = scene.name(order.actor)
    plan = plan_of(scene.encounter, order.actor)
    if plan is None:
        raise NotNow(f"{name} has no plan.")
    scene.drop(plan)
    _conclude(f"{name} has no plan any more.", order.actor, scene)


def end_by_hand(order: CombatantOrder, scene: Scene) -> bool:
    """End the plan of a fighter that gets an order by hand; return whether they had a plan that ends.

    It ends in the part of the order itself, because later parts, about what others notice, may be hidden from the
    fighter's side.
    """
    plan = plan_of(scene.encounter, order.actor)
    if plan is None or isinstance(order, SetPlan | ClearPlan | Answer):
        return False
    if isinstance(order, Pass) and (order.until or plan.alert):
        return False
    scene.drop(plan)
    return True


def tell_end(actor: str, scene: Scene) -> None:
    """Add to the outcome of an order by hand that the fighter's plan ends."""
    scene.say(scene.clause(PLAN_ENDS, actor, own=True))


def end_failed(actors: Iterable[str], scene: Scene) -> None:
    """End the plans of fighters (ids) that had to stop their work, and tell their sides."""
    for actor in dict.fromkeys(actors):
        if plan := plan_of(scene.encounter, actor):
            drop(plan, scene)
            if scene.combatant(actor).present:
                scene.say(scene.clause(f" {scene.name(actor)}'s plan ends.", actor, own=True))


def amend(old: Plan, new: Plan, scene: Scene) -> None:
    """Replace a plan with another; the change belongs to the part that was concluded last, if there is one."""
    at = _position(old, scene.encounter)
    scene.append(Rescheduled(at, 1, (new,)))


def drop(plan: Plan, scene: Scene) -> None:
    """Take a plan off the agenda; the change belongs to the part that was concluded last, if there is one."""
    scene.append(_without(plan, scene.encounter))


def note_threats(threats: Iterable[tuple[str, str]], scene: Scene) -> None:
    """Note in the plans of these fighters (ids) what has happened to them: `FIRED_UPON` or `HIT`."""
    for id, kind in threats:
        plan = plan_of(scene.encounter, id)
        if plan is not None and plan.threat not in (HIT, kind):
            amend(plan, replace(plan, threat=kind), scene)


def _keep(plan: Plan, scene: Scene, ruleset: Ruleset) -> None:
    scene.drop(plan_of(scene.encounter, plan.actor))
    plan = ruleset.forearmed(plan, scene)
    scene.plan(replace(plan, seen=enemies_seen(scene, plan.actor, ruleset)))


def _conclude(outcome: str, actor: str, scene: Scene) -> None:
    """Conclude an outcome that only the fighter's own side reads, whatever the fog: no other side perceives
    them plan.
    """
    scene.conclude(own(outcome), routine=True)
    part = scene.parts[-1]
    unseen = Unseen(actor, (side_of(scene.combatant(actor)),))
    resolution = replace(part.resolution, unseen=(*part.resolution.unseen, unseen))
    scene.parts[-1] = Part(resolution, part.encounter)


def _without(plan: Plan, encounter: Encounter) -> Rescheduled:
    return Rescheduled(_position(plan, encounter), 1, ())


def _position(plan: Plan, encounter: Encounter) -> int:
    return next(at for at, item in enumerate(encounter.agenda) if item is plan)
