"""Remembers which buttons were pressed: some give one order only, and a double click is two interactions.

Kept in memory and bounded: this guards against a double click, not against a deliberate press days later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.errors import BotError, Outdated
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.requests import Incomplete
from rules.engine.records.errors import DiceWanted, Refusal

_MOST = 4096
_NOTHING_DONE = (Refusal, DiceWanted, Incomplete, BotError)


class Claims:
    """The first interaction of each press, for the last `most` presses."""

    def __init__(self, most: int = _MOST) -> None:
        self._first = BoundedMapping[str, int](most)

    @contextmanager
    def once(self, key: str, interaction: int, sentence: str) -> Iterator[Callable[[], None]]:
        """Run the body for one interaction only; a second delivery of the same one may run it again.

        Raises Outdated with the sentence for any other. A press that was refused may be tried again; so may one that
        did nothing, if the body calls what it is given.
        """
        if self._first.setdefault(key, interaction) != interaction:
            raise Outdated(sentence)

        def release() -> None:
            self._first.pop(key, None)

        try:
            yield release
        except _NOTHING_DONE:
            release()
            raise


presses = Claims()
"""The presses of this process; custom ids and message ids are unique, so one memory serves all."""
