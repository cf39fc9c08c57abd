"""`python -m bench.mutations`: which places it changes, and how a change is switched on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.mutations import probes
from bench.mutations.notes import Notes, Reach, Verdict
from bench.mutations.places import changed_text, changes
from bench.mutations.trials import ordered
from bench.mutations.weave import woven

SOURCE = '''"""Docs: 1 < 2 and True."""
__all__ = ["weight"]
LIMIT: Literal[7] = 7


def weight(load: Annotated[int, 3], strong: bool = False) -> int | None:
    """Weigh it, at most 9."""
    assert load != 5
    log.info("load %s", load + 1)
    if load > LIMIT and not strong:
        return None
    load -= 2
    return load


def words(load: int) -> str:
    return f"{load + 1} lb" + " of it"
'''

EVERY = [
    ("", "7", "8"),
    ("", "7", "6"),
    ("", "False", "True"),
    ("weight", "load > LIMIT and (not strong)", "not (load > LIMIT and (not strong))"),
    ("weight", "load > LIMIT and (not strong)", "load > LIMIT or not strong"),
    ("weight", "load > LIMIT", "load >= LIMIT"),
    ("weight", "not strong", "strong"),
    ("weight", "load -= 2", "load += 2"),
    ("weight", "2", "3"),
    ("weight", "2", "1"),
    ("weight", "load", "None"),
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "load.py"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def switched_off() -> Iterator[None]:
    yield
    probes.switch("")


def key(source: Path, before: str, after: str) -> str:
    return next(c.place.key for c in changes(source) if (c.place.before, c.place.after) == (before, after))


def run(tree: ast.Module) -> Any:
    names: dict[str, Any] = {
        "_mutation_is_on": probes.on,
        "log": SimpleNamespace(info=lambda *_: None),
        "Literal": {7: int},
        "Annotated": {(int, 3): int},
    }
    exec(compile(tree, "load.py", "exec"), names)
    return names["weight"]


def test_every_place_and_no_text_annotation_assertion_or_log(source: Path) -> None:
    assert [(c.place.scope, c.place.before, c.place.after) for c in changes(source)] == EVERY


def test_what_an_import_evaluates(source: Path) -> None:
    assert {c.place.before for c in changes(source) if c.place.at_import} == {"7", "False"}


def test_the_text_of_one_change(source: Path) -> None:
    changed = changed_text(source, key(source, "load > LIMIT", "load >= LIMIT"))
    assert changed == SOURCE.replace("if load > LIMIT and", "if (load >= LIMIT) and")


def test_a_key_stays_while_the_code_around_it_changes(source: Path) -> None:
    before = key(source, "not strong", "strong")
    source.write_text("import os\n" + SOURCE.replace("load -= 2", "load -= 3"))
    assert key(source, "not strong", "strong") == before


def test_all_changes_are_switched_off_at_first(source: Path) -> None:
    weight = run(woven(source, {c.place.key for c in changes(source)}))
    assert [weight(7), weight(8), weight(8, strong=True)] == [5, None, 6]


@pytest.mark.parametrize(
    ("before", "after", "answers"),
    [
        ("load > LIMIT", "load >= LIMIT", [None, None, 6]),
        ("not strong", "strong", [5, 6, None]),
        ("load -= 2", "load += 2", [9, None, 10]),
        ("2", "1", [6, None, 7]),
        ("load", "None", [None, None, None]),
        ("7", "8", [5, 6, 6]),
    ],
)
@pytest.mark.usefixtures("switched_off")
def test_one_change_is_switched_on(source: Path, before: str, after: str, answers: list[int | None]) -> None:
    probes.switch(key(source, before, after))
    weight = run(woven(source, {c.place.key for c in changes(source)}))
    assert [weight(7), weight(8), weight(8, strong=True)] == answers


def test_the_places_that_a_call_reaches(source: Path) -> None:
    inside = [c.place.key for c in changes(source) if not c.place.at_import]
    weight = run(woven(source, {*inside}))
    probes.reached.clear()
    weight(8)
    assert probes.reached == {key(source, before, after) for _, before, after in EVERY[3:7]}


def test_cheap_tests_that_reach_little_come_first_and_other_examples_last() -> None:
    tests = [
        Reach("t::slow", 9.0, True, False, ["a"]),
        Reach("t::one[x]", 0.1, True, False, ["a"]),
        Reach("t::one[y]", 0.2, True, False, ["a"]),
        *(Reach(f"t::wide{n:02}", 0.1, True, False, [*"abc"]) for n in range(11)),
    ]
    ids = [one.test for one in ordered(tests)]
    assert ids[:12] == ["t::one[x]", *(f"t::wide{n:02}" for n in range(11))]
    assert ids[12:] == ["t::one[y]", "t::slow"]


def test_a_run_continues_where_it_was_interrupted(source: Path, tmp_path: Path) -> None:
    places = [change.place for change in changes(source)]
    notes = Notes(tmp_path / "notes")
    notes.keep_sample(places)
    notes.add_reach(Reach("t::one", 0.1, True, False, [places[3].key]))
    notes.add_verdict(Verdict(places[3].key, "short", "t::one fails", 1, 1))
    notes.add_verdict(Verdict(places[4].key, "short", "", 1, 1))

    notes = Notes(tmp_path / "notes")
    notes.keep_sample(places)
    assert [*notes.map()] == ["t::one"]
    assert notes.open("short") == [*places[:3], *places[5:]]
    assert notes.open("long") == [*places[:3], *places[4:]]
    notes.forget_unnoticed()
    assert notes.open("short") == [*places[:3], *places[4:]]


def test_the_map_of_another_sample_is_forgotten(source: Path, tmp_path: Path) -> None:
    places = [change.place for change in changes(source)]
    notes = Notes(tmp_path / "notes")
    notes.keep_sample(places[:4])
    notes.add_reach(Reach("t::one", 0.1, True, False, [places[3].key]))
    notes.add_verdict(Verdict(places[3].key, "short", "t::one fails", 1, 1))
    notes.keep_sample(places)
    assert not notes.map()
    assert notes.noticed() == {places[3].key: "t::one fails"}
