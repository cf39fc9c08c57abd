"""Plain text for screen readers: every command that the docs type, and the same facts as for everyone else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.play.fight_setup import lay_out
from bot.play.first_fight import first_fight
from publish.commands import registered
from publish.pictures import SCENES, scenes
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, helped, laid_out, told, types
from tests.reading_aloud import stumbles, words_of
from tests.served import Served, served

PLAYED = [(page, n) for page in sorted(file.stem for file in SCENES.glob("*.toml")) for n, _ in enumerate(scenes(page))]
YARD = (
    "GM: /encounter start ruleset: phoenix title: The yard",
    "GM: /encounter map size: 20x20 walls: F6-F9",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: C3 "
    "sheet: skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16, 2 magazines, facing south",
    "GM: /combatant add name: Guard side: Guards at: C13 sheet: green, AKM 47, exposed, facing north",
)
LOOKED_UP = (
    "/encounter show",
    "/map",
    "/encounter options",
    "/combatant show who: Trent",
    "/odds who: Trent target: Guard",
    "/odds who: Trent target: Guard compare: Uzi, M870",
    "/table",
    "/table name: 4F",
    "/table name: 3B",
    "/weapon show",
    "/weapon show name: M16",
    "/help",
    "/help topic: what can I do now",
    "/log",
    "/recap",
    "/stats",
    "/my show",
    "/channel set",
    "/move",
    "/weapon remove name: M16",
)


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        yield game


def everything(bot: Served | Game) -> Iterator[dict[str, Any]]:
    """Every message of the bot's that the GM sees in the channel."""
    yield from (m for m in bot.playground.person("GM").sees(CHANNEL) if m["author"].get("bot"))


def answers(answer: Answer) -> list[dict[str, Any]]:
    return ([answer.message] if answer.interaction.original else []) + answer.followups


@pytest.mark.parametrize(("page", "number"), PLAYED)
async def test_no_command_of_the_docs_answers_with_more_than_plain_text(page: str, number: int, tmp_path: Path) -> None:
    scene = scenes(page)[number]
    fight = scene.get("fight", "")
    async with served(tmp_path / "referee.sqlite3", ruleset=fight or "aliens") as bot:
        if fight:
            await lay_out(bot.playground, first_fight(fight), lambda _: None)
        before = {message["id"] for message in everything(bot)}
        await bot.person("GM").types(CHANNEL, "/channel set screen_reader: on detail: full")
        for line, *_ in [*([line] for line in scene["begin"]), *scene["typed"]]:
            if "screen_reader: off" in line:
                continue
            who, _, command = line.partition(": ")
            answer = await bot.person(who).types(CHANNEL, command)
            for message in answers(answer):
                assert stumbles(message) == [], f"{line}\n{message['content']}"
        for message in everything(bot):
            assert message["id"] in before or stumbles(message) == [], message["content"]


def test_the_docs_type_every_command() -> None:
    names = sorted(registered(), key=len, reverse=True)
    typed = [row[0].partition(": /")[2] for page, n in PLAYED for row in scenes(page)[n]["typed"]]
    unsaid = {name for name in names if not any(f"{line} ".startswith(f"{name} ") for line in typed)}
    # Two answer with a form, and two want a file or a weapon of the server's own: a sentence.
    assert unsaid <= {"combatant edit", "weapon add", "weapon remove", "encounter import"}


@pytest.mark.parametrize("line", LOOKED_UP)
async def test_a_reader_of_plain_text_gets_the_same_facts(yard: Game, line: str) -> None:
    await types(yard, "GM: /my set screen_reader: off")
    usual = await types(yard, f"GM: {line}")
    await types(yard, "GM: /my set screen_reader: on")
    plain = await types(yard, f"GM: {line}")
    assert stumbles(plain.message) == [], plain.content
    # Signs and letters of a drawn map, and cells that several heads share, have no words of their own.
    drawn = re.sub(r"```.*?```", "", told(usual), flags=re.DOTALL) if "encounter show" in line else told(usual)
    lost = words_of(drawn) - words_of(plain.content) - {"as", "on", "off", "the", "channel", "screen", "reader"}
    if not plain.message.get("attachments"):
        assert lost == set(), plain.content
    assert [a["filename"] for a in usual.message["attachments"] if a["filename"].endswith(".png")] == [
        a["filename"] for a in plain.message["attachments"] if a["filename"].endswith(".png")
    ]


async def test_a_map_is_told_in_sentences(yard: Game) -> None:
    await types(yard, "GM: /encounter options name: pictures value: off")
    await types(yard, "Ann: /my set screen_reader: on")
    told_map = (await types(yard, "Ann: /encounter show")).content
    assert "On the map:\n" in told_map
    assert "Trent at C3" in told_map and "faces south" in told_map
    assert "Walls: F6-F9" in told_map
    assert "```" in (await types(yard, "Ben: /encounter show")).content


async def test_a_table_is_told_row_by_row_with_the_column_before_each_value(yard: Game) -> None:
    await types(yard, "Ann: /my set screen_reader: on")
    odds = (await types(yard, "Ann: /odds target: Guard")).content
    assert re.search(r"^Aim 2\. .*: .*; .*: ", odds, re.MULTILINE), odds


async def test_what_all_read_is_as_the_channel_has_it_and_a_private_answer_as_its_reader_has(yard: Game) -> None:
    await types(yard, "Ann: /my set screen_reader: on")
    shot = "Ann: /fire target: Guard aim: 2 dice: 23 61 9 11 4"
    public = await types(yard, shot)
    assert not public.ephemeral and public.embeds
    details = await yard.ann.click(public.message, "Details")
    assert stumbles(details.message) == []
    assert stumbles((await yard.ben.click(public.message, "Details")).message) != []
    await types(yard, "GM: /undo")
    await types(yard, "GM: /channel set screen_reader: on")
    public = await types(yard, shot)
    assert not public.ephemeral and stumbles(public.message) == []
    assert "Accuracy" in public.content or "Hit" in public.content
    await types(yard, "Ben: /my set screen_reader: off")
    assert (await types(yard, "Ben: /table name: 4F")).content.count("```") >= 2
    assert stumbles((await types(yard, "GM: /table name: 4F")).message) == []


async def test_a_thread_has_its_channel_s_setting_and_a_person_goes_back_to_it(yard: Game) -> None:
    await types(yard, "GM: /channel set screen_reader: on")
    thread = yard.playground.world.open_thread(yard.gm.channel_id(CHANNEL), "Aside", yard.gm.id)["id"]
    ruling: dict[str, Any] = {"text": "M16 at guard 40m aim 4", "ruleset": "phoenix"}
    assert (await yard.ann.slash(thread, "rule", **ruling)).embeds == []
    await yard.gm.slash(thread, "channel set", screen_reader="off")
    assert (await yard.ann.slash(thread, "rule", **ruling)).embeds
    await types(yard, "Ann: /my set screen_reader: off")
    assert "Screen reader: off" in (await types(yard, "Ann: /my show")).content
    assert "```" in (await types(yard, "Ann: /table name: 4F")).content
    await types(yard, "Ann: /my set screen_reader: as the channel")
    assert "```" not in (await types(yard, "Ann: /table name: 4F")).content


async def test_in_a_direct_message_the_reader_s_own_setting_counts(yard: Game) -> None:
    channel = yard.playground.world.direct(yard.ann.id)["id"]
    await yard.ann.slash(channel, "my set", screen_reader="on")
    ruling = await yard.ann.slash(channel, "rule", text="M16 at guard 40m aim 4", ruleset="phoenix")
    assert stumbles(ruling.message) == []


async def test_the_directions_of_a_move_are_words(yard: Game) -> None:
    await types(yard, "Ann: /my set screen_reader: on")
    offered = await types(yard, "Ann: /move")
    labels = [part["label"] for part in offered.components if part["type"] == 2]
    assert any(label.startswith("northwest ") for label in labels), labels
    assert stumbles(offered.message) == []


async def test_the_live_board_of_a_channel_for_screen_readers_is_plain_text(yard: Game) -> None:
    await types(yard, "GM: /channel set screen_reader: on")
    await types(yard, "GM: /encounter board")
    await yard.client.boards.settled((await yard.encounter()).id)
    boards = [m for m in everything(yard) if "Still to act" in m["content"]]
    assert boards and all(stumbles(m) == [] for m in boards)


async def test_only_managers_set_it_for_a_channel(yard: Game) -> None:
    helped(await types(yard, "Ann: /channel set screen_reader: on"), "Only managers of this channel")
    await types(yard, "GM: /channel set screen_reader: on")
    answer = (await types(yard, "Ann: /channel set")).content
    assert "Results in this channel: full. They are plain text for screen readers." in answer
    # The one setting leaves the other alone.
    await types(yard, "GM: /channel set detail: short")
    assert "short. They are plain text" in (await types(yard, "Ann: /channel set")).content


async def test_what_is_set_is_shown_and_forgotten(yard: Game) -> None:
    await types(yard, "Ann: /my set screen_reader: on")
    store, guild = yard.client.library.store, yard.playground.world.home.id
    assert "'screen reader': 'on'" in str(await store.erasure.belongings(yard.ann.id, guild))
