"""Moving: Points for each space, flying, cover fire on the way (MOVEMENT). Who pays is in `command`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.copies import altered
from rules.engine.effects import Placed
from rules.engine.errors import NoRule, NotNow, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Move
from rules.engine.scene import Scene
from rules.grid.ground import check_free, check_ground, open_ground
from rules.space_marines import command, cover, how_words, paths, turn
from rules.space_marines.command import Purse
from rules.space_marines.continuing import Proceed
from rules.space_marines.figure import HALF, PLACED, figure, points
from rules.space_marines.how_words import Manner
from rules.space_marines.paths import Stride
from rules.words.phrases import counted, listed
from rules.words.places import Place

MOST_COST = 99
_PAID = "paid"
"""So goes on what the order gave a cost for: it is paid already."""


@dataclass(frozen=True, slots=True)
class _Trip:
    """A move under way: whereto, how, and what pays for it (nothing more if `prepaid`)."""

    to: Place
    how: Manner
    purse: Purse
    prepaid: bool = False

    def rest(self) -> Proceed:
        """What is still to be done, should it be interrupted now."""
        how = self.how
        if self.purse.first:
            how = replace(how, command=self.purse.command > 0, amount=self.purse.command * HALF)
        said = " ".join(filter(None, [_PAID if self.prepaid else "", str(how)]))
        return Proceed(self.purse.mover, self.to, said)


@dataclass(frozen=True, slots=True)
class _Walked:
    """The spaces entered, what was paid for them in halves, and whether cover fire interrupted."""

    spaces: tuple[Place, ...]
    own: int = 0
    command: int = 0
    asked: bool = False


def move(order: Move, scene: Scene) -> None:
    """Move to a space. Raises Refusal before anything is spent."""
    encounter, mover = scene.encounter, scene.combatant(order.actor)
    # Until play begins both sides are set up in any order, and nobody's turn is used up.
    if mover.place is not None or turn.begun(encounter):
        turn.check_turn(mover.id, encounter)
    how = how_words.read(order.how)
    check_ground(encounter, order.to)
    if mover.place == order.to:
        raise NotNow(f"{mover.name} stands at {order.to} already.")
    check_free(encounter, order.to)
    if mover.place is None:
        _place(order, scene)
        return
    may_move(mover)
    given = given_cost(order.cost)
    takeoff = check_flight(mover, how)
    way = paths.way(mover.id, order.to, _aloft(mover, encounter) if how.fly else encounter, how.via)
    if given is not None:
        way, takeoff = tuple(replace(stride, cost=0) for stride in way), turn.halves(given)
    purse = command.purse(mover.id, how, encounter)
    if how.leader:
        how = replace(how, leader=encounter.combatant(purse.leader).name)
    if takeoff + sum(stride.cost for stride in way) > purse.total:
        if given is not None:
            has = command.paid(purse.own, purse.command, _named(purse.leader, encounter))
            raise NotNow(f"{mover.name} has {has} left this turn; that move takes {points(given)}.")
        raise NotNow(_too_far(mover, how, takeoff, way, purse, encounter))
    turn.takes_turn(mover.id, scene)
    own, shared = purse.shares(takeoff)
    purse = purse.pay(takeoff, scene)
    if how.fly:
        scene.change(mover.id, replace(figure(scene.combatant(mover.id)), flying=True))
    _tell_cost(how, takeoff, way, scene, given=given is not None)
    walked = _enter(_Trip(order.to, replace(how, fly=False), purse, given is not None), way, scene)
    walked = replace(walked, own=walked.own + own, command=walked.command + shared)
    does = "takes off and flies" if how.fly else _does(mover)
    _arrive(mover, does, how, walked, purse, scene)


def proceed(order: Proceed, scene: Scene) -> None:
    """Go on with a move that cover fire interrupted, as far as the Points still reach; the dead do not."""
    mover = scene.combatant(order.actor)
    if not mover.present or mover.place is None:
        return
    prepaid = order.how.startswith(_PAID)
    how = how_words.read(order.how.removeprefix(_PAID))
    if mover.place == order.to:
        if how.land and can_land(mover, scene.encounter):
            land(mover, scene)
            scene.conclude(f"{mover.name} lands at {mover.place}.")
        return
    purse = command.purse_still(mover.id, how, scene.encounter)
    try:
        way = paths.way(mover.id, order.to, scene.encounter, how.via)
    except NotNow as closed:
        scene.note("Way", str(closed))
        way = ()
    if prepaid:
        way = tuple(replace(stride, cost=0) for stride in way)
    walked = _enter(_Trip(order.to, how, purse, prepaid), way, scene)
    _arrive(mover, f"{_does(mover)} on", how, walked, purse, scene)


def advance(mover: str, way: tuple[Stride, ...], scene: Scene) -> tuple[Place, ...]:
    """Enter these spaces one by one, paying for each from its own Points, as far as they reach and until cover fire
    interrupts; the spaces entered. What is left of the way then waits behind the Question."""
    if not way:
        return ()
    own = turn.halves(figure(scene.combatant(mover)).left)
    return _enter(_Trip(way[-1].to, Manner(), Purse(mover, own)), way, scene).spaces


def may_move(mover: Combatant) -> None:
    """Raises NotNow for a reinforcement, which may not move in the phase in which it was placed."""
    if figure(mover).stage == PLACED:
        raise NotNow(f"{mover.name} was placed in this phase: a reinforcement may act at once, and move next turn.")


def given_cost(cost: int | None) -> Fraction | None:
    """A cost in Points that the order gives. Raises Refusal if it is none."""
    if cost is not None and not 0 <= cost <= MOST_COST:
        raise Refusal(f"A cost goes from 0 to {MOST_COST} Points, not {cost}.")
    return None if cost is None else Fraction(cost)


def check_flight(mover: Combatant, how: Manner) -> int:
    """What taking off costs, in halves, if it does so. Raises NoRule for what does not fly, NotNow for what flies
    already or is on the ground."""
    state = figure(mover)
    if (how.fly or how.land) and not state.troop.flight:
        raise NoRule(f"{mover.name} does not fly: leave fly and land out.")
    if how.fly and state.flying:
        raise NotNow(f"{mover.name} is in the air already: leave fly out.")
    if how.land and not (state.flying or how.fly):
        raise NotNow(f"{mover.name} is on the ground already: leave land out.")
    return 2 * state.troop.takeoff if how.fly else 0


def can_land(mover: Combatant, encounter: Encounter) -> bool:
    """Whether there is room below it, which interrupted over a wall or another figure it has not."""
    below = [c for c in encounter.combatants if c.present and c.place == mover.place and c.id != mover.id]
    board, place = encounter.board, mover.place
    return place is None or (not below and (board is None or open_ground(board, place)))


def land(mover: Combatant, scene: Scene) -> None:
    """It is on the ground, at no cost."""
    state = figure(scene.combatant(mover.id))
    scene.change(mover.id, replace(state, flying=False, moved=True))


def _place(order: Move, scene: Scene) -> None:
    """A figure that stands nowhere yet is placed, at no cost; once play has begun it is a reinforcement."""
    mover = scene.combatant(order.actor)
    if order.how.strip() or order.cost:
        raise NoRule(f"{mover.name} stands nowhere yet and is placed at no cost: leave how: and cost: out.")
    scene.do(Placed(mover.id, order.to))
    turn.joined(mover.id, scene)
    asked = cover.entered(mover.id, (Proceed(mover.id, order.to),), scene)
    turn.tell_left(mover.id, scene)
    cover_ = _into_cover(order.to, scene) if asked else ""
    stays = ": a reinforcement may act, and move next turn" if figure(scene.combatant(mover.id)).stage == PLACED else ""
    scene.conclude(f"{mover.name} is placed at {order.to}{cover_}{stays}.")


def _enter(trip: _Trip, way: tuple[Stride, ...], scene: Scene) -> _Walked:
    mover = trip.purse.mover
    walked = _Walked(())
    for at, stride in enumerate(way):
        purse = trip.purse
        if not _reaches(way[at:], purse.total, scene.encounter):
            break
        own, shared = purse.shares(stride.cost)
        how = trip.how
        if how.via[:1] == (stride.to,):
            how = replace(how, via=how.via[1:])
        trip = replace(trip, how=how, purse=purse.pay(stride.cost, scene))
        scene.do(Placed(mover, stride.to))
        walked = _Walked((*walked.spaces, stride.to), walked.own + own, walked.command + shared)
        if cover.entered(mover, (trip.rest(),), scene):
            return replace(walked, asked=True)
    return walked


def _reaches(way: tuple[Stride, ...], funds: int, encounter: Encounter) -> int:
    """How many of these spaces can be entered with so many halves, the last being one where it may stay."""
    taken = {c.place for c in encounter.combatants if c.present}
    reached, cost = 0, 0
    for number, stride in enumerate(way, 1):
        cost += stride.cost
        if cost > funds:
            break
        if stride.to not in taken and (encounter.board is None or open_ground(encounter.board, stride.to)):
            reached = number
    return reached


def _arrive(before: Combatant, does: str, how: Manner, walked: _Walked, purse: Purse, scene: Scene) -> None:
    """Land if that was said, and tell it all."""
    now = scene.combatant(before.id)
    lands = how.land and not walked.asked and can_land(now, scene.encounter)
    if lands:
        land(now, scene)
    leader = scene.combatant(purse.leader).name if purse.leader else ""
    if walked.command:
        left = turn.command_points(figure(scene.combatant(purse.leader)).command_left)
        scene.note("Command", f"{leader} has {left} left")
    turn.tell_left(now.id, scene)
    if not walked.spaces:
        scene.conclude(f"{now.name} {'lands' if lands else 'stays'} at {now.place}.")
        return
    way = f"from {before.place} to {now.place}, {counted(len(walked.spaces), 'space')}"
    cover = _into_cover(walked.spaces[-1], scene) if walked.asked else ""
    paid = command.paid(walked.own, walked.command, leader)
    scene.conclude(f"{now.name} {does} {way} ({paid}){cover}{' and lands' if lands else ''}.")


def _does(mover: Combatant) -> str:
    return "flies" if figure(mover).flying else "moves"


def _into_cover(place: Place, scene: Scene) -> str:
    names = [scene.combatant(question.to).name for question in turn.questions(scene.encounter)]
    return f", and enters the area that {listed(names, 'and')} {'covers' if len(names) == 1 else 'cover'} at {place}"


def _aloft(mover: Combatant, encounter: Encounter) -> Encounter:
    """The encounter as it will be once it has taken off."""
    return encounter.with_combatant(altered(mover, condition=replace(figure(mover), flying=True)))


def _tell_cost(how: Manner, takeoff: int, way: tuple[Stride, ...], scene: Scene, *, given: bool) -> None:
    if given:
        scene.note("Cost", f"{points(takeoff * HALF)}, as given", detail=True)
    else:
        said = [f"taking off {points(takeoff * HALF)}"] if how.fly else []
        said += [f"{stride.to} {points(stride.cost * HALF)}" for stride in way]
        scene.note("Cost", ", ".join(said), detail=True)
    scene.note("Section", "Space Marines, MOVEMENT" + (" and COMMAND POINTS" if how.command else ""), detail=True)


def _named(id: str, encounter: Encounter) -> str:
    """The name of a combatant, "" of none."""
    return encounter.combatant(id).name if id else ""


def _too_far(
    mover: Combatant, how: Manner, takeoff: int, way: tuple[Stride, ...], purse: Purse, encounter: Encounter
) -> str:
    cost = takeoff + sum(stride.cost for stride in way)
    leader = _named(purse.leader, encounter)
    what = f"{'taking off and ' if how.fly else ''}moving {counted(len(way), 'space')}"
    reached = _reaches(way, purse.total - takeoff, encounter)
    far = f"it gets as far as {way[reached - 1].to}" if reached else "it gets nowhere that way"
    helpers = [] if how.command else command.leaders(mover.id, encounter)
    hint = f", and how: command lets {helpers[0].name} help it" if helpers else ""
    has = command.paid(purse.own, purse.command, leader)
    return f"{mover.name} has {has} left this turn; {what} takes {points(cost * HALF)}: {far}{hint}."
