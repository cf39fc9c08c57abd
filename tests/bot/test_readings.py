"""What players read of a fight with a fighter whom their side has not perceived: nothing that names or places them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat import render
from bot.chat.delivery import shown_as
from bot.game import history
from bot.game.journal import Entry, Group, entries_of
from bot.game.referee import Outdated
from bot.game.requests import AttackRequest, MusterRequest, PlainRequest, SwitchRequest, adjusting
from bot.game.sight import EVERYTHING, PUBLIC, Viewer, read, to_act, viewer_of
from rules.engine.copies import replace
from rules.engine.effects import Effect, Joined
from rules.engine.errors import NotAllowed
from rules.engine.model import Encounter
from rules.engine.orders import Fire, Move, Muster
from rules.engine.scene import Part
from rules.engine.sight import witnessed
from rules.words.places import Place
from tests.bot.table import ANN, BEN, CLEO, GM, Table, invocation, laid

SECRETS = ("Zorro", "Incinerator", "H7", "somebody", "c6")
"""What Ann must not read: the hidden fighter's name, weapon and place, words for somebody, and the id."""


@pytest.fixture(params=["off", "hidden", "sides"])
async def table(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Table]:
    """Ann's Apone and Ben's Rifleman against three Aliens, and Cleo's Zorro, whom the GM keeps secret."""
    async with laid(tmp_path / "referee.sqlite3") as table:
        await table.order(SwitchRequest("fog", request.param))
        await secretly(table, MusterRequest(sheet="Marine, Incinerator", name="Zorro", side="Rebels", owner=CLEO))
        yield table
