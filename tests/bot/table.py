"""A table to play at in tests: a referee on a real store, and people who speak."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from bot.game.entries.entries import Entry, Group
from bot.game.entries.invocation import Invocation
from bot.game.files.exports import Export
from bot.game.files.library import Library
from bot.game.people.people import People
from bot.game.referee.referee import Referee
from bot.game.requests import AttackRequest, DirectRequest, MusterRequest, Request
from bot.game.store import EncounterRow, SeedRow, Store
from rules.engine.records.orders import Fire, Next
from rules.shelf import shelf
from tests.confirming import meant

GM, ANN, BEN, CLEO = "100", "101", "102", "103"
NAMES = {GM: "GM", ANN: "Ann", BEN: "Ben", CLEO: "Cleo"}
_interactions = count(1_000)


def invocation(user: str = GM, channel: str = "10") -> Invocation:
    """A new interaction of that user."""
    return Invocation(str(next(_interactions)), user, NAMES[user], "1", channel, "token", datetime.now(UTC))


class Table:
    """One channel with a referee."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    async def order(self, request: Request, user: str = GM, dice: str = "") -> Entry:
        """The last entry that the wish led to."""
        return (await self.group(request, user, dice))[-1]

    async def group(self, request: Request, user: str = GM, dice: str = "") -> Group:
        """All entries that the wish led to."""
        return await meant(self.referee, invocation(user), request, dice)

    async def fire(self, target: str = "Alien 1", user: str = ANN, dice: str = "", range: int | None = 2) -> Entry:
        """A shot at a target."""
        return await self.order(AttackRequest(Fire, target=target, range=range), user, dice)

    async def next(self, user: str = GM) -> Entry:
        """Time goes on."""
        return await self.order(DirectRequest(Next()), user)

    async def head(self) -> Entry:
        """The last entry of the channel's encounter."""
        id = await self.referee.current(invocation(), ended_too=True)
        head = await self.referee.journal.head(id)
        assert head is not None
        return head

    async def exported(self) -> dict[str, Any]:
        """The export of the channel's encounter."""
        store, id = self.referee.store, (await self.head()).encounter_id
        row = await store.journal.encounter(id)
        assert row is not None
        return document(row, await self.referee.journal.whole(id), await store.journal.seeds_of(id))


@asynccontextmanager
async def laid(path: Path) -> AsyncIterator[Table]:
    """A table with an open encounter: Ann's Apone, Ben's Rifleman, three Aliens of the GM's."""
    async with await Store.open(path) as store:
        table = Table(Referee(Library(store, shelf(), "aliens")))
        await table.referee.start(invocation())
        await table.order(MusterRequest(sheet="apone", owner=ANN, side="Marines"))
        await table.order(MusterRequest(sheet="rifleman", owner=BEN, side="Marines"))
        await table.order(MusterRequest(sheet="alien", count=3, side="Aliens"))
        yield table


def document(
    row: EncounterRow, entries: Sequence[Entry], seeds: Iterable[SeedRow], people: People | None = None
) -> dict[str, Any]:
    """The export of an encounter, as it is read back from its file."""
    file = BytesIO()
    export = Export(file, row, entries[-1].state, entries[-1].at, people)
    export.add(entries)
    export.close(seeds)
    read: dict[str, Any] = json.loads(file.getvalue())
    return read


def later(given: Invocation) -> Invocation:
    """The same interaction delivered once more."""
    return replace(given, at=datetime.now(UTC))
