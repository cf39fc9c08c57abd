"""Resolves /move: Points for each space, flying, cover fire on the way (MOVEMENT).

`paths` finds the way, `command` decides which Points pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.engine.books.reach import Reach
from rules.engine.map.pieces import named
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Move
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sharing.square_moves import check_goal
from rules.engine.sight import contact
from rules.grid.ground import open_ground
from rules.space_marines import sight, switches
from rules.space_marines.attacks import cover
from rules.space_marines.figures import bearers, turn
from rules.space_marines.figures.continuations import Proceed
from rules.space_marines.figures.figure import HALF, PLACED, figure, points
from rules.space_marines.moves import command, how_words, paths
from rules.space_marines.moves.command import Funds
from rules.space_marines.moves.how_words import MoveOptions
from rules.space_marines.moves.paths import Stride
from rules.words.phrases import counted
from rules.words.places import Place

MOST_COST = 99
SECTION = "MOVEMENT"


@dataclass(frozen=True, slots=True)
class _Trip:
    """A move in progress: destination, options and the Points that pay for it (none if `prepaid`)."""

    to: Place
    how: MoveOptions
    funds: Funds
    prepaid: bool = False

    def rest(self) -> Proceed:
        """Return the order that continues the move if it is interrupted now."""
        how = self.how
        if self.funds.first:
            how = replace(how, command=self.funds.command > 0, amount=self.funds.command * HALF)
        leader = self.funds.leader if how.leader else ""
        return Proceed(self.funds.mover, self.to, str(how), self.prepaid, leader)


@dataclass(frozen=True, slots=True)
class _Progress:
    """The spaces entered, the Points paid for them in halves, and what ended the move.

    `interrupted`: cover fire interrupted it. `met`: the clauses of the outcome about the unknown figure or piece that
    it met.
    """

    spaces: tuple[Place, ...]
    own: int = 0
    command: int = 0
    interrupted: bool = False
    met: tuple[Clause, ...] = ()


def move(order: Move, scene: Scene) -> None:
    """Move to a space. Raises Refusal before anything is spent."""
    encounter, mover = scene.known(order.actor), scene.combatant(order.actor)
    # Before play begins, both sides are set up in any order, which uses up no turn.
    if mover.place is not None or (turn.has_begun(encounter) and not scene.appearing):
        turn.check_turn(mover.id, scene.encounter)
    how = how_words.read_how(order.how)
    check_goal(order, scene)
    if mover.place is None:
        _place_figure(order, scene)
        return
    check_may_move(mover)
    given = read_cost(order.cost)
    takeoff = check_flight(mover, how, encounter)
    way = paths.way(mover.id, order.to, _as_flying(mover, encounter) if how.fly else encounter, how.via)
    if given is not None:
        way, takeoff = tuple(replace(stride, cost=0) for stride in way), turn.halves(given)
    funds = command.find_funds(mover.id, how, encounter)
    if how.leader:
        how = replace(how, leader=encounter.combatant(funds.leader).name)
    if takeoff + sum(stride.cost for stride in way) > funds.total:
        if given is not None:
            has = command.paid_words(funds.own, funds.command, _name_of(funds.leader, encounter))
            raise NotNow(f"{mover.reference} has {has} left this turn. That move takes {points(given)}.")
        raise NotNow(_too_far_words(mover, how, takeoff, way, funds, encounter))
    turn.begin_turn(mover.id, scene)
    own, shared = funds.shares(takeoff)
    funds = funds.pay(takeoff, scene)
    if how.fly:
        scene.change(mover.id, replace(figure(scene.combatant(mover.id)), flying=True))
    _note_cost(how, takeoff, way, scene, given=given is not None)
    progress = _enter(_Trip(order.to, replace(how, fly=False), funds, given is not None), way, scene)
    progress = replace(progress, own=progress.own + own, command=progress.command + shared)
    verb = "takes off and flies" if how.fly else _verb(mover)
    _arrive(mover, verb, how, progress, funds, scene)


def proceed(order: Proceed, scene: Scene) -> None:
    """Continue a move that cover fire interrupted, as far as the Points reach, unless the figure died."""
    mover = scene.combatant(order.actor)
    if not mover.present or mover.place is None:
        return
    how = how_words.read_how(order.how)
    if mover.place == order.to:
        if how.land and can_land(mover, scene.encounter):
            land(mover, scene)
            scene.conclude(f"{mover.reference} lands at {mover.place}.")
        return
    funds = command.find_remaining_funds(order, how, scene.encounter)
    try:
        way = paths.way(mover.id, order.to, scene.known(mover.id), how.via)
    except NotNow as closed:
        scene.note("Way", str(closed), section=SECTION)
        way = ()
    if order.paid:
        way = tuple(replace(stride, cost=0) for stride in way)
    progress = _enter(_Trip(order.to, how, funds, order.paid), way, scene)
    _arrive(mover, f"{_verb(mover)} on", how, progress, funds, scene)


def advance(mover: str, way: tuple[Stride, ...], scene: Scene) -> tuple[Clause, ...]:
    """Enter spaces one by one, as far as its own Points reach and until cover fire interrupts.

    Returns the clauses of the outcome about an unknown figure or piece that it met. After an interruption, the rest of
    the way waits for the answer to the Question.
    """
    if not way:
        return ()
    own = turn.halves(figure(scene.combatant(mover)).left)
    return _enter(_Trip(way[-1].to, MoveOptions(), Funds(mover, own)), way, scene).met


def check_may_move(mover: Combatant) -> None:
    """Raise NotNow for a reinforcement, which may not move in the phase in which it was placed."""
    if figure(mover).stage == PLACED:
        raise NotNow(
            f"{mover.reference} was placed in this phase. A reinforcement may act at once, and move next turn."
        )


def read_cost(cost: int | None) -> Fraction | None:
    """Return the cost of an order in Points, None if not given. Raises Refusal for an impossible cost."""
    if cost is not None and not 0 <= cost <= MOST_COST:
        raise Refusal(f"Cost is 0 to {MOST_COST} Points, not {cost}.")
    return None if cost is None else Fraction(cost)


def check_flight(mover: Combatant, how: MoveOptions, encounter: Encounter) -> int:
    """Return the cost of taking off in halves, 0 if it does not take off.

    Raises NoRule for a figure that does not fly, NotNow for taking off in the air or while carrying a figure, and for
    landing on the ground.
    """
    state = figure(mover)
    if (how.fly or how.land) and not state.troop.flight:
        raise NoRule(f"{mover.reference} does not fly. Leave fly and land out.")
    if how.fly and state.flying:
        raise NotNow(f"{mover.reference} is already in the air. Leave fly out.")
    if how.fly and (carried := bearers.load(mover, encounter)):
        raise NotNow(
            f"{mover.reference} carries {carried.reference} and cannot take off. Put down {carried.reference} first."
        )
    if how.land and not (state.flying or how.fly):
        raise NotNow(f"{mover.reference} is already on the ground. Leave land out.")
    return 2 * state.troop.takeoff if how.fly else 0


def reach(actor: str, how: str, encounter: Encounter) -> Reach:
    """Return the cost of each space in Points, as far as a figure's Points reach. Raises Refusal for words in `how`."""
    mover, options = encounter.combatant(actor), how_words.read_how(how)
    takeoff = check_flight(mover, options, encounter)
    funds = command.find_funds(actor, options, encounter)
    flying = _as_flying(mover, encounter) if options.fly else encounter
    costs = paths.reachable(actor, flying, funds.total - takeoff) if funds.total >= takeoff else {}
    return Reach(
        {place: (cost + takeoff) * HALF for place, cost in costs.items() if place != mover.place},
        "Point",
        funds.total * HALF,
    )


def can_land(mover: Combatant, encounter: Encounter) -> bool:
    """Return whether it has room to land; an interrupted flight may be over a wall or another figure."""
    below = [c for c in encounter.combatants if c.present and c.place == mover.place and c.id != mover.id]
    battle_map, place = encounter.battle_map, mover.place
    return place is None or (not below and (battle_map is None or open_ground(battle_map, place)))


def land(mover: Combatant, scene: Scene) -> None:
    """Land the figure, at no cost."""
    state = figure(scene.combatant(mover.id))
    scene.change(mover.id, replace(state, flying=False, moved=True))


def _place_figure(order: Move, scene: Scene) -> None:
    """Place a figure that is not on the map, at no cost; once play has begun it is a reinforcement."""
    mover = scene.combatant(order.actor)
    if order.how.strip() or order.cost:
        raise NoRule(f"{mover.reference} is not on the map yet and is placed for free. Leave how: and cost: out.")
    encounter = scene.encounter
    other, place = contact.in_the_way(mover, order.to, scene), order.to
    if other:
        beside = contact.stop_before(
            mover, place, encounter, lambda at: sight.neighbours(at, encounter), sight.measure(encounter)
        )
        if beside is None:
            met = contact.meet(mover.id, other, scene)
            scene.conclude((scene.clause(f"{mover.reference} stays off the map"), *met, scene.clause(".")))
            return
        place = beside
    scene.do(Placed(mover.id, place))
    met = contact.meet(mover.id, other, scene) if other else ()
    met += contact.find_rough(mover.id, (place,), scene)
    turn.join_phase(mover.id, scene)
    interrupted = cover.ask_watchers(mover.id, (Proceed(mover.id, place),), scene)
    turn.note_left(mover.id, SECTION, scene)
    entered = _entered(place, scene) if interrupted else ()
    stays = ": a reinforcement may act, and move next turn" if figure(scene.combatant(mover.id)).stage == PLACED else ""
    placed = scene.clause(f"{mover.reference} is placed at {named(scene.encounter.battle_map, place)}")
    scene.conclude((placed, *met, *entered, scene.clause(f"{stays}.")))


def _enter(trip: _Trip, way: tuple[Stride, ...], scene: Scene) -> _Progress:
    """Enter the spaces of a way at their true cost, as far as the Points reach, until something unknown or cover fire
    ends the move.
    """
    mover = trip.funds.mover
    progress = _Progress(())
    planned, other = _up_to_unknown(scene.combatant(mover), way, scene)
    free, rough = _true_costs(trip, planned, scene)
    for at, stride in enumerate(free):
        funds = trip.funds
        if not any(_possible_stops(free[at:], funds.total, scene.encounter)):
            break
        own, shared = funds.shares(stride.cost)
        how = trip.how
        if how.via[:1] == (stride.to,):
            how = replace(how, via=how.via[1:])
        trip = replace(trip, how=how, funds=funds.pay(stride.cost, scene))
        scene.do(Placed(mover, stride.to))
        progress = _Progress((*progress.spaces, stride.to), progress.own + own, progress.command + shared)
        if cover.ask_watchers(mover, (trip.rest(),), scene):
            return replace(progress, interrupted=True, met=_find_rough(mover, progress.spaces, rough, scene))
    entered = len(progress.spaces)
    stops = [*_possible_stops(way[entered:], trip.funds.total, scene.known(mover))] if rough or other else []
    too_dear = [stride.to for stride in free[entered:] if stride.to in rough][:1] if stops else []
    met = _find_rough(mover, (*progress.spaces, *too_dear), rough, scene)
    if other and not too_dear and any(entered + stop > len(free) for stop in stops):
        met += contact.meet(mover, other, scene)
    return replace(progress, met=met)


def _true_costs(
    trip: _Trip, way: tuple[Stride, ...], scene: Scene
) -> tuple[tuple[Stride, ...], Mapping[Place, tuple[int, int]]]:
    """Return a way at its true cost, and the secret rough ground on it.

    The way was planned by what the mover's side knows. Each space of rough ground comes with its apparent cost and its
    true cost, in halves. A flyer passes over rough ground.
    """
    mover = scene.combatant(trip.funds.mover)
    if figure(mover).flying or not any(contact.is_secret_rough(mover, stride.to, scene) for stride in way):
        return way, {}
    costs = {stride.to: stride.cost for stride in way}
    true = way if trip.prepaid else paths.at_true_cost(mover.id, way, scene.encounter)
    rough = {s.to: (costs[s.to], s.cost) for s in true if contact.is_secret_rough(mover, s.to, scene)}
    return true, rough


def _find_rough(
    mover: str, places: tuple[Place, ...], rough: Mapping[Place, tuple[int, int]], scene: Scene
) -> tuple[Clause, ...]:
    """Show everybody the secret rough ground at these places, with its cost, and return its clauses for the outcome."""
    for place in places:
        if place in rough:
            seems, costs = (points(cost * HALF) for cost in rough[place])
            scene.note("Rough ground", f"{place} takes {costs}, not {seems}", detail=True, section=SECTION)
    return contact.find_rough(mover, (place for place in places if place in rough), scene)


def _up_to_unknown(
    mover: Combatant, way: tuple[Stride, ...], scene: Scene
) -> tuple[tuple[Stride, ...], contact.Obstacle | None]:
    """Return a way up to the first thing on it that the mover's side does not know, and that thing, None if there is
    none.

    A flyer passes over figures, and outdoors over walls, but does not stop there.
    """
    flying, outdoors = figure(mover).flying, switches.hexes(scene.encounter)
    for at, stride in enumerate(way, 1):
        other = contact.in_the_way(mover, stride.to, scene)
        passes = flying and at < len(way) and (outdoors or isinstance(other, Combatant))
        if other and not passes:
            return way[: at - 1], other
    return way, None


def _possible_stops(way: tuple[Stride, ...], funds: int, encounter: Encounter) -> Iterator[int]:
    """Yield the numbers of spaces after which it may stop, if it enters them with `funds` halves."""
    taken = {c.place for c in encounter.combatants if c.present}
    cost = 0
    for number, stride in enumerate(way, 1):
        cost += stride.cost
        if cost > funds:
            return
        if stride.to not in taken and (encounter.battle_map is None or open_ground(encounter.battle_map, stride.to)):
            yield number


def _arrive(before: Combatant, verb: str, how: MoveOptions, progress: _Progress, funds: Funds, scene: Scene) -> None:
    """Land if `how` says so, and report the move."""
    now = scene.combatant(before.id)
    lands = how.land and not progress.interrupted and can_land(now, scene.encounter)
    if lands:
        land(now, scene)
    leader = scene.name(funds.leader) if funds.leader else ""
    if progress.command:
        left = turn.command_points(figure(scene.combatant(funds.leader)).command_left)
        with scene.concerning(funds.leader):
            scene.note("Command", f"{leader} has {left} left", section=command.SECTION)
    turn.note_left(now.id, SECTION, scene)
    if not progress.spaces:
        stays = scene.clause(f"{now.reference} {'lands' if lands else 'stays'} at {now.place}")
        scene.conclude((stays, *progress.met, scene.clause(".")))
        return
    to = named(scene.encounter.battle_map, now.place)
    way = f"from {before.place} to {to}, {counted(len(progress.spaces), 'space')}"
    entered = _entered(progress.spaces[-1], scene) if progress.interrupted else ()
    paid = command.paid_words(progress.own, progress.command, leader)
    ends = scene.clause(f"{' and lands' if lands else ''}.")
    scene.conclude((scene.clause(f"{now.reference} {verb} {way} ({paid})"), *entered, *progress.met, ends))


def _verb(mover: Combatant) -> str:
    return "flies" if figure(mover).flying else "moves"


def _entered(place: Place, scene: Scene) -> tuple[Clause, ...]:
    """Return a clause for each figure whose cover fire is entered; each can be read alone."""
    watchers = [question.to for question in turn.questions(scene.encounter)]
    return tuple(scene.clause(f", and enters the area that {scene.name(id)} covers at {place}", id) for id in watchers)


def _as_flying(mover: Combatant, encounter: Encounter) -> Encounter:
    """Return the encounter with the figure in the air."""
    return encounter.with_combatant(altered(mover, condition=replace(figure(mover), flying=True)))


def _note_cost(how: MoveOptions, takeoff: int, way: tuple[Stride, ...], scene: Scene, *, given: bool) -> None:
    if given:
        scene.note("Cost", f"{points(takeoff * HALF)}, as given", detail=True, section=SECTION)
    else:
        parts = [f"taking off {points(takeoff * HALF)}"] if how.fly else []
        parts += [f"{stride.to} {points(stride.cost * HALF)}" for stride in way]
        scene.note("Cost", ", ".join(parts), detail=True, section=SECTION)
    source = "Space Marines, MOVEMENT" + (" and COMMAND POINTS" if how.command else "")
    scene.note("Section", source, detail=True, section=SECTION)


def _name_of(id: str, encounter: Encounter) -> str:
    """Return the reference to a combatant, "" for no id."""
    return encounter.combatant(id).reference if id else ""


def _too_far_words(
    mover: Combatant, how: MoveOptions, takeoff: int, way: tuple[Stride, ...], funds: Funds, encounter: Encounter
) -> str:
    cost = takeoff + sum(stride.cost for stride in way)
    leader = _name_of(funds.leader, encounter)
    what = f"{'taking off and ' if how.fly else ''}moving {counted(len(way), 'space')}"
    reached = max(_possible_stops(way, funds.total - takeoff, encounter), default=0)
    far = f"they get as far as {way[reached - 1].to}" if reached else "they can't get anywhere that way"
    helpers = [] if how.command else command.leaders(mover.id, encounter)
    hint = f", and how: command lets {helpers[0].reference} help them" if helpers else ""
    has = command.paid_words(funds.own, funds.command, leader)
    return (
        f"{mover.reference} has {has} left this turn. {what[:1].upper()}{what[1:]} takes"
        f" {points(cost * HALF)}: {far}{hint}."
    )
