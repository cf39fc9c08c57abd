"""The open families of records, to which rulesets add members: weapons, conditions, orders, effects.

The journal stores each member under its `kind`. The family of effects is in `rules.engine.scene.effects`.
"""

from __future__ import annotations

from typing import ClassVar

from rules.engine.records.frozen import dataclass


class Family:
    """A base class whose stored members are in `kinds`, by the word that each declares as its `kind`.

    Kinds are part of the database's layout: a kind stays when its class is renamed or moved. A class that declares no
    kind of its own is abstract and never stored.
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
        # A slotted dataclass is created twice; the second, final class replaces the first.
        other = cls.kinds.setdefault(cls.kind, cls)
        if other.__qualname__ != cls.__qualname__ or other.__module__ != cls.__module__:
            raise TypeError(f"{cls.__qualname__} and {other.__qualname__} declare the same kind, {cls.kind!r}")
        cls.kinds[cls.kind] = cls


@dataclass(frozen=True, slots=True)
class Weapon(Family):
    """A weapon of a ruleset; `name` is what players type."""

    name: str


class Condition(Family):
    """A ruleset's own record of one combatant: actions left, wounds and the like."""

    __slots__ = ()


class Order(Family):
    """An action that a player or the GM orders. Members: `rules.engine.records.orders` and rulesets.

    `passive`: it happens to its fighter when it is due; the fighter does nothing for it.
    """

    __slots__ = ()
    passive: ClassVar[bool] = False
