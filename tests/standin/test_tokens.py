"""The time in which an interaction may be answered: three seconds for the first answer, fifteen minutes for its
token.
"""

from __future__ import annotations

import pytest

from standin import Playground
from standin.driver import Person
from standin.faults import CALLBACK, EDIT_ORIGINAL, FOLLOWUP
from standin.world.scenery import APPLICATION_ID

from .conftest import Rest

HELLO = {"type": 4, "data": {"content": "hello"}}


@pytest.fixture
async def someone(playground: Playground, rest: Rest) -> Person:
    await rest("PUT", f"/applications/{APPLICATION_ID}/commands", [{"name": "go", "type": 1, "description": "d"}])
    return playground.person("Ann")


async def test_the_first_answer_has_three_seconds(playground: Playground, rest: Rest, someone: Person) -> None:
    assert Playground().invoker.time_limit == 3
    # As many minutes, so that it makes no difference how fast this machine is.
    playground.invoker.time_limit = 180
    early, late = [await someone.slash("lobby", "go", wait=False) for _ in range(2)]
    playground.pass_time(minutes=2)
    path = f"/interactions/{early.interaction.id}/{early.interaction.token}/callback"
    assert await rest("POST", path, HELLO) == (204, None)
    playground.pass_time(minutes=1)
    await late.settle()
    assert (early.failed, late.failed) == (False, True)
    path = f"/interactions/{late.interaction.id}/{late.interaction.token}/callback"
    status, refused = await rest("POST", path, HELLO)
    assert (status, refused["code"]) == (404, 10062)


async def test_a_token_lives_for_fifteen_minutes(playground: Playground, rest: Rest, someone: Person) -> None:
    answer = await someone.slash("lobby", "go", wait=False)
    path = f"/interactions/{answer.interaction.id}/{answer.interaction.token}/callback"
    await rest("POST", path, HELLO)
    webhook = f"/webhooks/{APPLICATION_ID}/{answer.interaction.token}"
    playground.pass_time(minutes=14)
    assert (await rest("GET", f"{webhook}/messages/@original"))[0] == 200
    playground.pass_time(minutes=2)
    for method, address, body in [
        ("POST", webhook, {"content": "x"}),
        ("GET", f"{webhook}/messages/@original", None),
        ("PATCH", f"{webhook}/messages/@original", {"content": "x"}),
        ("DELETE", f"{webhook}/messages/@original", None),
    ]:
        status, refused = await rest(method, address, body)
        assert (method, status, refused["code"]) == (method, 401, 50027)
    status, refused = await rest("POST", path, HELLO)
    assert (status, refused["code"]) == (404, 10062)
    assert answer.content == "hello"


async def test_a_real_client_whose_token_died_while_it_was_thinking(playground: Playground, ann: Person) -> None:
    thinking = playground.faults.stall(EDIT_ORIGINAL)
    answer = await ann.slash("lobby", "slow", wait=False)
    await thinking.reached.wait()
    playground.pass_time(minutes=16)
    thinking.release()
    await playground.until_asked(EDIT_ORIGINAL, 1)
    (edit,) = playground.asked(EDIT_ORIGINAL)
    assert (edit.status, edit.answer["code"]) == (401, 50027)
    assert answer.loading


async def test_a_real_client_that_answers_twice_is_told_so(playground: Playground, ann: Person) -> None:
    answer = await ann.slash("lobby", "encounter start", ruleset="aliens")
    await playground.until_asked(FOLLOWUP, 1)
    playground.redeliver(answer)
    await playground.until_asked(CALLBACK, 2)
    assert [entry.status for entry in playground.asked(CALLBACK)] == [200, 400]
    assert playground.asked(CALLBACK)[1].answer["code"] == 40060
