"""A server's own records as text, whatever they are of."""

from __future__ import annotations

import pytest

from rules.errors import BadSheet
from rules.houses import MOST_BYTES, parse, unreadable


def test_values() -> None:
    assert parse('name = "Gyrojet"\nrof = 3', "weapon") == {"name": "Gyrojet", "rof": 3}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" * (MOST_BYTES + 1), "A weapon has at most 65,536 bytes; this text has 65,537."),
        (".".join("a" * 300) + " = 1", "A line of this weapon has more than 250 dots; begin with the example"),
        ("name = ", "This weapon is no TOML: Invalid value (at end of document); begin with the example"),
        ("a = " + "9" * 60_000, "This weapon is no TOML: begin with the example"),
    ],
    ids=["long", "dots", "no value", "long number"],
)
def test_what_is_no_record(text: str, said: str) -> None:
    with pytest.raises(BadSheet) as caught:
        parse(text, "weapon")
    assert str(caught.value).startswith(said)


def test_the_first_problems_are_told_and_the_rest_counted() -> None:
    assert str(unreadable("weapon", ["a", "b"])) == "This weapon does not read: a; b."
    many = unreadable("weapon", list("abcdefgh"))
    assert str(many) == "This weapon does not read: a; b; c; d; e; f; and 2 more."
    assert many.problems == tuple("abcdefgh")
