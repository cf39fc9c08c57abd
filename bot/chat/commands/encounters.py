"""`/encounter`: begun, ended, kept open, its threads and its board."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Unpack

from bot.chat import render
from bot.chat.desk import orders
from bot.chat.desk.context import Interaction, book_of, check_right, masks_in
from bot.chat.outgoing import permissions, side_threads
from bot.chat.outgoing.controls import can_keep, keep_rows, open_questions, over_row, question_rows, question_view
from bot.chat.outgoing.detail import levels_for
from bot.chat.outgoing.illustrator import with_picture
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, lacked_by, promise, send
from bot.chat.outgoing.rows import Rows
from bot.chat.render import Reply
from bot.game.entries.entries import Entry
from bot.game.entries.names import named
from bot.game.flow import inactivity, remote_end
from bot.game.journal import hashes, presses
from bot.game.journal.anchors import Anchor
from bot.game.maps.pictures import Sketch, board_picture
from bot.game.people.rights import Deed
from bot.game.referee.new_encounter import Beginning
from bot.game.referee.referee import NO_ENCOUNTER
from bot.game.referee.resolver import promising
from bot.game.requests import KeepRequest
from bot.game.sight import PUBLIC, ToAct, Viewer, asked_of_gm, contacts, number_for, read, to_act, view, viewer_of
from bot.game.store import EncounterRow
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import over
from rules.engine.flow.pending_decisions import flows
from rules.engine.flow.stops import WAITS
from rules.engine.map.codes import find_fighter
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Encounter


async def start(interaction: Interaction, **wanted: Unpack[Beginning]) -> None:
    """Begin an encounter in the channel and answer; empty options take their defaults."""
    desk = interaction.client.desk
    await orders.attempt(interaction, lambda invocation, _: desk.referee.start(invocation, **wanted))


async def accept(interaction: Interaction, encounter: str = "", who: str = "", fighter: str = "") -> None:
    """Keep a fighter of the user's on their roster and answer, by name or masked id; in the channel's encounter
    if none is named. The rosters of an ended encounter are saved at once. Raises Refusal."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    if encounter:
        await presses.check_channel(desk.referee.store, invocation, encounter)
    else:
        encounter = await desk.referee.current(invocation, ended_too=True)
    head = await desk.referee.journal.head(encounter)
    if head is None:
        raise NotNow(NO_ENCOUNTER)
    seen = view(head.state, book_of(desk, head.state), viewer_of(invocation.user, head.state))
    fighter = masks_in(desk, encounter).unmask(fighter)
    name = seen.combatant(fighter).name if fighter else who
    if not head.state.ended:
        await orders.give_in_encounter(interaction, encounter, KeepRequest(name, invocation.user))
        return
    id = fighter or find_fighter(who, head.state.combatants, head.state).id
    kept = await desk.library.rosters.accept(invocation, head, id)
    await orders.tell(interaction, render.sentence(f"{kept} is on your roster now."))


async def offer_own(interaction: Interaction, anchor: Anchor) -> None:
    """Answer with a button for each fighter that the user may keep on their roster. Raises Refusal."""
    desk, invocation = interaction.client.desk, invocation_of(interaction)
    await presses.check_channel(desk.referee.store, invocation, anchor.encounter)
    head = await desk.referee.journal.head(anchor.encounter)
    if head is None:
        raise NotNow(NO_ENCOUNTER)
    own = [one for one in head.state.combatants if one.owner == invocation.user and can_keep(one)]
    if not own:
        raise NotNow("You have no fighter here that is not on a roster already.")
    rows = keep_rows(anchor, own, masks_in(desk, anchor.encounter))
    await send(interaction, render.sentence("Which of your fighters do you keep?"), Rows(rows), private=True)


async def end(interaction: Interaction, encounter: str = "") -> None:
    """End the channel's encounter, or the one of that id, and answer: in private for one of another channel."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    with desk.delivery.handling(invocation.interaction) as first:
        if not first:
            return
        if encounter:
            group = await remote_end.end(desk.referee, invocation, encounter)
        else:
            group = await desk.referee.end(invocation)
        if group[-1].channel_id == invocation.channel:
            await desk.delivery.answer(interaction, group)
        else:
            state = group[-1].state
            book = book_of(desk, state)
            reading = read(group, book, viewer_of(invocation.user, state))
            detail = (await levels_for(interaction, desk.referee.store)).private.detail
            await orders.tell(interaction, render.answer(reading, book, ToAct(), detail=detail))


async def make_threads(interaction: Interaction, side: str, channel: side_threads.Named | None, private: bool) -> None:
    """Make the encounter's threads, name a channel for a side, or give them up for private answers; answer in
    private. Raises Refusal."""
    desk = interaction.client.desk
    await check_right(interaction, Deed.TABLE)
    if (private and channel is not None) or (not private and bool(side) != (channel is not None)):
        raise NotNow("Give both side: and channel:, or neither to create private threads.")
    head = await head_here(interaction)
    row = await desk.referee.store.journal.encounter(head.encounter_id)
    if row is None:
        raise NotNow(NO_ENCOUNTER)
    if private:
        sentence = await side_threads.give_up(desk.referee, head, side)
    elif channel is not None:
        sentence = await side_threads.name_channel(desk.referee, interaction, head, side, channel)
    else:
        await defer(interaction)
        sentence = await side_threads.make(desk.referee, interaction, head, row.started_at)
    await orders.tell(interaction, Reply(sentence))


async def keep_open(interaction: Interaction, encounter: str, made: int) -> Encounter:
    """Keep the encounter open that was announced as inactive then (Unix time). Raises NotAllowed, NotNow."""
    desk = interaction.client.desk
    invocation = invocation_of(interaction)
    await presses.check_channel(desk.referee.store, invocation, encounter)
    return await inactivity.keep_open(desk.referee, invocation, encounter, made)


async def tell_questions(interaction: Interaction, encounter: str) -> None:
    """Answer with the open questions that the user may answer, and their choices, in private; without any, ask a GM
    whether to continue a fight that is over. Raises NotNow."""
    desk = interaction.client.desk
    head = await desk.referee.journal.head(encounter)
    if head is None:
        raise NotNow(NO_ENCOUNTER)
    book = book_of(desk, head.state)
    viewer = viewer_of(str(interaction.user.id), head.state)
    seen = replace(head, state=view(head.state, book, viewer), number=number_for(head, viewer))
    asked = tuple(question for question in open_questions(seen.state) if question.choices)
    if not asked and viewer.everything and flows(head.state) and (whether := over.question(head.state, book)):
        answers = Rows([over_row(Anchor.of(seen))])
        await send(interaction, render.sentence(named(whether, head.state)), answers, private=True)
        return
    if not asked:
        raise NotNow("Your side's fighters have no question to answer.")
    rows = Rows(question_rows(replace(seen, state=replace(seen.state, agenda=asked)), masks_in(desk, encounter)))
    await send(interaction, render.questions(asked, seen.state, book), rows, private=True)


async def encounters_endable(interaction: Interaction) -> list[EncounterRow]:
    """Return the server's open encounters that the user may end."""
    desk = interaction.client.desk
    return await remote_end.endable(desk.referee, invocation_of(interaction))


async def tell_board(interaction: Interaction, *, private: bool = True) -> None:
    """Answer with the board, and with buttons for the questions that are open. Raises NotNow.

    Posts in the channel have only facts that everyone in it may know.
    """
    desk = interaction.client.desk
    head = await head_here(interaction)
    truth, book = head.state, book_of(desk, head.state)
    viewer = viewer_of(str(interaction.user.id), truth) if private else PUBLIC
    hash = await hashes.shown(desk.referee.journal, head, viewer)
    working = asyncio.to_thread(_board, head, book, viewer, hash.words if hash else "")
    unpictured, reply, sketch = await promising(partial(promise, interaction), working)
    if sketch is not None:
        await defer(interaction, private=private)
    picture = await desk.delivery.illustrator.picture(sketch)
    reply = unpictured if picture is None else with_picture(reply, picture)
    seen = replace(head, state=view(truth, book, viewer), number=number_for(head, viewer))
    over = bool(asked_of_gm(truth, book, viewer))
    questions = question_view(seen, masks_in(desk, seen.encounter_id), over=over)
    await send(interaction, reply, questions, private=private, unpictured=unpictured)
    await desk.delivery.remind(interaction, head.encounter_id)


async def head_here(interaction: Interaction) -> Entry:
    """Return the last entry of the channel's open encounter. Raises NotNow if none is open."""
    desk = interaction.client.desk
    head = await desk.referee.journal.head(await desk.referee.current(invocation_of(interaction)))
    if head is None:
        raise NotNow(NO_ENCOUNTER)
    return head


def _board(head: Entry, book: Ruleset, viewer: Viewer, hash: str) -> tuple[Reply, Reply, Sketch | None]:
    """Return the board without and with its picture, and the picture. Those of sixty fighters take long to write."""
    truth = head.state
    sketch = board_picture(truth, book, viewer)
    stalled = head if head.resolution.verdict == WAITS else None
    write = partial(render.status, view(truth, book, viewer), book, to_act(truth, book, viewer), last=stalled)
    last_known = contacts(truth, book, viewer)
    unpictured = write(last_known, hash)
    return unpictured, unpictured if sketch is None else write(last_known, hash, pictured=True), sketch


_MOMENT = 1.5
"""Seconds to wait for Discord before answering; Discord expects an answer within three."""


def touch_board(interaction: Interaction, encounter: str) -> None:
    """Have an encounter's live boards looked at."""
    interaction.client.desk.boards.touch(encounter)


async def set_board(interaction: Interaction, on: bool) -> None:
    """Have a live board in the encounter's channel and its threads, posted again if there is one, or none; answer in
    private. Raises Refusal."""
    desk, invocation = interaction.client.desk, invocation_of(interaction)
    await check_right(interaction, Deed.TABLE)
    store = desk.referee.store
    row = await store.journal.open_encounter(invocation.channel)
    if row is None:
        raise NotNow(NO_ENCOUNTER)
    had = await store.boards.has(row.id)
    if not on and not had:
        raise NotNow("This encounter has no live board. /encounter board posts one.")
    await store.boards.want(row.id, row.channel_id, on)
    desk.boards.touch(row.id, repost=had and on)
    with suppress(TimeoutError):
        await asyncio.wait_for(desk.boards.settled(row.id), _MOMENT)
    if not on:
        sentence = "The live board is off. Passes, plans and aims get public answers again."
    elif not await store.boards.has(row.id):
        reason = next((one.gave_up for one in await store.boards.of(row.id) if one.gave_up), "")
        await store.boards.want(row.id, row.channel_id, False)
        raise NotNow(f"I cannot post the live board here: {reason or permissions.lack(lacked_by(interaction))}.")
    else:
        sentence = (
            f"The live board is in <#{row.channel_id}>, and one is in each thread of the encounter. From now on "
            "passes, plans and aims get private answers and show"
            " there."
        )
    await orders.tell(interaction, Reply(sentence))
