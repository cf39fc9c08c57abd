"""The origin of an order: the user, the channel, the time and the interaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import field, replace
from datetime import datetime

from rules.engine.records.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Powers:
    """The user's Discord permissions in this channel: administer or manage the server, manage the channel or thread.

    Each includes the ones after it. `roles` are the ids of the user's roles on the server. In a direct message the
    user has all powers. `stands_in_for` are the users who are away and have named this one as their substitute.
    """

    administers: bool = False
    manages_server: bool = False
    manages_channel: bool = False
    roles: frozenset[str] = frozenset()
    stands_in_for: frozenset[str] = frozenset()


ALONE = "@"
"""Before the id of a channel in which the bot can do nothing but answer, within the token of an interaction."""


ONLY_ANSWERS = "Here I can only answer. Encounters need a server that has invited me, or a direct message with me."
"""Where a user has installed the bot only for themselves, or in a direct message of others."""


def answers_alone(channel: str | None) -> bool:
    """Return whether the bot can only answer in a channel, as far as the store knows. Return None if it does not."""
    return channel is None or channel.startswith(ALONE)


CLOCK = "clock"
"""Who gives the orders that are due by the time of day; such an order has no token."""
HOUSEKEEPER = "privacy"
"""Who gives the order that takes a forgotten user out of an encounter."""
PROGRAM = frozenset({CLOCK, HOUSEKEEPER})
"""Those who give orders and are no users."""


async def _nothing() -> None:
    """Promise nothing: nobody waits for the answer."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """Discord's ids, the user's display name, the interaction and its token; `at` is when the interaction was made.

    `encounter` is the one that a press in a direct message is about; it counts as in that encounter's channel.
    `promise` tells the user that the answer takes longer than Discord waits for it. `alone`: what is not kept for an
    encounter can only be answered, because this is a direct message or a server that has not installed the bot.
    `parent` is the channel that a thread belongs to.
    """

    interaction: str
    user: str
    name: str
    guild: str
    channel: str
    token: str
    at: datetime
    powers: Powers = Powers()
    alone: bool = False
    encounter: str = ""
    parent: str = ""
    promise: Callable[[], Awaitable[None]] = field(default=_nothing, compare=False, repr=False)

    def powers_in(self, channel: str) -> Powers:
        """The user's powers in an encounter of that channel. Managing another one, such as a side's thread, gives none
        there, unless they manage the server."""
        if channel == self.channel or self.encounter:
            return self.powers
        return replace(self.powers, manages_channel=self.powers.manages_server)

    @property
    def places(self) -> tuple[str, ...]:
        """The channels whose settings count here, the nearest first."""
        return (self.channel, self.parent) if self.parent else (self.channel,)

    @property
    def is_guest(self) -> bool:
        """Whether the bot is not in this place and can only answer there."""
        return self.channel.startswith(ALONE)

    @property
    def for_ruling(self) -> Invocation:
        """The invocation of a quick ruling, which is never posted where the bot can only answer."""
        return replace(self, channel=f"{ALONE}{self.channel.removeprefix(ALONE)}") if self.alone else self


def id_by_clock(encounter: str, what: str) -> str:
    """Return the interaction of a due order; `what` is unique in its encounter, so that the order is given once."""
    return f"{CLOCK}:{encounter}:{what}"


def by_the_clock(encounter: str, what: str, guild: str, channel: str, at: datetime) -> Invocation:
    """Return the invocation of a due order; `what` is as in `id_by_clock`."""
    return Invocation(
        interaction=id_by_clock(encounter, what),
        user=CLOCK,
        name="The clock",
        guild=guild,
        channel=channel,
        token="",
        at=at,
        powers=Powers(administers=True, manages_server=True, manages_channel=True),
    )
