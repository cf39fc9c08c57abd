"""The odds of explosive fire and throws before they are made: the chances to hit by aim (2.4, 2.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from fractions import Fraction

from rules.engine.books.ruleset import Curve, Odds
from rules.engine.records.copies import replace
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire
from rules.engine.records.references import put_names
from rules.engine.records.steps import Term
from rules.engine.scene.trial import Trial
from rules.phoenix.basics.action_points import are_counted
from rules.phoenix.basics.arms import CONTACT, Arm, ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import EXPLOSIVES, on
from rules.phoenix.blasts import explosives, launcher_bursts
from rules.phoenix.blasts.drift import spread
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim import aim_limits, preparation
from rules.phoenix.shooting.aim.extra_aim import extra_aim
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.aim.level import column
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import bursts
from rules.phoenix.shooting.odds.odds_grid import BY_HEIGHT, NOTHING, accuracy_words, distinct_rows, in_100, to_hit
from rules.phoenix.shooting.odds.odds_remarks import aim_taken, number
from rules.phoenix.shooting.targets.aimed_target import aimed_target
from rules.words.phrases import counted, listed

COLUMNS = ("Aim", "Hit")
_NOT_COUNTED = "The effect of the explosion is not included."
_NEAR = (1, 2, 3)
"""The hexes of a miss that are listed one by one; larger misses are added up."""


def explosive(order: Attack, encounter: Encounter, book: Book) -> Odds:
    """Return the chances to hit with an explosive weapon, also by a burst if it fires them. Raises Refusal.

    With 3.6 also where a miss goes off, and the explosion's figures. The harm of the explosion is not counted.
    """
    shooter, weapon = _ready(order, encounter, book)
    kinds = [order]
    if isinstance(weapon, ExplosiveWeapon) and isinstance(order, Fire) and weapon.rate.automatic:
        kinds.append(Burst(**{option.name: getattr(order, option.name) for option in fields(order)}))
    rows, notes, columns = list[tuple[str, ...]](), list[str](), COLUMNS
    for kind in kinds:
        shot, by_aim = explosives.by_aim(kind, shooter, encounter, book)
        letter = "b" if kind is not order else ""
        rows += [
            (f"{letter}{aim or '+'}", in_100(to_hit(terms, shot.attempt, encounter, book)))
            for aim, terms in by_aim.items()
        ]
        if kind is order:
            columns = _columns(shot)
            own = by_aim[min(aim for aim in by_aim if aim)]
            notes += _before_aim(shot, encounter, book)
            notes += [accuracy_words(own, encounter), *_explosion(shot, by_aim[max(by_aim)], encounter, book)]
            so_far = preparation.aim_so_far(encounter.combatant(order.actor), shot.arm, shot.at)
            notes += aim_taken(so_far, extra_aim(shot.shooter, shot.arm, shot.at, shot.how, encounter))
            notes += aim_limits.remarks(shot.shooter, shot.at, shot.how, shot.reach.hexes, encounter, book)
        notes += [_together(shot, letter, encounter, book)] if shot.automatic else []
    distinct, left_out = distinct_rows(rows)
    title = f"{shooter.name}, {shot.arm.weapon.name} at {shot.at.name}, {shot.reach.words}"
    hit = "Hit: chance in 100."
    if shot.arc:
        hit = f"{'Elev' if columns == BY_HEIGHT else 'Hit'}: chance in 100; of a burst, that of the right height."
    uncounted = (
        _NOT_COUNTED
        if on(encounter, EXPLOSIVES)
        else "Where a miss lands and the effect of the explosion are not included."
    )
    return Odds(title, columns, distinct, (*left_out, *notes, f"{hit} {uncounted}"))


def explosive_curve(order: Attack, encounter: Encounter, book: Book) -> Curve:
    """Return the chances to hit by aim, as numbers for a plot. Raises Refusal."""
    shooter, _ = _ready(order, encounter, book)
    shot, by_aim = explosives.by_aim(order, shooter, encounter, book)
    points = tuple((aim, (to_hit(terms, shot.attempt, encounter, book),)) for aim, terms in by_aim.items() if aim)
    way = "burst" if shot.automatic else ""
    at = put_names(shot.at.name, lambda id: encounter.combatant(id).name)
    return Curve(shot.arm.weapon.name, at, shot.reach.hexes, _columns(shot)[1:], points, way, (_NOT_COUNTED,))


def _before_aim(shot: Shot, encounter: Encounter, book: Book) -> Iterator[str]:
    """Yield the actions that a throw takes besides its aim."""
    weapon = shot.arm.weapon
    if not isinstance(weapon, Grenade) or not are_counted(soldier(shot.shooter), encounter):
        return
    work = [one for one in explosives.before_aim(shot.shooter, shot.arm, weapon, book) if one.cost]
    if work:
        whole = counted(sum(one.cost for one in work), "action")
        yield f"Besides its aim, the throw takes {whole}: {listed([one.purpose for one in work], 'and')}."


def _columns(shot: Shot) -> tuple[str, str]:
    return BY_HEIGHT if shot.arc else COLUMNS


def follows(order: Attack, encounter: Encounter, book: Book) -> bool:
    """Return whether a launcher's burst follows another and needs no aim (3.4). Raises Refusal."""
    shooter, _ = _ready(order, encounter, book)
    return 0 in explosives.by_aim(order, shooter, encounter, book)[1]


def _ready(order: Attack, encounter: Encounter, book: Book) -> tuple[Combatant, Arm]:
    """Return the shooter, ready to fire, and the weapon."""
    shooter = encounter.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    if not isinstance(arm.weapon, ExplosiveWeapon):
        return shooter, arm.weapon
    at = aimed_target(replace(order, targets=order.targets[:1]), encounter)
    return preparation.as_ready(shooter, arm, at, read_how(order.how), encounter, book), arm.weapon


def _together(shot: Shot, letter: str, encounter: Encounter, book: Book) -> str:
    """Return how many rounds of the burst go off in one place, in words."""
    assert shot.automatic
    rounds = shot.fired or shot.automatic.rate.automatic  # as if the weapon had been reloaded
    what = f"{f'{letter} is a' if letter else 'A'} burst of {rounds}"
    if shot.arc:
        width = "1 hex" if shot.arc.hexes == 1 else f"{float(shot.arc.hexes):g} hexes"
        parts = [f"{number(launcher_bursts.in_a_hex(shot, rounds))} in each hex"]
        if shot.direct:
            at = number(launcher_bursts.in_contact(shot, rounds, encounter, book)[0])
            parts.insert(0, f"{at} on {shot.at.name} (5A), else")
        goes_on = " + continues the last burst without new aim (3.4)." if shot.follows else ""
        return f"{what} over {width}: at the right height {' '.join(parts)}.{goes_on}"
    hits = bursts.hits(shot.automatic, rounds, shot.reach.hexes, Trial(encounter, NOTHING, book))
    goes = "goes" if hits == 1 else "go"
    return f"{what}: {hits} {goes} off together (2B)."


def _explosion(shot: Shot, terms: Sequence[Term], encounter: Encounter, book: Book) -> Iterator[str]:
    """Yield the places where it comes down with these terms, and the explosion's figures by hexes from it (3.6)."""
    if not on(encounter, EXPLOSIVES):
        return
    off = spread(sum(term.value for term in terms), shot.line, shot.most, book, column(shot.attempt, encounter))
    places = {"on target": off.get(0, Fraction(0))}
    places |= {f"{counted(hexes, 'hex')} off": off[hexes] for hexes in _NEAR if hexes in off}
    if farther := sum(number for hexes, number in off.items() if hexes > _NEAR[-1]):
        places["farther"] = farther
    yield f"With {terms[1].label}, in 100: {', '.join(f'{place} {in_100(n / 100)}' for place, n in places.items())}."
    by_hexes = ", ".join(_figures(shot, int(column)) for column in shot.arm.weapon.bursts if column != CONTACT)
    yield f"Shrapnel/concussion by distance in hexes: {by_hexes}."


def _figures(shot: Shot, hexes: int) -> str:
    """Return shrapnel and concussion at this many hexes: "1: *1/176", with "-" for none."""
    figures = []
    for row in ("BSHC", "BC"):
        value, step = shot.arm.weapon.explosion(row, hexes, shot.round)
        figures.append("-" if value is None else step.value)
    return f"{hexes}: {'/'.join(figures)}"
