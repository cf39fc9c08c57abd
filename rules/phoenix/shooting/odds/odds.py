"""What a player can know before a shot: the chances, by aim or by arc, to hit, to wound, to put out of the fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.engine.errors import RangeWanted, Refusal
from rules.engine.model import Encounter
from rules.engine.orders import Attack, Burst, Throw
from rules.engine.ruleset import Curve, Odds
from rules.phoenix.arms import Arm, ExplosiveWeapon, Grenade, Gun, Shotgun
from rules.phoenix.blasts.odds import explosive, explosive_curve
from rules.phoenix.book import Book
from rules.phoenix.shooting import aim_limits, fire, readying
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.odds import odds_remarks
from rules.phoenix.shooting.odds.chances import Chances
from rules.phoenix.shooting.odds.odds_grid import accuracy_words, in_100, mean, telling
from rules.phoenix.shooting.odds.rehearsing import Rehearsal, arcs_of, rehearsed, with_chances
from rules.phoenix.shooting.targets.sighting import Mark, Reach, reach
from rules.phoenix.soldier import Soldier
from rules.phoenix.switches import ACCURACY, SHOTGUNS, on
from rules.words.phrases import counted

COLUMNS = ("Aim", "Hit", "Wound", "Limb", "Out", "PD")
BY_ARC = ("Arc", "Elev", "Hits", "Wound", "Out", "PD")
RANGES = (5, 10, 20, 40, 70, 100)
"""Told of where nobody knows the range, in the Basic Game; else columns of the weapon's page are."""


@dataclass(frozen=True, slots=True)
class Likely:
    """One line of the odds: after so many `actions` of aim (0: a burst that follows another) the chance to hit, the
    chance that he of whom it is told is hit then, and what the hits will do."""

    actions: int
    burst: bool
    hit: Fraction
    struck: Fraction
    hits: Chances


def odds(order: Attack, encounter: Encounter, book: Book) -> Odds:
    """The exact chances of a shot by aim, and of a burst where the weapon has them, as shooter and target are now; of a
    burst alone by arc, where it has one (3.4).

    Of an explosive round, and where nobody knows the range, only the chances to hit are told. Raises Refusal.
    """
    weapon = _weapon(order, encounter)
    if isinstance(order, Throw) or isinstance(weapon, ExplosiveWeapon | Grenade):
        return explosive(order, encounter, book)
    named = _named(order, encounter)
    title = f"{encounter.combatant(order.actor).name}, {weapon.name} at {named[0].name}"
    try:
        known = reach(order, named[0], encounter)
    except RangeWanted:
        return _by_range(title, order, named, encounter, book)
    title = f"{title}, {known.words}"
    found = rehearsed(order, named, known, encounter, book)
    if found[0].shot.how.covering:
        return _by_cover(title, order, found, encounter, book)
    if found[0].shot.arc:
        return _by_arc(title, order, found[0], encounter, book)
    lines = _lines(order, found, encounter, book)
    mixed = len(found) > 1
    rows, left_out = telling([_row(line, "b" if mixed and line.burst else "") for line in lines])
    remarks = [
        accuracy_words(found[0].last(encounter, book), encounter),
        *odds_remarks.hindrances(found[0], order, encounter, book),
    ]
    for one in found:
        if one.shot.burst:
            remarks += odds_remarks.burst(one, "b is a" if mixed else "A", encounter)
        else:
            remarks += odds_remarks.pattern(one, encounter)
    if mixed and found[1].shot.arc:
        remarks += odds_remarks.wider(arcs_of(found[1], encounter, book))
    figures = odds_remarks.figures(found[0], encounter, book)
    return Odds(title, COLUMNS, rows, (*left_out, *figures, *remarks), brief=2)


def likely(order: Attack, encounter: Encounter, book: Book) -> list[Likely]:
    """The lines of the odds by aim as exact numbers. Raises as `odds`, and RangeWanted where nobody knows the range."""
    named = _named(order, encounter)
    found = rehearsed(order, named, reach(order, named[0], encounter), encounter, book)
    return [*_lines(order, found, encounter, book)]


def curve(order: Attack, encounter: Encounter, book: Book) -> Curve:
    """The chances to hit and to put out of the fight by aim, of a single shot or of a burst; of what explodes, to hit.

    A burst that follows another is counted with aim of its own. Raises as `likely`.
    """
    weapon = _weapon(order, encounter)
    if isinstance(order, Throw) or isinstance(weapon, ExplosiveWeapon | Grenade):
        return explosive_curve(order, encounter, book)
    named = _named(order, encounter)
    known = reach(order, named[0], encounter)
    found = rehearsed(order, named, known, encounter, book)[:1]
    points = [
        (line.actions, (line.hit * line.struck, line.hit * line.hits.out))
        for line in _lines(order, found, encounter, book)
        if line.actions
    ]
    way = "burst" if found[0].shot.burst else ""
    remarks = (odds_remarks.knockout(found[0].hit_state),)
    return Curve(weapon.name, named[0].name, known.hexes, ("Hit", "Out"), tuple(points), way, remarks)


def _named(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """Whom it goes at; somebody of whom nothing is known if nobody is named."""
    if not order.targets:
        return (Mark("", "a target", Soldier()),)
    spreads = isinstance(_weapon(order, encounter), Shotgun) and on(encounter, SHOTGUNS)
    return fire.named(order, isinstance(order, Burst) or not spreads, encounter)


def _weapon(order: Attack, encounter: Encounter) -> Arm:
    return kit.held(encounter.combatant(order.actor), order.weapon).weapon


def _lines(order: Attack, found: Sequence[Rehearsal], encounter: Encounter, book: Book) -> Iterator[Likely]:
    for one, hits in with_chances(found, encounter, book):
        burst = one.shot.burst
        if one.shot.follows:
            yield Likely(0, burst, one.hit(0, encounter, book), one.any, hits)
        for actions in _aims(order, one, encounter, book):
            yield Likely(actions, burst, one.anew().hit(actions, encounter, book), one.any, hits)


def _by_cover(title: str, order: Attack, found: Sequence[Rehearsal], encounter: Encounter, book: Book) -> Odds:
    """How likely cover fire goes to its hexes, by a single round or by a burst, and what it does there (5.10)."""
    rows, remarks = list[tuple[str, ...]](), list[str]()
    for one in found:
        assert one.each is not None
        mark = "b" if one.shot.burst and len(found) > 1 else ""
        rows += [(f"{mark}{n}", in_100(one.anew().hit(n, encounter, book))) for n in _aims(order, one, encounter, book)]
        remarks.append(odds_remarks.cover_fire(one, mark))
    told, left_out = telling(rows)
    sum_of = accuracy_words(found[0].last(encounter, book), encounter)
    hindrances = odds_remarks.hindrances(found[0], order, encounter, book)
    return Odds(title, COLUMNS[:2], told, (*left_out, *remarks, sum_of, *hindrances))


def _by_arc(title: str, order: Attack, first: Rehearsal, encounter: Encounter, book: Book) -> Odds:
    """What a burst does by its Arc of Fire, after as much aim as is asked for or makes a difference."""
    heights = {n: first.anew().hit(n, encounter, book) for n in _aims(order, first, encounter, book)}
    actions = min(n for n in heights if heights[n] == max(heights.values()))
    hit = first.hit(0, encounter, book) if first.shot.follows else heights[actions]
    rows = list[tuple[str, ...]]()
    for one, hits in with_chances(arcs_of(first, encounter, book), encounter, book):
        assert one.shot.arc is not None and one.each is not None
        parts = (in_100(hit * hits.wounded), in_100(hit * hits.out), mean(hit * hits.points))
        rows.append((f"{float(one.shot.arc.hexes):g}", in_100(hit), odds_remarks.number(one.each), *parts))
    by_aim = ", ".join(f"{n}: {in_100(height)}" for n, height in heights.items() if n <= actions)
    after = "As it follows the last burst" if first.shot.follows else f"After {counted(actions, 'action')} of aim"
    remarks = [f"{after}; Elev by aim: {by_aim}."]
    remarks += [
        accuracy_words(first.last(encounter, book), encounter),
        *odds_remarks.hindrances(first, order, encounter, book),
    ]
    remarks += odds_remarks.burst(first, "A", encounter)
    return Odds(title, BY_ARC, tuple(rows), (*odds_remarks.figures(first, encounter, book), *remarks))


def _by_range(title: str, order: Attack, named: tuple[Mark, ...], encounter: Encounter, book: Book) -> Odds:
    """The chances to hit where nobody knows the range."""
    weapon = _weapon(order, encounter)
    assert isinstance(weapon, Gun)
    ranges = weapon.ranges if on(encounter, ACCURACY) else RANGES
    found = {ranges[0]: rehearsed(order, named, Reach(ranges[0], ""), encounter, book)[0]}
    for hexes in ranges[1:]:
        try:
            found[hexes] = rehearsed(order, named, Reach(hexes, ""), encounter, book)[0]
        except Refusal:  # past its last figure
            break
    first, found = found[ranges[0]], _some(found)
    rows, left_out = telling(
        [
            (str(actions), *(in_100(one.any * one.hit(actions, encounter, book)) for one in found.values()))
            for actions in _aims(order, first, encounter, book)
        ]
    )
    at = f"At {counted(ranges[0], 'hex')}: " if on(encounter, ACCURACY) else ""  # which depends on it
    remarks = (
        "Chances to hit in 100, by range in hexes; range: tells more.",
        f"{at}{accuracy_words(first.last(encounter, book), encounter)}",
    )
    hindrances = odds_remarks.hindrances(first, order, encounter, book)
    return Odds(title, ("Aim", *map(str, found)), rows, (*left_out, *remarks, *hindrances))


def _some(found: Mapping[int, Rehearsal]) -> dict[int, Rehearsal]:
    """As many of the ranges as a phone has room for, from the first to the last."""
    ranges, most = [*found], min(len(found), len(RANGES))
    return {hexes: found[hexes] for hexes in (ranges[n * (len(ranges) - 1) // max(most - 1, 1)] for n in range(most))}


def _aims(order: Attack, one: Rehearsal, encounter: Encounter, book: Book) -> Sequence[int]:
    """The actions of aim to tell of: each from now on that makes a difference, or as many as are asked for."""
    shot = one.shot
    weapon, extra, shooter = shot.weapon, fire.bonus(shot), encounter.combatant(order.actor)
    so_far = readying.aim_so_far(shooter, shot.arm, shot.aimed_at)
    wanted = readying.aim_wanted(order.aim, so_far, weapon, extra)
    least = max(wanted, so_far)
    listed_aims = {time - extra for time, _ in weapon.aim if order.aim is None}
    aims = sorted({least} | {actions for actions in listed_aims if actions > least})
    most = aim_limits.limit(shooter, shot.aimed_at, shot.how, shot.reach.hexes, encounter, book)
    return aims if most is None else sorted({min(actions, most.actions) for actions in aims})


def _row(line: Likely, mark: str) -> tuple[str, ...]:
    found = line.hits
    parts = (line.struck, found.wounded, found.disabled, found.out)
    aim = f"{mark}{line.actions}" if line.actions else f"{mark}+"
    return aim, *(in_100(line.hit * part) for part in parts), mean(line.hit * found.points)
