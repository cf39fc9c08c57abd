"""Who reads: a GM, who sees everything, a player, who sees what the sides of their fighters see, or a spectator."""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter

from bot.game.entries.invocation import CLOCK
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import altered
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.parts import EVERYONE, Unseen
from rules.engine.sight.falls import fate_of
from rules.engine.sight.sight import by_side, disclosed, glimpse, public_glimpse, side_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """A reader: `sides` are the keys of the sides whose fighters they own, none for a spectator and for a channel.

    `everything`: nothing is kept from this reader.
    """

    sides: frozenset[str] = frozenset()
    everything: bool = False

    def owns(self, combatant: Combatant) -> bool:
        """Return whether the fighter is of one of their sides."""
        return self.everything or side_of(combatant) in self.sides

    def own(self, encounter: Encounter) -> frozenset[str]:
        """Return the ids of the fighters of their sides; of all for who reads everything."""
        if self.everything:
            return frozenset(encounter.positions)
        fighters = by_side(encounter) if self.sides else {}
        return frozenset().union(*[fighters[side] for side in self.sides if side in fighters])

    def glimpse(self, combatant: Combatant, encounter: Encounter, book: Ruleset) -> Glimpse:
        """Return the viewer's sight of a fighter: of several sides, the best."""
        if self.everything:
            return Glimpse(Sight.OWN)
        if self.sides:
            return max([glimpse(encounter, book, side, combatant) for side in sorted(self.sides)], key=_SIGHT)
        return public_glimpse(encounter, book, combatant)

    def perceives(self, id: str, unseen: Collection[Unseen]) -> bool:
        """Return whether the viewer perceived a fighter in a part of an order. `unseen` is what the part notes."""
        return id not in self.misses(unseen)

    def knows(self, id: str, unseen: Collection[Unseen]) -> bool:
        """Return whether the viewer perceived a fighter in a part of an order, or remembered them."""
        return id not in self.ignores(unseen)

    def misses(self, unseen: Collection[Unseen]) -> frozenset[str]:
        """Return the ids of the fighters that the viewer did not perceive in a part of an order."""
        if self.everything:
            return frozenset()
        return frozenset([one.id for one in unseen if self.sides.isdisjoint(one.by)])

    def ignores(self, unseen: Collection[Unseen]) -> frozenset[str]:
        """Return the ids of the fighters that the viewer neither perceived in a part of an order nor remembered."""
        if self.everything:
            return frozenset()
        return frozenset([one.id for one in unseen if self.keys.isdisjoint((*one.by, *one.known_by))])

    @property
    def keys(self) -> frozenset[str]:
        """The sides, or EVERYONE: under these a part notes what the viewer perceived of it."""
        return self.sides or _EVERYONE


def last_perceived(contact: Glimpse, book: Ruleset, encounter: Encounter) -> str:
    """Return the last known facts of a fighter who is not seen or heard now: "last seen at C4 in phase 3"."""
    where = f" at {contact.place}" if contact.place else f" to the {contact.direction}" if contact.direction else ""
    when = f", {book.clock(altered(encounter, clock=contact.since))}" if contact.since else ""
    return f"{'last seen' if contact.place or not contact.direction else 'heard'}{where}{when}"


def remembered(one: Combatant, contact: Glimpse, book: Ruleset, encounter: Encounter) -> str:
    """Return a fighter of a view who is not seen or heard now, in words: "out, last seen at C4 in phase 3"."""
    return ", ".join(filter(None, [_OUT.get(fate_of(one, encounter, book)), last_perceived(contact, book, encounter)]))


_SIGHT = attrgetter("sight")
_OUT = {"down": "out", "dead": "dead"}
_EVERYONE = frozenset({EVERYONE})
EVERYTHING = Viewer(everything=True)
"""Who may read everything."""
PUBLIC = Viewer()
"""The channel, and everyone who has no fighter in the encounter."""


def viewer_of(user: str, encounter: Encounter) -> Viewer:
    """Return a user as a reader of this encounter.

    Everything is open after the end and in a quick ruling. The clock acts on everything.
    """
    if disclosed(encounter) or user in (*encounter.gms, CLOCK):
        return EVERYTHING
    return Viewer(frozenset([side_of(c) for c in encounter.combatants if c.owner == user]))
