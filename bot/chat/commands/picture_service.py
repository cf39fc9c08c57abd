"""The part of the service that shows the encounter: the board, the map as a picture, and the chances of an attack with
the line to its target."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from bot.chat import render
from bot.chat.commands.roll_service import RollService
from bot.chat.commands.server_service import Interaction
from bot.chat.outgoing.controls import question_view
from bot.chat.outgoing.detail import levels_for
from bot.chat.outgoing.illustrating import Picture, with_picture
from bot.chat.outgoing.invocations import invocation_of
from bot.chat.outgoing.messages import defer, promise, send
from bot.chat.render import Reply
from bot.game.entries.detail import Detail
from bot.game.entries.entries import Entry
from bot.game.journal import hashes
from bot.game.maps import Highlights, Window, drawing
from bot.game.maps.pictures import Sketch, board_picture, line_picture, on_map, pictures
from bot.game.maps.pictures import picture as map_picture
from bot.game.referee.referee import NO_ENCOUNTER
from bot.game.referee.resolving import promising
from bot.game.requests import OrderContext
from bot.game.sight import PUBLIC, Viewer, asked_of_gm, contacts, number_for, to_act, view, viewer_of
from bot.game.sight.masks import masks_of
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.flow.stops import WAITS
from rules.engine.map.charting import NO_MAP
from rules.engine.map.codes import find_fighter
from rules.engine.records.errors import NoLine, NotNow
from rules.engine.records.orders import Attack
from rules.words.places import Place


class PictureService(RollService):
    """Answers with boards and maps; nothing of them is stored."""

    async def tell_board(self, interaction: Interaction, *, private: bool = True) -> None:
        """Answer with the board, and with buttons for the questions that are open. Raises NotNow.

        Posts in the channel have only facts that everyone in it may know.
        """
        head = await self._head_here(interaction)
        truth, book = head.state, self.book_of(head.state)
        viewer = viewer_of(str(interaction.user.id), truth) if private else PUBLIC
        hash = await hashes.shown(self._referee.journal, head.encounter_id, viewer)
        working = asyncio.to_thread(_board, head, book, viewer, hash.words if hash else "")
        unpictured, reply, sketch = await promising(partial(promise, interaction), working)
        if sketch is not None:
            await defer(interaction, private=private)
        picture = await self._delivery.illustrator.picture(sketch)
        reply = unpictured if picture is None else with_picture(reply, picture)
        seen = replace(head, state=view(truth, book, viewer), number=number_for(head, viewer))
        over = bool(asked_of_gm(truth, book, viewer))
        questions = question_view(seen, masks_of(self._referee.store, seen.encounter_id), over=over)
        await send(interaction, reply, questions, private=private, unpictured=unpictured)
        await self._delivery.remind(interaction, head.encounter_id)

    async def tell_map(self, interaction: Interaction, who: str, whole: bool, grid: bool) -> None:
        """Answer with the map as the user may know it, in private: around one fighter, or the `whole` map; with the
        coordinates in every space (`grid`). Raises NotNow, UnknownName."""
        head = await self._head_here(interaction)
        truth, book = head.state, self.book_of(head.state)
        viewer = viewer_of(str(interaction.user.id), truth)
        seen = view(truth, book, viewer)
        if not on_map(seen):
            raise NotNow(NO_MAP)
        scene = Highlights()
        if who:
            fighter = find_fighter(who, seen.combatants, seen)
            if fighter.place is None:
                raise NotNow(f"{fighter.name} is not on the map. Leave out who: to see everyone who is.")
            scene = Highlights(places=(fighter.place,))
        await defer(interaction)
        window = Window(whole=whole, grid=grid)
        drawn = await asyncio.to_thread(drawing, seen, book, contacts(truth, book, viewer), scene, window)
        picture = await self._delivery.illustrator.painted(drawn)
        reply = with_picture(render.places(drawn, picture is not None), picture)
        await send(interaction, reply, private=True, unpictured=render.places(drawn, False))

    async def tell_odds(self, interaction: Interaction, context: OrderContext, order: Attack, first: str = "") -> None:
        """Answer with the chances of an attack, in private, and with the line to the target on the map; `first` comes
        before them, in Markdown.

        Raises Refusal.
        """
        await defer(interaction)
        # The odds of grouped pellets against a high Knockout Value take longer than the event loop may wait.
        odds = await asyncio.to_thread(context.odds, order)
        detail = (await levels_for(interaction, self._referee.store)).private.detail
        line = None if detail is Detail.SHORT else await self._line(interaction, context, order)
        await send(interaction, with_picture(render.odds(odds, detail, first), line), private=True)

    async def pointed_out(self, context: OrderContext, scene: Highlights) -> Picture | None:
        """Return the map with highlights as the user knows it, or None where the encounter has no pictures."""
        truth, book = context.truth, context.ruleset
        viewer = viewer_of(context.user, truth)
        sketch = None if pictures(truth) == OFF else map_picture(truth, book, viewer, scene)
        return await self._delivery.illustrator.picture(sketch)

    async def refused_line(self, interaction: Interaction, error: NoLine) -> Picture | None:
        """Return the picture of a line of sight that the map blocks, as the user may know it; None without one."""
        context = await self.open_context(interaction)
        if context is None:
            return None
        truth, book = context.truth, context.ruleset
        viewer = viewer_of(str(interaction.user.id), truth)
        start, end, blocked = (Place(*spot) for spot in (error.start, error.end, error.blocked))
        sketch = line_picture(truth, book, viewer, start, end, blocked)
        if sketch is None:
            return None
        await defer(interaction)
        return await self._delivery.illustrator.picture(sketch)

    async def _line(self, interaction: Interaction, context: OrderContext, order: Attack) -> Picture | None:
        seen, truth = context.encounter, context.truth
        start, end = _place(order.actor, context), _aimed(order, context)
        if start is None or end is None or start == end or not on_map(seen):
            return None
        viewer = viewer_of(str(interaction.user.id), truth)
        return await self._delivery.illustrator.picture(line_picture(truth, context.ruleset, viewer, start, end))

    async def _head_here(self, interaction: Interaction) -> Entry:
        head = await self._referee.journal.head(await self._referee.current(invocation_of(interaction)))
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


def _aimed(order: Attack, context: OrderContext) -> Place | None:
    """Return the place of the first target, as far as the user knows it, or None if no target is named."""
    target = next(iter(order.targets), None)
    if target is None:
        return None
    return _place(target.id, context) if target.id else target.place


def _place(id: str, context: OrderContext) -> Place | None:
    seen = context.encounter
    return seen.combatant(id).place if id in seen.positions else None
