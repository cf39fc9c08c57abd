"""The rulebook or preset that a ruling's line names: "savage: pistol at thug", "phoenix advanced M16 at guard 40m"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.engine.books.ruleset import Ruleset
from rules.shelf import shelf
from rules.words.catalogue import normalized

_AFTER = r"(?:\s+(?:rules?|ruleset|rulebook|book|game|system))?"
_BEFORE = r"(?:(?P<before>in|using|under|per)\s+)(?:the\s+)?"
_DEEDS = frozenset(
    (
        *("fires", "fire", "shoots", "shoot", "attacks", "attack", "at", "with", "throws", "uses", "is", "burst"),
        *("hits", "and", "s", "kills", "leader", "lobs", "tosses", "who", "aims", "from"),
    )
)
"""Words behind a name that make it the name of somebody."""
_OF_SOMEBODY = frozenset(("at", "by", "from", "vs", "versus", "against", "with", "the", "a", "on", "shoots", "attacks"))
"""Words before a name that make it the name of somebody."""


SENT = "▸"
"""Between the question of a suggestion and the line that it sends; people type no such sign."""


def named_book(line: str) -> tuple[str, str]:
    """Return the id of the book or preset that a line names, "" for none, and the rest of the line.

    Of a suggestion that was typed out, the line is what it sends.
    """
    line = line.rpartition(SENT)[2].lstrip() if SENT in line else line
    names = _names()
    for number, pattern in enumerate(_patterns()):
        for match in pattern.finditer(line):
            name = normalized(match["name"])
            at_start = number == 0
            if at_start and _next_word(line[match.end() :]) in _DEEDS:
                continue
            if not at_start and _last_word(line[: match.start()]) in _OF_SOMEBODY:
                continue
            if not at_start and name in _figures() and not (match["rules"] or match.groupdict().get("before")):
                # "Pulse Rifle, aliens": they are the target.
                continue
            rest = f"{line[: match.start()]} {line[match.end() :]}".strip()
            if rest:
                return names[name], rest
    return "", line


def _last_word(text: str) -> str:
    return (normalized(text).split() or [""])[-1]


def _next_word(text: str) -> str:
    return (normalized(text).split() or [""])[0]


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    names = "|".join(r"[\s_-]+".join(map(re.escape, name.split())) for name in sorted(_names(), key=len, reverse=True))
    name, rules = f"(?P<name>{names})", f"(?P<rules>{_AFTER})"
    end = r"\)?\s*(?=$|[,;.:?!])"
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"^\s*\(?(?:{_BEFORE})?{name}(?![\w'’]){rules}\)?(?:\s*[:,;–-]\s*|\s+)",
            rf"[\s,;(]+{_BEFORE}{name}(?![\w'’]){rules}{end}",
            rf"[,;(]\s*{name}(?![\w'’]){rules}{end}",
            rf"[\s,;(]+(?:(?:in|using|under|per|by|with|for)\s+(?:the\s+)?)?{name}"
            rf"(?![\w'’])(?P<rules>\s+(?:rules|ruleset|rulebook)){end}",
            rf"\s+{name}(?P<rules>)\s*[.!?]?\s*$",
        )
    )


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    """Return what people call the books and their presets, normalized. A later book takes no name of another."""
    names: dict[str, str] = {}
    for book in shelf().values():
        names |= {name: of for name, of in _named(book) if name not in names}
    return names


def _named(book: Ruleset) -> Iterator[tuple[str, str]]:
    title = normalized(book.title).split()
    calls = dict.fromkeys((normalized(book.id), " ".join(title[:2]), " ".join(title)))
    yield from ((name, book.id) for name in calls)
    for preset in book.presets:
        yield normalized(preset), preset
        special = normalized(preset).removeprefix(normalized(book.id)).strip()
        if not special:
            continue
        yield f"{special} rules", preset
        for name in calls:
            yield f"{name} {special}", preset
            yield f"{special} {name}", preset
            yield f"{name} {special} rules", preset


@lru_cache(maxsize=1)
def _figures() -> frozenset[str]:
    """Return the names of books that are fighters of one as well: "aliens", "space marines"."""
    people = {normalized(id): book.vocabulary({}).people for id, book in shelf().items()}
    names = {name for name in _names() if any(grammar.phrase(_singular(name))[1] for grammar in people.values())}
    return frozenset(names | {id for id, grammar in people.items() if grammar.phrase(_singular(id)[-1:])[1]})


def _singular(name: str) -> list[str]:
    return [word.removesuffix("s") for word in name.split()]
