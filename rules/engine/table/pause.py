"""A paused encounter: no time runs by itself, and no deadline counts. Orders by hand, `Next` too, work as always."""

from __future__ import annotations

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Pause
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Scene


@dataclass(frozen=True, slots=True)
class Paused(Effect):
    """The encounter is paused now, or no longer."""

    kind = "Paused"

    paused: bool

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, paused=self.paused)


def pause(order: Pause, scene: Scene) -> None:
    """Pause the encounter or let it continue. Raises NotNow if nothing would change."""
    if order.paused == scene.encounter.paused:
        raise NotNow("The encounter is already paused." if order.paused else "The encounter is not paused.")
    scene.do(Paused(order.paused))
    if order.paused:
        scene.conclude("Paused: time does not run by itself and deadlines wait. Continue with /encounter pause.")
    else:
        scene.conclude("The encounter continues.")
