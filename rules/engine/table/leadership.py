"""Who leads an encounter: a GM appoints another one, or a manager of the channel or the server takes it over.

A player who asks to be forgotten leaves it for good. Everything before that already names them by another id, so that a
replay gives the same result.
"""

from __future__ import annotations

from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Appoint, TakeOver
from rules.engine.records.records import Order
from rules.engine.records.users import UserId
from rules.engine.scene.effects import Appointed, Registered
from rules.engine.scene.scene import Scene
from rules.engine.table.joining import Decided
from rules.engine.table.muster import Accepted
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class Depart(Order):
    """Take out a player who asked to be forgotten: the GM gets their fighters, and they are no longer a GM.

    `player` is the id that replaces theirs.
    """

    kind = "Depart"

    player: UserId


def lead(order: Appoint | TakeOver, scene: Scene) -> None:
    """Make a user a GM besides the others. Raises NotNow if they are a GM already."""
    gms = scene.encounter.gms
    if order.gm in gms:
        raise NotNow(f"{order.name} is already a GM of this encounter.")
    scene.do(Appointed((*gms, order.gm)))
    match order:
        case Appoint():
            scene.conclude(f"{order.name} is now a GM of this encounter as well.")
        case TakeOver():
            scene.conclude(f"{order.name} takes over the encounter, manages it here and is now a GM of it as well.")


def depart(player: str, scene: Scene) -> None:
    """Give the player's fighters to the GM, and take the player off the GMs and the requests to join."""
    encounter = scene.encounter
    own = [c for c in encounter.combatants if c.owner == player]
    for combatant in own:
        scene.do(Registered(combatant.id, combatant.name, combatant.side, None))
    for combatant in encounter.combatants:
        if combatant.keeper == player:
            # They no longer have a roster.
            scene.do(Accepted(combatant.id, "", ""))
    for application in encounter.applications:
        if application.user == player:
            # The request is removed and does not count as refused.
            scene.do(Decided(application.id, True))
    sentence = "A player has left for good."
    if own:
        names = listed([c.reference for c in own], "and")
        sentence += f" {names} {'are' if len(own) > 1 else 'is'} now the GM’s."
    if player in encounter.gms:
        left = tuple(gm for gm in encounter.gms if gm != player)
        scene.do(Appointed(left))
        sentence += " They are no longer a GM." if left else " They were the only GM."
    scene.conclude(scene.clauses(sentence))
