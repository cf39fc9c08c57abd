"""Adds pictures of the map to replies. A picture never delays or endangers an answer.

1. The drawing is made from the view of the reply's reader (`bot.game.maps.pictures`), and painted in a process of
   its own (`bot.chat.maps`).
2. The answer to a question (a board, `/map`, odds) waits for its picture, deferred if necessary.
3. The answer to an order, and any post of its result, is sent at once, as words; the picture is edited in. If a post
   waited for its picture, later ones would overtake it.
4. Whatever fails, or takes too long, leaves the words alone.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.chat.maps import MapStudio
from bot.chat.outgoing.messages import TROUBLE
from bot.chat.render import Reply
from bot.errors import StoreError
from bot.game.entries.detail import Detail
from bot.game.entries.entries import Group
from bot.game.journal.large_work import in_thread_if_large
from bot.game.maps import Drawing
from bot.game.maps.pictures import Sketch, answer_picture, may_picture
from bot.game.referee.referee import Referee
from bot.game.sight import Viewer
from bot.watch import interaction_tracker
from rules.engine.records.copies import replace
from rules.engine.records.orders import Attack, Next

log = logging.getLogger(__name__)

ASKED = 8.0
"""Seconds to wait for a picture that a user has asked for, after the answer was promised."""
POSTED = 4.0
"""Seconds that a live board waits for its picture."""
_NAME = "map.png"

Edit: TypeAlias = Callable[..., Awaitable[object]]
"""Edits one message; takes `attachments`."""
Picture: TypeAlias = tuple[str, bytes, str]
"""The name of the file, the PNG, and its description."""


class Illustrator:
    """One per process."""

    def __init__(self, referee: Referee, studio: MapStudio | None = None) -> None:
        self._referee = referee
        self.studio = studio or MapStudio()
        self._adding: set[asyncio.Task[None]] = set()

    async def picture(self, sketch: Sketch | None, patience: float = ASKED) -> Picture | None:
        """Return the drawn picture, or None if there is nothing to draw, or if drawing fails or takes too long."""
        if sketch is None:
            return None
        try:
            # A map of forty by forty spaces takes longer than the event loop should wait.
            drawing = await asyncio.to_thread(sketch)
            return await self.painted(drawing, patience)
        except Exception:
            log.exception("a map could not be drawn")
            return None

    async def painted(self, drawing: Drawing, patience: float = ASKED) -> Picture | None:
        """Return a drawing as a picture; None if it cannot be painted, or not in time."""
        data = await self.studio.painted(drawing, patience)
        return None if data is None else (_NAME, data, drawing.alt)

    async def of_group(self, group: Group, viewer: Viewer) -> Picture | None:
        """Return the picture of a viewer's reading of an order, if it shows more than the words."""
        first, last = group[0], group[-1]
        if first.parent is None or not may_picture(group):
            return None
        try:
            before = await self._referee.journal.before(group)
        except StoreError as error:
            log.warning("no map for entry %s #%s: %s", first.encounter_id, first.seq, error)
            return None
        if before is None:
            return None
        book = self._referee.library.shelf[last.state.ruleset]
        try:
            sketch = await in_thread_if_large(group, answer_picture, group, before, book, viewer)
        except Exception:
            log.exception("no map for entry %s #%s", first.encounter_id, first.seq)
            return None
        return await self.picture(sketch)

    def edit_in(self, edit: Edit, group: Group, viewer: Viewer) -> None:
        """Add the picture to a message that shows an order, if one says more; nothing waits for it."""
        if not may_picture(group):
            return
        task = asyncio.create_task(self._edited_in(edit, group, viewer))
        interaction_tracker.follow(task)
        self._adding.add(task)
        task.add_done_callback(self._adding.discard)

    async def close(self) -> None:
        """Give up the pictures that are under way."""
        for task in self._adding:
            task.cancel()
        await self.studio.close()

    async def _edited_in(self, edit: Edit, group: Group, viewer: Viewer) -> None:
        picture = await self.of_group(group, viewer)
        if picture is None:
            return
        name, data, alt = picture
        try:
            await edit(attachments=[discord.File(io.BytesIO(data), name, description=alt)])
        # RuntimeError is what aiohttp says once the bot has hung up.
        except (*TROUBLE, RuntimeError) as error:
            log.warning("a map could not be added to entry %s #%s: %s", group[0].encounter_id, group[0].seq, error)


def is_pictured(group: Group, detail: Detail) -> bool:
    """Return whether a result in this detail has a picture of the map.

    A full one has, and a normal one that only changes places. A picture of a shot or a story would take up too much of
    a phone's screen.
    """
    order = group[-1].order
    return detail is Detail.FULL or (detail is Detail.NORMAL and not isinstance(order, Attack | Next))


def with_picture(reply: Reply, picture: Picture | None) -> Reply:
    """Return the reply with a picture, if there is one."""
    return reply if picture is None else replace(reply, pictures=(*reply.pictures, picture))
