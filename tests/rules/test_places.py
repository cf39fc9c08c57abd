"""Places as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import UnknownName
from rules.words.places import Place


@pytest.mark.parametrize(
    ("text", "column", "row"),
    [
        ("A1", 1, 1),
        ("C4", 3, 4),
        ("c4", 3, 4),
        (" c 4 ", 3, 4),
        ("C-4", 3, 4),
        ("C04", 3, 4),
        ("Z99", 26, 99),
        ("AA1", 27, 1),
        ("AZ2", 52, 2),
        ("BA3", 53, 3),
        ("CU99", 99, 99),
    ],
)
def test_read(text: str, column: int, row: int) -> None:
    assert Place.parse(text) == Place(column, row)


@pytest.mark.parametrize(
    ("column", "row", "text"),
    [(1, 1, "A1"), (26, 9, "Z9"), (27, 10, "AA10"), (52, 1, "AZ1"), (99, 99, "CU99")],
)
def test_written(column: int, row: int, text: str) -> None:
    assert str(Place(column, row)) == text


@given(st.integers(1, 99), st.integers(1, 99))
def test_what_is_written_is_read_back(column: int, row: int) -> None:
    assert Place.parse(str(Place(column, row))) == Place(column, row)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4",
        "C",
        "4C",
        "C0",
        "C00",
        "C100",
        "CV1",
        "ZZ9",
        "AAA1",
        "C4 D5",
        "C-",
        "Ć4",
        "C٤",
        "C4\n\n*x*",
        "🎲" * 100,
    ],
)
def test_nonsense_is_refused_in_one_short_sentence(text: str) -> None:
    with pytest.raises(UnknownName) as refused:
        Place.parse(text)
    sentence = str(refused.value)
    assert sentence.endswith("is not a place. Give column and row from A1 to CU99: C4.")
    assert len(sentence) <= 42 + 64
    assert "\n" not in sentence


def test_a_text_of_6000_characters_is_not_echoed_whole() -> None:
    with pytest.raises(UnknownName) as refused:
        Place.parse("x" * 6000)
    assert str(refused.value).startswith("“" + "x" * 39 + "…” is not a place")
