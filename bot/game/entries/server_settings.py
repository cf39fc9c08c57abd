"""A server's settings besides its rulebook; stored as JSON."""

from __future__ import annotations

from rules.engine.records.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """`keeper` is the id of the role that keeps the server's records together with its managers, None for no role.

    A new field needs a default, for servers that have set others.
    """

    keeper: str | None = None
