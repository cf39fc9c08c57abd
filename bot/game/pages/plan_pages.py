"""Pages about plans: their lines, what would happen if nothing interferes, the odds of their attacks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from bot.game.entries.names import SOMEBODY, named
from bot.game.pages.dry_run import dry_run
from bot.game.requests import OrderContext
from rules.engine.books.ruleset import Fact, Line, Page
from rules.engine.conduct import conduct
from rules.engine.flow import plan_text
from rules.engine.flow.fighters import ANYWAY
from rules.engine.flow.plan_text import worded
from rules.engine.flow.plans import lines_done, plan_of, plans, under_way
from rules.engine.flow.resolve_pronouns import resolve_pronouns, with_aim
from rules.engine.records.agenda import CONTACT, NEAREST, THEM, TOLD, WITHIN, Plan
from rules.engine.records.agenda import Line as PlanLine
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotAllowed, NotNow, Refusal
from rules.engine.records.orders import Attack, Move, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.trial import Trial
from rules.words.phrases import counted, listed

_SECOND_THOUGHT = "Time waits in case you change your mind. Give an order, or /pass to keep the plan."
_UNDISTURBED = "If nothing interferes"
_MOST_ODDS, _MOST_NAMED = 6, 6
_COLUMNS = 4


def plan(id: str, context: OrderContext) -> Page:
    """Return a fighter's plan, as their own side may know it. Raises NotAllowed, or NotNow if there is none."""
    fighter = context.encounter.combatant(id)
    if not context.viewer.owns(fighter):
        raise NotAllowed(f"Only the side of {fighter.name} and the GM know that plan.")
    found = plan_of(context.encounter, id)
    if found is None:
        raise NotNow(f"{fighter.name} has no plan. Set one with /plan set.")
    source = context.ruleset.clock(context.encounter)
    if found.until is not None:
        return Page(f"Plan of {fighter.name}", (_waits(found, context),), source=source)
    again = (_SECOND_THOUGHT,) if found.alert else ()
    lines = (*again, *_lines(found, context), "", _UNDISTURBED, *_foreseen(found, context))
    return Page(f"Plan of {fighter.name}", lines, source=source)


def foreseen(id: str, context: OrderContext) -> Page:
    """Return the dry run of a new plan, and the odds of its attacks."""
    found = plan_of(context.encounter, id)
    lines = tuple(_foreseen(found, context)) if found else ()
    return Page(_UNDISTURBED, lines, source=context.ruleset.clock(context.encounter))


def all_plans(context: OrderContext) -> Page:
    """Return the plans that the user may know. Raises NotNow if there is none."""
    lines: list[Line] = []
    for one in plans(context.encounter):
        name, waits = context.encounter.combatant(one.actor).name, one.until is not None
        lines.append(Fact(name, _waits(one, context) if waits else _progress(one, context)))
        lines += _lines(one, context)
    if not lines:
        raise NotNow("None of your side's fighters has a plan. Set one with /plan set.")
    return Page("Plans", tuple(lines), source=context.ruleset.clock(context.encounter))


def typed(plan: Plan, context: OrderContext) -> str:
    """Return the lines of a plan as they can be typed again."""
    return "\n".join(named(line.text, context.encounter, SOMEBODY) for line in plan.lines)


def _waits(plan: Plan, context: OrderContext) -> str:
    assert plan.until is not None
    words = plan_text.condition(plan.until, context.ruleset, context.ruleset.space(context.encounter))
    return named(f"Passes until {words}.", context.encounter, SOMEBODY)


def _progress(plan: Plan, context: OrderContext) -> str:
    done = sum(lines_done(plan, context.encounter))
    waits = f" {_SECOND_THOUGHT}" if plan.alert else ""
    return f"{done} of {counted(len(plan.lines), 'line')} done.{waits}"


def _lines(plan: Plan, context: OrderContext) -> Iterator[Line]:
    now, done = under_way(plan, context.encounter), lines_done(plan, context.encounter)
    for number, line in enumerate(plan.lines, start=1):
        skipped = f" (skipped: {line.failed})" if line.failed else ""
        how = " (under way)" if number == now else " (done)" if done[number - 1] else skipped
        yield Fact(str(number), named(f"{line.text}{how}", context.encounter, SOMEBODY))


def _foreseen(plan: Plan, context: OrderContext) -> Iterator[Line]:
    yield from _first(plan, context)
    run = dry_run(plan.actor, context.encounter, context.ruleset, context.unseen)
    for clock, text in run.steps:
        yield Fact(clock, text)
    yield run.end
    yield from _shown_already(plan, context)
    yield from _interrupted(plan, context)
    if any(line.repeated and not line.done and _shoots(line) for line in plan.lines):
        yield "While a target is out of sight, nobody fires at it: the line waits until they show again."
    yield from _asked_about(plan, replace(context, encounter=run.encounter))
    if odds := [*_odds(plan, replace(context, encounter=run.encounter))]:
        yield from ("", "Odds", *odds)


def _first(plan: Plan, context: OrderContext) -> Iterator[Line]:
    """Say which earlier order the fighter finishes before the plan, and how to break it off."""
    encounter = context.encounter
    task = encounter.task(plan.actor)
    if task is None or under_way(plan, encounter):
        return
    name, breaks_off = encounter.combatant(plan.actor).name, context.ruleset.breaks_off
    waits = " All lines wait for that." if plan.after else ""
    instead = f" To break it off, use {breaks_off}, then set the plan again." if breaks_off else ""
    text = f"{name} finishes an earlier order: {worded(task.order)} ({task.spent} of {task.cost} done).{waits}{instead}"
    yield Fact("First", named(text, encounter, SOMEBODY))


def _shoots(line: PlanLine) -> bool:
    return any(isinstance(order, Attack) and any(target.id for target in order.targets) for order in line.orders)


def _interrupted(plan: Plan, context: OrderContext) -> Iterator[Line]:
    """Say that a move stops for a shot at somebody who shows on the way."""
    left = [line for line in plan.lines if not line.done]
    waits = [line.when for line in left if line.when and line.when.kind in (CONTACT, TOLD, WITHIN) and _shoots(line)]
    moves = [order for line in left if not line.when for order in line.orders]
    if not plan.after and (task := context.encounter.task(plan.actor)):
        moves.append(task.order)
    if not waits or not any(isinstance(order, Move) for order in moves):
        return
    space = context.ruleset.space(context.encounter)
    somebody = dict.fromkeys(plan_text.condition(when, context.ruleset, space) for when in waits)
    name, fires = context.encounter.combatant(plan.actor).name, context.ruleset.moving_fire
    text = f"If {listed([*somebody], 'or')} on the way, {name} stops there and {fires}."
    yield named(text, context.encounter, SOMEBODY)


def _shown_already(plan: Plan, context: OrderContext) -> Iterator[Line]:
    """Say which fighters "shows" does not mean, because the fighter has had them in sight since the plan was given."""
    waits = [line for line in plan.lines if line.when and line.when.kind == CONTACT and not line.done]
    ids = [id for id in plan.seen if any(line.when and line.when.who in ("", id) for line in waits)]
    names = [context.encounter.combatant(id).name for id in ids if id in context.encounter.positions]
    if not names:
        return
    few = [*names[:_MOST_NAMED], *([f"{len(names) - _MOST_NAMED} more"] if names[_MOST_NAMED:] else [])]
    shoots = any(isinstance(order, Attack) for line in waits for order in line.orders)
    now = f" To shoot now, write: fire at {names[0] if len(names) == 1 else NEAREST}." if shoots else ""
    yield f"{listed(few, 'and')} {'is' if len(names) == 1 else 'are'} already in sight.{now}"


def _odds(plan: Plan, context: OrderContext) -> Iterator[Line]:
    """Yield the chances of each attack that is still to come, at the nearest enemy where no target is named."""
    attacks = [
        (number, order)
        for number, line in enumerate(plan.lines, start=1)
        for order in line.orders
        if isinstance(order, Attack) and not line.done
    ]
    for number, order in attacks[:_MOST_ODDS]:
        try:
            yield Fact(f"Line {number}", _chances(order, context))
        except Refusal as refusal:
            yield Fact(f"Line {number}", named(str(refusal), context.encounter, SOMEBODY))


def _asked_about(plan: Plan, context: OrderContext) -> Iterator[Line]:
    """Yield what the lines would do that a player is asked about before an order by hand."""
    book, now = context.ruleset, plan_of(context.encounter, plan.actor) or plan
    for number, line in enumerate(now.lines, start=1):
        if line.done or line.anyway or line.failed:  # the reason is told already
            continue
        for order in line.orders:
            with suppress(Refusal):
                tried, ready = _prepared(order, context)
                if cautions := book.cautions(ready.encounter, tried):
                    skipped = book.planned_cautions(ready.encounter, tried)
                    unless = f" The line is skipped while that is so. {ANYWAY}" if skipped else ""
                    text = named(f"{' '.join(cautions)}{unless}", context.encounter, SOMEBODY)
                    yield Fact(f"Line {number}", text)


def _prepared(order: Order, context: OrderContext) -> tuple[Order, OrderContext]:
    """Return a line's order at the nearest enemy where no target is named, and the context in which the fighter has
    done what comes first, such as turning to the target. Raises Refusal if nobody fits the order.
    """
    if isinstance(order, Attack):
        nearest = tuple(Target(NEAREST) if target.id == THEM else target for target in order.targets)
        order = replace(order, targets=nearest)
    order = resolve_pronouns(order, "", Trial(context.encounter, SeededDice(0)), context.ruleset)
    with suppress(Refusal):
        scene = Trial(altered(context.encounter, timed=False), SeededDice(0))
        first = context.ruleset.first(order, scene, threat=True)
        if first is not None and first is not order:
            conduct.resolve(first, scene, context.ruleset)
            context = replace(context, encounter=scene.encounter)
    return order, context


def _chances(order: Attack, context: OrderContext) -> str:
    attack, context = _prepared(order, context)
    assert isinstance(attack, Attack)
    aimed = with_aim(attack, context.encounter, context.ruleset)
    odds = context.odds(aimed)
    # The rows of a burst may be its arcs: then the first is the arc that it has if the line gives none.
    by_aim = odds.columns[0] == "Aim"
    row = next((row for row in odds.rows if by_aim and row[0] == str(aimed.aim)), odds.rows[0])
    # A book in which one number decides has one column.
    if aimed.aim is None and row[1:2] == ("0",):
        return f"{odds.title}: no chance as things are now; the best aim is taken when it is carried out"
    chances = ", ".join(f"{name} {cell}" for name, cell in list(zip(odds.columns, row, strict=True))[:_COLUMNS])
    chosen = " (best aim for its time; the line names none)" if aimed is not attack else ""
    return f"{odds.title}: {chances}{chosen}"
