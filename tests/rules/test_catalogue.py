"""Names found by any reasonable spelling, refused in one short sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import Ambiguous, UnknownName
from rules.words.catalogue import abbreviates, find, nearest

WEAPONS = {
    "Pulse Rifle": 16,
    "Flame Unit": 17,
    "Grenade Launcher": 4,
    "Machinegun": 26,
    "M-16": 30,
    "Pistol": 13,
}
FIGHTERS = ("Hicks", "Apone", "Alien 1", "Alien 2", "Alien 10", "José Ñandú", "Prison Guard")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Hicks", "Hicks"),
        (" hicks ", "Hicks"),
        ("HICKS", "Hicks"),
        ("alien1", "Alien 1"),
        ("Alien-1", "Alien 1"),
        ("alien 10", "Alien 10"),
        ("jose nandu", "José Ñandú"),
        ("ap", "Apone"),
        ("guard", "Prison Guard"),
        ("guard pris", "Prison Guard"),
        ("10", "Alien 10"),
        ("2", "Alien 2"),
    ],
)
def test_found(name: str, found: str) -> None:
    assert find(name, FIGHTERS) == found


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("mac10", "Ingram MAC 10 9mm"),
        ("m 870", "Remington M870"),
        ("mp 5", "Heckler & Koch MP5"),
        ("hk mp5", "Heckler & Koch MP5"),
        ("hkmp5", "Heckler & Koch MP5"),
        ("law 72", "M72"),
    ],
)
def test_found_from_one_of_its_words_on_or_by_another_name(name: str, found: str) -> None:
    guns = ("Ingram MAC 10 9mm", "Remington M870", "Heckler & Koch MP5", "M72", "Law 7")
    assert find(name, guns, also={"Heckler & Koch MP5": ("HK MP5",), "M72": ("LAW 72",)}) == found


def test_a_thing_that_fits_by_two_of_its_names_is_one() -> None:
    assert find("hk", ("HK MP5", "Uzi"), also={"HK MP5": ("HK 5", "H & K MP5")}) == "HK MP5"
    with pytest.raises(Ambiguous) as caught:
        find("hk", ("HK MP5", "HK G3"), also={"HK G3": ("HK 3",)})
    assert caught.value.nearest == ("HK MP5", "HK G3")


@pytest.mark.parametrize(
    ("name", "value"),
    [("pulse-rifle", 16), ("rifle", 16), ("m16", 30), ("M 16", 30), ("flame", 17), ("Machine gun", 26)],
)
def test_of_a_mapping_the_value_is_found(name: str, value: int) -> None:
    assert find(name, WEAPONS, "weapon") == value


def test_an_exact_name_wins_over_longer_ones() -> None:
    assert find("guard", ("Guard", "Guard 2", "Guard Dog")) == "Guard"
    assert find("Muller", ("Müller", "Muller")) == "Muller"
    assert find("müller", ("Müller", "Miller")) == "Müller"


def test_a_number_is_meant_whole() -> None:
    with pytest.raises(UnknownName) as refused:
        find("Alien 1", ("Alien 10", "Alien 11"), "combatant")
    assert set(refused.value.nearest) == {"Alien 10", "Alien 11"}


def test_several_that_fit_are_named() -> None:
    with pytest.raises(UnknownName) as refused:
        find("alien", FIGHTERS, "combatant")
    assert str(refused.value) == "“alien” could be Alien 1, Alien 2 or Alien 10. Which one?"
    assert refused.value.nearest == ("Alien 1", "Alien 2", "Alien 10")


def test_the_nearest_are_named() -> None:
    with pytest.raises(UnknownName) as refused:
        find("Hikcs", FIGHTERS, "combatant")
    assert str(refused.value) == "I don't know the combatant “Hikcs”. Nearest: Hicks."
    assert refused.value.nearest == ("Hicks",)


def test_with_nothing_near_the_known_are_named() -> None:
    with pytest.raises(UnknownName) as refused:
        find("zzzz", [f"Gun {n}" for n in range(9)], "weapon")
    assert str(refused.value) == (
        "I don't know the weapon “zzzz”. Known: Gun 0, Gun 1, Gun 2, Gun 3, Gun 4, Gun 5 and 3 more."
    )
    assert refused.value.nearest == ()


def test_nothing_to_find() -> None:
    with pytest.raises(UnknownName, match=r"I don't know “Hicks”\. There is no combatant yet\."):
        find("Hicks", (), "combatant")


@pytest.mark.parametrize("name", ["x" * 6000, "🎲" * 100, "", "   ", "--", "\u200b", "a\n**b**\n" * 900, "́" * 6000])
def test_wild_input_gets_a_short_sentence(name: str) -> None:
    with pytest.raises(UnknownName) as refused:
        find(name, FIGHTERS, "combatant")
    sentence = str(refused.value)
    assert len(sentence) < 160
    assert "\n" not in sentence


def test_names_of_emoji_are_found() -> None:
    assert find("🎲" * 100, ("🎲" * 100, "💀")) == "🎲" * 100
    assert find("guard 💀", ("Guard 🎲", "Guard 💀")) == "Guard 💀"


def test_nearest_keeps_the_given_spelling() -> None:
    assert nearest("josé nandú", FIGHTERS) == ("José Ñandú",)
    assert nearest("qqqqqq", FIGHTERS) == ()


@given(st.lists(st.text(min_size=1, max_size=30).map(str.strip).filter(bool), min_size=1, unique=True))
def test_every_name_finds_itself(names: list[str]) -> None:
    for name in names:
        assert find(name, names) == name


@given(st.text(max_size=200), st.lists(st.text(max_size=20), max_size=8))
def test_it_finds_a_candidate_or_refuses_shortly(name: str, names: list[str]) -> None:
    try:
        found = find(name, names)
    except UnknownName as refused:
        assert len(str(refused)) < 400
        assert set(refused.nearest) <= set(names)
    else:
        assert found in names


@pytest.mark.parametrize(("name", "candidate"), [("guard", "AKR"), ("nonsense", "gone"), ("swimming", "running")])
def test_what_is_not_near_is_not_offered(name: str, candidate: str) -> None:
    assert nearest(name, [candidate]) == ()
    with pytest.raises(UnknownName, match=f"I don't know the weapon .*Known: {candidate}") as refused:
        find(name, [candidate], "weapon")
    assert refused.value.nearest == ()


@pytest.mark.parametrize(
    ("typed", "text", "rank"),
    [
        ("", "AKM 47", 0),
        ("akm", "AKM 47", 0),
        ("AKM47", "AKM 47", 0),
        ("m-16", "M16A1", 0),
        ("47", "AKM 47", 1),
        ("ak47", "AKM 47", 2),
        ("AK-47", "AKM 47", 2),
        ("gu 2 fr", "Tell Guard 2 to freeze", 2),
        ("uard", "Guard", 3),
        ("47 ak", "AKM 47", None),
        ("uzi", "AKM 47", None),
    ],
)
def test_parts_of_words_abbreviate_a_text(typed: str, text: str, rank: int | None) -> None:
    assert abbreviates(typed, text) == rank
