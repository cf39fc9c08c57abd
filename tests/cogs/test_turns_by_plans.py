"""Whole turns of Aliens and of Space Marines that are planned, over the real protocol: few posts, and nothing lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.records.agenda import Plan, Question
from rules.engine.records.model import Encounter
from tests.cogs.conftest import CHANNEL, Game
from tests.cogs.fight import Fight, checked, plain, prepared

MOST_POSTS = 3
"""The public posts of a turn."""
BUGHUNT = (
    "GM: /encounter start ruleset: aliens title: Sub-level 3",
    "GM: /encounter map size: 30x12",
    "GM: /combatant add name: Apone owner: @Ann at: B3 side: Marines sheet: rifleman",
    "GM: /combatant add name: Hicks owner: @Ann at: B5 side: Marines sheet: rifleman",
    "GM: /combatant add name: Drake owner: @Ben at: B7 side: Marines sheet: rifleman",
    "GM: /combatant add name: Hudson owner: @Ben at: B9 side: Marines sheet: rifleman",
    "GM: /combatant add sheet: alien count: 4 at: Z3 Z5 Z7 Z9 side: Aliens",
)
HIVE = (
    "GM: /encounter start ruleset: space_marines title: The hive",
    "GM: /encounter map size: 24x12",
    "GM: /encounter options name: ammunition value: boxes",
    "GM: /encounter options name: cover areas value: anywhere",
    "GM: /combatant add name: Sarge owner: @Ann at: B3 side: Marines sheet: Marine leader, rifle, grenade",
    "GM: /combatant add name: Rookie owner: @Ann at: B5 side: Marines sheet: Marine, rifle",
    "GM: /combatant add name: Gunner owner: @Ben at: B7 side: Marines sheet: Marine, smart gun",
    "GM: /combatant add name: Torch owner: @Ben at: B9 side: Marines sheet: Marine, rifle",
    "GM: /combatant add sheet: Bug Warrior count: 4 at: T3 T5 T7 T9 side: Bugs",
)


@pytest.fixture
async def fight(tmp_path: Path) -> AsyncIterator[Fight]:
    async with prepared(tmp_path / "fight.sqlite3") as fight:
        yield fight


def public(fight: Fight) -> list[str]:
    """The ids of the messages that everyone in the channel can read."""
    world = fight.playground.world
    channel = fight.people["GM"].channel_id(CHANNEL)
    return [message.id for message in world.history(channel) if message.audience is None]


def planned(encounter: Encounter) -> set[str]:
    """Return the names of fighters with a plan."""
    return {encounter.combatant(item.actor).name for item in encounter.agenda if isinstance(item, Plan)}


async def laid_out(fight: Fight, lines: tuple[str, ...]) -> None:
    for line in lines:
        assert not (await fight.type(line)).ephemeral


async def plan(fight: Fight, who: str, lines: str) -> None:
    """Somebody plans, in private."""
    owner, name = who.split(": ")
    answer = await fight.type(f"{owner}: /plan set who: {name} lines: {lines}")
    assert answer.ephemeral
    assert "plan" in plain(answer)


async def turns(fight: Fight, game: Game, number: int, *said: str) -> None:
    """Let time run until so many turns are over, with at most three posts for each."""
    before, until = len(public(fight)), (await game.encounter()).clock.turn + number
    for _ in range(MOST_POSTS * number):
        await fight.type("GM: /next run: True", *said)
        said = ()
        if (await game.encounter()).clock.turn >= until:
            break
    encounter = await game.encounter()
    result = game.client.library.shelf[encounter.ruleset].result(encounter)
    assert encounter.clock.turn >= until or (result and result.decided)
    assert len(public(fight)) - before <= MOST_POSTS * number


async def test_a_turn_of_aliens(fight: Fight) -> None:
    marines = "when empty: reload; move nearer; else: fire at nearest aim 1"
    async with fight.scene() as game:
        await laid_out(fight, BUGHUNT)
        shown = len(public(fight))
        for who in ("Ann: Apone", "Ann: Hicks", "Ben: Drake", "Ben: Hudson"):
            await plan(fight, who, marines)
        for n in range(1, 5):
            await plan(fight, f"GM: Alien {n}", "when anyone within 1: act claws at them; else: move 4 nearer")
        assert len(public(fight)) == shown, "plans are private"
        assert len(planned(await game.encounter())) == 8
        await turns(fight, game, 1, "Apone moves from B3 to C", "Apone fires the Pulse Rifle at Alien")
        assert {str(c.place)[0] for c in (await game.encounter()).combatants if c.side == "Marines"} == {"C"}
        assert (await checked(fight, game)).problems == ()


async def test_a_turn_of_space_marines(fight: Fight) -> None:
    async with fight.scene() as game:
        await laid_out(fight, HIVE)
        shown = len(public(fight))
        for who in ("Ann: Sarge", "Ben: Gunner"):
            await plan(fight, who, "when empty: reload; move 2 nearer; else: fire at nearest")
        await plan(fight, "Ben: Torch", "when empty: reload; else: fire at nearest aim 1")
        await plan(fight, "Ann: Rookie", "cover fire at G5, G6; else: stay and watch")
        assert len(public(fight)) == shown, "plans are private"
        await fight.type("GM: /next", "Sarge moves from B3 to D3", "Rookie covers G5 and G6")
        await turns(fight, game, 3)
        encounter = await game.encounter()
        assert not [item for item in encounter.agenda if isinstance(item, Question)], "the plan answers them"
        assert (await checked(fight, game)).problems == ()
