"""A shot or burst as it would be made now, rehearsed: how likely it hits, how often, and what the hits will do.

It is planned by the functions that carry it out, on a scene that nobody keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from math import comb
from types import MappingProxyType

from rules.engine.copies import altered
from rules.engine.errors import Refusal
from rules.engine.model import Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Attack, Burst
from rules.engine.steps import Term
from rules.phoenix.arms import Gun
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover
from rules.phoenix.harm.struck import Projectile, Struck
from rules.phoenix.optional.gunnery import cover_fire, under_fire
from rules.phoenix.shooting import arcs, bursting, fire, patterns, readying
from rules.phoenix.shooting.accuracy import terms
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.how import read_how
from rules.phoenix.shooting.odds.chances import Chances, of_hits, one_hit
from rules.phoenix.shooting.odds.odds_grid import NOTHING, to_hit
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.shooting.striking import figures, meeting, struck_as
from rules.phoenix.shooting.targets.sighting import Mark, Reach
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import AUTOMATIC, on
from rules.tables.cells import Hits

ONCE: Mapping[int, Fraction] = MappingProxyType({1: Fraction(1)})
WIDTHS = (1, 2, 3, 5, 8, 12, 20)
"""Arcs of Fire in hexes that are told of besides the narrowest."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A shot by a shooter who is ready for it, and its `victims`, the first of whom it is told for.

    Once it has hit (its mark, its height, its pattern), it hits him in `groups` of `size` hits each, the numbers of
    groups with their chances. `each`: what the tables say of rounds or patterns, `pellets` of the pellets of a pattern.
    """

    shot: Shot
    victims: tuple[Mark, ...]
    rounds: int = 1
    groups: Mapping[int, Fraction] = field(default_factory=lambda: ONCE)
    size: int = 1
    each: Hits | None = None
    pellets: Hits | None = None

    @property
    def victim(self) -> Mark:
        """For whom it is told: who is hit, else what it is aimed at."""
        return self.victims[0] if self.victims else self.shot.aimed_at

    @property
    def hit_state(self) -> Soldier:
        """The victim as the hits find him."""
        return struck_as(self.shot, self.victim)

    @property
    def any(self) -> Fraction:
        """The chance that he is hit at all, once it has hit."""
        return 1 - self.groups.get(0, Fraction(0))

    def projectile(self, encounter: Encounter, book: Book) -> Projectile:
        """What hits him."""
        return meeting(figures(self.shot, Scene(encounter, NOTHING, book)), self.victim)

    def terms(self, actions: int, encounter: Encounter, book: Book) -> tuple[Term, ...]:
        """The terms of the accuracy after so many actions of aim."""
        if self.shot.follows:
            return arcs.level(self.shot, encounter)
        aimed = readying.aimed(self.shot.weapon, actions, fire.bonus(self.shot))
        return terms(self.shot.attempt, aimed, encounter, book)[0]

    def last(self, encounter: Encounter, book: Book) -> tuple[Term, ...]:
        """The same after all aim that makes a difference."""
        return self.anew().terms(self.shot.weapon.aim[-1][0], encounter, book)

    def hit(self, actions: int, encounter: Encounter, book: Book) -> Fraction:
        """The chance that it hits after so many actions of aim."""
        return to_hit(self.terms(actions, encounter, book), self.shot.attempt, encounter, book)

    def anew(self) -> Rehearsal:
        """The same with aim of its own, if it is a burst that follows another."""
        return replace(self, shot=replace(self.shot, follows=None)) if self.shot.follows else self


def rehearsed(
    order: Attack, named: tuple[Mark, ...], known: Reach, encounter: Encounter, book: Book
) -> list[Rehearsal]:
    """The shot that is asked for, and the burst that could be fired instead; or the burst alone. Raises Refusal."""
    bare = _bare(order, named, known, encounter, book)
    if bare.how.covering:
        return _covering(bare, encounter, book)
    automatic = asks_burst(order, bare, encounter)
    if automatic:
        return [of_burst(_as_burst(bare), encounter, book)]
    found = [_single(fire.planned(bare, encounter, book), encounter, book)]
    if bare.weapon.rate.automatic and len(named) == 1:
        with suppress(Refusal):  # no such burst
            found.append(of_burst(_as_burst(bare), encounter, book))
    return found


def _covering(bare: Shot, encounter: Encounter, book: Book) -> list[Rehearsal]:
    """Cover fire, with what it does to whoever appears: a single round if that can be, and a burst (5.10)."""
    found, refused = list[Rehearsal](), list[Refusal]()
    for way in (bare,) * (not bare.burst) + (_as_burst(bare),) * bool(bare.weapon.rate.automatic):
        try:
            shot = fire.planned(way, encounter, book)
        except Refusal as refusal:
            refused.append(refusal)
            continue
        rounds = 1
        if shot.burst:
            rounds = bursting.rounds(shot.weapon, shot.arm.ammunition) or shot.weapon.rate.automatic
        each, _ = under_fire.chance(cover_fire.covered(shot, rounds, encounter), 0, book)
        found.append(Rehearsal(shot, (), rounds, _numbers(each), each=each))
    if not found:
        bursting.check_automatic(bare.weapon)
        raise refused[-1]
    return found


def with_chances(found: Iterable[Rehearsal], encounter: Encounter, book: Book) -> Iterator[tuple[Rehearsal, Chances]]:
    """Each with what its hits will do, once it has hit; what one hit may do is counted once where it is the same."""
    known = dict[tuple[Soldier, Projectile], Counter[Struck]]()
    for one in found:
        victim, projectile = one.hit_state, one.projectile(encounter, book)
        if (victim, projectile) not in known:
            known[victim, projectile] = one_hit(victim, projectile, encounter, book)
        yield one, of_hits(known[victim, projectile], one.groups, one.size, victim, encounter, book)


def asks_burst(order: Attack, shot: Shot, encounter: Encounter) -> bool:
    """Whether only automatic fire can do it. Raises Refusal for a weapon that has none."""
    several = len(shot.named) > 1 and patterns.alm(shot.weapon, shot.round, shot.reach.hexes, encounter) is None
    swept = shot.how.sweep or shot.how.arc is not None or shot.aimed_at.ground
    automatic = isinstance(order, Burst) or several or swept
    if automatic:
        bursting.check_automatic(shot.weapon)
    return automatic


def of_burst(bare: Shot, encounter: Encounter, book: Book) -> Rehearsal:
    """A burst that is not planned yet. Raises Refusal."""
    shot = fire.planned(bare, encounter, book)
    rounds = bursting.rounds(shot.weapon, shot.arm.ammunition) or shot.weapon.rate.automatic  # as if he had reloaded
    if on(encounter, AUTOMATIC):
        return _over_arc(shot, rounds, encounter, book)
    swept = bursting.sweeps(shot.named, shot.how)
    victims = bursting.in_the_hex(shot.named, shot.shooter.id, encounter) if swept else shot.named
    victims = cover.faced(victims, shot.how, shot.weapon, shot.round, shot.reach.hexes, encounter, book)
    at = bursting.SWEEP if swept else shot.reach.hexes
    hits = bursting.hits(shot.weapon, rounds, at, Scene(encounter, NOTHING, book))
    return Rehearsal(shot, victims, rounds, {hits: Fraction(1)}, each=Hits(hits))


def arcs_of(first: Rehearsal, encounter: Encounter, book: Book) -> Iterator[Rehearsal]:
    """A burst over its arc, then over wider ones as long as that changes something, if none was asked for."""
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
        if wider.each != before.each or wider.victims != before.victims:
            yield wider
            before = wider


def _bare(order: Attack, named: tuple[Mark, ...], known: Reach, encounter: Encounter, book: Book) -> Shot:
    """The shot before anything is planned, by a shooter who is ready for it."""
    shooter, how = encounter.combatant(order.actor), read_how(order.how)
    arm = kit.held(shooter, order.weapon)
    assert isinstance(arm.weapon, Gun)
    readying.check_how(how, arm.weapon, encounter)
    readying.check_mark(shooter, named[0], how, encounter)
    ready = readying.as_ready(shooter, arm, named[0], how, encounter, book)
    if soldier(shooter).aim is None:  # not even begun, as a burst that follows another needs it
        ready = altered(ready, condition=altered(soldier(ready), aim=None))
    return Shot(order, ready, arm, arm.weapon, how, modifier(order.mod), named, known, isinstance(order, Burst))


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
    each, _ = arcs.expected(shot, victim, rounds, encounter, book)
    groups = _numbers(each)
    if there.pattern is None:
        return Rehearsal(there, victims, rounds, groups, each=each)
    pellets, _ = patterns.expected(there.attempt, victim, encounter, book)
    groups = _compound(groups, _numbers(_blast(pellets)))
    return Rehearsal(there, victims, rounds, groups, max(pellets.certain, 1), each=each, pellets=pellets)


def _blast(pellets: Hits) -> Hits:
    """Whether any of the pellets of a blast hit: they hit together."""
    return replace(pellets, certain=min(pellets.certain, 1))


def _numbers(hits: Hits) -> Mapping[int, Fraction]:
    """How many hit, with the chances of each number."""
    if hits.certain:
        return {hits.certain: Fraction(1)}
    chance = Fraction(max(hits.chance + 1, 0), 100)
    return {1: chance, 0: 1 - chance}


def _compound(patterns_: Mapping[int, Fraction], pellets: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """How many of the patterns that cover somebody hit him with pellets."""
    none = pellets.get(0, Fraction(0))
    found = dict[int, Fraction]()
    for number, share in patterns_.items():
        for k in range(number + 1):
            found[k] = found.get(k, Fraction(0)) + share * comb(number, k) * (1 - none) ** k * none ** (number - k)
    return found
