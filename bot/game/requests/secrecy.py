"""Requests for what the GM keeps secret and reveals: fighters, pieces of the map, notes."""

from __future__ import annotations

from typing import ClassVar

from bot.game.requests.context import OrderContext
from bot.game.requests.table import PlainRequest
from bot.game.requests.words import short
from rules.engine.errors import Refusal
from rules.engine.frozen import dataclass
from rules.engine.records import Order
from rules.engine.secrecy import MOST_NOTE, Conceal, Jot, Reveal
from rules.words.catalogue import find


@dataclass(frozen=True, slots=True)
class SecretRequest:
    """Fighters whom the GM keeps secret from now on, by commas."""

    makes: ClassVar[type[Order]] = Conceal

    who: str

    def order(self, context: OrderContext) -> Order:
        subjects = _several(self.who, context)
        if not subjects:
            raise Refusal("Say whom with who:, several by commas.")
        return Conceal(subjects)


@dataclass(frozen=True, slots=True)
class RevealRequest:
    """What the GM reveals: fighters by commas, the map's secret pieces, a note by its beginning."""

    makes: ClassVar[type[Order]] = Reveal

    who: str = ""
    map: bool = False
    note: str = ""

    def order(self, context: OrderContext) -> Order:
        notes: tuple[str, ...] = ()
        if self.note:
            notes = (find(short(self.note, MOST_NOTE, "note:"), context.encounter.secret_notes, "secret note"),)
        subjects = _several(self.who, context)
        if not (subjects or self.map or notes):
            raise Refusal("Say what to reveal: who: names fighters, map: True is for the map, note: for a note.")
        return Reveal(subjects, self.map, notes)


def _several(who: str, context: OrderContext) -> tuple[str, ...]:
    """The ids of the fighters that are named, each once."""
    names = [name for name in (part.strip() for part in who.split(",")) if name]
    return tuple(dict.fromkeys(context.combatant(name).id for name in names))


def jotting(text: str, secret: bool, remove: bool) -> PlainRequest:
    """A note of the GM's."""
    return PlainRequest(Jot(text, secret, remove))
