"""The chances to hit before firing, by aim and range, and the targets, weapons and aims that a player can choose."""

from __future__ import annotations

from collections.abc import Iterable

from rules.aliens import reload
from rules.aliens.aiming import ATTACKS, check_on_card, check_options, marine
from rules.aliens.arms import ARMS, counts_ammunition, hidden
from rules.aliens.card import BLANK, COLUMNS, UNKNOWN, CardWeapon, Fighter, chance, fighter, hit_chance
from rules.engine.ammunition import ammunition as counting
from rules.engine.ammunition.supplies import brief
from rules.engine.attack.arms import Arm
from rules.engine.attack.attack_choices import Choosing
from rules.engine.attack.attacks import NOBODY, AttackRange, odds_title, target_name
from rules.engine.books.ruleset import Curve, Odds
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack
from rules.engine.sharing.unknown import not_known
from rules.words.phrases import counted

_NO_CHANCE = "–"


def odds(order: Attack, encounter: Encounter) -> Odds:
    """Return the chances for each aim that the actions left allow, at the known range or at all ranges.

    Raises Refusal.
    """
    shooter, state = marine(encounter, order.actor)
    check_options(order)
    target = ATTACKS.only_target(order, encounter) if order.targets else NOBODY
    weapon = ARMS.meant(shooter, order.weapon).weapon
    if order.aim is not None:
        check_on_card(order.aim, weapon)
    remarks = _remarks(shooter, weapon, encounter)
    shot_range: AttackRange | None = None
    try:
        shot_range = ATTACKS.range(order.range, shooter, target, encounter, in_sight=True)
    except NotNow as blocked:
        remarks.append(str(blocked))
    aims = [order.aim] if order.aim else _aims(weapon, state)
    title = odds_title(shooter, weapon, target, encounter)
    if shot_range is None:
        return Odds(
            f"{title}: chances by range in squares", ("Aim", *COLUMNS), tuple(_all_ranges(weapon, aims)), tuple(remarks)
        )
    rows = [
        (str(aim), weapon.cell(aim, shot_range.spaces), chance(weapon.cell(aim, shot_range.spaces))) for aim in aims
    ]
    if any(cell == UNKNOWN for _, cell, _ in rows):
        remarks.append("?: not in our copy of the book; the GM can enter the card with /weapon add.")
    displayed = tuple((aim, cell or _NO_CHANCE, words) for aim, cell, words in rows)
    return Odds(
        f"{title}, {shot_range.words}",
        ("Aim", "Needed", "Chance"),
        displayed,
        tuple(remarks),
    )


def curve(order: Attack, encounter: Encounter) -> Curve:
    """Return the chance to hit (0 to 1) for each aim that the actions left allow; a hit removes an Alien.

    Raises Refusal, RangeWanted if the range is not known, NoRule if our copy of the book gives no number.
    """
    shooter, state = marine(encounter, order.actor)
    check_options(order)
    target = ATTACKS.only_target(order, encounter) if order.targets else NOBODY
    weapon = ARMS.meant(shooter, order.weapon).weapon
    shot_range = ATTACKS.range(order.range, shooter, target, encounter, in_sight=True)
    if shot_range is None:
        raise ATTACKS.range_wanted()
    cells = {aim: weapon.cell(aim, shot_range.spaces) for aim in _aims(weapon, state)}
    points = tuple((aim, (hit_chance(cell),)) for aim, cell in cells.items() if cell != UNKNOWN)
    if not points:
        raise NoRule(
            f"Our copy of the book has no number for the {weapon.name} at that range. Enter the card with /weapon add."
        )
    return Curve(weapon.name, target_name(target, encounter), shot_range.spaces, ("Hit",), points)


class _Choosing(Choosing[CardWeapon, Fighter]):
    """The choices of a shot; an Alien carries no weapon and has none."""

    def weapon_words(self, arm: Arm[CardWeapon], shooter: Combatant, encounter: Encounter) -> str:
        return brief(shooter.carried[arm.slot], counts_ammunition(encounter))

    def aims(self, arm: Arm[CardWeapon], shooter: Combatant, encounter: Encounter) -> range:
        # A glimpsed fighter's actions left are not known.
        rows = len(arm.weapon.rows)
        return range(1, (rows if shooter.glimpsed else min(rows, fighter(shooter).left)) + 1)

    def chance(self, arm: Arm[CardWeapon], shooter: Combatant, target: Combatant, aim: int, spaces: int) -> str:
        return chance(arm.weapon.cell(aim, spaces))


_CHOOSING = _Choosing(ATTACKS)
choices, targets = _CHOOSING.choices, _CHOOSING.targets


def _aims(weapon: CardWeapon, state: Fighter) -> range:
    """Return the aims that the actions left allow; if none are left, those of the next turn."""
    most = len(weapon.rows)
    return range(1, (min(most, state.left) or most) + 1)


def _all_ranges(weapon: CardWeapon, aims: Iterable[int]) -> Iterable[tuple[str, ...]]:
    for aim in aims:
        yield (str(aim), *(_number_and_chance(cell) for cell in weapon.rows[aim - 1]))


def _number_and_chance(cell: str) -> str:
    """Return the number and the chance in one cell: "6: 70%"."""
    if cell in (BLANK, UNKNOWN):
        return cell or _NO_CHANCE
    words = chance(cell)
    return f"{cell}: auto" if words == "automatic" else f"{cell}: {words}"


def _remarks(shooter: Combatant, weapon: CardWeapon, encounter: Encounter) -> list[str]:
    if shooter.glimpsed:
        return [not_known(shooter, *hidden(encounter))]
    state = fighter(shooter)
    left = f"{state.left} of {counted(state.actions, 'action')} left this turn"
    remarks = [f"{left}." if state.left else f"{left}. The chances are for the next turn."]
    if counts_ammunition(encounter):
        remarks.append(f"{counting.left(ARMS.meant(shooter, weapon.name).load)}.")
    if task := reload.reloading(shooter, encounter):
        remarks.append(f"Reloading: {task.spent} of {task.cost} actions done. No shot until it is finished.")
    return remarks
