"""A rulebook's part in plans, whose orders are carried out when no player is there."""

from __future__ import annotations

from typing import Protocol

from rules.engine.records.agenda import Line, Plan, Question
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene


class Planned(Protocol):
    """The members of a ruleset by which fighters carry out plans."""

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        """Return what to carry out now for a planned order, usually the order itself; None to wait.

        `threat`: it is urgent.
        """

    def instructs(self, line: Line) -> bool:
        """Return whether a line of a plan takes effect beforehand, by the rule that brings its condition about, such as
        ducking when fired upon. It is never carried out as an order: the rule marks it as done when it takes effect.
        """

    def steadies(self, order: Order) -> bool:
        """Return whether an order makes a fighter ready to fire: a plan finishes it before it fires at somebody who
        shows.
        """

    def poised(self, actor: str, encounter: Encounter) -> Encounter:
        """Return the encounter with a fighter as they are once they have done nothing else for a moment, for the choice
        of a planned attack's aim.
        """

    moving_fire: str
    """How a fighter fires who has just moved: "fires from the hip"."""
    breaks_off: str
    """The command that ends the order under way without another one, "" if the book has none."""

    def planned_aims(self, encounter: Encounter, order: Order) -> tuple[int, ...]:
        """Return the aims of which a planned attack that names none takes the best; () if it needs none."""

    def planned_cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        """Return those `Ruleset.cautions` for which a plan does not carry out an order: all but those about work that a
        line may interrupt.
        """

    def planned_answer(self, question: Question, plan: Plan) -> str:
        """Return the choice that a fighter's plan makes beforehand, "" if their player must be asked."""
