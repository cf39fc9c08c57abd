"""Combat Actions as they are spent: on a stretch of work or on aim, over as many impulses as it takes (2.2).

What carries out an order is called again in every impulse until it has what it needs: what was spent so far is in the
combatant's record, and it answers with what it is `Waiting` for.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.copies import altered
from rules.engine.scene import Scene
from rules.phoenix.soldier import Aimed, Progress, Soldier, soldier
from rules.phoenix.switches import SPOTTING, on


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an order is not done with yet: `what` goes on ("aims at Guard 1"); of all its actions so many are spent.

    What drives counts `unit` hexes instead."""

    what: str
    spent: int
    cost: int
    unit: str = "actions"


def counted(actor: str, scene: Scene) -> bool:
    """Whether his actions are counted: not in a quick ruling, nor where nobody knows his Combat Actions."""
    return scene.encounter.timed and soldier(scene.combatant(actor)).actions is not None


def work(actor: str, what: str, cost: int, scene: Scene, *, spoken: bool = False) -> Waiting | None:
    """Spend this impulse's actions on `what` ("Firing Stance") until `cost` are spent on it; None once they are.

    `spoken`: it is but words, and whoever speaks is Frozen for those who look for him (5.2).
    """
    if cost == 0 or not counted(actor, scene):
        return None
    state = soldier(scene.combatant(actor))
    done = min(cost, state.progress.spent) if state.progress and state.progress.what == what else 0
    spending = min(state.left, cost - done)
    progress = None if done + spending == cost else Progress(what, done + spending)
    words = spending if spoken and on(scene.encounter, SPOTTING) else 0
    _became(actor, altered(state, left=state.left - spending, spoken=state.spoken + words, progress=progress), scene)
    return None if progress is None else Waiting(what, progress.spent, cost)


def aim(actor: str, at: str, wanted: int, scene: Scene) -> Waiting | None:
    """Spend this impulse's actions on aim at `at` (a combatant's id, or a place) until it is as much as `wanted`.

    Aim at anything else is given up, and so is work that is not done; aim taken before counts. None once there is
    enough.
    """
    state = soldier(scene.combatant(actor))
    done = state.aim.actions if state.aim and state.aim.at == at else 0
    if not counted(actor, scene):
        _became(actor, altered(state, aim=Aimed(at, max(done, wanted)), progress=None), scene)
        return None
    spending = max(0, min(state.left, wanted - done))
    aimed = Aimed(at, done + spending)
    if spending or state.aim != aimed:
        _became(actor, altered(state, left=state.left - spending, aim=aimed, progress=None), scene)
    return None if aimed.actions >= wanted else Waiting("aim", aimed.actions, wanted)


def _became(actor: str, state: Soldier, scene: Scene) -> None:
    scene.change(actor, state)
