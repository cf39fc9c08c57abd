"""A test of many cells names every one that is wrong."""

from __future__ import annotations

import pytest

from tests.each import each


def test_every_wrong_cell_is_named() -> None:
    seen: list[int] = []

    @each(range(1, 6), lambda n: f"row {n}")
    def test_rows_are_odd(n: int) -> None:
        seen.append(n)
        assert n % 2 == 1, "even"
        if n == 3:
            with pytest.raises(ValueError):
                pass
        if n == 5:
            raise KeyError("five")

    with pytest.raises(AssertionError) as caught:
        test_rows_are_odd()
    assert seen == [1, 2, 3, 4, 5]
    said = str(caught.value)
    assert said.startswith("4 of 5\n")
    assert "row 2: AssertionError: even" in said and "row 4: AssertionError: even" in said
    assert "row 3: Failed: DID NOT RAISE" in said
    assert "row 5: KeyError: 'five'" in said and "row 1" not in said
    assert test_rows_are_odd.__name__ == "test_rows_are_odd"


def test_what_holds_of_each_passes_and_no_case_is_no_proof() -> None:
    each([1, 3])(lambda n: None)()
    with pytest.raises(AssertionError):
        each([])(lambda n: None)()
