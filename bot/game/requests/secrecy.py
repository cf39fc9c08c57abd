"""Requests for what the GM keeps secret and reveals: fighters, pieces of the map, notes."""

from __future__ import annotations

from typing import ClassVar

from bot.game.requests.context import mentions
from bot.game.requests.context.context import OrderContext
from bot.game.requests.context.words import short
from bot.game.requests.table import DirectRequest
from rules.engine.books.events import MOST_TEXT as MOST_EVENT
from rules.engine.books.events import planned
from rules.engine.map.pieces import layers
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.table.secrecy import MOST_NOTE, Conceal, Jot, Reveal
from rules.words.catalogue import find, normalized
from rules.words.maps import read_places
from rules.words.places import Place

ALL = "all"
"""Who is revealed: everybody who is secret."""
_MOST_PLACES = 500
"""Characters of a list of places."""
_THINGS = "event: and note: take the beginning of a text, at: takes places on the map"


@dataclass(frozen=True, slots=True)
class SecretRequest:
    """Things the GM makes secret: fighters by commas, an event or a note by its beginning, pieces of the map
    by their places."""

    makes: ClassVar[type[Order]] = Conceal

    who: str = ""
    event: str = ""
    note: str = ""
    at: str = ""

    def order(self, context: OrderContext) -> Order:
        encounter = context.encounter
        subjects = _several(self.who, context)
        events, notes = _event(self.event, False, encounter), _note(self.note, encounter.notes, "open note")
        places = _pieces(self.at, encounter)
        if not (subjects or events or notes or places):
            raise Refusal(f"What should be secret? who: takes fighters, with commas; {_THINGS}.")
        return Conceal(subjects, events, notes, places)


@dataclass(frozen=True, slots=True)
class RevealRequest:
    """Things the GM reveals: fighters by commas or everyone who is secret, an event or a note by its beginning, the
    map's secret pieces at some places or all of them."""

    makes: ClassVar[type[Order]] = Reveal

    who: str = ""
    map: bool = False
    note: str = ""
    event: str = ""
    at: str = ""

    def order(self, context: OrderContext) -> Order:
        encounter = context.encounter
        subjects = _all_secret(context) if normalized(self.who) == ALL else ()
        subjects = subjects or _several(self.who, context)
        events, notes = _event(self.event, True, encounter), _note(self.note, encounter.secret_notes, "secret note")
        places = _pieces(self.at, encounter)
        if not (subjects or events or notes or places or self.map):
            raise Refusal(f"What should be revealed? who: takes fighters, {_THINGS}, map: True reveals the whole map.")
        return Reveal(subjects, self.map, notes, events, places)


def _pieces(text: str, encounter: Encounter) -> frozenset[Place]:
    """Return the places that the text lists, as far as there is a piece of the map.

    Raises UnknownName for other words, NotNow if there is nothing.
    """
    places, battle_map = read_places(short(text, _MOST_PLACES, "at:")), encounter.battle_map
    pieces = places & frozenset[Place]().union(*layers(battle_map).values()) if battle_map else frozenset[Place]()
    if places and not pieces:
        raise NotNow("No piece of the map is there. Name its places, for example C3 D4-F4.")
    return pieces


def _event(text: str, secret: bool, encounter: Encounter) -> tuple[str, ...]:
    """Return the planned event that the text begins, if there is a text. Raises UnknownName."""
    if not text:
        return ()
    texts = [event.text for _, event in planned(encounter.agenda) if event.secret == secret]
    return (find(short(text, MOST_EVENT, "event:"), texts, f"{'secret' if secret else 'open'} event"),)


def _note(text: str, notes: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Return the note that the text begins, if there is a text. Raises UnknownName."""
    return (find(short(text, MOST_NOTE, "note:"), notes, what),) if text else ()


def _all_secret(context: OrderContext) -> tuple[str, ...]:
    """Return the ids of all secret fighters, unless somebody is called so. Raises NotNow if there are none."""
    fighters = context.encounter.combatants
    if any(normalized(one.name) == ALL for one in fighters):
        return ()
    secret = tuple(one.id for one in fighters if one.secret)
    if not secret:
        raise NotNow("No fighter is secret. Name fighters that a side has not spotted yet.")
    return secret


def _several(who: str, context: OrderContext) -> tuple[str, ...]:
    """Return the ids of the named fighters, each once."""
    return tuple(dict.fromkeys(context.combatant(name).id for name in mentions.names(who, context.encounter)))


def jotting(text: str, secret: bool, remove: bool) -> DirectRequest:
    """Return a note of the GM's."""
    return DirectRequest(Jot(text, secret, remove))
