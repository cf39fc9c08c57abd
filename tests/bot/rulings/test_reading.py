"""Lines of rulings are understood in every book, whatever the order of their parts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.requests import OrderContext
from bot.game.rulings import MOST_CHARACTERS, Missing, Ruling, range_of, read
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.conduct import conduct
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.orders import Burst, Fire, Throw
from rules.shelf import shelf

SHELF = shelf()
BOOKS = tuple(SHELF)
MOST_TYPED = 25
"""Characters of the shortest useful ruling."""


def vocabulary(book: str) -> Vocabulary:
    return SHELF[book].vocabulary({})


def space(book: str) -> str:
    return SHELF[book].space(conduct.stage(SHELF[book]))


def ruled(book: str, line: str) -> Ruling:
    return read(line, vocabulary(book), space(book))


def bare(ruling: Ruling) -> Ruling:
    """Return the ruling without its remarks."""
    return replace(ruling, distance="", left_out=(), typical="", assumed=())


@pytest.mark.parametrize("book", BOOKS)
def test_every_weapon_is_understood_by_every_name(book: str) -> None:
    for spelled, names in vocabulary(book).weapons.items():
        try:
            assert ruled(book, f"{spelled} at guard 2").weapon in names, spelled
        except Missing as missing:
            # A name of several asks; a class of that name has a typical member instead.
            assert len(names) > 1 and {label for label, *_ in missing.choices} <= set(names), spelled


@pytest.mark.parametrize("book", BOOKS)
def test_every_page_of_a_weapon_is_one_that_can_be_named(book: str) -> None:
    names = {name for several in vocabulary(book).weapons.values() for name in several}
    pages = SHELF[book].pages({})
    assert {name for name in names if name not in pages and book not in ("aliens",)} == set()
    for name in names:
        assert ruled(book, f"{name}, at guard, 2").weapon == name


@pytest.mark.parametrize("book", BOOKS)
def test_every_class_has_a_typical_member(book: str) -> None:
    classes = vocabulary(book).classes
    assert {"rifle", "pistol"} <= {phrase.casefold() for phrase in classes}
    for phrase, weapon in classes.items():
        for typed in (phrase, f"a {phrase}", phrase.upper(), phrase.replace(" ", "-"), f"{phrase}s"):
            assert ruled(book, f"{typed} at guard 2").weapon == weapon, typed


@pytest.mark.parametrize("book", BOOKS)
def test_every_typical_shot_can_be_carried_out(book: str) -> None:
    """The sheet lines of usual figures are sheet lines of the book, and the book has a rule for the shot."""
    ruleset, words = SHELF[book], vocabulary(book)
    for weapon in dict.fromkeys(name for names in words.weapons.values() for name in names):
        request = ruled(book, f"{weapon}, 2").request(words, space(book))
        profiles = (ruleset.profile(request.who, {}), ruleset.profile(request.target, {}))
        encounter = conduct.staged(ruleset, *profiles)
        shooter, target = (combatant.id for combatant in encounter.combatants)
        context = OrderContext(encounter, ruleset, {}, "1")
        assert encounter.combatants[0].carried[0].weapon.name == weapon
        assert context.odds(request.against(shooter, target)).rows, weapon


@pytest.mark.parametrize(
    ("book", "line", "spaces", "aim"),
    [
        ("aliens", "rifle at alien 2 aim 1", 2, 1),
        ("aliens", "rifle alien 1 aim 2 actions", 1, 2),
        ("aliens", "rifle 2 aim at 4 squares", 4, 2),
        ("aliens", "rifle at alien 4 2 aim", 4, 2),
        ("space_marines", "rifle at bug 2 aim 1", 2, 1),
        ("phoenix", "M16 at guard 8 aim 4", 8, 4),
        ("phoenix", "M16 at guard 8, 4 aim", 8, 4),
        ("phoenix", "M16 at guard 4 aim 8 hexes", 8, 4),
        ("phoenix", "M16 at guard 4 aim at 20", 20, 4),
        ("phoenix", "M16 with 4 aim at 40m", 22, 4),
        ("phoenix", "M16 at guard 20 hexes 4 aim 3 round burst", 20, 4),
        ("phoenix", "M16 40m 4 aim 8 skill", 22, 4),
        ("phoenix", "M16 at guard 4 aim of 8 hexes", 8, 4),
        ("phoenix", "M16 at Guard 2 aim 4 range 22", 22, 4),
    ],
)
def test_the_number_behind_aim_is_the_aim_and_a_number_alone_the_range(
    book: str, line: str, spaces: int, aim: int
) -> None:
    ruling = ruled(book, line)
    assert (ruling.spaces, ruling.aim) == (spaces, aim)


@pytest.mark.parametrize("line", ["M16, one aimed shot at guard 20", "one aimed shot with the M16 at guard, 20 hexes"])
def test_one_aimed_shot_does_not_say_for_how_many_actions(line: str) -> None:
    ruling = ruled("phoenix", line)
    assert (ruling.weapon, ruling.spaces, ruling.aim) == ("M16", 20, None)
    assert ruled("phoenix", line.replace("aimed shot", "action aimed")).aim == 1


SHORTEST = {
    "aliens": "rifle at alien 4",
    "phoenix": "M16 at guard 40m aim 4",
    "space_marines": "rifle at bug 4",
    "savage": "rifle at guard",
}


@pytest.mark.parametrize("book", BOOKS)
def test_the_shortest_useful_ruling_is_short(book: str) -> None:
    line = SHORTEST[book]
    assert len(line) <= MOST_TYPED
    assert ruled(book, line).weapon


PARTS = {
    "phoenix": ("M16", "at guard", "40m", "aim 4", "behind a door,", "skill 8", "burst", "-3 smoke,", "from prone,"),
    "space_marines": ("rifle", "at bug warrior", "4 squares", "aim 2", "-1 dust,", "by Rico"),
    "aliens": ("Pistol", "at alien", "3 squares", "aim 2", "by Hicks"),
    "savage": ("assault rifle", "at guard", "Shooting d10", "wild card", "burst", "-2 range,", "by Ann"),
}


@pytest.mark.parametrize("book", BOOKS)
@given(st.data())
@settings(max_examples=60)
def test_the_order_of_the_parts_does_not_matter(book: str, data: st.DataObject) -> None:
    wanted = ruled(book, " ".join(PARTS[book]))
    got = ruled(book, " ".join(data.draw(st.permutations(PARTS[book]))))
    assert {*got.shooter} == {*wanted.shooter} and {*got.target} == {*wanted.target}
    assert replace(got, shooter=wanted.shooter, target=wanted.target) == wanted


@pytest.mark.parametrize("book", BOOKS)
@given(st.data())
@settings(max_examples=60)
def test_a_ruling_that_is_written_down_is_read_again(book: str, data: st.DataObject) -> None:
    parts = data.draw(st.lists(st.sampled_from(PARTS[book][1:]), unique=True))
    try:
        ruling = ruled(book, " ".join((PARTS[book][0], *parts)))
    except Missing as missing:
        for _, line, _ in missing.choices:
            ruled(book, line)
        return
    assert bare(ruled(book, ruling.written(vocabulary(book), space(book)))) == bare(ruling)


@given(st.text(max_size=MOST_CHARACTERS))
@settings(max_examples=300)
def test_any_text_is_understood_asked_about_or_refused_in_a_sentence(text: str) -> None:
    for book in BOOKS:
        try:
            ruled(book, text)
        except Missing as missing:
            assert missing.question.endswith("?") and missing.choices
        except Refusal as refusal:
            assert str(refusal).endswith(".") and len(str(refusal)) < 400


@given(st.lists(st.sampled_from(sorted({word for parts in PARTS.values() for p in parts for word in p.split()}))))
@settings(max_examples=200)
def test_known_words_in_any_order_never_break_it(words: list[str]) -> None:
    for book in BOOKS:
        try:
            ruling = ruled(book, " ".join(words)[:MOST_CHARACTERS])
            ruling.request(vocabulary(book), space(book))
        except (Missing, Refusal):
            pass


@pytest.mark.parametrize(
    ("typed", "hexes"),
    [
        ("40m", 22),
        ("40 m", 22),
        ("40 meters", 22),
        ("40-metre", 22),
        ("44 yards", 22),
        ("44yd", 22),
        ("132 ft", 22),
        ("132 feet", 22),
        ("22 hexes", 22),
        ("22", 22),
        ("range 22", 22),
        ("at 22", 22),
        ("0.5 km", 273),
        ("1,000 m", 547),
        ("1m", 1),
        ("point blank", 1),
    ],
)
def test_units_are_converted_by_the_scale_of_the_book(typed: str, hexes: int) -> None:
    assert ruled("phoenix", f"M16 at guard {typed}").spaces == hexes
    assert range_of(typed.removeprefix("at "), vocabulary("phoenix"), "hex") == hexes


@pytest.mark.parametrize("book", ["aliens", "space_marines"])
def test_a_length_asks_where_the_book_has_no_scale(book: str) -> None:
    with pytest.raises(
        Missing, match=r"^This book gives no length for a square. How many squares is 40 m\?$"
    ) as missing:
        ruled(book, "rifle at bug 40m")
    assert [label for label, *_ in missing.value.choices] == [
        *("1 square", "2 squares", "4 squares", "6 squares", "8 squares")
    ]


def test_savage_has_no_ranges() -> None:
    ruling = ruled("savage", "rifle at guard 40m")
    assert ruling.spaces is None and "give the penalty, such as -2 range" in str(ruling.left_out[0])


@pytest.mark.parametrize(
    ("line", "shooter", "target"),
    [
        ("M16 at kneeling guard 20", (), (("position", "kneeling"),)),
        ("M16 from kneeling at guard 20", (("position", "kneeling"),), ()),
        ("elite, M16 at guard 20", (("troop", "elite"),), ()),
        ("M16 at an elite guard 20", (), (("troop", "elite"),)),
        ("M16 at guard behind a door 20", (), (("cover", "behind interior wood door"),)),
        ("M16 AP at guard armor 6 20", (("ammunition", "ap"),), (("body", "armor 6"),)),
    ],
)
def test_whose_words_they_are(line: str, shooter: object, target: object) -> None:
    ruling = ruled("phoenix", line)
    assert (ruling.shooter, ruling.target, ruling.names[1], ruling.spaces) == (shooter, target, "guard", 20)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("M16 at Guard 20", ("", "Guard")),
        ("M16 Guard 20", ("", "Guard")),
        ("Trent with M16 at Guard 2 40m", ("Trent", "Guard 2")),
        ("M16 by Trent vs the captain of the guard 40m", ("Trent", "captain of the guard")),
        ("Here Trent M16 Guard 40m", ("Trent", "Guard")),
        ("🔫 M16 at Guard 40m", ("", "Guard")),
        ("M16 40m", ("", "")),
    ],
)
def test_unknown_words_are_names(line: str, names: tuple[str, str]) -> None:
    assert ruled("phoenix", line).names == names


def test_what_changes_nothing_is_said() -> None:
    ruling = ruled("phoenix", "M16 at guard behind a spaceship 40m")
    assert ruling.names == ("", "guard") and [one.words for one in ruling.left_out] == ["behind a spaceship"]


@pytest.mark.parametrize(
    ("book", "line", "verb"),
    [
        ("phoenix", "M16 at guard 20", Fire),
        ("phoenix", "M16 burst at guard 20", Burst),
        ("phoenix", "fires M16 on full auto at guard 20", Burst),
        ("phoenix", "grenade at guard 5", Throw),
        ("savage", "assault rifle three-round burst at guard", Burst),
        ("savage", "throws a grenade", Throw),
        ("space_marines", "grenade at bug 3", Throw),
    ],
)
def test_the_verb(book: str, line: str, verb: type) -> None:
    assert ruled(book, line).verb is verb


def test_a_figure_of_a_book_attacks_with_what_it_has() -> None:
    ruling = ruled("space_marines", "bug warrior at marine")
    assert (ruling.weapon, ruling.shooter, ruling.target) == (
        "",
        (("troop", "bug warrior"),),
        (("troop", "marine"),),
    )
    assert ruled("aliens", "Apone at alien 3").request(vocabulary("aliens"), "square").who == "apone"


@pytest.mark.parametrize(
    ("line", "question", "first"),
    [
        ("at guard 40m", "Which weapon?", "Pistol"),
        ("MAC-10 at guard 40m", "Which mac 10?", "Ingram MAC 10 (45 ACP)"),
        ("a pistol at guard", "How far is guard?", "5 hexes (9 m)"),
        ("a pistol", "How far is the target?", "5 hexes (9 m)"),
    ],
)
def test_what_is_missing_is_asked_for(line: str, question: str, first: str) -> None:
    with pytest.raises(Missing) as missing:
        ruled("phoenix", line)
    assert missing.value.question == question
    assert missing.value.choices[0][0] == first


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Type a shot in one line, such as: M16 at guard 40m aim 4."),
        ("  ,, ", "Which weapon?"),
        ("M16 at guard 40m aim 400", "Aim is a whole number up to 99, not 400."),
        ("M16 at guard 999999999 m", "A range is at most 100,000 hexes."),
        ("M16 at " + "x" * 60, f"A name has at most 40 characters: “{'x' * 40}” is longer."),
        ("M16 " * 100, "A ruling has at most 300 characters, not 400."),
        ("@" * 300, "A ruling has at most 150 words and signs, not 300."),
        ("ﷺ" * 300, "A ruling has at most 150 words and signs, not 901."),
    ],
)
def test_bad_lines_are_refused_in_a_sentence(line: str, sentence: str) -> None:
    try:
        ruled("phoenix", line)
    except Missing as missing:
        assert missing.question == sentence
    except Refusal as refusal:
        assert str(refusal) == sentence
    else:
        pytest.fail("it was understood")


def test_a_change_keeps_the_rest() -> None:
    ruling = ruled("phoenix", "M16 at guard 40m aim 4 behind a door")
    assert ruling.changed("aim 8") == replace(ruling, aim=8)
    assert ruling.changed("burst") == replace(ruling, verb=Burst)
    assert ruling.changed("burst").changed("fire") == ruling
    assert ruling.changed("range 30") == replace(ruling, spaces=30, distance="")


@pytest.mark.parametrize(
    ("line", "question", "first"),
    [
        (
            "rifleman shotgun point blank alien",
            "Rifleman's card has no “shotgun”. It has Pulse Rifle and Pistol. Which weapon?",
            "Pulse Rifle, rifleman, alien, 1 square",
        ),
        ("Apone M16 at alien 3", "Apone's card has no “M16”. It has Flame Unit. Which weapon?", ""),
        (
            "shotguns at alien 3",
            "The book gives the Shotgun no row to hit with. Which weapon?",
            "Pulse Rifle, alien, 3 squares",
        ),
        ("rifle at alien rocket launcher 4", "This book has no rocket launcher. Which weapon?", ""),
        ("rifle at alien with shotgun 5", "The book gives the Shotgun no row to hit with. Which weapon?", ""),
        ("sniper shoots guard 100 yards", "Which weapon?", "Pulse Rifle, by sniper, at guard, 100 yd"),
    ],
)
def test_a_weapon_that_the_book_does_not_have_is_no_name(line: str, question: str, first: str) -> None:
    with pytest.raises(Missing) as missing:
        ruled("aliens", line)
    assert missing.value.question == question
    assert not first or missing.value.choices[0][1] == first


def test_no_weapon_of_another_book_becomes_a_label() -> None:
    words = vocabulary("aliens")
    own = {name.casefold() for name in (*words.weapons, *words.classes)}
    for other in (vocabulary(book) for book in BOOKS):
        for phrase in {*other.classes, *(name for names in other.weapons.values() for name in names)}:
            if phrase.casefold() in own or not phrase.isalpha():
                continue
            for line in (f"rifleman {phrase} alien 3", f"{phrase}, at alien, 3"):
                with pytest.raises((Missing, Refusal)) as asked:
                    ruled("aliens", line)
                asked_about = str(asked.value)
                assert phrase in asked_about or words.rowless[phrase] in asked_about, line


@pytest.mark.parametrize(("line", "name"), [("rifle at Shotgun 4", "Shotgun"), ("rifle at law 4", "law")])
def test_such_a_word_is_a_name_where_there_is_no_other(line: str, name: str) -> None:
    assert ruled("aliens", line).names == ("", name)


def test_somebody_may_be_called_like_a_brand() -> None:
    assert ruled("space_marines", "Smith fires rifle at guard 4").names == ("Smith", "guard")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("line", "many"),
    [
        ("rifle at two aliens, 4 squares", "two aliens"),
        ("rifle at 2 aliens 4 squares", "2 aliens"),
        ("rifle at three bug warriors 4 squares", "three bug warriors"),
        ("rifle at both guards 4", "both guards"),
        ("rifle twice at alien 3", "twice"),
        ("two shots with the rifle at guard 4", "two shots"),
        ("two marines fire the rifle at alien 4", "two marines"),
        ("rifle at a squad of 3 guards, 4", "squad of 3 guards"),
        ("rifle at a pack of 5, 4 squares", "pack of 5"),
    ],
)
def test_one_of_several_is_offered(book: str, line: str, many: str) -> None:
    with pytest.raises(Missing) as missing:
        ruled(book, line)
    assert missing.value.question == f"A ruling is one shot at one target, not “{many}”. Rule on one?"
    [(label, one, _)] = missing.value.choices
    assert label == "One" and ruled(book, one).weapon == ruled(book, "rifle at guard 4").weapon
    assert not any(word in ruled(book, one).names[1] for word in ("two", "three", "twice", "both"))


def test_a_group_as_a_place_is_no_target() -> None:
    ruling = ruled("phoenix", "M16 at guard in a crowd of 20, 40m")
    assert ruling.names == ("", "guard") and [one.words for one in ruling.left_out] == ["in a crowd of 20"]


def test_for_a_burst_at_several_the_order_of_an_encounter_is_named() -> None:
    with pytest.raises(Missing, match=r"not “2 guards”\. In an encounter, /burst fires at several\. Rule on one\?"):
        ruled("phoenix", "uzi burst at 2 guards 20m")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("line", "first", "second", "names"),
    [
        ("rifle at guard 1 and guard 2, 4 squares", "guard 1", "guard 2", [("", "guard 1"), ("", "guard 2")]),
        ("rifle at the guard and a captain, 4 squares", "guard", "captain", [("", "guard"), ("", "captain")]),
        (
            "hicks and vasquez fire the rifle at guard 4 squares",
            "hicks",
            "vasquez",
            [("hicks", "guard"), ("vasquez", "guard")],
        ),
    ],
)
def test_which_of_two_people_is_meant_is_asked(
    book: str, line: str, first: str, second: str, names: list[tuple[str, str]]
) -> None:
    with pytest.raises(Missing) as missing:
        ruled(book, line)
    question = f"A ruling is one shot at one target, not “{first} and {second}”. Rule on one?"
    assert missing.value.question == question
    assert [label for label, *_ in missing.value.choices] == [f"Only {first}", f"Only {second}"]
    assert [ruled(book, again).names for _, again, _ in missing.value.choices] == names


def test_two_figures_of_a_book_are_two_targets() -> None:
    with pytest.raises(Missing, match="not “alien and alien”"):
        ruled("aliens", "rifle at an alien and an alien 4")


@pytest.mark.parametrize(
    ("line", "question", "readings"),
    [
        (
            "M16 at guard 40m or 50m",
            "Give one range, not 40 m and 50 m. Which one?",
            {
                "40 m": "M16, at guard, 22 hexes, not counted: 50 m",
                "50 m": "M16, at guard, 27 hexes, not counted: 40 m",
            },
        ),
        (
            "M16 at guard, 30-40 m",
            "Give one range, not 30 to 40 m. Which one?",
            {"30 m": "M16, at guard, 16 hexes", "40 m": "M16, at guard, 22 hexes"},
        ),
        (
            "M16 at guard 2.5 hexes",
            "A range is a whole number of hexes, not 2.5. Which one?",
            {"2 hexes": "M16, at guard, 2 hexes", "3 hexes": "M16, at guard, 3 hexes"},
        ),
        (
            "M16 at guard 40m aim 4 to 6",
            "Give one aim, not 4 and 6. Which one?",
            {"Aim 4": "M16, at guard, 22 hexes, aim 4", "Aim 6": "M16, at guard, 22 hexes, aim 6"},
        ),
        (
            "M16 or Uzi at guard 40m",
            "Name one weapon, not M16 and Uzi. Which one?",
            {"M16": "M16, at guard, 22 hexes, not counted: Uzi", "Uzi": "Uzi, at guard, 22 hexes, not counted: M16"},
        ),
        (
            "M16 at guard 40m 4",
            "Write a range as 40m, an aim as aim 4. What is “4”?",
            {"Aim 4": "M16, at guard, 22 hexes, aim 4", "Leave 4 out": "M16, at guard, 22 hexes, not counted: 4"},
        ),
        (
            "M16 at prone standing guard 40m",
            "Who is prone, and who is standing?",
            {
                "Shooter prone, guard standing": "M16, from prone, at standing guard, 22 hexes",
                "Shooter standing, guard prone": "M16, from standing, at prone guard, 22 hexes",
            },
        ),
    ],
)
def test_each_of_several_readings_is_a_button(line: str, question: str, readings: dict[str, str]) -> None:
    with pytest.raises(Missing) as missing:
        ruled("phoenix", line)
    assert missing.value.question == question
    assert {label: again for label, again, _ in missing.value.choices} == readings


@pytest.mark.parametrize(
    ("line", "shooter", "target"),
    [
        ("both prone, M16 at guard 40m", "prone", "prone"),
        ("M16 at guard 40m, standing both", "standing", "standing"),
        ("M16 at guard 40m, both of us kneeling", "kneeling", "kneeling"),
        ("me kneeling him standing, M16, 40m", "kneeling", "standing"),
        ("him kneeling me standing, M16, 40m", "standing", "kneeling"),
    ],
)
def test_postures_of_both_and_of_pronouns(line: str, shooter: str, target: str) -> None:
    ruling = ruled("phoenix", line)
    assert [text for _, text in ruling.shooter] == [shooter] and ruling.left_out == ()
    assert [text for _, text in ruling.target if text in ("prone", "standing", "kneeling")] == [target]


def test_how_far_somebody_moves_is_not_the_range() -> None:
    ruling = ruled("phoenix", "M16 at guard moving 3 hexes, range 22")
    assert ruling.spaces == 22 and [one.words for one in ruling.left_out] == ["3 hexes"]


@pytest.mark.parametrize(
    ("line", "is_asked"),
    [
        ("M16 at guard 40m", False),
        ("M16 at the big ugly guard 40m, raining, on the roof", False),
        ("M16 at guard behind the crates 40m", False),
        ("Trent empties his M16 at the guard 40m", False),
        ("M16 at guard 40m flurble", False),
        ("M16 at guard 40m flurble wibble", True),
        ("M16 at guard 40m, Hal flurbles", True),
        ("M16 at guard 40m flurbling", True),
    ],
)
def test_a_shot_is_asked_about_if_two_words_or_a_deed_are_unknown(line: str, is_asked: bool) -> None:
    try:
        ruled("phoenix", line)
    except Missing as missing:
        assert is_asked and missing.choices
    else:
        assert not is_asked


@pytest.mark.parametrize("typed", ["4 squares", "four squares"])
def test_numbers_are_read_as_words_too(typed: str) -> None:
    ruling = ruled("aliens", f"rifle at aliens {typed}")
    assert (ruling.spaces, ruling.target, ruling.names) == (4, (("alien", "alien"),), ("", ""))


@pytest.mark.parametrize(
    "line", ["marine throws grenade at bug 5 spaces", "toss it at alien 3", "throws rifle at bug 2"]
)
def test_where_the_book_has_no_throws_the_ruling_says_so(line: str) -> None:
    with pytest.raises(Refusal) as refusal:
        ruled("aliens", line)
    with pytest.raises(NoRule) as command:
        SHELF["aliens"].check_verb(Throw)
    assert str(refusal.value) == str(command.value)


@pytest.mark.parametrize("line", ["rifle at alien 4 -2 smoke", "rifle at alien -2 smoke", "at alien -2 smoke"])
def test_where_the_book_has_no_modifiers_nothing_else_is_asked(line: str) -> None:
    with pytest.raises(Refusal, match=r"^Aliens has no modifiers: .* Leave -2 smoke out\.$"):
        ruled("aliens", line)


@pytest.mark.parametrize("book", ["phoenix", "space_marines", "savage"])
def test_a_verb_of_throwing_asks_for_what_can_be_thrown(book: str) -> None:
    for line in ("throw at guard 4", "marine throws a bomb at guard 4"):
        with pytest.raises(Missing) as missing:
            ruled(book, line)
        assert {ruled(book, again).verb for _, again, _ in missing.value.choices} == {Throw}
        assert ("bomb" in missing.value.question) == ("bomb" in line) and "bomb" not in missing.value.understood


@pytest.mark.parametrize(
    ("book", "line", "kept"),
    [
        ("aliens", "sniper shoots guard 100 yards", "100 yd"),
        ("aliens", "at alien 3 squares aim 2 behind a crate", "behind a crate"),
        ("phoenix", "at guard 40m aim 2 -3 smoke", "22 hexes, aim 2, -3 smoke"),
        ("savage", "at guard 40m", "40 m"),
    ],
)
def test_what_was_understood_survives_the_buttons(book: str, line: str, kept: str) -> None:
    with pytest.raises(Missing) as missing:
        ruled(book, line)
    assert missing.value.choices and all(kept in again for _, again, _ in missing.value.choices)


def test_a_length_that_was_given_is_asked_about_after_the_weapon() -> None:
    with pytest.raises(Missing) as missing:
        ruled("aliens", "sniper shoots guard 100 yards")
    with pytest.raises(Missing, match=r"How many squares is 100 yd\?$"):
        ruled("aliens", missing.value.choices[0][1])


@pytest.mark.parametrize("book", BOOKS)
def test_the_example_of_a_book_works_in_it(book: str) -> None:
    ruling = ruled(book, vocabulary(book).example)
    assert ruling.weapon and not ruling.left_out
    with pytest.raises(Refusal) as refusal:
        ruled(book, "")
    assert vocabulary(book).example in str(refusal.value)


@pytest.mark.parametrize(
    ("words", "granted"),
    [
        ("behind a wall", ("wall = interior plaster wall",)),
        ("behind his car", ("car = automobile door",)),
        ("behind an interior plaster wall", ()),
        ("kneeling on one knee", ()),
    ],
)
def test_the_everyday_words_for_cover_are_granted_as_the_books(words: str, granted: tuple[str, ...]) -> None:
    ruling = ruled("phoenix", f"M16 at guard 40m {words}")
    assert ruling.assumed == granted
    assert {*granted} <= {*ruling.request(vocabulary("phoenix"), space("phoenix")).granted}
