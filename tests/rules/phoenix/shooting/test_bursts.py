"""Automatic fire: who can, how many rounds, table 2B, one burst an impulse, sweeping a hex."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Profile
from rules.engine.records.orders import Burst, Target
from rules.engine.records.steps import Note, Roll, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.book import Scene
from rules.phoenix.shooting.firing.bursts import hits, shared
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.shooting.duel import GUARD, TRENT, burst, duel, fire, gun, rounds
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

BOOK = phoenix().book
MISS = 99
HAND = (15, 3)
"""Location and glancing roll of an over penetrating hit in the hand."""


def weapon(name: str) -> Gun:
    arm = BOOK.arms[name]
    assert isinstance(arm, Gun)
    return arm


def squad() -> Skirmish:
    """Trent at A1; Guard 1 and Guard 2 in the hex A11, Guard 3 beside it."""
    skirmish = duel()
    for name in ("Guard 2", "Guard 3"):
        skirmish.join(name, GUARD)
    for name, at in (("Trent", "A1"), ("Guard 1", "A11"), ("Guard 2", "A11"), ("Guard 3", "A12")):
        skirmish.put(name, at)
    return skirmish


def test_a_burst_has_an_action_of_aim_more() -> None:
    skirmish = duel()
    missed = skirmish.order(burst(skirmish, aim=2), MISS)
    assert total(missed, "Accuracy") == 14 - 9
    assert rounds(skirmish) == 30 - weapon("M16A1").rate.automatic == 23
    assert missed.outcome == "Trent fires a burst of 7 from the M16A1 at Guard 1, 10 hexes: MISS."


def test_each_round_that_hits_has_its_place_and_the_knockout_is_thrown_once() -> None:
    skirmish = duel()
    hit = skirmish.order(burst(skirmish, aim=2), 0, *HAND, *HAND, 99, 0, 0, 0)
    assert [roll.label for roll in rolls(hit)].count("Hit") == 1
    assert [roll.why for roll in rolls(hit)].count("where Guard 1 is hit") == 3
    assert len([roll for roll in rolls(hit) if roll.label == "Knockout"]) <= 2
    assert "3 HITS" in hit.outcome


@pytest.mark.parametrize(
    ("name", "at", "number"),
    [
        ("M16A1", 10, 3),
        ("M16A1", 11, 2),
        ("M16A1", 35, 1),
        ("M16A1", 300, 1),
        ("Ingram MAC 10 (45 ACP)", 10, 5),
        ("Ingram MAC 10 (45 ACP)", 45, 2),
        ("Atchisson Assault 12", 1, 3),
    ],
)
def test_hits_of_a_burst(name: str, at: int, number: int) -> None:
    skirmish = duel()
    scene = Scene(skirmish.encounter, ScriptedDice(()), BOOK)
    assert hits(weapon(name), weapon(name).rate.automatic, at, scene) == number


@pytest.mark.parametrize(("name", "number"), [("AGS-17 Plamya", 1), ("M174", 3), ("M19", 3)])
def test_rates_of_fire_that_have_no_column(name: str, number: int) -> None:
    skirmish = duel()
    scene = Scene(skirmish.encounter, ScriptedDice(()), BOOK)
    assert hits(weapon(name), weapon(name).rate.automatic, 10, scene) == number
    scene.conclude("")
    assert "O44" in {step.id for step in scene.parts[0].resolution.steps if isinstance(step, Ruling)}


def test_a_short_last_burst_fires_what_is_left() -> None:
    skirmish = duel(gun("M16A1", loaded=2))
    hit = skirmish.order(burst(skirmish, aim=2), 0, *HAND, *HAND, 99)
    assert rounds(skirmish) == 0
    assert note(hit, "Burst") == "2 rounds left, instead of a full burst of 7"
    assert "2 HITS" in hit.outcome
    with pytest.raises(NotNow, match="/reload"):
        skirmish.order(burst(skirmish))


def test_one_burst_an_impulse_but_single_shots_besides() -> None:
    skirmish = duel(shooter=altered(TRENT, left=4))
    skirmish.order(burst(skirmish, aim=1), MISS)
    before = skirmish.encounter
    with pytest.raises(NotNow, match="burst in this impulse"):
        skirmish.order(burst(skirmish, aim=1))
    assert skirmish.encounter == before
    skirmish.order(fire(skirmish, aim=1), MISS)
    skirmish.next()
    skirmish.order(burst(skirmish, aim=1), MISS)
    assert rounds(skirmish) == 30 - 7 - 1 - 7


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("M1911A1", "no automatic fire"),
        ("M93R", "three round bursts"),
        ("FR F2", "no automatic fire"),
        ("M203", "no automatic fire"),
    ],
)
def test_weapons_without_bursts(name: str, told: str) -> None:
    skirmish = duel(gun(name))
    with pytest.raises(NoRule, match=f"{told}.*/fire"):
        skirmish.order(burst(skirmish))


def test_a_weapon_with_three_round_bursts_and_automatic_fire_fires_automatically() -> None:
    skirmish = duel(gun("FN FNC"))
    skirmish.order(burst(skirmish, aim=2), MISS)
    assert rounds(skirmish) == weapon("FN FNC").capacity - 6


def test_a_swept_hex() -> None:
    skirmish = squad()
    swept = skirmish.order(
        Burst(skirmish.id("Trent"), (skirmish.target("Guard 1"),), aim=2, how="sweep"), 0, *HAND, 99, *HAND, 99
    )
    assert swept.outcome.startswith("Trent sweeps Guard 1's hex with 7 rounds from the M16A1, 10 hexes: Guard 1: HIT,")
    wounded = {c.name for c in skirmish.encounter.combatants if skirmish.state(c.name).wounds}
    assert wounded == {"Guard 1", "Guard 2"}
    labels = [step.label for step in swept.steps if isinstance(step, Roll | Note) and not step.detail]
    # Each target's throws are under its name: the roll and the location.
    first, second = labels.index("Guard 1"), labels.index("Guard 2")
    assert labels[first + 1] == labels[second + 1] == "Where" and labels[first:second].count("Where") == 2


def test_a_hex_swept_by_its_place() -> None:
    skirmish = squad()
    at = (Target(place=Place.parse("A11")),)
    swept = skirmish.order(Burst(skirmish.id("Trent"), at, aim=2), 0, *HAND, 99, *HAND, 99)
    assert swept.outcome.startswith("Trent sweeps A11 with 7 rounds")
    assert skirmish.state("Guard 2").wounds and not skirmish.state("Guard 3").wounds
    skirmish.next()
    empty = skirmish.order(Burst(skirmish.id("Trent"), (Target(place=Place.parse("A9")),), aim=2), 0)
    assert empty.outcome.endswith("the M16A1, 8 hexes.")


def test_who_is_out_of_sight_is_not_hit_by_a_sweep() -> None:
    skirmish = squad()
    skirmish.make("Guard 2", exposure="hidden")
    swept = skirmish.order(Burst(skirmish.id("Trent"), (Target(place=Place.parse("A11")),), aim=2), 0, *HAND, 99)
    assert "Guard 2" not in swept.outcome


def test_several_only_in_one_hex_and_near_enough() -> None:
    skirmish = squad()
    both = (skirmish.target("Guard 1"), skirmish.target("Guard 3"))
    with pytest.raises(Refusal, match="only in one hex"):
        skirmish.order(Burst(skirmish.id("Trent"), both, aim=2))
    together = (skirmish.target("Guard 2"), skirmish.target("Guard 1"))
    swept = skirmish.order(Burst(skirmish.id("Trent"), together, aim=2), 0, *HAND, 99, *HAND, 99)
    assert "10 hexes: Guard 2: HIT" in swept.outcome
    for name in ("Guard 1", "Guard 2"):
        skirmish.put(name, "A60")
    with pytest.raises(Refusal, match=r"45 hexes away\. This one is 59 away"):
        skirmish.order(Burst(skirmish.id("Trent"), together, aim=2))


def test_a_sweep_hits_nobody_with_rounds_that_were_not_fired() -> None:
    assert shared(7, 1, 3) == (1, 1, 1)
    assert shared(2, 1, 3) == (1, 1, 0)
    assert shared(5, 2, 4) == (2, 2, 1, 0)


@given(st.integers(1, 40), st.integers(1, 8), st.integers(1, 12))
def test_no_more_hits_than_rounds(fired: int, each: int, number: int) -> None:
    found = shared(fired, each, number)
    assert len(found) == number
    assert sum(found) == min(fired, each * number)
    assert all(0 <= hit <= each for hit in found)


@examples(25)
@given(st.integers(1, 30), st.integers(1, 6))
def test_bursts_never_leave_less_than_nothing(loaded: int, bursts: int) -> None:
    skirmish = duel(gun("M16A1", loaded=loaded))
    sentry = Target(profile=Profile("sentry", "", (), Soldier()))
    for _ in range(bursts):
        skirmish.make("Trent", left=2, burst=None)
        before = rounds(skirmish)
        if not before:
            break
        skirmish.order(Burst(skirmish.id("Trent"), (sentry,), aim=2, range=100), MISS)
        assert rounds(skirmish) == max(0, before - 7)
