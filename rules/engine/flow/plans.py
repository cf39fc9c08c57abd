"""Plans on the agenda: setting them, giving them up, ending them, and noting what happens to their fighters.

A fighter has one plan at most. `Pass` with a condition is a plan without lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import conditions, plan_text
from rules.engine.flow.enemies import in_sight, told_of
from rules.engine.flow.sealed import CARRYING_OUT, declarations, in_words, instead_of, sealed
from rules.engine.map.deployments import holds_time, to_place
from rules.engine.records.agenda import (
    CONTACT,
    HIT,
    NEAREST,
    THEM,
    TOLD,
    Clock,
    Declaration,
    Line,
    Pending,
    Plan,
    Question,
    Timer,
    When,
    whose,
)
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Answer, ClearPlan, CombatantOrder, Pass, SetPlan
from rules.engine.records.private_text import private
from rules.engine.records.references import named_in
from rules.engine.scene.effects import Rescheduled
from rules.engine.scene.parts import Part, Unseen
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import side_of
from rules.words.phrases import counted, listed

MOST_LINES = 30
_NONE: Mapping[str, str] = MappingProxyType({})
DONE, PLAN_ENDS = "The plan is done.", " The plan ends."


def ends_plan(text: str) -> bool:
    """Return whether a clause says that a plan ends, because of an order by hand or because of a new owner."""
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
        if plan.alert and (actor in awaited or _has_time(encounter.combatant(actor), encounter, ruleset))
    }
    due = {id for id in awaited if id not in planned} | alert
    return tuple([combatant.id for combatant in encounter.combatants if combatant.id in due])


def _has_time(fighter: Combatant, encounter: Encounter, ruleset: Ruleset) -> bool:
    """Return whether a fighter may still act after this window."""
    return ruleset.in_play(fighter, encounter) and not ruleset.fading(fighter, encounter)


def carried_out(plan: Plan) -> bool:
    """Return whether all lines of a plan are carried out.

    While the condition of a line may still hold, the fighter waits for it. A line with ELSE is never done.
    """
    return all(line.done for line in plan.lines)


def named_in_plan(order: SetPlan) -> frozenset[str]:
    """Return the ids of the fighters that the lines of a plan name, in conditions, orders and words."""
    ids = {line.when.who for line in order.lines if line.when}
    for one in (one for line in order.lines for one in line.orders):
        ids |= {getattr(one, "goal", ""), *(target.id for target in getattr(one, "targets", ()))}
    return frozenset(ids - {"", THEM, NEAREST}) | named_in(order.lines)


def set_plan(order: SetPlan, scene: Scene, ruleset: Ruleset) -> None:
    """Set a plan in place of an earlier one, and of the fighter's declared orders. Raises Refusal for no line or too
    many lines, and NotNow while declared orders are carried out.
    """
    if not 1 <= len(order.lines) <= MOST_LINES:
        raise Refusal(f"A plan has 1 to {MOST_LINES} lines, not {len(order.lines)}.")
    after = order.after and scene.encounter.task(order.actor) is not None
    instead = _keep(Plan(order.actor, order.lines, order.by, after=after), scene, ruleset)
    for number, line in enumerate(order.lines, start=1):
        scene.note(f"Line {number}", line.text)
    size = counted(len(order.lines), "line")
    begins = " It begins when the order under way is done." if after else ""
    conclude(f"{scene.name(order.actor)} has a plan of {size}{instead}.{begins}", order.actor, scene)


def pass_until(order: Pass, scene: Scene, ruleset: Ruleset) -> None:
    """Let a fighter do nothing until a condition holds. Raises NotNow as `set_plan` does."""
    instead = _keep(Plan(order.actor, (), until=order.until), scene, ruleset)
    assert order.until is not None
    until = plan_text.condition(order.until, ruleset, ruleset.space(scene.encounter))
    if known := shown_already(order.until, scene, order.actor, ruleset):
        scene.note("In sight already", listed([scene.name(id) for id in known], "and"))
    conclude(f"{scene.name(order.actor)} passes until {until}{instead}.", order.actor, scene)


def keep(actor: str, scene: Scene) -> None:
    """Keep the plan of a fighter who passes, for example after a second thought. Raises NotNow if they have kept it in
    this window.
    """
    plan, clock = plan_of(scene.encounter, actor), scene.encounter.clock
    assert plan is not None
    if plan.kept == clock and not plan.alert:
        raise NotNow(f"{scene.name(actor)} already keeps the plan. Give another order, or let time pass with /next.")
    kept = replace(plan, alert=False, kept=clock)
    scene.reschedule(tuple([kept if item is plan else item for item in scene.encounter.agenda]))
    conclude(f"{scene.name(actor)} keeps the plan.", actor, scene)


def stand_down(scene: Scene) -> None:
    """Let time continue although plans still need a second thought."""
    for plan in plans(scene.encounter):
        if plan.alert:
            amend(plan, replace(plan, alert=False), scene)


def shown_already(when: When, scene: Scene, actor: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the enemies (ids) that a condition means but that the fighter saw before it was given."""
    seen = in_sight(scene, actor, ruleset) if when.kind == CONTACT else ()
    return tuple([id for id in seen if when.who in ("", id)])


def clear_plan(order: ClearPlan, scene: Scene) -> None:
    """Give up a plan and everything declared. Raises NotNow if there is neither."""
    name, encounter = scene.name(order.actor), scene.encounter
    plan, declared = plan_of(encounter, order.actor), declarations(encounter, order.actor)
    if plan is None and not declared:
        raise NotNow(f"{name} has no plan{' and has declared nothing' if sealed(encounter) else ''}.")
    scene.drop(plan, *declared)
    texts = [*(["has no plan any more"] if plan else []), *([f"cancels: {in_words(declared)}"] if declared else [])]
    conclude(f"{name} {' and '.join(texts)}.", order.actor, scene)


def end_by_hand(order: CombatantOrder, scene: Scene) -> bool:
    """End the plan of a fighter that gets an order by hand; return whether they had a plan that ends.

    It ends in the part of the order itself, because later parts, about what others notice, may be hidden from the
    fighter's side.
    """
    plan = plan_of(scene.encounter, order.actor)
    if plan is None or isinstance(order, SetPlan | ClearPlan | Answer):
        return False
    if isinstance(order, Pass):
        return False
    scene.drop(plan)
    return True


def tell_end(actor: str, scene: Scene) -> None:
    """Add to the outcome of an order by hand that the fighter's plan ends."""
    scene.say(scene.clause(PLAN_ENDS, actor, own=True))


def end_void(before: Encounter, scene: Scene, ruleset: Ruleset) -> None:
    """End the plans of fighters that have a new owner since before the order or are senseless now, and tell their
    sides; senseless fighters have nothing declared any more either.
    """
    for one in declarations(scene.encounter):
        if ruleset.senseless(scene.combatant(one.actor), scene.encounter):
            drop(one, scene)
    for plan in plans(scene.encounter):
        fighter = scene.combatant(plan.actor)
        handed_over = plan.actor in before.positions and before.combatant(plan.actor).owner != fighter.owner
        if handed_over or ruleset.senseless(fighter, scene.encounter):
            drop(plan, scene)
            if fighter.present:
                scene.say(scene.clause(f" {scene.name(plan.actor)}'s plan ends.", plan.actor, own=True))


def take_up_again(actors: Iterable[str], scene: Scene, reasons: Mapping[str, str] = _NONE) -> None:
    """Let the plans of fighters (ids) that had to stop their work take up that line again in a later window; `reasons`
    are those that their sides have read.
    """
    for actor in dict.fromkeys(actors):
        plan = plan_of(scene.encounter, actor)
        if plan is not None and line_begun(plan) is not None:
            amend(plan, not_done(plan, reasons.get(actor, "")), scene)


def line_begun(plan: Plan) -> Line | None:
    """Return the line whose order is under way, None if there is none."""
    return plan.lines[plan.begun - 1] if 0 < plan.begun <= len(plan.lines) else None


def not_done(plan: Plan, failed: str = "") -> Plan:
    """Return a plan whose line under way was not carried out; `failed` as in `Line`."""
    at = plan.begun - 1
    line = plan.lines[at]
    line = replace(line, failed=failed or line.failed)
    if not plan.readying:
        line = replace(line, done=False, count=max(0, line.count - 1))
    return replace(with_line(plan, at, line), begun=0, readying=False)


def with_line(plan: Plan, at: int, line: Line) -> Plan:
    """Return a plan with another line at this place."""
    return replace(plan, lines=(*plan.lines[:at], line, *plan.lines[at + 1 :]))


def looked(plan: Plan, scene: Scene, ruleset: Ruleset) -> Plan:
    """Return a plan as it is now: enemies who have gone out of sight may show again, and work that is finished is no
    longer under way.
    """
    if plan.after and scene.encounter.task(plan.actor) is None:
        plan = replace(plan, after=False)
    kinds = _kinds(plan)
    if plan.seen and CONTACT in kinds:
        now = in_sight(scene, plan.actor, ruleset)
        plan = replace(plan, seen=tuple(id for id in plan.seen if id in now))
    if plan.reported and TOLD in kinds:
        now = told_of(scene, plan.actor, ruleset)
        plan = replace(plan, reported=tuple(id for id in plan.reported if id in now))
    lines = tuple([_released(line, plan, scene, ruleset) for line in plan.lines])
    plan = plan if lines == plan.lines else replace(plan, lines=lines)
    finished = plan.begun and not under_way(plan, scene.encounter)
    return replace(plan, begun=0, readying=False) if finished else plan


def _released(line: Line, plan: Plan, scene: Scene, ruleset: Ruleset) -> Line:
    """Return a line as it is now: a fighter who no longer meets its condition may meet it again.

    A repeated line is for the enemy that met it.
    """
    kept = not line.trigger or line.under_way or still_met(line, plan, scene, ruleset)
    return line if kept else replace(line, trigger=None)


def still_met(line: Line, plan: Plan, scene: Scene, ruleset: Ruleset) -> bool:
    """Return whether the fighter who met a line's condition meets it now."""
    if line.when is None or not line.trigger:
        return False
    alone, unmet = replace(line.when, who=line.trigger), replace(plan, seen=(), reported=())
    return conditions.met(alone, unmet, scene, ruleset) is not None


def under_way(plan: Plan, encounter: Encounter) -> int:
    """Return the number of the line whose order the fighter is still carrying out, 0 for none."""
    return plan.begun if any(_works(item, plan.actor) for item in encounter.agenda) else 0


def _works(item: Pending, actor: str) -> bool:
    """Return whether an item is the fighter's work; a wound that heals is none."""
    passive = isinstance(item, Timer) and item.order.passive
    return whose(item) == actor and not (passive or isinstance(item, Plan))


def last_worked(since: Clock, encounter: Encounter, ended: Clock | None = None) -> Clock:
    """Return the last time, not before `since`, at which a plan did something where orders are declared; `ended`: one
    that has ended since.
    """
    if not sealed(encounter):
        return since
    found = [encounter.clock if under_way(one, encounter) else one.worked for one in plans(encounter)]
    return max(clock for clock in (since, ended, *found) if clock is not None)


def lines_done(plan: Plan, encounter: Encounter) -> tuple[bool, ...]:
    """Return for each line whether its order has been carried out to its end, as often as it says."""
    now = under_way(plan, encounter)
    return tuple([line.done and number != now for number, line in enumerate(plan.lines, start=1)])


def amend(old: Plan, new: Plan, scene: Scene) -> None:
    """Replace a plan with another; the change belongs to the part that was concluded last, if there is one."""
    at = _position(old, scene.encounter)
    scene.append(Rescheduled(at, 1, (new,)))


def drop(item: Plan | Declaration, scene: Scene) -> None:
    """Take a plan or a declared order off the agenda; the change belongs to the part that was concluded last, if there
    is one.
    """
    scene.append(Rescheduled(_position(item, scene.encounter), 1, ()))


def note_threats(threats: Iterable[tuple[str, str]], scene: Scene) -> None:
    """Note in the plans of these fighters (ids) what has happened to them: `FIRED_UPON` or `HIT`."""
    for id, kind in threats:
        plan = plan_of(scene.encounter, id)
        if plan is not None and not plan.after and (plan.answered or plan.threat not in (HIT, kind)):
            amend(plan, replace(plan, threat=kind, answered=""), scene)


def _keep(plan: Plan, scene: Scene, ruleset: Ruleset) -> str:
    """Keep a plan; return " (instead of ...)" if declared orders of the fighter are canceled."""
    encounter = scene.encounter
    if sealed(encounter) and any(isinstance(item, Question) for item in encounter.agenda):
        raise NotNow(CARRYING_OUT)
    declared = declarations(encounter, plan.actor)
    scene.drop(plan_of(encounter, plan.actor), *declared)
    kinds = _kinds(plan)
    # Who is in sight takes long to work out amid many fighters.
    seen = in_sight(scene, plan.actor, ruleset) if CONTACT in kinds else ()
    reported = told_of(scene, plan.actor, ruleset) if TOLD in kinds else ()
    scene.plan(_adopting(replace(plan, seen=seen, reported=reported), scene.encounter))
    return instead_of(declared)


def _adopting(plan: Plan, encounter: Encounter) -> Plan:
    """Return a plan whose first line is under way if the fighter is carrying out just that order already."""
    task, first = encounter.task(plan.actor), next(iter(plan.lines), None)
    if plan.after or task is None or first is None or first.when or first.repeated or first.orders != (task.order,):
        return plan
    return replace(with_line(plan, 0, replace(first, done=True, count=1)), begun=1)


def _kinds(plan: Plan) -> set[str]:
    """Return the kinds of conditions that a plan has."""
    return {line.when.kind for line in plan.lines if line.when} | ({plan.until.kind} if plan.until else set())


def conclude(outcome: str, actor: str, scene: Scene, *, routine: bool = True) -> None:
    """Conclude an outcome that only the fighter's own side reads, whatever the fog: no other side perceives
    them plan.
    """
    scene.conclude(private(outcome), routine=routine)
    part = scene.parts[-1]
    unseen = Unseen(actor, (side_of(scene.combatant(actor)),))
    resolution = replace(part.resolution, unseen=(*part.resolution.unseen, unseen))
    scene.parts[-1] = Part(resolution, part.encounter)


def _position(item: Plan | Declaration, encounter: Encounter) -> int:
    return next(at for at, one in enumerate(encounter.agenda) if one is item)
