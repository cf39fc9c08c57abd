"""A figure on the board and on its status sheet, and pending items in words."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.ammunition.supplies import brief
from rules.engine.books.markers import Marker
from rules.engine.books.ruleset import Summary
from rules.engine.records.agenda import Pending, Task, Watch
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.records.orders import Attack, Reload
from rules.engine.sharing.unknown import NOT_KNOWN
from rules.space_marines.figures import bearers, reloading, turn
from rules.space_marines.figures.arms import ARMS
from rules.space_marines.figures.figure import DONE, PLACED, Figure, figure, of_full, points
from rules.space_marines.switches import measure
from rules.words.phrases import counted, exact, listed


def hidden(encounter: Encounter) -> tuple[str, ...]:
    """Return what other sides do not know of a figure."""
    return "Points left", "wounds", *(["ammunition"] if measure(encounter) else [])


def summary(combatant: Combatant, encounter: Encounter) -> Summary:
    """Return the figure's line on the board and the lines of its sheet."""
    short = " · ".join(_short(combatant, encounter)) if combatant.present else "out"
    wounds = figure(combatant).wounds
    return Summary(short, tuple(_lines(combatant, encounter)), counted(wounds, "wound") if wounds else "")


def marker(combatant: Combatant, encounter: Encounter) -> Marker:
    """Return the marker of a figure, for a picture of the map."""
    by, state = bearers.bearer(combatant.id, encounter), figure(combatant)
    return Marker(wounded=state.wounds > 0, flying=state.flying, within=by.id if by else "")


def pending_text(item: Pending, encounter: Encounter) -> str:
    """Return a pending item in words: a covered area or a reload, "" for others."""
    match item:
        case Watch(actor, area, _, Attack(weapon=weapon)):
            who = encounter.combatant(actor)
            weapon_name = weapon or (who.holding.weapon.name if who.holding else "")
            arms = f" with the {weapon_name}" if weapon_name else ""
            return f"{who.name} covers {listed([str(place) for place in area], 'and')}{arms}"
        case Task(actor, Reload(weapon=weapon), spent, cost):
            who = encounter.combatant(actor)
            weapon_name = weapon or (who.holding.weapon.name if who.holding else "weapon")
            return f"{who.name} reloads the {weapon_name}: {spent} of {cost} Points"
        case _:
            return ""


def _short(combatant: Combatant, encounter: Encounter) -> Iterator[str]:
    state = figure(combatant)
    task = reloading.reloading(combatant.id, encounter)
    if not combatant.glimpsed:
        yield "done" if state.stage == DONE and not task else of_full(state)
    elif state.stage == DONE:
        yield "done"
    if state.wounds:
        yield counted(state.wounds, "wound")
    if state.stage == PLACED:
        yield "may act, not move"
    if state.flying:
        yield "flying"
    if carried := bearers.load(combatant, encounter):
        yield f"carries {carried.name}"
    if by := bearers.bearer(combatant.id, encounter):
        yield f"carried by {by.name}"
    if state.leader:
        yield "leader" if combatant.glimpsed else f"leader: {_command(state)}"
    if task:
        yield f"reloading {task.spent} of {task.cost}"
    elif combatant.holding and [arm.weapon.sort for arm in ARMS.carried(combatant)] != ["hand"]:
        # Hand-to-hand alone is not worth mentioning.
        yield brief(combatant.holding, bool(measure(encounter)))


def _lines(combatant: Combatant, encounter: Encounter) -> Iterator[tuple[str, str]]:
    state = figure(combatant)
    troop = state.troop
    yield "Troop", f"{troop.name}{', leader' if state.leader else ''}, {turn.guys(state.camp)}"
    if not combatant.glimpsed:
        yield "Points", f"{of_full(state)} left"
    if state.wounds:
        yield "Wounds", f"{state.wounds} of the {troop.points} that kill"
    if state.leader and not combatant.glimpsed:
        yield "Command Points", f"{exact(state.command_left)} of {troop.command} left"
    if stage := _stage_words(state):
        yield "Turn", stage
    if load := bearers.load(combatant, encounter):
        yield "Carrying", load.name
    if by := bearers.bearer(combatant.id, encounter):
        yield "Carried by", by.name
    if task := reloading.reloading(combatant.id, encounter):
        yield "Reload", f"{task.spent} of {task.cost} Points done"
    if troop.armor:
        yield "Armor", f"{troop.armor} off each die of damage"
    for slot, carried in enumerate(combatant.carried):
        yield "In hand" if slot == combatant.in_hand else "Carries", _described(carried, encounter)
    if combatant.glimpsed:
        yield NOT_KNOWN, ", ".join(hidden(encounter))


def _command(state: Figure) -> str:
    return points(state.command_left).replace("Point", "Command Point")


def _stage_words(state: Figure) -> str:
    parts = ["flying"] if state.flying else []
    if state.stage == DONE:
        parts.append("done")
    elif state.stage == PLACED:
        parts.append("placed this turn: may act, not move")
    elif state.moved:
        parts.append("has moved")
    return ", ".join(parts)


def _described(carried: Carried, encounter: Encounter) -> str:
    ammunition = carried.ammunition
    if not measure(encounter) or ammunition is None:
        return carried.weapon.name
    return f"{carried.weapon.name}, {reloading.ammunition_words(carried, ammunition)}"
