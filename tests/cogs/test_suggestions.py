"""Suggestions while somebody types: the live state, within Discord's limits, and never an error."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, mustered, opened

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with opened(Path(tmp_path_factory.mktemp("suggestions")) / "referee.sqlite3") as game:
        await mustered(game)
        yield game


async def values(person: Person, command: str, focused: str, /, **options: Any) -> list[Any]:
    return [choice["value"] for choice in await person.autocomplete(CHANNEL, command, focused=focused, **options)]


async def test_targets_are_whom_the_shooter_could_aim_at(running: Game) -> None:
    assert await values(running.ann, "fire", "target") == ["Alien 1", "Alien 2"]
    assert await values(running.ann, "fire", "target", target="2") == ["Alien 2"]
    # The book has no bursts: nothing typed there is accepted.
    assert await values(running.ann, "burst", "target") == []


async def test_players_are_offered_their_own_the_gm_everybody(running: Game) -> None:
    assert await values(running.ann, "fire", "who") == ["Apone"]
    assert await values(running.ben, "reload", "who") == ["Rifleman"]
    assert set(await values(running.gm, "fire", "who")) == {"Apone", "Rifleman"}
    assert set(await values(running.gm, "move", "who")) == {"Apone", "Rifleman", "Alien 1", "Alien 2"}
    assert set(await values(running.ann, "combatant show", "who", who="alien")) == {"Alien 1", "Alien 2"}


async def test_weapons_and_aims_are_the_shooters_with_their_chances(running: Game) -> None:
    assert await values(running.ben, "fire", "weapon") == ["Pulse Rifle", "Pistol"]
    assert await values(running.gm, "reload", "weapon", who="Rifleman") == ["Pulse Rifle", "Pistol"]
    assert await values(running.ben, "fire", "aim") == [1, 2]
    aims = await running.ann.autocomplete(CHANNEL, "fire", focused="aim", target="Alien 1", range=2)
    # What the card gives no number for is not offered.
    assert [aim["value"] for aim in aims] == [1, 2]
    assert "70%" in aims[0]["name"]
    assert "automatic" in aims[1]["name"]


async def test_rulebooks_switches_tables_and_pages(running: Game) -> None:
    assert "aliens" in await values(running.ann, "fire", "ruleset")
    found = await running.ann.autocomplete("quick-rulings", "encounter start", focused="preset", ruleset="aliens")
    assert [choice["value"] for choice in found] == ["aliens"]
    assert await values(running.ann, "encounter start", "preset") == [], "one is open here"
    assert set(await values(running.gm, "encounter options", "name")) == {
        "aliens",
        "ammunition",
        "delay",
        "fog",
        "joining",
        "next",
        "pace",
        "pictures",
        "timeout",
        "typed dice",
    }
    assert await values(running.gm, "encounter options", "value", name="ammunition") == ["on", "tokens", "off"]
    assert "Ammunition Capacity" in await values(running.ann, "table", "name")
    assert "Apone" in await values(running.ann, "weapon show", "name", name="ap")
    assert len(await values(running.ann, "help", "topic")) >= 3


async def test_of_wide_odds_the_chance_to_hit_is_shown_with_each_aim(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        # Shot Accuracy -8 and 2 under 20 hexes in table 2A: 02 and 22.
        await game.says(game.gm, "encounter start", ruleset="phoenix")
        await game.says(game.gm, "combatant add", sheet="skill 8, M16", name="Trent")
        await game.says(game.gm, "combatant add", sheet="green, AKM 47", name="Guard")
        aims = await game.gm.autocomplete(CHANNEL, "fire", focused="aim", target="Guard", range=12, who="Trent")
        assert [aim["name"] for aim in aims][:2] == ["Aim 1, Hit 3", "Aim 2, Hit 23"]
        # Of several ranges nothing can be said beside an aim.
        aims = await game.gm.autocomplete(CHANNEL, "fire", focused="aim", target="Guard", who="Trent")
        assert aims and not any("Hit" in aim["name"] for aim in aims)


async def test_words_are_offered_that_count_in_the_encounter(tmp_path: Path) -> None:
    advanced = {"head", "legs", "braced", "optical scope", "behind interior wood door"}
    async with opened(tmp_path / "referee.sqlite3") as game:
        await game.says(game.gm, "encounter start", ruleset="phoenix")
        await game.says(game.gm, "combatant add", sheet="skill 8, M16", name="Trent")
        shot = set(await values(game.gm, "fire", "how"))
        assert "called shot" in shot and not shot & advanced
        assert "arc 3" not in await values(game.gm, "burst", "how")
        assert await values(game.gm, "move", "how", how="ice") == []
        await game.says(game.gm, "encounter options", name="automatic fire", value="on")
        await game.says(game.gm, "encounter options", name="cover", value="on")
        shot = set(await values(game.gm, "fire", "how"))
        assert shot >= advanced and "called shot" not in shot
        assert "arc 3" in await values(game.gm, "burst", "how")
        assert "fuse 3" not in await values(game.gm, "throw", "how")
        # A quick ruling goes by the preset that is named.
        for preset, word in (("phoenix-advanced", "head"), ("phoenix-basic", "called shot")):
            found = await game.gm.autocomplete("quick-rulings", "fire", focused="how", ruleset=preset)
            assert {"head", "called shot"} & {choice["value"] for choice in found} == {word}


async def test_acts_are_offered_by_name_with_what_they_cost(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        await game.says(game.gm, "encounter start", ruleset="phoenix")
        await game.says(game.gm, "combatant add", name="Trent", sheet="line, M16", owner=game.ann, side="Squad")
        await game.says(game.gm, "combatant add", name="Guard", sheet="line, AKM 47", count=4, side="Guards")
        kneeling = await game.ann.autocomplete(CHANNEL, "act", focused="what", what="kne")
        assert kneeling[0] == {"name": "Kneel · 1 from standing, 2 from prone", "value": "Kneel"}
        first = await values(game.ann, "act", "what")
        assert "Go Prone" in first, "before the arrests, of which there are four for each enemy"
        assert await values(game.ann, "act", "what", what="guard 2 to f") == ["Tell Guard 2 to freeze"]


async def test_sheet_lines_are_offered_from_all_pages(running: Game) -> None:
    found = await running.ann.autocomplete("quick-rulings", "fire", focused="target", target="akm", ruleset="phoenix")
    assert [choice["value"] for choice in found] == ["AKM 47"]
    found = await running.ann.autocomplete("quick-rulings", "fire", focused="target", ruleset="phoenix")
    assert len(found) == 25


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("ak47", "AKM 47"), ("AK-47", "AKM 47"), ("m-16", "M16"), ("skill 8, ak47", "skill 8, AKM 47"), ("mp5", "MP5")],
)
async def test_parts_of_words_are_enough(running: Game, typed: str, wanted: str) -> None:
    found = await running.ann.autocomplete("quick-rulings", "fire", focused="target", target=typed, ruleset="phoenix")
    assert any(wanted in choice["value"] for choice in found), found


async def test_behind_a_comma_what_may_follow_is_offered(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        await game.says(game.gm, "encounter start", ruleset="space_marines")
        assert "Marine, Rifle" in await values(game.gm, "combatant add", "sheet", sheet="Marine, ri")
        await game.says(game.gm, "combatant add", sheet="Marine, smart gun", name="Ann")
        await game.says(game.gm, "combatant add", sheet="bug", count=2, name="Bug")
        await game.says(game.gm, "encounter map", size="9x5")
        for who, place in (("Ann", "B3"), ("Bug 1", "D3"), ("Bug 2", "D4")):
            await game.says(game.gm, "adjust", who=who, changes=f"at {place}")
        assert await values(game.gm, "burst", "target", who="Ann", target="Bug 1, ") == ["Bug 1, Bug 2"]
        # One target alone is no burst, and a figure that nobody sees no target.
        assert set(await values(game.gm, "burst", "target", who="Ann")) == {"Bug 1, Bug 2", "Bug 2, Bug 1"}
        await game.says(game.gm, "encounter map", size="9x5", walls="C2-C5")
        assert await values(game.gm, "fire", "target", who="Ann") == []


async def test_without_an_encounter_sheet_lines_are_offered(running: Game) -> None:
    choices = await running.ann.autocomplete("quick-rulings", "fire", focused="who", who="apo")
    assert "Apone" in [choice["value"] for choice in choices]
    assert await running.ann.autocomplete("quick-rulings", "fire", focused="aim") == []


async def test_every_sheet_line_that_is_offered_can_be_ordered(running: Game) -> None:
    choices = await running.ann.autocomplete("quick-rulings", "fire", focused="who")
    assert len(choices) >= 3
    for choice in choices:
        answer = await running.ann.slash("quick-rulings", "odds", who=choice["value"], range=1)
        # An Alien reads as a sheet line as well, and has nothing to fire.
        assert "does not read" not in answer.content


@pytest.mark.parametrize("typed", ["", " ", "x" * 6000, "🔥" * 100, "**", "%s", "\\", ",,,", "Alien 1,"])
async def test_any_words_are_survived(running: Game, typed: str) -> None:
    for command, options in [
        ("fire", ["target", "weapon", "who", "ruleset"]),
        ("encounter start", ["ruleset", "preset"]),
        ("encounter options", ["name", "value"]),
        ("combatant add", ["sheet", "name"]),
        ("table", ["name"]),
        ("weapon show", ["name"]),
        ("help", ["topic"]),
    ]:
        for option in options:
            choices = await running.gm.autocomplete(CHANNEL, command, focused=option, **{option: typed})
            assert len(choices) <= 25
            assert all(1 <= len(c["name"]) <= 100 and len(c["value"]) <= 100 for c in choices)


async def test_no_more_are_offered_than_discord_takes(running: Game) -> None:
    await running.says(
        running.gm, "combatant add", sheet="alien", count=50, name="A name as long as names may ever be x"
    )
    offered = await running.gm.autocomplete(CHANNEL, "fire", focused="target", who="Apone")
    assert len(offered) == 25
    one = await values(running.ann, "fire", "target", target="ever be x 43")
    assert one == ["A name as long as names may ever be x 43"]
    await running.says(running.gm, "undo")


async def test_no_suggestion_failed_inside(running: Game, caplog: pytest.LogCaptureFixture) -> None:
    for command, option in [("fire", "target"), ("fire", "aim"), ("combatant add", "name"), ("weapon remove", "name")]:
        await running.ben.autocomplete(CHANNEL, command, focused=option)
    assert [record for record in caplog.records if record.name == "bot.chat.suggestions"] == []
