"""The permissions that the bot lacks in a channel are named to one person, once."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.outgoing import permissions
from bot.chat.outgoing.permissions import missing
from standin.faults import CALLBACK, CHANNEL_MESSAGE, EDIT_ORIGINAL, FOLLOWUP
from tests.bot.owed import gave_up, shown, sweeping_when_told, swept, unanswered, until_idle
from tests.clocks import Stopped
from tests.served import CHANNEL, ROOT, Served, connected, skirmish, stand_in
from tests.waiting import until

OTHER = "quiet-ruins"
GRANT = "A server admin can grant {} in the channel's settings, under Permissions."
ALL = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 38


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with sweeping_when_told(tmp_path / "bot.sqlite3") as bot:
        yield bot


def forbid(bot: Served, channel: str, *names: str) -> None:
    bot.playground.world.forbid(bot.person("GM").channel_id(channel), *names)


@pytest.mark.parametrize(
    ("granted", "thread", "names"),
    [
        (ALL, False, []),
        (1 << 3, False, []),
        (0, False, ["View Channel"]),
        (ALL & ~(1 << 11), False, ["Send Messages"]),
        (ALL & ~(1 << 11), True, []),
        (ALL & ~(1 << 38), True, ["Send Messages in Threads"]),
        (ALL & ~(1 << 38), False, []),
        (1 << 10, False, ["Send Messages", "Read Message History"]),
        (1 << 10 | 1 << 11, False, ["Read Message History", "Embed Links", "Attach Files"]),
    ],
)
def test_what_is_missing_goes_by_its_name_in_discord(granted: int, thread: bool, names: list[str]) -> None:
    assert [permission.name for permission in missing(granted, thread=thread)] == names


def test_the_page_for_hosts_names_what_the_invitation_asks_for() -> None:
    page = (ROOT / "docs/host.md").read_text()
    section = page[page.index("## Invite it") : page.index("## Settings")]
    rows = re.findall(r"^\| ([A-Z][^|]+) \| [^|]+ \|$", section, re.MULTILINE)
    named = [name for row in rows for name in row.split(", ")]
    asked = {*permissions.NEEDED, permissions.CREATE_PRIVATE_THREADS, permissions.PIN_MESSAGES}
    assert sorted(named) == sorted(permission.name for permission in asked)
    assert len(asked) == permissions.INVITATION.bit_count() == 8
    assert "asks for eight permissions" in section


@pytest.mark.parametrize(
    ("forbidden", "told"),
    [
        (
            ("send_messages", "read_message_history"),
            "In this channel I lack Send Messages and Read Message History: if answering a command "
            "fails, I cannot post the result here later"
            f". {GRANT.format('them')}",
        ),
        (
            ("view_channel",),
            "In this channel I lack View Channel: if answering a command fails, I cannot post the result here later"
            f". {GRANT.format('it')}",
        ),
        (
            ("read_message_history",),
            "In this channel I lack Read Message History: after a network failure I may post a result here twice. "
            + GRANT.format("it"),
        ),
        (
            ("embed_links", "attach_files"),
            "In this channel I lack Embed Links: a result that I post here after a network "
            "failure shows its steps only under Details"
            f". {GRANT.format('it')}",
        ),
    ],
)
async def test_whoever_begins_where_something_is_missing_is_told_once(
    bot: Served, forbidden: tuple[str, ...], told: str
) -> None:
    forbid(bot, OTHER, *forbidden)
    answer = await bot.person("GM").slash(OTHER, "encounter start", ruleset="aliens")
    await until_idle(bot)
    assert not answer.ephemeral and "I lack" not in answer.content
    (followup,) = answer.followups
    assert followup["content"] == told
    assert followup["flags"] & 64
    bot.playground.redeliver(answer)
    added = await bot.person("GM").slash(OTHER, "combatant add", sheet="alien")
    await until_idle(bot)
    assert added.followups == [] and len(answer.followups) == 1


async def test_nobody_is_told_where_nothing_is_missing_that_matters(bot: Served) -> None:
    forbid(bot, OTHER, "attach_files")
    answer = await bot.person("GM").slash(OTHER, "encounter start", ruleset="aliens")
    await until_idle(bot)
    assert answer.followups == []


async def test_a_file_is_answered_with_even_where_the_bot_may_not_attach_any(bot: Served) -> None:
    # Answers to interactions are not bound to this permission of the bot's.
    forbid(bot, CHANNEL, "attach_files")
    for command in ("export", "weapon example"):
        answer = await bot.person("GM").slash(CHANNEL, command)
        assert len(answer.message["attachments"]) == 1


@pytest.mark.parametrize(("command", "route"), [("export", EDIT_ORIGINAL), ("weapon example", CALLBACK)])
async def test_a_file_that_is_refused_is_a_sentence(
    bot: Served, command: str, route: str, caplog: pytest.LogCaptureFixture
) -> None:
    forbid(bot, CHANNEL, "attach_files")
    bot.playground.faults.answer(route, 403, code=50013)
    answer = await bot.person("GM").slash(CHANNEL, command)
    assert answer.ephemeral
    assert answer.content == f"Discord won't let me do that here: I lack Attach Files. {GRANT.format('it')}"
    assert not [record for record in caplog.records if record.exc_info]


async def test_what_could_not_be_posted_is_told_with_the_next_answer(bot: Served) -> None:
    forbid(bot, CHANNEL, "send_messages", "read_message_history")
    await unanswered(bot)
    await unanswered(bot)
    assert await swept(bot) == 0
    lack = "I lack Send Messages and Read Message History"
    assert gave_up(bot) == [lack] * 2
    answer = await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=1, dice="9")
    await until_idle(bot)
    assert "I lack" not in answer.content
    (followup,) = answer.followups
    assert followup["flags"] & 64
    first, second = (await bot.seqs())[-3:-1]
    assert followup["content"] == (
        f"2 results could not be posted here ({lack}): #{first} and #{second}; /log shows them."
    )
    log = await bot.person("Ann").slash(CHANNEL, "log")
    assert json.dumps(log.message).count(f"not posted: {lack}") == 2
    again = await bot.person("GM").slash(CHANNEL, "next")
    await until_idle(bot)
    assert again.followups == []


async def test_what_could_not_be_told_is_told_next_time(bot: Served) -> None:
    forbid(bot, CHANNEL)
    await unanswered(bot)
    await swept(bot)
    bot.playground.faults.answer(FOLLOWUP, 404, code=10015)
    await bot.person("Ben").slash(CHANNEL, "fire", target="Alien 2", range=1, dice="9")
    await until_idle(bot)
    answer = await bot.person("GM").slash(CHANNEL, "next")
    await until_idle(bot)
    (followup,) = answer.followups
    assert followup["content"].startswith("1 result could not be posted here (I lack Send Messages): #")


async def test_a_run_that_has_just_begun_waits_until_it_knows_the_name(tmp_path: Path) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, database, Stopped()) as bot:
            await skirmish(bot)
            await unanswered(bot)
        playground.world.forbid(playground.person("GM").channel_id(CHANNEL))

        held = playground.gateway.hold()
        async with connected(playground, database) as bot:
            # The first attempt comes before the bot knows of any channel.
            await playground.until_asked(CHANNEL_MESSAGE, 1)
            held.release()
            await until(lambda: gave_up(bot))
            assert gave_up(bot) == ["I lack Send Messages"]
        assert playground.violations == [], playground.violations[:3]


async def test_without_embeds_a_result_is_posted_as_its_line_alone(bot: Served) -> None:
    forbid(bot, CHANNEL, "embed_links")
    await unanswered(bot)
    assert await swept(bot) == 1
    (message,) = [m for m in bot.person("Ben").sees(CHANNEL) if "Apone fires" in m["content"]]
    assert message["embeds"] == []
    assert message["content"].endswith("\n-# The steps are under Details: I lack Embed Links.")
    details = await bot.person("Ann").click(message, "Details")
    assert "Flame Unit" in json.dumps(details.embeds or details.content)
    assert shown(bot) == 1 and gave_up(bot) == []
