"""Four against four by all of the Optional Rules over the real protocol, the bot started anew wherever something waits:
declared fire, hexes under fire, a thought, a question wait in the journal alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.records.agenda import Question, Timer, Watch
from rules.engine.records.model import Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.optional.timing.declared import pending
from standin.driver import Answer
from standin.faults import CALLBACK
from tests.cogs.conftest import CHANNEL, Game
from tests.cogs.fight import Fight, checked, plain, prepared
from tests.served import Process, about_to
from tests.waiting import until

OPENING = (
    "GM: /encounter start ruleset: phoenix-optional title: The corridor",
    "GM: /encounter map size: 15x9",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: B3 sheet: skill 8, STR 16, INT 13, WIL 12, HLT 12,"
    " AGI 10, M16A1, 2 magazines, facing east",
    "GM: /combatant add name: Axly owner: @Ben side: Squad at: B6 sheet: elite, M249, facing east",
    "GM: /combatant add name: Donovan owner: @Ann side: Squad at: F5 sheet: CA 12, ISF 21, SAL 14, KV 30, M92F,"
    " from the hip, facing east",
    "GM: /combatant add name: Servo owner: @Ben side: Squad at: B7 sheet: CA 8, ISF 24, SAL 12, KV 45, Uzi,"
    " facing east, duck ask",
    "GM: /combatant add name: Guard count: 3 side: Guards at: H3 H5 H6 sheet: CA 8, SAL 12, KV 15, ISF 14, AKM 47,"
    " facing west",
    "GM: /combatant add name: Leader side: Guards at: H7 sheet: CA 9, SAL 14, KV 25, ISF 21, M1911A1, hidden,"
    " facing west",
)
Lines = tuple[tuple[str, ...], ...]
"""Lines, each with what its answer says."""
THOUGHT: Lines = (
    ("Ann: /act what: plan: go left who: Donovan", "8 actions, ready in Phase 1, Impulse 3"),
    ("GM: /adjust who: Axly changes: plan 9", "a Course of Action of 9 actions"),
    ("GM: /adjust who: Leader changes: plan 9", "a Course of Action of 9 actions"),
    (
        "Ben: /burst target: H7 how: cover fire aim: 2 who: Axly dice: 2",
        "Axly covers H7 with 7 rounds from the M249 Minimi, 6 hexes (rolled 02, needed 97):"
        " HIT, under fire until this impulse ends",
        "193 of 200 rounds",
    ),
)
UNDER_FIRE: Lines = (
    (
        "GM: /act what: look over cover who: Leader dice: 99",
        "Leader spots Trent, Axly, Donovan and Servo at once.",
        "Leader appears at H7 under Axly’s cover fire with the M249 Minimi, 6 hexes (rolled 99, needed 58): MISS",
    ),
    ("GM: /fire who: Guard 1 target: Trent aim: 1", "Guard 1 will fire the AKM 47 at Trent on MPC 2"),
    ("Ann: /fire who: Trent target: Guard 1 aim: 1", "Trent will fire the M16A1 at Guard 1 on MPC 2"),
    ("GM: /fire who: Guard 3 target: Servo aim: 1", "does Servo duck?"),
)
ASKED: Lines = (
    ("Ben: /answer choice: stay who: Servo", "Servo does not duck.", "Guard 3 will fire the AKM 47 at Servo on MPC 2"),
    ("Ben: /burst who: Servo target: Guard 3 aim: 1", "Servo will fire a burst from the Uzi at Guard 3 on MPC 2"),
)
VOLLEY = "GM: /next dice: 99 99 5 91 87 4 20 49 49 49 49 49 4"
RESOLVED = (
    "Guard 1 fires the AKM 47 at Trent, 6 hexes (rolled 99, needed 18): MISS",
    "Trent fires the M16A1 at Guard 1, 6 hexes (rolled 99, needed 74): MISS",
    "Guard 3 fires the AKM 47 at Servo, 6 hexes (rolled 05, needed 22):"
    " HIT, shin (bone), 200 PD; Servo is stunned when this impulse ends;"
    " Servo is knocked down.",
    "Servo fires a burst of 5 from the Uzi at Guard 3, 6 hexes (rolled 20, needed 97): Guard 3: 4 HITS,"
    " 4 x pelvis, 292 PD",
    "It is Phase 1, Impulse 2.",
)
BROKEN: Lines = (
    ("GM: /adjust who: Guard 1 changes: broken", "broken"),
    ("Ann: /fire who: Trent target: Guard 1 aim: 1", "Trent will fire the M16A1 at Guard 1 on MPC 2"),
)
FLIGHT: Lines = (
    ("GM: /answer choice: flee who: Guard 1", "Guard 1 flees."),
    ("Ann: /act what: tell Leader to freeze who: Donovan", "1 of 2 actions"),
    ("GM: /next", "Donovan tells Leader to freeze: does Leader?"),
)
ARREST: Lines = (
    ("GM: /answer choice: freeze who: Leader", "Leader freezes."),
    ("Ann: /act what: tell Leader to drop their weapon who: Donovan", "2 of 3 actions"),
    ("GM: /next", "Donovan makes Leader drop the M1911A1."),
)
TYPED = 1 + 1 + 2 * 13 + 1
"""Dice typed, those of the order that was taken back among them."""


@pytest.fixture
async def fight(tmp_path: Path) -> AsyncIterator[Fight]:
    async with prepared(tmp_path / "fight.sqlite3") as fight:
        yield fight


async def test_a_whole_fight(fight: Fight) -> None:
    async with fight.scene():
        for line in OPENING:
            assert not (await fight.type(line)).ephemeral
    for lines in (THOUGHT, UNDER_FIRE, ASKED):
        await said(fight, lines)
    async with fight.scene() as game:
        waits(await game.encounter())
        await volley(fight, game)
    await said(fight, BROKEN)
    await killed(fight)
    await said(fight, FLIGHT)
    await said(fight, ARREST)
    async with fight.scene() as game:
        await told_afterwards(fight, game)
    async with fight.scene():
        await next_time(fight)


async def said(fight: Fight, lines: Lines) -> None:
    """Lines typed in a bot of their own, each of them delivered twice."""
    async with fight.scene() as game:
        for line, *says in lines:
            answer = await fight.type(line, *says)
            assert not answer.ephemeral
            await delivered_again(fight, game, answer)


async def delivered_again(fight: Fight, game: Game, answer: Answer) -> None:
    """It comes a second time, and changes nothing."""
    before = await game.head()
    fight.playground.redeliver(answer)
    await fight.type("Ben: /encounter show", "The corridor")
    head = await game.head()
    assert (head.seq, head.order, head.state) == (before.seq, before.order, before.state)


def waits(encounter: Encounter) -> None:
    """Check how the impulse must end."""
    assert [encounter.combatant(one.actor).name for one in pending(encounter)] == [
        "Guard 1",
        "Trent",
        "Guard 3",
        "Servo",
    ]
    assert sum(isinstance(item, Watch) for item in encounter.agenda) == 1
    people = {c.name: soldier(c) for c in encounter.combatants}
    plan = people["Donovan"].plan
    assert plan is not None and (plan.stage, plan.thinking, plan.text) == ("thinks", 5, "go left")
    assert people["Leader"].exposure == "looking"


async def volley(fight: Fight, game: Game) -> None:
    """Four shots of one /next: told once, taken back together and brought back together, with the same dice."""
    before = await game.encounter()
    answer = await fight.type(VOLLEY, *RESOLVED)
    after = await game.encounter()
    assert not [m for m in after.agenda if isinstance(m, Watch) or (isinstance(m, Timer) and m.at <= after.clock)]
    await delivered_again(fight, game, answer)
    await fight.type("GM: /undo")
    assert await game.encounter() == before
    await fight.type("GM: /redo")
    assert await game.encounter() == after
    await fight.type("GM: /undo")
    again = await fight.type(VOLLEY, *RESOLVED)
    assert re.findall(r"rolled \d+", plain(again)) == re.findall(r"rolled \d+", plain(answer)) != []
    assert await game.encounter() == after
    servo = next(soldier(c) for c in after.combatants if c.name == "Servo")
    assert servo.footing is not None and servo.knockout is not None and servo.knockout.effect == "Stunned"


async def killed(fight: Fight) -> None:
    """The shot that leaves a question is resolved, the answer is on its way, and the bot is killed: told once."""
    async with Process(fight.playground, fight.database) as process:
        goes_on = await about_to(fight.people["GM"], "/next dice: 95")
        stall = fight.playground.faults.stall(CALLBACK)
        await goes_on()
        await stall.reached.wait()
        await process.kill()
        stall.release()
        await process.start()
        await until(lambda: near_misses(fight))
        await process.stop()
    assert near_misses(fight) == 1
    async with fight.scene() as game:
        encounter = await game.encounter()
        [question] = (m for m in encounter.agenda if isinstance(m, Question))
        assert (encounter.combatant(question.to).name, question.choices) == ("Guard 1", ("flee", "surrender"))
        refused = await fight.type("GM: /next", "Guard 1 must answer first")
        assert refused.ephemeral


def near_misses(fight: Fight) -> int:
    """Return how many messages of the channel report it."""
    return sum("must flee or surrender" in message["content"] for message in fight.people["Ben"].sees(CHANNEL))


async def told_afterwards(fight: Fight, game: Game) -> None:
    """Check everybody's state; the log, the dice and the journal of all of it."""
    people = {c.name: soldier(c) for c in (await game.encounter()).combatants}
    assert [name for name, state in people.items() if state.nerve] == ["Guard 1"]
    assert [lying.slot for lying in people["Leader"].dropped] == [0]
    assert (people["Leader"].custody, people["Guard 1"].footing) == ("disarmed", None)
    log = [plain(await fight.type(f"Ann: /log page: {page}")) for page in (1, 2, 3)]
    for told in ("covers H7", "Servo is knocked down", "Guard 1 flees", "Leader freezes"):
        assert any(told in page for page in log), told
    report = await checked(fight, game)
    assert report.typed == TYPED


async def next_time(fight: Fight) -> None:
    """The rosters keep wounds and rounds; nothing that was thought, covered or declared."""
    await fight.type("Ann: /roster accept who: Trent", "is on your roster now.")
    await fight.type("Ben: /roster accept who: Servo", "is on your roster now.")
    await fight.type("Ben: /roster accept who: Axly", "is on your roster now.")
    await fight.type("Ann: /roster accept who: Donovan", "is on your roster now.")
    await fight.type("GM: /encounter start ruleset: phoenix-optional")
    await fight.type("GM: /encounter options name: joining value: open")
    await fight.type("Ann: /combatant add name: Trent", "Trent 2 of 2 · M16A1 28/30 · faces E")
    await fight.type("Ben: /combatant add name: Servo", "stunned for 21 minutes · 200 PD")
    await fight.type("Ben: /combatant add name: Axly", "M249 Minimi 193/200 · faces E")
    await fight.type("Ann: /combatant add name: Donovan", "Donovan 3 of 3 · M92F 15/15 · faces E")
