"""The luck of tests. A test has the same seeds in every run, so that what fails by its dice fails again.

Processes that tests start, and `make test-all`, have new ones each time.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from hypothesis import settings

from tests.examples import QUICK

LUCK = random.Random()
_by_chance = secrets.token_bytes
# How many bytes the id and the seed of an encounter have. When other secrets are drawn depends on the network.
_OF_ENCOUNTERS = (5, 32)


def drawn(size: int | None = None) -> bytes:
    """Instead of `secrets.token_bytes`."""
    return LUCK.randbytes(size) if size in _OF_ENCOUNTERS else _by_chance(size)


@contextmanager
def fixed(name: str) -> Iterator[None]:
    """Draw seeds that depend on this name alone inside the block."""
    before = LUCK.getstate()
    LUCK.seed(name)
    try:
        yield
    finally:
        LUCK.setstate(before)


def of(name: str) -> AbstractContextManager[None]:
    """Draw seeds that depend on this name alone inside the block, except in `make test-all`."""
    return fixed(name) if settings.get_current_profile_name() == QUICK else nullcontext()
