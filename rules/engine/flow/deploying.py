"""Sides that place their fighters in secret and then appear, all at once.

1. A GM gives a side a zone (`Deploy`). This puts a `Deployment` on the agenda, which only the side's own players and
   the GMs can read.
2. A fighter of that side without a place is placed by an ordinary Move, which is kept and not yet carried out. It is
   tried on the encounter as the side knows it, so an impossible Move is refused at once. A Pass keeps a fighter off the
   map. Either can be given again, and `Withdraw` cancels it.
3. Once every fighter is placed or kept off the map, all appear together (`settle`): the Moves are carried out, one part
   each. With `until`, a side appears when that turn begins, with the fighters placed by then.
4. A deployment without `until` holds time up. A Next then ends the deployment instead of letting time continue: the
   fighters placed so far appear.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.sealed import check_appearing, keep_to_own_side
from rules.engine.map.deployments import deployments, missing, placed
from rules.engine.records.agenda import Clock, Deployment, Pending, Spot
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Move, Pass
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.scene.scene import Scene
from rules.grid.ground import impassable, on_map
from rules.words.maps import in_blocks
from rules.words.phrases import listed
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """Have a side place its fighters in a zone, until a turn begins (0: until all are placed).

    Without a zone, the side's deployment ends and its fighters stay off the map.
    """

    kind = "Deploy"

    side: str
    zone: frozenset[Place] = frozenset()
    until: int = 0


def deploy(order: Deploy, scene: Scene, ruleset: Ruleset) -> None:
    """Give a side its zone, or cancel its deployment. Raises NotNow, Refusal."""
    encounter = scene.encounter
    members = [c for c in encounter.combatants if c.side == order.side and c.present and c.place is None]
    before = next((one for one in deployments(encounter) if one.side == order.side), None)
    if not order.zone:
        if before is None:
            raise NotNow(f"{order.side} is not deploying. Give it a zone with zone:.")
        _announce(members, f"{order.side} is no longer deploying.", scene)
        scene.drop(before)
        _tell(members, "Its fighters stay off the map.", scene)
        return
    if not members:
        if all(c.side != order.side for c in encounter.combatants):
            raise NotNow(
                f"{order.side} has no fighter yet. Bring them in first, with /combatant add side: {order.side}."
            )
        raise NotNow(f"{order.side} has no fighter to place. All are on the map or out of play.")
    if order.until and order.until <= encounter.clock.turn:
        raise NotNow(f"It is already {ruleset.turn_name} {encounter.clock.turn}. Give a later one in until:.")
    _check_zone(order, encounter)
    _announce(members, f"{order.side} deploys: its players place their fighters in private with /move.", scene)
    until = Clock(order.until) if order.until else None
    kept = tuple(spot for spot in before.spots if _within(spot, order.zone)) if before else ()
    scene.drop(before)
    scene.plan(Deployment(order.side, order.zone, kept, until))
    latest = f", or when {ruleset.turn_name} {order.until} begins" if order.until else ""
    text = f"The zone of {order.side}: {in_blocks(order.zone)}. /pass keeps a fighter off the map. All appear when"
    _tell(members, f"{text} everyone is placed{latest}.", scene)


def place(order: Move | Pass, deployment: Deployment, scene: Scene, ruleset: Ruleset) -> None:
    """Keep where a fighter will appear, or that they stay off the map. Raises Refusal if the order is impossible."""
    actor, begun = order.actor, len(scene.parts)
    others = tuple(spot for spot in deployment.spots if spot.actor != actor)
    if isinstance(order, Move):
        if order.to not in deployment.zone:
            raise NotNow(f"{order.to} is outside {deployment.side}'s zone: {in_blocks(deployment.zone)}.")
        taken = {spot.order.to: spot.actor for spot in others if isinstance(spot.order, Move)}
        if order.to in taken and not ruleset.crowded:
            there = f"{scene.name(taken[order.to])} is placed at {order.to}"
            if taken.keys() >= deployment.zone - impassable(scene.encounter.battle_map):
                raise NotNow(f"{there}, and the zone is full. Use /pass to keep {scene.name(actor)} off the map.")
            raise NotNow(f"{there}. Choose another place.")
        check_appearing(order, scene, ruleset)
        text = f"{scene.name(actor)} will appear at {order.to}."
    else:
        text = f"{scene.name(actor)} stays off the map."
    _change(deployment, (*others, Spot(actor, order)), scene)
    if left := missing(scene.encounter, [one for one in deployments(scene.encounter) if one.side == deployment.side]):
        text += f" Still to be placed: {listed([scene.name(id) for id in left], 'and')}."
    scene.conclude((scene.clause(text, actor, own=True),))
    keep_to_own_side(actor, begun, scene)


def withdraw(actor: str, deployment: Deployment, scene: Scene) -> None:
    """Cancel where a fighter will appear. Raises NotNow if they are not placed."""
    begun = len(scene.parts)
    left = tuple(spot for spot in deployment.spots if spot.actor != actor)
    if len(left) == len(deployment.spots):
        raise NotNow(f"{scene.name(actor)} is not placed yet.")
    _change(deployment, left, scene)
    scene.conclude((scene.clause(f"{scene.name(actor)} is no longer placed.", actor, own=True),))
    keep_to_own_side(actor, begun, scene)


def settle(scene: Scene, ruleset: Ruleset) -> None:
    """Let sides appear: all once everyone is placed; otherwise those whose turn has begun."""
    there = deployments(scene.encounter)
    if not there or scene.encounter.ended:
        return
    if missing(scene.encounter, there):
        there = tuple([one for one in there if one.until and one.until <= scene.encounter.clock])
    if there:
        _appear(there, scene, ruleset)


def end(scene: Scene, ruleset: Ruleset) -> None:
    """End the deployments that hold time up: their fighters placed so far appear."""
    _appear([one for one in deployments(scene.encounter) if one.until is None], scene, ruleset)


def pending(item: Pending) -> str:
    """Return a deployment in words, "" for any other item of the agenda."""
    if not isinstance(item, Deployment):
        return ""
    until = f" until {item.until.turn}" if item.until else ""
    return f"{item.side} deploys in {in_blocks(item.zone)}{until}: {len(placed(item))} placed"


def _within(spot: Spot, zone: frozenset[Place]) -> bool:
    return not isinstance(spot.order, Move) or spot.order.to in zone


def _check_zone(order: Deploy, encounter: Encounter) -> None:
    battle_map = encounter.battle_map
    if battle_map is None:
        raise NotNow("There is no map yet. Make one with /encounter map size: 12x8.")
    if outside := [place for place in sorted(order.zone) if not on_map(battle_map, place)]:
        raise NotNow(
            f"{outside[0]} is off the map, which goes from A1 to {Place(battle_map.width, battle_map.height)}."
        )
    if order.zone <= impassable(battle_map):
        raise NotNow(f"Nobody can stand anywhere in {in_blocks(order.zone)}. Choose a zone with free places.")
    for other in deployments(encounter):
        if other.side != order.side and (shared := sorted(other.zone & order.zone)):
            raise NotNow(f"{shared[0]} is already in {other.side}'s zone. Zones must not share a place.")


def _change(deployment: Deployment, spots: tuple[Spot, ...], scene: Scene) -> None:
    changed = replace(deployment, spots=spots)
    scene.reschedule(tuple([changed if item is deployment else item for item in scene.encounter.agenda]))


def _announce(members: Sequence[Combatant], text: str, scene: Scene) -> None:
    """Announce something to everybody, unless the GM keeps all of these fighters secret."""
    if open_to_all := [one for one in members if not one.secret]:
        scene.notify(*(one.id for one in open_to_all))
        scene.conclude(text)


def _tell(members: Sequence[Combatant], text: str, scene: Scene) -> None:
    """Announce something to the side of these fighters and the GM alone."""
    about = members[0].id if members else GMS
    begun = len(scene.parts)
    with scene.concerning(about):
        scene.conclude((scene.clause(text, about, own=bool(members)),))
    if members:
        keep_to_own_side(about, begun, scene)


def _appear(there: Sequence[Deployment], scene: Scene, ruleset: Ruleset) -> None:
    orders = {spot.actor: spot.order for one in there for spot in one.spots if isinstance(spot.order, Move)}
    with scene.concerning(""):
        scene.drop(*there)
        scene.conclude("Deployment is over. All placed fighters appear.")
    for id in [c.id for c in scene.encounter.combatants if c.id in orders]:
        with scene.concerning(id):
            try:
                with scene.attempt():
                    scene.appearing = True
                    ruleset.resolve(orders[id], scene)
                    scene.appearing = False
            except Refusal as refusal:
                scene.notify(id)
                scene.fail(id)
                scene.conclude((scene.clause(f"{scene.name(id)} stays off the map. {refusal}", id, own=True),))
