"""Secret and blind rolls over the real protocol: who sees what, once, also after a restart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.chat.views import rolls
from bot.chat.views.claims import Claims
from tests.cogs.conftest import CHANNEL, Game, types
from tests.served import connected, stand_in

OPEN = "GM: /encounter start ruleset: savage title: The yard"


def total(text: str) -> int:
    match = re.search(r"= \*\*(-?[0-9]+)\*\*", text)
    assert match, text
    return int(match[1])


def posted(game: Game, text: str) -> list[str]:
    return [message["content"] for message in game.ben.sees(CHANNEL) if text in message["content"]]


async def test_a_secret_roll_is_the_rollers_until_they_reveal_it_once(game: Game) -> None:
    answer = await types(game, "Ann: /roll dice: 2d6 + 1 secret: True")
    assert answer.ephemeral
    result = total(answer.content)
    assert posted(game, "2d6") == []
    buttons = answer.components
    await game.ann.click(answer, "Reveal")
    await answer.until(lambda answer: not answer.components)
    [public] = posted(game, "reveals a secret roll")
    assert public.startswith("Ann reveals a secret roll of <t:")
    assert total(public) == result
    # A press that comes late, for example from another device.
    answer.message["components"] = buttons
    again = await game.ann.click(answer, "Reveal")
    assert again.ephemeral
    assert again.content == "That roll has been revealed already."
    assert len(posted(game, "reveals a secret roll")) == 1


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Ann: /roll dice: 2d6 secret: True blind: True", "either secret, which you see, or blind"),
        ("Ann: /roll dice: 2d6 blind: True", "A blind roll is for a GM to see. No encounter is open in this channel"),
        ("Ann: /roll dice: two secret: True", "does not read as dice"),
        ("Ann: /roll dice: " + "+".join(["d1000"] * 7) + " secret: True", "at most 34 characters of dice"),
        ("Ann: /roll dice: " + "d" * 6000 + " blind: True", "6,000 characters"),
    ],
)
async def test_a_hidden_roll_is_refused_in_a_sentence(game: Game, typed: str, wanted: str) -> None:
    answer = await types(game, typed)
    assert answer.ephemeral
    assert wanted in answer.content
    assert answer.components == []


async def test_a_blind_roll_is_for_the_gm_alone_and_always_the_same(game: Game) -> None:
    await types(game, OPEN)
    answer = await types(game, "Ann: /roll dice: 2d6 blind: True")
    assert not answer.ephemeral
    assert answer.content == "Ann rolls 2d6 blind."
    for person in (game.ann, game.ben):
        refusal = await person.click(answer, "See the result")
        assert refusal.ephemeral
        assert refusal.content == "Only the GM of this encounter sees the result of a blind roll."
    first, second = [await game.gm.click(answer, "See the result") for _ in range(2)]
    assert first.ephemeral
    assert total(first.content) == total(second.content)
    await types(game, "GM: /encounter end")
    assert total((await game.ann.click(answer, "See the result")).content) == total(first.content)


async def test_hidden_rolls_keep_their_results_over_a_restart_and_are_revealed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "referee.sqlite3"
    async with stand_in() as playground:
        gm, ann = playground.person("GM"), playground.person("Ann")
        async with connected(playground, database):
            await gm.types(CHANNEL, "/encounter start ruleset: savage title: The yard")
            secret = await ann.types(CHANNEL, "/roll dice: 4d1000 secret: True")
            blind = await ann.types(CHANNEL, "/roll dice: 4d1000 blind: True")
            buttons = secret.components
            seen = total((await gm.click(blind, "See the result")).content)
            assert seen != total(secret.content)
        async with connected(playground, database):
            assert total((await gm.click(blind, "See the result")).content) == seen
            await ann.click(secret, "Reveal")
            await secret.until(lambda answer: not answer.components)
        async with connected(playground, database):
            # Another process remembers no press.
            monkeypatch.setattr(rolls, "presses", Claims())
            secret.message["components"] = buttons
            late = await ann.click(secret, "Reveal")
            await late.until(lambda answer: "That roll has been revealed already." in answer.content)
        [public] = [m["content"] for m in gm.sees(CHANNEL) if "reveals a secret roll" in m["content"]]
        assert total(public) == total(secret.content)


async def test_a_name_is_shown_as_it_is(game: Game) -> None:
    await types(game, OPEN)
    game.playground.world.change_member(game.ann.id, nick="**Ann** 🦊 @everyone")
    answer = await types(game, "Ann: /roll dice: d6 blind: True")
    assert "🦊" in answer.content
    assert "**Ann**" not in answer.content
    assert answer.message["mention_everyone"] is False
