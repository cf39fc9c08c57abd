"""A real discord.py client against the stand-in: every kind of question and every kind of answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from standin import Playground, server
from standin.driver import Person
from standin.errors import PageError

from .conftest import Rest
from .sample_client import Sample


async def test_every_option_type_arrives_and_files_go_both_ways(
    playground: Playground, ann: Person, ben: Person
) -> None:
    answer = await ann.slash(
        "lobby",
        "everything",
        text="hello *you*",
        whole=3,
        yes=True,
        who=ben,
        where="side-room",
        part=2.5,
        role=playground.world.home.id,
        file=("note.txt", b"content"),
    )
    assert answer.content == "hello *you*|3|True|Ben|side-room|2.5|@everyone|note.txt|content"
    (attached,) = answer.message["attachments"]
    assert attached["filename"] == "twice.txt"
    async with aiohttp.ClientSession() as session, session.get(attached["url"]) as download:
        assert await download.read() == b"contentcontent"


async def test_subcommand_with_embed_and_private_followup(playground: Playground, ann: Person, ben: Person) -> None:
    answer = await ann.slash("#lobby", "/encounter start", ruleset="aliens")
    assert answer.content == "started"
    assert answer.embeds[0]["title"] == "Started"
    assert answer.message["interaction_metadata"]["name"] == "encounter start"
    assert answer.message["interaction_metadata"]["user"]["id"] == ann.id
    await answer.until(lambda a: bool(a.followups))
    assert [m["content"] for m in ann.sees("lobby")] == ["started", "a private word"]
    assert [m["content"] for m in ben.sees("lobby")] == ["started"]
    assert answer.followups[0]["flags"] == 64


async def test_autocomplete_knows_what_else_is_typed(ann: Person) -> None:
    choices = await ann.autocomplete("lobby", "pick", focused="target", target="Al", many=2)
    assert choices == [
        {"name": "Alien 1 (2)", "value": "Alien 1"},
        {"name": "Alien 2 (2)", "value": "Alien 2"},
    ]


@pytest.mark.parametrize("private", [False, True])
async def test_deferred_answer_is_edited(ann: Person, ben: Person, private: bool) -> None:
    answer = await ann.slash("lobby", "slow", private=private)
    assert answer.content == "done"
    assert not answer.loading
    assert answer.ephemeral is private
    assert answer.message["attachments"][0]["size"] == 1
    assert len(ben.sees("lobby")) == (0 if private else 1)


async def test_first_followup_replaces_the_waiting_message(ann: Person) -> None:
    answer = await ann.slash("lobby", "slower")
    await answer.until(lambda a: bool(a.followups) and a.followups[0]["content"] == "second, edited")
    assert answer.content == "first"
    assert len(ann.sees("lobby")) == 2


async def test_button_edits_its_message_for_anybody(ann: Person, ben: Person) -> None:
    panel = await ann.slash("lobby", "panel")
    await ann.click(panel, "Count")
    pressed = await ben.click(panel, custom_id="panel:count")
    assert panel.content == "count 2"
    assert pressed.message["id"] == panel.message["id"]


async def test_selects(ann: Person, ben: Person) -> None:
    panel = await ann.slash("lobby", "panel")
    chosen = await ann.select(panel, "Weapon", "Flame Unit")
    await chosen.until(lambda a: a.content == "chose fu")
    owner = await ann.select(panel, "Owner", ben.id)
    assert owner.content == "owner Ben"
    assert owner.ephemeral


async def test_modal_from_a_button_and_from_a_command(ann: Person) -> None:
    panel = await ann.slash("lobby", "panel")
    opened = await ann.click(panel, "Form")
    assert opened.modal is not None
    assert opened.modal["title"] == "Paste a sheet"
    answer = await ann.submit(opened, {"Sheet line": "skill 8", "Note": "tired"})
    assert answer.content == "skill 8 / tired from the panel"
    opened = await ann.slash("lobby", "form")
    answer = await ann.submit(opened, {"line": "skill 9"})
    assert answer.content == "skill 9 /  from a command"


async def test_what_discords_client_would_not_send_is_refused(ann: Person) -> None:
    with pytest.raises(PageError, match="There is no command /nope"):
        await ann.slash("lobby", "nope")
    with pytest.raises(PageError, match="needs target"):
        await ann.slash("lobby", "pick")
    with pytest.raises(PageError, match="many must be a whole number"):
        await ann.slash("lobby", "pick", target="x", many="two")
    with pytest.raises(PageError, match="ruleset must be one of Aliens"):
        await ann.slash("lobby", "encounter start", ruleset="chess")
    panel = await ann.slash("lobby", "panel")
    with pytest.raises(PageError, match="switched off"):
        await ann.click(panel, "Off")
    opened = await ann.click(panel, "Form")
    with pytest.raises(PageError, match="Sheet line must be filled in"):
        await ann.submit(opened, {"note": "x"})
    with pytest.raises(PageError, match="too long"):
        await ann.submit(opened, {"line": "x" * 41})


async def test_channel_messages_and_what_the_bot_hears(playground: Playground, client: Sample, ann: Person) -> None:
    ann.say("lobby", "not for the bot")
    ann.say("lobby", f"for <@{playground.world.bot['id']}>")
    await ann.slash("lobby", "post", text="hello")
    await playground.until(lambda: "hello!" in [m["content"] for m in ann.sees("lobby")])
    assert client.messages_heard[:2] == ["", f"for <@{playground.world.bot['id']}>"]


async def test_oversized_answer_is_refused_as_discord_does(playground: Playground, ann: Person) -> None:
    playground.invoker.time_limit = 0.3
    answer = await ann.slash("lobby", "long", length=2001)
    assert answer.failed
    assert playground.log[-1].status == 400
    assert playground.log[-1].answer["code"] == 50035
    playground.violations.clear()
    assert (await ann.slash("lobby", "long", length=2000)).content == "x" * 2000


async def test_forgetting_leaves_a_working_place(playground: Playground, ann: Person) -> None:
    await ann.slash("lobby", "panel")
    playground.forget()
    assert (playground.log, ann.sees("lobby")) == ([], [])
    assert (await ann.slash("lobby", "panel")).content == "count 0"


async def test_the_latest_interactions_are_known(playground: Playground, ann: Person) -> None:
    playground.world.interactions_kept = 2
    answers = [await ann.slash("lobby", "panel") for _ in range(3)]
    assert list(playground.world.interactions) == [answer.interaction.id for answer in answers[1:]]
    tokens = [answer.interaction.token for answer in answers]
    assert [playground.world.interaction_by_token(token) is None for token in tokens] == [True, False, False]
    assert answers[0].content == "count 0"


async def test_a_stand_in_that_remembers_logs_the_last_requests(
    playground: Playground, tmp_path: Path, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LOGGED", 2)
    playground.remember(tmp_path)
    for path in ("/users/@me", "/gateway/bot", "/users/@me/guilds"):
        await rest("GET", path)
    assert [entry.path for entry in playground.log] == ["/gateway/bot", "/users/@me/guilds"]


async def test_the_bot_hears_that_it_thinks_where_all_see_it(client: Sample, ann: Person) -> None:
    heard = asyncio.create_task(client.wait_for("message", timeout=5))
    await ann.slash("lobby", "slow", private=True)
    answer = await ann.slash("lobby", "slow")
    assert str((await heard).id) == answer.message["id"]
