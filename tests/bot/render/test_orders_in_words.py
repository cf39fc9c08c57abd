"""An order in a few words, as lists of entries show it, and the users who decide."""

from __future__ import annotations

import pytest

from bot.chat.render.results.state_after import person
from bot.chat.render.text import wording
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Buy, Drop, Fire, Heal, Move, Next, Reload, Target
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.phoenix.basics.soldier import Soldier
from rules.words.places import Place

C3 = Place.parse("C3")
PEOPLE = tuple(Combatant(f"c{n}", name, "", None, (), Soldier()) for n, name in enumerate(("Ann", "Ben"), start=1))
FIGHT = Encounter("e1", "Test", "phoenix", "phoenix-basic", ("9",), "", (), PEOPLE)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Move("c1", C3), "Ann: move to C3"),
        (Move("c1", C3, None, "low crouch"), "Ann: move to C3 (low crouch)"),
        (Fire("c1", (Target("c2"),)), "Ann: fire at Ben"),
        (Fire("c1", (Target("c2"),), aim=2, range=9, how="hip"), "Ann: fire at Ben (aim 2, range 9, hip)"),
        (Reload("c1"), "Ann: reload"),
        (Heal("c1", (Target("c2"),)), "Ann: heal Ben"),
        (Buy("c1", "AP", 1500, "50", 8), "Ann: buy AP (1,500 per 50)"),
        (Drop("c1", "AP"), "Ann: give up the supply of AP"),
        (Next(), "Next"),
    ],
)
def test_an_order_in_a_few_words(order: Order, words: str) -> None:
    assert wording._ordered(order, FIGHT) == words


@pytest.mark.parametrize(("user", "words"), [(GMS, "the GM"), ("123", "<@123>"), ("forgotten-1", "somebody")])
def test_a_user_who_decides_in_words(user: str, words: str) -> None:
    assert person(user) == words
