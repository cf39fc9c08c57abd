"""What follows from a few fields of an encounter: worked out when it is first asked for, and kept beside the
encounter's cached properties.

An encounter that is made of it (`rules.engine.copies.altered`) begins with what is kept. It holds there as long as the
fields are the same objects; so nothing that is kept may depend on anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, is_
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rules.engine.model import Encounter

P = ParamSpec("P")
V = TypeVar("V")


class Derived(Generic[P, V]):
    """A function of an encounter that is called once as long as certain fields are the same.

    What else is given to it has to be the same in every call for an encounter: the rulebook, for example.
    """

    def __init__(self, function: Callable[Concatenate[Encounter, P], V], fields: tuple[str, ...]) -> None:
        self.__doc__ = function.__doc__
        self._function = function
        self._key = f"{function.__module__}.{function.__qualname__}"
        # Of one name alone it would give no tuple.
        self._made_of: Callable[[Encounter], tuple[Any, ...]] = attrgetter("id", *fields)

    def __call__(self, encounter: Encounter, *given: P.args, **named: P.kwargs) -> V:
        made_of = self._made_of(encounter)
        kept: tuple[tuple[Any, ...], V] | None = encounter.__dict__.get(self._key)
        if kept is not None and all(map(is_, kept[0], made_of)):
            return kept[1]
        value = self._function(encounter, *given, **named)
        encounter.__dict__[self._key] = made_of, value
        return value

    def latest(self, encounter: Encounter) -> V | None:
        """Return what is kept, even of an encounter with other fields that this one was made of; None for nothing."""
        kept: tuple[tuple[Any, ...], V] | None = encounter.__dict__.get(self._key)
        return None if kept is None else kept[1]


def derived(
    *fields: str,
) -> Callable[[Callable[Concatenate[Encounter, P], V]], Derived[P, V]]:
    """Return a decorator for a function of an encounter that reads these fields of it alone."""
    return lambda function: Derived(function, fields)
