"""The clock of Phoenix Command: phases of two seconds, each of four impulses (2.1); times in words."""

from __future__ import annotations

from rules.engine.records.agenda import Clock

IMPULSES = 4
"""The impulses in a phase."""
SECONDS = 2
"""The seconds in a phase."""
BEFORE = Clock(0, 1)
"""The impulse in which an earlier encounter ended; times kept for a combatant count from here."""
UNTIL_SAID = Clock(1_000_000_000)
"""The end of an unconsciousness that lasts until the GM says otherwise."""
_NEAR = 150
"""The most phases that are shown as phases; longer times are shown in minutes, hours and days."""
_MINUTE, _DAY = 30, 43_200
"""The phases in a minute and in a day."""
_UNITS = ((_DAY, "day"), (1_800, "hour"), (_MINUTE, "minute"), (1, "phase"))


def after(clock: Clock, seconds: int = 0, *, phases: int = 0, impulses: int = 0) -> Clock:
    """Return the clock this much later; an odd second is two impulses."""
    count = (clock.turn + phases) * IMPULSES + clock.impulse - 1 + impulses + seconds * IMPULSES // SECONDS
    return Clock(count // IMPULSES, count % IMPULSES + 1)


def between(earlier: Clock, later: Clock) -> int:
    """Return the number of whole phases from one clock to another."""
    return ((later.turn - earlier.turn) * IMPULSES + later.impulse - earlier.impulse) // IMPULSES


def day(clock: Clock) -> int:
    """Return the day of the fight in which that is, where its phase says little: 2, 3, ...; 0 on the first."""
    return (clock.turn - 1) // _DAY + 1 if _DAY < clock.turn < UNTIL_SAID.turn else 0


def clocked(clock: Clock) -> str:
    """Return a clock in the book's words: "Phase 3, Impulse 2"; after the first day, "day 25"."""
    if number := day(clock):
        return f"day {number}"
    return f"Phase {clock.turn}, Impulse {clock.impulse}"


def during(clock: Clock) -> str:
    """Return when something happens: "in Phase 3, Impulse 2", "on day 25"."""
    return f"{'on' if day(clock) else 'in'} {clocked(clock)}"


def lasting(phases: int) -> str:
    """Return a length of time in words: a near one in phases, others in their two largest units from minutes on, to the
    nearest minute within a day: "1 phase", "22 minutes", "18 days 4 hours".
    """
    parts: list[str] = []
    far = phases > _NEAR
    rest = phases + _MINUTE // 2 if far and phases < _DAY else phases
    for size, unit in _UNITS[:-1] if far else _UNITS[-1:]:
        number, rest = divmod(rest, size)
        if number:
            parts.append(f"{number} {unit}{'s' if number > 1 else ''}")
    return " ".join(parts[:2]) or "no time"


def hence(at: Clock, now: Clock) -> str:
    """Return how long it is until then, for a time so far off that a clock says little; "" for a near one."""
    phases = between(now, at)
    return lasting(phases) if phases > _NEAR else ""
