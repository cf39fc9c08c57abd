"""`/encounter board`: one live message in each destination, whatever becomes of the bot, and what it costs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.bot.owed import database, until_idle
from tests.bot.test_delivery import until_delivered
from tests.clocks import Put
from tests.cogs.conftest import meant, told
from tests.served import CHANNEL, Process, Served, connected, served, skirmish, stand_in
from tests.waiting import until

EDIT, DELETE = "PATCH /channels/*/messages/*", "DELETE /channels/*/messages/*"


def boards(bot: Served, channel: str = CHANNEL) -> list[dict[str, Any]]:
    """The live boards that are in a channel."""
    return [m for m in bot.person("GM").sees(channel) if "sru:" in str(m["components"])]


async def settled(bot: Served) -> None:
    """Wait until the boards show what is there."""
    await until_idle(bot)
    for (id,) in database(bot, "SELECT id FROM encounters"):
        await bot.client.boards.settled(id)


def behind(bot: Served) -> list[Any]:
    """The boards that do not take the last entry into account."""
    return database(
        bot,
        "SELECT reader FROM boards b WHERE made_at IS NOT NULL AND shown < "
        "(SELECT max(seq) FROM entries e WHERE e.encounter_id = b.encounter_id)",
    )


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        yield bot


async def test_a_board_shows_who_has_to_act_and_follows_what_happens(bot: Served) -> None:
    answer = await bot.person("GM").slash(CHANNEL, "encounter board")
    assert answer.ephemeral and "live board" in told(answer)
    await settled(bot)
    [board] = boards(bot)
    assert "**Still to act** Apone, Rifleman" in board["content"], board["content"]
    assert board["flags"] & 1 << 12 and board["mentions"] == []
    passed = await bot.person("Ann").slash(CHANNEL, "pass")
    assert passed.ephemeral and "done for now" in told(passed)
    await settled(bot)
    [board] = boards(bot)
    assert "**Still to act** Rifleman" in board["content"] and "**Ready** Apone" in board["content"]
    assert behind(bot) == []


async def test_a_board_says_until_when_and_follows_the_deadline(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter board")
    await settled(bot)
    assert "**Deadline**" not in boards(bot)[0]["content"]
    for line, wanted in (("24h", True), ("off", False), ("24h", True)):
        await gm.slash(CHANNEL, "encounter deadline", time=line)
        await until(lambda wanted=wanted: ("**Deadline** <t:" in boards(bot)[0]["content"]) == wanted)  # type: ignore[misc]
    await until(lambda: not behind(bot))
    # A pause is told by its entry; what it does to the deadline, by the next look.
    await gm.slash(CHANNEL, "encounter pause")
    await bot.client.timekeeper.once()
    await until(lambda: "**Paused**" in (text := boards(bot)[0]["content"]) and "**Deadline**" not in text)
    await gm.slash(CHANNEL, "encounter pause")
    before = due_at(bot)
    await meant(gm, await gm.slash(CHANNEL, "next"))
    # The deadline of the turn before is not shown for this one.
    await until(lambda: "Turn 2" in boards(bot)[0]["content"] and "**Deadline**" not in boards(bot)[0]["content"])
    await bot.client.timekeeper.once()
    assert due_at(bot) != before
    await until(lambda: f"**Deadline** <t:{due_at(bot)}:f>" in boards(bot)[0]["content"])


def due_at(bot: Served) -> int:
    """Return the time at which the present decision is due, as a timestamp of Discord's."""
    ((moment,),) = database(bot, "SELECT due_at FROM deadlines")
    return int(datetime.fromisoformat(moment).timestamp())


async def test_what_happens_at_once_is_one_edit_and_what_changes_nothing_is_none(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter board")
    await settled(bot)
    edits = len(bot.playground.asked(EDIT))
    await bot.person("GM").slash(CHANNEL, "encounter note", text="nobody else reads this")
    await settled(bot)
    await until(lambda: not behind(bot))
    assert len(bot.playground.asked(EDIT)) == edits and len(boards(bot)) == 1


async def test_a_board_that_somebody_deleted_is_made_again(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter board")
    await settled(bot)
    [board] = boards(bot)
    world = bot.playground.world
    world.delete(world.message(board["channel_id"], board["id"]))
    await bot.person("Ann").slash(CHANNEL, "pass")
    await until(lambda: boards(bot))
    await settled(bot)
    assert len(boards(bot)) == 1 and boards(bot)[0]["id"] != board["id"]


async def test_again_and_away(bot: Served) -> None:
    gm = bot.person("GM")
    await gm.slash(CHANNEL, "encounter board")
    await settled(bot)
    [first] = boards(bot)
    await gm.slash(CHANNEL, "encounter board")
    await until(lambda: [one["id"] for one in boards(bot)] not in ([first["id"]], []) and len(boards(bot)) == 1)
    await settled(bot)
    answer = await gm.slash(CHANNEL, "encounter board", on=False)
    assert "The live board is off" in told(answer)
    await until(lambda: not boards(bot))
    assert not (await bot.person("Ann").slash(CHANNEL, "pass")).ephemeral


async def test_an_old_board_is_edited_until_discord_takes_no_more_and_then_replaced(bot: Served) -> None:
    await bot.person("GM").slash(CHANNEL, "encounter board")
    await settled(bot)
    [board] = boards(bot)
    limits = bot.playground.rate_limits
    limits.enforced = True
    limits.set_old_edits(0, 0.01)
    bot.playground.world.forward(hours=2)
    database(bot, "UPDATE boards SET made_at = '2020-01-01T00:00:00.000000+00:00'")
    await bot.person("Ann").slash(CHANNEL, "pass")
    await until(lambda: len(boards(bot)) == 1 and boards(bot)[0]["id"] != board["id"])
    await settled(bot)
    assert "**Ready** Apone" in boards(bot)[0]["content"]


async def test_edits_of_old_messages_share_a_budget_in_their_channel(
    bot: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, waits = Put(), list[float]()

    async def sleep(seconds: float) -> None:
        waits.append(round(seconds))

    monkeypatch.setattr(clock, "sleep", sleep)
    monkeypatch.setattr(bot.client.boards, "_clock", clock)
    for channel in ("1", "1", "2", "1"):
        await bot.client.boards._old_turn(channel)
    assert waits == [7, 14]
    clock.forward(seconds=60)
    await bot.client.boards._old_turn("1")
    assert waits == [7, 14]


@pytest.mark.parametrize("step", ["begun", "posted", "noted"])
async def test_a_kill_at_any_step_leaves_exactly_one_board(tmp_path: Path, step: str) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, file) as bot:
            await skirmish(bot)
            await bot.person("GM").slash(CHANNEL, "encounter board")
            await settled(bot)
            [first] = boards(bot)
            await bot.person("GM").slash(CHANNEL, "encounter board")
            await settled(bot)
            await until(lambda: len(boards(bot)) == 1 and boards(bot)[0]["id"] != first["id"])
            [second] = boards(bot)
        # What the row and the channel are if the bot is killed after each step of the second posting.
        async with connected(playground, file) as bot:
            await bot.client.boards.close()
            sent = bot.client.get_partial_messageable(int(second["channel_id"]))
            old = await sent.send("**the former board**")
            if step == "begun":
                world = playground.world
                world.delete(world.message(second["channel_id"], second["id"]))
                database(bot, "UPDATE boards SET made = made + 1")
            message = second["id"] if step == "noted" else None
            database(bot, "UPDATE boards SET message_id = ?, former_id = ?", message, str(old.id))
        async with connected(playground, file) as bot:
            await until(lambda: database(bot, "SELECT 1 FROM boards WHERE message_id > '' AND former_id IS NULL"))
            await settled(bot)
            assert len(boards(bot)) == 1
            assert not any("former board" in m["content"] for m in bot.person("GM").sees(CHANNEL))
            if step != "begun":
                assert boards(bot)[0]["id"] == second["id"]


@pytest.mark.parametrize("after", [False, True], ids=["not taken", "taken"])
async def test_killed_while_the_board_is_edited(tmp_path: Path, after: bool) -> None:
    file = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        ben = playground.person("Ben")

        def shown() -> list[str]:
            return [m["content"] for m in ben.sees(CHANNEL) if "sru:" in str(m["components"])]

        async with Process(playground, file) as process:
            await skirmish(playground)
            await playground.person("GM").slash(CHANNEL, "encounter board")
            await until(shown)
            stall = playground.faults.stall(EDIT, after=after)
            await playground.person("Ann").slash(CHANNEL, "pass", wait=False)
            await stall.reached.wait()
            await process.kill()
            stall.release()
            await process.start()
            await until(lambda: len(shown()) == 1 and "**Ready** Apone" in shown()[0])
            await until_delivered(file)
            assert playground.violations == []


async def test_a_person_is_called_once_and_the_gm_when_nobody_else_is_left(bot: Served) -> None:
    gm, ann, ben = (bot.person(name) for name in ("GM", "Ann", "Ben"))
    called = [{user["username"] for user in (await gm.slash(CHANNEL, "next")).message["mentions"]} for _ in range(2)]
    assert called == [{"ann", "ben"}, set()]
    first = await ann.slash(CHANNEL, "pass")
    last = await ben.slash(CHANNEL, "pass")
    assert first.message["mentions"] == [] and {user["username"] for user in last.message["mentions"]} == {"gm"}


async def test_nobody_is_called_who_wants_no_pings(bot: Served) -> None:
    await bot.person("Ann").slash(CHANNEL, "my set", pings="none")
    turn = await bot.person("GM").slash(CHANNEL, "next")
    assert {user["username"] for user in turn.message["mentions"]} == {"ben"}
