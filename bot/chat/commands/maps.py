"""Maps as pictures: the whole map, places that are pointed out, and lines of sight."""

from __future__ import annotations

import asyncio

from bot.chat import render
from bot.chat.commands import encounters
from bot.chat.desk import orders
from bot.chat.desk.context import Desk, Interaction, book_of, check_right, open_context, open_encounter
from bot.chat.desk.prompts import TextWindow
from bot.chat.outgoing.illustrator import Picture, with_picture
from bot.chat.outgoing.messages import defer, send
from bot.game.maps import Highlights, Window, drawing
from bot.game.maps.pictures import line_picture, on_map, pictures
from bot.game.maps.pictures import picture as map_picture
from bot.game.people.rights import Deed
from bot.game.requests import DrawnMapRequest, OrderContext
from bot.game.requests.maps import MOST_DRAWING
from bot.game.sight import contacts, view, viewer_of
from rules.engine.books.table_options import OFF
from rules.engine.map.codes import find_fighter
from rules.engine.map.map_orders import NO_MAP
from rules.engine.map.pieces import secrets
from rules.engine.records.errors import NoLine, NotNow
from rules.engine.records.orders import Attack
from rules.words.grids import draw_grid
from rules.words.places import Place


async def tell_map(interaction: Interaction, who: str, whole: bool, grid: bool) -> None:
    """Answer with the map as the user may know it, in private: around one fighter, or the `whole` map; with the
    coordinates in every space (`grid`). Raises NotNow, UnknownName."""
    desk = interaction.client.desk
    head = await encounters.head_here(interaction)
    truth, book = head.state, book_of(desk, head.state)
    viewer = viewer_of(str(interaction.user.id), truth)
    seen = view(truth, book, viewer)
    if not on_map(seen):
        raise NotNow(NO_MAP)
    highlights = Highlights()
    if who:
        fighter = find_fighter(who, seen.combatants, seen)
        if fighter.place is None:
            raise NotNow(f"{fighter.name} is not on the map. Leave out who: to see everyone who is.")
        highlights = Highlights(places=(fighter.place,))
    await defer(interaction)
    window = Window(whole=whole, grid=grid)
    drawn = await asyncio.to_thread(drawing, seen, book, contacts(truth, book, viewer), highlights, window)
    picture = await desk.delivery.illustrator.painted(drawn)
    reply = with_picture(render.places(drawn, picture is not None), picture)
    await send(interaction, reply, private=True, unpictured=render.places(drawn, False))


async def pointed_out(desk: Desk, context: OrderContext, highlights: Highlights) -> Picture | None:
    """Return the map with highlights as the user knows it, or None where the encounter has no pictures."""
    truth, book = context.truth, context.ruleset
    viewer = viewer_of(context.user, truth)
    sketch = None if pictures(truth) == OFF else map_picture(truth, book, viewer, highlights)
    return await desk.delivery.illustrator.picture(sketch)


async def refused_line(interaction: Interaction, error: NoLine) -> Picture | None:
    """Return the picture of a line of sight that the map blocks, as the user may know it; None without one."""
    desk = interaction.client.desk
    context = await open_context(interaction)
    if context is None:
        return None
    truth, book = context.truth, context.ruleset
    viewer = viewer_of(str(interaction.user.id), truth)
    start, end, blocked = (Place(*spot) for spot in (error.start, error.end, error.blocked))
    sketch = line_picture(truth, book, viewer, start, end, blocked)
    if sketch is None:
        return None
    await defer(interaction)
    return await desk.delivery.illustrator.picture(sketch)


async def line_to(interaction: Interaction, context: OrderContext, order: Attack) -> Picture | None:
    desk = interaction.client.desk
    seen, truth = context.encounter, context.truth
    start, end = _place(order.actor, context), _aimed(order, context)
    if start is None or end is None or start == end or not on_map(seen):
        return None
    viewer = viewer_of(str(interaction.user.id), truth)
    return await desk.delivery.illustrator.picture(line_picture(truth, context.ruleset, viewer, start, end))


def _aimed(order: Attack, context: OrderContext) -> Place | None:
    """Return the place of the first target, as far as the user knows it, or None if no target is named."""
    target = next(iter(order.targets), None)
    if target is None:
        return None
    return _place(target.id, context) if target.id else target.place


def _place(id: str, context: OrderContext) -> Place | None:
    seen = context.encounter
    return seen.combatant(id).place if id in seen.positions else None


_EXAMPLE = "####+###\n#..:..#.\n##w##/#.\n~~~=~~~b\nb = cover log"
_LETTERS = "# wall . ground : rough ~ water = bridge ^ hill % cover + door / open ! barred w window; b = cover log"
_SECRET = "Secret pieces are not shown, and a new map drops them. # wall . ground + door ~ water"


async def draw(interaction: Interaction) -> None:
    """Open a form for the whole map in letters. Raises NotAllowed, NotNow."""
    await check_right(interaction, Deed.TABLE)
    battle_map = (await open_encounter(interaction)).encounter.battle_map

    async def on_text(answer: Interaction, text: str) -> None:
        await orders.give(answer, DrawnMapRequest(text))

    drawn = draw_grid(battle_map) if battle_map else ""
    window = TextWindow(
        title="The map in letters",
        label="One line for each row",
        on_text=on_text,
        placeholder=_EXAMPLE,
        default=drawn if len(drawn) <= MOST_DRAWING else "",
        long=True,
        hint=_SECRET if battle_map and secrets(battle_map) else _LETTERS,
        most=MOST_DRAWING,
    )
    await orders.ask_text(interaction, window)
