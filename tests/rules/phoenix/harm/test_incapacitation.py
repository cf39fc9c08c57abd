"""Out, stunned, dazed or disoriented: which, for how long, and what each may do (5.13), against the book's table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadSheet, NotNow
from rules.engine.records.orders import Act, Adjust, Aim, Duck, Move, Rename, Switch
from rules.engine.records.steps import Note, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import EffectWord, Knockout, Soldier
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import combat_actions
from rules.phoenix.harm.hit_records import Struck
from rules.phoenix.harm.incapacity import told
from rules.phoenix.harm.wounds import hurt
from rules.phoenix.optional.records import Pin
from rules.phoenix.turn.due_timers import Wake
from rules.tables.cells import ROLL
from rules.words.places import Place
from tests import reading
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix

EFFECTS: tuple[EffectWord, ...] = ("Out", "Stunned", "Dazed", "Disoriented")
TABLE: dict[str, tuple[int, int, tuple[int, int, int, int]]] = {
    # KV, PD, the last throw for each
    "over 1/10 KV": (48, 20, (0, 2, 5, 9)),
    "over KV": (48, 60, (2, 8, 16, 24)),
    "over 2 x KV": (48, 100, (13, 31, 52, 74)),
    "over 3 x KV": (48, 150, (26, 53, 82, 97)),
    "200+": (48, 200, (60, 94, 96, 97)),
}
CHANCE = {"over 1/10 KV": 10, "over KV": 25, "over 2 x KV": 75, "over 3 x KV": 98, "200+": 98}
NAME = "Axly"
NOW = Clock(3, 2)


def skirmish(switch: str = "incapacitation", **values: Any) -> Skirmish:
    """Axly of the Blue at C8 and a guard of the Red at C3, at Phase 3, Impulse 2."""
    made = Skirmish()
    if switch:
        made.order(Switch(switch, "on"))
    made.join(NAME, Soldier(**{"actions": 8, "knockout_value": 48, "sal": 10, **values}), gun("M16"), at="C8")
    made.join("Guard", Soldier(actions=8, sal=10), gun("M16"), at="C3")
    made.order(Rename(made.id(NAME), side="Blue"))
    made.order(Rename(made.id("Guard"), side="Red"))
    made.encounter = Ticked(NOW).on(made.encounter)
    made.make(NAME, left=2)
    return made


def hit(made: Skirmish, points: int, *dice: int) -> Resolution:
    """One more wound; the outcome is what `hurt` says."""
    script = ScriptedDice(dice)
    scene = Scene(made.encounter, script, phoenix().book)
    scene.conclude(hurt(made.id(NAME), (Struck(points, "Chest"),), scene))
    assert script.unused == ()
    made.encounter = scene.encounter
    return reading.told(scene.parts[0].resolution, scene.encounter)


def wakes(made: Skirmish) -> list[Clock]:
    """Return the times at which the fighter will wake up."""
    return [m.at for m in made.encounter.agenda if isinstance(m, Timer) and m.order == Wake(made.id(NAME))]


def move(to: str, made: Skirmish) -> Move:
    return Move(made.id(NAME), Place.parse(to))


@pytest.mark.parametrize("line", TABLE)
def test_each_throw_below_the_chance_has_its_effect(line: str) -> None:
    value, points, lasts = TABLE[line]
    first = 0
    for effect, last in zip(EFFECTS, lasts, strict=True):
        for roll in (first, last):
            made = skirmish(knockout_value=value)
            outcome = hit(made, points, roll, 5).outcome
            assert outcome.endswith(f"Axly is {effect.lower()} when this impulse ends"), (roll, outcome)
            fell = made.state(NAME).knockout
            assert fell is not None and fell.effect == effect
        first = last + 1
    assert first == CHANCE[line], "the ranges end one below the chance, and leave nothing out"
    up = skirmish(knockout_value=value)
    assert hit(up, points, first).outcome == f"chest, {points} PD"
    assert up.state(NAME).knockout == Knockout(NOW, first)


def test_the_table_is_the_one_of_the_ruleset() -> None:
    table = phoenix().book.tables.of(ROLL, "incapacitation")
    assert [[(cell.low, cell.high) for cell in row if cell] for row in table.cells] == [
        [(0, 0), (1, 2), (3, 5), (6, 9)],
        [(0, 2), (3, 8), (9, 16), (17, 24)],
        [(0, 13), (14, 31), (32, 52), (53, 74)],
        [(0, 26), (27, 53), (54, 82), (83, 97)],
        [(0, 60), (61, 94), (95, 96), (97, 97)],
    ]


def test_200_goes_before_the_multiples_and_the_chance_stays_theirs() -> None:
    """T41, O12: with a KV of 100 a PD of 200 is over KV alone, and 24 the last throw that fails."""
    made = skirmish(knockout_value=100)
    resolution = hit(made, 200, 24, 0)
    assert resolution.outcome.endswith("is out when this impulse ends")
    assert "O12" in [step.id for step in resolution.steps if isinstance(step, Ruling)]
    assert hit(skirmish(knockout_value=100), 200, 25).outcome == "chest, 200 PD"
    assert hit(skirmish(knockout_value=100), 199, 24, 0).outcome.endswith("is disoriented when this impulse ends")


@pytest.mark.parametrize(
    ("knockout", "thrown", "phases"),
    # 8B at 50 PD: 0 4, 1-2 15, 3-5 29, 6-7 47, 8 73 phases, 9 4 minutes
    [
        (28, 2, 15),
        *((0, roll, phases) for roll, phases in ((0, 4), (3, 29), (9, 120))),
        *((40, roll, phases) for roll, phases in ((0, 4), (1, 4), (2, 15), (3, 15), (6, 29), (8, 47), (9, 73))),
        *((60, roll, phases) for roll, phases in ((0, 4), (2, 4), (3, 15), (5, 29), (7, 29), (8, 47), (9, 47))),
    ],
)
def test_how_long(knockout: int, thrown: int, phases: int) -> None:
    made = skirmish(knockout_value=22)
    hit(made, 52, knockout, thrown)
    assert wakes(made) == [Clock(3 + phases, 3)]


def test_axly_is_stunned() -> None:
    made = skirmish(knockout_value=22)
    resolution = hit(made, 52, 28, 2)
    assert [s.text for s in resolution.steps if isinstance(s, Note) and s.label in ("Effect", "Knockout")] == [
        "28 on the line over 2 x KV: stunned",
        "stunned for 15 phases (8B)",
    ]
    made.next()
    assert made.state(NAME).position == "prone"
    assert phoenix().summary(made.one(NAME), made.encounter).short == "stunned until Phase 18 · 52 PD"
    with pytest.raises(NotNow, match="Axly is stunned and cannot act"):
        made.order(Duck(made.id(NAME)))


def test_with_the_switch_off_he_is_incapacitated_and_no_more_is_known() -> None:
    made = skirmish("", knockout_value=22)
    assert hit(made, 52, 74, 3).outcome == "chest, 52 PD; Axly is out when this impulse ends"
    assert made.state(NAME).knockout == Knockout(NOW, 74, 3, Clock(3 + 29, 3))
    assert made.state(NAME).position == "standing"  # until the impulse ends
    made.next()
    assert made.state(NAME).position == "prone"  # O80
    with pytest.raises(NotNow, match="Axly is incapacitated and cannot act"):
        made.order(Duck(made.id(NAME)))


@pytest.mark.parametrize("switch", ["", "incapacitation"])
def test_who_wakes_lies_where_they_fell_and_getting_up_costs_actions(switch: str) -> None:
    """O80: 3 actions from prone to standing (7B), also after a time that was skipped."""
    made = skirmish(switch, knockout_value=22)
    made.make("Guard", actions=None, left=0)
    hit(made, 52, 28, 0)
    made.next()
    assert made.state(NAME).position == "prone"
    [woken] = wakes(made) or [made.encounter.clock]
    while made.encounter.clock < woken:
        made.next()
    assert made.state(NAME).position == "prone"
    assert "prone" in str(phoenix().summary(made.one(NAME), made.encounter).lines)
    stands = made.order(Act(made.id(NAME), "stand up")).outcome
    assert "of 3 actions" in stands or "(3 actions)" in stands


def test_for_the_dead_no_time_goes_on() -> None:
    made = skirmish("", died=Clock(3, 1))
    with pytest.raises(NotNow, match=r"Axly is dead and cannot act\. Choose someone who can act"):
        made.order(Duck(made.id(NAME)))


def dazed() -> Skirmish:
    made = skirmish()
    hit(made, 60, 9, 9)  # 73 phases
    return made


def disoriented() -> Skirmish:
    made = skirmish()
    hit(made, 60, 24, 9)  # 47 phases
    return made


def test_the_dazed_drop_and_do_nothing_for_an_impulse() -> None:
    made = dazed()
    made.order(Act(made.id(NAME), "brace a weapon"))  # it bites when the impulse ends (O23)
    made.next()
    state = made.state(NAME)
    assert (made.encounter.clock, state.position, state.left) == (Clock(3, 3), "prone", 0)
    assert state.out(Clock(3, 3)) and not state.out(Clock(3, 4))
    with pytest.raises(NotNow, match="Axly is dazed and cannot act"):
        made.order(Act(made.id(NAME), "kneel"))
    made.next()
    assert made.encounter.clock == Clock(3, 4)
    assert combat_actions(made.state(NAME), made.encounter.clock, phoenix().book) == 4
    assert made.state(NAME).left == 1
    assert made.encounter.task(made.id(NAME)) is None


@pytest.mark.parametrize(("actions", "half"), [(8, 4), (7, 4), (5, 3), (1, 1)])
def test_the_dazed_have_half_their_actions_halves_up(actions: int, half: int) -> None:
    state = Soldier(actions=actions, knockout=Knockout(Clock(1, 1), 9, 9, Clock(70, 2), effect="Dazed"))
    assert combat_actions(state, Clock(1, 4), phoenix().book) == half
    assert combat_actions(state, Clock(70, 2), phoenix().book) == actions


@pytest.mark.parametrize("how", ["dazed", "disoriented"])
def test_neither_attacks_nor_advances(how: str) -> None:
    made = dazed() if how == "dazed" else disoriented()
    made.next()
    made.next()
    with pytest.raises(NotNow, match=f"Axly is {how} until Phase .* and cannot attack"):
        made.order(Aim(made.id(NAME), (made.target("Guard"),)))
    made.make(NAME, position="standing")
    with pytest.raises(NotNow, match=f"Axly is {how} until .* cannot advance toward Guard"):
        made.order(move("C7", made))
    made.order(Duck(made.id(NAME)))
    made.order(move("C9", made))


def test_of_several_enemies_the_nearest_counts_and_nobody_who_has_not_been_seen() -> None:
    made = disoriented()
    made.next()
    made.join("Other", Soldier(), at="C20")
    made.order(Rename(made.id("Other"), side="Red"))
    made.order(move("C9", made))  # nearer to Other, who is farther than Guard was
    made.make("Guard", spotted=False)
    made.put("Other", "J20")
    made.put(NAME, "C8")
    made.order(move("C6", made))


def test_without_sides_everybody_is_an_enemy() -> None:
    made = disoriented()
    for name in (NAME, "Guard"):
        made.encounter = made.encounter.with_combatant(altered(made.one(name), side=""))
    made.next()
    with pytest.raises(NotNow, match="Axly is disoriented until Phase 50, Impulse 3 and cannot advance toward Guard"):
        made.order(move("C6", made))


def test_the_disoriented_are_on_their_feet() -> None:
    made = disoriented()
    made.next()
    state = made.state(NAME)
    assert (state.position, state.left) == ("standing", 2)
    assert not state.out(made.encounter.clock)
    assert made.id(NAME) in phoenix().awaited(made.encounter)
    assert "disoriented until Phase 50" in phoenix().summary(made.one(NAME), made.encounter).short
    assert "disoriented when this impulse ends" in phoenix().summary(*_in(disoriented())).short


def _in(made: Skirmish) -> tuple[Any, Any]:
    return made.one(NAME), made.encounter


def test_the_disoriented_pin_nothing_and_keep_no_pin() -> None:
    made = disoriented()
    made.order(Switch("pinning fire", "on"))
    made.make(NAME, pin=Pin(Place.parse("C5")))
    made.next()
    assert made.state(NAME).pin is None
    with pytest.raises(
        NotNow,
        match=r"Axly is disoriented until Phase 50, Impulse 3 and cannot"
        r" attack\. They may flee, duck and defend themselves",
    ):
        made.order(Act(made.id(NAME), "pin C5"))


def test_what_the_disoriented_may_do_no_more_ends() -> None:
    made = skirmish()
    made.order(Aim(made.id(NAME), (made.target("Guard"),), aim=6))
    hit(made, 60, 24, 9)
    told_ = [part.resolution.outcome for part in made.next()]
    assert told_[0] == "Axly is disoriented until Phase 50 and stops what they were doing."
    assert made.encounter.task(made.id(NAME)) is None
    assert made.state(NAME).aim is None


@pytest.mark.parametrize(("to", "goes_on"), [("C4", False), ("C15", True)])
def test_so_does_a_way_toward_the_enemy(to: str, goes_on: bool) -> None:
    made = skirmish()
    made.order(move(to, made))
    hit(made, 60, 24, 9)
    made.next()
    assert (made.encounter.task(made.id(NAME)) is not None) == goes_on


def test_in_an_impulse_the_worse_reading_replaces_the_milder() -> None:
    made = skirmish()
    assert hit(made, 60, 20, 9).outcome.endswith("is disoriented when this impulse ends")
    assert hit(made, 40).outcome.endswith("is stunned when this impulse ends")
    fell = made.state(NAME).knockout
    assert fell is not None and (fell.effect, fell.since, fell.before) == ("Stunned", None, "")
    assert wakes(made) == [Clock(3 + 25 * 30, 3)]  # 100 PD, 9


def test_whoever_falls_deeper_is_until_then_as_he_was() -> None:
    made = disoriented()
    made.next()
    assert hit(made, 1, 5, 0).outcome == "chest, 1 PD; Axly is stunned when this impulse ends"
    fell = made.state(NAME).knockout
    assert fell == Knockout(Clock(3, 3), 5, 0, Clock(3 + 47, 3), None, "Stunned", "Disoriented")
    assert made.state(NAME).incapacity(made.encounter.clock) == "Disoriented"
    assert phoenix().summary(*_in(made)).short.startswith("stunned when this impulse ends")
    made.next()
    assert made.state(NAME).out(Clock(3, 4)) and made.state(NAME).position == "prone"


def test_a_milder_reading_later_changes_nothing_but_the_time() -> None:
    made = skirmish()
    hit(made, 60, 5, 0)  # stunned for 4 phases
    made.next()
    assert hit(made, 1, 24, 9).outcome == "chest, 1 PD; Axly stays stunned"
    fell = made.state(NAME).knockout
    assert fell is not None and (fell.effect, fell.since, fell.before) == ("Stunned", NOW, "")
    assert wakes(made) == [Clock(3 + 47, 4)]


def test_a_throw_that_is_made_leaves_him_as_he_is() -> None:
    made = disoriented()
    made.next()
    assert hit(made, 1, 99).outcome == "chest, 1 PD"
    assert made.state(NAME).incapacity(Clock(3, 4)) == "Disoriented"
    assert wakes(made) == [Clock(3 + 47, 3)]


def test_who_came_round_and_falls_anew_has_the_new_effect() -> None:
    made = skirmish()
    hit(made, 60, 0, 0)
    made.encounter = Ticked(Clock(9, 1)).on(made.encounter)
    hit(made, 1, 99)
    assert hit(made, 1).outcome == "chest, 1 PD"
    made.encounter = Ticked(Clock(9, 2)).on(made.encounter)
    hit(made, 1, 24, 0)
    assert told(made.state(NAME), Clock(9, 3)) == "disoriented until Phase 13"


def test_the_time_is_told_when_it_is_over() -> None:
    made = skirmish()
    hit(made, 60, 24, 0)  # 4 phases
    parts = made.next(seconds=9)
    said = [p.resolution.outcome for p in parts if "Axly" in p.resolution.outcome]
    # O40 continues: a fighter who wakes up has HT / 20 Combat Actions less.
    assert said == ["Axly is no longer disoriented; Combat Actions 8 - 2 = 6 (HT 48 / 20)."]


@pytest.mark.parametrize("word", ["stunned", "dazed", "disoriented"])
def test_the_gm_sets_it_right(word: str) -> None:
    made = skirmish()
    said = made.order(Adjust(made.id(NAME), f"{word} 15")).outcome
    assert said == f"GM correction: Axly: {word} for 15 phases, until Phase 18, Impulse 2."
    assert told(made.state(NAME), NOW) == f"{word} until Phase 18"
    assert made.state(NAME).position == ("standing" if word == "disoriented" else "prone")
    assert made.order(Adjust(made.id(NAME), "awake")).outcome == "GM correction: Axly: awake."
    assert told(made.state(NAME), NOW) == ""
    with pytest.raises(BadSheet, match="exclude each other"):
        made.order(Adjust(made.id(NAME), f"{word}, unconscious"))


def test_without_the_switch_the_gm_does_not() -> None:
    with pytest.raises(NotNow, match="“dazed” counts only with the switch “incapacitation”"):
        made = skirmish("")
        made.order(Adjust(made.id(NAME), "dazed 3"))


def test_the_status_sheet_says_what_it_means() -> None:
    made = dazed()
    made.next()
    made.next()
    lines = dict(phoenix().summary(*_in(made)).lines)
    assert lines["Combat Actions"] == "8, for the daze 4 (impulses 1 1 1 1)"
    assert lines["Incapacitated"] == (
        "dazed until Phase 76, Impulse 3: half their Combat Actions, no attacks, no advance toward the enemy"
    )


def test_an_encounter_that_is_older_knows_of_no_effect() -> None:
    made = skirmish()
    made.make(NAME, knockout=Knockout(Clock(3, 1), 0, 0, Clock(5, 1)))
    assert made.state(NAME).incapacity(NOW) == "Out" and made.state(NAME).out(NOW)
    assert (
        altered(made.state(NAME), knockout=replace(Knockout(Clock(3, 2), 0), until=Clock(5, 1))).incapacity(NOW) == ""
    )
