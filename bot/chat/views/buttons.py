"""The buttons under a reply: Details, Again, Undo, Next, Done. They survive restarts: the custom id says it all.

Whether a button still holds is decided under the encounter's lock; an old one says so and gives up what is spent.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.chat import render
from bot.chat.messages import TROUBLE
from bot.chat.views.answering import reported
from bot.chat.views.claims import presses
from bot.chat.views.questions import asked, question_rows
from bot.chat.views.rows import Button, Rows, button
from bot.game.journal import Entry, Group
from bot.game.referee import Outdated
from bot.game.requests import OrderContext
from rules.engine.errors import NotNow
from rules.engine.orders import Attack, CombatantOrder, Next, Pass, Start
from rules.engine.records import Order
from rules.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from bot.chat.service import Interaction

log = logging.getLogger(__name__)

_STYLES = {
    "details": ("Details", discord.ButtonStyle.secondary),
    "again": ("Again", discord.ButtonStyle.primary),
    "undo": ("Undo", discord.ButtonStyle.secondary),
    "done": ("Done", discord.ButtonStyle.secondary),
    "next": ("Next", discord.ButtonStyle.success),
}
VERBS = tuple(_STYLES)
_GONE = "That entry is no longer kept; quick rulings are kept for seven days."


def details_id(entry: Entry) -> str:
    """The custom id of the Details button under the message that shows this entry."""
    # The parts of one interaction are shown in one message, known by the first of them.
    return control_id("details", entry.encounter_id, entry.seq - entry.part)


def control_id(verb: str, encounter: str, seq: int) -> str:
    """The custom id of a button; `seq` is the first entry of the group it stands under."""
    return f"sr:{verb}:{encounter}:{seq}"


def controls(group: Group, book: Ruleset) -> discord.ui.View:
    """The buttons under the reply that shows this group."""
    questions = [] if group[-1].kind == "ruling" else question_rows(group[-1])
    return Rows([*questions, _row(group, _fitting(group, book))])


def leftover(group: Group) -> discord.ui.View:
    """What remains of them once the encounter has gone on."""
    return Rows([_row(group, ["details", *(["again"] if _repeatable(group) else [])])])


def _fitting(group: Group, book: Ruleset) -> list[str]:
    last = group[-1]
    verbs = ["details"]
    if _repeatable(group):
        verbs.append("again")
    if last.kind == "ruling" or last.state.ended:
        return verbs
    if last.kind != "undo" and not isinstance(last.order, Start):
        verbs.append("undo")
    if asked(last.state):
        # Time stands still until the answer.
        return verbs
    if book.awaited(last.state):
        verbs.append("done")
    if last.state.combatants:
        verbs.append("next")
    return verbs


def _repeatable(group: Group) -> bool:
    last = group[-1]
    return isinstance(last.order, Attack) and last.kind in ("order", "ruling") and not last.state.ended


def _row(group: Group, verbs: list[str]) -> list[Button]:
    encounter, seq = group[0].encounter_id, group[0].seq - group[0].part
    return [button(*_STYLES[verb], control_id(verb, encounter, seq)) for verb in verbs]


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"sr:(?P<verb>{'|'.join(VERBS)}):(?P<encounter>[a-z0-9]{{1,40}}):(?P<seq>[0-9]{{1,9}})",
):
    """One button under a reply."""

    def __init__(self, verb: str, encounter: str, seq: int) -> None:
        label, style = _STYLES[verb]
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=control_id(verb, encounter, seq)))
        self.verb = verb
        self.encounter = encounter
        self.seq = seq

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Control:
        """The button that was pressed; nothing is loaded yet."""
        return cls(match["verb"], match["encounter"], int(match["seq"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says; whatever fails is told in private."""
        async with reported(interaction) as given:
            await self._press(given)

    async def _press(self, interaction: Interaction) -> None:
        group = await interaction.client.service.referee.journal.group(self.encounter, self.seq)
        if not group:
            raise Outdated(_GONE)
        try:
            await _PRESSED[self.verb](interaction, group)
        except Outdated:
            await _give_up(interaction, group)
            raise


async def _give_up(interaction: Interaction, group: Group) -> None:
    """Take away what an old reply can no longer do; the reason follows as a private sentence."""
    if interaction.response.is_done():
        return
    head = await interaction.client.service.referee.journal.head(group[0].encounter_id)
    ended = head is not None and head.state.ended
    try:
        await interaction.response.edit_message(view=Rows([_row(group, ["details"])]) if ended else leftover(group))
    except TROUBLE as error:
        log.debug("an old reply keeps its buttons: %s", error)


async def _details(interaction: Interaction, group: Group) -> None:
    service = interaction.client.service
    await service.tell(interaction, render.details(group, service.library.shelf[group[-1].state.ruleset]))


async def _again(interaction: Interaction, group: Group) -> None:
    service, last = interaction.client.service, group[-1]
    if last.kind == "ruling":
        # It changes nothing: as often as anybody likes.
        await service.give(
            interaction, lambda invocation: service.referee.again(invocation, last.encounter_id, last.seq)
        )
        return
    sentence = "That has been ordered again already; the answer has an Again button of its own."
    with presses.once(control_id("again", last.encounter_id, group[0].seq), interaction.id, sentence):
        await _carried_out(interaction, group, lambda _: last.order, any_time=True)


async def _undo(interaction: Interaction, group: Group) -> None:
    service, last = interaction.client.service, group[-1]
    # What a redo brought back is the order it restored.
    await service.give(
        interaction, lambda invocation: service.referee.undo(invocation, last.encounter_id, expected=last.origin)
    )


async def _next(interaction: Interaction, group: Group) -> None:
    await _carried_out(interaction, group, lambda _: Next())


async def _done(interaction: Interaction, group: Group) -> None:
    last = group[-1]
    acted = last.order.actor if isinstance(last.order, CombatantOrder) else ""
    key = f"{control_id('done', last.encounter_id, group[0].seq)}:{interaction.user.id}"
    with presses.once(key, interaction.id, "You have pressed that already; the answer has a Done button of its own."):
        await _carried_out(interaction, group, lambda context: Pass(_awaited_of(context, acted)))


async def _carried_out(
    interaction: Interaction, group: Group, make: Callable[[OrderContext], Order], any_time: bool = False
) -> None:
    service, last = interaction.client.service, group[-1]
    request = Pressed(last, make, any_time)
    await service.give(
        interaction, lambda invocation: service.referee.carry_out(invocation, request, encounter_id=last.encounter_id)
    )


_PRESSED: dict[str, Callable[[Interaction, Group], Awaitable[None]]] = {
    "details": _details,
    "again": _again,
    "undo": _undo,
    "done": _done,
    "next": _next,
}


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button's order. Unless it holds `any_time`, only while the clock stands where its entry left it."""

    seen: Entry
    make: Callable[[OrderContext], Order]
    any_time: bool = False

    def order(self, context: OrderContext) -> Order:
        """As in Wish; raises Outdated."""
        now = context.encounter
        if now.ended:
            raise Outdated("This encounter has ended; /encounter start begins another, /undo takes the end back.")
        if not self.any_time and now.clock != self.seen.state.clock:
            clock = context.ruleset.clock(now)
            raise Outdated(f"That button is old: it is {clock} by now. Nothing was done; use the newest answer.")
        return self.make(context)


def _awaited_of(context: OrderContext, first: str) -> str:
    """The user's own combatant who is still waited for, `first` before the others."""
    encounter = context.encounter
    awaited = context.ruleset.awaited(encounter)
    waiting = [c for c in encounter.combatants if c.id in awaited]
    own = [c.id for c in context.own(waiting)]
    if not own:
        names = ", ".join(c.name for c in waiting) or "nobody"
        raise NotNow(f"Nobody of yours is waited for; waiting for: {names}.")
    return first if first in own else own[0]
