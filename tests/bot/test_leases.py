"""Leases: which process has a shard, how it is handed over, and which process answers an interaction meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.connection import leases
from bot.chat.connection.leases import Keeper, Restarting, leased
from bot.errors import StoreAway
from bot.game.store import ShardScope, Store
from bot.game.store.parts.leases import Waiting
from tests.bot.store.samples import NOON
from tests.clocks import Put
from tests.homes import HOMES, SQLITE, ask, created
from tests.waiting import until

pytestmark = pytest.mark.sqlite  # Each test chooses its database itself.

SHARDS = 4


@pytest.mark.parametrize("kind", HOMES)
async def test_a_shard_is_claimed_once_until_its_lease_ends(tmp_path: Path, kind: str) -> None:
    address = tmp_path / "leases.sqlite3" if kind == SQLITE else await created()
    async with await Store.open(address) as store:
        later, seconds = NOON + timedelta(seconds=30), timedelta(seconds=1)

        async def owners() -> dict[int, str]:
            return {lease.shard: lease.owner for lease in await store.leases.all()}

        await store.leases.claim(4, {0, 1}, "one", NOON, later)
        await store.leases.claim(4, {1, 2}, "two", NOON, later)
        assert await owners() == {0: "one", 1: "one", 2: "two"}
        # Another number of shards deals all servers out differently.
        await store.leases.claim(8, {7}, "three", NOON, later)
        assert await owners() == {0: "one", 1: "one", 2: "two"}
        await store.leases.claim(4, {0}, "one", NOON, later + 2 * seconds)
        await store.leases.claim(4, {0, 1}, "two", later + seconds, later + 30 * seconds)
        assert await owners() == {0: "one", 1: "two", 2: "two"}
        await store.leases.release("two")
        assert await owners() == {0: "one"}


@pytest.mark.parametrize("kind", HOMES)
async def test_a_shard_that_is_handed_over_has_its_cut_and_nobody_who_waits(tmp_path: Path, kind: str) -> None:
    address = tmp_path / "leases.sqlite3" if kind == SQLITE else await created()
    async with await Store.open(address) as store:
        later = NOON + timedelta(seconds=30)
        await store.leases.claim(4, {0, 1}, "one", NOON, later)
        await store.leases.wait_for(4, {0, 1}, "two", [Waiting.READY, Waiting.WANTS], later)
        await store.leases.wait_for(8, {1}, "three", [Waiting.STARTING], later)
        await store.leases.wait_for(4, {0, 1}, "one", [Waiting.STARTING], later)
        [first, second] = sorted(await store.leases.all(), key=lambda lease: lease.shard)
        assert (first.wanted, first.ready, first.starting) == (later, later, None)
        assert second.starting is None
        await store.leases.hand_over(0, "one", 1 << 60)
        # What is handed over and not claimed yet keeps its cut.
        await store.leases.release("one")
        [first] = await store.leases.all()
        assert (first.until, first.cut) == (None, 1 << 60)
        await store.leases.claim(4, {0}, "two", NOON, later)
        [first] = await store.leases.all()
        assert (first.owner, first.cut, first.until) == ("two", 1 << 60, later)
        assert (first.wanted, first.ready, first.starting) == (None, None, None)


def at(shard: int, id: int) -> dict[str, object]:
    """An interaction on a server of that shard."""
    return {"id": str(id), "guild_id": str((4 * 1000 + shard) << 22)}


class Two:
    """Two stores on one file, each with a keeper that does its rounds when it is told to, on one clock."""

    def __init__(self, stores: list[Store], ids: frozenset[int]) -> None:
        self.clock = Put()
        self.old, self.new = (Keeper(store, ShardScope(SHARDS, ids), self.clock) for store in stores)
        self.stores = stores

    @property
    def held(self) -> list[frozenset[int]]:
        """The shards that the old process has, and the new one."""
        return [self.old.held, self.new.held]

    async def rounds(self, *keepers: Keeper) -> None:
        """Each has its turn."""
        for keeper in keepers:
            await keeper._round()


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Two]:
    path = tmp_path / "leases.sqlite3"
    async with await Store.open(path) as one, await Store.open(path) as other:
        yield Two([one, other], frozenset({1, 2}))


async def test_a_process_that_is_ready_gets_the_shards_of_the_one_before(two: Two) -> None:
    await two.rounds(two.old, two.new)
    assert two.held == [{1, 2}, set()]
    # A process that starts waits.
    await two.rounds(two.old, two.new)
    assert two.old.held == {1, 2}
    two.new.is_ready()
    await two.rounds(two.new, two.old, two.new)
    assert two.held == [set(), {1, 2}]
    # The one before stands by, and does not want them back.
    two.old.is_ready()
    for _ in range(20):
        two.clock.forward(seconds=1)
        await two.rounds(two.old, two.new)
    assert two.held == [set(), {1, 2}]
    assert two.old.owners.keys() == {1, 2}


async def test_each_interaction_is_of_exactly_one_process_while_a_shard_is_handed_over(two: Two) -> None:
    await two.rounds(two.old, two.new)
    two.new.is_ready()
    assert two.old.decided(at(1, 10)) is True
    assert two.old.decided(at(1, 30)) is True
    assert two.new.decided(at(1, 30)) is None
    await two.rounds(two.new, two.old)
    # Handed over, and not claimed yet: up to 30 the old one answers, also what arrives there only now.
    assert [two.old.decided(at(1, id)) for id in (20, 30, 31)] == [True, True, None]
    assert [two.new.decided(at(1, id)) for id in (20, 30, 31)] == [None, None, None]
    await two.rounds(two.new)
    assert [two.old.decided(at(1, id)) for id in (20, 30, 31)] == [True, True, None]
    assert [two.new.decided(at(1, id)) for id in (20, 30, 31)] == [False, False, True]
    assert two.new.decided(at(2, 1)) is True


async def test_an_interaction_waits_for_the_process_that_takes_over(two: Two) -> None:
    await two.rounds(two.old, two.new)
    two.new.is_ready()
    there, here = (asyncio.create_task(keeper.decision(at(1, 40))) for keeper in (two.old, two.new))
    assert await there is True
    await two.rounds(two.new, two.old, two.new)
    assert await here is False
    assert await two.new.decision(at(1, 41)) is True


async def test_what_happens_by_itself_follows_the_leases(two: Two) -> None:
    old, new = two.stores
    await two.rounds(two.old, two.new)
    assert [store._database.shard_scope.ids for store in two.stores] == [{1, 2}, set()]
    assert new._database.shard_scope.condition("guild_id") == "FALSE"
    two.new.is_ready()
    await two.rounds(two.new, two.old, two.new)
    assert [store._database.shard_scope.ids for store in two.stores] == [set(), {1, 2}]
    assert not old.is_alone


async def test_a_shard_that_nobody_takes_goes_back(two: Two) -> None:
    await two.rounds(two.old, two.new)
    two.new.is_ready()
    await two.rounds(two.new, two.old)
    assert two.old.held == set()
    # The other one is killed before it claims them.
    two.clock.forward(seconds=6)
    await two.rounds(two.old)
    assert two.old.held == {1, 2}


async def test_a_process_that_stops_hands_over_to_one_that_stands_by(two: Two) -> None:
    await two.rounds(two.old, two.new)
    two.new.is_ready()
    await two.rounds(two.new)
    await two.old.step_back(0.0, asyncio.Event())
    # It leaves what comes now to the other one, which has not claimed the shards yet.
    assert await two.old.decision(at(1, 5)) is False
    await two.rounds(two.old, two.new)
    assert await two.new.decision(at(1, 5)) is True
    assert two.held == [set(), {1, 2}]


async def test_a_process_that_stops_waits_for_one_that_starts(two: Two) -> None:
    await two.rounds(two.old, two.new)
    stopping = asyncio.create_task(two.old.step_back(1000.0, asyncio.Event()))
    await asyncio.sleep(0.05)
    assert not stopping.done()
    assert two.old.held == {1, 2}
    two.new.is_ready()
    await two.rounds(two.new)
    await stopping
    await two.rounds(two.new)
    assert two.new.held == {1, 2}


async def test_a_process_that_stops_alone_keeps_its_shards_until_it_has_ended(two: Two) -> None:
    await two.rounds(two.old)
    await two.old.step_back(1000.0, asyncio.Event())
    assert two.old.held == {1, 2}


async def test_a_process_whose_leases_end_stays_and_takes_them_again(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The database is away for a minute."""
    monkeypatch.setattr(leases, "_LOOK", 0.01)
    monkeypatch.setattr(leases, "COURTESY", 0.0)
    whole, away = two.stores[0].leases.all, True

    async def all() -> object:
        if away:
            raise StoreAway
        return await whole()

    running = asyncio.create_task(two.old.run())
    await until(lambda: two.old.held)
    monkeypatch.setattr(two.stores[0].leases, "all", all)
    await until(lambda: "The leases cannot be renewed: The journal's database cannot be reached" in caplog.text)
    # Its leases last: who orders reads of the database from the order itself.
    assert two.old.decided(at(1, 5)) is True
    two.clock.forward(seconds=61)
    assert two.old.decided(at(1, 6)) is None
    with pytest.raises(StoreAway, match=r"cannot be reached, so nothing was stored. Try again in a minute\."):
        await two.old.decision(at(1, 6))
    await until(lambda: two.stores[0]._database.shard_scope.ids == set())
    away = False
    await until(lambda: two.old.held == {1, 2})
    assert two.old.decided(at(1, 7)) is True
    assert "The leases of shard(s) 1, 2 of 4 are over; orders there are refused until they are back" in caplog.text
    running.cancel()


async def test_an_unforeseen_error_does_not_end_the_keeping(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(leases, "_LOOK", 0.01)
    running = asyncio.create_task(two.old.run())
    await until(lambda: two.old.held)
    with monkeypatch.context() as patch:

        async def fails() -> object:
            raise RuntimeError("an error that nobody foresaw")

        patch.setattr(two.stores[0].leases, "all", fails)
        await until(lambda: "The leases cannot be renewed: an error that nobody foresaw" in caplog.text)
        two.clock.forward(seconds=31)
        await until(lambda: "are over" in caplog.text)
    await until(lambda: two.old.held)
    running.cancel()


async def test_a_process_whose_leases_are_taken_stands_by(two: Two, caplog: pytest.LogCaptureFixture) -> None:
    await two.rounds(two.old)
    await two.stores[0]._database.write("UPDATE leases SET owner = 'host:7:else'")
    await two.rounds(two.old)
    assert two.old.held == set()
    assert two.old.owners == {1: "host:7", 2: "host:7"}
    assert "This process no longer has shard(s) 1, 2 of 4" in caplog.text


async def test_a_process_that_was_suspended_answers_nothing_before_it_has_looked(two: Two) -> None:
    await two.rounds(two.old)
    two.clock.forward(seconds=31)
    await two.rounds(two.new)
    assert two.new.held == {1, 2}
    assert two.old.decided(at(1, 5)) is None
    await two.rounds(two.old)
    assert two.old.held == set()


async def test_an_order_at_a_process_without_its_shard_is_left_to_the_one_that_renews_it(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "COURTESY", 0.0)
    await two.rounds(two.old, two.new)
    assert await two.new.decision(at(1, 5)) is False
    for _ in range(20):
        two.clock.forward(seconds=1)
        await two.rounds(two.new)
    # The other one does not renew its leases, which last for ten seconds more.
    with pytest.raises(Restarting, match=r"The bot is restarting\. Try again in a minute\."):
        await two.new.decision(at(1, 6))


async def test_another_number_of_shards_waits_for_all(two: Two) -> None:
    await two.rounds(two.old)
    more = Keeper(two.stores[1], ShardScope(8, frozenset({7})), two.clock)
    more.is_ready()
    await two.rounds(more, two.old, more)
    assert [keeper.held for keeper in (two.old, more)] == [{1, 2}, set()]
    await two.stores[0].leases.release(two.old.owner)
    await two.rounds(more)
    assert more.held == {7}


async def test_a_server_of_no_shard_of_this_process_counts_for_its_first(two: Two) -> None:
    """A user's own install works on servers that the bot is not on; a direct message has none."""
    await two.rounds(two.old)
    assert two.old.decided(at(3, 5)) is True
    assert two.old.decided({"id": "6"}) is True


async def test_leases_are_given_back_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "leases.sqlite3"
    async with await Store.open(path) as store:
        async with leased(store, ShardScope(SHARDS, frozenset({2}))) as keeper:
            await until(lambda: keeper.held)
            assert [shard for (shard,) in ask(path, "SELECT shard FROM leases")] == [2]
        assert ask(path, "SELECT shard FROM leases") == []
