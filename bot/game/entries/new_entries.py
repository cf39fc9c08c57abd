"""Turns the parts of an order into entries of the journal."""

from __future__ import annotations

from bot.game.entries import codec
from bot.game.entries.entries import Entry
from bot.game.entries.invocation import Invocation
from bot.game.store import NO_CALLS, Kind
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.records import Order
from rules.engine.scene.scene import Part


def entries_of(
    invocation: Invocation,
    head: Entry | None,
    order: Order,
    parts: tuple[Part, ...],
    book: Ruleset,
    kind: Kind = "order",
    origin: int | None = None,
) -> list[Entry]:
    """Return the entries that an order's parts become on top of `head` (None: an encounter's first); `origin` as in
    Entry.

    Their tallies and calls are still those of the head; `bot.game.sight.destinations` adds this order's.
    """
    first = head.seq + 1 if head else 1
    number = head.number + 1 if head else 1
    written = codec.canonical(order)
    return [
        Entry(
            encounter_id=part.encounter.id,
            guild=invocation.guild,
            seq=first + n,
            parent=first + n - 1 if n or head else None,
            origin=first + n if origin is None else origin,
            kind=kind,
            part=n,
            interaction_id=invocation.interaction,
            user=invocation.user,
            at=invocation.at,
            order=order,
            written=written,
            resolution=part.resolution,
            state=part.encounter,
            rules_version=conduct.rules_version(book),
            channel_id=invocation.channel,
            token=invocation.token or None,
            number=number,
            tallies=head.tallies if head else (),
            calls=head.calls if head else NO_CALLS,
        )
        for n, part in enumerate(parts)
    ]
