"""Values kept of an encounter hold for those made of it as long as the fields that they follow from are the same."""

from __future__ import annotations

from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.derived import derived
from rules.engine.records.model import Encounter

ASKED: list[str] = []


@derived("title", "clock")
def heading(encounter: Encounter, mark: str) -> str:
    """Return the title and the turn."""
    ASKED.append(encounter.title)
    return f"{encounter.title}{mark} {encounter.clock.turn}"


def test_it_is_worked_out_once_while_its_fields_are_the_same() -> None:
    ASKED.clear()
    corridor = replace(UNOPENED, title="The corridor")
    assert heading(corridor, "!") == heading(corridor, "!") == "The corridor! 1"
    later = altered(corridor, passed=("a",))
    assert heading(later, "!") == heading(altered(later, ended=True), "!") == "The corridor! 1"
    assert ASKED == ["The corridor"]


def test_another_value_of_a_field_has_it_worked_out_again() -> None:
    ASKED.clear()
    corridor = replace(UNOPENED, title="The corridor")
    assert heading(corridor, "!") == "The corridor! 1"
    later = altered(corridor, clock=Clock(3))
    assert heading.latest(later) == "The corridor! 1"
    assert heading(later, "!") == heading.latest(later) == "The corridor! 3"
    assert heading(corridor, "!") == "The corridor! 1"
    assert ASKED == ["The corridor", "The corridor"]


def test_nothing_is_kept_of_an_encounter_that_was_never_asked_about() -> None:
    assert heading.latest(replace(UNOPENED, title="The corridor")) is None
