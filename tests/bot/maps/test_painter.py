"""Painted lines: the dashes of a line that is not whole."""

from __future__ import annotations

import pytest

from bot.chat.maps.painter import _dashes

Dots = list[tuple[float, float]]


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ([(0, 0), (20, 0)], [[(0, 0), (6, 0)], [(8, 0), (14, 0)], [(16, 0), (20, 0)]]),
        # Around a corner the pieces are as long.
        ([(0, 0), (5, 0), (5, 10)], [[(0, 0), (5, 0), (5, 1)], [(5, 3), (5, 9)]]),
        ([(0, 0), (7, 0)], [[(0, 0), (6, 0)]]),
        ([(0, 0), (4, 0)], [[(0, 0), (4, 0)]]),
    ],
)
def test_a_dashed_line_is_pieces_of_six_with_two_between(line: Dots, pieces: list[Dots]) -> None:
    assert _dashes(line, (6, 2)) == pieces
