"""The check against Discord's OpenAPI document: it is silent about what is right and names what is wrong."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from bot.playground.contract import Contract
from bot.playground.world import World, scenery
from tests.served import OPENAPI

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
        "POST /things/1: request: $: 'name' is a required property",
        "POST /things/1: answer 200: $: 5 is not of type 'string'",
        "POST /things/1: answer 201 is not in the document",
        "PUT /things/1: not in the document",
    ]


def test_without_a_document_nothing_is_checked() -> None:
    unchecked = Contract(None)
    unchecked.check_request("POST", "/nowhere", {})
    unchecked.check_answer("POST", "/nowhere", 200, {})
    assert unchecked.violations == []


@pytest.mark.skipif(OPENAPI is None, reason="shared/discord-openapi/openapi.json is not at hand")
def test_discords_own_document() -> None:
    contract = Contract(OPENAPI)
    contract.check_request("POST", CALLBACK, {"type": 4, "data": {"content": "x" * 2000}})
    contract.check_answer("GET", "/users/@me", 200, scenery.own_user())
    contract.check_answer("GET", f"/guilds/{scenery.GUILD_ID}", 200, World().home.data())
    for channel in scenery.channels().values():
        contract.check_answer("GET", f"/channels/{channel['id']}", 200, channel)
    assert contract.violations == []
    contract.check_request("POST", CALLBACK, {"type": 4, "data": {"content": "x" * 2001}})
    (violation,) = contract.violations
    assert "$.data.content" in violation
    assert "is too long" in violation
