"""The fight that `/start` guides a newcomer through: the set-up, its sides, and the orders that each step offers.

Every rulebook has a template of this name, with two fighters on each side. The steps follow from the encounter, as far
as the user knows it: a shot that would be accepted now, and Next, until the fight is over. First come the user's own
fighters and targets that are not dying; the other side's shot comes last.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.entries.names import named
from bot.game.help.what_now import WhatNow, what_now
from bot.game.referee import rehearsal
from bot.game.referee.remedies import Offer
from bot.game.requests import AttackRequest, NextRequest, OrderContext
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.over import over, winner
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Attack, Fire

TEMPLATE = "first_fight"
_AIMS = (2, 1, None)
"""Actions or Points of aim, the best for a first shot first."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The orders that a step offers, and the situation.

    `shot` is the attack that the next fighter would give, for its chances, and `fire` the offer of it. `first`: it is
    the user's own fighter, who is not dying, so it comes before `onward`. `over` says who has won, or why nobody fights
    any more; "" while the fight continues.
    """

    now: WhatNow
    fire: Offer | None
    shot: AttackRequest | None
    onward: Offer | None
    first: bool = True
    over: str = ""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The orders to offer, the first button first."""
        both = (self.fire, self.onward) if self.first else (self.onward, self.fire)
        return tuple(offer for offer in both if offer)


def sides(book: Ruleset) -> tuple[str, ...]:
    """Return the sides of a rulebook's first fight that people can play."""
    named = dict.fromkeys(group.side for group in book.templates[TEMPLATE].newcomers)
    return tuple(named)


def steps(context: OrderContext) -> Steps:
    """Return the orders to offer next. This may take longer than the event loop may wait."""
    now = what_now(context)
    if ended := _over(context):
        return Steps(now, None, None, None, over=ended)
    shot = next(_shots(now, context), None)
    fire = Offer(f"{now.fighter} fires at {shot.target}", shot) if shot else None
    onward = NextRequest()
    may = not rehearsal.why_not(onward, context)
    first = now.own and not now.fading
    return Steps(now, fire, shot, Offer("Next turn", onward) if may else None, first)


def aiming(who: str, context: OrderContext) -> str:
    """Return a sentence about the fighter of that name if they are still aiming their shot: when it comes; else ""."""
    encounter = context.encounter
    aimer = next((one for one in encounter.combatants if one.name == who), None)
    task = encounter.task(aimer.id) if aimer else None
    if task is None or not isinstance(task.order, Attack):
        return ""
    when = context.ruleset.completed_in(task, encounter)
    return f"{who} is aiming. The shot comes {f'in {when}' if when else 'later'}."


def _over(context: OrderContext) -> str:
    encounter, book = context.encounter, context.ruleset
    why = over(encounter, book)
    side = winner(encounter, book) if why else ""
    if not side:
        return named(why, encounter)
    plural = side.endswith("s")
    the = "The " if plural or side in sides(book) else ""
    return named(f"{the}{side} {'have' if plural else 'has'} won.", encounter)


def _shots(now: WhatNow, context: OrderContext) -> Iterator[AttackRequest]:
    """Yield the shots that the fighter could fire now without a question, the best aimed first."""
    found = [way.request for way in now.ways if isinstance(way.request, AttackRequest) and way.request.verb is Fire]
    for request in found:
        for aim in _AIMS:
            aimed = replace(request, aim=aim)
            try:
                if not rehearsal.why_not(aimed, context) and not _asks(aimed, context):
                    yield aimed
            except Refusal:
                continue


def _asks(request: AttackRequest, context: OrderContext) -> bool:
    order = context.read(request)
    book, encounter = context.ruleset, context.encounter
    return bool(book.aims_wanted(encounter, order) or book.cautions(encounter, order))
