"""Shooter, target, line of sight and aim of a shot, for /fire and for the odds alike.

Every check that can refuse a shot is here, so that it is refused before any die is thrown or action spent.
"""

from __future__ import annotations

from rules.aliens import squares
from rules.aliens.arms import ARMS
from rules.aliens.card import BLANK, COLUMNS, UNKNOWN, CardWeapon, Fighter, column, fighter
from rules.engine.attack.attacks import Attacks, AttackTarget
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.orders import Attack, Next
from rules.engine.records.remedies import Remedy
from rules.engine.sharing.shared_remedies import at
from rules.grid.ground import on_map
from rules.words.phrases import counted, listed
from rules.words.places import Place

NO_MODIFIERS = "Aliens has no modifiers: the number on the card counts."


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


def check_options(attack: Attack) -> None:
    """Raise NoRule for options that these rules do not use (how:, mod:)."""
    if attack.how.strip():
        raise NoRule("Aliens has no fire modes. Leave how: out; give aim, weapon and range.")
    if attack.mod.strip():
        raise NoRule(f"{NO_MODIFIERS} Leave mod: out.")


def blocked_by(shooter: Place, target: Place, encounter: Encounter) -> Place | None:
    """Return the obstruction on the map that blocks the line of sight, or None."""
    battle_map = encounter.battle_map
    if battle_map is None:
        return None
    return squares.blocking(shooter, target, battle_map.obstructions, lambda place: on_map(battle_map, place))


def friends(one: Combatant, other: Combatant) -> bool:
    """Return whether both are Marines or both are Aliens."""
    return fighter(one).nature == fighter(other).nature


class _Attacks(Attacks[CardWeapon, Fighter]):
    """Shots at Aliens: a card gives numbers for nothing else (Aliens, Target Range)."""

    verb = "fire at"
    no_target, one_target = "Name an Alien as the target", "One shot has one target"
    in_play_label, nobody_in_play = "Aliens in play", "No Alien is in play"
    another = "fire at another Alien"
    friends = staticmethod(friends)

    def targets(self, actor: str, encounter: Encounter) -> list[Combatant]:
        return aliens(encounter)

    def unfit(self, one: Combatant | Profile, condition: Fighter) -> str:
        if condition.nature == "alien":
            return ""
        marine = f", and {one.reference} is a Marine" if isinstance(one, Combatant) else ""
        return f"A card gives numbers only for hitting an Alien{marine}"

    def others(self, actor: str, encounter: Encounter) -> list[Remedy]:
        return [at(alien) for alien in aliens(encounter)[:3]]

    def blocking(self, shooter: Combatant, target: AttackTarget[Fighter], encounter: Encounter) -> Place | None:
        here, there = shooter.place, target.place
        return blocked_by(here, there, encounter) if here and there else None


ATTACKS = _Attacks(ARMS, fighter)


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
