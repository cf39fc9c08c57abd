"""The shooter or the target of a ruling's line as they are found out, and the doubt about a phrase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from bot.game.rulings.who.phrases import Phrase
from bot.game.rulings.words.spans import Sort, Span
from rules.engine.books.ruling_vocabulary import Words
from rules.engine.records.frozen import dataclass


class Doubt(Exception):
    """Raised if a phrase has several readings. `answers` are labels with the role that each gives to the phrase `at`,
    or to several phrases by their places.
    """

    def __init__(self, at: int, question: str, answers: Sequence[tuple[str, str | Mapping[int, str]]]) -> None:
        super().__init__(question)
        self.at, self.question = at, question
        self.answers = tuple((label, {at: role} if isinstance(role, str) else role) for label, role in answers)


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

    def is_said(self, figure: tuple[str, str]) -> bool:
        """Return whether they have a figure of the book already, whole or by its last word: "the shock marine", then
        "the marine".
        """
        return any(key == figure[0] and f" {text}".endswith(f" {figure[1]}") for key, text in self.said)

    def is_again(self, phrase: Phrase) -> bool:
        """Return whether a phrase names them again: "guard is prone"."""
        name = phrase.name()
        figures = [(span.key, span.text) for span in phrase.people if span.sort is Sort.FIGHTER]
        if phrase.number and self.number and phrase.number.figure != self.number:
            return False
        return bool(self.named) and (
            (bool(name) and self.is_called(name)) or (bool(figures) and not name and all(map(self.is_said, figures)))
        )
