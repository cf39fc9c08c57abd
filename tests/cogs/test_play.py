"""Each command once, over the real protocol: what the channel is told, what one person is told, what is stored."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot import fairness
from rules.engine.records.agenda import Clock, Timer
from tests.cogs.conftest import CHANNEL, Game, mustered, told


async def test_a_skirmish_from_start_to_end(game: Game) -> None:
    gm, ann, ben = game.gm, game.ann, game.ben
    assert "Sub-level 3 begins" in await game.says(gm, "encounter start", ruleset="aliens", title="Sub-level 3")
    assert "Apone joins" in await game.says(ann, "combatant add", sheet="apone", side="Marines")
    assert "Hicks joins" in await game.says(gm, "combatant add", sheet="rifleman", name="Hicks", owner=ben)
    assert "Alien 1 to Alien 2" in await game.says(gm, "combatant add", sheet="alien", count=2)

    assert "MISS" in await game.says(ann, "fire", target="Alien 1", aim=1, range=2, dice="7")
    assert "HIT" in await game.says(ann, "fire", target="alien 1", dice="0")
    full = await ben.slash(CHANNEL, "reload")
    assert full.ephemeral and "is full" in full.content
    assert "Hicks" in (await ben.click(full, "Reload anyway")).content
    assert "Apone is done" in await game.says(ann, "pass")
    assert await game.says(gm, "next")
    assert (await game.encounter()).clock.turn == 2

    assert "Undone" in await game.says(gm, "undo")
    assert (await game.encounter()).clock.turn == 1
    assert "Redone" in await game.says(gm, "redo")
    assert (await game.encounter()).clock.turn == 2

    assert "12 by 8" in await game.says(gm, "encounter map", size="12x8", walls="C3 D4-F4")
    assert "at C4" in await game.says(gm, "adjust", who="Apone", changes="at C4")
    assert "Apone" in await game.says(ann, "move", to="C5", who="apone", cost=1)
    assert "opens the door" in await game.says(ann, "act", what="opens the door", cost=1)
    assert "encounter ends" in await game.says(gm, "encounter end")


async def test_the_encounter_can_be_seen_and_set(game: Game) -> None:
    await mustered(game)
    shown = await game.whispers(game.ann, "encounter show")
    assert all(name in shown for name in ("Apone", "Rifleman", "Alien 1", "Alien 2"))
    assert "still to act" in await game.says(game.ann, "encounter show", public=True)
    listed = await game.whispers(game.ann, "encounter options")
    assert "ammunition" in listed
    assert "typed dice" in listed
    assert "Who may type in dice" in listed
    assert "“ammunition” is now off" in await game.says(game.gm, "encounter options", name="ammunition", value="off")
    assert dict((await game.encounter()).switches)["ammunition"] == "off"
    assert "only the GM" in (await game.whispers(game.ann, "encounter gm", user=game.ann)).replace("Only", "only")
    await game.says(game.gm, "encounter gm", user=game.ben)
    assert (await game.encounter()).gms == (game.gm.id, game.ben.id)


async def test_combatants_come_change_and_go(game: Game) -> None:
    await mustered(game)
    assert [c.owner for c in (await game.encounter()).combatants] == [game.ann.id, game.ben.id, None, None]
    assert "Hudson" in await game.says(game.ben, "combatant edit", who="Rifleman", name="Hudson")
    assert "Flame Unit" in await game.whispers(game.ben, "combatant show", who="Apone")
    assert "Pulse Rifle" in await game.whispers(game.ben, "combatant show")
    await game.says(game.gm, "combatant owner", who="Hudson", user=game.ann)
    assert (await game.encounter()).combatants[1].owner == game.ann.id
    await game.says(game.gm, "combatant owner", who="Hudson")
    assert (await game.encounter()).combatants[1].owner is None
    assert "Hudson leaves" in await game.says(game.gm, "combatant remove", who="Hudson")


async def test_a_form_takes_many_combatants_at_once(game: Game) -> None:
    await mustered(game)
    form = await game.gm.slash(CHANNEL, "combatant add", side="Guests")
    assert form.modal is not None
    field = form.modal["components"][0]
    label = field.get("label") or field["components"][0]["label"]
    wrong = await game.gm.submit(form, {label: "Vasquez: Riflemann\nDrake: Rifleman\nAlienn"})
    assert wrong.ephemeral
    assert "Line 1" in wrong.content
    assert "Line 3" in wrong.content
    assert len((await game.encounter()).combatants) == 4
    form = await game.gm.slash(CHANNEL, "combatant add", side="Guests")
    right = await game.gm.submit(form, {label: "Vasquez: Rifleman, Pistol\nDrake: Rifleman"})
    assert not right.ephemeral
    assert [(c.name, c.side) for c in (await game.encounter()).combatants[4:]] == [
        ("Vasquez", "Guests"),
        ("Drake", "Guests"),
    ]


async def test_whoever_leaves_an_encounter_is_kept(game: Game) -> None:
    await mustered(game)
    assert "You have no fighters for this rulebook yet; ruleset:" in await game.whispers(game.ann, "roster show")
    await game.says(game.ann, "fire", target="Alien 1", range=2, dice="7")
    await game.says(game.gm, "encounter end")
    assert "Flame Unit 15/16" in await game.whispers(game.ann, "roster show")
    await game.says(game.gm, "encounter start")
    await game.says(game.ann, "combatant add", name="apone")
    ammunition = (await game.encounter()).combatants[0].carried[0].ammunition
    assert ammunition is not None
    assert ammunition.loaded == 15


async def test_the_wounded_have_no_more_time_in_the_next_encounter(game: Game) -> None:
    """The Critical Time Period of 500 PD is 35 minutes, of which 10 have gone by."""
    await game.says(game.gm, "encounter start", ruleset="phoenix")
    await game.says(game.ann, "combatant add", name="Trent", sheet="skill 8, STR 16, HLT 10, KV 0, M16")
    await game.says(game.gm, "adjust", who="Trent", changes="PD 500, awake")
    await game.says(game.gm, "next", time="10 minutes")
    await game.says(game.gm, "encounter end")
    await game.says(game.gm, "encounter start", ruleset="phoenix")
    await game.says(game.ann, "combatant add", name="Trent")
    pending = await game.whispers(game.gm, "encounter show")
    assert "Trent, Recovery Roll: in 25 minutes\n" in pending
    assert [one.at for one in (await game.encounter()).agenda if isinstance(one, Timer)] == [Clock(750, 4)]


async def test_a_form_is_not_opened_when_something_was_filled_in(game: Game) -> None:
    await mustered(game)
    assert "a sheet line" in await game.whispers(game.gm, "combatant add", count=3)
    assert "a sheet line" in await game.whispers(game.gm, "combatant add", at="C4")


async def test_a_question_delivered_twice_is_answered_once_and_alarms_nobody(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    await mustered(game)
    for command in ("odds", "recap", "roll"):
        options: dict[str, Any] = {"dice": "d6"} if command == "roll" else {}
        answer = await game.ann.slash(CHANNEL, command, **options)
        said = answer.content
        asked = f"POST /interactions/{answer.interaction.id}/*/callback"
        game.playground.redeliver(answer)
        await game.playground.until_asked(asked, 2)
        assert answer.content == said
        assert answer.followups == []
    assert [r for r in caplog.records if r.levelname == "ERROR"] == []


async def test_a_refusal_alarms_nobody(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    await mustered(game)
    assert "Nobody" in await game.whispers(game.ann, "fire", target="Nobody", range=2)
    assert [r for r in caplog.records if r.levelname == "ERROR"] == []


async def test_odds_and_aim_only_ask(game: Game) -> None:
    await mustered(game)
    before = await game.encounter()
    for verb in ("odds", "aim"):
        asked = await game.whispers(game.ann, verb, target="Alien 1", range=2)
        assert "70%" in asked
        assert "automatic" in asked
        assert "Flame Unit" in await game.whispers(game.ann, verb)
    assert await game.encounter() == before


async def test_a_verb_without_a_target_opens_the_order_form(game: Game) -> None:
    await mustered(game)
    before = await game.encounter()
    form = await game.ann.slash(CHANNEL, "fire")
    assert form.ephemeral
    assert form.components
    assert await game.encounter() == before


async def test_verbs_without_a_rule_say_what_to_do_instead(game: Game) -> None:
    await mustered(game)
    assert "/fire" in await game.whispers(game.ann, "burst", target="Alien 1", range=2)
    assert "/fire" in await game.whispers(game.ann, "throw", target="Alien 1", range=2)
    assert "/move" in await game.whispers(game.ann, "duck")
    assert "/adjust" in await game.whispers(game.ann, "heal", target="Rifleman")


async def test_quick_rulings_and_odds_need_no_encounter(game: Game) -> None:
    said = await game.says(game.ann, "fire", who="Apone", range=2, dice="6")
    assert "HIT" in said
    assert "70%" in await game.whispers(game.ann, "odds", who="Apone", range=2)
    assert "a sheet line" in await game.whispers(game.ann, "fire", target="alien")
    assert await game.client.referee.open_in(game.ann.channel_id(CHANNEL)) is None


async def test_naming_a_rulebook_rules_aside_from_the_encounter(game: Game) -> None:
    await mustered(game)
    before = await game.encounter()
    assert "HIT" in await game.says(game.ann, "fire", who="Apone", range=2, dice="6", ruleset="aliens")
    assert await game.encounter() == before


async def test_log_and_recap_tell_what_happened(game: Game) -> None:
    await mustered(game)
    await game.says(game.ann, "fire", target="Alien 1", range=2, dice="0")
    log = await game.whispers(game.ben, "log")
    assert "Alien 1 is removed" in log
    assert "Sub-level 3 begins" in log
    assert "hit Alien 1" in await game.whispers(game.ben, "recap")
    await game.says(game.gm, "encounter end")
    assert "Alien 1 is removed" in await game.whispers(game.ben, "log", page=1)


async def test_an_export_verifies_once_the_encounter_has_ended(game: Game) -> None:
    await mustered(game)
    await game.says(game.ann, "fire", target="Alien 1", range=2)
    commitment = (await game.encounter()).commitment
    early = await exported(game)
    assert [seed["seed"] for seed in early["seeds"]] == [None]
    assert commitment in await game.whispers(game.ann, "dice verify")
    await game.says(game.gm, "encounter end")

    document = await exported(game)
    report = fairness.verify(document)
    assert report.problems == ()
    assert report.checked == 1
    assert commitment in await game.whispers(game.ann, "dice verify")
    whole = json.dumps(document).encode()
    assert commitment in await game.whispers(game.ann, "dice verify", file=("export.json", whole))
    (roll,) = (s for entry in document["entries"] for s in entry["steps"] if s["type"] == "roll")
    roll["value"] = (roll["value"] + 1) % 10
    forged = await game.whispers(game.ann, "dice verify", file=("export.json", json.dumps(document).encode()))
    assert "the seed gives" in forged


async def exported(game: Game) -> dict[str, Any]:
    answer = await game.gm.slash(CHANNEL, "export")
    assert answer.ephemeral
    (file,) = answer.message["attachments"]
    assert file["filename"].endswith(".json")
    document = json.loads(game.playground.world.uploads[file["id"]].content)
    assert isinstance(document, dict)
    return document


async def test_loose_dice(game: Game) -> None:
    said = await game.says(game.ann, "roll", dice="2d6+10-d4")
    assert "not part of an encounter" in said
    assert "2d6 (" in said


async def test_each_die_is_shown_kept_and_dropped_apart(game: Game) -> None:
    for dice, pattern in (
        ("4d6kh3", r"^4d6kh3 \(\d, \d, \d; dropped \d\) = \*\*\d+\*\* \(loose dice"),
        ("2d6+3 # damage", r"^damage: 2d6 \(\d, \d\) \+ 3 = \*\*\d+\*\*"),
        ("(2d6–3)*2", r"^\(2d6 \(\d, \d\) − 3\) × 2 = \*\*-?\d+\*\*"),
        ("3 x d20", r"^\n?1: 1d20 \(\d+\) = \*\*\d+\*\*\n2: .*\n3: 1d20"),
        ("10d10>=7", r"^10d10>=7 \(.*not counted .*\) = \*\*\d+\*\*"),
        ("s8", r"^s8 \((d8|Wild Die) [\d+]+; dropped (d8|Wild Die) [\d+]+\) = \*\*\d+\*\*"),
        ("4dF", r"^4dF \(([+−]1|0)(, ([+−]1|0)){3}\) = \*\*-?\d\*\*"),
        ("d20+5>=15", r"^1d20 \(\d+\) \+ 5 = \*\*\d+\*\*, 15 or more: \*\*(yes|no)\*\*"),
    ):
        assert re.search(pattern, await game.says(game.ann, "roll", dice=dice)), dice


async def test_the_chances_of_loose_dice_are_private_and_throw_nothing(game: Game) -> None:
    said = await game.whispers(game.ann, "odds", dice="4d6kh3")
    assert "Chances of 4d6kh3" in said
    assert "The average is 12.24." in said
    assert re.search(r"18 +1\.6% +1\.6%", said)
    assert "Did you mean 3#4d6 or 3+4d6?" in await game.whispers(game.ann, "odds", dice="3 4d6")
    assert "Leave the other options out" in await game.whispers(game.ann, "odds", dice="d6", range=3)


async def test_tables_weapons_and_help_can_be_read(game: Game) -> None:
    listed = await game.whispers(game.ann, "table")
    assert "Ammunition" in listed or "ammunition" in listed
    assert "26" in await game.whispers(game.ann, "table", name="ammunition")
    assert "Apone" in await game.whispers(game.ann, "weapon show")
    assert "Flame Unit" in await game.whispers(game.ann, "weapon show", name="apone")
    assert "/fire" in await game.whispers(game.ann, "help")


async def test_what_only_another_rulebook_has_is_found_there(game: Game) -> None:
    assert "MP5" in await game.whispers(game.ann, "weapon show", name="mp5")
    assert "Recovery" in await game.whispers(game.ann, "table", name="8A")
    assert "I don't know the weapon or card “mp5”" in await game.whispers(
        game.ann, "weapon show", name="mp5", ruleset="aliens"
    )
    assert "I don't know the table “xyzzy”. Known: Ammunition" in await game.whispers(game.ann, "table", name="xyzzy")


async def test_a_card_of_the_server_is_kept_used_and_forgotten(game: Game) -> None:
    example = await game.ann.slash(CHANNEL, "weapon example")
    (file,) = example.message["attachments"]
    text = game.playground.world.uploads[file["id"]].content
    assert b"Trooper" in text
    assert "Manage Server" in await game.whispers(game.ann, "weapon add", file=("card.toml", text))
    assert "Trooper" in await game.whispers(game.gm, "weapon add", file=("card.toml", text))
    # As spreadsheets write it.
    assert "Trooper" in await game.whispers(game.gm, "weapon add", file=("card.toml", text.decode().encode("utf-16")))
    assert "Trooper" in await game.whispers(game.ann, "weapon show", name="trooper")
    await game.says(game.gm, "encounter start")
    assert "Trooper joins" in await game.says(game.ann, "combatant add", sheet="trooper")
    form = await game.gm.slash(CHANNEL, "weapon add")
    assert form.modal is not None
    field = form.modal["components"][0]
    label = field.get("label") or field["components"][0]["label"]
    bad = await game.gm.submit(form, {label: "name = 3"})
    assert bad.ephemeral
    assert "name" in told(bad)
    assert "Trooper is removed" in await game.whispers(game.gm, "weapon remove", name="trooper")
    assert "Trooper" in await game.whispers(game.ann, "combatant show")


async def test_the_rulebook_of_a_server_is_chosen_by_its_managers(game: Game) -> None:
    assert "uses Aliens where no rulebook is named" in await game.whispers(game.ann, "server rulebook")
    assert "Manage Server" in await game.whispers(game.ann, "server rulebook", ruleset="aliens")
    await game.says(game.gm, "encounter start")
    assert "uses Aliens where no rulebook is named" in await game.whispers(game.gm, "server rulebook", ruleset="Aliens")
    server = await game.client.library.store.shelf.server(game.playground.world.home.id)
    assert server is not None and server.ruleset == "aliens"
