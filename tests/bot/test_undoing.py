"""The right to undo an order in which dice were thrown for a fighter whom its player does not know."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.game.entries.entries import Entry
from bot.game.entries.invocation import Invocation
from bot.game.referee.undo.undo_rights import check_undo
from rules.engine.records.errors import NotAllowed
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Move
from rules.engine.records.records import Condition
from rules.engine.records.steps import Roll
from rules.engine.scene.scene import Clause, Resolution, Unseen
from rules.words.places import Place

TRENT = Combatant("c1", "Trent", "Squad", "ann", (), Condition())
ZORRO = Combatant("c2", "Zorro", "Bugs", None, (), Condition(), secret=True)
YARD = Encounter("e1", "Yard", "aliens", "aliens", ("gm",), "00", combatants=(TRENT, ZORRO))
ANN = Invocation("i2", "ann", "Ann", "1", "c", "", datetime(2026, 1, 1, tzinfo=UTC))


def moved(thrown_for: str) -> Entry:
    """Trent's move, in which dice were thrown for somebody."""
    roll = Roll("Notice", "whether they notice", 0, 9, 4, "", "", about=thrown_for)
    resolution = Resolution((Clause("c1", "Trent moves."),), steps=(roll,), unseen=(Unseen("c2", ("Bugs",)),))
    return Entry(
        encounter_id="e1",
        guild="1",
        seq=2,
        parent=1,
        origin=2,
        kind="order",
        part=1,
        interaction_id="i1",
        user="ann",
        at=ANN.at,
        order=Move("c1", Place(1, 1)),
        written=b"{}",
        resolution=resolution,
        state=YARD,
        rules_version="1",
        channel_id="c",
    )


def test_dice_that_the_player_knows_of_leave_the_undo_to_the_gm() -> None:
    with pytest.raises(NotAllowed, match=r"^Dice were thrown for that order\. Only the GM can undo it\."):
        check_undo([moved("c1")], ANN, YARD)


def test_dice_for_somebody_unknown_do_not_show_in_a_refusal() -> None:
    check_undo([moved("c2")], ANN, YARD)
