"""The fighters at the end of an encounter: by side, those who are in the fight, down, dead and out of play."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.model import Combatant, Encounter
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Clause, Scene

_IN_THE_FIGHT = "in the fight"
_FATES = (_IN_THE_FIGHT, "down", "dead", "out of play")


def casualties(scene: Scene, ruleset: Ruleset) -> Iterator[Clause]:
    """Yield a list of fighters for each side and fate: " Guards, dead: Guard 1, Guard 2."."""
    encounter = scene.encounter
    for side in dict.fromkeys(one.side for one in encounter.combatants):
        members = [one for one in encounter.combatants if one.side == side]
        for fate in _FATES:
            if ids := [one.id for one in members if _fate(one, encounter, ruleset) == fate]:
                yield from scene.roll_call(f" {side or 'No side'}, {fate}: ", ids)


def _fate(one: Combatant, encounter: Encounter, ruleset: Ruleset) -> str:
    return ruleset.token(one, encounter).fate or (_IN_THE_FIGHT if one.present else "out of play")
