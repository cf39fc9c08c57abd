"""Wrong input in a skirmish of Savage Worlds: one private sentence that helps, and nothing changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from rules.engine.records.agenda import Question
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


IN_PLAY = "In play: Vale, Gunner, Dieless, Unarmed, Empty, Bare and 2 more."
MODES = "(known: single shot, double tap, three-round burst, automatic, rapid attack, dice, target number)."
DICE = "The trait die of a Purchase roll is a d4, d6, d8, d10 or d12."


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        # Whom, and who.
        ("Ann: /fire target: Thugg", "“Thugg”. Nearest: Thug or Thug 2."),
        ("Ann: /fire target: 🔥", "I don't know the name “🔥”. Known: Pike"),
        ("Ann: /fire target: \u200b", "I don't know the name “"),
        (f"Ann: /fire target: {'x' * 600}", "I don't know the name “"),
        ("Ann: /fire target: E5", "I don't know the name “E5”. Known: Pike"),
        ("Ann: /throw target: E5", "I don't know the name “E5”. Known: Pike"),
        # A place of the map that is no line of a sheet either.
        ("Ann: /throw target: D4", "I don't know the name “D4”. Known: Pike"),
        ("Ann: /fire target: Gone", f"Gone is already out of play. {IN_PLAY}"),
        ("Ann: /odds target: Gone", f"Gone is already out of play. {IN_PLAY}"),
        ("Ann: /fire target: Pike", f"You can't shoot at yourself. {IN_PLAY}"),
        ("Ann: /odds target: Pike", f"You can't shoot at yourself. {IN_PLAY}"),
        ("Ann: /fire target: Thug, Thug 2", "This attack, Single Shot, has one target, not 2."),
        ("Ann: /burst target: Thug, Thug 2 how: 1 die", "This attack, Automatic Fire, has one target, not 2."),
        ("Ann: /fire target: Thug who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("Ann: /fire target: Thug who: Nobody", "“Nobody”. Known: Pike"),
        ("Ann: /pass who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("GM: /fire who: Gone target: Thug", "Gone is out of play. The GM can bring them back with /adjust."),
        ("GM: /reload who: Gone", "Gone is out of play. The GM can bring them back with /adjust."),
        ("GM: /move who: Gone to: A9", "Gone is out of play. The GM can bring them back with /adjust."),
        ("GM: /ammo buy sort: AP price: 50 die: d6 who: Gone", "Gone is out of play. The GM can bring"
            " them back with /adjust"),
        ("GM: /fire who: Dieless target: Thug", "Dieless's Shooting die is unknown. Put it in the"
            " sheet line, such as Shooting d6, or ask the GM to set it with /adjust"),
        ("GM: /odds who: Dieless target: Thug", "Dieless's Shooting die is unknown. Put it in the"
            " sheet line, such as Shooting d6, or ask the GM to set it with /adjust"),
        # Weapons, and what is in them.
        ("Ann: /fire target: Thug weapon: Bazooka", "I don't know the weapon “Bazooka”. Known:"
            " Assault Rifle, Pistol and Grenade"),
        ("Ann: /fire target: Thug weapon: Revolver", "I don't know the weapon “Revolver”. Known:"
            " Assault Rifle, Pistol and Grenade"),
        ("Ann: /reload weapon: Bazooka", "I don't know the weapon “Bazooka”. Known: Assault Rifle,"
            " Pistol and Grenade."),
        ("Ann: /fire target: Thug weapon: grenade", "The Grenade is thrown. Use /throw."),
        ("Ann: /burst target: Thug weapon: grenade", "The Grenade is thrown. Use /throw."),
        ("Ann: /throw target: Thug weapon: pistol", "The Pistol can't be thrown. Use /fire."),
        ("Ben: /throw who: Vale target: Thug", "The Revolver can't be thrown. Use /fire."),
        ("GM: /fire who: Unarmed target: Thug", "Unarmed carries no weapon. Add one to the sheet"
            " line, such as Pistol or magazine 15"),
        ("GM: /reload who: Unarmed", "Unarmed carries no weapon. Add one to the sheet line, such as"
            " Pistol or magazine 15"),
        ("GM: /fire who: Empty target: Thug", "The Pistol is empty. Use /reload."),
        ("GM: /throw who: Empty target: Thug", "No Grenade is left. Choose another weapon."),
        ("GM: /fire who: Bare target: Thug", "The Shotgun is empty and has no spare load. Use /ammo"
            " buy to roll for a supply"),
        ("GM: /reload who: Bare", "Bare has no spare load left for the Shotgun. Use /ammo buy to roll for a supply."),
        ("Ben: /reload who: Vale", "Vale has no spare load left for the Revolver. Use /ammo buy to roll for a supply."),
        ("GM: /reload who: Bare weapon: rocket", "The Rocket Launcher is counted one by one and"
            " needs a supply to be reloaded"),
        ("Ann: /reload", "The Assault Rifle already holds 2 of 2 tokens."),
        ("Ann: /reload how: AP", "I don't know the ammunition “AP”. Known: Standard."),
        ("Ann: /reload how: 🔥", "I don't know the ammunition “🔥”. Known: Standard."),
        ("Ben: /reload who: Gunner how: Plutonium", "I don't know the ammunition “Plutonium”. Known:"
            " Standard and AP."),
        # What is in the group's own book.
        ("Ann: /fire target: Thug aim: 1", "Aiming is in your own book. Leave aim: out and give its bonus with mod"),
        ("Ann: /aim target: Thug aim: 2", "Aiming is in your own book. Leave aim: out and give its bonus with mod"),
        (f"Ann: /fire target: Thug range: {HUGE}", "Ranges are in your own book. Leave range: out"),
        ("Ann: /fire target: Thug range: -1", "Ranges are in your own book. Leave range: out"),
        ("Ann: /duck", "Getting into cover is in your own book"),
        ("Ann: /heal target: Vale", "Wounds and healing are in your own book"),
        ("Ann: /move to: C4 how: command", "Ways to move are in your own book. Leave how: out."),
        ("Ann: /move to: C4 cost: 1", "The bot counts no cost for moving: Pace is in your own book. Leave cost: out."),
        ("Ann: /act what: dances cost: 1", "Actions are not counted here. Leave cost: out."),
        # Fire modes, dice, target numbers.
        ("Ann: /fire target: Thug how: x", f"I don't know “x” {MODES}"),
        ("Ann: /fire target: Thug how: 🔥", f"I don't know “🔥” {MODES}"),
        ("Ann: /throw target: Thug how: x", f"I don't know “x” {MODES}"),
        ("Ann: /odds target: Thug how: x", f"I don't know “x” {MODES}"),
        (f"Ann: /fire target: Thug how: {'x' * 201}", "how: has 201 characters. The limit is 200."),
        ("Ann: /fire target: Thug how: TN 99", "“TN” is 1 to 40, not 99."),
        ("Ann: /fire target: Thug how: TN -5", "“TN” is 1 to 40, not -5."),
        ("Ann: /fire target: Thug how: TN", "“TN” needs a number from 1 to 40 after it."),
        ("Ann: /fire target: Thug how: automatic", "Use /burst for Automatic Fire. /fire is for"
            " Single Shot, Double Tap and Rapid Attack"),
        ("Ann: /fire target: Thug how: 3 dice", "Use /burst for Automatic Fire. /fire is for Single"
            " Shot, Double Tap and Rapid Attack"),
        ("Ann: /fire target: Thug how: three-round burst", "Use /burst for 3-Round Burst. /fire is for Single Shot"),
        ("Ann: /burst target: Thug how: double tap", "Use /fire for a Double Tap. /burst is for"
            " bursts, automatic fire and rapid attacks"),
        ("Ann: /burst target: Thug how: single shot", "Use /fire for a Single Shot. /burst is for"
            " bursts, automatic fire and rapid attacks"),
        ("Ann: /fire target: Thug how: rapid attack", "“rapid attack” needs a number from 1 to 6 after it."),
        ("Ann: /fire target: Thug how: rapid attack 7", "“rapid attack” is 1 to 6, not 7."),
        ("Ann: /odds target: Thug how: rapid attack 7", "“rapid attack” is 1 to 6, not 7."),
        ("Ann: /fire target: Thug how: rapid attack 5", "2 shots for each token: with 2 tokens at most 4, not 5."),
        ("Ben: /fire who: Vale target: Thug how: rapid attack 3", "with 1 token at most 2, not 3."),
        ("Ann: /fire target: Thug how: rapid attack 2, double tap", "Rapid attack and Double Tap exclude"
            " each other. Use one of them"),
        ("Ann: /fire target: Thug how: rapid attack 2, 3 dice", "Only automatic fire has dice in how"),
        ("Ann: /fire target: Thug how: double tap, single shot", "“single shot” contradicts an earlier word."),
        ("Ann: /burst target: Thug how: 4 dice", "The Assault Rifle has a ROF of 3, the limit for Shooting dice."),
        ("Ann: /burst target: Thug how: 7 dice", "“dice” is 1 to 6, not 7."),
        ("Ann: /burst target: Thug how: 0 dice", "“dice” is 1 to 6, not 0."),
        ("Ann: /odds target: Thug how: 5 dice", "The Assault Rifle has a ROF of 3, the limit for Shooting dice."),
        ("Ann: /burst target: Thug weapon: pistol", "How many shots in the rapid attack? For example"
            " how: rapid attack 2."),
        ("Ben: /fire who: Vale target: Thug how: double tap", "The Revolver has no Double Tap. It has"
            " Single Shot and Rapid Attack"),
        ("GM: /burst who: Bare target: Thug", "The Shotgun has no bursts. It has Single Shot and Double Tap."),
        ("Ann: /throw target: Thug how: automatic", "A throw has no fire mode. In how: give only a"
            " target number, such as target number 6"),
        ("Ann: /fire target: Thug mod: x", "“x” is not a modifier. Start with a number: -3 smoke, or +2"),
        ("Ann: /fire target: Thug mod: 999", "A modifier is -30 to +30, not 999."),
        # Dice thrown on a table.
        ("Ann: /fire target: Thug dice: 11", "Give a roll from 1 to 10 for Pike's Shooting die. 11 is not possible."),
        ("Ann: /fire target: Thug dice: 5 7", "Give a roll from 1 to 6 for Pike's Wild Die. 7 is not possible."),
        ("Ann: /fire target: Thug dice: x", "“x” is not a die roll. Give whole numbers and spaces, such as 3 1 4."),
        # Moving, acting, time.
        ("Ann: /move to: D3", "There is an obstruction at D3. Choose another place."),
        ("Ann: /move to: B4", "Pike is already at B4."),
        ("Ann: /move to: B6", "Vale is at B6. Choose a free place."),
        ("Ann: /move to: Z99", "Z99 is off the map, which goes from A1 to N9."),
        ("Ann: /move to: nowhere", "“nowhere” is not a place. Give column and row from A1 to CU99"),
        ("Ann: /act what: \u200b", "Describe what happens in 1 to 200 characters, with at least one letter or digit."),
        (f"Ann: /act what: {'x' * 300}", "That has 300 characters. The limit is 200."),
        ("GM: /next time: 5 min", "Rounds have no seconds here. Leave time: out"),
        ("Ann: /next", "Still to act: Pike"),
        ("Ann: /answer choice: lifetime", "Nobody has a question to answer now."),
        ("Ann: /answer choice: lifetime who: Vale", "Vale is not yours to order"),
        # Purchases and weights.
        ("Ann: /ammo buy sort: AP price: 0 die: d6", "Price is 1 to 10,000,000, not 0."),
        (f"Ann: /ammo buy sort: AP price: {HUGE} die: d6", "Price is 1 to 10,000,000, not"),
        ("Ann: /ammo buy sort: AP price: 50 die: d20", DICE),
        ("Ann: /ammo buy sort: AP price: 50 die: 🔥", DICE),
        (f"Ann: /ammo buy sort: AP price: 50 die: {'9' * 100}", DICE),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 per: crate", "I don't know the way of pricing"
            " “crate”. Known: 50 and item"),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 term: ever", "I don't know the term “ever”"),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 mod: x", "“x” is not a modifier. Start with a"
            " number: -3 smoke, or +2"),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("Ann: /ammo buy sort: AP price: 50 die: d6 dice: 7", "Give a roll from 1 to 6 for the trait die, d6"),
        ("Ann: /ammo buy sort: Standard price: 50 die: d6", "comes with its gun for life, so there"
            " is nothing to buy"),
        (f"Ann: /ammo buy sort: {'x' * 100} price: 50 die: d6", "A sort has 1 to 40 characters"),
        ("Ann: /ammo buy sort: \u200b price: 50 die: d6", "A sort has 1 to 40 characters, with at"
            " least one letter or digit and no commas"),
        ("Ann: /ammo buy sort: a,b price: 50 die: d6", "and no commas."),
        ("Ann: /ammo drop sort: AP", "Pike has no supply. Use /ammo buy to roll for one."),
        ("Ann: /ammo drop sort: AP who: Vale", "Vale is not yours to order (yours: Pike)."),
        ("Ann: /ammo show who: Nobody", "“Nobody”. Known: Pike"),
        ("Ann: /ammo weight", "What do you want to weigh? Give tokens: 8, magazine: 30, or both; or a price: cost:"),
        ("Ann: /ammo weight tokens: -1", "tokens: is 1 to 1,000, not -1."),
        (f"Ann: /ammo weight magazine: {HUGE}", "magazine: is 1 to 1,000, not 9,007,199,254,740,992."),
        ("Ann: /ammo weight cost: 0", "cost: is 1 to 10,000,000, not 0."),
        # Sheet lines, and what the GM sets.
        ("GM: /combatant add sheet: nonsense", "(known: Shooting d4, Wild Card, Standard supply, Pistol)."),
        (f"GM: /combatant add sheet: {'x' * 600}", "at most 500 characters. This one has 600."),
        ("GM: /combatant add sheet: Shooting d7", "(nearest: shooting d8, shooting d6, shooting d4)."),
        ("GM: /combatant add sheet: Shooting d12+99", "(nearest: shooting d12+4, shooting d12+3, shooting d12+2)."),
        ("GM: /combatant add sheet: Pistol, Pistol", "There are two weapons called Pistol."),
        ("GM: /combatant add sheet: magazine", "“magazine” needs its rounds after it, such as magazine 30."),
        ("GM: /combatant add sheet: magazine 9999", "“magazine” is 1 to 999, not 9999."),
        ("GM: /combatant add sheet: Pistol loaded 99", "The Pistol holds at most 2 tokens, not 99."),
        ("GM: /combatant add sheet: Pistol ROF 7", "“ROF” is 1 to 6, not 7."),
        ("GM: /combatant add sheet: Grenade caseless", "The Grenade is counted one by one: leave caseless out."),
        ("GM: /combatant add sheet: Assault Rifle ROF 3 single shot", "“single shot” and a ROF of 3 contradict each"),
        ("GM: /combatant add sheet: Wild Card, extra", "“extra” contradicts an earlier word."),
        ("GM: /combatant add sheet: Shooting d6 at: D3", "There is an obstruction at D3. Choose another place."),
        ("GM: /adjust who: Pike changes: loaded 99", "The Assault Rifle holds at most 2 tokens."),
        ("GM: /adjust who: Pike changes: spares 9999", "“spares” is 0 to 1000, not 9999."),
        ("GM: /adjust who: Pike changes: at D3", "There is an obstruction at D3. Choose another place."),
        ("GM: /adjust who: Pike changes: at B6", "Vale is at B6. Choose a free place."),
        ("GM: /adjust who: Unarmed changes: loaded 1", "Unarmed has no weapon in hand with counted ammunition."),
        ("GM: /adjust who: Pike changes: hand 9", "The weapons of Pike are: 1 Assault Rifle, 2 Pistol, 3 Grenade."),
        ("Ann: /adjust who: Pike changes: loaded 1", "Only the GM of this encounter can do that"),
        # Switches, the map, events.
        ("GM: /encounter options name: ammunition value: none", "“ammunition” can be tokens or boxes."),
        ("GM: /encounter options name: gravity value: off", "The switches of this encounter are: next, typed dice,"),
        ("GM: /encounter map size: 9x9 rough: C3", "has no rule for rough ground. Leave rough: out."),
        ("GM: /encounter event text: boom turn: -1", "Give a round from 2 to 1,000,000, or 0 to cancel the event"),
        (f"GM: /encounter event text: boom turn: 2 every: {HUGE}", "(every: 0), or every 1 to 1,000,000 rounds."),
        ("GM: /encounter event text: \u200b turn: 2", "Describe the event in 1 to 200 characters,"
            " with at least one letter or digit"),
        ("GM: /encounter event text: boom turn: 0", "“boom” is not planned. No event is planned"),
        # Quick rulings.
        ("Ann: /fire who: Pistol ruleset: savage", "Extra's Shooting die is unknown"),
        ("Ann: /fire who: Shooting d8 ruleset: savage", "Extra carries no weapon. Add one to the"
            " sheet line, such as Pistol or magazine 15"),
        ("Ann: /throw who: Shooting d8, Pistol ruleset: savage", "The Pistol can't be thrown. Use /fire."),
        ("Ann: /burst who: Shooting d8, Shotgun ruleset: savage", "The Shotgun has no bursts"),
        ("Ann: /fire ruleset: savage", "who: a sheet line, such as Shooting d8, Wild Card, Assault Rifle, 2 grenades."),
    ],
)  # fmt: skip
async def test_it_is_refused_with_a_sentence(running: Game, typed: str, wanted: str) -> None:
    await refused(running, typed, wanted)


GUN = 'name = "Gun"\nmagazine = 30\n'
ELSE = "has another meaning in a sheet line; choose another name."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "I can't use this weapon: name: is missing; magazine: is missing."),
        ("name = 3\nmagazine = 'x'\nmodes = 'auto'", "magazine: should be a whole number; modes: should be a list"),
        (GUN.replace("30", "99999999999999999999"), "magazine: should be less than or equal to 999."),
        (GUN.replace("30", "2020-01-01"), "magazine: should be a whole number."),
        (GUN.replace("30", "-1"), "magazine: should be greater than or equal to 1."),
        (GUN + "rate = 7", "rate: should be less than or equal to 6."),
        (GUN + "modes = [1, [2]]", "I can't use this weapon: modes: should be among double tap,"
            " three-round burst, automatic, rapid attack"),
        (GUN + "modes = " + "[" * 30_000, "This weapon is not valid TOML. Begin with the example from /weapon add."),
        (GUN + "luck = 1", "luck: is not a word of a weapon."),
        (GUN + "thrown = true", "a thrown weapon is counted one by one: add plain = true."),
        (GUN + "plain = true\nrate = 3", "I can't use this weapon: a weapon counted one by one has"
            " no modes and no rate, and its price is for each"),
        (GUN + "also = ['a', 'b', 'c', 'd', 'e', 'f', 'g']", "also: should have at most 6 items, not 7."),
        (GUN + "also = ['extra']", f"“extra” {ELSE}"),
        *((GUN.replace("Gun", name), f"“{name}” {ELSE}") for name in (
            "Shooting", "d6", "d12+1", "Magazine", "Wild Card", "AP", "AP supply", "Tracer spares", "lifetime", "no",
            "12", "Plutonium supply",
        )),
        (GUN.replace("Gun", "🔥"), "a name has 1 to 40 characters, with at least one letter or digit and none of , "),
        (GUN.replace("Gun", "x" * 41), "a name has 1 to 40 characters, with at least one letter or"
            " digit and none of , "),
        ("name,Gun\nmagazine,30", "This weapon is not valid TOML: Expected '=' after a key"),
        ("#" * 64 * 1024 + "\n", "That file has 65,537 bytes. The limit is 65,536 (64 KiB)."),
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
        "Pike has not chosen how long the last supply lasts. Use /answer first.",
    )
    await refused(fresh, "GM: /next", "Pike must answer first: one month, single mission or buy nothing.")
    known = "Known: one month, single mission and buy nothing."
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
        fresh, "Ann: /ammo buy sort: ap price: 300 die: d8 term: one month", "Pike already has a one-month supply of AP"
    )
    await refused(fresh, "Ann: /ammo drop sort: Tracer", "“Tracer”. Known: AP.")


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
        await refused(
            fresh, f"Ann: /fire target: Thug how: {how}", "and has no spare load. Use /ammo buy to roll for a supply"
        )
    await refused(fresh, "Ann: /burst target: Thug", "and has no spare load. Use /ammo buy to roll for a supply.")
    await refused(fresh, "Ann: /reload", "Pike has no spare load left for the Assault Rifle")
