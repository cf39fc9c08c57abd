"""Everything that is kept about a user, as one JSON document for their eyes only; docs/privacy.md explains it.

An encounter names users in its orders: those who give one, bring a fighter in, get one or become GM. So the
orders are read page by page, without results and states; the state is read only where the user takes part.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import orjson

from bot.errors import DamagedRecord, decoding
from bot.game.entries import codec
from bot.game.referee.erasure import EVERYWHERE, own_guild
from bot.game.sight import EVERYTHING, PUBLIC, Viewer, last_read, number_for, viewer_of
from bot.game.sight.masks import Masks, masks_of
from bot.game.store import Count, EncounterRow, OrderRow, RulingRow, Store, entry_name
from rules.engine.records.errors import Refusal

MOST_BYTES = 4 * 1024 * 1024
_PAGE = 200
_Row = TypeVar("_Row", EncounterRow, RulingRow)
_TOKENS = (
    "For each command Discord gives the bot a token for 15 minutes. It is not shown here. The bot deletes "
    "it when your order is shown in the channel, or when it expires."
)


async def personal_data(store: Store, user: str, guild: str, at: datetime, most: float | None = None) -> bytes:
    """Return the JSON of all data about a user on a server, or EVERYWHERE.

    Raises Refusal if it is larger than `most` bytes (MOST_BYTES by default), StoreUnavailable.
    """
    most = MOST_BYTES if most is None else most
    too_much = Refusal(_TOO_MUCH if guild == EVERYWHERE else _TOO_MUCH_HERE)
    encounters, rulings, size = [], [], 0
    async for row in _encounters(store, guild, at):
        try:
            part = await _part(store, user, row, most - size)
        except DamagedRecord as damage:
            part = {"id": row.id, "server": row.guild_id, "not in this file, because": damage.reason}
        if part:
            encounters.append(part)
            size += len(orjson.dumps(part))
        if size > most:
            raise too_much
    async for ruling in _rulings(store, user, guild):
        server = {"server": ruling.guild_id or "unknown"} if guild == EVERYWHERE else {}
        rulings.append(server | _fields_of(ruling.order, EVERYTHING))
        size += len(ruling.order.order)
        if size > most:
            raise too_much
    document = {
        "user": user,
        "at": at.isoformat(),
        "where": "every server, and direct messages" if guild == EVERYWHERE else guild,
        "rosters, homebrew and the like": await store.erasure.belongings(user, guild),
        "quick rulings, each deleted after seven days": rulings,
        "encounters": encounters,
        "tokens": _TOKENS,
    }
    for options in (orjson.OPT_INDENT_2, 0):
        written = await asyncio.to_thread(orjson.dumps, document, None, options)
        if len(written) <= most:
            return written
    raise too_much


_TOO_MUCH = (
    "Your data does not fit into one file. Leave out `everywhere` and ask on each "
    "server; `/export` gives each encounter."
)
_TOO_MUCH_HERE = (
    "Your data from here does not fit into one file. `/export` gives each encounter as a file; the bot's host has the "
    "rest."
)


async def led_alone(store: Store, user: str, guild: str, at: datetime) -> tuple[str, ...]:
    """Return the titles of open encounters whose only GM the user is, on a server or EVERYWHERE."""
    titles = []
    async for row in _encounters(store, guild, at):
        if row.open and row.guild_id != own_guild(user):
            gms, *_ = await _roles(store, user, row)
            if gms == [user]:
                titles.append(row.title)
    return tuple(titles)


def _encounters(store: Store, guild: str, at: datetime) -> AsyncIterator[EncounterRow]:
    return _by_page(lambda after: store.erasure.encounters_of(guild, after, at, _PAGE))


def _rulings(store: Store, user: str, guild: str) -> AsyncIterator[RulingRow]:
    return _by_page(lambda after: store.erasure.rulings_of(user, guild, after, _PAGE))


async def _by_page(page_after: Callable[[str], Awaitable[Sequence[_Row]]]) -> AsyncIterator[_Row]:
    after = ""
    while page := await page_after(after):
        for row in page:
            yield row
        after = page[-1].id


async def _part(store: Store, user: str, encounter: EncounterRow, room: float) -> dict[str, Any] | None:
    """Return the user's part in an encounter; None if they have none. It ends where it is larger than `room` bytes."""
    orders: list[OrderRow] = []
    named: list[Count] = []
    end = Count(0, 0, ())
    while room >= 0 and (page := await store.erasure.orders(encounter.id, end.seq, _PAGE)):
        found = await asyncio.to_thread(_found, page, user)
        orders += found[0]
        room -= sum(len(row.order) for row in found[0])
        named += found[1]
        end = Count(page[-1].seq, page[-1].number, page[-1].tallies)
    recap = await store.recaps.of(encounter.id, user)
    if not orders and not named and recap is None:
        return None
    gms, fighters, viewer = await _roles(store, user, encounter)
    return {
        "id": encounter.id,
        "title": encounter.title,
        "server": encounter.guild_id,
        "channel": encounter.channel_id,
        "started": encounter.started_at.isoformat(),
        "open": encounter.open,
        "entries": number_for(end, viewer),
        "you are a GM": user in gms,
        "your fighters": fighters,
        "entries of others that name you": [
            number_for(one, viewer) for one in named if last_read(one, viewer) >= one.seq
        ],
        "the last entry that /recap showed you": number_for(recap, viewer) if recap else None,
        "your orders": await asyncio.to_thread(_orders, orders, viewer, masks_of(store, encounter.id)),
    }


def _found(page: Sequence[OrderRow], user: str) -> tuple[list[OrderRow], list[Count]]:
    mark = f'"{user}"'.encode()
    own = [row for row in page if row.actor == user]
    return own, [Count(row.seq, row.number, row.tallies) for row in page if row.actor != user and mark in row.order]


def _orders(rows: Sequence[OrderRow], viewer: Viewer, masks: Masks) -> list[dict[str, Any]]:
    return [_fields_of(row, viewer, masks) for row in rows]


def _fields_of(row: OrderRow, viewer: Viewer, masks: Masks | None = None) -> dict[str, Any]:
    order = row.order
    if masks and not viewer.everything:
        order = orjson.dumps(masks.mask_all(codec.parsed(order)))
    return {"entry": number_for(row, viewer), "at": row.at, "kind": row.kind, "order": orjson.Fragment(order)}


async def _roles(store: Store, user: str, encounter: EncounterRow) -> tuple[list[str], list[str], Viewer]:
    """Return the GMs of an encounter as it is now, the names of the user's fighters, and what the user is as its
    reader.
    """
    head = await store.journal.head(encounter.id)
    if head is None or head.state is None:
        return [], [], PUBLIC
    with decoding(entry_name(encounter.id, head.seq)):
        state = await asyncio.to_thread(codec.state, head.state, head.schema)
    own = [c.name for c in state.combatants if c.owner == user]
    return [*state.gms], own, viewer_of(user, state)
