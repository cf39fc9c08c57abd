"""Defensive skill: every line of the table, who has it and who does not (5.4)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.orders import Act, Adjust, Burst, Fire, Move, Switch, Target, Throw
from rules.engine.records.steps import Ruling, Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Characteristics, Soldier
from rules.words.places import Place
from tests.rules.phoenix.shooting.duel import GUARD, duel, fire
from tests.rules.phoenix.skirmish import Skirmish, phoenix

# By ISF, as 5.4 prints it.
_BY_ISF = "16 13 11 10 8 7 6 5 4 3 2 2 1 1 0 -1 -1 -2 -2 -2 -3 -3 -4 -4 -4 -5 -5 -5 -6 -6 -6 -6 -7 -7 -7 -7 -8 -8"
ALM = {isf: int(alm) for isf, alm in enumerate(_BY_ISF.split(), 3)}


def against(**guard: object) -> Skirmish:
    skirmish = duel()
    skirmish.order(Switch("defensive skill", "on"))
    skirmish.make("Guard 1", **guard)
    return skirmish


def defensive(resolution: Resolution) -> int:
    [total] = [step for step in resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return sum(term.value for term in total.terms if term.label.startswith("defensive"))


def shot(skirmish: Skirmish, **options: object) -> Resolution:
    return skirmish.order(fire(skirmish, **{"range": 40, "aim": 2, **options}), 99)


@pytest.mark.parametrize("isf", ALM)
def test_the_target_s_skill_makes_the_shot_harder_or_easier(isf: int) -> None:
    assert defensive(shot(against(isf=isf))) == ALM[isf]


@pytest.mark.parametrize(("isf", "alm"), [(0, 16), (2, 16), (41, -8), (60, -8)])
def test_off_the_ends_the_nearest_line_holds(isf: int, alm: int) -> None:
    fight = shot(against(isf=isf))
    assert defensive(fight) == alm
    assert "O56" in {step.id for step in fight.steps if isinstance(step, Ruling)}


def test_it_is_reckoned_from_int_and_sal_where_a_line_gives_these() -> None:
    skirmish = against()
    profile = phoenix().profile("INT 13, skill 8", {})
    order = Fire(skirmish.id("Trent"), (Target(profile=profile),), aim=2, range=100)
    assert defensive(skirmish.order(order, 99)) == -4  # 13 + 14 = 27
    assert defensive(shot(against(isf=None, sal=7, characteristics=Characteristics(intelligence=3)))) == 5


def test_none_for_whom_nobody_knows_or_who_is_out_or_unaware() -> None:
    assert defensive(shot(against(isf=None))) == 0
    assert defensive(shot(against(isf=40), how="unaware")) == 0
    assert defensive(shot(against(isf=40, died=Clock(0, 1)))) == 0


def test_none_for_a_throw_at_the_hex_of_somebody() -> None:
    skirmish = against(isf=40)
    skirmish.sheet("Thrower", "SAL 10, CA 8, 2 M67")
    skirmish.make("Thrower", left=8)
    order = Throw(skirmish.id("Thrower"), (skirmish.target("Guard 1"),), aim=2, range=10, how="hex")
    parts = skirmish.parts(order, 99, 9, 5, 1)
    assert defensive(parts[0].resolution) == 0


def test_whoever_is_killed_in_this_impulse_is_alive_until_it_ends() -> None:
    skirmish = against(isf=40)
    skirmish.make("Guard 1", died=skirmish.encounter.clock)
    assert defensive(shot(skirmish)) == -8


def test_nothing_without_the_switch() -> None:
    skirmish = duel(guard=Soldier(sal=10, isf=40, actions=8, left=2, knockout_value=20))
    assert defensive(shot(skirmish)) == 0
    with pytest.raises(NoRule, match="switch “defensive skill”"):
        skirmish.order(fire(skirmish, how="unaware"))
    assert GUARD.isf is None


@pytest.mark.parametrize("preset", ["phoenix-basic", "phoenix-advanced"])
def test_in_either_game_it_is_one_term_of_the_sum(preset: str) -> None:
    skirmish = Skirmish(preset)
    skirmish.order(Switch("defensive skill", "on"))
    skirmish.sheet("Trent", "SAL 14, M16, CA 8")
    skirmish.sheet("Guard 1", "ISF 35, CA 8")
    assert defensive(shot(skirmish)) == -7


def stalking(*switches: str, facing: str = "south", trent: str = "") -> Skirmish:
    """Return Trent at K10, facing up; a guard of ISF 35 (ALM -7) at K6 who faces down, to Trent, or any other way."""
    skirmish = Skirmish()
    for name in ("defensive skill", *switches):
        skirmish.order(Switch(name, "on"))
    skirmish.map(30, 30)
    skirmish.sheet("Trent", f"SAL 14, M16, CA 16, from the hip, facing north{trent}", at="K10")
    skirmish.sheet("Guard", f"ISF 35, CA 8, from the hip, facing {facing}", at="K6", owner=None)
    return skirmish


def at_the_guard(skirmish: Skirmish, how: str = "hip") -> Resolution:
    skirmish.make("Trent", left=8)
    return skirmish.order(Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=2, how=how), 99)


def unaware(resolution: Resolution) -> bool:
    [total] = [step for step in resolution.steps if isinstance(step, Sum) and step.label == "Accuracy"]
    return any(term.label == "unaware of the shooter" for term in total.terms)


@pytest.mark.parametrize(
    ("facing", "alm"), [("south", -7), ("southwest", -7), ("east", -7), ("northeast", 0), ("north", 0)]
)
def test_only_who_sees_the_shooter_defends_himself(facing: str, alm: int) -> None:
    """From behind it is 0: outside the front 180 degrees nobody can see or react to a threat (5.1)."""
    shot = at_the_guard(stalking(facing=facing))
    assert (defensive(shot), unaware(shot)) == (alm, alm == 0)


def test_a_firing_stance_narrows_what_he_is_aware_of() -> None:
    skirmish = stalking(facing="southwest")
    skirmish.make("Guard", firing_stance=True, facing=220)
    assert defensive(at_the_guard(skirmish)) == 0
    skirmish.make("Guard", facing=200)
    assert defensive(at_the_guard(skirmish)) == -7


def test_a_wider_view_makes_him_aware() -> None:
    skirmish = stalking("field of view", facing="north")
    skirmish.parts(Act(skirmish.id("Guard"), "watch 300"))
    assert defensive(at_the_guard(skirmish)) == 0
    skirmish.parts(Act(skirmish.id("Guard"), "watch all around"))
    assert defensive(at_the_guard(skirmish)) == -7


def test_a_shooter_whom_nobody_has_spotted_is_no_threat_that_he_knows() -> None:
    """The shooter is unspotted by the GM's word until the shot; then they are seen."""
    skirmish = stalking(trent=", unspotted")
    assert defensive(at_the_guard(skirmish)) == 0
    assert defensive(at_the_guard(skirmish)) == -7


def test_with_spotting_he_has_to_know_of_the_shooter() -> None:
    skirmish = stalking("spotting")
    skirmish.order(Switch("terrain", "jungle"))
    skirmish.order(Adjust(skirmish.id("Trent"), "has spotted Guard"))
    assert defensive(at_the_guard(skirmish)) == 0, "4 hexes off, in plain view, and not found in the brush"
    skirmish.order(Adjust(skirmish.id("Guard"), "has spotted Trent"))
    assert defensive(at_the_guard(skirmish)) == -7
    skirmish.make("Guard", facing=0)
    assert defensive(at_the_guard(skirmish)) == -7, "he knows where Trent is"
    skirmish.put("Trent", "N10")
    skirmish.make("Trent", facing=320)
    assert defensive(at_the_guard(skirmish)) == 0, "and not where he has gone behind his back"


def test_in_the_open_whoever_is_spotted_at_once_is_known() -> None:
    assert defensive(at_the_guard(stalking("spotting"))) == -7
    assert defensive(at_the_guard(stalking("spotting", facing="north"))) == 0


def test_who_has_heard_the_shooter_is_aware_of_him_for_a_minute() -> None:
    skirmish = stalking("sound", facing="north")
    skirmish.parts(Move(skirmish.id("Trent"), Place.parse("K9")))
    skirmish.parts(Act(skirmish.id("Guard"), "listen for Trent"), 0)
    assert defensive(at_the_guard(skirmish)) == -7
    skirmish.next(seconds=58)
    assert defensive(at_the_guard(skirmish)) == -7
    skirmish.next(seconds=2)
    assert defensive(at_the_guard(skirmish)) == 0


def test_who_has_listened_and_heard_nothing_is_not() -> None:
    skirmish = stalking("sound", facing="north")
    skirmish.parts(Act(skirmish.id("Guard"), "listen for whisper at K10"), 99)
    assert defensive(at_the_guard(skirmish)) == 0


def test_a_noise_at_his_place_tells_of_him_too() -> None:
    skirmish = stalking("sound", facing="north")
    skirmish.parts(Act(skirmish.id("Guard"), "listen for whistle at K10"), 0)
    assert defensive(at_the_guard(skirmish)) == -7


def test_the_player_s_word_overrides_what_is_known() -> None:
    assert defensive(at_the_guard(stalking(facing="north"), how="hip, aware")) == -7
    assert defensive(at_the_guard(stalking(), how="hip, unaware")) == 0
    skirmish = stalking(facing="north")
    skirmish.make("Trent", left=8)
    burst = Burst(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=2, how="hip, aware")
    assert defensive(skirmish.order(burst, 99)) == -7
    with pytest.raises(Refusal, match="contradicts"):
        at_the_guard(stalking(), how="aware, unaware")


def test_odds_know_it_as_well() -> None:
    """A guard is easier to hit with a bad defense: ISF 3, +16."""
    seen, behind = stalking(), stalking(facing="north")
    found = []
    for skirmish in (seen, behind):
        skirmish.make("Guard", isf=3)
        order = Fire(skirmish.id("Trent"), (skirmish.target("Guard"),), aim=2, how="hip")
        found.append(phoenix().odds(order, skirmish.encounter).rows[0][1])
    assert found[0] != found[1]


@pytest.mark.parametrize("how", ["aware", "unaware"])
def test_the_words_count_only_for_somebody_and_with_the_switch(how: str) -> None:
    skirmish = stalking()
    with pytest.raises(NoRule, match=f"cannot defend itself .5.4.. Leave {how} out of how:"):
        skirmish.order(Fire(skirmish.id("Trent"), (Target(place=Place.parse("K6")),), aim=2, how=how))
    skirmish.order(Switch("defensive skill", "off"))
    with pytest.raises(NoRule, match=f"Whether a target is {how} counts only with the switch “defensive skill”"):
        at_the_guard(skirmish, how=how)
