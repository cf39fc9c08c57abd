"""Which orders may take long, by what they set going in an encounter."""

from __future__ import annotations

import pytest

from rules.engine.agenda import Question
from rules.engine.copies import replace
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Answer, Burst, Duck, Fire, Next, Target
from rules.engine.records import Order
from rules.phoenix.long_orders import long
from rules.phoenix.soldier import Soldier
from tests.rules.phoenix.skirmish import Skirmish

TARGET = "c0"


def asked(people: int, waiting: int) -> Encounter:
    """A fight in which so many bursts wait until their target has answered whether they duck."""
    rest = tuple(Burst(f"c{n}", (Target(TARGET),)) for n in range(1, waiting + 1))
    return replace(
        Skirmish().encounter,
        combatants=tuple(Combatant(f"c{n}", f"Guard {n}", "", None, (), Soldier()) for n in range(people)),
        agenda=(Question(TARGET, "Does Guard 0 duck?", ("duck", "stay"), rest),),
    )


@pytest.mark.parametrize("order", [Answer(TARGET, "stay"), Duck(TARGET)])
def test_an_answer_is_long_if_many_shots_wait_for_it(order: Order) -> None:
    assert long(order, asked(60, waiting=30))
    assert not long(order, asked(60, waiting=1))
    assert not long(order, asked(8, waiting=7))


def test_what_waits_for_another_answer_does_not_count() -> None:
    assert not long(Answer("c1", "stay"), asked(60, waiting=30))
    assert not long(Fire("c1", (Target(TARGET),)), asked(60, waiting=30))


def test_in_a_large_fight_without_work_next_is_short() -> None:
    assert not long(Next(), replace(asked(60, waiting=0), agenda=()))
