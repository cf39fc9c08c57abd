"""Lines as people type them: each is understood as `lines.tsv` says, in any order, with any unknown word in it.

To add a line to tests/golden/rulings/lines.tsv: the book, the line, and its reading, with tabs between them. A reading
is the line in the book's words, "not counted: ..." at its end; "? " and the question with what is not counted behind
" | "; or "! " and the first sentence of the refusal with what is not counted behind " | ".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.rulings import Missing, Ruling, read
from rules.engine.conduct import conduct
from rules.engine.records.errors import Refusal
from rules.shelf import shelf

LINES = Path(__file__).parents[2] / "golden" / "rulings" / "lines.tsv"
SHELF = shelf()
VOCABULARY = {book: SHELF[book].vocabulary({}) for book in SHELF}
SPACE = {book: SHELF[book].space(conduct.stage(SHELF[book])) for book in SHELF}
LEFT_OUT = re.compile(r"Not counted: (.*?)\. (?=[A-Z])")
ODD_WORD = "flurble"
"""A word that nobody can know."""


def cases() -> list[tuple[str, str, str]]:
    with LINES.open(encoding="utf-8", newline="") as file:
        rows = [*csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    return [(book, line, reading) for book, line, reading in rows[1:]]


def ruled(book: str, line: str) -> Ruling:
    return read(line, VOCABULARY[book], SPACE[book])


def reading(book: str, line: str) -> str:
    """The reading of a line as the file has it."""
    try:
        return ruled(book, line).written(VOCABULARY[book], SPACE[book])
    except Missing as missing:
        left_out = f" | not counted: {' / '.join(one.words for one in missing.left_out)}" if missing.left_out else ""
        return f"? {missing.question}{left_out}"
    except Refusal as refusal:
        first = LEFT_OUT.match(str(refusal))
        sentence = str(refusal)[first.end() if first else 0 :].partition(". ")[0].rstrip(".")
        return f"! {sentence}.{f' | not counted: {first[1]}' if first else ''}"


def test_the_lines_are_many_and_of_all_books() -> None:
    lines = cases()
    assert len(lines) >= 400 and len({(book, line) for book, line, _ in lines}) == len(lines)
    assert {book for book, *_ in lines} == {*SHELF}
    unknown = [line for _, line, wanted in lines if wanted.startswith(("?", "!")) or "not counted" in wanted]
    assert len(unknown) * 3 >= len(lines)


@pytest.mark.parametrize("book", SHELF)
def test_each_line_is_understood_or_asked_about(book: str) -> None:
    wrong = [
        (line, wanted, got) for of, line, wanted in cases() if of == book and (got := reading(book, line)) != wanted
    ]
    assert wrong == []


@pytest.mark.parametrize("book", SHELF)
def test_each_answer_to_a_question_is_a_line_that_leads_on(book: str) -> None:
    for of, line, _ in cases():
        if of != book:
            continue
        try:
            ruled(book, line)
        except Missing as missing:
            for label, again, _ in missing.choices:
                try:
                    ruled(book, again)
                except Missing as further:
                    assert further.question != missing.question, (line, label, again)
        except Refusal:
            pass


# --- in every order that the grammar allows

SENTENCES = (
    "{x} fires {w} at {y}",
    "{x} shoots {y} with {w}",
    "{x} attacks {y} with the {w}",
    "{x} with {w} at {y}",
    "{w} at {y} by {x}",
    "{w} by {x} at {y}",
    "from {x} at {y}, {w}",
    "{x}'s {w} at {y}",
)
NAMES = ("Ripley", "Trent", '"Old Bob"', "wookiee", "Guard 2")
WEAPONS = {"aliens": "pistol", "phoenix": "M16", "space_marines": "rifle", "savage": "pistol"}
FULL = {"aliens": "Pistol", "phoenix": "M16", "space_marines": "Rifle", "savage": "Pistol"}
DETAILS = {
    "aliens": ("4 squares", "aim 2"),
    "phoenix": ("40m", "aim 6", "-3 smoke", "armor 6", "skill 8", "burst"),
    "space_marines": ("4 spaces", "aim 2", "-1 dust"),
    "savage": ("d8", "-2 range", "burst"),
}


@pytest.mark.parametrize("book", SHELF)
@given(st.data())
@settings(max_examples=150)
def test_who_shoots_whom_is_the_same_in_every_order(book: str, data: st.DataObject) -> None:
    shooter, target = data.draw(st.permutations(NAMES))[:2]
    sentence = data.draw(st.sampled_from(SENTENCES)).format(x=shooter, y=target, w=WEAPONS[book])
    details = data.draw(st.permutations(DETAILS[book]))
    before = data.draw(st.integers(0, len(details)))
    line = ", ".join((*details[:before], sentence, *details[before:]))
    ruling = ruled(book, line)
    assert ruling.names == (shooter.strip('"'), target.strip('"')), line
    assert ruling.weapon == FULL[book] and ruling.left_out == (), line
    assert {key for key, _ in ruling.target} == ({"body"} if book == "phoenix" else set()), line
    wanted = {"aliens": (4, 2), "phoenix": (22, 6), "space_marines": (4, 2), "savage": (None, None)}
    assert (ruling.spaces, ruling.aim) == wanted[book], line


@pytest.mark.parametrize(
    "line", ("M16 Ash Foe 1 40m", "Ash Foe 1 M16 40m", "M16 ash prone foe 1 40m", "M16 Ash, Foe 1, 40m")
)
def test_two_fighters_in_a_row_are_two_people(line: str) -> None:
    with pytest.raises(Missing, match="Does Ash shoot, or is Ash the target") as asked:
        read(line, VOCABULARY["phoenix"], SPACE["phoenix"], fighters=("Ash", "Foe 1"))
    readings = [again for _, again, _ in asked.value.choices]
    first, second = (read(one, VOCABULARY["phoenix"], SPACE["phoenix"]).names for one in readings)
    assert (first, second) == (("Ash", "Foe 1"), ("Foe 1", "Ash"))


# --- with an unknown word anywhere

KNOWN = {
    "aliens": ("Hicks fires the pistol at alien, 3 squares, aim 2", "rifle by Hicks at alien 4 squares"),
    "phoenix": (
        "Trent fires the M16 at Guard 2, 40m, aim 4, braced",
        "prone M16 by Trent at kneeling guard behind a brick wall 22 hexes aim 6",
        "Trent with M16 AP at the guard, armor 6, 40 meters",
        "M16 burst by Trent at elite guard 1,500 m -3 smoke",
    ),
    "space_marines": ("Rico fires the rifle at bug warrior, 4 spaces, aim 2", "marine with pistol at bug, 2 spaces"),
    "savage": ("Pike with pistol d8 at extra, -2 range", "wild card d10 fires the rifle at Guard 3"),
}


def without(line: str) -> Iterator[str]:
    """The line with the odd word at each place between two others."""
    words = line.split()
    for at in range(len(words) + 1):
        yield " ".join((*words[:at], ODD_WORD, *words[at:]))


def essence(ruling: Ruling) -> tuple[object, ...]:
    """All of a ruling that counts."""
    return (
        ruling.weapon,
        ruling.verb,
        ruling.names,
        {*ruling.shooter},
        {*ruling.target},
        ruling.spaces,
        ruling.aim,
        {*ruling.how},
    )


@pytest.mark.parametrize(("book", "line"), [(book, line) for book, lines in KNOWN.items() for line in lines])
def test_an_unknown_word_changes_nothing_and_is_named_or_asked_about(book: str, line: str) -> None:
    known = essence(ruled(book, line))
    for odd in without(line):
        try:
            ruling = ruled(book, odd)
        except Missing as missing:
            said = f"{missing.question} {' '.join(one.words for one in missing.left_out)} {missing.understood}"
            said += " ".join(again for _, again, _ in missing.choices)
        except Refusal as refusal:
            said = str(refusal)
        else:
            said = f"{' '.join(one.words for one in ruling.left_out)} {' '.join(ruling.mods)}"
            assert essence(ruling) == known, odd
        assert ODD_WORD in said, odd
