"""Shooter, target, range and aim of a shot, for /fire and for the odds alike.

Every check that can refuse a shot is here, so that it is refused before any die is thrown or action spent.
"""

from __future__ import annotations

from rules.aliens import squares
from rules.aliens.card import BLANK, COLUMNS, UNKNOWN, CardWeapon, Fighter, column, fighter
from rules.engine.records.errors import NoLine, NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Next, Target
from rules.engine.records.remedies import Remedy
from rules.engine.sharing.helping import at
from rules.grid.ground import on_map
from rules.grid.squares import distance
from rules.words.phrases import counted, listed
from rules.words.places import Place

FARTHEST = 999
NO_MODIFIERS = "Aliens has no modifiers: the number on the card counts."


@dataclass(frozen=True, slots=True)
class AimedTarget:
    """The target of a shot: a combatant by reference, or (without an id) an Alien described in the command, by name."""

    id: str
    name: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class ShotRange:
    """The range of a shot in squares, in words with its source, and whether it was measured on the map."""

    squares: int
    words: str
    measured: bool = False


def marine(encounter: Encounter, actor: str) -> tuple[Combatant, Fighter]:
    """Return the acting Marine and their record. Raises NoRule for an Alien."""
    combatant = encounter.combatant(actor)
    state = fighter(combatant)
    if state.nature == "alien":
        raise NoRule(f"{combatant.reference} is an Alien, with no actions and no weapons. Use /move.")
    return combatant, state


def aliens(encounter: Encounter) -> list[Combatant]:
    """Return the Aliens in play."""
    return [c for c in encounter.combatants if c.present and fighter(c).nature == "alien"]


def aimed_target(targets: tuple[Target, ...], actor: str, encounter: Encounter) -> AimedTarget:
    """Return the one Alien aimed at. Raises Refusal for no target, several, the shooter, a Marine or the dead."""
    if len(targets) != 1:
        several = "One shot has one target" if targets else "Name an Alien as the target"
        raise Refusal(f"{several}. {_in_play(encounter)}.")
    [target] = targets
    if target.profile is not None:
        condition = target.profile.condition
        if not isinstance(condition, Fighter) or condition.nature != "alien":
            reason = "A card gives numbers only for hitting an Alien"
            raise NoRule(f"{reason}. {_in_play(encounter)}.")
        return AimedTarget("", target.profile.name)
    if target.id == actor:
        raise Refusal(f"You can't fire at yourself. {_in_play(encounter)}.")
    combatant = encounter.combatant(target.id)
    if fighter(combatant).nature != "alien":
        reason = f"A card gives numbers only for hitting an Alien, and {combatant.reference} is a Marine"
        raise NoRule(f"{reason}. {_in_play(encounter)}.")
    if not combatant.present:
        raise NotNow(f"{combatant.reference} is already out of play. {_in_play(encounter)}.").helped_by(
            *(at(alien) for alien in aliens(encounter)[:3])
        )
    return AimedTarget(combatant.id, combatant.reference, combatant.place)


def check_options(attack: Attack) -> None:
    """Raise NoRule for options that these rules do not use (how:, mod:)."""
    if attack.how.strip():
        raise NoRule("Aliens has no fire modes. Leave how: out; give aim, weapon and range.")
    if attack.mod.strip():
        raise NoRule(f"{NO_MODIFIERS} Leave mod: out.")


def find_range(given: int | None, shooter: Combatant, target: AimedTarget, encounter: Encounter) -> ShotRange | None:
    """Return the range as given, else from the map, else as last given; None if there is none of these.

    Raises Refusal for an impossible range, NotNow if both share a square or an obstruction blocks the line of sight
    (Aliens, Line of Sight).
    """
    if given is not None and not 1 <= given <= FARTHEST:
        raise Refusal(f"Range is 1 to {FARTHEST} squares, not {given}.")
    if shooter.place is None or target.place is None:
        if given is not None:
            return ShotRange(given, f"{counted(given, 'square')}, as given")
        last = encounter.apart(shooter.id, target.id) if target.id else None
        return None if last is None else ShotRange(last, f"{counted(last, 'square')}, as given before")
    apart = distance(shooter.place, target.place)
    if blocked := blocked_by(shooter.place, target.place, encounter):
        raise NoLine(
            (
                f"No line of sight from {shooter.place} to {target.place}: the obstruction at {blocked} is in"
                " the way. Use /move first, or fire at another Alien."
            ),
            shooter.place,
            target.place,
            blocked,
        )
    if given is not None:
        other = f"; on the map it is {apart}" if apart != given else ""
        return ShotRange(given, f"{counted(given, 'square')}, as given{other}")
    if apart == 0:
        raise NotNow(
            f"{shooter.reference} and {target.name} are both at {target.place}, and range starts at 1. Use /move first."
        )
    return ShotRange(apart, f"{counted(apart, 'square')}, {shooter.place} to {target.place}", measured=True)


def blocked_by(shooter: Place, target: Place, encounter: Encounter) -> Place | None:
    """Return the obstruction on the map that blocks the line of sight, or None."""
    board = encounter.board
    if board is None:
        return None
    return squares.blocking(shooter, target, board.obstructions, lambda place: on_map(board, place))


def number_needed(weapon: CardWeapon, aim: int, squares: int) -> str:
    """Return the number on the card.

    Raises Refusal if the cell is blank or unknown, and then names cells with a chance.
    """
    cell = weapon.cell(aim, squares)
    if cell == UNKNOWN:
        raise Refusal(
            f"Our copy of the book lacks the {weapon.name}'s number for {counted(aim, 'action')} of aim"
            f" at {counted(squares, 'square')} on {weapon.card}'s card. The GM can enter the card with"
            " /weapon add and bring the Marine in again."
        )
    if cell == BLANK:
        ranges = [COLUMNS[n] for n, c in enumerate(weapon.rows[aim - 1]) if c not in (BLANK, UNKNOWN)]
        aims = [str(n) for n, row in enumerate(weapon.rows, 1) if row[column(squares)] not in (BLANK, UNKNOWN)]
        chances = [f"at {listed(ranges)} squares with that aim"] if ranges else []
        chances += [f"at that range with {listed(aims)} actions of aim"] if aims else []
        raise Refusal(
            f"With {counted(aim, 'action')} of aim the {weapon.name} has no chance at {counted(squares, 'square')}. "
            + (f"It has a chance {' or '.join(chances)}." if chances else "That row has no number at all.")
        )
    return cell


def read_aim(given: int | None, weapon: CardWeapon, combatant: Combatant) -> int:
    """Return the actions of aim, 1 by default. Raises Refusal beyond the card, NotNow beyond the actions left."""
    aim = 1 if given is None else given
    check_on_card(aim, weapon)
    check_affordable(aim, combatant, "that aim")
    return aim


def _in_play(encounter: Encounter) -> str:
    names = [alien.reference for alien in aliens(encounter)]
    return f"Aliens in play: {listed(names, 'and')}" if names else "No Alien is in play"


def check_on_card(aim: int, weapon: CardWeapon) -> None:
    """Raise Refusal for an aim that has no row on the card."""
    most = len(weapon.rows)
    if not 1 <= aim <= most:
        rows = "1 action" if most == 1 else f"1 to {most} actions"
        raise Refusal(f"Aim for the {weapon.name} is {rows} on {weapon.card}'s card, not {aim}.").helped_by(
            Remedy.instead(f"Aim {1 if aim < 1 else most}", aim=1 if aim < 1 else most)
        )


def check_affordable(cost: int, combatant: Combatant, what: str) -> None:
    """Raise NotNow if the actions left do not cover the cost of `what` (for example "that aim")."""
    state = fighter(combatant)
    if cost > state.left == 0:
        raise NotNow(
            f"{combatant.reference} has no actions left this turn. Use /next to begin the next turn."
        ).helped_by(Remedy.first("Next", Next()))
    if cost > state.left:
        raise NotNow(
            f"{combatant.reference} has {state.left} of {counted(state.actions, 'action')} left this"
            f" turn. {what[:1].upper()}{what[1:]} takes {cost}."
        )
