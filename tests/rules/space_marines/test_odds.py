"""Chances before an attack, and what there is to choose from."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.game.entries.names import named, refusals_named
from rules.engine.books.ruleset import Choices, Curve, Odds
from rules.engine.records.errors import NoRule, RangeWanted, Refusal
from rules.engine.records.orders import Aim, Attack, Burst, Fire, Throw
from rules.space_marines.attacks.chances import percent
from tests.rules.space_marines.skirmish import Skirmish, book


def odds(skirmish: Skirmish, who: str, *whom: str, verb: type[Attack] = Aim, **said: object) -> Odds:
    order = verb(skirmish.id(who), skirmish.aimed(*whom), **said)  # type: ignore[arg-type]
    with refusals_named(skirmish.encounter):
        return named(book().odds(order, skirmish.encounter), skirmish.encounter)


def curve(skirmish: Skirmish, who: str, *whom: str, **said: object) -> Curve:
    order = Fire(skirmish.id(who), skirmish.aimed(*whom), **said)  # type: ignore[arg-type]
    return book().curve(order, skirmish.encounter)


def choices(skirmish: Skirmish, who: str, *whom: str, verb: type[Attack] = Fire, **said: object) -> Choices:
    order = verb(skirmish.id(who), skirmish.aimed(*whom), **said)  # type: ignore[arg-type]
    return book().choices(order, skirmish.encounter)


@pytest.fixture
def fight() -> Skirmish:
    skirmish = Skirmish(bad_guys="people")
    skirmish.muster("Marine, rifle, grenade, flamethrower, smart gun, sniper rifle", name="Ash")
    skirmish.muster("Bug Warrior", name="Bug")
    skirmish.muster("Bot Warrior, smart gun", name="Bot")
    skirmish.muster("Bug Brain", name="Brain")
    return skirmish


def test_by_aim(fight: Skirmish) -> None:
    found = odds(fight, "Ash", "Bug", range=7)
    assert found.title == "Ash, Rifle at Bug, 7 spaces, as given"
    assert found.columns == ("Aim", "Needed", "Chance", "Wounds", "Kill")
    # A die at 5 Points: 1 2 3 4 5 5, 20/6 on the average; a third of the hits kill.
    assert found.rows == (
        ("0", "7", "58%", "1.9", "19%"),
        ("1", "6", "72%", "2.4", "24%"),
        ("2", "4", "92%", "3.1", "31%"),
        ("3", "1", "97%", "3.2", "32%"),
    )
    assert found.remarks == ("3 Points left.",)
    assert odds(fight, "Ash", "Bug", range=7, aim=2).rows == (("2", "4", "92%", "3.1", "31%"),)
    assert odds(fight, "Ash", "Bug", range=15).rows[1:3] == (
        ("1", "14", "–", "–", "–"),
        ("2", "12", "3%", "0.1", "1%"),
    )
    assert odds(fight, "Ash", "Bug", range=7, mod="-2 dark").rows[0][1] == "9"


def test_by_range_where_that_is_not_known(fight: Skirmish) -> None:
    found = odds(fight, "Ash", "Bug")
    assert found.columns == ("Range", "Aim 0", "Aim 1", "Aim 2", "Aim 3")
    assert found.rows[6] == ("7", "58%", "72%", "92%", "97%")
    assert found.rows[-1] == ("18", "–", "–", "–", "3%")
    assert odds(fight, "Ash", "Bug", aim=1).rows[-1] == ("13", "3%")
    assert odds(fight, "Ash", "Bug", weapon="sniper").rows[-1] == ("16", "3%")


def test_by_dice_where_nothing_is_rolled(fight: Skirmish) -> None:
    found = odds(fight, "Ash", "Bug", weapon="flame", range=9)
    assert found.columns == ("Dice", "Wounds", "Kill")
    # Two dice of 36: 26 are 6 or more, 4 are 5: 30 of 36 kill.
    assert [row[0] for row in found.rows] == ["1", "2", "3"]
    assert found.rows[0] == ("1", "3.3", "33%")
    assert found.rows[1][2] == "83%"
    assert "reaches 8 spaces, and Bug is 9 spaces away" in found.remarks[1]
    assert len(odds(fight, "Ash", "Bug", weapon="flame").rows) == 3


def test_a_bots_smart_gun_by_aim_and_dice(fight: Skirmish) -> None:
    fight.next()
    found = odds(fight, "Bot", "Ash", range=8)
    assert found.columns == ("Aim", "Dice", "Needed", "Chance", "Wounds", "Kill")
    assert [row[:4] for row in found.rows] == [
        ("0", "4", "8", "42%"),
        ("1", "3", "6", "72%"),
        ("2", "2", "4", "92%"),
        ("3", "1", "2", "97%"),
    ]
    assert found.rows[3][4:] == ("1.9", "32%")


def test_when_it_is_not_its_turn(fight: Skirmish) -> None:
    found = odds(fight, "Bot", "Ash", range=8)
    assert len(found.rows) == 4
    assert "it is the Good Guys' phase" in found.remarks[0]
    assert found.remarks[1] == "The chances are for their next turn, with 4 Points."


def test_without_a_target(fight: Skirmish) -> None:
    assert odds(fight, "Ash", range=7).columns == ("Aim", "Needed", "Chance", "Wounds")
    assert odds(fight, "Ash", range=7).rows[0] == ("0", "7", "58%", "2.0")
    with pytest.raises(Refusal, match=r"Who is the target\? The Sniper Rifle's number depends on that"):
        odds(fight, "Ash", weapon="sniper")


def test_odds_that_cannot_be(fight: Skirmish) -> None:
    with pytest.raises(Refusal, match=r"Brain has no attack\."):
        odds(fight, "Brain", "Ash", range=1)
    with pytest.raises(NoRule, match="/throw"):
        odds(fight, "Ash", "Bug", verb=Fire, weapon="grenade", range=3)
    with pytest.raises(Refusal, match="1 to 3 Points of aim"):
        odds(fight, "Ash", "Bug", aim=9, range=3)
    with pytest.raises(NoRule, match="I don't understand “"):
        odds(fight, "Ash", "Bug", how="hip", range=3)


def test_a_grenade_and_a_burst(fight: Skirmish) -> None:
    assert odds(fight, "Ash", "Bug", verb=Throw, range=5).title.startswith("Ash, Grenade at Bug")
    # A Point of the three is the grenade's.
    assert [row[1] for row in odds(fight, "Ash", "Bug", verb=Throw, range=5).rows] == ["7", "6", "4"]
    found = odds(fight, "Ash", "Bug", "Bot", verb=Burst, weapon="smart", range=5)
    assert found.remarks[-1] == "With several targets, these are the chances against the first, Bug."
    assert odds(fight, "Ash", "C4", verb=Throw, range=5).columns[-1] == "Wounds"


def test_a_bug_attacks_twice(fight: Skirmish) -> None:
    # 13 of 18 to hit. Both: 26/9 wounds of 3 Points; one: 2. 169/324 x 26/9 + 130/324 x 2 = 2.31.
    found = odds(fight, "Bug", "Ash")
    assert found.rows[0][:4] == ("0", "6", "72%", "2.3")
    assert "an adjacent space" in odds(fight, "Bug", "Ash", range=4).remarks[-1]


def test_what_is_in_the_way_is_said(fight: Skirmish) -> None:
    fight.map(12, 5, "C2")
    for who, at in (("Ash", "A1"), ("Bot", "C1"), ("Bug", "F1"), ("Brain", "A3")):
        fight.adjust(who, f"at {at}")
    assert "Bot at C1 is in the way" in odds(fight, "Ash", "Bug").remarks[-1]
    found = choices(fight, "Ash")
    labels = [label for _, label in found.targets]
    assert labels == ["Bot (2 spaces)", "Brain (2 spaces)", "Bug (5 spaces, no line of sight)"]
    assert found.aims[0] == (0, "no aim: 97% at Bot")


def test_what_there_is_to_choose_from(fight: Skirmish) -> None:
    found = choices(fight, "Ash", "Bot", range=8)
    assert found.targets == tuple((fight.id(one), one) for one in ("Bug", "Bot", "Brain"))
    assert found.weapons == (
        ("Rifle", "Rifle"),
        ("Flamethrower", "Flamethrower (1 Point a die)"),
        ("Smart Gun", "Smart Gun"),
        ("Sniper Rifle", "Sniper Rifle"),
        ("Hand-to-Hand", "Hand-to-Hand"),
    )
    assert found.aims == (
        (0, "no aim: 42% at Bot"),
        (1, "1 Point: 58% at Bot"),
        (2, "2 Points: 83% at Bot"),
        (3, "3 Points: 97% at Bot"),
    )
    assert choices(fight, "Ash", weapon="flame").aims == ()
    assert choices(fight, "Ash", weapon="sniper").aims == ()
    thrown = choices(fight, "Ash", verb=Throw)
    assert (thrown.weapons, len(thrown.aims)) == ((("Grenade", "Grenade (1 Point)"),), 3)
    split = choices(fight, "Ash", verb=Burst)
    assert [name for name, _ in split.weapons] == ["Flamethrower", "Smart Gun"]
    assert choices(fight, "Bug").aims == ()
    assert [name for _, name in choices(fight, "Bug").targets] == ["Ash"]
    for who, verb in (("Brain", Fire), ("Bug", Throw), ("Bug", Burst)):
        assert choices(fight, who, verb=verb) == Choices((), (), ())


def test_of_who_was_killed(fight: Skirmish) -> None:
    """No Points are left, for which a flamethrower would throw a die each."""
    fight.adjust("Ash", "wounds 3")
    assert len(odds(fight, "Ash", "Bug", range=2, weapon="flame").rows) == 1


def test_points_that_are_just_enough(fight: Skirmish) -> None:
    fight.adjust("Ash", "points 1")
    assert odds(fight, "Ash", "Bug", verb=Throw, range=4).remarks == ("1 Point left.",)


def test_wounds_are_gone_in_the_next_turn_too(fight: Skirmish) -> None:
    fight.adjust("Ash", "wounds 1, done")
    assert odds(fight, "Ash", "Bug", range=7).remarks[1] == "The chances are for their next turn, with 2 Points."


def test_a_sniper_that_moved_is_told_so(fight: Skirmish) -> None:
    fight.act("Ash", "move 1")
    remarks = odds(fight, "Ash", "Bug", weapon="sniper rifle", range=7).remarks
    assert remarks[-1].startswith("Ash has moved this turn. The Sniper Rifle cannot be fired")


def test_whoever_is_in_sight_is_named_first(fight: Skirmish) -> None:
    fight.map(12, 8, "C1 C2")
    for who, at in (("Ash", "A1"), ("Bug", "E1"), ("Bot", "A8")):
        fight.adjust(who, f"at {at}")
    shown = [label for _, label in choices(fight, "Ash").targets]
    assert shown == ["Bot (7 spaces)", "Bug (4 spaces, no line of sight)", "Brain"]


def test_only_what_is_certain_is_shown_so() -> None:
    shown = [percent(Fraction(n, 1000)) for n in (0, 1, 999, 1000)]
    assert shown == ["0%", "1%", "99%", "100%"]


def test_as_numbers(fight: Skirmish) -> None:
    """7, 6, 4 and 1 or more with two dice: 21, 26, 33 and 35 of 36; a third of the hits kill."""
    found = curve(fight, "Ash", "Bug", range=7)
    assert (found.weapon, found.at, found.range, found.measures) == ("Rifle", "Bug", 7, ("Hit", "Kill"))
    assert found.points == tuple(
        (aim, (Fraction(hits, 36), Fraction(hits, 108))) for aim, hits in enumerate((21, 26, 33, 35))
    )
    far = curve(fight, "Ash", "Bug", range=15)
    assert far.points[1:3] == ((1, (Fraction(0), Fraction(0))), (2, (Fraction(1, 36), Fraction(1, 108))))
    assert curve(fight, "Ash", range=7).measures == ("Hit",)


def test_numbers_that_cannot_be(fight: Skirmish) -> None:
    with pytest.raises(RangeWanted, match="spaces"):
        curve(fight, "Ash", "Bug")
    with pytest.raises(NoRule, match="Flamethrower is not aimed"):
        curve(fight, "Ash", "Bug", weapon="flamethrower", range=3)
    with pytest.raises(NoRule, match="Sniper Rifle is not aimed"):
        curve(fight, "Ash", "Bug", weapon="sniper rifle", range=7)
