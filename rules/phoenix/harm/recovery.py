"""Table 8A: how long somebody holds out with which care, his chance to survive, and how long he heals (2.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.engine.agenda import Clock
from rules.engine.scene import Scene
from rules.phoenix.book import Book
from rules.phoenix.soldier import Care, Characteristics, Soldier, Wound
from rules.phoenix.times import after, between
from rules.tables.cells import INT, ODDS, TEXT, TIME, Word
from rules.words.phrases import counted

DAY = 43_200
"""In phases."""
HOUR = 1_800
_UNITS = {"p": "phase", "m": "minute", "h": "hour", "d": "day"}


@dataclass(frozen=True, slots=True)
class Prospect:
    """What awaits somebody with the care he has: `period` in phases is the Critical Time Period, `chance` the Recovery
    Roll at its end. No period: he survives without a throw. No chance: he dies when the period is over. `said` is the
    period in words, in the table's unit."""

    period: int | None
    chance: int | None
    said: str = field(default="", compare=False)

    @property
    def survives(self) -> bool:
        return self.period is None


def half_up(number: int, by: int) -> int:
    """The quotient rounded half up (ruling O36)."""
    return (2 * number + by) // (2 * by)


def damage_total(points: int, health: int) -> int:
    """Physical Damage times 10 by Health, the Damage Total (2.9)."""
    return half_up(points * 10, health)


def health(state: Soldier) -> int:
    """His Health; 10 for somebody without characteristics (ruling O41)."""
    return (state.characteristics or Characteristics()).health


def injured(wounds: Sequence[Wound]) -> Clock:
    """When the latest of these wounds was suffered: all times of 2.9 and 2.10 count from it (ruling O39)."""
    return max(wound.at for wound in wounds)


def total(wounds: Sequence[Wound], state: Soldier) -> int:
    """The Damage Total of these wounds of his."""
    return damage_total(sum(wound.points for wound in wounds), health(state))


def prospect(total: int, care: Care, book: Book, scene: Scene | None = None, *, detail: bool = False) -> Prospect:
    """What 8A says for a Damage Total and a care; with a scene the cells are shown."""
    period = _cell("Period", total, f"{care.kind} CTP", book, scene, detail)
    if isinstance(period, Word) or period is None:
        return Prospect(None, None)
    column = str(care.tech) if care.kind == "Trauma Center" else f"{care.kind} RR"
    chance = _cell("Chance", total, column, book, scene, detail)
    if isinstance(chance, Word):
        return Prospect(None, None)
    said = counted(int(period[:-1]), _UNITS[period[-1]])
    return Prospect(int(TIME.read(period)), None if chance is None else ODDS.read(chance), said)


def healing_time(total: int, book: Book, scene: Scene | None = None) -> int:
    """The Healing Time in days that 8A gives."""
    days = _cell("Healing", total, "HT", book, scene)
    return 0 if days is None else INT.read(days)


def third(days: int) -> int:
    """The days of a Healing Time to be spent in a Trauma Center to shorten it."""
    return half_up(days, 3)


def shortened(days: int) -> int:
    """A Healing Time less 20 %."""
    return days - half_up(days * 20, 100)


def shortens(days: int, injury: Clock, care: Care, by: Clock | None = None) -> bool:
    """Whether a Healing Time of `days` is shortened by his stay in a Trauma Center, or, without `by`, will be.

    He has to be brought there within a day of the injury, and to stay until a third of the Healing Time is over.
    """
    if care.kind != "Trauma Center" or between(injury, care.since) >= DAY:
        return False
    end = care.left or by
    return end is None or between(injury, end) >= third(days) * DAY


def heals_at(state: Soldier, book: Book) -> Clock:
    """When all his wounds are healed, if he stays where he is."""
    days, injury = healing_time(total(state.wounds, state), book), injured(state.wounds)
    return after(injury, phases=DAY * (shortened(days) if shortens(days, injury, state.care) else days))


def days_left(wounds: Sequence[Wound], state: Soldier, clock: Clock, book: Book) -> int:
    """Days until these wounds are healed; on the first day the whole Healing Time (2.10)."""
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
    return scene.lookup(label, table, total, column, detail=detail)
