"""Fire that is ready to go, and whether it waits: the last step before a shot, burst or throw is resolved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.orders import Attack
from rules.phoenix.book import Scene
from rules.phoenix.hooks import Hook
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.sighting import AimedTarget, Reach


@dataclass(frozen=True, slots=True)
class ReadyFire:
    """Fire that is ready to go: with what, at whom (aimed at first), how far, and so many rounds of it.

    `area` is as for `kit.let_go`.
    """

    order: Attack
    arm: Held
    named: Sequence[AimedTarget]
    reach: Reach
    rounds: int
    area: str = ""


READY = Hook[Callable[[ReadyFire, Scene], bool]]()
"""Each says whether the fire waits from now on; the rule has concluded the order then."""


def waits(fire: ReadyFire, scene: Scene) -> bool:
    """Whether the fire is not resolved at once; the order is concluded then. Raises NotNow."""
    return any(rule(fire, scene) for rule in READY)
