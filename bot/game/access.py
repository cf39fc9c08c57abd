"""Who may order whom: owners their own combatants, the GM everyone, and only the GM does table work.

The referee checks every order and every button; no command is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.journal import Entry
from rules.engine import switching
from rules.engine.conduct import NEXT, TABLE_OPTIONS
from rules.engine.errors import NotAllowed
from rules.engine.model import Encounter
from rules.engine.orders import CombatantOrder, Dismiss, Handover, Muster, Next, Rename, Several
from rules.engine.records import Order
from rules.engine.ruleset import Ruleset
from rules.words.phrases import listed

_ONE_AT_A_TIME = "Players bring in one combatant of their own at a time; the GM brings in anyone."


def check(order: Order, user: str, encounter: Encounter, ruleset: Ruleset) -> None:
    """Raises NotAllowed, one sentence, unless the user may give this order."""
    if user in encounter.gms:
        return
    match order:
        case CombatantOrder(actor=who) | Rename(subject=who) | Dismiss(subject=who) | Handover(subject=who):
            combatant = encounter.combatant(who)
            if combatant.owner != user:
                raise NotAllowed(f"{combatant.name} is not yours to order ({_own(user, encounter)}).")
        case Next():
            waiting = [encounter.combatant(c).name for c in ruleset.awaited(encounter)]
            if switching.standing(TABLE_OPTIONS[NEXT], encounter) == "gm":
                raise NotAllowed("In this encounter only the GM may let time go on.")
            if waiting:
                names = listed(waiting, "and")
                raise NotAllowed(f"Time goes on once all are done; waiting for {names} (or for the GM).")
        case Muster(owner=owner, count=count):
            if owner != user or count != 1:
                raise NotAllowed(_ONE_AT_A_TIME)
        case Several(orders) if all(isinstance(one, CombatantOrder) for one in orders):
            for one in orders:
                check(one, user, encounter, ruleset)
        case Several():
            raise NotAllowed(_ONE_AT_A_TIME)
        case _:
            raise NotAllowed(
                f"Only the GM of this encounter may do that; you order your own ({_own(user, encounter)})."
            )


def check_undo(undone: Sequence[Entry], user: str, encounter: Encounter) -> None:
    """Owners may undo their own last order if it threw no dice; the GM may undo anything. Raises NotAllowed."""
    if user in encounter.gms:
        return
    if any(entry.user != user for entry in undone):
        raise NotAllowed("The last order was not yours; the GM can take back anything.")
    if any(entry.rolled for entry in undone):
        raise NotAllowed("Dice have been thrown for that order; only the GM can take it back.")


def check_keeping(user: str, encounter: Encounter | None, manages: bool) -> None:
    """Only managers of the server and the GM of an encounter may change its homebrew and its rulebook.

    Raises NotAllowed.
    """
    if not manages and (encounter is None or user not in encounter.gms):
        raise NotAllowed(
            "What is the server's own is kept by those who may manage the server (Discord's permission Manage Server),"
            " and by the GM of the encounter that is open in this channel."
        )


def _own(user: str, encounter: Encounter) -> str:
    own = [c.name for c in encounter.combatants if c.owner == user]
    return f"yours: {listed(own, 'and')}" if own else "you have none here yet; /combatant add brings one in"
