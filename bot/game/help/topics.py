"""The topics of /help: those of data/help/topics.toml, terms of the glossaries, each rulebook, and what to do now."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from bot.game.help.glossary import Term, terms
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.shelf import shelf
from rules.tables.loader import DATA
from rules.words.catalogue import normalized

FILE = DATA / "help" / "topics.toml"
FIRST, NOW, TABLES = "your first fire fight", "what can I do now", "tables"
"""The topics shown if nothing is asked, about the encounter, and about the rulebooks' tables."""
_NOW_ASKED = (
    "what can I do",
    "what now",
    "what are my options",
    "what may my fighter do",
    "what should I do",
    "how many actions do I have",
    "actions left",
    "help me",
    "I am stuck",
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of help.

    `text` is Markdown. `ask` are other words for it, and questions as people put them. `books` is what a rulebook has
    of its own, by its id, and `instead` what it has in place of the text. `more` are the titles of related topics.
    `term`: it is of a glossary. `book`: the id of the rulebook that it is about.
    """

    title: str
    text: str = ""
    ask: tuple[str, ...] = ()
    books: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    term: bool = False
    book: str = ""

    @property
    def key(self) -> str:
        """The topic's name in custom ids: letters, digits and hyphens."""
        return normalized(self.title).replace(" ", "-")[:60]


@lru_cache(maxsize=1)
def topics() -> Mapping[str, Topic]:
    """Return all topics by title: what to do now, the pages, the rulebooks, the terms."""
    pages = [_page(raw) for raw in tomllib.loads(FILE.read_text(encoding="utf-8"))["topic"]]
    now = Topic(NOW, ask=_NOW_ASKED, more=("whose turn it is", "verbs", "pass", "next turn"))
    found = {NOW: now, **{page.title: page for page in pages}}
    found[TABLES] = replace(found[TABLES], ask=(*found[TABLES].ask, *_tables()))
    found |= {book.title: _book(book) for book in shelf().values()}
    by_name = {normalized(page.title): page.title for page in pages}
    for term in terms():
        title = next(
            (by_name[normalized(name)] for name in term.names if normalized(name) in by_name), ", ".join(term.names)
        )
        found[title] = _explained(found.get(title, Topic(title, term=True)), term)
        by_name |= {normalized(name): title for name in term.names if normalized(name) not in by_name}
    return found


def _explained(topic: Topic, term: Term) -> Topic:
    """Return the topic with a term that it is about: for all rulebooks, or for the term's own."""
    ask = (*topic.ask, *(name for name in term.names if name not in topic.ask))
    if term.book:
        own = f"{_sentence(term)} {topic.books.get(term.book, '')}".strip()
        return replace(topic, ask=ask, books={**topic.books, term.book: own})
    return replace(topic, ask=ask, text=f"{_sentence(term)}\n{topic.text}".strip())


def _page(raw: Mapping[str, Any]) -> Topic:
    """Raise TypeError for a key that no topic has."""
    text = str(raw.get("text", "")).strip()
    return Topic(**{**raw, "text": text, "ask": tuple(raw.get("ask", ())), "more": tuple(raw.get("more", ()))})


def _tables() -> Iterator[str]:
    """Yield the tables of all books as people name them: "table 6A"."""
    for book in shelf().values():
        names = (name for table in book.tables.values() for name in (table.name, table.part) if name)
        yield from dict.fromkeys(f"table {name}" for name in names)


def _book(book: Ruleset) -> Topic:
    return Topic(
        book.title,
        ask=tuple(_called(book)),
        more=("start a fight", "verbs", "sheet lines", "switches"),
        book=book.id,
    )


def _called(book: Ruleset) -> Iterator[str]:
    yield book.id.replace("_", " ")
    for preset in book.presets:
        yield preset.replace("-", " ")
    yield f"rules of {book.title}"


def _sentence(term: Term) -> str:
    text = term.means[0].upper() + term.means[1:]
    return text if text.endswith((".", ")", ":")) else f"{text}."
