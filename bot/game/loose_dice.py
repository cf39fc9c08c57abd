"""Loose dice for /roll: drawn from a secret of the server and the interaction's id, so that no one can choose them.

Nothing is stored: a second delivery of the same interaction throws the same dice.
"""

from __future__ import annotations

from bot.game.invocation import Invocation
from bot.game.store import Store
from rules.engine import throws
from rules.engine.dice import KeyedDice, order_digest
from rules.engine.throws import Thrown

_SECRET = "loose dice"


async def thrown(store: Store, invocation: Invocation, line: str) -> Thrown:
    """Throw a line of dice. Raises BadDice, StoreUnavailable."""
    terms = throws.parse(line)
    secret = await store.secret(_SECRET)
    return throws.throw(terms, KeyedDice(secret, f"r{invocation.interaction}", 1, order_digest(line.encode())))
