"""Arrests: who can be told what, what they may still do, how a prisoner is led (scenario 2)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Question
from rules.engine.records.errors import NotNow, Refusal, UnknownName
from rules.engine.records.orders import Act, Answer, Duck, Fire, Move, Switch, Target
from rules.phoenix.basics.arms import Dropped
from rules.phoenix.optional.arrests.custody import CHOICES, COMPLY, REFUSE
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


@pytest.fixture
def raid() -> Skirmish:
    made = Skirmish()
    made.map(12, 10, "A5 B5")
    made.sheet("Officer", "skill 6, CA 6, M16", "C4")
    made.sheet("Guard", "skill 5, CA 8, M92F, M16", "C3")
    made.make("Officer", facing=0, left=20)
    return made


def act(raid: Skirmish, who: str, what: str, *dice: int) -> str:
    return raid.order(Act(raid.id(who), what), *dice).outcome


def frozen(raid: Skirmish) -> None:
    act(raid, "Officer", "tell Guard to freeze")
    raid.order(Answer(raid.id("Guard"), CHOICES[COMPLY]))


@pytest.mark.parametrize(
    "text",
    [
        "tell Guard to freeze", "Tell guard to “freeze”", "order Guard to freeze!", "Guard: freeze!", "freeze, Guard",
        "shout to Guard, freeze",
    ],
)  # fmt: skip
def test_whoever_is_told_to_freeze_is_asked(raid: Skirmish, text: str) -> None:
    assert act(raid, "Officer", text) == "Officer tells Guard to freeze: does Guard?"
    assert raid.state("Officer").left == 18
    [question] = raid.encounter.agenda
    assert isinstance(question, Question) and question.to == raid.id("Guard")
    with pytest.raises(NotNow, match="Guard must answer another question first"):
        act(raid, "Officer", text)


def test_he_may_refuse(raid: Skirmish) -> None:
    act(raid, "Officer", "tell Guard to freeze")
    assert raid.order(Answer(raid.id("Guard"), CHOICES[REFUSE])).outcome == "Guard does not freeze."
    assert raid.encounter.agenda == () and raid.state("Guard").custody == ""
    assert raid.order(Duck(raid.id("Guard"))).outcome == "Guard ducks."


def test_freezing_gives_up_what_he_was_about(raid: Skirmish) -> None:
    raid.make("Guard", left=1, facing=180)
    raid.order(Fire(raid.id("Guard"), (Target(raid.id("Officer")),), aim=5))
    assert raid.encounter.task(raid.id("Guard"))
    frozen(raid)
    assert raid.encounter.agenda == ()
    assert raid.state("Guard").aim is None and not raid.state("Guard").firing_stance


@pytest.mark.parametrize("custody", ["frozen", "disarmed", "prisoner"])
def test_nothing_but_resistance_is_open_to_him(raid: Skirmish, custody: str) -> None:
    raid.make("Guard", custody=custody, facing=180)
    guard = raid.id("Guard")
    for order in (Fire(guard, (Target(raid.id("Officer")),)), Move(guard, Place.parse("C2")), Duck(guard)):
        with pytest.raises(NotNow, match="Use /act what: resist to end that"):
            raid.order(order)
    assert guard not in raid.ruleset.awaited(raid.encounter)
    assert act(raid, "Guard", "Resist") == "Guard stops obeying."
    assert raid.order(Duck(guard)).outcome == "Guard ducks."


def test_only_who_is_in_custody_resists(raid: Skirmish) -> None:
    with pytest.raises(NotNow, match="Guard is not in anyone's custody"):
        act(raid, "Guard", "resist")


def test_his_weapon_lies_where_he_stood(raid: Skirmish) -> None:
    with pytest.raises(NotNow, match="Guard has not frozen"):
        act(raid, "Officer", "tell Guard to drop their weapon")
    frozen(raid)
    assert act(raid, "Officer", "tell Guard to drop the gun") == "Officer makes Guard drop the M92F."
    assert raid.state("Officer").left == 15
    [there] = raid.state("Guard").dropped
    assert (there.slot, str(there.place)) == (0, "C3")
    with pytest.raises(NotNow, match="Guard is already disarmed"):
        act(raid, "Officer", "tell Guard to drop their weapon")
    act(raid, "Guard", "resist")
    with pytest.raises(NotNow, match="The M92F of Guard is on the ground"):
        raid.order(Fire(raid.id("Guard"), (Target(raid.id("Officer")),), how="hip"))
    raid.put("Guard", "C2")
    with pytest.raises(NotNow, match="ground at C3"):
        act(raid, "Guard", "pick up the M92F")
    raid.put("Guard", "C3")
    raid.make("Guard", left=10)
    assert act(raid, "Guard", "pick up the weapon") == "Guard takes the M92F in hand (4 actions)."
    assert raid.state("Guard").dropped == ()


def test_a_prisoner_is_led_hex_by_hex(raid: Skirmish) -> None:
    raid.make("Officer", left=5)
    raid.make("Guard", custody="disarmed")
    assert act(raid, "Officer", "lead Guard to C6").startswith("Officer leads Guard to C6: 5 of 8 actions")
    assert [str(raid.one(name).place) for name in ("Officer", "Guard")] == ["C5", "C5"]
    for _ in range(2):
        raid.next()
    assert [str(raid.one(name).place) for name in ("Officer", "Guard")] == ["C6", "C6"]
    assert raid.state("Guard").custody == "prisoner"
    assert raid.encounter.agenda == ()


@pytest.mark.parametrize(
    ("what", "expected", "error"),
    [
        ("lead Guard to C6", "Guard is not a prisoner", NotNow),
        ("tell Nobody to freeze", "Known: Guard", UnknownName),
        ("is the cat armed?", "I don't know the combatant “the cat”", UnknownName),
        ("lead Guard to D99", "Guard is not a prisoner", Refusal),
    ],
)
def test_nonsense_is_told_in_a_sentence(raid: Skirmish, what: str, expected: str, error: type[Exception]) -> None:
    before = raid.encounter
    with pytest.raises(error, match=expected):
        act(raid, "Officer", what)
    assert raid.encounter == before


def test_somebody_out_of_sight_is_told_nothing(raid: Skirmish) -> None:
    raid.make("Officer", facing=180)
    with pytest.raises(NotNow, match="Officer does not see Guard"):
        act(raid, "Officer", "see whether Guard is armed")
    raid.make("Officer", facing=0, exposure="hidden")
    with pytest.raises(NotNow, match="Officer is behind cover and sees nothing"):
        act(raid, "Officer", "tell Guard to freeze")


def test_a_prisoner_has_to_be_at_hand(raid: Skirmish) -> None:
    raid.make("Guard", custody="disarmed")
    raid.put("Guard", "C1")
    with pytest.raises(NotNow, match="Guard is at C1"):
        act(raid, "Officer", "lead Guard to C6")


def test_what_is_suggested_names_everybody(raid: Skirmish) -> None:
    raid.sheet("Comrade", "CA 4", "D4")
    acts = dict(raid.ruleset.acts(raid.encounter, raid.id("Officer")))
    assert acts["Tell Guard to freeze"] == "Tell Guard to freeze · 2" and "Resist" not in acts
    raid.make("Guard", custody="frozen")
    assert dict(raid.ruleset.acts(raid.encounter, raid.id("Guard")))["Resist"] == "Resist · 0"


def test_a_look_at_what_he_has_in_hand_takes_an_action(raid: Skirmish) -> None:
    assert act(raid, "Officer", "is Guard armed?") == "Officer sees that Guard has the M92F in hand."
    assert raid.state("Officer").left == 19
    raid.make("Guard", dropped=(Dropped(0, None),))
    assert act(raid, "Officer", "check if Guard is armed") == "Officer sees that Guard has no weapon in hand."
    assert raid.state("Officer").left == 18


def test_whom_nobody_has_spotted_nobody_arrests(raid: Skirmish) -> None:
    raid.make("Guard", spotted=False)
    for text in ("see whether Guard is armed", "tell Guard to freeze"):
        with pytest.raises(NotNow, match="Officer does not see Guard"):
            act(raid, "Officer", text)
    raid.make("Guard", spotted=True)
    raid.order(Switch("spotting", "on"))
    raid.order(Switch("terrain", "jungle"))
    with pytest.raises(NotNow, match=r"Officer has not spotted Guard\. Use /act spot Guard first"):
        act(raid, "Officer", "tell Guard to freeze")
    raid.make("Guard", custody="disarmed")
    assert raid.parts(Act(raid.id("Officer"), "lead Guard to C5"))


def test_a_prisoner_is_led_at_gunpoint(raid: Skirmish) -> None:
    raid.make("Guard", custody="disarmed")
    raid.make("Officer", dropped=(Dropped(0, Place.parse("C4")),))
    with pytest.raises(NotNow, match="Officer has no weapon in hand to lead Guard at gunpoint"):
        act(raid, "Officer", "lead Guard to C6")
    assert str(raid.one("Guard").place) == "C3"


def test_a_prisoner_stays_where_he_is_until_the_officer_goes(raid: Skirmish) -> None:
    raid.make("Guard", custody="disarmed")
    raid.make("Officer", left=3)
    told = act(raid, "Officer", "lead Guard to C6")
    assert told.startswith("Officer leads Guard to C6: 3 of 8 actions")
    assert (str(raid.one("Guard").place), raid.state("Guard").moved) == ("C3", 0)


def test_leading_takes_what_is_said_instead_of_what_is_printed(raid: Skirmish) -> None:
    raid.make("Guard", custody="disarmed")
    for cost, to, left, told in ((None, "C5", 16, True), (7, "C6", 9, False)):
        part = raid.parts(Act(raid.id("Officer"), f"lead Guard to {to}", cost))[0]
        assert raid.state("Officer").left == left
        assert any("Move prisoner per hex" in str(step) for step in part.resolution.steps) == told


def test_a_prisoner_who_is_led_moves(raid: Skirmish) -> None:
    raid.make("Guard", custody="disarmed")
    raid.parts(Act(raid.id("Officer"), "lead Guard to C6"))
    led = raid.state("Guard")
    assert (led.moved, str(led.was), str(raid.one("Guard").place)) == (3, "C3", "C6")
    raid.next()
    assert raid.state("Guard").moved == 0
