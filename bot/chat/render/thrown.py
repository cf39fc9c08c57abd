"""Loose dice: one line that shows each of them and the total."""

from __future__ import annotations

from datetime import datetime

from bot.chat.render.markdown import plain
from bot.chat.render.reply import Reply
from rules.engine.throws import DiceTerm, Thrown
from rules.words.phrases import ordinal


def thrown(dice: Thrown, *, secret: bool = False) -> Reply:
    """Return the answers of /roll, and the results of hidden rolls."""
    alone = "; only you see this" if secret else ""
    return Reply(f"{_result(dice)} (loose dice, not part of an encounter{alone})")


def blind(name: str, line: str) -> Reply:
    """Return the post about a blind roll for the channel."""
    return Reply(f"{plain(name)} rolls {line} blind.")


def blind_result(name: str, dice: Thrown) -> Reply:
    """Return the result of a blind roll for the GMs' thread."""
    return Reply(f"{plain(name)} rolls blind: {_result(dice)}")


def revealed(name: str, dice: Thrown, at: datetime) -> Reply:
    """Return the post about a revealed secret roll for the channel; `at` is when it was rolled."""
    return Reply(f"{plain(name)} reveals a secret roll of <t:{int(at.timestamp())}:T>: {_result(dice)}.")


def which_roll(name: str, number: int, since: int, *, today: bool) -> str:
    """Return the sentence that tells which of a user's hidden rolls in the channel was revealed, of those of one day.

    `since` is how many they have made after it. "" for a roll that was not counted.
    """
    if not number:
        return ""
    later = f", and {since:,} more since" if since else ""
    return f" {plain(name)}'s {ordinal(number)} hidden roll here {'today' if today else 'that day'}{later}."


def _result(dice: Thrown) -> str:
    terms = " ".join(_term(term, values, first=n == 0) for n, (term, values) in enumerate(dice.terms))
    return f"{terms} = **{dice.total}**"


def _term(term: DiceTerm, values: tuple[int, ...], first: bool) -> str:
    sign = "−" if term.sign < 0 else "" if first else "+"
    if not term.sides:
        return f"{sign} {term.count}".strip()
    return f"{sign} {term.count}d{term.sides} ({', '.join(map(str, values))})".strip()
