"""Buttons are bound to the channel they were posted in: elsewhere the same custom id does nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.bot.owed import copied
from tests.cogs.conftest import laid_out, types
from tests.cogs.test_asking_first import AIMED, ANYWAY, AT_SNIPER
from tests.cogs.test_space_marines_fight import OPENING
from tests.served import CHANNEL, Served, served, skirmish

COVERED = (*OPENING, "GM: /next", "Ann: /fire target: G3 how: cover fire aim: 1 who: Rookie")
ELSEWHERE = "belongs to another channel or server. Nothing has changed"


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "bot.sqlite3") as bot:
        await skirmish(bot)
        yield bot


async def refused(press: Answer) -> None:
    assert press.ephemeral and ELSEWHERE in press.content, press.content


@pytest.mark.parametrize("open_there", [False, True])
async def test_controls(bot: Served, open_there: bool) -> None:
    ann, gm = bot.person("Ann"), bot.person("GM")
    if open_there:
        await gm.slash("quiet-ruins", "encounter start", ruleset="aliens")
    there = await copied(bot, await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="9"), "quiet-ruins")
    before = await bot.seqs()
    for label in ("Details", "Again", "Undo", "Done", "Next"):
        await refused(await gm.click(there, label))
    assert await bot.seqs() == before
    # The message keeps its buttons: it is not they that are old.
    assert gm.sees("quiet-ruins")[0]["components"] or open_there


async def test_a_quick_rulings(bot: Served) -> None:
    ann = bot.person("Ann")
    ruling = await ann.slash("quick-rulings", "fire", who="rifleman", target="alien", range=2)
    there = await copied(bot, ruling, "quiet-ruins")
    for label in ("Details", "Again"):
        await refused(await ann.click(there, label))


async def test_forms(bot: Served) -> None:
    ann = bot.person("Ann")
    form = await ann.slash(CHANNEL, "fire", range=2)
    await ann.select(form, "Target", "Alien 1")
    there, before = await copied(bot, form, "quiet-ruins"), await bot.seqs()
    await refused(await ann.select(there, "Target", "Alien 2"))
    await refused(await ann.click(there, "Fire"))
    assert await bot.seqs() == before
    assert not (await ann.click(form, "Fire")).ephemeral


async def test_prompts_and_texts(bot: Served) -> None:
    ann, gm = bot.person("Ann"), bot.person("GM")
    before = await bot.seqs()
    prompt = await ann.slash(CHANNEL, "fire", target="Alien 1", range=2, dice="?")
    await refused(await ann.click(await copied(bot, prompt, "quiet-ruins"), "Type the dice"))
    window = await gm.slash(CHANNEL, "combatant add")
    mend = await gm.submit(window, {"text": "Queen: alien\nQwxyz: plugh"})
    await refused(await gm.click(await copied(bot, mend, "quiet-ruins"), "Correct it"))
    assert await bot.seqs() == before


async def test_offers(bot: Served) -> None:
    ann = bot.person("Ann")
    offer = await bot.person("GM").slash(CHANNEL, "combatant add", sheet="rifleman", name="Ash", owner=ann)
    before = await bot.seqs()
    await refused(await ann.click(await copied(bot, offer, "quiet-ruins"), "Keep Ash"))
    assert await bot.seqs() == before


@pytest.mark.sqlite
async def test_questions_before_an_order(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "phoenix.sqlite3", AIMED) as game:
        asked = await types(game, AT_SNIPER)
        before = await game.head()
        await refused(await game.ann.click(await copied(game, asked, "quiet-ruins"), ANYWAY))
        assert await game.head() == before


@pytest.mark.sqlite
async def test_questions_of_an_order(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "marines.sqlite3", COVERED) as game:
        asked = await types(game, "GM: /next")
        before = await game.head()
        board = await game.ann.slash(CHANNEL, "encounter show")
        for message in (asked, board):
            await refused(await game.ann.click(await copied(game, message, "quiet-ruins"), "Rookie: fire"))
        assert await game.head() == before
        assert not (await game.ann.click(board, "Rookie: fire")).ephemeral
