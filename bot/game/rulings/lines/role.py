"""The shooter or the target of a ruling's line as they are found out, and the doubt about a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.game.rulings.words.spans import Span
from rules.engine.books.ruling_vocabulary import Words


class Doubt(Exception):
    """Raised if a phrase has two readings. `answers` are labels with the role that each gives to the phrase `at`."""

    def __init__(self, at: int, question: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__(question)
        self.at, self.question, self.answers = at, question, tuple(answers)


@dataclass(slots=True)
class Role:
    """A shooter or a target: the name and the words about them; `number` may belong to the name, or is the range."""

    name: str = ""
    words: list[tuple[int, str, str]] = field(default_factory=list)
    """The words of a sheet line: their place in the line, the key of their term, and the words."""
    number: str = ""
    call: str = ""
    """The words for the person, as they were typed."""
    named: bool = False
    """Whether anybody is named at all, though it be by the book's own word."""
    is_user: bool = False
    """Whether it is the user: "I shoot", "at me"."""

    def add(self, line: Sequence[Span], span: Span) -> None:
        """Add words of a sheet line."""
        self.words.append((line.index(span), span.key, span.text))

    def is_called(self, name: str) -> bool:
        """Return whether a name is theirs, whole or by its last words: "enemy soldier", then "soldier"."""
        return f" {self.name}".casefold().endswith(f" {name}".casefold())

    @property
    def said(self) -> Words:
        """The words about the fighter in the order of the line, each once."""
        return tuple(dict.fromkeys((key, text) for _, key, text in sorted(self.words)))
