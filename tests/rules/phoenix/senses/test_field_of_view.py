"""Glances to the side and rear: what they cost, who is seen, what ends them (5.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Act, Adjust, Duck, Fire, Move, Switch
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.ground.view import sees
from rules.phoenix.optional.records import Pin
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

M16 = phoenix().profile("M16", {}).carried


def corridor(preset: str = "phoenix-basic", switch: bool = True, **donovan: Any) -> Skirmish:
    """Return Donovan at K10, facing up, and an opponent at K15, behind Donovan."""
    played = Skirmish(preset)
    if switch:
        played.order(Switch("field of view", "on"))
    played.map(30, 30)
    played.join(
        "Donovan", Soldier(**{"actions": 5, "sal": 5, "facing": 0, "firing_stance": False, **donovan}), *M16, at="K10"
    )
    played.join("Opponent", Soldier(actions=4, firing_stance=False), at="K15", owner=None)
    return played


def act(played: Skirmish, what: str, who: str = "Donovan") -> str:
    return played.parts(Act(played.id(who), what))[0].resolution.outcome


@pytest.mark.parametrize(
    ("said", "view", "told"),
    [
        (
            "watch 240 degrees",
            60,
            "Donovan watches 240 degrees; Combat Actions 4 from this impulse on (impulses 1 1 1 1).",
        ),
        (
            "Watch 300",
            120,
            "Donovan watches 300 degrees; Combat Actions 3 from this impulse on (impulses 1 0 1 1).",
        ),
        (
            "watch all around.",
            180,
            "Donovan watches all around; Combat Actions 2 from this impulse on (impulses 1 0 1 0).",
        ),
        (
            "watches 360°",
            180,
            "Donovan watches all around; Combat Actions 2 from this impulse on (impulses 1 0 1 0).",
        ),
    ],
)
def test_it_costs_a_combat_action_for_every_60_degrees(said: str, view: int, told: str) -> None:
    played = corridor()
    assert act(played, said) == told
    assert (played.state("Donovan").view, played.state("Donovan").left) == (view, 1)
    with pytest.raises(NotNow, match=r"Donovan already watches .*\."):
        act(played, said)
    played.make("Donovan", left=2)
    assert (
        act(played, "watch ahead")
        == "Donovan watches ahead; Combat Actions 5 from the next impulse on (impulses 2 1 1 1)."
    )
    assert played.state("Donovan").view == 0


def test_actions_of_the_impulses_that_follow() -> None:
    played = corridor()
    act(played, "watch 300")
    seen = []
    for _ in range(8):
        played.next()
        seen.append((played.encounter.clock.impulse, played.state("Donovan").left))
        played.make("Opponent", left=1)
    assert dict(seen) == {1: 1, 2: 0, 3: 1, 4: 1}


@pytest.mark.parametrize(
    ("view", "inside", "outside"),
    [(0, [90, 270], [91, 269, 180]), (60, [120, 240], [121, 239]), (120, [150, 210], [151, 209]), (180, [180], [])],
)
def test_who_is_seen(view: int, inside: list[int], outside: list[int]) -> None:
    played = corridor()
    played.make("Donovan", view=view)
    for off in (*inside, *outside):
        played.make("Donovan", facing=(180 - off) % 360)  # the opponent is due south
        assert sees(played.one("Donovan"), played.one("Opponent"), played.encounter) == (off in inside), off


def test_nobody_aims_at_whom_he_does_not_see_nor_turns_to_him_by_name() -> None:
    played = corridor()
    with pytest.raises(
        NotNow,
        match=r"Opponent is outside Donovan’s Field of View, so Donovan cannot"
        r" react to them \(5",
    ):
        played.order(Fire(played.id("Donovan"), (played.target("Opponent"),)))
    with pytest.raises(
        NotNow,
        match=r"Opponent is outside Donovan’s Field of View, so Donovan does"
        r" not know of them \(5",
    ):
        act(played, "turn to Opponent")
    act(played, "watch all around")
    with pytest.raises(
        NotNow, match=r"outside Donovan’s Field of Fire of 60 degrees\. Use /act turn to Opponent first"
    ):
        played.order(Fire(played.id("Donovan"), (played.target("Opponent"),)))
    played.make("Donovan", left=2)
    assert act(played, "turn to Opponent") == "Donovan turns to face S (180°) (2 actions)."


def test_whoever_moves_faces_only_whom_he_sees_from_there() -> None:
    played = corridor(firing_stance=True)
    with pytest.raises(NotNow, match="outside Donovan’s Field of View"):
        played.order(Move(played.id("Donovan"), Place.parse("K9"), how="facing Opponent"))
    played = corridor(firing_stance=True, facing=180)
    played.put("Opponent", "N12")
    played.parts(Move(played.id("Donovan"), Place.parse("K11"), how="facing Opponent"))
    assert played.state("Donovan").facing == 120


def test_without_the_switch_nothing_is_different() -> None:
    played = corridor(switch=False)
    with pytest.raises(Refusal, match="“watch 300” counts only with the switch “field of view”"):
        act(played, "watch 300")
    assert act(played, "turn to Opponent") == "Donovan turns to face S (180°) (2 actions)."
    with pytest.raises(Refusal, match="The Field of View counts only with the switch “field of view”"):
        played.order(Adjust(played.id("Donovan"), "watches 300"))


def test_not_in_a_firing_stance_nor_dug_in_nor_while_a_place_is_pinned() -> None:
    played = corridor(firing_stance=True)
    with pytest.raises(
        NotNow,
        match=r"Donovan is in a Firing Stance and cannot look around as well \(5\.1\)\. Use"
        r" /act lower the weapon first",
    ):
        act(played, "watch 240")
    assert "lowers the weapon" in act(played, "lower the weapon")
    assert "watches 240 degrees" in act(played, "watch 240")
    played = corridor()
    played.make("Donovan", pin=Pin(Place.parse("K5")))
    with pytest.raises(
        NotNow,
        match=r"Donovan has a place pinned and cannot look around as well"
        r" \(5\.1\)\. Use /act unpin first",
    ):
        act(played, "watch 240")
    played = corridor(exposure="dug in")
    with pytest.raises(
        NotNow,
        match=r"Donovan looks out between sandbags and cannot look around as"
        r" well \(5\.1\)\. Use /act step out first",
    ):
        act(played, "watch 240")


def test_nobody_looks_about_for_nothing() -> None:
    played = corridor()
    act(played, "watch all around")
    act(played, "watch ahead")
    assert played.state("Donovan").left == 1  # 1 of the 2 of this impulse is gone with the glance
    played = corridor()
    played.make("Donovan", left=0)
    with pytest.raises(NotNow, match="Donovan has already spent the actions that looking around takes in this impulse"):
        act(played, "watch 240")
    assert played.state("Donovan").view == 0
    played.next()  # 1 action in the second impulse, with CA 5 and with CA 4
    played.make("Donovan", left=0)
    act(played, "watch 240")
    assert (played.state("Donovan").view, played.state("Donovan").left) == (60, 0)


def test_a_firing_stance_ends_it() -> None:
    played = corridor()
    act(played, "watch 240")
    played.make("Donovan", left=2)
    told = [part.resolution.outcome for part in played.parts(Act(played.id("Donovan"), "firing stance"))]
    assert told == [
        "Donovan assumes a Firing Stance (2 actions); sees 60 degrees to the front.",
        "Donovan is in a Firing Stance and watches ahead again.",
    ]
    assert played.state("Donovan").view == 0
    played = corridor()
    played.make("Donovan", left=3, view=120, facing=180)
    parts = played.parts(Fire(played.id("Donovan"), (played.target("Opponent"),), how="firing stance"), 99)
    assert "Donovan is in a Firing Stance and watches ahead again." in [part.resolution.outcome for part in parts]
    assert played.state("Donovan").view == 0


def test_set_into_a_firing_stance_by_the_gm_he_watches_ahead() -> None:
    played = corridor()
    act(played, "watch 240")
    played.order(Adjust(played.id("Donovan"), "firing stance"))
    assert played.state("Donovan").view == 0


def test_whoever_is_out_watches_nothing() -> None:
    played = corridor()
    played.make("Donovan", view=180)
    played.order(Adjust(played.id("Donovan"), "unconscious 5"))
    assert played.state("Donovan").view == 0


def test_it_takes_nobody_from_his_work() -> None:
    played = corridor()
    played.make("Donovan", position="prone")
    played.make("Donovan", left=1)
    assert "1 of" in act(played, "stand up")
    task = played.encounter.task(played.id("Donovan"))
    played.make("Donovan", left=1)
    act(played, "watch 240")
    assert played.encounter.task(played.id("Donovan")) == task


def test_nobody_ducks_from_whom_he_does_not_see() -> None:
    played = corridor()
    played.join("Axly", Soldier(actions=8, sal=5, facing=0), *M16, at="K14")
    played.order(Duck(played.id("Donovan"), "when fired upon"))
    part = played.parts(Fire(played.id("Axly"), (played.target("Donovan"),), aim=2), 99)[0]
    assert any("does not see Axly and cannot duck" in getattr(step, "text", "") for step in part.resolution.steps)
    assert played.state("Donovan").ducked is None
    played.make("Donovan", view=180)
    played.make("Axly", left=8)
    played.parts(Fire(played.id("Axly"), (played.target("Donovan"),), aim=2), 99)
    assert played.state("Donovan").ducked is not None


def test_the_gm_sets_it_right_and_it_is_read() -> None:
    played = corridor()
    said = played.order(Adjust(played.id("Donovan"), "kneeling, watches all around")).outcome
    assert said == "GM correction: Donovan: watches all around, kneeling."
    summary = phoenix().summary(played.one("Donovan"), played.encounter)
    assert "watches 360°" in summary.short
    assert ("Watches", "all around (-3 CA)") in summary.lines
    assert ("Combat Actions", "5, for what they watch 2 (impulses 1 0 1 0)") in summary.lines
    played.order(Switch("field of view", "off"))
    assert played.state("Donovan").view == 0
    assert "watches" not in phoenix().summary(played.one("Donovan"), played.encounter).short


def test_it_is_suggested_while_it_counts() -> None:
    played = corridor()
    acts = dict(phoenix().acts(played.encounter, played.id("Donovan")))
    assert acts["watch 300 degrees"] == "watch 300 degrees · 2 CA less"
    played.order(Switch("field of view", "off"))
    assert "watch 300 degrees" not in dict(phoenix().acts(played.encounter, played.id("Donovan")))
