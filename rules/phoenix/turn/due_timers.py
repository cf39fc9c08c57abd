"""Orders that Timers carry out when they are due: waking (2.7), the Recovery Roll and healing (2.9), fuses (3.6).

Separate because the rules that set these Timers must not import the rules that carry them out.
"""

from __future__ import annotations

from dataclasses import field

from rules.engine.records.agenda import Clock, Timer
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder, Throw, TypedFor
from rules.engine.records.records import Order, Weapon
from rules.engine.records.references import reference
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.times import UNTIL_SAID, during, hence
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Wake(CombatantOrder):
    """The Incapacitation Time of `actor` is over."""

    kind = "phoenix.Wake"
    passive = True


@dataclass(frozen=True, slots=True)
class Recover(CombatantOrder):
    """The Critical Time Period of `actor` is over, and a Recovery Roll is due."""

    kind = "phoenix.Recover"
    passive = True


@dataclass(frozen=True, slots=True)
class Healed(CombatantOrder):
    """The Healing Time of `actor` is over."""

    kind = "phoenix.Healed"
    passive = True


@dataclass(frozen=True, slots=True)
class GoesOff(Order):
    """A thrown explosive goes off, wherever its thrower is by then (3.6).

    `by`: the reference to the thrower, in old records their name. `where`: the site in words. `place`: the site on the
    map; without one, `known` has hexes from it by combatant id. `thrown`: the throw, for its words about the site and
    the targets that it describes. `dice`: what is left of the dice that were typed for the throw.
    """

    kind = "phoenix.GoesOff"

    by: str
    weapon: Weapon
    where: str
    place: Place | None
    known: tuple[tuple[str, int], ...]
    thrown: Throw
    dice: TypedFor | None = field(default=None, compare=False)

    @property
    def actor(self) -> str:
        """The thrower (an id)."""
        return self.thrown.actor


_NEXT: dict[type[Order], str] = {
    Wake: "until somebody wakes up",
    Recover: "to the next Recovery Roll",
    Healed: "until somebody is healed",
}


def next_due(encounter: Encounter) -> str:
    """Return how long time continues until the next Timer is due: "to the next Recovery Roll"; "" if there is none."""
    due = [item for item in encounter.agenda if isinstance(item, Timer) and item.at < UNTIL_SAID]
    first = min(due, key=lambda timer: timer.at, default=None)
    return _NEXT.get(type(first.order), "to the next event") if first else ""


_FATES: dict[type[Order], str] = {Wake: "{} wakes up {}.", Recover: "{}'s Recovery Roll is {}."}


@dataclass(frozen=True, slots=True)
class Due:
    """A fighter (an id) who will wake up or has a Recovery Roll, and when, in a sentence with a reference."""

    actor: str
    sentence: str


def fates(encounter: Encounter) -> list[Due]:
    """Return who wakes up and who has a Recovery Roll, the next first."""
    timers = [item for item in encounter.agenda if isinstance(item, Timer) and type(item.order) in _FATES]
    return [
        Due(one.of, _FATES[type(one.order)].format(reference(one.of), _when(one.at, encounter.clock)))
        for one in sorted(timers, key=lambda one: one.at)
        if one.of in encounter.positions and one.at < UNTIL_SAID
    ]


def _when(at: Clock, now: Clock) -> str:
    far = hence(at, now)
    return f"in {far}" if far else during(at)


def set_timer(order: CombatantOrder, at: Clock, scene: Scene) -> None:
    """Set this order's Timer, and drop any earlier Timer of its kind for the same combatant."""
    drop_timers(order.actor, scene, type(order))
    plan_timer(order, at, scene)


def plan_timer(order: CombatantOrder, at: Clock, scene: Scene) -> None:
    """Set this order's Timer; the combatant must have no earlier Timer of its kind."""
    scene.plan(Timer(at, order, of=order.actor))


def drop_timers(id: str, scene: Scene, *kinds: type[Order]) -> None:
    """Drop the combatant's Timers that hold orders of these kinds, or all of them."""
    types = kinds or (Order,)
    scene.drop(
        *[m for m in scene.encounter.agenda if isinstance(m, Timer) and m.of == id and isinstance(m.order, types)]
    )
