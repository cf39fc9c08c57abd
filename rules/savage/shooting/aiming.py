"""Shooter, targets, weapon and fire mode of a shot, for /fire, /burst and /throw and for the odds alike.

Every check that can refuse a shot is here, so that it is refused before any die is rolled.
"""

from __future__ import annotations

from rules.engine.ammunition.ammunition import (
    AUTOMATIC_FIRE,
    DOUBLE_TAP,
    RAPID_ATTACK,
    SINGLE_SHOT,
    THREE_ROUND_BURST,
    TOKENS,
)
from rules.engine.attack.arms import Arm
from rules.engine.attack.attacks import Attacks, AttackTarget
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.records.remedies import Remedy
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier
from rules.engine.sharing.shared_remedies import other_weapons, reload_it
from rules.engine.sharing.unknown import check_known
from rules.savage.shooter import HIDDEN, MODES, Firearm, Shooter, shooter
from rules.savage.shooting.how_words import MOST_RAPID, ShotOptions, read_how
from rules.savage.shooting.loads import ARMS, available, is_fired, is_thrown
from rules.words.phrases import counted, listed

SHOTS_PER_TOKEN = 2
"""Shots of a rapid attack for each token in the weapon (Ammunition Depletion)."""


class _Attacks(Attacks[Firearm, Shooter]):
    """Shots, throws and bursts; ranges are in the group's own book."""

    space = ""
    verb = "shoot at"


ATTACKS = _Attacks(ARMS, shooter)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attack that has passed every check, before its rolls.

    `dice` Shooting dice in fire mode `mode` against `target_number`; `terms` are added to each die.
    """

    shooter: Combatant
    state: Shooter
    arm: Arm[Firearm]
    mode: str
    dice: int
    target_number: int
    terms: tuple[Term, ...]
    targets: tuple[AttackTarget[Shooter], ...]

    @property
    def needed(self) -> int:
        """The total that a die needs before its terms are added."""
        return self.target_number - sum(term.value for term in self.terms)


def attempt(order: Attack, encounter: Encounter) -> Attempt:
    """Return the attack that an order describes. Raises Refusal."""
    combatant, state = acting_shooter(order, encounter)
    targets = shot_targets(order, encounter)
    if not targets:
        raise Refusal(f"Name a target. {ATTACKS.in_play(order.actor, encounter)}.")
    fits = is_thrown if isinstance(order, Throw) else is_fired
    options, arm = read_how(order.how), ARMS.meant(combatant, order.weapon, fits)
    check_verb(type(order), arm.weapon)
    mode = _mode(type(order), options, arm.weapon)
    if arm.load.loaded == 0:
        raise NotNow(empty_weapon_words(arm, combatant)).helped_by(*_on(arm, combatant))
    dice = shooting_dice(mode, options.dice, arm)
    if len(targets) > dice:
        most = "one target" if dice == 1 else f"at most {dice} targets, one for each Shooting die"
        raise Refusal(f"This attack, {mode}, has {most}, not {len(targets)}.")
    return Attempt(combatant, state, arm, mode, dice, options.target_number, terms(order, state), targets)


def acting_shooter(order: Attack, encounter: Encounter) -> tuple[Combatant, Shooter]:
    """Return the shooter and their record. Raises NoRule for aim: and range:, Refusal without a Shooting die."""
    if order.aim is not None:
        raise NoRule("Aiming is in your own book. Leave aim: out and give its bonus with mod: +2 aim.").helped_by(
            Remedy.instead("Without aim", aim=None)
        )
    if order.range is not None:
        raise NoRule(
            "Ranges are in your own book. Leave range: out and give the penalty with mod: -2 range."
        ).helped_by(Remedy.instead("Without range", range=None))
    combatant = encounter.combatant(order.actor)
    state = shooter(combatant)
    check_known(combatant, *HIDDEN)
    if not state.die:
        raise Refusal(
            f"{combatant.reference}'s Shooting die is unknown. Put it in the sheet line, such as Shooting"
            " d6, or ask the GM to set it with /adjust."
        )
    return combatant, state


def terms(order: Attack, state: Shooter) -> tuple[Term, ...]:
    """Return the terms that are added to each die: the bonus of a d12+1 and the modifiers of mod:."""
    bonus = (Term(f"Shooting {state.skill}", state.bonus, "sheet line"),) if state.bonus else ()
    return (*bonus, *modifier(order.mod))


def shot_targets(order: Attack, encounter: Encounter) -> tuple[AttackTarget[Shooter], ...]:
    """Return the targets, each once. Raises Refusal for the shooter, NoRule for a place, NotNow if out of play."""
    named: dict[tuple[str, str], AttackTarget[Shooter]] = {}
    for target in order.targets:
        found = ATTACKS.target(target, order.actor, encounter)
        named.setdefault((found.id, found.name), found)
    return tuple(named.values())


def check_verb(verb: type[Attack], weapon: Firearm) -> None:
    """Raise NoRule for firing a weapon that is thrown, or throwing one that is fired."""
    if weapon.thrown and verb in (Fire, Burst):
        raise NoRule(f"The {weapon.name} is thrown. Use /throw.").helped_by(Remedy.instead("Throw it", Throw))
    if verb is Throw and not weapon.thrown:
        raise NoRule(f"The {weapon.name} can't be thrown. Use /fire.").helped_by(Remedy.instead("Fire it", Fire))


def _mode(verb: type[Attack], options: ShotOptions, weapon: Firearm) -> str:
    """Return the fire mode. Raises NoRule for one that the verb or the weapon does not have."""
    mode = options.mode
    if verb is Throw:
        if mode not in ("", SINGLE_SHOT) or options.dice:
            raise NoRule("A throw has no fire mode. In how: give only a target number, such as target number 6.")
        return SINGLE_SHOT
    if verb is Burst:
        if mode in (SINGLE_SHOT, DOUBLE_TAP):
            raise NoRule(f"Use /fire for a {mode}. /burst is for bursts, automatic fire and rapid attacks.").helped_by(
                Remedy.instead("Fire", Fire)
            )
        if not mode:
            several = [one for one in MODES if one in weapon.modes and one not in (SINGLE_SHOT, DOUBLE_TAP)]
            if AUTOMATIC_FIRE in several or options.dice:
                mode = AUTOMATIC_FIRE
            elif several == [THREE_ROUND_BURST]:
                mode = THREE_ROUND_BURST
            elif several == [RAPID_ATTACK]:
                raise Refusal("How many shots in the rapid attack? For example how: rapid attack 2.")
            elif several:
                raise Refusal(f"Which fire mode? In how: the {weapon.name} has {listed(several)}.")
            else:
                raise NoRule(_lacks("bursts", weapon)).helped_by(Remedy.instead("Fire one shot", Fire))
    elif mode in (THREE_ROUND_BURST, AUTOMATIC_FIRE) or (options.dice and not mode):
        raise NoRule(
            f"Use /burst for {mode or AUTOMATIC_FIRE}. /fire is for Single Shot, Double Tap and Rapid Attack."
        ).helped_by(Remedy.instead("Burst", Burst))
    check_mode(mode or SINGLE_SHOT, weapon)
    return mode or SINGLE_SHOT


def check_mode(mode: str, weapon: Firearm) -> None:
    """Raise NoRule for a fire mode that the weapon does not have."""
    if mode not in weapon.modes:
        raise NoRule(_lacks(mode, weapon))


def _lacks(what: str, weapon: Firearm) -> str:
    return f"The {weapon.name} has no {what}. It has {listed(weapon.modes, 'and')}."


def shooting_dice(mode: str, asked: int, arm: Arm[Firearm]) -> int:
    """Return the number of Shooting dice of an attack, all for `asked` 0. Raises Refusal if `asked` is too many."""
    if mode == AUTOMATIC_FIRE:
        if asked > arm.weapon.rate:
            raise Refusal(f"The {arm.weapon.name} has a ROF of {arm.weapon.rate}, the limit for Shooting dice.")
        return asked or arm.weapon.rate
    if mode != RAPID_ATTACK:
        return 1
    most = most_rapid(arm)
    if asked > most:
        left = f"with {counted(arm.load.loaded, 'token')} at most {most}"
        raise Refusal(f"A rapid attack has at most {SHOTS_PER_TOKEN} shots for each token: {left}, not {asked}.")
    return asked or most


def most_rapid(arm: Arm[Firearm]) -> int:
    """Return the most shots of a rapid attack; the tokens loaded limit it, boxes do not."""
    by_tokens = SHOTS_PER_TOKEN * arm.load.loaded
    return min(by_tokens, MOST_RAPID) if arm.load.measure == TOKENS else MOST_RAPID


def _on(arm: Arm[Firearm], combatant: Combatant) -> list[Remedy]:
    """Return the remedies for a shooter with an empty weapon: load it, or use another one."""
    others = other_weapons(combatant, arm.weapon.name)
    return others if arm.weapon.plain else [reload_it(combatant.id, arm.weapon.name), *others]


def empty_weapon_words(arm: Arm[Firearm], combatant: Combatant) -> str:
    """Return why an empty weapon cannot shoot, and what to do instead."""
    if arm.weapon.plain:
        return f"No {arm.weapon.name} is left. Choose another weapon."
    if not available(arm.load, combatant):
        return f"The {arm.weapon.name} is empty and has no spare load. Use /ammo buy to roll for a supply."
    return f"The {arm.weapon.name} is empty. Use /reload."
