"""Names and numbers in sentences."""

from __future__ import annotations

import pytest

from rules.words.phrases import counted, listed, several, spare_loads


def test_names() -> None:
    assert listed(["Hicks"]) == "Hicks"
    assert listed(["Hicks", "Apone"], "and") == "Hicks and Apone"
    assert listed(["Hicks", "Apone", "Frost"]) == "Hicks, Apone or Frost"


def test_long_names_and_long_lists_are_cut() -> None:
    assert listed(["y" * 90, "Hicks"]) == "y" * 39 + "… or Hicks"
    assert listed(list("abcdefgh"), "and") == "a, b, c, d, e, f and 2 more"


@pytest.mark.parametrize(
    ("number", "one", "said"),
    [(1, "box", "1 box"), (2, "box", "2 boxes"), (0, "square", "0 squares"), (3, "hex", "3 hexes")],
)
def test_numbers(number: int, one: str, said: str) -> None:
    assert counted(number, one) == said


def test_a_noun_in_the_plural() -> None:
    assert (several("square"), several("hex")) == ("squares", "hexes")


@pytest.mark.parametrize(("spares", "said"), [(None, "unlimited"), (0, "0"), (2, "2")])
def test_spare_loads(spares: int | None, said: str) -> None:
    assert spare_loads(spares) == f"spare loads: {said}"
