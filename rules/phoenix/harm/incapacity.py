"""Incapacitation in words, and which of two effects is worse (2.7, 5.13).

`Knockout` holds the effect; a rule of 5.13 decides which effect a throw has (`harm.wounds.EFFECT`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.phoenix.basics.soldier import EffectWord, Knockout, Soldier
from rules.phoenix.basics.times import UNTIL_SAID, clocked, hence

SOONER: Mapping[EffectWord, int] = MappingProxyType({"Dazed": 1, "Disoriented": 2})
"""The numbers subtracted from the throw for the time on table 8B."""
_WORST: tuple[EffectWord, ...] = ("Out", "Stunned", "Dazed", "Disoriented")


def sooner(roll: int, effect: EffectWord) -> int:
    """Return the throw for the time in the form in which table 8B takes it."""
    return max(0, roll - SOONER.get(effect, 0))


def deeper(earlier: Knockout, effect: EffectWord, state: Soldier, now: Clock) -> Knockout:
    """Return the knockout of a fighter that is incapacitated already, after a new throw: the worse effect of the two.

    A worse effect begins when the impulse ends; until then the fighter stays as they were.
    """
    if not effect or _rank(effect) >= _rank(earlier.effect):
        return earlier
    if earlier.since == now:  # they fell in this impulse, and it has not taken effect yet
        return replace(earlier, effect=effect)
    until_then: EffectWord = "Stunned" if state.out(now) else earlier.effect
    return replace(earlier, effect=effect, since=now, before=until_then)


def _rank(effect: EffectWord) -> int:
    return _WORST.index(effect or "Out")


def word(effect: EffectWord) -> str:
    """Return the effect for the middle of a sentence."""
    return (effect or "Out").lower()


def label(state: Soldier, now: Clock) -> str:
    """Return how a fighter is incapacitated now, in a word, or "dead"; "" if neither."""
    if state.died is not None and now > state.died:
        return "dead"
    effect = state.incapacity(now)
    if not effect or state.knockout is None or not state.knockout.effect:
        return "incapacitated" if effect else ""
    return "unconscious" if effect == "Out" else effect.lower()


def told(state: Soldier, now: Clock, *, exactly: bool = False) -> str:
    """Return how a fighter is incapacitated now, and how long: "stunned until Phase 17"; "" if they are not."""
    effect, fell = state.incapacity(now), state.knockout
    if not effect or fell is None or fell.until is None:
        return ""
    if fell.until >= UNTIL_SAID:
        return "unconscious" if effect == "Out" else effect.lower()
    if far := hence(fell.until, now):
        return f"{effect.lower()} for {far}"
    near = f"Impulse {fell.until.impulse}" if fell.until.turn == now.turn else f"Phase {fell.until.turn}"
    return f"{effect.lower()} until {clocked(fell.until) if exactly else near}"
