"""Next goes on to what has been declared, where nobody can act now before it goes (5.7)."""

from __future__ import annotations

from tests.rules.phoenix.timing.declaring import MISS, Exchange, outcomes

WILL = "{} will fire the M16A1 at {} on MPC 3 of Phase 1, Impulse 2."


def test_aim_that_is_complete_is_declared_and_goes_in_the_same_answer() -> None:
    fight = Exchange(4, 4)
    fight.fire("Donovan", "Guard", aim=2, range=40)
    fight.fire("Guard", "Donovan", aim=2, range=40)
    told = outcomes(fight.next(MISS, MISS))
    assert told[:2] == [WILL.format("Donovan", "Guard"), WILL.format("Guard", "Donovan")]
    assert [outcome.endswith("MISS.") for outcome in told[2:4]] == [True, True]
    assert told[4:] == ["It is Phase 1, Impulse 3."]


def test_whoever_can_still_act_does_so_first() -> None:
    fight = Exchange(4, 8)
    fight.fire("Donovan", "Guard", aim=2)
    assert outcomes(fight.next()) == [WILL.format("Donovan", "Guard"), "It is Phase 1, Impulse 2."]
    assert fight.declared == [("Donovan", 3)]
