"""Orders that take several impulses, and shots that have waited, when they are taken up again (2.2)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import BadDice
from rules.engine.records.orders import Answer, Dismiss, Next
from tests.rules.phoenix.shooting.duel import duel, fire
from tests.rules.phoenix.skirmish import note, rolls

NO_DIE = 777


def test_dice_that_cannot_be_end_no_task() -> None:
    played = duel()
    played.order(fire(played, aim=4))
    before = played.encounter
    with pytest.raises(BadDice):
        played.parts(Next(), NO_DIE)
    assert played.encounter == before


def test_dice_that_cannot_be_end_no_shot_that_has_waited() -> None:
    played = duel()
    played.make("Guard 1", duck="ask")
    played.order(fire(played, aim=2))
    before = played.encounter
    with pytest.raises(BadDice):
        played.parts(Answer(played.id("Guard 1"), "stay"), NO_DIE)
    assert played.encounter == before


def test_a_range_is_known_as_soon_as_somebody_aims() -> None:
    skirmish = duel()
    assert not rolls(skirmish.order(fire(skirmish, aim=6, range=10)))
    skirmish.next()
    changed = skirmish.order(fire(skirmish, aim=4, range=None), 99)
    assert note(changed, "Range") == "10 hexes, as given before"


def test_whose_target_has_left_has_to_stop() -> None:
    skirmish = duel()
    skirmish.order(fire(skirmish, aim=6))
    skirmish.order(Dismiss(skirmish.id("Guard 1")))
    [stopped, *_] = skirmish.next()
    doing = "fire at somebody who left, aim 6, range 10"
    why = "The target has left the encounter. Choose another."
    assert stopped.resolution.outcome == f"Trent stops what they were doing ({doing}): {why}"
    assert skirmish.encounter.task(skirmish.id("Trent")) is None
