"""The record of turning in an impulse (2.3), apart from the rules because the fighter's record has it."""

from __future__ import annotations

from rules.engine.agenda import Clock
from rules.engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Turned:
    """Turning in the impulse `at`, on the spot or at the last hex entered: from which facing, by how many hexsides, and
    the actions paid for it (2.3)."""

    at: Clock
    since: int | None
    sides: int
    paid: int = 0
