"""Every order as a long one, so that short fights go the way of the longest orders."""

from __future__ import annotations

import pytest

from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.shelf import shelf


def _long(book: object, order: Order, encounter: Encounter) -> bool:
    return True


def make_long(patch: pytest.MonkeyPatch) -> None:
    """Have each rulebook call every order long."""
    for book in shelf().values():
        patch.setattr(type(book), "long", _long, raising=False)
