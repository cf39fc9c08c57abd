"""Loose dice for /roll: drawn from a secret of the server and the interaction's id, so that nobody chooses them.

Nothing is stored: a second delivery of the same interaction throws the same dice.
"""

from __future__ import annotations

from bot.occasion import Occasion
from bot.store import Store
from rules import throws
from rules.dice import KeyedDice, order_digest
from rules.throws import Thrown

_SECRET = "loose dice"


async def rolled(store: Store, occasion: Occasion, line: str) -> Thrown:
    """Throw a line of dice. Raises BadDice, StoreUnavailable."""
    terms = throws.parse(line)
    secret = await store.secret(_SECRET)
    return throws.throw(terms, KeyedDice(secret, f"r{occasion.interaction}", 1, order_digest(line.encode())))
