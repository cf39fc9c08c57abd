"""What somebody is in the middle of, as it is given up because the GM sets him right."""

from __future__ import annotations

from rules.engine.agenda import Question
from rules.engine.effects import Planned
from rules.engine.orders import without
from rules.engine.records import Order
from rules.engine.scene import Scene


def give_up(subject: str, scene: Scene, *kinds: type[Order]) -> list[str]:
    """Take what he is in the middle of off the agenda, if it is of these kinds; without kinds his orders that wait for
    an answer and the questions to him as well. Returns what was dropped, in words."""
    agenda = scene.encounter.agenda
    task = scene.encounter.task(subject)
    if kinds:
        kept = tuple(m for m in agenda if not (task and m is task and isinstance(task.order, kinds)))
    else:
        kept = tuple(m for m in without(agenda, subject) if not (isinstance(m, Question) and m.to == subject))
    if kept == agenda:
        return []
    scene.do(Planned(kept))
    said = ["what he was at is given up"] if task and task not in kept else []
    answered = [m.to for m in kept if isinstance(m, Question)]
    dropped = any(isinstance(m, Question) and m.to not in answered for m in agenda)
    return [*said, "the open question is dropped"] if dropped else said
