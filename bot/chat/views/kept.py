"""Data that a button needs and its custom id cannot hold: kept in memory by a random word, bounded in number and
time."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from bot.game.errors import Outdated
from bot.game.presses import ELSEWHERE
from rules.engine.errors import NotNow

T = TypeVar("T")

LIFETIME = 15 * 60.0
_MOST = 1000


class Kept(Generic[T]):
    """At most `most` things, each for LIFETIME seconds and one channel; `sentence` says what to do when one is gone."""

    def __init__(self, sentence: str, clock: Callable[[], float] = time.monotonic, most: int = _MOST) -> None:
        self._kept: OrderedDict[str, tuple[T, str, float]] = OrderedDict()
        self._sentence = sentence
        self._clock = clock
        self._most = most

    def keep(self, thing: T, channel: str) -> str:
        """Keep it for a channel, and return its word, 16 hexadecimal digits."""
        now = self._clock()
        while self._kept and (len(self._kept) >= self._most or next(iter(self._kept.values()))[2] <= now):
            self._kept.popitem(last=False)
        word = secrets.token_hex(8)
        self._kept[word] = thing, channel, now + LIFETIME
        return word

    def get(self, word: str, channel: str) -> T:
        """Return the thing of that word. Raises Outdated, or NotNow in another channel."""
        thing, where, until = self._kept.get(word, (None, "", 0.0))
        if thing is None or until <= self._clock():
            raise Outdated(self._sentence)
        if where != channel:
            raise NotNow(ELSEWHERE)
        return thing

    def drop(self, word: str) -> None:
        """Forget the thing of that word."""
        self._kept.pop(word, None)
