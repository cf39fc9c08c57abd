"""In the fog people read what their side perceives: no acts of fighters that it saw and does not see now."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, told, types
from tests.waiting import until

MILL = (
    "GM: /encounter start ruleset: phoenix-advanced title: The mill",
    "GM: /encounter options name: fog value: sides",
    "GM: /encounter map size: 20x20 walls: H1-H9",
    "GM: /combatant add name: Trent owner: @Ann side: Blue at: C10 sheet: SAL 14, CA 8, KV 48, M16A1, facing 90",
    "GM: /combatant add name: Guard owner: @Ben side: Red at: P5"
    " sheet: SAL 10, CA 8, KV 30, AKM 47, loaded 9, facing 270",
)
COMES = ("Ben: /move who: Guard to: P12", "GM: /next time: 3 phases")
SEALED = "GM: /encounter options name: pace value: sealed"
GOES = ("Ben: /move who: Guard to: P4", "GM: /next time: 3 phases")


@pytest.fixture
async def mill(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", MILL) as game:
        yield game


async def given(game: Game, *lines: str) -> None:
    for line in lines:
        await types(game, line)
    await game.client.delivery.flush()


async def log(game: Game, who: str) -> list[str]:
    """The outcomes in the log, the latest first, as a person reads them."""
    page = told(await game.playground.person(who).slash(CHANNEL, "log"))
    return re.findall(r"\*\*#\d+\*\* (.*?) · ", page)


async def of_guard(game: Game, who: str) -> list[str]:
    return [line for line in await log(game, who) if "Guard" in line]


async def test_a_way_begins_where_the_side_first_sees_the_fighter(mill: Game) -> None:
    await given(mill, *COMES)
    assert (await of_guard(mill, "Ann"))[0] == "Guard comes into sight at P10 and moves to P12."
    assert (await of_guard(mill, "Ben"))[0] == "Guard moves from P5 to P12, 7 hexes (8 actions)."


async def test_a_way_ends_at_the_place_that_the_board_remembers(mill: Game) -> None:
    await given(mill, *COMES, *GOES)
    for who in ("Ann", "Cleo"):
        assert (await of_guard(mill, who))[0] == "Guard moves from P11 to P10 and goes out of sight."
    board = told(await mill.ann.slash(CHANNEL, "encounter show"))
    assert "**Guard**: last seen at P10, Phase 4" in board


async def test_a_side_that_joins_later_has_seen_what_everyone_has(mill: Game) -> None:
    await given(mill, *COMES, *GOES)
    read = await of_guard(mill, "Cleo")
    await given(mill, "GM: /combatant add name: Spy owner: @Cleo side: Green at: A1 sheet: line, M16")
    assert await of_guard(mill, "Cleo") == read


async def test_details_have_no_place_that_the_side_did_not_see(mill: Game) -> None:
    await given(mill, *COMES, "Ben: /move who: Guard to: P4")
    await given(mill, "GM: /next time: 3 phases")
    message = next(m for m in reversed(mill.ann.sees(CHANNEL)) if "It is Phase" in m["content"])
    details = told(await mill.ann.click(message, "Details"))
    assert "Guard is at P10" in details
    assert not re.search("Guard is at P[4-9]", details)


@pytest.mark.parametrize(
    "act",
    [
        ("Ben: /reload who: Guard",),
        ("Ben: /act who: Guard what: kneel",),
        ("Ben: /act who: Guard what: turn to A1",),
        ("Ben: /act who: Guard what: firing stance",),
        ("Ben: /act who: Guard what: wait cost: 2",),
        ("GM: /adjust who: Guard changes: dead",),
        ("Ben: /plan set who: Guard lines: kneel; reload; go prone", "GM: /next run: True"),
        (SEALED, "Ben: /act who: Guard what: kneel", "Ann: /pass who: Trent", "GM: /next"),
        (SEALED, "Ben: /plan set who: Guard lines: turn to A1; reload", "Ann: /pass who: Trent", "GM: /next run: True"),
    ],
)
async def test_acts_out_of_sight_are_read_by_the_own_side_alone(act: tuple[str, ...], mill: Game) -> None:
    await given(mill, *COMES, *GOES)
    before = {who: await of_guard(mill, who) for who in ("Ann", "Cleo", "Ben")}
    await given(mill, *act, "GM: /next time: 4 phases")
    for who in ("Ann", "Cleo"):
        assert await of_guard(mill, who) == before[who]
    assert len(await of_guard(mill, "Ben")) > len(before["Ben"])


async def test_an_act_at_the_beginning_of_an_impulse_is_not_seen_by_the_sight_of_the_last(mill: Game) -> None:
    # The cover that Guard goes behind is on the side that Guard faces, where Trent is.
    comes = ("Ben: /move who: Guard to: P12 how: facing west", "GM: /next time: 3 phases")
    await given(mill, *comes, "Ben: /act who: Guard what: go behind cover", "GM: /next", "GM: /next")
    await given(mill, "Ben: /reload who: Guard", "GM: /next time: 4 phases")
    assert any("goes back behind cover" in line for line in await of_guard(mill, "Ann"))
    assert not [line for line in await of_guard(mill, "Ann") if "reload" in line]
    assert [line for line in await of_guard(mill, "Ben") if "reload" in line]


async def test_a_remembered_shooter_is_a_direction_for_everybody(mill: Game) -> None:
    comes = ("Ben: /move who: Guard to: P12 how: facing west", "GM: /next time: 3 phases")
    turned = ("Ben: /pass who: Guard", "Ann: /act who: Trent what: turn to A10", "GM: /next time: 1 phase")
    await given(mill, *comes, *turned, "Ben: /fire who: Guard target: Trent aim: 2", "GM: /next time: 2 phases")
    assert any(line.startswith("Guard fires") for line in await of_guard(mill, "Ben"))
    shots = [[line for line in await log(mill, who) if line.startswith("A shot from the")] for who in ("Ann", "Cleo")]
    assert shots[0]
    assert shots[0] == shots[1]
    assert not [line for line in await of_guard(mill, "Ann") if "fires" in line]


async def test_a_fallen_looker_witnesses_nothing(mill: Game) -> None:
    await given(mill, *COMES, "GM: /adjust who: Trent changes: dead")
    before = await of_guard(mill, "Ann")
    await given(mill, "Ben: /act who: Guard what: kneel", "GM: /next time: 2 phases")
    assert await of_guard(mill, "Ann") == before


async def test_the_side_reads_first_who_came_into_sight(mill: Game) -> None:
    await given(mill, "GM: /encounter threads", *COMES)
    [thread] = [c for c in mill.playground.world.channels.values() if str(c.get("name", "")).endswith("Blue")]
    contact = "**Contact** Guard at P12 (1.4)."
    await until(lambda: [m for m in mill.ann.sees(thread["id"]) if m["content"].split("\n")[0] == contact])
    posts = "\n".join(m["content"] for m in mill.playground.person("Cleo").sees(CHANNEL))
    assert "Contact" not in posts


async def test_a_recap_does_not_say_how_somebody_out_of_sight_is(mill: Game) -> None:
    await given(mill, *COMES, *GOES, "GM: /adjust who: Guard changes: dead")
    recap = told(await mill.ann.slash(CHANNEL, "recap"))
    assert "In play: Trent." in recap
    assert "Out of sight: Guard." in recap
