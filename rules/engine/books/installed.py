"""Rulebooks of installed packages: each is an entry point of the group `skirmish_referee.rulebooks`.

An entry point is named by the book's id, and is a function without arguments that returns the book. A book that cannot
be used is left out, with the reason, and keeps nobody from using the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from inspect import get_annotations
from typing import TypeAlias, cast

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.records import Condition, Order, Weapon
from rules.engine.scene.effects import Effect

Trial: TypeAlias = Callable[[Ruleset], Iterable[str]]
"""Yields what fails in a rulebook."""
GROUP = "skirmish_referee.rulebooks"
_ID = re.compile(r"[a-z][a-z0-9_]{1,29}")


class _Unfit(Exception):
    """A rulebook that cannot be used; the message says why."""


def members() -> frozenset[str]:
    """Return the names of everything that a rulebook must have."""
    parts = [part for part in Ruleset.__mro__ if part.__module__.startswith("rules.")]
    names = {name for part in parts for name in (*vars(part), *get_annotations(part))}
    return frozenset(name for name in names if not name.startswith("_"))


def add_installed(books: dict[str, Ruleset], failing: Trial) -> Mapping[str, str]:
    """Add the installed rulebooks to the `books` by id, unless a trial of them is `failing`.

    Return why the others are left out, by their entry points.
    """
    left_out = {}
    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    for point in points:
        # Books of one package may import each other.
        kinds = tuple(f"{other.name}." for other in points if _top(other.value) == _top(point.value))
        try:
            book = _loaded(point, books, kinds)
            if failures := [*failing(book)]:
                raise _Unfit("; ".join(failures))
            books[point.name] = book
        # The code of others may raise anything.
        except (Exception, SystemExit) as wrong:
            reason = str(wrong) if isinstance(wrong, _Unfit) else f"{type(wrong).__name__}: {wrong}"
            left_out[point.name] = f"{' '.join(reason.split())} ({_package(point)})"
    return left_out


def _loaded(point: EntryPoint, books: Mapping[str, Ruleset], kinds: tuple[str, ...]) -> Ruleset:
    """Return the book of an entry point, whose package has kinds that begin with one of these. May raise anything."""
    if not _ID.fullmatch(point.name):
        raise _Unfit("an id has 2 to 30 small letters, digits and underscores")
    book = point.load()()
    if missing := sorted(name for name in members() if not hasattr(book, name)):
        raise _Unfit(f"it lacks {', '.join(missing)}")
    book = cast(Ruleset, book)
    if problems := [*_problems(book, point, books, kinds)]:
        raise _Unfit("; ".join(problems))
    # Help and quick rulings ask every book for these.
    book.profile(book.sheet_example, {})
    book.profile(book.default_target, {})
    book.pages({})
    return book


def _problems(book: Ruleset, point: EntryPoint, books: Mapping[str, Ruleset], kinds: tuple[str, ...]) -> Iterator[str]:
    if book.id != point.name:
        yield f"its id is {book.id!r}"
    names = {name for other in books.values() for name in (other.id, other.title.casefold(), *other.presets)}
    for name in (book.id, book.title.casefold(), *(preset for preset in book.presets if preset != book.id)):
        if name in names:
            yield f"there is already a rulebook or preset {name!r}"
    if not book.presets:
        yield "it has no preset"
    for family in (Weapon, Condition, Order, Effect):
        for kind, record in family.kinds.items():
            if _top(record.__module__) == _top(point.value) and not kind.startswith(kinds):
                yield f"the kind {kind!r} does not begin with {book.id}."


def _top(module: str) -> str:
    """Return the top-level package of a module or of the value of an entry point."""
    return re.split(r"\W", module, maxsplit=1)[0]


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
