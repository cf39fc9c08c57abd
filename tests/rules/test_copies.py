"""Records and their copies: a copy with other values is what `dataclasses.replace` makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import copies
from rules.engine.copies import altered
from rules.engine.model import Ammunition, Spare
from tests.rules.test_effects import BASE, ONE


@pytest.mark.parametrize("changes", [{}, {"title": "Other"}, {"passed": (), "ended": True}])
def test_the_same_but_for_the_changes(changes: dict[str, Any]) -> None:
    kept = replace(BASE)
    copy = altered(BASE, **changes)
    assert copy == replace(BASE, **changes)
    assert hash(copy) == hash(replace(BASE, **changes))
    assert kept == BASE


def test_the_type_checker_refuses_changes_of_a_record() -> None:
    copy = altered(ONE, in_hand=1)
    # mypy reports an unused `ignore`, so this line fails the check of types if records are no longer frozen for it.
    copy.in_hand = 2  # type: ignore[misc]
    assert (copy.in_hand, ONE.in_hand) == (2, 0)


@pytest.mark.parametrize("change", [{"count": 20}, {"sort": "AP"}, {}])
def test_a_record_with_slots_is_replaced_like_any_other(change: dict[str, Any]) -> None:
    spare = Spare(30, 2, "FMJ", short=3)
    copy = copies.replace(spare, **change)
    assert copy == replace(spare, **change) and copy.short == 3
    assert hash(copy) == hash(replace(spare, **change))


def test_a_replaced_record_is_checked_like_a_new_one() -> None:
    with pytest.raises(ValueError, match="impossible spare"):
        copies.replace(Spare(30), count=0)


def test_the_switches_follow_their_encounter() -> None:
    first = altered(BASE, switches=(("a", "on"),))
    assert first.settings["a"] == "on"
    second = altered(first, switches=(("a", "off"),))
    assert (first.settings["a"], second.settings["a"]) == ("on", "off")


def test_a_record_that_checks_its_values_is_not_copied_unchecked() -> None:
    with pytest.raises(AttributeError, match="__dict__"):
        altered(Ammunition("boxes", 16, 16), loaded=17)
