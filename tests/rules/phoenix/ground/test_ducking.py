"""Ducking: at once, by a standing word, when asked; back behind cover on purpose (2.5; rulings O16, O33)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game.entries.names import named
from rules.engine.records.agenda import Clock, Question, Task
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.orders import Act, Answer, Duck, Fire, Move, Reload, Switch
from rules.engine.records.steps import Note, Ruling, Sum
from rules.engine.scene.effects import Appeared, Left
from rules.engine.scene.scene import Part
from rules.phoenix.basics.soldier import Aimed, Exposure, Soldier
from rules.phoenix.ground.acts import ducking
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import duel, fire, gun, rounds
from tests.rules.phoenix.skirmish import Skirmish, note, rolls, total

NEVER, ALWAYS, ASK = "never", "when fired upon", "ask"
MISS = 99


def warned(word: str = NEVER, **guard: object) -> Skirmish:
    """Trent with an M16 and actions enough, Guard 1 with a standing word."""
    made = duel(guard=Soldier(actions=4, left=1, duck=word, **guard))  # type: ignore[arg-type]
    made.make("Trent", left=8)
    return made


def shot(on: Skirmish, *dice: int) -> tuple[Part, ...]:
    return on.parts(fire(on, aim=2, range=10), *dice)


def empty(played: Skirmish, name: str) -> None:
    """Empty the weapon in hand."""
    one = played.one(name)
    [carried] = one.carried
    assert carried.ammunition
    emptied = replace(carried, ammunition=carried.ammunition.emptied())
    played.encounter = played.encounter.with_combatant(replace(one, carried=(emptied,)))


def accuracy(word: str, **guard: object) -> int:
    return total(shot(warned(word, **guard), MISS)[0].resolution, "Accuracy")


def test_a_duck_is_free_and_interrupts() -> None:
    played = warned()
    played.make("Guard 1", aim=Aimed(played.id("Trent"), 3))
    played.order(Act(played.id("Guard 1"), "open a door"))
    assert played.encounter.task(played.id("Guard 1"))
    played.make("Guard 1", left=1, aim=Aimed(played.id("Trent"), 3))
    ducked = played.order(Duck(played.id("Guard 1")))
    state = played.state("Guard 1")
    assert ducked.outcome == "Guard 1 ducks."
    assert note(ducked, "Aim") == "Guard 1 loses their aim of 3"
    assert note(ducked, "Interrupted") == "Guard 1 stops what they were doing: 1 of 3 actions were done"
    assert (state.ducked, state.aim, state.progress, state.left) == (Clock(1, 1), None, None, 1)
    assert played.encounter.task(played.id("Guard 1")) is None


@pytest.mark.parametrize("dice", [(MISS,), (1, 50, 5)])
def test_a_shot_tells_that_its_target_ducks_and_their_own_side_what_it_costs(dice: tuple[int, ...]) -> None:
    played = warned(ALWAYS)
    guard = played.id("Guard 1")
    played.order(Act(guard, "open a door"))
    played.make("Guard 1", left=1, aim=Aimed(played.id("Trent"), 3))
    *_, part = shot(played, *dice)
    told = part.resolution
    assert told.outcome.endswith(". Guard 1 ducks, stops what they were doing and loses the aim of 3.")
    assert "".join(one.others if one.own else one.text for one in told.clauses).endswith(". Guard 1 ducks.")
    *_, part = shot(warned(ALWAYS), *dice)
    assert part.resolution.outcome.endswith(". Guard 1 ducks.")
    *_, part = shot(warned(NEVER), *dice)
    assert "ducks" not in part.resolution.outcome


def test_what_was_done_in_earlier_impulses_outlasts_a_duck() -> None:
    """O81: a reload of 8 actions, 2 an impulse. A duck in the third loses the 2 of that impulse, not 6 of 8."""
    played = warned()
    guard = played.id("Guard 1")
    played.make("Guard 1", actions=8, left=2)
    empty(played, "Guard 1")
    played.order(Reload(guard))
    played.next()
    played.next()
    assert (work := played.state("Guard 1").progress) and work.spent == 6
    ducked = played.order(Duck(guard))
    assert (work := played.state("Guard 1").progress) and work.spent == 4
    [ruling] = [step for step in ducked.steps if isinstance(step, Ruling) and step.id == "O81"]
    assert str(ruling.text) == (
        "4 actions of earlier impulses stay and count when Guard 1 continues; 2 actions of this impulse lost"
    )
    played.next()
    assert played.order(Reload(guard)).outcome.endswith(": 6 of 8 actions, done in Phase 2, Impulse 1.")
    played.next()
    assert played.state("Guard 1").progress is None and played.encounter.clock == Clock(2, 1)


def test_work_of_another_kind_after_a_duck_begins_again() -> None:
    played = warned()
    guard = played.id("Guard 1")
    played.make("Guard 1", actions=8, left=2)
    empty(played, "Guard 1")
    played.order(Reload(guard))
    played.next()
    played.order(Duck(guard))
    played.next()
    played.order(Act(guard, "open a door"))
    assert (work := played.state("Guard 1").progress) and work.spent == 2


def test_a_duck_keeps_what_a_hex_has_cost_before() -> None:
    """Hands and knees: several impulses for one hex (7A), of which those before the duck still count."""
    played = Skirmish()
    played.map(12, 12)
    played.sheet("Guard 1", "CA 4, AKM 47, prone, facing north", "C8")
    played.sheet("Trent", "CA 8, M16A1", "K9")
    guard = played.id("Guard 1")
    there = Move(guard, Place.parse("C7"), cost=4)
    played.order(there)
    played.next()
    played.next()
    assert (course := played.state("Guard 1").course) and course.spent == 3
    played.order(Duck(guard))
    assert (course := played.state("Guard 1").course) and course.spent == 2
    played.next()
    played.order(there)
    assert str(played.one("Guard 1").place) == "C8"
    played.next()
    assert str(played.one("Guard 1").place) == "C7"


def test_ducking_costs_the_shooter_5_and_the_ducker_10() -> None:
    plain = warned()
    base = total(shot(plain, MISS)[0].resolution, "Accuracy")
    target = warned()
    target.order(Duck(target.id("Guard 1")))
    assert total(shot(target, MISS)[0].resolution, "Accuracy") == base - 5
    shooter = warned()
    shooter.order(Duck(shooter.id("Trent"), "now"))
    assert total(shot(shooter, MISS)[0].resolution, "Accuracy") == base - 10
    later = warned()
    later.order(Duck(later.id("Guard 1")))
    later.next()
    later.make("Trent", left=8)
    assert total(shot(later, MISS)[0].resolution, "Accuracy") == base


@pytest.mark.parametrize(("moved", "says"), [(0, "are at -5"), (1, "adds only what is missing to -5")])
def test_the_note_of_a_duck_says_what_it_adds(moved: int, says: str) -> None:
    played = warned()
    played.make("Guard 1", moved=moved)
    assert says in note(played.order(Duck(played.id("Guard 1"))), "Ducking")


def test_nobody_ducks_twice_in_an_impulse() -> None:
    played = warned()
    played.order(Duck(played.id("Guard 1")))
    with pytest.raises(NotNow, match=r"Guard 1 has already ducked in this impulse\."):
        played.order(Duck(played.id("Guard 1"), "duck"))


@pytest.mark.parametrize(
    ("said", "word", "sentence"),
    [
        ("never", NEVER, "Guard 1 does not duck from now on."),
        ("When fired upon", ALWAYS, "Guard 1 ducks when fired upon from now on."),
        ("always", ALWAYS, "Guard 1 ducks when fired upon from now on."),
        (" ASK ", ASK, "Guard 1 is asked whether to duck when fired upon from now on."),
    ],
)
def test_the_instruction(said: str, word: str, sentence: str) -> None:
    played = warned(ALWAYS)
    played.order(Act(played.id("Guard 1"), "open a door"))
    assert played.order(Duck(played.id("Guard 1"), said)).outcome == sentence
    state = played.state("Guard 1")
    assert (state.duck, state.ducked) == (word, None)
    assert played.encounter.task(played.id("Guard 1")) is not None


@pytest.mark.parametrize("how", ["somersault", "💥", "x" * 300])
def test_other_words_are_refused(how: str) -> None:
    played = warned()
    with pytest.raises(UnknownName, match=r"as a way to duck\. Leave how: out to duck now, use back behind cover"):
        played.order(Duck(played.id("Guard 1"), how))


def test_back_behind_cover_costs_an_action() -> None:
    played = warned(exposure="firing")
    gone = played.order(Duck(played.id("Guard 1"), "back"))
    assert gone.outcome == "Guard 1 goes back behind cover (1 action) and is out of sight when this impulse ends."
    assert {step.id for step in gone.steps if isinstance(step, Ruling)} == {"O16", "O33"}
    assert (played.state("Guard 1").left, played.state("Guard 1").exposure) == (0, "firing")
    with pytest.raises(NotNow, match="Guard 1 is already going behind cover, and will"):
        played.order(Duck(played.id("Guard 1"), "behind cover"))
    played.next()
    assert played.state("Guard 1").exposure == "hidden"


def test_going_back_behind_cover_ends_what_he_is_about() -> None:
    played = warned(exposure="firing")
    played.order(Act(played.id("Guard 1"), "open a door"))
    played.order(Duck(played.id("Guard 1"), "back"))
    assert [item.order for item in played.encounter.agenda if isinstance(item, Task)] == [
        Duck(played.id("Guard 1"), "back")
    ]
    assert played.next()[0].resolution.outcome.startswith("Guard 1 goes back behind cover (1 action)")


def test_the_incapacitated_do_not_duck() -> None:
    played = warned(died=Clock(0, 4))
    with pytest.raises(NotNow, match="Guard 1 is dead"):
        played.order(Duck(played.id("Guard 1")))


def test_by_his_word_he_ducks_before_the_shot() -> None:
    played = warned(ALWAYS)
    [part] = shot(played, MISS)
    assert note(part.resolution, "Ducking") == "Guard 1 ducks when fired upon"
    assert played.state("Guard 1").ducked == Clock(1, 1)
    assert total(part.resolution, "Accuracy") == accuracy(NEVER) - 5
    [again] = played.parts(fire(played, aim=2, range=10), MISS)
    assert "Ducking" not in [step.label for step in again.resolution.steps if isinstance(step, Note)]


def test_a_shot_stops_before_its_dice_to_ask() -> None:
    played = warned(ASK)
    [part] = shot(played)
    text = "Trent is about to fire at Guard 1: does Guard 1 duck?"
    assert (part.resolution.outcome, part.resolution.concerned) == (text, (played.id("Guard 1"),))
    assert rolls(part.resolution) == []
    assert rounds(played) == 30
    rest = (fire(played, aim=2, range=10),)
    asked = Question(played.id("Guard 1"), text, ("duck", "stay"), rest, ducking.KIND, (ducking.DUCK, ducking.STAY))
    assert named(played.encounter.agenda, played.encounter) == (asked,)
    with pytest.raises(NotNow, match="Guard 1 must answer first"):
        played.next()


@pytest.mark.parametrize(
    ("choice", "said", "less"),
    [("duck", "Guard 1 ducks.", 5), ("stay", "Guard 1 does not duck.", 0)],
)
def test_the_answer_lets_the_shot_go_on(choice: str, said: str, less: int) -> None:
    played = warned(ASK)
    shot(played)
    answered, fired = played.parts(Answer(played.id("Guard 1"), choice), MISS)
    assert answered.resolution.outcome == said
    assert total(fired.resolution, "Accuracy") == accuracy(NEVER) - less
    assert rounds(played) == 29
    assert played.encounter.agenda == ()


def test_the_answer_holds_for_the_impulse() -> None:
    played = warned(ASK)
    shot(played)
    played.parts(Answer(played.id("Guard 1"), "stay"), MISS)
    [again] = shot(played, MISS)
    assert total(again.resolution, "Accuracy") == accuracy(NEVER)
    played.next()
    played.make("Trent", left=8)
    [asked] = shot(played)
    assert asked.resolution.outcome.endswith("does Guard 1 duck?")


def test_answering_does_not_end_what_he_is_about() -> None:
    played = warned(ASK)
    played.order(Act(played.id("Guard 1"), "open a door"))
    shot(played)
    played.parts(Answer(played.id("Guard 1"), "stay"), MISS)
    assert played.encounter.task(played.id("Guard 1")) is not None


def test_another_shot_waits_for_the_same_answer() -> None:
    played = warned(ASK)
    axly = played.join("Axly", Soldier(sal=8, actions=8, left=8), *played.one("Trent").carried)
    played.make("Axly", left=8)
    shot(played)
    second = Fire(axly, (played.target("Guard 1"),), 2, "", 10)
    played.order(second)
    [question] = played.encounter.agenda
    assert isinstance(question, Question)
    assert [order.actor for order in question.rest if isinstance(order, Fire)] == [played.id("Trent"), axly]
    parts = played.parts(Answer(played.id("Guard 1"), "duck"), MISS, MISS)
    assert [len(rolls(part.resolution)) for part in parts] == [0, 1, 1]


def test_a_shot_that_has_become_impossible_says_so() -> None:
    played = warned(ASK)
    shot(played)
    played.make("Trent", died=Clock(0, 4))
    _, failed = played.parts(Answer(played.id("Guard 1"), "stay"))
    assert "Trent" in failed.resolution.outcome
    assert rolls(failed.resolution) == []
    assert played.encounter.agenda == ()


def test_a_shooter_who_has_left_fires_no_more() -> None:
    played = warned(ASK)
    shot(played)
    played.encounter = Left(played.id("Trent")).on(played.encounter)
    assert played.encounter.agenda == ()
    assert played.next()[-1].resolution.outcome == "It is Phase 1, Impulse 2."


def test_who_is_about_to_fire_does_nothing_else_before_that() -> None:
    played = warned(ASK)
    shot(played)
    before = played.encounter
    with pytest.raises(NotNow, match="waits for Guard 1’s answer"):
        played.order(Act(played.id("Trent"), "open a door"))
    assert played.encounter == before


def test_a_shooter_who_ducks_gives_up_the_shot_that_waits() -> None:
    played = warned(ASK)
    shot(played)
    played.order(Duck(played.id("Trent")))
    assert (played.encounter.agenda, rounds(played)) == ((), 30)


def test_who_has_fired_ducks_no_more_in_that_impulse() -> None:
    """2.5: who ducks fires at -10, which a shot that is fired already was not."""
    played = warned()
    shot(played, MISS)
    with pytest.raises(NotNow, match="Trent has fired in this impulse"):
        played.order(Duck(played.id("Trent")))
    played.next()
    assert played.order(Duck(played.id("Trent"))).outcome == "Trent ducks."


def test_without_modifiers_ducking_changes_no_odds_and_says_so() -> None:
    played = warned()
    played.order(Switch("modifiers", "off"))
    shot(played, MISS)
    ducked = played.order(Duck(played.id("Trent")))
    assert note(ducked, "Ducking") == "without the modifiers of table 2C, ducking changes no odds"


@pytest.mark.parametrize("word", [ALWAYS, ASK])
def test_no_instruction_holds_for_who_has_fired(word: str) -> None:
    played = warned(word)
    played.make("Guard 1", fired=Clock(1, 1))
    [fired] = shot(played, MISS)
    assert total(fired.resolution, "Accuracy") == accuracy(NEVER)


def test_who_fires_while_he_is_asked_can_only_stay() -> None:
    played = warned(ASK)
    shot(played)
    played.make("Guard 1", fired=Clock(1, 1))
    with pytest.raises(NotNow, match="Guard 1 has fired in this impulse"):
        played.parts(Answer(played.id("Guard 1"), "duck"))
    assert len(played.parts(Answer(played.id("Guard 1"), "stay"), MISS)) == 2


def test_who_is_asked_and_not_fired_at_is_asked_again() -> None:
    played = warned(ASK)
    shot(played)
    played.order(Duck(played.id("Trent")))
    played.make("Trent", left=8, ducked=None)
    [asked] = shot(played)
    assert asked.resolution.outcome.endswith("does Guard 1 duck?")


def test_who_is_asked_and_ducks_has_answered() -> None:
    played = warned(ASK)
    shot(played)
    ducked, fired = played.parts(Duck(played.id("Guard 1")), MISS)
    assert ducked.resolution.outcome == "Guard 1 ducks."
    assert total(fired.resolution, "Accuracy") == accuracy(NEVER) - 5
    assert played.encounter.agenda == ()


@pytest.mark.parametrize("choice", ["", "hide", "💥", "d" * 500])
def test_other_answers_are_refused(choice: str) -> None:
    played = warned(ASK)
    shot(played)
    before = played.encounter
    with pytest.raises(UnknownName, match="Guard 1 can answer duck or stay"):
        played.order(Answer(played.id("Guard 1"), choice))
    assert played.encounter == before


def test_who_was_not_asked_has_nothing_to_answer() -> None:
    played = warned(ASK)
    with pytest.raises(NotNow, match="Guard 1 has no question to answer"):
        played.order(Answer(played.id("Guard 1"), "duck"))
    shot(played)
    with pytest.raises(NotNow, match="Trent has no question to answer"):
        played.order(Answer(played.id("Trent"), "duck"))


def test_nobody_waits_for_those_who_cannot_answer() -> None:
    for gone in ("left", "dead", "out of play"):
        played = warned(ASK)
        shot(played)
        if gone == "left":
            played.encounter = Left(played.id("Guard 1")).on(played.encounter)
        elif gone == "dead":
            played.make("Guard 1", died=Clock(0, 4))
        else:
            played.encounter = Appeared(played.id("Guard 1"), False).on(played.encounter)
        assert played.next()[-1].resolution.outcome == "It is Phase 1, Impulse 2.", gone


def test_a_shot_that_was_aimed_for_long_asks_when_it_comes() -> None:
    played = warned(ASK)
    played.make("Trent", left=2)
    played.order(fire(played, aim=6, range=10))
    played.next()
    asked, began = played.next()
    assert asked.resolution.outcome.endswith("does Guard 1 duck?")
    assert began.resolution.outcome == "It is Phase 1, Impulse 3."
    assert (rounds(played), played.encounter.task(played.id("Trent"))) == (30, None)
    _, fired = played.parts(Answer(played.id("Guard 1"), "duck"), MISS)
    assert len(rolls(fired.resolution)) == 1
    assert (rounds(played), played.state("Guard 1").ducked) == (29, Clock(1, 3))


def test_a_question_stops_a_long_time_and_the_answer_says_how_much_is_left() -> None:
    played = warned(ASK)
    played.make("Trent", left=2)
    played.order(fire(played, aim=6, range=10))
    stops = played.next(seconds=1)[-1]
    assert stops.resolution.outcome == "It is Phase 1, Impulse 3."
    again = warned(ASK)
    again.make("Trent", left=2)
    again.order(fire(again, aim=6, range=10))
    stops = again.next(seconds=60)[-1]
    assert stops.resolution.outcome == (
        "It is Phase 1, Impulse 3. Stopped with 29 phases of the requested time left. First answer"
        " the question. Use /next to continue."
    )


# The Reflexive Duck of 3.1


def advanced(exposure: Exposure = "") -> Skirmish:
    made = warned(exposure=exposure)
    made.order(Switch("accuracy", "on"))
    return made


@pytest.mark.parametrize("exposure", ["firing", "looking", "dug in"])
def test_a_reflexive_duck_brings_him_behind_his_cover(exposure: Exposure) -> None:
    played = advanced(exposure=exposure)
    ducked = played.order(Duck(played.id("Guard 1")))
    assert "O33" in [step.id for step in ducked.steps if isinstance(step, Ruling)]
    assert (
        total(shot(played, MISS)[0].resolution, "Accuracy")
        == total(shot(advanced(exposure=exposure), MISS)[0].resolution, "Accuracy") - 5
    )
    played.next()
    assert played.state("Guard 1").exposure == "hidden"
    with pytest.raises(NotNow, match="out of sight"):
        shot(played)


@pytest.mark.parametrize("exposure", ["", "exposed"])
def test_in_the_open_there_is_nothing_to_duck_behind(exposure: Exposure) -> None:
    played = advanced(exposure=exposure)
    played.order(Duck(played.id("Guard 1")))
    played.next()
    assert played.state("Guard 1").exposure == exposure


@pytest.mark.parametrize(
    ("exposure", "section"), [("firing", "3.1"), ("looking", "3.1"), ("exposed", "2.5"), ("", "2.5")]
)
def test_the_reflexive_duck_is_for_those_around_cover(exposure: Exposure, section: str) -> None:
    """In the open it is the duck of the Basic Game, also in the shot at whoever ducks."""
    played = advanced(exposure=exposure)
    ducked = played.order(Duck(played.id("Guard 1")))
    [told] = [step for step in ducked.steps if isinstance(step, Note) and step.label == "Ducking"]
    assert told.section == section
    assert ("O70" in [step.id for step in ducked.steps if isinstance(step, Ruling)]) == (section == "2.5")
    [accuracy] = [step for step in shot(played, MISS)[0].resolution.steps if isinstance(step, Sum)]
    assert [(term.value, term.source) for term in accuracy.terms if term.label == "target ducking"] == [(-5, section)]


@pytest.mark.parametrize(("exposure", "less"), [("firing", 5), ("looking", 5), ("exposed", 0), ("", 0)])
def test_whoever_runs_in_the_open_and_ducks_is_one_moving_target(exposure: Exposure, less: int) -> None:
    """2C has one modifier for moving, ducking and appearing; only around cover a duck comes on top of motion (3.1)."""
    running, ducking = advanced(exposure=exposure), advanced(exposure=exposure)
    for played in (running, ducking):
        played.make("Guard 1", moved=2)
    ducking.order(Duck(ducking.id("Guard 1")))
    base, ducked = (total(shot(played, MISS)[0].resolution, "Accuracy") for played in (running, ducking))
    assert ducked == base - less


@pytest.mark.parametrize(("exposure", "less"), [("firing", 10), ("exposed", 2), ("", 2)])
def test_whoever_moves_in_the_open_and_ducks_fires_at_10_less_in_all(exposure: Exposure, less: int) -> None:
    """Moving a hex takes off 8 already at 10 hexes (4D)."""
    moving, ducking = advanced(), advanced()
    for played in (moving, ducking):
        played.make("Trent", moved=1, exposure=exposure)
    ducking.order(Duck(ducking.id("Trent")))
    told = [shot(played, MISS)[0].resolution for played in (moving, ducking)]
    [own] = [
        term.value for step in told[0].steps if isinstance(step, Sum) for term in step.terms if "moving" in term.label
    ]
    assert own == -8
    base, ducked = (total(one, "Accuracy") for one in told)
    assert ducked == base - less


def test_in_the_basic_game_he_stays_where_he_is() -> None:
    played = warned(exposure="firing")
    played.order(Duck(played.id("Guard 1")))
    played.next()
    assert played.state("Guard 1").exposure == "firing"


def test_who_ducks_fires_at_10_less_before_he_is_gone() -> None:
    played = advanced()
    base = total(shot(played, MISS)[0].resolution, "Accuracy")
    played = advanced()
    played.make("Trent", exposure="firing")
    played.order(Duck(played.id("Trent")))
    assert total(shot(played, MISS)[0].resolution, "Accuracy") == base - 10
    played.next()
    assert (played.state("Trent").exposure, played.state("Trent").firing_stance) == ("hidden", False)
    with pytest.raises(NotNow, match="Trent is behind cover and sees nothing"):
        shot(played)


def test_who_ducked_may_come_up_again_at_once() -> None:
    played = advanced()
    played.make("Trent", exposure="firing")
    played.order(Duck(played.id("Trent")))
    played.order(Act(played.id("Trent"), "fire over cover"))
    assert played.state("Trent").left == 6
    played.next()
    assert played.state("Trent").exposure == "firing"


def test_who_ducks_when_fired_upon_is_fired_at_by_all_before_he_is_gone() -> None:
    played = advanced(exposure="firing")
    played.make("Guard 1", duck=ALWAYS)
    assert played.order(fire(played, aim=12, range=50)).outcome.startswith("Trent aims at Guard 1: 8 of 12")
    played.join("Axly", Soldier(sal=14, actions=8), gun("M16A1"))
    order = Fire(played.id("Axly"), (played.target("Guard 1"),), aim=2, range=50)
    ducked = played.order(order, MISS)
    assert note(ducked, "Ducking") == "Guard 1 ducks when fired upon"
    assert note(ducked, "Cover") == "Guard 1 is behind it, and out of sight when this impulse ends"
    warned_of = [step.label for step in ducked.steps if isinstance(step, Note) and "loses sight" in step.text]
    assert warned_of == ["Trent"]
    done = played.next(MISS)
    assert done[0].resolution.outcome.startswith("Trent fires the M16A1 at Guard 1, 50 hexes: MISS")
    assert played.state("Guard 1").exposure == "hidden"
