"""The health of a running bot: its state, the state of each of its shards, and a verdict with figures about each of its
parts.

Live means that a restart would not help; ready means that people can play on all servers of this process. The bot is
well if it serves and all parts are good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

STARTING, CONNECTING, SERVING, STOPPING = "starting", "connecting", "serving", "stopping"
PARTIAL, STANDBY = "partial", "standing by"
"""The bot serves some of its shards; another process has all of them."""
WITHOUT_LEASE = "without a lease"

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
    """One part of the bot: whether it is good, a clause about it for people, its figures, and the cause of a problem
    with the database (`bot.errors.CAUSES`)."""

    name: str
    ok: bool
    says: str
    figures: Figures
    cause: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The part as `/healthz` sends it."""
        cause = {"cause": self.cause} if self.cause else {}
        return {"ok": self.ok, "says": self.says, **self.figures, **cause}


@dataclass(frozen=True, slots=True)
class Shard:
    """One connection of the bot to Discord: since when it is connected or not (a time in UTC, "" for never), how many
    servers it has, and how long Discord takes to answer its heartbeat.

    `owner` is the process that answers for the shard if it is another one, None if it is this one, "" if none does.
    """

    id: int
    connected: bool
    since: str
    servers: int
    latency: float | None
    owner: str | None = None

    @property
    def state(self) -> str:
        """Serving, or why not."""
        if not self.connected:
            return CONNECTING
        return SERVING if self.owner is None else STANDBY if self.owner else WITHOUT_LEASE

    @property
    def says(self) -> str:
        """A clause about it for people."""
        if not self.connected:
            return f"not connected since {self.since}" if self.since else "not connected yet"
        says = f"connected since {self.since}, {_count(self.servers, 'server')}"
        if self.latency is not None:
            says += f", {_short(self.latency)} to answer"
        if self.owner is None:
            return says
        return f"{says}; {self.owner} answers for it" if self.owner else f"{says}; its lease cannot be had now"

    def as_json(self) -> dict[str, Any]:
        """The shard as `/healthz` sends it."""
        return {
            "state": self.state,
            "connected": self.connected,
            "since": self.since or None,
            "servers": self.servers,
            "latency_seconds": self.latency,
            "owner": self.owner or None,
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All that `/healthz` says. `started` tells two runs apart; there are `shard_count` shards in all processes."""

    state: str
    started: str
    version: str
    under_way: int
    parts: tuple[Part, ...]
    shards: tuple[Shard, ...] = ()
    shard_count: int = 1

    @property
    def live(self) -> bool:
        """Whether a restart would not help: all but the sweep recovers by itself or is not here."""
        return not any(is_stuck(part.figures.get("round_seconds")) for part in self.parts)

    @property
    def ready(self) -> bool:
        """Whether orders are carried out and answered."""
        needed = ("gateway", "leases", "database")
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
            "shards": {str(shard.id): shard.as_json() for shard in self.shards},
            "shard_count": self.shard_count,
            "parts": {part.name: part.as_json() for part in self.parts},
        }


def state_of(shards: Sequence[Shard]) -> str:
    """The state of a bot that serves, or would if it had its shards."""
    states = {shard.state for shard in shards}
    if states == {STANDBY}:
        return STANDBY
    return PARTIAL if SERVING in states and len(states) > 1 else SERVING


def gateway(shards: Sequence[Shard], retry_in: float | None = None) -> Part:
    """The connections to Discord; `retry_in` is in how many seconds the first one is tried again."""
    connected = [shard for shard in shards if shard.connected]
    latencies = [shard.latency for shard in connected if shard.latency is not None]
    latency, servers = (max(latencies) if latencies else None), sum(shard.servers for shard in connected)
    figures = {"latency_seconds": latency, "servers": servers, "retry_seconds": retry_in}
    if connected:
        says = f"connected to Discord, {_count(servers, 'server')}"
        if latency is not None:
            says += f", {_short(latency)} to answer"
        if missing := [str(shard.id) for shard in shards if not shard.connected]:
            says = f"{len(connected)} of {len(shards)} shards {says}; not connected: {', '.join(missing)}"
        return Part("gateway", not missing, says, figures)
    if retry_in is not None:
        return Part("gateway", False, f"Discord cannot be reached; trying again in {retry_in:.0f} s", figures)
    return Part("gateway", False, "not connected to Discord; trying to connect", figures)


def leases(shards: Sequence[Shard]) -> Part:
    """The leases of a process that shares the servers with others."""
    lacking = [shard for shard in shards if shard.owner is not None]
    figures = {"held": len(shards) - len(lacking)}
    if not lacking:
        return Part("leases", True, f"this process answers for {_count(len(shards), 'shard')}", figures)
    says = "; ".join(f"shard {shard.id}: {_lacks(shard)}" for shard in lacking)
    return Part("leases", False, says, figures)


def _lacks(shard: Shard) -> str:
    return f"{shard.owner} has it; standing by" if shard.owner else "no process has it, or the database is away"


def database(*, read: float | None, write: float | None, problem: str = "", cause: str | None = None) -> Part:
    """The database: how many seconds it took to read, and to write; a sentence about a `problem`, and its cause."""
    figures = {"read_seconds": read, "write_seconds": write}
    if problem or read is None or write is None:
        return Part("database", False, problem or "not open yet", figures, cause)
    return Part("database", True, f"read in {_short(read)}, write in {_short(write)}", figures)


def disk(free: int | None, bound: int) -> Part:
    """The disk of the database's file: how many bytes are free (None: not known here) and how many have to be."""
    figures: Figures = {"free_bytes": free, "bound_bytes": bound}
    if free is None:
        return Part("disk", True, "free space is not known here", figures)
    says = f"{_size(free)} free"
    return Part("disk", free >= bound, says if free >= bound else f"{says}, less than {_size(bound)}", figures)


def sweep(*, waiting: int | None, oldest: float | None, round: float | None) -> Part:
    """How many results wait to be shown, how long the oldest has, and since when the sweep's present round has
    lasted, in seconds; None if that is not known, or no round is under way."""
    figures = {"waiting": waiting, "oldest_seconds": oldest, "round_seconds": round}
    if round is not None and is_stuck(round):
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


def is_stuck(round: float | None) -> bool:
    """Whether a round of the sweep that has lasted so many seconds will not end; None is no round."""
    return round is not None and round > LONGEST_ROUND


def _size(bytes: int) -> str:
    return f"{bytes / (1 << 30):,.1f} GiB" if bytes >= 1 << 30 else f"{bytes / (1 << 20):,.0f} MiB"


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
