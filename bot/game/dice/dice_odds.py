"""The odds of loose dice, as a table for each kind of set: how likely they are to come to each value, or to at least so
much."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction

from rules.engine.books.ruleset import Odds
from rules.engine.scene.throw_chances import Chances, chances
from rules.engine.scene.throws import Check, DiceLine
from rules.words.dice_lines import in_signs
from rules.words.phrases import counted, percent

_MOST_ROWS = 21
_AT_LEAST = (99, 95, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5, 1)
"""The chances, in percent, whose values are shown where there are more values than rows."""


def odds_of(line: DiceLine) -> Odds:
    """Return the odds of a line of dice. Counting them may take half a second."""
    rows: list[tuple[str, ...]] = []
    remarks: list[str] = []
    for times, one in line.rolls:
        found = chances(one)
        name = in_signs(one)
        shown = _check_row(found) if isinstance(one, Check) else _rows(found)
        rows += [(name, *row) if len(line.rolls) > 1 else row for row in shown]
        remarks += _remarks(name if len(line.rolls) > 1 else "", found, times, checks=isinstance(one, Check))
    of = ("Dice",) if len(line.rolls) > 1 else ()
    title = ", ".join(dict.fromkeys(in_signs(one) for _, one in line.rolls))
    return Odds(f"Chances of {title}", (*of, "Result", "Exactly", "At least"), tuple(rows), tuple(remarks))


def _rows(found: Chances) -> Iterator[tuple[str, ...]]:
    """Yield all values, or those that are reached with round chances."""
    behind, values = [0], [value for value, _ in found.weights]
    for _, weight in reversed(found.weights):
        behind.append(behind[-1] + weight)
    at_least = behind[:0:-1]
    places = [*range(len(values))]
    if len(values) > _MOST_ROWS:
        # The greatest value that is reached with at least this chance.
        rising = behind[1:]
        reached = (bisect_left(rising, Fraction(chance * found.of, 100)) for chance in _AT_LEAST)
        places = sorted({0, len(values) - 1, *(len(values) - 1 - place for place in reached)})
    for place in places:
        value, weight = found.weights[place]
        exactly, more = Fraction(weight, found.of), Fraction(at_least[place], found.of)
        yield str(value), percent(exactly), percent(more)


def _check_row(found: Chances) -> Iterator[tuple[str, ...]]:
    """Yield the chance that a comparison is fulfilled."""
    chance = Fraction(dict(found.weights).get(1, 0), found.of)
    yield "yes", percent(chance), percent(chance)


def _remarks(name: str, found: Chances, times: int, *, checks: bool) -> Iterator[str]:
    prefix = f"{name}: " if name else ""
    if not checks:
        average = f"{float(found.average):,.2f}".rstrip("0").rstrip(".")
        yield f"{prefix}{'the' if prefix else 'The'} average is {average}."
    if times > 1:
        yield f"{prefix}{'each' if prefix else 'Each'} of {counted(times, 'set')} has these chances."
    if found.trials:
        yield (
            f"{prefix}{found.trials:,} trial throws in place of exact chances, which would take too long to count."
            f" A chance may be wrong by {found.error} percentage points."
        )
