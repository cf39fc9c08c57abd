"""A side learns of a fall as time passes only if it sees the fighter."""

from __future__ import annotations

import pytest

from rules.engine.records.orders import Adjust, Next
from rules.engine.scene.parts import EVERYONE
from tests.rules.test_over import Fight


@pytest.mark.parametrize(
    ("fog", "hidden", "sides"),
    [
        ("off", True, {"Red", "Blue", EVERYONE}),
        ("sides", False, {"Red", "Blue", EVERYONE}),
        ("sides", True, {"Red"}),
    ],
)
def test_sides_that_learn_of_a_fall(fog: str, hidden: bool, sides: set[str]) -> None:
    """Guard of Red dies when the impulse ends. Blue has seen Guard before."""
    fight = Fight("phoenix", fog=fog)
    if hidden:
        fight.give(Adjust(fight.id("Guard"), "hidden"))
    fight.make_dying("Guard")
    falls = [one for part in fight.give(Next()) for one in part.resolution.fell]
    assert {one.id for one in falls} == {fight.id("Guard")}
    assert {side for one in falls for side in one.by} == sides
