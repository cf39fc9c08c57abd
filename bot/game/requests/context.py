"""What a wish is read against: the encounter as it stands, and whom the words of this user mean in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.game.names import named, refusals_named
from rules.engine.errors import Ambiguous, BadSheet, Refusal, UnknownName
from rules.engine.model import Combatant, Encounter, Profile
from rules.engine.orders import Attack, Target
from rules.engine.records import Order
from rules.engine.ruleset import Choices, Homebrew, Odds, Ruleset
from rules.words import catalogue
from rules.words.phrases import listed
from rules.words.places import Place

MOST_TARGETS = 12


class Incomplete(Exception):
    """The wish lacks what only a choice can give; the order form asks for it."""


class Undecided(Refusal):
    """Several combatants of the user's could be meant."""


@dataclass(frozen=True, slots=True)
class OrderContext:
    """What a wish is read against: the encounter, its book, the server's own records, and who is asking."""

    encounter: Encounter
    ruleset: Ruleset
    homebrew: Homebrew
    user: str
    roster: Mapping[str, Profile] = field(default_factory=dict)
    last: str = ""
    """Whom the user ordered last, by id."""

    def combatant(self, name: str) -> Combatant:
        """The combatant of that name. Raises UnknownName with the nearest names."""
        by_name = {c.name: c for c in self.encounter.combatants}
        if not by_name:
            raise UnknownName("Nobody is in this encounter yet; /combatant add brings fighters in.")
        return catalogue.find(name, by_name)

    def odds(self, order: Attack) -> Odds:
        """The chances of an attack, in the reader's words. Raises Refusal."""
        with refusals_named(self.encounter):
            return named(self.ruleset.odds(order, self.encounter), self.encounter)

    def choices(self, order: Attack) -> Choices:
        """What there is to choose from for an attack, in the reader's words. Raises Refusal."""
        with refusals_named(self.encounter):
            return named(self.ruleset.choices(order, self.encounter), self.encounter)

    def actor(self, who: str) -> str:
        """The id of whom the user means: the one named, else his only one (still waited for), else his last."""
        if who:
            return self.combatant(who).id
        awaited = self.ruleset.awaited(self.encounter)
        mine = self.own(c for c in self.encounter.combatants if c.present)
        mine = [c for c in mine if c.id in awaited] or mine
        if not mine:
            raise Refusal("You have nobody in play here; name one with who:, or bring one in with /combatant add.")
        gm = self.user in self.encounter.gms
        # A GM's own are often those who need no orders: he may mean anybody.
        if self.last in [c.id for c in mine] and (self.last in awaited or not gm):
            return self.last
        if len(mine) > 1:
            if gm:
                mine = self.orderable()
            raise Undecided(f"Say who acts with who: ({listed([c.name for c in mine])}).")
        return mine[0].id

    def own(self, among: Iterable[Combatant]) -> list[Combatant]:
        """The user's own among these; a GM who has none there plays those that nobody owns."""
        among = list(among)
        mine = [c for c in among if c.owner == self.user]
        return mine or [c for c in among if c.owner is None and self.user in self.encounter.gms]

    def orderable(self) -> list[Combatant]:
        """Whom in play the user may order: those still waited for first, then his own (of a GM's, nobody's too)."""
        awaited = self.ruleset.awaited(self.encounter)
        gm = self.user in self.encounter.gms
        mine = [c for c in self.encounter.combatants if c.present and (gm or c.owner == self.user)]
        return sorted(mine, key=lambda c: (c.id not in awaited, c.owner not in (self.user, None)))

    def owner(self, named: str = "") -> str | None:
        """Whose a newcomer is: the user's who is named, else the asker's own; a GM's belong to the GM."""
        return named or (None if self.user in self.encounter.gms else self.user)

    def target(self, text: str) -> Target:
        """A combatant by name, a place where the book aims at places, or somebody described by a sheet line."""
        try:
            return self._known_target(text)
        except Ambiguous:
            # "Alien" is a sheet line as well, but among Alien 1 and Alien 2 it is hardly meant so.
            raise
        except UnknownName as unknown:
            return self._described(text, unknown)

    def named_target(self, text: str) -> str:
        """The id of the one combatant that is named, or the place; "" for none, several, or a sheet line.

        Raises Refusal.
        """
        targets = self.targets(text)
        if len(targets) != 1:
            return ""
        return str(targets[0].place) if targets[0].place else targets[0].id

    def targets(self, text: str) -> tuple[Target, ...]:
        """Several targets by commas; a line that is no list of names is one sheet line."""
        names = [n for n in (part.strip() for part in text.split(",")) if n]
        if len(names) > MOST_TARGETS:
            raise Refusal(f"At most {MOST_TARGETS} targets can be named; these are {len(names)}.")
        if len(names) < 2:
            return tuple(self.target(n) for n in names)
        try:
            return tuple(self._known_target(n) for n in names)
        except UnknownName as unknown:
            return (self._described(text, unknown),)

    def _known_target(self, text: str) -> Target:
        """A combatant by name or a place. Raises UnknownName."""
        try:
            return Target(id=self.combatant(text).id)
        except Ambiguous:
            raise
        except UnknownName:
            place = self._place(text) if self.ruleset.aims_at_places else None
            if place is None:
                raise
            return Target(place=place)

    def _place(self, text: str) -> Place | None:
        """A place, be it "D7" or "hex D7"; None for other words."""
        try:
            return Place.parse(re.sub(rf"^\s*{self.ruleset.space(self.encounter)}\s", "", text, flags=re.IGNORECASE))
        except UnknownName:
            return None

    def _described(self, text: str, unknown: UnknownName) -> Target:
        """Somebody who is in no list, by a sheet line. Raises `unknown` if it is none, or says nothing."""
        if not catalogue.plain(text) or (self.encounter.board and self._place(text)):
            # On a map "D4" is hardly meant as the die of Savage's sheet lines.
            raise unknown
        try:
            return Target(profile=self.ruleset.profile(text, self.homebrew))
        except BadSheet:
            raise unknown from None


class Request(Protocol):
    """Anything that can be read as an order."""

    def order(self, context: OrderContext) -> Order:
        """The order it means here. Raises Refusal, or Incomplete where a choice is lacking."""
