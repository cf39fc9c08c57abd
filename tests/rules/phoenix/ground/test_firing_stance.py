"""Acts besides moving that end a Firing Stance (2.5, 3.1), and the posture of the incapacitated."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.orders import Act, Adjust, Aim, Fire, Heal, Reload, Switch
from rules.phoenix.basics.soldier import Aimed, EffectWord, Knockout, Soldier, Wound
from rules.phoenix.optional.records import LastShot
from rules.phoenix.shooting.odds.odds import odds
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, total


def trent(**state: object) -> Skirmish:
    """Trent in a Firing Stance with two weapons, and a Guard 10 hexes away."""
    made = Skirmish()
    made.sheet("Trent", "SAL 10, CA 8, M16 loaded 5, magazines 2, M1911A1")
    made.sheet("Guard", "CA 8, KV 10, AKM 47, firing over cover")
    made.make("Trent", left=20, **state)
    return made


def test_reloading_ends_it() -> None:
    made = trent(last_shot=LastShot("c2", 0))
    done = made.order(Reload(made.id("Trent")))
    assert note(done, "Stance") == "the Firing Stance of Trent ends"
    assert (made.state("Trent").firing_stance, made.state("Trent").last_shot) == (False, None)
    shot = made.order(Fire(made.id("Trent"), (made.target("Guard"),), 1, range=10), 99)
    assert any(
        term.label == "hip firing" and term.value == -6 for step in shot.steps for term in getattr(step, "terms", ())
    )


def test_it_ends_as_the_reload_begins() -> None:
    made = trent()
    made.make("Trent", left=1)
    made.order(Reload(made.id("Trent")))
    assert made.encounter.task(made.id("Trent"))
    assert made.state("Trent").firing_stance is False


def test_changing_weapons_ends_it() -> None:
    made = trent()
    made.order(Aim(made.id("Trent"), (made.target("Guard"),), 1, weapon="M1911A1", range=10))
    assert (made.one("Trent").in_hand, made.state("Trent").firing_stance) == (1, False)


def test_a_shot_with_the_other_weapon_takes_the_stance_again_if_asked() -> None:
    made = trent()
    made.order(Fire(made.id("Trent"), (made.target("Guard"),), 1, "M1911A1", how="firing stance", range=10), 99)
    # 3 for the pistol, 2 for the stance, 1 for the aim.
    assert (made.state("Trent").firing_stance, made.state("Trent").left) == (True, 20 - 6)


def test_the_odds_of_the_other_weapon_are_those_from_the_hip() -> None:
    made = trent()

    def in_100(weapon: str) -> str:
        shot = Fire(made.id("Trent"), (made.target("Guard"),), 6, weapon, range=10)
        return next(row[1] for row in odds(shot, made.encounter, phoenix().book).rows if row[0] == "6")

    # SAL 10 with 6 actions of aim, -5 for the M16: at 10 hexes an accuracy of 5 hits by 0 to 74 (2A). The pistol has -7
    # and -6 from the hip (2C): -3 hits by 0 to 22.
    assert (in_100("M16"), in_100("M1911A1")) == ("75", "23")


@pytest.mark.parametrize(
    "what",
    [
        *("open the door", "open a window", "take a magazine", "link a belt", "unload", "kick in the door"),
        *("climb through the window", "deploy bipod", "draw the M1911A1", "pick up a grenade", "throw a small object"),
        *("set down the M16", "look over cover", "duck back", "lower the weapon"),
    ],
)
def test_acts_that_take_the_weapon_down_end_it(what: str) -> None:
    made = trent()
    made.order(Act(made.id("Trent"), what))
    assert made.state("Trent").firing_stance is False


def test_the_answer_says_so() -> None:
    made = trent()
    done = made.order(Act(made.id("Trent"), "open the door"))
    assert done.outcome == "Trent: Open a Door (3 actions); their Firing Stance ends."
    made = trent()
    made.make("Trent", left=1)
    assert note(made.order(Act(made.id("Trent"), "open the door")), "Stance") == "the Firing Stance of Trent ends"


@pytest.mark.parametrize(
    "what", ["kneel", "go prone", "turn to 60", "brace", "safety off", "switch to automatic", "hold still"]
)
def test_what_goes_with_it_leaves_it(what: str) -> None:
    made = trent(facing=0)
    made.order(Act(made.id("Trent"), what))
    assert made.state("Trent").firing_stance is True


def test_caring_for_somebody_ends_it() -> None:
    made = trent()
    made.make("Guard", wounds=(Wound(20, "Chest", 0, Clock(1, 1)),))
    made.order(Heal(made.id("Trent"), (made.target("Guard"),), "first aid"))
    assert made.state("Trent").firing_stance is False


def test_a_quick_ruling_changes_weapons_for_nothing() -> None:
    """A shooter with another weapon in a quick ruling has had it in hand all along."""
    made = trent()
    made.encounter = altered(made.encounter, timed=False)
    shot = made.order(Fire(made.id("Trent"), (made.target("Guard"),), 1, "M1911A1", range=10), 99)
    assert (made.state("Trent").firing_stance, total(shot, "Accuracy")) == (True, 10 - 18)


@pytest.mark.parametrize("exposure", ["looking", "firing", "dug in"])
@pytest.mark.parametrize("incapacitation", ["on", "off"])
def test_the_incapacitated_lie_behind_their_cover(exposure: str, incapacitation: str) -> None:
    made = trent()
    made.order(Switch("incapacitation", incapacitation))
    effect: EffectWord = "Stunned" if incapacitation == "on" else ""
    made.make("Guard", exposure=exposure, knockout=Knockout(Clock(1, 1), 0, 0, Clock(9, 1), effect=effect))
    made.next()
    state = made.state("Guard")
    assert (state.exposure, state.firing_stance, state.hides) == ("hidden", False, None)
    assert state.position == "prone"  # ruling O80


def test_aim_at_whoever_falls_behind_his_cover_is_lost() -> None:
    made = trent(aim=Aimed("c2", 3))
    made.make("Guard", knockout=Knockout(Clock(1, 1), 0, 0, Clock(9, 1)))
    made.next()
    assert made.state("Trent").aim is None


def test_whoever_the_gm_lays_out_lies_behind_his_cover() -> None:
    made = trent()
    made.order(Switch("incapacitation", "on"))
    made.order(Adjust(made.id("Guard"), "stunned 4"))
    state = made.state("Guard")
    assert (state.exposure, state.firing_stance, state.position) == ("hidden", False, "prone")


def test_in_the_open_they_stay_in_the_open() -> None:
    made = Skirmish()
    made.join("Guard", Soldier(actions=8, exposure="exposed"), gun("M16"))
    made.make("Guard", knockout=Knockout(Clock(1, 1), 0, 0, Clock(9, 1)))
    made.next()
    assert made.state("Guard").exposure == "exposed"
