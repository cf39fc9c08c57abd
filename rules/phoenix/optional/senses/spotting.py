"""Spotting people before they can be fired at, and pinned positions (5.2).

Each spotted fighter is kept with the place where they were seen. While they are in sight, that place is updated at the
end of each impulse.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rules.engine.agenda import Task
from rules.engine.copies import altered
from rules.engine.effects import Became, Ranged
from rules.engine.errors import NoRule, NotNow, Refusal
from rules.engine.model import Apart, Combatant, Encounter
from rules.engine.orders import Act, Attack, CombatantOrder
from rules.grid import hexes
from rules.phoenix.action_points import Waiting, spent_on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import trace, view
from rules.phoenix.optional.gunnery import pinning
from rules.phoenix.optional.records import Known
from rules.phoenix.optional.senses.spotting_time import (
    SpottingTime,
    apart,
    at_once,
    at_once_within,
    motion,
    pace,
    spotting_time,
    unit,
    words,
)
from rules.phoenix.people.others import name_now, named
from rules.phoenix.sides import enemies
from rules.phoenix.soldier import Progress, Work, soldier
from rules.phoenix.switches import SPOTTING, on
from rules.words.phrases import counted, listed

NAME, COST = "spot {enemy}", "the Spotting Time"
WORDS = re.compile(
    r"(?:spots?|look(?:s|ing)? for|search(?:es)? for) (?P<who>.+?)"
    r"(?:,? (?:at |from )?(?:range )?(?P<hexes>[0-9]{1,3}) hex(?:es)?(?: away)?"
    r"|,? (?:at |from |(?:at )?range )(?P<range>[0-9]{1,3}))?"
)
PINNED = 1
"""Hexes around a spotted position in which everybody counts as spotted (the three hex convention)."""


def counts(encounter: Encounter) -> bool:
    """Whether fighters have to be spotted here; not in a quick ruling, which has no clock."""
    return encounter.timed and on(encounter, SPOTTING)


def knows(spotter: Combatant, target: Combatant) -> bool:
    """Whether the spotter need not look for the target: a comrade, somebody at a spotted position, or somebody who
    appears at the location that the spotter has pinned to fire at (5.9)."""
    if not enemies(spotter, target) or pinning.appeared(spotter, target):
        return True
    spots = trace.places(target)
    for one in soldier(spotter).known:
        if one.place is None or not spots:
            if one.id == target.id:
                return True
        elif any(hexes.distance(one.place, spot) <= PINNED for spot in spots):
            return True
    return False


def spotted(spotter: Combatant, target: Combatant, encounter: Encounter, book: Book, given: int | None = None) -> bool:
    """Whether the spotter can react to the target: they know of them, or would spot them at once. Whether they see them
    now is not checked. `given` is the range in hexes if neither the map nor an earlier order has it."""
    return not counts(encounter) or knows(spotter, target) or at_once(spotter, target, encounter, book, given)


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raises NotNow for an attack on a target that is not spotted."""
    if isinstance(order, Attack):
        check_targets(order, scene.encounter, scene.book)


def check_targets(order: Attack, encounter: Encounter, book: Book) -> None:
    """Raises NotNow for an attack, or its odds, on a target that is exposed and not spotted."""
    if not counts(encounter):
        return
    exposed = {c.id: c for c in encounter.combatants if c.id != order.actor and c.present and not _concealed(c)}
    for target in order.targets:
        if target.id in exposed:
            check_spotted(encounter.combatant(order.actor), exposed[target.id], encounter, book, order.range)


def check_spotted(
    shooter: Combatant, target: Combatant, encounter: Encounter, book: Book, given: int | None = None
) -> None:
    """Raises NotNow, with how to spot the target, unless it is spotted; `given` as in `spotted`."""
    if spotted(shooter, target, encounter, book, given):
        return
    try:
        number = spotting_time(shooter, target, encounter, book, given).number
        takes = f", which takes {words(number, encounter)} as he is now"
    except NoRule as none:
        raise NotNow(f"{shooter.reference} has not spotted {target.reference}: {none}") from None
    except Refusal:
        takes = ""
    raise NotNow(f"{shooter.reference} has not spotted {target.reference}: /act spot {target.reference} first{takes}.")


def spot(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Look for a fighter in view until they are spotted. Raises NotNow for one who is known or out of sight,
    RangeWanted, and NoRule for what the table does not list."""
    encounter, spotter = scene.encounter, scene.combatant(order.actor)
    if not encounter.timed:
        raise NoRule("Spotting takes time, and a quick ruling has none: /encounter start begins an encounter.")
    if order.cost is not None:
        raise Refusal("How long spotting takes follows from the Spotting Time Table (5.2): leave cost: out.")
    target = named(name_now(match["who"], order, encounter), spotter, encounter)
    if not enemies(spotter, target):
        raise NotNow(f"{target.reference} is on the side of {spotter.reference}: spot somebody else.")
    view.check_out(spotter)
    if knows(spotter, target):
        raise NotNow(f"{spotter.reference} has spotted {target.reference}, or knows where to look, already.")
    if concealed := _concealed(target):
        raise NotNow(f"{target.reference} {concealed}.")
    if not in_sight(spotter, target, encounter):
        raise NotNow(
            f"{spotter.reference} cannot see {target.reference} from there, facing that way: /act turn or /move first."
        )
    _keep_range(match, spotter, target, scene)
    time = spotting_time(spotter, target, scene.encounter, scene.book)
    state, (this, what) = soldier(spotter), _looking(target)
    before = spent_on(this, what, spotter.id, scene)
    spent = before or 0
    if time.number <= spent:
        _spots(spotter, target, time, spent, scene)
        return None
    if before is None:
        for step in time.steps:
            scene.record(step, "5.2")
        scene.change(spotter.id, altered(state, progress=Progress(what, 0, this)))
    return Waiting(f"looks for {target.reference}", spent, time.number, unit(encounter), this.of)


def end(scene: Scene) -> None:
    """End an impulse: update where those in sight were seen, and count this impulse of looking."""
    if not counts(scene.encounter):
        return
    near = {c.id: at_once_within(c, scene.encounter, scene.book) for c in scene.encounter.combatants if c.present}
    for spotter in scene.encounter.combatants:
        if spotter.present and not soldier(spotter).out(scene.encounter.clock):
            with scene.concerning(spotter.id):
                _keep_up(spotter, near, scene)
    for item in scene.encounter.agenda:
        if isinstance(item, Task) and (target := _sought(item, scene.encounter)):
            with scene.concerning(item.actor):
                _look_on(item, target, scene)


def in_sight(spotter: Combatant, target: Combatant, encounter: Encounter) -> bool:
    """Whether the spotter could see the target in this impulse if they knew where: in their Field of View, with nothing
    in the way."""
    return soldier(target).spotted and view.glimpse(spotter, target, encounter) is not None


def with_known(spotter: Combatant, *targets: Combatant) -> Became:
    """The effect that the spotter has spotted these targets where they are here: `view.as_seen` has last seen them
    there."""
    state, ids = soldier(spotter), {target.id for target in targets}
    kept = tuple(one for one in state.known if one.id not in ids)
    return Became(spotter.id, altered(state, known=(*kept, *(Known(target.id, target.place) for target in targets))))


def forget(scene: Scene) -> None:
    """Forget who has spotted whom; the switch was turned off."""
    for combatant in scene.encounter.combatants:
        if soldier(combatant).known:
            scene.change(combatant.id, altered(soldier(combatant), known=()))


def _concealed(target: Combatant) -> str:
    """Why nobody can spot the target, however long they look; "" if somebody could."""
    if not soldier(target).spotted:
        return "cannot be spotted until he fires, or the GM says “spotted”"
    return "" if trace.shown(target) else "is out of sight: spot somebody who shows himself"


def _keep_up(spotter: Combatant, near: Mapping[str, int], scene: Scene) -> None:
    """Update the places of those in sight whom the spotter knows, and add those spotted at once. `near`: the hexes, by
    id, within which each is spotted at once."""
    state, encounter = soldier(spotter), scene.encounter
    kept = {one.id: one for one in state.known}
    in_view: list[Combatant] = []
    for target in encounter.combatants:
        if target.id not in near or not enemies(spotter, target):
            continue
        if kept.get(target.id) == Known(target.id, target.place):
            continue
        between = apart(spotter, target, encounter)
        near_by = between is not None and between <= near[target.id]
        if (near_by or knows(spotter, target)) and in_sight(spotter, target, encounter):
            in_view.append(view.as_seen(spotter, target, encounter))
    if new := [target.reference for target in in_view if target.id not in kept]:
        scene.note(spotter.reference, f"has spotted {listed(new, 'and')} at once", detail=True, section="5.2")
    if in_view:
        scene.do(with_known(spotter, *in_view))


def _sought(task: Task, encounter: Encounter) -> Combatant | None:
    """The target of a task of looking for somebody; None for any other task."""
    spotter = encounter.combatant(task.actor)
    work = soldier(spotter).progress
    if not isinstance(task.order, Act) or work is None:
        return None
    return next((c for c in encounter.combatants if c.present and work.on(*_looking(c))), None)


def _look_on(task: Task, target: Combatant, scene: Scene) -> None:
    """Count another impulse of looking, unless the spotter did anything else in it.

    The time it takes follows from what the target did in this impulse; the time already spent stays."""
    encounter, spotter = scene.encounter, scene.combatant(task.actor)
    state = soldier(spotter)
    if state.progress is None or not in_sight(spotter, target, encounter):
        return
    try:
        time = spotting_time(spotter, target, encounter, scene.book)
    except Refusal:
        return  # the task itself tells why as it continues
    still = motion(spotter, encounter, scene.book) == "Frozen"
    spent = state.progress.spent + (pace(spotter, encounter, scene.book) if still else 0)
    if spent >= time.number or knows(spotter, target):
        scene.drop(task)
        _spots(spotter, target, time, spent, scene)
        return
    scene.change(spotter.id, altered(state, progress=replace(state.progress, spent=spent)))
    doing = f"{target.reference} is {time.motion.lower().replace('ca', 'CA')}"
    looked = f"has looked for {spent} of {words(time.number, encounter)}, as {doing}"
    scene.note(spotter.reference, looked, detail=True, section="5.2")


def _spots(spotter: Combatant, target: Combatant, time: SpottingTime, spent: int, scene: Scene) -> None:
    for step in time.steps:
        scene.record(step, "5.2")
    effect = with_known(spotter, view.as_seen(spotter, target, scene.encounter))
    scene.do(effect)
    scene.change(spotter.id, altered(soldier(scene.combatant(spotter.id)), progress=None))
    scene.notify(spotter.id)
    took = f" after {words(spent, scene.encounter)}" if spent else " at once"
    scene.conclude(f"{spotter.reference} spots {target.reference}, {counted(time.hexes, 'hex')} away,{took}.")


def _looking(target: Combatant) -> tuple[Work, str]:
    return Work("spot", (target.id,)), f"looks for {target.id}"


def _keep_range(match: re.Match[str], spotter: Combatant, target: Combatant, scene: Scene) -> None:
    """Keep a range that was typed. Raises Refusal for one that differs from the map."""
    hexes_given = match["hexes"] or match["range"]
    if not hexes_given:
        return
    if spotter.place and target.place:
        if (measured := apart(spotter, target, scene.encounter)) != int(hexes_given):
            raise Refusal(
                f"On the map {target.reference} is {measured} hexes away, not {hexes_given}: leave the range out."
            )
        return
    scene.do(Ranged(Apart(spotter.id, target.id, int(hexes_given))))
