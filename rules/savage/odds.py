"""What a player can know before shooting: the chances by fire mode, exactly, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from rules.engine.ammunition import AUTOMATIC_FIRE, RAPID_ATTACK, TOKENS, tables
from rules.engine.errors import NoRule
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Aim, Attack, Throw
from rules.engine.ruleset import Choices, Curve, Odds
from rules.savage.aiming import armed, dice_of, has, marked, most_rapid, terms
from rules.savage.fire import RAISE
from rules.savage.how_words import read_manner
from rules.savage.loads import Held, firearm, held, told
from rules.savage.shooter import WILD_DIE, Firearm, Shooter
from rules.savage.summary import brief
from rules.tables.cells import INT

_SURE = Fraction(1)


def at_least(number: int, sides: int) -> Fraction:
    """The chance that a die with its aces comes to `number` or more."""
    if number <= 1:
        return _SURE
    aces, rest = divmod(number - 1, sides)
    return Fraction(1, sides) ** aces * Fraction(sides - rest, sides)


def succeeds(number: int, dice: int, state: Shooter) -> Fraction:
    """The chance that one at least of so many Shooting dice comes to `number` or more, or a Wild Card's Wild Die."""
    fails = (1 - at_least(number, state.die)) ** dice
    if state.wild:
        fails *= 1 - at_least(number, WILD_DIE)
    return 1 - fails


def loses(mode: str, dice: int, state: Shooter) -> Fraction:
    """The chance that an attack in this mode loses a token, or several."""
    mark, _ = tables().of(INT, "token_depletion").lookup("", mode)
    return 1 - (1 - Fraction(mark or 0, state.die)) ** dice


def odds(order: Attack, encounter: Encounter) -> Odds:
    """The chances of an attack by fire mode, or in the one that `how:` names. Raises Refusal."""
    combatant, state = armed(order, encounter)
    said, arm = read_manner(order.how), held(combatant, order.weapon, thrown=_thrown(order))
    if said.mode or said.dice:
        mode = said.mode or AUTOMATIC_FIRE
        has(mode, arm.weapon)
        wanted = [(mode, dice_of(mode, said.dice, arm))]
    else:
        wanted = list(_every(arm))
    at = marked(order, encounter)
    added = terms(order, state)
    needed = said.target_number - sum(term.value for term in added)
    tokens = arm.ammunition.measure == TOKENS
    columns = ("Fire mode", "Hit", "Raise", *(["Token"] if tokens else []))
    rows = tuple(
        (
            _named(mode, dice),
            percent(succeeds(needed, dice, state)),
            percent(succeeds(needed + RAISE, dice, state)),
            *([percent(loses(mode, dice, state))] if tokens else []),
        )
        for mode, dice in wanted
    )
    whom = f" at {at[0].name}" if at else ""
    title = f"{combatant.name}, {arm.weapon.name}{whom}, {state.skill}, {state.nature}"
    return Odds(title, columns, rows, tuple(_remarks(combatant, said.target_number, arm, wanted, needed)))


def curve(order: Attack, encounter: Encounter) -> Curve:
    """Raises NoRule: chances go by fire mode here."""
    raise NoRule("Savage counts no aim to compare by: /odds without compare: has the chances of every fire mode.")


def choices(order: Attack, encounter: Encounter) -> Choices:
    """Whom somebody can shoot at, those of other sides first, and the weapons that this verb uses."""
    shooter = encounter.combatant(order.actor)
    if not shooter.carried:
        return Choices((), (), ())
    if order.weapon:
        held(shooter, order.weapon)
    others = [c for c in encounter.combatants if c.present and c.id != shooter.id]
    others.sort(key=lambda other: bool(shooter.side) and other.side == shooter.side)
    inhand = held(shooter, thrown=_thrown(order)).slot
    slots = sorted(range(len(shooter.carried)), key=lambda slot: slot != inhand)
    fitting = [c for c in (shooter.carried[slot] for slot in slots) if _fits(order, firearm(c)[0])]
    return Choices(
        tuple((other.id, other.name) for other in others), tuple((c.weapon.name, brief(c)) for c in fitting), ()
    )


def percent(chance: Fraction) -> str:
    """A chance for people, to a tenth, a half of which counts up: "62.5%", "100%"; next to nothing is "under 0.1%"."""
    tenths = floor(1000 * chance + Fraction(1, 2))
    if chance and not tenths:
        return "under 0.1%"
    if chance < _SURE and tenths == 1000:
        return "over 99.9%"
    return f"{tenths / 10:g}%"


def _thrown(order: Attack) -> bool | None:
    """Whether this verb is for weapons to throw; asking about chances is for any."""
    return None if isinstance(order, Aim) else isinstance(order, Throw)


def _fits(order: Attack, weapon: Firearm) -> bool:
    return _thrown(order) in (None, weapon.thrown)


def _every(arm: Held) -> Iterator[tuple[str, int]]:
    """The modes of a weapon with their dice; a rapid attack with as many as there can be."""
    for mode in arm.weapon.modes:
        if mode == AUTOMATIC_FIRE:
            yield mode, arm.weapon.rate
        elif mode != RAPID_ATTACK:
            yield mode, 1
        elif most := most_rapid(arm):
            yield mode, most


def _named(mode: str, dice: int) -> str:
    # Short enough for a column on a phone.
    short = {AUTOMATIC_FIRE: "Auto", RAPID_ATTACK: "Rapid"}.get(mode)
    return f"{short}, {dice} dice" if short else mode


def _remarks(
    combatant: Combatant, target_number: int, arm: Held, wanted: list[tuple[str, int]], needed: int
) -> Iterator[str]:
    added = "" if needed == target_number else f", {target_number - needed:+d}"
    yield f"Target number {target_number}{added}; modifiers go with mod:, also those of the fire mode."
    yield f"{told(arm.weapon, arm.ammunition, combatant)}."
    if any(dice > 1 for _, dice in wanted):
        yield "Hit and Raise: of one die at least."
    if arm.ammunition.measure == TOKENS:
        yield "Token: one at least is lost."
    if arm.ammunition.loaded == 0:
        yield (
            "Nothing is in the weapon: the chances are those after a reload." if not arm.weapon.plain else "None left."
        )
