"""Table 5A as it is used: bursts over an arc, pellets and fragments, moved by lines for the target's size (3.4-3.7)."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import Refusal
from rules.engine.records.steps import Lookup, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.hit_chances import number, of_arc, of_pieces, over_arc
from rules.tables.cells import Hits
from rules.tables.loader import DATA
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
RATES = (3, 4, 5, 6, 7, 8, 9, 10, 12, 18, 36, 54, 72, 144)
ARC_OF_LINE_8 = 3


def printed(name: str) -> list[list[str]]:
    """The table as its file has it."""
    with (DATA / "phoenix" / "tables" / f"{name}.csv").open(newline="") as file:
        return list(csv.reader(file))


def meant(cell: str) -> Hits | None:
    """Return the value of a cell; None for a blank."""
    if not cell:
        return None
    return Hits(int(cell[1:])) if cell.startswith("*") else Hits(chance=int(cell))


def none(hits: Hits) -> bool:
    """Return whether it is no chance at all."""
    return not hits.certain and hits.chance < 0


def rank(hits: Hits) -> tuple[int, int]:
    """More hits, or a greater chance of one."""
    return hits.certain, hits.chance


def certain(hits: Hits) -> int:
    """The most that can hit."""
    return hits.certain or (hits.chance >= 0)


def test_the_first_line_of_the_table_goes_down_by_its_lines() -> None:
    assert of_pieces(Hits(58), -1, BOOK)[0] == Hits(44)
    assert of_pieces(Hits(58), -2, BOOK)[0] == Hits(33)


@pytest.mark.parametrize(
    ("rate", "arc", "size", "hits"),
    [
        (7, 3, 0, Hits(chance=29)),  # 3.4
        (7, Fraction(2, 5), 0, Hits(2)),  # 3.4
        (7, 3, 3, Hits(chance=44)),  # 3.7
        (144, 188, 0, Hits(chance=10)),
        (7, 188, -1, None),
        (5, 100, 0, Hits(chance=0)),
        (12, Fraction(1, 5), 0, Hits(8)),
        (12, Fraction(1, 5), 3, Hits(12)),
        (12, Fraction(1, 5), 30, Hits(12)),
        (12, Fraction(1, 10), 0, Hits(8)),
    ],
)
def test_bursts(rate: int, arc: int | Fraction, size: int, hits: Hits | None) -> None:
    found, _ = of_arc(rate, arc, size, BOOK)
    assert none(found) if hits is None else found == hits


def test_every_cell_of_5a_is_reached() -> None:
    head, *rows = printed("5a")
    assert tuple(map(int, head[1:])) == RATES
    for row in rows:
        for rate, cell in zip(RATES, row[1:], strict=True):
            found, steps = of_arc(rate, ARC_OF_LINE_8, int(row[0]) - 8, BOOK)
            expected = meant(cell)
            assert none(found) if expected is None else found == expected, (row[0], rate)
            assert isinstance(steps[1], Lookup) and steps[1].at == (("index", row[0]), ("rate of fire", str(rate)))


def test_every_arc_has_its_line() -> None:
    lines = {int(row[0]): row for row in printed("5a")[1:]}
    for arc, line in printed("5a_arc")[1:]:
        found, _ = of_arc(144, Fraction(arc), 0, BOOK)
        assert found == meant(lines[int(line)][-1])


@pytest.mark.parametrize(
    ("arc", "counts"), [(Fraction(35, 100), "0.4"), (Fraction(3, 2), "2"), (9, "10"), (12, "13"), (187, "188")]
)
def test_between_arcs_the_next_wider_counts(arc: int | Fraction, counts: str) -> None:
    found, steps = of_arc(7, arc, 0, BOOK)
    assert found == of_arc(7, Fraction(counts), 0, BOOK)[0]
    assert any(isinstance(step, Ruling) and step.id == "O7" and counts in step.text for step in steps)


def test_an_arc_wider_than_the_table_is_refused() -> None:
    with pytest.raises(Refusal, match="188"):
        of_arc(7, 189, 0, BOOK)


@pytest.mark.parametrize(("rate", "column"), [(11, 10), (13, 12), (20, 18), (100, 72), (200, 144)])
def test_a_rate_without_a_column_uses_the_next_lower(rate: int, column: int) -> None:
    assert of_arc(rate, 2, 0, BOOK)[0] == of_arc(column, 2, 0, BOOK)[0]


@pytest.mark.parametrize(("rate", "hits"), [(1, Hits(1)), (2, Hits(2)), (3, Hits(3))])
def test_one_or_two_rounds_use_the_first_column_for_as_many_hits(rate: int, hits: Hits) -> None:
    found, steps = of_arc(rate, ARC_OF_LINE_8, 23, BOOK)
    assert found == hits
    assert any(isinstance(step, Ruling) and step.id == "O44" for step in steps) == (rate < 3)


@pytest.mark.parametrize(
    ("base", "size", "hits"),
    [
        (Hits(chance=37), -3, Hits(chance=15)),  # 3.7
        (Hits(chance=21), 8, Hits(2)),  # 3.7
        (Hits(chance=31), 0, Hits(chance=31)),
        (Hits(chance=31), 1, Hits(chance=37)),  # 31 counts as 28, line 12
        (Hits(chance=31), -1, Hits(chance=21)),
        (Hits(2), 1, Hits(2)),  # *2 is on 19 and 18
        (Hits(2), 2, Hits(3)),
        (Hits(2), -1, Hits(1)),
        (Hits(chance=0), 1, Hits(chance=0)),  # 0 is on 1 and 0
        (Hits(chance=0), 2, Hits(chance=1)),
        (Hits(chance=0), -1, None),
        (Hits(chance=-4), 0, None),
        (Hits(chance=-4), 8, Hits(chance=2)),  # R19
        (Hits(chance=-9), 7, None),
        (Hits(chance=-9), 9, Hits(chance=0)),
        (Hits(7), 1, Hits(8)),  # *7 counts as *6, line 23
        (Hits(58), 0, Hits(58)),
        (Hits(58), 1, Hits(77)),  # 77.3
        (Hits(58), 2, Hits(103)),  # 103.1
        (Hits(44), 2, Hits(77)),
        (Hits(300), 0, Hits(300)),
        (Hits(300), 2, Hits(533)),  # 533.3
        (Hits(300), -1, Hits(225)),
        (Hits(300), -5, Hits(71)),  # 71.2
        (Hits(300), -6, Hits(44)),  # 53.4 counts as *44, line 30
        (Hits(300), -7, Hits(33)),
        (Hits(2000), 8, Hits(19977)),  # 19977.4
        (Hits(60), -40, None),
    ],
)
def test_pellets_and_fragments(base: Hits, size: int, hits: Hits | None) -> None:
    found, steps = of_pieces(base, size, BOOK)
    assert none(found) if hits is None else found == hits
    assert bool(steps) == bool(size)


def test_every_line_of_the_pellets_is_reached() -> None:
    for line, cell in printed("5a_pellet")[1:]:
        assert of_pieces(Hits(chance=-1), int(line) + 1, BOOK)[0] == meant(cell)


@pytest.mark.parametrize(
    ("hits", "most", "dice", "hit"),
    [
        (Hits(3), None, (), 3),
        (Hits(3), 2, (), 2),
        (Hits(3), 0, (), 0),
        (Hits(chance=29), None, (29,), 1),
        (Hits(chance=29), None, (30,), 0),
        (Hits(chance=29), 0, (), 0),
        (Hits(chance=0), 1, (0,), 1),
        (Hits(chance=0), 1, (1,), 0),
        (Hits(chance=-4), 5, (), 0),
    ],
)
def test_the_throw(hits: Hits, most: int | None, dice: tuple[int, ...], hit: int) -> None:
    scripted = ScriptedDice(dice)
    assert number(hits, most, "Hits", "the burst", Scene(Skirmish("phoenix-advanced").encounter, scripted)) == hit
    assert not scripted.unused


rates = st.integers(1, 150)
arcs = st.fractions(Fraction(1, 10), 188, max_denominator=10)
sizes = st.integers(-30, 30)
bases = st.one_of(st.builds(Hits, st.integers(1, 5000)), st.builds(Hits, st.just(0), st.integers(-21, 99)))


@given(rates, arcs, sizes)
def test_never_more_hits_than_the_rate_of_fire(rate: int, arc: Fraction, size: int) -> None:
    assert certain(of_arc(rate, arc, size, BOOK)[0]) <= rate


@given(rates, arcs, sizes, sizes)
def test_a_greater_width_is_never_fewer_hits(rate: int, arc: Fraction, one: int, other: int) -> None:
    less, more = (of_arc(rate, arc, size, BOOK)[0] for size in sorted((one, other)))
    assert rank(less) <= rank(more)


@given(rates, arcs, arcs, sizes)
def test_a_wider_arc_is_never_more_hits(rate: int, one: Fraction, other: Fraction, size: int) -> None:
    narrow, wide = (of_arc(rate, arc, size, BOOK)[0] for arc in sorted((one, other)))
    assert rank(wide) <= rank(narrow)


@given(bases, st.integers(1, 30), st.integers(1, 30))
def test_a_greater_target_is_never_fewer_pieces(base: Hits, one: int, other: int) -> None:
    for sign in (1, -1):
        less, more = (of_pieces(base, size, BOOK)[0] for size in sorted((sign * one, sign * other)))
        assert rank(less) <= rank(more)


@pytest.mark.parametrize(("rate", "counts"), [(1, "1 round"), (2, "2 rounds")])
def test_a_low_rate_says_which_column_counts_for_it(rate: int, counts: str) -> None:
    """O44, in words that fit one round and several."""
    steps = over_arc(rate, 1, phoenix().book).steps
    [ruling] = [step for step in steps if isinstance(step, Ruling)]
    assert str(ruling.text) == f"the column 3 counts for {counts}, with as many hits at most"
