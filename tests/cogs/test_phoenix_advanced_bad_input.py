"""What people type wrong by the Advanced Rules: one private sentence that helps, and nothing changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.engine.agenda import Timer
from rules.phoenix.falling_due import GoesOff
from rules.phoenix.soldier import soldier
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
        ("Ann: /burst target: Guard how: arc -1", "“arc” goes from 0 to 2000, not -1"),
        ("Ann: /burst target: Guard how: arc 0", "a Minimum Arc of 0.4 hexes at 6 hexes: an arc of 0 hexes is too"),
        ("Ann: /burst target: Guard how: arc 9999", "“arc” goes from 0 to 2000, not 9999"),
        ("Ann: /burst target: Guard how: arc 100", "is 6.9 hexes wide at 6 hexes: 100 hexes are too many"),
        ("Ann: /burst target: Guard how: arc 0.01", "“arc” takes 1 decimal at most, not 0.01"),
        ("Ann: /burst target: Guard how: arc abc", "“arc” wants a number from 0 to 2000 behind it"),
        ("Ann: /burst target: Guard how: arc", "“arc” wants a number from 0 to 2000 behind it"),
        ("Ann: /burst target: Guard how: arc 3 arc 4", "“arc” contradicts what is said before it"),
        ("Ann: /burst target: Guard, Guard 2 how: arc 0.5", "take an arc of 1.8 hexes; 0.5 hexes do not cover them"),
        ("Ann: /fire target: Guard how: arc 3", "Only a burst has an Arc of Fire: use /burst"),
        ("Ben: /fire who: Launcher target: Guard how: arc 3", "leave the rest out of how:"),
        ("Ben: /throw who: Thrower target: Near how: arc 3", "leave the rest out of how:"),
        # What of somebody, and of what size.
        ("Ann: /fire target: Guard how: head, legs", "“legs” contradicts what is said before it"),
        ("Ann: /fire target: Guard how: arm", "aim at head, body or legs (3.2)"),
        ("Ann: /fire target: Guard how: called shot", "say that instead of called shot"),
        ("Ann: /fire target: Peep how: legs", "only the head can be aimed at"),
        ("Ann: /burst target: K10 how: head", "K10 is a place: leave head out of how:"),
        ("Ann: /fire target: Guard how: head, 5 feet", "leave them, or head, body, legs and low prone, out"),
        ("Ann: /fire target: Guard how: 5000 feet", "“feet” goes from 0 to 39, not 5000"),
        ("Ann: /fire target: Guard aim: 1 how: 0 feet", "there is no chance at 6 hexes (table 4G); aim longer"),
        ("Ann: /fire target: Guard how: feet", "“feet” wants a number from 0 to 39 behind it"),
        ("Ann: /fire target: Guard how: from above", "leave from above out of how:, or say hex"),
        ("Ben: /throw who: Thrower target: Near how: hex, 5 feet", "leave the feet out of how:, or say window or door"),
        # Cover.
        ("Ann: /fire target: Guard how: behind", "“behind” is not known (nearest: behind "),
        ("Ann: /fire target: Guard how: behind cheese 3 inch", "“behind cheese 3” is not known (nearest: behind "),
        ("Ann: /fire target: Guard how: behind wood", "“behind Wood” wants a number from 0 to 120 behind it"),
        ("Ann: /fire target: Guard how: behind wood 2 feet", "a thickness is told in inches: behind wood 2 inches"),
        ("Ann: /fire target: Guard how: behind wood 0 inches", "from 0.12 inches on, not 0: say cover PF"),
        ("Ann: /fire target: Guard how: behind Guard 2", "is not known (nearest: behind "),
        ("Ann: /fire target: Guard how: behind wood 2 inches, cover PF 3", "name the one that counts"),
        ("Ann: /fire target: Guard how: cover PF", "“cover PF” wants a number from 0 to 20000 behind it"),
        ("Ann: /fire target: Guard how: cover PF -1", "“cover PF” goes from 0 to 20000, not -1"),
        ("Ann: /act what: take cover behind cheese", "“behind cheese” is not known (nearest: behind "),
        ("Ann: /act what: fire over cover behind automobile", "(nearest: behind automobile door"),
        ("GM: /adjust who: Guard changes: behind cheese", "“behind cheese” is not known (nearest: behind "),
        ("GM: /combatant add sheet: line, AKM 47, behind wood 2 inches, cover PF 3", "name the one that counts"),
        # Speeds, ways to hold a weapon, what is seen.
        ("Ann: /fire target: Guard how: speed 5000", "“speed” goes from 0 to 120, not 5000"),
        ("Ann: /fire target: Guard how: target speed", "“target speed” wants a number from 0 to 120 behind it"),
        ("Ann: /fire target: Guard how: speed 3, stance", "has to fire from the hip (3.1)"),
        ("Ann: /fire target: Guard how: braced, hip", "leave hip or braced out of how:"),
        ("Ann: /fire target: Guard how: bipod, tripod", "say bipod or tripod in how:"),
        ("Ann: /fire target: Guard how: double action", "is for pistols, not for the M16"),
        ("Ann: /fire target: Guard how: 🔥", "“🔥” is not known (known: hip"),
        ("Ben: /throw who: Thrower target: Near how: optical scope", "what is thrown has no sights"),
        # What explodes.
        ("Ann: /fire target: Guard how: fuse 3", "are for what explodes, not for the M16"),
        ("Ann: /odds target: Guard how: fuse 3", "are for what explodes, not for the M16"),
        ("Ann: /fire target: Guard how: combat suit", "are for what explodes, not for the M16"),
        ("Ben: /throw who: Thrower target: Near how: fuse -3", "“fuse” goes from 0 to 1800, not -3"),
        ("Ben: /throw who: Thrower target: Near how: fuse 99999", "“fuse” goes from 0 to 1800, not 99999"),
        ("Ben: /throw who: Thrower target: Near how: fuse 2", "has a fuse of 2 phases: leave fuse out of how:"),
        ("Ben: /throw who: Bomber target: Near", "how: fuse 3 is 3 phases of two seconds from the throw"),
        ("Ben: /fire who: Launcher target: H20 how: fuse 3", "goes off where it comes down: leave fuse out"),
        ("Ben: /fire who: Launcher target: H20 how: armor 0", "“armor” goes from 1 to 20000, not 0"),
        ("Ben: /throw who: Thrower target: Near range: 300", "can be thrown 16 hexes; Near is at 300"),
        # Whom, and how far.
        ("Ann: /fire target: Guard, Guard 2", "here it is one round: name Guard alone"),
        ("Ben: /fire who: Shot target: Out, Guard", "covers 0.1 hexes around Out at M9, and Guard is at K9"),
        ("Ann: /burst target: Guard, Trent", "Nobody can fire at themselves"),
        ("Ann: /burst target: K3", "Trent stands at K3 himself: name another hex"),
        ("Ann: /burst target: Guard, Behind", "outside Trent’s Field of Fire of 60 degrees: /act turn to Behind"),
        ("Ann: /burst target: Guard, Dead", "Dead is out of play already; in play: "),
        ("Ann: /burst target: a,b,c,d,e,f,g,h,i,j,k,l,m", "At most 12 targets can be named; these are 13"),
        ("GM: /burst who: Dead target: Guard", "Dead is out of play; the GM can bring anyone back"),
        ("GM: /burst who: Out target: Guard", "Out is incapacitated and can do nothing"),
        ("Ann: /burst who: Shot target: Guard", "Shot is not yours to order (yours: Trent)"),
        ("Ben: /burst who: Shot target: Guard", "has no automatic fire: /fire fires one shot"),
        ("Ben: /burst who: Empty target: Guard", "MP5 is empty; /reload loads it"),
        ("Ann: /fire target: Guard range: 99999", "A range goes from 0 to 4350 hexes (table 4A), not 99999"),
        ("Ann: /fire target: Guard range: 1500", "beyond 400 hexes; the target is at 1500"),
        ("Ann: /burst target: Guard range: 500", "beyond 400 hexes; the target is at 500"),
        ("Ben: /fire who: Shot target: Guard range: 300", "beyond 80 hexes; the target is at 300"),
        ("Ben: /fire who: Rocket target: Guard range: 4000", "reaches 600 hexes; Guard is at 4000"),
        # Dice.
        ("Ann: /fire target: Guard aim: 1 how: head dice: 0 33", "A die of 0 to 32 is wanted for where Guard is hit"),
        ("Ann: /burst target: Guard aim: 1 dice: 0 100", "100 is not on it"),
        # Moving.
        ("Ann: /move to: K5 how: swimming", "“swimming” is not known (known: running"),
        ("Ann: /move to: K5 how: water 20 feet", "(nearest: 2 feet deep, water 2 feet"),
        # Switches.
        ("GM: /encounter options name: covver value: on", "“covver” is no switch of this encounter; nearest: cover"),
        ("GM: /encounter options name: cover value: maybe", "“cover” can be on or off"),
        ("GM: /encounter options name: covver", "“covver” is no known switch; nearest: cover"),
        ("GM: /encounter options value: off", "“” is no switch of this encounter; /encounter options lists them."),
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
        ("Ann: /burst target: Guard how: arc 3", "switch “automatic fire” (3.4)"),
        ("Ann: /fire target: Guard how: head", "how: called shot"),
        *((f"Ann: /fire target: Guard how: {word}", "switch “accuracy” (3.1)")
          for word in ("braced", "haze", "5 feet", "speed 3", "low prone")),
        ("Ann: /fire target: Guard how: behind interior wood door", "switch “cover” (3.8)"),
        ("Ann: /fire target: Guard how: cover PF 4", "switch “cover” (3.8)"),
        ("Ben: /throw who: Thrower target: Near how: fuse 3", "switch “explosives” (3.6)"),
        ("Ben: /throw who: Bomber target: Near how: small room", "switch “explosives” (3.6)"),
        ("Ann: /move to: K5 how: light brush", "switch “movement” (7A)"),
        ("GM: /encounter options name: target sizes value: on", "needs one of automatic fire, shotguns or explosives"),
    ],
)  # fmt: skip
async def test_words_of_chapter_3_count_with_their_switch_alone(basic: Game, typed: str, wanted: str) -> None:
    await refused(basic, typed, wanted)


async def loaded(game: Game, name: str) -> int:
    """How many rounds are in the weapon in hand."""
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
    assert "fires a burst of 7 from the M16 at Guard, 6 hexes: MISS" in twice
    await refused(fresh, "Ann: /burst target: Guard aim: 1 dice: 99", "only one is possible")


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
    assert "The M 67 of Thrower goes off at Guard" in went
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
    assert len(told_of) < 700
    assert "missed" not in told_of
    [embed] = answer.embeds
    assert sum(len(embed.get(part) or "") for part in ("title", "description")) <= 6000
    details = await fresh.ann.click(answer, "Details")
    assert "Elevation" in told(details)
