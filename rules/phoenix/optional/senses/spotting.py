"""Which fighters have spotted each other, which an attack needs, and pinned positions (5.2).

Each spotted fighter is recorded with the place where they were seen. How fighters are spotted is in `looking`.
"""

from __future__ import annotations

from functools import lru_cache

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, CombatantOrder
from rules.engine.scene.effects import Became
from rules.engine.sharing.shared_remedies import act_first
from rules.grid import hexes
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import SPOTTING, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import trace, view
from rules.phoenix.ground.cover_side import found_from
from rules.phoenix.optional.gunnery import pinning_fire
from rules.phoenix.optional.records import Known
from rules.phoenix.optional.senses.spotting_progress import looked_for
from rules.phoenix.optional.senses.spotting_time import range_to, spotting_time, time_at, times_by_range, words
from rules.words.places import Place

PINNED = 1
"""Hexes around a spotted position in which every fighter counts as spotted (the three hex convention)."""


def counts(encounter: Encounter) -> bool:
    """Return whether fighters must be spotted here. In a quick ruling, which has no clock, they need not be."""
    return encounter.timed and on(encounter, SPOTTING)


def knows(spotter: Combatant, target: Combatant) -> bool:
    """Return whether the spotter need not look for the target.

    The target is a comrade, is at a spotted position, or appears at the location that the spotter has pinned (5.9).
    """
    state = soldier(spotter)
    if not enemies(spotter, target) or (state.pin is not None and pinning_fire.appeared(spotter, target)):
        return True
    if not state.known:
        return False
    spots = trace.places(target)
    near = _three_hexes(spots[0]) if len(spots) == 1 else frozenset[Place]().union(*map(_three_hexes, spots))
    for one in state.known:  # noqa: SIM110 - a loop, because this runs for every pair in every impulse
        if one.place in near or (one.id == target.id and not spots):
            return True
    return False


@lru_cache(maxsize=2_048)
def _three_hexes(spot: Place) -> frozenset[Place]:
    """Return the positions from which a fighter at this spot counts as spotted."""
    return hexes.within(spot, PINNED)


def spotted(spotter: Combatant, target: Combatant, encounter: Encounter, book: Book, given: int | None = None) -> bool:
    """Return whether the spotter can react to the target: they know of them, or have looked for them long enough.

    Whether they see them now is not checked. `given` is the range in hexes if neither the map nor an earlier order has
    it.
    """
    if not counts(encounter) or knows(spotter, target):
        return True
    return _found(spotter, view.as_seen(spotter, target, encounter), encounter, book, given)


def noticed(spotter: Combatant, target: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the target is in sight of the spotter, and spotted."""
    return seen(spotter, target, encounter, book) is not None


def seen(spotter: Combatant, target: Combatant, encounter: Encounter, book: Book) -> Combatant | None:
    """Return the target in the place and state in which the spotter last sees them in this impulse.

    Return None if they are not in sight of the spotter, or not spotted.
    """
    if not soldier(target).spotted or (glimpse := view.glimpse(spotter, target, encounter)) is None:
        return None
    if not counts(encounter) or knows(spotter, target):
        return glimpse
    found = _found(spotter, found_from(glimpse, spotter.place, encounter), encounter, book)
    return glimpse if found else None


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for an attack on a target that is not spotted."""
    if isinstance(order, Attack):
        check_targets(order, scene.encounter, scene.book)


def check_targets(order: Attack, encounter: Encounter, book: Book) -> None:
    """Raise NotNow for an attack, or its odds, on a target that is exposed and not spotted."""
    if not counts(encounter):
        return
    spotter = encounter.combatant(order.actor)
    for id in (target.id for target in order.targets if target.id in encounter.positions):
        target = encounter.combatant(id)
        if id != order.actor and target.present and not concealed(spotter, target, encounter):
            check_spotted(spotter, target, encounter, book, order.range)


def check_spotted(
    shooter: Combatant, target: Combatant, encounter: Encounter, book: Book, given: int | None = None
) -> None:
    """Raise NotNow, with the way to spot the target, unless it is spotted. `given` as in `spotted`."""
    if spotted(shooter, target, encounter, book, given):
        return
    try:
        number = spotting_time(shooter, target, encounter, book, given).number
        looked = looked_for(shooter, target.id, encounter, book)
        so_far = f", of which {looked} {'is' if looked == 1 else 'are'} done" if looked else ""
        takes = f", which takes {words(number, encounter)} for them now{so_far}"
    except NoRule as none:
        raise NotNow(f"{shooter.reference} has not spotted {target.reference}: {none}") from None
    except Refusal:
        takes = ""
    raise NotNow(
        f"{shooter.reference} has not spotted {target.reference}. Use /act spot {target.reference} first{takes}."
    ).helped_by(act_first(shooter.id, f"spot {target.name}"))


def in_sight(spotter: Combatant, target: Combatant, encounter: Encounter) -> bool:
    """Return whether the spotter could see the target in this impulse if they knew where: in their Field of View, with
    nothing in the way.
    """
    return soldier(target).spotted and view.glimpse(spotter, target, encounter) is not None


def with_known(spotter: Combatant, *targets: Combatant) -> Became:
    """Return the effect that the spotter has spotted these targets and stops looking for them.

    Each target is in the place where it was last seen (`view.as_seen`).
    """
    state, ids = soldier(spotter), {target.id for target in targets}
    kept = [one for one in state.known if one.id not in ids]
    known = (*kept, *(Known(target.id, target.place) for target in targets))
    sought = tuple([one for one in state.sought if one.id not in ids])
    looks_for = "" if state.looks_for in ids else state.looks_for
    return Became(spotter.id, altered(state, known=known, sought=sought, looks_for=looks_for))


def met(one: str, other: str, scene: Scene) -> None:
    """Record that a fighter has come upon another and has spotted them in their place."""
    scene.do(with_known(scene.combatant(one), scene.combatant(other)))


def forget(scene: Scene) -> None:
    """Forget all spotted fighters, after the switch was turned off."""
    for combatant in scene.encounter.combatants:
        if soldier(combatant).known:
            scene.change(combatant.id, altered(soldier(combatant), known=()))
    forget_looking(scene)


def forget_looking(scene: Scene) -> None:
    """Forget the progress of looking, because from now on it is counted in another way."""
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if state.sought or state.looks_for:
            scene.change(combatant.id, altered(state, sought=(), looks_for=""))


def concealed(spotter: Combatant, target: Combatant, encounter: Encounter) -> str:
    """Return why the spotter cannot spot the target, however long they look, or "" if they could."""
    if not soldier(target).spotted:
        return "cannot be spotted until they fire, or the GM sets “spotted”"
    return "" if view.shown(target, spotter.place, encounter) else "is out of sight. Spot someone in sight"


def _found(spotter: Combatant, seen: Combatant, encounter: Encounter, book: Book, given: int | None = None) -> bool:
    """Return whether the spotter has looked long enough for a target in this place and state."""
    time = time_at(range_to(seen, spotter, encounter, given), times_by_range(seen, encounter, book))
    return time is not None and time <= looked_for(spotter, seen.id, encounter, book)
