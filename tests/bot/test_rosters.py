"""No round is ever on a roster twice, whatever ends, is undone and ends again, in any order and repeated."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.game.entries.entries import Group
from bot.game.files.library import Library
from bot.game.people import rosters
from bot.game.people.rosters import Kept
from bot.game.referee.referee import Referee
from bot.game.requests import KeepRequest, MusterRequest, SwitchRequest, adjusting, dismissing, handing_over
from bot.game.store import ProfileRow, Store
from rules.engine.records.errors import NotAllowed, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Note
from rules.shelf import shelf
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid

CHANNELS = ("20", "21", "22")
FULL_LOAD = 16


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        await table.order(SwitchRequest("joining", "open"))
        yield table


async def kept(table: Table, user: str = ANN) -> list[str]:
    book = table.referee.library.shelf["aliens"]
    roster = await table.referee.library.rosters.of("1", user, book)
    return [f"{one.profile.name} {rounds_of(one)}" for one in roster.values()]


def rounds_of(one: Kept) -> int:
    return loaded(one.profile.carried[0].ammunition)


def loaded(ammunition: object) -> int:
    return int(getattr(ammunition, "loaded"))  # noqa: B009


async def over(table: Table) -> Group:
    ended = await table.referee.end(invocation())
    await table.referee.settle(ended)
    return ended


async def test_an_end_keeps_what_players_brought_in_and_what_they_accepted(table: Table) -> None:
    await table.order(MusterRequest(sheet="rifleman", name="Ash", owner=ANN), ANN)
    await table.order(handing_over("Alien 1", BEN))
    with pytest.raises(NotAllowed, match="Apone is not yours"):
        await table.order(KeepRequest("Apone", BEN), BEN)
    accepted = await table.order(KeepRequest("Rifleman", BEN), BEN)
    assert "Rifleman" in str(accepted.state.combatants[1].roster)
    with pytest.raises(NotNow, match="roster of the player who"):
        await table.order(KeepRequest("Rifleman", BEN), BEN)
    await over(table)
    assert await kept(table) == ["Ash 16"]
    assert await kept(table, BEN) == ["Rifleman 16"]


async def test_what_an_end_leaves_is_accepted_once_and_afterwards_too(table: Table) -> None:
    head = (await over(table))[-1]
    library = table.referee.library
    assert await library.rosters.accept(invocation(ANN), head, "c1") == "Apone"
    for user, refusal in ((ANN, "is already on a roster"), (BEN, "not yours")):
        with pytest.raises(Refusal, match=refusal):
            await library.rosters.accept(invocation(user), head, "c1")
    assert await kept(table) == ["Apone 16"]
    await table.referee.undo(invocation())
    await table.order(adjusting("Apone", "loaded 3"))
    await over(table)
    assert await kept(table) == ["Apone 3"]


async def test_a_fighter_who_was_lent_comes_back_to_the_one_who_brought_them_in(table: Table) -> None:
    await table.order(MusterRequest(sheet="rifleman", name="Ash", owner=ANN), ANN)
    await table.order(handing_over("Ash", BEN), ANN)
    with pytest.raises(NotNow):
        await table.order(KeepRequest("Ash", BEN), BEN)
    await over(table)
    assert (await kept(table), await kept(table, BEN)) == (["Ash 16"], [])


async def test_a_removed_fighter_is_not_accepted(table: Table) -> None:
    await table.order(dismissing("Apone"))
    with pytest.raises(Refusal):
        await table.order(KeepRequest("Apone", ANN), ANN)


async def test_a_gm_does_not_bring_in_from_another_s_roster(table: Table) -> None:
    await table.order(MusterRequest(sheet="rifleman, loaded 9", name="Ash", owner=ANN), ANN)
    await over(table)
    await table.referee.start(invocation())
    with pytest.raises(Refusal):
        await table.order(MusterRequest(name="Ash", owner=ANN))


async def test_another_of_the_same_name_is_kept_beside_the_first(table: Table) -> None:
    for loaded_now in (9, 8):
        entry = await table.order(MusterRequest(sheet=f"rifleman, loaded {loaded_now}", name="ÄSH", owner=ANN), ANN)
        await over(table)
        await table.referee.start(invocation())
        await table.order(SwitchRequest("joining", "open"))
    remarks = [step.text for step in entry.resolution.steps if isinstance(step, Note) and step.label == "Roster"]
    assert remarks == ["ÄSH is already on your roster. This one will be kept as ÄSH 2."]
    assert await kept(table) == ["ÄSH 9", "ÄSH 2 8"]


async def test_a_roster_has_an_end(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rosters, __import__("bot.game.requests.newcomers", fromlist=["MOST_PROFILES"])):
        monkeypatch.setattr(module, "MOST_PROFILES", 1)
    await table.order(MusterRequest(sheet="rifleman", name="Ash", owner=ANN), ANN)
    await over(table)
    await table.referee.start(invocation())
    entry = await table.order(MusterRequest(sheet="rifleman", name="Birch", owner=ANN), ANN)
    assert any("Your roster is full" in getattr(step, "text", "") for step in entry.resolution.steps)
    with pytest.raises(NotNow, match="full"):
        await table.order(KeepRequest("Birch", ANN), ANN)
    await over(table)
    assert await kept(table) == ["Ash 16"]


@dataclass
class World:
    """Three channels where Ann brings in fighters; what her roster held, version by version."""

    referee: Referee
    luck: random.Random
    ends: list[Group] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    before: dict[str, ProfileRow] = field(default_factory=dict)
    brought: int = 0

    async def state(self, channel: str) -> Encounter | None:
        id = await self.referee.open_in(channel)
        head = await self.referee.journal.head(id) if id else None
        return head.state if head else None

    async def act(self) -> None:
        channel = self.luck.choice(CHANNELS)
        state = await self.state(channel)
        deeds = [self.undo, self.settle_again] if state is None else [self.bring, self.spend, self.spend, self.end]
        try:
            if state is None and self.luck.random() < 0.5:
                await self.referee.start(invocation(GM, channel), ruleset="aliens")
                await self.referee.carry_out(invocation(GM, channel), SwitchRequest("joining", "open"))
            else:
                await self.luck.choice([*deeds, self.undo, self.settle_again])(channel)
        except Refusal:
            pass
        await self.check()

    async def bring(self, channel: str) -> None:
        own = await self.referee.library.rosters.of("1", ANN, self.referee.library.shelf["aliens"])
        if own and self.luck.random() < 0.7:
            request = MusterRequest(name=self.luck.choice([one.profile.name for one in own.values()]), owner=ANN)
        else:
            request = MusterRequest(sheet="apone", name="Apone", owner=ANN)
        group = await self.referee.carry_out(invocation(ANN, channel), request)
        self.brought += not group[-1].state.combatants[-1].kept
        await self.referee.settle(group)

    async def spend(self, channel: str) -> None:
        fighter = await self.anybody(channel)
        left = self.luck.randint(0, loaded(fighter.carried[0].ammunition))
        await self.referee.carry_out(invocation(GM, channel), adjusting(fighter.name, f"loaded {left}"))

    async def end(self, channel: str) -> None:
        self.ends.append(await self.referee.end(invocation(GM, channel)))
        for _ in range(self.luck.randint(0, 2)):
            await self.referee.settle(self.ends[-1])

    async def undo(self, channel: str) -> None:
        await self.referee.undo(invocation(GM, channel))
        if self.luck.random() < 0.2:
            await self.referee.redo(invocation(GM, channel))

    async def settle_again(self, _: str) -> None:
        if self.ends:
            await self.referee.settle(self.luck.choice(self.ends))

    async def anybody(self, channel: str) -> Combatant:
        state = await self.state(channel)
        assert state is not None
        if not state.combatants:
            raise NotNow("nobody")
        return self.luck.choice(state.combatants)

    async def check(self) -> None:
        """A profile changes only to what came of the fighter who took it, or the same fighter at a later end."""
        rows = {row.origin: row for row in await self.referee.store.shelf.profiles("1", owner_id=ANN)}
        assert len(rows) <= self.brought
        names = [row.name.casefold() for row in rows.values()]
        assert len(set(names)) == len(names)
        roster = await self.referee.library.rosters.of("1", ANN, self.referee.library.shelf["aliens"])
        now = {one.link.partition(" ")[0]: rounds_of(one) for one in roster.values()}
        for origin, row in rows.items():
            old = self.before.get(origin)
            if old is not None and old.version == row.version:
                assert (old.record, old.name) == (row.record, row.name)
                continue
            fighter = row.version.rpartition(":")[0]
            if old is None:
                assert fighter == origin
                assert now[origin] <= FULL_LOAD
            elif old.version.rpartition(":")[0] != fighter:
                # Another fighter writes: they took exactly the version that is replaced.
                encounter, _, id = fighter.partition(":")
                head = await self.referee.journal.head(encounter)
                assert head is not None
                assert head.state.combatant(id).kept == f"{origin} {old.version}"
                assert now[origin] <= self.held[old.version]
            self.held[row.version] = now[origin]
        assert set(self.before) <= set(rows)
        assert sum(now.values()) <= FULL_LOAD * self.brought
        self.before = rows


@pytest.mark.parametrize("seed", range(12))
async def test_rounds_never_multiply(tmp_path: Path, seed: int) -> None:
    async with await Store.open(tmp_path / "referee.sqlite3") as store:
        world = World(Referee(Library(store, shelf(), "aliens")), random.Random(seed))
        for _ in range(120):
            await world.act()
        assert world.ends and world.before, "something was written"
