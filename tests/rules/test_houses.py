"""A server's own records as text, whatever they are of."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import BadSheet
from rules.engine.sharing.homebrew import MOST_BYTES, lines, parse, separated, unreadable


def test_values() -> None:
    assert parse('name = "Gyrojet"\nrof = 3', "weapon") == {"name": "Gyrojet", "rof": 3}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" * (MOST_BYTES + 1), "A weapon has at most 65,536 bytes. This text has 65,537."),
        (".".join("a" * 300) + " = 1", "A line of this weapon has more than 250 dots. Begin with the example"),
        ("name = ", "This weapon is not valid TOML: Invalid value (at end of document). Begin with the example"),
        ("a = " + "9" * 60_000, "This weapon is not valid TOML. Begin with the example"),
    ],
    ids=["long", "dots", "no value", "long number"],
)
def test_what_is_no_record(text: str, said: str) -> None:
    with pytest.raises(BadSheet) as caught:
        parse(text, "weapon")
    assert str(caught.value).startswith(said)


def test_the_first_problems_are_told_and_the_rest_counted() -> None:
    assert str(unreadable("weapon", ["a", "b"])) == "I can't use this weapon: a; b."
    many = unreadable("weapon", list("abcdefgh"))
    assert str(many) == "I can't use this weapon: a; b; c; d; e; f; and 2 more."
    assert many.problems == tuple("abcdefgh")


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("name,My Rifle", ","),
        ("\n# a rifle\r\n;;\nname;My Rifle\n", ";"),
        ("name\tMy Rifle", "\t"),
        ('"name","A = B"', ","),
        ('name = "A, B"', ""),
        ("[[weapon]]\na, b", ""),
        ("name", ""),
        ("", ""),
    ],
)
def test_a_table_is_told_from_toml(text: str, sign: str) -> None:
    assert separated(text) == sign


def test_lines_of_a_table() -> None:
    text = '# a rifle,,\nname,"My, \n  own",,\n,,\n PEN , 17,,16.5\nDC\n'
    assert lines(text, "weapon") == [("name", ("My, own",)), ("PEN", ("17", "", "16.5")), ("DC", ())]
    assert lines("W;8,5;a,b\nPEN;1,5;-0,4", "weapon") == [("W", ("8.5", "a,b")), ("PEN", ("1.5", "-0.4"))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name,"a', "This weapon is not valid CSV: unexpected end of data. Begin with the example"),
        ("a,b\n" * 201, "A weapon has at most 200 lines. This text has 201."),
        ("a," * MOST_BYTES, "A weapon has at most 65,536 bytes. This text has 131,072."),
    ],
)
def test_what_is_no_table(text: str, said: str) -> None:
    with pytest.raises(BadSheet) as caught:
        lines(text, "weapon")
    assert str(caught.value).startswith(said)
