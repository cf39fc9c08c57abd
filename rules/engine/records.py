"""The open families of records: weapons, conditions, orders, and in `rules.engine.effects` effects.

Rulesets add members; the journal stores each under its `kind`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


class Family:
    """A base whose stored members are found by kind: the word that a member declares for itself in `kind`.

    The kind is part of the database's layout: it stays when a class is renamed or its module moves. A class without one
    of its own is an abstract base and is never stored.
    """

    __slots__ = ()
    kinds: ClassVar[dict[str, type[Family]]]
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if Family in cls.__bases__:
            cls.kinds = {}
            return
        if not vars(cls).get("kind"):
            cls.kind = ""
            return
        # A slotted dataclass is made twice; the second, final class takes the first one's place.
        other = cls.kinds.setdefault(cls.kind, cls)
        if other.__qualname__ != cls.__qualname__ or other.__module__ != cls.__module__:
            raise TypeError(f"{cls.__qualname__} and {other.__qualname__} declare the same kind, {cls.kind!r}")
        cls.kinds[cls.kind] = cls


@dataclass(frozen=True, slots=True)
class Weapon(Family):
    """One weapon as a ruleset knows it; `name` is what players type."""

    name: str


class Condition(Family):
    """What a ruleset keeps about one combatant: actions left, wounds and the like."""

    __slots__ = ()


class Order(Family):
    """What somebody wants done. Members: `rules.engine.orders`."""

    __slots__ = ()
