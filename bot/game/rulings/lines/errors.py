"""A question about a ruling's line: something is missing, or has two readings."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.books.ruling_vocabulary import LeftOut

WHICH_WEAPON = "Which weapon?"
"""The question for the weapon, or its end."""


class Missing(Exception):
    """Raised if a line leaves out a part that has no default, or has two readings.

    `question` asks for it; `choices` are answers, each a label, the whole line with that answer in it, and the preset
    that it is for, if that is another than the line's. `understood` is the line without it, in the words of the book;
    `left_out` is what is not counted.
    """

    def __init__(
        self, question: str, choices: Sequence[tuple[str, ...]], understood: str, left_out: Sequence[LeftOut] = ()
    ) -> None:
        super().__init__(question)
        self.question = question
        self.understood = understood
        self.choices = tuple((label, line, preset[0] if preset else "") for label, line, *preset in choices)
        self.left_out = tuple(left_out)
