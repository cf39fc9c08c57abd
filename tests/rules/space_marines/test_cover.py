"""Cover fire: declared, set off, held, used up (COVER FIRE)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.game.entries.names import named
from rules.engine.records.agenda import Clock, Question, Watch
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Answer, Dismiss, Fire, Handover, Move, Next, Several, Switch
from rules.engine.scene.scene import Part
from rules.space_marines.attacks.cover import covered_spaces, is_cover_fire
from rules.space_marines.figures.figure import DONE
from rules.words.places import Place
from tests.rules.space_marines.skirmish import Skirmish, places

# A corridor, row 2, from A to G; at its end a passage comes in from below, G4 and G3, where G4 cannot be seen.
CORRIDOR = "B1 C1 D1 E1 F1 B3 C3 D3 E3 F3 A4 B4 C4 D4 E4 F4"


def corridor(*bugs: str, marine: str = "marine, rifle", ammunition: str = "none") -> Skirmish:
    skirmish = Skirmish(ammunition=ammunition)
    skirmish.map(7, 4, CORRIDOR)
    skirmish.muster(marine, "A2", "Ash")
    for n, at in enumerate(bugs or ("G4",), 1):
        skirmish.muster("bug warrior", at, f"Bug {n}")
    if len(bugs) > 1:
        skirmish.adjust("Bug 2", "wounds 3")
    return skirmish


def questions(skirmish: Skirmish) -> list[Question]:
    return [m for m in skirmish.encounter.agenda if isinstance(m, Question)]


def watches(skirmish: Skirmish) -> list[Watch]:
    return [m for m in skirmish.encounter.agenda if isinstance(m, Watch)]


def said(parts: tuple[Part, ...]) -> list[str]:
    return [part.resolution.outcome for part in parts]


def answer(skirmish: Skirmish, who: str, choice: str, *dice: int) -> list[str]:
    return said(skirmish.parts(Answer(skirmish.id(who), choice), *dice))


@pytest.mark.parametrize(
    "how", ["cover fire", "cover", "covering fire", "Covering", "cover-fire", "cover fire, 2 dice"]
)
def test_the_words_of_cover_fire(how: str) -> None:
    assert is_cover_fire(Fire("c1", how=how))


@pytest.mark.parametrize("how", ["", "2 dice", "discover", "covers", "fire"])
def test_other_words(how: str) -> None:
    assert not is_cover_fire(Fire("c1", how=how))


def test_declaring_costs_a_point_and_ends_the_turn() -> None:
    skirmish = corridor()
    told = skirmish.fire("Ash", "G2", "G3", how="cover fire")
    assert told.outcome == ("Ash covers G2 and G3 with the Rifle, 6 spaces, until the end of the next Bad Guys' phase.")
    assert skirmish.state("Ash").left == 2
    assert skirmish.state("Ash").stage == DONE
    [watch] = watches(skirmish)
    assert (watch.area, watch.until) == (places("G2 G3"), Clock(1, 2))
    assert isinstance(watch.shot, Fire)
    assert (watch.shot.weapon, watch.shot.how, watch.shot.targets) == ("Rifle", "", ())
    assert covered_spaces(skirmish.encounter, "bad") == frozenset(places("G2 G3"))
    assert covered_spaces(skirmish.encounter, "good") == frozenset()


@pytest.mark.parametrize(
    ("marine", "aim", "how", "left"),
    [
        ("marine, rifle", None, "cover", 2),
        ("marine, rifle", 1, "cover", 1),
        ("marine, rifle", 2, "cover", 0),
        ("marine, smart gun", None, "cover", 2),
        ("marine, flamethrower", None, "cover, 1 die", 1),
        ("marine, flamethrower", None, "2 dice, cover fire", 0),
        # All dice that can be paid, where none are named.
        ("marine, flamethrower", None, "cover fire", 0),
        ("marine, sniper rifle", None, "cover fire", 2),
    ],
)
def test_what_it_costs(marine: str, aim: int | None, how: str, left: int) -> None:
    skirmish = corridor(marine=marine)
    skirmish.fire("Ash", "G2", how=how, aim=aim)
    assert skirmish.state("Ash").left == left


SEES_FARTHER = (
    "Ash sees farther than F2. Cover fire covers the farthest space in sight, here G2, unless the scenario"
    " names the areas (the switch “cover areas”)."
)


@pytest.mark.parametrize(
    ("target", "options", "sentence"),
    [
        ("F2", {}, SEES_FARTHER),
        ("G4", {}, "Bug 1 is at G4. Cover fire needs empty spaces."),
        ("G1", {"how": "cover, 2 dice"}, "The damage of the Rifle is fixed. Leave how: out."),
        ("C3", {}, "There is an obstruction at C3. Choose another place."),
        ("H2", {}, "H2 is off the map, which goes from A1 to G4."),
        ("A2", {}, "Ash is at A2. Cover fire needs empty spaces."),
        ("Bug 1", {}, "Cover fire needs places as targets: target: D7, or several adjacent ones, D7, D8."),
        ("G2", {"range": 6}, "Cover fire uses the map. Leave range: out."),
        ("G2", {"aim": 3}, "Ash has 3 Points left this turn. That cover fire takes 4 Points."),
    ],
)
def test_refused_before_anything_is_spent(target: str, options: dict[str, Any], sentence: str) -> None:
    skirmish = corridor()
    before = skirmish.encounter
    with pytest.raises(Refusal) as refused:
        skirmish.order(Fire(skirmish.id("Ash"), skirmish.aimed(target), **{"how": "cover fire", **options}))
    assert str(refused.value) == sentence
    assert skirmish.encounter == before


def test_where_the_scenario_names_the_areas_any_in_sight_can_be_covered() -> None:
    skirmish = corridor()
    skirmish.order(Switch("cover areas", "anywhere"))
    with pytest.raises(NotNow, match="Ash does not see G4: "):
        skirmish.adjust("Bug 1", "at G3")
        skirmish.fire("Ash", "G4", how="cover fire")
    told = skirmish.fire("Ash", "D2", how="cover fire")
    assert told.outcome == "Ash covers D2 with the Rifle, 3 spaces, until the end of the next Bad Guys' phase."


def test_the_farthest_area_is_what_stands_by_itself() -> None:
    skirmish = corridor()
    skirmish.order(Switch("cover areas", "anywhere"))
    skirmish.order(Switch("cover areas", "farthest"))
    with pytest.raises(NotNow, match="here G2"):
        skirmish.fire("Ash", "D2", how="cover fire")


def test_an_area_hangs_together() -> None:
    skirmish = corridor()
    with pytest.raises(Refusal, match="G1 and G3 are not"):
        skirmish.fire("Ash", "G1", "G3", how="cover fire")


def test_out_of_sight() -> None:
    skirmish = corridor("A1")
    with pytest.raises(NotNow, match="Ash does not see G4: "):
        skirmish.fire("Ash", "G4", how="cover fire")


def test_not_hand_to_hand() -> None:
    skirmish = corridor()
    with pytest.raises(Refusal, match="Cover fire needs a ranged weapon"):
        skirmish.fire("Ash", "G2", how="cover fire", weapon="Hand-to-Hand")


def test_a_grenade_hurts_those_beside_whoever_enters() -> None:
    skirmish = corridor("G3", "G1", marine="marine, rifle, grenade")
    skirmish.order(Switch("bad guys", "people"))
    told = skirmish.fire("Ash", "G2", how="cover fire", weapon="grenade")
    assert told.outcome == "Ash covers G2 with the Grenade, 6 spaces, until the end of the next Bad Guys' phase."
    assert skirmish.state("Ash").left == 1
    skirmish.parts(Next())
    skirmish.parts(Move(skirmish.id("Bug 1"), Place.parse("G2")))
    # 6 spaces and 2: 8 on two dice; two dice for the one who entered, one for the one beside (with 3 wounds of 5).
    told_then = answer(skirmish, "Ash", "fire", 4, 4, 1, 2, 1)
    assert told_then[0] == (
        "Ash throws a Grenade at Bug 1, 6 spaces: HIT; Bug 1 3 wounds, 2 Points left; Bug 2 1 wound, 1 Point left."
    )
    assert not questions(skirmish) and not watches(skirmish)


def test_a_weapon_that_does_not_reach() -> None:
    skirmish = Skirmish()
    skirmish.map(14, 1)
    skirmish.muster("marine, rifle, pistol", "A1", "Ash")
    with pytest.raises(NotNow, match="13 on two dice"):
        skirmish.fire("Ash", "N1", how="cover fire")
    assert skirmish.fire("Ash", "N1", how="cover fire", aim=1).outcome.startswith("Ash covers N1 with the Rifle")


def test_a_flame_covers_what_it_reaches() -> None:
    skirmish = Skirmish()
    skirmish.map(10, 1, "J1")
    skirmish.muster("marine, flamethrower", "A1", "Ash")
    assert skirmish.fire("Ash", "I1", how="cover fire").outcome.startswith("Ash covers I1")
    other = Skirmish()
    other.map(10, 1)
    other.muster("marine, flamethrower", "A1", "Ash")
    with pytest.raises(NotNow, match=r"The Flamethrower reaches 8 spaces"):
        other.fire("Ash", "J1", how="cover fire")


def test_a_sniper_that_moved_covers_nothing() -> None:
    skirmish = corridor(marine="marine, sniper rifle")
    skirmish.move("Ash", "B2")
    with pytest.raises(NotNow, match="Ash has moved this turn"):
        skirmish.fire("Ash", "G2", how="cover fire")


def test_without_a_map() -> None:
    skirmish = Skirmish()
    skirmish.muster("marine, rifle", "", "Ash")
    with pytest.raises(NotNow, match="needs a map"):
        skirmish.fire("Ash", "G2", how="cover fire")


def test_at_the_end_of_a_move_with_what_is_left() -> None:
    skirmish = corridor()
    skirmish.move("Ash", "C2")
    skirmish.fire("Ash", "G2", how="cover fire")
    assert skirmish.state("Ash").left == 0
    with pytest.raises(NotNow, match="Ash is done"):
        skirmish.move("Ash", "B2")


def test_the_first_arrival_is_asked_about() -> None:
    skirmish = corridor()
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    told = said(skirmish.next())
    assert told[0] == "The Bad Guys' phase begins."
    assert told[1] == "Bug 1 advances from G4 to G3, which Ash covers."
    [question] = questions(skirmish)
    assert named(question.text, skirmish.encounter) == "Bug 1 enters G3, which Ash covers with the Rifle. Fire?"
    assert (question.to, question.choices) == (skirmish.id("Ash"), ("fire", "hold fire"))
    assert skirmish.ruleset.awaited(skirmish.encounter) == (skirmish.id("Ash"),)
    with pytest.raises(NotNow):
        skirmish.next()


def test_wounds_cut_the_move_short() -> None:
    skirmish = corridor()
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    told = answer(skirmish, "Ash", "fire", 3, 3, 3)
    assert told[0] == "Ash fires the Rifle at Bug 1, 6 spaces: HIT, 3 wounds; Bug 1 has 2 Points left."
    # 5 Points less one for G3 and three wounds: one space more.
    assert told[1] == "Bug 1 advances from G3 to F2."
    assert told[2].startswith("Turn 2 begins")
    assert skirmish.encounter.agenda == ()
    assert skirmish.state("Ash").left == 3


def test_no_points_are_left_to_go_on() -> None:
    skirmish = corridor()
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    told = answer(skirmish, "Ash", "fire", 3, 3, 4)
    assert told[0] == "Ash fires the Rifle at Bug 1, 6 spaces: HIT, 4 wounds; Bug 1 has 1 Point left."
    assert told[1] == "Waiting: Bug 1."
    assert skirmish.place("Bug 1") == "G3"
    assert told[2].startswith("Turn 2 begins")


def test_the_aim_that_was_paid_counts() -> None:
    skirmish = corridor()
    skirmish.fire("Ash", "G2", "G3", how="cover fire", aim=2)
    skirmish.next()
    # 6 spaces less 3 for two Points of aim.
    assert answer(skirmish, "Ash", "fire", 1, 2, 1)[0].startswith(
        "Ash fires the Rifle at Bug 1, 6 spaces: HIT, 1 wound"
    )


def test_fire_held_is_given_up() -> None:
    skirmish = corridor("G4", "G1")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    told = answer(skirmish, "Ash", "hold fire")
    assert told[0] == "Ash holds fire and stops covering."
    assert told[1] == "Bug 1 advances from G3 to C2."
    assert not any("covers" in line for line in told[2:])
    assert skirmish.encounter.agenda == ()


def test_what_was_not_set_off_lapses_with_the_enemy_phase() -> None:
    skirmish = corridor("A1")
    skirmish.fire("Ash", "G2", how="cover fire")
    skirmish.next(1, 1, 1, 1)
    assert skirmish.encounter.clock == Clock(2, 1)
    assert skirmish.encounter.agenda == ()


def entering_two() -> Skirmish:
    """Ash and Bishop both cover G2, and somebody's bug enters it with two Points to go."""
    skirmish = corridor("G4")
    skirmish.adjust("Ash", "at A1")
    skirmish.muster("marine, smart gun", "A3", "Bishop")
    skirmish.muster("bug leader", "", "Queen", owner="villain")
    skirmish.adjust("Bug 1", "dead")
    skirmish.adjust("Queen", "at G4")
    skirmish.fire("Ash", "G2", how="cover fire")
    skirmish.fire("Bishop", "G2", how="cover fire")
    skirmish.next()
    skirmish.parts(Move(skirmish.id("Queen"), Place.parse("D2"), how="via G3 G2"))
    return skirmish


@pytest.mark.parametrize(("first", "second"), [("Ash", "Bishop"), ("Bishop", "Ash")])
def test_the_players_determine_the_order(first: str, second: str) -> None:
    skirmish = entering_two()
    assert [question.to for question in questions(skirmish)] == [skirmish.id("Ash"), skirmish.id("Bishop")]
    damage = {"Ash": (1,), "Bishop": (1, 1)}
    told = answer(skirmish, first, "fire", 3, 4, *damage[first])
    assert len(told) == 1
    assert skirmish.place("Queen") == "G2"
    told = answer(skirmish, second, "fire", 3, 4, *damage[second])
    # 6 Points less two spaces and three wounds: one space more.
    assert told[1].startswith("Queen moves on from G2 to F2")
    assert skirmish.encounter.agenda == ()


def test_whoever_is_left_without_a_target_goes_on_covering() -> None:
    skirmish = entering_two()
    skirmish.adjust("Queen", "wounds 4")
    told = answer(skirmish, "Ash", "fire", 3, 4, 5)
    assert told == [
        "Ash fires the Rifle at Queen, 6 spaces: HIT, 5 wounds; Queen is killed.",
        "The Good Guys win: no Bad Guys are left in play.",
    ]
    assert questions(skirmish) == []
    assert [watch.actor for watch in watches(skirmish)] == [skirmish.id("Bishop")]


def test_the_phase_goes_on_after_a_kill() -> None:
    skirmish = corridor("G4", "G1")
    skirmish.adjust("Bug 1", "wounds 4")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    told = answer(skirmish, "Ash", "fire", 3, 4, 2)
    assert told[0].endswith("Bug 1 is killed.")
    assert told[1] == "Bug 2 advances from G1 to E2."
    assert told[2].startswith("Turn 2 begins")


@pytest.mark.parametrize("who", ["Ash", "Bug 1"])
def test_somebody_taken_out_of_the_encounter_holds_nothing_up(who: str) -> None:
    skirmish = corridor("G4", "G1")
    skirmish.muster("marine, rifle", "A1", "Bishop")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    skirmish.order(Dismiss(skirmish.id(who)))
    assert questions(skirmish) == []
    skirmish.parts(Next())
    assert skirmish.encounter.clock == Clock(2, 1)


@pytest.mark.parametrize("who", ["Ash", "Bug 1"])
def test_somebody_taken_out_of_play_holds_nothing_up(who: str) -> None:
    skirmish = corridor("G4", "G1")
    skirmish.muster("marine, rifle", "A1", "Bishop")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    skirmish.adjust(who, "dead")
    assert questions(skirmish) == []
    skirmish.parts(Next())
    assert skirmish.encounter.clock == Clock(2, 1)


def test_cover_that_the_gm_takes_back_is_not_fired() -> None:
    skirmish = corridor()
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    skirmish.adjust("Ash", "stop covering")
    assert answer(skirmish, "Ash", "fire")[0] == "Ash stops covering and does not fire."


def test_ammunition_goes_when_it_fires() -> None:
    skirmish = corridor(ammunition="boxes")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    slot = skirmish.one("Ash").in_hand
    full = skirmish.ammunition("Ash", slot)
    assert full.loaded == full.capacity == 16
    skirmish.next()
    answer(skirmish, "Ash", "fire", 1, 2)
    assert skirmish.ammunition("Ash", slot).loaded == 15


def test_an_empty_weapon_covers_nothing() -> None:
    skirmish = corridor(ammunition="boxes")
    skirmish.adjust("Ash", "loaded 0")
    with pytest.raises(NotNow, match="The Rifle is empty"):
        skirmish.fire("Ash", "G2", how="cover fire")


def test_bad_guys_cover_as_well() -> None:
    skirmish = corridor(marine="marine, rifle")
    skirmish.muster("bug shooter, rifle", "", "Sniper", owner="villain")
    skirmish.adjust("Bug 1", "dead")
    skirmish.adjust("Ash", "at G4")
    skirmish.adjust("Sniper", "at A2")
    skirmish.next()
    skirmish.fire("Sniper", "G2", "G3", how="cover fire", aim=2)
    assert watches(skirmish)[0].until == Clock(2, 1)
    skirmish.next()
    told = skirmish.move("Ash", "F2", how="via G3")
    assert [named(question.text, skirmish.encounter) for question in questions(skirmish)] == [
        "Ash enters G3, which Sniper covers with the Rifle. Fire?"
    ]
    assert "G3" in told.outcome
    # 6 spaces, 1 for a shooter's rifle, 3 less for the aim; two wounds leave nothing of 3 Points to go on with.
    told_then = answer(skirmish, "Sniper", "fire", 2, 2, 3)
    assert told_then[0] == "Sniper fires the Rifle at Ash, 6 spaces: HIT, 2 wounds; Ash has 1 Point left."
    assert skirmish.place("Ash") == "G3"
    skirmish.next()
    assert watches(skirmish) == []


def test_flying_over_it_is_entering() -> None:
    skirmish = Skirmish(outdoors=True)
    skirmish.map(7, 3, "E1 E2 E3")
    skirmish.muster("marine, rifle", "A2", "Ash")
    skirmish.muster("bot scout", "G1", "Scout", owner="villain")
    skirmish.fire("Ash", "D2", how="cover fire")
    skirmish.next()
    skirmish.move("Scout", "C2", how="fly via D2")
    assert [named(question.text, skirmish.encounter) for question in questions(skirmish)] == [
        "Scout enters D2, which Ash covers with the Rifle. Fire?"
    ]


def test_whoever_passes_a_friend_has_not_arrived() -> None:
    skirmish = corridor("G4")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.order(Handover(skirmish.id("Bug 1"), "villain"))
    skirmish.muster("bug warrior", "", "Friend", owner="villain")
    skirmish.next()
    # The GM puts it there, which is no move.
    skirmish.adjust("Friend", "at G3")
    skirmish.move("Bug 1", "F2", how="via G3")
    assert questions(skirmish) == []
    assert skirmish.place("Bug 1") == "F2"
    assert len(watches(skirmish)) == 1


def test_declared_anew_it_takes_the_place_of_the_old() -> None:
    skirmish = corridor()
    skirmish.fire("Ash", "G2", how="cover fire")
    skirmish.adjust("Ash", "may act")
    skirmish.fire("Ash", "G3", how="cover fire")
    assert [watch.area for watch in watches(skirmish)] == [places("G3")]


def test_nobody_is_asked_about_a_weapon_that_is_empty_by_then() -> None:
    skirmish = corridor(ammunition="boxes")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.adjust("Ash", "loaded 0")
    skirmish.next()
    assert questions(skirmish) == []


def test_a_weapon_emptied_before_the_answer_is_not_fired() -> None:
    skirmish = corridor(ammunition="boxes")
    skirmish.fire("Ash", "G2", "G3", how="cover fire")
    skirmish.next()
    assert questions(skirmish)
    skirmish.adjust("Ash", "loaded 0")
    told = answer(skirmish, "Ash", "fire")[0]
    assert told == "Ash cannot use the cover fire: The Rifle is empty. Use /reload (8 Points)."
    assert skirmish.ammunition("Ash").loaded == 0


TWO_DOORS = "H2 H3 H5 H6 P2 P3 P5 P6"
"""A hall of 20 by 7 with two walls across it, each with a door in row 4."""
ADVICE = re.compile(r"here ([A-Z]+[0-9]+),|, or cover ([A-Z]+[0-9]+)\.$")


@pytest.mark.parametrize("marine", ["rifle", "pistol", "flamethrower", "grenade", "smart gun", "sniper rifle"])
@pytest.mark.parametrize("toward", ["H4", "N3", "O2", "K4", "T4", "C1", "G7", "L5"])
def test_the_advice_of_cover_fire_is_accepted(marine: str, toward: str) -> None:
    """Whatever space the bot names instead can be covered, and a weapon of short range finds one in its reach."""
    skirmish = Skirmish()
    skirmish.map(20, 7, TWO_DOORS)
    skirmish.muster(f"marine, {marine}", "C5", "Ash")
    aim = None if marine in ("flamethrower", "sniper rifle") else 1
    how = "cover, 1 die" if marine == "flamethrower" else "cover"
    weapon = "Sniper Rifle" if marine == "sniper rifle" else marine
    try:
        covered = skirmish.fire("Ash", toward, how=how, aim=aim, weapon=weapon)
    except NotNow as refusal:
        advice = ADVICE.search(str(refusal))
        assert advice or "does not see" in str(refusal), refusal
        if not advice:
            return
        covered = skirmish.fire("Ash", advice[1] or advice[2], how=how, aim=aim, weapon=weapon)
    assert covered.outcome.startswith("Ash covers ")


def test_a_weapon_of_short_range_covers_the_end_of_its_reach() -> None:
    """A flame reaches 8 spaces, and the hall ends 15 spaces away."""
    skirmish = Skirmish()
    skirmish.map(16, 3)
    skirmish.muster("marine, flamethrower", "A2", "Ash")
    with pytest.raises(NotNow, match=r"The Flamethrower reaches 8 spaces, and P2 is 15 spaces away.* or cover I2"):
        skirmish.fire("Ash", "P2", how="cover fire")
    with pytest.raises(NotNow, match=r"sees farther than E2.* here I2,"):
        skirmish.fire("Ash", "E2", how="cover fire")
    assert skirmish.fire("Ash", "I2", how="cover fire").outcome.startswith("Ash covers I2 with the Flamethrower")


def test_of_several_who_move_those_after_the_one_who_is_fired_at_wait() -> None:
    """Finished moves stay, so that the question can be answered, and then the others move."""
    skirmish = corridor("G3", "G4")
    skirmish.order(Switch("bad guys", "people"))
    skirmish.fire("Ash", "G2", how="cover fire")
    skirmish.parts(Next())
    moves = tuple(Move(skirmish.id(who), Place.parse(to)) for who, to in (("Bug 1", "G2"), ("Bug 2", "G3")))
    told = said(skirmish.parts(Several(moves)))
    assert len(told) == 2 and told[0].startswith("Bug 1 moves from G3 to G2")
    assert told[1] == "Bug 2 must wait. First Ash must answer. Then repeat this order for those who wait."
    assert [skirmish.place(who) for who in ("Bug 1", "Bug 2")] == ["G2", "G4"]
    answer(skirmish, "Ash", "hold fire")
    assert said(skirmish.parts(Several(moves[1:])))[0].startswith("Bug 2 moves from G4 to G3")
