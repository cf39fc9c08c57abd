"""Which change is switched on in this process, and which places it has reached."""

from __future__ import annotations

import os

SWITCH = "REFEREE_MUTATION"
"""The environment variable that switches a change on in new processes, by its key."""

active = os.environ.get(SWITCH, "")
reached: set[str] = set()


def on(key: str) -> bool:
    """Return whether the change is switched on. Called by woven modules each time they come to the place."""
    reached.add(key)
    return key == active


def switch(key: str) -> None:
    """Switch one change on, here and in the processes that this one will start; "" switches it off."""
    global active
    active = os.environ[SWITCH] = key
