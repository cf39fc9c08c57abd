"""Wrong input by the Optional and the Tournament Rules and in scenario 2: one private sentence that helps, and nothing
changed.

Each game is opened once nobody plays the one before it any more.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.phoenix.basics.soldier import soldier
from tests.cogs.conftest import CHANNEL, Game, helped, laid_out, says, told, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

MOST = 301
"""Characters of a refusal, and one."""
_TRENT = "STR 16, INT 13, WIL 12, HLT 12, AGI 10, skill 8, M16, M92F, 2 M 61, facing south"
_BLUE = "SAL 10, CA 8, KV 20"
PEOPLE = (
    f"GM: /combatant add sheet: {_TRENT} name: Trent at: K3 owner: @Ann side: Blue",
    f"GM: /combatant add sheet: {_BLUE}, M16, facing south name: Ally at: K7 owner: @Ben side: Blue",
    f"GM: /combatant add sheet: {_BLUE}, M16, facing south name: Broken at: L3 owner: @Ben side: Blue",
    *(
        f"GM: /combatant add sheet: {_BLUE}, {weapon}, facing south name: {name} at: {place} side: Blue"
        for name, place, weapon in (
            ("Hip", "J3", "M16, from the hip"),
            ("Shotgun", "M3", "M870 loaded 5 shot"),
            ("Empty", "I3", "MP5 loaded 0"),
            ("Thrower", "H3", "M 61 2"),
            ("Bare", "G3", "armor 4"),
            ("Cocker", "K4", "M92F"),
            ("Runner", "D3", "M16"),
            ("Given", "C3", "M16"),
            ("Dazed", "B3", "M16"),
            ("Disoriented", "N3", "M16"),
            ("Stunned", "P3", "M16"),
            ("Fallen", "Q3", "M16"),
            ("Dead", "R3", "M16"),
            ("Felled", "J4", "M16"),
            ("Reeling", "L4", "M16"),
        )
    ),
    *(
        f"GM: /combatant add sheet: green, AKM 47 name: {name} at: {place} owner: @Ben side: Red"
        for name, place in (("Guard", "K9"), ("Foe", "L9"), ("Behind", "K1"), ("Corpse", "N9"), ("Sleeper", "J9"))
    ),
    "GM: /combatant add sheet: green, AKM 47 name: Leaver at: P9 side: Red",
    "GM: /combatant remove who: Leaver",
)
STATES = (
    ("Cocker", "cocked"),
    ("Broken", "broken"),
    ("Runner", "fleeing"),
    ("Given", "surrendered"),
    ("Dazed", "dazed"),
    ("Disoriented", "disoriented"),
    ("Stunned", "stunned"),
    ("Fallen", "unconscious"),
    ("Dead", "dead"),
    ("Felled", "knocked down"),
    ("Reeling", "off balance 5"),
    ("Corpse", "dead"),
    ("Sleeper", "unconscious"),
)
ALL_ON = (
    "GM: /encounter start ruleset: phoenix-optional",
    *(
        f"GM: /encounter options name: {name} value: {value}"
        for name, value in (("initiative", "off"), ("spotting", "off"), ("fire", "immediate"))
    ),
    "GM: /encounter map size: 30x30",
    *PEOPLE,
    *(f"GM: /adjust who: {name} changes: {state}" for name, state in STATES),
)
ALL_OFF = (
    "GM: /encounter start ruleset: phoenix-advanced",
    "GM: /encounter map size: 30x30",
    *PEOPLE,
)
OFF_THE_MAP = (
    "GM: /encounter start ruleset: phoenix-optional",
    f"GM: /combatant add sheet: {_TRENT} name: Trent owner: @Ann side: Blue",
    f"GM: /combatant add sheet: {_BLUE}, M16 name: Ally owner: @Ben side: Blue",
    f"GM: /combatant add sheet: {_BLUE}, M16 name: Out side: Blue",
    f"GM: /combatant add sheet: {_BLUE}, ISF 20, M16 name: Loner side: Green",
    "GM: /combatant add sheet: green, AKM 47 name: Guard owner: @Ben side: Red",
    "GM: /combatant add sheet: green, AKM 47 name: Foe side: Red",
    "GM: /adjust who: Out changes: unconscious",
)
_POINTS = "STR 10, INT 10, WIL 10, HLT 10, AGI 10"
TOURNAMENT = (
    "GM: /encounter start ruleset: phoenix-tournament",
    "GM: /encounter map size: 20x20",
    f"GM: /combatant add sheet: {_POINTS}, skill 3, M16, 0 magazines name: Trent at: K3 owner: @Ann side: Blue",
    f"GM: /combatant add sheet: {_POINTS}, skill 3, M16, 0 magazines name: Guard at: K9 owner: @Ben side: Red",
)
CAPTURE = (
    "GM: /encounter start ruleset: phoenix-basic",
    "GM: /encounter map size: 20x20 walls: K11",
    "GM: /combatant add sheet: SAL 10, CA 16, M16, facing south name: Trent at: K8 owner: @Ann side: Blue",
    "GM: /combatant add sheet: SAL 10, CA 16, M16, facing south name: Ally at: A1 owner: @Ann side: Blue",
    "GM: /combatant add sheet: SAL 10, CA 16, M16, facing north name: Guard at: K9 owner: @Ben side: Red",
    "GM: /combatant add sheet: SAL 10, CA 16, M16, facing north name: Foe at: L10 owner: @Ben side: Red",
)
STAYS = "stays under cover until a comrade rallies them"
FLEES = "Runner is fleeing. Use /move to get away from the enemy or out of their sight, or /act take cover."
NOTHING_OFFENSIVE = "cannot attack. They may flee, duck and defend themselves"
REELS = "is off balance and needs 5 actions more to regain it"
DOWN = "Felled is knocked down and cannot use their hands. Use /act roll over (3 actions) first"
COUNTS = "counts only with the switch"
ACTS = {
    "plan": "plan",
    "order": "order Ally to advance",
    "listen": "listen for dog bark, 6 hexes",
    "pin": "pin D7",
}
NOT_NOW = {
    "watch": "watch 300 degrees",
    "cock q": "cock quietly",
    "spot": "spot Guard",
    "charge": "Charge",
    "rally": "rally",
    "hold f": "Hold fire",
}
"""Orders that Trent cannot carry out now."""
WORDS = (
    ("fire", "cover fire", "Trent"),
    ("burst", "cover fire, arc 3", "Trent"),
    ("fire", "cocked", "Cocker"),
    ("reload", "quietly", "Empty"),
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """For what changes nothing: everything on that is about somebody's own doing."""
    async with laid_out(Path(tmp_path_factory.mktemp("on")) / "referee.sqlite3", ALL_ON) as game:
        yield game


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def without(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """The same people without chapter 5."""
    async with laid_out(Path(tmp_path_factory.mktemp("off")) / "referee.sqlite3", ALL_OFF) as game:
        yield game


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def unplaced(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """All of chapter 5, and no map."""
    async with laid_out(Path(tmp_path_factory.mktemp("unplaced")) / "referee.sqlite3", OFF_THE_MAP) as game:
        yield game


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tournament(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with laid_out(Path(tmp_path_factory.mktemp("points")) / "referee.sqlite3", TOURNAMENT) as game:
        yield game


@pytest_asyncio.fixture(loop_scope="module")
async def raid(tmp_path: Path) -> AsyncIterator[Game]:
    """For arrests, which need a state of their own."""
    async with laid_out(tmp_path / "referee.sqlite3", CAPTURE) as game:
        yield game


@pytest_asyncio.fixture(loop_scope="module")
async def fresh(tmp_path: Path) -> AsyncIterator[Game]:
    """For what else needs a state of its own."""
    async with laid_out(tmp_path / "referee.sqlite3", OFF_THE_MAP) as game:
        yield game


async def refused(game: Game, typed: str, wanted: str) -> None:
    """One sentence of 300 characters at most for whoever typed it, and everything as it was."""
    before = await game.head()
    answer = await types(game, typed)
    helped(answer, wanted, MOST)
    game.refusals[typed] = answer.content
    assert await game.head() == before


async def undone(game: Game, *typed: str) -> str:
    """Return the answer to such a line, which is then undone."""
    before = await game.encounter()
    said = ""
    for line in typed:
        said = await says(game, line)
    for _ in typed:
        await says(game, "GM: /undo")
    assert await game.encounter() == before
    return said


async def offered(game: Game, command: str, option: str, **typed: str) -> list[str]:
    """Return the suggestions."""
    return [choice["value"] for choice in await game.gm.autocomplete(CHANNEL, command, focused=option, **typed)]


async def trent(game: Game) -> Any:
    [one] = [c for c in (await game.encounter()).combatants if c.name == "Trent"]
    return soldier(one)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # The field of view (5.1).
        ("Ann: /act what: watch 240 degrees", "is in a Firing Stance and cannot look around as"
        " well (5.1). Use /act lower"),
        ("GM: /act who: Hip what: watch 200 degrees", "Use watch 240 degrees, watch 300 degrees,"
            " watch all around or watch ahead, or give cost"),
        ("GM: /act who: Hip what: watch", "Use watch 240 degrees, watch 300 degrees"),
        ("GM: /act who: Hip what: watch Guard", "Use watch 240 degrees, watch 300 degrees"),
        ("GM: /act who: Hip what: watch ahead", "Hip already watches ahead."),
        ("GM: /act who: Hip what: watch all around cost: 5", "takes no actions. Leave cost: out"),
        ("Ann: /act who: Ally what: watch all around", "Ally is not yours to order (yours: Trent)"),
        # Sounds (5.3).
        ("Ann: /act what: listen", "Use listen for dog bark, 6 hexes, or give cost"),
        ("Ann: /act what: listen for nothing, 6 hexes", "I don't know “nothing” (nearest: "),
        ("Ann: /act what: listen for 🔥", "I know no such noise and no fighter of that name: I don't know “🔥”"),
        ("Ann: /act what: listen for dog bark, 99999 hexes", "“hexes” is 0 to 15000, not 99999"),
        ("Ann: /act what: listen for dog bark, -3 hexes", "“hexes” is 0 to 15000, not -3"),
        ("Ann: /act what: listen for dog bark at ZZ99", "“zz99” is neither a place nor a fighter here. Use at D7"),
        ("Ann: /act what: listen for dog bark at D31", "D31 is off the map, which goes from A1 to AD30"),
        ("Ann: /act what: listen for dog bark, from Leaver", "“leaver” is neither a place nor a fighter here"),
        ("Ann: /act what: listen for dog bark, 6 hexes, cheese", "I don't know “cheese” (nearest: "),
        ("Ann: /act what: listen for dog bark, 6 hexes, on gravel", "Leave it out, or use walking on it"),
        ("Ann: /act what: listen for dog bark, 6 hexes, indoors, outdoors", "“outdoors” contradicts an earlier word"),
        ("Ann: /act what: listen for dog bark, 6 hexes, single, continuous", "“continuous” contradicts"),
        ("Ann: /act what: listen for dog bark, 6 hexes cost: 4", "takes no actions"),
        ("Ann: /act what: listen for dog bark quietly, 6 hexes", "Name the noise without quietly"),
        ("Ann: /act what: listen for Guard", "neither fires in this phase nor moves in this impulse"),
        ("Ann: /act what: listen for Leaver", "I know no such noise and no fighter of that name"),
        ("GM: /act who: Stunned what: listen for dog bark, 6 hexes", "Stunned is stunned and cannot act. Use /next"),
        ("Ann: /act what: kneel quietly", "The table gives no quiet way to do that (5.3). It has cocking"),
        ("Ann: /act what: reload quietly", "/reload does that"),
        ("Ann: /reload how: quietly, loudly", "has no “loudly”"),
        ("Ann: /move to: K5 how: quietly", "I don't know “quietly”"),
        # Defensive skill (5.4).
        ("Ann: /fire target: L9 how: unaware", "L9 is a place and cannot defend itself (5.4). Leave"
            " unaware out of how"),
        ("GM: /throw who: Thrower target: Guard how: unaware", "Leave unaware out of how:"),
        ("Ann: /burst target: L9 how: cover fire, unaware", "use only its arc and words about the"
            " shooter and the weapon"),
        # Morale (5.6).
        ("Ann: /act what: rally", "No comrade in Trent's hex is broken. To rally Broken, /move there first"),
        ("Ann: /act what: rally Broken", "Trent must be in the same hex as Broken at L3. Use /move first"),
        ("Ann: /act what: rally Guard", "I don't know the comrade “"),
        ("Ann: /act what: rally Trent", "I don't know the comrade “trent”"),
        ("Ann: /act what: rally Nobody", "I don't know the comrade “"),
        ("Ann: /act what: rally Ally", "Ally is not broken. You can rally only fighters who have failed"),
        ("Ann: /act what: rally Runner", "Runner is not broken"),
        ("Ben: /act who: Broken what: rally", STAYS),
        ("Ben: /fire who: Broken target: Guard", STAYS),
        ("Ben: /aim who: Broken target: Guard", STAYS),
        ("Ben: /move who: Broken to: K6", STAYS),
        ("Ben: /act who: Broken what: stand up", STAYS),
        ("Ben: /act who: Broken what: pin K9", STAYS),
        ("Ben: /act who: Broken what: charge", STAYS),
        ("Ben: /act who: Broken what: force the door", STAYS),
        ("Ben: /act who: Broken what: tell Guard to freeze", STAYS),
        ("GM: /fire who: Runner target: Guard", FLEES),
        ("GM: /act who: Runner what: rally", FLEES),
        ("GM: /act who: Runner what: charge", FLEES),
        ("GM: /act who: Runner what: force the door", FLEES),
        ("GM: /move who: Runner to: D6", "D6 is nearer to Guard. Move away from the enemy"),
        ("GM: /fire who: Given target: Guard", "Given has surrendered and waits for instructions. Use /act what"),
        ("GM: /duck who: Given", "Given has surrendered and waits"),
        ("Ann: /answer choice: flee", "Nobody has a question to answer now"),
        ("Ben: /answer who: Broken choice: flee", "Broken has no question to answer now"),
        ("Ben: /answer who: Broken choice: dance", "Broken has no question to answer now"),
        # Declared fire, which does not count here (5.7).
        ("Ann: /act what: hold fire", "“hold fire” counts only with the switch “fire”"),
        # Pins (5.9).
        ("GM: /act who: Hip what: pin K9", "Hip is not in a Firing Stance, and pinning needs one."
            " Use /act firing stance first"),
        ("Ann: /act what: pin", "Use pin D7, or give cost"),
        ("Ann: /act what: pin K3", "Trent is at K3. Pin another hex"),
        ("Ann: /act what: pin Nobody", "“Nobody” is not a place on the map. Pin one hex, such as D7,"
            " or a fighter's hex"),
        ("Ann: /act what: pin K9, L9", "Pin one hex, such as D7, or a fighter's hex"),
        ("Ann: /act what: pin K99", "K99 is off the map, which goes from A1 to AD30"),
        ("Ann: /act what: pin Behind", "is outside Trent’s Field of Fire of 60 degrees. Use /act turn to K1"),
        ("Ann: /act what: pin K9 cost: 3", "Leave cost: out"),
        ("Ann: /act what: unpin", "Trent has nothing pinned. Use /act pin D7, for example"),
        ("GM: /act who: Bare what: pin G9", "Bare carries no weapon"),
        ("GM: /act who: Disoriented what: pin N9", NOTHING_OFFENSIVE),
        # Cover fire (5.10).
        ("Ann: /burst target: K3 how: cover fire", "Trent is at K3. Cover another hex"),
        ("Ann: /burst target: Trent how: cover fire", "You can't cover your own hex. Name another"),
        ("Ann: /burst target: K99 how: cover fire", "K99 is off the map"),
        ("Ann: /burst target: ZZ9 how: cover fire", "I don't know the name “ZZ9”. Known: Trent"),
        ("Ann: /burst target: Leaver how: cover fire", "“Leaver”. Nearest: Sleeper"),
        ("Ann: /burst target: L9 how: cover fire, arc 0.5", "its arc is 1 or more"),
        ("Ann: /burst target: L9 how: cover fire, head", "use only its arc and words about the"
            " shooter and the weapon"),
        ("Ann: /fire target: L9, M9 how: cover fire", "A single round covers one hex. Name one hex,"
            " or use /burst to cover several or an arc"),
        ("Ann: /fire target: L9 how: cover fire, arc 3", "A single round covers one hex"),
        ("Ann: /burst target: K1 how: cover fire", "K1 is outside Trent’s Field of Fire"),
        ("Ann: /burst target: L9 how: cover fire range: 99999", "Range is 0 to 4350 hexes"),
        ("GM: /burst who: Shotgun target: M9 how: cover fire", "The Remington M870 has no automatic"
            " fire. Use /fire for one shot"),
        ("GM: /throw who: Thrower target: H9 how: cover fire", "Cover fire uses rounds, not explosives"),
        ("GM: /burst who: Empty target: I9 how: cover fire", "The Heckler & Koch MP5 is empty. Use"
            " /reload (2 magazines)"),
        ("GM: /burst who: Bare target: G9 how: cover fire", "Bare carries no weapon"),
        ("GM: /burst who: Disoriented target: N9 how: cover fire", NOTHING_OFFENSIVE),
        # Double Action (5.11).
        ("Ann: /fire target: Foe how: double action", "is for pistols and revolvers, not for the M16"),
        ("Ann: /fire target: Foe how: cocked", "is for pistols and revolvers, not for the M16"),
        ("Ann: /odds target: Foe how: cocked", "is for pistols and revolvers, not for the M16"),
        ("GM: /throw who: Thrower target: Guard how: cocked", "is for pistols and revolvers, not for the M 61"),
        ("GM: /fire who: Cocker target: Foe how: double action", "The M92F is cocked, so it is not fired"
            " Double Action"),
        ("GM: /odds who: Cocker target: Foe how: double action", "The M92F is cocked, so it is not fired"
            " Double Action"),
        ("GM: /fire who: Cocker target: Foe how: cocked, double action", "Leave one of them out of how:"),
        ("GM: /act who: Cocker what: cock", "The M92F is already cocked"),
        ("GM: /act who: Cocker what: work the bolt", "The M92F has no bolt or pump. Use /act cock to cock it"),
        ("Ann: /act what: cock", "Only pistols and revolvers can be cocked. Trent has the M16 in hand"),
        ("GM: /act who: Bare what: cock", "Bare carries no weapon"),
        # Knocked off balance, knocked down (5.12).
        ("Ann: /act what: roll over", "Trent is not knocked down. Use /act kneel or /act stand up to"
            " get up from prone"),
        ("GM: /act who: Reeling what: roll over", REELS),
        ("GM: /fire who: Reeling target: Guard", REELS),
        ("GM: /move who: Reeling to: L6", REELS),
        ("GM: /duck who: Reeling", REELS),
        ("GM: /fire who: Felled target: Guard", DOWN),
        ("GM: /act who: Felled what: stand up", DOWN),
        ("GM: /reload who: Felled", DOWN),
        ("GM: /act who: Felled what: roll over cost: -1", "Cost is 0 to 1,000 actions, not -1"),
        ("GM: /act who: Felled what: roll over cost: 5000", "Cost is 0 to 1,000 actions, not 5000"),
        # Incapacitated, each in their way (5.13).
        ("GM: /fire who: Dazed target: Guard", "Dazed is dazed and cannot act. Use /next to let time pass"),
        ("GM: /move who: Dazed to: B6", "Dazed is dazed and cannot act. Use /next"),
        ("GM: /fire who: Disoriented target: Guard", NOTHING_OFFENSIVE),
        ("GM: /throw who: Disoriented target: Guard", NOTHING_OFFENSIVE),
        ("GM: /move who: Disoriented to: L2", "and cannot advance toward Behind. They may move away, or duck"),
        ("GM: /act who: Disoriented what: charge", "Disoriented is disoriented and cannot advance"
            " toward anyone. They may move away, or duck"),
        ("GM: /act who: Disoriented what: tell Guard to freeze", NOTHING_OFFENSIVE),
        ("GM: /duck who: Stunned", "Stunned is stunned and cannot act. Use /next"),
        ("GM: /act who: Stunned what: roll over", "Stunned is stunned and cannot act. Use /next"),
        ("GM: /fire who: Fallen target: Guard", "Fallen is incapacitated and cannot act. Use /next"),
        ("GM: /act who: Dead what: rally", "Dead is out of play. The GM can bring them back with /adjust"),
        # Heroes (5.14).
        ("Ann: /act what: charge cost: -1", "Cost is 0 to 1,000 actions, not -1"),
        # Scenario 2.
        ("Ann: /act what: tell Foe to drop their weapon", "Foe has not frozen. Use /act what: tell"
            " Foe to freeze first"),
        ("Ann: /act what: tell Trent to freeze", "Trent is the actor. Name someone else"),
        ("Ann: /act what: tell Ally to freeze", "Ally is on Trent's own side"),
        ("Ann: /act what: tell Nobody to freeze", "I don't know the combatant “nobody”. Known: Ally"),
        ("Ann: /act what: tell Leaver to freeze", "I don't know the combatant “leaver”"),
        ("Ann: /act what: tell Corpse to freeze", "Corpse is out of play. Name someone else"),
        ("Ann: /act what: tell Sleeper to freeze", "Sleeper is incapacitated and can't be told anything"),
        ("Ann: /act what: tell Behind to freeze", "Trent does not see Behind. Use /move or /act turn"
            " to get them in sight"),
        ("Ann: /act what: tell Guard to freeze cost: -3", "Cost is 0 to 1,000 actions, not -3"),
        ("Ann: /act what: lead Foe to K10", "Foe is not a prisoner. They must freeze and drop their weapon first"),
        ("Ann: /act what: lead Trent to K10", "Trent is the actor"),
        ("Ann: /act what: lead Foe", "Where does Foe go? For example /act what: lead Foe to D7"),
        ("Ann: /act what: resist", "Trent is not in anyone's custody"),
        ("Ann: /act what: resist cost: 3", "takes no actions. Leave cost: out"),
        ("Ben: /act who: Guard what: see whether Leaver is armed", "I don't know the combatant “leaver”"),
        ("Ann: /act who: Guard what: resist", "Guard is not yours to order (yours: Trent)"),
        ("Ann: /act what: force", "Use Force the door, or give cost"),
        ("Ann: /act what: force the cheese", "Use Force the door, or give cost"),
        ("Ann: /act what: force the door cost: 99999", "Cost is 0 to 1,000 actions"),
        ("Ann: /act what: pick up the AKM 47", "“pick up the AKM 47” is not on the Action Time Table"),
        ("Ann: /act what: pick up the M16", "Trent already has the M16 in hand."),
        # What the GM sets right.
        ("GM: /adjust who: Trent changes: dazed, stunned", "“stunned” and “dazed” exclude each"
            " other. Leave one out."),
        ("GM: /adjust who: Trent changes: dazed, awake", "Leave one out"),
        ("GM: /adjust who: Trent changes: dazed, dead", "Leave one out"),
        ("GM: /adjust who: Trent changes: dazed for 0", "“dazed for” is 1 to 10000000, not 0"),
        ("GM: /adjust who: Trent changes: off balance 99", "“off balance” is 1 to 20, not 99"),
        ("GM: /adjust who: Trent changes: off balance 3, knocked down", "“off balance” and “knocked down”"
            " exclude each other. Leave one out"),
        ("GM: /adjust who: Trent changes: knocked down, standing", "“knocked down” and “standing” exclude"
            " each other. Leave one out."),
        ("GM: /adjust who: Trent changes: knocked down, on balance", "“on balance” contradicts"),
        ("GM: /adjust who: Trent changes: broken, steady", "“steady” contradicts"),
        ("GM: /adjust who: Trent changes: broken, dead", "“dead” and “broken” exclude each other. Leave one out."),
        ("GM: /adjust who: Trent changes: broken, firing stance", "“broken” and “firing stance” exclude"
            " each other. Leave one out."),
        ("GM: /adjust who: Trent changes: low prone, standing", "“low prone” and “standing” exclude each"
            " other. Leave one out."),
        ("GM: /adjust who: Trent changes: frozen, prisoner", "“prisoner” contradicts"),
        ("GM: /adjust who: Trent changes: adrenalin rush, no adrenalin rush", "“no adrenalin rush” contradicts"),
        ("GM: /adjust who: Trent changes: cocked", "Only pistols and revolvers can be cocked (5.11),"
            " not the M16. Leave that out"),
        ("GM: /adjust who: Cocker changes: cocked, uncocked", "“uncocked” contradicts"),
        ("GM: /adjust who: Trent changes: watches all around", "A fighter who is in a Firing Stance"
            " cannot look around as well (5"),
        ("GM: /adjust who: Dead changes: knocked down", "Dead is dead. Add “alive”."),
        ("GM: /adjust who: Dead changes: broken", "Dead is dead. Add “alive”."),
        ("GM: /adjust who: Dead changes: dazed", "Dead is dead. Add “alive”."),
        ("Ann: /adjust who: Trent changes: not in custody", "Only the GM"),
        # Switches.
        ("GM: /encounter options name: fire value: later", "“fire” can be immediate or declared"),
        ("GM: /encounter options name: terrain value: moon", "“terrain” can be no cover, town, hill or jungle"),
        ("GM: /encounter options name: re-entry value: on", "“re-entry” can be none or baseline"),
        ("GM: /encounter options name: sound value: loud", "“sound” can be on or off"),
        ("GM: /encounter options name: spoting value: on", "This encounter has no switch “spoting”;"
            " nearest: spotting or spotting skill"),
        ("Ann: /encounter options name: morale value: off", "Only the GM"),
    ],
)  # fmt: skip
async def test_it_is_refused_with_a_sentence(running: Game, typed: str, wanted: str) -> None:
    await refused(running, typed, wanted)


@pytest.mark.parametrize("verb", ["fire", "burst", "aim", "throw", "reload"])
@pytest.mark.parametrize("name", ["Dead", "Fallen", "Stunned", "Dazed", "Disoriented", "Given", "Broken", "Reeling"])
async def test_a_form_for_somebody_who_cannot_changes_nothing(running: Game, name: str, verb: str) -> None:
    before = await running.head()
    form = await types(running, f"GM: /{verb} who: {name}")
    assert form.ephemeral
    for target in [c for c in form.components if c.get("placeholder") == "Target"]:
        await running.gm.select(form, "Target", target["options"][0]["value"])
        pressed = await running.gm.click(form, verb.capitalize())
        assert pressed.ephemeral
        assert "went wrong" not in pressed.content
    assert await running.head() == before


async def test_acts_are_suggested_with_those_they_can_be_done_to(running: Game) -> None:
    told_to = await offered(running, "act", "what", who="Trent", what="tell")
    assert {"Tell Guard to freeze", "Tell Foe to freeze"} <= {*told_to}
    for nobody in ("Ally", "Trent", "Corpse", "Leaver", "Sleeper"):
        assert not any(nobody in one for one in told_to)


async def test_what_ends_a_state_is_suggested_in_it(running: Game) -> None:
    over, resist = "Roll Over to Use the Hands", "Resist"
    assert over in await offered(running, "act", "what", who="Felled", what="roll")
    assert over not in await offered(running, "act", "what", who="Trent", what="roll")
    assert resist in await offered(running, "act", "what", who="Given", what="res")
    assert resist not in await offered(running, "act", "what", who="Trent", what="res")


@pytest.mark.parametrize(("command", "word", "who"), WORDS)
async def test_words_are_suggested_where_they_count(running: Game, command: str, word: str, who: str) -> None:
    assert word in await offered(running, command, "how", who=who, how=word[:4])


@pytest.mark.parametrize(
    ("typed", "switch"),
    [
        *(
            (f"Ann: /act what: {what}", switch)
            for what, switch in (
                ("plan", "initiative"),
                ("plan: rush the door", "initiative"),
                ("order Ally to advance", "initiative"),
                ("rally Broken", "morale"),
                ("watch 300 degrees", "field of view"),
                ("listen for dog bark, 6 hexes", "sound"),
                ("open a door quietly", "sound"),
                ("spot Guard", "spotting"),
                ("look for Guard", "spotting"),
                ("roll over", "knock down” or “heroes"),
                ("charge Guard", "heroes"),
                ("go to Ally's aid", "heroes"),
                ("pin K9", "pinning fire"),
                ("unpin", "pinning fire"),
                ("cease fire", "fire"),
                ("leave the field", "tournament"),
            )
        ),
        ("Ann: /burst target: L9 how: cover fire", "cover fire"),
        ("Ann: /odds target: Foe how: cover fire", "cover fire"),
        ("Ann: /aim target: Foe how: cover fire", "cover fire"),
        ("GM: /fire who: Cocker target: Foe how: cocked", "double action"),
        ("GM: /odds who: Cocker target: Foe how: cocked", "double action"),
        ("Ann: /fire target: Foe how: unaware", "defensive skill"),
        ("Ann: /odds target: Foe how: unaware", "defensive skill"),
        ("Ann: /reload how: quietly", "sound"),
        *(
            (f"GM: /adjust who: Trent changes: {word}", switch)
            for word, switch in (
                ("dazed", "incapacitation"),
                ("stunned for 3", "incapacitation"),
                ("off balance 3", "knock down"),
                ("knocked down", "knock down"),
                ("on balance", "knock down"),
                ("adrenalin rush", "heroes"),
                ("charging", "heroes"),
                ("broken", "morale"),
                ("steady", "morale"),
                ("plan 3", "initiative"),
                ("no pin", "pinning fire"),
                ("no last shot", "second shot"),
                ("has not listened", "sound"),
                ("cocked", "double action"),
                ("watches ahead", "field of view"),
                ("has spotted Guard", "spotting"),
                ("victory points 3", "tournament"),
                ("baseline K3", "tournament"),
            )
        ),
    ],
)
async def test_with_its_switch_off_it_is_refused_by_name(without: Game, typed: str, switch: str) -> None:
    await refused(without, typed, f"switch “{switch}”")


@pytest.mark.parametrize(("typed", "act"), ACTS.items())
async def test_acts_are_not_suggested_with_their_switch_off(without: Game, typed: str, act: str) -> None:
    assert act not in await offered(without, "act", "what", who="Trent", what=typed)


@pytest.mark.parametrize(("command", "word", "who"), WORDS)
async def test_words_are_not_suggested_with_their_switch_off(without: Game, command: str, word: str, who: str) -> None:
    assert word not in await offered(without, command, "how", who=who, how=word[:4])


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # Spotting (5.2).
        ("Ann: /act what: spot", "Use spot Loner, or give cost"),
        ("Ann: /act what: spot Guard at 40 hexes", "Guard is 40 hexes away, and the table ends at 39 (erratum T39)"),
        ("Ann: /act what: spot Trent", "Trent is the actor. Name someone else"),
        ("Ann: /act what: spot Ally", "Ally is on Trent's own side. Spot someone else"),
        ("Ann: /act what: spot Nobody", "I don't know the combatant “nobody”. Known: Ally"),
        ("Ann: /fire target: Guard range: 20", "Trent has not spotted Guard. Use /act spot Guard"
            " first, which takes 24 impulses for them now"),
        ("Ann: /aim target: Guard range: 20", "Trent has not spotted Guard. Use /act spot Guard first"),
        ("Ann: /fire target: Guard range: 60", "the table ends at 39 (erratum T39). Move closer first"),
        ("Ann: /act what: tell Guard to freeze", "Trent has not spotted Guard. Use /act spot Guard first"),
        ("GM: /adjust who: Trent changes: has spotted Nobody", "I don't know the combatant “nobody”"),
        ("GM: /adjust who: Trent changes: has spotted Ally", "Ally is on Trent"),
        # Initiative (5.5).
        ("Ann: /act what: step out of cover", "Trent has no Course of Action. Use /act plan"
        " to think of one (8 actions"),
        ("Ann: /act what: force the door", "Trent has no Course of Action. Use /act plan to think of"
            " one (8 actions)"),
        ("Ann: /act what: charge", "Trent has no Course of Action. Use /act plan to think of one (8 actions)"),
        ("Ann: /burst target: K9 how: cover fire range: 5", "Trent has no Course of Action. Use /act"
            " plan to think of one (8 actions)"),
        ("Ann: /act what: plan cost: 100000", "Cost is 0 to 1,000 actions, not 100000"),
        ("Ann: /act what: order Ally", "Use order Ally to advance, or give cost"),
        ("Ann: /act what: order , to advance", "Who gets the order, and to do what? Trent can order Ally or Out"),
        ("Ann: /act what: order Guard to advance", "I don't know the comrade “Guard”. Known: Ally and Out"),
        ("Ann: /act what: order Trent to advance", "I don't know the comrade “Trent”"),
        ("Ann: /act what: order Ally, Guard to advance", "I don't know the comrade “Guard”"),
        ("Ann: /act what: order Out to advance", "Out is incapacitated and cannot take orders. Name others"),
        ("Ann: /act what: order all to advance cost: -1", "Cost is 0 to 1,000 actions, not -1"),
        ("GM: /act who: Loner what: order all to advance", "Loner has no comrades in play to order"),
        ("Ben: /act who: Ally what: plan", "Set both with /adjust, such as ISF 21, CA 5"),
        ("GM: /adjust who: Trent changes: plan 21", "“plan” is 1 to 20, not 21"),
        ("GM: /adjust who: Trent changes: plan 3, no plan", "“no plan” contradicts"),
        ("GM: /adjust who: Ally changes: plan 3", "Set both first, such as ISF 21, CA 5"),
        # Without a map.
        ("Ann: /act what: rally", "No comrade in Trent's hex is broken"),
        ("Ann: /act what: hold fire", "Trent has declared no fire in this impulse"),
        ("Ann: /act what: pin the window behind which the"
        " nasty man stands all day long", "Describe the pinned place in at most 40"
            " characters, such as the window"),
    ],
)  # fmt: skip
async def test_off_the_map_it_is_refused_with_a_sentence(unplaced: Game, typed: str, wanted: str) -> None:
    await refused(unplaced, typed, wanted)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Ann: /act what: spot Guard", "/act spot Guard at 12 hexes"),
        (
            "Ann: /act what: listen for dog bark",
            "Add the range in hexes (2 yards each), a place (at D7), or who makes it",
        ),
        (
            "Ann: /act what: listen for dog bark at K9",
            "Add the range in hexes (2 yards each), a place (at D7), or who makes it",
        ),
    ],
)
async def test_a_range_is_asked_for(unplaced: Game, typed: str, wanted: str) -> None:
    before = await unplaced.head()
    answer = await types(unplaced, typed)
    assert answer.ephemeral
    assert answer.content.startswith("How far ")
    assert wanted in answer.content
    assert await unplaced.head() == before


@pytest.mark.parametrize("text", ["x" * 5900, "🔥" * 2900, "Trent, " * 800, "9" * 5900])
@pytest.mark.parametrize(
    "verb",
    (
        *("", "plan: ", "listen for ", "pin ", "spot ", "rally ", "charge ", "force the door ", "order Ally to "),
        *("watch ", "tell Guard to freeze ", "freeze ", "lead Guard to ", "see whether ", "roll over ", "unpin "),
    ),
)
async def test_a_long_text_is_answered_by_a_sentence(unplaced: Game, verb: str, text: str) -> None:
    before = await unplaced.head()
    answer = await unplaced.ann.slash(CHANNEL, "act", who="Trent", what=f"{verb}{text}")
    assert answer.ephemeral, answer.content
    assert 0 < len(answer.content) < MOST
    assert "went wrong" not in answer.content
    assert await unplaced.head() == before


@pytest.mark.parametrize(("typed", "act"), ACTS.items())
async def test_acts_are_suggested_where_they_count(unplaced: Game, typed: str, act: str) -> None:
    assert act in await offered(unplaced, "act", "what", who="Trent", what=typed)


@pytest.mark.parametrize(("typed", "act"), NOT_NOW.items())
async def test_acts_that_would_be_refused_are_not_suggested(unplaced: Game, typed: str, act: str) -> None:
    assert act not in await offered(unplaced, "act", "what", who="Trent", what=typed)
    assert (await types(unplaced, f"Ann: /act who: Trent what: {act}")).ephemeral


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        (
            "STR 15, INT 15, WIL 15, HLT 15, AGI 15, skill 3, M16, 0 magazines",
            "That costs 79 points (75 for characteristics, 4 for M16). A combatant has 58",
        ),
        (f"{_POINTS}, skill 3, M16, 30 magazines", "That costs 84 points"),
        (
            "STR 10, INT 10, WIL 10, HLT 10, AGI 5, skill 3, M16, 0 magazines",
            "In a tournament no characteristic is below 6. Raise AGI",
        ),
        (f"{_POINTS}, skill 2, M16, 0 magazines", "In a tournament everyone has skill 3 or more"),
        (f"{_POINTS}, M16, 0 magazines", "has skill 3 or more"),
        (
            f"{_POINTS}, skill 3, CA 8, M16, 0 magazines",
            "Leave troops, vehicles, and values such as SAL, CA, KV and encumbrance out",
        ),
        (
            f"{_POINTS}, skill 3, KV 80, M16, 0 magazines",
            "Leave troops, vehicles, and values such as SAL, CA, KV and encumbrance out",
        ),
        (f"{_POINTS}, skill 3, encumbrance 3, M16, 0 magazines", "Leave troops, vehicles, and values such as"),
        (f"{_POINTS}, skill 3, vehicle 3, M16, 0 magazines", "Leave troops, vehicles, and values such as"),
        (
            f"{_POINTS}, skill 3, M16 AP, 0 magazines",
            "In a tournament the M16 fires only FMJ. Leave other ammunition out",
        ),
        ("line, AKM 47", "Leave troops, vehicles, and values such as"),
    ],
)
async def test_who_cannot_be_bought_is_refused(tournament: Game, sheet: str, wanted: str) -> None:
    await refused(tournament, f"GM: /combatant add sheet: {sheet} name: Bought", wanted)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Ann: /act what: leave the field", "Trent is at K3. Leave the field from the edge of the map"),
        ("Ann: /act what: leave the field cost: 3", "takes no actions. Leave cost: out"),
        ("Ann: /act what: leave the building", "Use Leave the field, or give cost"),
        ("GM: /adjust who: Trent changes: VP 9999", "“VP” is -999 to 999, not 9999"),
        ("GM: /adjust who: Trent changes: baseline K99", "K99 is off the map, which goes from A1 to T20"),
        ("GM: /encounter options name: re-entry value: yes", "“re-entry” can be none or baseline"),
    ],
)
async def test_in_a_tournament_it_is_refused_with_a_sentence(tournament: Game, typed: str, wanted: str) -> None:
    await refused(tournament, typed, wanted)


async def test_who_has_left_the_field_is_out_of_play(tournament: Game) -> None:
    await says(tournament, "GM: /adjust who: Trent changes: at A1")
    await says(tournament, "Ann: /act what: leave the field")
    await refused(
        tournament, "Ann: /act what: leave the field", "Trent already leaves the field when this impulse ends"
    )
    await says(tournament, "GM: /next")
    await refused(tournament, "Ann: /act what: leave the field", "You have no fighter in play here")
    await refused(
        tournament, "Ben: /fire who: Guard target: Trent", "Trent is already out of play. Nobody else is in play"
    )
    await refused(tournament, "Ben: /act who: Guard what: tell Trent to freeze", "Trent is out of play")
    await says(tournament, "GM: /undo")
    await says(tournament, "GM: /undo")


async def test_in_quick_rulings_there_are_no_acts(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", []) as game:
        for what in ("plan", "rally", "spot Guard", "pin K9", "hold fire", "charge", "force the door", "resist"):
            answer = await types(game, f"Ann: /act who: SAL 10, M16 what: {what} ruleset: phoenix-optional")
            helped(answer, "No encounter is open in this channel. Start one with /encounter start", MOST)
        for ruleset, weapon, how, wanted in (
            ("phoenix-basic", "M92F", "cocked", "Pistols are cocked only with the switch “double action” on (5.11)"),
            ("phoenix-optional", "M16", "cocked", "is for pistols and revolvers, not for the M16"),
            ("phoenix-basic", "M16", "unaware", "only with the switch “defensive skill” on (5.4)"),
            ("phoenix-basic", "M16", "cover fire", "only with the switch “cover fire” on (5.10)"),
        ):
            order = f"Ann: /fire who: SAL 10, {weapon} target: standing how: {how} range: 5 ruleset: {ruleset}"
            helped(await types(game, order), wanted, MOST)


async def test_who_is_told_to_freeze_answers_once(raid: Game) -> None:
    asked = await types(raid, "Ann: /act who: Trent what: tell Guard to freeze")
    waiting = await raid.head()
    await refused(raid, "Ann: /act who: Trent what: tell Guard to freeze", "")
    await refused(raid, "Ben: /answer who: Guard choice: flee", "Nearest: freeze")
    await refused(raid, "Ben: /answer who: Foe choice: freeze", "Foe has no question to answer now")
    await refused(raid, "Ann: /answer who: Guard choice: freeze", "Guard is not yours")
    assert await raid.head() == waiting
    for label in ("Guard: freeze", "Guard: do not freeze"):
        assert (await raid.ann.click(asked, label)).ephemeral
    assert await raid.head() == waiting
    assert "Guard freezes" in told(await raid.ben.click(asked, "Guard: freeze"))
    frozen = await raid.encounter()
    assert "freezes" not in (await raid.ben.click(asked, "Guard: do not freeze")).content
    assert await raid.encounter() == frozen
    assert not any(str(one.get("label")).startswith("Guard") for one in asked.components)


async def test_whoever_has_frozen_does_nothing_until_he_resists(raid: Game) -> None:
    await says(raid, "GM: /adjust who: Guard changes: frozen")
    wanted = "Guard has frozen and waits for instructions. Use /act what: resist to end that"
    for line in (
        "/fire who: Guard target: Trent",
        "/move who: Guard to: K10",
        "/duck who: Guard",
        "/reload who: Guard",
    ):
        await refused(raid, f"Ben: {line}", wanted)
    await refused(raid, "Ann: /act who: Trent what: tell Guard to freeze", "Guard has frozen already")
    await refused(raid, "Ann: /act who: Trent what: lead Guard to K10", "Guard is not a prisoner")
    assert "stops obeying" in await undone(raid, "Ben: /act who: Guard what: resist")


async def test_a_prisoner_is_led_over_open_ground_from_beside_him(raid: Game) -> None:
    await says(raid, "GM: /adjust who: Guard changes: disarmed")
    await refused(raid, "Ann: /act who: Trent what: tell Guard to drop their weapon", "Guard is already disarmed")
    await refused(raid, "Ann: /act who: Ally what: lead Guard to C3", "")
    await refused(raid, "Ann: /act who: Trent what: lead Guard to K11", "There is an obstruction at K11")
    await refused(raid, "Ann: /act who: Trent what: lead Guard to K21", "K21 is off the map, which goes from A1 to T20")
    await refused(raid, "Ann: /act who: Trent what: lead Foe to K10", "Foe is not a prisoner")


async def test_what_lies_on_the_ground_is_fetched_from_there(raid: Game) -> None:
    await says(raid, "GM: /adjust who: Foe changes: actions left 8, loaded 10")
    await says(raid, "Ben: /act who: Foe what: put down the M16")
    await says(raid, "GM: /adjust who: Foe changes: at O12, facing northwest, actions left 8")
    there = "ground at L10. Use /move to get there and pick it up"
    await refused(raid, "Ben: /act who: Foe what: pick up the M16", there)
    for line in ("/fire who: Foe target: Trent", "/burst who: Foe target: Trent", "/aim who: Foe target: Trent"):
        await refused(raid, f"Ben: {line}", "on the ground")
    assert "is on the ground" in (await types(raid, "Ben: /odds who: Foe target: Trent")).content
    await refused(raid, "Ben: /reload who: Foe", "on the ground")
    await refused(raid, "Ben: /act who: Foe what: unload the rifle", "on the ground")


async def test_the_broken_flee_or_surrender_once(fresh: Game) -> None:
    for line in (
        "GM: /encounter options name: fire value: immediate",
        "GM: /adjust who: Trent changes: has spotted Guard, actions left 8",
        "GM: /encounter options name: knock down value: off",
        "GM: /adjust who: Guard changes: armor 100, helm 100, visor 100, limbs 100, broken",
    ):
        await says(fresh, line)
    asked = await types(fresh, "Ann: /fire target: Guard range: 8 aim: 3 dice: 0 50 99")
    assert "must flee or surrender" in told(asked)
    waiting = await fresh.head()
    await refused(fresh, "Ben: /answer who: Guard choice: freeze", "Nearest: flee")
    for label in ("Guard: flee", "Guard: surrender"):
        assert (await fresh.ann.click(asked, label)).ephemeral
    assert await fresh.head() == waiting
    assert "Guard surrenders" in told(await fresh.ben.click(asked, "Guard: surrender"))
    given_up = await fresh.encounter()
    assert "flees" not in (await fresh.ben.click(asked, "Guard: flee")).content
    assert await fresh.encounter() == given_up
    assert not any(str(one.get("label")).startswith("Guard") for one in asked.components)


async def test_fire_is_declared_once_for_what_is_loaded(fresh: Game) -> None:
    await says(fresh, "GM: /encounter options name: initiative value: off")
    await says(fresh, "GM: /adjust who: Trent changes: has spotted Guard, loaded 1, actions left 8")
    before = await fresh.encounter()
    await says(fresh, "Ann: /fire target: Guard range: 5 aim: 1")
    await refused(
        fresh,
        "Ann: /fire target: Guard range: 5 aim: 1",
        "Use /act what: hold fire to cancel that, or /reload in the next impulse",
    )
    await refused(fresh, "Ann: /duck", "Use /act what: hold fire before /duck")
    await refused(fresh, "Ann: /act what: hold fire cost: 2", "takes no actions. Leave cost: out")
    await says(fresh, "Ann: /act what: hold fire")
    await refused(fresh, "Ann: /act what: hold fire", "Trent has declared no fire in this impulse")
    after = await fresh.encounter()
    assert [c.carried for c in after.combatants] == [c.carried for c in before.combatants]
    assert after.agenda == before.agenda


async def test_while_he_thinks_he_does_nothing_that_exposes_him(fresh: Game) -> None:
    await says(fresh, "Ann: /act what: plan: rush the door")
    for what in ("step out of cover", "force the door", "charge", "kick open a door"):
        await refused(
            fresh,
            f"Ann: /act what: {what}",
            "Trent has thought for 2 of 8 actions. That must wait for their Course of Action",
        )


@pytest.mark.parametrize(
    ("first", "name", "value", "gone"),
    [
        (("Ann: /act what: plan",), "initiative", "off", "plan"),
        (("Ann: /act what: pin the window",), "pinning fire", "off", "pin"),
        (("GM: /adjust who: Trent changes: broken",), "morale", "off", "nerve"),
        (("GM: /adjust who: Trent changes: has spotted Guard",), "spotting", "off", "known"),
        (
            ("GM: /adjust who: Trent changes: from the hip", "Ann: /act what: watch all around"),
            "field of view",
            "off",
            "view",
        ),
    ],
)
async def test_with_its_switch_nothing_of_it_stays(
    fresh: Game, first: tuple[str, ...], name: str, value: str, gone: str
) -> None:
    for line in first:
        await says(fresh, line)
    assert getattr(await trent(fresh), gone)
    await says(fresh, f"GM: /encounter options name: {name} value: {value}")
    assert not getattr(await trent(fresh), gone)
    await says(fresh, "GM: /next")


async def test_whoever_lies_as_he_fell_can_roll_over_whatever_becomes_of_the_switch(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Trent changes: knocked down, actions left 4")
    for name in ("knock down", "heroes"):
        await says(fresh, f"GM: /encounter options name: {name} value: off")
    offered = [choice["value"] for choice in await fresh.ann.autocomplete(CHANNEL, "act", focused="what", who="Trent")]
    assert "Roll Over to Use the Hands" in offered
    assert "rolls over" in await says(fresh, "Ann: /act what: roll over")
    await refused(fresh, "Ann: /act what: roll over", "switch “knock down” or “heroes”")
