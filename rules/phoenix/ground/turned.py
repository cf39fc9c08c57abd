"""The record of turning in an impulse (2.3). Separate from the rules because the fighter's record holds it."""

from __future__ import annotations

from dataclasses import field

from rules.engine.records.agenda import Clock
from rules.engine.records.frozen import dataclass

HEXSIDE = 60
"""The degrees of a hexside."""


@dataclass(frozen=True, slots=True)
class Turned:
    """Turning in the impulse `at`, on the spot or at the last hex entered (2.3).

    It has the facing before it, the number of hexsides, and the actions paid for it. `turn` are its degrees; they are
    not compared, because older entries have only the hexsides.
    """

    at: Clock
    since: int | None
    sides: int
    paid: int = 0
    turn: int | None = field(default=None, compare=False)

    @property
    def degrees(self) -> int:
        """The degrees turned."""
        return self.sides * HEXSIDE if self.turn is None else self.turn


def turned(at: Clock, since: int | None, degrees: int, paid: int = 0) -> Turned:
    """Return the record of turning so many degrees."""
    return Turned(at, since, -(-degrees // HEXSIDE), paid, degrees)
