"""Spends Combat Actions on work or on aim, over as many impulses as needed (2.2).

A rule is called again in every impulse until its order has all the actions it needs. The Soldier's record holds the
actions spent so far, and the rule returns a `Waiting` while actions are missing. Separate because every rule that takes
time uses it.
"""

from __future__ import annotations

import re

from rules.engine.records.copies import altered
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.references import put_names
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.soldier import Aimed, Progress, Soldier, Work, soldier
from rules.phoenix.basics.switches import SPOTTING, on

ACTIONS = "actions"
_HIS, _HIMSELF, _WHOEVER = "his", "himself", "whoever"
"""Words of stored descriptions that texts no longer use."""
_REWORDED = (
    (re.compile(r"^carries out “(.*)”$"), r"is at work (\1)"),
    (re.compile(r"^turns to face \w+ \((\d+)°\)$"), r"turns to \1 degrees"),
    (re.compile(r"^braces their weapon$"), f"braces {_HIS} weapon"),
    (re.compile(r"^rises to fire$"), "comes up to fire"),
    (re.compile(r"^rallies broken comrades$"), f"rallies {_WHOEVER} is broken"),
    (re.compile(r"^makes (.+) drop their weapon$"), rf"has \1 drop {_HIS} weapon"),
    (re.compile(r"^(gives|gets|takes) themselves\b"), rf"\1 {_HIMSELF}"),
    (re.compile(r"^checks whether (.+) has a weapon in hand$"), r"looks what \1 has in hand"),
)
"""Descriptions whose words have changed, with the words in which the journal stores them: those never change."""
_REWORDED_FIRST = (
    "carries out",
    "turns to face",
    "braces their",
    "rises to",
    "rallies broken",
    "makes ",
    "checks whether",
    "gi",
    "ge",
    "takes th",
)
QUIETLY = 10
"""The factor by which an action takes longer if it is done quietly (5.3)."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An order that needs more impulses: what the fighter is doing ("aims at Guard 1"), and how many of its actions are
    spent.

    A vehicle's move counts hexes instead of actions (`unit`). `of`: the ids of the combatants named in the text of an
    act.
    """

    what: str
    spent: int
    cost: int
    unit: str = ACTIONS
    of: tuple[str, ...] = ()


def counts_actions(actor: str, scene: Scene) -> bool:
    """Return whether the fighter's actions are counted: not in a quick ruling, and not if their Combat Actions are
    unknown.
    """
    return are_counted(soldier(scene.combatant(actor)), scene.encounter)


def are_counted(state: Soldier, encounter: Encounter) -> bool:
    """Return whether the actions of a fighter in this state are counted, as in `counts_actions`."""
    return encounter.timed and state.actions is not None


def spent_on(this: Work, what: str, actor: str, scene: Scene) -> int | None:
    """Return the actions spent so far on this work, None if it has not begun; `what` is its description."""
    progress = soldier(scene.combatant(actor)).progress
    return progress.spent if progress and progress.on(this, _named(what, scene)) else None


def work(actor: str, this: Work, what: str, cost: int, scene: Scene, *, spoken: bool = False) -> Waiting | None:
    """Spend this impulse's actions on this work until `cost` are spent on it; return None when they are.

    `what` describes the work ("assumes a Firing Stance"). `spoken`: the work is only talking, and fighters that look
    for the speaker count them as Frozen (5.2).
    """
    state = soldier(scene.combatant(actor))
    if cost == 0 or not are_counted(state, scene.encounter):
        return None
    so_far = spent_on(this, what, actor, scene)
    fresh = state.progress.fresh if state.progress and so_far is not None else 0
    done = min(cost, so_far or 0)
    spending = min(state.left, cost - done)
    progress = (
        None if done + spending == cost else Progress(_named(what, scene), done + spending, this, fresh + spending)
    )
    words = spending if spoken and on(scene.encounter, SPOTTING) else 0
    scene.change(actor, altered(state, left=state.left - spending, spoken=state.spoken + words, progress=progress))
    return None if progress is None else Waiting(what, progress.spent, cost)


def aim(actor: str, at: str, actions: int, scene: Scene) -> Waiting | None:
    """Spend this impulse's actions on aim at `at` (a combatant's id, or a place) until `actions` are spent; return None
    when they are.

    Earlier aim at `at` counts. Aim at anything else and unfinished work are lost. With 0 actions no aim begins: a burst
    that continues another needs a shooter without aim (3.4).
    """
    state = soldier(scene.combatant(actor))
    if not actions:
        if state.progress:
            scene.change(actor, altered(state, progress=None))
        return None
    done = state.aim.actions if state.aim and state.aim.at == at else 0
    if not are_counted(state, scene.encounter):
        scene.change(actor, altered(state, aim=Aimed(at, max(done, actions)), progress=None))
        return None
    spending = max(0, min(state.left, actions - done))
    aimed = Aimed(at, done + spending)
    if spending or state.aim != aimed:
        scene.change(actor, altered(state, left=state.left - spending, aim=aimed, progress=None))
    return None if aimed.actions >= actions else Waiting("aim", aimed.actions, actions)


def _named(what: str, scene: Scene) -> str:
    """Return a description as the journal stores it: with names, and in the words used since layout 2."""
    named = put_names(what, lambda id: scene.combatant(id).name)
    if named.startswith(_REWORDED_FIRST):
        for shown, stored in _REWORDED:
            named = shown.sub(stored, named)
    return named
