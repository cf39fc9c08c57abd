"""Every way in which rules/ says no. A refusal is one sentence for the player; what is none stands apart.

Nothing here knows who is told or how: the bot answers refusals privately and leaves the state untouched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.engine.steps import Roll


class Refusal(Exception):
    """An order that cannot be carried out; `str()` is one sentence for the player that names what is allowed.

    Refusal
     +-- UnknownName    it names no known thing
     |    +-- Ambiguous   it could name several
     +-- NotAllowed     whoever ordered it has no right to
     +-- NotNow         the state forbids it: out of actions, reloading, dead
     +-- RangeWanted    nobody knows how far it is
     +-- NoRule         this rulebook has no such rule
     +-- BadSheet       a sheet line or card does not read
     +-- BadDice        dice that cannot be taken: out of range, too few in a script

    DiceWanted          no refusal: typed dice ran out, ask for the rest
    BrokenData          no refusal: the project's own data files are wrong, seen at start
    """


class UnknownName(Refusal):
    """A name that fits no known thing. `nearest` holds the names that look most like it, best first."""

    def __init__(self, sentence: str, nearest: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.nearest: tuple[str, ...] = tuple(nearest)


class Ambiguous(UnknownName):
    """A name that fits several known things equally well; `nearest` holds them."""


class NotAllowed(Refusal):
    """Somebody ordered what only another may."""


class NotNow(Refusal):
    """The state of the encounter forbids it at this moment."""


class RangeWanted(Refusal):
    """A shot whose range neither the order, nor the map, nor an earlier order gives; a form may ask for it."""


class NoRule(Refusal):
    """The rulebook in use has no such rule; the sentence says what to do instead."""


class BadSheet(Refusal):
    """A sheet line or a card that does not read. `problems` holds each thing wrong, in order."""

    def __init__(self, sentence: str, problems: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.problems: tuple[str, ...] = tuple(problems)


class BadDice(Refusal):
    """Dice that cannot be taken: a value outside the die, nonsense, or a script that ends too early."""


class DiceWanted(Exception):
    """Typed dice ran out: a die of `low` to `high` is wanted for `why`; `thrown` holds the throws so far."""

    def __init__(self, thrown: Iterable[Roll], why: str, low: int, high: int) -> None:
        super().__init__(f"A die of {low} to {high} is wanted for {why}.")
        self.thrown: tuple[Roll, ...] = tuple(thrown)
        self.why = why
        self.low = low
        self.high = high


class BrokenData(Exception):
    """The data files are wrong. Raised once, at start; `problems` holds all of them."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__("\n".join(self.problems))


def quoted(text: str, most: int = 40) -> str:
    """A player's own words for a sentence: in quotation marks, on one line, at most `most` characters."""
    shown = text[: 4 * most]
    if not shown.isprintable():
        shown = "".join(sign if sign.isprintable() else " " for sign in shown)
    shown = " ".join(shown.split())
    if len(shown) > most or len(text) > 4 * most:
        shown = shown[: most - 1] + "…"
    return f"“{shown}”"
