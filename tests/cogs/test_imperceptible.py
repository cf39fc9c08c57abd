"""Fighters that nobody can perceive, in any book: secret ones, and those who are not on the map yet.

What others read depends neither on whether they have to act nor on whether they exist.
"""

from __future__ import annotations

import pytest

from rules.phoenix.basics.soldier import soldier
from tests.cogs.conftest import Game, refused, says, told, types


async def begun(game: Game, preset: str, fog: str, *lines: str) -> None:
    await types(game, f"GM: /encounter start ruleset: {preset}")
    await types(game, f"GM: /encounter options name: fog value: {fog}")
    await types(game, "GM: /encounter map size: 20x16 walls: H1-H16")
    for line in lines:
        await types(game, line)


async def reads(game: Game, *lines: str) -> str:
    return "".join([told(await types(game, line)) for line in lines])


ANNS = ("Ann: /log", "Ann: /encounter show", "Ann: /combatant show", "Ann: /recap")


@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
async def test_a_secret_fighter_is_spotted_by_nobody_until_revealed(game: Game, fog: str) -> None:
    await begun(
        game,
        "phoenix-optional",
        fog,
        "GM: /combatant add sheet: line, MP5 name: Axly at: B4 owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, MP5 name: Trent at: B6 owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, MP5 name: Zorro at: F5 side: Red secret: True",
    )
    for _ in range(3):
        await types(game, "GM: /next time: 2 phases")
    seen = await reads(game, *ANNS)
    assert "Axly" in seen
    assert not [word for word in ("Zorro", "spots", "spotted", "unseen", "omebody", "hexes away") if word in seen]
    zorro = (await game.encounter()).combatants[-1]
    assert not [one for c in (await game.encounter()).combatants for one in soldier(c).known if one.id == zorro.id]
    await types(game, "GM: /encounter reveal who: Zorro")
    for _ in range(3):
        await types(game, "GM: /next time: 2 phases")
    fighters = (await game.encounter()).combatants
    assert zorro.id in {one.id for c in fighters[:2] for one in soldier(c).known}


@pytest.mark.parametrize("there", [True, False])
async def test_a_grenade_at_an_empty_looking_space_tells_of_nobody(game: Game, there: bool) -> None:
    at = "E4" if there else "K9"
    await begun(
        game,
        "space-marines",
        "hidden",
        "GM: /combatant add sheet: Marine, rifle, grenade name: Axly at: B4 owner: @Ann side: Blue",
        "GM: /combatant add sheet: Marine, rifle name: Trent at: B6 owner: @Ann side: Blue",
        f"GM: /combatant add sheet: Marine, rifle name: Zorro at: {at} owner: @Ben side: Red secret: True",
    )
    answer = told(await types(game, "Ann: /throw who: Axly target: E4"))
    assert "throws a Grenade at E4" in answer
    assert answer.endswith("still to act: Trent")
    await types(game, "Ann: /pass who: Trent")
    seen = answer + await reads(game, *ANNS)
    assert not [word for word in ("Zorro", "others", "nobody is there", "omebody") if word in seen]
    assert "ll done: /next continues" in seen


@pytest.mark.parametrize("hidden", [True, False])
async def test_an_arc_over_an_empty_hex_does_not_say_that_nobody_is_there(game: Game, hidden: bool) -> None:
    await begun(
        game,
        "phoenix-advanced",
        "hidden",
        "GM: /combatant add sheet: line, MP5, facing 90 name: Axly at: B4 owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, MP5 name: Guard at: B9 side: Red",
    )
    if hidden:
        await types(game, "GM: /combatant add sheet: line, MP5 name: Zorro at: P4 side: Red secret: True")
    answers = []
    for row in range(3, 7):
        answers.append(told(await types(game, f"Ann: /burst who: Axly target: E{row} aim: 1 how: arc 2")))
        await types(game, "GM: /next time: 1 phases")
    for answer in answers:
        # Said of every arc that hits nobody whom Ann sees: what is in the hexes is not told.
        deed, found, rest = answer.partition(": nobody in sight is hit.")
        assert found and "sweeps 2 hexes" in deed and "nobody" not in deed + rest


async def test_a_player_lets_time_pass_when_all_whom_they_know_have_acted(game: Game) -> None:
    await begun(
        game,
        "aliens",
        "off",
        "GM: /combatant add sheet: rifleman name: Axly at: B4 owner: @Ann side: Blue",
        "GM: /combatant add sheet: rifleman name: Guard at: B9 owner: @Ben side: Red",
        "GM: /combatant add sheet: rifleman name: Zorro at: F4 owner: @Ben side: Red secret: True",
    )
    await types(game, "Ann: /pass who: Axly")
    await refused(game, "Ann: /next", "Still to act: Guard. Until then, only the GM can use /next.")
    await types(game, "Ben: /pass who: Guard")
    assert "still to act: Zorro" in await reads(game, "Ben: /encounter show")
    seen = await reads(game, "Ann: /encounter show")
    assert "all done: /next continues" in seen and "others" not in seen
    assert "Turn 2 begins" in await says(game, "Ann: /next")


@pytest.mark.parametrize("fog", ["hidden", "sides"])
@pytest.mark.parametrize("preset", ["phoenix-basic", "aliens", "space-marines", "savage"])
async def test_in_the_fog_a_fighter_without_a_place_on_the_map_is_unseen(game: Game, preset: str, fog: str) -> None:
    sheet = {"phoenix-basic": "line, MP5", "aliens": "rifleman", "savage": "Shooting d8, Pistol"}.get(preset, "Marine")
    await begun(
        game,
        preset,
        fog,
        f"GM: /combatant add sheet: {sheet} name: Axly at: B4 owner: @Ann side: Blue",
        f"GM: /combatant add sheet: {sheet} name: Guard side: Red",
    )
    assert "Guard" not in await reads(game, *ANNS)
    await refused(game, "GM: /encounter reveal who: Guard", "Guard is not on the map yet.")
    await types(game, "GM: /adjust who: Guard changes: at D4")
    assert "Guard" in await reads(game, "Ann: /encounter show")
    await types(game, "GM: /undo")
    assert "Guard" not in await reads(game, "Ann: /encounter show", "Ann: /combatant show")


async def test_where_a_fighter_appears_unseen_is_in_nobodys_log(game: Game) -> None:
    await begun(
        game,
        "phoenix-optional",
        "hidden",
        "GM: /combatant add sheet: line, MP5 name: Axly at: B4 owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, AKM 47 name: Guard side: Red",
    )
    await types(game, "GM: /next")
    await types(game, "GM: /move who: Guard to: K3")
    await types(game, "GM: /next")
    await types(game, "GM: /adjust who: Guard changes: at K4")
    assert [str(c.place) for c in (await game.encounter()).combatants] == ["B4", "K4"]
    seen = await reads(game, *ANNS)
    assert not [word for word in ("Guard", "K3", "K4", "AKM") if word in seen]


async def test_without_fog_a_side_is_unseen_from_its_deployment_until_it_appears(game: Game) -> None:
    await begun(
        game,
        "aliens",
        "off",
        "GM: /combatant add sheet: rifleman name: Axly at: B4 owner: @Ann side: Blue",
        "GM: /combatant add sheet: rifleman name: Guard owner: @Ben side: Red",
    )
    assert "Guard" in await reads(game, "Ann: /encounter show")
    await types(game, "GM: /encounter deploy side: Red zone: K1-L8")
    await types(game, "GM: /combatant add sheet: rifleman name: Vic owner: @Ben side: Red")
    seen = await reads(game, "Ann: /encounter show", "Ann: /combatant show")
    assert "Guard" not in seen and "Vic" not in seen
    assert "Vic" not in await reads(game, "Ann: /log")
    await types(game, "Ann: /pass who: Axly")
    # That a side deploys was announced, and holds time up.
    assert "still to act: Red (deploying)" in await reads(game, "Ann: /encounter show")
    await refused(game, "Ann: /next", "Still to act: Red (deploying).")
    await types(game, "Ben: /move who: Guard to: K3")
    assert "Guard" not in await reads(game, "Ann: /encounter show")
    await types(game, "Ben: /pass who: Vic")
    seen = await reads(game, "Ann: /encounter show")
    assert "Guard" in seen and "Vic" in seen
