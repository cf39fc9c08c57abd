"""The number of orders that a user and a channel may give: the buckets alone, and over the wire for each kind of
order.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import Command

from bot.chat.connection import limits
from bot.chat.connection.limits import Limits
from bot.errors import TooFast
from standin.faults import CALLBACK
from tests.clocks import Put
from tests.served import CHANNEL, Served, served, skirmish

OTHER = "quiet-ruins"
TOO_FAST = "You gave more than 6 orders in a minute."


class Seconds:
    """Time that passes when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Orders:
    """Orders as Discord sends them, each with an id of its own."""

    def __init__(self, per_minute: int) -> None:
        self.time = Seconds()
        self.limits = Limits(per_minute, self.time)
        self._last = 0

    def __call__(self, user: int = 1, channel: int = 1, id: int = 0, kind: int = 2, **data: Any) -> str:
        """Return the reason for a refusal; "" if the order is accepted."""
        self._last += 1
        data = {"name": "fire", **data}
        sent = {"id": id or -self._last, "type": kind, "channel_id": channel, "data": data}
        try:
            self.limits.check({**sent, "member": {"user": {"id": user}}})
        except TooFast as refused:
            return str(refused)
        return ""


def file(name: str, **option: Any) -> dict[str, Any]:
    """The data of a subcommand with an option, as Discord nests them."""
    command, _, subcommand = name.partition(" ")
    options = [{"name": key, "type": 3, "value": value} for key, value in option.items()]
    if subcommand:
        options = [{"name": subcommand, "type": 1, "options": options}]
    return {"name": command, "options": options}


def test_half_a_minutes_orders_at_once_and_then_evenly() -> None:
    order = Orders(60)
    assert [order() for _ in range(30)] == [""] * 30
    assert order() == "You gave more than 60 orders in a minute. Try again in 1 second."
    order.time.now += 0.9
    assert order()
    order.time.now += 0.2
    assert not order() and order()
    order.time.now += 3600
    assert [bool(order()) for _ in range(31)] == [False] * 30 + [True]


def test_it_says_how_long_to_wait_and_then_it_is_true() -> None:
    order = Orders(1)
    assert not order()
    order.time.now += 20.5
    assert order().endswith("Try again in 40 seconds.")
    order.time.now += 40
    assert not order()


def test_each_user_has_a_bucket_and_so_has_each_channel() -> None:
    order = Orders(2)
    assert [order(user, channel=user % 2) for user in range(10)] == [""] * 10
    assert order(10, channel=0) == "This channel gave more than 10 orders in a minute. Try again in 6 seconds."
    # A refused order takes nothing from the user's own bucket.
    assert not order(10, channel=2)
    assert order(10, channel=2).startswith("You gave more than 2 orders in a minute.")


def test_files_and_pictures_have_a_bucket_of_fewer() -> None:
    order = Orders(60)
    costly = [
        file("export"),
        file("dice verify"),
        # Discord may leave options out where there are none.
        {"name": "privacy", "options": [{"name": "show", "type": 1}]},
        file("odds", target="Guard", compare="Uzi"),
        {**file("weapon add"), "resolved": {"attachments": {"1": {}}}},
        file("export", encounter="0123456789"),
    ]
    assert [order(**data) for data in costly[:5]] == [""] * 5
    for data in costly:
        refused = order(**data)
        assert refused == "You asked for more than 10 files or pictures in a minute. Try again in 6 seconds."
    assert not order(**file("odds", target="Guard")) and not order(**file("weapon show")) and not order()
    crowd = [order(user, **file("export")) for user in range(2, 23)]
    assert crowd[:20] == [""] * 20
    assert crowd[20] == "This channel asked for more than 50 files or pictures in a minute. Try again in 2 seconds."


def test_suggestions_are_free_and_so_is_everything_without_a_limit() -> None:
    order = Orders(1)
    assert not any(order(kind=4) for _ in range(100))
    assert not order() and order()
    order = Orders(0)
    assert not any(order() for _ in range(1000)) and len(order.limits) == 0


def test_a_second_delivery_counts_once_and_is_judged_like_the_first() -> None:
    order = Orders(4)
    assert not any(order(id=7) for _ in range(10))
    assert not order(id=8)
    assert order(id=9)
    order.time.now += 3600
    assert order(id=9) and not order(id=8) and not order(id=10) and not order(id=11) and order(id=12)


def test_what_is_kept_in_memory_is_bounded_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    order = Orders(60)
    for user in range(1000):
        assert not order(user, channel=user)
    assert len(order.limits) == 2000
    order.time.now += 60
    order(1)
    assert len(order.limits) == 2
    monkeypatch.setattr(limits, "_MOST", 10)
    order = Orders(60)
    for user in range(100):
        order(user, channel=user)
    assert len(order.limits) == len(order.limits._judged) == 10


def test_in_a_direct_message_the_user_is_named_elsewhere() -> None:
    once = Limits(1, Seconds())
    sent = {"type": 2, "user": {"id": "1"}, "data": {}}
    once.check({**sent, "id": "1"})
    with pytest.raises(TooFast):
        once.check({**sent, "id": "2"})


# --- over the wire


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    """A skirmish in which everybody may give three orders at once and six a minute."""
    async with served(tmp_path / "bot.sqlite3", Put(), orders_per_minute=6) as bot:
        gm = bot.person("GM")
        for command, options in (
            ("encounter start", {"ruleset": "aliens"}),
            ("combatant add", {"sheet": "apone", "owner": bot.person("Ann"), "side": "Marines"}),
            ("combatant add", {"sheet": "alien", "side": "Aliens"}),
        ):
            assert not (await gm.slash(CHANNEL, command, **options)).ephemeral
        later(bot, 60)
        yield bot


def later(bot: Served, seconds: float) -> None:
    clock = bot.client.clock.machine
    assert isinstance(clock, Put)
    clock.forward(seconds=seconds)


async def test_commands_presses_choices_and_forms_are_counted_alike(bot: Served) -> None:
    ann = bot.person("Ann")
    form = await ann.slash(CHANNEL, "fire", range=2)
    chosen = await ann.select(form, "Target", "Alien")
    assert "Target" in str(chosen.message["components"])
    window = await ann.slash(CHANNEL, "combatant add")
    seqs = await bot.seqs()
    for refused in (
        await ann.slash(CHANNEL, "fire", target="Alien", range=2, dice="7"),
        await ann.click(form, "Fire"),
        await ann.select(form, "Target", "Alien"),
        await ann.submit(window, {"text": "rifleman"}),
        await ann.slash(OTHER, "log"),
    ):
        assert refused.ephemeral
        assert refused.content == f"{TOO_FAST} Try again in 10 seconds."
    assert await bot.seqs() == seqs
    assert await ann.autocomplete(CHANNEL, "fire", focused="target")
    assert not (await bot.person("Ben").slash(CHANNEL, "log")).content.startswith(TOO_FAST)
    later(bot, 10)
    shot = await ann.click(form, "Fire")
    assert "fires" in shot.content and await bot.seqs() > seqs
    assert (await ann.slash(CHANNEL, "log")).content.startswith(TOO_FAST)


async def test_a_second_delivery_is_not_refused(bot: Served) -> None:
    ann = bot.person("Ann")
    first = await ann.slash(CHANNEL, "fire", target="Alien", range=2, dice="7")
    for _ in range(2):
        await ann.slash(CHANNEL, "log")
    asked = len(bot.playground.asked(CALLBACK))
    seqs = await bot.seqs()
    for _ in range(3):
        bot.playground.invoker.redeliver(first.interaction)
    refused = await ann.slash(CHANNEL, "log")
    assert refused.content.startswith(TOO_FAST)
    assert await bot.seqs() == seqs
    assert not any(
        TOO_FAST in str(request.json) and first.interaction.id in request.path
        for request in bot.playground.asked(CALLBACK)[asked:]
    )


async def test_every_command_about_files_is_there(bot: Served) -> None:
    known = {
        (command.qualified_name, option)
        for command in bot.client.tree.walk_commands()
        if isinstance(command, Command)
        for option in ("", *(parameter.name for parameter in command.parameters))
    }
    assert known >= limits.FILES


async def test_nobody_is_refused_at_a_lively_table(tmp_path: Path) -> None:
    async with served(tmp_path / "lively.sqlite3", orders_per_minute=60) as bot:
        await skirmish(bot)
        for _ in range(5):
            for name in ("Ann", "Ben"):
                shot = await bot.person(name).slash(CHANNEL, "fire", target="Alien 1", range=2, dice="99")
                assert not shot.content.startswith("You are ordering")
            await bot.person("GM").slash(CHANNEL, "next")
