"""Orders are carried out and answered; if something is missing, their user is asked in private."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from datetime import datetime

import discord

from bot.chat.desk.context import Interaction, attack_meant, open_encounter
from bot.chat.desk.noted_request import NotedRequest, note_request
from bot.chat.desk.prompts import Offers, TextWindow, Then
from bot.chat.outgoing.controls import AWAY_VERBS, decision_row
from bot.chat.outgoing.detail import levels_for
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import send
from bot.chat.outgoing.rows import Button, Rows
from bot.chat.render import Reply
from bot.chat.render.notices import deadlines as words
from bot.game.dice.typed_dice import without_dice
from bot.game.entries.bounded_mapping import BoundedMapping
from bot.game.entries.entries import Entry
from bot.game.entries.invocation import Invocation
from bot.game.journal import presses
from bot.game.referee.undo.undo_redo import Wanted
from bot.game.requests import AttackRequest, DirectRequest, Incomplete, OrderContext, Request
from bot.game.requests.order_questions import AskFirst, CarryOut, Choice
from rules.engine.records.errors import DiceWanted, RangeWanted
from rules.engine.records.orders import CombatantOrder

_told_away = BoundedMapping[tuple[str, str, datetime], bool](256)
"""The latest absences, by server, user and end, of which their users have been reminded."""


def give(interaction: Interaction, request: Request, dice: str = "", ruleset: str = "") -> Awaitable[bool]:
    """Carry a request out and answer. Return whether it was carried out; if it lacks something, its user is asked for
    that in private, and nothing is stored.
    """
    referee, noted = interaction.client.desk.referee, NotedRequest(request, dice, ruleset)
    note_request(interaction, noted)
    return attempt(interaction, lambda by, dice: referee.carry_out(by, request, dice, ruleset), dice, noted=noted)


async def give_in_encounter(
    interaction: Interaction, encounter: str, request: Request, dice: str = "", *, sure: bool = False
) -> bool:
    """Carry out a button's request in the encounter with that id and answer. Return whether it was carried out.

    `sure`: the button's text has already asked for the confirmation. Raises NotNow if the encounter is another
    channel's.
    """
    desk = interaction.client.desk
    note_request(interaction, NotedRequest(request, dice, encounter=encounter))
    await presses.check_channel(desk.referee.store, invocation_of(interaction), encounter)
    return await attempt(
        interaction,
        lambda invocation, dice: desk.referee.carry_out(invocation, request, dice, encounter_id=encounter),
        dice,
        sure=sure,
    )


async def repeat(interaction: Interaction, entry: Entry) -> None:
    """Give the order of an entry again and answer."""
    desk = interaction.client.desk
    if isinstance(entry.order, CombatantOrder) and entry.kind != "ruling":
        note_request(interaction, NotedRequest(DirectRequest(without_dice(entry.order)), encounter=entry.encounter_id))
    await attempt(interaction, lambda invocation, _: desk.referee.again(invocation, entry.encounter_id, entry.seq))


async def undo(interaction: Interaction, expected: Entry | None = None, to: str = "") -> None:
    """Undo the last order, or of a run what came after the time `to`, and answer.

    Raises Outdated if it is not the order that `expected` is part of.
    """
    desk = interaction.client.desk
    encounter = expected.encounter_id if expected else ""
    # A redone order is known by the entry that it restored.
    wanted = Wanted(expected.origin if expected else None, to)
    await attempt(interaction, lambda invocation, _: desk.referee.undo(invocation, encounter, wanted))


async def redo(interaction: Interaction) -> None:
    """Redo the order that was undone last and answer."""
    desk = interaction.client.desk
    await attempt(interaction, lambda invocation, _: desk.referee.redo(invocation))


async def answer_if_stored(interaction: Interaction) -> bool:
    """Answer with what an earlier delivery of this interaction stored. Return False if there is nothing."""
    desk = interaction.client.desk
    if group := await desk.referee.journal.by_interaction(str(interaction.id)):
        await desk.delivery.answer(interaction, group)
    return bool(group)


async def attempt(
    interaction: Interaction,
    carry_out: CarryOut,
    dice: str = "",
    *,
    sure: bool = False,
    noted: NotedRequest | None = None,
) -> bool:
    """Carry out an order and answer. Return whether it was carried out.

    Otherwise its player is asked in private for missing dice, for a choice, or for details of the attack that they
    asked for (`noted`); if they are `sure`, the first choice is theirs. Of an interaction that is delivered twice the
    first delivery answers.
    """
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    try:
        with desk.delivery.handling(invocation.interaction) as first:
            if first:
                await desk.delivery.answer(interaction, await carry_out(invocation, dice))
                await _tell_away(interaction, invocation)
    except DiceWanted as wanted:

        async def resume(answer: Interaction, more: str) -> None:
            await attempt(answer, carry_out, f"{dice.replace('?', '')} {more}".strip(), noted=noted)

        prompt = desk.prompts.dice_prompt(interaction, wanted, resume)
        await send(interaction, *prompt, private=True)
        return False
    except AskFirst as question:
        if sure:
            return await attempt(interaction, question.choices[0].carry_out, dice)

        async def carry_on(answer: Interaction, choice: Choice) -> None:
            await attempt(answer, choice.carry_out, dice)

        await send(interaction, *desk.prompts.choice_prompt(interaction, question, carry_on), private=True)
        return False
    except Incomplete:
        if noted is None or not isinstance(noted.request, AttackRequest):
            raise
        context = await open_encounter(interaction)
        await send(interaction, *desk.prompts.order_form(context, noted.request, noted.dice), private=True)
        return False
    except RangeWanted:
        # Discord opens no window in answer to a window, or after a promise.
        window = interaction.type is discord.InteractionType.modal_submit or interaction.response.is_done()
        if window or noted is None or not isinstance(noted.request, AttackRequest):
            raise
        await _ask_range(interaction, noted.request, noted)
        return False
    return True


async def _ask_range(interaction: Interaction, request: AttackRequest, noted: NotedRequest) -> None:
    """Open a window for the range of an attack."""

    async def on_range(answer: Interaction, range: int) -> None:
        await give(answer, replace(request, range=range), noted.dice, noted.ruleset)

    context, _ = await attack_meant(interaction, request, noted.ruleset)
    target = request.target or context.ruleset.default_target
    window = interaction.client.desk.prompts.range_window(interaction, target, context, on_range)
    await interaction.response.send_modal(window)


def offered(
    by: Interaction, offers: Offers, now: OrderContext | None, then: Then | None, noted: NotedRequest | None = None
) -> list[list[Button]]:
    """Return the buttons for orders that would be accepted: after a refusal of the `noted` request, or as a
    next step.
    """
    desk = by.client.desk
    return desk.prompts.remedies(by, noted, offers, now, then)


async def ask_text(interaction: Interaction, window: TextWindow) -> None:
    """Open a window with one field."""
    desk = interaction.client.desk
    await interaction.response.send_modal(desk.prompts.text_window(interaction, window))


async def tell(interaction: Interaction, reply: Reply, *, private: bool = True) -> None:
    """Answer with this reply."""
    await send(interaction, reply, None, private=private)


async def _tell_away(interaction: Interaction, invocation: Invocation) -> None:
    """Tell somebody who gives orders while they are marked away, in private, with a button that ends it; once for each
    absence.
    """
    desk = interaction.client.desk
    until = (await levels_for(interaction, desk.referee.store)).away_until
    if until is None or until <= invocation.at:
        return
    absence = invocation.guild, invocation.user, until
    if _told_away.get(absence) is None:
        _told_away[absence] = True
        row = decision_row(AWAY_VERBS, "away", 0, invocation.at)
        await send(interaction, words.still_away(until), Rows([row]), private=True)
