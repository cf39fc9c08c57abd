"""Carries out the orders that change a fighter's name, side or owner."""

from __future__ import annotations

from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.orders import Handover, Rename
from rules.engine.scene.effects import Registered
from rules.engine.scene.scene import Scene
from rules.engine.sight import sight
from rules.words.catalogue import normalized

ANOTHER_PLAYER = "another player"
"""The new owner of a fighter, in a text; readers who may know who it is read a name in its place."""


def rename(order: Rename, scene: Scene, ruleset: Ruleset) -> None:
    """Give a fighter another name or side.

    Raises Refusal if their side knows another fighter of that name, NotNow if nothing would change.
    """
    scene.about = order.subject
    old = scene.combatant(order.subject)
    new = good_name(order.name) if order.name else old.name
    side = order.side or old.side
    known = sight.known_to(scene.encounter, ruleset, sight.side_key(side, old.owner))
    if any(normalized(c.name) == normalized(new) for c in known.combatants if c.id != old.id):
        raise Refusal(f"Another fighter in this encounter is called {new}. Choose another name.")
    if (new, side) == (old.name, old.side):
        raise NotNow(f"{old.reference} already has that name or side. Give another with name: or side:.")
    scene.do(Registered(old.id, new, side, old.owner))
    scene.conclude(f"{old.name} is now {old.reference}" + (f", side {order.side}." if order.side else "."))


def hand_over(order: Handover, scene: Scene) -> None:
    """Give a fighter to another owner. Raises NotNow if they are that owner's already."""
    scene.about = order.subject
    fighter = scene.combatant(order.subject)
    if fighter.owner == order.owner:
        whose = "the GM’s" if order.owner is None else "theirs"
        raise NotNow(f"{fighter.reference} is already {whose}. Name another player in user:.")
    scene.do(Registered(fighter.id, fighter.name, fighter.side, order.owner))
    scene.notify(fighter.id)
    whose = "the GM" if order.owner is None else ANOTHER_PLAYER
    scene.conclude(f"{fighter.reference} now belongs to {whose}.")
