"""What has been pressed already: some buttons carry out one order only, and a double click is two interactions.

Kept in memory and bounded: it guards against the second click, not against a deliberate one days later.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.game.errors import StoreError
from bot.game.referee import Outdated
from bot.game.requests import Incomplete
from rules.engine.errors import DiceWanted, Refusal

_MOST = 4096
_NOTHING_DONE = (Refusal, DiceWanted, Incomplete, StoreError)


class Claims:
    """Who was first to press something. Remembers the last `most` presses."""

    def __init__(self, most: int = _MOST) -> None:
        self._first: OrderedDict[str, int] = OrderedDict()
        self._most = most

    @contextmanager
    def once(self, key: str, interaction: int, sentence: str) -> Iterator[None]:
        """Do what is inside for one interaction only; delivered twice, it may pass again.

        Raises Outdated with the sentence for any other. A press that was refused may be tried again.
        """
        if self._first.setdefault(key, interaction) != interaction:
            raise Outdated(sentence)
        if len(self._first) > self._most:
            self._first.popitem(last=False)
        try:
            yield
        except _NOTHING_DONE:
            self._first.pop(key, None)
            raise


presses = Claims()
"""The presses of this process; custom ids and message ids are unique, so one memory serves all."""
