"""Riding in vehicles: getting in and out, and moving along with the vehicle (scenario 1).

The book has no cost for getting in or out, so it is free unless `cost:` gives one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.scene.effects import Placed
from rules.engine.sharing.shared_remedies import act_first
from rules.grid import hexes
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.soldier import Soldier, Work, soldier, unsteady
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.trace import walked
from rules.phoenix.people.named_combatants import name_now, named
from rules.words.places import Place

RIDE = ("Ride in", "0, or give cost:; name the vehicle")
DISMOUNT = ("Dismount", "0, or give cost:")
RIDE_WORDS = re.compile(
    r"rides?(?: along)?(?: (?:in|on|with)(?: (?:the )?(?P<who>.+))?)?|(?:boards?|mounts?) (?:the )?(?P<also>.+)"
    r"|gets? (?:in|into|aboard) (?:the )?(?P<third>(?!cover\b|position\b|a |trench\b|foxhole\b).+)"
)
DISMOUNT_WORDS = re.compile(
    r"dismounts?|alights?|stops? riding|gets? (?:out|off) of (?:the )?(?:\w+ )?(?:jeep|car|truck|van|vehicle)"
)


def ride(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Get into a vehicle in the same or a neighboring hex, and behind the cover that it gives (O79). Raises Refusal."""
    combatant, who = scene.combatant(order.actor), match["who"] or match["also"] or match["third"]
    if not who:
        raise Refusal(f"Which vehicle does {combatant.reference} ride in? For example /act what: ride in Jeep.")
    vehicle = named(name_now(who, order, scene.encounter), combatant, scene.encounter)
    if soldier(vehicle).vehicle is None or soldier(combatant).vehicle is not None:
        odd = vehicle if soldier(vehicle).vehicle is None else combatant
        raise NotNow(
            f"{odd.reference} {'is not a vehicle' if odd is vehicle else 'is a vehicle'}. People ride in vehicles."
        )
    if soldier(combatant).rides == vehicle.id:
        raise NotNow(f"{combatant.reference} already rides in {vehicle.reference}.")
    if combatant.place and vehicle.place and hexes.distance(combatant.place, vehicle.place) > 1:
        raise NotNow(f"{vehicle.reference} is at {vehicle.place}. {combatant.reference} must be next to it to get in.")
    this = Work("ride", (vehicle.id,))
    if waiting := action_points.work(combatant.id, this, f"gets into {vehicle.reference}", order.cost or 0, scene):
        return replace(waiting, of=this.of)
    state, around = unsteady(soldier(scene.combatant(combatant.id))), soldier(vehicle)
    exposure = around.exposure or state.exposure
    inside = altered(state, rides=vehicle.id, exposure=exposure, cover=around.cover, cover_side=around.cover_side)
    inside = altered(inside, foxhole=False)
    scene.change(combatant.id, inside)
    if combatant.place != vehicle.place:
        scene.do(Placed(combatant.id, vehicle.place))
    scene.conclude(f"{combatant.reference} rides in {vehicle.reference}.")
    return None


def dismount(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Get out at the vehicle's place. Raises NotNow for a fighter that is not riding."""
    combatant = scene.combatant(order.actor)
    if not soldier(combatant).rides:
        raise NotNow(f"{combatant.reference} is not riding in anything.")
    if waiting := action_points.work(combatant.id, Work("dismount"), "gets out", order.cost or 0, scene):
        return waiting
    state = soldier(scene.combatant(combatant.id))
    around = soldier(scene.combatant(state.rides))
    exposure = "exposed" if around.exposure else state.exposure
    scene.change(combatant.id, altered(state, rides="", exposure=exposure, cover=None, cover_side=None))
    scene.conclude(f"{combatant.reference} gets out{f' at {combatant.place}' if combatant.place else ''}.")
    return None


def check_on_foot(combatant: Combatant, scene: Scene) -> None:
    """Raise NotNow for a move by a fighter that rides, unless the vehicle is gone."""
    if ridden := _ridden(soldier(combatant), scene.encounter):
        raise NotNow(f"{combatant.reference} rides in {ridden.reference}. Use /act what: dismount first.").helped_by(
            act_first(combatant.id, "dismount")
        )


def carry(vehicle: str, left: Sequence[Place], scene: Scene) -> None:
    """Move the riders of a vehicle that has left these hexes along with it."""
    place = scene.combatant(vehicle).place
    for rider in scene.encounter.combatants:
        state = soldier(rider)
        if state.rides != vehicle or rider.place == place:
            continue
        scene.do(Placed(rider.id, place))
        if left:
            scene.change(rider.id, altered(walked(state, left), pin=None, last_shot=None))  # no stance ends
    turn_along(vehicle, scene)


def turn_along(vehicle: str, scene: Scene) -> None:
    """Give the riders of a vehicle the side on which its cover stands now (rulings O75, O79)."""
    side = soldier(scene.combatant(vehicle)).cover_side
    for rider in scene.encounter.combatants:
        state = soldier(rider)
        if state.rides == vehicle and state.cover_side != side:
            scene.change(rider.id, altered(state, cover_side=side))


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the vehicle that the combatant rides in, for the board."""
    if ridden := _ridden(soldier(combatant), encounter):
        yield 5, f"rides in {ridden.name}"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the vehicle that the combatant rides in, for the Status Sheet."""
    if ridden := _ridden(soldier(combatant), encounter):
        yield "Rides in", ridden.name


def _ridden(state: Soldier, encounter: Encounter) -> Combatant | None:
    return next((c for c in encounter.combatants if c.present and c.id == state.rides), None)
