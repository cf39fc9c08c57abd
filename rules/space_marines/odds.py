"""What can be known before an attack: chances by aim, wounds to be expected, what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from rules.engine.errors import NoRule, NotNow, RangeWanted, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Attack, Burst, Fire, Throw
from rules.engine.ruleset import Choices, Curve, Odds
from rules.space_marines import reloading, turn
from rules.space_marines.aiming import (
    ADJACENT,
    Attempt,
    Mark,
    Reach,
    aim_for,
    blocked,
    check_adjacent,
    check_flame,
    check_sight,
    check_still,
    enemies,
    ladder,
    mark,
    ranged,
    reach,
    rolled,
    terms,
)
from rules.space_marines.arms import Held, arms, cost_of, dice_for, held, most_dice, read_how
from rules.space_marines.attacks import check_unthrown, unthrown
from rules.space_marines.chances import MOST_NEEDED, Prospect, percent, prospect
from rules.space_marines.figure import Armament, figure, points
from rules.space_marines.grenades import grenade, thrown
from rules.space_marines.rolling import Shot
from rules.space_marines.splitting import splitter, spreads
from rules.words.phrases import counted

_NONE = "–"
_FARTHEST_SHOWN = 30
_NOBODY = Mark("", "")
_UNHURT = 99
"""More wounds than any attack does, for whom nothing is known of."""


def odds(order: Attack, encounter: Encounter) -> Odds:
    """The chances of this attack by Points of aim (by dice, for what hits by itself). Raises Refusal."""
    shooter = encounter.combatant(order.actor)
    arm = _arm(order, shooter)
    weapon, at = arm.weapon, _at(order, encounter)
    if weapon.sort == "sniper" and at.figure is None:
        raise Refusal(f"Say who is the target: the {weapon.name}'s number depends on that.")
    left, remarks = _left(shooter, weapon, encounter)
    aims = [aim_for(order.aim, shooter, weapon)] if order.aim is not None else _aims(shooter, weapon, left)
    known = reach(order.range, shooter, at, encounter) or (None if ranged(weapon) else ADJACENT)
    whom = f" at {at.name}" if at.name else ""
    title = f"{shooter.name}, {weapon.name}{whom}"
    if len(order.targets) > 1:
        remarks.append(f"Of several targets these are the chances against the first, {at.name}.")
    if known is None and rolled(weapon):
        rows = tuple(_by_range(Attempt(shooter, arm, at, ADJACENT, modifier(order.mod)), aims))
        return Odds(f"{title}: chances by range in spaces", ("Range", *map(_aim, aims)), rows, tuple(remarks))
    attempt = Attempt(shooter, arm, at, known or ADJACENT, modifier(order.mod))
    remarks += _hindrances(attempt, encounter)
    if not rolled(weapon):
        remarks.append(f"It hits by itself at 1 to {weapon.number - 1} spaces; no dice are thrown for that.")
    shots = tuple(_shots(order, attempt, aims, left))
    columns, rows = _laid_out(shots)
    return Odds(f"{title}, {known.words}" if known else title, columns, rows, tuple(remarks))


def curve(order: Attack, encounter: Encounter) -> Curve:
    """The chances to hit by Points of aim, and to kill whom it goes at, as numbers.

    Raises Refusal, RangeWanted where nobody knows the range, NoRule for what is not aimed.
    """
    shooter = encounter.combatant(order.actor)
    arm, at = _arm(order, shooter), _at(order, encounter)
    weapon = arm.weapon
    if not ladder(shooter, weapon):
        raise NoRule(f"The {weapon.name} is not aimed here: /odds without compare: has its chances.")
    if weapon.sort == "sniper" and at.figure is None:
        raise Refusal(f"Say who is the target: the {weapon.name}'s number depends on that.")
    known = reach(order.range, shooter, at, encounter)
    if known is None:
        raise RangeWanted("How far is it? Give range: in spaces, or put both on the map.")
    left, _ = _left(shooter, weapon, encounter)
    attempt = Attempt(shooter, arm, at, known, modifier(order.mod))
    shots = [*_shots(order, attempt, _aims(shooter, weapon, left), left)]
    measures = ("Hit", "Kill") if at.figure else ("Hit",)
    points = tuple((shot.aim, _likely(shot)[: len(measures)]) for shot in shots)
    return Curve(weapon.name, at.name, known.spaces, measures, points, "burst" if isinstance(order, Burst) else "")


def _likely(shot: Shot) -> tuple[Fraction, Fraction]:
    """The chances to hit and to kill, 0 where no throw can do."""
    if shot.sum and shot.needed > MOST_NEEDED:
        return Fraction(0), Fraction(0)
    return shot.chance, _prospect(shot).kill


def choices(order: Attack, encounter: Encounter) -> Choices:
    """Whom, with what, and with how much aim, likeliest first; nothing for who has no such attack. Raises Refusal."""
    shooter = encounter.combatant(order.actor)
    fitting = [arm for arm in arms(shooter) if _fits(order)(arm.weapon)]
    if not fitting:
        return Choices((), (), ())
    seen = sorted(
        (_seen(shooter, other, encounter) for other in enemies(order.actor, encounter)),
        key=lambda one: (one[1] is None, not one[2], one[1] or 0),
    )
    targets = tuple((other.id, _label(other, apart, clear)) for other, apart, clear in seen)
    weapons = tuple((arm.weapon.name, _described(shooter, arm)) for arm in fitting)
    arm = _arm(order, shooter)
    left, _ = _left(shooter, arm.weapon, encounter)
    aims = _aims(shooter, arm.weapon, left) if ladder(shooter, arm.weapon) else []
    named = [target.id for target in order.targets]
    likeliest = sorted(seen, key=lambda one: one[0].id not in named)[:1]
    return Choices(targets, weapons, tuple((aim, _aim_label(order, arm, aim, likeliest, encounter)) for aim in aims))


def _fits(order: Attack) -> Callable[[Armament], bool]:
    """For which weapons the verb is."""
    match order:
        case Throw():
            return thrown
        case Burst():
            return spreads
        case _:
            return unthrown


def _arm(order: Attack, shooter: Combatant) -> Held:
    match order:
        case Throw():
            return grenade(shooter, order.weapon)
        case Burst():
            return splitter(shooter, order.weapon)
        case _:
            arm = held(shooter, order.weapon, unthrown)
            if isinstance(order, Fire):
                check_unthrown(arm.weapon)
            return arm


def _at(order: Attack, encounter: Encounter) -> Mark:
    """The first target; nobody in particular if none is named."""
    if not order.targets:
        return _NOBODY
    return mark(order.targets[0], order.actor, encounter, empty=isinstance(order, Throw))


def _left(shooter: Combatant, weapon: Armament, encounter: Encounter) -> tuple[Fraction, list[str]]:
    """The Points for the attack, and what there is to say of them: those of its next turn if it cannot act now."""
    state = figure(shooter)
    full = Fraction(state.troop.points - state.wounds)
    try:
        turn.check_turn(shooter.id, encounter)
    except NotNow as refusal:
        return full, [str(refusal), f"The chances are those of its next turn, with {points(full)}."]
    if state.left < cost_of(weapon, 1):
        return full, [f"{points(state.left)} left: the chances are those of the next turn, with {points(full)}."]
    return state.left, [f"{points(state.left)} left."]


def _aims(shooter: Combatant, weapon: Armament, left: Fraction) -> list[int]:
    """The aims that the Points pay for beside the attack, 0 always among them."""
    most = left - cost_of(weapon, 1)
    return [aim for aim in range(len(ladder(shooter, weapon)) + 1) if aim <= most or not aim]


def _shots(order: Attack, attempt: Attempt, aims: Iterable[int], left: Fraction) -> Iterator[Shot]:
    """A row each: by aim, or by dice where nothing is rolled for a hit."""
    weapon, how = attempt.weapon, read_how(order.how)
    if not rolled(weapon):
        # A figure that has been killed has no Points left for any.
        said = how.dice[:1] or range(1, max(1, most_dice(weapon, left)) + 1)
        yield from (Shot(attempt, 0, dice_for(weapon, read_how(str(dice)), left)) for dice in said)
        return
    for aim in aims:
        # Of a burst's dice the first target's.
        dice = how.dice[0] if isinstance(order, Burst) and how.dice else dice_for(weapon, how, left - aim)
        yield Shot(attempt, aim, dice, terms(attempt, aim))


def _laid_out(shots: tuple[Shot, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    weapon = shots[0].attempt.weapon
    cells = [_cells(shot) for shot in shots]
    shown = [name for name in cells[0] if name != "Dice" or weapon.by_die]
    if not rolled(weapon):
        shown = [name for name in shown if name not in ("Aim", "Needed", "Chance")]
    return tuple(shown), tuple(tuple(row[name] for name in shown) for row in cells)


def _cells(shot: Shot) -> dict[str, str]:
    """Everything about a shot, by column."""
    state = shot.attempt.at.figure
    possible = not shot.sum or shot.needed <= MOST_NEEDED
    promise = _prospect(shot)
    told = {
        "Aim": str(shot.aim),
        "Dice": str(shot.dice),
        "Needed": str(shot.needed),
        "Chance": percent(shot.chance) if possible else _NONE,
        "Wounds": f"{float(promise.wounds):.1f}" if possible else _NONE,
    }
    return told | ({"Kill": percent(promise.kill) if possible else _NONE} if state else {})


def _prospect(shot: Shot) -> Prospect:
    """What the shot promises at its mark."""
    state = shot.attempt.at.figure
    armor, left = (state.troop.armor, max(0, state.troop.points - state.wounds)) if state else (0, _UNHURT)
    return prospect(shot.chance, shot.damage, armor, left, shot.attempt.weapon.attacks)


def _by_range(attempt: Attempt, aims: list[int]) -> Iterator[tuple[str, ...]]:
    """The chance by range and aim, as far as there is any."""
    for spaces in range(1, _FARTHEST_SHOWN + 1):
        at = Attempt(attempt.shooter, attempt.arm, attempt.at, Reach(spaces, ""), attempt.given)
        shots = [Shot(at, aim, 1, terms(at, aim)) for aim in aims]
        if all(shot.needed > MOST_NEEDED for shot in shots):
            return
        yield (str(spaces), *(percent(s.chance) if s.needed <= MOST_NEEDED else _NONE for s in shots))


def _hindrances(attempt: Attempt, encounter: Encounter) -> list[str]:
    """What forbids the attack as things stand, in the sentences with which it would be refused."""
    shooter, weapon, at = attempt.shooter, attempt.weapon, attempt.at
    said: list[str] = []
    checks: tuple[Callable[[], None], ...] = (
        lambda: check_sight(shooter, at, encounter) if ranged(weapon) else None,
        lambda: check_adjacent(shooter, weapon, at, attempt.reach),
        lambda: check_still(shooter, weapon),
        lambda: check_flame(attempt),
        lambda: reloading.check_loaded(shooter, attempt.arm.slot, encounter),
    )
    for check in checks:
        try:
            check()
        except NotNow as refusal:
            said.append(str(refusal))
    return said


def _aim(aim: int) -> str:
    return f"Aim {aim}"


def _seen(shooter: Combatant, other: Combatant, encounter: Encounter) -> tuple[Combatant, int | None, bool]:
    """Somebody, how far away if that is known, and whether the line of sight is clear."""
    at = Mark(other.id, other.name, other.place, figure(other))
    try:
        known = reach(None, shooter, at, encounter)
    except NotNow:
        known = None
    return other, known.spaces if known else None, blocked(shooter, at, encounter) is None


def _label(other: Combatant, apart: int | None, clear: bool) -> str:
    details = [counted(apart, "space")] if apart else []
    details += [] if clear else ["no line of sight"]
    return f"{other.name} ({', '.join(details)})" if details else other.name


def _described(shooter: Combatant, arm: Held) -> str:
    """A weapon with what an attack with it costs, if that is anything."""
    weapon = arm.weapon
    if not weapon.cost:
        return weapon.name
    return f"{weapon.name} ({points(Fraction(weapon.cost))}{' a die' if weapon.by_die else ''})"


def _aim_label(
    order: Attack,
    arm: Held,
    aim: int,
    likeliest: list[tuple[Combatant, int | None, bool]],
    encounter: Encounter,
) -> str:
    """An aim with its chance at whoever is aimed at, else at the likeliest: "1 Point: 72% at Bug Warrior 2"."""
    label = counted(aim, "Point") if aim else "no aim"
    shooter = encounter.combatant(order.actor)
    for other, apart, _ in likeliest:
        given = order.range if order.range and order.range > 0 else None
        if spaces := given or apart:
            at = Mark(other.id, other.name, other.place, figure(other))
            shot = Attempt(shooter, arm, at, Reach(spaces, ""))
            label += f": {percent(Shot(shot, aim, 1, terms(shot, aim)).chance)} at {other.name}"
    return label
