"""Sight: which fighters see each other, and where a weapon can be fired (2.3, 2.4; rulings O33, O34; scenario 1 for dug
in fighters).

Directions count if both places and the facing are known; a line of sight is drawn if there is a map. Fighters that move
are seen until the impulse ends wherever they passed in sight (`trace`).
"""

from __future__ import annotations

from rules.engine.records.agenda import Task
from rules.engine.records.errors import NoLine, NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import act_first
from rules.engine.sight.sight import imperceptible, side_of
from rules.grid import hexes
from rules.phoenix.basics.soldier import Passed, Soldier, soldier
from rules.phoenix.basics.switches import FIELD_OF_VIEW as WIDER
from rules.phoenix.basics.switches import PINNING, on
from rules.phoenix.ground import cover_side, trace
from rules.phoenix.ground.cover_side import FIELD_OF_FIRE, found_from, hidden_from, in_front
from rules.words.places import Place

FIELD_OF_VIEW = 90
"""The degrees to either side of the facing."""
PINNED = 5
"""The degrees to either side of a pinned location: a fighter that pins it sees nothing else (5.9)."""


def check_target(shooter: Combatant, target: Combatant, encounter: Encounter) -> None:
    """Raise NotNow, with what to do instead, if the target cannot be aimed at. Friends can be aimed at."""
    state = soldier(target)
    if not target.present:
        raise NotNow(f"{target.reference} is out of play. Aim at another fighter, or at a place.")
    spots = shown(target, shooter.place, encounter)
    if not spots:
        check_sandbags(state, target.place, shooter.place, target.reference)
        raise NotNow(f"{target.reference} is out of sight. Aim at a fighter in sight, or at a place.")
    if not state.spotted:
        raise NotNow(
            f"{target.reference} has not been spotted. You can aim at them once they fire, or once the GM sets"
            " “spotted”."
        )
    latest, *earlier = spots
    if not (earlier and any(_in_the_sights(shooter, spot, encounter) for spot in earlier)):
        _check_spot(shooter, latest, encounter)


def sighted(shooter: Combatant, target: Combatant, encounter: Encounter) -> Combatant | None:
    """Return the target where and as the shooter can last aim at them in this impulse; None if that is nowhere."""
    spots = shown(target, shooter.place, encounter)
    return next((spot for spot in spots if _in_the_sights(shooter, spot, encounter)), None)


def shown(target: Combatant, here: Place | None, encounter: Encounter) -> tuple[Combatant, ...]:
    """Return the target wherever they show themselves to somebody at this place in this impulse, as they are found from
    there: as they are now, then in the hexes passed, latest first.
    """
    spots = (found_from(spot, here, encounter) for spot in reversed(trace.way(target)))
    return tuple([spot for spot in spots if soldier(spot).exposure != "hidden"])


def as_sighted(shooter: Combatant, target: Combatant, encounter: Encounter) -> Combatant:
    """Return the target where and as the shooter can last aim at them in this impulse, or as they are now if that is
    nowhere, as they are found from the shooter's place.
    """
    spot = sighted(shooter, target, encounter) if soldier(target).trace else None
    return spot or found_from(target, shooter.place, encounter)


def _in_the_sights(shooter: Combatant, spot: Combatant, encounter: Encounter) -> bool:
    try:
        _check_spot(shooter, spot, encounter)
    except NotNow:
        return False
    return True


def _check_spot(shooter: Combatant, spot: Combatant, encounter: Encounter) -> None:
    """Raise NotNow if the shooter cannot aim at the target as they are in this hex of their trace."""
    if spot.place is None:
        check_out(shooter, None, encounter)
        return
    check_place(shooter, spot.place, encounter, spot.reference)
    check_sandbags(soldier(spot), spot.place, shooter.place, spot.reference)


def check_place(shooter: Combatant, place: Place, encounter: Encounter, name: str = "") -> None:
    """Raise NotNow, with what to do instead, if the shooter cannot fire at the place (or at `name`, who is there).

    Reasons that neither turning nor rising removes come first.
    """
    here, what = shooter.place, f"{name} at {place}" if name else str(place)
    if here and (wall := _wall(here, place, encounter)):
        raise NoLine(
            (
                f"The obstruction at {wall} hides {what} from {shooter.reference} at {here}. Use /move to get"
                " a line of sight."
            ),
            here,
            place,
            wall,
        )
    check_out(shooter, place, encounter)
    if here is None:
        return
    if name and on(encounter, WIDER) and not in_view(shooter, place):
        raise NotNow(
            f"{name} is outside {shooter.reference}’s Field of View, so {shooter.reference} cannot react"
            f" to them (5.1). Use /act turn to {name} first."
        )
    pin = pinned(shooter, encounter)
    if pin and not in_front(here, place, hexes.bearing(here, pin), PINNED):
        raise NotNow(
            f"{shooter.reference} has {pin} pinned and sees only 10 degrees, not {what}. Use /act unpin first."
        ).helped_by(act_first(shooter.id, "unpin"))
    if not in_front(here, place, soldier(shooter).facing, FIELD_OF_FIRE):
        raise NotNow(
            f"{what} is outside {shooter.reference}’s Field of Fire of 60 degrees. Use /act turn to"
            f" {name or place} first."
        ).helped_by(act_first(shooter.id, f"turn to {place}"))


def faces_away(shooter: Combatant, place: Place, encounter: Encounter) -> bool:
    """Return whether the place is outside a shooter's Field of Fire and nothing keeps them from turning to it.

    They cannot turn while they pin a place, and with a Field of View (5.1) not to a place outside it. Where an
    obstruction hides the place, turning does not help.
    """
    if (
        shooter.place is None
        or _wall(shooter.place, place, encounter)
        or pinned(shooter, encounter)
        or (on(encounter, WIDER) and not in_view(shooter, place))
    ):
        return False
    return not in_front(shooter.place, place, soldier(shooter).facing, FIELD_OF_FIRE)


def sees(a: Combatant, b: Combatant, encounter: Encounter) -> bool:
    """Return whether b is in a's Field of View and nothing hides b, where both are now."""
    return a.present and b.present and _open(a.place, soldier(a), b.place, soldier(b), encounter)


def glimpse(looker: Combatant, target: Combatant, encounter: Encounter) -> Combatant | None:
    """Return the target where and as the looker last sees them in this impulse, from the looker's present place; None
    if that is nowhere.
    """
    looking, seen = soldier(looker), soldier(target)
    if not (looker.present and target.present) or imperceptible(encounter, side_of(looker), target):
        return None
    if _open(looker.place, looking, target.place, seen, encounter):
        return target
    for passed in reversed(seen.trace):
        if _open(looker.place, looking, passed.place, passed, encounter):
            return trace.there(target, passed)
    return None


def _open(
    here: Place | None, looking: Soldier, there: Place | None, seen: Soldier | Passed, encounter: Encounter
) -> bool:
    """Return whether a looker here has somebody who is or was there in view, and neither's cover hides them from the
    other.
    """
    covered = hidden_from(looking, here, there, encounter) or hidden_from(seen, there, here, encounter)
    return not covered and _clear(here, looking, there, encounter)


def _clear(here: Place | None, looking: Soldier, place: Place | None, encounter: Encounter) -> bool:
    """Return whether a looker here has the place in their Field of View with nothing in the way; True if that is
    unknown.
    """
    if here is None or place is None:
        return True
    pin = looking.pin.place if looking.pin is not None and on(encounter, PINNING) else None
    if pin and not in_front(here, place, hexes.bearing(here, pin), PINNED):
        return False
    if not in_front(here, place, looking.facing, _half_view(looking)):
        return False
    # A line of sight is blocked both ways or not at all, so only one of them is cached.
    one, other = (here, place) if here < place else (place, here)
    return encounter.battle_map is None or hexes.blocking(one, other, encounter.battle_map.obstructions) is None


def as_seen(looker: Combatant, target: Combatant, encounter: Encounter) -> Combatant:
    """Return the target where and as the looker last sees them in this impulse, or as they are now if the looker does
    not see them, as they are found from the looker's place.
    """
    spot = (glimpse(looker, target, encounter) or target) if soldier(target).trace else target
    return found_from(spot, looker.place, encounter)


def in_view(looker: Combatant, place: Place | None) -> bool:
    """Return whether the place is in the Field of View; True if that is unknown. Obstacles do not count here."""
    state = soldier(looker)
    if looker.place is None or place is None:
        return True
    return in_front(looker.place, place, state.facing, _half_view(state))


def _half_view(state: Soldier) -> int:
    """Return the degrees of the Field of View to either side of the facing."""
    narrow = state.firing_stance or state.exposure == "dug in"
    return FIELD_OF_FIRE if narrow else FIELD_OF_VIEW + state.view // 2


def pinned(looker: Combatant, encounter: Encounter) -> Place | None:
    """Return the hex that the combatant has pinned, None without one on the map (5.9)."""
    pin = soldier(looker).pin
    return pin.place if pin is not None and on(encounter, PINNING) else None


def check_out(shooter: Combatant, there: Place | None, encounter: Encounter) -> None:
    """Raise NotNow for a fighter that is behind cover from this place, or on the way there."""
    state = soldier(shooter)
    if not cover_side.stands(state, shooter.place, there, encounter):
        return
    if state.exposure == "hidden":
        raise NotNow(
            f"{shooter.reference} is behind cover and sees nothing. Use /act fire over cover or look over cover."
        )
    if state.hides not in (None, state.ducked):  # a reflexive duck still allows fire, at -10
        raise NotNow(
            f"{shooter.reference} went behind cover in this impulse. Use /act fire over cover to come up again."
        )


def check_sandbags(state: Soldier, spot: Place | None, here: Place | None, name: str) -> None:
    """Raise NotNow if sandbags cover the target from here: they do on all sides except its own Field of Fire (scenario
    1).
    """
    if cover_side.sandbags(state, spot, here):
        raise NotNow(f"Sandbags cover {name} from this side. They can be hit only from inside their Field of Fire.")


def _wall(here: Place, there: Place, encounter: Encounter) -> Place | None:
    return hexes.blocking(here, there, encounter.battle_map.obstructions) if encounter.battle_map else None


def loses_sight(aimer: Combatant, target: Combatant, encounter: Encounter) -> bool:
    """Return whether the aimer will no longer see the target when this impulse ends, where both are now (ruling
    O33).
    """
    hiding = _goes_behind(aimer, target.place, encounter) or _goes_behind(target, aimer.place, encounter)
    return hiding or soldier(target).leaves == encounter.clock or not sees(aimer, target, encounter)


def _goes_behind(one: Combatant, here: Place | None, encounter: Encounter) -> bool:
    """Return whether the fighter is going behind cover that will hide them from here."""
    state = soldier(one)
    return state.hides is not None and cover_side.stands(state, one.place, here, encounter)


def warn_aimers(target: str, scene: Scene, but: str = "") -> None:
    """Tell the fighters that aim at this target, except `but`, that they lose sight of it when this impulse ends
    (ruling O33). Those with a shot under way need no order for it.
    """
    gone = scene.combatant(target)
    for aimer in scene.encounter.combatants:
        aim = soldier(aimer).aim
        if aimer.id != but and aim and aim.at == target and aim.actions and loses_sight(aimer, gone, scene.encounter):
            with scene.concerning(aimer.id):
                if shot_under_way(aimer, gone, scene.encounter):
                    then = "The shot is fired before that, with the aim so far"
                else:
                    then = "Fire now, or the aim is lost"
                    scene.notify(aimer.id)
                text = f"loses sight of {gone.reference} when this impulse ends. {then}"
                scene.note(aimer.reference, text, section="2.4")


def shot_under_way(aimer: Combatant, target: Combatant, encounter: Encounter) -> Task | None:
    """Return the shot or burst that the aimer is aiming at a target; it is fired before they lose sight of it."""
    task, aim = encounter.task(aimer.id), soldier(aimer).aim
    shoots = task is not None and isinstance(task.order, Fire | Burst) and aims_at(task, target)
    return task if shoots and aim is not None and aim.actions else None


def aims_at(task: Task, target: Combatant) -> bool:
    """Return whether a task is an attack at this target."""
    return isinstance(task.order, Attack) and any(at.id == target.id for at in task.order.targets)
