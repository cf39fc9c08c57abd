"""/help: the pages of its topics, each no longer than a phone's screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.chat.render.results.state_after import waiting
from bot.chat.render.text.markdown import bare, escaped, strong
from bot.chat.render.text.reply import Reply
from bot.game.entries.invocation import ONLY_ANSWERS
from bot.game.help import NOW, Topic
from bot.game.help.what_now import WhatNow
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct.conduct import has_rule
from rules.engine.records.model import Encounter
from rules.engine.records.orders import RULED, VERBS, Burst, Duck, Fire, Move, Throw
from rules.engine.records.records import Order
from rules.shelf import shelf

_HOW: tuple[type[Order], ...] = (Fire, Burst, Throw, Duck, Move)
_MOST_WORDS = 3
_LINES, _COLUMNS = 22, 42
"""Lines of a message that a phone of 390 x 683 px shows beside its buttons, and the characters of a line."""
_MARKS = re.compile(r"[`*_]")
PAGES = ("verbs", "around the verbs", "sheet lines", "for the GM", "fair dice", "rulebooks")
"""The topics that the first page names."""


def help_pages(topic: Topic, book: Ruleset | None = None, shot: str = "") -> tuple[str, ...]:
    """Return the pages of a topic, each for one screen of a phone.

    Of the lines that belong to a rulebook, those of the `book` in use are shown; without one, all.
    `shot` is the example of a ruling; "" for that of the book, else of the first one.
    """
    lines = [line for line in _text(topic, book, shot).split("\n") if line or topic.text]
    lines += _of_books(topic, book)
    return tuple(f"{_heading(topic)}\n{page}" for page in _cut(lines))


def help_page(topic: Topic, number: int = 0, book: Ruleset | None = None, shot: str = "") -> Reply:
    """Return a page of a topic; a number that is too high means the last one."""
    pages = help_pages(topic, book, shot)
    return Reply(pages[min(number, len(pages) - 1)])


def what_now_page(now: WhatNow, encounter: Encounter) -> Reply:
    """Return the page of the orders that a user can give now in an encounter, as far as they may know it."""
    lines = [f"**{NOW[0].upper()}{NOW[1:]}?** {escaped(now.clock)}"]
    if now.fighter:
        lines.append(who_can_act(now))
    if now.note:
        lines.append(escaped(now.note))
    lines += [f"`{_code(way.line)}` · {escaped(way.words)}" for way in now.ways]
    if now.others:
        lines.append(f"Also yours to act, with `who:` {escaped(', '.join(now.others))}")
    sentence = waiting(encounter, now.still)
    lines.append(escaped(sentence[0].upper() + sentence[1:]))
    return Reply("\n".join(lines))


def who_can_act(now: WhatNow) -> str:
    """Return the sentence on the fighter who can act, and what they can still do."""
    return f"{strong(now.fighter)} {escaped(f'{now.fading}.' if now.fading else f'can act. {now.state}')}"


def no_encounter(shot: str, *, guest: bool = False) -> Reply:
    """Return the answer for a channel without an open encounter, or as a `guest` in one where none can be.

    `shot` is the example of a ruling.
    """
    begin = ONLY_ANSWERS if guest else "No encounter is open in this channel. `/encounter start` begins one."
    return Reply(f"{begin} `/rule text: {_code(shot)}` rules on a shot without one.")


def _heading(topic: Topic) -> str:
    title = topic.title[0].upper() + topic.title[1:]
    return f"**{escaped(title)}**"


def _text(topic: Topic, book: Ruleset | None, shot: str) -> str:
    books = shelf()
    if topic.book:
        return "\n".join(_book(books[topic.book]))
    if book is not None and book.id in topic.instead:
        return topic.instead[book.id]
    first = next(iter(books.values()))
    fields = {
        "pages": ", ".join(PAGES),
        "shot": _code(shot or (book or first).vocabulary({}).example),
        "example": f"`{_code(first.sheet_example)}` in {escaped(first.title)}",
        "bare": _code(first.sheet_example),
        "examples": "\n".join(f"{escaped(book.title)}: `{_code(book.sheet_example)}`" for book in books.values()),
        "words": "\n".join(_words(books)),
        "books": "\n".join(line for book in books.values() for line in _short(book)),
    }
    return re.sub(r"\{(\w+)\}", lambda field: fields[field[1]], topic.text) if "{" in topic.text else topic.text


def _of_books(topic: Topic, book: Ruleset | None) -> list[str]:
    """Return the lines about the topic that belong to a rulebook: the one in use, else all.

    Other books' terms have theirs.
    """
    if book is not None and (topic.text or book.id in topic.books):
        return [topic.books[book.id]] if book.id in topic.books else []
    books = shelf()
    return [f"{strong(books[id].title)}: {text}" for id, text in {**topic.books, **topic.instead}.items()]


def _book(book: Ruleset) -> Iterator[str]:
    yield f"`/encounter start ruleset: {_code(book.id)}` begins a fight by this rulebook."
    yield f"A fighter: `{_code(book.sheet_example)}`"
    verbs = [VERBS[verb] for verb in RULED if has_rule(book, verb)]
    yield f"Verbs with a rule: {' '.join(f'`/{verb}`' for verb in verbs)}"
    yield from _words({book.id: book}, named=False)
    yield f"Presets: {', '.join(map(escaped, book.presets))}"
    yield from (f"• template {escaped(f'{id}: {one.sentence}')}" for id, one in book.templates.items())
    if book.options:
        yield f"Switches: {escaped(', '.join(book.options))}. `/encounter options` shows what each changes."


def _short(book: Ruleset) -> Iterator[str]:
    yield f"{strong(book.title)} `{_code(book.id)}`: presets {', '.join(map(escaped, book.presets))}"
    if book.options:
        yield f"• switches: {escaped(', '.join(book.options))}"
    yield from (f"• template {escaped(f'{id}: {each.sentence}')}" for id, each in book.templates.items())


def _words(books: Mapping[str, Ruleset], *, named: bool = True) -> Iterator[str]:
    """Yield some words that each book understands, by verb."""
    for book in books.values():
        pairs = [(verb, book.words_for(verb)[:_MOST_WORDS]) for verb in _HOW]
        words = " · ".join(f"`/{VERBS[verb]}` {', '.join(words)}" for verb, words in pairs if words)
        if words:
            yield f"{escaped(book.title)}: {words}" if named else f"Words for `how:` {words}"


def _cut(lines: Iterable[str]) -> list[str]:
    """Return the lines on pages of a phone's screen."""
    pages: list[list[str]] = [[]]
    room = _LINES
    for line in lines:
        rows = height(line)
        if rows > room and pages[-1]:
            pages.append([])
            room = _LINES
        pages[-1].append(line)
        room -= rows
    return ["\n".join(page).strip("\n") for page in pages]


def height(line: str) -> int:
    """Return the lines that a line of Markdown takes on a phone, about."""
    return max(1, -(-len(_MARKS.sub("", line)) // _COLUMNS))


def fits(pages: Sequence[str]) -> bool:
    """Return whether each page fits a phone's screen."""
    return all(sum(map(height, page.split("\n"))) <= _LINES + 1 for page in pages)


def _code(text: str) -> str:
    return bare(text).replace("`", "'")
