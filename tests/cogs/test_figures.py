"""Fights that are decided, several targets of a quick ruling, who waits for whom: through the real bot."""

from __future__ import annotations

from tests.cogs.conftest import Game, refused, says, types


async def hive(game: Game, *lines: str) -> None:
    """Ann's Marine and a bug of the bot's, two squares apart."""
    for line in (
        "GM: /encounter start ruleset: space_marines title: Hive",
        "Ann: /combatant add sheet: Marine, rifle name: Sarge",
        "GM: /combatant add sheet: bug name: Bug",
        "GM: /encounter map size: 8x3",
        "GM: /adjust who: Sarge changes: at B2",
        "GM: /adjust who: Bug changes: at D2",
        *lines,
    ):
        await says(game, line)


async def test_a_lost_fight_says_so_first_and_alone_and_calls_nobody_who_is_out(game: Game) -> None:
    await hive(game, "GM: /combatant add sheet: bug name: Second", "GM: /adjust who: Second changes: at H3")
    await says(game, "GM: /adjust who: Sarge changes: wounds 2")
    answer = await types(game, "GM: /next dice: 6 6 5")
    first, *rest = answer.content.splitlines()
    assert first == "**The Bad Guys win: no Good Guys are left in play.**"
    assert rest[0] == "**Sarge** is out of play."
    assert rest[1] == "The Bad Guys' phase begins."
    # Nothing else happens: the second bug does not wait aloud, and no turn begins.
    [killed] = rest[2:]
    assert "killed" in killed
    assert "<@" not in answer.content
    assert "decided (/encounter end)" in answer.embeds[0]["footer"]["text"]
    ended = await says(game, "GM: /encounter end")
    assert ended.startswith("The encounter ends. The Bad Guys win: no Good Guys are left in play.")


async def test_a_won_fight_says_so_first_and_play_may_continue(game: Game) -> None:
    await hive(game, "GM: /adjust who: Bug changes: wounds 4")
    answer = await types(game, "Ann: /fire target: Bug dice: 5 5 3")
    assert answer.content.splitlines()[0] == "**The Good Guys win: no Bad Guys are left in play.**"
    # Taking the order back takes the result back with it.
    assert "still to act: Sarge" in await says(game, "GM: /undo")
    assert "decided" in await says(game, "GM: /redo")
    # Reinforcements: the fight is open again.
    assert "decided" not in await says(game, "GM: /combatant add sheet: bug name: Late at: H3")


async def test_an_end_without_a_winner_says_who_is_left(game: Game) -> None:
    await hive(game)
    ended = await says(game, "GM: /encounter end")
    assert ended.startswith("The encounter ends. Nobody has won: 1 Good Guy and 1 Bad Guy are left in play.")


async def test_the_marines_win_when_no_alien_is_left(game: Game) -> None:
    await says(game, "GM: /encounter start ruleset: aliens")
    await says(game, "Ann: /combatant add sheet: apone")
    await says(game, "GM: /combatant add sheet: alien")
    answer = await types(game, "Ann: /fire target: Alien range: 1 dice: 0")
    assert answer.content.splitlines()[0] == "**The Marines win: no Aliens are left in play.**"


async def test_a_quick_ruling_takes_several_targets(game: Game) -> None:
    who = "ruleset: space_marines range: 3"
    thrown = await says(game, f"Ann: /throw who: Marine, grenade target: bug, bug {who} dice: 6 6 2 4 3")
    assert "Bug Warrior 1 6 wounds, killed; Bug Warrior 2 3 wounds, 2 Points left." in thrown
    split = await says(game, f"Ann: /burst who: Marine, smart gun target: bug, bug leader {who} dice: 6 6 3 4")
    assert "Bug Warrior HIT, 3 wounds, 2 Points left; Bug Leader HIT, 4 wounds, 2 Points left." in split
    # A line with its own commas is one fighter, and another line begins where it contradicts the first.
    mixed = await says(game, f"Ann: /throw who: Marine, grenade target: Marine, rifle, bug {who} dice: 6 6 1 1 3")
    assert "Marine 2 wounds, 1 Point left; Bug Warrior 3 wounds, 2 Points left." in mixed
    answer = await types(game, f"Ann: /fire who: Marine, rifle target: bug, bug {who}")
    assert answer.ephemeral and "one target" in answer.content
    answer = await types(game, "Ann: /fire who: Apone target: alien, alien ruleset: aliens range: 3")
    assert answer.ephemeral and "Alien 1 and Alien 2" in answer.content


async def test_what_cannot_be_reloaded_is_not_unlimited(game: Game) -> None:
    await says(game, "GM: /encounter start ruleset: aliens")
    await says(game, "Ann: /combatant add sheet: apone")
    shown = (await types(game, "Ann: /ammo show")).content
    assert "Flame Unit" in shown and "cannot be reloaded" in shown and "unlimited" not in shown


async def test_a_line_of_damage_names_its_victim(game: Game) -> None:
    line = "who: bug target: Marine ruleset: space_marines dice: 6 6 5 1 1"
    assert "3 wounds to Marine (5 / 2 rounded up)" in await says(game, f"Ann: /fire {line}")


async def test_players_do_not_end_a_turn_before_the_aliens_have_moved(game: Game) -> None:
    for line in (
        "GM: /encounter start ruleset: aliens",
        "Ann: /combatant add sheet: apone",
        "GM: /combatant add sheet: alien count: 3",
        "GM: /encounter map size: 12x6",
        "GM: /adjust who: Alien 1 changes: at L3",
        "Ann: /pass",
    ):
        await says(game, line)
    await refused(game, "Ann: /next", "Alien 1, Alien 2 and Alien 3")
    await says(game, "GM: /move who: Alien 1 to: K3")
    await says(game, "GM: /act who: Alien 2 what: climbs into the ceiling")
    await refused(game, "Ann: /next", "Alien 3")
    await says(game, "GM: /pass who: Alien 3")
    assert "Turn 2 begins" in await says(game, "Ann: /next")
    # In the new turn they have to move again; the GM can end it at any time.
    await says(game, "Ann: /pass")
    await refused(game, "Ann: /next", "Alien 1, Alien 2 and Alien 3")
    assert "Turn 3 begins" in await says(game, "GM: /next")
    await says(game, "GM: /encounter options name: aliens value: skipped")
    await says(game, "Ann: /pass")
    assert "Turn 4 begins" in await says(game, "Ann: /next")
