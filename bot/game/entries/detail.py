"""How a message is written: how much of a result it tells at once, and whether it is plain text for a screen reader.

Each is what a person has set for themselves, else what their channel has. All of a result is one press on Details away,
whatever the level.
"""

from __future__ import annotations

from enum import Enum


class Detail(Enum):
    """SHORT: a line or two without an embed. NORMAL: the result and its throws. FULL: every step."""

    SHORT = "short"
    NORMAL = "normal"
    FULL = "full"


ON = "on"
"""The value of the setting of those who use a screen reader."""
USUAL = Detail.NORMAL
"""The level if none is set."""


def chosen(*set_by: str | None) -> Detail:
    """Return the first level that is set, in order of importance, or USUAL if none is."""
    return next((Detail(one) for one in set_by if one), USUAL)


def for_screen_readers(*set_by: str | None) -> bool:
    """Return the first setting that is "on" or "off", the most important first; off if none was set."""
    return next((one == ON for one in set_by if one), False)
