"""Sides place their fighters in secret, and all appear at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.map.deployments import deployments
from tests.cogs.conftest import CHANNEL, Game, laid_out, meant, refused, told, types

BOOKS = {
    "aliens": ("rifleman", "alien"),
    "phoenix": ("skill 6, CA 6, M16, exposed", "skill 3, CA 5, AKM 47, exposed"),
    "savage": ("Shooting d8, Pistol", "Shooting d6, Pistol"),
    "space_marines": ("Marine, rifle", "Bug Warrior"),
}


def lines(ruleset: str, fog: str) -> tuple[str, ...]:
    one, other = BOOKS[ruleset]
    return (
        f"GM: /encounter start ruleset: {ruleset}",
        f"GM: /encounter options name: fog value: {fog}",
        "GM: /encounter map size: 12x8 walls: F1-F7",
        f"GM: /combatant add sheet: {one} name: Axly owner: @Ann side: Red",
        f"GM: /combatant add sheet: {one} name: Trent owner: @Ann side: Red",
        f"GM: /combatant add sheet: {other} name: Guard owner: @Ben side: Blue",
        "GM: /encounter deploy side: Red zone: A1-C8",
        "GM: /encounter deploy side: Blue zone: K1-L8",
    )


@pytest.fixture(params=[(book, fog) for book in BOOKS for fog in ("off", "hidden", "sides")], ids="-".join)
async def game(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", lines(*request.param)) as game:
        yield game


async def test_nobody_sees_anything_before_all_appear(game: Game) -> None:
    placed = await types(game, "Ann: /move who: Axly to: B2")
    assert placed.ephemeral
    assert "Axly will appear at B2. Still to be placed: Trent." in told(placed)
    await refused(game, "Ann: /move who: Trent to: B9", "B9 is outside Red's zone: A1-C8.")
    await refused(game, "Ann: /move who: Trent to: L3", "L3 is outside Red's zone")
    state = await game.encounter()
    assert all(one.place is None for one in state.combatants)
    assert "A1-C8" in told(await types(game, "Ann: /encounter show"))
    assert not any(word in str(message) for message in game.ben.sees(CHANNEL) for word in ("A1-C8", "B2", "Axly w"))
    for line in ("Ben: /encounter show", "Ben: /log", "Ben: /recap", "Ben: /combatant show who: Guard"):
        seen = told(await types(game, line))
        assert "A1-C8" not in seen and "B2" not in seen, line
    await types(game, "Ben: /move who: Guard to: L4")
    assert all(one.place is None for one in (await game.encounter()).combatants)
    last = await types(game, "Ann: /move who: Trent to: B4")
    assert "Trent will appear at B4" in told(last)
    where = {one.name: str(one.place) for one in (await game.encounter()).combatants}
    assert where == {"Axly": "B2", "Trent": "B4", "Guard": "L4"}
    assert not deployments(await game.encounter())
    assert "Deployment is over. All placed fighters appear." in game.ben.sees(CHANNEL)[-1]["content"] + told(last)


async def test_who_has_seen_the_others_takes_nothing_back(game: Game) -> None:
    for line in ("Ann: /move who: Axly to: B2", "Ben: /move who: Guard to: L4", "Ann: /move who: Trent to: B4"):
        await types(game, line)
    answer = await types(game, "Ann: /undo")
    assert answer.ephemeral
    assert told(answer) == "Your side has learned something from that order. Only the GM can undo it."
    assert (await game.encounter()).combatants[0].place


async def test_a_placing_is_changed_and_taken_back(game: Game) -> None:
    await types(game, "Ann: /move who: Axly to: B2")
    await types(game, "Ben: /move who: Guard to: L4")
    back = await types(game, "Ann: /undo")
    assert back.ephemeral and "Axly is no longer placed." in told(back)
    again = await types(game, "Ann: /move who: Axly to: A1")
    assert "Axly will appear at A1" in told(again)
    await types(game, "Ann: /move who: Axly to: A3")
    [blue, red] = sorted(deployments(await game.encounter()), key=lambda one: one.side)
    assert [str(getattr(spot.order, "to", "")) for spot in (*red.spots, *blue.spots)] == ["A3", "L4"]
    await types(game, "Ann: /pass who: Trent")
    where = {one.name: str(one.place) for one in (await game.encounter()).combatants}
    assert where == {"Axly": "A3", "Trent": "None", "Guard": "L4"}


async def test_a_next_ends_it_and_lets_no_time_go_on(game: Game) -> None:
    await types(game, "Ann: /move who: Axly to: B2")
    before = (await game.encounter()).clock
    # Who of another side is placed already is kept from her.
    await refused(game, "Ann: /next", "Still to act: Trent and Blue (deploying). Until then, only the GM can")
    await meant(game.gm, await types(game, "GM: /next"))
    state = await game.encounter()
    assert state.clock == before and not deployments(state)
    assert {one.name: str(one.place) for one in state.combatants} == {"Axly": "B2", "Trent": "None", "Guard": "None"}


async def test_what_is_refused(game: Game) -> None:
    await refused(game, "GM: /encounter deploy side: Green zone: A1-B2", "side")
    await refused(game, "GM: /encounter deploy side: Blue zone: C1-D8", "C1 is already in Red's zone")
    await refused(game, "GM: /encounter deploy side: Blue zone: L1-M8", "M1 is off the map")
    await refused(game, "GM: /encounter deploy side: Blue zone: F2-F4", "Nobody can stand anywhere in F2-F4. Choose")
    await refused(
        game,
        "GM: /encounter deploy side: Blue zone: K1-L8 until: soon",
        "By when must the side appear? Give until:, for example ",
    )
    await refused(game, "GM: /encounter deploy side: Blue zone: K1-L8 until: 1", "It is already ")
    await refused(game, "Ann: /encounter deploy side: Red zone: A1-L8", "Only the GM of this encounter")
    await refused(game, "Ben: /move who: Axly to: A1", "Axly")
    gone = await types(game, "GM: /encounter deploy side: Blue")
    assert "Blue is no longer deploying." in told(gone)


async def test_a_side_appears_when_its_turn_begins(game: Game) -> None:
    await types(game, "GM: /encounter deploy side: Red")
    await types(game, "GM: /encounter deploy side: Blue zone: K1-L8 until: 2")
    await types(
        game, "GM: /combatant add sheet: " + BOOKS[(await game.encounter()).ruleset][1] + " name: Spy side: Blue"
    )
    await types(game, "Ben: /move who: Guard to: L4")
    assert (await game.encounter()).combatant("c3").place is None
    while (await game.encounter()).clock.turn < 2:
        await meant(game.gm, await types(game, "GM: /next"))
    state = await game.encounter()
    assert {one.name: str(one.place) for one in state.combatants}["Guard"] == "L4"
