"""The grammar of sheet lines, with terms of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadSheet
from rules.places import Place
from rules.sheet import MOST_CHARACTERS, Number, Phrase, Spot, number, read

TERMS = (
    Number("skill", ("skill", "SAL", "skill level"), 0, 20),
    Number("aim", ("aim",), -5, 5),
    Phrase("stance", {"prone": "prone", "low prone": "low prone", "kneeling": "kneeling"}),
    Phrase("cover", {"in the open": "open", "firing over cover": "cover"}),
    Spot("at", ("at",)),
    Phrase("at", {"off the map": "nowhere"}),
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", {}),
        (" , ,, ", {}),
        ("skill 8", {"skill": 8}),
        ("SKILL: 8", {"skill": 8}),
        ("skill=8", {"skill": 8}),
        ("Sal 14, prone", {"skill": 14, "stance": "prone"}),
        ("sal 14 prone", {"skill": 14, "stance": "prone"}),
        ("skill level 3", {"skill": 3}),
        ("low prone", {"stance": "low prone"}),
        ("Low-Prone", {"stance": "low prone"}),
        ("prone low prone", None),
        ("firing over cover kneeling aim -2", {"cover": "cover", "stance": "kneeling", "aim": -2}),
        ("aim +2", {"aim": 2}),
        ("at c4", {"at": Place(3, 4)}),
        ("at C-4", {"at": Place(3, 4)}),
        ("at c 4 prone", {"at": Place(3, 4), "stance": "prone"}),
        ("off the map", {"at": "nowhere"}),
        ("prone, prone", {"stance": "prone"}),
        ("pröne", {"stance": "prone"}),
    ],
)
def test_read(line: str, expected: dict[str, object] | None) -> None:
    if expected is None:
        with pytest.raises(BadSheet, match="contradicts"):
            read(line, TERMS)
    else:
        assert read(line, TERMS) == expected


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("skil 8", ["“skil 8” is not known (nearest: skill"]),
        ("skill", ["“skill” wants a number from 0 to 20 behind it"]),
        ("skill x", ["“skill” wants a number", "“x” is not known"]),
        ("skill 21", ["“skill” goes from 0 to 20, not 21"]),
        ("skill 99999999", ["“skill” goes from 0 to 20, not 99999999"]),
        ("prone, kneeling", ["“kneeling” contradicts what is said before it"]),
        ("at C4, off the map", ["“off the map” contradicts"]),
        ("at", ["behind “at”: "]),
        ("at 4C", ["behind “at”: “4c” is no place"]),
        ("foo, bar", ["“foo” is not known", "“bar” is not known"]),
    ],
)
def test_problems(line: str, problems: list[str]) -> None:
    with pytest.raises(BadSheet) as caught:
        read(line, TERMS)
    assert len(caught.value.problems) == len(problems)
    for found, expected in zip(caught.value.problems, problems, strict=True):
        assert found.startswith(expected) or expected in found


def test_a_line_too_long() -> None:
    with pytest.raises(BadSheet, match=f"at most {MOST_CHARACTERS} characters; this one has 1000000"):
        read("x" * 1_000_000, TERMS)


@given(st.text(max_size=MOST_CHARACTERS))
def test_any_line_is_read_or_refused_in_a_sentence(line: str) -> None:
    try:
        reading = read(line, TERMS)
    except BadSheet as bad:
        assert bad.problems and str(bad).endswith(".") and len(str(bad)) < 2000
    else:
        assert reading.keys() <= {"skill", "aim", "stance", "cover", "at"}


@given(
    st.integers(0, 20),
    st.integers(-5, 5),
    st.sampled_from(["prone", "low prone", "kneeling"]),
    st.permutations([0, 1, 2]),
)
def test_order_and_separators_do_not_matter(skill: int, aim: int, stance: str, order: list[int]) -> None:
    parts = [f"skill {skill}", f"aim: {aim}", stance]
    expected = {"skill": skill, "aim": aim, "stance": stance}
    assert read(" ".join(parts[n] for n in order), TERMS) == expected
    assert read(", ".join(parts[n].upper() for n in order), TERMS) == expected


def test_number() -> None:
    reading = read("skill 8, prone", TERMS)
    assert (number(reading, "skill"), number(reading, "aim", 3), number(reading, "stance", 1)) == (8, 3, 1)
