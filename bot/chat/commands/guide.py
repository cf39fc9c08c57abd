"""`/start`: a first fight, step by step, with buttons. Each step is an ordinary order of the user who presses.

1. The user chooses a rulebook and a side. The buttons hold the choice; the second one starts the encounter.
2. After each press the guide follows in private: what happened, who can act, and the buttons for the next step. Its
   orders are offered like those under a refusal (`bot.chat.views.private.remedies`): once, for that user, until time
   moves on.
3. The steps follow from the encounter, so nothing of the guide is stored. `/start` in the same channel continues it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.chat import render
from bot.chat.commands import attack_odds, encounters
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, all_books, check_right, ground_here, open_context
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import send
from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_BUTTONS, Button, Rows, button
from bot.chat.render.pages import guide
from bot.chat.render.text.markdown import bare, clip
from bot.errors import Outdated
from bot.game.help import FIRST, NOW, Topic, find_topic, first_steps, matching, topics
from bot.game.help.what_now import what_now
from bot.game.people.rights import Deed
from bot.game.referee.remedies import Offer
from bot.game.requests import OrderContext
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import NotNow, UnknownName

PREFIX = "srg"
GUIDE_ID = rf"{PREFIX}:(?P<step>start|book|side|odds|end):(?P<of>[a-z0-9_-]{{1,40}})(?::(?P<side>gm|[0-9]))?"
START_ID = f"{PREFIX}:start:fight"
"""The button that does what `/start` does."""
_ENDED = "That fight is no longer open. `/start` begins another."
_AFTERWARDS = ("start a fight", "add fighters", "map")


async def start(interaction: Interaction) -> None:
    """Offer the rulebooks, or in an open encounter what the user can do. Raises NotAllowed."""
    desk = interaction.client.desk
    context = await open_context(interaction)
    if context is not None:
        rows = [button("What can I do now?", discord.ButtonStyle.primary, help_id(topics()[NOW]))]
        if context.user in context.encounter.gms and _is_first(context):
            await follow(interaction, guide.MOVED_ON)
            return
        await send(interaction, guide.already_open(context.encounter.title), Rows([rows]), private=True)
        return
    await check_right(interaction, Deed.START)
    books = [
        button(clip(bare(book.title), LONGEST_LABEL), discord.ButtonStyle.primary, f"{PREFIX}:book:{book.id}")
        for book in all_books(desk).values()
    ]
    await send(interaction, guide.choose_book(), Rows([books]), private=True)


async def choose_side(interaction: Interaction, book: str) -> None:
    """Offer the sides of a rulebook's first fight. Raises UnknownName."""
    chosen = all_books(interaction.client.desk).get(book)
    if chosen is None:
        raise UnknownName("That rulebook is gone. Use /start again.")
    offered = [
        button(clip(side, LONGEST_LABEL), discord.ButtonStyle.primary, f"{PREFIX}:side:{book}:{number}")
        for number, side in enumerate(first_steps.sides(chosen))
    ]
    offered.append(button("GM", discord.ButtonStyle.secondary, f"{PREFIX}:side:{book}:gm"))
    sentence = chosen.templates[first_steps.TEMPLATE].sentence
    await send(interaction, guide.choose_side(chosen, sentence), Rows([offered]), private=True)


async def begin(interaction: Interaction, book: str, side: str) -> None:
    """Start the fight in the channel, and guide on. Raises ChannelTaken, UnknownName."""
    desk = interaction.client.desk
    chosen = all_books(desk).get(book)
    if chosen is None:
        raise UnknownName("That rulebook is gone. Use /start again.")
    named = first_steps.sides(chosen)
    played = named[int(side)] if side.isdecimal() and int(side) < len(named) else ""
    await encounters.start(interaction, ruleset=book, template=first_steps.TEMPLATE, side=played)
    await follow(interaction, guide.TAKEN if played else guide.BEGUN)


async def tell_first_odds(interaction: Interaction, encounter: str) -> None:
    """Answer with the chances of the shot that comes next, and guide on. Raises Outdated, Refusal."""
    context = await _context(interaction, encounter)
    found = await asyncio.to_thread(first_steps.steps, context)
    if found.shot is None:
        ended = f"{found.over} Press End." if found.over else ""
        raise NotNow(ended or "None of your fighters has a shot now. Press Next turn.")
    await attack_odds.tell_odds(interaction, context, found.shot.question(context))
    await follow(interaction, guide.ODDS)


async def end(interaction: Interaction, encounter: str) -> None:
    """End the fight, and say how to continue. Raises Outdated, NotAllowed."""
    if not await orders.answer_if_stored(interaction):
        await _context(interaction, encounter)
        await encounters.end(interaction)
    named = [topics()[title] for title in _AFTERWARDS]
    row = [button(label_of(topic), discord.ButtonStyle.secondary, help_id(topic)) for topic in named]
    await send(interaction, guide.ended(_AFTERWARDS), Rows([row]), private=True)


async def follow(interaction: Interaction, which: str, fired: str = "") -> None:
    """Send a step of the guide in private, with the buttons of the next one; `fired` is the fighter (by name) who was
    ordered to fire.
    """
    context = await open_context(interaction)
    if context is None:
        return
    found = await asyncio.to_thread(first_steps.steps, context)

    async def done(answer: Interaction, offer: Offer) -> None:
        if offer is found.fire:
            await follow(answer, guide.FIRED, found.now.fighter)
        else:
            await follow(answer, guide.MOVED_ON)

    encounter, offers = context.encounter, found.offers
    rows = orders.offered(interaction, offers, context, done) if offers else []
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
    context = await open_context(interaction)
    if context is None or context.encounter.id != encounter:
        raise Outdated(_ENDED)
    return context


HELP_PREFIX = "srh"
_LIKE_ACTIONS = ("pass", "next turn", "undo")
"""Topics whose titles are also the labels of buttons that do something."""
HELP_ID = rf"{HELP_PREFIX}:(?P<key>[\w-]{{1,60}}):(?P<page>[0-9]{{1,2}})"
_MOST_RELATED = 4


async def tell_help(interaction: Interaction, question: str) -> None:
    """Answer a question, or name the nearest topics."""
    if not question.strip():
        context = await open_context(interaction)
        plays = context is not None and any(one.owner == context.user for one in context.encounter.combatants)
        await show(interaction, topics()[NOW if plays else FIRST])
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
    context = await open_context(interaction)
    guest = invocation_of(interaction).is_guest
    shot = (await ground_here(interaction, context.encounter.preset if context else "")).vocabulary.example
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
    title = topic.title[0].upper() + topic.title[1:]
    return clip(bare(f"Help: {topic.title}" if topic.title in _LIKE_ACTIONS else title), LONGEST_LABEL)


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
