"""Places in a row, as English writes them."""

from __future__ import annotations

import pytest

from rules.words.phrases import ordinal


@pytest.mark.parametrize(
    "words", ["1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "22nd", "103rd", "111th", "1,012th"]
)
def test_a_number_is_a_place_in_a_row(words: str) -> None:
    assert ordinal(int(words[:-2].replace(",", ""))) == words
