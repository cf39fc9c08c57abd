"""Hexes under cover fire: it attacks opponents who appear in them in that impulse (5.10).

The hexes are a Watch on the agenda until the impulse ends. A round hits one opponent, and the same cover fire attacks
nobody twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.engine.records.agenda import FIRED_UPON, Watch
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Burst, CombatantOrder, Fire
from rules.engine.records.steps import Step
from rules.grid.hexes import distance
from rules.phoenix.basics import hit_chances
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.outcomes import FireResult, at_one, line
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import SIZES, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover, view
from rules.phoenix.ground.moves.appearances import appearances, in_play
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import hit_effects, patterns
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets import sizes
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Reach
from rules.tables.cells import Hits
from rules.words.phrases import counted, listed
from rules.words.places import Place

ONE_ROUND = Hits(chance=10)
"""The chance of a single round into a hex: 11 throws of 100 (R12)."""
_MOST_NAMED = 3
"""The most hexes that the board lists one by one."""


@dataclass(frozen=True, slots=True)
class Covering(CombatantOrder):
    """Cover fire that has hit its hexes, with the weapon in `slot` and its type of ammunition.

    `fired` rounds were fired over an `arc` in hexes ("3", "7/2"; "" for a single round); `left` of them have not hit
    anybody yet. They came from `place`, or from a range of `range`. Off the map they cover the places of the fighters
    in `people` (ids).
    """

    kind = "phoenix.shooting.Covering"

    slot: int
    sort: str
    fired: int
    left: int
    arc: str
    range: int
    place: Place | None = None
    people: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()


def chance(covering: Covering, width: int, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """Return how many rounds hit a target that appears, by 5A moved by `width` lines, and the steps of that."""
    if not covering.arc:
        return ONE_ROUND, ()
    return hit_chances.of_arc(covering.fired, Fraction(covering.arc), width, book)


def lay(covering: Covering, area: tuple[Place, ...], scene: Scene) -> Watch:
    """Put these hexes under fire until the impulse ends. A quick ruling records nothing."""
    watch = Watch(covering.actor, area, scene.encounter.clock, covering)
    if scene.encounter.timed:
        scene.plan(watch)
    return watch


def strike(watch: Watch, described: tuple[AimedTarget, ...], scene: Scene) -> None:
    """Attack the opponents who are already exposed there, and the targets described on the spot."""
    encounter = scene.encounter
    for mark in described:
        watch = _attack(watch, mark, None, "is", scene)
    for mark in in_the_open(covering_of(watch), watch.area, encounter):
        here = not mark.place or mark.place == encounter.combatant(mark.id).place
        watch = _attack(watch, mark, mark.place, "is" if here else "was", scene)


def in_the_open(covering: Covering, area: tuple[Place, ...], encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return the opponents who are exposed in these hexes in this impulse and have not been attacked by this cover
    fire.
    """
    found = (
        _under(covering, area, view.shown(combatant, covering.place, encounter))
        for combatant in encounter.combatants
        if in_play(combatant) and _opposed(covering, combatant, encounter)
    )
    return tuple(_mark(spot) for spot in found if spot)


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Attack the fighters who came under cover fire through this order."""
    if not _watches(scene.encounter):
        return
    for appearance in [*appearances(before, scene.encounter)]:
        for watch in _watches(scene.encounter):
            covering = covering_of(watch)
            spot = _under(covering, watch.area, appearance.spots(covering.place, scene.encounter))
            if spot and _opposed(covering, spot, scene.encounter):
                _attack(watch, _mark(spot), spot.place, "appears", scene)


def end(scene: Scene) -> None:
    """End all cover fire."""
    if _watches(scene.encounter):
        scene.reschedule(tuple(m for m in scene.encounter.agenda if not isinstance(m, Watch)))


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the hexes that the fighter covers, for the board."""
    for watch in _watches(encounter, combatant.id):
        what = ", ".join(map(str, watch.area)) or area_words((), covering_of(watch).people, encounter, by_name=True)
        yield 2, f"covers {what if len(watch.area) <= _MOST_NAMED else counted(len(watch.area), 'hex')}"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about the covered hexes for the Status Sheet."""
    for watch in _watches(encounter, combatant.id):
        covering = covering_of(watch)
        weapon, left = combatant.carried[covering.slot].weapon.name, counted(covering.left, "round")
        what = area_words(watch.area, covering.people, encounter, by_name=True)
        yield "Cover fire", f"{what} with the {weapon}, {left}, until this impulse ends"


def area_words(area: tuple[Place, ...], people: tuple[str, ...], encounter: Encounter, *, by_name: bool = False) -> str:
    """Return the hexes in words: "D7, D8 and D9"; off the map "Guard’s place"; else "".

    `by_name` is for texts that are not stored.
    """
    names = [f"{c.name if by_name else c.reference}’s place" for c in encounter.combatants if c.id in people]
    return listed([*map(str, area), *names], "and") if area or names else ""


def covering_of(watch: Watch) -> Covering:
    """Return the cover fire of a Watch. These rules use Watches for nothing else."""
    assert isinstance(watch.shot, Covering)
    return watch.shot


def _watches(encounter: Encounter, actor: str = "") -> list[Watch]:
    return [m for m in encounter.agenda if isinstance(m, Watch) and actor in ("", m.actor)]


def _under(covering: Covering, area: tuple[Place, ...], spots: Iterable[Combatant]) -> Combatant | None:
    """Return the first of a fighter's spots that is in these hexes.

    Off the map, return it if their place is covered.
    """
    return next((spot for spot in spots if (spot.place in area if spot.place else spot.id in covering.people)), None)


def _opposed(covering: Covering, combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter is an opponent who has not been attacked by this cover fire yet."""
    return combatant.id not in covering.attacked and enemies(encounter.combatant(covering.actor), combatant)


def _mark(combatant: Combatant) -> AimedTarget:
    return AimedTarget(combatant.id, combatant.reference, soldier(combatant), combatant.place)


def _attack(watch: Watch, at: AimedTarget, place: Place | None, appears: str, scene: Scene) -> Watch:
    """Attack a target there and return the changed Watch. Nothing happens if the rounds cannot reach the target."""
    with scene.concerning(watch.actor):
        return _fire_at(watch, at, place, appears, scene)


def _fire_at(watch: Watch, at: AimedTarget, place: Place | None, appears: str, scene: Scene) -> Watch:
    covering = covering_of(watch)
    try:
        shot, at = _shot(covering, at, place, scene.encounter, scene.book)
    except Refusal:
        return watch
    scene.threaten(at.id, FIRED_UPON)
    width = 0
    if covering.arc and on(scene.encounter, SIZES):
        width, read = sizes.auto_width(at, How(), scene.book)
        scene.record(read, "5.10")
    hits, steps = chance(covering, width, scene.book)
    for step in steps:
        scene.record(step, "5.10")
    scene.note("Range", shot.reach.words, detail=True, section="5.10")
    why = f"whether {shot.shooter.reference}'s cover fire hits {at.name}"
    number = hit_chances.number(hits, covering.left, "Cover fire", why, scene, section="5.10")
    if not number:
        result = FireResult("MISS" if covering.left else "no round left")
    elif shot.pattern is not None:
        result = patterns.strike(shot, at, number, hit_effects.figures(shot, scene), scene)
    else:
        result = FireResult(hit_effects.times(number), hit_effects.strike(shot, at, number, scene))
    spent = replace(covering, left=covering.left - number, attacked=(*covering.attacked, *filter(None, [at.id])))
    after = replace(watch, shot=spent)
    if watch in scene.encounter.agenda:
        scene.reschedule(tuple(after if m == watch else m for m in scene.encounter.agenda))
    scene.notify(watch.actor, at.id)
    where = f" at {place}" if place else ""
    under = f"under {shot.shooter.reference}’s cover fire with the {shot.weapon.name}, {shot.far}"
    comes = scene.clause(f"{at.name} {appears}{where} ", at.id or None)
    out, results = at_one(result, at.id, scene)
    scene.conclude((comes, *line(under, results, scene, out, "under cover fire")), "hit" if number else "miss")
    return after


def _shot(
    covering: Covering, at: AimedTarget, place: Place | None, encounter: Encounter, book: Book
) -> tuple[Shot, AimedTarget]:
    """Return the shot with the rounds that reach a target, and the target as it is behind its cover.

    Raises Refusal if the rounds cannot reach it.
    """
    shooter = encounter.combatant(covering.actor)
    carried = shooter.carried[covering.slot]
    assert isinstance(carried.weapon, Gun), "nothing else gives cover fire"
    ammunition = replace(carried.ammunition, sort=covering.sort) if carried.ammunition else None
    arm, weapon = kit.Held(covering.slot, carried.weapon, ammunition), carried.weapon
    if covering.place and place:
        hexes = distance(covering.place, place)
        reach = Reach(hexes, between=(covering.place, place))
        view.check_sandbags(at.state, place, covering.place, at.name)
    else:
        reach = Reach(covering.range, "that of the cover fire")
    weapon.dc(covering.sort, hit_effects.hexes_counted(reach.hexes, encounter))
    [at] = cover.in_cover([at], How(), weapon, covering.sort, reach.hexes, encounter, book, covering.place)
    order = (Burst if covering.arc else Fire)(covering.actor)
    pattern = patterns.alm(weapon, covering.sort, reach.hexes, encounter)
    return Shot(order, shooter, arm, weapon, How(), (), (at,), reach, bool(covering.arc), pattern), at
