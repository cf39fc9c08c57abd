"""Forecasts of whole fights: a hundred of 3 against 3 by the rules alone, on one core, without a trace.

Line soldiers with M16 face each other 20 hexes apart. Each fires at the nearest enemy with 3 actions of aim, until a
side is down or 60 impulses have passed. The dice of a fight follow from its number.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress

from bench.duels import begun
from bench.report import Line, at_most, progress
from bench.run import Run
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.flow.run import windows
from rules.engine.records.errors import Refusal
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.engine.records.orders import Chart, Fire, Muster, Next, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.engine.scene.trial import Trial
from rules.grid.hexes import distance
from rules.words.places import Place

FIGHTS = 100, 100, 2
ROUNDS = 5, 2, 1
GOAL = at_most(1.5)
"""Seconds for a hundred fights."""
_PRESET, _SHEET = "phoenix-advanced", "line, M16"
_AIM, _IMPULSES = 3, 60
_ROWS = (1, 3, 5)
_COLUMNS = (1, 21)


async def lines(run: Run) -> AsyncIterator[Line]:
    """Measure the fights without a trace, beside the same with it."""
    progress("forecasts of whole fights")
    book, before = laid_out()
    number = run.of(FIGHTS)
    # By turns, so that conditions are the same for both.
    seconds = [[_timed(number, book, before, scene) for scene in (Trial, Scene)] for _ in range(run.of(ROUNDS))]
    ours, traced = map(min, zip(*seconds, strict=True))
    yield Line(f"{number} advanced fights of 3 against 3: without a trace, and with it", ours, "s", GOAL, traced)


def laid_out() -> tuple[Ruleset, Encounter]:
    """Return the rulebook, and the encounter in which both sides face each other."""
    book, encounter = begun(_PRESET)
    profile = book.profile(_SHEET, {})
    sides = (
        Muster(
            profile, f"Soldier {column}", f"Side {column}", None, len(_ROWS), tuple(Place(column, row) for row in _ROWS)
        )
        for column in _COLUMNS
    )
    for order in (Chart(BattleMap(max(_COLUMNS), max(_ROWS))), *sides):
        encounter = _after(order, Scene(encounter, SeededDice(0)), book)
    return book, encounter


def fought(seed: int, book: Ruleset, encounter: Encounter, scene: type[Scene] = Trial) -> Encounter:
    """Return the encounter after a whole fight."""
    dice, begun_at = SeededDice(seed), encounter.clock
    # Harm takes effect at the end of an impulse, so nobody goes down between the orders of one.
    while len(fit := _fit_sides(encounter, book)) > 1 and windows(begun_at, encounter.clock, book) < _IMPULSES:
        for id in book.awaited(encounter):
            order = Fire(id, (Target(_nearest_enemy(encounter.combatant(id), fit).id),), aim=_AIM)
            with suppress(Refusal):  # their weapon was hit
                encounter = _after(order, scene(encounter, dice), book)
        encounter = _after(Next(), scene(encounter, dice), book)
    return encounter


def _fit_sides(encounter: Encounter, book: Ruleset) -> dict[str, list[Combatant]]:
    """Return the fighters who are not down, by their side."""
    fit = dict[str, list[Combatant]]()
    for one in encounter.combatants:
        if one.present and not book.down(one, encounter):
            fit.setdefault(one.side, []).append(one)
    return fit


def _nearest_enemy(fighter: Combatant, fit_sides: Mapping[str, list[Combatant]]) -> Combatant:
    enemies = [one for side, fit in fit_sides.items() if side != fighter.side for one in fit]
    return min(enemies, key=lambda enemy: distance(_place(fighter), _place(enemy)))


def _place(fighter: Combatant) -> Place:
    assert fighter.place is not None
    return fighter.place


def _after(order: Order, scene: Scene, book: Ruleset) -> Encounter:
    return conduct.resolve(order, scene, book)[-1].encounter


def _timed(number: int, book: Ruleset, encounter: Encounter, scene: type[Scene]) -> float:
    began = time.process_time()
    for seed in range(number):
        fought(seed, book, encounter, scene)
    return time.process_time() - began
