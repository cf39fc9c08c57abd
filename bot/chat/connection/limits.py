"""Limits the orders that a user, and all users of a channel, may give in a minute, with token buckets.

A bucket holds the orders of half a minute and fills up evenly. An order takes one from each bucket it belongs to, or,
if one of them is empty, none. Suggestions are free. A second delivery of an interaction is judged like the first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from discord import AppCommandOptionType, InteractionType

from bot.errors import TooFast
from bot.game.entries.bounded_mapping import BoundedMapping

_MOST = 4096
"""The most buckets, and interactions, that are kept in memory: the ones used last."""
_BURST = 0.5
"""Minutes' worth of orders that may be given at once."""
_CHANNEL = 5
"""A channel may have this many times a user's orders."""
_FILES = 1 / 6
"""The share of the orders that may be about files and pictures."""

_MOMENT = 1e-6
"""Seconds below which a wait is only an error of rounding."""

FILES = frozenset({("export", ""), ("dice verify", ""), ("odds", "compare"), ("privacy show", "")})
"""The commands that make or check a file or a picture, with the option that causes it. Uploads count as well."""

_COMMANDS = (InteractionType.application_command.value, InteractionType.autocomplete.value)
_INNER = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)

_USER = "You gave more than {} orders in a minute"
_EVERYONE = "This channel gave more than {} orders in a minute"
_USER_FILES = "You asked for more than {} files or pictures in a minute"
_EVERYONE_FILES = "This channel asked for more than {} files or pictures in a minute"


class Limits:
    """The buckets of one process; `per_minute` is how many orders a user may give, 0 for any number.

    `clock` returns seconds that only ever increase.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._per_minute = per_minute
        self._clock = clock
        # When a bucket will be full again is all that has to be known of it.
        self._full_at = BoundedMapping[tuple[str, str], float](_MOST)
        self._judged = BoundedMapping[str, str](_MOST)

    def __len__(self) -> int:
        return len(self._full_at)

    def check(self, interaction: Mapping[str, Any]) -> None:
        """Count an interaction as Discord sends it. Raises TooFast if a bucket is empty; nothing is counted then."""
        if not self._per_minute or interaction["type"] == InteractionType.autocomplete.value:
            return
        id = str(interaction["id"])
        if id not in self._judged:
            self._judged[id] = self._counted(list(self._buckets(interaction)))
        if sentence := self._judged[id]:
            raise TooFast(sentence)

    def _counted(self, buckets: list[tuple[str, str, float]]) -> str:
        """Take one from each bucket (sentence, id, orders a minute). Return the refusal if one is empty, or ""."""
        now = self._clock()
        full_at: dict[tuple[str, str], float] = {}
        longest, why = 0.0, ""
        for sentence, id, rate in buckets:
            each = 60 / rate
            full = max(self._full_at.get((sentence, id), now), now) + each
            # An empty bucket that holds one order or more.
            wait = full - now - max(_BURST * 60, each)
            if wait > max(longest, _MOMENT):
                seconds = math.ceil(wait)
                again = f"Try again in {seconds} second{'' if seconds == 1 else 's'}."
                longest, why = wait, f"{sentence.format(max(1, round(rate)))}. {again}"
            full_at[sentence, id] = full
        if why:
            return why
        self._full_at.update(full_at)
        while self._full_at and next(iter(self._full_at.values())) <= now:
            self._full_at.popitem(last=False)
        return ""

    def _buckets(self, interaction: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
        user = str((interaction.get("member") or interaction)["user"]["id"])
        channel = str(interaction.get("channel_id", ""))
        rate = float(self._per_minute)
        yield _USER, user, rate
        yield _EVERYONE, channel, rate * _CHANNEL
        if _about_files(interaction):
            yield _USER_FILES, user, rate * _FILES
            yield _EVERYONE_FILES, channel, rate * _FILES * _CHANNEL


def _about_files(interaction: Mapping[str, Any]) -> bool:
    """Return whether an order brings a file, or asks for one or for a picture."""
    data = interaction.get("data") or {}
    if (data.get("resolved") or {}).get("attachments"):
        return True
    if interaction["type"] not in _COMMANDS:
        return False
    name, options = str(data.get("name", "")), list(data.get("options") or [])
    while options and options[0]["type"] in _INNER:
        name, options = f"{name} {options[0]['name']}", list(options[0].get("options") or [])
    return any((name, option) in FILES for option in ("", *(str(o["name"]) for o in options)))
