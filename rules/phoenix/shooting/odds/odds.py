"""The odds that a player can know before a shot: the chances, by aim or by arc, to hit, to wound, to put out of the
fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.engine.books.ruleset import Curve, Odds
from rules.engine.records.errors import RangeWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst, Throw
from rules.engine.records.references import put_names_in
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun, Shotgun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import ACCURACY, SHOTGUNS, on
from rules.phoenix.blasts.odds import explosive, explosive_curve
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim import preparation
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import fire
from rules.phoenix.shooting.odds import odds_remarks
from rules.phoenix.shooting.odds.chances import Chances
from rules.phoenix.shooting.odds.odds_grid import BY_HEIGHT, accuracy_words, distinct_rows, in_100, mean
from rules.phoenix.shooting.odds.rehearsal import Rehearsal, arcs_of, rehearse, with_chances
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Reach, reach
from rules.words.phrases import counted

COLUMNS = ("Aim", "Hit", "Wound", "Limb", "Out", "PD")
BY_ARC = ("Arc", "Elev", "Hits", "Wound", "Out", "PD")
RANGES = (5, 10, 20, 40, 70, 100)
"""The ranges listed in the Basic Game if the range is unknown; otherwise the columns of the weapon's page are."""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """One line of the odds.

    After this many `actions` of aim (0: a burst that follows another) it has the chance to hit, the chance that this
    victim is then hit, and the effects of the hits.
    """

    actions: int
    burst: bool
    hit: Fraction
    struck: Fraction
    hits: Chances


def odds(order: Attack, encounter: Encounter, book: Book) -> Odds:
    """Return the exact chances of a shot by aim, and of a burst if the weapon has them, with shooter and target in
    their present state.

    For a burst alone, they are by arc, if it has one (3.4). For an explosive round, and for an unknown range, only the
    chances to hit are given. Raises Refusal.
    """
    return put_names_in(_odds(order, encounter, book), lambda id: encounter.combatant(id).name)


def hit_odds(order: Attack, encounter: Encounter, book: Book) -> Odds:
    """Return the odds by aim with only the chance to hit; for a burst over an arc, the chance of the right height.

    The effects of the hits are not counted, because that takes long for grouped pellets. Raises Refusal.
    """
    table = _odds(order, encounter, book, effects=False)
    return put_names_in(table, lambda id: encounter.combatant(id).name)


def follows(order: Attack, encounter: Encounter, book: Book) -> bool:
    """Return whether the burst follows another and needs no aim (3.4). Raises as `odds_lines` does."""
    named = _named(order, encounter)
    return next(rehearse(order, named, reach(order, named[0], encounter), encounter, book)).shot.follows is not None


def _odds(order: Attack, encounter: Encounter, book: Book, effects: bool = True) -> Odds:
    weapon = _weapon(order, encounter)
    if isinstance(order, Throw) or isinstance(weapon, ExplosiveWeapon | Grenade):
        return explosive(order, encounter, book)
    named = _named(order, encounter)
    title = f"{encounter.combatant(order.actor).name}, {weapon.name} at {named[0].name}"
    try:
        target_range = reach(order, named[0], encounter)
    except RangeWanted:
        return _by_range(title, order, named, encounter, book)
    title = f"{title}, {target_range.words}"
    others = rehearse(order, named, target_range, encounter, book)
    first = next(others)
    if not (effects or first.shot.how.covering):
        return _by_hit(title, order, first, encounter, book)
    rehearsals = [first, *others]
    if first.shot.how.covering:
        return _by_cover(title, order, rehearsals, encounter, book)
    if first.shot.arc:
        return _by_arc(title, order, first, encounter, book)
    lines = _lines(order, rehearsals, encounter, book)
    mixed, columns = len(rehearsals) > 1, _known(COLUMNS, COLUMNS[:2], rehearsals, encounter)
    rows, left_out = distinct_rows([_row(line, "b" if mixed and line.burst else "")[: len(columns)] for line in lines])
    remarks = [
        accuracy_words(first.terms_at_full_aim(encounter, book), encounter),
        *odds_remarks.hindrances(first, order, encounter, book),
    ]
    for one in rehearsals:
        if one.shot.burst:
            remarks += odds_remarks.burst(one, "b is a" if mixed else "A", encounter)
        else:
            remarks += odds_remarks.pattern(one, encounter)
    if mixed and rehearsals[1].shot.arc:
        remarks += odds_remarks.wider(arcs_of(rehearsals[1], encounter, book))
    figures = odds_remarks.figures(first, encounter, book)
    return Odds(title, columns, rows, (*left_out, *figures, *remarks), brief=2)


def odds_lines(order: Attack, encounter: Encounter, book: Book) -> list[OddsLine]:
    """Return the lines of the odds by aim as exact numbers.

    Raises as `odds` does, and RangeWanted for an unknown range.
    """
    named = _named(order, encounter)
    rehearsals = [*rehearse(order, named, reach(order, named[0], encounter), encounter, book)]
    return [*_lines(order, rehearsals, encounter, book)]


def curve(order: Attack, encounter: Encounter, book: Book) -> Curve:
    """Return the chances by aim to hit and to put out of the fight, for a single shot or a burst; for an explosive, to
    hit.

    A burst that follows another is counted with aim of its own. Raises as `odds_lines` does.
    """
    weapon = _weapon(order, encounter)
    if isinstance(order, Throw) or isinstance(weapon, ExplosiveWeapon | Grenade):
        return explosive_curve(order, encounter, book)
    named = _named(order, encounter)
    target_range = reach(order, named[0], encounter)
    rehearsals = [next(rehearse(order, named, target_range, encounter, book))]
    points = [
        (line.actions, (line.hit * line.struck, line.hit * line.hits.out))
        for line in _lines(order, rehearsals, encounter, book)
        if line.actions
    ]
    way = "burst" if rehearsals[0].shot.burst else ""
    measures = _known(("Hit", "Out"), ("Hit",), rehearsals, encounter)
    return put_names_in(
        Curve(
            weapon.name,
            named[0].name,
            target_range.hexes,
            measures,
            tuple((actions, chances[: len(measures)]) for actions, chances in points),
            way,
            (odds_remarks.knockout(rehearsals[0], encounter),),
        ),
        lambda id: encounter.combatant(id).name,
    )


def _named(order: Attack, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return the targets of the order; without any, a target about which nothing is known."""
    if not order.targets:
        return (AimedTarget("", "a target", Soldier()),)
    spreads = isinstance(_weapon(order, encounter), Shotgun) and on(encounter, SHOTGUNS)
    return fire.named(order, read_how(order.how), isinstance(order, Burst) or not spreads, encounter)


def _weapon(order: Attack, encounter: Encounter) -> Arm:
    return kit.held(encounter.combatant(order.actor), order.weapon).weapon


def _lines(order: Attack, rehearsals: Sequence[Rehearsal], encounter: Encounter, book: Book) -> Iterator[OddsLine]:
    for one, hits in with_chances(rehearsals, encounter, book):
        if one.shot.follows:
            yield OddsLine(0, one.shot.burst, one.hit(0, encounter, book), one.any_hit, hits)
        for actions, hit in _by_aim(order, one, encounter, book):
            yield OddsLine(actions, one.shot.burst, hit, one.any_hit, hits)


def _by_hit(title: str, order: Attack, one: Rehearsal, encounter: Encounter, book: Book) -> Odds:
    """Return the chance to hit by aim, or that of the right height."""
    share = Fraction(1) if one.shot.arc else one.any_hit
    rows = [(str(actions), in_100(hit * share)) for actions, hit in _by_aim(order, one, encounter, book)]
    distinct, left_out = distinct_rows(rows)
    return Odds(title, BY_HEIGHT if one.shot.arc else COLUMNS[:2], distinct, left_out)


def _known(
    columns: tuple[str, ...], of_hits: tuple[str, ...], rehearsals: Sequence[Rehearsal], encounter: Encounter
) -> tuple[str, ...]:
    """Return the columns that can be told: those `of_hits` alone if the harm to some victim is not known."""
    return columns if all(one.harm_known(encounter) for one in rehearsals) else of_hits


def _by_aim(order: Attack, one: Rehearsal, encounter: Encounter, book: Book) -> Iterator[tuple[int, Fraction]]:
    """Yield the actions of aim to list, each with the chance to hit, or that of the right height."""
    aimed = one.with_own_aim()
    for actions in _counted_aims(order, one, encounter, book):
        yield actions, aimed.hit(actions, encounter, book)


def _by_cover(title: str, order: Attack, rehearsals: Sequence[Rehearsal], encounter: Encounter, book: Book) -> Odds:
    """Return the chances of cover fire to reach its hexes, by a single round or by a burst, and its effects there
    (5.10).
    """
    rows, remarks = list[tuple[str, ...]](), list[str]()
    for one in rehearsals:
        assert one.table_hits is not None
        mark = "b" if one.shot.burst and len(rehearsals) > 1 else ""
        rows += [(f"{mark}{actions}", in_100(hit)) for actions, hit in _by_aim(order, one, encounter, book)]
        remarks.append(odds_remarks.cover_fire(one, mark))
    distinct, left_out = distinct_rows(rows)
    sum_of = accuracy_words(rehearsals[0].terms_at_full_aim(encounter, book), encounter)
    hindrances = odds_remarks.hindrances(rehearsals[0], order, encounter, book)
    return Odds(title, COLUMNS[:2], distinct, (*left_out, *remarks, sum_of, *hindrances))


def _by_arc(title: str, order: Attack, first: Rehearsal, encounter: Encounter, book: Book) -> Odds:
    """Return the effects of a burst by its Arc of Fire, after the aim that is given or that makes a difference."""
    heights = dict(_by_aim(order, first, encounter, book))
    actions = min(n for n in heights if heights[n] == max(heights.values()))
    hit = first.hit(0, encounter, book) if first.shot.follows else heights[actions]
    rows = list[tuple[str, ...]]()
    over_arcs = [*arcs_of(first, encounter, book)]
    columns = _known(BY_ARC, BY_ARC[:3], over_arcs, encounter)
    for one, hits in with_chances(over_arcs, encounter, book):
        assert one.shot.arc is not None and one.table_hits is not None
        parts = (in_100(hit * hits.wounded), in_100(hit * hits.out), mean(hit * hits.points))
        cells = (f"{float(one.shot.arc.hexes):g}", in_100(hit), odds_remarks.number(one.table_hits), *parts)
        rows.append(cells[: len(columns)])
    by_aim = ", ".join(f"{n}: {in_100(height)}" for n, height in heights.items() if n <= actions)
    after = "As it follows the last burst" if first.shot.follows else f"After {counted(actions, 'action')} of aim"
    remarks = [f"{after}; Elev by aim: {by_aim}."]
    remarks += [
        accuracy_words(first.terms_at_full_aim(encounter, book), encounter),
        *odds_remarks.hindrances(first, order, encounter, book),
    ]
    remarks += odds_remarks.burst(first, "A", encounter)
    return Odds(title, columns, tuple(rows), (*odds_remarks.figures(first, encounter, book), *remarks))


def _by_range(title: str, order: Attack, named: tuple[AimedTarget, ...], encounter: Encounter, book: Book) -> Odds:
    """Return the chances to hit by range, for an unknown range."""
    weapon = _weapon(order, encounter)
    assert isinstance(weapon, Gun)
    ranges = weapon.ranges if on(encounter, ACCURACY) else RANGES
    by_range = {ranges[0]: next(rehearse(order, named, Reach(ranges[0], ""), encounter, book))}
    for hexes in ranges[1:]:
        try:
            by_range[hexes] = next(rehearse(order, named, Reach(hexes, ""), encounter, book))
        except Refusal:  # past its last figure
            break
    first, by_range = by_range[ranges[0]], _some(by_range)
    aims = {max(one.counted(n, encounter, book) for one in by_range.values()) for n in _aims(order, first, encounter)}
    rows, left_out = distinct_rows(
        [
            (str(actions), *(in_100(one.any_hit * one.hit(actions, encounter, book)) for one in by_range.values()))
            for actions in sorted(aims)
        ]
    )
    at = f"At {counted(ranges[0], 'hex')}: " if on(encounter, ACCURACY) else ""  # the accuracy depends on it
    remarks = (
        "Chances to hit in 100, by range in hexes. Give range: for more.",
        f"{at}{accuracy_words(first.terms_at_full_aim(encounter, book), encounter)}",
    )
    hindrances = odds_remarks.hindrances(first, order, encounter, book)
    return Odds(title, ("Aim", *map(str, by_range)), rows, (*left_out, *remarks, *hindrances))


def _some(by_range: Mapping[int, Rehearsal]) -> dict[int, Rehearsal]:
    """Return as many of the ranges as a phone has room for, from the first to the last."""
    ranges, most = [*by_range], min(len(by_range), len(RANGES))
    return {
        hexes: by_range[hexes] for hexes in (ranges[n * (len(ranges) - 1) // max(most - 1, 1)] for n in range(most))
    }


def _counted_aims(order: Attack, one: Rehearsal, encounter: Encounter, book: Book) -> Sequence[int]:
    """Return the actions of aim to list: each that makes a difference from now on, or the number that is given."""
    return sorted({one.counted(actions, encounter, book) for actions in _aims(order, one, encounter)})


def _aims(order: Attack, one: Rehearsal, encounter: Encounter) -> Sequence[int]:
    """Return the actions of aim to list if motion does not limit them."""
    shot = one.shot
    weapon, extra, shooter = shot.weapon, fire.bonus(shot), encounter.combatant(order.actor)
    so_far = preparation.aim_so_far(shooter, shot.arm, shot.aimed_at)
    least = max(preparation.aim_to_take(order.aim, so_far, weapon, extra), so_far)
    return preparation.listed_aims(order.aim, least, (time - extra for time, _ in weapon.aim))


def _row(line: OddsLine, mark: str) -> tuple[str, ...]:
    hits = line.hits
    parts = (line.struck, hits.wounded, hits.disabled, hits.out)
    aim = f"{mark}{line.actions}" if line.actions else f"{mark}+"
    return aim, *(in_100(line.hit * part) for part in parts), mean(line.hit * hits.points)
