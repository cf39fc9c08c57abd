"""Orders declared in private and carried out together, over the real protocol."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import fairness
from rules.engine.books.table_options import OFF
from rules.engine.flow.sealed import declarations
from rules.engine.records.agenda import Clock
from rules.engine.sight.sight import fog
from standin.driver import Answer
from tests.bot.owed import board_of
from tests.bot.test_auto_pace import later
from tests.clocks import Moved, Stopped
from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, told, types
from tests.cogs.exporting import file_of
from tests.served import connected, served, stand_in

YARD = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: The yard",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter map size: 20x20",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: D4 sheet: skill 8, STR 12, AGI 12, INT 12, M16, 2 M 67",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: D9 sheet: skill 8, STR 12, AGI 12, INT 12, M16, 2 M 67",
    "GM: /encounter options name: pace value: sealed",
)
FOGS = ("off", "hidden", "sides")
ASKED = (
    *(
        "/log",
        "/recap",
        "/encounter show",
        "/combatant show who: Trent",
        "/ammo show who: Trent",
        "/odds target: Trent",
    ),
    *("/undo", "/redo", "/next"),
)
"""Ben's questions while Ann has declared something."""
DECLARED = (
    ("/fire target: Axly aim: 1",),
    ("/move to: D5", "/act what: kneel", "/undo"),
    ("/act what: kneel", "/fire target: Axly aim: 1"),
    ("/pass",),
)
"""Ann's orders in different plays; she is ready after each."""


@asynccontextmanager
async def fought(database: Path, fog: str, clock: Stopped | None = None) -> AsyncIterator[Game]:
    """The fight, in which no time goes by, unless a clock is given."""
    async with laid_out(database, YARD):
        pass
    async with served(database, clock or Stopped()) as bot:
        game = Game(bot.playground, bot.client)
        await types(game, f"GM: /encounter options name: fog value: {fog}")
        yield game


@pytest.fixture(params=FOGS)
async def yard(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Game]:
    async with fought(tmp_path / "referee.sqlite3", request.param) as game:
        yield game


def without_times(text: str) -> str:
    """A text without the moment at which it was made."""
    return re.sub(r"[0-9a-f]{64}|<t:\d+:R>|\"at\": ?\"[^\"]*\"", "", text)


async def clock(game: Game) -> Clock:
    return (await game.encounter()).clock


async def test_orders_are_declared_in_private_and_carried_out_together(yard: Game) -> None:
    shot = await types(yard, "Ann: /fire target: Axly aim: 1")
    assert shot.ephemeral and "Declared: Trent, fire at Axly, aim 1." in told(shot)
    moved = await types(yard, "Ben: /move to: D7")
    assert moved.ephemeral and "Declared: Axly, move to D7." in told(moved)
    assert await clock(yard) == Clock(1, 1)
    answer = await types(yard, "Ann: /next")
    text = told(answer)
    assert "Axly moves from D9 to D7" in text
    assert "Trent fires the M16 at Axly, 3 hexes" in text
    assert text.index("Axly moves") < text.index("Trent fires"), "in the order of time"
    assert "Accuracy" not in text, "what each rolled and needed is under Details"
    assert await clock(yard) == Clock(1, 2)
    assert not declarations(await yard.encounter())


async def test_time_waits_for_everyone_but_the_gm(yard: Game) -> None:
    await types(yard, "Ann: /fire target: Axly aim: 1")
    # In the fog people are waited for, not fighters.
    await refused(yard, "Ann: /next", "Axly" if fog(await yard.encounter()) == OFF else "1 player")
    await types(yard, "GM: /next")
    assert await clock(yard) == Clock(1, 2)


async def test_an_undo_withdraws_whatever_others_have_declared_since(yard: Game) -> None:
    await types(yard, "Ann: /fire target: Axly aim: 1")
    await types(yard, "Ben: /move to: D7")
    answer = await types(yard, "Ann: /undo")
    assert answer.ephemeral and "Trent cancels: fire at Axly, aim 1." in told(answer)
    [left] = declarations(await yard.encounter())
    assert left.actor == (await yard.encounter()).combatants[1].id
    await types(yard, "Ann: /move to: D5")
    cleared = await types(yard, "Ann: /act what: kneel")
    assert "then kneel" in told(cleared)


async def test_the_undo_button_withdraws(yard: Game) -> None:
    shot = await types(yard, "Ann: /fire target: Axly aim: 1")
    await types(yard, "Ben: /move to: D7")
    answer = await yard.ann.click(shot, "Undo")
    assert answer.ephemeral and "Trent cancels" in told(answer)


async def test_others_cannot_order_or_withdraw(yard: Game) -> None:
    await types(yard, "Ann: /fire target: Axly aim: 1")
    before = await yard.head()
    for line in ("Ben: /fire target: Axly who: Trent", "Ben: /pass who: Trent"):
        assert (await types(yard, line)).ephemeral
    assert await yard.head() == before


async def read_by_ben(tmp_path: Path, fog: str, declared: tuple[str, ...]) -> list[str]:
    """All that Ben and the channel get while Ann declares, from a fight that is begun anew."""
    got: list[str] = []

    def note(answer: Answer) -> None:
        got.append(f"{answer.ephemeral} {without_times(told(answer))}")

    async with fought(tmp_path / f"{fog}{DECLARED.index(declared)}.sqlite3", fog) as game:
        for line in declared:
            answer = await types(game, f"Ann: {line}")
            assert answer.ephemeral
        note(await types(game, "Ben: /move to: D8"))
        for line in ASKED:
            note(await types(game, f"Ben: {line}"))
        _, content = await file_of(game, game.ben)
        document = json.loads(content)
        got.append(without_times(json.dumps(document["entries"])))
        # The live board is edited when its turn has come, and no time goes by here.
        channel = [m["content"] for m in game.ben.sees(CHANNEL) if "sru:" not in str(m["components"])]
        got.append(without_times("\n".join(channel)))
        got.append(await board_of(game, await game.head()))
    return got


@pytest.mark.parametrize("fog", FOGS)
async def test_others_read_nothing_of_what_is_declared(tmp_path: Path, fog: str) -> None:
    first, *others = [await read_by_ben(tmp_path, fog, declared) for declared in DECLARED]
    for other in others:
        assert other == first
    assert not any("aim 1" in text for text in first)


@pytest.mark.parametrize("fog", FOGS)
async def test_a_kill_between_declaring_and_carrying_out_loses_nothing(tmp_path: Path, fog: str) -> None:
    database = tmp_path / "bot.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, database, Stopped()) as bot:
            game = Game(playground, bot.client)
            for line in (*YARD, f"GM: /encounter options name: fog value: {fog}"):
                await types(game, line)
            await types(game, "Ben: /duck how: ask")
            await types(game, "Ann: /fire target: Axly aim: 1")
            await types(game, "Ben: /move to: D7")
        async with connected(playground, database, Stopped()) as bot:
            game = Game(playground, bot.client)
            assert len(declarations(await game.encounter())) == 2
            await types(game, "GM: /next")
            assert await clock(game) == Clock(1, 1)
        async with connected(playground, database, Stopped()) as bot:
            game = Game(playground, bot.client)
            await types(game, "Ben: /answer choice: stay")
            assert await clock(game) == Clock(1, 2)
            assert any("Trent fires the M16 at Axly" in m["content"] for m in game.gm.sees(CHANNEL)) or fog == "sides"
            await types(game, "GM: /encounter end")
            _, content = await file_of(game, game.gm)
            report = fairness.verify(json.loads(content))
            assert report.problems == ()
            assert report.checked > 0
        assert playground.violations == []


async def test_once_all_are_ready_time_goes_on_after_the_delay(tmp_path: Path) -> None:
    database = tmp_path / "bot.sqlite3"
    async with laid_out(database, YARD):
        pass
    async with served(database, Moved()) as bot:
        game = Game(bot.playground, bot.client)
        await types(game, "Ann: /move to: D5")
        await later(bot, 60)
        assert await clock(game) == Clock(1, 1)
        await types(game, "Ben: /move to: D8")
        await later(bot, 3)
        await types(game, "Ann: /fire target: Axly aim: 1")
        await later(bot, 3)
        assert await clock(game) == Clock(1, 1)
        await later(bot, 3)
        assert await clock(game) == Clock(1, 2)
        [text] = [m["content"] for m in game.ben.sees(CHANNEL) if "Trent fires" in m["content"]]
        assert "Trent moves from D4 to D5" in text and "Axly moves from D9 to D8" in text
        await later(bot, 60)
        assert await clock(game) == Clock(1, 2)


WOODS = (
    "GM: /encounter start ruleset: phoenix preset: phoenix-advanced title: The woods",
    "GM: /encounter map size: 20x20",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: D4 sheet: skill 8, STR 12, AGI 12, M16, facing 180",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: D9 sheet: skill 8, STR 12, AGI 12, M16, facing 0",
    "GM: /encounter options name: fog value: sides",
    "GM: /encounter options name: pace value: sealed",
    "GM: /encounter options name: window value: phase",
)
"""Sides that declare whole phases."""


async def test_an_order_that_follows_offers_to_take_the_place_of_those_before_it(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WOODS) as game:
        shot = await types(game, "Ann: /fire target: Axly aim: 1")
        assert "Instead" not in json.dumps(shot.components)
        prone = await types(game, "Ann: /act what: go prone")
        assert "Declared: Trent, fire at Axly, aim 1, then go prone." in told(prone)
        answer = await game.ann.click(prone, "Instead")
        assert "Declared: Trent, go prone (instead of fire at Axly, aim 1)." in told(answer)
        again = await game.ann.click(prone, "Instead")
        assert again.ephemeral and len(declarations(await game.encounter())) == 1


async def test_a_turn_and_a_shot_fit_into_a_phase(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WOODS) as game:
        await types(game, "GM: /adjust who: Trent changes: facing 120")
        await refused(game, "Ann: /fire target: Axly aim: 1", "Field of Fire")
        await types(game, "Ann: /act what: turn to Axly")
        assert "turn to Axly, then fire at Axly, aim 1." in told(await types(game, "Ann: /fire target: Axly aim: 1"))


async def test_a_plan_is_carried_out_line_after_line_and_only_results_are_told(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WOODS) as game:
        await types(game, "Ann: /act what: kneel")
        plan = await types(game, "Ann: /plan set lines: move to D5; go prone; fire at Axly aim 2")
        assert "Trent has a plan of 3 lines (instead of kneel)." in told(plan)
        shown = told(await types(game, "Ann: /plan show who: Trent"))
        assert "Trent moves from D4 to D5" in shown and "Trent goes prone" in shown
        assert "The rest depends on the dice: Trent's shot at Axly." in shown
        await types(game, "Ben: /pass")
        await types(game, "GM: /next")
        log = told(await game.gm.slash(CHANNEL, "log"))
        assert "Trent moves from D4 to D5" in log and "Trent goes prone" in log and "Trent fires the M16" in log
        assert "Declared: Trent, move" not in log and "Declared: Trent, go prone" not in log


async def test_clearing_takes_back_what_is_declared_and_says_so(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", WOODS) as game:
        await types(game, "Ann: /act what: kneel")
        await types(game, "Ann: /fire target: Axly aim: 1")
        assert "Trent cancels: kneel and fire at Axly, aim 1." in told(await types(game, "Ann: /plan clear"))
        assert not (await game.encounter()).agenda
        await refused(game, "Ann: /plan clear", "Trent has no plan and has declared nothing.")


async def test_twelve_phases_pass_before_time_waits_for_an_order(tmp_path: Path) -> None:
    database = tmp_path / "bot.sqlite3"
    async with laid_out(database, WOODS):
        pass
    async with served(database, Moved()) as bot:
        game = Game(bot.playground, bot.client)
        await types(game, "GM: /encounter options name: delay value: 0")
        await types(game, "Ann: /plan set lines: else: stay")
        await types(game, "Ben: /plan set lines: else: stay")
        await later(bot, 300)
        assert await clock(game) == Clock(13, 1)
        [call] = [m["content"] for m in game.gm.sees(CHANNEL) if "Time waits because nobody has given" in m["content"]]
        assert f"<@{game.ann.id}>" in call and f"<@{game.ben.id}>" in call
