"""The adrenalin rush: who comes into it, what it changes, how it ends (5.14)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.entries.names import named
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.orders import Act, Adjust, Move, Next, Rename, Switch
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Appeared, Ticked
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Knockout, Soldier, Wound
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import disabled_leg
from rules.phoenix.harm.hit_records import Struck
from rules.phoenix.harm.wounds import hurt
from rules.phoenix.optional.injury.heroes import charging
from rules.phoenix.optional.records import Footing
from rules.words.places import Place
from tests.reading import told
from tests.rules.phoenix.skirmish import Skirmish, phoenix

NAME = "Trent"


def skirmish(switch: str = "heroes", **values: Any) -> Skirmish:
    """Trent of the Blue, who has come from C9 toward Axly at C5, who is out; a guard of the Red at J7."""
    made = Skirmish()
    if switch:
        made.order(Switch(switch, "on"))
    made.join(NAME, Soldier(**{"actions": 12, "knockout_value": 48, **values}), at="C9")
    made.join("Axly", Soldier(), at="C5")
    made.make("Axly", knockout=Knockout(Clock(0, 1), 0, 0, Clock(90, 1)))
    made.join("Guard", Soldier(actions=8), at="J7")
    for name, side in ((NAME, "Blue"), ("Axly", "Blue"), ("Guard", "Red")):
        made.order(Rename(made.id(name), side=side))
    return made


def charges(made: Skirmish) -> Skirmish:
    """Return the skirmish after the hero goes to Axly."""
    made.order(Move(made.id(NAME), Place.parse("C6")))
    return made


def hit(made: Skirmish, points: int, *dice: int, **struck: Any) -> Resolution:
    script = ScriptedDice(dice)
    scene = Scene(made.encounter, script, phoenix().book)
    one = Struck(points, **{"location": "Chest", **struck})
    scene.conclude(hurt(made.id(NAME), (one,), scene))
    assert script.unused == ()
    made.encounter = scene.encounter
    return told(scene.parts[0].resolution, scene.encounter)


def go_on(made: Skirmish, clock: Clock) -> None:
    made.encounter = Ticked(clock).on(made.encounter)


def needed(resolution: Resolution) -> str:
    return next(roll.needed for roll in resolution.steps if isinstance(roll, Roll) and roll.label == "Knockout")


@pytest.mark.parametrize(("points", "rises"), [(144, False), (145, True)])
def test_shock_does_not_count_toward_the_rush(points: int, rises: bool) -> None:
    """Over 3 x KV 48 is 145 PD: the shock raises the knockout throw's total, not the damage taken (3.3, O68)."""
    made = charges(skirmish())
    told = hit(made, points, 98, location="Shoulder", shock=10, disabling=1)
    assert needed(told) == (f"98 or more to stay up: {points} PD + shock 10 (6C) = {points + 10} is over 3 x KV 48")
    assert (made.state(NAME).rush is not None) is rises


def test_trent_goes_on() -> None:
    made = charges(skirmish())
    first = hit(made, 200, 98, location="Shin - Foot", disabling=2)
    assert (
        first.outcome == "shin/foot, 200 PD, leg disabled; Trent continues in an adrenalin rush; Trent is knocked down"
    )
    state = made.state(NAME)
    assert (state.rush, state.footing, state.left) == (Clock(1, 1), Footing(fell=Clock(1, 1)), 0)
    go_on(made, Clock(1, 3))
    assert disabled_leg(made.state(NAME), Clock(1, 3))
    second = hit(made, 11, 10, location="Leg Glance")
    assert needed(second) == "10 or more to stay up: 11 PD of this impulse is over 1/10 of KV 48"
    assert second.outcome == "leg glance, 11 PD"
    assert made.state(NAME).rush == Clock(1, 1)


def test_who_fails_another_throw_is_out_and_out_of_it() -> None:
    made = charges(skirmish())
    hit(made, 200, 98)
    go_on(made, Clock(1, 3))
    assert hit(made, 11, 9, 3).outcome == "chest, 11 PD; Trent is out when this impulse ends"
    state = made.state(NAME)
    assert state.rush is None and state.out(Clock(1, 4))


@pytest.mark.parametrize("points", [4, 1])
def test_too_little_in_an_impulse_is_no_throw(points: int) -> None:
    made = charges(skirmish())
    hit(made, 200, 99)
    go_on(made, Clock(1, 3))
    assert hit(made, points).outcome == f"chest, {points} PD"


def test_in_the_impulse_itself_the_total_counts_still() -> None:
    made = charges(skirmish())
    hit(made, 200, 98)
    again = hit(made, 11)
    assert again.outcome == "chest, 11 PD"
    assert "98 or more to stay up: 211 PD" in str(again.steps)


@pytest.mark.parametrize(
    ("values", "points", "roll", "rises"),
    [
        ({}, 145, 98, True),
        ({}, 144, 98, False),
        ({}, 145, 99, True),
        ({"knockout_value": 40}, 121, 98, True),
        ({"knockout_value": 39}, 121, 98, False),
        ({"wounds": (Wound(144, "Chest", 0, Clock(0, 1)),)}, 1, 98, True),
        ({"wounds": (Wound(145, "Chest", 0, Clock(0, 1)),)}, 1, 98, False),
    ],
)
def test_who_comes_into_it(values: dict[str, Any], points: int, roll: int, rises: bool) -> None:
    made = charges(skirmish(**values))
    hit(made, points, roll)
    assert (made.state(NAME).rush is not None) == rises


def test_two_wounds_of_an_impulse_push_him_over_it_together() -> None:
    made = charges(skirmish())
    hit(made, 100, 98)
    assert made.state(NAME).rush is None
    assert "adrenalin" in hit(made, 45).outcome


def test_nobody_without_the_switch_or_who_does_not_charge() -> None:
    off = charges(skirmish(""))
    assert hit(off, 200, 98).outcome == "chest, 200 PD"
    assert off.state(NAME).footing is None
    still = skirmish()
    assert hit(still, 200, 98).outcome == "chest, 200 PD"


@pytest.mark.parametrize(
    ("to", "how"),
    [("C6", "toward Axly"), ("D9", "toward Guard"), ("C12", ""), ("A10", "")],
)
def test_his_way_says_whether_he_charges(to: str, how: str) -> None:
    made = skirmish()
    made.order(Move(made.id(NAME), Place.parse(to)))
    assert named(charging(made.one(NAME), made.encounter), made.encounter) == how


def test_the_dead_need_no_aid() -> None:
    made = skirmish()
    made.make("Axly", died=Clock(0, 4))
    made.encounter = Appeared(made.id("Axly"), False).on(made.encounter)
    made.order(Move(made.id(NAME), Place.parse("C6")))
    assert charging(made.one(NAME), made.encounter) == ""


def test_a_comrade_on_his_feet_needs_no_aid() -> None:
    made = skirmish()
    made.make("Axly", knockout=None)
    made.make("Guard", spotted=False)
    assert charging(charges(made).one(NAME), made.encounter) == ""


@pytest.mark.parametrize("words", ["charge", "Charge the enemy", "goes to the aid of Axly", "run to Axly’s aid"])
def test_without_a_map_his_word_says_so(words: str) -> None:
    made = Skirmish()
    made.order(Switch("heroes", "on"))
    made.join(NAME, Soldier(actions=12, knockout_value=48))
    assert made.state(NAME).firing_stance
    assert made.order(Act(made.id(NAME), words)).outcome == "Trent charges (1 action)."
    assert not made.state(NAME).firing_stance
    assert "adrenalin" in hit(made, 200, 98).outcome
    off = Skirmish()
    off.join(NAME, Soldier(actions=12, knockout_value=48))
    with pytest.raises(NoRule, match="counts only with the switch “heroes”"):
        off.order(Act(off.id(NAME), words))


def test_a_long_charge_counts_in_each_of_its_impulses() -> None:
    made = Skirmish()
    made.order(Switch("heroes", "on"))
    made.join(NAME, Soldier(actions=12, knockout_value=48))
    made.join("Guard", Soldier(actions=12))
    made.order(Act(made.id(NAME), "charge", 5))
    assert made.state(NAME).charge == Clock(1, 1)
    made.next()
    assert made.state(NAME).charge == Clock(1, 2)
    made.next()
    assert hit(made, 200, 98).outcome == "chest, 200 PD"


def test_the_disoriented_do_not_charge() -> None:
    made = skirmish()
    made.make(NAME, knockout=Knockout(Clock(0, 1), 9, 9, Clock(90, 1), effect="Disoriented"))
    with pytest.raises(NotNow, match="Trent is disoriented until Phase 90, Impulse 1 and cannot advance toward anyone"):
        made.order(Act(made.id(NAME), "charge"))


def test_one_asterisk_does_not_disable_him() -> None:
    made = charges(skirmish())
    made.make(NAME, wounds=(Wound(1, "Thigh - Bone", 1, Clock(0, 1)),))
    assert disabled_leg(made.state(NAME), Clock(1, 2))
    hit(made, 200, 98, disabling=1, location="Shin - Foot")
    assert not disabled_leg(made.state(NAME), Clock(1, 2))
    hit(made, 1, disabling=2, location="Shin - Foot")
    assert disabled_leg(made.state(NAME), Clock(1, 2))


@pytest.mark.parametrize(("roll", "told"), [(0, "Trent survives their wounds"), (99, "Trent dies of their wounds")])
def test_it_ends_with_the_critical_time_period(roll: int, told: str) -> None:
    made = charges(skirmish())
    hit(made, 200, 98)
    parts = made.parts(Next(seconds=12 * 3600), roll)
    said = [part.resolution.outcome for part in parts if "wounds" in part.resolution.outcome]
    assert len(said) == 1 and told in said[0]
    if roll == 0:
        assert said[0].endswith("; the adrenalin rush is over.")
        assert made.state(NAME).rush is None


def test_who_lies_already_does_not_fall() -> None:
    made = charges(skirmish())
    made.make(NAME, position="prone")
    assert hit(made, 200, 98).outcome.endswith("Trent is knocked off balance (4 actions)")


@pytest.mark.parametrize("changes", ["unhurt", "unconscious 5"])
def test_it_is_over_when_the_gm_heals_him_or_puts_him_out(changes: str) -> None:
    made = skirmish()
    made.order(Adjust(made.id(NAME), "adrenalin rush"))
    made.order(Adjust(made.id(NAME), changes))
    assert made.state(NAME).rush is None


def test_the_gm_sets_it_right() -> None:
    made = skirmish()
    made.order(Adjust(made.id(NAME), "adrenalin rush"))
    assert made.state(NAME).rush == Clock(0, 4)
    assert "adrenalin" in phoenix().summary(made.one(NAME), made.encounter).short
    made.order(Adjust(made.id(NAME), "no adrenalin rush, charging, knocked down"))
    state = made.state(NAME)
    assert (state.rush, state.charge, state.position) == (None, Clock(1, 1), "prone")
    made.order(Act(made.id(NAME), "roll over"))
    made.order(Adjust(made.id(NAME), "knocked down"))
    made.order(Adjust(made.id(NAME), "standing"))
    assert made.state(NAME).footing is None
    with pytest.raises(NotNow, match="“off balance” counts only with the switch “knock down”"):
        made.order(Adjust(made.id(NAME), "off balance 2"))
    made.order(Switch("knock down", "on"))
    made.order(Adjust(made.id(NAME), "off balance 2"))
    assert made.state(NAME).footing == Footing(2, None, Clock(1, 1), 2)
    made.order(Adjust(made.id(NAME), "on balance"))
    assert made.state(NAME).footing is None
