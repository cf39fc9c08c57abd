"""The stand-in's memory: all that its world holds, also of a process that was killed, and no broken file."""

from __future__ import annotations

import resource
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from standin import Playground
from standin.interactions import commands
from standin.world import Message, Upload, World, memory, messages
from standin.world.memory import Memory
from standin.world.records import BrokenMemory
from standin.world.scenery import APPLICATION_ID, PEOPLE, THREAD_ID

from .conftest import Rest

GM, ANN, BEN, _ = (person.id for person in PEOPLE)
HOME = "http://127.0.0.1:8130"


def remembering(folder: Path, home: str = HOME) -> World:
    """A world that goes on with what the folder holds. Nobody closes the memory before: it was killed."""
    world = World(base_url=home)
    Memory(world, folder)
    return world


def said(world: World, content: str, author: str = ANN, channel: str = "lobby", **more: Any) -> Message:
    files = more.pop("files", [])
    message = messages.compose(world, place(world, channel), author, {"content": content, **more}, files)
    world.post(message)
    return message


def place(world: World, name: str) -> str:
    return next(id for id, channel in world.channels.items() if channel["name"] == name)


def contents(world: World, channel: str = "lobby", user: str | None = ANN) -> list[str]:
    return [message.data["content"] for message in world.history(place(world, channel), user)]


def test_messages_as_they_were_last(tmp_path: Path) -> None:
    before = remembering(tmp_path)
    first, second, third = (said(before, text, nonce=text) for text in ("one", "two", "three"))
    messages.revise(before, first, {"content": "one, edited"}, [])
    before.changed(first)
    before.delete(second)
    before.pin(third)
    hers = messages.compose(before, place(before, "lobby"), before.bot["id"], {"content": "hush", "flags": 64}, [])
    hers.audience = ANN
    before.post(hers)

    after = remembering(tmp_path)
    assert contents(after) == ["one, edited", "three", "hush"]
    assert contents(after, user=BEN) == ["one, edited", "three"]
    assert [message.data for message in after.history(place(after, "lobby"), ANN)] == [
        first.data,
        third.data,
        hers.data,
    ]
    again = after.message(third.data["channel_id"], third.id)
    assert (again.pinned_at, again.data["pinned"]) == (third.pinned_at, True)
    assert after.posted_with(third.data["channel_id"], "three") is again
    assert after.channel(third.data["channel_id"])["last_message_id"] == third.id
    assert after.channel(third.data["channel_id"])["last_pin_timestamp"] == third.pinned_at


def test_places_people_and_what_they_may_do(tmp_path: Path) -> None:
    before = remembering(tmp_path)
    begun = said(before, "a duel")
    thread = before.open_thread(begun.data["channel_id"], "Duel", ANN, message_id=begun.id)
    said(before, "en garde", channel="Duel")
    before.join(thread["id"], BEN)
    before.archive(thread["id"], locked=True)
    plan = before.open_thread(begun.data["channel_id"], "Plan", ANN, private=True, invitable=False, archive_after=60)
    before.join(plan["id"], BEN)
    attic = before.add_channel("attic", topic="old things")
    gone = before.add_channel("cellar")
    lost = before.open_thread(gone["id"], "Lost", ANN)
    said(before, "hello?", channel="Lost")
    before.delete_channel(gone["id"])
    before.forbid(attic["id"], "send_messages")
    role = before.add_role("Medics", "manage_messages")
    before.give_role(BEN, role["id"])
    elsewhere, left = before.add_guild("Elsewhere"), before.add_guild("Left")
    before.remove_guild(left.id)
    before.bookmarks[ANN, attic["id"]] = 5
    before.tell("read", {"channel_id": attic["id"]}, ANN)

    after = remembering(tmp_path)
    assert after.guilds == {before.home.id: before.home, elsewhere.id: elsewhere}
    assert after.channels == before.channels
    assert after.joined == before.joined
    assert set(after.joined[THREAD_ID]) == {before.bot["id"], *before.people}
    assert lost["id"] not in after.channels
    assert after.channel(thread["id"])["message_count"] == 1
    assert after.message(begun.data["channel_id"], begun.id).data["thread"] is after.channel(thread["id"])
    assert contents(after, "Duel") == ["en garde"]
    assert after.permissions(BEN, attic["id"]) == before.permissions(BEN, attic["id"])
    assert after.bookmarks == {(ANN, attic["id"]): 5}


def test_files_and_their_addresses_at_another_port(tmp_path: Path) -> None:
    before = remembering(tmp_path)
    kept = said(before, "a picture", files=[Upload("map.png", b"\x89PNG", "image/png")])
    dropped = said(before, "a list", files=[Upload("list.txt", b"1, 2", "text/plain")])
    before.delete(dropped)

    after = remembering(tmp_path, "http://127.0.0.1:9999")
    (attachment,) = after.message(kept.data["channel_id"], kept.id).data["attachments"]
    assert after.uploads == {attachment["id"]: Upload("map.png", b"\x89PNG", "image/png")}
    assert attachment["url"] == kept.data["attachments"][0]["url"].replace(":8130/", ":9999/")
    assert [path.name for path in (tmp_path / "uploads").iterdir()] == [attachment["id"]]


def test_commands_keep_their_ids_and_new_ids_are_greater(tmp_path: Path) -> None:
    before = remembering(tmp_path)
    before.no_ids_up_to(int(before.snowflake()) + (1 << 50))
    definition = [{"name": "fire", "type": 1, "description": "Fires"}]
    (fire,) = commands.register(before.commands.setdefault(None, {}), definition, before.snowflake, {})
    before.tell("commands", before.all_commands())
    last = said(before, "from the future")

    after = remembering(tmp_path)
    (again,) = commands.register(after.commands[None], definition, after.snowflake, {})
    assert again["id"] == fire["id"]
    assert int(after.snowflake()) > int(last.id)


async def test_answered_interactions_live_on_for_the_rest_of_their_time(tmp_path: Path) -> None:
    first = Playground()
    await first.start()
    first.remember(tmp_path)
    ann = first.person("Ann")
    async with aiohttp.ClientSession(first.base_url, headers={"Authorization": "Bot any"}) as session:
        rest = Rest(session)
        await rest("PUT", f"/applications/{APPLICATION_ID}/commands", [{"name": "fire", "description": "Fires"}])
        answered, unanswered, form = [await ann.slash("lobby", "fire", wait=False) for _ in range(3)]
        answered.interaction.opened_at -= 14 * 60
        await rest("POST", callback(answered.interaction), {"type": 4, "data": {"content": "bang"}})
        await rest("POST", webhook(answered.interaction), {"content": "and bang"})
        field = {"type": 4, "custom_id": "line", "label": "Line", "style": 1}
        modal = {"custom_id": "form", "title": "Form", "components": [{"type": 1, "components": [field]}]}
        await rest("POST", callback(form.interaction), {"type": 9, "data": modal})
    await first.stop()

    async with Playground() as second:
        second.remember(tmp_path)
        async with aiohttp.ClientSession(second.base_url, headers={"Authorization": "Bot any"}) as session:
            rest = Rest(session)
            original = webhook(answered.interaction) + "/messages/@original"
            status, shown = await rest("GET", original)
            assert (status, shown["content"]) == (200, "bang")
            followup = f"{webhook(answered.interaction)}/messages/{answered.followups[0]['id']}"
            assert (await rest("PATCH", followup, {"content": "and again"}))[0] == 200
            status, refused = await rest("POST", callback(answered.interaction), {"type": 4, "data": {"content": "x"}})
            assert (status, refused["code"]) == (400, 40060)
            status, refused = await rest("GET", webhook(unanswered.interaction) + "/messages/@original")
            assert (status, refused["code"]) == (404, 10015)
            assert second.world.interactions[form.interaction.id].modal == form.modal
            second.world.interactions[answered.interaction.id].opened_at -= 61
            status, refused = await rest("GET", original)
            assert (status, refused["code"]) == (401, 50027)
        assert [m["content"] for m in second.person("Ben").sees("lobby")] == ["bang", "and again"]


def callback(interaction: Any) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def webhook(interaction: Any) -> str:
    return f"/webhooks/{APPLICATION_ID}/{interaction.token}"


def test_the_newest_of_each_channel_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MESSAGES", 2)
    before = remembering(tmp_path)
    for number in range(4):
        said(before, f"loud {number}")
    said(before, "alone", channel="side-room")
    remembering(tmp_path)
    after = remembering(tmp_path)
    assert contents(after) == ["loud 2", "loud 3"]
    assert contents(after, "side-room") == ["alone"]


def test_the_file_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "LONGEST", 30)
    before = remembering(tmp_path)
    counted = said(before, "0")
    for number in range(1, 100):
        messages.revise(before, counted, {"content": str(number)}, [])
        before.changed(counted)
        assert len((tmp_path / "world.jsonl").read_bytes().splitlines()) <= 30
    assert contents(remembering(tmp_path)) == ["99"]


def test_what_counts_no_more_leaves_the_world_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "LONGEST", 60)
    monkeypatch.setattr(memory, "MESSAGES", 5)
    world = remembering(tmp_path)
    for number in range(100):
        said(world, f"{number}", files=[Upload("a.txt", b"a")])
    assert len(contents(world)) < 60
    assert contents(world)[-5:] == ["95", "96", "97", "98", "99"]
    assert len(world.uploads) == len(contents(world))


def test_a_line_that_was_never_finished_is_dropped(tmp_path: Path) -> None:
    said(remembering(tmp_path), "whole")
    with (tmp_path / "world.jsonl").open("ab") as file:
        file.write(b'["message","123",{"data":{"id":"12')
    after = remembering(tmp_path)
    assert contents(after) == ["whole"]
    said(after, "after that order")
    assert contents(remembering(tmp_path)) == ["whole", "after that order"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (b"\x00\x00\n", "cannot be read"),
        (b'{"layout": 1, "home": ""}\n["message"]\n', "cannot be read"),
        (b'{"layout": 1, "home": ""}\nhalf a li\n["read", "1 2", 3]\n', "cannot be read"),
        (b'{"layout": 99, "home": ""}\n', "another version"),
        (b'{"layout": 1, "home": ""}\n["guild", "7", {}]\n', "does not contain what it should"),
        (b'{"layout": 1, "home": ""}\n["channel", "7", {"id": "7"}]\n', "does not contain what it should"),
    ],
)
def test_a_broken_file_is_told_of_and_left_alone(lines: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "world.jsonl").write_bytes(lines)
    world = World(base_url=HOME)
    with pytest.raises(BrokenMemory, match=words):
        Memory(world, tmp_path)
    assert world == World(base_url=HOME)
    assert (tmp_path / "world.jsonl").read_bytes() == lines


def test_a_disk_that_is_full_is_told_of_once_and_the_world_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    world = remembering(tmp_path)
    said(world, "kept")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_FSIZE, limits)
        resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "world.jsonl").stat().st_size, limits[1]))
        said(world, "lost")
        said(world, "lost too")
    assert contents(world) == ["kept", "lost", "lost too"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert contents(remembering(tmp_path)) == ["kept"]
