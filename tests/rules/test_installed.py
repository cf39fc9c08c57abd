"""Rulebooks of installed packages: they are added, or left out with the reason."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from rules.engine.books import installed
from rules.engine.books.ruleset import Preset
from rules.engine.books.ruling_vocabulary import Sheet
from rules.engine.conduct.trials import failing_attacks
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.records.copies import replace
from rules.engine.records.errors import BrokenData, MissingBook, NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Fire
from rules.engine.records.records import Condition, Weapon
from rules.shelf import Shelf, shelf
from rules.space_marines.ruleset import SpaceMarines

Install = Callable[..., Shelf]


def alike(id: str = "moon", title: str = "Moon", preset: str = "moon-low") -> SpaceMarines:
    """A sound book: another one under another name."""
    book = shelf()["space_marines"]
    assert isinstance(book, SpaceMarines)
    other = replace(book, title=title)
    named = {"id": id, "presets": {preset: Preset(preset, "low gravity", {})}}
    for name, value in named.items():
        object.__setattr__(other, name, value)
    return other


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Returns the shelf with these books installed, each loaded by a function of a module `moonbook`."""
    books, module = dict(shelf()), ModuleType("moonbook")
    monkeypatch.setitem(sys.modules, "moonbook", module)

    def with_books(**loaders: Callable[[], object]) -> Shelf:
        for name, loader in loaders.items():
            setattr(module, name, loader)
        points = [EntryPoint(name, f"moonbook:{name}", installed.GROUP) for name in loaders]
        monkeypatch.setattr(installed, "entry_points", lambda group: points if group == installed.GROUP else [])
        return Shelf(books, installed.add_installed(books, failing_attacks))

    before = dict(Condition.kinds)
    yield with_books
    Condition.kinds.clear()
    Condition.kinds.update(before)


def test_a_sound_book_is_added_after_ours(install: Install) -> None:
    books = install(moon=alike)
    assert [*books] == ["aliens", "phoenix", "space_marines", "savage", "moon"]
    assert books["moon"].title == "Moon" and not books.left_out


def broken() -> object:
    raise BrokenData(["manifest.toml cannot be read"])


def leaving() -> object:
    raise SystemExit("no licence")


def with_strange_kind() -> object:
    @dataclass(frozen=True)
    class Body(Condition):
        kind = "Body"

    Body.__module__ = "moonbook.body"
    return alike()


def unreadable() -> object:
    book = alike()
    object.__setattr__(book, "sheet_example", "a unicorn")
    return book


def without_shots() -> object:
    class Moon(Rulebook):
        id, title, version = "moon", "Moon", "1"
        weapons = (Weapon("Rifle"),)
        fresh = Condition()
        verbs = frozenset({Fire})

    return Moon()


def with_another_target() -> object:
    book = without_shots()
    vocabulary = replace(shelf()["aliens"].vocabulary({}), target=lambda words: Sheet("a unicorn"))
    book.vocabulary = lambda homebrew: vocabulary  # type: ignore[attr-defined]
    return book


@pytest.mark.parametrize(
    ("loader", "reason"),
    [
        (broken, "BrokenData: manifest.toml cannot be read"),
        (leaving, "SystemExit: no licence"),
        (lambda: None, "it lacks acted, acts, "),
        (lambda: alike(id="mars"), "its id is 'mars'"),
        (lambda: alike(title="Savage Worlds: ammunition"), ""),
        (lambda: alike(title=shelf()["savage"].title), "there is already a rulebook or preset '"),
        (lambda: alike(preset="phoenix-basic"), "there is already a rulebook or preset 'phoenix-basic'"),
        (with_strange_kind, "the kind 'Body' does not begin with moon."),
        (unreadable, "BadSheet: "),
        (without_shots, "/fire ends in AttributeError: 'Moon' object has no attribute 'shots'"),
        (with_another_target, "BadSheet: "),
    ],
)
def test_a_broken_book_is_left_out_and_named(loader: Callable[[], object], reason: str, install: Install) -> None:
    books = install(good=lambda: alike("good", "Good", "good"), moon=loader)
    if not reason:
        assert not books.left_out
        return
    assert [*books] == ["aliens", "phoenix", "space_marines", "savage", "good"]
    assert books.left_out.keys() == {"moon"}
    assert books.left_out["moon"].startswith(reason) and books.left_out["moon"].endswith(" (moonbook:moon)")


def with_kind(id: str) -> Callable[[], object]:
    def loader() -> object:
        @dataclass(frozen=True)
        class Body(Condition):
            kind = f"{id}.Body"

        Body.__module__ = f"moonbook.{id}"
        return alike(id, id.title(), id)

    return loader


def test_a_package_may_have_several_books(install: Install) -> None:
    books = install(mars=with_kind("mars"), moon=with_kind("moon"))
    assert [*books][-2:] == ["mars", "moon"] and not books.left_out


def test_an_entry_point_that_cannot_be_read_keeps_out_no_other(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(moon=alike)
    points = [EntryPoint("mars", ":", installed.GROUP), EntryPoint("moon", "moonbook:moon", installed.GROUP)]
    monkeypatch.setattr(installed, "entry_points", lambda group: points)
    books = dict(shelf())
    assert installed.add_installed(books, failing_attacks).keys() == {"mars"} and [*books][-1] == "moon"


def test_a_book_that_is_not_there_is_refused_in_a_sentence() -> None:
    books = Shelf({}, {})
    with pytest.raises(
        NotNow, match=r"^The rulebook moon cannot be used on this bot now\. Nothing is lost\. "
    ) as raised:
        books["moon"]
    assert isinstance(raised.value, MissingBook) and raised.value.id == "moon"
    assert "moon" not in books and books.get("moon") is None


def test_a_book_lacks_nothing_that_the_protocol_has() -> None:
    names = installed.members()
    assert {"id", "profile", "awaited", "marker", "reach", "moving_fire", "breaks_off", "planned_answer"} <= names
    assert "on" not in names
