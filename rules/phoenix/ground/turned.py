"""The record of turning in an impulse (2.3). Separate from the rules because the fighter's record holds it."""

from __future__ import annotations

from rules.engine.agenda import Clock
from rules.engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Turned:
    """Turning in the impulse `at`, on the spot or at the last hex entered (2.3).

    It has the facing before it, the number of hexsides, and the actions paid for it.
    """

    at: Clock
    since: int | None
    sides: int
    paid: int = 0
