"""The Advanced Rules over the stand-in: their preset wherever a rulebook is chosen, and their switches."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import CHANNEL, Game, told

TRENT, GUARD = "SAL 14, STR 16, AGI 10, M16A1", "KV 16, kneeling"


async def switches(game: Game) -> dict[str, str]:
    """Return the values of the encounter's switches."""
    return dict((await game.encounter()).switches)


async def test_an_encounter_begins_with_all_of_chapter_3(game: Game) -> None:
    await game.says(game.gm, "encounter start", ruleset="phoenix", preset="phoenix-advanced")
    assert (await game.encounter()).preset == "phoenix-advanced"
    on = {name for name, value in (await switches(game)).items() if value == "on"}
    assert on == {
        "accuracy", "automatic fire", "cover", "damage", "disabling", "explosives", "ground", "modifiers", "movement",
        "shotguns", "target sizes",
    }  # fmt: skip


async def test_the_preset_goes_for_the_rulebook(game: Game) -> None:
    await game.says(game.gm, "encounter start", ruleset="phoenix-advanced")
    assert (await game.encounter()).preset == "phoenix-advanced"
    offered = [choice["value"] for choice in await game.ann.autocomplete(CHANNEL, "fire", focused="ruleset")]
    assert offered == [
        "aliens", "phoenix", "space_marines", "savage", "phoenix-advanced", "phoenix-optional", "phoenix-tournament",
        "space-marines-outdoors",
    ]  # fmt: skip


async def test_a_server_may_go_by_it(game: Game) -> None:
    await game.says(game.gm, "encounter start")
    said = await game.whispers(game.gm, "server rulebook", ruleset="phoenix-advanced")
    assert "Phoenix Command" in said and "the Advanced Rules" in said
    await game.says(game.gm, "encounter end")
    await game.says(game.gm, "encounter start")
    assert (await game.encounter()).preset == "phoenix-advanced"


@pytest.mark.parametrize("ruleset", ["phoenix-advanced", "phoenix"])
async def test_a_quick_ruling_goes_by_the_preset(game: Game, ruleset: str) -> None:
    said = await game.whispers(game.ann, "odds", target=GUARD, range=50, aim=6, who=TRENT, ruleset=ruleset)
    assert ("Effective Accuracy Level" in said) == (ruleset == "phoenix-advanced")
    assert ("Shot Accuracy" in said) == (ruleset == "phoenix")


@pytest.mark.parametrize("ruleset", ["phoenix", "phoenix-advanced"])
async def test_a_quick_ruling_keeps_the_limit_of_aim_of_whoever_moves(game: Game, ruleset: str) -> None:
    """8 Combat Actions are 2 in an impulse: no more aim counts, whatever is asked for."""
    asked = f"who: SAL 14, CA 8, M16 target: {GUARD} range: 10 how: moving ruleset: {ruleset}"
    for verb in ("fire", "burst"):
        answer = await game.ann.types(CHANNEL, f"/{verb} {asked} aim: 6 dice: 99")
        details = told(await game.ann.click(answer, "Details"))
        assert "moves in this impulse, so 2 of Soldier's 6 actions of aim count" in details
    odds = told(await game.ann.types(CHANNEL, f"/odds {asked}"))
    assert "moves in this impulse, so at most 2 actions of aim count (ruling O24)." in odds


async def test_switches_turn_along_and_are_told(game: Game) -> None:
    await game.says(game.gm, "encounter start", ruleset="phoenix")
    said = await game.says(game.gm, "encounter options", name="Automatic Fire", value="ON")
    assert "“automatic fire” is now on, and with it “accuracy” and “damage”." in said
    assert "“light” is now full moon" in await game.says(game.gm, "encounter options", name="light", value="full")
    offered = await game.gm.autocomplete(CHANNEL, "encounter options", focused="value", name="automatic fire")
    assert [choice["value"] for choice in offered] == ["on", "off"]
    named = {
        choice["value"]: choice["name"]
        for choice in await game.gm.autocomplete(CHANNEL, "encounter options", focused="name")
    }
    assert len(named) == 25 and set(named) < set(await switches(game))  # as many as Discord shows
    assert named["automatic fire"] == "automatic fire, now on"
    typed = await game.gm.autocomplete(CHANNEL, "encounter options", focused="name", name="hero")
    assert [choice["name"] for choice in typed] == ["heroes, now off"]
    wrong = await game.whispers(game.gm, "encounter options", name="fir", value="on")
    assert "immediate or declared" in wrong
    wrong = await game.whispers(game.gm, "encounter options", name="spot", value="on")
    assert "This encounter has no switch “spot”" in wrong and "spotting" in wrong
    assert "**spotting** off (or on). Targets must" in await game.whispers(
        game.ann, "encounter options", name="spotting"
    )


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced", "phoenix-optional"])
async def test_all_switches_are_listed_whole_with_what_they_need(game: Game, preset: str) -> None:
    await game.says(game.gm, "encounter start", ruleset=preset)
    answer = await game.ann.slash(CHANNEL, "encounter options")
    listed = told(answer)
    for name, value in (await switches(game)).items():
        others = "" if value in ("on", "off") and name != "ammunition" else " (or "
        assert f"**{name}** {value}{others}" in listed
    for part in ("The Basic Game", "The Advanced Rules", "The Optional Rules", "The Tournament Rules"):
        assert f"\n{part}\n" in listed
    assert "Needs accuracy and damage." in listed
    assert "Needs automatic fire, shotguns or explosives." in listed
    assert "attached" not in listed
    assert max(len(line) for line in listed.splitlines()) <= 240
