"""Loose dice: one line that shows each of them and the total."""

from __future__ import annotations

from datetime import datetime

from bot.chat.render.markdown import plain
from bot.chat.render.reply import Reply
from rules.engine.throws import DiceTerm, Thrown


def thrown(dice: Thrown, *, secret: bool = False) -> Reply:
    """What /roll answers, and what the result of a hidden roll is."""
    alone = "; only you see this" if secret else ""
    return Reply(f"{_result(dice)} (loose dice, no part of an encounter{alone})")


def blind(name: str, line: str) -> Reply:
    """What the channel sees of a blind roll."""
    return Reply(f"{plain(name)} rolls {line} blind.")


def blind_result(name: str, dice: Thrown) -> Reply:
    """What the GMs' thread sees of a blind roll."""
    return Reply(f"{plain(name)} rolls blind: {_result(dice)}")


def revealed(name: str, dice: Thrown, at: datetime) -> Reply:
    """What the channel sees once a secret roll is revealed; `at` is when it was rolled."""
    return Reply(f"{plain(name)} reveals a secret roll of <t:{int(at.timestamp())}:T>: {_result(dice)}")


def _result(dice: Thrown) -> str:
    terms = " ".join(_term(term, values, first=n == 0) for n, (term, values) in enumerate(dice.terms))
    return f"{terms} = **{dice.total}**"


def _term(term: DiceTerm, values: tuple[int, ...], first: bool) -> str:
    sign = "−" if term.sign < 0 else "" if first else "+"
    if not term.sides:
        return f"{sign} {term.count}".strip()
    return f"{sign} {term.count}d{term.sides} ({', '.join(map(str, values))})".strip()
