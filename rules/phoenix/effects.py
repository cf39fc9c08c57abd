"""The changes that Phoenix Command adds to the table's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.copies import altered
from rules.engine.effects import Effect
from rules.engine.model import Encounter
from rules.phoenix.soldier import soldier


@dataclass(frozen=True, slots=True)
class Readied(Effect):
    """A new impulse: these have so many actions, everybody else none, and nobody has moved in it yet."""

    kind = "phoenix.Readied"

    words: ClassVar[str] = "whoever is able has the actions of this impulse, and nobody has moved in it"
    left: tuple[tuple[str, int], ...]

    def on(self, encounter: Encounter) -> Encounter:
        left = dict(self.left)
        fresh = []
        for combatant in encounter.combatants:
            state, actions = soldier(combatant), left.get(combatant.id, 0)
            if (state.left, state.moved, state.gait, state.spoken) != (actions, 0, "", 0):
                combatant = altered(combatant, condition=altered(state, left=actions, moved=0, gait="", spoken=0))
            fresh.append(combatant)
        return altered(encounter, combatants=tuple(fresh))
