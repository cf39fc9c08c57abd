"""What people type wrong in a skirmish of Savage Worlds: one private sentence that helps, and nothing changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from rules.engine.agenda import Question
from tests.cogs.conftest import CHANNEL, Game, helped, laid_out, refused, says, types

pytestmark = pytest.mark.asyncio(loop_scope="module")

HUGE = 2**53
LINES = (
    "GM: /encounter start ruleset: savage",
    "GM: /encounter map size: 14x9 walls: D3-D4 K4",
    "GM: /combatant add sheet: Shooting d10, Wild Card, Assault Rifle, Pistol, 2 grenades name: Pike at: B4"
    " owner: @Ann",
    "GM: /combatant add sheet: Shooting d8, Revolver loaded 1, spares 0 name: Vale at: B6 owner: @Ben",
    "GM: /combatant add sheet: Shooting d6, extra, Machine Gun, AP spares 1 name: Gunner at: A5 owner: @Ben",
    "GM: /combatant add sheet: Pistol name: Dieless at: A1",
    "GM: /combatant add sheet: Shooting d6 name: Unarmed at: A2",
    "GM: /combatant add sheet: Shooting d6, Pistol, grenade name: Empty at: A3",
    "GM: /combatant add sheet: Shooting d6, Shotgun loaded 0, spares 0, Rocket Launcher name: Bare at: A4",
    "GM: /combatant add sheet: Shooting d6, Submachine Gun name: Thug at: I6",
    "GM: /combatant add sheet: Shooting d6, Submachine Gun name: Thug 2 at: J3",
    "GM: /combatant add sheet: Shooting d6, Pistol name: Gone at: J5",
    "GM: /adjust who: Empty changes: loaded 0",
    "GM: /adjust who: Empty changes: weapon 2",
    "GM: /adjust who: Empty changes: loaded 0",
    "GM: /adjust who: Empty changes: weapon 1",
    "GM: /adjust who: Gone changes: dead",
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


IN_PLAY = "in play: Vale, Gunner, Dieless, Unarmed, Empty, Bare and 2 more."
MODES = "(known: single shot, double tap, three-round burst, automatic, rapid attack, dice, target number)."
DICE = "The trait die of a Purchase roll is a d4, d6, d8, d10 or d12."


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # Whom, and who.
        ("Ann: /fire target: Thugg", "“Thugg” is no known name; nearest: Thug or Thug 2."),
        ("Ann: /fire target: 🔥", "“🔥” is no known name; known: Pike"),
        ("Ann: /fire target: \u200b", "is no known name; known: Pike"),
        (f"Ann: /fire target: {'x' * 600}", "is no known name; known: Pike"),
        ("Ann: /fire target: E5", "“E5” is no known name; known: Pike"),
        ("Ann: /throw target: E5", "“E5” is no known name; known: Pike"),
        # A place of the map that is no line of a sheet either.
        ("Ann: /throw target: D4", "“D4” is no known name; known: Pike"),
        ("Ann: /fire target: Gone", f"Gone is out of play already; {IN_PLAY}"),
        ("Ann: /odds target: Gone", f"Gone is out of play already; {IN_PLAY}"),
        ("Ann: /fire target: Pike", f"Nobody can shoot at themselves; {IN_PLAY}"),
        ("Ann: /odds target: Pike", f"Nobody can shoot at themselves; {IN_PLAY}"),
        ("Ann: /fire target: Thug, Thug 2", "This attack, Single Shot, has one target, not 2."),
        ("Ann: /burst target: Thug, Thug 2 how: 1 die", "This attack, Automatic Fire, has one target, not 2."),
        ("Ann: /fire target: Thug who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("Ann: /fire target: Thug who: Nobody", "“Nobody” is no known name; known: Pike"),
        ("Ann: /pass who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("GM: /fire who: Gone target: Thug", "Gone is out of play; the GM can bring anyone back with /adjust."),
        ("GM: /reload who: Gone", "Gone is out of play; the GM can bring anyone back with /adjust."),
        ("GM: /move who: Gone to: A9", "Gone is out of play; the GM can bring anyone back with /adjust."),
        ("GM: /ammo buy sort: AP price: 50 die: d6 who: Gone", "Gone is out of play; the GM can bring anyone back"),
        ("GM: /fire who: Dieless target: Thug", "The Shooting die of Dieless is not known: a sheet line gives it"),
        ("GM: /odds who: Dieless target: Thug", "The Shooting die of Dieless is not known: a sheet line gives it"),
        # Weapons, and what is in them.
        ("Ann: /fire target: Thug weapon: Bazooka", "is no known weapon here; known: Assault Rifle, Pistol and"),
        ("Ann: /fire target: Thug weapon: Revolver", "is no known weapon here; known: Assault Rifle, Pistol and"),
        ("Ann: /reload weapon: Bazooka", "is no known weapon here; known: Assault Rifle, Pistol and Grenade."),
        ("Ann: /fire target: Thug weapon: grenade", "The Grenade is thrown: use /throw."),
        ("Ann: /burst target: Thug weapon: grenade", "The Grenade is thrown: use /throw."),
        ("Ann: /throw target: Thug weapon: pistol", "The Pistol is not for throwing: use /fire."),
        ("Ben: /throw who: Vale target: Thug", "The Revolver is not for throwing: use /fire."),
        ("GM: /fire who: Unarmed target: Thug", "Unarmed carries no weapon; the sheet line names some, such as Pistol"),
        ("GM: /reload who: Unarmed", "Unarmed carries no weapon; the sheet line names some, such as Pistol"),
        ("GM: /fire who: Empty target: Thug", "The Pistol is empty: /reload puts a fresh magazine in."),
        ("GM: /throw who: Empty target: Thug", "No Grenade is left; choose another weapon."),
        ("GM: /fire who: Bare target: Thug", "The Shotgun is empty, with no spare load left for it: /ammo buy rolls"),
        ("GM: /reload who: Bare", "Bare has no spare load left for the Shotgun; /ammo buy rolls for a supply."),
        ("Ben: /reload who: Vale", "Vale has no spare load left for the Revolver; /ammo buy rolls for a supply."),
        ("GM: /reload who: Bare weapon: rocket", "The Rocket Launcher is counted plainly and cannot be reloaded"),
        ("Ann: /reload", "The Assault Rifle holds 2 of 2 tokens already."),
        ("Ann: /reload how: AP", "“AP” is no known ammunition here; known: Standard."),
        ("Ann: /reload how: 🔥", "“🔥” is no known ammunition here; known: Standard."),
        ("Ben: /reload who: Gunner how: Plutonium", "“Plutonium” is no known ammunition here; known: Standard and AP."),
        # What is in the group's own book.
        ("Ann: /fire target: Thug aim: 1", "Aiming is in your own book: leave aim: out"),
        ("Ann: /aim target: Thug aim: 2", "Aiming is in your own book: leave aim: out"),
        (f"Ann: /fire target: Thug range: {HUGE}", "Ranges are in your own book: leave range: out"),
        ("Ann: /fire target: Thug range: -1", "Ranges are in your own book: leave range: out"),
        ("Ann: /duck", "Getting into cover is in your own book"),
        ("Ann: /heal target: Vale", "Wounds are in your own book"),
        ("Ann: /move to: C4 how: command", "Ways of moving are in your own book: leave how: out."),
        ("Ann: /move to: C4 cost: 1", "Moving costs nothing here, Pace is counted by your own book: leave cost: out."),
        ("Ann: /act what: dances cost: 1", "Actions are not counted here: leave cost: out."),
        # Fire modes, dice, target numbers.
        ("Ann: /fire target: Thug how: x", f"“x” is not known {MODES}"),
        ("Ann: /fire target: Thug how: 🔥", f"“🔥” is not known {MODES}"),
        ("Ann: /throw target: Thug how: x", f"“x” is not known {MODES}"),
        ("Ann: /odds target: Thug how: x", f"“x” is not known {MODES}"),
        (f"Ann: /fire target: Thug how: {'x' * 201}", "how: has 201 characters; at most 200 are taken."),
        ("Ann: /fire target: Thug how: TN 99", "“TN” goes from 1 to 40, not 99."),
        ("Ann: /fire target: Thug how: TN -5", "“TN” goes from 1 to 40, not -5."),
        ("Ann: /fire target: Thug how: TN", "“TN” wants a number from 1 to 40 behind it."),
        ("Ann: /fire target: Thug how: automatic", "Automatic Fire goes with /burst; /fire is for Single Shot, Double"),
        ("Ann: /fire target: Thug how: 3 dice", "Automatic Fire goes with /burst; /fire is for Single Shot, Double"),
        ("Ann: /fire target: Thug how: three-round burst", "3-Round Burst goes with /burst; /fire is for Single Shot"),
        ("Ann: /burst target: Thug how: double tap", "Double Tap goes with /fire; /burst is for bursts, automatic"),
        ("Ann: /burst target: Thug how: single shot", "Single Shot goes with /fire; /burst is for bursts, automatic"),
        ("Ann: /fire target: Thug how: rapid attack", "“rapid attack” wants a number from 1 to 6 behind it."),
        ("Ann: /fire target: Thug how: rapid attack 7", "“rapid attack” goes from 1 to 6, not 7."),
        ("Ann: /odds target: Thug how: rapid attack 7", "“rapid attack” goes from 1 to 6, not 7."),
        ("Ann: /fire target: Thug how: rapid attack 5", "2 shots for each token: with 2 tokens at most 4, not 5."),
        ("Ben: /fire who: Vale target: Thug how: rapid attack 3", "with 1 token at most 2, not 3."),
        ("Ann: /fire target: Thug how: rapid attack 2, double tap", "A rapid attack is no Double Tap: say one of"),
        ("Ann: /fire target: Thug how: rapid attack 2, 3 dice", "Dice are said of automatic fire alone"),
        ("Ann: /fire target: Thug how: double tap, single shot", "“single shot” contradicts what is said before it."),
        ("Ann: /burst target: Thug how: 4 dice", "The Assault Rifle has a ROF of 3: no more Shooting dice than that."),
        ("Ann: /burst target: Thug how: 7 dice", "“dice” goes from 1 to 6, not 7."),
        ("Ann: /burst target: Thug how: 0 dice", "“dice” goes from 1 to 6, not 0."),
        ("Ann: /odds target: Thug how: 5 dice", "The Assault Rifle has a ROF of 3: no more Shooting dice than that."),
        ("Ann: /burst target: Thug weapon: pistol", "say of how many, such as how: rapid attack 2."),
        ("Ben: /fire who: Vale target: Thug how: double tap", "has no Double Tap; it has Single Shot and Rapid"),
        ("GM: /burst who: Bare target: Thug", "The Shotgun has no bursts; it has Single Shot and Double Tap."),
        ("Ann: /throw target: Thug how: automatic", "A throw has no fire modes: how: takes a target number alone"),
        ("Ann: /fire target: Thug mod: x", "is no modifier: give a number and what it is for"),
        ("Ann: /fire target: Thug mod: 999", "A modifier goes from -30 to +30, not 999."),
        # Dice thrown on a table.
        ("Ann: /fire target: Thug dice: 11", "A die of 1 to 10 is wanted for Pike's Shooting die; 11 is not on it."),
        ("Ann: /fire target: Thug dice: 5 7", "A die of 1 to 6 is wanted for Pike's Wild Die; 7 is not on it."),
        ("Ann: /fire target: Thug dice: x", "“x” is no die: type whole numbers and spaces, such as 62 7 04."),
        # Moving, acting, time.
        ("Ann: /move to: D3", "There is an obstruction at D3: choose another place."),
        ("Ann: /move to: B4", "Pike stands at B4 already."),
        ("Ann: /move to: B6", "Vale stands at B6: choose a free place."),
        ("Ann: /move to: Z99", "Z99 is off the map, which goes from A1 to N9."),
        ("Ann: /move to: nowhere", "“nowhere” is no place: give column and row"),
        ("Ann: /act what: \u200b", "Say in 1 to 200 characters what is done, a letter or digit among them."),
        (f"Ann: /act what: {'x' * 300}", "That has 300 characters; at most 200 are taken."),
        ("GM: /next time: 5 min", "Rounds are not counted in seconds here: leave time: out"),
        ("Ann: /next", "Still to act: Pike"),
        ("Ann: /answer choice: lifetime", "Nobody is asked anything just now."),
        ("Ann: /answer choice: lifetime who: Vale", "Vale is not yours to order"),
        # Purchases and weights.
        ("Ann: /ammo buy sort: AP price: 0 die: d6", "A price goes from 1 to 10,000,000, not 0."),
        (f"Ann: /ammo buy sort: AP price: {HUGE} die: d6", "A price goes from 1 to 10,000,000, not"),
        ("Ann: /ammo buy sort: AP price: 50 die: d20", DICE),
        ("Ann: /ammo buy sort: AP price: 50 die: 🔥", DICE),
        (f"Ann: /ammo buy sort: AP price: 50 die: {'9' * 100}", DICE),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 per: crate", "“crate” is no known way of pricing; known: 50 and"),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 term: ever", "is no known term; "),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 mod: x", "is no modifier: give a number and what it is for"),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 dice: 7", "A die of 1 to 6 is wanted for the trait die, d6"),
        ("Ann: /ammo buy sort: Standard price: 50 die: d6", "comes with its gun, for life: there is nothing to buy"),
        (f"Ann: /ammo buy sort: {'x' * 100} price: 50 die: d6", "A sort has 1 to 40 characters"),
        ("Ann: /ammo buy sort: \u200b price: 50 die: d6", "A sort has 1 to 40 characters, a letter or digit among"),
        ("Ann: /ammo buy sort: a,b price: 50 die: d6", "and no commas."),
        ("Ann: /ammo drop sort: AP", "Pike has no supply of anything; /ammo buy rolls for one."),
        ("Ann: /ammo drop sort: AP who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("Ann: /ammo show who: Nobody", "“Nobody” is no known name; known: Pike"),
        ("Ann: /ammo weight", "Say what is to be weighed: tokens: 8, magazine: 30, or both; or what it costs: cost:"),
        ("Ann: /ammo weight tokens: -1", "tokens: goes from 1 to 1,000, not -1."),
        (f"Ann: /ammo weight magazine: {HUGE}", "magazine: goes from 1 to 1,000, not 9,007,199,254,740,992."),
        ("Ann: /ammo weight cost: 0", "cost: goes from 1 to 10,000,000, not 0."),
        # Sheet lines, and what the GM sets.
        ("GM: /combatant add sheet: nonsense", "(known: Shooting d4, Wild Card, Standard supply, Pistol)."),
        (f"GM: /combatant add sheet: {'x' * 600}", "at most 500 characters; this one has 600."),
        ("GM: /combatant add sheet: Shooting d7", "(nearest: shooting d8, shooting d6, shooting d4)."),
        ("GM: /combatant add sheet: Shooting d12+99", "(nearest: shooting d12+4, shooting d12+3, shooting d12+2)."),
        ("GM: /combatant add sheet: Pistol, Pistol", "there are two weapons called Pistol."),
        ("GM: /combatant add sheet: magazine", "“magazine” wants its rounds behind it, such as magazine 30."),
        ("GM: /combatant add sheet: magazine 9999", "“magazine” goes from 1 to 999, not 9999."),
        ("GM: /combatant add sheet: Pistol loaded 99", "the Pistol holds at most 2 tokens, not 99."),
        ("GM: /combatant add sheet: Pistol ROF 7", "“ROF” goes from 1 to 6, not 7."),
        ("GM: /combatant add sheet: Grenade caseless", "the Grenade is counted plainly: leave caseless out."),
        ("GM: /combatant add sheet: Assault Rifle ROF 3 single shot", "“single shot” and a ROF of 3 contradict each"),
        ("GM: /combatant add sheet: Wild Card, extra", "“extra” contradicts what is said before it."),
        ("GM: /combatant add sheet: Shooting d6 at: D3", "There is an obstruction at D3: choose another place."),
        ("GM: /adjust who: Pike changes: loaded 99", "The Assault Rifle holds at most 2 tokens."),
        ("GM: /adjust who: Pike changes: spares 9999", "“spares” goes from 0 to 1000, not 9999."),
        ("GM: /adjust who: Pike changes: at D3", "There is an obstruction at D3: choose another place."),
        ("GM: /adjust who: Pike changes: at B6", "Vale stands at B6: choose a free place."),
        ("GM: /adjust who: Unarmed changes: loaded 1", "Unarmed has no weapon in hand whose ammunition is counted."),
        ("GM: /adjust who: Pike changes: hand 9", "The weapons of Pike are: 1 Assault Rifle, 2 Pistol, 3 Grenade."),
        ("Ann: /adjust who: Pike changes: loaded 1", "Only the GM of this encounter may do that"),
        # Switches, the map, events.
        ("GM: /encounter options name: ammunition value: none", "“ammunition” can be tokens or boxes."),
        ("GM: /encounter options name: gravity value: off", "The switches of this encounter are: next, typed dice,"),
        ("GM: /encounter map size: 9x9 rough: C3", "has no rule for rough ground: leave rough: out."),
        ("GM: /encounter event text: boom turn: -1", "give a round from 2 to 1,000,000, at whose start it happens"),
        (f"GM: /encounter event text: boom turn: 2 every: {HUGE}", "(every: 0), or every 1 to 1,000,000 rounds."),
        ("GM: /encounter event text: \u200b turn: 2", "Say in 1 to 200 characters what happens"),
        ("GM: /encounter event text: boom turn: 0", "“boom” is not planned; nothing is."),
        # Quick rulings.
        ("Ann: /fire who: Pistol ruleset: savage", "The Shooting die of Extra is not known"),
        ("Ann: /fire who: Shooting d8 ruleset: savage", "Extra carries no weapon; the sheet line names some"),
        ("Ann: /throw who: Shooting d8, Pistol ruleset: savage", "The Pistol is not for throwing: use /fire."),
        ("Ann: /burst who: Shooting d8, Shotgun ruleset: savage", "The Shotgun has no bursts"),
        ("Ann: /fire ruleset: savage", "who: a sheet line, as Shooting d8, Wild Card, Assault Rifle, 2 grenades."),
    ],
)  # fmt: skip
async def test_it_is_refused_with_a_sentence(running: Game, typed: str, wanted: str) -> None:
    await refused(running, typed, wanted)


GUN = 'name = "Gun"\nmagazine = 30\n'
ELSE = "has another meaning in a sheet line; call it otherwise."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "This weapon does not read: name: is missing; magazine: is missing."),
        ("name = 3\nmagazine = 'x'\nmodes = 'auto'", "magazine: should be a whole number; modes: should be a list"),
        (GUN.replace("30", "99999999999999999999"), "magazine: should be less than or equal to 999."),
        (GUN.replace("30", "2020-01-01"), "magazine: should be a whole number."),
        (GUN.replace("30", "-1"), "magazine: should be greater than or equal to 1."),
        (GUN + "rate = 7", "rate: should be less than or equal to 6."),
        (GUN + "modes = [1, [2]]", "read: modes: should be among double tap, three-round burst, automatic, rapid"),
        (GUN + "modes = " + "[" * 30_000, "This weapon is no TOML: begin with the example that /weapon add shows."),
        (GUN + "luck = 1", "luck: is no word of a weapon."),
        (GUN + "thrown = true", "what is thrown is counted plainly: add plain = true."),
        (GUN + "plain = true\nrate = 3", "what is counted plainly has neither modes nor a rate"),
        (GUN + "also = ['a', 'b', 'c', 'd', 'e', 'f', 'g']", "also: should have at most 6 items, not 7."),
        (GUN + "also = ['extra']", f"“extra” {ELSE}"),
        *((GUN.replace("Gun", name), f"“{name}” {ELSE}") for name in (
            "Shooting", "d6", "d12+1", "Magazine", "Wild Card", "AP", "AP supply", "Tracer spares", "lifetime", "no",
            "12", "Plutonium supply",
        )),
        (GUN.replace("Gun", "🔥"), "a name has 1 to 40 characters, a letter or digit among them"),
        (GUN.replace("Gun", "x" * 41), "a name has 1 to 40 characters, a letter or digit among them"),
        ("name,Gun\nmagazine,30", "This weapon is no TOML: Expected '=' after a key"),
        ("#" * 64 * 1024 + "\n", "That file has 65,537 bytes; at most 65,536 (64 KiB) are read."),
    ],
)  # fmt: skip
async def test_a_weapon_that_does_not_read(running: Game, text: str, wanted: str) -> None:
    before = await running.head()
    answer = await running.gm.slash(CHANNEL, "weapon add", file=("weapon.toml", text.encode()))
    helped(answer, wanted)
    assert await running.head() == before


async def test_a_choice_of_terms_is_made_once_by_whoever_has_it(fresh: Game) -> None:
    # 3 - 0 (Average) is not enough for life, one level lower it is 3 + 2.
    asked = await types(fresh, "Ann: /ammo buy sort: AP price: 300 die: d8 dice: 3 3")
    assert "one month or a single mission" in asked.content
    await refused(
        fresh,
        "Ann: /ammo buy sort: Tracer price: 300 die: d8",
        "Pike has not said yet for how long the last supply is to be: /answer comes first.",
    )
    await refused(fresh, "GM: /next", "Pike has to answer first: one month, single mission or buy nothing.")
    known = "is no known answer; known: one month, single mission and buy nothing."
    for choice in ("lifetime", "🔥", "x" * 100):
        await refused(fresh, f"Ann: /answer choice: {choice}", known)
    await refused(fresh, "Ann: /answer choice: one month who: Vale", "Vale is not yours to order")
    for order in ("/answer choice: one month", "/answer choice: one month who: Pike"):
        await refused(fresh, f"Ben: {order}", "Pike is not yours to order (yours: Vale and Gunner).")
    helped(await fresh.ben.click(asked, "Pike: one month"), "Pike is not yours to order (yours: Vale and Gunner).")
    start = (await fresh.head()).seq
    await asyncio.gather(*(fresh.ann.click(asked, "Pike: one month") for _ in range(3)))
    after = await fresh.head()
    assert after.seq == start + 1
    assert not any(isinstance(item, Question) for item in after.state.agenda)
    await refused(
        fresh, "Ann: /ammo buy sort: ap price: 300 die: d8 term: one month", "Pike has a one-month supply of AP"
    )
    await refused(fresh, "Ann: /ammo drop sort: Tracer", "“Tracer” is no known supply here; known: AP.")


async def test_an_old_button_gives_no_second_order(fresh: Game) -> None:
    shot = await types(fresh, "Ann: /fire target: Thug dice: 5 5")
    await says(fresh, "GM: /next")
    before = await fresh.head()
    late = await fresh.gm.click(shot, "Next")
    await late.until(lambda answer: bool(answer.followups))
    (said,) = late.followups
    assert said["flags"] & 64 and said["content"]
    assert await fresh.head() == before


async def test_three_shots_need_two_tokens(fresh: Game) -> None:
    await says(fresh, "GM: /adjust who: Pike changes: loaded 1")
    await refused(fresh, "Ann: /fire target: Thug how: rapid attack 3", "with 1 token at most 2, not 3.")
    await says(fresh, "GM: /adjust who: Pike changes: loaded 0, spares 0")
    for how in ("single shot", "double tap", "rapid attack 1"):
        await refused(fresh, f"Ann: /fire target: Thug how: {how}", "with no spare load left for it: /ammo buy rolls")
    await refused(fresh, "Ann: /burst target: Thug", "with no spare load left for it: /ammo buy rolls for a supply.")
    await refused(fresh, "Ann: /reload", "Pike has no spare load left for the Assault Rifle")
