"""Data that a private question or form needs and its custom id cannot hold: kept in memory by a random word, bounded in
number and time, for one user in one channel. Custom ids can be copied."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from bot.chat.outgoing.messages import AnyInteraction
from bot.chat.outgoing.seats import keep_seat
from bot.errors import Outdated
from bot.game.journal.presses import ELSEWHERE
from rules.engine.records.errors import NotAllowed, NotNow

T = TypeVar("T")

LIFETIME = 15 * 60.0
_MOST = 1000
_NOT_YOURS = "Only the player who was asked may use that. Give your own order."


class Addressee(NamedTuple):
    """The user who is asked in private, and the channel (ids)."""

    user: str
    channel: str

    @classmethod
    def by(cls, interaction: AnyInteraction) -> Addressee:
        """Return the user and the channel of an interaction."""
        return cls(str(interaction.user.id), str(interaction.channel_id))

    def check(self, interaction: AnyInteraction) -> None:
        """Raise NotNow in another channel, NotAllowed for another user."""
        user, channel = Addressee.by(interaction)
        if channel != self.channel:
            raise NotNow(ELSEWHERE)
        if user != self.user:
            raise NotAllowed(_NOT_YOURS)


class ButtonMemory(Generic[T]):
    """At most `most` things, each for LIFETIME seconds, one user and one channel.

    `sentence` says what to do when one is gone.
    """

    def __init__(self, sentence: str, clock: Callable[[], float] = time.monotonic, most: int = _MOST) -> None:
        self._kept: OrderedDict[str, tuple[T, Addressee, float]] = OrderedDict()
        self._sentence = sentence
        self._clock = clock
        self._most = most

    def keep(self, thing: T, interaction: AnyInteraction) -> str:
        """Keep it for the user and the channel of an interaction, and return its word, 16 hexadecimal digits."""
        now = self._clock()
        while self._kept and (len(self._kept) >= self._most or next(iter(self._kept.values()))[2] <= now):
            self._kept.popitem(last=False)
        word = secrets.token_hex(8)
        keep_seat(word, interaction)
        self._kept[word] = thing, Addressee.by(interaction), now + LIFETIME
        return word

    def get(self, word: str, interaction: AnyInteraction) -> T:
        """Return the thing of that word. Raises Outdated; NotNow in another channel, NotAllowed for another user."""
        kept = self._kept.get(word)
        if kept is None or kept[2] <= self._clock():
            raise Outdated(self._sentence)
        kept[1].check(interaction)
        return kept[0]

    def drop(self, word: str) -> None:
        """Forget the thing of that word."""
        self._kept.pop(word, None)
