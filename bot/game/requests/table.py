"""Requests for table work: time, corrections, names, owners, switches, GMs, the map, events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from bot.game.requests.context.context import OrderContext
from bot.game.requests.context.words import MOST_TEXT, good_side, short
from rules.engine.books.events import Foresee
from rules.engine.books.player_names import good_name
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import (
    Adjust,
    Appoint,
    Dismiss,
    Handover,
    Next,
    Pause,
    Rename,
    Several,
    Switch,
    TakeOver,
)
from rules.engine.records.records import Order
from rules.engine.records.references import without_marks
from rules.engine.table.joining import OpenSide
from rules.words.catalogue import find, normalized
from rules.words.patterns import regex
from rules.words.phrases import listed, several


@dataclass(frozen=True, slots=True)
class SubjectRequest:
    """Table work on combatants, several by commas: `make` turns the id of each into the order, which is of the kind
    `makes`."""

    makes: type[Order]
    who: str
    make: Callable[[str], Order]

    def order(self, context: OrderContext) -> Order:
        orders = tuple(map(self.make, context.actors(self.who)))
        return orders[0] if len(orders) == 1 else Several(orders)


def adjusting(who: str, changes: str) -> SubjectRequest:
    """Return a GM's correction of combatants."""
    return SubjectRequest(Adjust, who, lambda id: Adjust(id, short(changes, 500, "changes:")))


def renaming(who: str, name: str, side: str) -> SubjectRequest:
    """Return the request for another name of a combatant, or another side of combatants. Raises Refusal if neither is
    given."""
    if not name and not side:
        raise Refusal("Give a new name: or side:, or both.")
    return SubjectRequest(Rename, who, lambda id: Rename(id, name, good_side(side)))


def dismissing(who: str) -> SubjectRequest:
    """Return the request by which combatants leave."""
    return SubjectRequest(Dismiss, who, Dismiss)


def handing_over(who: str, owner: str | None) -> SubjectRequest:
    """Return the request that gives combatants another owner; None is the GM."""
    return SubjectRequest(Handover, who, lambda id: Handover(id, owner))


@dataclass(frozen=True, slots=True)
class DirectRequest:
    """An order that needs nothing from the context: Next, Appoint, or a stored order given again."""

    given: Order

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes; of several orders, that of the first."""
        return type(self.given.orders[0] if isinstance(self.given, Several) else self.given)

    def order(self, context: OrderContext) -> Order:
        return self.given


@dataclass(frozen=True, slots=True)
class ConfirmedRequest:
    """An order that its user has confirmed. One that lets time continue counts at the clock at which it was asked
    about: two people may have been asked."""

    given: Order
    clock: Clock

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes."""
        return type(self.given)

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises NotNow if time has passed."""
        if isinstance(self.given, Next) and context.encounter.clock != self.clock:
            now = context.ruleset.clock(context.encounter)
            raise NotNow(f"That question is old: it is {now} now. Nothing has changed; use the newest answer.")
        return self.given


_WORDS = (
    (1, ("s", "sec", "secs", "second", "seconds")),
    (60, ("m", "min", "mins", "minute", "minutes")),
    (3600, ("h", "hr", "hrs", "hour", "hours")),
    (86400, ("d", "day", "days")),
)
_UNITS = {word: seconds for seconds, words in _WORDS for word in words}
_SPAN = regex(r"([0-9]+)\s*([a-z]+)[\s,]*(?:and\s+)?")
LONGEST = 3650 * _UNITS["d"]


@dataclass(frozen=True, slots=True)
class NextRequest:
    """Time that passes: as long as the words say ("3 days 4 h", or "10 phases" where the book has them), else until
    somebody can act; with `run`, until somebody has to decide."""

    makes: ClassVar[type[Order]] = Next

    time: str = ""
    run: bool = False

    def order(self, context: OrderContext) -> Order:
        words = self.time.strip().casefold()
        if not words:
            return Next(run=self.run)
        if self.run:
            raise Refusal("Give time: or run:, not both.")
        own = context.ruleset.spans
        units = _UNITS | {word: seconds for unit, seconds in own.items() for word in (unit, several(unit))}
        # A number of a thousand digits takes too long to compute with.
        spans = _SPAN.findall(words) if not _SPAN.sub("", words) and len(words) <= MOST_TEXT else []
        understood = all(unit in units for _, unit in spans)
        seconds = sum(int(number) * units[unit] for number, unit in spans) if understood else 0
        if not 0 < seconds <= LONGEST:
            named = [*map(several, own), "seconds", "minutes", "hours", "days"]
            raise Refusal(
                f"How much time should pass? Give it in {listed(named, 'and')}, up to ten years: "
                "30 seconds, 5 min, 2 h or 3 days 4 hours."
            )
        return Next(seconds)


@dataclass(frozen=True, slots=True)
class SwitchRequest:
    """A switch of the encounter, its name and value in any spelling."""

    makes: ClassVar[type[Order]] = Switch

    name: str
    value: str

    def order(self, context: OrderContext) -> Order:
        options = conduct.options(context.ruleset)
        name = _meant(self.name, tuple(options))
        return Switch(name, _meant(self.value, options[name].values if name in options else ()))


@dataclass(frozen=True, slots=True)
class PauseRequest:
    """The encounter is paused; one that is paused already continues."""

    makes: ClassVar[type[Order]] = Pause

    def order(self, context: OrderContext) -> Order:
        return Pause(not context.encounter.paused)


def _meant(word: str, names: Sequence[str]) -> str:
    """Return the name that the word means, else the word itself: the order then lists the names."""
    try:
        return find(word, names)
    except UnknownName:
        return word.strip()


def foreseeing(text: str, turn: int, every: int, secret: bool = False) -> DirectRequest:
    """Return an event at the start of a turn."""
    return DirectRequest(Foresee(text, turn, every, secret))


def appointing(gm: str, name: str) -> DirectRequest:
    """Return the request for another GM, by id and display name."""
    return DirectRequest(Appoint(gm, without_marks(name)))


def taking_over(gm: str, name: str) -> DirectRequest:
    """Return the request by which a user who manages the channel or the server becomes a GM.

    `id` and `name` are the user's.
    """
    return DirectRequest(TakeOver(gm, without_marks(name)))


@dataclass(frozen=True, slots=True)
class SideRequest:
    """Opening a side to players, or closing it; one that is there, in any spelling, or a new one."""

    makes: ClassVar[type[Order]] = OpenSide

    name: str
    open: bool

    def order(self, context: OrderContext) -> Order:
        encounter = context.encounter
        sides = [*encounter.sides, *(c.side for c in encounter.combatants if c.side)]
        known = next((side for side in sides if normalized(side) == normalized(self.name)), "")
        if not known and not self.open:
            raise UnknownName(
                f"No side is called {quoted(self.name)}{f'; there are {listed(sides)}' if sides else ''}."
            )
        return OpenSide(known or good_name(self.name, "side"), self.open)
