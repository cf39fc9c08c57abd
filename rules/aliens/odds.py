"""What a player can know before firing: the chances by aim and range, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable

from rules.aliens import reload
from rules.aliens.aiming import (
    Mark,
    Reach,
    aliens,
    blocked_by,
    marine,
    mark,
    on_card,
    plain_words_only,
    reach,
)
from rules.aliens.arms import Held, counts_ammunition, held
from rules.aliens.card import BLANK, COLUMNS, UNKNOWN, CardWeapon, Fighter, chance, fighter, likely
from rules.aliens.sheet import brief
from rules.engine import ammunition as counting
from rules.engine.errors import NoRule, NotNow, RangeWanted
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Attack
from rules.engine.ruleset import Choices, Curve, Odds
from rules.grid.squares import distance
from rules.words.phrases import counted

_SHOWN_BLANK = "–"


def odds(order: Attack, encounter: Encounter) -> Odds:
    """The chances of a shot by actions of aim that are left, at the known range or at all. Raises Refusal."""
    shooter, state = marine(encounter, order.actor)
    plain_words_only(order)
    at = mark(order.targets, order.actor, encounter) if order.targets else Mark("", "")
    arm = held(shooter, order.weapon)
    weapon = arm.weapon
    if order.aim is not None:
        on_card(order.aim, weapon)
    remarks = _remarks(shooter, arm, encounter)
    known: Reach | None = None
    try:
        known = reach(order.range, shooter, at, encounter)
    except NotNow as blocked:
        remarks.append(str(blocked))
    aims = [order.aim] if order.aim else _aims(weapon, state)
    whom = f" at {at.name}" if at.name else ""
    if known is None:
        title = f"{shooter.name}, {weapon.name}{whom}: chances by range in squares"
        return Odds(title, ("Aim", *COLUMNS), tuple(_all_ranges(weapon, aims)), tuple(remarks))
    rows = [(str(aim), weapon.cell(aim, known.squares), chance(weapon.cell(aim, known.squares))) for aim in aims]
    if any(cell == UNKNOWN for _, cell, _ in rows):
        remarks.append("?: not given by the text at hand; the GM can enter the card with /weapon add.")
    shown = tuple((aim, cell or _SHOWN_BLANK, likely) for aim, cell, likely in rows)
    return Odds(
        f"{shooter.name}, {weapon.name}{whom}, {known.words}", ("Aim", "Needed", "Chance"), shown, tuple(remarks)
    )


def curve(order: Attack, encounter: Encounter) -> Curve:
    """The chances to hit by actions of aim that are left, as numbers; a hit is the end of an Alien.

    Raises Refusal, RangeWanted where nobody knows the range, NoRule where the text at hand gives no number.
    """
    shooter, state = marine(encounter, order.actor)
    plain_words_only(order)
    at = mark(order.targets, order.actor, encounter) if order.targets else Mark("", "")
    weapon = held(shooter, order.weapon).weapon
    known = reach(order.range, shooter, at, encounter)
    if known is None:
        raise RangeWanted("How far is it? Give range: in squares, or put both on the map.")
    cells = {aim: weapon.cell(aim, known.squares) for aim in _aims(weapon, state)}
    points = tuple((aim, (likely(cell),)) for aim, cell in cells.items() if cell != UNKNOWN)
    if not points:
        raise NoRule(f"The text gives no number of the {weapon.name} for that range; /weapon add enters a card.")
    return Curve(weapon.name, at.name, known.squares, ("Hit",), points)


def choices(order: Attack, encounter: Encounter) -> Choices:
    """The Aliens, weapons and aims somebody can choose from, likeliest first; nothing for an Alien.

    The aims are those of the weapon named, else the one in hand, at whom he aims at, else the likeliest.
    """
    shooter = encounter.combatant(order.actor)
    state = fighter(shooter)
    holding = shooter.holding
    if state.nature == "alien" or holding is None:
        return Choices((), (), ())
    marks = sorted(
        (_seen(shooter, alien, encounter) for alien in aliens(encounter)),
        key=lambda seen: (seen[1] is None, not seen[2], seen[1] or 0),
    )
    targets = tuple((alien.id, _target_label(alien, apart, clear)) for alien, apart, clear in marks)
    counts = counts_ammunition(encounter)
    weapons = (holding, *(c for slot, c in enumerate(shooter.carried) if slot != shooter.in_hand))
    weapon = held(shooter, order.weapon).weapon
    aims = range(1, min(len(weapon.rows), state.left) + 1)
    aimed = [target.id for target in order.targets]
    likeliest = sorted(marks, key=lambda seen: seen[0].id not in aimed)[:1]
    chances = {
        aim: f": {chance(weapon.cell(aim, squares))} at {alien.name}"
        for alien, apart, _ in likeliest
        for aim in aims
        if (squares := max(order.range or 0, 0) or apart)
    }
    timed = tuple((aim, counted(aim, "action") + chances.get(aim, "")) for aim in aims)
    return Choices(targets, tuple((c.weapon.name, brief(c, counts)) for c in weapons), timed)


def _aims(weapon: CardWeapon, state: Fighter) -> range:
    """What can be afforded this turn, or in the next."""
    most = len(weapon.rows)
    return range(1, (min(most, state.left) or most) + 1)


def _seen(shooter: Combatant, alien: Combatant, encounter: Encounter) -> tuple[Combatant, int | None, bool]:
    """An Alien, how far away it is if that is known, and whether it can be seen."""
    if shooter.place is None or alien.place is None:
        return alien, encounter.apart(shooter.id, alien.id), True
    clear = blocked_by(shooter.place, alien.place, encounter) is None
    return alien, distance(shooter.place, alien.place) or None, clear


def _target_label(alien: Combatant, apart: int | None, clear: bool) -> str:
    details = [counted(apart, "square")] if apart else []
    details += [] if clear else ["no line of sight"]
    return f"{alien.name} ({', '.join(details)})" if details else alien.name


def _all_ranges(weapon: CardWeapon, aims: Iterable[int]) -> Iterable[tuple[str, ...]]:
    for aim in aims:
        yield (str(aim), *(_both(cell) for cell in weapon.rows[aim - 1]))


def _both(cell: str) -> str:
    """The number and the chance in one cell: "6: 70%"."""
    if cell in (BLANK, UNKNOWN):
        return cell or _SHOWN_BLANK
    likely = chance(cell)
    return f"{cell}: auto" if likely == "automatic" else f"{cell}: {likely}"


def _remarks(shooter: Combatant, arm: Held, encounter: Encounter) -> list[str]:
    state = fighter(shooter)
    left = f"{state.left} of {counted(state.actions, 'action')} left this turn"
    remarks = [f"{left}." if state.left else f"{left}: the chances are those of the next."]
    if counts_ammunition(encounter):
        remarks.append(f"{counting.left(arm.ammunition)}.")
    if task := reload.reloading(shooter, encounter):
        remarks.append(f"Reloading: {task.spent} of {task.cost} actions are done, no shot before the last.")
    return remarks
