"""Attacks at one target: what forbids one, what it costs, what it says; cover fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct.conduct import DECIDED
from rules.engine.records.errors import NoRule, NotNow, RangeWanted, Refusal, UnknownName
from rules.engine.records.orders import Fire, Target
from rules.engine.records.steps import Ruling, Sum
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Scene
from rules.space_marines.attacks import attacks
from tests.reading import part_named
from tests.rules.space_marines.skirmish import Skirmish, names, note, rolls, total
from tests.rules.space_marines.test_weapons import against


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
        ("Hit", "Ash's attack at Bug, first die", "7 or more (58%)"),
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
    with pytest.raises(NotNow, match=r"Bug is already out of play\. In play"):
        skirmish.fire("Hicks", "Bug", range=7)


@pytest.mark.parametrize("aim", [None, 3])
def test_snake_eyes_always_misfire(aim: int | None) -> None:
    skirmish = ash()
    missed = skirmish.fire("Ash", "Bug", dice=(1, 1), range=1, aim=aim)
    assert missed.outcome.endswith("MISFIRE.")
    assert rolls(missed)[0].needed == "anything but 2 (97%)"
    assert skirmish.state("Bug").wounds == 0


def test_what_needs_thirteen_is_refused() -> None:
    skirmish = ash()
    before = skirmish.encounter
    with pytest.raises(
        NotNow,
        match="Ash has no chance against Bug with the Rifle at 13 spaces: it"
        " takes 13 on two dice, which reach 12; aim longer or get closer",
    ):
        skirmish.fire("Ash", "Bug", range=13)
    with pytest.raises(NotNow, match="it takes 19 on two dice, which reach 12; get closer"):
        skirmish.fire("Ash", "Bug", range=25, aim=3)
    assert skirmish.encounter == before
    assert skirmish.fire("Ash", "Bug", range=13, aim=1, dice=(6, 6, 1)).verdict == "hit"


def test_what_the_player_adds() -> None:
    skirmish = ash()
    hit = skirmish.fire("Ash", "Bug", range=5, aim=2, mod="-4 smoke, +1 near a lamp", dice=(2, 3, 1))
    [found] = [step for step in hit.steps if isinstance(step, Sum)]
    assert [(term.label, term.value) for term in found.terms] == [
        ("range", 5),
        ("2 Points of aim", -3),
        ("smoke", 4),
        ("near a lamp", -1),
    ]
    with pytest.raises(Refusal, match="“smoke” is not a modifier"):
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
    with pytest.raises(NoRule, match="Hand-to-Hand is not a ranged attack"):
        skirmish.fire("Ash", "Bug", weapon="hand", aim=1)


def test_fuzzies_do_not_aim() -> None:
    with pytest.raises(NoRule, match=r"A Fuzzy Warrior may not aim\. Leave aim"):
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
    with pytest.raises(RangeWanted, match=r"How far away is Bug\?"):
        skirmish.fire("Ash", "Bug")
    for wrong in (0, -1, 1000):
        with pytest.raises(Refusal, match=r"Range is 1 to 999 spaces, not "):
            skirmish.fire("Ash", "Bug", range=wrong)
    skirmish.fire("Ash", "Bug", dice=(1, 2), range=7)
    assert skirmish.encounter.apart(skirmish.id("Bug"), skirmish.id("Ash")) == 7
    skirmish.next()
    skirmish.next()
    assert note(skirmish.fire("Ash", "Bug", dice=(1, 2)), "Range") == "7 spaces, as given before"
    with pytest.raises(RangeWanted):
        skirmish.fire("Hicks", "Bug")


def test_hand_to_hand_is_with_somebody_adjacent() -> None:
    skirmish = ash("rifle", "pistol")
    with pytest.raises(
        NotNow,
        match=r"3 spaces away\. Use /move to get next to them, or attack with"
        r" weapon: Rifle or Pistol",
    ):
        skirmish.fire("Ash", "Bug", weapon="hand to hand", range=3)
    hit = skirmish.fire("Ash", "Bug", weapon="hand to hand", dice=(3, 4, 5))
    assert hit.outcome == "Ash attacks Bug (Hand-to-Hand): HIT, 3 wounds; Bug has 2 Points left."
    assert [step.id for step in hit.steps if isinstance(step, Ruling)] == ["O21"]
    holding = skirmish.one("Ash").holding
    assert holding
    assert holding.weapon.name == "Rifle"


def test_who_has_nothing_else_has_to_move() -> None:
    with pytest.raises(NotNow, match=r"Target is 2 spaces away\. Use /move to get next to them"):
        against("Bug Warrior", "Hand-to-Hand", "Marine").fire("Shooter", "Target", range=2)


def test_the_weapon_named_is_taken_in_hand() -> None:
    skirmish = ash("rifle", "pistol", "grenade")
    with pytest.raises(UnknownName, match="Nearest"):
        skirmish.fire("Ash", "Bug", weapon="riffle", range=3)
    with pytest.raises(NoRule, match="/throw"):
        skirmish.fire("Ash", "Bug", weapon="grenade", range=3)
    with pytest.raises(NoRule, match="Leave how: out"):
        skirmish.fire("Ash", "Bug", how="3 dice", range=3)
    with pytest.raises(NoRule, match="/burst"):
        skirmish.fire("Ash", "Bug", how="blow through", range=3)
    with pytest.raises(NoRule, match="I don't understand “from the hip”"):
        skirmish.fire("Ash", "Bug", how="from the hip", range=3)
    skirmish.fire("Ash", "Bug", weapon="pistol", dice=(6, 6, 1), range=3)
    holding = skirmish.one("Ash").holding
    assert holding
    assert holding.weapon.name == "Pistol"


def test_whom_an_attack_can_be_at() -> None:
    skirmish = ash()
    skirmish.muster("Marine", name="Hicks")
    with pytest.raises(Refusal, match=r"You can't attack yourself\. In play: Bug"):
        skirmish.fire("Ash", "Ash", range=1)
    with pytest.raises(Refusal, match=r"Name a target\. In play: Bug"):
        skirmish.fire("Ash", range=1)
    with pytest.raises(Refusal, match=r"except with /burst\. In play: Bug"):
        skirmish.fire("Ash", "Bug", "Hicks", range=1)
    with pytest.raises(NotNow, match="Nobody is at D7"):
        skirmish.fire("Ash", "D7", range=1)
    assert skirmish.fire("Ash", "Hicks", dice=(6, 6, 1), range=4).outcome.startswith("Ash fires the Rifle at Hicks")
    assert skirmish.state("Hicks").wounds == 1


def test_who_has_no_attack() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.muster("Bug Brain", name="Brain")
    skirmish.muster("Bug Warrior", name="Bug")
    skirmish.muster("Marine", name="Ash")
    skirmish.next()
    with pytest.raises(Refusal, match=r"Brain has no attack\."):
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
    skirmish = on_a_map(walls="C1 C2")
    with pytest.raises(NotNow, match="from A1 to F1: the obstruction at C1 is in the way"):
        skirmish.fire("Ash", "Bug")
    skirmish = on_a_map(walls="D2")
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
    assert both.outcome == ("Shooter attacks Target: HIT, 1 wound; HIT, 2 wounds; Target is killed.")
    skirmish.encounter = opening
    one = skirmish.fire("Shooter", "Target", dice=(2, 3, 3, 3, 2))
    assert one.outcome == "Shooter attacks Target: MISS; HIT, 1 wound; Target has 2 Points left."
    skirmish.encounter = opening
    assert "HIT, 3 wounds; Target is killed" in skirmish.fire("Shooter", "Target", dice=(6, 6, 6)).outcome
    skirmish.encounter = opening
    neither = skirmish.fire("Shooter", "Target", dice=(1, 1, 1, 2))
    assert (neither.outcome, neither.verdict) == ("Shooter attacks Target: MISFIRE; MISS.", "miss")


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
        ready = attacks.complete_cover_fire(Fire(skirmish.id("Ash"), **said), skirmish.encounter)
        return attacks.cover_fire_cost(ready, skirmish.encounter)

    assert cost() == 1
    assert cost(aim=2) == 3
    assert cost(weapon="flamethrower") == 3
    assert cost(weapon="flamethrower", how="1 die") == 2
    assert cost(weapon="grenade", aim=1) == 3
    with pytest.raises(NoRule, match="Cover fire needs a ranged weapon"):
        cost(weapon="hand")
    with pytest.raises(NoRule, match="never aimed"):
        cost(weapon="flamethrower", aim=1)
    with pytest.raises(NoRule, match="Leave mod: out"):
        cost(weapon="flamethrower", mod="-1 near")
    with pytest.raises(Refusal, match="1 to 3 Points of aim"):
        cost(aim=4)
    settled = attacks.complete_cover_fire(Fire(skirmish.id("Ash"), weapon="flame"), skirmish.encounter)
    assert (settled.weapon, settled.how) == ("Flamethrower", "2 dice")


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
    attacks.fire_cover(order, scene)
    return skirmish, scene


def test_cover_fire_spends_no_points() -> None:
    skirmish, scene = covered(aim=2, dice=(1, 2, 4))
    part = part_named(*scene.parts)
    assert part.resolution.outcome == "Hicks fires the Rifle at Bug, 5 spaces: HIT, 4 wounds; Bug has 1 Point left."
    assert total(part.resolution, "Target number") == 2
    assert scene.combatant(skirmish.id("Hicks")) == skirmish.one("Hicks")


def test_cover_fire_with_the_dice_that_were_paid() -> None:
    _, scene = covered("Flamethrower", how="2 dice", dice=(1, 3))
    assert part_named(scene.parts[0]).resolution.outcome.endswith("HIT, 4 wounds; Bug has 1 Point left.")


@pytest.mark.parametrize(("weapon", "at"), [("Flamethrower", "L1"), ("Pistol", "L1")])
def test_cover_fire_without_a_chance_is_not_made(weapon: str, at: str) -> None:
    skirmish, scene = covered(weapon, at)
    part = part_named(*scene.parts)
    assert part.resolution.outcome.startswith("Hicks cannot use the cover fire: ")
    assert (part.resolution.verdict, part.encounter) == ("miss", skirmish.encounter)


def test_who_is_in_sight() -> None:
    skirmish = on_a_map(walls="C1 C2")
    assert not skirmish.ruleset.sees(skirmish.one("Ash"), skirmish.one("Bug"), skirmish.encounter)
    skirmish.adjust("Bug", "at B1")
    assert skirmish.ruleset.sees(skirmish.one("Ash"), skirmish.one("Bug"), skirmish.encounter)


def test_the_last_of_a_side_is_told() -> None:
    skirmish = ash()
    skirmish.adjust("Bug", "wounds 4")
    shot = Fire(skirmish.id("Ash"), (skirmish.target("Bug"),), range=5)
    killed, won = (part.resolution for part in skirmish.parts(shot, 6, 6, 1))
    assert killed.outcome.endswith("Bug is killed.")
    assert (won.outcome, won.verdict) == ("The Good Guys win: no Bad Guys are left in play.", DECIDED)


def test_hand_to_hand_it_is_the_distance_that_counts() -> None:
    skirmish = on_a_map(walls="C1")
    with pytest.raises(NotNow, match=r"Bug is 5 spaces away\. Use /move to get next to them, or attack with weapon"):
        skirmish.fire("Ash", "Bug", weapon="hand-to-hand")


def test_aim_is_named_only_where_more_of_it_helps() -> None:
    with pytest.raises(NotNow, match=r"it takes 15 on two dice, which reach 12; get closer\.$"):
        ash().fire("Ash", "Bug", range=21, aim=3)


def test_outdoors_a_flyer_is_seen_over_walls() -> None:
    skirmish = Skirmish(outdoors=True)
    skirmish.map(4, 8, "A3")
    skirmish.muster("Marine, rifle", "A1", "Ash")
    skirmish.muster("Bot Scout", "A5", "Scout")
    with pytest.raises(NotNow, match="A3 is in the way"):
        skirmish.fire("Ash", "Scout")
    skirmish.adjust("Scout", "flying")
    assert skirmish.fire("Ash", "Scout", dice=(1, 3, 2)).verdict == "hit"


def test_somebody_adjacent_is_seen_between_two_walls() -> None:
    skirmish = on_a_map(walls="B1 A2")
    skirmish.adjust("Bug", "at B2")
    assert skirmish.fire("Ash", "Bug", dice=(1, 2, 2)).verdict == "hit"


def test_without_enemies_everybody_else_is_named() -> None:
    skirmish = Skirmish()
    skirmish.muster("Marine", name="Ash")
    skirmish.muster("Marine", name="Hicks")
    with pytest.raises(Refusal, match=r"Name a target\. In play: Hicks\."):
        skirmish.fire("Ash", range=1)


def test_no_more_wounds_are_kept_than_kill() -> None:
    skirmish = ash("smart gun")
    skirmish.fire("Ash", "Bug", dice=(6, 6, 6, 6), range=5)
    assert (skirmish.one("Bug").present, skirmish.state("Bug").wounds) == (False, 5)


def test_nobody_attacks_whom_he_flew_over_when_he_was_stopped() -> None:
    skirmish = on_a_map()
    here = skirmish.one("Ash").place
    skirmish.encounter = Placed(skirmish.id("Bug"), here).on(skirmish.encounter)
    with pytest.raises(NotNow, match=f"Ash is at {here} as well, and range starts at 1 space"):
        skirmish.fire("Ash", "Bug")
