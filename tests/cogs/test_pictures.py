"""Pictures of the map over the real protocol: on boards, by /map, after orders, with refusals and odds."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from standin.driver import Answer
from standin.faults import CALLBACK, EDIT_FOLLOWUP, EDIT_ORIGINAL
from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, says, told, types
from tests.waiting import until

LINES = (
    "GM: /encounter start ruleset: aliens",
    "GM: /encounter options name: pictures value: all",
    "GM: /encounter map size: 12x8 walls: C3 D3-D5",
    "GM: /combatant add sheet: apone owner: @Ann side: Marines at: F4",
    "GM: /combatant add sheet: alien count: 2 side: Aliens at: A4 A5",
)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


def pictures(game: Game, message: dict[str, Any]) -> list[tuple[Image.Image, str]]:
    """The pictures of a message, with their descriptions; each is a small PNG."""
    found: list[tuple[Image.Image, str]] = []
    for one in message["attachments"]:
        content = game.playground.world.uploads[one["id"]].content
        if one["filename"] == "map.png":
            assert len(content) <= 60_000 and 0 < len(one["description"]) <= 1024
            found.append((Image.open(io.BytesIO(content)), one["description"]))
    return found


def shown(game: Game, answer: Answer) -> dict[str, Any]:
    """The message of an answer as it is now."""
    message = game.playground.world.find_message(answer.message["id"])
    assert message is not None
    return message.data


async def idle(game: Game) -> None:
    """Wait until pictures that are on their way are there."""
    await game.client.delivery._idle.wait()
    if adding := [*game.client.delivery.illustrator._adding]:
        await asyncio.wait(adding)


async def test_the_board_has_one_picture_in_place_of_letters(game: Game) -> None:
    answer = await types(game, "GM: /encounter show")
    [(picture, alt)] = pictures(game, answer.message)
    assert picture.width == 780
    assert "Alien 1" in alt and "A4" in alt
    assert "·  ·" not in told(answer) and "(A4)" in told(answer)


async def test_everybody_sees_a_public_board(game: Game) -> None:
    answer = await types(game, "GM: /encounter show public: True")
    assert not answer.message["flags"] & 64
    assert len(pictures(game, answer.message)) == 1


async def test_map_is_for_the_user_alone(game: Game) -> None:
    answer = await types(game, "Ann: /map")
    assert answer.message["flags"] & 64
    [(_, alt)] = pictures(game, answer.message)
    assert "Apone" in alt
    assert "Alien 2" in told(answer)
    for line in ("Ann: /map who: Apone", "Ann: /map whole: True", "Ann: /map grid: True"):
        assert len(pictures(game, (await types(game, line)).message)) == 1
    await refused(game, "Ann: /map who: Zorro", "Zorro")


async def test_a_move_and_a_shot_get_their_picture_afterwards(game: Game) -> None:
    moved = await types(game, "GM: /move who: Alien 1 to: F8")
    await until(lambda: pictures(game, shown(game, moved)))
    [(_, alt)] = pictures(game, shown(game, moved))
    assert "Alien 1 moved from A4 to F8." in alt
    fired = await types(game, "Ann: /fire target: Alien 1 aim: 1 dice: 0")
    await until(lambda: pictures(game, shown(game, fired)))
    message = shown(game, fired)
    assert "Fire from F4 to F8, a hit." in pictures(game, message)[0][1]
    assert message["content"] == fired.message["content"] and message["components"] == fired.message["components"]


async def test_words_that_say_as_much_have_no_picture(game: Game) -> None:
    for line in ("GM: /move who: Alien 1 to: A3", "GM: /encounter note text: lights out secret: False"):
        answer = await types(game, line)
        await idle(game)
        assert pictures(game, shown(game, answer)) == []


async def test_a_change_of_the_map_is_shown_wherever_there_are_pictures(game: Game) -> None:
    await says(game, "GM: /encounter options name: pictures value: board")
    changed = await types(game, "GM: /encounter map add: wall H1-H3")
    await until(lambda: pictures(game, shown(game, changed)))
    moved = await types(game, "GM: /move who: Alien 1 to: A7")
    await idle(game)
    assert pictures(game, shown(game, moved)) == []


async def test_a_new_map_is_shown_whole(game: Game) -> None:
    drawn = await types(game, "GM: /encounter map size: 40x30")
    await until(lambda: pictures(game, shown(game, drawn)))
    [(_, alt)] = pictures(game, shown(game, drawn))
    assert alt.startswith("Map of 40 x 30, ")
    changed = await types(game, "GM: /encounter map add: wall H1-H3")
    await until(lambda: pictures(game, shown(game, changed)))
    [(_, alt)] = pictures(game, shown(game, changed))
    assert alt.startswith("Map of 40 x 30 from ")


async def test_what_the_sweep_posts_again_has_its_picture(game: Game) -> None:
    game.playground.faults.answer(CALLBACK, 404, code=10062)
    await game.gm.slash(CHANNEL, "move", who="Alien 1", to="A7", wait=False)
    await until(lambda: game.playground.asked(CALLBACK))
    await idle(game)
    await game.client.sweep.once(timedelta(minutes=-5))
    await idle(game)
    [message] = [m for m in game.ann.sees(CHANNEL) if "Alien 1 moves" in m["content"]]
    assert len(pictures(game, message)) == 1


async def test_a_post_does_not_wait_for_its_picture(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a later result would come before it."""
    painting, studio = asyncio.Event(), game.client.delivery.illustrator.studio
    painted = studio.painted

    async def slowly(*args: Any) -> bytes | None:
        await painting.wait()
        return await painted(*args)

    monkeypatch.setattr(studio, "painted", slowly)
    game.playground.faults.answer(CALLBACK, 404, code=10062)
    await game.gm.slash(CHANNEL, "move", who="Alien 1", to="A7", wait=False)
    await until(lambda: game.playground.asked(CALLBACK))
    sweeping = asyncio.create_task(game.client.sweep.once(timedelta(minutes=-5)))
    await until(lambda: any("Alien 1 moves" in m["content"] for m in game.ann.sees(CHANNEL)))
    await types(game, "GM: /move who: Alien 2 to: B5")
    painting.set()
    await sweeping
    await idle(game)
    moved, later = [m for m in game.ann.sees(CHANNEL) if "moves" in m["content"]]
    assert "Alien 1 moves" in moved["content"] and "Alien 2 moves" in later["content"]
    assert len(pictures(game, moved)) == 1


async def test_without_a_picture_the_words_are_enough(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.client.delivery.illustrator.studio.process, "script", Path("nowhere.py"))
    answer = await types(game, "GM: /encounter show")
    assert pictures(game, answer.message) == [] and "·  ·" in told(answer).replace("\u2060", "")
    answer = await types(game, "GM: /map")
    assert "The picture could not be drawn. The places in words:" in told(answer) and "Alien 1 at A4" in told(answer)
    moved = await types(game, "GM: /move who: Alien 1 to: A7")
    await idle(game)
    assert "Alien 1 moves" in told(moved) and pictures(game, shown(game, moved)) == []


async def test_a_picture_that_discord_refuses_costs_no_words(game: Game) -> None:
    for line in ("GM: /encounter show", "GM: /map"):
        game.playground.faults.answer(EDIT_ORIGINAL, 403, code=50013)
        answer = await types(game, line)
        assert pictures(game, answer.message) == [] and len(answer.followups) == 0
        assert "Alien 1" in told(answer) and answer.message["flags"] & 64
        assert len(pictures(game, (await types(game, line)).message)) == 1
    # Without the picture the board has its map in letters.
    game.playground.faults.answer(EDIT_ORIGINAL, 403, code=50013)
    assert "·  ·" in told(await types(game, "GM: /encounter show")).replace("\u2060", "")
    game.playground.faults.answer(EDIT_ORIGINAL, 403, code=50013)
    answer = await types(game, "Ann: /fire target: Alien 1 aim: 1")
    assert pictures(game, answer.message) == [] and "No line of sight from F4 to A4" in told(answer)
    edits = game.playground.faults.answer(EDIT_FOLLOWUP, 403, code=50013)
    moved = await types(game, "GM: /move who: Alien 1 to: A7")
    await idle(game)
    assert edits.hits == 1 and "Alien 1 moves" in told(moved) and pictures(game, shown(game, moved)) == []


async def test_answers_have_their_picture_where_the_bot_may_attach_no_files(game: Game) -> None:
    # Discord grants this permission with every interaction; what the bot posts by itself needs it.
    game.playground.world.forbid(game.gm.channel_id(CHANNEL), "attach_files")
    for line in ("GM: /encounter show", "GM: /map"):
        assert len(pictures(game, (await types(game, line)).message)) == 1
    moved = await types(game, "GM: /move who: Alien 1 to: A7")
    await until(lambda: pictures(game, shown(game, moved)))


async def test_the_live_board_has_one_picture_and_follows_the_map(game: Game) -> None:
    await types(game, "GM: /encounter board")

    def board() -> dict[str, Any]:
        [message] = [m for m in game.ann.sees(CHANNEL) if "sru:" in str(m["components"])]
        return message

    await until(lambda: [m for m in game.ann.sees(CHANNEL) if "sru:" in str(m["components"])])
    assert "Alien 1 at A4" in pictures(game, board())[0][1]
    await types(game, "GM: /move who: Alien 1 to: A7")
    await until(lambda: "Alien 1 at A7" in pictures(game, board())[0][1])
    assert len(pictures(game, board())) == 1


async def test_a_blocked_line_is_shown(game: Game) -> None:
    answer = await types(game, "Ann: /fire target: Alien 1 aim: 1")
    assert "No line of sight from F4 to A4" in told(answer)
    [(_, alt)] = pictures(game, answer.message)
    assert "Line from F4 to A4, blocked at D4." in alt


async def test_odds_have_the_line(game: Game) -> None:
    answer = await types(game, "Ann: /odds target: Alien 2")
    assert len(pictures(game, answer.message)) <= 1


async def test_off_means_off_except_for_map(game: Game) -> None:
    await says(game, "GM: /encounter options name: pictures value: off")
    assert pictures(game, (await types(game, "GM: /encounter show")).message) == []
    assert len(pictures(game, (await types(game, "GM: /map")).message)) == 1


async def test_an_explosion_has_its_circles(tmp_path: Path) -> None:
    lines = (
        "GM: /encounter start ruleset: phoenix preset: phoenix-basic",
        "GM: /encounter options name: pictures value: all",
        "GM: /encounter map size: 14x10",
        "GM: /combatant add sheet: skill 8, M67 name: Trent at: B5",
        "GM: /combatant add sheet: skill 4, AKM 47 name: Guard at: G5",
    )
    async with laid_out(tmp_path / "referee.sqlite3", lines) as game:
        await says(game, "GM: /throw who: Trent target: Guard aim: 1")
        seen: list[str] = []
        for _ in range(24):
            answer = await types(game, "GM: /next")
            await idle(game)
            seen = [alt for _, alt in pictures(game, shown(game, answer))]
            if seen:
                break
        assert "Explosion at" in seen[0]
