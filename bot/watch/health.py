"""The health of a running bot: its state, and a verdict with figures about each of its four parts.

Live means that a restart would not help; ready means that people can play. The bot is well if it serves and all parts
are good.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

STARTING, CONNECTING, SERVING, STOPPING = "starting", "connecting", "serving", "stopping"

MOST_WAITING = 50
"""Results that may wait to be shown."""
LONGEST_ROUND = 1800.0
"""Seconds after which a sweep that has not ended its round is stuck. One that works may need half of that, if Discord
takes ten seconds for each of a hundred results."""
LONGEST_LAG = 1.0
"""Seconds that the event loop may have been late in the last minute. Discord waits three for an answer."""

Figures: TypeAlias = Mapping[str, float | int | None]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the bot: whether it is good, a clause about it for people, and its figures."""

    name: str
    ok: bool
    says: str
    figures: Figures


@dataclass(frozen=True, slots=True)
class Report:
    """All that `/healthz` says. `started` tells two runs apart."""

    state: str
    started: str
    version: str
    under_way: int
    parts: tuple[Part, ...]

    @property
    def live(self) -> bool:
        """Whether a restart would not help: all but the sweep recovers by itself or is not here."""
        return not any(_is_stuck(part) for part in self.parts)

    @property
    def ready(self) -> bool:
        """Whether orders are carried out and answered."""
        needed = ("gateway", "database")
        return self.state == SERVING and all(part.ok for part in self.parts if part.name in needed)

    @property
    def well(self) -> bool:
        """Whether it serves and every part is good."""
        return self.state == SERVING and all(part.ok for part in self.parts)

    def as_json(self) -> dict[str, Any]:
        """The report as `/healthz` sends it."""
        return {
            "status": "ok" if self.well else "failing",
            "state": self.state,
            "live": self.live,
            "ready": self.ready,
            "version": self.version,
            "started": self.started,
            "under_way": self.under_way,
            "parts": {part.name: {"ok": part.ok, "says": part.says, **part.figures} for part in self.parts},
        }


def gateway(*, connected: bool, latency: float, servers: int, retry_in: float | None = None) -> Part:
    """The connection to Discord; `retry_in` is in how many seconds it is tried again, `latency` the heartbeat's."""
    known = latency if connected and math.isfinite(latency) else None
    figures = {"latency_seconds": known, "servers": servers, "retry_seconds": retry_in}
    if connected:
        says = f"connected to Discord, {_count(servers, 'server')}"
        return Part("gateway", True, says if known is None else f"{says}, {_short(known)} to answer", figures)
    if retry_in is not None:
        return Part("gateway", False, f"Discord cannot be reached; trying again in {retry_in:.0f} s", figures)
    return Part("gateway", False, "not connected to Discord; trying to connect", figures)


def database(*, read: float | None, write: float | None, problem: str = "") -> Part:
    """The database: how many seconds it took to read, and to be allowed to write; a sentence about a `problem`."""
    figures = {"read_seconds": read, "write_seconds": write}
    if problem or read is None or write is None:
        return Part("database", False, problem or "not open yet", figures)
    return Part("database", True, f"read in {_short(read)}, write in {_short(write)}", figures)


def sweep(*, waiting: int | None, oldest: float | None, round: float | None) -> Part:
    """How many results wait to be shown, how long the oldest has, and since when the sweep's present round has
    lasted, in seconds; None if that is not known, or no round is under way."""
    figures = {"waiting": waiting, "oldest_seconds": oldest, "round_seconds": round}
    if round is not None and round > LONGEST_ROUND:
        return Part("sweep", False, f"stuck for {round:.0f} s", figures)
    if waiting is None:
        return Part("sweep", True, "how many results wait is not known", figures)
    says = f"{_count(waiting, 'result')} to be shown" if waiting else "every result is shown"
    if oldest is not None and waiting:
        says += f", the oldest for {oldest:.0f} s"
    return Part("sweep", waiting <= MOST_WAITING, says, figures)


def loop(worst: float) -> Part:
    """The event loop, by how many seconds it was late in the last minute."""
    says = f"{_short(worst)} late at most in the last minute"
    return Part("loop", worst <= LONGEST_LAG, says, {"lag_seconds": worst})


def _is_stuck(part: Part) -> bool:
    seconds = part.figures.get("round_seconds")
    return seconds is not None and seconds > LONGEST_ROUND


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _short(seconds: float) -> str:
    return (
        f"{seconds:.1f} s"
        if seconds >= 1
        else f"{seconds * 1000:.1f} ms"
        if seconds < 0.01
        else f"{seconds * 1000:.0f} ms"
    )
