"""The remarks under the odds: the figures used, the results of a burst or a pattern, and hindrances to the shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack
from rules.engine.sharing.unknown import not_known
from rules.phoenix.basics.switches import DAMAGE, EVENLY, GROUPED, PELLETS, on, value
from rules.phoenix.book import Book
from rules.phoenix.harm import basic_damage, locations
from rules.phoenix.people.outward import OF_TARGETS
from rules.phoenix.shooting.aim import aim_limits, preparation
from rules.phoenix.shooting.firing import bursts
from rules.phoenix.shooting.odds.chances import together
from rules.phoenix.shooting.odds.odds_grid import in_100
from rules.phoenix.shooting.odds.rehearsal import Rehearsal
from rules.tables.cells import Hits
from rules.words.phrases import counted, listed


def figures(one: Rehearsal, encounter: Encounter, book: Book) -> Iterator[str]:
    """Yield the figures by which the hits were counted, and the meaning of the columns."""
    known = one.harm_known(encounter)
    state, projectile = one.hit_state, one.projectile(encounter, book)
    worn = {"helm": state.armor.helm, "visor": state.armor.visor, "body": state.armor.body, "limbs": state.armor.limbs}
    pieces = [f"{where} PF {pf}" for where, pf in worn.items() if pf]
    armor = f", {listed(pieces, 'and') if pieces else 'no armor'}" if known else ""
    if on(encounter, DAMAGE):
        where = locations.throwing(state, projectile).words
    else:
        where = "in the open" if basic_damage.position(state)[0] == basic_damage.OPEN else "around cover"
    yield f"{one.shot.round} PEN {float(projectile.pen):g}, DC {projectile.dc}; {where}{armor}."
    if one.victim.behind:
        words = one.victim.behind.words
        yield f"{words[0].upper()}{words[1:]}."
    yield knockout(one, encounter)
    if known:
        yield (
            "In 100: hits, wounds, disabled limbs, out (incapacitated or dead). PD is the average; a"
            " miss or a death counts as 0."
        )
    else:
        yield "Hit: chance in 100."


def knockout(one: Rehearsal, encounter: Encounter) -> str:
    """Return the figures that decide who is out of the fight, or what of them is not known."""
    if not one.harm_known(encounter):
        return not_known(encounter.combatant(one.victim.id), *OF_TARGETS)
    state = one.hit_state
    if state.knockout_value is None:
        return "No Knockout Value given: out means dead."
    before = f", {state.physical_damage:,} PD already" if state.wounds else ""
    return f"Knockout Value {state.knockout_value}{before}."


def burst(one: Rehearsal, a: str, encounter: Encounter) -> Iterator[str]:
    """Yield the hits of a burst once it has hit, or has the right height."""
    assert one.table_hits is not None
    if one.shot.arc is None:
        swept = bursts.sweeps(one.shot.named, one.shot.how)
        on_each = f" on each in the hex, shown for {one.victim.name}" if swept else ""
        yield f"{a} burst of {one.rounds}: {counted(one.table_hits.certain, 'hit')} if it hits (2B){on_each}."
        return
    more = len(one.victims) - 1
    others = f", shown for {one.victim.name}, with {more} more in it" if more > 0 else ""
    what = "pattern" if one.pellets else "hit"
    yield f"{a} burst of {one.rounds} over {_arc(one)}: {_many(one.table_hits, what)} at the right height (5A){others}."
    yield from _pellets(one, encounter)
    if one.shot.follows:
        yield "+ continues the last burst without new aim (3.4)."
    elif one.shot.weapon.recoil is None:
        yield f"The SAB of the {one.shot.weapon.name} is unknown (ruling O85): the next burst is a new one."
    else:
        yield f"A burst in the next impulse that continues this one: EAL {-one.shot.weapon.recoil:+d} (SAB)."


def cover_fire(one: Rehearsal, mark: str) -> str:
    """Return the effects of cover fire on opponents that appear in its hexes (5.10)."""
    each = one.table_hits
    assert each is not None
    way = f"a burst of {one.rounds} over {_arc(one)}" if one.shot.arc else "a single round"
    hits = counted(each.certain, "hit") if each.certain else f"hit by {number(each)} in 100"
    return f"{f'{mark} is {way}' if mark else f'{way[0].upper()}{way[1:]}'}: each opponent who appears is {hits}."


def wider(rehearsals: Iterable[Rehearsal]) -> Iterator[str]:
    """Yield the hits of bursts over several arcs, if there is more than one."""
    hits_by_arc = [f"{_arc(one)} {number(one.table_hits)}" for one in rehearsals if one.table_hits]
    if len(hits_by_arc) > 1:
        yield f"Hits by arc: {', '.join(hits_by_arc)}."


def pattern(one: Rehearsal, encounter: Encounter) -> Iterator[str]:
    """Yield the effects of a pattern of shot on the fighters that it covers."""
    if one.pellets is None:
        return
    more = len(one.victims) - 1
    others = f"; {more} more in the pattern" if more > 0 else ""
    yield f"Shot spreads: a hit is by pellets{others} (3.5)."
    yield from _pellets(one, encounter)


def hindrances(one: Rehearsal, order: Attack, encounter: Encounter, book: Book) -> Iterator[str]:
    """Yield the aim taken so far, its limits, and the reasons that forbid the shot now."""
    shot, shooter = one.shot, encounter.combatant(order.actor)
    yield from aim_taken(preparation.aim_so_far(shooter, shot.arm, shot.aimed_at), shot.extra)
    yield from aim_limits.remarks(shooter, shot.aimed_at, shot.how, shot.reach.hexes, encounter, book)
    try:
        preparation.check_shooter(shooter, shot.arm, encounter)
    except Refusal as refusal:
        yield str(refusal)


def aim_taken(so_far: int, extra: int) -> Iterator[str]:
    """Yield the actions of aim taken so far, and those that count besides (5.8, 5.9)."""
    if so_far:
        yield f"{counted(so_far, 'action')} of aim so far."
    if extra:
        yield f"Each aim counts as {counted(extra, 'action')} more: a second shot (5.8), or a pinned place (5.9)."


def number(hits: Hits) -> str:
    """Return the hits as the tables print them, or the chance in 100 of one."""
    return f"*{hits.certain}" if hits.certain else in_100(Fraction(max(hits.chance + 1, 0), 100))


def _many(hits: Hits, what: str) -> str:
    return counted(hits.certain, what) if hits.certain else f"a {what} {number(hits)} in 100"


def _pellets(one: Rehearsal, encounter: Encounter) -> Iterator[str]:
    if one.pellets is None:
        return
    yield f"A pattern that covers the target: {_many(one.pellets, 'pellet')} (BPHC)."
    if one.size > 1:
        if together(one.size, encounter):
            yield "All pellets of a pattern hit one place."
        elif value(encounter, PELLETS) in (GROUPED, EVENLY):
            yield "The pellets of a pattern hit close to the first (3.5)."


def _arc(one: Rehearsal) -> str:
    assert one.shot.arc is not None
    width = one.shot.arc.hexes
    return "1 hex" if width == 1 else f"{float(width):g} hexes"
