"""Loose dice: one line that shows each of them and the total."""

from __future__ import annotations

from bot.chat.render.reply import Reply
from rules.engine.throws import DiceTerm, Thrown


def thrown(dice: Thrown) -> Reply:
    """What /roll answers."""
    terms = " ".join(_term(term, values, first=n == 0) for n, (term, values) in enumerate(dice.terms))
    return Reply(f"{terms} = **{dice.total}** (loose dice, no part of an encounter)")


def _term(term: DiceTerm, values: tuple[int, ...], first: bool) -> str:
    sign = "−" if term.sign < 0 else "" if first else "+"
    if not term.sides:
        return f"{sign} {term.count}".strip()
    return f"{sign} {term.count}d{term.sides} ({', '.join(map(str, values))})".strip()
