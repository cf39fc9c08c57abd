"""The rules alone: shots a second in every rulebook, and the exact odds of the slowest weapons."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator

from bench.duels import begun, played
from bench.report import Line, at_most, progress
from bench.run import Run
from bench.trees import ROOT
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Target
from rules.phoenix.basics.arms import ExplosiveWeapon, Gun
from rules.phoenix.ruleset import Phoenix
from rules.shelf import shelf

ROUNDS, PASSES = (5, 3, 1), (6, 6, 1)
_ODDS = ("phoenix-basic", "phoenix-advanced"), (), ("phoenix-basic",)
_WEAPONS = None, None, 1
"""How many automatic weapons are tried; None is all of them."""
_VICTIM = "line, armor 10"
_EACH_RANGE = 5


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure shots a second, and odds."""
    progress("the rules alone")
    [duels] = await played([ROOT], run.of(ROUNDS), run.of(PASSES))
    for name, duel in duels.items():
        yield Line(f"rules alone: {name} ({duel.hits / duel.shots:.0%} hit)", duel.rate, "/s")
    for preset in run.of(_ODDS):
        seconds, weapon = odds_in(preset, run.of(_WEAPONS))
        yield Line(
            f"rules alone: {preset}, exact odds of the slowest weapon ({weapon})", 1000 * seconds, "ms", at_most(50)
        )


def odds_in(preset: str, most: int | None = None) -> tuple[float, str]:
    """Return the seconds of exact odds with the slowest automatic weapon of the book, and its name."""
    book = shelf()["phoenix"]
    assert isinstance(book, Phoenix)
    automatic = [
        arm.name
        for arm in book.book.arms.values()
        if isinstance(arm, Gun) and arm.rate.automatic and not isinstance(arm, ExplosiveWeapon)
    ]
    return max((_odds_of(weapon, preset), weapon) for weapon in automatic[:most])


def _odds_of(weapon: str, preset: str) -> float:
    book, encounter = begun(preset, f"skill 8, STR 16, AGI 10, {weapon}", _VICTIM)
    return max(min(_timed(order, encounter, book) for _ in range(3)) for order in _orders())


def _orders() -> Iterator[Attack]:
    """Yield a shot with the burst beside it, a burst alone, and a shot at an unknown range."""
    at = (Target("c2"),)
    yield Fire("c1", at, range=_EACH_RANGE)
    yield Burst("c1", at, range=_EACH_RANGE)
    yield Fire("c1", at)


def _timed(order: Attack, encounter: Encounter, book: Ruleset) -> float:
    began = time.thread_time()
    book.odds(order, encounter)
    return time.thread_time() - began
