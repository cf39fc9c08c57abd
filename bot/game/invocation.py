"""The occasion of an order: who asks, where and when, by which interaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Invocation:
    """Ids of Discord, the asker's name as shown, the interaction and its token. `at` is when it was made."""

    interaction: str
    user: str
    name: str
    guild: str
    channel: str
    token: str
    at: datetime
