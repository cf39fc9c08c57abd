"""What is stored reads back the same, and the same record is always the same bytes."""

from __future__ import annotations

from itertools import permutations

from bot import codec
from rules.model import Board
from rules.orders import Chart
from rules.places import Place

# Four places whose order in a set shows in which order they came in.
CLASHING = [Place(column, row) for column in range(1, 12) for row in range(1, 12)]


def test_a_map_is_the_same_bytes_however_its_set_was_built() -> None:
    forwards = Chart(Board(12, 12, frozenset(CLASHING)))
    backwards = Chart(Board(12, 12, frozenset(reversed(CLASHING))))
    assert list(forwards.board.obstructions) != list(backwards.board.obstructions)
    assert codec.canonical(forwards) == codec.canonical(backwards)


def test_obstructions_are_written_by_column_and_row() -> None:
    for places in permutations([Place(2, 1), Place(1, 3), Place(1, 2)]):
        order = Chart(Board(3, 3, frozenset(places)))
        written = codec.plain(order, Chart)["board"]["obstructions"]
        assert [(place["column"], place["row"]) for place in written] == [(1, 2), (1, 3), (2, 1)]
        assert codec.order(codec.canonical(order), codec.SCHEMA) == order
