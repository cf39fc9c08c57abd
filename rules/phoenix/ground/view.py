"""Sight: which fighters see each other, and where a weapon can be fired (2.3, 2.4; rulings O33, O34; scenario 1 for dug
in fighters).

Directions count if both places and the facing are known; a line of sight is drawn if there is a map. Fighters that move
are seen until the impulse ends wherever they passed in sight (`trace`).
"""

from __future__ import annotations

from rules.engine.records.errors import NoLine, NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.scene import Scene
from rules.engine.sharing.helping import act_first
from rules.engine.sight.sight import imperceptible, side_of
from rules.grid import hexes
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import FIELD_OF_VIEW as WIDER
from rules.phoenix.basics.switches import PINNING, on
from rules.phoenix.ground import trace
from rules.words.places import Place

FIELD_OF_FIRE = 30
"""The degrees to either side of the facing. In a Firing Stance the Field of View is as narrow."""
FIELD_OF_VIEW = 90
"""The degrees to either side of the facing."""
PINNED = 5
"""The degrees to either side of a pinned location: a fighter that pins it sees nothing else (5.9)."""


def check_target(shooter: Combatant, target: Combatant, encounter: Encounter) -> None:
    """Raise NotNow, with what to do instead, if the target cannot be aimed at. Friends can be aimed at."""
    name, state = target.reference, soldier(target)
    if not target.present:
        raise NotNow(f"{name} is out of play. Aim at another fighter, or at a place.")
    spots = trace.shown(target)
    if not spots:
        raise NotNow(f"{name} is out of sight. Aim at a fighter in sight, or at a place.")
    if not state.spotted:
        raise NotNow(f"{name} has not been spotted. You can aim at them once they fire, or once the GM sets “spotted”.")
    latest, *earlier = spots
    if not (earlier and any(_in_the_sights(shooter, spot, encounter) for spot in earlier)):
        _check_spot(shooter, latest, encounter)


def sighted(shooter: Combatant, target: Combatant, encounter: Encounter) -> Combatant | None:
    """Return the target where and as the shooter can last aim at them in this impulse; None if that is nowhere."""
    return next((spot for spot in trace.shown(target) if _in_the_sights(shooter, spot, encounter)), None)


def as_sighted(shooter: Combatant, target: Combatant, encounter: Encounter) -> Combatant:
    """Return the target where and as the shooter can last aim at them in this impulse, or as they are now if that is
    nowhere.
    """
    return (sighted(shooter, target, encounter) or target) if soldier(target).trace else target


def _in_the_sights(shooter: Combatant, spot: Combatant, encounter: Encounter) -> bool:
    try:
        _check_spot(shooter, spot, encounter)
    except NotNow:
        return False
    return True


def _check_spot(shooter: Combatant, spot: Combatant, encounter: Encounter) -> None:
    """Raise NotNow if the shooter cannot aim at the target as they are in this hex of their trace."""
    if spot.place is None:
        check_out(shooter)
        return
    check_place(shooter, spot.place, encounter, spot.reference)
    if shooter.place:
        check_sandbags(shooter.place, soldier(spot), spot.place, spot.reference)


def check_place(shooter: Combatant, place: Place, encounter: Encounter, name: str = "") -> None:
    """Raise NotNow, with what to do instead, if the shooter cannot fire at the place (or at `name`, who is there).

    What neither turning nor rising mends comes first.
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
    check_out(shooter)
    if here is None:
        return
    if name and on(encounter, WIDER) and not in_view(shooter, place):
        raise NotNow(
            f"{name} is outside {shooter.reference}’s Field of View, so {shooter.reference} cannot react"
            f" to them (5.1). Use /act turn to {name} first."
        )
    pin = pinned(shooter, encounter)
    if pin and not _in_front(here, place, hexes.bearing(here, pin), PINNED):
        raise NotNow(
            f"{shooter.reference} has {pin} pinned and sees only 10 degrees, not {what}. Use /act unpin first."
        ).helped_by(act_first(shooter.id, "unpin"))
    if not _in_front(here, place, soldier(shooter).facing, FIELD_OF_FIRE):
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
    return not _in_front(shooter.place, place, soldier(shooter).facing, FIELD_OF_FIRE)


def sees(a: Combatant, b: Combatant, encounter: Encounter) -> bool:
    """Return whether b is in a's Field of View and nothing hides b, where both are now."""
    looking, seen = soldier(a), soldier(b)
    if "hidden" in (looking.exposure, seen.exposure) or not (a.present and b.present):
        return False
    return _clear(a.place, looking, b.place, encounter)


def glimpse(looker: Combatant, target: Combatant, encounter: Encounter) -> Combatant | None:
    """Return the target where and as the looker last sees them in this impulse, from the looker's present place; None
    if that is nowhere.
    """
    looking, seen = soldier(looker), soldier(target)
    if looking.exposure == "hidden" or not (looker.present and target.present):
        return None
    if imperceptible(encounter, side_of(looker), target):
        return None
    if seen.exposure != "hidden" and _clear(looker.place, looking, target.place, encounter):
        return target
    for passed in reversed(seen.trace):
        if passed.exposure != "hidden" and _clear(looker.place, looking, passed.place, encounter):
            return trace.there(target, passed)
    return None


def _clear(here: Place | None, looking: Soldier, place: Place | None, encounter: Encounter) -> bool:
    """Return whether a looker here has the place in their Field of View with nothing in the way; True if that is
    unknown.
    """
    if here is None or place is None:
        return True
    pin = looking.pin.place if looking.pin is not None and on(encounter, PINNING) else None
    if pin and not _in_front(here, place, hexes.bearing(here, pin), PINNED):
        return False
    if not _in_front(here, place, looking.facing, _half_view(looking)):
        return False
    # A line of sight is blocked both ways or not at all, so only one of them is cached.
    one, other = (here, place) if here < place else (place, here)
    return encounter.board is None or hexes.blocking(one, other, encounter.board.obstructions) is None


def as_seen(looker: Combatant, target: Combatant, encounter: Encounter) -> Combatant:
    """Return the target where and as the looker last sees them in this impulse, or as they are now if the looker does
    not see them.
    """
    return (glimpse(looker, target, encounter) or target) if soldier(target).trace else target


def in_view(looker: Combatant, place: Place | None) -> bool:
    """Return whether the place is in the Field of View; True if that is unknown. Obstacles do not count here."""
    state = soldier(looker)
    if looker.place is None or place is None:
        return True
    return _in_front(looker.place, place, state.facing, _half_view(state))


def _half_view(state: Soldier) -> int:
    """Return the degrees of the Field of View to either side of the facing."""
    narrow = state.firing_stance or state.exposure == "dug in"
    return FIELD_OF_FIRE if narrow else FIELD_OF_VIEW + state.view // 2


def pinned(looker: Combatant, encounter: Encounter) -> Place | None:
    """Return the hex that the combatant has pinned, None without one on the map (5.9)."""
    pin = soldier(looker).pin
    return pin.place if pin is not None and on(encounter, PINNING) else None


def check_out(shooter: Combatant) -> None:
    """Raise NotNow for a fighter that is behind cover or on the way there."""
    state = soldier(shooter)
    if state.exposure == "hidden":
        raise NotNow(
            f"{shooter.reference} is behind cover and sees nothing. Use /act fire over cover or look over cover."
        )
    if state.hides not in (None, state.ducked):  # a reflexive duck still allows fire, at -10
        raise NotNow(
            f"{shooter.reference} went behind cover in this impulse. Use /act fire over cover to come up again."
        )


def check_sandbags(here: Place, state: Soldier, spot: Place, name: str) -> None:
    """Raise NotNow if sandbags cover the target from here: they do on all sides except its own Field of Fire (scenario
    1).
    """
    if state.exposure == "dug in" and not _in_front(spot, here, state.facing, FIELD_OF_FIRE):
        raise NotNow(f"Sandbags cover {name} from this side. They can be hit only from inside their Field of Fire.")


def _in_front(here: Place, there: Place, facing: int | None, half: int) -> bool:
    if facing is None or here == there:
        return True
    off = (hexes.bearing(here, there) - facing) % 360
    return min(off, 360 - off) <= half


def _wall(here: Place, there: Place, encounter: Encounter) -> Place | None:
    return hexes.blocking(here, there, encounter.board.obstructions) if encounter.board else None


def loses_sight(aimer: Combatant, target: Combatant, encounter: Encounter) -> bool:
    """Return whether the aimer will no longer see the target when this impulse ends, where both are now (ruling
    O33).
    """
    hiding = any(soldier(one).hides is not None for one in (aimer, target))
    return hiding or not sees(aimer, target, encounter)


def warn_aimers(target: str, scene: Scene, but: str = "") -> None:
    """Tell the fighters that aim at this target, except `but`, that they lose sight of it when this impulse ends
    (ruling O33).
    """
    gone = scene.combatant(target)
    for aimer in scene.encounter.combatants:
        aim = soldier(aimer).aim
        if aimer.id != but and aim and aim.at == target and aim.actions and loses_sight(aimer, gone, scene.encounter):
            scene.notify(aimer.id)
            text = f"loses sight of {gone.reference} when this impulse ends. Fire now, or the aim is lost"
            with scene.concerning(aimer.id):
                scene.note(aimer.reference, text, section="2.4")
