"""The level of detail of a message: the person's own setting, or else their channel's.

All of it is one press on Details away, whatever the level.
"""

from __future__ import annotations

from enum import Enum


class Detail(Enum):
    """SHORT: a line or two without an embed. NORMAL: the result and its throws. FULL: every step."""

    SHORT = "short"
    NORMAL = "normal"
    FULL = "full"


USUAL = Detail.NORMAL
"""The level if none is set."""


def chosen(*set_by: str | None) -> Detail:
    """Return the first level that is set, in order of importance, or USUAL if none is."""
    return next((Detail(one) for one in set_by if one), USUAL)
