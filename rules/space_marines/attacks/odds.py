"""The chances before an attack, by aim, with expected wounds; the targets, weapons and aims that a player can
choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from rules.engine.attack.arms import Arm
from rules.engine.attack.attack_choices import Choosing
from rules.engine.attack.attacks import NOBODY, AttackRange, odds_title, target_name
from rules.engine.books.ruleset import Curve, Odds
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.scene.modifiers import modifier
from rules.engine.sharing import unknown
from rules.engine.sharing.unknown import not_known
from rules.space_marines.attacks.aiming import (
    ADJACENT,
    ATTACKS,
    Attempt,
    FigureTarget,
    aim_reductions,
    check_adjacent,
    check_flame,
    check_still,
    is_ranged,
    needs_roll,
    read_aim,
    terms,
)
from rules.space_marines.attacks.attack_steps import Shot
from rules.space_marines.attacks.attacks import check_fired, is_fired
from rules.space_marines.attacks.chances import MOST_NEEDED, Expectation, expect_result, percent
from rules.space_marines.attacks.grenades import is_thrown, throwing_weapon
from rules.space_marines.attacks.split_attacks import can_split, splitting_weapon
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.arms import (
    ARMS,
    attack_cost,
    most_dice,
    read_dice,
    read_how,
)
from rules.space_marines.figures.figure import Armament, Figure, figure, points
from rules.space_marines.figures.summary import hidden
from rules.words.phrases import counted

_NONE = "–"
_FARTHEST_SHOWN = 30
_UNHURT = 99
"""More wounds than any attack can do, for an attack without a target."""


def odds(order: Attack, encounter: Encounter) -> Odds:
    """Return the chances of an attack by Points of aim, or by dice for a weapon that needs no roll. Raises Refusal."""
    shooter = encounter.combatant(order.actor)
    arm = _CHOOSING.arm(order, shooter)
    weapon, target = arm.weapon, _first_target(order, encounter)
    if weapon.sort == "sniper" and target.condition is None:
        raise Refusal(f"Who is the target? The {weapon.name}'s number depends on that.")
    left, remarks = _left(shooter, weapon, encounter)
    aims = [read_aim(order.aim, shooter, weapon)] if order.aim is not None else _aims(shooter, weapon, left)
    attack_range = ATTACKS.range(order.range, shooter, target, encounter) or (None if is_ranged(weapon) else ADJACENT)
    title = odds_title(shooter, weapon, target, encounter)
    if len(order.targets) > 1:
        remarks.append(
            f"With several targets, these are the chances against the first, {target_name(target, encounter)}."
        )
    if attack_range is None and needs_roll(weapon):
        rows = tuple(_by_range(Attempt(shooter, arm, target, ADJACENT, modifier(order.mod)), aims))
        return Odds(f"{title}: chances by range in spaces", ("Range", *map(_aim, aims)), rows, tuple(remarks))
    attempt = Attempt(shooter, arm, target, attack_range or ADJACENT, modifier(order.mod))
    remarks += _hindrances(attempt, encounter)
    if not needs_roll(weapon):
        remarks.append(f"Automatic hit at 1 to {weapon.number - 1} spaces, no roll.")
    shots = tuple(_shots(order, attempt, aims, left))
    glimpsed = unknown.glimpsed(target.id, encounter)
    if glimpsed:
        remarks.append(not_known(encounter.combatant(target.id), "wounds"))
    columns, rows = _table(shots, glimpsed)
    return Odds(f"{title}, {attack_range.words}" if attack_range else title, columns, rows, tuple(remarks))


def curve(order: Attack, encounter: Encounter) -> Curve:
    """Return the chances to hit and to kill the target (0 to 1) by Points of aim.

    Raises Refusal, RangeWanted if the range is not known, NoRule for a weapon that cannot be aimed.
    """
    shooter = encounter.combatant(order.actor)
    arm, target = _CHOOSING.arm(order, shooter), _first_target(order, encounter)
    weapon = arm.weapon
    if not aim_reductions(shooter, weapon):
        raise NoRule(f"The {weapon.name} is not aimed. /odds without compare: has its chances.")
    if weapon.sort == "sniper" and target.condition is None:
        raise Refusal(f"Who is the target? The {weapon.name}'s number depends on that.")
    attack_range = ATTACKS.range(order.range, shooter, target, encounter)
    if attack_range is None:
        raise ATTACKS.range_wanted()
    left, _ = _left(shooter, weapon, encounter)
    attempt = Attempt(shooter, arm, target, attack_range, modifier(order.mod))
    shots = [*_shots(order, attempt, _aims(shooter, weapon, left), left)]
    glimpsed = unknown.glimpsed(target.id, encounter)
    measures = ("Hit", "Kill") if target.condition and not glimpsed else ("Hit",)
    points = tuple((shot.aim, _likely(shot, glimpsed)[: len(measures)]) for shot in shots)
    return Curve(
        weapon.name,
        target_name(target, encounter),
        attack_range.spaces,
        measures,
        points,
        "burst" if isinstance(order, Burst) else "",
        (not_known(encounter.combatant(target.id), "wounds"),) if glimpsed else (),
    )


def _likely(shot: Shot, glimpsed: bool) -> tuple[Fraction, Fraction]:
    """Return the chances to hit and to kill, 0 if no roll can hit."""
    if shot.sum and shot.needed > MOST_NEEDED:
        return Fraction(0), Fraction(0)
    return shot.chance, _expectation(shot, glimpsed).kill


class _Choosing(Choosing[Armament, Figure]):
    """The choices of an attack; a figure without an attack of that verb has none."""

    def armed(self, order: Attack, shooter: Combatant) -> bool:
        fits = self.fits(order)
        return any(fits(arm.weapon) for arm in ARMS.carried(shooter))

    def fits(self, order: Attack) -> Callable[[Armament], bool]:
        match order:
            case Throw():
                return is_thrown
            case Burst():
                return can_split
            case _:
                return is_fired

    def arm(self, order: Attack, shooter: Combatant) -> Arm[Armament]:
        match order:
            case Throw():
                return throwing_weapon(shooter, order.weapon)
            case Burst():
                return splitting_weapon(shooter, order.weapon)
            case _:
                arm = ARMS.meant(shooter, order.weapon, is_fired)
                if isinstance(order, Fire):
                    check_fired(arm.weapon)
                return arm

    def weapon_words(self, arm: Arm[Armament], shooter: Combatant, encounter: Encounter) -> str:
        """Return a weapon with the cost of its attack, if any."""
        weapon = arm.weapon
        if not weapon.cost:
            return weapon.name
        return f"{weapon.name} ({points(Fraction(weapon.cost))}{' a die' if weapon.by_die else ''})"

    def aims(self, arm: Arm[Armament], shooter: Combatant, encounter: Encounter) -> list[int]:
        left, _ = _left(shooter, arm.weapon, encounter)
        return _aims(shooter, arm.weapon, left) if aim_reductions(shooter, arm.weapon) else []

    def aim_words(self, aim: int) -> str:
        return counted(aim, "Point") if aim else "no aim"

    def chance(self, arm: Arm[Armament], shooter: Combatant, target: Combatant, aim: int, spaces: int) -> str:
        shot = Attempt(shooter, arm, ATTACKS.at(target), AttackRange(spaces, ""))
        return percent(Shot(shot, aim, 1, terms(shot, aim)).chance)


_CHOOSING = _Choosing(ATTACKS)
choices, targets = _CHOOSING.choices, _CHOOSING.targets


def _first_target(order: Attack, encounter: Encounter) -> FigureTarget:
    """Return the first target, or one without a name if none is given."""
    if not order.targets:
        return NOBODY
    return ATTACKS.target(order.targets[0], order.actor, encounter, empty=isinstance(order, Throw))


def _left(shooter: Combatant, weapon: Armament, encounter: Encounter) -> tuple[Fraction, list[str]]:
    """Return the Points for the attack, or those of the next turn if it cannot act now, with remarks about them."""
    state = figure(shooter)
    full = Fraction(state.troop.points - state.wounds)
    if shooter.glimpsed:
        return full, [not_known(shooter, *hidden(encounter))]
    try:
        turn.check_turn(shooter.id, encounter)
    except NotNow as refusal:
        return full, [str(refusal), f"The chances are for their next turn, with {points(full)}."]
    if state.left < attack_cost(weapon, 1):
        return full, [f"{points(state.left)} left. The chances are for the next turn, with {points(full)}."]
    return state.left, [f"{points(state.left)} left."]


def _aims(shooter: Combatant, weapon: Armament, left: Fraction) -> list[int]:
    """Return the aims that the Points pay for besides the attack; 0 is always one of them."""
    most = left - attack_cost(weapon, 1)
    return [aim for aim in range(len(aim_reductions(shooter, weapon)) + 1) if aim <= most or not aim]


def _shots(order: Attack, attempt: Attempt, aims: Iterable[int], left: Fraction) -> Iterator[Shot]:
    """Yield a shot for each row: by aim, or by dice for a weapon that needs no roll."""
    weapon, how = attempt.weapon, read_how(order.how)
    if not needs_roll(weapon):
        # A killed figure has no Points left, but still gets one row.
        dice_shown = how.dice[:1] or range(1, max(1, most_dice(weapon, left)) + 1)
        yield from (Shot(attempt, 0, read_dice(weapon, read_how(str(dice)), left)) for dice in dice_shown)
        return
    for aim in aims:
        # A burst is shown with the first target's dice.
        dice = how.dice[0] if isinstance(order, Burst) and how.dice else read_dice(weapon, how, left - aim)
        yield Shot(attempt, aim, dice, terms(attempt, aim))


def _table(shots: tuple[Shot, ...], glimpsed: bool) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return columns and rows; for a glimpsed target without those that depend on its wounds."""
    weapon = shots[0].attempt.weapon
    cells = [_cells(shot, glimpsed) for shot in shots]
    names = [name for name in cells[0] if name != "Dice" or weapon.by_die]
    if glimpsed:
        # A weapon that kills with any hit needs no wounds.
        names.remove("Wounds" if shots[0].damage.kill else "Kill")
    if not needs_roll(weapon):
        names = [name for name in names if name not in ("Aim", "Needed", "Chance")]
    return tuple(names), tuple(tuple(row[name] for name in names) for row in cells)


def _cells(shot: Shot, glimpsed: bool) -> dict[str, str]:
    """Return the cells of a shot by column."""
    state = shot.attempt.target.condition
    possible = not shot.sum or shot.needed <= MOST_NEEDED
    expectation = _expectation(shot, glimpsed)
    cells = {
        "Aim": str(shot.aim),
        "Dice": str(shot.dice),
        "Needed": str(shot.needed),
        "Chance": percent(shot.chance) if possible else _NONE,
        "Wounds": f"{float(expectation.wounds):.1f}" if possible else _NONE,
    }
    return cells | ({"Kill": percent(expectation.kill) if possible else _NONE} if state else {})


def _expectation(shot: Shot, glimpsed: bool) -> Expectation:
    """Return the expected wounds of a shot and its chance to kill; at a glimpsed target all wounds count."""
    state = shot.attempt.target.condition
    left = max(0, state.troop.points - state.wounds) if state and not glimpsed else _UNHURT
    armor = state.troop.armor if state else 0
    return expect_result(shot.chance, shot.damage, armor, left, shot.attempt.weapon.attacks)


def _by_range(attempt: Attempt, aims: list[int]) -> Iterator[tuple[str, ...]]:
    """Yield a row of chances by aim for each range that has any."""
    for spaces in range(1, _FARTHEST_SHOWN + 1):
        possible = Attempt(attempt.shooter, attempt.arm, attempt.target, AttackRange(spaces, ""), attempt.given)
        shots = [Shot(possible, aim, 1, terms(possible, aim)) for aim in aims]
        if all(shot.needed > MOST_NEEDED for shot in shots):
            return
        yield (str(spaces), *(percent(s.chance) if s.needed <= MOST_NEEDED else _NONE for s in shots))


def _hindrances(attempt: Attempt, encounter: Encounter) -> list[str]:
    """Return the reasons that would refuse the attack now, in the sentences of the refusals."""
    shooter, weapon, target = attempt.shooter, attempt.weapon, attempt.target
    hindrances: list[str] = []
    checks: tuple[Callable[[], None], ...] = (
        lambda: ATTACKS.check_sight(shooter, target, encounter) if is_ranged(weapon) else None,
        lambda: check_adjacent(shooter, weapon, target, attempt.range),
        lambda: check_still(shooter, weapon),
        lambda: check_flame(attempt),
        lambda: reloading.check_loaded(shooter, attempt.arm.slot, encounter),
    )
    for check in checks:
        try:
            check()
        except NotNow as refusal:
            hindrances.append(str(refusal))
    return hindrances


def _aim(aim: int) -> str:
    return f"Aim {aim}"
