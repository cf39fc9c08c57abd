"""The order form's choices for a shot: target, weapon, aim."""

from __future__ import annotations

import pytest

from rules.engine.books.ruleset import Choices
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.orders import Fire
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.shooting.carrying.shot_choices import choices
from rules.phoenix.shooting.odds import rehearsal
from tests.rules.phoenix.shooting.duel import GUARD, TRENT, duel, fire, gun
from tests.rules.phoenix.skirmish import Skirmish, names, phoenix


def offered(skirmish: Skirmish, name: str = "Trent") -> Choices:
    return choices(Fire(skirmish.id(name)), skirmish.encounter, phoenix().book)


def test_targets_that_can_be_hit_come_first_the_near_before_the_far() -> None:
    skirmish = duel()
    for name in ("Far", "Near", "Behind", "Down", "Hidden", "Unseen"):
        skirmish.join(name, GUARD)
    places = {"Trent": "E5", "Guard 1": "E15", "Far": "E30", "Near": "E8", "Behind": "E4", "Down": "E6"}
    for name, at in places.items():
        skirmish.put(name, at)
    skirmish.make("Trent", facing=180)
    skirmish.make("Down", died=Clock(0, 1))
    skirmish.make("Hidden", exposure="hidden")
    skirmish.make("Unseen", spotted=False)
    found = offered(skirmish).targets
    assert names(skirmish, [id for id, _ in found]) == ["Near", "Guard 1", "Far", "Down", "Behind"]
    assert [label for _, label in found] == [
        "Near (3 hexes)",
        "Guard 1 (10 hexes)",
        "Far (25 hexes)",
        "Down (1 hex, dead)",
        "Behind (1 hex, not in view)",
    ]


def test_aims_come_with_the_odds_at_the_first_target() -> None:
    skirmish = duel(gun("M16"), shooter=altered(TRENT, left=4))
    assert offered(skirmish).aims[:2] == ((1, "1 action"), (2, "2 actions"))
    skirmish.order(fire(skirmish, aim=1), 99)
    aims = dict(offered(skirmish).aims)
    assert aims[1] == "1 action: hits 8 in 100"
    assert aims[4] == "4 actions: hits 87 in 100"
    assert list(aims) == [1, 2, 3, 4, 5, 6, 7, 8, 10], "from 10 on it is certain"


def test_the_aims_of_a_single_shot_count_no_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    skirmish = duel(gun("M16A1"))
    skirmish.order(fire(skirmish, aim=1, range=20), 99)
    counts: list[object] = []
    monkeypatch.setattr(rehearsal, "of_burst", lambda *of: counts.append(of))
    assert len(offered(skirmish).aims) > 1 and counts == []


def test_weapons_in_hand_first_with_their_rounds() -> None:
    skirmish = duel(gun("M16A1"), gun("M1911A1", loaded=3))
    skirmish.make("Trent", broken=(0,))
    skirmish.encounter = skirmish.encounter.with_combatant(altered(skirmish.one("Trent"), in_hand=1))
    assert offered(skirmish).weapons == (
        ("M1911A1", "M1911A1: 3 of 7 rounds, 2 magazines"),
        ("M16A1", "M16A1: out of action"),
    )


def test_who_has_no_weapon_or_skill_is_offered_what_there_is() -> None:
    skirmish = duel()
    skirmish.join("Bystander", Soldier())
    assert offered(skirmish, "Bystander").weapons == ()
    assert offered(skirmish, "Bystander").aims == ()
    assert len(offered(skirmish, "Bystander").targets) == 2
