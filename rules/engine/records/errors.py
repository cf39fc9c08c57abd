"""The exceptions of rules/: refusals, each in one or two short sentences, and two that are no refusals.

A refusal leaves the state unchanged. The bot decides who sees its sentence, and how.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rules.engine.records.remedies import Remedy
    from rules.engine.records.steps import Roll


Spot = tuple[int, int]
R = TypeVar("R", bound="Refusal")


class Refusal(Exception):
    """An order that cannot be carried out; `str()` says in one or two sentences what is wrong and what works.

    Refusal
     +-- UnknownName    a name fits nothing known
     |    +-- Ambiguous   a name fits several things
     |    +-- UnknownAct  the words of an act are on no list of the book's
     +-- NotAllowed     the user has no right to order it
     +-- NotNow         the state forbids it: out of actions, reloading, dead
     |    +-- NoLine      something on the map blocks a line of sight
     |    +-- Unplayable   the bot lacks something to play the encounter with
     |         +-- MissingBook  its rulebook is not on the shelf
     +-- RangeWanted    the range is not known
     +-- NoRule         this rulebook has no such rule
     +-- BadSheet       a sheet line or card cannot be read
     +-- BadDice        dice that cannot be used: out of range, too few in a script

    DiceWanted          not a refusal: typed dice ran out, ask for the rest
    BrokenData          not a refusal: the project's own data files are wrong, noticed at start

    `remedies` are orders that would help. They may know no more than the sentence tells.
    """

    remedies: tuple[Remedy, ...] = ()

    def helped_by(self: R, *remedies: Remedy) -> R:
        """Return the refusal with these remedies, the likeliest first."""
        self.remedies = remedies
        return self


class UnknownName(Refusal):
    """A name that fits nothing. `nearest` holds the most similar names, best first."""

    def __init__(self, sentence: str, nearest: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.nearest: tuple[str, ...] = tuple(nearest)


class Ambiguous(UnknownName):
    """A name that fits several things equally well; `nearest` holds them."""


class UnknownAct(UnknownName):
    """Words of an act that the book does not list; `nearest` are acts."""


class NotAllowed(Refusal):
    """The user has no right to give this order."""


class NotNow(Refusal):
    """The state of the encounter forbids it at this moment."""


class AlreadySo(NotNow):
    """The result of the order is there already: a line of a plan is done then."""


class Evident(NotNow):
    """A planned order is impossible for a reason that the fighter's side knows."""


class NotHere(Evident):
    """The order is impossible where the fighter is, however much time passes."""


class Cautioned(Evident):
    """A player would be asked first about the planned order; the sentence has the cautions."""


class OutOfSight(Evident):
    """The fighter's side only remembers the targets."""


class NoLine(NotNow):
    """A line of sight is blocked.

    The places are its start, its end and the blocked place between them, which the sentence names; each is a column and
    a row.
    """

    def __init__(self, sentence: str, start: Spot, end: Spot, blocked: Spot) -> None:
        super().__init__(sentence)
        self.start, self.end, self.blocked = start, end, blocked

    def __reduce__(self) -> tuple[type[NoLine], tuple[str, Spot, Spot, Spot]]:
        return NoLine, (str(self), self.start, self.end, self.blocked)


class Unplayable(NotNow):
    """Nothing can be ordered in an encounter until the person who runs the bot has done something; `reason` is why, as
    a clause."""

    reason: str


class MissingBook(Unplayable, KeyError):
    """The rulebook of this `id` is not on the shelf: its package is not installed any more, or cannot be used."""

    def __init__(self, id: str) -> None:
        super().__init__(
            f"The rulebook {id} cannot be used on this bot now. Nothing is lost. The person who runs the bot sees the"
            " reason with referee check."
        )
        self.id, self.reason = id, f"the rulebook {id} cannot be used"

    # A KeyError shows what it was given as code.
    __str__ = Exception.__str__

    def __reduce__(self) -> tuple[type[MissingBook], tuple[str]]:
        return MissingBook, (self.id,)


class RangeWanted(Refusal):
    """A shot whose range neither the order, nor the map, nor an earlier order gives; a form may ask for it."""


class NoRule(Refusal):
    """The rulebook in use has no such rule; the sentence says what to do instead."""


class BadSheet(Refusal):
    """A sheet line or a card that cannot be read. `problems` holds all problems, in order."""

    def __init__(self, sentence: str, problems: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.problems: tuple[str, ...] = tuple(problems)


class BadDice(Refusal):
    """Dice that cannot be used: a value outside the die, nonsense, or a script that ends too early."""


class DiceWanted(Exception):
    """Typed dice ran out: the next throw is of `low` to `high` for `why`; `thrown` holds the throws so far."""

    def __init__(self, thrown: Iterable[Roll], why: str, low: int, high: int) -> None:
        self.thrown: tuple[Roll, ...] = tuple(thrown)
        super().__init__(self.thrown, why, low, high)
        self.why = why
        self.low = low
        self.high = high

    def __str__(self) -> str:
        return f"Give a roll from {self.low} to {self.high} for {self.why}."


class BrokenData(Exception):
    """The data files are wrong. Raised once, at start; `problems` holds all of them."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__("\n".join(self.problems))


def quoted(text: str, most: int = 40) -> str:
    """Return a player's own words in quotation marks, on one line, at most `most` characters."""
    words = text[: 4 * most]
    if not words.isprintable():
        words = "".join(sign if sign.isprintable() else " " for sign in words)
    words = " ".join(words.split())
    if len(words) > most or len(text) > 4 * most:
        words = words[: most - 1] + "…"
    return f"“{words}”"
