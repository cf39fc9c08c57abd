"""The scenarios begun and played over the real protocol."""

from __future__ import annotations

import json
import re

import pytest

from bot import fairness
from rules.engine.records.agenda import Clock, Question
from tests.cogs.conftest import CHANNEL, Game, told

PHONE = 40
"""Signs of a monospaced line that a phone shows."""


async def test_templates_are_offered_with_what_they_are(game: Game) -> None:
    offered = await game.gm.autocomplete(CHANNEL, "encounter start", focused="template", ruleset="phoenix")
    assert {choice["value"]: choice["name"] for choice in offered} == {
        "first_fight": "First fight: Two soldiers against two guards, small enough to learn with",
        "oppenheim": "The Bridge at Oppenheim: Six NATO soldiers, dug in, against 48 Russians on a bridge",
        "police_raid": "Police Raid: Ten SWAT officers search a building for six suspects, placed by dice",
    }


async def test_the_first_shots_at_the_bridge(game: Game) -> None:
    gm, ann = game.gm, game.ann
    begins = await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", template="oppenheim")
    assert begins.content.startswith("The Bridge at Oppenheim begins.\nThe map is 15 by 24 hexes.\n")
    assert "all 14 of the vanguard" in told(begins)
    await game.says(gm, "combatant owner", who="Squad Leader", user=ann)
    unseen = await game.whispers(gm, "fire", who="Point Man", target="Squad Leader", aim=3)
    assert "has not been spotted" in unseen

    shot = await ann.slash(CHANNEL, "fire", target="Point Man", aim=2, dice="05 09 4 40 3")
    assert "fires the M16A1 at Point Man, 20 hexes (rolled 05, needed 86): HIT, shoulder" in shot.content
    assert "Squad Leader fires and is spotted" in told(shot)
    assert "SAL 11 − 12 (aim 2) + 5 (kneeling, braced, 4B) + 8 (target standing exposed, 2C) = 12" in told(shot)
    assert "Flanker 1 aims at Squad Leader" in await game.says(
        gm, "fire", who="Flanker 1", target="Squad Leader", aim=3
    )

    assert "Jeep drives to H18: 4 of 17 hexes" in await game.says(gm, "move", who="Jeep", to="H18")
    places = []
    for _ in range(3):
        state = await game.encounter()
        places.append(next(str(c.place) for c in state.combatants if c.name == "Jeep"))
        await game.says(gm, "next")
    assert places == ["H5", "H9", "H13"]


async def test_the_board_of_56_is_whole_and_fits_a_phone(game: Game) -> None:
    await game.gm.slash(CHANNEL, "encounter start", ruleset="phoenix", template="oppenheim")
    shown = await game.gm.slash(CHANNEL, "encounter show")
    text = told(shown)
    runs = re.findall(r"\*\*(.+) (\d+)\*\* to \*\*\1 (\d+)\*\*", text)
    named = set(re.findall(r"\*\*(.+?)\*\*", text))
    named |= {f"{name} {n}" for name, first, last in runs for n in range(int(first), int(last) + 1)}
    assert {c.name for c in (await game.encounter()).combatants} - named == set()
    assert runs != [] and "more line" not in text
    drawn = shown.content.split("```")[1].strip("\n").splitlines()
    assert max(map(len, drawn)) <= PHONE


@pytest.mark.parametrize("template", ["oppenheim", "police_raid"])
async def test_its_throws_are_those_of_the_seed(game: Game, template: str) -> None:
    await game.gm.slash(CHANNEL, "encounter start", ruleset="phoenix", template=template)
    await game.says(game.gm, "encounter end")
    answer = await game.gm.slash(CHANNEL, "export")
    [file] = answer.message["attachments"]
    report = fairness.verify(json.loads(game.playground.world.uploads[file["id"]].content))
    # Each of the four rifles that is not at its owner's feet takes another throw, for its hex.
    assert report.checked in {"oppenheim": [0], "police_raid": range(12, 17)}[template]
    assert report.problems == ()
    assert "seed" in await game.whispers(game.gm, "dice verify")


@pytest.mark.parametrize(
    ("template", "events"),
    [
        (
            "hive",
            ["At the start of turn 6: 5 of 10 turns are gone", "At the start of turn 11: 10 of 10 turns are gone"],
        ),
        ("ambush", ["At the start of turn 7: 6 of 12 turns are gone", "At the start of turn 13: 12 of 12 turns are"]),
    ],
)
async def test_the_clock_of_a_scenario_is_among_its_events(game: Game, template: str, events: list[str]) -> None:
    await game.gm.slash(CHANNEL, "encounter start", ruleset="space_marines", template=template)
    board = told(await game.gm.slash(CHANNEL, "encounter show"))
    assert [event for event in events if event in board] == events


async def test_an_officer_who_comes_in_finds_suspects(game: Game) -> None:
    """A look along the corridor of the raid finds the suspect at its end, and not the ones behind walls."""
    gm = game.gm
    await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", template="police raid")
    await game.says(gm, "adjust", who="Leader", changes="at D8")
    await game.says(gm, "encounter options", name="forced entry", value="off")
    await game.says(gm, "adjust", who="Entry 1", changes="at D10, facing 0")
    await game.says(gm, "encounter options", name="forced entry", value="on")
    while (await game.encounter()).clock < Clock(2, 1):
        await game.says(gm, "next")
    log = told(await gm.slash(CHANNEL, "log"))
    assert "Entry 1 sees Leader at D8" in log


async def test_the_raid(game: Game) -> None:
    gm, ann = game.gm, game.ann
    begins = await gm.slash(CHANNEL, "encounter start", ruleset="phoenix", template="police raid")
    text = told(begins)
    assert text.count("’s rifle ") == 4 and text.count(" is at ") == 6
    assert "force the door (80 in 100, 6 actions a try)" in text
    await game.says(gm, "combatant owner", who="Entry 1", user=ann)
    assert "Entry 1 is placed at H12" in await game.says(ann, "move", to="H12")
    early = await game.whispers(ann, "fire", target="Leader", aim=2)
    assert "In Phase 1 nobody moves or fires, while doors and windows are forced (4" in early
    await game.says(gm, "encounter options", name="forced entry", value="off")
    assert "has not been spotted" in await game.whispers(ann, "fire", target="Leader", aim=2)
    await game.says(gm, "adjust", who="Leader", changes="spotted, at H10")
    assert "The obstruction at H11 hides Leader" in await game.whispers(ann, "fire", target="Leader", aim=2)
    assert "the door at H11 opens" in await game.says(gm, "encounter map", add="door H11 open")
    assert "Entry 1 fires the Uzi at Leader, 2 hexes" in await game.says(ann, "fire", target="Leader", aim=2)
    asked = await gm.slash(CHANNEL, "act", who="Breacher 1", what="force the door")
    assert "Breacher 1 puts the Remington M870 on the ground to swing the sledge." in asked.content
    forcing = await gm.click(asked, "Act anyway")
    assert "2 of 6 actions, done in Phase 1, Impulse 4" in told(forcing)
    await game.says(gm, "adjust", who="Entry 1", changes="facing 0, actions left 9")
    assert "does Leader?" in await game.says(ann, "act", what="tell Leader to freeze")
    assert "Leader freezes" in await game.says(gm, "answer", who="Leader", choice="freeze")
    assert "Leader drop the M92F" in await game.says(ann, "act", what="tell Leader to drop their weapon")
    while (await game.encounter()).clock < Clock(1, 4):
        await game.says(gm, "next")
    log = told(await gm.slash(CHANNEL, "log"))
    assert "Breacher 1 forces the door (6 actions): it " in log


@pytest.mark.parametrize(
    ("template", "preset", "clock"),
    [
        ("hive", "space-marines", "Turn {}, Good Guys' phase"),
        ("ambush", "space-marines-outdoors", "Turn {}, Good Guys' phase"),
        ("warehouse", "savage", "Round {}"),
    ],
)
async def test_some_turns(game: Game, template: str, preset: str, clock: str) -> None:
    """Whoever is asked lets it be; the bot plays what is its own to play, and every throw can be checked."""
    begins = await game.gm.slash(CHANNEL, "encounter start", template=template)
    assert begins.content.startswith(f"The {template} begins.\nThe map is ") and "**Task**" in told(begins)
    placed = (await game.encounter()).combatants
    assert all(one.place for one in placed)
    for turn in (2, 3, 4):
        await game.says(game.gm, "next")
        for _ in range(20):
            asked = [m for m in (await game.encounter()).agenda if isinstance(m, Question)]
            if not asked:
                break
            who = (await game.encounter()).combatant(asked[0].to).name
            await game.says(game.gm, "answer", choice=asked[0].choices[-1], who=who)
        shown = told(await game.gm.slash(CHANNEL, "encounter show"))
        if "decided (/encounter end)" in shown:
            break
        assert f"{preset} · {clock.format(turn)}" in shown
    if preset != "savage":
        assert [c.place for c in (await game.encounter()).combatants] != [c.place for c in placed]
    await game.says(game.gm, "encounter end")
    answer = await game.gm.slash(CHANNEL, "export")
    [file] = answer.message["attachments"]
    assert fairness.verify(json.loads(game.playground.world.uploads[file["id"]].content)).problems == ()


async def test_the_hive(game: Game) -> None:
    gm, ann = game.gm, game.ann
    await gm.slash(CHANNEL, "encounter start", template="hive")
    await game.says(gm, "combatant owner", who="Sarge", user=ann)
    fires = await ann.slash(CHANNEL, "fire", target="Bug Warrior 1", aim=3, dice="6 6 4")
    assert fires.content.startswith("Sarge fires the Rifle at Bug Warrior 1")
    assert "HIT, 4 wounds; Bug Warrior 1 has 1 Point left" in fires.content
    phase = await game.says(gm, "next")
    assert "\nThe Bad Guys' phase begins.\n" in phase
    # In which order depends on where the straggler stands.
    assert re.search(r"^(\*\*1\.2\*\* )?Bug Warrior 1 (advances|attacks)", phase, re.MULTILINE)
    assert re.search(r"^(\*\*1\.2\*\* )?Straggler (advances|attacks)", phase, re.MULTILINE)
    assert "Turn 2 begins: Good Guys' phase." in phase


async def test_the_warehouse(game: Game) -> None:
    gm, ann = game.gm, game.ann
    await gm.slash(CHANNEL, "encounter start", template="warehouse")
    await game.says(gm, "combatant owner", who="Pike", user=ann)
    burst = await game.says(ann, "burst", target="Bruiser 1, Bruiser 2", dice="1 2 9 5")
    assert (
        "on automatic with 3 Shooting dice (rolled 1, 2, 9, Wild Die 5 counts for Shooting 1, needed 4):"
        " Bruiser 1 HIT, HIT with 1 raise; Bruiser 2 MISS" in burst
    )
    assert "empty" in await game.whispers(ann, "fire", target="Bruiser 2")
    assert "Pike reloads the Assault Rifle: 2 of 2 tokens" in await game.says(ann, "reload")
