"""Doors and windows that are forced, a try for 6 actions (scenario 2)."""

from __future__ import annotations

import pytest

from rules.engine.agenda import Clock
from rules.engine.errors import NotNow
from rules.engine.orders import Act
from rules.phoenix.soldier import Wound
from tests.rules.phoenix.skirmish import Skirmish


@pytest.fixture
def raid() -> Skirmish:
    made = Skirmish()
    made.sheet("Breacher", "skill 6, CA 6, M870")
    made.make("Breacher", left=6)
    return made


@pytest.mark.parametrize(
    ("text", "roll", "opens"),
    [
        ("force the door", 79, True), ("force the door", 80, False), ("Force a front door.", 0, True),
        ("force the window", 89, True), ("forces open the window", 90, False),
        ("batter down the door at F2", 99, False), ("force the boarded-up window", 85, True),
    ],
)  # fmt: skip
def test_a_try(raid: Skirmish, text: str, roll: int, opens: bool) -> None:
    forced = raid.order(Act(raid.id("Breacher"), text), roll)
    assert ("gives way" in forced.outcome) == opens and forced.verdict == ("hit" if opens else "miss")
    assert raid.state("Breacher").left == 0
    assert [one.slot for one in raid.state("Breacher").dropped] == [0]


def test_it_takes_a_phase_of_an_officer(raid: Skirmish) -> None:
    raid.make("Breacher", left=2)
    assert raid.order(Act(raid.id("Breacher"), "force the door")).outcome == (
        "Breacher forces the door: 2 of 6 actions, done in Phase 1, Impulse 4."
    )
    assert [one.slot for one in raid.state("Breacher").dropped] == [0]  # the sledge takes his hands from the start
    parts = raid.next(40)
    assert parts[0].resolution.outcome == "Breacher forces the door (6 actions): it gives way."


def test_it_takes_an_arm(raid: Skirmish) -> None:
    arms = tuple(Wound(10, "Arm", 1, Clock(0, 1)) for _ in range(2))
    raid.make("Breacher", wounds=arms)
    with pytest.raises(NotNow, match="Both arms"):
        raid.order(Act(raid.id("Breacher"), "force the door"))


def test_breaking_a_window_stays_what_it_was(raid: Skirmish) -> None:
    assert raid.order(Act(raid.id("Breacher"), "break the window")).outcome == (
        "Breacher: Break and Clear Glass from a Window (6 actions)."
    )
