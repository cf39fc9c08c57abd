"""Figures that carry other figures, an option of the scenario (MOVEMENT).

The bearer's record names the figure that it carries. That figure has no place on the map and cannot move, act or be
attacked. When the bearer falls, it is at the bearer's place again. Separate from `carried_figures`, which has the acts,
because every rule of a figure's turn asks this.
"""

from __future__ import annotations

from operator import attrgetter

from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Scene
from rules.space_marines.figures.figure import figure

_CARRYING = attrgetter("condition.carrying")


def bearer(id: str, encounter: Encounter) -> Combatant | None:
    """Return the figure in play that carries this one, None if nobody does."""
    if id not in map(_CARRYING, encounter.combatants):  # asked several times an order
        return None
    return next((c for c in encounter.combatants if c.present and figure(c).carrying == id), None)


def load(combatant: Combatant, encounter: Encounter) -> Combatant | None:
    """Return the figure in play that this one carries, None if it carries none."""
    id = figure(combatant).carrying
    return next((c for c in encounter.combatants if id and c.present and c.id == id), None)


def check_not_carried(id: str, encounter: Encounter) -> None:
    """Raise NotNow for a figure that is carried."""
    if by := bearer(id, encounter):
        name = encounter.combatant(id).reference
        raise NotNow(
            f"{by.reference} carries {name}, who can neither act nor be attacked until {by.reference}"
            " puts them down (/act)."
        )


def let_go(id: str, scene: Scene) -> None:
    """Record that a figure carries nobody."""
    state = figure(scene.combatant(id))
    if state.carrying:
        scene.change(id, replace(state, carrying=""))


def release(id: str, scene: Scene) -> None:
    """Put the figure that this one carried at its place, because this one is out of play."""
    fallen = scene.combatant(id)
    carried = load(fallen, scene.encounter)
    let_go(id, scene)
    if carried:
        scene.do(Placed(carried.id, fallen.place))
        scene.notify(carried.id)
        with scene.concerning(carried.id):
            where = f"at {fallen.place} " if fallen.place else ""
            scene.note("Carried", f"{carried.reference} is on their feet {where}again", section="MOVEMENT")
