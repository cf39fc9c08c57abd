"""Stored fights of the younger rulebooks: what stands in them is what it was, and they can be played on."""

from __future__ import annotations

import hashlib
from functools import reduce

import orjson
import pytest

from bot.game.entries import codec
from rules.engine.books.events import Happens
from rules.engine.records.agenda import Clock, Question, Task, Timer, Watch
from rules.engine.records.model import Ammunition, Encounter, Spare
from rules.engine.records.orders import Act, Answer, Burst, Buy, Drop, End, Fire, Next, Reload, Start, Target, Throw
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.arms import Dropped
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.optional.gunnery.under_fire import Covering
from rules.phoenix.optional.records import Award, Footing, Harmed, Known, LastShot, Nerve, Pin, Plan
from rules.phoenix.optional.timing.declared import Declared
from rules.savage.shooter import Firearm, Supply, shooter
from rules.shelf import shelf
from rules.space_marines.figures.continuations import Proceed, RunOn
from rules.space_marines.figures.figure import Armament, Damage, figure
from rules.words.places import Place
from tests.bot.test_stored_layouts import YOUNGER, sample
from tests.reading import resolve

SCHEMA = 2


def stored(ruleset: str) -> Encounter:
    return codec.state(orjson.dumps(sample(SCHEMA, ruleset)["state"]), SCHEMA)


def orders(ruleset: str) -> list[Order]:
    return [codec.order(orjson.dumps(entry["order"]), SCHEMA) for entry in sample(SCHEMA, ruleset)["entries"]]


def thrown(ruleset: str, kind: type[Order]) -> list[tuple[int, str]]:
    """The dice of the last order of a kind, and who typed them."""
    at = max(n for n, order in enumerate(orders(ruleset)) if type(order) is kind)
    resolution = codec.resolution(orjson.dumps(sample(SCHEMA, ruleset)["entries"][at]["resolution"]), SCHEMA)
    return [(step.value, step.typed_by) for step in resolution.steps if isinstance(step, Roll)]


@pytest.mark.parametrize("ruleset", YOUNGER)
def test_the_seed_that_is_told_at_the_end_is_the_one_that_was_committed_to(ruleset: str) -> None:
    first, *_, last = orders(ruleset)
    assert isinstance(first, Start) and isinstance(last, End)
    assert stored(ruleset).commitment == hashlib.sha256(bytes.fromhex(last.seed)).hexdigest()


@pytest.mark.parametrize("ruleset", YOUNGER)
def test_it_is_written_and_read_again(ruleset: str) -> None:
    state = stored(ruleset)
    assert codec.state(codec.dump_state(state), codec.SCHEMA) == state


@pytest.mark.parametrize("ruleset", YOUNGER)
def test_it_is_shown(ruleset: str) -> None:
    state, book = stored(ruleset), shelf()[ruleset]
    assert all(book.summary(combatant, state).short for combatant in state.combatants)
    assert [isinstance(book.pending_text(item, state), str) for item in state.agenda] == [True] * len(state.agenda)


def test_marines_stand_as_they_stood() -> None:
    state = stored("space_marines")
    assert (state.preset, state.clock, state.mustered) == ("space-marines", Clock(1, 2), 10)
    assert dict(state.switches)["cover areas"] == "anywhere" and dict(state.switches)["ammunition"] == "boxes"
    assert state.battle_map is not None and state.battle_map.rough == {Place(9, 3)}
    named = {c.name: c for c in state.combatants}
    sarge, scout = figure(named["Sarge"]), figure(named["Bot Scout"])
    assert (sarge.troop.name, sarge.leader, sarge.stage) == ("Marine", True, "done")
    assert sarge.left == 1
    assert sarge.command_left == 3
    assert (scout.flying, scout.wounds, scout.troop.flight, scout.troop.armor) == (True, 1, 1, 1)
    assert scout.left == 2
    warrior = figure(named["Bug Warrior 1"])
    assert (warrior.stage, warrior.wounds, warrior.spent, warrior.moved) == ("moving", 2, 10, True)
    rifle, grenade, hand = named["Sarge"].carried
    assert isinstance(rifle.weapon, Armament) and rifle.weapon.damage == Damage()
    assert rifle.ammunition == Ammunition("boxes", 16, 15, None)
    assert grenade.ammunition == Ammunition("grenades", 4, 4)
    assert (hand.weapon.name, hand.ammunition) == ("Hand-to-Hand", None)


def test_what_marines_were_about_waits() -> None:
    event, watch, task, question = stored("space_marines").agenda
    assert event == Timer(Clock(4), Happens("the gate falls", 2, 1))
    assert watch == Watch("c3", (Place(7, 3),), Clock(1, 2), Fire("c3", weapon="Smart Gun"))
    assert task == Task("c4", Reload("c4", "Pistol"), 3, 8)
    assert isinstance(question, Question)
    assert (question.to, question.choices, question.rest) == ("c3", ("fire", "hold fire"), (RunOn("c5"),))


def test_the_rule_that_takes_an_answer_is_known_by_the_choices_that_were_stored() -> None:
    questions = [m for ruleset in YOUNGER for m in stored(ruleset).agenda if isinstance(m, Question)]
    assert [(question.kind, question.ids) for question in questions] == [
        ("space_marines.cover fire", ("fire", "hold")),
        ("savage.purchase", ("one month", "single mission", "nothing")),
        ("phoenix.duck", ("duck", "stay")),
    ]


def test_a_move_that_was_paid_goes_on_without_points() -> None:
    """Layout 2 said so in the words of the move."""
    fields = sample(SCHEMA, "space_marines")["state"]
    [question] = [item for item in fields["agenda"] if item["type"] == "question"]
    to = {"column": 7, "row": 3}
    question["rest"] = [
        {"kind": "space_marines.Proceed", "actor": "c5", "to": to, "how": how}
        for how in ("paid command 2 from Sarge, land", "paid", "land")
    ]
    *_, asked = codec.state(orjson.dumps(fields), SCHEMA).agenda
    assert isinstance(asked, Question)
    assert asked.rest == (
        Proceed("c5", Place(7, 3), "command 2 from Sarge, land", paid=True),
        Proceed("c5", Place(7, 3), "", paid=True),
        Proceed("c5", Place(7, 3), "land"),
    )


def test_what_marines_ordered() -> None:
    said = orders("space_marines")
    assert Fire("c2", (Target(place=Place(7, 3)),), 1, how="cover fire") in said
    assert Burst("c3", (Target("c5"), Target("c6")), 1) in said
    assert Answer("c2", "fire") in said
    assert thrown("space_marines", Answer) == [(5, "Ann"), (4, "Ann"), (2, "Ann")]


def test_shooters_stand_as_they_stood() -> None:
    state = stored("savage")
    red, blue, thug, other = state.combatants
    assert (state.preset, state.clock) == ("savage", Clock(2, 1))
    assert (shooter(red).skill, shooter(red).wild, shooter(red).acted) == ("d10", True, True)
    assert shooter(red).supplies == (Supply("AP", "one month"),)
    assert red.carried[0].ammunition == Ammunition("tokens", 2, 2, None, "Tracer")
    assert red.carried[1].ammunition == Ammunition("grenades", 2, 1)
    assert blue.carried[0].ammunition == Ammunition("tokens", 2, 1, (Spare(2, 1, "AP"),))
    assert isinstance(blue.carried[0].weapon, Firearm) and blue.carried[0].weapon.extended
    assert (thug.present, other.present) == (True, False)
    [question] = state.agenda
    assert isinstance(question, Question)
    assert question.rest == (Buy("c2", "Silver", 400, "50", 6),)


def test_what_shooters_ordered() -> None:
    said = orders("savage")
    assert Burst("c1", (Target("c3"), Target("c4")), mod="-2 range") in said
    assert Buy("c1", "AP", 2500, "50", 8, "", "one month") in said
    assert Drop("c1", "Tracer") in said
    assert any(isinstance(order, Throw) for order in said)
    assert thrown("savage", Throw) == [(5, "Ann"), (2, "Ann")]


def test_what_the_roster_kept() -> None:
    profiles = [codec.profile(orjson.dumps(sample(SCHEMA, ruleset)["profile"])) for ruleset in YOUNGER]
    sarge, red, servo = profiles
    assert (figure(sarge).leader, figure(sarge).spent, figure(sarge).stage) == (True, 0, "")
    assert sarge.carried[0].ammunition == Ammunition("boxes", 16, 15, None)
    assert shooter(red).supplies == (Supply("AP", "one month"),)
    assert servo.carried[0].ammunition == Ammunition("rounds", 32, 27, (Spare(32, 2),))
    assert [(wound.location, wound.points) for wound in soldier(servo).wounds] == [("Shin Bone", 200)]


def test_soldiers_stand_as_they_stood() -> None:
    state = stored("phoenix")
    assert (state.preset, state.clock, dict(state.switches)["fire"]) == ("phoenix-optional", Clock(1, 2), "declared")
    trent, axly, donovan, servo, one, two, three, leader = map(soldier, state.combatants)
    assert trent.pin == Pin(Place(7, 2))
    assert axly.plan == Plan(0, 8, 0, 9, "under way", "", "at H8", Clock(1, 2))
    assert axly.last_shot == LastShot("H8", 0)
    assert donovan.plan == Plan(5, 5, 8, 5, "thinks", "go left")
    assert [noise.at for noise in donovan.listened] == [Clock(1, 2)]
    assert servo.footing == Footing(fell=Clock(1, 1))
    assert (servo.incapacity(state.clock), three.incapacity(state.clock)) == ("Stunned", "Dazed")
    assert servo.awards == (Award("Killed or incapacitated"), Award("Opponent killed or incapacitated"))
    assert (one.nerve, one.custody) == (Nerve("broken", low=True), "frozen")
    assert two.harmed is None and three.harmed == Harmed(Clock(1, 1), 2, 2)
    assert (leader.view, leader.cocked, leader.dropped) == (60, (0,), (Dropped(0, Place(8, 7)),))
    assert Known("c4", Place(2, 7)) in two.known


def test_what_soldiers_were_about_waits() -> None:
    *timers, watch, declared, question = stored("phoenix").agenda
    assert [type(timer.order).__name__ for timer in timers if isinstance(timer, Timer)] == [
        *("Wake", "Recover", "Recover", "Wake")
    ]
    assert isinstance(watch, Watch) and isinstance(watch.shot, Covering)
    assert (watch.area, watch.until, watch.shot.left) == ((Place(8, 8),), Clock(1, 2), 7)
    assert isinstance(declared, Timer) and isinstance(declared.order, Declared)
    assert (declared.order.actor, declared.order.count, declared.order.attack.targets) == ("c6", 2, (Target("c3"),))
    assert isinstance(question, Question) and question.choices == ("duck", "stay")
    assert question.rest == (Fire("c6", (Target("c1"),), 1),)


@pytest.mark.parametrize(
    ("ruleset", "given"),
    [
        ("space_marines", (Answer("c3", "fire"), Next(), Next())),
        ("phoenix", (Answer("c1", "stay"), Act("c6", "hold fire"), Next(), Next())),
        ("savage", (Answer("c2", "one month"), Reload("c2", "", "Silver"), Next(), Fire("c2", (Target("c3"),)))),
    ],
)
def test_it_plays_on(ruleset: str, given: tuple[Order, ...]) -> None:
    """Open questions are answered, and any order after it is carried out."""
    state, dice = stored(ruleset), SeededDice(1)
    for order in given:
        if any(isinstance(item, Question) for item in state.agenda) and not isinstance(order, Answer):
            [question] = (item for item in state.agenda if isinstance(item, Question))
            order = Answer(question.to, question.choices[-1])
        parts = resolve(order, Scene(state, dice), shelf()[ruleset])
        for part in parts:
            state = reduce(lambda folded, effect: effect.on(folded), part.resolution.effects, state)
            assert state == part.encounter
    assert state.clock > stored(ruleset).clock
