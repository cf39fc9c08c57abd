"""Attacks at one target: every weapon of every troop type, what forbids an attack, what it costs, what it says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import ScriptedDice
from rules.errors import NoRule, NotNow, RangeWanted, Refusal, UnknownName
from rules.orders import Fire, Target
from rules.scene import Scene
from rules.space_marines import attacks
from rules.space_marines.figure import GOOD
from rules.steps import Ruling, Sum
from tests.rules.space_marines.skirmish import Skirmish, names, note, rolls, total

GOLDEN = Path(__file__).parents[2] / "golden" / "space_marines" / "attacks.toml"
ROWS: dict[str, list[dict[str, Any]]] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))


def title(row: dict[str, Any]) -> str:
    return f"{row['troop']} {row['weapon']}"


def against(troop: str, weapon: str, target: str) -> Skirmish:
    """The troop type with its weapon as "Shooter", in its own phase, and the target as "Target"."""
    skirmish = Skirmish(bad_guys="people")
    skirmish.muster(troop if weapon == "Hand-to-Hand" else f"{troop}, {weapon}", name="Shooter")
    skirmish.muster(target, name="Target")
    if skirmish.state("Shooter").camp != GOOD:
        skirmish.next()
    return skirmish


def foe(row: dict[str, Any], armored: bool) -> str:
    """Somebody of the other camp who is hard to kill."""
    if "Marine" in row["troop"]:
        return "Bot Leader" if armored else "Bug Leader"
    return "Shock Marine" if armored else "Marine"


def two(number: int) -> tuple[int, int]:
    """Two dice with that total."""
    return (number - 6, 6) if number > 7 else (1, number - 1)


@pytest.mark.parametrize("row", ROWS["attack"], ids=title)
def test_the_number_and_what_is_spent(row: dict[str, Any]) -> None:
    whole = against(row["troop"], row["weapon"], foe(row, armored=False))
    opening, twice = whole.encounter, "attacks" in row
    for aim, needed in enumerate([row["needed"], *row["aimed"]]):
        said = {"aim": aim or None, "weapon": row["weapon"], "range": row["range"]}
        lowest = max(3, needed)
        again = (1, 1) if twice else ()
        hit = whole.fire("Shooter", "Target", dice=(*two(lowest), *(1,) * row["dice"], *again), **said)
        assert (hit.verdict, total(hit, "Target number")) == ("hit", needed)
        state = whole.state("Shooter")
        assert state.troop.points - state.left == row["cost"] + aim
        assert state.stage == "done"
        whole.encounter = opening
        missed = whole.fire("Shooter", "Target", dice=(*two(lowest - 1), *again), **said)
        assert missed.verdict == "miss"
        assert whole.state("Target").wounds == 0
        whole.encounter = opening
    with pytest.raises(Refusal):
        whole.fire("Shooter", "Target", aim=len(row["aimed"]) + 1, weapon=row["weapon"], range=row["range"])
    assert whole.encounter == opening


@pytest.mark.parametrize("row", ROWS["attack"], ids=title)
@pytest.mark.parametrize("armored", [False, True], ids=["bare", "armored"])
def test_the_wounds_of_every_face(row: dict[str, Any], armored: bool) -> None:
    skirmish = against(row["troop"], row["weapon"], foe(row, armored))
    opening, points = skirmish.encounter, 6 if "Marine" in row["troop"] else 3
    for face, wounds in enumerate(row["armored" if armored else "bare"], 1):
        again = (1, 1) if "attacks" in row and wounds < points else ()
        dice = (6, 6, *(face,) * row["dice"], *again)
        hit = skirmish.fire("Shooter", "Target", dice=dice, weapon=row["weapon"], range=row["range"])
        said = "no wounds" if wounds == 0 else "1 wound" if wounds == 1 else f"{wounds} wounds"
        assert f"HIT, {said};" in hit.outcome
        assert skirmish.state("Target").wounds == min(wounds, points)
        assert skirmish.one("Target").present == (wounds < points)
        skirmish.encounter = opening


def flames() -> Iterator[Any]:
    for row in ROWS["flame"]:
        for dice in range(1, row["most"] + 1):
            yield pytest.param(row, dice, id=f"{title(row)} {dice}")


@pytest.mark.parametrize(("row", "dice"), list(flames()))
@pytest.mark.parametrize("armored", [False, True], ids=["bare", "armored"])
def test_flames_hit_by_themselves(row: dict[str, Any], dice: int, armored: bool) -> None:
    skirmish = against(row["troop"], row["weapon"], foe(row, armored))
    opening = skirmish.encounter
    for face, wounds in enumerate(row["armored" if armored else "bare"], 1):
        thrown = (face,) * dice
        hit = skirmish.fire("Shooter", "Target", dice=thrown, range=row["farthest"], how=f"{dice} dice")
        assert [roll.label for roll in rolls(hit)] == ["Damage"] * dice
        assert skirmish.state("Target").wounds == min(6, dice * wounds)
        assert skirmish.state("Shooter").left == 3 - dice
        skirmish.encounter = opening
    with pytest.raises(NotNow, match=f"reaches {row['farthest']} spaces"):
        skirmish.fire("Shooter", "Target", range=row["farthest"] + 1)
    with pytest.raises(Refusal, match=f"1 to {row['most']} dice"):
        skirmish.fire("Shooter", "Target", range=1, how=f"{row['most'] + 1} dice")
    with pytest.raises(NoRule, match="never aimed"):
        skirmish.fire("Shooter", "Target", range=1, aim=1)
    with pytest.raises(NoRule, match="leave mod: out"):
        skirmish.fire("Shooter", "Target", range=1, mod="-1 near")


def test_a_flame_takes_all_the_dice_that_can_be_paid() -> None:
    skirmish = against("Marine", "Flamethrower", "Bug Leader")
    skirmish.adjust("Shooter", "points 2")
    skirmish.fire("Shooter", "Target", range=3, dice=(1, 2))
    assert skirmish.state("Target").wounds == 3
    assert skirmish.state("Shooter").left == 0


@pytest.mark.parametrize("how", ["2d", "2 dice", "2 Points", "2", "2 half dice"])
def test_ways_to_say_the_dice(how: str) -> None:
    skirmish = against("Bot Warrior", "Smart Gun", "Marine")
    skirmish.fire("Shooter", "Target", range=5, dice=(6, 6, 1, 2), how=how)
    assert skirmish.state("Target").wounds == 2
    assert skirmish.state("Shooter").left == 2


@pytest.mark.parametrize("row", ROWS["bought"], ids=str)
def test_a_bots_smart_gun_throws_half_a_die_a_point(row: dict[str, Any]) -> None:
    for target, worth in (("Marine", 2), ("Shock Marine", 1)):
        skirmish = against("Bot Warrior", "Smart Gun", target)
        said = {"range": row["range"], "aim": row["aim"] or None}
        dice = (*two(max(3, row["needed"])), *(3,) * row["dice"])
        hit = skirmish.fire("Shooter", "Target", dice=dice, **said)
        assert total(hit, "Target number") == row["needed"]
        assert skirmish.state("Target").wounds == min(3, worth * row["dice"])
        assert skirmish.state("Shooter").left == 0


@pytest.mark.parametrize("row", ROWS["sniper"], ids=str)
def test_the_sniper_rifle_goes_by_its_target(row: dict[str, Any]) -> None:
    skirmish = against("Marine", "Sniper Rifle", row["target"])
    opening = skirmish.encounter
    assert skirmish.fire("Shooter", "Target", range=row["range"], dice=two(row["needed"] - 1)).verdict == "miss"
    skirmish.encounter = opening
    hit = skirmish.fire("Shooter", "Target", range=row["range"], dice=two(row["needed"]))
    assert total(hit, "Target number") == row["needed"]
    assert not skirmish.one("Target").present
    assert len(rolls(hit)) == 2
    skirmish.encounter = opening
    with pytest.raises(NoRule, match="Sniper Rifle is never aimed"):
        skirmish.fire("Shooter", "Target", range=row["range"], aim=1)
    with pytest.raises(NotNow, match="no chance"):
        skirmish.fire("Shooter", "Target", range=row["range"] + 13 - row["needed"])


def test_a_sniper_has_no_number_for_marines() -> None:
    skirmish = against("Marine", "Sniper Rifle", "Marine")
    with pytest.raises(NoRule, match=r"numbers for bot, bug and fuzzy alone .*Target is a marine"):
        skirmish.fire("Shooter", "Target", range=1)


def test_a_sniper_does_not_move_and_fire() -> None:
    skirmish = against("Marine", "Sniper Rifle", "Bug Warrior")
    skirmish.map(10, 10)
    skirmish.adjust("Shooter", "at A1")
    skirmish.adjust("Target", "at H1")
    skirmish.move("Shooter", "A2")
    with pytest.raises(NotNow, match="moved this turn"):
        skirmish.fire("Shooter", "Target")
    with pytest.raises(NotNow, match="moved this turn"):
        attacks.covering(Fire(skirmish.id("Shooter"), skirmish.aimed("H2")), skirmish.encounter)


def ash(*weapons: str, bug: str = "Bug Warrior") -> Skirmish:
    """Ash the Marine and one enemy, on no map."""
    skirmish = Skirmish()
    skirmish.muster(", ".join(("Marine", *weapons)), name="Ash")
    skirmish.muster(bug, name="Bug")
    return skirmish


def test_a_hit_in_words() -> None:
    skirmish = ash()
    hit = skirmish.fire("Ash", "Bug", dice=(3, 4, 3), range=7)
    assert hit.outcome == "Ash fires the Rifle at Bug, 7 spaces: HIT, 3 wounds; Bug has 2 Points left."
    assert [(roll.label, roll.why, roll.needed) for roll in rolls(hit)] == [
        ("Hit", "Ash's attack at Bug, first die", "on two dice 7 or more (58%)"),
        ("Hit", "Ash's attack at Bug, second die", ""),
        ("Damage", "the damage to Bug", ""),
    ]
    assert note(hit, "Hit") == "3 + 4 = 7"
    assert note(hit, "Range") == "7 spaces, as given"
    assert names(skirmish, hit.concerned) == ["Bug"]


def test_a_miss_in_words() -> None:
    skirmish = ash()
    missed = skirmish.fire("Ash", "Bug", dice=(3, 3), range=7)
    assert missed.outcome == "Ash fires the Rifle at Bug, 7 spaces: MISS."
    assert (missed.verdict, missed.concerned) == ("miss", ())


def test_the_dead_are_out_of_play() -> None:
    skirmish = ash()
    hit = skirmish.fire("Ash", "Bug", dice=(3, 4, 6), range=7)
    assert hit.outcome == "Ash fires the Rifle at Bug, 7 spaces: HIT, 6 wounds; Bug is killed."
    assert not skirmish.one("Bug").present
    assert skirmish.state("Bug").wounds == 5
    skirmish.muster("Marine", name="Hicks")
    with pytest.raises(NotNow, match="Bug is out of play already"):
        skirmish.fire("Hicks", "Bug", range=7)


@pytest.mark.parametrize("aim", [None, 3])
def test_snake_eyes_always_misfire(aim: int | None) -> None:
    skirmish = ash()
    missed = skirmish.fire("Ash", "Bug", dice=(1, 1), range=1, aim=aim)
    assert missed.outcome.endswith("MISFIRE.")
    assert rolls(missed)[0].needed == "on two dice anything but 2 (97%)"
    assert skirmish.state("Bug").wounds == 0


def test_what_needs_thirteen_is_refused() -> None:
    skirmish = ash()
    before = skirmish.encounter
    with pytest.raises(NotNow, match=r"no chance .* 13 on two dice; aim, or get nearer"):
        skirmish.fire("Ash", "Bug", range=13)
    with pytest.raises(NotNow, match="19 on two dice; get nearer"):
        skirmish.fire("Ash", "Bug", range=25, aim=3)
    assert skirmish.encounter == before
    assert skirmish.fire("Ash", "Bug", range=13, aim=1, dice=(6, 6, 1)).verdict == "hit"


def test_what_the_player_adds() -> None:
    skirmish = ash()
    hit = skirmish.fire("Ash", "Bug", range=5, aim=2, mod="+4 smoke, -1 near a lamp", dice=(2, 3, 1))
    [found] = [step for step in hit.steps if isinstance(step, Sum)]
    assert [(term.label, term.value) for term in found.terms] == [
        ("range", 5),
        ("2 Points of aim", -3),
        ("smoke", 4),
        ("near a lamp", -1),
    ]
    with pytest.raises(Refusal, match="no modifier"):
        ash().fire("Ash", "Bug", range=5, mod="smoke")


def test_aim_takes_the_points_it_says() -> None:
    skirmish = ash()
    skirmish.adjust("Ash", "points 2")
    with pytest.raises(NotNow, match="2 Points"):
        skirmish.fire("Ash", "Bug", range=5, aim=3)
    with pytest.raises(Refusal, match="1 to 3 Points of aim, not 4"):
        skirmish.fire("Ash", "Bug", range=5, aim=4)
    with pytest.raises(Refusal, match="not -1"):
        skirmish.fire("Ash", "Bug", range=5, aim=-1)
    with pytest.raises(NoRule, match="no ranged attack"):
        skirmish.fire("Ash", "Bug", weapon="hand", aim=1)


def test_fuzzies_do_not_aim() -> None:
    with pytest.raises(NoRule, match="Fuzzy Warrior may not use Points of aim"):
        against("Fuzzy Warrior", "Rifle", "Marine").fire("Shooter", "Target", range=2, aim=1)


def test_an_attack_ends_the_turn() -> None:
    skirmish = ash()
    skirmish.fire("Ash", "Bug", dice=(1, 2), range=7)
    with pytest.raises(NotNow, match="Ash is done"):
        skirmish.fire("Ash", "Bug", range=7)
    with pytest.raises(NotNow, match="Good Guys' phase"):
        skirmish.fire("Bug", "Ash", range=1)


def test_a_range_is_given_or_remembered() -> None:
    skirmish = ash()
    skirmish.muster("Marine", name="Hicks")
    with pytest.raises(RangeWanted, match="How far is Bug"):
        skirmish.fire("Ash", "Bug")
    for wrong in (0, -1, 1000):
        with pytest.raises(Refusal, match="from 1 to 999"):
            skirmish.fire("Ash", "Bug", range=wrong)
    skirmish.fire("Ash", "Bug", dice=(1, 2), range=7)
    assert skirmish.encounter.apart(skirmish.id("Bug"), skirmish.id("Ash")) == 7
    skirmish.next()
    skirmish.next()
    assert note(skirmish.fire("Ash", "Bug", dice=(1, 2)), "Range") == "7 spaces, as last given"
    with pytest.raises(RangeWanted):
        skirmish.fire("Hicks", "Bug")


def test_hand_to_hand_is_with_somebody_adjacent() -> None:
    skirmish = ash("rifle", "pistol")
    with pytest.raises(NotNow, match=r"3 spaces away: .* weapon: Rifle or Pistol"):
        skirmish.fire("Ash", "Bug", weapon="hand to hand", range=3)
    hit = skirmish.fire("Ash", "Bug", weapon="hand to hand", dice=(3, 4, 5))
    assert hit.outcome == "Ash attacks Bug (Hand-to-Hand): HIT, 3 wounds; Bug has 2 Points left."
    assert [step.id for step in hit.steps if isinstance(step, Ruling)] == ["O21"]
    holding = skirmish.one("Ash").holding
    assert holding
    assert holding.weapon.name == "Rifle"


def test_who_has_nothing_else_has_to_move() -> None:
    with pytest.raises(NotNow, match=r"Target is 2 spaces away: /move next to it\.$"):
        against("Bug Warrior", "Hand-to-Hand", "Marine").fire("Shooter", "Target", range=2)


def test_the_weapon_named_is_taken_in_hand() -> None:
    skirmish = ash("rifle", "pistol", "grenade")
    with pytest.raises(UnknownName, match="nearest"):
        skirmish.fire("Ash", "Bug", weapon="riffle", range=3)
    with pytest.raises(NoRule, match="/throw"):
        skirmish.fire("Ash", "Bug", weapon="grenade", range=3)
    with pytest.raises(NoRule, match="leave how: out"):
        skirmish.fire("Ash", "Bug", how="3 dice", range=3)
    with pytest.raises(NoRule, match="/burst"):
        skirmish.fire("Ash", "Bug", how="blow through", range=3)
    with pytest.raises(NoRule, match="no way of attacking"):
        skirmish.fire("Ash", "Bug", how="from the hip", range=3)
    skirmish.fire("Ash", "Bug", weapon="pistol", dice=(6, 6, 1), range=3)
    holding = skirmish.one("Ash").holding
    assert holding
    assert holding.weapon.name == "Pistol"


def test_whom_an_attack_can_be_at() -> None:
    skirmish = ash()
    skirmish.muster("Marine", name="Hicks")
    with pytest.raises(Refusal, match="themselves; in play: Bug"):
        skirmish.fire("Ash", "Ash", range=1)
    with pytest.raises(Refusal, match="Say who is the target; in play: Bug"):
        skirmish.fire("Ash", range=1)
    with pytest.raises(Refusal, match="/burst splits its dice; in play: Bug"):
        skirmish.fire("Ash", "Bug", "Hicks", range=1)
    with pytest.raises(NotNow, match="Nobody stands at D7"):
        skirmish.fire("Ash", "D7", range=1)
    assert skirmish.fire("Ash", "Hicks", dice=(6, 6, 1), range=4).outcome.startswith("Ash fires the Rifle at Hicks")
    assert skirmish.state("Hicks").wounds == 1


def test_who_has_no_attack() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.muster("Bug Brain", name="Brain")
    skirmish.muster("Bug Warrior", name="Bug")
    skirmish.muster("Marine", name="Ash")
    skirmish.next()
    with pytest.raises(Refusal, match="Brain has no way of attacking"):
        skirmish.fire("Brain", "Ash", range=1)


def on_a_map(walls: str = "") -> Skirmish:
    """Ash at A1, Bug at F1, six spaces apart on squares but for the one Ash stands on."""
    skirmish = ash()
    skirmish.map(12, 8, walls)
    skirmish.adjust("Ash", "at A1")
    skirmish.adjust("Bug", "at F1")
    return skirmish


def test_the_map_knows_the_range() -> None:
    skirmish = on_a_map()
    opening = skirmish.encounter
    hit = skirmish.fire("Ash", "Bug", dice=(1, 4, 1))
    assert (note(hit, "Range"), total(hit, "Target number")) == ("5 spaces, A1 to F1", 5)
    skirmish.encounter = opening
    assert skirmish.fire("Ash", "F1", dice=(1, 4, 2)).outcome.startswith("Ash fires the Rifle at Bug, 5 spaces: HIT")
    skirmish.encounter = opening
    given = skirmish.fire("Ash", "Bug", dice=(1, 4), range=6)
    assert note(given, "Range") == "6 spaces, as given; on the map it is 5"
    assert skirmish.encounter.ranges == ()


def test_what_takes_away_the_line_of_sight() -> None:
    skirmish = on_a_map(walls="C1")
    with pytest.raises(NotNow, match="from A1 to F1: the obstruction at C1 is in the way"):
        skirmish.fire("Ash", "Bug")
    skirmish = on_a_map()
    skirmish.muster("Bug Warrior", "D1", name="Bug 2")
    with pytest.raises(NotNow, match="Bug 2 at D1 is in the way"):
        skirmish.fire("Ash", "Bug")
    skirmish.fire("Ash", "Bug 2", dice=(1, 2, 6))
    skirmish.muster("Marine", "A2", name="Hicks")
    assert skirmish.fire("Hicks", "Bug", dice=(2, 3, 1)).verdict == "hit"


def test_a_bug_attacks_twice_but_not_the_dead() -> None:
    skirmish = against("Bug Warrior", "Hand-to-Hand", "Marine")
    opening = skirmish.encounter
    both = skirmish.fire("Shooter", "Target", dice=(3, 3, 1, 3, 3, 3))
    assert both.outcome == ("Shooter attacks Target (Hand-to-Hand): HIT, 1 wound; HIT, 2 wounds; Target is killed.")
    skirmish.encounter = opening
    one = skirmish.fire("Shooter", "Target", dice=(2, 3, 3, 3, 2))
    assert one.outcome == "Shooter attacks Target (Hand-to-Hand): MISS; HIT, 1 wound; Target has 2 Points left."
    skirmish.encounter = opening
    assert "HIT, 3 wounds; Target is killed" in skirmish.fire("Shooter", "Target", dice=(6, 6, 6)).outcome
    skirmish.encounter = opening
    neither = skirmish.fire("Shooter", "Target", dice=(1, 1, 1, 2))
    assert (neither.outcome, neither.verdict) == ("Shooter attacks Target (Hand-to-Hand): MISFIRE; MISS.", "miss")


def test_of_somebody_described_nothing_is_kept() -> None:
    skirmish = Skirmish()
    skirmish.muster("Bug Leader", name="Leader", owner="player")
    skirmish.muster("Marine, flamethrower", name="Ash")
    bug = Target(profile=skirmish.ruleset.profile("Bot Warrior", {}))
    hit = skirmish.order(Fire(skirmish.id("Ash"), (bug,), range=3), 6, 6, 6)
    assert hit.outcome == (
        "Ash fires the Flamethrower at Bot Warrior, 3 spaces: HIT, 15 wounds; Bot Warrior is killed."
    )
    assert hit.concerned == ()
    marine = Target(profile=skirmish.ruleset.profile("Marine", {}))
    skirmish.next()
    twice = skirmish.order(Fire(skirmish.id("Leader"), (marine,)), 3, 3, 1, 3, 3, 1)
    assert twice.outcome.endswith("HIT, 1 wound; HIT, 1 wound; Marine has 1 Point left.")


def test_an_attack_takes_ammunition_where_that_is_counted() -> None:
    skirmish = Skirmish(ammunition="boxes")
    skirmish.muster("Marine, rifle", name="Ash")
    skirmish.muster("Bug Warrior", name="Bug")
    skirmish.fire("Ash", "Bug", dice=(1, 2), range=7)
    assert skirmish.ammunition("Ash").loaded == 15
    skirmish.next()
    skirmish.next()
    skirmish.adjust("Ash", "loaded 0")
    before = skirmish.encounter
    with pytest.raises(NotNow, match="Rifle is empty"):
        skirmish.fire("Ash", "Bug", range=7)
    assert skirmish.encounter == before


def test_what_cover_fire_costs() -> None:
    skirmish = ash("rifle", "flamethrower", "grenade")

    def cost(**said: Any) -> Fraction:
        return attacks.covering(Fire(skirmish.id("Ash"), **said), skirmish.encounter)

    assert cost() == 1
    assert cost(aim=2) == 3
    assert cost(weapon="flamethrower") == 3
    assert cost(weapon="flamethrower", how="1 die") == 2
    for weapon in ("hand", "grenade"):
        with pytest.raises(NoRule, match="Cover fire is with a weapon that fires"):
            cost(weapon=weapon)
    with pytest.raises(NoRule, match="never aimed"):
        cost(weapon="flamethrower", aim=1)
    with pytest.raises(NoRule, match="leave mod: out"):
        cost(weapon="flamethrower", mod="-1 near")
    with pytest.raises(Refusal, match="1 to 3 Points of aim"):
        cost(aim=4)
    settled = attacks.settled(Fire(skirmish.id("Ash"), weapon="flame"), skirmish.encounter)
    assert (settled.weapon, settled.how) == ("Flamethrower", "2 dice")


def test_the_best_attack_of_an_automaton() -> None:
    skirmish = Skirmish()
    skirmish.muster("Bug Shooter, rifle, pistol", name="Shooter")
    skirmish.muster("Bot Warrior, smart gun, rifle", name="Bot")
    skirmish.muster("Bug Brain", name="Brain")
    skirmish.muster("Marine", name="Ash")
    skirmish.map(30, 3)
    for who, at in (("Ash", "A1"), ("Shooter", "I1"), ("Bot", "I2"), ("Brain", "I3")):
        skirmish.adjust(who, f"at {at}")

    def best(who: str) -> attacks.Best | None:
        return attacks.best(skirmish.one(who), skirmish.one("Ash"), skirmish.encounter)

    # 8 spaces. Rifle at 9 less 6: 35 of 36, for 0 1 2 3 3 3 wounds of 3 Points: 2 on the average.
    shot = best("Shooter")
    assert shot
    assert (shot.order.weapon, shot.order.aim, shot.order.how) == ("Rifle", 3, "")
    assert shot.expected == Fraction(35, 36) * 2
    # 2 dice of 1-3 at 4 or more (33 of 36): capped at 3 they do 2, 3, 3, 3, 3, 3, 3, 3, 3 of nine: 26/9.
    shot = best("Bot")
    assert shot
    assert (shot.order.weapon, shot.order.aim, shot.order.how) == ("Smart Gun", 2, "2 dice")
    assert shot.expected == Fraction(33, 36) * Fraction(26, 9)
    assert best("Brain") is None
    skirmish.adjust("Shooter", "at AD1")
    assert best("Shooter") is None


def test_the_best_attack_wastes_no_points() -> None:
    skirmish = Skirmish()
    skirmish.muster("Bot Leader, pistol", name="Bot")
    skirmish.muster("Marine", name="Ash")
    skirmish.map(9, 3)
    skirmish.adjust("Bot", "at D1")
    skirmish.adjust("Ash", "at A1, wounds 2")
    # 6 at 3 spaces; 2 Points of aim make it anything but snake eyes, more would do no more.
    best = attacks.best(skirmish.one("Bot"), skirmish.one("Ash"), skirmish.encounter)
    assert best
    assert (best.order.aim, best.expected) == (2, Fraction(35, 36))


@given(st.integers(1, 13), st.integers(0, 3), st.lists(st.integers(1, 6), min_size=3, max_size=3))
def test_wounds_are_gone_from_the_points(range_: int, aim: int, dice: list[int]) -> None:
    skirmish = OPEN
    skirmish.encounter = OPENING
    needed = range_ - (0, 1, 3, 6)[aim]
    rolled = dice[0] + dice[1]
    hit = rolled >= needed and rolled != 2
    if needed > 12:
        with pytest.raises(NotNow):
            skirmish.fire("Ash", "Bug", range=range_, aim=aim)
        return
    skirmish.fire("Ash", "Bug", range=range_, aim=aim, dice=tuple(dice if hit else dice[:2]))
    assert skirmish.state("Bug").left == (max(0, 5 - dice[2]) if hit else 5)
    assert skirmish.one("Bug").present == (skirmish.state("Bug").left > 0)


OPEN = ash()
OPENING = OPEN.encounter


def covered(weapon: str = "Rifle", at: str = "F1", **said: Any) -> tuple[Skirmish, Scene]:
    """A scene on which Ash's cover fire, paid for, is set off by Bug."""
    skirmish = on_a_map()
    skirmish.muster(f"Marine, {weapon}", "A2", name="Hicks")
    skirmish.adjust("Hicks", "points 0")
    skirmish.adjust("Bug", f"at {at}")
    dice = said.pop("dice", ())
    scene = Scene(skirmish.encounter, ScriptedDice(dice))
    order = Fire(skirmish.id("Hicks"), skirmish.aimed("Bug"), weapon=weapon, **said)
    attacks.spring(order, scene)
    return skirmish, scene


def test_cover_fire_spends_no_points() -> None:
    skirmish, scene = covered(aim=2, dice=(1, 2, 4))
    [part] = scene.parts
    assert part.resolution.outcome == "Hicks fires the Rifle at Bug, 5 spaces: HIT, 4 wounds; Bug has 1 Point left."
    assert total(part.resolution, "Target number") == 2
    assert scene.combatant(skirmish.id("Hicks")) == skirmish.one("Hicks")


def test_cover_fire_with_the_dice_that_were_paid() -> None:
    _, scene = covered("Flamethrower", how="2 dice", dice=(1, 3))
    assert scene.parts[0].resolution.outcome.endswith("HIT, 4 wounds; Bug has 1 Point left.")


@pytest.mark.parametrize(("weapon", "at"), [("Flamethrower", "L1"), ("Pistol", "L1")])
def test_cover_fire_without_a_chance_is_not_made(weapon: str, at: str) -> None:
    skirmish, scene = covered(weapon, at)
    [part] = scene.parts
    assert part.resolution.outcome.startswith("Hicks cannot make use of the cover fire: ")
    assert (part.resolution.verdict, part.encounter) == ("miss", skirmish.encounter)


def test_who_is_in_sight() -> None:
    skirmish = on_a_map(walls="C1")
    ash_id, bug = skirmish.id("Ash"), skirmish.id("Bug")
    assert not attacks.in_sight(ash_id, bug, skirmish.encounter)
    skirmish.adjust("Bug", "at B1")
    assert attacks.in_sight(ash_id, bug, skirmish.encounter)
