"""Looking for enemies until they are spotted (5.2).

The Spotting Time of each enemy counts while they are in the spotter's Field of View with nothing in the way. The
spotter can do other things meanwhile: the book's Donovan looks while advancing. Only a duck interrupts it (2.4), for
its impulse.

A player can name one enemy to look for first. The progress for that enemy is reported, and nobody waits for the orders
of a fighter who only looks. With the switch `looking` on "alone" a fighter looks for no other enemy and does nothing
else (`search`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.engine.records.agenda import Task
from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Apart, Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.records.private_text import private
from rules.engine.scene.effects import Ranged
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.ground import view
from rules.phoenix.ground.cover_side import found_from
from rules.phoenix.optional.records import Sought
from rules.phoenix.optional.senses import search
from rules.phoenix.optional.senses.spotting import concealed, counts, in_sight, knows, with_known
from rules.phoenix.optional.senses.spotting_progress import looked, looked_for, running, stopped
from rules.phoenix.optional.senses.spotting_report import Found, tell, tell_progress
from rules.phoenix.optional.senses.spotting_time import (
    SpottingTime,
    apart,
    pace,
    range_to,
    spotting_time,
    time_at,
    times_by_range,
    unit,
    words,
)
from rules.phoenix.people.named_combatants import name_now, named
from rules.words.phrases import listed

NAME, COST = "spot {enemy}", "the Spotting Time"
WORDS = re.compile(
    r"(?:spots?|look(?:s|ing)? for|search(?:es)? for) (?P<who>.+?)"
    r"(?:,? (?:at |from )?(?:range )?(?P<hexes>[0-9]{1,3}) hex(?:es)?(?: away)?"
    r"|,? (?:at |from |(?:at )?range )(?P<range>[0-9]{1,3}))?"
)
_Times = Mapping[str, Mapping[int, int]]
"""The Spotting Times of all fighters in play, by id and by the last hex of each range."""


def spot(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Look for one fighter in view first, until they are spotted.

    Raises NotNow if the fighter is known or out of sight, RangeWanted for an unknown range, and NoRule if the table has
    no time for them.
    """
    encounter, spotter = scene.encounter, scene.combatant(order.actor)
    if not encounter.timed:
        raise NoRule("Spotting takes time, and a quick ruling has none. Start an encounter with /encounter start.")
    if order.cost is not None:
        raise Refusal("The Spotting Time Table decides how long spotting takes (5.2). Leave cost: out.")
    target = named(name_now(match["who"], order, encounter), spotter, encounter)
    _check(spotter, target, encounter)
    alone, task = search.alone(encounter), encounter.task(spotter.id)
    if task and (alone or looks(task)):
        scene.drop(task)
    _keep_range(match, spotter, target, scene)
    time = spotting_time(spotter, target, scene.encounter, scene.book)
    if alone:
        return search.search(spotter, target, time, scene)
    spent = looked_for(spotter, target.id, encounter, scene.book)
    if time.number <= spent:
        scene.do(with_known(spotter, view.as_seen(spotter, target, encounter)))
        tell(spotter, (Found(target, spent, time),), scene)
        return None
    if not order.of:  # the order itself, and not a later impulse of it
        for step in time.steps:
            scene.record(step, "5.2")
    if soldier(spotter).looks_for != target.id:
        scene.change(spotter.id, altered(soldier(spotter), looks_for=target.id))
    if scene.encounter.task(spotter.id):
        so_far = f"{spent} of {words(time.number, encounter)}"
        scene.conclude(private(f"{spotter.reference} looks for {target.reference} meanwhile: {so_far}."), routine=True)
        return None
    return Waiting(f"looks for {target.reference}", spent, time.number, unit(encounter), (target.id,))


def end(scene: Scene) -> None:
    """End an impulse: count it for the fighters who look, and update the places where enemies in sight were seen."""
    encounter = scene.encounter
    if not counts(encounter):
        return
    present = [c for c in encounter.combatants if c.present]
    times = {c.id: times_by_range(c, encounter, scene.book) for c in present}
    # A side's enemies are all others; those of a fighter without a side are all fighters (`sides.enemies`).
    sides = {c.side for c in encounter.combatants}
    others = {side: [c for c in present if not side or c.side != side] for side in sides}
    alone = search.alone(encounter)
    for spotter in encounter.combatants:
        with scene.concerning(spotter.id):
            _look_about(spotter, others[spotter.side], times, alone, scene)
    if alone:
        search.end(scene)


def looks(task: Task) -> bool:
    """Return whether the task is looking for a fighter."""
    text = " ".join(task.order.what.split()).rstrip(".").casefold() if isinstance(task.order, Act) else ""
    return WORDS.fullmatch(text) is not None


def _check(spotter: Combatant, target: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for a target who need not be spotted, or cannot be from there."""
    if not enemies(spotter, target):
        raise NotNow(f"{target.reference} is on {spotter.reference}'s own side. Spot someone else.")
    view.check_out(spotter, target.place, encounter)
    if knows(spotter, target):
        raise NotNow(f"{spotter.reference} has already spotted {target.reference}, or knows where to look.")
    if why := concealed(spotter, target, encounter):
        raise NotNow(f"{target.reference} {why}.")
    if not in_sight(spotter, target, encounter):
        raise NotNow(
            f"{spotter.reference} cannot see {target.reference} from there while facing that way. Use"
            f" /act turn to {target.reference} or /move first."
        )


def _look_about(spotter: Combatant, others: Sequence[Combatant], times: _Times, alone: bool, scene: Scene) -> None:
    """End the spotter's impulse: record the enemies they have found, those they see at once, and those they still look
    for.
    """
    encounter, state = scene.encounter, soldier(spotter)
    clock, begun = encounter.clock, {one.id: one for one in state.sought}
    able = spotter.present and not state.out(clock)
    attends = able and not alone and state.ducked != clock
    following, impulses = after(clock, impulses=1), pace(spotter, encounter, scene.book)
    found, at_once, sought = list[Found](), list[Combatant](), list[Sought]()
    known = {(one.id, one.place) for one in state.known}
    for target in others if able or begun else ():
        if target is spotter or (target.id, target.place) in known:
            continue
        time = _sighted(spotter, target, times[target.id], scene) if able else None
        looks_on = attends and time is not None
        if target.id not in begun and not looks_on and time != 0:
            continue
        one = begun.get(target.id) or Sought(target.id)
        one = running(one, clock) if looks_on else stopped(one, impulses, clock)
        spent = looked(one, impulses, following)
        if time is None or spent < time or not (attends or time == 0):
            sought += [one] if one.spent or one.since else []
            continue
        was_sought = time or target.id in begun or target.id == state.looks_for
        if was_sought and (needed := _time(spotter, target, scene)):
            found.append(Found(target, spent, needed))
        else:
            at_once.append(target)
    _keep(spotter, sought, found, at_once, scene)
    for one in sought:
        if one.id == state.looks_for and one.since and (needed := _time(spotter, encounter.combatant(one.id), scene)):
            tell_progress(Found(encounter.combatant(one.id), looked(one, impulses, following), needed), scene)


def _sighted(spotter: Combatant, target: Combatant, times: Mapping[int, int], scene: Scene) -> int | None:
    """Return the Spotting Time of an enemy in sight.

    It is 0 at a place that the spotter knows, and None if the table has none or the enemy is out of sight. `times` are
    those of the target in their present place and state.
    """
    seen = view.glimpse(spotter, target, scene.encounter) if soldier(target).spotted else None
    if seen is None:
        return None
    seen = found_from(seen, spotter.place, scene.encounter)
    by_range = times if seen is target else times_by_range(seen, scene.encounter, scene.book)
    time = time_at(range_to(seen, spotter, scene.encounter), by_range)
    return 0 if time == 0 or knows(spotter, target) else time


def _keep(spotter: Combatant, sought: list[Sought], found: list[Found], at_once: list[Combatant], scene: Scene) -> None:
    """Record the enemies that the spotter has spotted and those they still look for; report those they found."""
    state, task = soldier(spotter), scene.encounter.task(spotter.id)
    before = {one.id for one in state.known}
    if new := [target.reference for target in at_once if target.id not in before]:
        scene.note(spotter.reference, f"has spotted {listed(new, 'and')} at once", detail=True, section="5.2")
    if found or at_once or tuple(sought) != state.sought:
        looking = altered(spotter, condition=altered(state, sought=tuple(sought)))
        spotted = (*at_once, *(one.target for one in found))
        scene.do(with_known(looking, *(view.as_seen(spotter, target, scene.encounter) for target in spotted)))
    if not found:
        return
    if task and looks(task) and state.looks_for in {one.target.id for one in found}:
        scene.drop(task)
    tell(spotter, sorted(found, key=lambda one: one.target.id != state.looks_for), scene)


def _time(spotter: Combatant, target: Combatant, scene: Scene) -> SpottingTime | None:
    """Return the Spotting Time with its cells, or None for a fighter too small for the table, who was seen as they
    fired.
    """
    try:
        return spotting_time(spotter, target, scene.encounter, scene.book)
    except Refusal:
        return None


def _keep_range(match: re.Match[str], spotter: Combatant, target: Combatant, scene: Scene) -> None:
    """Record a range that was typed.

    Raises Refusal if it differs from the map.
    """
    hexes_given = match["hexes"] or match["range"]
    if not hexes_given:
        return
    if spotter.place and target.place:
        if (measured := apart(spotter, target, scene.encounter)) != int(hexes_given):
            raise Refusal(
                f"On the map {target.reference} is {measured} hexes away, not {hexes_given}. Leave the range out."
            )
        return
    scene.do(Ranged(Apart(spotter.id, target.id, int(hexes_given))))
