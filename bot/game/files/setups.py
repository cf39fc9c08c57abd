"""Set-ups that a server keeps: a fight as the orders that lay it out again, to begin others with.

A GM saves the map, the switches, the fighters with their sheet lines where they are, the notes and the events of an
encounter. Their wounds and spent ammunition are not kept: they begin fresh. A set-up is kept among the server's own
records of its rulebook, under a name of its own (`Shelf`), and goes with them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

from bot.errors import decoding
from bot.game.entries import codec
from rules.engine.books.events import Foresee, planned
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Chart, Muster, Start, Switch
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.trial import Trial
from rules.engine.table.joining import OpenSide
from rules.engine.table.own_records import AddRecord
from rules.engine.table.secrecy import Jot

MOST_SETUPS, MOST_SETUPS_BYTES = 25, 256 * 1024
"""How many set-ups a server keeps for a rulebook, and the bytes of all of them as they are stored."""
MOST_BYTES, MOST_READ = 64 * 1024, 4 * 1024 * 1024
"""Bytes of one set-up as it is stored, and as it is read."""
_SHELF = " set-ups"


@dataclass(frozen=True, slots=True)
class Setup:
    """How an encounter begins: its preset, and the orders that lay it out."""

    preset: str
    orders: tuple[Order, ...]


def shelf_of(ruleset: str) -> str:
    """Return under which word a rulebook's set-ups are kept among the server's records."""
    return f"{ruleset}{_SHELF}"


def is_shelf(word: str) -> bool:
    """Return whether set-ups are kept under this word."""
    return word.endswith(_SHELF)


def setup_of(encounter: Encounter, book: Ruleset, homebrew: Homebrew) -> Setup:
    """Return the set-up of an encounter, tried out. Raises Refusal for a fighter whose sheet line cannot be read any
    more, and for a set-up that would be refused."""
    setup = Setup(encounter.preset, tuple(_orders(encounter, book, homebrew)))
    start = Start("0" * 10, "Set-up", book.id, encounter.preset, "0", "0" * 64, setup=setup.orders)
    conduct.resolve(start, Trial(conduct.UNOPENED, SeededDice(0)), book)
    return setup


def written(setup: Setup) -> bytes:
    """Return the stored form of a set-up.

    Raises NotNow if it is too large.
    """
    data = zlib.compress(codec.kept_setup(setup.preset, setup.orders), 9)
    if len(data) > MOST_BYTES:
        raise NotNow(f"This set-up has {len(data) // 1024} KiB. The limit is {MOST_BYTES // 1024} KiB.")
    return data


def read(data: bytes) -> Setup:
    """Return a set-up that was stored. Raises DamagedRecord."""
    with decoding("This set-up"):
        return Setup(*codec.setup(zlib.decompressobj().decompress(data, MOST_READ)))


def _orders(encounter: Encounter, book: Ruleset, homebrew: Homebrew) -> Iterator[Order]:
    yield from (AddRecord(name, record) for name, record in encounter.records)
    usual: Mapping[str, str] = dict(conduct.stage(book, encounter.preset).switches)
    for name, value in encounter.switches:
        if usual.get(name) != value:
            yield Switch(name, value)
    if encounter.battle_map:
        yield Chart(encounter.battle_map)
    for fighter in encounter.combatants:
        try:
            profile = book.profile(fighter.sheet, homebrew)
        except Refusal as refusal:
            raise Refusal(f"I no longer understand the sheet line of {fighter.name}: {refusal}") from None
        places = (fighter.place,) if fighter.place else ()
        yield Muster(profile, fighter.name, fighter.side, None, 1, places, secret=fighter.secret)
    yield from (OpenSide(side, True) for side in encounter.sides)
    for timer, event in planned(encounter.agenda):
        turn = max(2, timer.at.turn - encounter.clock.turn + 1)
        yield Foresee(event.text, turn, event.every, event.secret)
    yield from (Jot(note, secret=False) for note in encounter.notes)
    yield from (Jot(note) for note in encounter.secret_notes)
