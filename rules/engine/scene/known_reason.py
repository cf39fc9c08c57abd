"""Why an order that was given earlier is refused now, as far as its fighter's side can know.

A task, a plan, a declared order and fire that is resolved later are carried out on the truth. Their side is told the
reason for a refusal, so the reason must not reveal anyone or anything that the side does not perceive.
`bot.game.referee.refusing` does the same for an order that is given by hand.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.errors import Refusal
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import B, Scene
from rules.engine.scene.trial import Trial

UNPERCEIVED = "The order has become impossible, for a reason that is not known to your side."
UNKNOWN = "the reason is not known to you."
"""The reason for readers of other sides."""


def known_reason(actor: str, refusal: Refusal, scene: Scene[B], again: Callable[[Scene[B]], object]) -> str:
    """Return a refusal's sentence that the side of the fighter (an id) may read.

    If the side knows the whole truth, that is the refusal's own sentence. Otherwise `again` tries the order on a trial
    of what the side knows, of which nothing is kept, and the sentence of that refusal is returned. If the order
    succeeds there, it is `UNPERCEIVED`.
    """
    known = scene.perception.readable(scene.encounter, scene.combatant(actor))
    if known is scene.encounter:
        return str(refusal)
    trial = Trial[B](known, SeededDice(0), scene.book)
    trial.memory = dict(scene.memory)
    try:
        with trial.concerning(actor):
            again(trial)
    except Refusal as reason:
        return str(reason)
    return UNPERCEIVED
