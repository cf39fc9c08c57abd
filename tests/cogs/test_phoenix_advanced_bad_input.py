"""Wrong input by the Advanced Rules: one private sentence that helps, and nothing changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.engine.records.agenda import Timer
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.turn.due_timers import GoesOff
from tests.cogs.conftest import CHANNEL, Game, as_played, laid_out, refused, says, told, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

TRENT = "STR 16, INT 13, WIL 12, HLT 12, AGI 10, skill 8, M16, 2 magazines, pouch, harness, 2 M 61, facing south"
LINES = (
    "GM: /encounter start ruleset: phoenix-advanced",
    "GM: /encounter map size: 30x30",
    f"GM: /combatant add sheet: {TRENT} name: Trent at: K3 owner: @Ann",
    "GM: /combatant add sheet: SAL 10, CA 8, M 67 2, facing south name: Thrower at: F3 owner: @Ben",
    "GM: /combatant add sheet: SAL 10, CA 8, M203, facing south name: Launcher at: H3 owner: @Ben",
    "GM: /combatant add sheet: SAL 10, CA 8, RPG 18, facing south name: Rocket at: I3 owner: @Ben",
    "GM: /combatant add sheet: SAL 10, CA 8, 10 lb TNT, facing south name: Bomber at: F4 owner: @Ben",
    "GM: /combatant add sheet: SAL 10, CA 8, MP5 loaded 0, facing south name: Empty at: L3 owner: @Ben",
    "GM: /combatant add sheet: SAL 10, CA 8, M870 loaded 5 shot, facing south name: Shot at: M3 owner: @Ben",
    "GM: /combatant add sheet: green, AKM 47 name: Guard at: K9",
    "GM: /combatant add sheet: green, AKM 47 name: Guard 2 at: L9",
    "GM: /combatant add sheet: green, AKM 47, looking over cover name: Peep at: J9",
    "GM: /combatant add sheet: green, AKM 47 name: Behind at: K1",
    "GM: /combatant add sheet: green, AKM 47 name: Near at: F9",
    "GM: /combatant add sheet: green, AKM 47 name: Dead at: N9",
    "GM: /combatant add sheet: green, AKM 47 name: Out at: M9",
    "GM: /adjust who: Out changes: unconscious",
    "GM: /adjust who: Dead changes: dead",
)
MOST_ROUNDS = 30


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """For what changes nothing."""
    async with laid_out(Path(tmp_path_factory.mktemp("bad")) / "referee.sqlite3", LINES) as game:
        yield game


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def basic(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """The same people with chapter 3 off; opened once nobody plays the other any more."""
    off = [f"GM: /encounter options name: {name} value: off" for name in ("accuracy", "damage", "movement")]
    async with laid_out(Path(tmp_path_factory.mktemp("basic")) / "referee.sqlite3", [*LINES, *off]) as game:
        yield game


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path: Path) -> AsyncIterator[Game]:
    """For what needs a state of its own."""
    async with laid_out(tmp_path / "referee.sqlite3", LINES) as game:
        yield game


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # Arcs.
        ("Ann: /burst target: Guard how: arc -1", "“arc” is 0 to 2000, not -1"),
        ("Ann: /burst target: Guard how: arc 0", "The M16 has a Minimum Arc of 0.4 hexes at 6 hexes."
            " An arc of 0 hexes is too narrow"),
        ("Ann: /burst target: Guard how: arc 9999", "“arc” is 0 to 2000, not 9999"),
        ("Ann: /burst target: Guard how: arc 100", "is 6.9 hexes wide at 6 hexes. 100 hexes is too wide"),
        ("Ann: /burst target: Guard how: arc 0.01", "“arc” takes 1 decimal at most, not 0.01"),
        ("Ann: /burst target: Guard how: arc abc", "“arc” needs a number from 0 to 2000 after it"),
        ("Ann: /burst target: Guard how: arc", "“arc” needs a number from 0 to 2000 after it"),
        ("Ann: /burst target: Guard how: arc 3 arc 4", "“arc” contradicts an earlier word"),
        ("Ann: /burst target: Guard, Guard 2 how: arc 0.5", "The named targets need an arc of 1.8"
            " hexes. 0.5 hexes is too narrow."),
        ("Ann: /fire target: Guard how: arc 3", "Only a burst has an Arc of Fire. Use /burst"),
        ("Ben: /fire who: Launcher target: Guard how: arc 3", "Leave the rest out of how:"),
        ("Ben: /throw who: Thrower target: Near how: arc 3", "Leave the rest out of how:"),
        # What of somebody, and of what size.
        ("Ann: /fire target: Guard how: head, legs", "“legs” contradicts an earlier word"),
        ("Ann: /fire target: Guard how: arm", "aim at head, body or legs (3.2)"),
        ("Ann: /fire target: Guard how: called shot", "Use one of these instead of called shot"),
        ("Ann: /fire target: Peep how: legs", "only at the head. Use how: head, or leave it out"),
        ("Ann: /burst target: K10 how: head", "K10 is a place. Leave head out of how:"),
        ("Ann: /fire target: Guard how: head, 5 feet", "Leave them out, or leave out head, body,"
            " legs and low prone."),
        ("Ann: /fire target: Guard how: 5000 feet", "“feet” is 0 to 39, not 5000"),
        ("Ann: /fire target: Guard aim: 1 how: 0 feet", "Guard is a person, whose size follows from"
            " their posture (4E). Leave 0 feet out of how"),
        ("Ann: /fire target: Guard how: feet", "“feet” needs a number from 0 to 39 after it"),
        ("Ann: /fire target: Guard how: from above", "Leave from above out of how:, or add hex"),
        ("Ben: /throw who: Thrower target: Near how: hex, 5 feet", "Leave the feet out of how:, or add"
            " window or door"),
        # Cover.
        ("Ann: /fire target: Guard how: behind", "I don't know “behind” (nearest: behind "),
        ("Ann: /fire target: Guard how: behind cheese 3 inch", "I don't know “behind cheese 3” (nearest: behind "),
        ("Ann: /fire target: Guard how: behind wood", "“behind Wood” needs a number from 0 to 120 after it"),
        ("Ann: /fire target: Guard how: behind wood 2 feet", "A thickness is in inches: behind wood 2 inches"),
        ("Ann: /fire target: Guard how: behind wood 0 inches", "Table 7C has Wood from 0.12 inches up,"
            " not 0. Give its Protection Factor: cover PF 4"),
        ("Ann: /fire target: Guard how: behind Guard 2", "I don't know “behind guard 2” (nearest: behind water"),
        ("Ann: /fire target: Guard how: behind wood 2 inches, cover PF 3", "Only one piece of cover counts"),
        ("Ann: /fire target: Guard how: cover PF", "“cover PF” needs a number from 0 to 20000 after it"),
        ("Ann: /fire target: Guard how: cover PF -1", "“cover PF” is 0 to 20000, not -1"),
        ("Ann: /act what: take cover behind cheese", "I don't know “behind cheese” (nearest: behind "),
        ("Ann: /act what: fire over cover behind automobile", "(nearest: behind automobile door"),
        ("GM: /adjust who: Guard changes: behind cheese", "I don't know “behind cheese” (nearest: behind "),
        ("GM: /combatant add sheet: line, AKM 47, behind wood 2 inches, cover PF 3", "Only one piece of cover counts"),
        # Speeds, ways to hold a weapon, what is seen.
        ("Ann: /fire target: Guard how: speed 5000", "“speed” is 0 to 120, not 5000"),
        ("Ann: /fire target: Guard how: target speed", "“target speed” needs a number from 0 to 120 after it"),
        ("Ann: /fire target: Guard how: speed 3, stance", "Trent moves in this impulse and can fire"
            " only from the hip (3.1)"),
        ("Ann: /fire target: Guard how: braced, hip", "Leave hip or braced out of how:"),
        ("Ann: /fire target: Guard how: bipod, tripod", "Use bipod or tripod in how:"),
        ("Ann: /fire target: Guard how: double action", "is for pistols, not for the M16"),
        ("Ann: /fire target: Guard how: 🔥", "I don't know “🔥” (known: hip"),
        ("Ben: /throw who: Thrower target: Near how: optical scope", "The M 67 is thrown and has no sights"),
        # What explodes.
        ("Ann: /fire target: Guard how: fuse 3", "are for explosives. The M16 is not one"),
        ("Ann: /odds target: Guard how: fuse 3", "are for explosives. The M16 is not one"),
        ("Ann: /fire target: Guard how: combat suit", "are for explosives. The M16 is not one"),
        ("Ben: /throw who: Thrower target: Near how: fuse -3", "“fuse” is 0 to 1800, not -3"),
        ("Ben: /throw who: Thrower target: Near how: fuse 99999", "“fuse” is 0 to 1800, not 99999"),
        ("Ben: /throw who: Thrower target: Near how: fuse 2", "The M 67 has a fuse of 2 phases. Leave"
            " fuse out of how:"),
        ("Ben: /throw who: Bomber target: Near", "Give how: fuse 3 for 3 phases (of 2 s) after the"
            " throw, or fuse 0 for at once"),
        ("Ben: /fire who: Launcher target: H20 how: fuse 3", "The M203 goes off where it lands. Leave"
            " fuse out of how"),
        ("Ben: /fire who: Launcher target: H20 how: armor 0", "“armor” is 1 to 20000, not 0"),
        ("Ben: /throw who: Thrower target: Near range: 300", "The M 67 can be thrown 16 hexes, and"
            " Near is 300 hexes away"),
        # Whom, and how far.
        ("Ann: /fire target: Guard, Guard 2", "Here it is one round: name Guard alone"),
        ("Ben: /fire who: Shot target: Out, Guard", "The pattern covers 0.1 hexes around Out at M9. Guard is at K9"),
        ("Ann: /burst target: Guard, Trent", "You can't fire at yourself. In play"),
        ("Ann: /burst target: K3", "Trent is at K3. Name another hex, or a person"),
        ("Ann: /burst target: Guard, Behind", "outside Trent’s Field of Fire of 60 degrees. Use /act turn to Behind"),
        ("Ann: /burst target: Guard, Dead", "Dead is already out of play. In play: "),
        ("Ann: /burst target: a,b,c,d,e,f,g,h,i,j,k,l,m", "Name at most 12 targets, not 13."),
        ("GM: /burst who: Dead target: Guard", "Dead is out of play. The GM can bring them back with /adjust"),
        ("GM: /burst who: Out target: Guard", "Out is incapacitated and cannot act"),
        ("Ann: /burst who: Shot target: Guard", "Shot is not yours to order (yours: Trent)"),
        ("Ben: /burst who: Shot target: Guard", "The Remington M870 has no automatic fire. Use /fire for one shot"),
        ("Ben: /burst who: Empty target: Guard", "The Heckler & Koch MP5 is empty. Use /reload (2 magazines)"),
        ("Ann: /fire target: Guard range: 99999", "Range is 0 to 4350 hexes (table 4A), not 99999"),
        ("Ann: /fire target: Guard range: 1500", "beyond 400 hexes. The target is 1500"),
        ("Ann: /burst target: Guard range: 500", "beyond 400 hexes. The target is 500"),
        ("Ben: /fire who: Shot target: Guard range: 300", "beyond 80 hexes. The target is 300"),
        ("Ben: /fire who: Rocket target: Guard range: 4000", "The RPG 18 reaches 600 hexes, and Guard"
            " is 4000 hexes away"),
        # Dice.
        ("Ann: /fire target: Guard aim: 1 how: head dice: 0 33", "Give a roll from 0 to 32 for where Guard is hit"),
        ("Ann: /burst target: Guard aim: 1 dice: 0 100", "100 is not possible"),
        # Moving.
        ("Ann: /move to: K5 how: swimming", "I don't know “swimming” (known: running"),
        ("Ann: /move to: K5 how: water 20 feet", "(nearest: 2 feet deep, water 2 feet"),
        # Switches.
        ("GM: /encounter options name: covver value: on", "This encounter has no switch “covver”;"
            " nearest: cover or cover fire"),
        ("GM: /encounter options name: cover value: maybe", "“cover” can be on or off"),
        ("GM: /encounter options name: covver", "“covver”. Nearest: cover or cover fire"),
        ("GM: /encounter options value: off", "This encounter has no switch “”. /encounter options lists them."),
        ("GM: /encounter options name: light value: dark", "can be good, dusk, full moon, half moon or no moon"),
        ("GM: /encounter options name: pellets value: both", "can be separate, together, grouped or grouped evenly"),
        ("Ann: /encounter options name: cover value: off", "Only the GM"),
    ],
)  # fmt: skip
async def test_it_is_refused_with_a_sentence(running: Game, typed: str, wanted: str) -> None:
    await refused(running, typed, wanted)


@pytest.mark.parametrize("text", ["x" * 6000, "🔥" * 3000, "behind " * 800, "arc 3, " * 800, "cover PF " + "9" * 5000])
@pytest.mark.parametrize("command", ["fire", "burst", "throw", "aim", "odds"])
async def test_nonsense_is_answered_by_a_sentence(running: Game, command: str, text: str) -> None:
    before = await running.encounter()
    options: dict[str, Any] = {"target": "Guard", "who": "Trent", "how": text}
    answer = await running.gm.slash(CHANNEL, command, **options)
    assert answer.ephemeral
    assert 0 < len(answer.content) < 400
    assert "went wrong" not in answer.content
    assert await running.encounter() == before


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Ann: /burst target: Guard how: arc 3", "switch “automatic fire” on (3.4)"),
        ("Ann: /fire target: Guard how: head", "how: called shot"),
        *((f"Ann: /fire target: Guard how: {word}", "switch “accuracy” on (3.1)")
          for word in ("braced", "haze", "5 feet", "speed 3", "low prone")),
        ("Ann: /fire target: Guard how: behind interior wood door", "switch “cover” on (3.8)"),
        ("Ann: /fire target: Guard how: cover PF 4", "switch “cover” on (3.8)"),
        ("Ben: /throw who: Thrower target: Near how: fuse 3", "switch “explosives” on (3.6)"),
        ("Ben: /throw who: Bomber target: Near how: small room", "switch “explosives” on (3.6)"),
        ("Ann: /move to: K5 how: light brush", "switch “movement” on (7A)"),
        ("GM: /encounter options name: target sizes value: on", "needs one of automatic fire, shotguns or explosives"),
    ],
)  # fmt: skip
async def test_words_of_chapter_3_count_with_their_switch_alone(basic: Game, typed: str, wanted: str) -> None:
    await refused(basic, typed, wanted)


async def loaded(game: Game, name: str) -> int:
    """Return how many rounds are in the weapon in hand."""
    encounter = await game.encounter()
    [one] = [c for c in encounter.combatants if c.name == name]
    assert one.holding is not None
    assert one.holding.ammunition is not None
    return one.holding.ammunition.loaded


async def test_of_the_last_rounds_a_burst_fires_as_many_as_there_are(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Trent changes: loaded 2, spares 0")
    # 5A has columns from 3 rounds on: 2 count as 3 (O44).
    assert "a burst of 2" in await says(fresh, "Ann: /burst target: Guard aim: 1 dice: 99")
    assert await loaded(fresh, "Trent") == 0
    await refused(fresh, "Ann: /burst target: Guard aim: 1", "empty, and Trent has no magazine left for it")
    await refused(fresh, "Ann: /fire target: Guard aim: 1", "empty, and Trent has no magazine left for it")


async def test_somebody_named_twice_is_one(fresh: Game) -> None:
    twice = await says(fresh, "Ann: /burst target: Guard, Guard, Guard aim: 1 dice: 99")
    assert "fires a burst of 7 from the M16 at Guard, 6 hexes (rolled 99, needed 98): MISS" in twice
    await refused(fresh, "Ann: /burst target: Guard aim: 1 dice: 99", "Use /aim, or /fire a single shot")


async def test_a_burst_is_taken_back_with_its_rounds_and_what_follows_from_it(fresh: Game) -> None:
    before = await fresh.encounter()
    await says(fresh, "Ann: /burst target: Guard aim: 1 dice: 99")
    assert await loaded(fresh, "Trent") == MOST_ROUNDS - 7
    await says(fresh, "GM: /undo")
    assert await fresh.encounter() == before
    assert all(soldier(c).sustained is None for c in before.combatants)


async def test_a_fuse_is_taken_back_before_and_after_it_goes_off(fresh: Game) -> None:
    await says(fresh, "GM: /encounter end")
    for line in (
        "GM: /encounter start ruleset: phoenix-advanced",
        "GM: /combatant add sheet: SAL 10, CA 24, M 67 2 name: Thrower",
        "GM: /combatant add sheet: green, AKM 47 name: Guard",
    ):
        await says(fresh, line)
    before = await fresh.encounter()
    thrown = await says(fresh, "GM: /throw who: Thrower target: Guard range: 8 aim: 1 dice: 0")
    lying = await fresh.encounter()
    assert "goes off in Phase 3, Impulse 1" in thrown
    assert len(lying.agenda) == 1
    await says(fresh, "GM: /undo")
    assert await fresh.encounter() == before
    await says(fresh, "GM: /redo")
    went = await says(fresh, "GM: /next time: 4 seconds")
    assert "Thrower's M 67 goes off at Guard" in went
    after = await fresh.encounter()
    assert not any(isinstance(m, Timer) and isinstance(m.order, GoesOff) for m in after.agenda)
    await says(fresh, "GM: /undo")
    assert as_played(await fresh.encounter()) == as_played(lying)


async def test_a_question_before_a_burst_is_answered_once(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Guard changes: duck ask, firing over cover")
    asked = await types(fresh, "Ann: /burst target: Guard aim: 1 dice: 99")
    assert await loaded(fresh, "Trent") == MOST_ROUNDS
    first = await fresh.gm.click(asked, "Guard: duck")
    assert "burst of 7" in told(first)
    after = await fresh.encounter()
    again = await fresh.gm.click(asked, "Guard: duck")
    assert "burst of 7" not in again.content
    assert await fresh.encounter() == after
    assert await loaded(fresh, "Trent") == MOST_ROUNDS - 7


async def test_thirty_in_an_arc_are_told_in_a_line(fresh: Game) -> None:
    places = " ".join(f"{column}{row}" for column in "IJKLM" for row in range(10, 16))
    await says(fresh, f"GM: /combatant add sheet: green, AKM 47 name: Crowd count: 30 at: {places}")
    answer = await types(fresh, "Ann: /burst target: Guard aim: 2 how: arc 5")
    assert not answer.ephemeral
    [told_of] = [answer.content.split("\n")[0]]
    # Each is listed: a number of those who were missed would count fighters whom somebody does not know.
    assert len(told_of) < 1_100
    assert told_of.count("Crowd ") == 30
    [embed] = answer.embeds
    assert sum(len(embed.get(part) or "") for part in ("title", "description")) <= 6000
    details = await fresh.ann.click(answer, "Details")
    assert "Elevation" in told(details)
