"""The rules alone: Aliens shots a second on one core, every step kept, the dice verifiable."""

from __future__ import annotations

import time

from bot import codec
from rules import conduct
from rules.dice import KeyedDice, order_digest
from rules.orders import Fire, Target
from rules.scene import Scene
from rules.shelf import shelf

_SHOTS = 5_000


def shots_a_second() -> float:
    """How many shots a second are resolved, from the order to the new state, without a database."""
    book = shelf()["aliens"]
    encounter = conduct.staged(book, *(book.profile(line, {}) for line in ("rifleman", "alien")))
    order = Fire("c1", (Target("c2"),), range=9)
    digest = order_digest(codec.canonical(order))
    began = time.perf_counter()
    for n in range(_SHOTS):
        conduct.resolve(order, Scene(encounter, KeyedDice(b"\0" * 32, "bench", n, digest)), book)
    return _SHOTS / (time.perf_counter() - began)
