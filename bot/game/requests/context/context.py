"""The context a request is read in: the encounter, and which combatants this user's words mean in it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import field
from typing import Protocol

from bot.game.entries.invocation import Powers
from bot.game.entries.names import named, refusals_named
from bot.game.journal.anchors import Anchor
from bot.game.people import joining, rights
from bot.game.people.personal_settings import stands_in
from bot.game.people.rosters import Roster
from bot.game.requests.context import mentions
from bot.game.sight import EVERYTHING, Viewer, to_act, view
from bot.game.sight.masks import Masks
from bot.game.sight.to_act import deciding
from bot.game.sight.viewer import last_perceived
from rules.engine.books.player_names import good_name
from rules.engine.books.ruleset import Choices, Homebrew, Odds, Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.flow.plans import named_in_plan
from rules.engine.map.codes import find_fighter
from rules.engine.records.agenda import Question
from rules.engine.records.copies import replace
from rules.engine.records.errors import Ambiguous, BadSheet, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.orders import Attack, Next, SetPlan, Several, Target
from rules.engine.records.records import Order
from rules.engine.sight.sight import fog
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.places import Place

MOST_TARGETS, MOST_ACTORS = 12, 30
_MOST_PARTS = 60
_MOST_PENDING = 12
"""How many parts of a sheet line may pass until it reads again: "loaded 12" reads only with the weapon after it."""


class Incomplete(Exception):
    """Raised for a request that leaves out a choice of the user's; the order form asks for it."""


class Undecided(Refusal):
    """Raised if several of the user's combatants could be meant."""


class Unlisted(UnknownName):
    """Raised for an order whose target is no fighter that its user knows here."""


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The encounter as the user who asks may know it (`bot.game.sight`), its book, and the server's homebrew.

    All that their words mean, and all that they are offered or refused, follows it. The `truth` is for rights alone,
    and for who still has to act.

    `makes` is the order that is being made, if one is: then fighters that the user may not give it are refused as soon
    as they are named.
    """

    encounter: Encounter
    ruleset: Ruleset
    homebrew: Homebrew
    user: str
    roster: Roster = field(default_factory=dict)
    last: str = ""
    """The id of the combatant that the user ordered last."""
    powers: Powers = field(default_factory=Powers)
    name: str = ""
    interaction: str = ""
    """The user's name and their interaction."""
    makes: type[Order] | None = None
    anchor: Anchor | None = None
    """The entry that left this state, for buttons that belong to it."""
    viewer: Viewer = EVERYTHING
    whole: Encounter | None = None
    """The encounter itself; None if the user knows all of it."""
    masks: Masks = Masks(secrets.token_bytes(32))
    """The masks for the ids of its fighters; of a quick ruling, whose fighters no button names, any."""

    @property
    def truth(self) -> Encounter:
        """The encounter itself, with what the user may not know."""
        return self.whole or self.encounter

    @property
    def awaited(self) -> tuple[str, ...]:
        """The ids of those who still have to act, among them fighters that the user may not know."""
        return deciding(self.truth, self.ruleset)

    def passed_over(self, order: Order) -> tuple[str, ...]:
        """Return the ids of those known to the user who still have to act and that an order does not wait for."""
        if not isinstance(order, Next) or any(isinstance(item, Question) for item in self.truth.agenda):
            # Time stops for questions.
            return ()
        return to_act(self.truth, self.ruleset, self.viewer).known

    def seen(self, encounter: Encounter) -> Encounter:
        """Return the user's view of the encounter in another state."""
        return view(encounter, self.ruleset, self.viewer)

    def knows_all_of(self, combatant: Combatant) -> bool:
        """Return whether nothing of a fighter is kept from the user, such as their ammunition."""
        return fog(self.truth) == OFF or self.viewer.owns(combatant)

    def read(self, request: Request) -> Order:
        """Return the order that a request means here, if the user may give it. Raises Refusal, or Incomplete."""
        rights.check_request(request.makes, self.user, self.powers, self.encounter)
        order = request.order(replace(self, makes=request.makes))
        self._check_known(order)
        rights.check_order(
            order, self.user, self.powers, self.encounter, lambda: to_act(self.truth, self.ruleset, self.viewer)
        )
        for one in _carried_out(order):
            self.ruleset.check_words(one, self.encounter, self.viewer.owns)
        return joining.admitted(order, self.user, self.powers, self.encounter, self.truth, self.name, self.interaction)

    def _check_known(self, order: Order) -> None:
        """Raise UnknownName for a fighter that the user does not know: an older button may name one by id."""
        for one in order.orders if isinstance(order, Several) else (order,):
            named = (getattr(one, "actor", ""), getattr(one, "subject", ""))
            for id in (*named, *(target.id for target in getattr(one, "targets", ()))):
                if id:
                    self.encounter.combatant(id)
            if isinstance(one, SetPlan):
                for id in named_in_plan(one):
                    self.encounter.combatant(id)

    def combatant(self, name: str) -> Combatant:
        """Return the combatant of that name or code, or the only one of the user who is mentioned.

        Raises UnknownName with the nearest names.
        """
        if not self.encounter.combatants:
            raise UnknownName("No fighters are in this encounter yet. Add some with /combatant add.")
        name = mentions.name(name, self.encounter)
        return find_fighter(name, self.encounter.combatants, self.encounter)

    def with_names(self, text: str) -> str:
        """Return a text with the names of fighters in place of mentions of their owners. Raises Ambiguous."""
        return mentions.with_names(text, self.encounter)

    def odds(self, order: Attack) -> Odds:
        """Return the chances of an attack, in the reader's words; the title says which targets are out of sight.

        Raises Refusal.
        """
        with refusals_named(self.encounter):
            found = named(self.ruleset.odds(order, self.encounter), self.encounter)
        remembered = [self._last_perceived(target.id) for target in order.targets if target.id in self.unseen]
        return replace(found, title=f"{found.title} ({'; '.join(remembered)})") if remembered else found

    @property
    def unseen(self) -> frozenset[str]:
        """The ids of the fighters that the user knows but does not see now."""
        known = self.encounter.positions.keys() & self.truth.positions.keys()
        return frozenset(id for id in known if self._glimpse(id).sight is Sight.CONTACT)

    def _glimpse(self, id: str) -> Glimpse:
        return self.viewer.glimpse(self.truth.combatant(id), self.truth, self.ruleset)

    def _last_perceived(self, id: str) -> str:
        name = self.encounter.combatant(id).name
        return f"{name} is out of sight, {last_perceived(self._glimpse(id), self.ruleset, self.encounter)}"

    def choices(self, order: Attack) -> Choices:
        """Return the choices for an attack, in the reader's words. Raises Refusal."""
        with refusals_named(self.encounter):
            return named(self.ruleset.choices(order, self.encounter), self.encounter)

    def possible_targets(self, order: Attack) -> tuple[tuple[str, str], ...]:
        """Return the targets among the choices for an attack, in the reader's words. Raises Refusal."""
        with refusals_named(self.encounter):
            return named(self.ruleset.targets(order, self.encounter), self.encounter)

    def actor(self, who: str) -> str:
        """Return the id of the combatant that the user means.

        That is the one named, else their only one (that still has to act), else the one they ordered last. Raises
        NotAllowed for a fighter that the user may not order, if an order is being made.
        """
        if who:
            fighter = self.combatant(who).id
            if self.makes:
                rights.check_fighter(self.makes, self.user, self.powers, self.encounter, fighter)
            return fighter
        awaited = self.awaited
        mine = self.own(c for c in self.encounter.combatants if c.present)
        mine = [c for c in mine if c.id in awaited] or mine
        # Fighters without any weapon, such as the Aliens, are meant only by name if there are others.
        mine = [c for c in mine if c.carried] or mine
        if not mine:
            raise Refusal("You have no fighter in play here. Name one with who:, or add one with /combatant add.")
        gm = self.user in self.encounter.gms
        # A GM's own combatants often need no orders, so the GM may mean any.
        if self.last in [c.id for c in mine] and (self.last in awaited or not gm):
            return self.last
        if len(mine) > 1:
            if gm:
                mine = self.orderable()
            raise Undecided(f"Who acts? Name one with who: ({listed([c.name for c in mine])}).")
        return mine[0].id

    def shown(self, who: str) -> list[str]:
        """Return the ids of the combatants whose records the user wants to see: the one named, or all of their own in
        play.
        """
        own = [] if who else [c.id for c in self.own(c for c in self.encounter.combatants if c.present)]
        return own or [self.actor(who)]

    def actors(self, who: str) -> list[str]:
        """Return the ids of the combatants that the user means, several by commas, each as in `actor`.

        Raises Refusal.
        """
        names = mentions.names(who, self.encounter) or [""]
        if len(names) > MOST_ACTORS:
            raise Refusal(f"Name at most {MOST_ACTORS} fighters in one order, not {len(names)}.")
        ids = [self.actor(name) for name in names]
        if twice := next((id for id in ids if ids.count(id) > 1), None):
            raise Refusal(f"{self.encounter.combatant(twice).name} is named twice. Name each fighter once.")
        return ids

    def own(self, among: Iterable[Combatant]) -> list[Combatant]:
        """Return the user's own among these; for a GM who owns none of them, those without an owner."""
        among = list(among)
        mine = [c for c in among if c.owner == self.user]
        return mine or [c for c in among if c.owner is None and self.user in self.encounter.gms]

    def orderable(self) -> list[Combatant]:
        """Return the combatants in play that the user may order.

        First those that still have to act, then the user's own and, for a GM, those without an owner.
        """
        awaited = self.awaited
        gm = self.user in self.encounter.gms
        mine = [
            c for c in self.encounter.combatants if c.present and (gm or c.owner == self.user or self._for_owner(c))
        ]
        return sorted(mine, key=lambda c: (c.id not in awaited, c.owner not in (self.user, None)))

    def _for_owner(self, combatant: Combatant) -> bool:
        return stands_in(self.user, self.powers, combatant, self.encounter)

    def owner(self, named: str = "") -> str | None:
        """Return the owner of a newcomer: the user who is named, else the user who asks; None if that is a GM."""
        return named or (None if self.user in self.encounter.gms else self.user)

    def named_target(self, text: str) -> str:
        """Return the id of the one combatant that is named, or the place; "" for none, several, or a sheet line.

        Raises Refusal.
        """
        targets = self.targets(text)
        if len(targets) != 1:
            return ""
        return str(targets[0].place) if targets[0].place else targets[0].id

    def targets(self, text: str, unlisted: bool = False) -> tuple[Target, ...]:
        """Return targets by commas: names, places if the book aims at places, else what `described` makes of the text.

        An order is for somebody who is only described if its user has confirmed that they are `unlisted`; then words
        that describe nobody are the name of the book's usual target. Raises Unlisted if it is not confirmed.
        """
        names = mentions.names(text, self.encounter)
        if len(names) > MOST_TARGETS:
            raise Refusal(f"Name at most {MOST_TARGETS} targets, not {len(names)}.")
        try:
            return tuple(self._known_target(n) for n in names)
        except UnknownName as unknown:
            if isinstance(unknown, Ambiguous) and (len(names) < 2 or self.makes):
                # "Alien" is a sheet line as well, but beside Alien 1 and Alien 2 it rarely means one.
                raise
            if mentions.mentions(text):
                raise
            if self.makes and not unlisted:
                raise Unlisted(str(unknown), unknown.nearest) from None
            return self._described(text, unknown, unlisted)

    def _known_target(self, text: str) -> Target:
        """Return a combatant by name or a place. Raises UnknownName."""
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
        """Return the place that "D7" or "hex D7" means; None for other words."""
        try:
            return Place.parse(re.sub(rf"^\s*{self.ruleset.space(self.encounter)}\s", "", text, flags=re.IGNORECASE))
        except UnknownName:
            return None

    def _described(self, text: str, unknown: UnknownName, unlisted: bool) -> tuple[Target, ...]:
        """Return fighters by sheet line; somebody `unlisted` may also have only a name.

        Raises `unknown` for other texts that are no sheet line.
        """
        if not normalized(text) or (self.encounter.battle_map and self._place(text)):
            # On a map "D4" rarely means a die of a sheet line.
            raise unknown
        try:
            profiles = described(text, lambda line: self.ruleset.profile(line, self.homebrew))
        except BadSheet:
            if not unlisted:
                raise unknown from None
            usual = self.ruleset.profile(self.ruleset.default_target, self.homebrew)
            profiles = (replace(usual, name=good_name(text)),)
        return tuple(Target(profile=profile) for profile in profiles)


def described(text: str, read: Callable[[str], Profile]) -> tuple[Profile, ...]:
    """Return the fighters that sheet lines describe, several by commas: "bug, bug leader", "Marine, rifle, bug".

    A line ends where the next words contradict it or repeat its own. Raises BadSheet.
    """
    parts = [part.strip() for part in text.split(",") if normalized(part)]
    profiles: list[Profile] = []
    while parts and len(parts) <= _MOST_PARTS:
        if len(profiles) == MOST_TARGETS:
            raise Refusal(f"Name at most {MOST_TARGETS} targets.")
        profile, length = _longest_line(parts, read)
        if profile is None:
            # The rest describes no fighter, so the text is one line or none.
            return (read(text),)
        profiles.append(profile)
        parts = parts[length:]
    return tuple(profiles) or (read(text),)


def _carried_out(order: Order) -> Iterable[Order]:
    """Return the orders that an order consists of: several, the lines of a plan, or itself."""
    match order:
        case Several(orders):
            return orders
        case SetPlan(lines=lines):
            return [one for line in lines for one in line.orders]
        case _:
            return (order,)


def _longest_line(parts: list[str], read: Callable[[str], Profile]) -> tuple[Profile | None, int]:
    """Return the profile of the longest sheet line at the beginning without a repetition, and its length in parts.

    The line is read part by part, as far as it may continue: reading every beginning of a long text takes too long.
    """
    longest: tuple[Profile | None, int] = (None, 0)
    words: set[str] = set()
    for length, part in enumerate(parts, start=1):
        if normalized(part) in words or length - longest[1] > _MOST_PENDING:
            break
        words.add(normalized(part))
        with suppress(BadSheet):
            longest = read(", ".join(parts[:length])), length
    return longest


class Request(Protocol):
    """A user's request, which can be read as an order."""

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes; rights are checked by it before the request is read
        (`bot.game.people.rights`).
        """

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises Refusal, or Incomplete if a choice is missing."""
