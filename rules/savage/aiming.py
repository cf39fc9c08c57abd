"""Who shoots at whom, with what and how: what shooting and asking for the odds have in common.

Everything that forbids a shot is said here, before any die is thrown.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.ammunition import AUTOMATIC_FIRE, DOUBLE_TAP, RAPID_ATTACK, SINGLE_SHOT, THREE_ROUND_BURST, TOKENS
from rules.engine.errors import NoRule, NotNow, Refusal
from rules.engine.model import Combatant, Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Attack, Burst, Fire, Target, Throw
from rules.engine.steps import Term
from rules.savage.how_words import MOST_RAPID, Manner, read_manner
from rules.savage.loads import Held, available, held
from rules.savage.shooter import MODES, Firearm, Shooter, shooter
from rules.words.phrases import counted, listed

SHOTS_PER_TOKEN = 2
"""Shots of a rapid attack for each token in the weapon (Ammunition Depletion)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Who is shot at: a combatant, or (without an id) somebody described on the spot."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attack that nothing forbids, before its dice: `dice` Shooting dice in that fire mode against
    `target_number`, `terms` being what is added to each."""

    shooter: Combatant
    state: Shooter
    arm: Held
    mode: str
    dice: int
    target_number: int
    terms: tuple[Term, ...]
    marks: tuple[Mark, ...]

    @property
    def needed(self) -> int:
        """What a die has to come to before anything is added."""
        return self.target_number - sum(term.value for term in self.terms)


def attempt(order: Attack, encounter: Encounter) -> Attempt:
    """The attack as it is ordered. Raises Refusal."""
    combatant, state = armed(order, encounter)
    marks = marked(order, encounter)
    if not marks:
        raise Refusal(f"Say who the target is; {in_play(order.actor, encounter)}.")
    said, arm = read_manner(order.how), held(combatant, order.weapon, thrown=isinstance(order, Throw))
    check_verb(type(order), arm.weapon)
    mode = _mode(type(order), said, arm.weapon)
    if arm.ammunition.loaded == 0:
        raise NotNow(emptied(arm, combatant))
    dice = dice_of(mode, said.dice, arm)
    if len(marks) > dice:
        most = "one target" if dice == 1 else f"{dice} targets at most, one for each Shooting die"
        raise Refusal(f"This attack, {mode}, has {most}, not {len(marks)}.")
    return Attempt(combatant, state, arm, mode, dice, said.target_number, terms(order, state), marks)


def armed(order: Attack, encounter: Encounter) -> tuple[Combatant, Shooter]:
    """Who shoots. Raises NoRule for options that these rules do not have, Refusal without a Shooting die."""
    if order.aim is not None:
        raise NoRule("Aiming is in your own book: leave aim: out, and give what it adds with mod: +2 aim.")
    if order.range is not None:
        raise NoRule("Ranges are in your own book: leave range: out, and give what they take off with mod: -2 range.")
    combatant = encounter.combatant(order.actor)
    state = shooter(combatant)
    if not state.die:
        raise Refusal(
            f"The Shooting die of {combatant.name} is not known: a sheet line gives it, such as Shooting d6, and the GM"
            " sets it with /adjust."
        )
    return combatant, state


def terms(order: Attack, state: Shooter) -> tuple[Term, ...]:
    """What is added to each die: the bonus of a d12+1, and the modifiers as given."""
    bonus = (Term(f"Shooting {state.skill}", state.bonus, "sheet line"),) if state.bonus else ()
    return (*bonus, *modifier(order.mod))


def marked(order: Attack, encounter: Encounter) -> tuple[Mark, ...]:
    """The targets, each once. Raises Refusal for oneself, NotNow for those out of play."""
    return tuple(dict.fromkeys(_mark(target, order.actor, encounter) for target in order.targets))


def _mark(target: Target, actor: str, encounter: Encounter) -> Mark:
    if target.profile is not None:
        return Mark("", target.profile.name)
    if target.place is not None:
        raise NoRule(f"Shots go at somebody here, not at a place; {in_play(actor, encounter)}.")
    if target.id == actor:
        raise Refusal(f"Nobody can shoot at themselves; {in_play(actor, encounter)}.")
    combatant = encounter.combatant(target.id)
    if not combatant.present:
        raise NotNow(f"{combatant.name} is out of play already; {in_play(actor, encounter)}.")
    return Mark(combatant.id, combatant.name)


def in_play(actor: str, encounter: Encounter) -> str:
    """Who could be the target, in words."""
    names = [c.name for c in encounter.combatants if c.present and c.id != actor]
    return f"in play: {listed(names, 'and')}" if names else "nobody else is in play"


def check_verb(verb: type[Attack], weapon: Firearm) -> None:
    """Raises NoRule for a thrown weapon that is fired, and the other way round."""
    if weapon.thrown and verb in (Fire, Burst):
        raise NoRule(f"The {weapon.name} is thrown: use /throw.")
    if verb is Throw and not weapon.thrown:
        raise NoRule(f"The {weapon.name} is not for throwing: use /fire.")


def _mode(verb: type[Attack], said: Manner, weapon: Firearm) -> str:
    """The fire mode. Raises NoRule for one that the verb or the weapon does not have."""
    mode = said.mode
    if verb is Throw:
        if mode not in ("", SINGLE_SHOT) or said.dice:
            raise NoRule("A throw has no fire modes: how: takes a target number alone, such as target number 6.")
        return SINGLE_SHOT
    if verb is Burst:
        if mode in (SINGLE_SHOT, DOUBLE_TAP):
            raise NoRule(f"{mode} goes with /fire; /burst is for bursts, automatic fire and rapid attacks.")
        if not mode:
            several = [one for one in MODES if one in weapon.modes and one not in (SINGLE_SHOT, DOUBLE_TAP)]
            if AUTOMATIC_FIRE in several or said.dice:
                mode = AUTOMATIC_FIRE
            elif several == [THREE_ROUND_BURST]:
                mode = THREE_ROUND_BURST
            elif several == [RAPID_ATTACK]:
                raise Refusal(f"The {weapon.name} has a rapid attack: say of how many, such as how: rapid attack 2.")
            elif several:
                raise Refusal(f"Say how: the {weapon.name} has {listed(several)}.")
            else:
                raise NoRule(_lacks("bursts", weapon))
    elif mode in (THREE_ROUND_BURST, AUTOMATIC_FIRE) or (said.dice and not mode):
        raise NoRule(
            f"{mode or AUTOMATIC_FIRE} goes with /burst; /fire is for Single Shot, Double Tap and Rapid Attack."
        )
    has(mode or SINGLE_SHOT, weapon)
    return mode or SINGLE_SHOT


def has(mode: str, weapon: Firearm) -> None:
    """Raises NoRule for a fire mode that the weapon does not have."""
    if mode not in weapon.modes:
        raise NoRule(_lacks(mode, weapon))


def _lacks(what: str, weapon: Firearm) -> str:
    return f"The {weapon.name} has no {what}; it has {listed(weapon.modes, 'and')}."


def dice_of(mode: str, said: int, arm: Held) -> int:
    """The Shooting dice of an attack, `said` being those that are asked for, 0 for all. Raises Refusal for too many."""
    if mode == AUTOMATIC_FIRE:
        if said > arm.weapon.rate:
            raise Refusal(f"The {arm.weapon.name} has a ROF of {arm.weapon.rate}: no more Shooting dice than that.")
        return said or arm.weapon.rate
    if mode != RAPID_ATTACK:
        return 1
    most = most_rapid(arm)
    if said > most:
        left = f"with {counted(arm.ammunition.loaded, 'token')} at most {most}"
        raise Refusal(f"A rapid attack has at most {SHOTS_PER_TOKEN} shots for each token: {left}, not {said}.")
    return said or most


def most_rapid(arm: Held) -> int:
    """Shots of a rapid attack with what is in the weapon; where boxes are counted tokens are no limit."""
    by_tokens = SHOTS_PER_TOKEN * arm.ammunition.loaded
    return min(by_tokens, MOST_RAPID) if arm.ammunition.measure == TOKENS else MOST_RAPID


def emptied(arm: Held, combatant: Combatant) -> str:
    """What is said of a weapon in which nothing is left."""
    if arm.weapon.plain:
        return f"No {arm.weapon.name} is left; choose another weapon."
    if not available(arm.ammunition, combatant):
        return f"The {arm.weapon.name} is empty, with no spare load left for it: /ammo buy rolls for a supply."
    return f"The {arm.weapon.name} is empty: /reload puts a fresh magazine in."
