"""The effect that records an explosion and its place. It changes nothing; pictures show it."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.scene.effects import Effect
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Exploded(Effect):
    """Something that `combatant` fired, threw or laid has exploded at `place`.

    `radii` are the distances in spaces at which the book's harm changes. `target` is the fighter that it was aimed at,
    if any. `aimed` is where it should have come down, if it came down elsewhere.
    """

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

    def noticed(self, perceives: Callable[[str], bool], informed: bool) -> Exploded | None:
        """Return the explosion as a reader may know it, None if they may not; `informed`: they read a part of the
        outcome.

        Readers that do not perceive whose explosion it is learn only where it is. Readers that do not perceive the
        target do not learn where the target is.
        """
        if not perceives(self.combatant):
            return Exploded("", self.place, self.radii) if informed else None
        if not self.target or perceives(self.target):
            return self
        return replace(self, aimed=None, target="") if self.aimed else None
