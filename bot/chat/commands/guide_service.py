"""`/start`: a first fight, step by step, with buttons. Each step is an ordinary order of the user who presses.

1. The user chooses a rulebook and a side. The buttons hold the choice; the second one starts the encounter.
2. After each press the guide follows in private: what happened, who can act, and the buttons for the next step. Its
   orders are offered like those under a refusal (`bot.chat.views.private.remedies`): once, for that user, until time
   moves on.
3. The steps follow from the encounter, so nothing of the guide is stored. `/start` in the same channel continues it.
"""

from __future__ import annotations

import asyncio

import discord

from bot.chat.commands.help_service import help_id, label_of
from bot.chat.commands.service import Interaction
from bot.chat.outgoing.messages import send
from bot.chat.outgoing.rows import LONGEST_LABEL, Button, Rows, button
from bot.chat.render.pages import guide
from bot.chat.render.text.markdown import bare, clip
from bot.errors import Outdated
from bot.game.help import NOW, first_steps, topics
from bot.game.people.rights import Deed
from bot.game.referee.remedies import Offer
from bot.game.requests import OrderContext
from rules.engine.records.errors import NotNow, UnknownName

PREFIX = "srg"
GUIDE_ID = rf"{PREFIX}:(?P<step>start|book|side|odds|end):(?P<of>[a-z0-9_-]{{1,40}})(?::(?P<side>gm|[0-9]))?"
START_ID = f"{PREFIX}:start:fight"
"""The button that does what `/start` does."""
_ENDED = "That fight is no longer open. `/start` begins another."
_AFTERWARDS = ("start a fight", "add fighters", "map")


async def start(interaction: Interaction) -> None:
    """Offer the rulebooks, or in an open encounter what the user can do. Raises NotAllowed."""
    service = interaction.client.service
    context = await service.open_context(interaction)
    if context is not None:
        rows = [button("What can I do now?", discord.ButtonStyle.primary, help_id(topics()[NOW]))]
        if context.user in context.encounter.gms and _is_first(context):
            await follow(interaction, guide.MOVED_ON)
            return
        await send(interaction, guide.already_open(context.encounter.title), Rows([rows]), private=True)
        return
    await service.check_right(interaction, Deed.START)
    books = [
        button(clip(bare(book.title), LONGEST_LABEL), discord.ButtonStyle.primary, f"{PREFIX}:book:{book.id}")
        for book in service.books().values()
    ]
    await send(interaction, guide.choose_book(), Rows([books]), private=True)


async def choose_side(interaction: Interaction, book: str) -> None:
    """Offer the sides of a rulebook's first fight. Raises UnknownName."""
    chosen = interaction.client.service.books().get(book)
    if chosen is None:
        raise UnknownName("That rulebook is gone. Use `/start` again.")
    offered = [
        button(clip(side, LONGEST_LABEL), discord.ButtonStyle.primary, f"{PREFIX}:side:{book}:{number}")
        for number, side in enumerate(first_steps.sides(chosen))
    ]
    offered.append(button("GM", discord.ButtonStyle.secondary, f"{PREFIX}:side:{book}:gm"))
    sentence = chosen.templates[first_steps.TEMPLATE].sentence
    await send(interaction, guide.choose_side(chosen, sentence), Rows([offered]), private=True)


async def begin(interaction: Interaction, book: str, side: str) -> None:
    """Start the fight in the channel, and guide on. Raises ChannelTaken, UnknownName."""
    service = interaction.client.service
    chosen = service.books().get(book)
    if chosen is None:
        raise UnknownName("That rulebook is gone. Use `/start` again.")
    named = first_steps.sides(chosen)
    played = named[int(side)] if side.isdecimal() and int(side) < len(named) else ""
    await service.start(interaction, ruleset=book, template=first_steps.TEMPLATE, side=played)
    await follow(interaction, guide.TAKEN if played else guide.BEGUN)


async def tell_odds(interaction: Interaction, encounter: str) -> None:
    """Answer with the chances of the shot that comes next, and guide on. Raises Outdated, Refusal."""
    context = await _context(interaction, encounter)
    found = await asyncio.to_thread(first_steps.steps, context)
    if found.shot is None:
        ended = f"{found.over} Press End." if found.over else ""
        raise NotNow(ended or "None of your fighters has a shot now. Press Next turn.")
    await interaction.client.service.tell_odds(interaction, context, found.shot.question(context))
    await follow(interaction, guide.ODDS)


async def end(interaction: Interaction, encounter: str) -> None:
    """End the fight, and say how to continue. Raises Outdated, NotAllowed."""
    if not await interaction.client.service.answer_if_stored(interaction):
        await _context(interaction, encounter)
        await interaction.client.service.end(interaction)
    named = [topics()[title] for title in _AFTERWARDS]
    row = [button(label_of(topic), discord.ButtonStyle.secondary, help_id(topic)) for topic in named]
    await send(interaction, guide.ended(_AFTERWARDS), Rows([row]), private=True)


async def follow(interaction: Interaction, which: str, fired: str = "") -> None:
    """Send a step of the guide in private, with the buttons of the next one; `fired` is the fighter (by name) who was
    ordered to fire.
    """
    service = interaction.client.service
    context = await service.open_context(interaction)
    if context is None:
        return
    found = await asyncio.to_thread(first_steps.steps, context)

    async def done(answer: Interaction, offer: Offer) -> None:
        if offer is found.fire:
            await follow(answer, guide.FIRED, found.now.fighter)
        else:
            await follow(answer, guide.MOVED_ON)

    encounter, offers = context.encounter, found.offers
    rows = service.offered(interaction, offers, context, done) if offers else []
    below: list[Button] = []
    if found.shot is not None:
        below.append(button("Chances", _style(which, guide.BEGUN, guide.TAKEN), f"{PREFIX}:odds:{encounter.id}"))
    below.append(button("What can I do now?", discord.ButtonStyle.secondary, help_id(topics()[NOW])))
    ends = button("End", discord.ButtonStyle.danger, f"{PREFIX}:end:{encounter.id}")
    below = [ends, *below] if found.over else [*below, ends]
    aiming = first_steps.aiming(fired, context) if fired else ""
    await send(interaction, guide.step(which, found, encounter, aiming), Rows([*rows, below]), private=True)


def _style(which: str, *recommended: str) -> discord.ButtonStyle:
    return discord.ButtonStyle.success if which in recommended else discord.ButtonStyle.secondary


def _is_first(context: OrderContext) -> bool:
    template = context.ruleset.templates.get(first_steps.TEMPLATE)
    return template is not None and context.encounter.title == template.title


async def _context(interaction: Interaction, encounter: str) -> OrderContext:
    context = await interaction.client.service.open_context(interaction)
    if context is None or context.encounter.id != encounter:
        raise Outdated(_ENDED)
    return context
