"""Drops what a fighter is doing, because of a correction or of something that happens to them."""

from __future__ import annotations

from rules.engine.records.agenda import Question
from rules.engine.records.records import Order
from rules.engine.scene.pending import without
from rules.engine.scene.scene import Scene


def give_up(subject: str, scene: Scene, *kinds: type[Order]) -> list[str]:
    """Remove the fighter's task from the agenda, if its order is of these kinds, and return what was dropped, in words.

    Without kinds, orders that wait for an answer and the questions to the fighter are dropped as well.
    """
    agenda = scene.encounter.agenda
    task = scene.encounter.task(subject)
    if kinds:
        kept = tuple(m for m in agenda if not (task and m is task and isinstance(task.order, kinds)))
    else:
        kept = tuple(m for m in without(agenda, subject) if not (isinstance(m, Question) and m.to == subject))
    if not kinds or (task and task not in kept):
        scene.fail(subject)
    if kept == agenda:
        return []
    scene.reschedule(kept)
    words = ["what they were doing is given up"] if task and task not in kept else []
    still_asked = [m.to for m in kept if isinstance(m, Question)]
    question_dropped = any(isinstance(m, Question) and m.to not in still_asked for m in agenda)
    return [*words, "the open question is dropped"] if question_dropped else words
