"""Stored texts of fights at random by chapter 5, the Tournament Rules and scenario 2: fighters by reference, in clauses
that make the outcome, and the section of every step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from rules.engine.conduct import conduct
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Ambiguous, UnknownName
from rules.engine.records.orders import Act, Muster
from rules.engine.records.records import Order
from rules.engine.records.steps import Ruling, Step
from rules.engine.scene.scene import Part
from tests.rules.phoenix.at_random import Tried
from tests.rules.phoenix.optional_at_random import OptionalPlay

NAME = "Zyxw"
TABLE = ("Seed", "Hash", "Verify", "Rulebook", "Dice", "Next", "Switch")
"""Labels of steps that no rule of the book makes."""
LABELS = {
    **dict.fromkeys(("ESM", "Heard", "Sound", "Background"), ("5.3",)),
    **dict.fromkeys(("Course of Action", "Initiative", "Orders"), ("5.5",)),
    **dict.fromkeys(("Morale", "Critical Distance", "Missed by", "Flight"), ("5.6",)),
    "Pin": ("5.9",),
    "Under fire": ("5.10",),
    "Knock Down": ("5.12",),
    "Effect": ("5.13",),
    "Hero": ("5.14",),
    "Victory": ("4.4",),
    "Force": ("4.2",),
}
"""Steps that these rules alone make, and the sections of the book where those rules are."""


class OddlyNamed(OptionalPlay):
    """A fight of people whose names are no words; its texts are as they are stored. They type names in lower case."""

    resolve = staticmethod(conduct.resolve)

    def give(self, order: Order) -> Tried:
        if isinstance(order, Act):
            order = replace(order, what=order.what.replace(NAME, NAME.lower()))
        return super().give(order)

    def newcomer(self) -> Muster:
        return replace(super().newcomer(), name=NAME)

    def fighter(self, n: int, mapped: bool, bought: bool) -> Muster:
        return replace(super().fighter(n, mapped, bought), name=f"{NAME} {n}")


def texts(part: Part) -> Iterator[str]:
    yield part.resolution.outcome
    for step in part.resolution.steps:
        yield from (str(getattr(step, field.name)) for field in fields(step))
    yield from (item.text for item in part.encounter.agenda if isinstance(item, Question))


def placed(step: Step) -> bool:
    if isinstance(step, Ruling):
        return bool(step.section)
    return step.label in TABLE or step.section in LABELS.get(step.label, (step.section or "missing",))


@pytest.mark.parametrize("seed", range(30))
def test_what_is_stored(seed: int) -> None:
    for tried in OddlyNamed(seed).steps(70):
        if not isinstance(tried.refused, Ambiguous | UnknownName):  # they list the names that can be typed
            assert NAME not in str(tried.refused), tried.refused
        if isinstance(tried.order, Muster):
            continue
        for part in tried.parts:
            assert "".join(clause.text for clause in part.resolution.clauses) == part.resolution.outcome
            assert not [text for text in texts(part) if NAME in text]
            assert not [step for step in part.resolution.steps if not placed(step)]
