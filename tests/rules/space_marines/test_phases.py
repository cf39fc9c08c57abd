"""Next: the Good Guys' phase, that of the Bad Guys whom the bot or people run, and the next turn."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Question, Watch
from rules.engine.records.errors import NoRule
from rules.engine.records.orders import Answer, Next, Pass
from rules.space_marines.figures.figure import DONE, FRESH
from tests.rules.space_marines.skirmish import Skirmish, names, note


def outcomes(skirmish: Skirmish, *dice: int) -> list[str]:
    return [part.resolution.outcome for part in skirmish.next(*dice)]


def awaited(skirmish: Skirmish) -> list[str]:
    return names(skirmish, skirmish.ruleset.awaited(skirmish.encounter))


def test_people_play_both_phases() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Bug Warrior", "R4", "Bug")
    assert awaited(skirmish) == ["Ash"]
    [phase] = skirmish.next()
    assert phase.resolution.outcome == "The Bad Guys' phase begins."
    assert note(phase.resolution, "To act") == "Bug"
    assert phase.resolution.concerned == (skirmish.id("Bug"),)
    assert awaited(skirmish) == ["Bug"]
    [turn] = skirmish.next()
    assert turn.resolution.outcome == "Turn 2 begins: Good Guys' phase."
    assert turn.resolution.concerned == (skirmish.id("Ash"),)
    assert awaited(skirmish) == ["Ash"]


def test_the_bot_plays_its_phase_in_one_next() -> None:
    skirmish = Skirmish()
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Bug Warrior", "R4", "Bug")
    told = outcomes(skirmish)
    assert told[0] == "The Bad Guys' phase begins."
    assert told[-1] == "Turn 2 begins: Good Guys' phase."
    assert len(told) == 3
    assert skirmish.place("Bug") != "R4"
    assert skirmish.state("Bug").stage == FRESH
    assert skirmish.state("Bug").left == 5


def test_a_players_bad_guys_are_waited_for_after_the_bots() -> None:
    skirmish = Skirmish()
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Bug Warrior", "R4", "Bug")
    skirmish.muster("Bug Leader", "R6", "Queen", owner="ben")
    told = outcomes(skirmish)
    assert told[0] == "The Bad Guys' phase begins."
    assert len(told) == 2
    assert awaited(skirmish) == ["Queen"]
    assert skirmish.state("Bug").stage == DONE
    assert outcomes(skirmish) == ["Turn 2 begins: Good Guys' phase."]


def test_bad_guys_who_come_late_still_act_before_the_turn_ends() -> None:
    skirmish = Skirmish()
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Bug Leader", "R6", "Queen", owner="ben")
    skirmish.next()
    skirmish.muster("Bug Shooter", "F2", "Late")
    told = outcomes(skirmish, 1, 1)
    assert told[0].startswith("Late ")
    assert told[-1] == "Turn 2 begins: Good Guys' phase."


@pytest.mark.parametrize(("who", "sheet"), [("Ash", "Marine"), ("Bug", "Bug Warrior")])
def test_with_one_side_only_time_goes_on_all_the_same(who: str, sheet: str) -> None:
    skirmish = Skirmish()
    skirmish.map(20, 8)
    skirmish.muster(sheet, "B2", who)
    for turn in (2, 3, 4):
        assert outcomes(skirmish)[-1] == f"Turn {turn} begins: Good Guys' phase."


def test_with_nobody_at_all() -> None:
    assert outcomes(Skirmish()) == ["The Bad Guys' phase begins.", "Turn 2 begins: Good Guys' phase."]


def test_no_seconds() -> None:
    with pytest.raises(NoRule, match=r"has no seconds\. Leave time: out"):
        Skirmish().order(Next(30))


def test_who_was_moved_is_done_when_the_phase_ends() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Bug Warrior", "R4", "Bug")
    skirmish.move("Ash", "C2")
    skirmish.next()
    assert skirmish.state("Ash").stage == DONE


def test_who_is_waited_for() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Marine", "B3", "Bo")
    skirmish.muster("Marine", "B4", "Cy")
    skirmish.muster("Marine", "", "Reserve", owner=None)
    skirmish.muster("Marine", "", "Di")
    assert awaited(skirmish) == ["Ash", "Bo", "Cy", "Di"]
    skirmish.order(Pass(skirmish.id("Ash")))
    skirmish.act("Bo", "waves")
    skirmish.adjust("Cy", "dead")
    assert awaited(skirmish) == ["Di"]
    skirmish.next()
    assert awaited(skirmish) == ["Ash", "Bo", "Di"]


def test_a_bug_brain_does_nothing_and_is_not_waited_for() -> None:
    skirmish = Skirmish(bad_guys="people")
    skirmish.map(20, 8)
    skirmish.muster("Marine", "B2", "Ash")
    skirmish.muster("Bug Brain", "R4", "Brain")
    assert outcomes(skirmish) == ["The Bad Guys' phase begins.", "Turn 2 begins: Good Guys' phase."]


CORRIDOR = " ".join(f"{column}{row}" for column in "ABCDEFGHIJ" for row in (1, 3))


def corridor() -> Skirmish:
    """Ash covers the end of what is seen of a corridor, for a Bug Brain stands in it; behind that waits a bug."""
    skirmish = Skirmish()
    skirmish.map(10, 3, walls=CORRIDOR)
    skirmish.muster("Marine", "A2", "Ash")
    skirmish.muster("Bug Brain", "F2", "Brain")
    skirmish.muster("Bug Warrior", "G2", "Bug")
    skirmish.fire("Ash", "E2", how="cover fire")
    return skirmish


def watches(skirmish: Skirmish) -> int:
    return sum(isinstance(item, Watch) for item in skirmish.encounter.agenda)


def test_cover_fire_lasts_for_one_phase() -> None:
    skirmish = corridor()
    skirmish.adjust("Bug", "dead")
    assert watches(skirmish) == 1
    skirmish.next()
    assert skirmish.encounter.clock.turn == 2
    assert watches(skirmish) == 0


def test_the_phase_waits_for_the_answer_to_cover_fire() -> None:
    skirmish = corridor()
    told = skirmish.next()
    assert [part.resolution.outcome for part in told] == [
        "The Bad Guys' phase begins.",
        "Bug advances from G2 to E2, which Ash covers.",
        "The Bad Guys wait for an answer: Ash.",
    ]
    assert told[-1].resolution.concerned == (skirmish.id("Ash"),)
    assert awaited(skirmish) == ["Ash"]
    assert skirmish.encounter.clock.impulse == 2
    assert any(isinstance(item, Question) for item in skirmish.encounter.agenda)
    parts = skirmish.parts(Answer(skirmish.id("Ash"), "hold fire"), 1, 1, 1, 1)
    assert parts[-1].resolution.outcome == "Turn 2 begins: Good Guys' phase."
    assert skirmish.place("Bug") == "B2"
    assert watches(skirmish) == 0


def test_if_the_one_who_entered_dies_the_turn_ends_all_the_same() -> None:
    skirmish = corridor()
    skirmish.adjust("Bug", "wounds 3")
    skirmish.next()
    parts = skirmish.parts(Answer(skirmish.id("Ash"), "fire"), 6, 6, 2)
    assert not skirmish.one("Bug").present
    assert parts[-1].resolution.outcome == "Turn 2 begins: Good Guys' phase."
