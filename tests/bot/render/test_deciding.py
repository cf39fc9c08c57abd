"""The throws that decided a result stand in its first line, and a message keeps to its share of a screen."""

from __future__ import annotations

import pytest

from bot.chat.render.results.first_line import deciding, first_line
from bot.chat.render.text import phone
from rules.engine.records.steps import Note, Roll, Step
from rules.engine.scene.parts import Clause, Resolution
from tests.bot.render.table import apone, entry

HIT = Roll("Hit", "a shot", 0, 99, 23, "53 or less", about="trent")
WHERE = Roll("Where", "where Guard is hit", 0, 99, 61, about="trent")
MORALE = Roll("Morale", "Guard stays", 0, 99, 60, "20 or less (KV 20)", about="guard")
TWO = (Roll("Hit", "a shot", 1, 6, 6, "4 or more (92%)"), Roll("Hit", "a shot", 1, 6, 3, again=True))
UP = Roll("Knockout", "whether Guard stays up", 0, 99, 5, "98 or more to stay up: 2,000 PD is over 3 x KV 10")


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((), ""),
        ((Note("Hit", "automatic"),), ""),
        ((HIT,), "rolled 23, needed 53"),
        ((HIT, WHERE, UP), "rolled 23, needed 53"),
        ((HIT, MORALE), "rolled 23, needed 53"),
        (TWO, "rolled 6 + 3, needed 4"),
        ((*TWO, WHERE, *TWO), "rolled 6 + 3 and 6 + 3, needed 4"),
        ((UP,), "rolled 05, needed 98"),
        ((Roll("Hit", "two shots", 1, 6, 5, "4 or more, 7 or more"),), "rolled 5, needed 4, 7"),
        (
            (Roll("Elevation", "", 0, 99, 54, "99 or less"), Roll("Guard", "", 0, 99, 7, "33 or less")),
            "Elevation rolled 54, needed 99; Guard rolled 07, needed 33",
        ),
        ((WHERE, HIT), ""),
    ],
)
def test_what_decided_it(steps: tuple[Step, ...], said: str) -> None:
    assert deciding(steps) == said


DEED = Clause("trent", "Trent fires a burst at J4, 8 hexes")
STOP = Clause("trent", "Trent fires a burst at J4, 8 hexes.")
END = Clause("", ".", result=True)


@pytest.mark.parametrize(
    ("clauses", "verdict", "line"),
    [
        ((DEED, END), "miss", "Trent fires a burst at J4, 8 hexes (rolled 23, needed 53)."),
        ((STOP,), "miss", "Trent fires a burst at J4, 8 hexes (rolled 23, needed 53)."),
        ((STOP,), "hit", "Trent fires a burst at J4, 8 hexes (rolled 23, needed 53)."),
        ((STOP,), "done", "Trent fires a burst at J4, 8 hexes."),
    ],
)
def test_an_attack_on_nobody_reads_as_one_on_the_unknown(clauses: tuple[Clause, ...], verdict: str, line: str) -> None:
    shot = apone().fire("Apone", "Alien 1", 6, 6, 6)[-1]
    assert first_line(entry(shot.order, Resolution(clauses, verdict, (HIT,)), shot.state)) == line


def test_a_longer_content_leaves_fewer_rows_below_it() -> None:
    rows = [phone.rows_left("word " * n, phone.BURST) for n in range(0, 200, 10)]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] > rows[-1] == 0
    assert phone.embedded(["one", "two", "x " * 60], 3) == ["one", "two"]
