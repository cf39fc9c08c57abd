"""An older copy of the database is put back: old buttons are not taken for those of new entries."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.game.store.home.sqlite import copy_database
from standin.driver import Answer
from standin.faults import CALLBACK
from standin.server import Playground
from tests.bot.owed import copied, shown, swept, until_idle
from tests.clocks import Stopped
from tests.homes import ask
from tests.served import CHANNEL, Served, connected, skirmish, stand_in

LOST = "That order was lost when a backup of the journal was restored. Nothing has changed."


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with stand_in() as playground:
        yield playground
        assert playground.violations == [], playground.violations[:3]


@asynccontextmanager
async def bot_on(playground: Playground, file: Path) -> AsyncIterator[Served]:
    async with connected(playground, file, Stopped()) as bot:
        yield bot


def put_back(copy: Path, file: Path) -> None:
    """As the README says it."""
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    copy.replace(file)


async def shot(bot: Served, target: str = "Alien 1") -> Answer:
    return await bot.person("Ann").slash(CHANNEL, "fire", target=target, range=2, dice="9")


@pytest.mark.sqlite
@pytest.mark.parametrize("again", [False, True], ids=["number free", "number taken again"])
async def test_a_button_of_a_lost_entry_says_so(playground: Playground, tmp_path: Path, again: bool) -> None:
    file, copy = tmp_path / "bot.sqlite3", tmp_path / "copy.sqlite3"
    async with bot_on(playground, file) as bot:
        await skirmish(bot)
        kept = await shot(bot)
        await until_idle(bot)
        await bot.client.delivery.flush()
        copy_database(file, copy)
        lost = await shot(bot, "Alien 2")
        ann = bot.person("Ann")
        form = await ann.slash(CHANNEL, "fire", range=2)
        target, other = (option["value"] for option in form.component("Target")["options"][:2])
        await ann.select(form, "Target", target)
        await bot.person("GM").slash("quiet-ruins", "encounter start", ruleset="aliens")
        begun = await bot.person("GM").slash("quiet-ruins", "combatant add", sheet="alien")
        offer = await bot.person("GM").slash(CHANNEL, "combatant add", sheet="rifleman", name="Ash", owner=ann)
    put_back(copy, file)
    async with bot_on(playground, file) as bot:
        ann = bot.person("Ann")
        if again:
            await shot(bot, "Alien 3")
        before = await bot.seqs()
        copies = [(label, await copied(bot, lost)) for label in ("Details", "Again", "Undo", "Next")]
        for label, message in copies:
            told = await ann.click(message, label)
            await told.until(lambda answer: bool(answer.followups))
            assert LOST in told.followups[0]["content"], label
        for told in (await ann.click(form, "Fire"), await ann.select(form, "Target", other)):
            assert told.ephemeral and LOST in told.content
        told = await ann.click(offer, "Keep Ash")
        assert told.ephemeral and LOST in told.content
        told = await bot.person("GM").click(begun, "Next")
        await told.until(lambda answer: bool(answer.followups))
        assert "no longer stored" in told.followups[0]["content"]
        assert await bot.seqs() == before
        # The message is rid of its buttons, and those of an entry that was kept work.
        assert begun.message["components"] == []
        assert "Details" in json.dumps((await ann.click(kept, "Details")).message)


@pytest.mark.sqlite
async def test_the_sweep_takes_no_lost_message_for_a_new_entry(playground: Playground, tmp_path: Path) -> None:
    file, copy = tmp_path / "bot.sqlite3", tmp_path / "copy.sqlite3"
    async with bot_on(playground, file) as bot:
        await skirmish(bot)
        await until_idle(bot)
        await bot.client.delivery.flush()
        copy_database(file, copy)
        await shot(bot)
    put_back(copy, file)
    async with bot_on(playground, file) as bot:
        playground.faults.drop(CALLBACK)
        answered = len(playground.asked(CALLBACK))
        await bot.person("Ann").slash(CHANNEL, "fire", target="Alien 3", range=1, dice="9", wait=False)
        await playground.until_asked(CALLBACK, answered + 1)
        await until_idle(bot)
        assert await swept(bot) == 1
        assert shown(bot, "Apone fires the Flame Unit at Alien 3") == 1


async def test_messages_from_before_stamps_are_found_and_their_buttons_work(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bot.sqlite3"
    async with bot_on(playground, file) as bot:
        await skirmish(bot)
        with monkeypatch.context() as before:
            before.setattr("bot.game.journal.anchors.stamp", lambda _: "")
            old = await shot(bot)
        await until_idle(bot)
        await bot.client.delivery.flush()
        assert old.component("Details")["custom_id"].count(":") == 3
        # As after a crash before the note.
        ask(file, "UPDATE entries SET message_id = NULL WHERE seq = (SELECT max(seq) FROM entries)")
        assert await swept(bot) == 1
        assert shown(bot) == 1
        assert "Details" in json.dumps((await bot.person("Ann").click(old, "Details")).message)
        undone = await bot.person("GM").click(old, "Undo")
        assert "Undone" in undone.content
