"""The clock of Phoenix Command: phases of two seconds, each of four impulses (2.1); how times are said."""

from __future__ import annotations

from rules.engine.agenda import Clock

IMPULSES = 4
"""In a phase."""
SECONDS = 2
"""In a phase."""
BEFORE = Clock(0, 1)
"""The impulse in which an earlier encounter ended; what is kept of a combatant counts from here."""
UNTIL_SAID = Clock(1_000_000_000)
"""The end of an unconsciousness that lasts until the GM says otherwise."""
_NEAR = 150
"""Phases that people count; what is further off is told in minutes, hours and days."""
_UNITS = ((43_200, "day"), (1_800, "hour"), (30, "minute"), (1, "phase"))


def after(clock: Clock, seconds: int = 0, *, phases: int = 0, impulses: int = 0) -> Clock:
    """The clock so much later; an odd second is two impulses."""
    count = (clock.turn + phases) * IMPULSES + clock.impulse - 1 + impulses + seconds * IMPULSES // SECONDS
    return Clock(count // IMPULSES, count % IMPULSES + 1)


def between(earlier: Clock, later: Clock) -> int:
    """Whole phases from one clock to another."""
    return ((later.turn - earlier.turn) * IMPULSES + later.impulse - earlier.impulse) // IMPULSES


def clocked(clock: Clock) -> str:
    """A clock in the book's words: "Phase 3, Impulse 2"."""
    return f"Phase {clock.turn}, Impulse {clock.impulse}"


def lasting(phases: int) -> str:
    """A length of time in words, the two largest units of it: "1 phase", "5 hours", "18 days 4 hours"."""
    said: list[str] = []
    rest = phases
    for size, unit in _UNITS:
        number, rest = divmod(rest, size)
        if number:
            said.append(f"{number} {unit}{'s' if number > 1 else ''}")
    return " ".join(said[:2]) or "no time"


def hence(at: Clock, now: Clock) -> str:
    """How long it is till then, where a clock would say little; "" for what is near."""
    phases = between(now, at)
    return lasting(phases) if phases > _NEAR else ""
