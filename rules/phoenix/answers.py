"""Questions to a fighter, each known by its choices, and the rule that takes the answer."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.agenda import Question
from rules.engine.orders import Answer
from rules.engine.records import Order
from rules.phoenix.book import Scene
from rules.phoenix.hooks import Hook

Rule = Callable[[Answer, Scene], tuple[Order, ...]]
"""Takes the question off the agenda and does what was answered; returns the orders that waited for the answer."""
RULES = Hook[tuple[tuple[str, ...], Rule]]()
"""The choices of each question, with the rule that takes its answer."""


def answer(order: Answer, scene: Scene) -> tuple[Order, ...]:
    """Answer the first question to the actor that offers this choice; return the orders that waited for it. Raises
    NotNow."""
    questions = (m for m in scene.encounter.agenda if isinstance(m, Question) and m.to == order.actor)
    question = next(q for q in questions if order.choice in q.choices)
    return dict(RULES)[question.choices](order, scene)
