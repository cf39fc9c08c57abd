"""How names and numbers go into a sentence, the same in every rulebook: "A, B or C", "2 boxes", "spare loads: 1"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

_MOST_NAMED = 6


def visible(text: str) -> str:
    """Return a typed text with single blanks and without invisible characters."""
    # The zero-width joiner is kept because it joins emoji. All other invisible characters only deceive.
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable() or sign == "\u200d").strip()


def listed(names: Sequence[str], between: str = "or") -> str:
    """Return names for a sentence: "A, B or C". Long names and long lists are cut."""
    short = [name if len(name) <= 40 else name[:39] + "…" for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        return f"{', '.join(short)} {between} {len(names) - _MOST_NAMED} more"
    *first, last = short
    return f"{', '.join(first)} {between} {last}" if first else last


def combined(problems: Sequence[str]) -> str:
    """Return all problems of a text as one sentence: "I don't know “guard”; “KV” needs a number after it."."""
    sentence = "; ".join(problems)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def counted(number: int, one: str) -> str:
    """Return a number with its noun: "1 box", "2 boxes", "0 hexes"."""
    return f"{number} {one if number == 1 else several(one)}"


def ordinal(number: int) -> str:
    """Return a number as a place in a row: "1st", "22nd", "113th"."""
    teens = number % 100 in (11, 12, 13)
    return f"{number:,}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def several(one: str) -> str:
    """Return a noun in the plural: "squares", "hexes"."""
    return f"{one}{'es' if one.endswith('x') else 's'}"


def spare_loads(loads: int | None) -> str:
    """Return the number of spare loads in words, "spare loads: 2"; None is an unlimited number."""
    return f"spare loads: {'unlimited' if loads is None else loads}"


def measured(amount: Fraction, one: str) -> str:
    """Return an exact amount with its noun: "1 Point", "1 1/2 Points", "1/2 Point", "0 Points"."""
    return f"{exact(amount)} {one if 0 < amount <= 1 else several(one)}"


def exact(amount: Fraction) -> str:
    """Return an exact amount without a noun: "1", "1 1/2", "1/2", "0"."""
    whole, rest = divmod(amount, 1)
    return " ".join(filter(None, [str(whole) if whole or not rest else "", str(rest) if rest else ""]))


def percent(chance: Fraction) -> str:
    """Return a chance as text, rounded half up to a tenth: "62.5%", "100%"; below that "under 0.1%"."""
    tenths = math.floor(1000 * chance + Fraction(1, 2))
    if chance and not tenths:
        return "under 0.1%"
    if chance < 1 and tenths == 1000:
        return "over 99.9%"
    return f"{tenths / 10:g}%"
