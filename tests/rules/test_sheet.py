"""The grammar of sheet lines, with terms of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import BadSheet
from rules.words.places import Place
from rules.words.sheet import MOST_CHARACTERS, Barred, Item, Number, Phrase, Spot, items, number, read

TERMS = (
    Number("skill", ("skill", "SAL", "skill level"), 0, 20),
    Number("aim", ("aim",), -5, 5),
    Phrase("stance", {"prone": "prone", "low prone": "low prone", "kneeling": "kneeling"}),
    Phrase("cover", {"in the open": "open", "firing over cover": "cover"}),
    Spot("at", ("at",)),
    Phrase("at", {"off the map": "nowhere"}),
)

ROUNDS = Phrase("rounds", {"AP": "AP", "JHP": "JHP"})
KIT = (
    Item(
        "kit",
        "weapon",
        {"M16": "rifle", "M92F": "pistol", "5.45 PSM": "psm"},
        {"M16 A1": "A1", "5 45 PSM": "psm"},
        (ROUNDS, Number("loaded", ("loaded",), 0, 30), Number("magazines", ("magazines", "mags"), 0, 9)),
    ),
    Item("kit", "grenade", {"M 26 A2": "frag", "M 67": "m67", "2 lb TNT": "tnt"}, counted=True, most=9),
    Item("gear", "thing", {"canteen": "canteen"}, {"canteens": "canteen"}, counted=True),
    Barred({"M26A2": "there are two of these", "HK 53": "nobody has its page"}),
    Number("weight", ("encumbrance",), 0, 200, places=2),
    Number("visor", ("visor",), 0, 9, otherwise=4),
    Number("skill", ("skill",), 0, 20),
    Phrase("position", {"prone": "prone"}),
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
        ("skil 8", ["I don't know “skil 8” (nearest: skill"]),
        ("skill", ["“skill” needs a number from 0 to 20 after it"]),
        ("skill x", ["“skill” needs a number from 0 to 20 after it", "I don't know “x”"]),
        ("skill 21", ["“skill” is 0 to 20, not 21"]),
        ("skill 99999999", ["“skill” is 0 to 20, not 99999999"]),
        ("prone, kneeling", ["“kneeling” contradicts an earlier word"]),
        ("at C4, off the map", ["“off the map” contradicts"]),
        ("at", ["after “at”"]),
        ("at 4C", ["after “at”: “4c” is not a place"]),
        ("foo, bar", ["I don't know “foo”", "I don't know “bar”"]),
    ],
)
def test_problems(line: str, problems: list[str]) -> None:
    with pytest.raises(BadSheet) as caught:
        read(line, TERMS)
    assert len(caught.value.problems) == len(problems)
    for found, expected in zip(caught.value.problems, problems, strict=True):
        assert found.startswith(expected) or expected in found


def test_a_line_too_long() -> None:
    with pytest.raises(BadSheet, match=f"at most {MOST_CHARACTERS} characters. This one has 1000000"):
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


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("M16", [("rifle", {})]),
        (
            "M16, AP, magazines 2, loaded 12, M92F, JHP",
            [("rifle", {"rounds": "AP", "magazines": 2, "loaded": 12}), ("pistol", {"rounds": "JHP"})],
        ),
        ("m16 ap 2 magazines loaded 12 m92f jhp", None),
        ("AP M16 M92F", [("rifle", {"rounds": "AP"}), ("pistol", {})]),
        ("M16 M16 AP", [("rifle", {}), ("rifle", {"rounds": "AP"})]),
        ("M16, AP, AP", [("rifle", {"rounds": "AP"})]),
        ("M 16 A 1", [("A1", {})]),
        ("m16a1", [("A1", {})]),
        ("m-16", [("rifle", {})]),
        ("M 26 A2 3", [("frag", {"number": 3})]),
        ("3 M 26 A2", [("frag", {"number": 3})]),
        ("M 26 A2, M67 2", [("frag", {}), ("m67", {"number": 2})]),
        ("M67 2 lb TNT", [("m67", {}), ("tnt", {})]),
        ("2 lb TNT 3", [("tnt", {"number": 3})]),
        ("M67, M16, AP, M67", [("m67", {}), ("rifle", {"rounds": "AP"}), ("m67", {})]),
        ("M16, M67, AP", [("rifle", {"rounds": "AP"}), ("m67", {})]),
        ("5.45 PSM", [("psm", {})]),
        ("5.45psm", [("psm", {})]),
    ],
)
def test_items(line: str, expected: list[tuple[str, dict[str, object]]] | None) -> None:
    expected = expected or [
        ("rifle", {"rounds": "AP", "magazines": 2, "loaded": 12}),
        ("pistol", {"rounds": "JHP"}),
    ]
    assert list(items(read(line, KIT), "kit")) == expected


def test_items_of_another_key_and_plain_terms_stand_apart() -> None:
    reading = read("2 canteens prone M16 skill 8 canteen, AP", KIT)
    assert reading == {
        "gear": (("canteen", {"number": 2}), ("canteen", {})),
        "kit": (("rifle", {"rounds": "AP"}),),
        "position": "prone",
        "skill": 8,
    }
    assert items(reading, "nothing") == () and items(reading, "skill") == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("encumbrance 15.8", {"weight": 1580}),
        ("encumbrance: .25", {"weight": 25}),
        ("encumbrance=200", {"weight": 20_000}),
        ("15.8 encumbrance", {"weight": 1580}),
        ("visor", {"visor": 4}),
        ("visor 6 prone", {"visor": 6, "position": "prone"}),
        ("visor prone", {"visor": 4, "position": "prone"}),
        ("8 skill, prone", {"skill": 8, "position": "prone"}),
    ],
)
def test_numbers(line: str, expected: dict[str, int]) -> None:
    assert read(line, KIT) == expected


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("AP", ["“ap” needs a weapon before it"]),
        ("M67, AP", ["“ap” needs a weapon before it"]),
        ("M16, AP, JHP", ["“jhp” contradicts an earlier word"]),
        ("M16, loaded 31", ["“loaded” is 0 to 30, not 31"]),
        ("M67 10", ["“m67” is 1 to 9, not 10"]),
        ("M67 0", ["“m67” is 1 to 9, not 0"]),
        ("M67 1.5", ["“m67” takes whole numbers, not 1.5"]),
        ("M16 2", ["I don't know “2”"]),
        ("8 skill 12", ["I don't know “8”"]),
        ("m26a2", ["there are two of these"]),
        ("hk53, M16, skill 21", ["nobody has its page", "“skill” is 0 to 20, not 21"]),
        ("encumbrance 15.875", ["“encumbrance” takes 2 decimals at most, not 15.875"]),
        ("encumbrance 200.01", ["“encumbrance” is 0 to 200, not 200.01"]),
        ("skill 8.5", ["“skill” takes whole numbers, not 8.5"]),
        ("M19", ["I don't know “m19” (nearest: m16"]),
        ("qqqq", ["I don't know “qqqq” (known: encumbrance, visor, skill, prone, M16, M 26 A2, canteen)"]),
    ],
)
def test_problems_of_items(line: str, problems: list[str]) -> None:
    with pytest.raises(BadSheet) as caught:
        read(line, KIT)
    assert len(caught.value.problems) == len(problems)
    for found, expected in zip(caught.value.problems, problems, strict=True):
        assert found.startswith(expected)


KIT_WORDS = ["M16", "AP", "JHP", "M67", "2", "loaded", "1.5", "HK53", "M26A2", "-1", ".", ",", "skill", "lb"]


@given(st.text(max_size=80) | st.lists(st.sampled_from(KIT_WORDS)).map(" ".join))
def test_any_line_of_items_is_read_or_refused_in_a_sentence(line: str) -> None:
    try:
        reading = read(line, KIT)
    except BadSheet as bad:
        assert bad.problems and str(bad).endswith(".")
    else:
        assert reading.keys() <= {"kit", "gear", "weight", "visor", "skill", "position"}
