"""The people of an encounter by name, for a file that goes to others: user ids stay out of it.

Names are those that Discord shows, where they are known; everyone else is "GM 1", "player 1" and so on. Equal names are
told apart by a number. Names are given in the order in which they are asked for, so that in a file of one side they
count nobody else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from bot.game.entries.invocation import PROGRAM
from bot.game.entries.redaction import renamed

_LIKE_AN_ID = re.compile("[0-9]{17,20}")


class People:
    """Gives each user one name. `known` are display names by user id, `gms` the ids of those who led it."""

    def __init__(self, known: Mapping[str, str], gms: Collection[str]) -> None:
        self._known, self._gms = known, {*gms}
        self._names: dict[str, str] = {}
        self._taken = {*PROGRAM}

    def name(self, user: str) -> str:
        """Return the user's name; someone new gets the next number. The program's own words stay as they are."""
        if user in PROGRAM:
            return user
        if user not in self._names:
            # An import would take a name that looks like an id for one.
            name = self._known.get(user, "")
            self._names[user] = self._free(name) if name and not _LIKE_AN_ID.fullmatch(name) else self._numbered(user)
        return self._names[user]

    def _numbered(self, user: str) -> str:
        role, n = "GM" if user in self._gms else "player", 1
        while f"{role} {n}".casefold() in self._taken:
            n += 1
        return self._free(f"{role} {n}")

    def without_ids(self, written: bytes, kind: Any = None) -> bytes:
        """Return the JSON of a record of this type with names in place of user ids; without a type, of texts alone."""
        return renamed(written, kind, self.name)

    def _free(self, name: str) -> str:
        free, n = name, 1
        while free.casefold() in self._taken:
            n += 1
            free = f"{name} ({n})"
        self._taken.add(free.casefold())
        return free
