"""The people of an encounter by name, for a file that goes to others: user ids stay out of it.

Names are those that Discord shows, where they are known; everyone else is "GM 1", "player 1" and so on. Equal names are
told apart by a number. Names are given in the order in which they are asked for, so that in a file of one side they
count nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from bot.game.redaction import renamed
from rules.engine.references import OPENING

_ID = re.compile(rb'"(?:%b)?([0-9]{17,20})"|<@!?([0-9]{17,20})>' % OPENING.encode())
"""A whole JSON string, the key of a side, or a mention, with an id of Discord's."""


class People:
    """Gives each user one name. `known` are display names by user id, `gms` the ids of those who led it."""

    def __init__(self, known: Mapping[str, str], gms: Collection[str]) -> None:
        self._known, self._gms = known, {*gms}
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def name(self, user: str) -> str:
        """Return the user's name; someone new gets the next number."""
        if user not in self._names and (name := self._known.get(user)):
            self._names[user] = self._free(name)
        elif user not in self._names:
            role, n = "GM" if user in self._gms else "player", 1
            while f"{role} {n}".casefold() in self._taken:
                n += 1
            self._names[user] = self._free(f"{role} {n}")
        return self._names[user]

    def without_ids(self, written: bytes, kept: Collection[str] = ()) -> bytes:
        """Return JSON with names in place of user ids. `kept` are ids of something else."""
        for whole, mentioned in _ID.findall(written):
            if (id := (whole or mentioned).decode()) not in kept:
                self.name(id)
        return renamed(written, self._names)

    def _free(self, name: str) -> str:
        free, n = name, 1
        while free.casefold() in self._taken:
            n += 1
            free = f"{name} ({n})"
        self._taken.add(free.casefold())
        return free
