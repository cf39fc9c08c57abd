"""The lines of a plan that are done: as soon as the fighter has carried them out, and when what they bring about is so
already."""

from __future__ import annotations

import pytest

from rules.engine.flow.plans import lines_done, plan_of
from rules.engine.records.agenda import HIT, When
from rules.engine.records.orders import Act, Adjust, Next
from tests.rules.test_flow import STAY, Fight, line, waiting


def done(fight: Fight) -> tuple[bool, ...]:
    plan = plan_of(fight.encounter, fight.trent)
    assert plan is not None
    return lines_done(plan, fight.encounter)


@pytest.mark.parametrize("changes", ["awake", "PD 67", "PD 900"])
def test_a_line_counts_as_done_when_it_is_told_so_whether_or_not_its_fighter_is_hurt(changes: str) -> None:
    fight = Fight()
    waiting(fight)
    fight.give(Adjust(fight.trent, changes))
    fight.plan(line(Act(fight.trent, "open a door")), line(Act(fight.trent, "kneel"), when=When(HIT)), STAY)
    outcomes: list[str] = []
    for _ in range(4):
        assert done(fight) == (any("opens a door" in one for one in outcomes), False, False), outcomes
        outcomes = [part.resolution.outcome for part in fight.give(Next())]
        if done(fight)[0]:
            break
    assert done(fight)[0]


def test_what_is_so_already_is_done_and_told_so() -> None:
    fight = Fight()
    waiting(fight)
    fight.plan(line(fight.to("C3"), text="move to C3"), line(fight.to("C5"), text="move to C5"), STAY)
    told = " ".join(part.resolution.outcome for part in fight.give(Next()))
    assert "Trent: line 1 (move to C3) is done already. Trent is already at C3." in told and "skips" not in told
    assert done(fight)[0]
