"""A trial comes to what play comes to, in all books and presets: the same states, throws and refusals."""

from __future__ import annotations

import random
from collections.abc import Generator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.requests import Incomplete, OrderContext
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.agenda import AT, CONTACT, ELSE, EMPTY, HIT, THEM, Clock, Line, Question, When
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Duck, Fire, Next, Pass, Reload, SetPlan, Start, Switch, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.parts import Part
from rules.engine.scene.scene import Scene
from rules.engine.scene.trial import Trial
from rules.shelf import books_by_name, shelf
from tests.bot.said_at_random import GAMES, Game, offered

ORDERS = 25
NEWEST_DICE = 4


class Watched(SeededDice):
    """Simulated dice that remember their throws."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thrown: list[tuple[str, int, int, int]] = []

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        value, by = super().throw(why, low, high)
        self.thrown.append((why, low, high, value))
        return value, by


def resolved(order: Order, scene: Scene, book: Ruleset) -> tuple[Part, ...] | str:
    """The parts of an order, or why it is refused."""
    try:
        return conduct.resolve(order, scene, book)
    except Refusal as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def both_ways(order: Order, encounter: Encounter, book: Ruleset, seed: int) -> tuple[Part, ...] | str:
    """Resolve an order in play and in a trial, and compare; return its parts, or why it is refused."""
    dice, others = Watched(seed), Watched(seed)
    parts = resolved(order, Scene(encounter, dice), book)
    tried = resolved(order, Trial(encounter, others), book)
    assert others.thrown == dice.thrown
    if isinstance(parts, str) or isinstance(tried, str):
        assert tried == parts
        return parts
    assert [(part.encounter, part.resolution.verdict) for part in tried] == [
        (part.encounter, part.resolution.verdict) for part in parts
    ]
    assert not any(part.resolution.steps for part in tried)
    return parts


def planned(encounter: Encounter, luck: random.Random) -> Order:
    """A plan, a pass until something happens, or a run."""
    who = luck.choice([fighter.id for fighter in encounter.combatants])
    lines = [
        Line("fire at whoever shows", (Fire(who, (Target(THEM),), aim=1),), When(CONTACT)),
        Line("duck", (Duck(who),), When(HIT)),
        Line("reload", (Reload(who),), When(EMPTY)),
        Line("stay", (), When(ELSE)),
    ]
    later = When(AT, at=Clock(encounter.clock.turn + luck.randint(1, 4)))
    plan = SetPlan(who, tuple(luck.sample(lines, luck.randint(1, 4))), "100")
    return luck.choice([plan, plan, Pass(who, later), Next(run=True), Next(seconds=3)])


def orders(game: Game, book: Ruleset, preset: str, luck: random.Random) -> Generator[Order, Encounter, None]:
    """Play a fight at random: yields each order, and is sent the encounter after it."""
    encounter: Encounter = yield Start(
        "e1", "Fight", book.id, preset, "100", "0" * 64, dice=luck.randint(1, NEWEST_DICE)
    )
    for request in game.begin:
        encounter = yield request.order(OrderContext(encounter, book, {}, "100"))
    for name, value in (("fog", "hidden"), ("fog", "sides"), ("pace", "sealed"), ("pace", "auto")):
        if luck.random() < 0.25:
            encounter = yield Switch(name, value)
    for _ in range(ORDERS):
        if luck.random() < 0.15 and not any(isinstance(item, Question) for item in encounter.agenda):
            encounter = yield planned(encounter, luck)
            continue
        try:
            order = offered(game, encounter, book, luck).order(OrderContext(encounter, book, {}, "100"))
        except (Refusal, Incomplete):
            continue
        encounter = yield order


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
def test_a_trial_comes_to_what_play_comes_to(name: str, seed: int) -> None:
    book, preset = books_by_name(shelf())[name]
    luck, encounter, done = random.Random(seed), conduct.UNOPENED, 0
    fight = orders(GAMES[name], book, preset, luck)
    order = next(fight)
    while True:
        parts = both_ways(order, encounter, book, luck.randrange(2**32))
        if not isinstance(parts, str):
            encounter, done = parts[-1].encounter, done + 1
        try:
            order = fight.send(encounter)
        except StopIteration:
            break
    assert done > len(GAMES[name].begin)
