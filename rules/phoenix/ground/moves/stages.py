"""The stages of a move: the cheapest way that the mover's side knows, its cost, and the facing on it (2.3; table 7A).

Separate from `move_order`, which carries moves out, because the hexes that can be reached are worked out in the same
way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate, pairwise

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.engine.records.steps import Term
from rules.grid import hexes
from rules.grid.approach import Costs
from rules.grid.ground import NO_WAY, open_ground
from rules.phoenix.basics.soldier import HEXSIDE, Course, soldier
from rules.phoenix.book import Book
from rules.phoenix.ground.facing import by_hexside, turn_between, turning_cost
from rules.phoenix.ground.moves import routes
from rules.phoenix.ground.moves.footing import Footing, footing
from rules.phoenix.ground.moves.gait import ADVANCED, Gait, cost_of_hex, final_facing, read_gait, short, terms_of_hexes
from rules.phoenix.ground.moves.routes import Pace, Stage
from rules.words.phrases import counted
from rules.words.places import Place

_SIDEWAYS = 90
"""The angle between facing and direction, in degrees, from which a move is no longer oblique."""


def planned(
    course: Course, gait: Gait, combatant: Combatant, encounter: Encounter, book: Book
) -> tuple[Sequence[Stage], Sequence[Term]]:
    """Return the way in stages, and the terms of its cost. Raises NotNow if something is in the way."""
    stages = _stages(course, gait, combatant, encounter, book)
    number = len(stages) - 1
    if course.cost is not None or soldier(combatant).vehicle is not None:
        given = number if course.cost is None else course.cost
        spent = [*[-(-given * n // number) for n in range(1, number + 1)], given]
        return [Stage(at, stage.place, stage.facing) for stage, at in zip(stages, spent, strict=True)], ()
    terms = terms_of_hexes(gait, number, book)
    ground = _on_ground(course.start, stages, footing(gait, encounter, book), gait)
    if turned := stages[-1].spent - sum(term.value for term in (*terms, *ground)):
        ground = [*ground, Term("turning", turned, "2.3")]
    return stages, [*terms, *ground]


def _on_ground(start: Place, stages: Sequence[Stage], ground: Footing | None, gait: Gait) -> list[Term]:
    """Return the terms of the cost that the ground adds on a way."""
    if ground is None:
        return []
    way = (start, *(stage.place for stage in stages[:-1]))
    rows = Counter(row for here, there in pairwise(way) for row in ground.entering(here, there))
    source = "7A" if gait.table == ADVANCED else "Status Sheet"
    return [
        Term(f"{short(row)}, {counted(number, 'hex')}", ground.costs[row] * number, source)
        for row, number in rows.items()
    ]


def idle_ground(stages: Sequence[Stage], gait: Gait, encounter: Encounter, book: Book) -> Sequence[str]:
    """Return the kinds of ground on a way that cost nothing by this table."""
    ground = footing(gait, encounter, book)
    kinds = (kind for stage in stages[:-1] for kind in (ground.idle.get(stage.place, ()) if ground else ()))
    return list(dict.fromkeys(kinds))


def _stages(course: Course, gait: Gait, combatant: Combatant, encounter: Encounter, book: Book) -> Sequence[Stage]:
    """Return the cheapest way that the mover's side knows: the straight one, unless another costs less.

    Raises NotNow if there is none.
    """
    each = _each(gait, combatant, book)
    pace = _pace(gait, combatant, course.facing, each, footing(gait, encounter, book), by_hexside(encounter))
    straight = _straightly(course, gait, combatant, encounter, pace)
    free = course.cost is not None or soldier(combatant).vehicle is not None
    if straight and (free or straight[-1].spent == each * (len(straight) - 1)):  # no other way is cheaper
        return straight
    finals = _finals(gait, altered(combatant, place=course.to), pace, encounter) if gait.facing else None
    found = routes.route(course.start, course.to, pace, finals, encounter.battle_map)
    if found is None and not straight:
        raise NotNow(NO_WAY.format(who=combatant.reference, start=course.start, to=course.to))
    return found if found and (not straight or found[-1].spent < straight[-1].spent) else straight


def _straightly(course: Course, gait: Gait, combatant: Combatant, encounter: Encounter, pace: Pace) -> Sequence[Stage]:
    """Return the straight way; () if something is in the way. Raises Refusal for a facing that is not known."""
    ahead = _ahead(course, gait, combatant.reference)
    arrived = altered(combatant, place=course.to)
    final = None if ahead is None and not gait.facing else final_facing(gait, arrived, encounter, ahead)
    return _straight(
        course.start, course.to, encounter.battle_map, course.facing, ahead, final, pace.each, pace.ground, pace.whole
    )


def _each(gait: Gait, mover: Combatant, book: Book) -> int:
    """Return the cost of a hex in actions, of a vehicle in hexes."""
    return 1 if soldier(mover).vehicle is not None else cost_of_hex(gait, book)


def _pace(gait: Gait, mover: Combatant, facing: int | None, each: int, ground: Footing | None, whole: bool) -> Pace:
    """Return how somebody with this facing moves, for a search."""
    any_way = gait.way != "Oblique"
    headings = tuple([way for way in routes.HEADINGS if any_way or _off(HEXSIDE * way, facing) < _SIDEWAYS])
    turns = soldier(mover).vehicle is None
    return Pace(
        each, facing, gait.keeps_facing, turns, gait.way == "Backward", headings, ground if turns else None, whole
    )


def _finals(gait: Gait, arrived: Combatant, pace: Pace, encounter: Encounter) -> routes.Finals:
    """Return the facing in the text for each heading in which the last hex can be entered. Raises Refusal."""
    return tuple([final_facing(gait, arrived, encounter, pace.face(way)) for way in routes.HEADINGS])


def _off(bearing: int, facing: int | None) -> int:
    """Return the degrees between a direction and a facing; 0 if there is no facing."""
    return 0 if facing is None else abs((bearing - facing + 180) % 360 - 180)


def costs(mover: Combatant, gait: Gait, most: int, encounter: Encounter, book: Book) -> Mapping[Place, int]:
    """Return the cost of each place that a move can lead to for at most this many actions, of a vehicle in hexes."""
    state, here = soldier(mover), mover.place
    assert here is not None
    each = _each(gait, mover, book)
    pace = _pace(gait, mover, state.facing, each, footing(gait, encounter, book), by_hexside(encounter))
    if not gait.facing or state.vehicle is not None:
        return routes.within(here, pace, most, None, encounter.battle_map)
    finals, straight = dict[Place, routes.Finals](), dict[Place, int]()
    for place in hexes.within(here, most // max(1, each)) - {here}:
        with suppress(Refusal):
            finals[place] = _finals(gait, altered(mover, place=place), pace, encounter)
            course = Course(here, state.facing, place, "", None, here, 0)
            if stages := _straightly(course, gait, mover, encounter, pace):
                straight[place] = stages[-1].spent
    found = routes.within(here, pace, most, finals, encounter.battle_map)
    cheapest = {place: min(straight.get(place, most + 1), found.get(place, most + 1)) for place in finals}
    return {place: cost for place, cost in cheapest.items() if cost <= most}


def step_costs(mover: Combatant, how: str, encounter: Encounter, book: Book) -> Costs | None:
    """Return what a step costs a mover on the ground of the map; None if there is no such ground, or if the words of
    the move are wrong.
    """
    try:
        gait = read_gait(how, mover, encounter)
    except Refusal:
        return None
    ground = footing(gait, encounter, book)
    if ground is None or soldier(mover).vehicle is not None:
        return None
    return _StepCosts(_each(gait, mover, book), ground)


@dataclass(frozen=True)
class _StepCosts:
    """The costs of steps on the ground of a map; equal for movers who pay the same."""

    each: int
    ground: Footing

    def __call__(self, here: Place, there: Place) -> int:
        if there not in self.ground.rows and not self.ground.levels:
            return self.each
        return self.each + self.ground.cost(here, there)


def _ahead(course: Course, gait: Gait, name: str) -> int | None:
    """Return the facing on the way. Raises NotNow for an oblique move too far off the facing."""
    bearing = hexes.bearing(course.start, course.to)
    if not gait.keeps_facing:
        return (bearing + 180 * (gait.way == "Backward")) % 360
    off = _off(bearing, course.facing)
    if gait.way == "Oblique" and off >= _SIDEWAYS:
        raise NotNow(
            f"{course.to} is {off} degrees off {name}'s facing, too far for an oblique move. Use sideways"
            f" or backward, or /act turn to {course.to} first."
        )
    return course.facing


@lru_cache(maxsize=256)
def _straight(
    start: Place,
    to: Place,
    battle_map: BattleMap | None,
    facing: int | None,
    ahead: int | None,
    final: int | None,
    each: int,
    ground: Footing | None,
    whole: bool,
) -> routes.Route:
    """Return the straight way, () if a hex on it is closed; cached, because a long move is planned in each impulse."""

    def free(place: Place) -> bool:
        return battle_map is None or open_ground(battle_map, place)

    entered = hexes.path(start, to, free)
    if not all(map(free, entered)):
        return ()
    before, after = turn_between(facing, ahead, whole), turn_between(ahead, final, whole)
    turn = turning_cost(before, 0, whole)
    turn_after = turning_cost(after, before if len(entered) == 1 else 0, whole)
    extra = [ground.cost(*step) for step in pairwise((start, *entered))] if ground else [0] * len(entered)
    spent = accumulate((each + more for more in extra), initial=turn)
    stages = [Stage(so_far, place, ahead) for so_far, place in zip([*spent][1:], entered, strict=True)]
    return (*stages, Stage(stages[-1].spent + turn_after, to, final))
