"""Who fire can hit: people, not vehicles, for which the book has no damage (ruling O79)."""

from __future__ import annotations

from rules.engine.records.errors import NoRule
from rules.engine.records.model import Combatant, Encounter
from rules.engine.sharing.shared_remedies import at as instead
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.ground import view
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.phrases import listed


def stops_rounds(combatant: Combatant) -> bool:
    """Return whether rounds that come this way can hit the combatant: they are alive, and no vehicle."""
    state = soldier(combatant)
    return state.died is None and state.vehicle is None


def check_body(at: AimedTarget, weapon: Arm, actor: str, encounter: Encounter) -> None:
    """Raise NoRule for bullets and shot at a vehicle, with the riders in sight instead. Explosives reach its riders."""
    if at.state.vehicle is None or isinstance(weapon, ExplosiveWeapon | Grenade):
        return
    riders = [c for c in encounter.combatants if c.present and at.id and soldier(c).rides == at.id and c.id != actor]
    here = encounter.combatant(actor).place
    riders = [c for c in riders if soldier(c).spotted and view.shown(c, here, encounter)]
    other = (
        f"Fire at {listed([c.reference for c in riders])} in it"
        if riders
        else "Aim at a person, or use an explosive weapon"
    )
    raise NoRule(
        f"No rule of Phoenix Command damages a vehicle, so {at.name} cannot be fired at (ruling O79). {other}."
    ).helped_by(*map(instead, riders[:3]))
