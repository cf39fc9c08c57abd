"""The four open families of records: weapons, conditions, orders and effects.

Rulesets add members; the journal stores each under its `kind`, so a family knows its members by that word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from rules.model import Encounter


class Family:
    """A base whose subclasses are found by kind: `Fire`, or `aliens.Fighter` inside a ruleset's package."""

    __slots__ = ()
    kinds: ClassVar[dict[str, type[Family]]]
    _kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if Family in cls.__bases__:
            cls.kinds = {}
            return
        package = cls.__module__.split(".")[1:-1]
        cls._kind = ".".join([*package, cls.__name__])
        # A slotted dataclass is made twice; the second, final class takes the first one's place.
        cls.kinds[cls._kind] = cls

    @classmethod
    def kind(cls) -> str:
        """The word under which records of this class are stored."""
        return cls._kind


@dataclass(frozen=True, slots=True)
class Weapon(Family):
    """One weapon as a ruleset knows it; `name` is what players type."""

    name: str


class Condition(Family):
    """What a ruleset keeps about one combatant: actions left, wounds and the like."""

    __slots__ = ()


class Order(Family):
    """What somebody wants done. Members: `rules.orders`."""

    __slots__ = ()


class Effect(Family):
    """One change of an encounter. Members: `rules.effects`.

    `words` are what a ruleset's own says of itself; the table's are told with the names of those concerned.
    """

    __slots__ = ()
    words: ClassVar[str] = ""

    def on(self, encounter: Encounter) -> Encounter:
        """The encounter after this change."""
        raise NotImplementedError
