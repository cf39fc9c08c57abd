"""The first line of a result: the actor, the deed, the target, the throws that decided it, and the outcome.

It is made from what its reader may read, so it tells nobody more than the steps do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from bot.chat.render.text import wording
from bot.game.entries.entries import Entry
from bot.game.pages.shots import NOBODY_HIT, comes_to_nothing
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.steps import ONES, Note, Roll, Step
from rules.words.phrases import listed

_MOST = 4
"""Throws in a first line."""
_CHANCE = re.compile(r" \([0-9.]+ ?%\)")
_BOUNDS = re.compile(r"(?:^|, )([^,]+?) or (?:less|more)\b")


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw with the further dice that belong to it: its label, what the dice show, the number needed ("53"), what it
    came to ("shoulder"), and the fighter (an id) that it is about. A figure that follows from throws has no dice.
    """

    label: str
    dice: tuple[str, ...]
    needed: str
    about: str
    result: str = ""

    @property
    def shown(self) -> str:
        """Return the values of the dice: "6 + 3"."""
        return " + ".join(self.dice)


def first_line(entry: Entry) -> str:
    """Return the outcome of a part with the throws that decided it between the deed and the result, as plain text."""
    resolution = entry.resolution
    text, deed = wording.outcome(resolution), resolution.deed
    if not deed.strip() or entry.kind in ("undo", "redo"):
        return text
    if comes_to_nothing(entry):
        # An attack that hurts nobody reads as one that hurts only fighters its reader does not know of.
        deed = deed.rstrip(" .")
        text = f"{deed}: {NOBODY_HIT}."
    if not (thrown := deciding(resolution.steps)):
        return text
    if len(deed) == len(resolution.outcome):
        if resolution.verdict not in ("hit", "miss"):
            return text
        deed = deed.removesuffix(".")
    deed = deed.rstrip()
    opening = f"{deed[:-1]}; {thrown})" if deed.endswith(")") else f"{deed} ({thrown})"
    return opening + text[len(deed) :]


def deciding(steps: Iterable[Step]) -> str:
    """Return the throws that decided whether it succeeded: "rolled 23, needed 53", "rolled 3, Wild Die 5 counts, needed
    4"; "" if none are read.
    """
    shown = figures(steps)
    first = _decided([throw for throw in shown if throw.dice])
    if not first:
        return ""
    ones = "".join(f"; {one.result}" for one in shown if one.label == ONES)
    needed = {throw.needed for throw in first}
    if len(needed) > 1:
        return "; ".join(f"{throw.label} rolled {throw.shown}, needed {throw.needed}" for throw in first[:_MOST]) + ones
    # Dice of another kind, such as a Wild Die, are named, and say whether they count.
    kind = _kind(first[0])
    alike = [throw.shown for throw in first if _kind(throw) == kind]
    if len(alike) > _MOST:
        alike[_MOST:] = [f"{len(alike) - _MOST} more"]
    others = [f"{throw.label} {throw.shown} {throw.result}".rstrip() for throw in first if _kind(throw) != kind]
    rolled = ", ".join([*alike, *others]) if others else listed(alike, "and")
    return f"rolled {rolled}, needed {needed.pop()}{ones}"


def _kind(throw: Throw) -> str:
    return throw.label.rstrip(" 0123456789")


def _decided(thrown: Sequence[Throw]) -> list[Throw]:
    """Return the first throws that had to come to something, and later ones of their kind: what follows a success
    (where, how much) needs no number, and others are about what becomes of it, or about somebody else.
    """
    kinds = {throw.label for throw in takewhile(lambda throw: throw.needed and throw.about == thrown[0].about, thrown)}
    return [throw for throw in thrown if throw.needed and throw.label in kinds]


def figures(steps: Iterable[Step]) -> list[Throw]:
    """Return the throws among steps that the first answer shows, and the figures that follow from them, in order."""
    found: list[Throw] = []
    for step in steps:
        last = found[-1] if found else None
        match step:
            case Roll(detail=False, again=True) if last:
                found[-1] = replace(last, dice=(*last.dice, _die(step)))
            case Roll(detail=False):
                found.append(Throw(step.label, (_die(step),), _number(step.needed), step.about))
            case Note(detail=False, brief=brief) if brief and last and last.dice and last.label == step.label:
                found[-1] = replace(last, result=brief)
            case Note(detail=False, brief=brief) if brief:
                found.append(Throw(step.label, (), "", step.about, brief))
    return found


def _die(roll: Roll) -> str:
    return wording.face(roll.value, roll.low, roll.high)


def _number(needed: str) -> str:
    """Return only the number that is needed: "53" of "53 or less", "4, 7" of "4 or more, 7 or more".

    Return any other text whole.
    """
    return ", ".join(_BOUNDS.findall(needed)) or _CHANCE.sub("", needed)
