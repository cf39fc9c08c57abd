"""Pinning fire: a shooter in a Firing Stance covers a location and has an extra action of aim at anybody who appears
there (5.9).

Pinning takes no actions. Leaving the Firing Stance, turning and ducking end the pin; the rules for these clear it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Aim, Attack, CombatantOrder, Target
from rules.engine.records.private_text import private
from rules.engine.records.references import reference
from rules.engine.sharing.shared_remedies import act_first
from rules.engine.sight.sight import imperceptible, side_of
from rules.grid.ground import check_ground
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import friends
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import PINNING, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import trace, view
from rules.phoenix.ground.moves.appearances import Appearance, appearances, in_sight
from rules.phoenix.harm.fitness import check_able
from rules.phoenix.optional.injury.incapacitation import check_offensive
from rules.phoenix.optional.records import Pin
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.places import Place

WORDS = re.compile(r"(?:pin|pins|pinning)(?: down)? (?:hex )?(?P<where>.+)", re.IGNORECASE)
UNPIN_WORDS = re.compile(r"(?:unpin|unpins|stop pinning|stops pinning|no pin)(?: .+)?")
_BONUS = 1
"""Extra actions of aim."""
_PIN = attrgetter("condition.pin")
_MOST = 40
"""The most characters that the name of a location off the map may have."""


def pin(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Pin a location one hex wide, which ends an earlier pin.

    Raises Refusal if the location or the fighter's posture does not allow it.
    """
    encounter, shooter = scene.encounter, scene.combatant(order.actor)
    state, name = soldier(shooter), shooter.reference
    check_able(shooter, encounter, "pin a place")
    weapon = kit.held(shooter).weapon
    check_offensive(shooter, encounter)
    typed = WORDS.fullmatch(" ".join(order.what.split()).rstrip("."))
    where = (typed or match)["where"]
    pinned = _location(where, altered(shooter, condition=altered(state, pin=None)), encounter)
    view.check_out(shooter, pinned.place, encounter)
    if not state.firing_stance:
        raise NotNow(
            f"{name} is not in a Firing Stance, and pinning needs one. Use /act firing stance first."
        ).helped_by(act_first(order.actor, "firing stance"))
    if encounter.timed and state.ducked == encounter.clock:
        raise NotNow(f"{name} ducks in this impulse and cannot pin. Use /next first.")
    if state.pin and _spot(state.pin) == _spot(pinned):
        raise NotNow(f"{name} already has {_location_text(pinned)} pinned. Use /act unpin to give it up.")
    others = (c for c in encounter.combatants if c.id != shooter.id and _there(c, pinned, shooter, encounter))
    pinned = replace(pinned, there=tuple(c.id for c in others))
    keeps = state.aim is not None and _aimed_in(pinned, state.aim.at, encounter)
    scene.change(shooter.id, altered(state, pin=pinned, aim=state.aim if keeps else None, view=0))
    if state.aim and state.aim.actions and not keeps:
        scene.note("Aim", f"{name} loses their aim of {state.aim.actions}", section="5.9")
    sees = f"{name} sees only 10 degrees around {pinned.place}; " if shooter.place and pinned.place else ""
    scene.note("Pin", f"{sees}1 action more aim at anyone who appears there", section="5.9")
    before = f" instead of {_location_text(state.pin)}" if state.pin else ""
    scene.conclude(private(f"{name} pins {_location_text(pinned)} with the {weapon.name}{before}."))
    return None


def unpin(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """End the pin.

    Raises NotNow if there is none.
    """
    shooter = scene.combatant(order.actor)
    pinned = soldier(shooter).pin
    if pinned is None:
        raise NotNow(f"{shooter.reference} has nothing pinned. Use /act pin D7, for example.")
    _give_up(shooter, scene)
    scene.conclude(private(f"{shooter.reference} no longer has {_location_text(pinned)} pinned."))
    return None


def bonus(shooter: Combatant, arm: Held, at: AimedTarget, encounter: Encounter) -> int:
    """Return the extra actions of aim for a shot at a target who has appeared at the pinned location, or 0."""
    if not at.id or arm.slot != shooter.in_hand:
        return 0
    return _BONUS if appeared(shooter, encounter.combatant(at.id)) else 0


def appeared(shooter: Combatant, target: Combatant) -> bool:
    """Return whether the target has appeared at the location that the shooter has pinned, and was not in sight there
    before.
    """
    pinned = soldier(shooter).pin
    return pinned is not None and target.id not in pinned.there and _in(pinned, target)


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """End the pin of an actor who fires elsewhere, and report who appears at pinned locations."""
    shooter = scene.combatant(order.actor)
    pinned = soldier(shooter).pin
    fired_at = order.targets if isinstance(order, Attack) and not isinstance(order, Aim) else ()
    if pinned and fired_at and not any(_at(pinned, target, scene.encounter) for target in fired_at):
        _give_up(shooter, scene)
        pins = f"no longer has {_location_text(pinned)} pinned"
        scene.conclude(private(f"{shooter.reference} turns to another target and {pins}."))
    if any(map(_PIN, scene.encounter.combatants)):
        for appearance in appearances(before, scene.encounter):
            _tell(appearance, scene)


def begin(scene: Scene) -> None:
    """Begin an impulse: forget the fighters who have left a pinned location or are out of sight, so that they can
    appear there again.
    """
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if state.pin is None or not state.pin.there:
            continue
        here = (c.id for c in scene.encounter.combatants if _there(c, state.pin, combatant, scene.encounter))
        there = tuple(id for id in here if id in state.pin.there)
        if set(there) != {*state.pin.there}:
            scene.change(combatant.id, altered(state, pin=replace(state.pin, there=there)))


def forget(scene: Scene) -> None:
    """End all pins, after the switch was set."""
    for combatant in scene.encounter.combatants:
        if soldier(combatant).pin:
            _give_up(combatant, scene)


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the location that the fighter has pinned, for the board."""
    if (pinned := soldier(combatant).pin) and on(encounter, PINNING):
        yield 4, f"pins {words(pinned)}"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about the pinned location for the Status Sheet."""
    if (pinned := soldier(combatant).pin) and on(encounter, PINNING):
        there = [c.name for c in encounter.combatants if c.id in pinned.there]
        already = f"; {listed(there, 'and')} already in sight there" if there else ""
        yield "Pinned", f"{words(pinned)}, Field of View 10 degrees{already}"


def words(pinned: Pin) -> str:
    """Return the location in words, with names in place of references."""
    return str(pinned.place) if pinned.place else pinned.called


def _location_text(pinned: Pin) -> str:
    """Return the location in words for texts that are stored."""
    return reference(pinned.of) if pinned.of and not pinned.place else words(pinned)


def _location(typed: str, shooter: Combatant, encounter: Encounter) -> Pin:
    """Return the hex that was typed or the hex of the fighter named. Off the map return the location by its name.

    Raises Refusal if there is no such location.
    """
    other = next(
        (c for c in encounter.combatants if normalized(c.name) == normalized(typed) and c.id != shooter.id), None
    )
    place = other.place if other else None
    if other is None:
        try:
            place = Place.parse(typed)
        except UnknownName:
            if shooter.place:
                raise UnknownName(
                    f"{quoted(typed)} is not a place on the map. Pin one hex, such as D7, or a fighter's hex."
                ) from None
    if place is None:
        if len(typed) > _MOST:
            raise Refusal(f"Describe the pinned place in at most {_MOST} characters, such as the window.")
        return Pin(called=other.name if other else typed, of=other.id if other else "")
    if place == shooter.place:
        raise Refusal(f"{shooter.reference} is at {place}. Pin another hex.")
    check_ground(encounter, place)
    view.check_place(shooter, place, encounter)
    return Pin(place)


def _spot(pinned: Pin) -> tuple[Place | None, str]:
    """Return the key of a location, which stays the same if the fighter it is named after is renamed."""
    return pinned.place, pinned.of or pinned.called


def _there(combatant: Combatant, pinned: Pin, shooter: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter is in sight of the shooter at the pinned location."""
    return in_sight(combatant, shooter.place, encounter) and _in(pinned, combatant)


def _in(pinned: Pin, combatant: Combatant) -> bool:
    """Return whether the fighter is at the pinned location. Off the map, return whether they could be."""
    places = trace.places(combatant)
    if pinned.place or places:
        return pinned.place in places
    return pinned.of in ("", combatant.id)


def _at(pinned: Pin, target: Target, encounter: Encounter) -> bool:
    """Return whether a target is at the pinned location. Off the map they must have appeared there."""
    if not target.id:
        return pinned.place is not None and target.place == pinned.place
    there = pinned.place is not None or target.id not in pinned.there
    return there and _in(pinned, encounter.combatant(target.id))


def _aimed_in(pinned: Pin, at: str, encounter: Encounter) -> bool:
    if at not in {c.id for c in encounter.combatants}:
        return pinned.place is not None and at == str(pinned.place)
    return _in(pinned, encounter.combatant(at)) and pinned.place is not None


def _give_up(shooter: Combatant, scene: Scene) -> None:
    state: Soldier = soldier(scene.combatant(shooter.id))
    scene.change(shooter.id, altered(state, pin=None))


def _tell(appearance: Appearance, scene: Scene) -> None:
    """Report to everyone who has pinned the location that a fighter has appeared there and can be fired at."""
    encounter = scene.encounter
    one = scene.combatant(appearance.id)
    for shooter in encounter.combatants:
        state = soldier(shooter)
        pinned = state.pin
        if pinned is None or one.id in pinned.there or shooter.id == one.id or friends(shooter, one):
            continue
        spots = appearance.spots(shooter.place, encounter)
        places = [spot.place for spot in spots]
        if not spots or not (pinned.place in places if pinned.place else _in(pinned, one)):
            continue
        if not soldier(one).spotted:
            continue
        if imperceptible(encounter, side_of(shooter), one):
            continue
        if view.sighted(shooter, one, encounter) is None:
            continue
        scene.notify(shooter.id)
        with scene.concerning(shooter.id):
            scene.note("Pin", "1 action more aim at them", section="5.9")
        appears = scene.clause(f"{one.reference} appears at {_location_text(pinned)}, ", one.id, lead=True)
        has = scene.clause(f"which {shooter.reference} has pinned.", shooter.id, own=True)
        scene.conclude((appears, has))
