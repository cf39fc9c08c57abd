"""Table 8A: Critical Time Period, Recovery Roll and Healing Time by Damage Total and care (2.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from rules.engine.records.agenda import Clock
from rules.engine.records.frozen import dataclass
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Care, Characteristics, Soldier, Wound
from rules.phoenix.basics.times import after, between
from rules.phoenix.book import Book
from rules.tables.cells import INT, ODDS, TEXT, TIME, Word
from rules.words.phrases import counted

DAY = 43_200
"""A day in phases."""
HOUR = 1_800
"""An hour in phases."""
_UNITS = {"p": "phase", "m": "minute", "h": "hour", "d": "day"}


@dataclass(frozen=True, slots=True)
class Prospect:
    """The prospect of a wounded fighter with the present care.

    `period` is the Critical Time Period in phases, None if they survive without a throw. `chance` is the Recovery Roll
    at its end, None if they die then. `period_words` is the period in the table's unit.
    """

    period: int | None
    chance: int | None
    period_words: str = field(default="", compare=False)

    @property
    def survives(self) -> bool:
        return self.period is None


def half_up(number: int, by: int) -> int:
    """Return the quotient rounded half up (ruling O36)."""
    return (2 * number + by) // (2 * by)


def damage_total(points: int, health: int) -> int:
    """Return the Damage Total: Physical Damage times 10 divided by Health (2.9)."""
    return half_up(points * 10, health)


def health(state: Soldier) -> int:
    """Return the fighter's Health, 10 without characteristics (ruling O41)."""
    return state.characteristics.health if state.characteristics else Characteristics().health


def injured(wounds: Sequence[Wound]) -> Clock:
    """Return the clock of the latest wound, from which all times of 2.9 and 2.10 count (ruling O39)."""
    return max([wound.at for wound in wounds])


def total(wounds: Sequence[Wound], state: Soldier) -> int:
    """Return the Damage Total of these wounds."""
    return damage_total(sum([wound.points for wound in wounds]), health(state))


def prospect(total: int, care: Care, book: Book, scene: Scene | None = None, *, detail: bool = False) -> Prospect:
    """Return the prospect that 8A gives for a Damage Total and care. With a scene the cells are recorded."""
    period = _cell("Period", total, f"{care.kind} CTP", book, scene, detail)
    if isinstance(period, Word) or period is None:
        return Prospect(None, None)
    column = str(care.tech) if care.kind == "Trauma Center" else f"{care.kind} RR"
    chance = _cell("Chance", total, column, book, scene, detail)
    if isinstance(chance, Word):
        return Prospect(None, None)
    period_words = counted(int(period[:-1]), _UNITS[period[-1]])
    return Prospect(int(TIME.read(period)), None if chance is None else ODDS.read(chance), period_words)


def healing_time(total: int, book: Book, scene: Scene | None = None) -> int:
    """Return the Healing Time of 8A in days."""
    days = _cell("Healing", total, "HT", book, scene)
    return 0 if days is None else INT.read(days)


def third(days: int) -> int:
    """Return the days in a Trauma Center that shorten a Healing Time."""
    return half_up(days, 3)


def shortened(days: int) -> int:
    """Return a Healing Time less 20 %."""
    return days - half_up(days * 20, 100)


def shortens(days: int, injury: Clock, care: Care, by: Clock | None = None) -> bool:
    """Return whether a stay in a Trauma Center has shortened a Healing Time of `days` by the clock `by`, or will
    without `by`.

    The patient must come within a day of the injury and stay until a third of the Healing Time is over.
    """
    if care.kind != "Trauma Center" or between(injury, care.since) >= DAY:
        return False
    end = care.left or by
    return end is None or between(injury, end) >= third(days) * DAY


def heals_at(state: Soldier, book: Book) -> Clock:
    """Return the clock at which all wounds are healed, if the fighter stays in their present care."""
    days, injury = healing_time(total(state.wounds, state), book), injured(state.wounds)
    return after(injury, phases=DAY * (shortened(days) if shortens(days, injury, state.care) else days))


def days_left(wounds: Sequence[Wound], state: Soldier, clock: Clock, book: Book) -> int:
    """Return the days until these wounds are healed, on the first day the whole Healing Time (2.10)."""
    days, injury = healing_time(total(wounds, state), book), injured(wounds)
    if shortens(days, injury, state.care, clock):
        days = shortened(days)
    return max(0, days - between(injury, clock) // DAY)


def _cell(
    label: str, total: int, column: str, book: Book, scene: Scene | None, detail: bool = False
) -> str | Word | None:
    table = book.tables.worded(TEXT, "8a")
    if scene is None:
        return table.lookup(label, total, column)[0]
    return scene.lookup(label, table, total, column, detail=detail, section="2.9")
