"""One test of many cells: all are looked at, and those that are wrong are named together.

A test of its own is collected by every worker and reported in three messages, which takes longer than to look at a cell
of a table. What begins a game, or takes long, stays a test of its own (`pytest.mark.parametrize`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")


def each(
    cases: Iterable[Case], name: Callable[[Case], object] = str
) -> Callable[[Callable[[Case], None]], Callable[[], None]]:
    """Return a decorator for a test that is to hold of each case. The test fails if one of them does, or if there is
    none, and gives the name of each that does and what is wrong with it."""
    every = [*cases]

    def of(holds: Callable[[Case], None]) -> Callable[[], None]:
        def test() -> None:
            assert every
            wrong = []
            for case in every:
                try:
                    holds(case)
                # Nothing was raised that should have been: pytest's exception for it is none of Python's own.
                except (Exception, pytest.fail.Exception) as error:
                    wrong.append(f"{name(case)}: {type(error).__name__}: {error}")
            assert not wrong, f"{len(wrong)} of {len(every)}\n" + "\n".join(wrong)

        test.__name__, test.__qualname__ = holds.__name__, holds.__qualname__
        test.__module__, test.__doc__ = holds.__module__, holds.__doc__
        return test

    return of
