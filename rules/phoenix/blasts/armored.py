"""Explosions against armor: whether they go off outside or inside (3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Scene
from rules.phoenix.harm.locations import GLANCES, effective_armor
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import Number


@dataclass(frozen=True, slots=True)
class Shelter:
    """Armor that an explosive hits: the keys of the marks `inside`, and whether the armor was pierced."""

    inside: frozenset[str]
    pierced: bool


def protection(at: AimedTarget, how: How) -> int:
    """Return the Protection Factor that a projectile must pierce, 0 for none: that of `how:`, or a vehicle's body."""
    return how.armor or (at.state.armor.body if at.state.vehicle is not None else 0)


def pierced(pen: Number, protection: int, name: str, scene: Scene) -> bool:
    """Throw and return whether it goes off inside: its Penetration is above the Effective Armor PF (6D)."""
    roll = scene.throw("Armor", f"how the {name} hits the armor", 0, GLANCES - 1, section="3.6")
    epf = effective_armor(protection, roll, scene.book, partial(scene.lookup, section="3.6"), "Armor")
    through = pen > epf
    within = "it goes off inside" if through else "it goes off outside"
    scene.note("Armor", f"PF {protection:,} counts as {epf:,} (6D), PEN {float(pen):,g}: {within}", section="3.6")
    return through


def inside(at: AimedTarget, others: Sequence[AimedTarget], encounter: Encounter) -> frozenset[str]:
    """Return the keys of the marks inside the armor.

    These are other named targets, everyone in its hex or riding in it, and the target itself if it is not a vehicle.
    """
    on_foot = [c for c in encounter.combatants if soldier(c).vehicle is None]
    here = {c.id for c in on_foot if (c.place and c.place == at.place) or (at.id and soldier(c).rides == at.id)}
    named = {mark.key for mark in (at, *others) if not mark.ground and mark.state.vehicle is None}
    return frozenset(here | named)
