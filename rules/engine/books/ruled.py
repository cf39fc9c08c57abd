"""How the line of a quick ruling was understood; it is kept with the stage, for the answer and its buttons."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.scene.effects import Effect


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Words of a line that are not counted, a `hint` what to write instead, and the words that would count it."""

    words: str
    hint: str = ""
    counts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.words} ({self.hint})" if self.hint else self.words


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The meaning of a hit for a fighter: whether they are down, for how long, and what is due, in `words`.

    `wound` is their wound as a sheet line, for care; "" if there is none to treat.
    """

    words: str = ""
    wound: str = ""


@dataclass(frozen=True, slots=True)
class Ruled(Effect):
    """The reading of a `line` and its `chance`, in words; this effect changes nothing.

    `granted` are clauses on assumptions that the line leaves open. `changes` are the values that buttons change: "aim
    4", "burst", "range", "count looking over cover", "heal". `left_out` is what is not counted, `meaning` what the hit
    means.
    """

    kind = "Ruled"

    line: str
    chance: str
    granted: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    meaning: str = ""

    def on(self, encounter: Encounter) -> Encounter:
        return encounter
