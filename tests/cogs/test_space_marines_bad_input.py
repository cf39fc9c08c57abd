"""Wrong input in a skirmish of Space Marines: one private sentence that helps, and nothing changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.cogs.conftest import CHANNEL, Game, helped, laid_out, refused, says, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

HUGE = 2**53
LINES = (
    "GM: /encounter start ruleset: space_marines",
    "GM: /encounter map size: 20x12 walls: G4 G5 G6 T12 rough: C8 D8",
    "GM: /combatant add sheet: Marine leader, rifle, grenade, smart gun, flamethrower, pistol name: Sarge at: C3"
    " owner: @Ann",
    "GM: /combatant add sheet: Marine, pistol name: Grunt at: C9 owner: @Ben",
    "GM: /combatant add sheet: Marine, sniper rifle name: Sniper at: B12 owner: @Ben",
    "GM: /combatant add sheet: Marine leader, rifle name: Cap at: B2",
    "GM: /combatant add sheet: Marine, rifle name: Mover at: E10",
    "GM: /combatant add sheet: Marine, rifle name: Doer at: A10",
    "GM: /combatant add sheet: Marine, rifle, grenade name: Empty at: D12",
    "GM: /combatant add sheet: Marine, rifle, wounds 2 name: Hurt at: F11",
    "GM: /combatant add sheet: Marine, rifle name: Adrift",
    "GM: /combatant add sheet: Bug Warrior name: Bug at: H3",
    "GM: /combatant add sheet: Bug Warrior name: Bug 2 at: H5",
    "GM: /combatant add sheet: Bug Leader name: Queen at: J4",
    "GM: /combatant add sheet: Bug Warrior name: Walled at: K6",
    "GM: /combatant add sheet: Bug Warrior name: Near at: D10",
    "GM: /combatant add sheet: Bug Warrior name: Gone at: K9",
    "GM: /adjust who: Cap changes: dead",
    "GM: /adjust who: Gone changes: dead",
    "GM: /encounter options name: ammunition value: boxes",
    "GM: /adjust who: Empty changes: loaded 0, spares 0",
    "GM: /move who: Doer to: A11",
    "GM: /act who: Doer what: opens the door",
    "GM: /combatant add sheet: Marine, rifle name: Fresh at: A12",
    "GM: /move who: Mover to: E9",
)
CROSSING = (
    "GM: /encounter start ruleset: space_marines",
    "GM: /encounter map size: 20x12",
    "GM: /encounter options name: bad guys value: people",
    "GM: /encounter options name: cover areas value: anywhere",
    "GM: /combatant add sheet: Marine leader, rifle name: Sarge at: C3 owner: @Ann",
    "GM: /combatant add sheet: Marine, pistol name: Grunt at: C9 owner: @Ben",
    "GM: /combatant add sheet: Bug Warrior name: Bug at: J3",
    "GM: /combatant add sheet: Bug Warrior name: Bug 2 at: J5",
    "GM: /combatant add sheet: Bot Scout name: Scout at: H9",
    "GM: /fire who: Sarge target: H3 how: cover fire",
    "GM: /next",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    """For what changes nothing."""
    async with laid_out(Path(tmp_path_factory.mktemp("bad")) / "referee.sqlite3", LINES) as game:
        yield game


@pytest_asyncio.fixture(loop_scope="module")
async def crossing(tmp_path: Path) -> AsyncIterator[Game]:
    """The Bad Guys' phase, people running them, and a space that Sarge covers."""
    async with laid_out(tmp_path / "referee.sqlite3", CROSSING) as game:
        yield game


IN_PLAY = "In play: Bug, Bug 2, Queen, Walled and Near."
MANNERS = "is not a way to move. how: takes command"
ATTACKING = "In how: give dice of damage, such as 2 dice"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # Whom, and who.
        ("Ann: /fire target: Buggy", "“Buggy”. Nearest: Bug or Bug 2."),
        ("Ann: /fire target: 🔥", "I don't know the name “🔥”. Known: Sarge"),
        ("Ann: /fire target: \u200b\u202e", "I don't know the name “"),
        (f"Ann: /fire target: {'x' * 600}", "I don't know the name “"),
        ("Ann: /fire target: a,b,c,d,e,f,g,h,i,j,k,l,m", "Name at most 12 targets, not 13."),
        ("Ann: /fire target: Gone", f"Gone is already out of play. {IN_PLAY}"),
        ("Ann: /burst target: Bug, Gone", f"Gone is already out of play. {IN_PLAY}"),
        ("Ann: /odds target: Gone", f"Gone is already out of play. {IN_PLAY}"),
        ("Ann: /fire target: Sarge", f"You can't attack yourself. {IN_PLAY}"),
        ("Ann: /fire target: Bug, Queen", f"An attack has one target, except with /burst. {IN_PLAY}"),
        ("Ann: /fire target: K3", f"Nobody is at K3. {IN_PLAY}"),
        ("Ann: /odds target: Z99", "Z99 is off the map, which goes from A1 to T12."),
        ("Ann: /throw target: Z99", "Z99 is off the map, which goes from A1 to T12."),
        ("Ann: /throw target: G4", "There is an obstruction at G4. Choose another place."),
        ("Ann: /fire target: Bug who: Grunt", "Grunt is not yours to order (yours: Sarge)."),
        ("Ann: /fire target: Bug who: Bug", "Bug is not yours to order (yours: Sarge)."),
        ("Ann: /fire target: Bug who: Nobody", "“Nobody”. Known: Sarge"),
        ("Ann: /pass who: Grunt", "Grunt is not yours to order (yours: Sarge)."),
        ("Ben: /move who: Sarge to: C4", "Sarge is not yours to order (yours: Grunt and Sniper)."),
        # Weapons, and what they cannot do.
        ("Ann: /fire target: Bug weapon: railgun", "I don't know the weapon “railgun”. Known: Rifle,"
            " Grenade, Smart Gun"),
        ("Ann: /fire target: Bug weapon: sniper rifle", "I don't know the weapon “sniper rifle”. Known: Rifle"),
        ("Ann: /fire target: Bug weapon: grenade", "A Grenade is thrown at a figure or a space. Use /throw."),
        ("Ann: /throw target: Bug weapon: rifle", "You can't throw the Rifle. Use /fire."),
        ("Ben: /throw who: Grunt target: Near", "Grunt has nothing to throw. Use /fire to attack with the Pistol."),
        ("Ann: /throw target: Bug how: underhand", "A Grenade is thrown in one way. Leave how: out."),
        ("Ann: /throw target: Bug, Bug 2", "The map shows who is adjacent to H3. Name one target, Bug alone."),
        ("Ann: /fire target: Bug weapon: hand", "or attack with weapon: Rifle, Smart Gun, Flamethrower or Pistol."),
        ("Ann: /burst target: Bug", "needs two targets or more, separated by commas; /fire attacks one. In play:"),
        ("Ann: /burst target: Bug, Bug", "Name each target once. how: 2 1 gives each its number of dice."),
        ("Ann: /burst target: Bug, Queen", "in their order. Bug and Queen are not placed like that."),
        ("Ann: /burst target: Bug, H4", f"Nobody is at H4. {IN_PLAY}"),
        ("Ann: /burst target: Bug, Bug 2 weapon: pistol", "cannot be split: use weapon: Smart Gun or"),
        ("Ben: /burst who: Grunt target: Near, Bug", "The dice of damage of the Pistol cannot be split: use /fire."),
        ("Ben: /fire who: Sniper target: Grunt", "for the kinds bot, bug and fuzzy (ruling O64), and Grunt is of the"),
        # Aim, ranges, modifiers.
        ("Ann: /fire target: Bug aim: 4", "A Marine can use 1 to 3 Points of aim, not 4."),
        ("Ann: /fire target: Bug aim: -1", "A Marine can use 1 to 3 Points of aim, not -1."),
        (f"Ann: /fire target: Bug aim: {HUGE}", f"A Marine can use 1 to 3 Points of aim, not {HUGE}."),
        ("Ann: /aim target: Bug aim: 9", "A Marine can use 1 to 3 Points of aim, not 9."),
        ("Ann: /fire target: Bug weapon: hand aim: 1", "Hand-to-Hand is not a ranged attack, and only"
        " ranged attacks are aimed"),
        ("Ann: /fire target: Bug weapon: flamethrower aim: 1", "The Flamethrower is never aimed. Leave aim: out."),
        ("Ben: /fire who: Sniper target: Near aim: 1", "The Sniper Rifle is never aimed. Leave aim: out."),
        ("Ann: /throw target: Bug aim: 3", "Sarge has 3 Points left this turn. That attack takes 4 Points."),
        ("GM: /fire who: Hurt target: Near aim: 2", "Hurt has 1 Point left this turn. That attack takes 2 Points."),
        ("Ann: /fire target: Bug range: 0", "Range is 1 to 999 spaces, not 0."),
        ("Ann: /fire target: Bug range: -1", "Range is 1 to 999 spaces, not -1."),
        (f"Ann: /fire target: Bug range: {HUGE}", f"Range is 1 to 999 spaces, not {HUGE}."),
        ("Ann: /odds target: Bug range: 0", "Range is 1 to 999 spaces, not 0."),
        ("Ann: /throw target: Bug range: 12", "it takes 14 on two dice, which reach 12; aim longer or get closer."),
        ("Ann: /throw target: Bug range: 99", "it takes 101 on two dice, which reach 12; get closer."),
        ("Ann: /fire target: Queen weapon: flamethrower range: 9", "reaches 8 spaces, and Queen is 9 spaces away"),
        ("Ann: /fire target: Walled", "the obstruction at G4 is in the way. Use /move first,"
        " or attack a figure in sight."),
        ("Ann: /fire target: Bug mod: nonsense", "“nonsense” is not a modifier. Start with a number:"
            " -3 smoke, or +2"),
        ("Ann: /fire target: Bug mod: 999", "A modifier is -30 to +30, not 999."),
        ("Ann: /fire target: Bug weapon: flamethrower mod: -1 smoke", "The Flamethrower hits automatically,"
            " without a target number"),
        # Dice of damage.
        ("Ann: /fire target: Bug how: x", ATTACKING),
        ("Ann: /fire target: Bug how: 🔥", ATTACKING),
        ("Ann: /odds target: Bug how: x", ATTACKING),
        (f"Ann: /fire target: Bug how: {'x' * 300}", "how: has 300 characters. The limit is 200."),
        ("Ann: /fire target: Bug how: 2 dice", "The damage of the Rifle is fixed. Leave how: out."),
        ("Ann: /fire target: Bug how: blow through", "One target takes all the dice. Use /burst to"
            " split them between several"),
        ("Ann: /fire target: Bug weapon: flamethrower how: 4 dice", "The Flamethrower rolls 1 to 3 dice of"
            " damage, 1 Point each, not "),
        ("Ann: /fire target: Bug weapon: flamethrower how: 0 dice", "The Flamethrower rolls 1 to 3 dice of"
            " damage, 1 Point each, not "),
        ("Ann: /burst target: Bug, Bug 2 how: 2 1", "The Smart Gun has 2 dice to split. Use all of them, not 3."),
        ("Ann: /burst target: Bug, Bug 2 how: 0 2", "each of the 2 targets at least one die, such as 1 1."),
        ("Ann: /burst target: Bug, Bug 2 how: blow through", "The fire blows through only into spaces"
            " directly behind Bug, one after the other"),
        ("Ann: /burst target: Bug, Bug 2, Queen", "The Smart Gun rolls at most 2 dice, and each"
        " target needs at least one."),
        # Dice thrown on a table.
        ("Ann: /fire target: Bug dice: 7", "Give a roll from 1 to 6 for Sarge's attack at Bug, first"
            " die. 7 is not possible"),
        ("Ann: /fire target: Bug dice: 3 0", "Give a roll from 1 to 6 for Sarge's attack at Bug,"
            " second die. 0 is not possible"),
        ("Ann: /fire target: Bug dice: x", "“x” is not a die roll. Give whole numbers and spaces, such as 3 1 4."),
        # Cover fire.
        ("Ann: /fire target: D4 how: cover fire", "Cover fire covers the farthest space in sight, here L12"),
        ("Ann: /fire target: H3 how: cover fire", "Bug is at H3. Cover fire needs empty spaces."),
        ("Ann: /fire target: C3 how: cover fire", "Sarge is at C3. Cover fire needs empty spaces."),
        ("Ann: /fire target: Bug how: cover fire", "Cover fire needs places as targets: target: D7,"
            " or several adjacent ones, D7, D8"),
        ("Ann: /fire target: G4 how: cover fire", "There is an obstruction at G4. Choose another place."),
        ("Ann: /fire target: Z99 how: cover fire", "Z99 is off the map, which goes from A1 to T12."),
        ("Ann: /fire target: K5 how: cover fire", "does not see K5: G4 is in the way. Cover a space in sight."),
        ("Ann: /fire target: T1 how: cover fire range: 5", "Cover fire uses the map. Leave range: out."),
        ("Ann: /fire target: T1, T3 how: cover fire", "adjacent, one after the other. T1 and T3 are not."),
        ("Ann: /fire target: T1 how: cover fire weapon: hand", "Cover fire needs a ranged weapon, and"
            " Hand-to-Hand is not one"),
        ("Ann: /fire target: T1 how: cover fire weapon: flamethrower", "reaches 8 spaces, and T1 is 17 spaces away"),
        ("Ann: /fire target: T1 how: cover fire aim: 3", "Sarge has 3 Points left this turn. That"
            " cover fire takes 4 Points."),
        ("Ann: /fire target: T1 how: cover fire, x", ATTACKING),
        ("Ann: /burst target: T1, T2 how: cover fire", "Declare cover fire with /fire: target: a place, how"),
        ("Ann: /throw target: T1 how: cover fire", "Declare cover fire with /fire: target: a place, how"),
        ("GM: /fire who: Adrift target: K4 how: cover fire", "Cover fire needs a map with Adrift on it"),
        # Moves.
        ("Ann: /move to: G4", "There is an obstruction at G4. Choose another place."),
        ("Ann: /move to: Z99", "Z99 is off the map, which goes from A1 to T12."),
        ("Ann: /move to: H3", "Bug is at H3. Choose a free place."),
        ("Ann: /move to: C3", "Sarge is already at C3."),
        ("Ann: /move to: H7", "Moving 5 spaces takes 5 Points: they get as far as F6."),
        ("Ann: /move to: nowhere", "“nowhere” is not a place. Give column and row from A1 to CU99: C4."),
        (f"Ann: /move to: {'x' * 500}", "is not a place. Give column and row from A1 to CU99"),
        ("Ann: /move to: 🔥", "“🔥” is not a place. Give column and row from A1 to CU99"),
        ("Ann: /move to: D3 how: flying", f"“flying” {MANNERS}"),
        ("Ann: /move to: D3 how: 🔥", f"“🔥” {MANNERS}"),
        ("Ann: /move to: D3 how: fly", "Sarge does not fly. Leave fly and land out."),
        ("Ann: /move to: D3 how: via", "Give 1 to 20 places after “via”: via C3 D4."),
        ("Ann: /move to: D3 how: via nonsense", "“nonsense” is not a place. Give column and row from A1 to CU99"),
        ("Ann: /move to: D3 how: via D4 via D5", "“via” is given twice. how: takes command"),
        ("Ann: /move to: D3 how: via Z99", "Z99 is off the map, which goes from A1 to T12."),
        ("Ann: /move to: D3 how: via G4", "There is an obstruction at G4. Choose another place."),
        ("Ann: /move to: D3 how: via H3", "An enemy is at H3, and Sarge cannot pass there. Choose another way."),
        (f"Ann: /move to: D3 how: via{' D4 D5' * 11}", "Give 1 to 20 places after “via”"),
        ("Ann: /move to: D3 cost: -1", "Cost is 0 to 99 Points, not -1."),
        (f"Ann: /move to: D3 cost: {HUGE}", f"Cost is 0 to 99 Points, not {HUGE}."),
        ("Ann: /move to: D3 cost: 4", "Sarge has 3 Points left this turn. That move takes 4 Points."),
        ("GM: /move who: Adrift to: D3 how: fly", "Adrift is not on the map yet and is placed for"
            " free. Leave how: and cost"),
        ("GM: /move who: Fresh to: B11", "Fresh was placed in this phase. A reinforcement may act at"
            " once, and move next turn"),
        # Command Points.
        ("Ann: /move to: D3 how: command", "No other leader on Sarge's side has Command Points left for it this turn"),
        ("Ann: /move to: D3 how: command 0", "The least is half a Command Point. Use command 1 for"
            " one, or leave command out"),
        ("Ann: /move to: D3 how: command 1.3", f"“1.3” {MANNERS}"),
        ("Ann: /move to: D3 how: command from", "Name the leader after “from”: command 2 from Sarge."),
        ("Ben: /move who: Grunt to: C5", "they get as far as B6, and how: command lets Sarge help them."),
        ("Ben: /move who: Grunt to: C7 how: command 99", "Sarge has 3 Command Points left this turn, not 99."),
        ("Ben: /move who: Grunt to: C7 how: command 3.5", "Sarge has 3 Command Points left this turn, not 3.5."),
        ("Ben: /move who: Grunt to: C7 how: command from Cap", "I don't know the leader with Command"
            " Points left “Cap”. Known:"),
        ("Ben: /move who: Grunt to: C7 how: command 1 from Queen", "I don't know the leader with Command"
            " Points left “Queen”"),
        # Other actions.
        ("Ann: /act what: \u200b", "Describe what happens in 1 to 200 characters, with at least one letter or digit."),
        (f"Ann: /act what: {'x' * 300}", "That has 300 characters. The limit is 200."),
        ("Ann: /act what: opens cost: -1", "Cost is 0 to 99 Points, not -1."),
        ("Ann: /act what: opens cost: 4", "Sarge has 3 Points left this turn. That takes 4 Points."),
        ("Ann: /act what: take off", "Sarge does not fly. Leave fly and land out."),
        ("Ann: /act what: fly", "Sarge does not fly. Leave fly and land out."),
        ("Ann: /act what: move 2", "Sarge is on the map at C3. Use /move with the place to go to."),
        ("Ann: /act what: move to D4", "Use /move with the place"),
        ("Ann: /act what: throw", "Use /fire, /burst or /throw for an attack, with target: and weapon"),
        ("Ann: /act what: aim", "Aiming is part of an attack: /fire with aim: 2 spends 2 Points on it."),
        ("Ann: /act what: reload", "Use /reload to reload."),
        ("GM: /act who: Adrift what: move 0", "Give 1 to 99 spaces."),
        ("GM: /act who: Adrift what: move -2", "Give 1 to 99 spaces."),
        ("GM: /act who: Adrift what: move 99999", "Give 1 to 99 spaces."),
        ("GM: /act who: Adrift what: move 4", "Adrift has 3 Points left this turn. Moving 4 spaces takes 4 Points."),
        ("GM: /act who: Adrift what: move 2 via D3", "Without a map there are no places on the way. Leave via out."),
        ("GM: /act who: Adrift what: move 2 nonsense", f"“nonsense” {MANNERS}"),
        ("Ann: /duck", "Space Marines has no ducking"),
        ("Ann: /ammo buy sort: AP price: 50 die: d6", "Marines has no rule for purchases. The GM"
            " sets ammunition with /adjust, for example spares 4"),
        # Ammunition.
        ("GM: /fire who: Empty target: Near", "The Rifle is empty, and Empty has no spare load left for it."),
        ("GM: /reload who: Empty", "Empty has no spare load left for the Rifle."),
        ("GM: /reload who: Empty weapon: grenade", "The Grenade is never reloaded; Empty can reload: Rifle."),
        ("Ann: /reload weapon: hand", "Hand-to-Hand is never reloaded; Sarge can reload: Rifle, Smart Gun"),
        ("Ann: /reload weapon: railgun", "“railgun”. Known: Rifle, Grenade, Smart Gun"),
        ("Ann: /reload how: fast", "Space Marines has one way to reload. Leave how: out."),
        ("Ann: /reload", "The Rifle is full: 16 of 16 boxes."),
        # Whose turn it is.
        ("GM: /fire who: Cap target: Bug", "Cap is out of play. The GM can bring them back with /adjust."),
        ("GM: /pass who: Cap", "Cap is out of play. The GM can bring them back with /adjust."),
        ("GM: /fire who: Bug target: Sarge", "one of the Bad Guys, and it is the Good Guys'"
        " phase. Use /next to end it."),
        ("GM: /reload who: Bug", "one of the Bad Guys, and it is the Good Guys' phase. Use /next to end it."),
        ("GM: /fire who: Doer target: Near", "Doer is done for this turn. Their turn ends with their"
            " action, or with another figure's move or action after their own"),
        ("GM: /move who: Doer to: A10", "Doer is done for this turn. Their turn ends with their"
            " action, or with another figure's move or action after their own"),
        ("GM: /act who: Doer what: dances", "Doer is done for this turn. Their turn ends with their"
            " action, or with another figure's move or action after their own"),
        ("Ann: /answer choice: fire", "Nobody has a question to answer now."),
        ("Ann: /answer choice: fire who: Grunt", "Grunt is not yours to order"),
        ("GM: /next time: 5 min", "A turn of Space Marines has no seconds. Leave time: out; /next ends the phase."),
        ("GM: /next time: nonsense", "30 seconds, 5 min, 2 h or 3 days 4 hours"),
        ("Ann: /next", "Still to act: "),
        # Sheet lines, and what the GM sets.
        ("GM: /combatant add sheet: nonsense", "(known: Marine, Shock Marine, Bug Warrior, Bug Leader"),
        ("GM: /combatant add sheet: leader", "A sheet line names a troop type. Known: Marine, Shock Marine"),
        (f"GM: /combatant add sheet: {'x' * 600}", "at most 500 characters. This one has 600."),
        ("GM: /combatant add sheet: Bug Warrior, rifle", "A Bug Warrior has no rifle. Its attacks are: Hand-to-Hand."),
        ("GM: /combatant add sheet: Bug Warrior leader", "A Bug Warrior has no Command Points. Leave “leader” out."),
        ("GM: /combatant add sheet: Marine, rifle, rifle", "A figure carries one weapon of each"
            " name. Name each weapon once."),
        ("GM: /combatant add sheet: Marine, wounds 3", "3 wounds would kill, because it has 3 Points."),
        ("GM: /combatant add sheet: Marine, points 99", "“points” is 1 to 20, not 99."),
        ("GM: /combatant add sheet: Marine, rifle loaded 99", "Rifle: at most 16 boxes, not 99."),
        ("GM: /combatant add sheet: Marine, grenade spares 2", "Grenade: a thrown weapon has no spares"),
        ("GM: /combatant add sheet: Marine at: G4", "There is an obstruction at G4. Choose another place."),
        ("GM: /adjust who: Sarge changes: nonsense", "I don't know “nonsense” (known: at, off the map"),
        ("GM: /adjust who: Sarge changes: \u200b", "What do you want to set? For example at C4, off the"
        " map, dead, alive, wounds 1"),
        ("GM: /adjust who: Sarge changes: wounds -1", "“wounds” is 0 to 20, not -1."),
        ("GM: /adjust who: Sarge changes: points 4", "Sarge has 3 Points a turn and cannot have more left."),
        ("GM: /adjust who: Sarge changes: points 1.3", "Points go in halves: points 1.5, not 1.3."),
        ("GM: /adjust who: Grunt changes: command 1", "Grunt is not a leader and has no Command"
            " Points. Leave command out."),
        ("GM: /adjust who: Grunt changes: flying", "Grunt (Marine) does not fly. Leave flying and on the ground out."),
        ("GM: /adjust who: Sarge changes: at G4", "There is an obstruction at G4. Choose another place."),
        ("GM: /adjust who: Sarge changes: at C9", "Grunt is at C9. Choose a free place."),
        ("GM: /adjust who: Sarge changes: stop covering", "Sarge is not covering anything."),
        ("Ann: /adjust who: Sarge changes: wounds 0", "Only the GM of this encounter can do that"),
        # Switches, the map, events.
        ("GM: /encounter options name: ammunition value: maybe", "“ammunition” can be none, boxes or tokens."),
        ("GM: /encounter options name: spaces value: triangles", "“spaces” can be squares or hexes."),
        ("GM: /encounter options name: bad guys value: me", "“bad guys” can be bot or people."),
        ("GM: /encounter options name: 🔥 value: x", "This encounter has no switch “🔥”. /encounter"
            " options lists them"),
        ("Ann: /encounter options name: spaces value: hexes", "Only the GM of this encounter can do that"),
        ("GM: /encounter map size: 41x2", "each from 1 to 40."),
        ("GM: /encounter map size: 9x9 rough: nonsense", "“nonsense” is not a place. Give column and"
            " row from A1 to CU99"),
        ("GM: /encounter event text: boom turn: 1", "Give a turn from 2 to 1,000,000, or 0 to cancel the event"),
        (f"GM: /encounter event text: boom turn: {HUGE}", "Give a turn from 2 to 1,000,000, or 0 to"
            " cancel the event"),
        ("GM: /encounter event text: boom turn: 2 every: -1", "An event happens once (every: 0), or every 1 to"),
        ("GM: /encounter event text: \u200b turn: 2", "Describe the event in 1 to 200 characters,"
            " with at least one letter or digit"),
        (f"GM: /encounter event text: {'x' * 201} turn: 2", "Describe the event in 1 to 200"
            " characters, with at least one letter or digit"),
        ("Ann: /encounter event text: boom turn: 2", "Only the GM of this encounter can do that"),
        # Quick rulings.
        ("Ann: /fire who: Marine target: Bug Warrior"
        " range: 0 ruleset: space_marines", "Range is 1 to 999 spaces, not 0."),
        ("Ann: /fire who: Bug Warrior target: Marine range: 4 ruleset: space_marines", "reaches an adjacent space"),
        ("Ann: /throw who: Marine target: Bug Warrior range: 4 ruleset: space_marines", "Marine has nothing to throw"),
        ("Ann: /fire who: nonsense range: 4 ruleset: space_marines", "(known: Marine, Shock Marine"),
        ("Ann: /reload who: Marine ruleset: space_marines", "Ammunition is not counted in a quick ruling"),
        ("Ann: /heal who: Marine target: Marine ruleset: space_marines", "Space Marines has no healing"),
        ("Ann: /fire ruleset: space_marines", "who: a sheet line, such as Marine leader, rifle, grenade."),
    ],
)  # fmt: skip
async def test_it_is_refused_with_a_sentence(running: Game, typed: str, wanted: str) -> None:
    await refused(running, typed, wanted)


TROOP = 'name = "Munch"\nkind = "munchkin"\ncamp = "bad"\npoints = 2\n'
CLAW = '[[attacks]]\nname = "Claw"\nsort = "hand"\nnumber = 6\ndamage = "1d"\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "name: is missing; kind: is missing; camp: is missing; points: is missing."),
        ("name = 3\nkind = 4\ncamp = 5\npoints = 'x'", "name: put a name in quotation marks; kind: "),
        (TROOP.replace("= 2", "= 99999999999999999999"), "points: should be less than or equal to 20."),
        (TROOP.replace("= 2", "= 2.5"), "points: should be a whole number."),
        (TROOP + "movement = nan", "movement: Points are 0 to 9 in steps of 0.5."),
        (TROOP + "movement = 1e308", "movement: Points are 0 to 9 in steps of 0.5."),
        (TROOP + "luck = 1", "luck: is not a word of a troop type."),
        (TROOP + "aim = " + "[" * 30_000, "This troop type is not valid TOML. Begin with the"
        " example from /weapon add."),
        (TROOP + "aim = " + "[" * 200 + "]" * 200, "aim is [1, 3, 6] for 1, 2 and 3 Points"),
        (TROOP + "also = 'x'", "also: should be a list in brackets."),
        (TROOP + "attacks = 'x'", "attacks: put each attack under a line [[attacks]]."),
        (TROOP + "attacks = [1]", "attack 1: should be a table."),
        (TROOP + "[[attacks]]", "attack 1, name: is missing; attack 1, sort: is missing; attack 1, damage: is"),
        (TROOP + CLAW.replace("1d", "9d9"), 'attack 1, damage: write damage as "1d", "1/2d"'),
        (TROOP + CLAW.replace("= 6", "= 999"), "attack 1, number: should be less than or equal to 99."),
        (TROOP + CLAW + CLAW, "attacks: two attacks have the same name."),
        (TROOP + "".join(CLAW.replace("Claw", f"Claw {n}") for n in range(13)), "attacks: should have at most 12"),
        (TROOP + CLAW + "versus = { 'two words' = 1 }", "versus, two words: a kind is one word in quotation marks"),
        (TROOP + CLAW.replace("Claw", "leader"), "“leader” has another meaning in a sheet line;"
            " choose another name."),
        (TROOP + CLAW.replace("Claw", "Marine"), "“Marine” is a troop type; choose another name for the attack."),
        (TROOP + CLAW.replace("Claw", "Munch"), "“Munch” is a troop type; choose another name for the attack."),
        (TROOP.replace("Munch", "wounds"), "“wounds” has another meaning in a sheet line; choose another name."),
        (TROOP.replace("Munch", "Rifle"), "a troop type cannot have the name of a weapon of the book."),
        (TROOP.replace("Munch", "hth"), "a troop type cannot have the name of a weapon of the book."),
        (TROOP.replace("Munch", "x" * 41), "a name has 1 to 40 characters, with at least one letter and none of , "),
        (TROOP.replace("Munch", "🔥"), "a name has 1 to 40 characters, with at least one letter and none of , "),
        ("#" * 64 * 1024 + "\n", "That file has 65,537 bytes. The limit is 65,536 (64 KiB)."),
    ],
)  # fmt: skip
async def test_a_troop_type_that_does_not_read(running: Game, text: str, wanted: str) -> None:
    before = await running.head()
    answer = await running.gm.slash(CHANNEL, "weapon add", file=("troop.toml", text.encode()))
    helped(answer, wanted)
    assert await running.head() == before


async def test_while_somebody_is_asked_nothing_else_is_done(crossing: Game) -> None:
    await says(crossing, "GM: /move who: Bug to: H3")
    first = "Sarge must answer first (fire or hold fire): Bug enters H3, which Sarge covers with the Rifle. Fire?"
    for order in (
        "/fire who: Bug 2 target: Sarge", "/throw who: Bug 2 target: Sarge", "/burst who: Bug 2 target: Sarge, Grunt",
        "/move who: Bug 2 to: J6", "/move who: Bug to: G3", "/act who: Scout what: dances",
        "/act who: Scout what: take off", "/fire who: Sarge target: Bug", "/next",
    ):  # fmt: skip
        await refused(crossing, f"GM: {order}", first)
    known = "Known: fire and hold fire."
    for choice in ("run", "🔥", "x" * 100, "\u200b"):
        await refused(crossing, f"Ann: /answer choice: {choice}", known)
    await refused(crossing, "Ann: /answer choice: fire who: Bug", "Bug is not yours to order")
    await refused(crossing, "Ann: /answer choice: fire dice: 7", "7 is not possible.")
    await refused(crossing, "Ann: /next", "Still to act: Sarge")
    for order in ("/answer choice: fire", "/answer choice: fire who: Sarge"):
        await refused(crossing, f"Ben: {order}", "Sarge is not yours to order (yours: Grunt).")


async def test_an_answer_pressed_three_times_is_given_once(crossing: Game) -> None:
    asked = await types(crossing, "GM: /move who: Bug to: H3")
    before = len((await crossing.encounter()).agenda)
    helped(await crossing.ben.click(asked, "Sarge: fire"), "Sarge is not yours to order (yours: Grunt).")
    start = (await crossing.head()).seq
    pressed = ("Sarge: hold fire", "Sarge: fire", "Sarge: hold fire")
    await asyncio.gather(*(crossing.ann.click(asked, choice) for choice in pressed))
    assert len((await crossing.encounter()).agenda) == before - 2
    assert (await crossing.head()).seq == start + 1
    await refused(crossing, "Ann: /answer choice: fire", "Nobody has a question to answer now.")


async def test_an_old_button_gives_no_second_order(crossing: Game) -> None:
    moved = await types(crossing, "GM: /move who: Bug 2 to: J6")
    await says(crossing, "GM: /next")
    before = await crossing.head()
    late = await crossing.gm.click(moved, "Next")
    await late.until(lambda answer: bool(answer.followups))
    (said,) = late.followups
    assert said["flags"] & 64 and said["content"]
    assert await crossing.head() == before


async def test_what_flies_and_what_does_not(crossing: Game) -> None:
    await refused(crossing, "GM: /act who: Scout what: land", "Scout is already on the ground. Leave land out.")
    await refused(crossing, "GM: /move who: Scout to: H8 how: land", "Scout is already on the ground. Leave land out.")
    await says(crossing, "GM: /act who: Scout what: take off")
    await refused(crossing, "GM: /act who: Scout what: take off", "Scout is already in the air. Leave fly out.")
    await refused(crossing, "GM: /move who: Scout to: H8 how: fly", "Scout is already in the air. Leave fly out.")
    await says(crossing, "GM: /move who: Bug to: J4")
    await refused(
        crossing,
        "GM: /move who: Scout to: H8",
        "Scout is done for this turn. Their turn"
        " ends with their action, or with another figure's move or action after their own",
    )


async def test_uncounted_ammunition_is_not_reloaded(crossing: Game) -> None:
    await says(crossing, "GM: /next")
    await refused(
        crossing, "Ann: /reload", "Keep firing, or ask the GM to set the switch “ammunition” to boxes or tokens."
    )
    await refused(crossing, "GM: /adjust who: Sarge changes: loaded 1", "Leave loaded and spares out.")
