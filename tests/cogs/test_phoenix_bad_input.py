"""Wrong input in a skirmish by Phoenix Command: one private sentence that helps, and nothing changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, says, told, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRENT = "STR 16, INT 13, WIL 12, HLT 12, AGI 10, skill 8, M16, 2 magazines, pouch, harness, 2 M 61, facing south"
ATTACKS = ("fire", "burst", "throw", "aim", "odds")
# What else has to be filled in so that the option in question is read at all.
BESIDES: dict[str, dict[str, str]] = {
    **{verb: {"target": "Guard", "who": "Trent"} for verb in ATTACKS},
    "move": {"to": "K4", "who": "Trent"},
    "act": {"what": "kneel", "who": "Trent"},
    "adjust": {"who": "Trent", "changes": "kneeling"},
}
LINES = (
    "GM: /encounter start ruleset: phoenix",
    "GM: /encounter map size: 20x20 walls: K6 L10",
    f"GM: /combatant add sheet: {TRENT} name: Trent at: K3 owner: @Ann",
    "GM: /combatant add sheet: SAL 10, CA 8, KV 20, FR F2, M92F, facing east name: Axly at: B3 owner: @Ben",
    "GM: /combatant add sheet: green, AKM 47 name: Guard at: M9",
    "GM: /combatant add sheet: green, AKM 47 name: Behind at: K1",
    "GM: /combatant add sheet: green, AKM 47 name: Walled at: K9",
    "GM: /combatant add sheet: green, AKM 47, hidden name: Hidden at: N8",
    "GM: /combatant add sheet: green, AKM 47, unspotted name: Unseen at: N9",
    "GM: /combatant add sheet: CA 4 name: Bare at: A9",
    "GM: /combatant add sheet: green, AKM 47 name: Hurt at: L3",
    "GM: /combatant add sheet: green, AKM 47 name: Out at: M3",
    "GM: /combatant add sheet: green, AKM 47 name: Dead at: N3",
    "GM: /adjust who: Hurt changes: PD 10",
    "GM: /adjust who: Out changes: unconscious",
    "GM: /adjust who: Dead changes: dead",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """For what changes nothing."""
    async with laid_out(Path(tmp_path_factory.mktemp("bad")) / "referee.sqlite3", LINES) as game:
        yield game


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path: Path) -> AsyncIterator[Game]:
    """For what needs a state of its own."""
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # Ranges and aim.
        ("Ann: /fire target: Guard range: 301", "Range is 0 to 300 hexes (table 2A), not 301"),
        ("Ann: /fire target: Guard range: 9999", "Range is 0 to 300 hexes (table 2A), not 9999"),
        ("Ann: /fire target: Guard range: -1", "Range is 0 to 300 hexes (table 2A), not -1"),
        ("Ann: /fire target: Guard aim: 0", "1 to 12 actions, not 0"),
        ("Ann: /fire target: Guard aim: -1", "1 to 12 actions, not -1"),
        ("Ann: /fire target: Guard aim: 31", "1 to 12 actions, not 31"),
        ("Ann: /fire target: Guard aim: 9999", "1 to 12 actions, not 9999"),
        ("Ann: /aim target: Guard aim: 0", "1 to 30 actions, not 0"),
        ("Ann: /aim target: Guard aim: 9999", "1 to 30 actions, not 9999"),
        ("Ann: /throw target: Guard aim: 9999", "actions, not 9999"),
        # Weapons, and what they cannot do.
        ("Ben: /burst target: Bare aim: 2", "The FR F2 has no automatic fire. Use /fire for one shot"),
        ("Ben: /burst target: Bare weapon: M92F", "The M92F has no automatic fire. Use /fire for one shot"),
        ("Ann: /fire target: Guard weapon: M 61", "The M 61 is thrown, not fired. Use /throw"),
        ("Ann: /burst target: Guard weapon: M 61", "The M 61 is thrown, not fired. Use /throw"),
        ("Ann: /throw target: Guard weapon: M16", "The M16 is fired, not thrown"),
        ("Ben: /throw target: Bare", "Axly has no grenade to throw"),
        ("Ann: /throw target: Guard range: 30", "The M 61 can be thrown 15 hexes, and Guard is 30 hexes away"),
        ("Ann: /fire target: Guard weapon: AKM", "Known: M16 and M 61"),
        ("GM: /fire who: Bare target: Trent", "Bare carries no weapon. Add one to the sheet line,"
            " such as SAL 14, M16"),
        ("Ann: /fire target: Guard how: sweep", "Only automatic fire sweeps a hex. Use /burst"),
        ("Ann: /fire target: Guard how: head", "how: called shot"),
        ("Ann: /fire target: Guard how: window", "Only explosive weapons"),
        ("Ann: /fire target: Guard how: AP", "Load AP with /reload, and leave it out of how"),
        ("Ann: /fire target: Guard how: burst of 3", "/burst fires on automatic."),
        ("Ann: /fire target: Guard how: 🔥", "known: hip"),
        ("Ann: /fire target: Guard mod: 🔥", "Start with a number: -3 smoke, or +2"),
        ("Ann: /fire target: Guard mod: 999", "-30 to +30, not 999"),
        ("Ann: /reload", "The M16 is full: 30 of 30 rounds, 2 magazines"),
        ("Ann: /reload how: JHP", "no magazine of JHP"),
        # Whom, and who.
        ("Ann: /fire target: Behind", "Field of Fire of 60 degrees. Use /act turn to Behind first"),
        ("Ann: /fire target: Walled", "The obstruction at K6 hides Walled"),
        ("Ann: /fire target: Hidden", "Hidden is out of sight. Aim at a fighter in sight, or at a place"),
        ("Ann: /fire target: Unseen", "has not been spotted"),
        ("Ann: /fire target: Dead", "Dead is already out of play. In play: "),
        ("Ann: /fire target: M8", "/fire needs a person as its target. Name one, or sweep M8 with /burst"),
        ("Ann: /fire target: Gaurd", "Nearest: Guard"),
        ("Ann: /fire target: 🔥", "I don't know the name “🔥”. Known: Trent"),
        ("Ann: /fire target: Trent", "You can't fire at yourself. In play: "),
        ("Ann: /fire target: Guard, Behind", "Only a burst that sweeps a hex has several targets"),
        ("Ann: /fire target: Guard who: Axly", "Axly is not yours to order (yours: Trent)"),
        ("Ann: /fire target: Guard who: Dead", "not yours"),
        ("Ann: /move to: K4 who: Axly", "not yours"),
        ("GM: /fire who: Out target: Trent range: 5", "Out is incapacitated and cannot act. Use"
        " /next to let time pass"),
        ("GM: /move who: Out to: M4", "Out is incapacitated"),
        ("GM: /heal who: Out target: Hurt", "Out is incapacitated"),
        ("GM: /fire who: Dead target: Trent range: 5", "Dead is out of play. The GM can bring them"
            " back with /adjust"),
        ("GM: /heal who: Dead target: Hurt", "Dead is out of play. The GM can bring them back with /adjust"),
        # Care.
        ("Ann: /heal target: Guard", "Guard has no wounds"),
        ("Ann: /heal", "Trent has no wounds"),
        ("Ann: /heal target: Nobody", "I don't know the name “Nobody”. Known: Trent"),
        ("Ben: /heal target: Hurt", "First Aid reaches an adjacent hex at most"),
        ("Ann: /heal target: Hurt how: magic", "“magic” is not a treatment in the book. Use first aid, aid station"),
        ("Ann: /heal target: Hurt how: trauma center 12", "Tech Level of 13 to 18, not 12"),
        ("Ann: /heal target: Hurt how: first aid 99 hours", "an hour at most"),
        # Acts and moves.
        ("Ann: /act what: dances", "“dances” is not on the Action Time Table. Give cost: in actions;"
            " 2 actions are 1 second"),
        ("Ann: /act what: dances cost: -1", "0 to 1,000 actions, not -1"),
        ("Ann: /act what: dances cost: 100000", "0 to 1,000 actions, not 100000"),
        ("Ann: /act what: 🔥", "“🔥” is not on the Action Time Table"),
        ("Ann: /act what: stand up", "Trent is already standing."),
        ("Ann: /act what: turn", "Which way? Turn to north"),
        ("Ann: /act what: fire", "/fire does that"),
        ("Ann: /move to: Z99", "off the map, which goes from A1 to T20"),
        ("Ann: /move to: K6", "an obstruction at K6"),
        ("Ann: /move to: nowhere", "Give column and row from A1 to CU99"),
        ("Ann: /move to: K3", "Trent is already at K3. Name another place, or turn with /act turn to"),
        ("Ann: /move to: K4 how: flying", "I don't know “flying” (nearest: "),
        ("Ann: /move to: K4 cost: -1", "0 to 1,000 actions, not -1"),
        ("Ann: /duck how: sideways", "Leave how: out to duck now"),
        ("Ann: /answer choice: duck", "Nobody has a question to answer now"),
        # Time.
        ("GM: /next time: -5 seconds", "30 seconds, 5 min, 2 h or 3 days 4 hours"),
        ("GM: /next time: 0", "30 seconds, 5 min, 2 h or 3 days 4 hours"),
        ("GM: /next time: yesterday", "30 seconds, 5 min, 2 h or 3 days 4 hours"),
        ("GM: /next time: 99 years", "up to ten years"),
        ("Ann: /next", "Still to act: "),
        # Dice.
        ("Ann: /fire target: Guard aim: 2 dice: 100", "Give a roll from 0 to 99 for Trent's shot at"
            " Guard. 100 is not possible"),
        ("Ann: /fire target: Guard aim: 2 dice: -1", "-1"),
        ("Ann: /fire target: Guard aim: 2 dice: 5 100", "where Guard is hit. 100 is not possible"),
        ("Ann: /fire target: Guard aim: 2 dice: 5 50 10", "whether it glances off Guard. 10 is not possible"),
        ("Ann: /fire target: Guard aim: 2 dice: x", "Give whole numbers and spaces, such as 3 1 4"),
        ("Ann: /fire target: Guard aim: 2 dice: 6.5", "Give whole numbers and spaces, such as 3 1 4"),
        # Sheet lines, and what the GM sets.
        ("GM: /combatant add sheet: skill 21", "“skill” is 0 to 20, not 21"),
        ("GM: /combatant add sheet: STR 0", "“STR” is 1 to 21, not 0"),
        ("GM: /combatant add sheet: STR 10, encumbrance 500", "“encumbrance” is 0 to 200, not 500"),
        ("GM: /combatant add sheet: STR 10 STR 11", "“STR” contradicts an earlier word."),
        ("GM: /combatant add sheet: AKM 47 loaded 99", "holds at most 30 rounds, not 99"),
        ("GM: /combatant add sheet: banana", "known: STR, INT"),
        ("GM: /combatant add sheet: skill 4 at: K6", "an obstruction at K6"),
        ("GM: /adjust who: Trent changes: PD -5", "“PD” is 0 to 10000000, not -5"),
        ("GM: /adjust who: Trent changes: at K6", "an obstruction at K6"),
        ("GM: /adjust who: Trent changes: loaded 31", "30"),
        ("Ann: /adjust who: Trent changes: loaded 5", "Only the GM"),
        # Quick rulings with too little.
        ("Ann: /fire who: standing target: standing range: 5 ruleset: phoenix", "Target carries no weapon. Add one to"
            " the sheet line, such as SAL 14, M16"),
        ("Ann: /fire who: SAL 14 target: standing range: 5 ruleset: phoenix", "Soldier carries no weapon. Add one to"
            " the sheet line, such as SAL 14, M16"),
        ("Ann: /fire who: M16 target: standing range: 5 ruleset: phoenix", "such as skill 8 or SAL 14"),
        ("Ann: /fire who: SAL 14, M16 range: 301 ruleset: phoenix", "Range is 0 to 300 hexes"),
        ("Ann: /burst who: SAL 14, FR F2 range: 30 ruleset: phoenix", "The FR F2 has no automatic fire. Use"
            " /fire for one shot"),
        ("Ann: /throw who: SAL 14, M16 range: 30 ruleset: phoenix", "no grenade to throw"),
        ("Ann: /heal who: SAL 14 target: KV 10 ruleset: phoenix", "has no wounds"),
        ("Ann: /fire ruleset: phoenix", "who: a sheet line, such as skill 8, STR 16, AGI 10, M16"),
    ],
)  # fmt: skip
async def test_it_is_refused_with_a_sentence(running: Game, typed: str, wanted: str) -> None:
    await refused(running, typed, wanted)


@pytest.mark.parametrize(
    "text",
    ["x" * 6000, "🔥" * 3000, "9" * 6000, "-" * 6000, "SAL 14, " * 700, "@everyone", "\u202e", "**`||{}%s", "\x00"],
    ids=["long", "emoji", "digits", "signs", "words", "mention", "unseen", "marks", "nought"],
)
@pytest.mark.parametrize(
    ("command", "option"),
    [
        *((verb, option) for verb in ATTACKS for option in ("target", "weapon", "how", "mod", "who", "ruleset")),
        *((verb, "dice") for verb in ATTACKS if verb != "odds"),
        *(("duck", option) for option in ("how", "who", "dice")),
        *(("reload", option) for option in ("weapon", "how", "who", "dice")),
        *(("heal", option) for option in ("target", "how", "who", "dice")),
        *(("move", option) for option in ("to", "how", "who")),
        *(("act", option) for option in ("what", "who", "dice")),
        *(("adjust", option) for option in ("who", "changes")),
        *(("next", option) for option in ("time", "dice")),
        ("answer", "choice"),
        *(("combatant add", option) for option in ("sheet", "at")),
        ("table", "name"),
        ("weapon show", "name"),
    ],
)  # fmt: skip
async def test_nonsense_is_answered_by_a_sentence(running: Game, command: str, option: str, text: str) -> None:
    besides: dict[str, Any] = {**BESIDES.get(command, {}), option: text}
    before = await running.encounter()
    answer = await running.gm.slash(CHANNEL, command, **besides)
    if answer.modal is None:
        shown = told(answer)
        assert shown.strip()
        assert "went wrong" not in shown
        assert "@everyone" not in answer.content
        # What is no more than a blank is left out, and the odds are told.
        assert len(answer.content) <= (700 if answer.ephemeral and command != "odds" else 2000)
        if not answer.ephemeral:  # it has found a use for it, such as dice that are not needed
            await running.says(running.gm, "undo")
    assert await running.encounter() == before


async def test_aim_between_the_listed_times_counts_as_the_lower(fresh: Game) -> None:
    # Figure 1 has 8 (-3) and 10 (-1).
    await says(fresh, "GM: /combatant add sheet: SAL 14, CA 24, M16, facing south name: Quick at: M5")
    assert "6 of 9 actions" in await says(fresh, "GM: /fire who: Quick target: Guard aim: 9 range: 40")
    shot = await types(fresh, "GM: /next dice: 99")
    assert "SAL 14 − 3 (aim 9) = 11" in told(shot)
    details = await fresh.gm.click(shot, "Details")
    assert "9 actions of aim count as 8, the next lower entry" in told(details)


async def test_whoever_is_hit_in_the_arm_is_told_what_he_may_fire(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Guard changes: firing over cover, KV 1000")
    assert "21 PD, disabled" in await says(fresh, "Ann: /fire target: Guard aim: 2 dice: 0 62 0 99")
    await says(fresh, "GM: /next")
    await refused(
        fresh, "GM: /fire who: Guard target: Trent", "They can fire one-handed weapons (pistols), but not the AKM 47"
    )
    await refused(
        fresh, "GM: /burst who: Guard target: Trent", "They can fire one-handed weapons (pistols), but not the AKM 47"
    )


async def test_whoever_is_hit_in_the_leg_stays_where_he_is(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Guard changes: KV 1000")
    assert "16 PD" in await says(fresh, "Ann: /fire target: Guard aim: 2 dice: 0 80 0 99")
    await says(fresh, "GM: /next")
    await refused(fresh, "GM: /move who: Guard to: M10", "Guard has a disabled leg and cannot move")


async def test_an_empty_weapon_and_an_empty_pouch(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Trent changes: loaded 2, spares 0")
    assert "2 rounds left, instead of a full burst" in await says(fresh, "Ann: /burst target: Guard aim: 1 dice: 99")
    await refused(fresh, "Ann: /fire target: Guard aim: 1 dice: 0", "empty, and Trent has no magazine left for it")
    await refused(fresh, "Ann: /burst target: Guard aim: 1", "empty, and Trent has no magazine left for it")
    await refused(fresh, "Ann: /reload", "Trent has no magazine left for the M16")
    await says(fresh, "GM: /adjust who: Trent changes: spares 1")
    await refused(fresh, "Ann: /fire target: Guard aim: 1", "is empty. Use /reload (1 magazine)")


async def test_care_no_better_than_before(fresh: Game) -> None:
    await says(fresh, "GM: /combatant add sheet: SAL 10, CA 8 name: Medic at: L4")
    await says(fresh, "GM: /adjust who: Hurt changes: PD 400")
    await says(fresh, "GM: /heal who: Medic target: Hurt")
    await refused(fresh, "GM: /heal who: Medic target: Hurt", "First Aid for these wounds. Better care is Aid Station")
    await says(fresh, "GM: /heal who: Medic target: Hurt how: aid station")
    await refused(fresh, "GM: /heal who: Medic target: Hurt", "had the care of an Aid Station")
    await says(fresh, "GM: /heal who: Medic target: Hurt how: field hospital")
    await refused(fresh, "GM: /heal who: Medic target: Hurt how: aid station", "had the care of a Field Hospital")
    await refused(
        fresh, "GM: /heal who: Medic target: Hurt how: leave", "Hurt is not in a Trauma Center, so they can't leave one"
    )
    await refused(fresh, "GM: /heal who: Medic target: Dead", "Only the living can be treated")


async def test_a_broken_weapon(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Trent changes: weapon broken")
    for line in ("/fire target: Guard aim: 1", "/burst target: Guard", "/aim target: Guard", "/reload"):
        await refused(fresh, f"Ann: {line}", "out of action. Choose another with weapon:")


async def test_two_bursts_in_an_impulse(fresh: Game) -> None:
    await says(fresh, "Ann: /burst target: Guard aim: 1 dice: 99")
    await refused(fresh, "Ann: /burst target: Guard aim: 1 dice: 99", "Use /aim, or /fire a single shot")


async def test_too_few_dice_are_asked_for_one_by_one(fresh: Game) -> None:
    before = await fresh.encounter()
    answer = await types(fresh, "Ann: /fire target: Guard aim: 2 dice: 0")
    assert answer.ephemeral
    assert "So far: 00 for Trent's shot at Guard" in answer.content
    assert "where Guard is hit" in answer.content
    assert await fresh.encounter() == before


async def test_dice_that_are_not_needed_are_shown(fresh: Game) -> None:
    assert "typed but not needed: 50, 5" in await says(fresh, "Ann: /fire target: Guard aim: 2 dice: 99 50 5")


async def test_a_question_is_answered_once_by_whoever_it_is_put_to(fresh: Game) -> None:
    await says(fresh, "Ben: /duck how: ask")
    await says(fresh, "GM: /adjust who: Trent changes: facing west")
    asked = await types(fresh, "Ann: /fire target: Axly aim: 2 dice: 99")
    assert "does Axly duck?" in asked.content
    await refused(fresh, "Ben: /answer choice: run away", "duck")
    await refused(fresh, "Ann: /answer who: Axly choice: stay", "not yours")
    await refused(fresh, "GM: /next", "Axly must answer first")
    pressed = await fresh.ben.click(asked, "Axly: stay")
    assert "Axly does not duck" in pressed.content
    after = await fresh.encounter()
    late = await fresh.ben.click(asked, "Axly: stay")
    await late.until(lambda answer: bool(answer.followups))
    assert "no longer open" in late.followups[0]["content"]
    assert await fresh.encounter() == after
    await refused(fresh, "Ben: /answer choice: duck", "question to answer")


async def test_an_old_button_does_nothing_twice(fresh: Game) -> None:
    shot = await types(fresh, "Ann: /fire target: Guard aim: 1 dice: 99")
    await says(fresh, "GM: /next")
    before = await fresh.encounter()
    late = await fresh.gm.click(shot, "Next")
    await late.until(lambda answer: bool(answer.followups))
    (said,) = late.followups
    assert said["flags"] & 64 and said["content"]
    assert await fresh.encounter() == before
