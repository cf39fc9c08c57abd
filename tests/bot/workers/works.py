"""Work for the tests of the executor: functions that its process can import."""

from __future__ import annotations

import os
from collections.abc import Iterator

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, DiceWanted, NotNow
from rules.engine.records.model import Encounter
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import Dice


def squares(*numbers: int) -> Iterator[int]:
    for number in numbers:
        yield number**2


def throws(dice: Dice, times: int) -> Iterator[tuple[int, str]]:
    for _ in range(times):
        yield dice.throw("luck", 0, 99)


def renamed(encounter: Encounter, book: Ruleset) -> Iterator[tuple[Encounter, Ruleset]]:
    """The encounter with another name of its first fighter."""
    first = encounter.combatants[0]
    yield encounter.with_combatant(replace(first, name="Al")), book


def titles(*books: Ruleset) -> Iterator[str]:
    for book in books:
        yield book.title


def refused() -> Iterator[None]:
    raise NotNow("Not while it rains.")
    yield


def badly_written() -> Iterator[None]:
    raise BadSheet("Two problems.", ["one", "two"])
    yield


def without_dice() -> Iterator[None]:
    raise DiceWanted([Roll("Hit", "the shot", 0, 9, 7)], "the second shot", 0, 9)
    yield


def broken() -> Iterator[None]:
    raise KeyError("nothing")
    yield


def endless() -> Iterator[None]:
    while True:
        pass
    yield


def greedy() -> Iterator[bytes]:
    yield b"".join(bytes(1 << 20) for _ in range(2000))


def printing() -> Iterator[str]:
    print("in between", flush=True)
    os.write(1, b"and again")
    yield "the answer"
