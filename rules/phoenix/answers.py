"""Questions that are put to somebody, and the rule that takes his answer: known by the choices they leave him."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.engine.agenda import Question
from rules.engine.orders import Answer
from rules.engine.records import Order
from rules.phoenix.book import Scene
from rules.phoenix.ground import ducking
from rules.phoenix.optional.arrests import custody
from rules.phoenix.optional.nerve import breaking

Rule = Callable[[Answer, Scene], tuple[Order, ...]]
"""Takes the question off the agenda and does as was answered; gives the orders that waited for it."""
RULES: Mapping[tuple[str, ...], Rule] = {
    breaking.CHOICES: breaking.answer,
    (custody.COMPLY, custody.REFUSE): custody.answer,
    (ducking.DUCK, ducking.STAY): lambda order, scene: ducking.answer(order, scene),
}


def answer(order: Answer, scene: Scene) -> tuple[Order, ...]:
    """Answer the first question put to him that leaves him this choice, as one does; returns what waited for it, to be
    carried out now. Raises NotNow."""
    put = (m for m in scene.encounter.agenda if isinstance(m, Question) and m.to == order.actor)
    asked = next(question for question in put if order.choice in question.choices)
    return RULES[asked.choices](order, scene)
