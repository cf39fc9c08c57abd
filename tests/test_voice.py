"""The English of everything that people read: words that signal a sentence of another language's grammar do not occur.

Sentences are short, active and in the present tense, and fighters are "they". The list is searched for in the texts
that players see, in docstrings, in comments and in the docs.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house import parsed
from tests.texts import literals, pages
from tests.texts.listing import ROOT, files

ROOMS: dict[str, tuple[str, ...]] = {
    "bot": ("bot",),
    "cogs": ("cogs",),
    "standin": ("standin",),
    "rules": ("rules",),
    "data": ("data",),
    "docs": ("docs", "README.md", "CHANGELOG.md"),
    "bench": ("bench",),
    "migrations": ("migrations",),
    "publish": ("publish",),
}
PHRASES: dict[str, str] = {
    r"who(m)?(so)?ever": "everyone who; the player whose turn it is",
    r"whom": "name the person, or: who",
    r"waits? for (?:is|are)|(?:is|are|was|be|being) waited for|waiting for:": "still to act:",
    r"(again )?anew": "again",
    r"(?:but|save) for": "except",
    r"(?:is|are) to (?:fire|be)": "must; choose",
    r"as (?:they|he|she) says?": "describe the thing",
    r"sets? (?:\w+ )?right": "corrects",
    r"(?:does|do) not read": "I don't understand",
    r"somebody's|somebody’s|anybody's|one's|one’s": "their; the fighter",
    r"(?-i:[Hh]e|[Hh]im|[Hh]is|[Hh]imself)": "they, them, their; HE is a type of ammunition",
    r"(?:one|all) who": "everyone who; the fighter that",
    r"nobody of (?:yours|theirs|ours)|none of them being": "none of your fighters",
    r"no book's|no book’s|no care that": "invented; not in the book",
    r"go(?:es|ing)? (?:on|along)|went (?:on|along)": "continue; move with",
    r"befalls?|befell": "happens to",
    r"bites?|suffers?": "takes effect; takes",
    r"(?:come|comes|came|coming) round": "wakes up",
    r"so to speak|of course|after all|in the main": "leave it out",
    r"at hand": "name it: our copy",
    r"(?:once|time|as soon) (?:has|have) (?:come|passed) round": "name the time",
    r"taken back": "undone",
    r"is gone by|goes by|go by|gone by": "follows; uses",
    r"who (?:is|are) up": "the player whose turn it is",
}
"""The signals of a sentence to rewrite, as patterns, with what to write instead."""
NAMES = frozenset(("told", "said"))
"""Names for values that say nothing of what the value is."""

_PHRASE = re.compile(r"\b(?:" + "|".join(f"(?:{phrase})" for phrase in PHRASES) + r")(?:\b|(?<=:))", re.IGNORECASE)
_WHAT = re.compile(r"(?:^(?:# )?|[.!:] )What [^?.!:;]*(?:[.!:;]|$)")
"""A sentence about "what", which names nothing; a question is none."""
_SAME = re.compile(
    r"(?:Return |Yield )?[Tt]he same(?:[.,;:]| (?:as|by|for|in|where|with)\b)|As in\b|[^.]*, as in [A-Z]\w*\."
)
"""A docstring that can be understood only beside another one."""
_CLAUSE = re.compile(r"(?:What|Whose|Whom?|Where|How|Which|Why|When)\b")
"""A docstring that begins with a clause instead of the thing or the deed."""
_HE = re.compile(r"\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself)\b")


_BEGINNING = re.compile(rf"[\"']\s*(?:{_CLAUSE.pattern}|{_SAME.pattern})")
"""A string of a source that begins like a docstring that is looked for."""


def prose(path: Path) -> Iterator[str]:
    """Yield what people read of a file: texts, docstrings and comments; of a page of the docs all of it."""
    match path.suffix:
        case ".py":
            yield from comments(path)
            yield from literals.prose_of(path)
            yield from (text for _, text in literals.texts_of(path))
        case ".js":
            yield from pages.comments(path)
            yield from pages.javascript(path)
        case ".css":
            yield from pages.comments(path)
        case ".html":
            yield from pages.html(path)
        case ".toml":
            yield from (line.partition("#")[2] for line in path.read_text(encoding="utf-8").splitlines() if "#" in line)
            yield from pages.toml(path)
        case ".md":
            yield path.read_text(encoding="utf-8")


def comments(path: Path) -> Iterator[str]:
    """Yield the comments of a source. Most sources have none, which is seen sooner than by reading all tokens."""
    source = path.read_text(encoding="utf-8")
    if "#" in source:
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)


def vague_names(path: Path) -> Iterator[str]:
    """Yield the names on the list that a source gives to values or parameters."""
    for node in ast.walk(parsed(path)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in NAMES:
                yield f"the name {name}"


def borrowed(path: Path) -> list[str]:
    """Return the docstrings of a source that refer the reader to another one."""
    return [text for text in documented(path) if _SAME.match(text)]


def unclear(path: Path) -> Iterator[str]:
    """Yield the docstrings and comments of a test that begin with a clause, or have a fighter as a man."""
    for text in documented(path):
        if _CLAUSE.match(text) or _HE.search(text):
            yield text
    yield from (comment for comment in comments(path) if _HE.search(comment))


def documented(path: Path) -> Iterator[str]:
    """Yield the docstrings of a source, if one of them may be wrong; also those of values, for the strings of
    expressions have none beside them."""
    source = path.read_text(encoding="utf-8")
    # To parse it takes fifty times as long as to see that none of them can be found.
    if _HE.search(source) or _BEGINNING.search(source):
        for node in ast.walk(parsed(path)):
            for one in getattr(node, "body", ()) if isinstance(getattr(node, "body", ()), list) else ():
                match one:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield " ".join(text.split())


@cache
def signals(room: str) -> list[str]:
    """Return what a room has of the list, each with its file and some words around it."""
    found: list[str] = []
    for path in files(*ROOMS[room]):
        name = path.relative_to(ROOT).as_posix()
        for text in prose(path):
            line = " ".join(text.split())
            found += [
                f"{name}: ...{line[max(0, hit.start() - 50) : hit.end() + 30]}..."
                for pattern in (_PHRASE, _WHAT)
                for hit in pattern.finditer(line)
            ]
        if path.suffix == ".py":
            found += [f"{name}: {vague}" for vague in vague_names(path)]
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_the_english_is_plain(room: str) -> None:
    assert signals(room) == []


def test_every_docstring_stands_alone() -> None:
    sources = sorted(ROOT / name for top in (*ROOMS, "tests") for name in (ROOT / top).rglob("*.py"))
    assert {path.relative_to(ROOT).as_posix(): found for path in sources if (found := borrowed(path))} == {}


def test_tests_are_described_in_plain_english() -> None:
    sources = sorted((ROOT / "tests").rglob("*.py"))
    assert {path.relative_to(ROOT).as_posix(): found for path in sources if (found := [*unclear(path)])} == {}


def test_the_lint_of_docstrings_finds_what_it_looks_for(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    lines = ("The same, a burst.", "Return the same.", "As in Request.", "Return the order, as in Request. Raises E.")
    path.write_text("".join(f'def f() -> None:\n    """{line}"""\n' for line in lines), encoding="utf-8")
    assert borrowed(path) == [*lines]
    path = tmp_path / "test_sample.py"
    path.write_text('"""What a wound does."""\n\nLEFT = 1  # he aims\n"""How far."""\nCALLED = 2\n"""HE goes off."""\n')
    assert [*unclear(path)] == ["What a wound does.", "How far.", "# he aims"]


def test_the_lint_finds_what_it_looks_for() -> None:
    examples = [
        "Guard 2 is waited for",
        "whoever shoots",
        "He ducks.",
        "Time goes on",
        "waiting for: Axly",
        "so to speak",
    ]
    examples += ["What is left out is taken from the encounter."]
    assert [text for text in examples if not (_PHRASE.search(text) or _WHAT.search(text))] == []
    plain = ["The guard shoots.", "It fires HE.", "Still to act: Axly.", "the history of this", "What does it cost?"]
    assert [text for text in plain if _PHRASE.search(text) or _WHAT.search(text)] == []
