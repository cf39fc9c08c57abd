"""The effect of a hit, and its exact chances."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Agenda, Clock, Question, Task, Watch
from rules.engine.records.orders import Fire, Reload
from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Planned
from rules.engine.scene.scene import Scene
from rules.space_marines.attacks import chances, harm
from rules.space_marines.figures.continuations import Proceed
from rules.space_marines.figures.figure import Damage
from rules.words.places import Place
from tests.rules.space_marines.skirmish import Skirmish, note

HALF_DIE, THIRD, DIE = Damage(divided=2), Damage(divided=3), Damage()
FUZZY = Damage(table=(0, 0, 1, 1, 1, 2))


@pytest.fixture
def fight() -> Skirmish:
    skirmish = Skirmish()
    skirmish.muster("Marine", name="Ash")
    skirmish.muster("Bug Warrior", name="Bug")
    return skirmish


@pytest.mark.parametrize(
    ("damage", "armor", "dice", "wounds"),
    [
        (HALF_DIE, 0, (3,), 2),
        (HALF_DIE, 1, (3,), 1),
        (THIRD, 0, (4,), 2),
        (THIRD, 1, (3,), 0),
        (Damage(plus=-1), 0, (1,), 0),
        (Damage(plus=-1), 1, (1,), 0),
        (Damage(plus=-1), 1, (2,), 0),
        (Damage(plus=-1), 1, (6,), 4),
        (Damage(plus=1), 0, (6,), 7),
        (Damage(plus=1), 1, (1,), 1),
        (Damage(dice=2), 0, (1, 6), 7),
        (Damage(dice=2), 1, (1, 6), 5),
        (Damage(dice=3), 2, (1, 2, 3), 1),
        (Damage(dice=3, divided=2), 1, (1, 4, 5), 3),
        (FUZZY, 0, (6,), 2),
        (FUZZY, 1, (6,), 1),
        (FUZZY, 1, (2,), 0),
        (Damage(kill=True), 1, (), 4),
    ],
)
def test_wounds(fight: Skirmish, damage: Damage, armor: int, dice: tuple[int, ...], wounds: int) -> None:
    script = ScriptedDice(dice)
    assert harm.roll_wounds(damage, armor, 4, "Bug", Scene(fight.encounter, script)) == wounds
    assert script.unused == ()


def test_how_a_die_became_wounds(fight: Skirmish) -> None:
    def told(damage: Damage, armor: int, thrown: int) -> tuple[str, list[str]]:
        scene = Scene(fight.encounter, ScriptedDice([thrown]))
        harm.roll_wounds(damage, armor, 5, "Bug", scene)
        scene.conclude("")
        resolution = scene.parts[0].resolution
        return note(resolution, "Damage"), [step.id for step in resolution.steps if isinstance(step, Ruling)]

    assert told(HALF_DIE, 1, 5) == ("2 wounds to Bug (5 / 2 rounded up, armor -1)", ["O21"])
    assert told(FUZZY, 0, 6) == ("2 wounds to Bug (6 is 2 in the troop type's table)", [])
    assert told(Damage(plus=-1), 0, 2) == ("2 -1 = 1 wound to Bug", [])


def test_wounds_add_up_and_kill(fight: Skirmish) -> None:
    bug = fight.id("Bug")
    scene = Scene(fight.encounter, ScriptedDice(()))
    assert not harm.apply_wounds(bug, 0, scene)
    assert scene.encounter is fight.encounter
    assert not harm.apply_wounds(bug, 3, scene)
    assert harm.total_left(bug, scene.encounter) == 2
    assert harm.apply_wounds(bug, 4, scene)
    assert harm.total_left(bug, scene.encounter) == 0
    assert not scene.combatant(bug).present


def test_the_dead_watch_reload_and_answer_no_more(fight: Skirmish) -> None:
    ash, bug, here = fight.id("Ash"), fight.id("Bug"), Place(1, 1)
    kept = Watch(ash, (here,), Clock(2, 1), Fire(ash))
    scene = Scene(fight.encounter, ScriptedDice(()))
    items: Agenda = (
        kept,
        Watch(bug, (here,), Clock(2, 1), Fire(bug)),
        Task(bug, Reload(bug), 1, 8),
        Question(bug, "?", ("fire",), (Proceed(ash, here),)),
        Question(ash, "?", ("fire",), (Proceed(bug, here),)),
    )
    scene.do(Planned(items))
    harm.apply_wounds(bug, 4, scene)
    assert scene.encounter.agenda == items
    harm.apply_wounds(bug, 1, scene)
    assert scene.encounter.agenda == (kept,)


# Out of 36 throws of two dice; snake eyes are no hit.
HITS = {2: 35, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 0, -5: 35}
SHOWN = {3: "97%", 4: "92%", 5: "83%", 6: "72%", 7: "58%", 8: "42%", 9: "28%", 10: "17%", 11: "8%", 12: "3%", 13: "0%"}


def test_the_chance_of_a_hit() -> None:
    for needed, out_of_36 in HITS.items():
        assert chances.chance(needed) == Fraction(out_of_36, 36)
    assert {needed: chances.percent(chances.chance(needed)) for needed in SHOWN} == SHOWN
    assert chances.percent(Fraction(999, 1000)) == "99%"
    assert chances.percent(Fraction(1, 1000)) == "1%"
    assert chances.percent(Fraction(1)) == "100%"


def test_what_attacks_promise() -> None:
    sure, half = Fraction(1), Fraction(1, 2)
    assert chances.expect_result(sure, DIE, 0, 99) == chances.Expectation(Fraction(7, 2), Fraction(0))
    assert chances.expect_result(sure, DIE, 0, 5) == chances.Expectation(Fraction(20, 6), Fraction(1, 3))
    assert chances.expect_result(half, HALF_DIE, 0, 3) == chances.Expectation(Fraction(1), Fraction(1, 6))
    assert chances.expect_result(half, HALF_DIE, 1, 3) == chances.Expectation(half, Fraction(0))
    # 1/2d twice at 2 Points left: 11 22 33 each kill alone but for the 1s: 1 - (1/3)^2 ... two 1s kill as well.
    assert chances.expect_result(sure, HALF_DIE, 0, 2, 2) == chances.Expectation(Fraction(2), sure)
    assert chances.expect_result(half, HALF_DIE, 0, 3, 2).kill == Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 6) + (
        # both hit, neither alone is a 3: 1 and 2, 2 and 1, 2 and 2
        Fraction(1, 4) * Fraction(3, 9)
    )
    assert chances.expect_result(half, Damage(kill=True), 0, 4) == chances.Expectation(Fraction(2), half)
    assert chances.expect_result(sure, FUZZY, 0, 9).wounds == Fraction(5, 6)
    assert chances.expect_result(sure, Damage(plus=-1), 1, 9).wounds == Fraction(10, 6)


@given(
    st.builds(
        Damage,
        dice=st.integers(1, 3),
        divided=st.integers(1, 3),
        plus=st.integers(-2, 2),
        table=st.sampled_from([(), (0, 0, 1, 1, 1, 2)]),
    ),
    st.integers(0, 2),
    st.integers(1, 12),
)
def test_the_chances_are_those_of_the_dice(damage: Damage, armor: int, left: int) -> None:
    spread = chances.wounds_of_hit(damage, armor, left)
    counted = dict.fromkeys(range(left + 1), 0)
    for dice in product(range(1, 7), repeat=damage.dice):
        scene = Scene(SOMEBODY, ScriptedDice(dice))
        counted[min(left, harm.roll_wounds(damage, armor, left, "Bug", scene))] += 1
    assert sum(spread.values()) == 1
    assert {wounds: spread.get(wounds, Fraction(0)) * 6**damage.dice for wounds in counted} == counted


SOMEBODY = Skirmish().encounter
