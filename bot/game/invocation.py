"""Where an order comes from: the user, the channel, the time and the interaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Invocation:
    """Discord's ids, the user's display name, the interaction and its token; `at` is when the interaction was made."""

    interaction: str
    user: str
    name: str
    guild: str
    channel: str
    token: str
    at: datetime
