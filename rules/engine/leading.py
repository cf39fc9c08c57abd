"""Who leads an encounter: a GM appoints another one; who manages the channel or the server takes it over."""

from __future__ import annotations

from rules.engine.effects import Appointed
from rules.engine.errors import NotNow
from rules.engine.orders import Appoint, TakeOver
from rules.engine.scene import Scene


def lead(order: Appoint | TakeOver, scene: Scene) -> None:
    """Make a user a GM besides the others. Raises NotNow for one who is a GM already."""
    gms = scene.encounter.gms
    if order.gm in gms:
        raise NotNow(f"{order.name} is a GM of this encounter already.")
    scene.do(Appointed((*gms, order.gm)))
    match order:
        case Appoint():
            scene.conclude(f"{order.name} is a GM of this encounter as well.")
        case TakeOver():
            scene.conclude(f"{order.name} takes the encounter over: they manage it here, and are its GM as well now.")
