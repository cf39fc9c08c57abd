"""The effects of Phoenix Command, besides those of every rulebook."""

from __future__ import annotations

from collections.abc import Container
from typing import ClassVar

from rules.engine.records.copies import altered, replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.scene.effects import Effect
from rules.phoenix.basics.soldier import soldier


@dataclass(frozen=True, slots=True)
class Readied(Effect):
    """A new impulse: the listed combatants have this many actions, all others none; nobody has moved or worked yet."""

    kind = "phoenix.Readied"
    passing = True

    words: ClassVar[str] = "everyone who can act has the actions of this impulse, and nobody has moved in it"
    left: tuple[tuple[str, int], ...]

    def on(self, encounter: Encounter) -> Encounter:
        left = dict(self.left)
        fresh = []
        for combatant in encounter.combatants:
            state, actions = soldier(combatant), left.get(combatant.id, 0)
            spent = (state.left, state.moved, state.gait, state.trace, state.spoken)
            fresh_work = (state.progress and state.progress.fresh) or (state.course and state.course.fresh)
            if fresh_work or spent != (actions, 0, "", (), 0):
                ready = altered(state, left=actions, moved=0, gait="", trace=(), spoken=0)
                if fresh_work:
                    progress = state.progress and replace(state.progress, fresh=0)
                    ready = altered(ready, progress=progress, course=state.course and replace(state.course, fresh=0))
                combatant = altered(combatant, condition=ready)
            fresh.append(combatant)
        return altered(encounter, combatants=tuple(fresh))

    def among(self, ids: Container[str]) -> Readied:
        return Readied(tuple((id, actions) for id, actions in self.left if id in ids))
