"""Reads and throws loose dice, such as `2d6+1`, which belong to no rulebook and no encounter."""

from __future__ import annotations

import re

from rules.engine.dice import Dice
from rules.engine.errors import BadDice, quoted
from rules.engine.frozen import dataclass

MOST_DICE, MOST_SIDES, MOST_NUMBER, MOST_TERMS = 50, 1000, 100_000, 12
EXAMPLES = "d10, 2d6+1 or d100-5"
_TERM = re.compile(r"([+-])(?:([0-9]{0,6})d([0-9]{1,6})|([0-9]{1,6}))")


@dataclass(frozen=True, slots=True)
class DiceTerm:
    """`count` dice of 1 to `sides`, or the number `count` if `sides` is 0; `sign` is 1 or -1."""

    sign: int
    count: int
    sides: int = 0


@dataclass(frozen=True, slots=True)
class Thrown:
    """The result of a line of dice: each term with its throws (none for a number), and the total."""

    terms: tuple[tuple[DiceTerm, tuple[int, ...]], ...]
    total: int


def parse(text: str) -> tuple[DiceTerm, ...]:
    """Return the terms of a line of dice. Raises BadDice for a line that is not dice, or too many of them."""
    line = "".join(text.casefold().split()).replace("d%", "d100")
    if not line:
        raise BadDice(f"Which dice? Use {EXAMPLES}.")
    signed = line if line[0] in "+-" else f"+{line}"
    matches = list(_TERM.finditer(signed[:200]))
    if "".join(match[0] for match in matches) != signed:
        raise BadDice(f"I don't understand {quoted(text)} as dice. Use {EXAMPLES}.")
    terms = tuple(_term(match) for match in matches)
    if len(terms) > MOST_TERMS or sum(t.count for t in terms if t.sides) > MOST_DICE:
        raise BadDice(f"You can roll at most {MOST_DICE} dice in {MOST_TERMS} terms at once.")
    if not any(t.sides for t in terms):
        raise BadDice(f"{quoted(text)} has no die. Use {EXAMPLES}.")
    if any(t.sides and (not 2 <= t.sides <= MOST_SIDES or t.count < 1) for t in terms):
        raise BadDice(f"Dice have 2 to {MOST_SIDES} sides, and there must be at least one of each kind.")
    if any(t.count > MOST_NUMBER for t in terms):
        raise BadDice(f"Numbers go up to {MOST_NUMBER:,}.")
    return terms


def spelled(terms: tuple[DiceTerm, ...]) -> str:
    """Return terms as they are written: "2d6+1"."""
    words = (f"{'-' if t.sign < 0 else '+'}{t.count}{f'd{t.sides}' if t.sides else ''}" for t in terms)
    return "".join(words).removeprefix("+")


def throw(terms: tuple[DiceTerm, ...], dice: Dice) -> Thrown:
    """Throw the dice from left to right and return the result."""
    thrown = tuple(
        (t, tuple(dice.throw(f"d{t.sides}", 1, t.sides)[0] for _ in range(t.count if t.sides else 0))) for t in terms
    )
    return Thrown(thrown, sum(t.sign * (sum(values) if t.sides else t.count) for t, values in thrown))


def _term(match: re.Match[str]) -> DiceTerm:
    sign = -1 if match[1] == "-" else 1
    if match[4]:
        return DiceTerm(sign, int(match[4]))
    return DiceTerm(sign, int(match[2] or 1), int(match[3]))
