"""The rulebook that a line names, and the words that are somebody's name instead."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from bot.game.rulings import Sort, books, named_book, sort_of
from rules.shelf import shelf


@pytest.mark.parametrize(
    ("line", "book", "rest"),
    [
        ("savage pistol at thug", "savage", "pistol at thug"),
        ("Savage Worlds: smg at thug", "savage", "smg at thug"),
        ("pistol at thug, savage", "savage", "pistol at thug"),
        ("pistol at thug savage", "savage", "pistol at thug"),
        ("phoenix M16 at guard", "phoenix", "M16 at guard"),
        ("Phoenix Advanced: M16 at guard", "phoenix-advanced", "M16 at guard"),
        ("phoenix-advanced M16 at guard", "phoenix-advanced", "M16 at guard"),
        ("M16 at guard (phoenix advanced)", "phoenix-advanced", "M16 at guard"),
        ("M16 at guard using the advanced phoenix rules", "phoenix-advanced", "M16 at guard"),
        ("M16 at guard with phoenix command rules", "phoenix", "M16 at guard"),
        ("space marines rifle at bug 4", "space-marines", "rifle at bug 4"),
        ("rifle at bug 4 in space marines", "space-marines", "rifle at bug 4"),
        ("aliens: rifle at alien 4", "aliens", "rifle at alien 4"),
    ],
)
def test_the_book_may_be_named(line: str, book: str, rest: str) -> None:
    named, others = named_book(line)
    assert named in (book, book.replace("-", "_")) and others == rest


@pytest.fixture
def deluxe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A rulebook of a package, whose title begins as that of another book."""
    book = SimpleNamespace(
        id="deluxe", title="Savage Worlds Deluxe", presets=("deluxe",), vocabulary=shelf()["savage"].vocabulary
    )
    caches = (books._names, books._patterns, books._figures)
    monkeypatch.setattr(books, "shelf", lambda: {**shelf(), "deluxe": book})
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


@pytest.mark.usefixtures("deluxe")
def test_a_later_book_takes_no_name_of_another() -> None:
    assert named_book("Savage Worlds: smg at thug") == ("savage", "smg at thug")
    assert named_book("Savage Worlds Deluxe: smg at thug") == ("deluxe", "smg at thug")


@pytest.mark.parametrize(
    "line",
    [
        "Phoenix fires M16 at guard",
        "M16, by Phoenix, at guard, 22 hexes",
        "M16 at Phoenix",
        "rifle at aliens 4",
        "pulse rifle vs aliens",
        "rifle at alien 4, aliens",
        "aliens attack marine",
        "space marine with rifle at bug 4",
        "phoenix",
    ],
)
def test_somebody_may_be_called_like_a_book(line: str) -> None:
    assert named_book(line) == ("", line)


@pytest.mark.parametrize(
    ("line", "sort"),
    [
        ("M16 at guard 40m", Sort.SHOT),
        ("what is the chance to hit a guard at 40 m with an M16", Sort.ODDS),
        ("odds of M16 at guard 40m", Sort.ODDS),
        ("healing a wounded soldier 3 hours later", Sort.CARE),
        ("first aid for PD 500, HLT 10", Sort.CARE),
        ("M16 at medic 40m", Sort.SHOT),
        ("Trent fires M16 at the guard who is healing, 40m", Sort.SHOT),
    ],
)
def test_the_sort_of_a_line(line: str, sort: Sort) -> None:
    assert sort_of(line) is sort
