"""One disabled arm: nothing that takes both hands (2.7, 3.3, ruling O35)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Fire, Reload, Throw
from rules.phoenix.basics.soldier import Wound
from tests.rules.phoenix.skirmish import Skirmish

ONE = (Wound(20, "Forearm - Bone", 1, Clock(0, 4)),)


def trent(line: str, preset: str = "phoenix-basic") -> Skirmish:
    """Trent with one disabled arm."""
    made = Skirmish(preset)
    made.sheet("Trent", f"SAL 10, CA 8, KV 20, {line}")
    made.sheet("Guard", "CA 8, KV 10, exposed")
    made.make("Trent", left=20, wounds=ONE)
    return made


@pytest.mark.parametrize(
    "what",
    [
        *("open a window", "link a belt", "load a round into a magazine", "unload", "deploy bipod", "fix bayonet"),
        "deploy tripod",
    ],
)
def test_acts_that_take_both_hands_are_refused(what: str) -> None:
    made = trent("M16 loaded 5, magazines 2")
    before = made.encounter
    with pytest.raises(
        NotNow, match=r"^One of Trent's arms is disabled\. That needs both hands, so it must wait until the arm heals"
    ):
        made.order(Act(made.id("Trent"), what, cost=None))
    assert made.encounter == before


@pytest.mark.parametrize("what", ["open the door", "draw the M1911A1", "pick up a grenade", "safety off", "kneel"])
def test_one_hand_is_enough_for_the_rest(what: str) -> None:
    made = trent("M16, M1911A1")
    made.order(Act(made.id("Trent"), what))


@pytest.mark.parametrize(
    "line", ["M16 loaded 5, magazines 2", "M1911A1 loaded 2, magazines 2", "Remington M870 loaded 2"]
)
def test_weapons_are_not_loaded_with_one_hand(line: str) -> None:
    made = trent(line)
    with pytest.raises(
        NotNow,
        match=r"^An arm of Trent is disabled, and loading takes both hands\."
        r" Someone else must load for them",
    ):
        made.order(Reload(made.id("Trent")))


def test_the_next_grenade_takes_one_hand() -> None:
    made = trent("M 67 3")
    made.order(Throw(made.id("Trent"), (made.target("Guard"),), aim=4, range=10), 0, 99)
    made.make("Trent", left=20)
    made.order(Reload(made.id("Trent")))


def test_a_pump_is_not_worked_with_one_hand() -> None:
    """By 4B a rifle can be fired with one hand; its next round cannot be chambered."""
    made = trent("Remington M870", preset="phoenix-advanced")
    made.make("Trent", unworked=(0,))
    with pytest.raises(NotNow, match="That needs both hands"):
        made.order(Fire(made.id("Trent"), (made.target("Guard"),), 1, range=5))
    with pytest.raises(NotNow, match="That needs both hands"):
        made.order(Act(made.id("Trent"), "work the pump"))
