"""A question about a ruling's line: something is missing, or has several readings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.rulings.lines.ruling import Ruling
from bot.game.rulings.words.situations import Situation
from bot.game.rulings.words.spans import Sort, Span
from rules.engine.books.ruling_vocabulary import LeftOut

WHICH_WEAPON = "Which weapon?"
"""The question for the weapon, or its end."""
WHICH_ONE = "Which one?"


class Missing(Exception):
    """Raised if a line leaves out a part that has no default, or has two readings.

    `question` asks for it; `choices` are answers, each a label, the whole line with that answer in it, and the preset
    that it is for, if that is another than the line's. `understood` is the line without it, in the words of the book;
    `left_out` is what is not counted. `reading` is the likely one, which the first choice rules on, None for none.
    """

    def __init__(
        self, question: str, choices: Sequence[tuple[str, ...]], understood: str, left_out: Sequence[LeftOut] = ()
    ) -> None:
        super().__init__(question)
        self.question = question
        self.understood = understood
        self.choices = tuple((label, line, preset[0] if preset else "") for label, line, *preset in choices)
        self.left_out = tuple(left_out)
        self.reading: Ruling | None = None


class Reread(Exception):
    """Raised if the line has several readings: each is a label with the spans of the line in this reading.

    `question` follows `reason`, which alone refuses the line if none of them can be read. `sure` are the spans without
    what is asked about, if that leaves something open.
    """

    def __init__(
        self,
        reason: str,
        question: str,
        readings: Sequence[tuple[str, Sequence[Span]]],
        sure: Sequence[Span] = (),
    ) -> None:
        super().__init__(reason)
        self.reason, self.question = reason, f"{reason} {question}".strip()
        self.readings = tuple(readings)
        self.sure = tuple(sure)


def uncounted(span: Span) -> Span:
    """Return a span that is named as not counted for the same words."""
    typed = span.typed.removeprefix("or ").removeprefix("and ")
    return Span(Sort.SITUATION, span.length, span.text, typed=typed, situation=Situation())
