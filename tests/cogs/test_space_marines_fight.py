"""A whole fight of Space Marines over the real protocol: the bot plays the bugs, and is killed while it waits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.records.agenda import Question
from rules.engine.records.model import Encounter
from rules.space_marines.figures.figure import figure
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, as_played
from tests.cogs.fight import Fight, checked, plain, prepared
from tests.served import Process

ROOMS = "A1-T1 A5-T5 F2 G2 F4 G4"
"""Two rooms, and a passage from the one to the other."""
OPENING = (
    "GM: /encounter start ruleset: space_marines title: The hive",
    f"GM: /encounter map size: 20x5 walls: {ROOMS} rough: I3",
    "GM: /encounter options name: cover areas value: anywhere",
    "GM: /encounter options name: ammunition value: boxes",
    "GM: /combatant add name: Sarge owner: @Ann at: B3 side: Marines sheet: Marine leader, rifle, grenade",
    "GM: /combatant add name: Rookie owner: @Ann at: B2 side: Marines sheet: Marine, rifle",
    "GM: /combatant add name: Gunner owner: @Ben at: B4 side: Marines sheet: Marine, smart gun",
    "GM: /combatant add name: Torch owner: @Ben at: A3 side: Marines sheet: Marine, flamethrower",
    "GM: /combatant add sheet: Bug Warrior count: 5 at: P2 P3 P4 Q2 Q4 side: Bugs",
    "GM: /combatant add sheet: Bug Leader at: Q3 side: Bugs",
)
BUGS = 6


@pytest.fixture
async def fight(tmp_path: Path) -> AsyncIterator[Fight]:
    async with prepared(tmp_path / "fight.sqlite3") as fight:
        yield fight


async def test_a_whole_fight(fight: Fight) -> None:
    async with fight.scene() as game:
        for line in OPENING:
            assert not (await fight.type(line)).ephemeral
        await the_bugs_come(fight, game)
        await covered(fight, game)
    asked = await killed_with_a_question_open(fight)
    async with fight.scene() as game:
        await answered(fight, game, asked)
    async with fight.scene() as game:
        await bitten(fight, game)
        await over(fight, game)
    async with fight.scene() as game:
        await next_time(fight, game)


async def the_bugs_come(fight: Fight, game: Game) -> None:
    """A phase of eight parts is taken back whole, brought back whole, and told once however often it is delivered."""
    before = await game.encounter()
    answer = await fight.type("GM: /next", "Turn 2 begins: Good Guys' phase")
    assert plain(answer).count("advances from") == BUGS
    after = await game.encounter()
    entries = await game.client.referee.journal.whole(after.id)
    assert sum(entry.interaction_id == entries[-1].interaction_id for entry in entries) == BUGS + 2
    fight.playground.redeliver(answer)
    await fight.type("GM: /undo")
    assert as_played(await game.encounter()) == as_played(before)
    await fight.type("GM: /redo")
    assert as_played(await game.encounter()) == as_played(after)
    assert len(await game.client.referee.journal.whole(after.id)) == len(entries) + 2


async def covered(fight: Fight, game: Game) -> None:
    await fight.type("Ann: /fire target: G3 how: cover fire aim: 1 who: Rookie", "Rookie covers G3 with the Rifle")
    await fight.type("Ben: /fire target: G3 how: cover fire who: Gunner", "Gunner covers G3 with the Smart Gun")
    await fight.type(
        "Ann: /fire target: Bug Warrior 2 aim: 3 who: Sarge dice: 6 5 4",
        "6 (3 Points of aim)",
        "HIT, 4 wounds",
        "15 of 16",
    )


async def killed_with_a_question_open(fight: Fight) -> Answer:
    """The Bad Guys' phase stops in its middle; the bot is gone before anybody has said anything."""
    async with Process(fight.playground, fight.database) as process:
        asked = await fight.type(
            "GM: /next", "which Rookie covers, which Gunner covers", "wait for an answer: Rookie, Gunner"
        )
        await process.kill()
    return asked


def questions(encounter: Encounter) -> list[str]:
    return [encounter.combatant(m.to).name for m in encounter.agenda if isinstance(m, Question)]


async def answered(fight: Fight, game: Game, asked: Answer) -> None:
    """The buttons below the old answer still do what they say: once."""
    ann, ben = fight.people["Ann"], fight.people["Ben"]
    waiting = await game.encounter()
    assert questions(waiting) == ["Rookie", "Gunner"]
    await fight.type("GM: /next", "Rookie must answer first")
    assert (await ben.click(asked, "Rookie: fire")).ephemeral
    fired = await ann.click(asked, "Rookie: fire")
    assert plain(fired).startswith("Rookie fires the Rifle at Bug")
    shot = await game.encounter()
    fight.playground.redeliver(fired)
    late = await ann.click(asked, "Rookie: hold fire")
    await late.until(lambda answer: bool(answer.followups))
    assert "no longer open" in late.followups[0]["content"]
    assert as_played(await game.encounter()) == as_played(shot)
    await fight.type("GM: /undo")
    assert as_played(await game.encounter()) == as_played(waiting)
    await fight.type("GM: /redo")
    assert as_played(await game.encounter()) == as_played(shot)
    await fight.type("GM: /undo")
    again = await fight.type("Ann: /answer choice: fire")
    first = plain(again).splitlines()[0]
    assert first == plain(fired).splitlines()[0] + " This is after an undone throw."
    assert as_played(await game.encounter()) == as_played(shot)
    assert questions(shot) == ["Gunner"]
    await fight.type("Ben: /answer choice: hold fire", "Gunner holds fire", "Turn 3 begins: Good Guys' phase")


async def bitten(fight: Fight, game: Game) -> None:
    """Somebody is wounded, somebody killed; people run the Bad Guys now."""
    await fight.type("GM: /encounter options name: bad guys value: people")
    for bug, place in (("Bug Warrior 3", "C3"), ("Bug Leader", "A4")):
        await fight.type(f"GM: /adjust who: {bug} changes: alive, wounds 0, at {place}")
    await fight.type("GM: /next", "The Bad Guys' phase begins")
    await fight.type("GM: /fire who: Bug Warrior 3 target: Rookie dice: 3 3 2 1 1", "Rookie has 2 Points left")
    await fight.type("GM: /fire who: Bug Leader target: Torch dice: 6 6 5", "Torch is killed")
    await fight.type("GM: /next", "Turn 4 begins")
    rookie = next(c for c in (await game.encounter()).combatants if c.name == "Rookie")
    assert figure(rookie).left == 2


async def over(fight: Fight, game: Game) -> None:
    report = await checked(fight, game)
    assert report.checked >= 2 and report.typed == 3 + 5 + 3


async def next_time(fight: Fight, game: Game) -> None:
    """The roster keeps wounds and the boxes that are left; not the dead."""
    await fight.type("Ann: /roster accept who: Rookie", "is on your roster now.")
    await fight.type("Ann: /roster accept who: Sarge", "is on your roster now.")
    await fight.type("Ben: /roster accept who: Gunner", "is on your roster now.")
    await fight.type("Ben: /roster accept who: Torch", "is on your roster now.")
    await fight.type("GM: /encounter start ruleset: space_marines")
    await fight.type("GM: /encounter options name: ammunition value: boxes")
    await fight.type("GM: /encounter options name: joining value: open")
    await fight.type("Ann: /combatant add name: Rookie", "2 of 3 Points · 1 wound", "Rifle 15/16")
    await fight.type("Ann: /combatant add name: Sarge", "3 Points", "Rifle 15/16")
    await fight.type("Ben: /combatant add name: Gunner", "3 Points", "Smart Gun 26/26")
    refused = await fight.type("Ben: /combatant add name: Torch", "Torch was killed in an earlier fight")
    assert refused.ephemeral
    await fight.type("Ben: /combatant add name: Torch sheet: Marine, flamethrower", "Torch joins", "3 Points")
    assert len((await game.encounter()).combatants) == 4
    assert CHANNEL
