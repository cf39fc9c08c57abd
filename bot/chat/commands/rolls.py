"""`/roll` and the chances of loose dice: open, secret and blind rolls.

A secret roll is answered in private, with a Reveal button that posts its result in the channel once. A blind roll is a
public line. Its result is posted in the GMs' thread first, once, by a nonce that Discord enforces; if there is no such
thread, or it is not certain that it is there, the line has a button that shows it to the encounter's GM, in private. So
a line that people see always has its result, and a bot that is killed before the line leaves one that nobody waits for:
Discord says that the command failed, and the player rolls again. Buttons hold what their result is
drawn from (`bot.game.pages.loose_dice`), so they work after a restart. A roll that has been revealed is known by its
message in the channel; the press itself is counted once (`bot.chat.views.buttons.rolls`).
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import datetime

import discord
from discord.utils import snowflake_time

from bot.chat import render
from bot.chat.desk.context import Desk, Interaction
from bot.chat.outgoing.controls import roll_id
from bot.chat.outgoing.detail import as_posted, levels_for
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import TROUBLE, defer, message_parts, nonce, posted, send
from bot.chat.outgoing.rows import Rows, button
from bot.chat.render import Reply
from bot.errors import Outdated
from bot.game.dice.dice_odds import odds_of
from bot.game.entries.invocation import Invocation
from bot.game.journal import presses
from bot.game.pages import loose_dice
from bot.game.pages.loose_dice import Hidden, Kind
from bot.game.sight.destinations import GM
from bot.game.store import DAY
from rules.words import dice_lines

log = logging.getLogger(__name__)
_LONGEST_POST = 1.5
REVEALED = "That roll is already revealed."
_LABELS = {Kind.SECRET: "Reveal", Kind.BLIND: "See the result"}


async def roll(interaction: Interaction, dice: str, *, secret: bool = False, blind: bool = False) -> None:
    """Throw loose dice and answer. Raises BadDice, Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    if not (secret or blind):
        thrown = await loose_dice.thrown(desk.referee.store, invocation, dice)
        await send(interaction, render.thrown(thrown))
        return
    roll = await loose_dice.hidden(desk.referee, invocation, dice, secret=secret, blind=blind)
    remark = dice_lines.read(dice).remark
    view = Rows([[button(_LABELS[roll.kind], discord.ButtonStyle.secondary, roll_id(roll))]])
    if blind:
        there = await _is_in_thread(interaction, invocation.name, roll, remark)
        await send(interaction, render.blind(invocation.name, roll.line, remark), None if there else view)
    else:
        thrown = await loose_dice.seen(desk.referee, invocation, roll)
        await send(interaction, render.thrown(replace(thrown, remark=remark), secret=True), view, private=True)


async def tell_chances(interaction: Interaction, dice: str) -> None:
    """Answer with the chances of loose dice, in private. Raises BadDice."""
    desk = interaction.client.desk
    line = dice_lines.read(dice)
    await defer(interaction)
    odds = await asyncio.to_thread(odds_of, line)
    detail = (await levels_for(interaction, desk.referee.store)).private.detail
    await send(interaction, render.odds(odds, detail), private=True)


async def _is_in_thread(interaction: Interaction, name: str, roll: Hidden, remark: str) -> bool:
    """Post the result of a blind roll in the GMs' thread, and return whether it is certain to be there."""
    desk = interaction.client.desk
    threads = await desk.referee.store.threads.of(roll.by)
    if GM not in threads:
        return False
    thrown = await loose_dice.drawn(desk.referee.store, roll)
    reply = render.blind_result(name, replace(thrown, remark=remark))
    client, store, thread = interaction.client, desk.referee.store, threads[GM]
    reply, _ = await as_posted(client, store, reply, None, thread, str(interaction.channel_id))
    channel = client.get_partial_messageable(int(thread))
    try:
        async with asyncio.timeout(_LONGEST_POST):
            await channel.send(**message_parts(reply, None), nonce=nonce(roll_id(roll)))
    except TROUBLE as error:
        log.warning("a blind roll gets a button because thread %s is not open to it: %s", threads[GM], error)
        return False
    return True


async def tell_blind(interaction: Interaction, roll: Hidden) -> None:
    """Answer with the result of a blind roll, in private. Raises NotAllowed, Outdated, NotNow."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await presses.check_channel(desk.referee.store, invocation, roll.by)
    thrown = await loose_dice.seen(desk.referee, invocation, roll)
    await send(interaction, render.thrown(thrown), private=True)


async def reveal(interaction: Interaction, roll: Hidden) -> None:
    """Post the result of a secret roll in the channel. Raises NotAllowed, or Outdated if it is there already."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    thrown = await loose_dice.seen(desk.referee, invocation, roll)
    # A channel's history may take longer than Discord waits.
    await defer(interaction)
    at = snowflake_time(int(roll.interaction))
    reply = render.revealed(invocation.name, thrown, at)
    if not invocation.alone and await _is_posted(interaction, reply, at):
        raise Outdated(REVEALED)
    await send(interaction, replace(reply, content=reply.content + await _which(desk, invocation, roll, at)))


async def _which(desk: Desk, invocation: Invocation, roll: Hidden, at: datetime) -> str:
    """Return the sentence that tells which of the user's rolls it is, and how many they have made since."""
    today, since = invocation.at - at < DAY, 0
    # Those of yesterday are not all counted any more.
    if today and roll.number:
        store = desk.referee.store
        since = await store.hidden_rolls.since(roll.by, invocation.channel, roll.interaction, at)
    return render.which_roll(invocation.name, roll.number, since, today=today)


async def _is_posted(interaction: Interaction, reply: Reply, at: datetime) -> bool:
    """Return whether the result is in the channel, whatever number of later rolls was told with it."""
    written = (reply.content, render.plain_text(reply).content)
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable):
        return False
    return bool(await posted(channel, interaction.client.user, lambda message: message.content.startswith(written), at))
