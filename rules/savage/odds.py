"""The exact chances before shooting, by fire mode, and the targets and weapons that a player can choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from rules.engine.ammunition.ammunition import AUTOMATIC_FIRE, RAPID_ATTACK, TOKENS, tables
from rules.engine.attack.arms import Arm
from rules.engine.attack.attack_choices import Choosing
from rules.engine.attack.attacks import NOBODY, odds_title
from rules.engine.books.ruleset import Choices, Curve, Odds
from rules.engine.records.errors import NoRule
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Aim, Attack, Throw
from rules.savage.shooter import WILD_DIE, Firearm, Shooter
from rules.savage.shooting.aiming import (
    ATTACKS,
    acting_shooter,
    check_mode,
    most_rapid,
    shooting_dice,
    shot_targets,
    terms,
)
from rules.savage.shooting.fire import RAISE
from rules.savage.shooting.how_words import read_how
from rules.savage.shooting.loads import ARMS, ammunition_words, is_fired, is_thrown
from rules.savage.summary import brief
from rules.tables.cells import INT
from rules.words.phrases import percent

_SURE = Fraction(1)


def chance_at_least(number: int, sides: int) -> Fraction:
    """Return the chance (0 to 1) that a die with its aces totals `number` or more."""
    if number <= 1:
        return _SURE
    aces, rest = divmod(number - 1, sides)
    return Fraction(1, sides) ** aces * Fraction(sides - rest, sides)


def chance_to_succeed(number: int, dice: int, state: Shooter) -> Fraction:
    """Return the chance that at least one of the Shooting dice, or a Wild Card's Wild Die, totals `number` or more."""
    fails = (1 - chance_at_least(number, state.die)) ** dice
    if state.wild:
        fails *= 1 - chance_at_least(number, WILD_DIE)
    return 1 - fails


def chance_to_lose_token(mode: str, dice: int, state: Shooter) -> Fraction:
    """Return the chance that an attack in this mode loses at least one token (Ammunition Depletion)."""
    worst_face, _ = tables().of(INT, "token_depletion").lookup("", mode)
    return 1 - (1 - Fraction(worst_face or 0, state.die)) ** dice


def odds(order: Attack, encounter: Encounter) -> Odds:
    """Return the chances of an attack by fire mode, or in the mode of `how:` alone. Raises Refusal."""
    combatant, state = acting_shooter(order, encounter)
    options, arm = read_how(order.how), ARMS.meant(combatant, order.weapon, _CHOOSING.fits(order))
    if options.mode or options.dice:
        mode = options.mode or AUTOMATIC_FIRE
        check_mode(mode, arm.weapon)
        attacks = [(mode, shooting_dice(mode, options.dice, arm))]
    else:
        attacks = list(_all_modes(arm))
    targets = shot_targets(order, encounter)
    added = terms(order, state)
    needed = options.target_number - sum(term.value for term in added)
    tokens = arm.load.measure == TOKENS
    columns = ("Fire mode", "Hit", "Raise", *(["Token"] if tokens else []))
    rows = tuple(
        (
            _mode_words(mode, dice),
            percent(chance_to_succeed(needed, dice, state)),
            percent(chance_to_succeed(needed + RAISE, dice, state)),
            *([percent(chance_to_lose_token(mode, dice, state))] if tokens else []),
        )
        for mode, dice in attacks
    )
    title = odds_title(combatant, arm.weapon, targets[0] if targets else NOBODY, encounter)
    return Odds(
        f"{title}, {state.skill}, {state.nature}",
        columns,
        rows,
        tuple(_remarks(combatant, options.target_number, arm, attacks, needed)),
    )


def curve(order: Attack, encounter: Encounter) -> Curve:
    """Raise NoRule: these rules have no aim to compare by."""
    raise NoRule("Savage has no aim to compare by. /odds without compare: has the chances of every fire mode.")


class _Choosing(Choosing[Firearm, Shooter]):
    """The choices of an attack: ranges and aim are in the group's own book."""

    def fits(self, order: Attack) -> Callable[[Firearm], bool] | None:
        if isinstance(order, Aim):
            return None
        return is_thrown if isinstance(order, Throw) else is_fired

    def weapon_words(self, arm: Arm[Firearm], shooter: Combatant, encounter: Encounter) -> str:
        return arm.weapon.name if shooter.glimpsed else brief(shooter.carried[arm.slot])

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        return super().choices(self._as_known(order, encounter), encounter)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        return super().targets(self._as_known(order, encounter), encounter)

    @staticmethod
    def _as_known(order: Attack, encounter: Encounter) -> Attack:
        """Return the order; of a glimpsed fighter only the weapon in hand is known, and offered whatever the verb."""
        return Aim(order.actor, order.targets) if encounter.combatant(order.actor).glimpsed else order


_CHOOSING = _Choosing(ATTACKS)
choices, targets = _CHOOSING.choices, _CHOOSING.targets


def _all_modes(arm: Arm[Firearm]) -> Iterator[tuple[str, int]]:
    """Yield the modes of a weapon with their dice; a rapid attack has as many as possible."""
    for mode in arm.weapon.modes:
        if mode == AUTOMATIC_FIRE:
            yield mode, arm.weapon.rate
        elif mode != RAPID_ATTACK:
            yield mode, 1
        elif most := most_rapid(arm):
            yield mode, most


def _mode_words(mode: str, dice: int) -> str:
    # Short enough for a column on a phone.
    short = {AUTOMATIC_FIRE: "Auto", RAPID_ATTACK: "Rapid"}.get(mode)
    return f"{short}, {dice} dice" if short else mode


def _remarks(
    combatant: Combatant, target_number: int, arm: Arm[Firearm], attacks: list[tuple[str, int]], needed: int
) -> Iterator[str]:
    added = "" if needed == target_number else f", {target_number - needed:+d}"
    yield f"Target number {target_number}{added}. Give modifiers with mod:, including those of the fire mode."
    yield f"{ammunition_words(arm.weapon, arm.load, combatant)}."
    if any(dice > 1 for _, dice in attacks):
        yield "Hit and Raise: with at least one die."
    if arm.load.measure == TOKENS:
        yield "Token: at least one is lost."
    if arm.load.loaded == 0:
        yield ("The weapon is empty: the chances are for after a reload." if not arm.weapon.plain else "None left.")
