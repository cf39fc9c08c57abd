"""Levels of detail: the channel's for everyone, a person's own for private answers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.game.entries import detail
from bot.game.entries.detail import Detail
from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types

YARD = (
    "GM: /encounter start ruleset: phoenix title: The yard",
    "GM: /encounter map size: 20x20",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 "
    "sheet: skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, facing south",
    "GM: /combatant add name: Guard side: Guards at: C13 sheet: green, AKM 47, exposed, facing north",
)
SHOT = "Ann: /fire target: Guard aim: 2 dice: 23 61 9 11 4"
DRAWN = "Ann: /fire target: Guard aim: 2"
FIRST = "Trent fires the M16 at Guard, 10 hexes (rolled 23, needed 96): HIT, "


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


async def set_to(game: Game, level: str) -> None:
    assert f"**{level}**" in (await types(game, f"GM: /channel set detail: {level}")).content


@pytest.mark.parametrize("level", ["short", "normal", "full"])
async def test_the_first_line_says_who_what_result_and_the_number_that_decided_it(yard: Game, level: str) -> None:
    await set_to(yard, level)
    answer = await types(yard, SHOT)
    assert answer.content.startswith(FIRST)
    assert "till to act: Guard" in told(answer)


async def test_short_is_two_lines_with_what_is_left_and_who_has_to_act(yard: Game) -> None:
    await set_to(yard, "short")
    answer = await types(yard, SHOT)
    assert answer.embeds == []
    _, second = answer.content.split("\n")
    assert second.startswith("-# 29 of 30 rounds, 2 magazines; no actions this impulse · Still to act: Guard")
    # All of it is one press away.
    details = told(await yard.ann.click(answer.message, "Details"))
    assert "Accuracy" in details and "61" in details


async def test_normal_says_who_has_to_act_in_the_text_and_has_no_title_and_footer(yard: Game) -> None:
    await set_to(yard, "normal")
    answer = await types(yard, SHOT.replace("23 61 9 11 4", "97"))
    assert answer.content.split("\n")[1].startswith("-# 1.1 · #5 · Still to act: Guard")
    [embed] = answer.embeds
    assert embed["description"].startswith("**Hit** 97, needed 96")
    assert "title" not in embed and "footer" not in embed


def test_what_is_set_first_counts() -> None:
    assert detail.chosen("short", "full") is Detail.SHORT
    assert detail.chosen(None, "full") is Detail.FULL


async def test_what_all_read_has_the_channel_s_level_and_a_private_answer_its_reader_s(yard: Game) -> None:
    await set_to(yard, "normal")
    own = await types(yard, "Ann: /my set detail: short")
    assert own.ephemeral and "Detail: short" in own.content
    public = await types(yard, SHOT)
    assert not public.ephemeral and "-# 1.1 · #" in public.content
    private = await types(yard, "Ann: /plan set who: Trent lines: fire at Guard aim 1; stay")
    assert private.ephemeral and private.embeds == []
    theirs = await types(yard, "GM: /plan set who: Guard lines: fire at Trent aim 1; stay")
    assert theirs.ephemeral and theirs.embeds
    await types(yard, "Ann: /my set detail: as the channel")
    assert (await types(yard, "Ann: /plan set who: Trent lines: fire at Guard aim 1; stay")).embeds


async def test_in_a_direct_message_the_reader_s_own_level_counts(yard: Game) -> None:
    channel = yard.playground.world.direct(yard.ann.id)["id"]
    for level, embeds in (("short", 0), ("full", 1)):
        await yard.ann.slash(channel, "my set", detail=level)
        ruling = await yard.ann.slash(channel, "rule", text="M16 at guard 40m aim 4", ruleset="phoenix")
        assert len(ruling.embeds) == embeds


async def test_a_thread_has_its_channel_s_level_until_it_has_its_own(yard: Game) -> None:
    await set_to(yard, "short")
    thread = yard.playground.world.open_thread(yard.gm.channel_id(CHANNEL), "Aside", yard.gm.id)["id"]
    ruling: dict[str, Any] = {"text": "M16 at guard 40m aim 4", "ruleset": "phoenix"}
    assert (await yard.ann.slash(thread, "rule", **ruling)).embeds == []
    await yard.gm.slash(thread, "channel set", detail="full")
    assert (await yard.ann.slash(thread, "rule", **ruling)).embeds
    assert (await yard.ann.slash(CHANNEL, "rule", **ruling)).embeds == []


async def test_with_fog_the_channel_reads_its_own_level_and_the_shooter_theirs(yard: Game) -> None:
    await types(yard, "GM: /encounter options name: fog value: sides")
    await set_to(yard, "short")
    await types(yard, "Ann: /my set detail: normal")
    answer = await types(yard, DRAWN)
    assert answer.ephemeral and answer.embeds and "knee" not in answer.content
    await yard.playground.until(lambda: any("Trent fires" in m["content"] for m in yard.ben.sees(CHANNEL)))
    [posted] = [m for m in yard.ben.sees(CHANNEL) if "Trent fires" in m["content"]]
    assert posted["embeds"] == [] and "1.1 · #" not in posted["content"]
    # A shorter post tells nobody more: what is left is for the shooter's side.
    assert "rounds" not in posted["content"]


async def test_only_managers_set_a_channel_s_level_and_everyone_may_look(yard: Game) -> None:
    refusal = await types(yard, "Ann: /channel set detail: short")
    assert refusal.ephemeral
    assert (
        refusal.content
        == "Only managers of this channel can set how its results are written. Set your own with /my set."
    )
    assert "**full**" in (await types(yard, "Ann: /channel set")).content
    await set_to(yard, "short")
    assert "**short**" in (await types(yard, "Ben: /channel set")).content
    assert "**full**" in (await yard.ben.types("quiet-ruins", "/channel set")).content


async def test_a_run_is_told_in_few_lines(yard: Game) -> None:
    for line in (
        "GM: /plan set who: Guard lines: fire at Trent aim 1; fire at Trent aim 1",
        "Ann: /plan set who: Trent lines: fire at Guard aim 1; fire at Guard aim 1",
    ):
        await types(yard, line)
    await set_to(yard, "short")
    answer = await types(yard, "GM: /next run: True")
    assert answer.embeds == []
    assert len(answer.content.split("\n")) == 2


async def test_the_promise_of_the_dice_is_read_in_every_level(yard: Game) -> None:
    await types(yard, "GM: /encounter end")
    for level in ("short", "normal"):
        await set_to(yard, level)
        begun = told(await types(yard, f"GM: /encounter start ruleset: aliens title: {level}"))
        commitment = (await yard.encounter()).commitment
        assert commitment in begun
        ended = told(await types(yard, "GM: /encounter end"))
        assert commitment in ended and "Seed" in ended


async def test_a_row_of_buttons_has_what_matters(yard: Game) -> None:
    await set_to(yard, "normal")
    answer = await types(yard, SHOT)
    labels = [part["label"] for part in answer.components if part["type"] == 2]
    assert labels == ["Details", "Again", "Undo", "Done", "Next"]


async def test_a_side_s_thread_has_the_level_of_the_encounter_s_channel(yard: Game) -> None:
    await types(yard, "GM: /encounter options name: fog value: sides")
    await set_to(yard, "short")
    threads = await types(yard, "GM: /encounter threads")
    ids = re.findall(r"<#(\d+)>", threads.content)
    await types(yard, DRAWN)

    def posted() -> list[dict[str, Any]]:
        return [m for id in ids for m in yard.gm.sees(id) if "Trent fires" in m["content"]]

    await yard.playground.until(lambda: len(posted()) > 1)
    assert all(message["embeds"] == [] and "29 of 30 rounds" in message["content"] for message in posted()[:1])


async def test_what_is_set_is_shown_and_forgotten(yard: Game) -> None:
    await types(yard, "Ann: /my set detail: full")
    store = yard.client.library.store
    guild = yard.playground.world.home.id
    assert (await store.details.written([], guild, yard.ann.id)).own.detail == "full"
    shown = await store.erasure.belongings(yard.ann.id, guild)
    assert any('"detail":"full"' in str(row).replace(" ", "").replace("'", '"') for row in shown.items())
    await set_to(yard, "short")
    await store.erasure.end_deletion(guild, datetime.now(UTC))
    read = await store.details.written([yard.gm.channel_id(CHANNEL)], guild, yard.ann.id)
    assert (read.own, read.channel) == ((None, None), (None, None))
