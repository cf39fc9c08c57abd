"""What a player may do about joining, by the encounter's switch “joining”.

`one each`: a player brings in one fighter, onto a side that is open to players. A fighter that a GM brings in for them
or hands over does not count. A fighter who is dead or was taken out counts, because otherwise a player could replace
each loss. A second fighter, or one on another side, needs a GM's leave. `by leave`: every fighter needs it. `closed`:
only GMs bring fighters in. `open`: no limits.

So that nobody gets around this, players change sides only to those that are open to them, and do not hand fighters to
other players. `rights` has checked before that the fighter is their own.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game import rights
from bot.game.invocation import Powers
from bot.game.rights import Deed
from rules.engine import switching
from rules.engine.errors import NotAllowed
from rules.engine.joining import Apply, open_sides
from rules.engine.model import Application, Encounter
from rules.engine.orders import Handover, Muster, Rename
from rules.engine.records import Order
from rules.engine.table_options import BY_LEAVE, CLOSED, JOINING, OPEN, TABLE_OPTIONS
from rules.words.catalogue import plain
from rules.words.phrases import listed


def admitted(
    order: Order, user: str, powers: Powers, encounter: Encounter, name: str = "", interaction: str = ""
) -> Order:
    """The order as the user may give it: a fighter who needs a GM's leave becomes a request. Raises NotAllowed.

    `name` is what the user is called; the request is known by the interaction.
    """
    if not isinstance(order, Muster | Rename | Handover):
        return order
    mode = switching.standing(TABLE_OPTIONS[JOINING], encounter)
    if mode == OPEN or rights.may(Deed.BRING_OTHERS, rights.roles(user, powers, encounter)):
        return order
    match order:
        case Muster():
            order, why = _joining(order, mode, user, encounter)
            return Apply(Application(interaction, user, name, order), why) if why else order
        case Rename(subject=who, side=side) if side:
            sides = open_sides(encounter, without=who)
            if sides is not None and side not in sides:
                raise NotAllowed(f"{_open_to_players(sides)}; ask a GM to change the side.")
        case Handover(owner=owner) if owner not in (None, user):
            raise NotAllowed("Players hand fighters to the GM alone, by leaving user: out; a GM hands them to players.")
    return order


def _joining(order: Muster, mode: str, user: str, encounter: Encounter) -> tuple[Muster, str]:
    """The order, on the side that it means, and why it needs a GM's leave; "" if it needs none. Raises NotAllowed."""
    if mode == CLOSED:
        raise NotAllowed("Only GMs bring fighters into this encounter: ask one for /combatant add with owner: you.")
    sides = open_sides(encounter)
    order = replace(order, side=_meant(order.side, sides or ()))
    if encounter.sides and not order.side:
        raise NotAllowed(f"{_open_to_players(encounter.sides)}: say which with side:.")
    if mode == BY_LEAVE:
        return order, "players join this encounter by a GM's leave"
    if user in encounter.brought:
        return order, "each player brings in one fighter; more need a GM's leave"
    if sides is not None and order.side not in sides:
        return order, f"{_open_to_players(sides)}; another side needs a GM's leave"
    return order, ""


def _meant(side: str, sides: tuple[str, ...]) -> str:
    """The open side that the word means; the only one if none is named."""
    if not side and len(sides) == 1:
        return sides[0]
    return next((one for one in sides if one and plain(one) == plain(side)), side)


def _open_to_players(sides: tuple[str, ...]) -> str:
    named = [side for side in sides if side]
    return f"Players join {listed(named)} here" if named else "No side is open to players here"
