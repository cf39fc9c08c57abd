"""Calls the rule that takes the answer to each kind of question."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.agenda import Question
from rules.engine.records.orders import Answer
from rules.engine.records.records import Order
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.book import Scene

Rule = Callable[[Question, str, Scene], tuple[Order, ...]]
"""Takes a question, the id of the choice and the scene.

Removes the question, carries out the choice and returns the orders that waited.
"""
RULES = Hook[tuple[str, Rule]]()
"""The kind of each question, with the rule that takes its answer."""


def answer(order: Answer, scene: Scene) -> tuple[Order, ...]:
    """Answer the actor's first question that offers this choice; return the orders that waited for it.

    Raises NotNow.
    """
    questions = (m for m in scene.encounter.agenda if isinstance(m, Question) and m.to == order.actor)
    question = next(q for q in questions if order.choice in q.choices)
    return dict(RULES.all)[question.kind](question, question.chosen(order.choice), scene)
