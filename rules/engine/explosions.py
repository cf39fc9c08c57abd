"""That something has exploded, and where: an effect that changes nothing, so that pictures can show it."""

from __future__ import annotations

from rules.engine.effects import Effect
from rules.engine.frozen import dataclass
from rules.engine.model import Encounter
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Exploded(Effect):
    """What `combatant` fired, threw or laid has exploded here. `radii` are distances in spaces at which the book's harm
    changes, `aimed` is where it was meant to come down if it did not."""

    kind = "Exploded"
    outward = True
    words = "an explosion"

    combatant: str
    place: Place
    radii: tuple[int, ...] = ()
    aimed: Place | None = None

    def on(self, encounter: Encounter) -> Encounter:
        return encounter
