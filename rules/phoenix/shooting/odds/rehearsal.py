"""Rehearses a shot or burst as it would be fired now: how likely and how often it hits, and the effects of the hits.

The functions that carry a shot out plan it here too, on a scene that is thrown away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields
from fractions import Fraction
from math import comb
from types import MappingProxyType

from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier
from rules.engine.scene.trial import Trial
from rules.engine.sharing.unknown import glimpsed
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import AUTOMATIC, DISABLING, EVENLY, GROUPED, PELLETS, on, value
from rules.phoenix.book import Book
from rules.phoenix.ground import cover
from rules.phoenix.harm.hit_records import Projectile, Struck
from rules.phoenix.shooting.aim import aim_limits, preparation
from rules.phoenix.shooting.aim.accuracy import terms
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.carrying import gear, kit
from rules.phoenix.shooting.firing import arcs, bursts, fire, patterns
from rules.phoenix.shooting.firing.hit_effects import figures, meeting, struck_as
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.firing.ways import Way, way_of
from rules.phoenix.shooting.odds.chances import (
    UNCOUNTED,
    Chances,
    Effects,
    most_felt,
    of_hits,
    of_several,
    one_hit,
    together,
)
from rules.phoenix.shooting.odds.grouped import Pellets, grouped
from rules.phoenix.shooting.odds.odds_grid import NOTHING, to_hit
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Reach
from rules.phoenix.shooting.targets.bodies import check_body
from rules.tables.cells import Hits

ONCE: Mapping[int, Fraction] = MappingProxyType({1: Fraction(1)})
WIDTHS = (1, 2, 3, 5, 8, 12, 20)
"""The Arcs of Fire, in hexes, that are listed besides the narrowest."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A shot by a shooter that is ready for it, and its `victims`; the odds are those for the first victim.

    Once the shot has hit (its target, its height, its pattern), it hits the victim in `groups` of `size` hits each: the
    numbers of groups with their chances. `table_hits`: the tables' result for rounds or patterns, `pellets` the result
    for the pellets of a pattern.
    """

    shot: Shot
    victims: tuple[AimedTarget, ...]
    rounds: int = 1
    groups: Mapping[int, Fraction] = field(default_factory=lambda: ONCE)
    size: int = 1
    table_hits: Hits | None = None
    pellets: Hits | None = None

    @property
    def victim(self) -> AimedTarget:
        """The victim of the odds: the first that is hit, or else the target of the aim."""
        return self.victims[0] if self.victims else self.shot.aimed_at

    @property
    def hit_state(self) -> Soldier:
        """The victim as the hits find it."""
        return struck_as(self.shot, self.victim)

    def harm_known(self, encounter: Encounter) -> bool:
        """Return whether the reader knows what decides the harm of a hit on the victim."""
        return not glimpsed(self.victim.id, encounter)

    @property
    def any_hit(self) -> Fraction:
        """The chance that the victim is hit at all, once the shot has hit."""
        return 1 - self.groups.get(0, Fraction(0))

    def projectile(self, encounter: Encounter, book: Book) -> Projectile:
        """Return the projectile that hits the victim."""
        projectile = meeting(figures(self.shot, Trial(encounter, NOTHING, book)), self.victim)
        if self.pellets is None:
            return projectile
        return replace(projectile, part=patterns.how_for(self.shot.attempt, self.victim, book).part)

    def grouped(self, encounter: Encounter, book: Book) -> Pellets | None:
        """Return the pellets of one blast if they are grouped around the first (3.5), None if they are not."""
        grouping = value(encounter, PELLETS)
        if (
            self.size == 1
            or self.pellets is None
            or grouping not in (GROUPED, EVENLY)
            or together(self.size, encounter)
        ):
            return None
        return Pellets(self.size, grouping, patterns.hit_location_spacing(self.shot, book)[0])

    def terms(self, actions: int, encounter: Encounter, book: Book) -> tuple[Term, ...]:
        """Return the terms of the accuracy after this many actions of aim."""
        if self.shot.follows:
            return arcs.level(self.shot, self.shot.attempt, encounter, book)
        aimed = preparation.aimed(self.shot.weapon, actions, fire.bonus(self.shot))
        return terms(self.shot.attempt, aimed, encounter, book)[0]

    def terms_at_full_aim(self, encounter: Encounter, book: Book) -> tuple[Term, ...]:
        """Return the terms of the accuracy at the longest aim that makes a difference."""
        return self.with_own_aim().terms(self.shot.weapon.aim[-1][0], encounter, book)

    def counted(self, actions: int, encounter: Encounter, book: Book) -> int:
        """Return how many of these actions of aim count (2.2, 3.1)."""
        shot = self.shot
        most = aim_limits.limit(shot.shooter, shot.aimed_at, shot.how, shot.reach.hexes, encounter, book)
        return actions if most is None else min(actions, most.actions)

    def hit(self, actions: int, encounter: Encounter, book: Book) -> Fraction:
        """Return the chance to hit after this many actions of aim, as far as they count."""
        of_aim = self.terms(self.counted(actions, encounter, book), encounter, book)
        return to_hit(of_aim, self.shot.attempt, encounter, book)

    def with_own_aim(self) -> Rehearsal:
        """Return the same shot with aim of its own, if it is a burst that follows another."""
        return replace(self, shot=replace(self.shot, follows=None)) if self.shot.follows else self


def rehearse(
    order: Attack, named: tuple[AimedTarget, ...], target_range: Reach, encounter: Encounter, book: Book
) -> Iterator[Rehearsal]:
    """Yield the shot of the order, and the burst that could be fired instead; or the burst alone. The first one raises
    Refusal. Suggestions ask for it alone, and the burst takes longer.
    """
    bare = _bare(order, named, target_range, encounter, book)
    if way := way_of(bare.how):
        yield from _of_way(way, bare, encounter, book)
    elif asks_burst(order, bare, encounter):
        yield of_burst(_as_burst(bare), encounter, book)
    else:
        yield _single(fire.planned(bare, encounter, book), encounter, book)
        if bare.weapon.rate.automatic and len(named) == 1:
            try:
                burst = of_burst(_as_burst(bare), encounter, book)
            except Refusal:  # no such burst
                return
            yield burst


def _of_way(way: Way, bare: Shot, encounter: Encounter, book: Book) -> list[Rehearsal]:
    """Return the fire in that way with its hits: a single round if possible, and a burst."""
    rehearsals, refusals = list[Rehearsal](), list[Refusal]()
    for fired in (bare,) * (not bare.burst) + (_as_burst(bare),) * bool(bare.weapon.rate.automatic):
        try:
            shot = fire.planned(fired, encounter, book)
        except Refusal as refusal:
            refusals.append(refusal)
            continue
        rounds = 1
        if shot.burst:
            rounds = bursts.rounds(shot.weapon, shot.arm.ammunition) or shot.weapon.rate.automatic
        each = way.hits(shot, rounds, encounter, book)
        rehearsals.append(Rehearsal(shot, (), rounds, _numbers(each), table_hits=each))
    if not rehearsals:
        bursts.check_automatic(bare.weapon)
        raise refusals[-1]
    return rehearsals


def with_chances(
    rehearsals: Iterable[Rehearsal], encounter: Encounter, book: Book
) -> Iterator[tuple[Rehearsal, Chances]]:
    """Yield each rehearsal with the effects of its hits, once it has hit; equal hits are counted only once.

    Hits on a glimpsed victim have UNCOUNTED effects.
    """
    one_hits = dict[tuple[Soldier, Projectile], Counter[Struck]]()
    blasts = dict[tuple[Soldier, Projectile, Pellets], Effects]()
    for one in rehearsals:
        if not one.harm_known(encounter):
            yield one, UNCOUNTED
            continue
        victim, projectile = one.hit_state, one.projectile(encounter, book)
        if pellets := one.grouped(encounter, book):
            if (victim, projectile, pellets) not in blasts:
                most, thresholds = most_felt(victim, encounter.clock), on(encounter, DISABLING)
                blasts[victim, projectile, pellets] = grouped(victim, projectile, pellets, most, thresholds, book)
            yield one, of_several(blasts[victim, projectile, pellets], one.groups, victim, encounter, book)
            continue
        if (victim, projectile) not in one_hits:
            one_hits[victim, projectile] = one_hit(victim, projectile, encounter, book)
        yield one, of_hits(one_hits[victim, projectile], one.groups, one.size, victim, encounter, book)


def asks_burst(order: Attack, shot: Shot, encounter: Encounter) -> bool:
    """Return whether the order needs automatic fire. Raises Refusal for a weapon without it."""
    several = len(shot.named) > 1 and patterns.alm(shot.weapon, shot.round, shot.reach.hexes, encounter) is None
    swept = shot.how.sweep or shot.how.sweeps_arc or shot.aimed_at.ground
    automatic = isinstance(order, Burst) or several or swept
    if automatic:
        bursts.check_automatic(shot.weapon)
    return automatic


def of_burst(bare: Shot, encounter: Encounter, book: Book) -> Rehearsal:
    """Return the rehearsal of a burst that is not planned yet. Raises Refusal."""
    shot = fire.planned(bare, encounter, book)
    rounds = bursts.rounds(shot.weapon, shot.arm.ammunition) or shot.weapon.rate.automatic  # as if reloaded
    if on(encounter, AUTOMATIC):
        return _over_arc(shot, rounds, encounter, book)
    swept = bursts.sweeps(shot.named, shot.how)
    victims = bursts.in_the_hex(shot.named, shot.shooter, encounter) if swept else shot.named
    here = shot.shooter.place
    victims = cover.in_cover(victims, shot.how, shot.weapon, shot.round, shot.reach.hexes, encounter, book, here)
    at = bursts.SWEEP if swept else shot.reach.hexes
    hits = bursts.hits(shot.weapon, rounds, at, Trial(encounter, NOTHING, book))
    return Rehearsal(shot, victims, rounds, {hits: Fraction(1)}, table_hits=Hits(hits))


def arcs_of(first: Rehearsal, encounter: Encounter, book: Book) -> Iterator[Rehearsal]:
    """Yield a burst over its arc, then over wider ones while they change something, unless the order gives an arc."""
    yield first
    assert first.shot.arc is not None
    before, least, how = first, first.shot.arc.hexes, first.shot.how
    for width in WIDTHS if how.arc is None else ():
        if width <= least or before.groups == {0: 1}:
            continue
        try:
            wide = replace(first.shot, how=replace(how, arc=Fraction(width)))
            wider = of_burst(wide, encounter, book)
        except Refusal:
            return
        if wider.table_hits != before.table_hits or wider.victims != before.victims:
            yield wider
            before = wider


def _bare(order: Attack, named: tuple[AimedTarget, ...], target_range: Reach, encounter: Encounter, book: Book) -> Shot:
    """Return the shot before it is planned, by a shooter that is ready for it."""
    shooter, how = encounter.combatant(order.actor), read_how(order.how)
    arm = kit.held(shooter, order.weapon)
    assert isinstance(arm.weapon, Gun)
    preparation.check_how(how, arm.weapon, encounter)
    gear.check_words(how.held, arm, shooter, encounter)
    check_body(named[0], arm.weapon, order.actor, encounter)
    preparation.check_target(shooter, named[0], how, encounter)
    ready = preparation.as_ready(shooter, arm, named[0], how, encounter, book)
    return Shot(order, ready, arm, arm.weapon, how, modifier(order.mod), named, target_range, isinstance(order, Burst))


def _as_burst(shot: Shot) -> Shot:
    given = {option.name: getattr(shot.order, option.name) for option in fields(shot.order)}
    return replace(shot, order=Burst(**given), burst=True)


def _single(shot: Shot, encounter: Encounter, book: Book) -> Rehearsal:
    if shot.pattern is None:
        return Rehearsal(shot, shot.named)
    reach, _ = patterns.radius(shot)
    victims = patterns.covered(shot, reach, encounter, book)
    pellets, _ = patterns.expected(shot.attempt, victims[0], encounter, book)
    return Rehearsal(shot, victims, 1, _numbers(_blast(pellets)), max(pellets.certain, 1), pellets=pellets)


def _over_arc(shot: Shot, rounds: int, encounter: Encounter, book: Book) -> Rehearsal:
    victims = arcs.in_arc(shot, encounter, book)
    victim = victims[0] if victims else shot.aimed_at
    there = arcs.reaching(shot, victim, encounter)
    each, _ = arcs.expected(shot, victim, arcs.over_arc(shot, rounds, book), encounter, book)
    groups = _numbers(each)
    if there.pattern is None:
        return Rehearsal(there, victims, rounds, groups, table_hits=each)
    pellets, _ = patterns.expected(there.attempt, victim, encounter, book)
    groups = _compound(groups, _numbers(_blast(pellets)))
    return Rehearsal(there, victims, rounds, groups, max(pellets.certain, 1), table_hits=each, pellets=pellets)


def _blast(pellets: Hits) -> Hits:
    """Return whether any pellets of a blast hit; they hit together."""
    return replace(pellets, certain=min(pellets.certain, 1))


def _numbers(hits: Hits) -> Mapping[int, Fraction]:
    """Return the chances of each number of hits."""
    if hits.certain:
        return {hits.certain: Fraction(1)}
    chance = Fraction(max(hits.chance + 1, 0), 100)
    return {1: chance, 0: 1 - chance}


def _compound(patterns_: Mapping[int, Fraction], pellets: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """Return the chances of each number of patterns that hit the victim with pellets."""
    none = pellets.get(0, Fraction(0))
    chances = dict[int, Fraction]()
    for number, share in patterns_.items():
        for k in range(number + 1):
            chances[k] = chances.get(k, Fraction(0)) + share * comb(number, k) * (1 - none) ** k * none ** (number - k)
    return chances
