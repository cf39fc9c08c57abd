"""The rules for joining players, by the encounter's switch “joining”.

`one each`: a player brings in one fighter, onto a side that is open to players. A fighter that a GM brings in for them
or hands over does not count. A fighter who is dead or was taken out counts, because otherwise a player could replace
each loss. A second fighter, or one on another side, needs a GM's leave. `by leave`: every fighter needs it. `closed`:
only GMs bring fighters in. `open`: no limits.

So that nobody gets around this, players change sides only to those that are open to them, and do not hand fighters to
other players. `rights` has checked before that the fighter is their own.

Everyone who has a fighter on a side sees what that side sees. So with the fog on (`rules.engine.sight.sight`) only GMs
change sides, with `open` too; a player does not hand a fighter to another; and a player joins a side with other
people's fighters, or a second side, only if a GM has opened it to players or gives leave; the first players of a fight
join each other freely, as long as they know of no other side. Other ways to see more are a GM's own (`/encounter gm`)
or public: a manager who takes the encounter over is named in the channel.
"""

from __future__ import annotations

from dataclasses import replace

from bot.game.entries.invocation import Powers
from bot.game.people import rights
from bot.game.people.rights import Deed
from rules.engine.books import switch_values
from rules.engine.books.table_options import BY_LEAVE, CLOSED, JOINING, OFF, OPEN, TABLE_OPTIONS
from rules.engine.records.errors import NotAllowed
from rules.engine.records.model import Encounter, JoinRequest
from rules.engine.records.orders import Handover, Muster, Rename, Several
from rules.engine.records.records import Order
from rules.engine.sight.sight import fog, side_key, side_of
from rules.engine.table.joining import Apply, open_sides
from rules.words.catalogue import normalized
from rules.words.phrases import listed


def admitted(
    order: Order,
    user: str,
    powers: Powers,
    encounter: Encounter,
    truth: Encounter,
    name: str = "",
    interaction: str = "",
) -> Order:
    """Return the order as the user may give it: a fighter who needs a GM's leave becomes a request. Raises NotAllowed.

    `encounter` is as the user knows it; the `truth` says who is on the side that they name. `name` is what the user is
    called; the request is known by the interaction.
    """
    if isinstance(order, Several):
        return Several(
            tuple([admitted(one, user, powers, encounter, truth, name, interaction) for one in order.orders])
        )
    if not isinstance(order, Muster | Rename | Handover):
        return order
    mode = switch_values.value_of(TABLE_OPTIONS[JOINING], encounter)
    sealed = _sealed(order, truth)
    if rights.may(Deed.BRING_OTHERS, rights.roles(user, powers, encounter)) or (mode == OPEN and not sealed):
        return order
    match order:
        case Muster():
            order, why = (order, "") if mode == OPEN else _joining(order, mode, user, encounter)
            why = why or (_sees_more(order.side, user, encounter, truth) if sealed else "")
            return Apply(JoinRequest(interaction, user, name, order), why) if why else order
        case Rename(side=side) if side and sealed:
            raise NotAllowed("The sides see different things here (switch “fog”). Ask a GM to change the side.")
        case Rename(subject=who, side=side) if side:
            sides = open_sides(encounter, without=who)
            if sides is not None and side not in sides:
                raise NotAllowed(f"{_open_to_players(sides)}. Ask a GM to change the side.")
        case Handover(owner=owner) if owner not in (None, user):
            raise NotAllowed(
                "Players can hand a fighter only to the GM: leave out user:. A GM can hand fighters to players."
            )
    return order


def _sealed(order: Muster | Rename | Handover, encounter: Encounter) -> bool:
    """Return whether a change of sides would let a player see secrets: the fog is on, or that side has a secret
    fighter.
    """
    side = order.side if isinstance(order, Muster | Rename) else ""
    return fog(encounter) != OFF or any(
        c.secret and side and normalized(c.side) == normalized(side) for c in encounter.combatants
    )


def _sees_more(side: str, user: str, encounter: Encounter, truth: Encounter) -> str:
    """Return why a player needs a GM's leave to see what this side sees; "" if they need none."""
    own = {side_of(c) for c in encounter.combatants if c.owner == user}
    if own and side_key(side, user) not in own:
        return "you have a fighter on another side, and the sides see different things"
    there = [c for c in truth.combatants if c.side == side]
    if side in (*own, *encounter.sides) or not (side and there):
        return ""
    # The first players of a fight join each other while they know of no other side.
    alone = {c.side for c in encounter.combatants if not c.secret} <= {side} and any(c.owner for c in there)
    if alone and not any(c.secret for c in there):
        return ""
    return "everyone who joins a side sees what it sees"


def _joining(order: Muster, mode: str, user: str, encounter: Encounter) -> tuple[Muster, str]:
    """Return the order, on the side that it means, and why it needs a GM's leave; "" if it needs none.

    Raises NotAllowed.
    """
    if mode == CLOSED:
        raise NotAllowed("Only GMs add fighters to this encounter. Ask one for /combatant add with owner: you.")
    sides = open_sides(encounter)
    order = replace(order, side=_meant(order.side, sides or ()))
    if encounter.sides and not order.side:
        raise NotAllowed(f"{_open_to_players(encounter.sides)}. Name one with side:.")
    if mode == BY_LEAVE:
        return order, "players need a GM's permission to join this encounter"
    if user in encounter.brought:
        return order, "each player adds one fighter; more need a GM's permission"
    if sides is not None and order.side not in sides:
        known = encounter.sides if fog(encounter) != OFF else sides
        return order, f"{_open_to_players(known)}; another side needs a GM's permission"
    return order, ""


def _meant(side: str, sides: tuple[str, ...]) -> str:
    """Return the open side that the word means; the only one if none is named."""
    if not side and len(sides) == 1:
        return sides[0]
    return next((one for one in sides if one and normalized(one) == normalized(side)), side)


def _open_to_players(sides: tuple[str, ...]) -> str:
    named = [side for side in sides if side]
    return f"Players join {listed(named)} here" if named else "No side is open to players here"
