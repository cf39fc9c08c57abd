"""Newcomers: thrown characteristics, their share of the impulse, and what they bring from an earlier encounter."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rules.engine.conduct.conduct import stage
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadDice, NotNow
from rules.engine.records.model import Combatant, Profile
from rules.engine.records.orders import Muster
from rules.engine.records.steps import Note, Roll, Sum
from rules.engine.scene.dice import NoDice, ScriptedDice
from rules.engine.scene.effects import Joined, Ticked
from rules.phoenix.basics.soldier import (
    Aimed,
    Care,
    Characteristics,
    Knockout,
    Passed,
    Progress,
    Soldier,
    Work,
    Wound,
    soldier,
)
from rules.phoenix.basics.times import UNTIL_SAID, between
from rules.phoenix.book import Scene
from rules.phoenix.optional.records import Footing, Sought
from rules.phoenix.people.sheets.muster import LASTING, PASSING, carried_over, muster
from rules.phoenix.people.sheets.sheet import profile
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
ROLLED = "rolled, skill 4, M16"


def read(line: str) -> Profile:
    return profile(line, BOOK.arms, BOOK)


def join(known: Profile, *dice: int, at: Clock | None = None) -> tuple[Soldier, Scene]:
    script = ScriptedDice(dice)
    scene = Scene(stage(phoenix()), script, BOOK)
    scene.do(Ticked(at or Clock(1, 1)))
    state = muster(known, scene)
    assert script.unused == ()
    scene.conclude("joins")
    return state, scene


def impulses(earlier: Clock, later: Clock) -> int:
    return 4 * (later.turn - earlier.turn) + later.impulse - earlier.impulse


def veteran(state: Soldier) -> Profile:
    return Profile("Veteran", "", (), state)


class TestThrown:
    def test_three_dice_for_each_characteristic_and_the_rest_follows(self) -> None:
        state, scene = join(read(ROLLED), 6, 6, 4, 1, 1, 1, 5, 4, 3, 3, 3, 3, 2, 2, 6)
        assert state.characteristics == Characteristics(16, 3, 12, 9, 10)
        assert (state.rolled, state.weight, state.base_speed, state.maximum_speed) == (True, 1500, "3", 6)
        assert (state.isf, state.actions, state.knockout_value, state.left) == (13, 5, 24, 2)
        shown = scene.parts[0].resolution.steps
        rolls = [step for step in shown if isinstance(step, Roll)]
        assert (rolls[0].label, rolls[0].why, rolls[0].low, rolls[0].high) == ("STR", "Strength, die 1 of 3", 1, 6)
        # One line tells of all fifteen; they are under Details.
        assert len(rolls) == 15 and all(roll.detail for roll in rolls)
        assert [s.total for s in shown if isinstance(s, Sum)] == [16, 3, 12, 9, 10, 13]
        [told] = [s.text for s in shown if isinstance(s, Note) and s.label == "Thrown"]
        assert told == "STR 16, INT 3, WIL 12, HLT 9, AGI 10"

    def test_who_has_joined_once_is_not_thrown_again(self) -> None:
        state, _ = join(read(ROLLED), *[3] * 15)
        again, _ = join(veteran(state))
        assert again.characteristics == Characteristics(9, 9, 9, 9, 9)

    def test_not_in_a_quick_ruling(self) -> None:
        with pytest.raises(BadDice, match="This needs numbers: no throw for Strength, die 1 of 3"):
            muster(read(ROLLED), Scene(stage(phoenix()), NoDice("This needs numbers"), BOOK))


def test_of_several_with_the_same_line_the_first_is_explained() -> None:
    known = read("Line, M16")
    first, scene = join(known)
    assert scene.parts[0].resolution.steps
    scene.do(Joined(Combatant("c1", "Line 1", "", None, known.carried, first, sheet=known.sheet)))
    assert muster(known, scene) == first
    scene.conclude("joins as well")
    assert scene.parts[1].resolution.steps == ()
    muster(read("Line, M16A1"), scene)
    scene.conclude("another joins")
    assert scene.parts[2].resolution.steps


def test_several_share_a_hex() -> None:
    skirmish = Skirmish()
    skirmish.map(5, 5, walls="B2")
    squad = Muster(read("Line, M16"), "Guard", "", None, 3, (Place.parse("C3"), Place.parse("C3"), Place.parse("D3")))
    skirmish.order(squad)
    skirmish.sheet("Driver", "vehicle 16", at="C3")
    assert [str(c.place) for c in skirmish.encounter.combatants] == ["C3", "C3", "D3", "C3"]
    with pytest.raises(NotNow, match="There is an obstruction at B2"):
        skirmish.sheet("Trent", "Line", at="B2")


class TestArriving:
    def test_nothing_is_under_way(self) -> None:
        state = altered(
            soldier(read("skill 8, kneeling, drugged")),
            left=1,
            progress=Progress("bolt", 1),
            aim=Aimed("c1", 3),
            moved=2,
            ducked=Clock(4, 1),
            asked=Clock(4, 1),
            appeared=Clock(4, 2),
            burst=Clock(4, 3),
            unworked=(0,),
            broken=(1,),
        )
        new, _ = join(veteran(state))
        assert (new.progress, new.aim, new.moved, new.ducked, new.asked) == (None, None, 0, None, None)
        assert (new.appeared, new.burst) == (None, None)
        assert (new.position, new.drugged, new.broken) == ("kneeling", True, (1,))
        # Nobody works a bolt by changing encounters.
        assert new.unworked == (0,)

    @pytest.mark.parametrize(("impulse", "left"), [(1, 2), (2, 1), (3, 2), (4, 1)])
    def test_his_actions_are_those_of_the_impulse(self, impulse: int, left: int) -> None:
        assert join(read("CA 6"), at=Clock(3, impulse))[0].left == left

    @pytest.mark.parametrize("now", [Clock(1, 1), Clock(7, 2), Clock(900, 4)])
    def test_wounds_lie_just_before_the_clock_as_far_apart_as_they_were(self, now: Clock) -> None:
        wounds = (Wound(100, "Shoulder", 1, Clock(3, 1)), Wound(20, "Arm Flesh", 0, Clock(9, 2)))
        care = Care("First Aid", 0, Clock(5, 2), Clock(9, 1))
        state = Soldier(wounds=wounds, care=care)
        new, _ = join(veteran(state), at=now)
        assert [wound.points for wound in new.wounds] == [100, 20]
        assert max(wound.at for wound in new.wounds) < now
        assert between(new.wounds[1].at, now) == 0
        assert between(new.wounds[0].at, new.wounds[1].at) == 6
        assert between(new.wounds[0].at, new.care.since) == 2 and new.care.kind == "First Aid"
        assert new.care.left is not None and new.care.left < new.wounds[1].at

    @pytest.mark.parametrize("ended", [Clock(9, 2), Clock(10, 1), Clock(1_830, 4)])
    def test_wounds_are_as_old_as_they_were_when_he_left(self, ended: Clock) -> None:
        care = Care("First Aid", 0, Clock(9, 2))
        known = carried_over(Soldier(wounds=(Wound(100, "Shoulder", 1, Clock(9, 1)),), care=care), ended)
        now = Clock(40, 3)
        new, _ = join(veteran(known), at=now)
        age = impulses(Clock(9, 1), ended) + 1  # the impulse in which it ended is over
        assert impulses(new.wounds[0].at, now) == age
        assert impulses(new.care.since, now) == age - 1

    def test_times_on_rosters_end_at_the_impulse_from_which_earlier_releases_counted(self) -> None:
        known = carried_over(Soldier(wounds=(Wound(100, "Shoulder", 1, Clock(9, 2)),)), Clock(9, 2))
        assert known.wounds[0].at == Clock(0, 1)

    def test_who_was_not_hurt_is_kept_as_he_is(self) -> None:
        assert carried_over(Soldier(sal=14), Clock(9, 2)) == Soldier(sal=14)

    @pytest.mark.parametrize("now", [Clock(1, 1), Clock(7, 2)])
    def test_who_was_unconscious_stays_so_for_the_rest_of_the_time(self, now: Clock) -> None:
        fell = Knockout(at=Clock(9, 2), roll=12, time=3, until=Clock(14, 4), since=Clock(9, 1))
        wounded = Soldier(wounds=(Wound(100, "Lung", 0, Clock(9, 2)),), knockout=fell, actions=8)
        new, _ = join(veteran(carried_over(wounded, ended=Clock(10, 4))), at=now)
        assert new.out(now) and new.left == 0 and new.knockout is not None
        assert (new.knockout.roll, new.knockout.time) == (12, 3)
        # Sixteen impulses were left when the impulse in which the encounter ended was over, and they still are.
        assert new.knockout.until is not None and impulses(now, new.knockout.until) == 15
        assert new.out(Clock(now.turn + 3, now.impulse)) and not new.out(Clock(now.turn + 4, now.impulse))

    def test_what_lasts_until_the_gm_says_otherwise_lasts(self) -> None:
        fell = Knockout(at=Clock(9, 2), roll=0, until=UNTIL_SAID)
        new, _ = join(veteran(carried_over(Soldier(knockout=fell, actions=8), ended=Clock(10, 4))))
        assert new.knockout is not None and new.knockout.until == UNTIL_SAID

    def test_one_who_was_awake_stays_awake(self) -> None:
        woken = Knockout(at=Clock(9, 2), roll=12, time=3, until=Clock(9, 4))
        new, _ = join(veteran(carried_over(Soldier(knockout=woken, actions=8), ended=Clock(12, 4))))
        assert not new.out(Clock(1, 1)) and new.left == 2

    def test_the_rush_and_the_lost_balance_last_as_long_as_they_would_have(self) -> None:
        state = Soldier(rush=Clock(9, 2), footing=Footing(owes=3, at=Clock(10, 1), worst=4))
        now = Clock(5, 1)
        new, _ = join(veteran(carried_over(state, ended=Clock(10, 4))), at=now)
        assert new.rush is not None and impulses(new.rush, now) == impulses(Clock(9, 2), Clock(10, 4)) + 1
        assert new.footing is not None and (new.footing.owes, new.footing.worst) == (3, 4)
        assert new.footing.at is not None and impulses(new.footing.at, now) == 4

    @pytest.mark.parametrize(
        ("work", "kept"),
        [
            (Work("reload", ("0", "", "")), True),
            (Work("load", ("0", "", "2")), True),
            (Work("first aid", ("c5",)), False),
            (Work("stance"), False),
        ],
    )
    def test_only_a_reload_is_continued(self, work: Work, kept: bool) -> None:
        new, _ = join(veteran(Soldier(progress=Progress("something", 3, work))))
        assert new.progress == (Progress("something", 3, work) if kept else None)

    def test_what_was_seen_and_passed_belongs_to_the_last_encounter(self) -> None:
        sought = (Sought("c5", 4, Clock(12, 2)),)
        new, _ = join(veteran(Soldier(trace=(Passed(Place(3, 3)),), sought=sought, looks_for="c5")))
        assert (new.trace, new.sought, new.looks_for) == ((), (), "")

    def test_only_fields_of_a_soldier_pass(self) -> None:
        assert {*PASSING, *LASTING} <= {field.name for field in fields(Soldier)}

    def test_the_dead_stay_dead(self) -> None:
        new, _ = join(veteran(Soldier(died=Clock(40, 3))))
        assert new.out(Clock(1, 1))

    def test_a_quick_ruling_keeps_the_motion_that_its_line_says(self) -> None:
        encounter = replace(stage(phoenix()), timed=False)
        state = muster(read("moving, ducking"), Scene(encounter, ScriptedDice(()), BOOK))
        assert (state.moved, state.ducked) == (1, encounter.clock)
