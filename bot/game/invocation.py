"""Where an order comes from: the user, the channel, the time and the interaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import field
from datetime import datetime

from rules.engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Powers:
    """What Discord lets the user do where they are: administer or manage the server, manage the channel or thread.

    Each includes the ones after it. `roles` are the ids of the user's roles on the server. In a direct message the
    user has all powers. `stands_in_for` are the users who are away and have named this one as their substitute.
    """

    administers: bool = False
    manages_server: bool = False
    manages_channel: bool = False
    roles: frozenset[str] = frozenset()
    stands_in_for: frozenset[str] = frozenset()


CLOCK = "clock"
"""Who gives the orders that are due by the time of day; such an order has no token."""


async def _nothing() -> None:
    """Promise nothing: nobody waits for the answer."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """Discord's ids, the user's display name, the interaction and its token; `at` is when the interaction was made.

    `promise` tells the user that the answer takes longer than Discord waits for it.
    """

    interaction: str
    user: str
    name: str
    guild: str
    channel: str
    token: str
    at: datetime
    powers: Powers = Powers()
    promise: Callable[[], Awaitable[None]] = field(default=_nothing, compare=False, repr=False)


def by_the_clock(encounter: str, what: str, guild: str, channel: str, at: datetime) -> Invocation:
    """The invocation of an order that is due; `what` is unique in its encounter, so that it is given once."""
    return Invocation(
        interaction=f"{CLOCK}:{encounter}:{what}",
        user=CLOCK,
        name="The clock",
        guild=guild,
        channel=channel,
        token="",
        at=at,
        powers=Powers(administers=True, manages_server=True, manages_channel=True),
    )
