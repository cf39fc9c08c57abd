"""Secret and blind rolls over the real protocol: who sees what, once, also after a restart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.chat.outgoing.controls import roll_id
from bot.chat.views.buttons import rolls
from bot.chat.views.presses.claims import Claims
from bot.game.pages import loose_dice
from bot.game.pages.loose_dice import Hidden, Kind
from standin.driver import Answer
from standin.faults import CALLBACK, CHANNEL_MESSAGE
from tests.cogs.conftest import CHANNEL, Game, types
from tests.served import Process, connected, stand_in

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
    assert again.content == "That roll is already revealed."
    assert len(posted(game, "reveals a secret roll")) == 1


async def test_every_kind_of_dice_is_shown_by_its_button(game: Game) -> None:
    await types(game, OPEN)
    every = ("3#d20", "(2d6+3)*2", "4d6kh3", "10d10>=7!", "s8-2", "4dF", "d20, d6/2", "d20+5<15")
    for number, dice in enumerate(every, 1):
        answer = await types(game, f"Ann: /roll dice: {dice} # note blind: True")
        assert answer.content.endswith("blind (note).")
        first, second = [await game.gm.click(answer, "See the result") for _ in range(2)]
        assert "(loose dice, not part of an encounter)" in first.content
        assert first.content == second.content
        answer = await types(game, f"Ann: /roll dice: {dice} # note secret: True")
        assert answer.content.startswith("note: ")
        await game.ann.click(answer, "Reveal")
        assert len(posted(game, "reveals a secret roll")) == number


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Ann: /roll dice: 2d6 secret: True blind: True", "secret (only you see it) or blind"),
        ("Ann: /roll dice: 2d6 blind: True", "Only a GM sees a blind roll. No encounter is open in this channel"),
        ("Ann: /roll dice: two secret: True", "I don't understand “two” as dice. Use d10, 2d6+1 or d100-5."),
        ("Ann: /roll dice: " + "+".join(["d1000"] * 7) + " secret: True", "at most 34 characters"),
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


GRANTED = ("create_private_threads", "send_messages_in_threads")


async def gms_thread(game: Game) -> str:
    """Has the encounter's threads made; the GMs'."""
    world = game.playground.world
    world.overwrite(game.gm.channel_id(CHANNEL), world.bot["id"], allow=GRANTED)
    await types(game, OPEN)
    await types(game, "GM: /encounter threads")
    return str(next(thread["id"] for thread in world.threads() if thread["name"] == "The yard · GM"))


def results(game: Game, thread: str) -> list[int]:
    return [total(m["content"]) for m in game.gm.sees(thread) if m["content"].startswith("Ann rolls blind: ")]


async def test_a_blind_roll_is_in_the_gms_thread_and_has_no_button(game: Game) -> None:
    thread = await gms_thread(game)
    answer = await types(game, "Ann: /roll dice: 2d6 blind: True")
    assert not answer.ephemeral and answer.content == "Ann rolls 2d6 blind." and answer.components == []
    assert len(results(game, thread)) == 1
    assert game.ann.sees(thread) == []
    # Given in a thread of the encounter, it is one of that encounter.
    await types(game, "GM: /roll dice: 2d6 blind: True")
    assert sum("GM rolls blind" in message["content"] for message in game.gm.sees(thread)) == 1


@pytest.mark.parametrize("trouble", ["dropped", "dropped after", "500 after", "403", "gone", "stalled", "429"])
async def test_a_blind_roll_that_may_not_be_in_the_thread_has_a_button_and_is_there_once_at_most(
    game: Game, trouble: str
) -> None:
    thread, faults = await gms_thread(game), game.playground.faults
    route = CHANNEL_MESSAGE.replace("*", thread)
    match trouble:
        case "dropped" | "dropped after":
            faults.drop(route, after=trouble.endswith("after"))
        case "500 after":
            faults.answer(route, 500, after=True, times=None)
        case "403":
            game.playground.world.archive(thread, locked=True)
        case "gone":
            game.playground.world.delete_channel(thread)
        case "stalled":
            faults.stall(route, after=True)
        case "429":
            faults.rate_limit(route)
    answer = await types(game, "Ann: /roll dice: 2d6 blind: True")
    faults.clear()
    assert not answer.ephemeral and answer.content == "Ann rolls 2d6 blind."
    there = [] if trouble == "gone" else results(game, thread)
    if trouble == "429":
        assert len(there) == 1 and answer.components == []
        return
    assert len(there) == (trouble in ("dropped after", "500 after", "stalled"))
    pressed = await game.gm.click(answer, "See the result")
    assert all(total(pressed.content) == result for result in there)
    assert (await game.ann.click(answer, "See the result")).content.startswith("Only the GM")


async def test_a_bot_that_is_killed_between_the_result_and_the_line_leaves_one_result(tmp_path: Path) -> None:
    async with stand_in() as playground, Process(playground, tmp_path / "referee.sqlite3") as process:
        gm, ann = playground.person("GM"), playground.person("Ann")
        playground.world.overwrite(gm.channel_id(CHANNEL), playground.world.bot["id"], allow=GRANTED)
        await gm.types(CHANNEL, OPEN.removeprefix("GM: "))
        await gm.types(CHANNEL, "/encounter threads")
        thread = next(thread["id"] for thread in playground.world.threads() if thread["name"] == "The yard · GM")
        stall = playground.faults.stall(CALLBACK)
        await ann.types(CHANNEL, "/roll dice: 2d6 blind: True", wait=False)
        await stall.reached.wait()
        await process.kill()
        playground.faults.clear()
        await process.start()
        again = await ann.types(CHANNEL, "/roll dice: 3d6 blind: True")
        assert again.content == "Ann rolls 3d6 blind." and again.components == []
        shown = [m["content"].split(":")[1][:5] for m in gm.sees(thread) if "rolls blind" in m["content"]]
        assert shown == [" 2d6 ", " 3d6 "]


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
            await late.until(lambda answer: "That roll is already revealed." in answer.content)
        [public] = [m["content"] for m in gm.sees(CHANNEL) if "reveals a secret roll" in m["content"]]
        assert total(public) == total(secret.content)


async def test_a_name_is_shown_as_it_is(game: Game) -> None:
    await types(game, OPEN)
    game.playground.world.change_member(game.ann.id, nick="**Ann** 🦊 @everyone")
    answer = await types(game, "Ann: /roll dice: d6 blind: True")
    assert "🦊" in answer.content
    assert "**Ann**" not in answer.content
    assert answer.message["mention_everyone"] is False


async def rolled(game: Game, times: int) -> list[Answer]:
    return [await types(game, "Ann: /roll dice: 2d6 secret: True") for _ in range(times)]


def told_which(game: Game) -> list[str]:
    """Return the remarks of the reveals in the channel after their results."""
    return [text.rpartition("**.")[2].strip() for text in posted(game, "reveals a secret roll")]


async def test_a_reveal_tells_which_of_the_rolls_of_a_day_it_is(game: Game) -> None:
    first, *_, last = await rolled(game, 6)
    await types(game, "Ben: /roll dice: 2d6 secret: True")
    await types(game, "Ann: /roll dice: 2d6")
    await game.ann.click(last, "Reveal")
    await last.until(lambda answer: not answer.components)
    assert told_which(game) == ["Ann's 6th hidden roll here today."]
    # The best of six may be the first.
    await game.ann.click(first, "Reveal")
    await first.until(lambda answer: not answer.components)
    assert told_which(game)[1:] == ["Ann's 1st hidden roll here today, and 5 more since."]


async def test_rolls_are_counted_over_a_restart_and_in_each_channel(tmp_path: Path) -> None:
    database = tmp_path / "referee.sqlite3"
    async with stand_in() as playground:
        ann = playground.person("Ann")
        playground.world.add_channel("other")
        async with connected(playground, database):
            await ann.types(CHANNEL, "/roll dice: 2d6 secret: True")
            await ann.types("other", "/roll dice: 2d6 secret: True")
        async with connected(playground, database):
            second = await ann.types(CHANNEL, "/roll dice: 2d6 secret: True")
            await ann.click(second, "Reveal")
            await second.until(lambda answer: not answer.components)
        [public] = [m["content"] for m in ann.sees(CHANNEL) if "reveals a secret roll" in m["content"]]
        assert public.endswith("Ann's 2nd hidden roll here today.")


async def test_a_roll_of_an_earlier_release_is_revealed_without_a_number(game: Game) -> None:
    [answer] = await rolled(game, 1)
    old = Hidden(Kind.SECRET, game.ann.id, "1", "2d6")
    sealed = await loose_dice._sealed(game.client.desk.referee.store, old)
    assert roll_id(sealed).count(":") == 4
    answer.components[0]["components"][0]["custom_id"] = roll_id(sealed)
    await game.ann.click(answer, "Reveal")
    await answer.until(lambda answer: not answer.components)
    assert told_which(game) == [""]


async def test_nobody_changes_the_number_of_a_roll(game: Game) -> None:
    *_, third = await rolled(game, 3)
    button = third.components[0]["components"][0]
    head, _, seal = button["custom_id"].rpartition(":")
    assert head.endswith(":3")
    button["custom_id"] = f"{head.removesuffix(':3')}:1:{seal}"
    forged = await game.ann.click(third, "Reveal")
    assert forged.content == "I don't know that roll. Roll again with /roll."
    assert posted(game, "reveals a secret roll") == []
