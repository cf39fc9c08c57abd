"""The spans of a ruling's line: every word belongs to exactly one, and each has one meaning.

The longest phrase wins; of two that are equally long, the one whose `Sort` is named first.
"""

from __future__ import annotations

from enum import StrEnum

from bot.game.rulings.words.situations import Situation
from rules.engine.records.frozen import dataclass

BURST, THROW, FIRE = "burst", "throw", "fire"
"""The keys of verbs."""
TIMED = "time"
"""The key of an aim that is given in another unit than the book's."""


class Sort(StrEnum):
    """The sorts of spans, in the order in which phrases win over each other; single words follow."""

    RANGE = "range"
    AIM = "aim"
    VERB = "verb"
    WEAPON = "weapon"
    CLASS = "class"
    KNOWN = "known"
    """A fighter of the encounter, by name."""
    FIGHTER = "fighter"
    """Words of a sheet line."""
    HOW = "how"
    SITUATION = "situation"
    FOREIGN = "foreign"
    """A weapon that the book does not have, or a class of weapons that only other books have."""
    PERSON = "person"
    """A common word for a person."""
    ROLE = "role"
    NAME = "name"
    """A word with a capital, or words in quotation marks."""
    FIGURE = "figure"
    MOD = "modifier"
    MINE = "mine"
    AND = "and"
    NOT = "not"
    OUTSIDE = "outside"
    """A word such as "in": what follows is no name."""
    EMPTY = "empty"
    BREAK = "break"
    WORD = "word"
    """A word that is not known."""


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """A phrase of `length` words: its `text` in the book's words, as it was `typed`, and what it means.

    `key` is the term of a sheet line, the unit of a range, the verb, or whose words follow a role word; `names` are the
    weapons that it can mean; `figure` is the number of a range or an aim. `key` of a foreign weapon is "" if other
    books only have it as a class. `own`: "'s" is behind it.
    """

    sort: Sort
    length: int
    text: str
    key: str = ""
    names: tuple[str, ...] = ()
    figure: str = ""
    typed: str = ""
    own: bool = False
    situation: Situation | None = None


def nothing(span: Span, sort: Sort = Sort.EMPTY) -> Span:
    """Return a span without effect for the same words, which may be a break."""
    return Span(sort, span.length, "," if sort is Sort.BREAK else "", typed=span.typed)
