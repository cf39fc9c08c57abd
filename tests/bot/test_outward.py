"""Fighters as other sides see them: nothing private, and the rules can read them like any fighter."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.errors import ChannelTaken
from bot.game.files.library import Library
from bot.game.referee.referee import Referee
from bot.game.requests import Incomplete
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import replace
from rules.engine.records.errors import DiceWanted, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Burst, Fire, Target, Throw
from rules.shelf import shelf
from tests.bot.said_at_random import GAMES, offered
from tests.bot.table import GM, invocation

ORDERS = 40
"""Orders of a fight that are tried."""


def as_seen(of: Combatant, encounter: Encounter, book: Ruleset) -> Encounter:
    """The encounter as a fighter knows it who sees everybody."""
    seen = tuple(c if c.id == of.id else book.outward(c, encounter) for c in encounter.combatants)
    return replace(encounter, combatants=seen, agenda=())


def ask_everything(of: Combatant, encounter: Encounter, book: Ruleset) -> None:
    """Ask what boards, forms, suggestions and odds ask."""
    book.awaited(encounter)
    book.acts(encounter, of.id)
    for one in encounter.combatants:
        summary = book.summary(one, encounter)
        if one.glimpsed:
            assert not any(word in summary.short for word in ("PD", " 0", "/", "aim", "rounds", "actions"))
            assert book.outward(one, encounter).condition == one.condition
        book.ammunition(one, encounter)
    for target in encounter.combatants:
        for verb in (Fire, Burst, Throw):
            order = verb(of.id, (Target(target.id),))
            for question in (book.odds, book.curve, book.choices):
                try:
                    question(order, encounter)
                except Refusal:
                    continue
            book.cautions(encounter, order)
            try:
                book.aims_wanted(encounter, order)
            except Refusal:
                continue


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
async def test_the_rules_read_fighters_as_they_look(name: str, seed: int, tmp_path: Path) -> None:
    game, luck = GAMES[name], random.Random(seed)
    store = await Store.open(tmp_path / "referee.sqlite3")
    try:
        referee = Referee(Library(store, shelf(), name))
        head = (await referee.start(invocation(), ruleset=name))[-1]
        book = referee.library.shelf[head.state.ruleset]
        for request in game.begin:
            head = (await referee.carry_out(invocation(), request))[-1]
        for _ in range(ORDERS):
            try:
                head = (await referee.carry_out(invocation(GM), offered(game, head.state, book, luck)))[-1]
            except (AskFirst, Refusal, Incomplete, DiceWanted, ChannelTaken):
                continue
            if head.state.ended:
                break
            of = luck.choice(head.state.combatants)
            ask_everything(of, as_seen(of, head.state, book), book)
    finally:
        await store.close()
