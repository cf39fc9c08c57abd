"""Moving over the hexes, and its cost (2.3, 2.4; rulings O24, O33, O34).

A move continues from impulse to impulse: hexes are entered as their actions are spent, and are added to the `trace`.
With the switch `movement` table 7A has the cost of a hex.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from rules.engine.map.pieces import named
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import AlreadySo, NotNow, Refusal
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Move
from rules.engine.records.private_text import private
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Clause
from rules.engine.sight import contact
from rules.engine.sight.contact import Obstacle, in_the_way
from rules.engine.sight.sight import mapped
from rules.grid import hexes
from rules.grid.ground import check_ground
from rules.phoenix.basics.action_points import ACTIONS, Waiting, counts_actions
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import Course, Soldier, Turned, soldier, turned, unsteady
from rules.phoenix.basics.switches import EXPOSURE, MOVEMENT, STATED, on, value
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover_side
from rules.phoenix.ground.cover import cover_at
from rules.phoenix.ground.cover_side import turned_along
from rules.phoenix.ground.cover_words import ENEMY, FACING, NAMED, tell_side
from rules.phoenix.ground.facing import by_hexside, compass, direction, turn_between, turning_cost
from rules.phoenix.ground.moves import contested, riding
from rules.phoenix.ground.moves.gait import Gait, final_facing, read_gait
from rules.phoenix.ground.moves.routes import Stage
from rules.phoenix.ground.moves.stages import idle_ground, planned
from rules.phoenix.ground.moves.unknown_ground import find, first_met
from rules.phoenix.ground.trace import walked
from rules.phoenix.ground.view import warn_aimers
from rules.phoenix.harm.fitness import allotment, check_spine, disabled_leg
from rules.phoenix.people.sheets.character import check_speed
from rules.phoenix.shooting.carrying import gear
from rules.words.phrases import counted as number_of
from rules.words.phrases import listed
from rules.words.places import Place

MOST_COST = 1_000


PLACED = Hook[Callable[[str, Scene], None]]()
"""Called when a combatant (an id) was placed on the map without a move."""
MET = Hook[Callable[[str, str, Scene], None]]()
"""Called when the first combatant (an id) has met the second, or the second the first, and now knows of them."""


def move(order: Move, scene: Scene) -> Waiting | None:
    """Move to a place as `how` says: running, low crouch, hands and knees; backward; terrain; facing afterwards."""
    combatant = scene.combatant(order.actor)
    state, encounter = soldier(combatant), scene.encounter
    if order.cost is not None and not 0 <= order.cost <= MOST_COST:
        raise Refusal(f"Cost is 0 to {MOST_COST:,} actions, not {order.cost}.")
    check_ground(mapped(encounter, combatant.owner), order.to)
    riding.check_on_foot(combatant, scene)
    if state.vehicle is None:
        check_spine(combatant, encounter, "move")
        if disabled_leg(state, encounter.clock) and not on(encounter, MOVEMENT):
            raise NotNow(f"{combatant.reference} has a disabled leg and cannot move (2.7).")
        check_speed(combatant, scene.book)
    here = combatant.place
    gait = read_gait(order.how, combatant, encounter)
    # The facing may name a fighter.
    encounter = scene.known(order.actor) if gait.facing else mapped(encounter, combatant.owner)
    if here is None:
        _set_down(order, gait, scene)
        return None
    if state.turned:
        combatant = _turned_on_the_way(order, gait, state.turned, combatant, scene)
        state = soldier(combatant)
    course, begins = _course(order, combatant)
    if begins and here == order.to:
        raise AlreadySo(
            f"{combatant.reference} is already at {here}. Name another place, or turn with /act turn to north."
        )
    stages, terms = planned(course, gait, combatant, encounter, scene.book)
    if not begins and _reached(stages, course) != here:
        # The cost of a hex has changed since the start, because of a wound on the way: a new move begins here.
        course, begins = Course(here, state.facing, order.to, order.how, order.cost, here, 0), True
        stages, terms = planned(course, gait, combatant, encounter, scene.book)
    if begins and gait.cover_side:  # refused before the move begins
        direction(gait.cover_side, altered(combatant, place=order.to), scene.known(order.actor))
    if begins and terms and counts_actions(order.actor, scene):
        for row in gait.rows:
            scene.lookup("Cost", scene.book.tables.by_id[gait.table], row, detail=True, section=gait.section)
        scene.sum("Cost", *terms, section=gait.section)
        if idle := idle_ground(stages, gait, encounter, scene.book):
            scene.note("Ground", f"{listed(idle, 'and')}: no cost in the Basic Game", detail=True, section="2.3")
    total = stages[-1].spent
    spent = course.spent + _allowed(state, order.actor, total - course.spent, scene)
    paid_for = [stage for stage in stages if (begins or stage.spent > course.spent) and stage.spent <= spent]
    entered, other = _up_to_unknown(combatant, paid_for, scene)
    ground = None if order.cost is not None or state.vehicle is not None else first_met(combatant, entered, gait, scene)
    if ground is not None:
        _find_ground(entered[:ground], entered[ground].place, course, gait, stages, scene)
        return move(order, scene)
    if other:
        spent = max(course.spent, entered[-1].spent if entered else 0)
    _go(order.actor, entered, replace(course, spent=spent), gait, spent - course.spent, scene)
    if isinstance(other, contested.Contest):
        _stop_short(other, course, spent, stages, scene)
        return None
    if other:
        _come_upon(other, course, spent, stages, scene)
        return None
    if spent < total:
        verb, unit = ("moves", ACTIONS) if state.vehicle is None else ("drives", "hexes")
        return Waiting(f"{verb} to {order.to}", spent, total, unit)
    _arrive(order, gait, course, total, stages, scene)
    return None


def _find_ground(
    entered: Sequence[Stage], there: Place, course: Course, gait: Gait, stages: Sequence[Stage], scene: Scene
) -> None:
    """Move up to a hex with ground that the mover's side did not know, and let everybody know of it."""
    mover = scene.about
    spent = max(course.spent, entered[-1].spent if entered else 0)
    _go(mover, entered, replace(course, spent=spent), gait, spent - course.spent, scene)
    scene.change(mover, altered(soldier(scene.combatant(mover)), course=None))
    here, name = scene.combatant(mover).place, scene.name(mover)
    assert here is not None
    if here == course.start:
        scene.conclude(f"{name} {find(mover, here, there, scene)}.")
        return
    way = _way_so_far(course, spent, stages, scene)
    scene.conclude((way, scene.clause(f", and {find(mover, here, there, scene)}.")))


def _set_down(order: Move, gait: Gait, scene: Scene) -> None:
    """Put a combatant whose place was unknown on the map, which does not count as movement."""
    combatant = scene.combatant(order.actor)
    other, place = in_the_way(combatant, order.to, scene), order.to
    if isinstance(other, Place):
        place = contact.stop_before(combatant, other, scene.encounter, hexes.neighbours, hexes.distance) or place
    combatant = altered(combatant, place=place)
    facing = final_facing(gait, combatant, scene.encounter, None) if gait.facing else None
    scene.do(Placed(order.actor, place))
    for rule in PLACED.all:
        rule(order.actor, scene)
    riding.carry(order.actor, (), scene)
    state = soldier(scene.combatant(order.actor))
    # A second shot and a pinned place depend on the shooter's place (5.8, 5.9).
    there = turned_along(altered(state, last_shot=None, pin=None), state.facing if facing is None else facing)
    there = cover_side.settled(there, scene.encounter)
    if there != state:
        scene.change(order.actor, there)
        riding.turn_along(order.actor, scene)
    met = _meet(order.actor, other, scene) if other else ()
    at = named(scene.encounter.battle_map, place)
    scene.conclude((scene.clause(f"{combatant.reference} is placed at {at}"), *met, scene.clause(".")))


def _course(order: Move, combatant: Combatant) -> tuple[Course, bool]:
    """Return the course that is under way if this order continues it, or else a new one; and whether it is new."""
    state, here = soldier(combatant), combatant.place
    assert here is not None
    current = state.course
    if current and (current.to, current.how, current.cost, current.at) == (order.to, order.how, order.cost, here):
        return current, False
    return Course(here, state.facing, order.to, order.how, order.cost, here, 0), True


def _turned_on_the_way(order: Move, gait: Gait, turn: Turned, combatant: Combatant, scene: Scene) -> Combatant:
    """Return the mover, with an earlier turn on the spot in this impulse made a part of the move (2.3).

    The actions paid for the turn in this impulse come back; the move costs the part that is not free.
    """
    state, clock = soldier(combatant), scene.encounter.clock
    if turn.at != clock or state.moved or order.cost is not None or state.vehicle is not None:
        return combatant
    facing, back = turn.since, turn.paid
    if gait.keeps_facing:  # which is the facing turned to
        facing, back = state.facing, back - turning_cost(turn.degrees, 0, by_hexside(scene.encounter))
    back = max(0, min(back, allotment(state, clock, scene.book) - state.left))
    if back:
        scene.note("Turning", f"free while moving: {number_of(back, 'action')} returned", section="2.3")
    scene.change(order.actor, altered(state, left=state.left + back, facing=facing, turned=None))
    return scene.combatant(order.actor)


def _reached(stages: Sequence[Stage], course: Course) -> Place:
    """Return the place that this plan reaches with the actions spent so far."""
    return next((stage.place for stage in reversed(stages) if stage.spent <= course.spent), course.start)


def _allowed(state: Soldier, actor: str, remaining: int, scene: Scene) -> int:
    """Return how much of the remaining way is done now, in actions (a vehicle: hexes)."""
    if state.vehicle is not None and scene.encounter.timed:
        impulse = scene.encounter.clock.impulse
        share = state.vehicle * impulse // IMPULSES - state.vehicle * (impulse - 1) // IMPULSES
        return max(0, min(remaining, share - state.moved))
    return min(remaining, state.left) if counts_actions(actor, scene) else remaining


def _go(actor: str, entered: Sequence[Stage], course: Course, gait: Gait, spent: int, scene: Scene) -> None:
    """Enter the hexes that are paid for, one by one; the first step ends everything that moving fighters give up."""
    combatant = scene.combatant(actor)
    state, here, clock = soldier(combatant), combatant.place, scene.encounter.clock
    assert here is not None
    left: list[Place] = []
    facing, turns = state.facing, state.turned
    for stage in entered:
        if stage.place != here:
            scene.do(Placed(actor, stage.place))
            left.append(here)
            here, turns = stage.place, None
        if degrees := turn_between(facing, stage.facing, by_hexside(scene.encounter)):
            so_far = turns.degrees if turns and turns.at == clock else 0
            turns = turned(clock, facing, so_far + degrees)
        facing = stage.facing
    state = altered(state, course=replace(course, at=here, fresh=course.fresh + spent), turned=turns)
    if state.vehicle is None and counts_actions(actor, scene):
        state = altered(state, left=state.left - spent)
    if left:
        state = altered(gear.left_behind(unsteady(state)), progress=None, foxhole=False)
        state = altered(state, gait="" if state.vehicle is not None else gait.word)
        state = turned_along(state, entered[0].facing)
        if state.vehicle is not None and cover_side.counts(scene.encounter):
            state = walked(state, left)  # it takes the cover that it gives along
        else:
            state = walked(_in_the_open(altered(state, cover=None), course, gait, scene), left)
            state = altered(state, cover_side=None)
    if entered:
        state = turned_along(state, entered[-1].facing)
    scene.change(actor, state)
    riding.carry(actor, left, scene)
    warn_aimers(actor, scene)


def _up_to_unknown(
    mover: Combatant, entered: Sequence[Stage], scene: Scene
) -> tuple[Sequence[Stage], Obstacle | contested.Contest | None]:
    """Return the stages up to the first hex with something unknown, and what is there.

    It is a fighter that the mover's side does not know, a secret wall or a contested hex. Fighters share hexes, so the
    move ends in the hex of an unknown fighter.
    """
    here = mover.place
    for at, stage in enumerate(entered):
        if stage.place != here and (contest := contested.contest(mover.id, stage.place, scene)):
            return entered[:at], contest
        if stage.place != here and (other := in_the_way(mover, stage.place, scene)):
            return entered[: at + isinstance(other, Combatant)], other
        here = stage.place
    return entered, None


def _stop_short(contest: contested.Contest, course: Course, spent: int, stages: Sequence[Stage], scene: Scene) -> None:
    """End a move before a hex that enemies enter as well; the mover meets those that their side does not see."""
    mover = scene.about
    scene.change(mover, altered(soldier(scene.combatant(mover)), course=None))
    met: list[Clause] = []
    for other in contest.others:
        if scene.glimpse(mover, other).sight < Sight.SEEN:
            met += _meet(mover, scene.combatant(other), scene)
    way, stops = _way_so_far(course, spent, stages, scene), f", and stops before {contest.place}"
    who = [scene.clause(f", which {scene.name(other)} enters as well", other) for other in contest.others]
    scene.notify(mover)
    scene.fail(mover)
    scene.conclude((way, scene.clause(stops), *who, *met, scene.clause(".")))


def _come_upon(other: Obstacle, course: Course, spent: int, stages: Sequence[Stage], scene: Scene) -> None:
    """End a move where the mover meets something that their side did not know."""
    mover = scene.about
    scene.change(mover, altered(soldier(scene.combatant(mover)), course=None))
    met = _meet(mover, other, scene)
    scene.conclude((_way_so_far(course, spent, stages, scene), *met, scene.clause(".")))


def _meet(mover: str, other: Obstacle, scene: Scene) -> tuple[Clause, ...]:
    """Make contact; fighters that could not be spotted before have now been spotted."""
    met = contact.meet(mover, other, scene)
    if isinstance(other, Place):
        return met
    for id in (mover, other.id):
        state = soldier(scene.combatant(id))
        if not state.spotted:
            scene.change(id, altered(state, spotted=True))
    for rule in MET.under(scene.encounter):
        rule(mover, other.id, scene)
        rule(other.id, mover, scene)
    return met


def _way_so_far(course: Course, spent: int, stages: Sequence[Stage], scene: Scene) -> Clause:
    """Return the clause on a move that ends before its goal."""
    combatant = scene.combatant(scene.about)
    if combatant.place == course.start:
        return scene.clause(f"{combatant.reference} stays at {combatant.place}")
    return _told(
        f"{combatant.reference} moves {_way_words(course.start, combatant, spent, stages, scene)}", course, scene
    )


def _told(text: str, course: Course, scene: Scene) -> Clause:
    """Return a clause that tells the way on a course."""
    return replace(scene.clause(text), start=course.start)


def _way_words(start: Place, combatant: Combatant, spent: int, stages: Sequence[Stage], scene: Scene) -> str:
    """Return the way that a combatant has moved from a place, with its cost, in words.

    How long a way around was is for the fighter's own side: others may not know what it led around.
    """
    assert combatant.place is not None
    there = named(scene.encounter.battle_map, combatant.place)
    entered = [stage.place for stage in stages[:-1]]
    walked = entered.index(combatant.place) + 1 if combatant.place in entered else 0
    length = f", {number_of(walked, 'hex')}"
    way = f"from {start} to {there}{length if walked == hexes.distance(start, combatant.place) else private(length)}"
    paid = soldier(combatant).vehicle is None and counts_actions(combatant.id, scene)
    return way + private(f" ({number_of(spent, 'action')})") if paid else way


def _in_the_open(state: Soldier, course: Course, gait: Gait, scene: Scene) -> Soldier:
    """Return the Soldier as they show themselves on the way.

    A hidden fighter stays out of sight only with a step from cover into cover in the next hex: longer ways lead through
    the hexes between. On the map people are seen in the open unless it is stated otherwise (ruling O25);
    of a vehicle's crew nothing is seen.
    """
    beside = hexes.distance(course.start, course.to) <= 1
    if state.exposure == "hidden" and gait.cover and beside:
        return state
    if not state.exposure and (state.vehicle is not None or value(scene.encounter, EXPOSURE) == STATED):
        return state
    if state.exposure != "hidden":
        return altered(state, exposure="exposed", cover_side=None, hides=None)
    if gait.cover:
        scene.rule("O33", "the mover can be seen between one cover and the next", section="2.4")
    return altered(state, exposure="exposed", cover_side=None, appeared=scene.encounter.clock, hides=None)


def _side(gait: Gait, combatant: Combatant, scene: Scene) -> tuple[int | None, str]:
    """Return the side of the cover that a move has ended behind, None for the facing, and why it is that one."""
    known, here = scene.known(combatant.id), combatant.place
    with suppress(Refusal):  # the fighter that it names may have left
        if gait.cover_side:
            return direction(gait.cover_side, combatant, known), NAMED
    foes = [
        (hexes.distance(here, foe.place), foe.place)
        for foe in known.combatants
        if here and foe.place and foe.place != here and enemies(combatant, foe)
        if foe.present and not soldier(foe).out(known.clock)
    ]
    if not (here and foes):
        return None, FACING
    _, nearest = min(foes, key=lambda foe: foe[0])
    return hexes.bearing(here, nearest), ENEMY


def _arrive(order: Move, gait: Gait, course: Course, total: int, stages: Sequence[Stage], scene: Scene) -> None:
    combatant = scene.combatant(order.actor)
    state, clock = altered(soldier(combatant), course=None), scene.encounter.clock
    hides = gait.cover and state.exposure != "hidden"
    hidden = ""
    if gait.cover:
        state = altered(state, cover=cover_at(combatant, scene.encounter, scene.book) or state.cover)
    before = state = altered(state, hides=clock, appeared=clock) if hides else state
    side, why = _side(gait, combatant, scene) if gait.cover and cover_side.counts(scene.encounter) else (None, "")
    state = cover_side.settled(state, scene.encounter, side)
    facing = ""
    if gait.cover and gait.way == "Forward" and not gait.facing:
        state, facing = _facing_cover(state, scene)
    scene.change(order.actor, state)
    tell_side(before, order.actor, why, scene)
    if hides:
        scene.rule("O33", "a fighter who goes behind cover can be seen until the impulse ends", section="2.4")
        warn_aimers(order.actor, scene)
        hidden = " and is out of sight when this impulse ends"
    way = _way_words(course.start, combatant, total, stages, scene)
    scene.conclude((_told(f"{combatant.reference} moves {way}{hidden}{facing}", course, scene), scene.clause(".")))


def _facing_cover(state: Soldier, scene: Scene) -> tuple[Soldier, str]:
    """Return a fighter who has moved into cover after they turn to its side, if that is free in the hex entered (2.3),
    and the end of the sentence that says so, or that they cannot fire over it from here.
    """
    facing, side, clock, whole = state.facing, state.cover_side, scene.encounter.clock, by_hexside(scene.encounter)
    if side is None or not (degrees := turn_between(facing, side, whole)) or state.vehicle is not None:
        return state, ""
    so_far = state.turned.degrees if state.turned and state.turned.at == clock else 0
    if not turning_cost(degrees, so_far, whole):
        turns = turned(clock, facing, so_far + degrees)
        return altered(state, facing=side, turned=turns), private(f", facing {compass(side)}")
    if turn_between(facing, side, whole=False) <= cover_side.FIELD_OF_FIRE:
        return state, ""
    return state, private(f"; their Field of Fire is not over the cover to the {compass(side)}")
