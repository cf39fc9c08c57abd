"""Readings of each side, the channel and the GM in the fog of a fighter who falls as they go out of sight, and of its
cause."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types
from tests.waiting import until

YARD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The yard",
    "GM: /encounter options name: fog value: sides",
    "GM: /encounter options name: pace value: auto",
    "GM: /encounter pause",
    "GM: /encounter map size: 20x20",
    "GM: /combatant add name: Trent owner: @Ann side: Blue at: C10 sheet: SAL 14, CA 8, KV 48, M16A1, facing 90",
    "GM: /combatant add name: Moss owner: @Ann side: Blue at: C12 sheet: SAL 14, CA 8, KV 48, M16A1, facing 90",
    "GM: /combatant add name: Guard owner: @Ben side: Red at: G10 sheet: SAL 10, CA 8, KV 5, AKM 47, facing 270",
)
FALLS = (
    "Ben: /act who: Guard what: go behind cover",
    "GM: /fire who: Trent target: Guard aim: 1 dice: 01 16 07 5 5",
    "Ann: /pass who: Trent",
    "Ann: /pass who: Moss",
    "GM: /next",
)
"""Guard hides when the impulse ends, and the shot puts them out at that moment."""
DECIDES = "Red is down. The GM decides whether to continue or to end."


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    """The clock is stopped; each side has a thread."""
    async with laid_out(tmp_path / "referee.sqlite3", YARD) as game:
        await types(game, "GM: /encounter threads")
        yield game


async def given(game: Game, *lines: str) -> None:
    for line in lines:
        await types(game, line)
    await game.client.delivery.flush()


def posts(game: Game, name: str) -> list[str]:
    """The messages of the channel, or of a side's thread, without the live boards."""
    [id] = [id for id, one in game.playground.world.channels.items() if str(one.get("name", "")).endswith(name)]
    messages = game.playground.person("GM").sees(id)
    return [f"{m['content']}\n{m['embeds']}" for m in messages if "**Still to act**" not in m["content"]]


async def posted(game: Game, name: str, words: str) -> str:
    """The first message there with these words, once it is posted."""

    def found() -> list[str]:
        return [text for text in posts(game, name) if words in text]

    await until(found)
    return found()[0]


async def test_everyone_who_saw_the_fall_reads_of_it_once(yard: Game) -> None:
    await given(yard, "GM: /encounter pause", *FALLS, *FALLS[2:], *FALLS[2:])
    for name in ("Blue", "Red", "GM", "skirmish"):
        await posted(yard, name, "Phase 1, Impulse 4")
        assert sum("**Guard** is out" in text for text in posts(yard, name)) == 1, name


async def test_who_knows_of_the_falls_reads_that_the_gm_decides_whoever_can_still_act(yard: Game) -> None:
    await given(yard, "GM: /encounter pause", *FALLS)
    for name in ("Blue", "Red"):
        fell = await posted(yard, name, "**Guard** is out")
        assert f"{DECIDES} Still to act: 1 player" in fell
    board = told(await yard.ann.slash(CHANNEL, "encounter show"))
    assert f"Phase 1, Impulse 2 · {DECIDES} Still to act: 1 player" in board
    assert "**Guard**: out, last seen at G10, Phase 1, Impulse 1" in board


async def test_the_gm_is_told_what_becomes_of_the_fallen_next(yard: Game) -> None:
    await given(yard, "GM: /encounter pause", *FALLS)
    question = "**Red is down. Guard wakes up in Phase 3, Impulse 2. Continue, or end?**"
    assert question in await posted(yard, "GM", "Continue, or end?")


async def test_nobody_reads_that_an_enemy_has_nothing_to_do(yard: Game) -> None:
    await given(yard, "GM: /encounter pause", *FALLS[2:4])
    logs = {who: told(await yard.playground.person(who).slash(CHANNEL, "log")) for who in ("Ann", "Ben", "Cleo")}
    assert "Trent is done for now" in logs["Ann"]
    assert "done for now" not in logs["Ben"] + logs["Cleo"]


async def test_the_gm_who_resumes_the_encounter_calls_everyone_who_has_to_decide(yard: Game) -> None:
    def called() -> dict[str, list[str]]:
        found = {}
        for id, one in yard.playground.world.channels.items():
            for message in yard.playground.person("GM").sees(id) if one.get("type") != 1 else ():
                if "The encounter continues." in message["content"]:
                    found[str(one["name"]).rpartition(" ")[2]] = [user["username"] for user in message["mentions"]]
        return found

    await given(yard, "GM: /encounter pause")
    await until(lambda: sum(map(bool, called().values())) > 1)
    assert {name: users for name, users in called().items() if users} == {"Blue": ["ann"], "Red": ["ben"]}


async def test_a_fighter_who_goes_behind_cover_is_remembered_there_and_not_where_they_passed(yard: Game) -> None:
    await given(
        yard, "GM: /encounter map add: cover log timber wall H13", "Ben: /move who: Guard to: H13 how: into cover"
    )
    for _ in range(3):
        await given(yard, "GM: /next time: 1 phase")
    shown = told(await yard.ann.slash(CHANNEL, "encounter show"))
    assert "**Guard**: last seen at H13" in shown, shown
