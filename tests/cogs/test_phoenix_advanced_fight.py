"""A whole fight by the Advanced Rules over the real protocol, the bot ended and started anew between its scenes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.phoenix.basics.soldier import soldier
from standin.faults import CALLBACK
from tests.cogs.conftest import CHANNEL, Game, as_played
from tests.cogs.fight import Fight, checked, plain, prepared
from tests.served import Process, about_to
from tests.waiting import until

SQUAD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The depot",
    "GM: /encounter map size: 15x9",
    "GM: /combatant add name: Trent owner: @Ann at: B4 sheet: skill 8, STR 16, INT 13, WIL 12, HLT 12, AGI 10, M16A1,"
    " 2 magazines, facing east",
    "GM: /combatant add name: Axly owner: @Ben at: B5 sheet: elite, M 67 2, Uzi, facing east",
    "GM: /combatant add name: Donovan owner: @Ben at: B6 sheet: crack, M249 Minimi, prone, facing east",
    "GM: /combatant add name: Servo owner: @Ann sheet: line, Franchi SPAS 12 Shot, firing stance",
)
OPPONENTS = (
    "GM: /combatant add name: Guard count: 2 at: L4 L5 sheet: green, AKM 47, behind interior wood door, facing west",
    "GM: /combatant add name: Leader sheet: crack, AKM 47, firing over cover",
    "GM: /combatant add name: Hostage sheet: untrained, exposed, standing",
)


@pytest.fixture
async def fight(tmp_path: Path) -> AsyncIterator[Fight]:
    async with prepared(tmp_path / "fight.sqlite3") as fight:
        yield fight


async def test_a_whole_fight(fight: Fight) -> None:
    async with fight.scene() as game:
        await mustered(fight)
        await first_impulse(fight, game)
    async with fight.scene() as game:
        await second_impulse(fight)
        await taken_back(fight, game)
    await grenade(fight)
    async with fight.scene() as game:
        await told_afterwards(fight, game)


async def mustered(fight: Fight) -> None:
    for line in (*SQUAD, *OPPONENTS):
        assert not (await fight.type(line)).ephemeral


async def first_impulse(fight: Fight, game: Game) -> None:
    """Chapter 3 in one impulse: whoever is hit is up until it ends."""
    await fight.type("Ann: /fire target: Guard 1 aim: 3 how: head who: Trent", "2 of 3 actions")
    await fight.type(
        "Ben: /burst target: Guard 1, Guard 2 aim: 2 how: arc 3 who: Donovan dice: 18 33 93 99 34",
        "SAL 11 − 18 (aim 2) + 16 (range 10, 4A) + 6 (prone, 4B) + 14 (target standing exposed, height, 4E) = 29",
        "rolled 33 (typed by Ben), needed 33 or less",
        "Shin Bone (in the open, behind the cover)",
        "PEN 15 - cover 0.3 = EPEN 14.7",
        "Guard 1: HIT, shin (bone), 200 PD",
        "Guard 2: missed",
        "193 of 200 rounds",
    )
    pattern = await fight.type(
        "Ann: /fire target: Leader, Hostage range: 15 aim: 1 who: Servo dice: 3 45 46 47 5 5 95 96 97 5",
        "SAL 10 − 23 (aim 1) + 13 (range 15, 4A) + 7 (pattern (SALM)) = 7",
        "needed 06 or less",
        "Leader 3 pellets",
        "Hostage 2 pellets",
        "shock 40 (6C)",
        "6 of 7 rounds Shot",
    )
    before = await game.encounter()
    fight.playground.redeliver(pattern)
    await fight.type("Ben: /throw target: K5 aim: 2 who: Axly", "Axly arms the M 67, then throws it: 2 of 5 actions")
    assert [c for c in (await game.encounter()).combatants if c.name != "Axly"] == [
        c for c in before.combatants if c.name != "Axly"
    ]
    await fight.type(
        "GM: /fire who: Leader target: Trent range: 12 aim: 2 dice: 3 12 99", "HIT, arm (bone), 100 PD", "disabled"
    )


async def second_impulse(fight: Fight) -> None:
    """Begun work continues: with one hand, and with the aim of the burst before."""
    await fight.type(
        "GM: /next dice: 15 30 4 3",
        "SAL 14 − 9 (aim 3) + 16 (range 10, 4A) − 7 (one hand, 4B) − 3 (target head, 4E) = 11",
        "needed 15 or less",
        "Mouth (aimed at the head, exposed)",
        "It is Phase 1, Impulse 2",
    )
    await fight.type(
        "Ben: /burst target: Guard 2 how: arc .6 who: Donovan dice: 3 65 66 99",
        "(aim 2 of the first burst) + 16 (range 10, 4A) + 6 (prone, 4B)",
        "− 2 (SAB) = 27",
        "2 HITS, 2 x thigh (flesh), 400 PD",
        "186 of 200 rounds",
    )
    await fight.type("GM: /next", "Axly throws the M 67 at K5, 9 hexes", "It goes off in Phase 3, Impulse 3")


async def taken_back(fight: Fight, game: Game) -> None:
    """The same order after an undo has the same dice; a redo has the state that was taken back."""
    start = await game.encounter()
    line = "Ann: /fire target: Guard 2 aim: 1 who: Trent"
    first = plain(await fight.type(line, "one hand"))
    fired = await game.encounter()
    await fight.type("Ann: /undo", "Dice were thrown for that order")
    await fight.type("GM: /undo")
    assert as_played(await game.encounter()) == as_played(start)
    await fight.type("GM: /redo")
    assert as_played(await game.encounter()) == as_played(fired)
    await fight.type("GM: /undo")
    second = plain(await fight.type(line))
    assert re.findall(r"rolled \d+", first) == re.findall(r"rolled \d+", second) != []
    assert as_played(await game.encounter()) == as_played(fired)


async def grenade(fight: Fight) -> None:
    """It goes off while its answer is on the way and the bot is killed: shown once."""
    async with Process(fight.playground, fight.database) as process:
        goes_on = await about_to(fight.people["GM"], "/next time: 2 phases")
        stall = fight.playground.faults.stall(CALLBACK)
        await goes_on()
        await stall.reached.wait()
        await process.kill()
        stall.release()
        await process.start()
        await until(lambda: goings_off(fight))
        await process.stop()
    assert goings_off(fight) == 1


def goings_off(fight: Fight) -> int:
    """Return how many messages of the channel report it."""
    return sum("Axly's M 67 goes off" in message["content"] for message in fight.people["Ben"].sees(CHANNEL))


async def told_afterwards(fight: Fight, game: Game) -> None:
    """The log, the dice and the journal of all of it."""
    state = await game.encounter()
    people = {c.name: soldier(c) for c in state.combatants}
    assert (state.clock.turn, state.clock.impulse) == (3, 3)
    assert {w.location for w in people["Guard 1"].wounds} >= {"Shin Bone", "Mouth"}
    assert [c.name for c in state.combatants if soldier(c).wounds and c.name in ("Axly", "Donovan")] != []
    log = [plain(await fight.type(f"Ann: /log page: {page}")) for page in (1, 2)]
    for said in ("goes off at", "sweeps 3 hexes"):
        assert any(said in page for page in log), said
    await fight.type("Ann: /recap", "Donovan")
    report = await checked(fight, game)
    assert report.checked >= 3 and report.typed == 5 + 10 + 3 + 4 + 4
