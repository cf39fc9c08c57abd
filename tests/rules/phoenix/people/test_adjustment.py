"""A GM's corrections, which leave nothing behind of what they end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock, Pending, Question, Task, Timer
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadSheet, NotNow, Refusal, UnknownName
from rules.engine.records.model import Ammunition, Carried, Spare
from rules.engine.records.orders import Fire, Move, Reload
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Planned
from rules.phoenix.basics.soldier import Aimed, Armor, Characteristics, Knockout, Soldier, Wound
from rules.phoenix.basics.times import UNTIL_SAID
from rules.phoenix.book import Scene
from rules.phoenix.people.adjustment import adjust
from rules.phoenix.people.summary import summary
from rules.phoenix.shooting.carrying.kit import supplied
from rules.phoenix.turn.due_timers import Healed, Recover, Wake
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, phoenix

SOLDIER = Soldier(Characteristics(), sal=10, actions=8, knockout_value=20, left=2)


def fight(**changes: Any) -> Skirmish:
    skirmish = Skirmish()
    m16, bolt = phoenix().book.arms["M16"], phoenix().book.arms["FR F2"]
    skirmish.join("Trent", SOLDIER, Carried(m16, supplied(m16, 2)), Carried(bolt, supplied(bolt, 1)))
    skirmish.join("Guard", SOLDIER, Carried(m16, supplied(m16, 2)))
    skirmish.encounter = altered(skirmish.encounter, clock=Clock(3, 2))
    skirmish.make("Trent", **({"left": 2} | changes))
    return skirmish


def say(skirmish: Skirmish, changes: str, name: str = "Trent") -> str:
    """Correct the fighter; return the change in words. The encounter is the one after it."""
    scene = Scene(skirmish.encounter, ScriptedDice(()), phoenix().book)
    with refusals_named(skirmish.encounter):
        said = adjust(skirmish.id(name), changes, scene)
    skirmish.encounter = scene.encounter
    return said


def short(skirmish: Skirmish, name: str = "Trent") -> str:
    return summary(skirmish.one(name), skirmish.encounter, phoenix().book).short


def plan(skirmish: Skirmish, *items: Task | Timer | Question) -> None:
    skirmish.encounter = Planned((*skirmish.encounter.agenda, *items)).on(skirmish.encounter)


def agenda(skirmish: Skirmish) -> list[Pending]:
    return list(skirmish.encounter.agenda)


def busy(skirmish: Skirmish) -> None:
    """Trent reloads, is asked whether to duck from the Guard's shot, and is under treatment; the Guard is as well."""
    trent, guard = skirmish.id("Trent"), skirmish.id("Guard")
    plan(
        skirmish,
        Task(trent, Reload(trent), 3, 8),
        Question(trent, "Duck?", ("duck", "stand"), (Fire(guard, (skirmish.target("Trent"),), 4),)),
        Timer(Clock(900), Recover(trent), trent),
        Timer(Clock(900), Recover(guard), guard),
    )


@pytest.mark.parametrize(
    ("line", "changed", "said"),
    [
        ("prone", {"position": "prone"}, "prone"),
        ("looking over cover", {"exposure": "looking", "hides": None}, "looking over cover"),
        ("hidden, unspotted", {"exposure": "hidden", "spotted": False}, "hidden, unspotted"),
        ("hip", {"firing_stance": False}, "no Firing Stance"),
        ("facing 60", {"facing": 60}, "facing 60°"),
        ("armor 16 helm 6", {"armor": Armor(helm=6, body=16)}, "helm PF 6, body PF 16"),
        ("drugged", {"drugged": True}, "drugged"),
        ("duck when fired upon", {"duck": "when fired upon"}, "ducks: when fired upon"),
        ("actions left 1", {"left": 1}, "1 action left"),
        ("0 actions left", {"left": 0}, "0 actions left"),
        ("CA 6, KV 30", {"actions": 6, "knockout_value": 30}, "Combat Actions 6, Knockout Value 30"),
        ("SAL -3 ISF 20", {"sal": -3, "isf": 20}, "SAL -3, ISF 20"),
        ("HLT 14", {"characteristics": Characteristics(health=14)}, "HLT 14"),
    ],
)
def test_what_is_kept_about_him(line: str, changed: dict[str, Any], said: str) -> None:
    skirmish = fight()
    before = skirmish.state("Trent")
    assert say(skirmish, line) == said
    assert skirmish.state("Trent") == altered(before, **changed)


def test_the_weapon_in_hand() -> None:
    skirmish = fight(broken=(0,), unworked=(0, 1))
    assert say(skirmish, "ap, loaded 12, spares 1, weapon repaired") == (
        "M16 with AP, M16 12 of 30 rounds, spare loads: 1, the M16 works"
    )
    assert skirmish.one("Trent").carried[0].ammunition == Ammunition("rounds", 30, 12, (Spare(30, 1, "AP"),), "AP")
    assert (skirmish.state("Trent").broken, skirmish.state("Trent").unworked) == ((), (0, 1))
    assert say(skirmish, "weapon 2, bolt worked, spares 3") == (
        "FR F2 in hand, FR F2 10 of 10 rounds, spare loads: 3, the FR F2 is ready to fire"
    )
    assert skirmish.state("Trent").unworked == (0,)
    assert say(skirmish, "bolt not worked, weapon broken").endswith("the FR F2 is out of action")
    assert (skirmish.state("Trent").broken, skirmish.state("Trent").unworked) == ((1,), (0, 1))


def test_a_round_it_does_not_fire() -> None:
    with pytest.raises(UnknownName, match=r"The M16 has no “HEAT”\. It fires FMJ, JHP or AP"):
        say(fight(), "HEAT")


def test_a_total_in_place_of_the_wounds() -> None:
    skirmish = fight(wounds=(Wound(5, "Hand", 1, Clock(1, 1)), Wound(90, "Lung", 0, Clock(2, 1))))
    assert say(skirmish, "PD 1000") == "1,000 PD in all"
    assert skirmish.state("Trent").wounds == (Wound(1000, "wound set by the GM", 0, Clock(3, 2)),)
    # Damage Total 1000 without aid: 90 phases.
    assert agenda(skirmish) == [Timer(Clock(93, 2), Recover(skirmish.id("Trent")), skirmish.id("Trent"))]
    say(skirmish, "HLT 20")
    [timer] = skirmish.encounter.agenda
    assert timer != Timer(Clock(93, 2), Recover(skirmish.id("Trent")), skirmish.id("Trent"))
    assert say(skirmish, "PD 0") == "0 PD in all"
    assert (skirmish.state("Trent").wounds, agenda(skirmish)) == ((), [])


def test_healed_altogether() -> None:
    skirmish = fight(
        wounds=(Wound(500, "Lung", 2, Clock(1, 1)),), knockout=Knockout(Clock(1, 1), 3, 3, Clock(90, 1)), recovered=True
    )
    id = skirmish.id("Trent")
    plan(skirmish, Timer(Clock(90, 1), Wake(id), id), Timer(Clock(900), Healed(id), id))
    assert say(skirmish, "heal all") == "unhurt"
    assert short(skirmish) == "2 of 2 · M16 30/30" and agenda(skirmish) == []


@pytest.mark.parametrize("line", ["dead", "gone"])
def test_whoever_is_taken_out_leaves_nothing_behind(line: str) -> None:
    skirmish = fight(aim=Aimed("x", 4))
    busy(skirmish)
    said = say(skirmish, line)
    guard = skirmish.id("Guard")
    assert agenda(skirmish) == [Timer(Clock(900), Recover(guard), guard)]
    state = skirmish.state("Trent")
    assert (skirmish.one("Trent").present, state.left, state.aim, state.progress) == (False, 0, None, None)
    assert said.endswith("what they were doing is given up, the open question is dropped")
    assert short(skirmish) == ("dead" if line == "dead" else "out of play")


@pytest.mark.parametrize("line", ["unconscious 30", "PD 120", "PD 120, unconscious 3", "HLT 3"])
@pytest.mark.parametrize("together", [True, False])
def test_nothing_falls_due_for_who_is_out_of_play(line: str, together: bool) -> None:
    skirmish = fight(wounds=(Wound(1000, "Lung", 0, Clock(3, 1)),))
    say(skirmish, "HLT 10")
    assert len(agenda(skirmish)) == 1
    if together:
        say(skirmish, f"gone, {line}")
    else:
        say(skirmish, "gone")
        say(skirmish, line)
    assert agenda(skirmish) == []
    say(skirmish, "back")
    [kind, *_] = [type(m.order) for m in agenda(skirmish) if isinstance(m, Timer)]
    assert kind is Recover


def test_the_shots_of_others_wait_on() -> None:
    played = fight()
    trent, guard = played.id("Trent"), played.id("Guard")
    asked = Question("c9", "Does somebody duck?", ("duck", "stay"), (Fire(trent), Fire(guard)))
    played.encounter = Planned((asked,)).on(played.encounter)
    assert say(played, "unconscious 30").startswith("unconscious for 30 phases")
    [left] = [m for m in played.encounter.agenda if isinstance(m, Question)]
    assert left.rest == (Fire(guard),)


def test_a_question_for_which_a_dead_mans_shot_waits_is_dropped() -> None:
    skirmish = fight()
    busy(skirmish)
    say(skirmish, "dead", "Guard")
    assert not [m for m in skirmish.encounter.agenda if isinstance(m, Question)]
    assert [m.actor for m in skirmish.encounter.agenda if isinstance(m, Task)] == [skirmish.id("Trent")]


def test_back_from_the_dead() -> None:
    skirmish = fight(wounds=(Wound(1000, "Lung", 0, Clock(3, 1)),))
    say(skirmish, "dead")
    assert agenda(skirmish) == []
    with pytest.raises(NotNow, match=r"Trent is dead\. Add “alive”\."):
        say(skirmish, "awake")
    with pytest.raises(NotNow):
        say(skirmish, "heal all")
    assert say(skirmish, "alive") == "in play"
    id = skirmish.id("Trent")
    assert agenda(skirmish) == [Timer(Clock(93, 1), Recover(id), id)]
    assert short(skirmish).endswith("1,000 PD") and skirmish.one("Trent").present
    say(skirmish, "dead")
    assert say(skirmish, "alive, heal all") == "in play, unhurt"
    assert agenda(skirmish) == []


def test_unconscious_and_awake() -> None:
    skirmish = fight(aim=Aimed("x", 4))
    busy(skirmish)
    id = skirmish.id("Trent")
    assert say(skirmish, "unconscious 30") == (
        "unconscious for 30 phases, until Phase 33, Impulse 2, what they were doing"
        " is given up, the open question is dropped"
    )
    assert short(skirmish) == "out until Phase 33"
    assert [m for m in skirmish.encounter.agenda if isinstance(m, Timer) and m.of == id] == [
        Timer(Clock(900), Recover(id), id),
        Timer(Clock(33, 2), Wake(id), id),
    ]
    assert say(skirmish, "unconscious") == "unconscious until “awake”"
    assert (short(skirmish), skirmish.state("Trent").left) == ("unconscious", 0)
    assert not [m for m in skirmish.encounter.agenda if isinstance(m, Timer) and isinstance(m.order, Wake)]
    assert say(skirmish, "awake, actions left 2") == "2 actions left, awake"
    assert short(skirmish) == "2 of 2 · M16 30/30 · prone"
    knockout = skirmish.state("Trent").knockout
    assert knockout is not None and knockout.until == Clock(3, 2) != UNTIL_SAID


def test_who_comes_back_into_play_wakes_when_he_would_have() -> None:
    skirmish = fight(knockout=Knockout(Clock(3, 1), 3, 3, Clock(90, 1)))
    id = skirmish.id("Trent")
    plan(skirmish, Timer(Clock(90, 1), Wake(id), id))
    say(skirmish, "gone")
    assert agenda(skirmish) == []
    say(skirmish, "back")
    assert agenda(skirmish) == [Timer(Clock(90, 1), Wake(id), id)]


def test_what_a_new_place_a_new_weapon_and_no_aim_end() -> None:
    skirmish = fight(aim=Aimed("x", 4))
    id = skirmish.id("Trent")
    move, shot, load = Move(id, Place(1, 9)), Fire(id, (skirmish.target("Guard"),), 6), Reload(id)
    plan(skirmish, Task(id, move, 1, 4))
    assert say(skirmish, "at C4") == "at C4, what they were doing is given up"
    plan(skirmish, Task(id, load, 1, 4))
    assert say(skirmish, "at C5") == "at C5"
    assert say(skirmish, "weapon 2") == "FR F2 in hand, what they were doing is given up"
    plan(skirmish, Task(id, shot, 1, 4))
    assert say(skirmish, "no aim") == "no aim, what they were doing is given up"
    assert (skirmish.state("Trent").aim, agenda(skirmish)) == (None, [])


@pytest.mark.parametrize(
    "line",
    ["", "dead, alive", "dead awake", "awake unconscious", "heal all, PD 5", "standing, prone", "🔥", "xyzzy", "CA 25"],
)
def test_what_does_not_read(line: str) -> None:
    skirmish = fight()
    before = skirmish.encounter
    with pytest.raises(BadSheet) as refused:
        say(skirmish, line)
    assert str(refused.value).count("\n") == 0 and len(str(refused.value)) < 600
    assert skirmish.encounter == before


def test_a_sentence_for_six_thousand_characters() -> None:
    with pytest.raises(BadSheet, match="at most 500 characters"):
        say(fight(), "prone " * 1000)


_WORDS = """
dead alive gone awake unconscious prone hidden unspotted hip aim no PD 0 5 120 heal all AP loaded 3 spares at C4
weapon 2 broken repaired bolt worked CA KV actions left facing drugged duck ask , , , moving ducking 🔥
"""


@examples(300)
@given(st.lists(st.sampled_from(_WORDS.split()), max_size=8).map(" ".join))
def test_no_line_does_anything_but_work_or_be_refused(line: str) -> None:
    skirmish = fight(wounds=(Wound(40, "Lung", 0, Clock(3, 1)),))
    busy(skirmish)
    try:
        assert say(skirmish, line)
    except Refusal:
        return
    one, state = skirmish.one("Trent"), skirmish.state("Trent")
    mine = [m for m in skirmish.encounter.agenda if isinstance(m, Task | Question)]
    if not one.present or state.out(skirmish.encounter.clock):
        assert not mine
    assert (state.died is None) or not one.present
    assert short(skirmish)
