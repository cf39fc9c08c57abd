"""Keys find their row or column, at every edge."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BrokenData, Refusal, UnknownName
from rules.tables.axes import ABOVE, BELOW, Axis, Edge, Rule


@pytest.mark.parametrize(
    ("rule", "labels", "key", "label"),
    [
        ("bracket", "1 2 3-4 5-6 7+", 1, "1"),
        ("bracket", "1 2 3-4 5-6 7+", 3, "3-4"),
        ("bracket", "1 2 3-4 5-6 7+", 4, "3-4"),
        ("bracket", "1 2 3-4 5-6 7+", 7, "7+"),
        ("bracket", "1 2 3-4 5-6 7+", 10**9, "7+"),
        ("bracket", "00-08 09-20 21-99", 9, "09-20"),
        ("bracket", "-5--3 -2-0 1+", -3, "-5--3"),
        ("bracket", "-5--3 -2-0 1+", 0, "-2-0"),
        ("bracket", "9+ 5-8 1-4", 8, "5-8"),
        ("bracket", "9+ 5-8 1-4", 9, "9+"),
        ("bracket", "1,000-1,999 2,000+", 1999, "1,000-1,999"),
        ("floor", "0 5 10", 4, "0"),
        ("floor", "0 5 10", 5, "5"),
        ("floor", "0 5 10", 9999, "10"),
        ("floor", "10 5 0", 7, "5"),
        ("floor", "0 2.5 5", Fraction(5, 2), "2.5"),
        ("floor", "0 2.5 5", 2, "0"),
        ("ceiling", "10 20 40", 10, "10"),
        ("ceiling", "10 20 40", 11, "20"),
        ("ceiling", "10 20 40", 40, "40"),
        ("ceiling", "10 20 40", -3, "10"),
        ("ceiling", "40 20 10", 11, "20"),
        ("ceiling", "40 20 10", 3, "10"),
        ("exact", "7 00 -3", 0, "00"),
        ("exact", "3 -3", -3, "-3"),
        ("exact", "hip Aimed", "AIMED", "Aimed"),
    ],
)
def test_found(rule: Rule, labels: str, key: int | Fraction | str, label: str) -> None:
    axis = Axis.of("a", rule, labels.split())
    assert axis.label_at(axis.find(key)) == label


def test_brackets_may_be_written_out() -> None:
    axis = Axis.of("roll", "bracket", ["2 or less", "3 – 5", "6+"])
    assert [axis.find(key) for key in (-100, 2, 3, 5, 6)] == [0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("rule", "labels", "key"),
    [
        ("bracket", "1 2 3-4", 0),
        ("bracket", "1 2 3-4", 5),
        ("floor", "0 5 10", -1),
        ("ceiling", "10 20 40", 41),
        ("bracket", "3-4 2 1", 0),
    ],
)
def test_beyond_the_ends_is_refused_with_the_extent(rule: Rule, labels: str, key: int) -> None:
    axis = Axis.of("range", rule, labels.split(), title="range in hexes")
    with pytest.raises(Refusal) as refused:
        axis.find(key)
    ends = sorted(labels.split(), key=lambda label: int(label.split("-")[0]))
    assert str(refused.value) == (f"The table has no range in hexes of {key}. It goes from {ends[0]} to {ends[-1]}.")


@pytest.mark.parametrize(("edge", "below", "above"), [("clamp", 0, 2), ("value", BELOW, ABOVE)])
def test_beyond_the_ends_as_the_table_says(edge: Edge, below: int, above: int) -> None:
    axis = Axis.of("a", "bracket", ["1", "2", "3-4"], below=edge, above=edge)
    assert (axis.find(0), axis.find(5)) == (below, above)


def test_what_lies_beyond_has_words() -> None:
    axis = Axis.of("a", "bracket", ["5-6", "3-4", "1-2"], below="value", above="value")
    assert (axis.label_at(BELOW), axis.label_at(ABOVE)) == ("below 1-2", "above 5-6")
    assert Axis.of("a", "exact", ["x"], above="value").label_at(ABOVE) == "any other"


def test_an_unknown_name_is_told_its_nearest() -> None:
    axis = Axis.of("weapon", "exact", ["Pistol", "Shotgun"])
    with pytest.raises(UnknownName) as refused:
        axis.find("Pistil")
    assert str(refused.value) == "I don't know the weapon “Pistil”. Nearest: Pistol."
    assert Axis.of("weapon", "exact", ["Pistol"], above="value").find("Pistil") == ABOVE


@pytest.mark.parametrize(
    ("key", "label"),
    [(0, "10"), (10, "10"), (12, "10"), (Fraction(25, 2), "15"), (13, "15"), (20, "20"), (27, "20"), (28, "35")],
)
def test_the_nearest_label_and_of_two_the_greater(key: int | Fraction, label: str) -> None:
    axis = Axis.of("load", "nearest", ["10", "15", "20", "35"])
    assert axis.label_at(axis.find(key)) == label


def test_beyond_the_last_of_the_nearest_nothing_is_found() -> None:
    with pytest.raises(Refusal, match=r"no load of 36\. It goes from 10 to 35"):
        Axis.of("load", "nearest", ["10", "15", "20", "35"]).find(36)


@pytest.mark.parametrize(("key", "label"), [(1, "10"), (10, "10"), (11, "60"), (60, "60"), (61, "60+"), (900, "60+")])
def test_a_ceiling_may_end_openly(key: int, label: str) -> None:
    axis = Axis.of("range", "ceiling", ["10", "60", "60+"])
    assert axis.label_at(axis.find(key)) == label


def test_a_label_among_numbers_is_found_by_its_name() -> None:
    axis = Axis.of("range", "ceiling", ["C", "0", "1", "5"], named=["C"])
    assert [axis.label_at(axis.find(key)) for key in ("C", 0, 2)] == ["C", "0", "5"]
    with pytest.raises(TypeError, match="by number"):
        axis.find("5")
    with pytest.raises(BrokenData, match="no label “D”"):
        Axis.of("range", "ceiling", ["0", "1"], named=["D"])


def test_an_ordered_axis_wants_numbers() -> None:
    with pytest.raises(TypeError, match="by number"):
        Axis.of("range", "floor", ["1", "2"]).find("1")


@pytest.mark.parametrize(
    ("rule", "labels", "problems"),
    [
        ("exact", [], ["it has no labels"]),
        ("exact", ["Pistol", "pistol"], ["the label “pistol” is there twice"]),
        ("floor", ["1", "5", "3"], ["the labels “5” and “3” overlap or are out of order"]),
        ("bracket", ["1-2", "4-5"], ["there is a gap between the labels “1-2” and “4-5”"]),
        ("bracket", ["4-5", "1-2"], ["there is a gap between the labels “1-2” and “4-5”"]),
        ("bracket", ["1-3", "3-5"], ["the labels “1-3” and “3-5” overlap or are out of order"]),
        ("bracket", ["1+", "2+"], ["the labels “1+” and “2+” overlap or are out of order"]),
        (
            "floor",
            ["1-2", "x", "5"],
            ["the label “1-2” does not fit the rule floor", "the label “x” does not fit the rule floor"],
        ),
        ("bracket", ["4-3"], ["the label “4-3” does not fit the rule bracket"]),
    ],
)
def test_bad_labels_are_all_named(rule: Rule, labels: list[str], problems: list[str]) -> None:
    with pytest.raises(BrokenData) as broken:
        Axis.of("a", rule, labels)
    assert list(broken.value.problems) == problems


def test_an_exact_axis_has_nothing_to_clamp() -> None:
    with pytest.raises(BrokenData, match="cannot be clamped"):
        Axis.of("a", "exact", ["x"], above="clamp")


@given(st.lists(st.integers(-50, 50), min_size=1, unique=True), st.integers(-60, 60), st.booleans())
def test_floor_and_ceiling_against_their_definition(numbers: list[int], key: int, falling: bool) -> None:
    labels = [str(number) for number in sorted(numbers, reverse=falling)]
    floor = Axis.of("a", "floor", labels, below="clamp")
    ceiling = Axis.of("a", "ceiling", labels, above="clamp")
    under = [number for number in numbers if number <= key]
    over = [number for number in numbers if number >= key]
    assert int(labels[floor.find(key)]) == (max(under) if under else min(numbers))
    assert int(labels[ceiling.find(key)]) == (min(over) if over else max(numbers))
