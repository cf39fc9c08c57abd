"""Values that follow from a few fields of an encounter: computed at the first call and kept beside the cached
properties.

A copy of the encounter (`rules.engine.records.copies.altered`) starts with the kept values. A kept value is valid as
long as the fields are the same objects, so it must not depend on anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, is_
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rules.engine.records.model import Encounter

P = ParamSpec("P")
V = TypeVar("V")


class Derived(Generic[P, V]):
    """A function of an encounter that is called only once while certain fields stay the same.

    Further arguments have to be the same in every call for an encounter: the rulebook, for example.
    """

    def __init__(self, function: Callable[Concatenate[Encounter, P], V], fields: tuple[str, ...]) -> None:
        self.__doc__ = function.__doc__
        self._function = function
        self._key = f"{function.__module__}.{function.__qualname__}"
        # With a single name, attrgetter would not return a tuple.
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
        """Return the kept value, even if it belongs to an earlier encounter with other fields; None if there is
        none.
        """
        kept: tuple[tuple[Any, ...], V] | None = encounter.__dict__.get(self._key)
        return None if kept is None else kept[1]

    def forget(self, encounter: Encounter) -> None:
        """Drop the kept value, of a copy for example whose value would refer to the copy itself."""
        encounter.__dict__.pop(self._key, None)


def derived(
    *fields: str,
) -> Callable[[Callable[Concatenate[Encounter, P], V]], Derived[P, V]]:
    """Return a decorator for a function that reads only these fields of an encounter."""
    return lambda function: Derived(function, fields)
