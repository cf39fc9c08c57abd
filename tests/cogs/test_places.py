"""Encounters in every place where people can type commands: posts of a forum, threads of announcements, the chats of
voice and stage channels. What a place cannot have is refused with a sentence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from standin.errors import ApiError, PageError
from standin.faults import CALLBACK
from standin.world.permissions import ANNOUNCEMENTS, FORUM
from standin.world.scenery import Json
from standin.world.threads import REQUIRE_TAG
from tests.bot.owed import until_idle
from tests.cogs.conftest import Game, meant, told
from tests.homes import ask
from tests.served import served
from tests.waiting import until

VOICE, STAGE = 2, 13
PLACES = ("post", "post with a tag", "announcements", "thread of announcements", "voice", "stage")
POSTS = ("post", "post with a tag", "thread of announcements")
LINES = (
    "/encounter start ruleset: phoenix title: The yard",
    "/encounter map size: 6x6",
    "/combatant add name: Trent owner: @Ann side: Squad at: C4 sheet: SAL 14, CA 8, M16A1",
    "/combatant add name: Guard side: Guards at: E4 sheet: line, AKM 47, exposed",
)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with served(tmp_path / "referee.sqlite3") as bot:
        yield Game(bot.playground, bot.client)


def place(game: Game, name: str) -> str:
    """Make a place of that kind, and return the id of the channel or thread."""
    world = game.playground.world
    if name.startswith("post"):
        forum: Json = world.add_channel("fights", kind=FORUM)
        tags: list[str] = []
        if "tag" in name:
            tag = {"id": world.snowflake(), "name": "now", "moderated": False, "emoji_id": None, "emoji_name": None}
            world.change_channel(forum["id"], flags=REQUIRE_TAG, available_tags=[tag])
            with pytest.raises(ApiError, match="tag is required"):
                game.gm.opens_post("fights", "The yard", "Who plays?")
            tags = [str(tag["id"])]
        with pytest.raises(PageError):
            game.gm.say("fights", "Who plays?")
        return str(game.gm.opens_post("fights", "The yard", "Who plays?", *tags)["id"])
    if "announcements" in name:
        news = world.add_channel("news", kind=ANNOUNCEMENTS)
        if name == "announcements":
            return str(news["id"])
        return str(world.open_thread(news["id"], "The yard", game.gm.id)["id"])
    return str(world.add_channel(name, kind={"voice": VOICE, "stage": STAGE}[name])["id"])


async def begun(game: Game, name: str) -> str:
    channel = place(game, name)
    for line in LINES:
        assert not (await game.gm.types(channel, line)).ephemeral
    return channel


def open_in(game: Game, channel: str) -> bool:
    return bool(ask(game.client.library.store, "SELECT 1 FROM encounters WHERE open = 1 AND channel_id = ?", channel))


@pytest.mark.parametrize("name", PLACES)
async def test_a_fight_there(game: Game, name: str) -> None:
    channel = await begun(game, name)
    shot = await meant(game.ann, await game.ann.types(channel, "/fire target: Guard aim: 3"))
    assert "Trent" in told(shot) and not shot.ephemeral
    assert "Details" in told(await game.ann.click(shot, "Details"))
    assert "The live board is in" in (await game.gm.types(channel, "/encounter board")).content
    await until(lambda: any("Still to act" in m["content"] or m["attachments"] for m in game.ben.sees(channel)))
    refused = await game.gm.types(channel, "/encounter threads")
    assert "Private threads work only in a text channel." in refused.content
    # What could not be answered is posted there later.
    game.playground.faults.drop(CALLBACK)
    await game.gm.types(channel, "/encounter event text: the lights go out turn: 9", wait=False)
    await until(lambda: len(ask(game.client.library.store, "SELECT 1 FROM entries")) >= 6)
    await until(lambda: sum("the lights go out" in str(m) for m in game.ben.sees(channel)) == 1)
    assert not (await game.gm.types(channel, "/encounter end")).ephemeral
    assert not open_in(game, channel)


@pytest.mark.parametrize("name", POSTS)
async def test_one_that_is_archived_wakes_up_and_one_that_is_locked_has_its_results_in_the_log(
    game: Game, name: str
) -> None:
    channel, world = await begun(game, name), game.playground.world
    world.archive(channel)
    game.playground.faults.drop(CALLBACK)
    await game.gm.types(channel, "/encounter event text: the lights go out turn: 9", wait=False)
    await until(lambda: sum("the lights go out" in str(m) for m in game.ben.sees(channel)) == 1)
    assert not world.archived(channel)
    # Who manages threads can type in a locked one; the bot cannot post there.
    world.archive(channel, locked=True)
    game.playground.faults.drop(CALLBACK)
    await game.gm.types(channel, "/encounter event text: the doors close turn: 9", wait=False)
    await until(lambda: bool(ask(game.client.library.store, "SELECT 1 FROM entries WHERE gave_up IS NOT NULL")))
    assert world.archived(channel) and "the doors close" not in str(game.ben.sees(channel))
    assert "the doors close" in told(await game.gm.types(channel, "/log"))
    world.archive(channel, False, locked=False)
    answer = await game.gm.types(channel, "/encounter event text: rain turn: 10")
    await until(lambda: any("the thread is" in one["content"] for one in answer.followups))


@pytest.mark.parametrize("name", POSTS)
async def test_one_that_is_deleted_can_be_ended_from_elsewhere(game: Game, name: str) -> None:
    channel = await begun(game, name)
    await game.gm.types(channel, "/encounter board")
    [(encounter,)] = ask(game.client.library.store, "SELECT id FROM encounters")
    game.playground.world.delete_channel(channel)
    await until_idle(game)
    ended = await game.gm.slash("quiet-ruins", "encounter end", encounter=encounter)
    assert ended.ephemeral and "The encounter ends." in told(ended)
    assert not open_in(game, channel)


async def test_who_manages_posts_manages_encounters_in_them(game: Game) -> None:
    channel, world = await begun(game, "post"), game.playground.world
    world.home.owner_id = world.bot["id"]
    cleo = game.playground.person("Cleo")
    forum = world.channel(channel)["parent_id"]
    world.overwrite(forum, cleo.id, allow=("manage_channels",))
    refused = await cleo.types(channel, "/encounter takeover")
    assert "Only managers of this channel" in refused.content
    world.overwrite(forum, cleo.id, allow=("manage_threads",))
    assert "Cleo takes over the encounter" in (await cleo.types(channel, "/encounter takeover")).content


@pytest.mark.parametrize(
    ("name", "denied", "pictures"),
    [
        ("post", ("send_messages",), 1),
        ("post", ("send_messages", "attach_files"), 0),
        ("post", ("attach_files",), 0),
        ("announcements", ("attach_files",), 0),
    ],
)
async def test_a_board_in_a_post_needs_no_permission_to_open_posts(
    game: Game, name: str, denied: tuple[str, ...], pictures: int
) -> None:
    """In a forum, Send Messages is the permission to open posts; a bot can do without."""
    channel, world = place(game, name), game.playground.world
    world.overwrite(world.channel(channel)["parent_id"] or channel, world.bot["id"], deny=denied)
    for line in (*LINES, "/encounter options name: pictures value: all"):
        await game.gm.types(channel, line)
    assert "The live board is in" in (await game.gm.types(channel, "/encounter board")).content
    await until(lambda: bool(boards(game, channel)))
    assert [len(board["attachments"]) for board in boards(game, channel)] == [pictures]


async def test_the_board_says_what_it_lacks(game: Game) -> None:
    channel, world = await begun(game, "announcements"), game.playground.world
    world.forbid(channel)
    refused = await game.gm.types(channel, "/encounter board")
    assert refused.content == "I cannot post the live board here: I lack Send Messages."


def boards(game: Game, channel: str) -> list[Json]:
    """The live boards in a channel."""
    return [m for m in game.ben.sees(channel) if "sru:" in str(m["components"])]


async def test_a_side_reads_in_a_post_and_not_in_a_forum(game: Game) -> None:
    channel = game.gm.channel_id("skirmish")
    for line in LINES:
        await game.gm.types(channel, line)
    post = place(game, "post")
    forum = game.playground.world.channel(post)["parent_id"]
    refused = await game.gm.slash(channel, "encounter threads", side="Squad", channel=forum)
    assert refused.content == "Name a text channel or a thread."
    given = await game.gm.slash(channel, "encounter threads", side="Squad", channel=post)
    assert f"<#{post}>" in given.content and "Everyone who can open that channel can read it." in given.content
    await game.gm.types(channel, "/encounter options name: fog value: sides")
    await meant(game.ann, await game.ann.types(channel, "/fire target: Guard aim: 3"))
    await until(lambda: any("Trent" in m["content"] for m in game.ann.sees(post)))
