"""The chances to hit before firing, by aim and range, and the targets, weapons and aims that a player can choose."""

from __future__ import annotations

from collections.abc import Iterable

from rules.aliens import reload
from rules.aliens.aiming import (
    AimedTarget,
    ShotRange,
    aimed_target,
    aliens,
    blocked_by,
    check_on_card,
    check_options,
    find_range,
    marine,
)
from rules.aliens.arms import card_weapon, carried_weapon, counts_ammunition, hidden
from rules.aliens.card import BLANK, COLUMNS, UNKNOWN, CardWeapon, Fighter, chance, fighter, hit_chance
from rules.aliens.sheet import brief
from rules.engine.ammunition import ammunition as counting
from rules.engine.books.ruleset import Choices, Curve, Odds
from rules.engine.records.errors import NoRule, NotNow, RangeWanted
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack
from rules.engine.sharing.unknown import not_known
from rules.grid.squares import distance
from rules.words.phrases import counted

_NO_CHANCE = "–"


def odds(order: Attack, encounter: Encounter) -> Odds:
    """Return the chances for each aim that the actions left allow, at the known range or at all ranges.

    Raises Refusal.
    """
    shooter, state = marine(encounter, order.actor)
    check_options(order)
    target = aimed_target(order.targets, order.actor, encounter) if order.targets else AimedTarget("", "")
    _, weapon = card_weapon(shooter, order.weapon)
    if order.aim is not None:
        check_on_card(order.aim, weapon)
    remarks = _remarks(shooter, weapon, encounter)
    shot_range: ShotRange | None = None
    try:
        shot_range = find_range(order.range, shooter, target, encounter)
    except NotNow as blocked:
        remarks.append(str(blocked))
    aims = [order.aim] if order.aim else _aims(weapon, state)
    name = _plain_name(target, encounter)
    against = f" at {name}" if name else ""
    if shot_range is None:
        title = f"{shooter.name}, {weapon.name}{against}: chances by range in squares"
        return Odds(title, ("Aim", *COLUMNS), tuple(_all_ranges(weapon, aims)), tuple(remarks))
    rows = [
        (str(aim), weapon.cell(aim, shot_range.squares), chance(weapon.cell(aim, shot_range.squares))) for aim in aims
    ]
    if any(cell == UNKNOWN for _, cell, _ in rows):
        remarks.append("?: not in our copy of the book; the GM can enter the card with /weapon add.")
    displayed = tuple((aim, cell or _NO_CHANCE, words) for aim, cell, words in rows)
    return Odds(
        f"{shooter.name}, {weapon.name}{against}, {shot_range.words}",
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
    target = aimed_target(order.targets, order.actor, encounter) if order.targets else AimedTarget("", "")
    _, weapon = card_weapon(shooter, order.weapon)
    shot_range = find_range(order.range, shooter, target, encounter)
    if shot_range is None:
        raise RangeWanted("How far away is it? Give range: in squares, or put both on the map.")
    cells = {aim: weapon.cell(aim, shot_range.squares) for aim in _aims(weapon, state)}
    points = tuple((aim, (hit_chance(cell),)) for aim, cell in cells.items() if cell != UNKNOWN)
    if not points:
        raise NoRule(
            f"Our copy of the book has no number for the {weapon.name} at that range. Enter the card with /weapon add."
        )
    return Curve(weapon.name, _plain_name(target, encounter), shot_range.squares, ("Hit",), points)


def choices(order: Attack, encounter: Encounter) -> Choices:
    """Return the Aliens, weapons and aims to choose from, the nearest Alien in sight first; nothing for an Alien.

    The aims are those of the weapon named, or else of the one in hand. Their chances are against the target named, or
    else against the first.
    """
    shooter = encounter.combatant(order.actor)
    state = fighter(shooter)
    holding = shooter.holding
    if state.nature == "alien" or holding is None:
        return Choices((), (), ())
    sightings = sorted(
        (_sighting(shooter, alien, encounter) for alien in aliens(encounter)),
        key=lambda sighting: (sighting[1] is None, not sighting[2], sighting[1] or 0),
    )
    targets = tuple((alien.id, _target_label(alien, apart, clear)) for alien, apart, clear in sightings)
    counts = counts_ammunition(encounter)
    weapons = (holding, *(c for slot, c in enumerate(shooter.carried) if slot != shooter.in_hand))
    _, weapon = card_weapon(shooter, order.weapon)
    # A glimpsed fighter's actions left are not known.
    aims = range(1, (len(weapon.rows) if shooter.glimpsed else min(len(weapon.rows), state.left)) + 1)
    aimed = [target.id for target in order.targets]
    preferred = sorted(sightings, key=lambda sighting: sighting[0].id not in aimed)[:1]
    chances = {
        aim: f": {chance(weapon.cell(aim, squares))} at {alien.name}"
        for alien, apart, _ in preferred
        for aim in aims
        if (squares := max(order.range or 0, 0) or apart)
    }
    timed = tuple((aim, counted(aim, "action") + chances.get(aim, "")) for aim in aims)
    return Choices(targets, tuple((c.weapon.name, brief(c, counts)) for c in weapons), timed)


def _plain_name(target: AimedTarget, encounter: Encounter) -> str:
    return encounter.combatant(target.id).name if target.id else target.name


def _aims(weapon: CardWeapon, state: Fighter) -> range:
    """Return the aims that the actions left allow; if none are left, those of the next turn."""
    most = len(weapon.rows)
    return range(1, (min(most, state.left) or most) + 1)


def _sighting(shooter: Combatant, alien: Combatant, encounter: Encounter) -> tuple[Combatant, int | None, bool]:
    """Return the Alien, its distance in squares if known, and whether there is a line of sight."""
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
        remarks.append(f"{counting.left(carried_weapon(shooter, weapon.name).ammunition)}.")
    if task := reload.reloading(shooter, encounter):
        remarks.append(f"Reloading: {task.spent} of {task.cost} actions done. No shot until it is finished.")
    return remarks
