"""How the line of a quick ruling was understood: kept with its stage, so that the answer and its buttons can say it."""

from __future__ import annotations

from rules.engine.effects import Effect
from rules.engine.frozen import dataclass
from rules.engine.model import Encounter


@dataclass(frozen=True, slots=True)
class Ruled(Effect):
    """What a `line` was understood as, and the `chance` of it, in words; it changes nothing.

    `granted` are clauses on what was taken for granted. `changes` are what buttons change: "aim 4", "burst", "range".
    """

    kind = "Ruled"

    line: str
    chance: str
    granted: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()

    def on(self, encounter: Encounter) -> Encounter:
        return encounter
