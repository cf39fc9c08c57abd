"""A pause stops time that flows by itself; it is an order of the table and changes nothing else."""

from __future__ import annotations

import pytest

from rules.engine.conduct.conduct import stage
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Pause
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Scene
from tests.reading import resolve
from tests.rules.phoenix.skirmish import phoenix


def test_a_pause_is_a_state_of_the_encounter() -> None:
    scene = Scene(stage(phoenix()), ScriptedDice(()))
    [part] = resolve(Pause(), scene, phoenix())
    assert part.encounter.paused
    assert "Paused" in part.resolution.outcome
    with pytest.raises(NotNow, match="The encounter is already paused"):
        resolve(Pause(), Scene(part.encounter, ScriptedDice(())), phoenix())
    [part] = resolve(Pause(False), Scene(part.encounter, ScriptedDice(())), phoenix())
    assert part.encounter == stage(phoenix())
    with pytest.raises(NotNow, match="is not paused"):
        resolve(Pause(False), Scene(part.encounter, ScriptedDice(())), phoenix())
