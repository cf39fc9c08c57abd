"""The page's own API: state, history, live pushes, and deeds as JSON and as a form with files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import orjson
import pytest

from standin import Playground
from standin.driver import Person

from .sample_client import Sample


@pytest.fixture
async def page(playground: Playground, client: Sample) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.page_url) as session:
        yield session


async def post(page: aiohttp.ClientSession, path: str, **asked: Any) -> tuple[int, Any]:
    async with page.post(path, json=asked) as answer:
        return answer.status, await answer.json()


async def pushed(live: aiohttp.ClientWebSocketResponse, *wanted: str) -> list[dict[str, Any]]:
    """The next pushes of these names, in this order."""
    found = []
    for name in wanted:
        while (push := await live.receive_json(timeout=5))["t"] != name:
            pass
        found.append(push["d"])
    return found


async def test_state(playground: Playground, page: aiohttp.ClientSession, ann: Person) -> None:
    playground.world.greeting = {"text": "**Welcome**"}
    async with page.get("/page/state", params={"user": ann.id}) as answer:
        state = await answer.json()
    assert [(user["global_name"], user["role"]) for user in state["users"]] == [
        ("GM", "GM"),
        ("Ann", "player"),
        ("Ben", "player"),
        ("Cleo", "player"),
    ]
    assert state["bot"]["online"] is True
    assert state["greeting"] == {"text": "**Welcome**"}
    assert {command["name"] for command in state["commands"]} >= {"encounter", "pick"}
    assert state["channels"][0]["name"] == "lobby"


async def test_slash_button_modal_and_pushes(page: aiohttp.ClientSession, ann: Person, ben: Person) -> None:
    channel = ann.channel_id("lobby")
    who = {"user": ann.id, "channel": channel}
    async with page.ws_connect(f"/page/live?user={ann.id}") as live:
        status, opened = await post(page, "/page/slash", **who, name="panel", options=[])
        assert status == 200
        (message,) = await pushed(live, "message_create")
        assert message["interaction_metadata"]["id"] == opened["interaction_id"]

        press = {**who, "message_id": message["id"], "component_type": 2}
        await post(page, "/page/component", **press, custom_id="panel:count")
        (edited,) = await pushed(live, "message_update")
        assert edited["content"] == "count 1"

        _, opened = await post(page, "/page/component", **press, custom_id="panel:form")
        (form,) = await pushed(live, "modal")
        assert form["interaction_id"] == opened["interaction_id"]
        rows = [
            {"type": 1, "components": [{"type": 4, "custom_id": "line", "value": "skill 8"}]},
            {"type": 18, "component": {"type": 4, "custom_id": "note", "value": ""}},
        ]
        await post(page, "/page/modal", **who, **opened, custom_id=form["custom_id"], components=rows)
        (message,) = await pushed(live, "message_create")
        assert message["content"] == "skill 8 /  from the panel"


async def test_thinking_failure_and_private_pushes(
    playground: Playground, page: aiohttp.ClientSession, ann: Person, ben: Person
) -> None:
    playground.invoker.time_limit = 0.2
    async with (
        page.ws_connect(f"/page/live?user={ann.id}") as live,
        page.ws_connect(f"/page/live?user={ben.id}") as other,
    ):
        await ann.slash("lobby", "slow", private=True)
        thinking, done = await pushed(live, "thinking", "message_update")
        assert thinking["message"]["flags"] == 64 | 128
        assert done["content"] == "done"
        await ann.slash("lobby", "mute")
        (failed,) = await pushed(live, "failed")
        assert failed["text"] == "The application did not respond"
        ben.say("lobby", "anything?")
        (first,) = await pushed(other, "message_create")
        assert first["content"] == "anything?"


async def test_history_hides_what_others_were_told(page: aiohttp.ClientSession, ann: Person, ben: Person) -> None:
    await ann.slash("lobby", "slow", private=True)
    channel = ann.channel_id("lobby")
    status, said = await post(page, "/page/say", user=ben.id, channel=channel, content="hello")
    assert status == 200

    async def seen(user: str) -> list[str]:
        async with page.get(f"/page/channels/{channel}/messages", params={"user": user}) as answer:
            return [message["content"] for message in await answer.json()]

    assert await seen(ann.id) == ["done", "hello"]
    assert await seen(ben.id) == ["hello"]
    assert said["author"]["id"] == ben.id


async def test_history_comes_in_pages(page: aiohttp.ClientSession, ann: Person) -> None:
    said = [ann.say("lobby", f"message {number}") for number in range(7)]
    address = f"/page/channels/{ann.channel_id('lobby')}/messages"

    async def contents(**query: str) -> list[str]:
        async with page.get(address, params={"user": ann.id, **query}) as answer:
            return [message["content"].removeprefix("message ") for message in await answer.json()]

    assert await contents(limit="3") == ["4", "5", "6"]
    assert await contents(limit="3", before=said[4]["id"]) == ["1", "2", "3"]
    assert await contents(limit="3", before=said[1]["id"]) == ["0"]
    async with page.get(address, params={"before": "yesterday"}) as answer:
        assert answer.status == 400


async def test_an_acknowledgement_without_a_word_is_pushed(page: aiohttp.ClientSession, ann: Person) -> None:
    panel = (await ann.slash("lobby", "panel")).message
    who = {"user": ann.id, "channel": panel["channel_id"]}
    async with page.ws_connect(f"/page/live?user={ann.id}") as live:
        choice = {"message_id": panel["id"], "custom_id": "panel:weapon", "values": ["pr"]}
        _, opened = await post(page, "/page/component", **who, **choice)
        assert await pushed(live, "answered") == [{**opened, "channel_id": panel["channel_id"]}]


async def test_a_reply_names_and_pings_whom_it_answers(page: aiohttp.ClientSession, ann: Person, ben: Person) -> None:
    asked = ben.say("lobby", "left or right?")
    who = {"user": ann.id, "channel": asked["channel_id"]}
    _, said = await post(page, "/page/say", **who, content="left", reply_to=asked["id"])
    assert said["type"] == 19
    assert said["message_reference"]["message_id"] == asked["id"]
    assert said["referenced_message"]["content"] == "left or right?"
    assert [user["id"] for user in said["mentions"]] == [ben.id]
    status, refused = await post(page, "/page/say", **who, content="left", reply_to="1")
    assert (status, refused) == (400, {"error": "That message is gone."})


async def test_files_of_a_chat_are_shown_only_as_pictures(page: aiohttp.ClientSession, ann: Person) -> None:
    form = aiohttp.FormData()
    asked = {"user": ann.id, "channel": ann.channel_id("lobby"), "content": ""}
    form.add_field("payload", orjson.dumps(asked).decode())
    form.add_field("file0", b"<svg/>", filename="map.svg", content_type="image/svg+xml")
    form.add_field("file1", b"\x89PNG", filename="map.png", content_type="image/png")
    async with page.post("/page/say", data=form) as answer:
        svg, png = (await answer.json())["attachments"]
    kinds = []
    for file in (svg, png):
        async with page.get(file["url"]) as answer:
            kinds.append((answer.content_type, answer.headers["Content-Disposition"]))
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert kinds == [("application/octet-stream", "attachment"), ("image/png", "inline")]


async def test_nobody_answers_while_the_bot_is_offline(
    playground: Playground, page: aiohttp.ClientSession, client: Sample, ann: Person
) -> None:
    panel = (await ann.slash("lobby", "panel")).message
    form = await ann.slash("lobby", "form")
    await client.close()
    await playground.offline()
    who = {"user": ann.id, "channel": panel["channel_id"]}
    sentence = "Test Bot is offline and cannot answer. Try again when it is back."
    for path, asked in {
        "slash": {"name": "panel", "options": []},
        "component": {"message_id": panel["id"], "custom_id": "panel:count"},
        "modal": {"interaction_id": form.interaction.id, "custom_id": "x", "components": []},
    }.items():
        assert await post(page, f"/page/{path}", **who, **asked) == (400, {"error": sentence})


async def test_autocomplete(page: aiohttp.ClientSession, ann: Person) -> None:
    options = [{"name": "many", "type": 4, "value": 1}, {"name": "target", "type": 3, "value": "Ap", "focused": True}]
    who = {"user": ann.id, "channel": ann.channel_id("lobby")}
    status, answer = await post(page, "/page/autocomplete", **who, name="pick", options=options)
    assert (status, answer) == (200, {"choices": [{"name": "Apone (1)", "value": "Apone"}]})


async def test_attachment_as_form(playground: Playground, page: aiohttp.ClientSession, ann: Person) -> None:
    values = [
        ("text", 3, "t"),
        ("whole", 4, 1),
        ("yes", 5, False),
        ("who", 6, ann.id),
        ("where", 7, ann.channel_id("lobby")),
        ("part", 10, 1.5),
        ("role", 8, playground.world.home.id),
        ("file", 11, "upload"),
    ]
    options = [{"name": name, "type": kind, "value": value} for name, kind, value in values]
    asked = {"user": ann.id, "channel": ann.channel_id("lobby"), "name": "everything", "options": options}
    form = aiohttp.FormData()
    form.add_field("payload", orjson.dumps(asked).decode())
    form.add_field("upload", b"abc", filename="card.csv", content_type="text/csv")
    async with page.post("/page/slash", data=form) as answer:
        assert answer.status == 200
    await playground.until(lambda: bool(ann.sees("lobby")))
    assert ann.sees("lobby")[0]["content"].endswith("card.csv|abc")


@pytest.mark.parametrize(
    ("path", "asked", "sentence"),
    [
        ("slash", {"name": "nope"}, "There is no command /nope."),
        ("slash", {}, "The request lacks 'name'."),
        ("slash", {"name": "pick", "user": "1"}, "There is nobody with that id."),
        ("autocomplete", {"name": "pick", "options": [{"name": "x"}]}, "/pick has no option 'x'."),
        ("component", {"message_id": "1", "custom_id": "x"}, "That message is gone."),
        ("modal", {"interaction_id": "1", "custom_id": "x"}, "There is no such form open."),
        ("say", {"content": ""}, "There is nothing to send."),
        ("say", {"content": "x", "channel": "7"}, "Unknown Channel."),
    ],
)
async def test_bad_input_is_answered_with_a_sentence(
    page: aiohttp.ClientSession, ann: Person, path: str, asked: dict[str, Any], sentence: str
) -> None:
    who = {"user": ann.id, "channel": ann.channel_id("lobby")}
    assert await post(page, f"/page/{path}", **{**who, **asked}) == (400, {"error": sentence})


async def test_only_the_pages_own_files_are_served(page: aiohttp.ClientSession) -> None:
    async with page.get("/static/..%2f__init__.py") as answer:
        assert answer.status == 404
    async with page.get("/static/nothing.js") as answer:
        assert answer.status == 404


async def test_other_sites_may_not_show_anything_in_a_frame(
    page: aiohttp.ClientSession, playground: Playground
) -> None:
    for path in ("/", "/page/state", "/static/nothing.js", "/nothing", "/api/v10/gateway", "/attachments/1/1/a.png"):
        async with page.get(path) as answer:
            assert answer.headers["X-Frame-Options"] == "DENY", path
            assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'", path
    async with page.get("/", headers={"Origin": "https://example.com"}) as answer:
        assert (answer.status, answer.headers["X-Frame-Options"]) == (403, "DENY")


async def test_other_sites_may_not_act_here(page: aiohttp.ClientSession, ann: Person) -> None:
    said = {"user": ann.id, "channel": ann.channel_id("lobby"), "content": "x"}
    for headers in ({"Origin": "https://example.com"}, {"Host": "example.com"}):
        async with page.post("/page/say", json=said, headers=headers) as answer:
            assert answer.status == 403
    assert ann.sees("lobby") == []
