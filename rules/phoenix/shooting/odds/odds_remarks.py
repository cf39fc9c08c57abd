"""What is said under the odds: by what figures they were counted, what a burst or a pattern comes to, what hinders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.engine.errors import Refusal
from rules.engine.model import Encounter
from rules.engine.orders import Attack
from rules.phoenix.book import Book
from rules.phoenix.harm import locations, simplified
from rules.phoenix.shooting import aim_limits, bursting, readying
from rules.phoenix.shooting.odds.chances import together
from rules.phoenix.shooting.odds.odds_grid import in_100
from rules.phoenix.shooting.odds.rehearsing import Rehearsal
from rules.phoenix.soldier import Soldier
from rules.phoenix.switches import DAMAGE, EVENLY, GROUPED, PELLETS, on, value
from rules.tables.cells import Hits
from rules.words.phrases import counted, listed


def figures(one: Rehearsal, encounter: Encounter, book: Book) -> Iterator[str]:
    """By what figures the hits were counted, and what the columns say."""
    state, projectile = one.hit_state, one.projectile(encounter, book)
    worn = {"helm": state.armor.helm, "visor": state.armor.visor, "body": state.armor.body, "limbs": state.armor.limbs}
    pieces = [f"{where} PF {pf}" for where, pf in worn.items() if pf]
    armor = listed(pieces, "and") if pieces else "no armor"
    if on(encounter, DAMAGE):
        where = locations.throwing(state, projectile).said
    else:
        where = "in the open" if simplified.position(state)[0] == simplified.OPEN else "around cover"
    yield f"{one.shot.round} PEN {float(projectile.pen):g}, DC {projectile.dc}; {where}, {armor}."
    if one.victim.behind:
        words = one.victim.behind.words
        yield f"{words[0].upper()}{words[1:]}."
    yield knockout(state)
    yield "In 100: hits, wounds, disabled limbs, out (incapacitated or dead). PD: the mean, a miss or death as 0."


def knockout(state: Soldier) -> str:
    """By what it is counted who is out of the fight."""
    if state.knockout_value is None:
        return "No Knockout Value: out are the dead alone."
    before = f", {state.physical_damage:,} PD from before" if state.wounds else ""
    return f"Knockout Value {state.knockout_value}{before}."


def burst(one: Rehearsal, a: str, encounter: Encounter) -> Iterator[str]:
    """What a burst comes to once it has hit, or has the right height."""
    assert one.each is not None
    if one.shot.arc is None:
        swept = bursting.sweeps(one.shot.named, one.shot.how)
        told = f" on each in the hex, told for {one.victim.name}" if swept else ""
        yield f"{a} burst of {one.rounds}: {counted(one.each.certain, 'hit')} if it hits (2B){told}."
        return
    more = len(one.victims) - 1
    others = f", told for {one.victim.name}, with {more} more in it" if more > 0 else ""
    what = "pattern" if one.pellets else "hit"
    yield f"{a} burst of {one.rounds} over {_arc(one)}: {_many(one.each, what)} at the right height (5A){others}."
    yield from _pellets(one, encounter)
    if one.shot.follows:
        yield "+ goes on with the last burst, without aim (3.4)."
    elif one.shot.weapon.recoil is not None:
        yield f"The next impulse’s burst, if it goes on with this one: EAL {-one.shot.weapon.recoil:+d} (SAB)."


def cover_fire(one: Rehearsal, mark: str) -> str:
    """What cover fire that goes to its hexes does to whoever appears there (5.10)."""
    assert one.each is not None
    way = f"a burst of {one.rounds} over {_arc(one)}" if one.shot.arc else "a single round"
    hits = counted(one.each.certain, "hit") if one.each.certain else f"hit by {number(one.each)} in 100"
    return f"{f'{mark} is {way}' if mark else f'{way[0].upper()}{way[1:]}'}: each opponent who appears: {hits}."


def wider(found: Iterable[Rehearsal]) -> Iterator[str]:
    """What bursts over several arcs do to each, where there is more than one."""
    told = [f"{_arc(one)} {number(one.each)}" for one in found if one.each]
    if len(told) > 1:
        yield f"Hits by arc: {', '.join(told)}."


def pattern(one: Rehearsal, encounter: Encounter) -> Iterator[str]:
    """What a pattern of shot does to whom it covers."""
    if one.pellets is None:
        return
    more = len(one.victims) - 1
    others = f"; {more} more in the pattern" if more > 0 else ""
    yield f"Shot spreads: a hit is one by pellets{others} (3.5)."
    yield from _pellets(one, encounter)


def hindrances(one: Rehearsal, order: Attack, encounter: Encounter, book: Book) -> Iterator[str]:
    shot, shooter = one.shot, encounter.combatant(order.actor)
    if so_far := readying.aim_so_far(shooter, shot.arm, shot.aimed_at):
        yield f"{counted(so_far, 'action')} of aim so far."
    if shot.extra:
        yield f"Each aim counts {counted(shot.extra, 'action')} more: a second shot (5.8), or a pinned place (5.9)."
    most = aim_limits.limit(shooter, shot.aimed_at, shot.how, shot.reach.hexes, encounter, book)
    if most is not None:
        yield f"{most.why}: {counted(most.actions, 'action')} of aim count at most{' (O24)' * (most.impulses == 1)}."
    try:
        readying.check_shooter(shooter, shot.arm, encounter)
    except Refusal as refusal:
        yield str(refusal)


def number(hits: Hits) -> str:
    """How many hit, as the tables print it, or the chance in 100 that one does."""
    return f"*{hits.certain}" if hits.certain else in_100(Fraction(max(hits.chance + 1, 0), 100))


def _many(hits: Hits, what: str) -> str:
    return counted(hits.certain, what) if hits.certain else f"a {what} {number(hits)} in 100"


def _pellets(one: Rehearsal, encounter: Encounter) -> Iterator[str]:
    if one.pellets is None:
        return
    yield f"A pattern that covers him: {_many(one.pellets, 'pellet')} (BPHC)."
    if one.size > 1:
        if together(one.size, encounter):
            yield "All pellets of a pattern in one place."
        elif value(encounter, PELLETS) in (GROUPED, EVENLY):
            yield "The pellets are counted each for itself: that they are grouped changes wounds and damage a little."


def _arc(one: Rehearsal) -> str:
    assert one.shot.arc is not None
    width = one.shot.arc.hexes
    return "1 hex" if width == 1 else f"{float(width):g} hexes"
