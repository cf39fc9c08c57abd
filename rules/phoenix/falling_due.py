"""What falls due by itself, as orders that a Timer holds: waking (2.7), the Recovery Roll and healing (2.9), what lies
there with its fuse lit (3.6); the Timers of a combatant as they are set and dropped."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.agenda import Clock, Timer
from rules.engine.effects import Planned
from rules.engine.orders import CombatantOrder, Throw
from rules.engine.records import Order, Weapon
from rules.engine.scene import Scene
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Wake(CombatantOrder):
    """The Incapacitation Time of `actor` is over."""

    kind = "phoenix.Wake"


@dataclass(frozen=True, slots=True)
class Recover(CombatantOrder):
    """The Critical Time Period of `actor` is over: his Recovery Roll is due."""

    kind = "phoenix.Recover"


@dataclass(frozen=True, slots=True)
class Healed(CombatantOrder):
    """The Healing Time of `actor` is over."""

    kind = "phoenix.Healed"


@dataclass(frozen=True, slots=True)
class GoesOff(Order):
    """What was thrown goes off, wherever whoever threw it may be by then (3.6).

    `by` is his name, `where` the site in words; `place` on the map, else `known`: hexes from it, by id, of those of
    whom they are. `thrown` is the order, for what it says of the place and of those it describes.
    """

    kind = "phoenix.GoesOff"

    by: str
    weapon: Weapon
    where: str
    place: Place | None
    known: tuple[tuple[str, int], ...]
    thrown: Throw


def plan(order: CombatantOrder, at: Clock, scene: Scene) -> None:
    """It falls due then, and at no other time that was planned before."""
    forget(order.actor, scene, type(order))
    scene.plan(Timer(at, order, of=order.actor))


def forget(id: str, scene: Scene, *kinds: type[Order]) -> None:
    """Take his Timers off the agenda, those that hold such orders or all of them."""
    wanted = kinds or (Order,)
    agenda = scene.encounter.agenda
    kept = tuple(m for m in agenda if not (isinstance(m, Timer) and m.of == id and isinstance(m.order, wanted)))
    if len(kept) < len(agenda):
        scene.do(Planned(kept))
