"""A rulebook's part in plans, whose orders are carried out when no player is there."""

from __future__ import annotations

from typing import Protocol

from rules.engine.records.agenda import Plan, Question
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene


class Planned(Protocol):
    """The members of a ruleset by which fighters carry out plans."""

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        """Return what to carry out now for a planned order, usually the order itself; None to wait.

        `threat`: it is urgent.
        """

    def forearmed(self, plan: Plan, scene: Scene) -> Plan:
        """Prepare instructions in a plan that take effect beforehand, such as ducking when fired upon; return the plan
        to keep.
        """

    def planned_aims(self, encounter: Encounter, order: Order) -> tuple[int, ...]:
        """Return the aims of which a planned attack that names none takes the best; () if it needs none."""

    def planned_answer(self, question: Question, plan: Plan) -> str:
        """Return the choice that a fighter's plan makes beforehand, "" if their player must be asked."""
