"""The weight of ammunition in Significant Items, and the cost of an extended magazine.

From Abstract Ammunition Tracking ("Ammunition Cost and Weight"), which works beside every rulebook. Weights are exact
fractions and are not rounded.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.ammunition.ammunition import extended, tokens
from rules.engine.books.ruleset import Fact, Page
from rules.engine.records.errors import Refusal
from rules.words.phrases import counted, measured

SECTION = "Ammunition Cost and Weight"
_PER_ITEM = 4
_CASELESS = Fraction(1, 2)
_EXTENDED = Fraction(3, 2)
"""Cost and weight of an extended magazine, as a multiple of the usual one."""
MOST_TOKENS, MOST_ROUNDS, MOST_COST = 1_000, 1_000, 10_000_000


def tokens_per_item(magazine: int = 0) -> int:
    """Return the tokens in a Significant Item: four, or those of a full magazine (in rounds) if that is more."""
    return max(_PER_ITEM, tokens(magazine)) if magazine else _PER_ITEM


def weight(number: int, magazine: int = 0, *, caseless: bool = False) -> Fraction:
    """Return the weight of `number` tokens in Significant Items; caseless ammunition weighs half."""
    return Fraction(number, tokens_per_item(magazine)) * (_CASELESS if caseless else 1)


def significant_items(amount: Fraction) -> str:
    """Return a weight in words: "1 1/2 Significant Items"."""
    return measured(amount, "Significant Item")


def page(
    number: int | None = None,
    magazine: int | None = None,
    cost: int | None = None,
    *,
    with_extended: bool = False,
    caseless: bool = False,
) -> Page:
    """Return a page with the weight of `number` tokens or of a full magazine, and the cost, with the steps.

    `magazine` is in rounds. Raises Refusal if nothing is given or a number is out of range.
    """
    for what, value, most in (("tokens", number, MOST_TOKENS), ("magazine", magazine, MOST_ROUNDS)):
        if value is not None and not 1 <= value <= most:
            raise Refusal(f"{what}: is 1 to {most:,}, not {value:,}.")
    if cost is not None and not 1 <= cost <= MOST_COST:
        raise Refusal(f"cost: is 1 to {MOST_COST:,}, not {cost:,}.")
    if number is None and magazine is None and cost is None:
        raise Refusal("What do you want to weigh? Give tokens: 8, magazine: 30, or both; or a price: cost: 400.")
    lines: list[Fact] = []
    if magazine is not None:
        lines.append(Fact("Magazine", _content(magazine)))
        if with_extended:
            magazine = extended(magazine)
            lines.append(Fact("Extended", _content(magazine)))
    if number is not None or magazine is not None:
        lines += _weighed(number if number is not None else tokens(magazine or 1), magazine or 0, caseless=caseless)
    if with_extended:
        lines.append(Fact("Weapon", "with an extended magazine it weighs half as much again"))
    if cost is not None:
        price = f"{_amount(cost * _EXTENDED)}, half as much again" if with_extended else f"{cost:,}"
        lines.append(Fact("Cost", price))
    return Page("Weight of ammunition", tuple(lines), source=f"Abstract Ammunition Tracking, {SECTION}")


def _content(magazine: int) -> str:
    return f"{counted(magazine, 'round')}, {counted(tokens(magazine), 'token')}"


def _weighed(number: int, magazine: int, *, caseless: bool) -> list[Fact]:
    whole = tokens_per_item(magazine)
    full = magazine and whole == tokens(magazine)
    why = "a full magazine" if full else "more than a full magazine" if magazine else "in general"
    lines = [Fact("Significant Item", f"it carries {counted(whole, 'token')}, {why}")]
    if caseless:
        lines.append(Fact("Caseless", "half the weight"))
    words = significant_items(weight(number, magazine, caseless=caseless))
    return [*lines, Fact(f"Weight of {counted(number, 'token')}", words)]


def _amount(cost: Fraction) -> str:
    whole, rest = divmod(cost, 1)
    return f"{whole:,} {rest}" if rest else f"{whole:,}"
