"""The check against Discord's OpenAPI document: it is silent about what is right and names what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import orjson
import pytest

from standin import Playground
from standin.contract import Contract
from standin.driver import Person
from standin.world import World, scenery
from standin.world.scenery import Json
from tests.openapi import OPENAPI

from .sample_client import Sample

NEEDS_DOCUMENT = pytest.mark.skipif(OPENAPI is None, reason="shared/discord-openapi/openapi.json is not at hand")

CALLBACK = "/interactions/1/token/callback"

SMALL = {
    "openapi": "3.1.0",
    "paths": {
        "/things/{thing_id}": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": {"type": "string"}}}}, "204": {}},
            }
        }
    },
    "components": {"schemas": {"Thing": {"type": "object", "required": ["name"]}}},
}


@pytest.fixture
def small(tmp_path: Path) -> Contract:
    document = tmp_path / "openapi.json"
    document.write_bytes(orjson.dumps(SMALL))
    return Contract(document)


def test_what_is_right_is_not_mentioned(small: Contract) -> None:
    small.check_request("POST", "/things/1", {"name": "x"})
    small.check_answer("POST", "/things/1", 200, "fine")
    small.check_answer("POST", "/things/1", 204, None)
    small.check_answer("POST", "/things/1", 502, {"any": "thing"})
    assert small.violations == []


def test_what_is_wrong_is_named(small: Contract) -> None:
    small.check_request("POST", "/things/1", {})
    small.check_answer("POST", "/things/1", 200, 5)
    small.check_answer("POST", "/things/1", 201, "x")
    small.check_request("PUT", "/things/1", {})
    assert small.violations == [
        'POST /things/1: request: $: "name" is a required property',
        'POST /things/1: answer 200: $: 5 is not of type "string"',
        "POST /things/1: answer 201 is not in the document",
        "PUT /things/1: not in the document",
    ]


def test_without_a_document_nothing_is_checked() -> None:
    unchecked = Contract(None)
    unchecked.check_request("POST", "/nowhere", {})
    unchecked.check_answer("POST", "/nowhere", 200, {})
    assert unchecked.violations == []


@NEEDS_DOCUMENT
def test_discords_own_document() -> None:
    contract = Contract(OPENAPI)
    contract.check_request("POST", CALLBACK, {"type": 4, "data": {"content": "x" * 2000}})
    contract.check_answer("GET", "/users/@me", 200, scenery.own_user(scenery.bot_user(scenery.Names())))
    contract.check_answer("GET", f"/guilds/{scenery.GUILD_ID}", 200, World().home.data())
    for channel in scenery.channels(scenery.Names()).values():
        contract.check_answer("GET", f"/channels/{channel['id']}", 200, channel)
    assert contract.violations == []
    contract.check_request("POST", CALLBACK, {"type": 4, "data": {"content": "x" * 2001}})
    (violation,) = contract.violations
    assert "$.data.content" in violation
    assert "is longer than 2000 characters" in violation


# Each kind of departure from Discord's document is found, and named by one sentence.

MESSAGES = "/channels/1/messages"


@pytest.fixture
def discords() -> Contract:
    return Contract(OPENAPI)


@NEEDS_DOCUMENT
@pytest.mark.parametrize(
    ("method", "path", "body", "query", "named"),
    [
        ("POST", MESSAGES, {"content": 5}, {}, "$.content: 5 is not of type"),
        ("POST", MESSAGES, {"embeds": [{}] * 11}, {}, "$.embeds: [{},{}"),
        ("POST", MESSAGES, None, {}, '$: null is not of type "object"'),
        ("POST", CALLBACK, {"type": 99, "data": {}}, {}, "$.type: "),
        ("POST", "/applications/1/commands", {"description": "d"}, {}, '"name" is a required property'),
        ("GET", MESSAGES, {"content": "x"}, {}, "takes no body"),
        ("GET", MESSAGES, None, {"limit": "101"}, "query limit: $: 101 is greater than the maximum of 100"),
        ("GET", MESSAGES, None, {"limit": "many"}, 'query limit: $: "many" is not of type "integer"'),
        ("GET", MESSAGES, None, {"before": "x"}, 'query before: $: "x" does not match'),
        ("GET", MESSAGES, None, {"until": "5"}, "query until is not in the document"),
        ("POST", CALLBACK, {"type": 1}, {"with_response": "maybe"}, 'query with_response: $: "maybe" is not of type'),
        ("GET", "/channels/lobby/messages", None, {}, 'path channel_id: $: "lobby" does not match'),
        ("PUT", MESSAGES, {}, {}, "not in the document"),
        ("GET", "/nowhere", None, {}, "not in the document"),
    ],
)
def test_a_request_that_departs(
    discords: Contract, method: str, path: str, body: Json, query: dict[str, str], named: str
) -> None:
    discords.check_request(method, path, body, query)
    (violation,) = discords.violations
    assert violation.startswith(f"{method} {path}: ")
    assert named in violation


@NEEDS_DOCUMENT
def test_queries_and_files_as_they_should_be(discords: Contract) -> None:
    discords.check_request("GET", MESSAGES, None, {"limit": "100", "before": "17"})
    for said in ("true", "True", "1", "false", "0"):
        discords.check_request("POST", CALLBACK, {"type": 1}, {"with_response": said})
    discords.check_request("POST", MESSAGES, {"attachments": [{"id": 0, "filename": "x"}]}, {}, ["a file"])
    assert discords.violations == []
    discords.check_request("PUT", "/applications/1/commands", [], {}, ["a file"])
    assert discords.violations == ["PUT /applications/1/commands: takes no files, got 1"]


@NEEDS_DOCUMENT
@pytest.mark.parametrize(
    ("status", "body", "named"),
    [
        (200, [{"id": "1"}], "is a required property"),
        (200, {"id": "1"}, 'is not of types "null", "array"'),
        (302, None, "answer 302 is not in the document"),
        (404, {"message": "Unknown Channel"}, '"code" is a required property'),
        (404, {"message": "Unknown Channel", "code": 10003, "errors": {"x": {"_errors": ["bad"]}}}, "$.errors"),
        (429, {"message": "wait", "code": 0, "global": False}, '"retry_after" is a required property'),
        (429, {"message": "wait", "code": 0, "global": "no", "retry_after": 1}, '"no" is not of type "boolean"'),
    ],
)
def test_an_answer_that_departs(discords: Contract, status: int, body: Json, named: str) -> None:
    discords.check_answer("GET", MESSAGES, status, body)
    (violation,) = discords.violations
    assert named in violation


@NEEDS_DOCUMENT
def test_errors_as_discord_sends_them(discords: Contract) -> None:
    wrong = {"content": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Too long."}]}}
    discords.check_answer("POST", MESSAGES, 400, {"message": "Invalid Form Body", "code": 50035, "errors": wrong})
    discords.check_answer("GET", MESSAGES, 503, "<html></html>")
    assert discords.violations == []
    discords.check_answer("DELETE", f"{MESSAGES}/2", 204, {"id": "2"})
    assert "has no body in the document" in discords.violations[0]


@NEEDS_DOCUMENT
def test_objects_said_elsewhere_fit_a_schema(discords: Contract) -> None:
    user = scenery.bot_user(scenery.Names())
    discords.check_object("UserResponse", user, "READY")
    assert discords.violations == []
    discords.check_object("UserResponse", {**user, "id": 5}, "READY")
    assert discords.violations == ['READY: $.id: 5 is not of type "string"']
    with pytest.raises(KeyError):
        discords.check_object("Nothing", user, "READY")
    Contract(None).check_object("Nothing", user, "READY")


@NEEDS_DOCUMENT
def test_what_is_like_something_that_fits_is_checked_where_it_differs(discords: Contract) -> None:
    def ask(**changed: object) -> int:
        """Return how many violations there are after such a message."""
        allowed = {"parse": ["users", "roles"], "users": ["1" * 18]}
        discords.check_request("POST", MESSAGES, {"content": "a" * 4000, "allowed_mentions": allowed, **changed})
        return len(discords.violations)

    assert [ask(), ask(content="b" * 3999)] == [0, 0]
    assert ask(content="b" * 4001) == 1
    assert ask(allowed_mentions={"parse": ["users", "rules"], "users": ["1" * 18]}) == 2
    assert ask(allowed_mentions={"parse": ["users", "users"], "users": ["1" * 18]}) == 3
    assert ask(allowed_mentions={"parse": ["users", "roles"], "users": ["x" * 18]}) == 4
    assert ask(tts="yes") == 5


async def test_messages_told_to_the_bot_fit_as_well(playground: Playground, client: Sample, ann: Person) -> None:
    told: list[tuple[str, Json]] = []
    playground.world.listen(lambda event, data, audience: told.append((event, cast(Json, data))))
    ann.say("lobby", "hello <@1100000000000000203>")
    answer = await ann.slash("lobby", "panel")
    pressed = await ann.click(answer, "Count")
    spoken = [(event, data) for event, data in told if event.startswith("message_")]
    spoken.append(("interaction_create", pressed.interaction.payload["message"]))
    for event, message in spoken:
        playground.contract.check_object("MessageResponse", message, event.upper())
    assert [event for event, _ in spoken] == [
        "message_create",
        "message_create",
        "message_update",
        "interaction_create",
    ]
