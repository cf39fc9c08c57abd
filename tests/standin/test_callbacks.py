"""The bot's answers to interactions by hand: what fits, what comes twice, whose message a token may touch."""

from __future__ import annotations

import pytest

from standin import Playground
from standin.driver import Answer, Person
from standin.world.scenery import APPLICATION_ID

from .conftest import Rest

BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
HELLO = {"type": 4, "data": {"content": "hello"}}


@pytest.fixture
async def ann(playground: Playground, rest: Rest) -> Person:
    option = {"type": 3, "name": "target", "description": "d", "autocomplete": True}
    command = {"name": "fire", "type": 1, "description": "Fires", "options": [option]}
    await rest("PUT", f"/applications/{APPLICATION_ID}/commands", [command])
    return playground.person("Ann")


def callback(answer: Answer, query: str = "?with_response=1") -> str:
    return f"/interactions/{answer.interaction.id}/{answer.interaction.token}/callback{query}"


def webhook(answer: Answer, rest: str = "") -> str:
    return f"/webhooks/{APPLICATION_ID}/{answer.interaction.token}{rest}"


async def test_answer_with_and_without_response(rest: Rest, ann: Person) -> None:
    first = await ann.slash("lobby", "fire", wait=False)
    status, response = await rest("POST", callback(first), HELLO)
    assert status == 200
    assert response["resource"]["message"] == first.message
    assert response["interaction"]["response_message_id"] == first.message["id"]
    second = await ann.slash("lobby", "fire", wait=False)
    assert await rest("POST", callback(second, ""), HELLO) == (204, None)


async def test_a_second_answer_is_refused(rest: Rest, ann: Person) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    await rest("POST", callback(answer), HELLO)
    status, refused = await rest("POST", callback(answer), HELLO)
    assert (status, refused["code"]) == (400, 40060)


async def test_types_that_do_not_fit_are_refused(rest: Rest, ann: Person) -> None:
    slash = await ann.slash("lobby", "fire", wait=False)
    for kind in (6, 7):
        status, refused = await rest("POST", callback(slash), {"type": kind, "data": {"content": "x"}})
        assert (status, refused["code"]) == (400, 50035)
    _, refused = await rest("POST", callback(slash), {"type": 8, "data": {"choices": []}})
    assert refused["code"] == 50035
    assert (await rest("POST", callback(slash), HELLO))[0] == 200


async def test_webhook_before_the_first_answer_is_unknown(rest: Rest, ann: Person) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    status, refused = await rest("POST", webhook(answer), {"content": "early"})
    assert (status, refused["code"]) == (404, 10015)


async def test_a_refused_answer_may_be_given_again(playground: Playground, rest: Rest, ann: Person) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    status, refused = await rest("POST", callback(answer), {"type": 4, "data": {"content": "x" * 2001}})
    assert (status, list(refused["errors"]), list(refused["errors"]["data"])) == (400, ["data"], ["content"])
    assert (await rest("POST", callback(answer), HELLO))[0] == 200
    playground.violations.clear()


async def test_button_on_an_ephemeral_message(rest: Rest, ann: Person, playground: Playground) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    data = {"content": "private", "flags": 64, "components": [BUTTON]}
    await rest("POST", callback(answer), {"type": 4, "data": data})
    pressed = await ann.click(answer, "Go", wait=False)
    await rest("POST", callback(pressed), {"type": 7, "data": {"content": "done", "components": []}})
    assert answer.content == "done"
    assert answer.ephemeral
    assert playground.person("Ben").sees("lobby") == []
    status, refused = await rest("GET", f"/channels/{answer.message['channel_id']}/messages/{answer.message['id']}")
    assert (status, refused["code"]) == (404, 10008)


async def test_original_and_followups(rest: Rest, ann: Person) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    await rest("POST", callback(answer), HELLO)
    original = webhook(answer, "/messages/@original")
    assert (await rest("GET", original))[1] == answer.message
    _, followup = await rest("POST", webhook(answer, "?wait=1"), {"content": "more"})
    address = webhook(answer, f"/messages/{followup['id']}")
    assert (await rest("PATCH", address, {"content": "most"}))[1]["content"] == "most"
    assert [message["content"] for message in answer.followups] == ["most"]
    assert await rest("DELETE", address) == (204, None)
    assert await rest("DELETE", original) == (204, None)
    status, gone = await rest("GET", original)
    assert (status, gone["code"]) == (404, 10008)
    assert ann.sees("lobby") == []


async def test_a_token_answers_for_its_own_messages_only(rest: Rest, ann: Person) -> None:
    mine, other = [await ann.slash("lobby", "fire", wait=False) for _ in range(2)]
    for answer in (mine, other):
        await rest("POST", callback(answer), HELLO)
    status, refused = await rest("PATCH", webhook(mine, f"/messages/{other.message['id']}"), {"content": "x"})
    assert (status, refused["code"]) == (404, 10008)


@pytest.mark.parametrize(("code", "status"), [(10015, 404), (50027, 401)])
async def test_dead_tokens(playground: Playground, rest: Rest, ann: Person, code: int, status: int) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    await rest("POST", callback(answer), HELLO)
    playground.expire(answer, code)
    for method, path, body in [
        ("GET", "/messages/@original", None),
        ("PATCH", "/messages/@original", {"content": "x"}),
        ("POST", "", {"content": "x"}),
    ]:
        answered, refused = await rest(method, webhook(answer, path), body)
        assert (answered, refused["code"]) == (status, code)


async def test_late_suggestions_trouble_nobody(playground: Playground, ann: Person) -> None:
    playground.invoker.time_limit = 0.01
    told: list[str] = []
    playground.world.listen(lambda event, data, audience: told.append(event))
    assert await ann.autocomplete("lobby", "fire", focused="target") == []
    assert "failed" not in told


async def test_whom_a_form_names_is_sent_along(rest: Rest, ann: Person, playground: Playground) -> None:
    answer = await ann.slash("lobby", "fire", wait=False)
    label = {"type": 18, "label": "Owner", "component": {"type": 5, "custom_id": "owner"}}
    form = {"title": "Owner", "custom_id": "form", "components": [label]}
    await rest("POST", callback(answer), {"type": 9, "data": form})
    sent = await ann.submit(answer, {"Owner": playground.person("Ben").id}, wait=False)
    data = sent.interaction.payload["data"]
    assert list(data["resolved"]["users"]) == list(data["resolved"]["members"]) == [playground.person("Ben").id]
