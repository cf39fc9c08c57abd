"""The missing part of a ruling's line, as a question."""

from __future__ import annotations

from collections.abc import Sequence


class Missing(Exception):
    """Raised if a line leaves out a part that has no default.

    `question` asks for it; `choices` are answers, each a label and the whole line with that answer in it. `understood`
    is the line without it, in the words of the book.
    """

    def __init__(self, question: str, choices: Sequence[tuple[str, str]], understood: str) -> None:
        super().__init__(question)
        self.question = question
        self.understood = understood
        self.choices = tuple(choices)
