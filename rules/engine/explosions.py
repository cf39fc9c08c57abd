"""That something has exploded, and where: an effect that changes nothing, so that pictures can show it."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.copies import replace
from rules.engine.effects import Effect
from rules.engine.frozen import dataclass
from rules.engine.model import Encounter
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Exploded(Effect):
    """What `combatant` fired, threw or laid has exploded here. `radii` are distances in spaces at which the book's harm
    changes, `target` is the fighter at whom it was aimed, if at any, and `aimed` where it was meant to come down if it
    did not."""

    kind = "Exploded"
    outward = True
    words = "an explosion"

    combatant: str
    place: Place
    radii: tuple[int, ...] = ()
    aimed: Place | None = None
    target: str = ""

    def on(self, encounter: Encounter) -> Encounter:
        return encounter

    def noticed(self, perceives: Callable[[str], bool], told: bool) -> Exploded | None:
        """Return the explosion as somebody reads of it; `told`: they read something of the outcome.

        Those who do not perceive whose it is read where it is, and those who do not perceive the target not where that
        is.
        """
        if not perceives(self.combatant):
            return Exploded("", self.place, self.radii) if told else None
        if not self.target or perceives(self.target):
            return self
        return replace(self, aimed=None, target="") if self.aimed else None
