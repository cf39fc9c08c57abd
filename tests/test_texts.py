"""The golden list of all texts that people can see is up to date."""

from __future__ import annotations

import pytest

from tests.texts.listing import GOLDEN, listed

LISTED = listed()


@pytest.mark.parametrize("room", LISTED)
def test_the_list_has_every_text(room: str) -> None:
    """If it differs, `python -m tests.texts` writes it again: look at each line that changes."""
    assert (GOLDEN / f"{room}.txt").read_text(encoding="utf-8").splitlines() == LISTED[room].splitlines()


def test_the_list_has_no_room_too_many() -> None:
    assert sorted(file.stem for file in GOLDEN.glob("*.txt")) == sorted(LISTED)
