"""A copy with other values is what `dataclasses.replace` makes of it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from rules.engine.copies import altered
from rules.engine.model import Ammunition
from tests.rules.test_effects import BASE, ONE


@pytest.mark.parametrize("changes", [{}, {"title": "Other"}, {"passed": (), "ended": True}])
def test_the_same_but_for_the_changes(changes: dict[str, Any]) -> None:
    kept = replace(BASE)
    copy = altered(BASE, **changes)
    assert copy == replace(BASE, **changes)
    assert hash(copy) == hash(replace(BASE, **changes))
    assert kept == BASE


def test_the_copy_cannot_be_changed_either() -> None:
    copy = altered(ONE, in_hand=1)
    assert (copy.in_hand, ONE.in_hand) == (1, 0)
    with pytest.raises(FrozenInstanceError):
        copy.in_hand = 0  # type: ignore[misc]


def test_a_record_that_checks_its_values_is_not_copied_unchecked() -> None:
    with pytest.raises(AttributeError, match="__dict__"):
        altered(Ammunition("boxes", 16, 16), loaded=17)
