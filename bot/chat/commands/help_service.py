"""The service for /help: a topic, what the user can do now, or what is near; all in private, with buttons to more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.chat import render
from bot.chat.commands.service import Interaction
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import send
from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_BUTTONS, Button, Rows, button
from bot.chat.render.text.markdown import bare, clip
from bot.game.help import FIRST, NOW, Topic, find_topic, matching, topics
from bot.game.help.what_now import what_now
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import UnknownName

HELP_PREFIX = "srh"
HELP_ID = rf"{HELP_PREFIX}:(?P<key>[\w-]{{1,60}}):(?P<page>[0-9]{{1,2}})"
_MOST_RELATED = 4


async def tell_help(interaction: Interaction, question: str) -> None:
    """Answer a question, or name the nearest topics."""
    if not question.strip():
        await show(interaction, topics()[FIRST])
        return
    try:
        # Words that no topic has are compared with all that topics have.
        topic = await asyncio.to_thread(find_topic, question)
    except UnknownName as unknown:
        near = [topics()[title] for title in unknown.nearest]
        await send(interaction, render.refusal(str(unknown)), Rows([_row(near)]), private=True)
        return
    await show(interaction, topic)


async def show(interaction: Interaction, topic: Topic, page: int = 0) -> None:
    """Answer with a page of a topic."""
    service = interaction.client.service
    context = await service.open_context(interaction)
    guest = invocation_of(interaction).is_guest
    shot = (await service.ground(interaction, context.encounter.preset if context else "")).usual.example
    if topic.title == NOW or (guest and topic.title == FIRST):
        reply = (
            render.no_encounter(shot, guest=guest)
            if context is None
            else render.what_now_page(await asyncio.to_thread(what_now, context), context.encounter)
        )
        last = True
    else:
        book = context.ruleset if context else None
        reply = render.help_page(topic, page, book, shot)
        last = page + 1 >= len(render.help_pages(topic, book, shot))
    related = await asyncio.to_thread(_related, topic, context.ruleset if context else None)
    rows = [[button("More", discord.ButtonStyle.primary, help_id(topic, page + 1))] if not last else [], _row(related)]
    await send(interaction, reply, Rows(row for row in rows if row), private=True)


async def show_by_key(interaction: Interaction, key: str, page: int) -> None:
    """Answer with the topic that a button names; with the first one if it is there no more."""
    topic = next((one for one in topics().values() if one.key == key), topics()[FIRST])
    await show(interaction, topic, page)


def help_id(topic: Topic, page: int = 0) -> str:
    """Return the custom id of the button that shows a page of a topic."""
    return f"{HELP_PREFIX}:{topic.key}:{page}"


def label_of(topic: Topic) -> str:
    """Return the label of the button to a topic."""
    return clip(bare(topic.title[0].upper() + topic.title[1:]), LONGEST_LABEL)


def _related(topic: Topic, book: Ruleset | None) -> list[Topic]:
    """Return the topics that its answer leads to: those it names, else those that its words are about."""
    if topic.more:
        named = [topics()[title] for title in topic.more if title in topics()]
    else:
        named = [one for one in matching(f"{topic.title} {topic.text}"[:200], 3) if one is not topic]
    if book is not None and topic.book != book.id:
        named = [*named[: _MOST_RELATED - 1], topics()[book.title]]
    return named[:_MOST_RELATED]


def _row(named: Sequence[Topic]) -> list[Button]:
    return [button(label_of(one), discord.ButtonStyle.secondary, help_id(one)) for one in named[:MOST_BUTTONS]]
