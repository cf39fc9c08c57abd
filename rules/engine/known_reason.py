"""Why an order that was given earlier is refused now, as far as its fighter's side can know it.

A task, a plan, a declared order and fire that is resolved later are carried out on the truth. What refuses them is told
to their side, so it must not tell of anyone or anything that the side does not perceive. Of an order that is given by
hand, `bot.game.refusing` does the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.engine.dice import SeededDice
from rules.engine.errors import Refusal
from rules.engine.scene import Scene

S = TypeVar("S", bound=Scene)

UNPERCEIVED = "Something that the fighter’s side does not perceive prevents it."


def known_reason(actor: str, refusal: Refusal, scene: S, again: Callable[[S], object]) -> str:
    """Return the sentence of a refusal: that of the truth if it is what the side of the fighter (an id) knows as well,
    else what refuses the order by their knowledge; `again` tries it on a scene of which nothing is kept."""
    known = scene.perception.readable(scene.encounter, scene.combatant(actor))
    if known is scene.encounter:
        return str(refusal)
    trial = type(scene)(known, SeededDice(0), scene.book)
    trial.memory = dict(scene.memory)
    try:
        with trial.concerning(actor):
            again(trial)
    except Refusal as reason:
        return str(reason)
    return UNPERCEIVED
