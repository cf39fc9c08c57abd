"""Time that goes on by itself in the fog: neither what is posted nor when tells whether a hidden fighter could act."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.bot.owed import board_of
from tests.bot.test_auto_pace import later, settled
from tests.clocks import Moved
from tests.served import CHANNEL, Served, served
from tests.sight.test_proof import around

HASTY, SLOW = "CA 8, M16A1", "CA 3, M16A1"
"""Two actions in each impulse; one in each but the second."""
ORDERS = (("Ann", "Trent"), ("GM", "Guard"), ("Ben", "Zorro"))


async def laid_out(bot: Served, hidden: str, pace: str, fog: str) -> None:
    gm, ben = bot.person("GM"), bot.person("Ben")
    await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
    for name, value in (("fog", fog), ("joining", "open"), ("delay", "5"), ("pace", pace)):
        await gm.slash(CHANNEL, "encounter options", name=name, value=value)
    await bot.person("Ann").slash(CHANNEL, "combatant add", name="Trent", side="Blue", sheet=SLOW)
    await gm.slash(CHANNEL, "combatant add", name="Guard", side="Red", sheet=SLOW)
    await gm.slash(CHANNEL, "combatant add", name="Zorro", side="Red", sheet=hidden, owner=ben, secret=True)


def seen(bot: Served, who: str) -> str:
    """Return the channel as somebody sees it, without ids and times."""
    messages: list[dict[str, Any]] = bot.person(who).sees(CHANNEL)
    kept = [
        {
            "content": message["content"],
            "embeds": [{k: v for k, v in embed.items() if k != "timestamp"} for embed in message["embeds"]],
            "mentions": [user["username"] for user in message["mentions"]],
            "buttons": [button.get("label") for row in message["components"] for button in row["components"]],
        }
        for message in messages
        # The live board is edited when its turn has come; what it says is compared besides.
        if "sru:" not in str(message["components"])
    ]
    return named(bot, json.dumps(kept))


def named(bot: Served, text: str) -> str:
    """A text with the names of people in place of their ids, and without hashes."""
    for name in ("Ann", "Ben", "GM"):
        text = text.replace(bot.person(name).id, name)
    return re.sub("[0-9a-f]{64}", "a hash", text)


async def played(file: Path, hidden: str, pace: str, fog: str) -> tuple[list[str], list[int], list[bool]]:
    """A phase and a half: what Ann sees, how many entries the clock has ordered, and whether time is about to go on,
    after each pass and each delay."""
    texts, entries, running = list[str](), list[int](), list[bool]()
    async with served(file, Moved(), "phoenix") as bot:
        await laid_out(bot, hidden, pace, fog)
        row = await bot.store.journal.open_encounter(bot.person("GM").channel_id(CHANNEL))
        assert row is not None

        async def note() -> None:
            head = await bot.client.referee.journal.head(row.id)
            assert head is not None
            texts.append(seen(bot, "Ann") + named(bot, await board_of(bot, head)))
            stored = await bot.store.journal.entries(row.id, limit=1000)
            entries.append(sum(entry.actor == "clock" for entry in stored))
            running.append(bot.client.pacing.waiting(row.id))

        await note()
        for window in range(6):
            for who, fighter in ORDERS[window % 3 :] + ORDERS[: window % 3]:
                await bot.person(who).slash(CHANNEL, "pass", who=fighter)
                await settled(bot)
                await note()
            await later(bot)
            await note()
            # Who has no order left to give waits for the others.
            await later(bot, 300)
            await note()
    return texts, entries, running


@pytest.mark.parametrize(("pace", "fog"), [("auto", "hidden"), ("auto", "sides"), ("sealed", "hidden")])
async def test_others_do_not_learn_whether_a_hidden_fighter_can_act(pace: str, fog: str, tmp_path: Path) -> None:
    able = await played(tmp_path / "able.sqlite3", HASTY, pace, fog)
    unable = await played(tmp_path / "unable.sqlite3", SLOW, pace, fog)
    differing = [around(*texts) for texts in zip(able[0], unable[0], strict=True) if len({*texts}) > 1]
    assert differing[:1] == []
    assert able == unable
    texts, entries, _ = able
    # Everyone was asked in every window, and the clock went on once for each.
    assert entries[-1] == 6
    assert "Zorro" not in texts[-1] and "It is Phase 1, Impulse 2" in texts[-1]
    assert "Still to act: <@Ann>" in texts[-1]


ZORROS = {"alive": (), "dead": ("dead",), "nobody": None}
"""Zorro's fate, whom only the GM knows, before Guard dies; None if there is nobody."""


async def fallen(file: Path, zorro: str, pace: str, fog: str) -> list[str]:
    """Return Ann's texts and her board while Guard dies, she passes, time waits and the GM lets it continue by hand."""
    texts = list[str]()
    async with served(file, Moved(), "phoenix") as bot:
        gm, ann = bot.person("GM"), bot.person("Ann")
        await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", title="The yard")
        for name, value in (("fog", fog), ("joining", "open"), ("delay", "5"), ("pace", pace)):
            await gm.slash(CHANNEL, "encounter options", name=name, value=value)
        await ann.slash(CHANNEL, "combatant add", name="Trent", side="Blue", sheet=SLOW)
        await gm.slash(CHANNEL, "combatant add", name="Guard", side="Red", sheet=SLOW)
        changes = ZORROS[zorro]
        if changes is not None:
            await gm.slash(CHANNEL, "combatant add", name="Zorro", side="Red", sheet=SLOW, secret=True)
            for change in changes:
                await gm.slash(CHANNEL, "adjust", who="Zorro", changes=change)
        row = await bot.store.journal.open_encounter(gm.channel_id(CHANNEL))
        assert row is not None

        async def note() -> None:
            await settled(bot)
            head = await bot.client.referee.journal.head(row.id)
            assert head is not None
            footers = (await ann.slash(CHANNEL, "encounter show")).content
            texts.append(seen(bot, "Ann") + named(bot, await board_of(bot, head) + footers))
            assert not bot.client.pacing.waiting(row.id)

        await note()
        await gm.slash(CHANNEL, "adjust", who="Guard", changes="dead")
        await note()
        await ann.slash(CHANNEL, "pass", who="Trent")
        await note()
        texts.append((await ann.slash(CHANNEL, "next")).content)
        await note()
        # Nobody alive has decided for Zorro, and if nobody is left, the GM is asked.
        await later(bot, 300)
        await note()
        await gm.slash(CHANNEL, "next")
        await note()
        await later(bot, 300)
        await note()
    return texts


@pytest.mark.parametrize(
    ("pace", "fog"), [("auto", "off"), ("auto", "hidden"), ("auto", "sides"), ("sealed", "hidden")]
)
async def test_the_end_of_a_fight_tells_nothing_of_somebody_hidden(pace: str, fog: str, tmp_path: Path) -> None:
    plays = [await fallen(tmp_path / f"{zorro}.sqlite3", zorro, pace, fog) for zorro in ZORROS]
    for other in plays[1:]:
        differing = [around(*pair) for pair in zip(plays[0], other, strict=True) if len({*pair}) > 1]
        assert differing[:1] == []
    assert "Zorro" not in plays[0][-1]
    assert ("Time continues when the GM is ready." in plays[0][1]) is (fog != "sides")
    # What everybody sees is said, and Ann is refused in the same words, whether or not somebody hidden can still fight.
    assert "Red is down. The GM decides whether to continue or to end." in plays[0][1]
    assert plays[0][3] == "Red is down. The GM decides whether to continue or to end."
