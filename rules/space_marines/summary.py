"""A figure for people to read, and what is pending."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.agenda import Pending, Task, Watch
from rules.engine.model import Carried, Combatant, Encounter
from rules.engine.orders import Attack, Reload
from rules.engine.ruleset import Summary
from rules.space_marines import reloading, turn
from rules.space_marines.arms import arms
from rules.space_marines.figure import DONE, PLACED, Figure, figure, of_full, points
from rules.space_marines.switches import measure
from rules.words.phrases import counted, listed


def summary(combatant: Combatant, encounter: Encounter) -> Summary:
    """The figure on the board's line and on its status sheet."""
    short = " · ".join(_short(combatant, encounter)) if combatant.present else "out"
    return Summary(short, tuple(_lines(combatant, encounter)))


def pending_text(item: Pending, encounter: Encounter) -> str:
    """What is pending, in words that stand alone: covered areas, reloads."""
    match item:
        case Watch(actor, area, _, Attack(weapon=weapon)):
            who = encounter.combatant(actor)
            said = weapon or (who.holding.weapon.name if who.holding else "")
            arms = f" with the {said}" if said else ""
            return f"{who.name} covers {listed([str(place) for place in area], 'and')}{arms}"
        case Task(actor, Reload(weapon=weapon), spent, cost):
            who = encounter.combatant(actor)
            said = weapon or (who.holding.weapon.name if who.holding else "weapon")
            return f"{who.name} reloads the {said}: {spent} of {cost} Points"
        case _:
            return ""


def _short(combatant: Combatant, encounter: Encounter) -> Iterator[str]:
    state = figure(combatant)
    task = reloading.reloading(combatant.id, encounter)
    yield "done" if state.stage == DONE and not task else of_full(state)
    if state.wounds:
        yield counted(state.wounds, "wound")
    if state.stage == PLACED:
        yield "may act, not move"
    if state.flying:
        yield "flying"
    if state.leader:
        yield f"leader: {_command(state)}"
    if task:
        yield f"reloading {task.spent} of {task.cost}"
    elif combatant.holding and [arm.weapon.sort for arm in arms(combatant)] != ["hand"]:
        # What has nothing but its claws goes without saying.
        yield _brief(combatant.holding, encounter)


def _lines(combatant: Combatant, encounter: Encounter) -> Iterator[tuple[str, str]]:
    state = figure(combatant)
    troop = state.troop
    yield "Troop", f"{troop.name}{', leader' if state.leader else ''}, {turn.guys(state.camp)}"
    yield "Points", f"{of_full(state)} left"
    if state.wounds:
        yield "Wounds", f"{state.wounds} of the {troop.points} that kill"
    if state.leader:
        yield "Command Points", f"{_command(state).split()[0]} of {troop.command} left"
    if standing := _standing(state):
        yield "Turn", standing
    if task := reloading.reloading(combatant.id, encounter):
        yield "Reload", f"{task.spent} of {task.cost} Points done"
    if troop.armor:
        yield "Armor", f"{troop.armor} off each die of damage"
    for slot, carried in enumerate(combatant.carried):
        yield "In hand" if slot == combatant.in_hand else "Carries", _described(carried, encounter)


def _command(state: Figure) -> str:
    return points(state.command_left).replace("Point", "Command Point")


def _standing(state: Figure) -> str:
    said = ["flying"] if state.flying else []
    if state.stage == DONE:
        said.append("done")
    elif state.stage == PLACED:
        said.append("placed this turn: may act, not move")
    elif state.moved:
        said.append("has moved")
    return ", ".join(said)


def _brief(carried: Carried, encounter: Encounter) -> str:
    ammunition = carried.ammunition
    if not measure(encounter) or ammunition is None:
        return carried.weapon.name
    return f"{carried.weapon.name} {ammunition.loaded}/{ammunition.capacity}"


def _described(carried: Carried, encounter: Encounter) -> str:
    ammunition = carried.ammunition
    if not measure(encounter) or ammunition is None:
        return carried.weapon.name
    return f"{carried.weapon.name}, {reloading.told(carried, ammunition)}"
