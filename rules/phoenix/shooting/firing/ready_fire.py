"""Fire that is ready, and whether it waits: the last step before a shot, burst or throw is resolved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Attack
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.book import Scene
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Reach


@dataclass(frozen=True, slots=True)
class ReadyFire:
    """Fire that is ready: the weapon, the targets (the first is aimed at), the range and the rounds.

    `area` is as for `kit.let_go`.
    """

    order: Attack
    arm: Held
    named: Sequence[AimedTarget]
    reach: Reach
    rounds: int
    area: str = ""


READY = Hook[Callable[[ReadyFire, Scene], bool]]()
"""Each returns whether the fire waits from now on; if so, it has concluded the order."""


def waits(fire: ReadyFire, scene: Scene) -> bool:
    """Return whether the fire waits; if so, the order is concluded. Raises NotNow."""
    return any(rule(fire, scene) for rule in READY.under(scene.encounter))
