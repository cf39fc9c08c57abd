"""The actions of the buttons under a reply: Details, Again, Undo, Instead, Then, Done, Next, Run, Take over, End, and
the one that says who is asked a question.

Whether a button is still valid is decided under the encounter's lock. An old one says so and is removed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.chat.commands import encounters, plans, records
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, book_of, check_right, head_of, pressed_group
from bot.chat.outgoing.controls import STYLES, VERBS, carries, control_id, leftover
from bot.chat.outgoing.messages import TROUBLE, edit_buttons
from bot.chat.views.presses.claims import presses
from bot.chat.views.presses.common import reported
from bot.errors import Outdated
from bot.game.dice.typed_dice import without_dice
from bot.game.entries.entries import Entry, Group
from bot.game.journal.anchors import ANCHOR, Anchor
from bot.game.people.rights import Deed
from bot.game.requests import OrderContext, taking_over
from rules.engine.flow.over import question
from rules.engine.flow.sealed import Withdraw, declarations
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import CombatantOrder, Next, Pass, SetPlan
from rules.engine.records.records import Order

log = logging.getLogger(__name__)

_DECIDED = "That fighter needs no order now. Use /pass who: for another of yours."
_NO_SUCH_BUTTON = "That order has no such button. Nothing has changed; give the order as a command."


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"sr:(?P<verb>{'|'.join(VERBS)}):{ANCHOR}",
):
    """One button under a reply."""

    def __init__(self, verb: str, anchor: Anchor) -> None:
        label, style = STYLES[verb]
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=control_id(verb, anchor)))
        self.verb = verb
        self.anchor = anchor

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Control:
        """Return the button that was pressed; nothing is loaded yet."""
        return cls(match["verb"], Anchor.parsed(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says; errors are reported in private."""
        async with reported(interaction) as ours:
            await self._press(ours)

    async def _press(self, interaction: Interaction) -> None:
        group: Group = ()
        try:
            group = await pressed_group(interaction, self.anchor)
            await pressed(interaction, self.verb, group)
        except Outdated:
            await _give_up(interaction, group, self.anchor)
            raise


async def pressed(interaction: Interaction, verb: str, group: Group) -> None:
    """Do what a button of this verb does that belongs to a group.

    Raises Outdated, and NotNow for one that no message of the group has had.
    """
    if not carries(group, verb):
        raise NotNow(_NO_SUCH_BUTTON)
    await _PRESSED[verb](interaction, group)


async def _give_up(interaction: Interaction, group: Group, anchor: Anchor) -> None:
    """Take away the buttons of an old reply that no longer work; the reason follows as a private sentence."""
    if interaction.response.is_done():
        return
    head = await head_of(interaction.client.desk, group[0].encounter_id) if group else None
    ended = head is not None and head.state.ended
    try:
        await edit_buttons(interaction, leftover(group, anchor, ended=ended) if group else None)
    except TROUBLE as error:
        log.debug("the buttons of an old reply could not be removed: %s", error)


async def _details(interaction: Interaction, group: Group) -> None:
    await records.tell_details(interaction, group)


async def _again(interaction: Interaction, group: Group) -> None:
    last = group[-1]
    if last.kind == "ruling":
        # It changes nothing, so it may be repeated any number of times.
        await orders.repeat(interaction, last)
        return
    sentence = "You have already repeated this order. Use the newer answer's Again button."
    with presses.once(control_id("again", Anchor.of(last)), interaction.id, sentence) as release:
        if not await _carried_out(
            interaction, group, type(last.order), lambda _: without_dice(last.order), any_time=True
        ):
            release()


async def _undo(interaction: Interaction, group: Group) -> None:
    await orders.undo(interaction, group[-1])


async def _instead(interaction: Interaction, group: Group) -> None:
    order = group[-1].order
    assert isinstance(order, CombatantOrder)

    def make(context: OrderContext) -> Order:
        declared = declarations(context.encounter, order.actor)
        if not declared or declared[-1].order != order:
            raise Outdated("That order is not the last one declared any more. Nothing has changed.")
        return Withdraw(order.actor, earlier=True)

    await _carried_out(interaction, group, Withdraw, make)


async def _next(interaction: Interaction, group: Group) -> None:
    await _carried_out(interaction, group, Next, lambda _: Next())


async def _run(interaction: Interaction, group: Group) -> None:
    await _carried_out(interaction, group, Next, lambda _: Next(run=True))


async def _then(interaction: Interaction, group: Group) -> None:
    last = group[-1]
    assert isinstance(last.order, CombatantOrder)
    await plans.ask_after(interaction, last.encounter_id, last.order.actor)


async def _done(interaction: Interaction, group: Group) -> None:
    last = group[-1]
    acted = last.order.actor if isinstance(last.order, CombatantOrder) else ""
    if acted and isinstance(last.order, SetPlan):
        raise NotNow(_DECIDED)
    key = f"{control_id('done', Anchor.of(last))}:{interaction.user.id}"
    with presses.once(key, interaction.id, "You have already pressed this. Use the newer answer's Done button."):
        await _carried_out(interaction, group, Pass, lambda context: Pass(_still_to_act(context, acted)))


async def _take_over(interaction: Interaction, group: Group) -> None:
    user = interaction.user
    request = taking_over(str(user.id), user.display_name)
    await orders.give_in_encounter(interaction, group[-1].encounter_id, request)


async def _end(interaction: Interaction, group: Group) -> None:
    desk, last = interaction.client.desk, group[-1]
    await check_right(interaction, Deed.END)
    head = await head_of(desk, last.encounter_id)
    state = head.state if head else last.state
    # The order that ended the fight may have been undone, and time may have come to the same impulse again.
    if state.ended or state.clock != last.state.clock or not question(state, book_of(desk, state)):
        raise Outdated("That button is old. Nothing has changed; use the newest answer, or /encounter end.")
    await encounters.end(interaction)


async def _asked(interaction: Interaction, group: Group) -> None:
    await encounters.tell_questions(interaction, group[-1].encounter_id)


async def _carried_out(
    interaction: Interaction,
    group: Group,
    makes: type[Order],
    make: Callable[[OrderContext], Order],
    any_time: bool = False,
) -> bool:
    last = group[-1]
    request = Pressed(makes, last, make, any_time)
    return await orders.give_in_encounter(interaction, last.encounter_id, request)


_PRESSED: dict[str, Callable[[Interaction, Group], Awaitable[None]]] = {
    "details": _details,
    "again": _again,
    "undo": _undo,
    "instead": _instead,
    "then": _then,
    "done": _done,
    "next": _next,
    "run": _run,
    "takeover": _take_over,
    "asked": _asked,
    "end": _end,
}


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button's request. It is valid while the clock is as its entry left it, or at `any_time`."""

    makes: type[Order]
    seen: Entry
    make: Callable[[OrderContext], Order]
    any_time: bool = False

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises Outdated."""
        now = context.encounter
        if now.ended:
            raise Outdated("This encounter has ended. Start another with /encounter start, or reopen it with /undo.")
        if not self.any_time and now.clock != self.seen.state.clock:
            clock = context.ruleset.clock(now)
            raise Outdated(f"That button is old: it is {clock} now. Nothing has changed; use the newest answer.")
        return self.make(context)


def _still_to_act(context: OrderContext, first: str) -> str:
    """Return the id of the user's own combatant that still has to act, preferably `first`. Raises NotNow."""
    encounter = context.encounter
    awaited = context.awaited
    waiting = [c for c in encounter.combatants if c.id in awaited]
    own = [c.id for c in context.own(waiting)]
    if not own:
        names = ", ".join(c.name for c in waiting) or ("others" if awaited else "nobody")
        raise NotNow(f"None of your fighters needs to act. Still to act: {names}.")
    return first if first in own else own[0]
