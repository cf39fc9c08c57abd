"""Rallying: the Rally Time of the rallier, then a Morale Roll for each of the broken in the same hex (5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Act, Adjust
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Knockout
from rules.phoenix.optional.records import Nerve
from tests.rules.phoenix.nerve.shaking import act, broken, comrade, opposed, side
from tests.rules.phoenix.skirmish import Skirmish, rolls


def ready(leader: str = "SAL 10, CA 8, KV 45", at: str = "AN6") -> Skirmish:
    """Donovan is broken, and a leader is there."""
    skirmish = opposed()
    broken(skirmish)
    comrade(skirmish, "Leader", leader, at)
    return skirmish


@pytest.mark.parametrize(
    ("kv", "actions"),
    [
        *((0, 160), (1, 160), (4, 160), (5, 120), (9, 120), (10, 80), (19, 80), (20, 40), (29, 40), (30, 20), (39, 20)),
        *((40, 8), (49, 8), (50, 4), (79, 4)),
    ],
)
def test_it_takes_the_rally_time_by_the_rallier_s_own_knockout_value(kv: int, actions: int) -> None:
    skirmish = ready(f"CA 24, KV {kv}")
    skirmish.make("Leader", left=actions - 1)
    act(skirmish, "Leader", "rally Donovan")
    assert skirmish.state("Donovan").nerve == Nerve("broken")
    skirmish.make("Leader", left=1)
    told = act(skirmish, "Leader", "rally Donovan", 9)
    assert told.outcome == f"Leader rallies Donovan ({actions} actions): Donovan can act again."
    assert [(one.why, one.needed) for one in rolls(told)] == [("Donovan’s Morale Roll", "15 or less (KV 15)")]
    assert skirmish.state("Donovan").nerve is None


def test_it_goes_on_over_impulses_and_may_be_tried_again() -> None:
    skirmish = ready()
    assert act(skirmish, "Leader", "rally").outcome.startswith("Leader rallies Donovan: 2 of 8 actions, done in")
    for _ in range(2):
        skirmish.next()
    [part, _] = skirmish.next(16)
    assert part.resolution.outcome == "Leader rallies Donovan (8 actions): Donovan stays broken."
    skirmish.make("Leader", left=8)
    assert act(skirmish, "Leader", "rally", 15).outcome.endswith(": Donovan can act again.")


def test_nobody_needs_time_at_80_and_has_one_chance_in_an_impulse() -> None:
    skirmish = ready("CA 8, KV 80")
    assert act(skirmish, "Leader", "rally", 16).outcome == "Leader rallies Donovan (0 actions): Donovan stays broken."
    with pytest.raises(
        NotNow,
        match=r"^Donovan already had a chance to rally in this impulse."
        r" Use /next, then rally again\.$",
    ):
        act(skirmish, "Leader", "rally")
    skirmish.next()
    act(skirmish, "Leader", "rally", 15)
    assert skirmish.state("Donovan").nerve is None


def test_at_80_who_had_no_chance_yet_has_one_beside_who_had() -> None:
    skirmish = ready("CA 8, KV 80")
    act(skirmish, "Leader", "rally", 16)
    comrade(skirmish, "Ash", "CA 8, KV 20, hidden", "AN6")
    skirmish.make("Ash", nerve=Nerve("broken"))
    assert [one.why for one in rolls(act(skirmish, "Leader", "rally", 21))] == ["Ash’s Morale Roll"]


def test_each_of_the_broken_in_the_hex_throws() -> None:
    skirmish = ready("CA 24, KV 50")
    for name, at, of in (("Ash", "AN6", "Squad"), ("Bea", "AN7", "Squad"), ("Cole", "AN6", "Guards")):
        skirmish.sheet(name, "CA 8, KV 20, hidden", at)
        side(skirmish, name, of)
        skirmish.make(name, nerve=Nerve("broken"))
    told = act(skirmish, "Leader", "rally Donovan", 16, 20)
    assert told.outcome == ("Leader rallies Donovan and Ash (4 actions): Ash can act again; Donovan stays broken.")
    assert [skirmish.state(name).nerve is None for name in ("Donovan", "Ash", "Bea", "Cole")] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("what", "at", "why"),
    [
        ("rally Donovan", "AN8", r"Leader must be in the same hex as Donovan at AN6. Use /move first\."),
        ("rally", "AN8", r"No comrade in Leader's hex is broken. To rally Donovan, /move there first\."),
        ("rally Ash", "AN6", r"Ash is not broken. "),
        ("rally Opponent", "AN6", r"I don't know the comrade “opponent”"),
    ],
)
def test_whom_he_cannot_rally(what: str, at: str, why: str) -> None:
    skirmish = ready(at=at)
    comrade(skirmish, "Ash", "CA 8, KV 20", "AN6")
    with pytest.raises(Refusal, match="^" + why):
        act(skirmish, "Leader", what)


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"knockout": Knockout(Clock(1, 1), 99, until=Clock(9, 1))}, "is incapacitated"),
        ({"custody": "surrendered"}, "is out of the fight"),
    ],
)
def test_who_is_out_of_it_is_not_rallied(state: dict[str, Any], why: str) -> None:
    """Not even where the rallying began before."""
    skirmish = ready()
    act(skirmish, "Leader", "rally Donovan")
    skirmish.make("Donovan", **state)
    [part, _] = skirmish.next()
    assert part.resolution.outcome == (
        f"Leader stops what they were doing (rally Donovan): Donovan {why}. You can rally only fighters who have"
        " failed their Tripled Morale Roll (5.6)."
    )


def test_who_is_on_no_side_has_no_comrades() -> None:
    skirmish = ready()
    for name in ("Donovan", "Leader"):
        side(skirmish, name, "")
    with pytest.raises(NotNow, match=r"^No comrade in Leader's hex is broken\.$"):
        act(skirmish, "Leader", "rally")


def test_with_nobody_broken_there_is_nobody_to_rally() -> None:
    skirmish = opposed()
    with pytest.raises(NotNow, match=r"^No comrade in Donovan's hex is broken\.$"):
        act(skirmish, "Donovan", "rally")


def test_off_the_map_they_are_where_they_are() -> None:
    skirmish = ready()
    for name in ("Donovan", "Leader"):
        skirmish.order(Adjust(skirmish.id(name), "off the map"))
    skirmish.make("Leader", left=8)
    assert act(skirmish, "Leader", "rally", 9).outcome.endswith("can act again.")


def test_whose_knockout_value_nobody_knows_cannot_rally() -> None:
    skirmish = ready("CA 8")
    with pytest.raises(Refusal, match=r"^Leader has no Knockout Value"):
        act(skirmish, "Leader", "rally")
    with pytest.raises(Refusal, match=r"^Rally Time comes from the Knockout Value \(5"):
        skirmish.order(Act(skirmish.id("Leader"), "rally", 3))


def test_whoever_has_failed_himself_rallies_nobody() -> None:
    skirmish = ready()
    skirmish.make("Leader", nerve=Nerve("broken"), left=8)
    with pytest.raises(NotNow, match=r"^Leader is broken"):
        act(skirmish, "Leader", "rally Donovan")


def test_whoever_was_rallied_acts_again() -> None:
    skirmish = ready()
    skirmish.make("Leader", left=8)
    act(skirmish, "Leader", "rally", 9)
    skirmish.make("Donovan", left=2)
    told: Resolution = act(skirmish, "Donovan", "look over cover")
    assert told.outcome.startswith("Donovan looks over or around cover")
