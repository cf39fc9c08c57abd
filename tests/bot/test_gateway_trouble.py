"""The bot when its gateway fails: no order is lost, none is carried out or shown twice, and play goes on."""

from __future__ import annotations

import asyncio
import runpy
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import backoff

from standin.driver import Person
from standin.faults import CALLBACK
from standin.gateway.gateway import Gateway
from tests.served import CHANNEL, Served, served, skirmish
from tests.waiting import patience, until

SHOT: dict[str, Any] = {"target": "Alien 1", "range": 2, "dice": "7"}


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """A skirmish; the bot logs in anew at once instead of after five seconds."""

    async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
        return None

    async with served(tmp_path / "bot.sqlite3") as bot:
        monkeypatch.setattr(bot.client, "before_identify_hook", at_once)
        await skirmish(bot)
        yield bot


@pytest.fixture
def ann(bot: Served) -> Person:
    return bot.person("Ann")


@pytest.fixture
def gateway(bot: Served) -> Gateway:
    return bot.playground.gateway


def said(person: Person) -> list[str]:
    """Return the messages in the channel."""
    return [message["content"] for message in person.sees(CHANNEL)]


def shots(person: Person) -> int:
    """Return how many of Apone's shots are in the channel."""
    return sum("Apone fires" in content for content in said(person))


async def heard_again(bot: Served, lines: int) -> None:
    """Waits until the bot has connected so often, and answers."""
    await until(lambda: bot.playground.gateway.connections >= lines and bot.playground.gateway.online)


async def cut(gateway: Gateway) -> None:
    await gateway.disconnect()


async def cut_for_good(gateway: Gateway) -> None:
    await gateway.disconnect(resumable=False)


async def cut_and_refused(gateway: Gateway) -> None:
    gateway.refuse_resume()
    await gateway.disconnect()


async def asked_to_reconnect(gateway: Gateway) -> None:
    gateway.reconnect()


async def invalid_but_resumable(gateway: Gateway) -> None:
    gateway.invalidate(resumable=True)


async def invalid(gateway: Gateway) -> None:
    gateway.invalidate()


async def invalid_seq(gateway: Gateway) -> None:
    await gateway.close(4007)


LOSSES = [cut, cut_for_good, cut_and_refused, asked_to_reconnect, invalid_but_resumable, invalid, invalid_seq]


@pytest.mark.parametrize("loss", LOSSES)
async def test_the_gateway_is_lost_in_the_middle_of_a_command(
    bot: Served, gateway: Gateway, ann: Person, loss: Callable[[Gateway], Awaitable[None]]
) -> None:
    before = await bot.seqs()
    connections = gateway.connections
    stall = bot.playground.faults.stall(CALLBACK)
    answer = await ann.slash(CHANNEL, "fire", **SHOT, wait=False)
    await stall.reached.wait()
    await loss(gateway)
    await heard_again(bot, connections + 1)
    stall.release()
    assert "Apone fires" in (await answer.settle()).content
    later = await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=1, dice="9")
    assert "Rifleman" in later.content
    assert shots(ann) == 1
    assert len(await bot.seqs()) == len(before) + 2
    assert len(gateway.sessions) == 1


async def test_orders_given_while_the_bot_is_away_are_carried_out_when_it_comes_back(
    bot: Served, gateway: Gateway, ann: Person
) -> None:
    before = await bot.seqs()
    bot.playground.invoker.time_limit = patience()
    away = gateway.refuse_connection(None)
    await gateway.disconnect()
    answer = await ann.slash(CHANNEL, "fire", **SHOT, wait=False)
    await away.reached.wait()
    assert not gateway.online
    away.release()
    assert "Apone fires" in (await answer.settle()).content
    assert shots(ann) == 1
    assert len(await bot.seqs()) == len(before) + 1


async def test_an_order_that_came_too_late_is_shown_once(bot: Served, gateway: Gateway, ann: Person) -> None:
    before = await bot.seqs()
    bot.playground.invoker.time_limit = 0.1
    held = gateway.hold()
    answer = await ann.slash(CHANNEL, "fire", **SHOT)
    assert answer.failed
    bot.playground.invoker.time_limit = patience()
    held.release()
    # Too late for an answer (10062), and shown in the channel instead.
    await bot.playground.until(lambda: shots(ann) == 1)
    assert bot.playground.asked(CALLBACK)[-1].answer["code"] == 10062
    assert len(await bot.seqs()) == len(before) + 1
    later = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="8")
    assert "Apone fires" in later.content
    assert shots(ann) == 2


async def test_a_gateway_that_stalls_delays_an_order_only(bot: Served, gateway: Gateway, ann: Person) -> None:
    held = gateway.hold()
    answer = await ann.slash(CHANNEL, "fire", **SHOT, wait=False)
    await asyncio.sleep(0.1)
    assert shots(ann) == 0
    held.release()
    assert "Apone fires" in (await answer.settle()).content
    assert shots(ann) == 1


async def test_an_order_sent_twice_is_carried_out_once(bot: Served, gateway: Gateway, ann: Person) -> None:
    before = await bot.seqs()
    gateway.repeat("INTERACTION_CREATE")
    assert "Apone fires" in (await ann.slash(CHANNEL, "fire", **SHOT)).content
    await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="8")
    assert shots(ann) == 2
    assert len(await bot.seqs()) == len(before) + 2


async def test_what_a_resume_brings_once_more_changes_nothing(bot: Served, gateway: Gateway, ann: Person) -> None:
    heard: list[int] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        heard.append(interaction.id)

    bot.client.add_listener(on_interaction)
    first = await ann.slash(CHANNEL, "fire", **SHOT)
    shot = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="8")
    undo = await bot.person("GM").click(shot, "Undo")
    deeds = [int(answer.interaction.id) for answer in (first, shot, undo)]
    before, shown = await bot.seqs(), said(ann)
    assert heard == deeds
    # The bot says that it has missed all three.
    assert bot.client.ws.sequence is not None
    bot.client.ws.sequence -= 3
    await gateway.disconnect()
    later = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9")
    assert "Apone fires" in later.content
    assert heard == [*deeds, *deeds, int(later.interaction.id)]
    assert len(await bot.seqs()) == len(before) + 1
    assert said(ann) == [*shown, later.content]


async def test_a_connection_that_went_deaf_is_replaced(bot: Served, gateway: Gateway, ann: Person) -> None:
    gateway.heartbeat_interval = 0.1
    bot.client._connection.heartbeat_timeout = 0.3
    await gateway.disconnect()
    await bot.playground.online()
    connections = gateway.connections
    deaf = gateway.deaf()
    await heard_again(bot, connections + 1)
    deaf.release()
    assert "Apone fires" in (await ann.slash(CHANNEL, "fire", **SHOT)).content
    assert len(gateway.sessions) == 1


@pytest.mark.parametrize("module", [discord.client, discord.shard], ids=["one", "several"])
def test_a_lost_connection_is_tried_again_within_a_minute(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    # Other tests wait for no pauses.
    usual = runpy.run_path(backoff.__file__)["ExponentialBackoff"].delay
    monkeypatch.setattr(backoff.ExponentialBackoff, "delay", usual)
    monkeypatch.setattr("time.monotonic", lambda: now)
    pauses = module.ExponentialBackoff()
    long = [pauses.delay() for _ in range(200)]
    assert 30 < max(long) <= 60
    # Once a connection has held for a while, the first pauses are short again.
    now += 200
    assert pauses.delay() <= 2 and pauses.delay() <= 4
