"""What people type, before it is an order: a wish is read against the encounter as it stands.

A wish keeps the words as they came; `order` finds the combatants, places and numbers in them or refuses in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rules import catalogue
from rules.conduct import good_name
from rules.errors import Ambiguous, BadSheet, Refusal, UnknownName
from rules.model import Board, Combatant, Encounter, Profile
from rules.orders import (
    Act,
    Adjust,
    Appoint,
    Attack,
    Chart,
    Dismiss,
    Duck,
    Handover,
    Heal,
    Move,
    Muster,
    Pass,
    Reload,
    Rename,
    Several,
    Switch,
    Target,
)
from rules.places import Place
from rules.records import Order
from rules.ruleset import Houses, Ruleset
from rules.words import listed

MOST_TARGETS = 12
MOST_TEXT = 200
MOST_PASTED = 30
MOST_SIDE = 40
# No id of Discord has more than 63 bits.
_OWNED = re.compile(r"[,\s]+<@!?([0-9]{1,18}|[1-8][0-9]{18})>$")
_PLACED = re.compile(r"[,\s]+at\s+([A-Za-z]{1,2}[0-9]{1,2})$", re.IGNORECASE)


class Incomplete(Exception):
    """The wish lacks what only a choice can give; the order form asks for it."""


class Undecided(Refusal):
    """Several combatants of the user's could be meant."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a wish is read against: the encounter, its book, the server's own records, and who is asking."""

    encounter: Encounter
    ruleset: Ruleset
    houses: Houses
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

    def actor(self, who: str) -> str:
        """The id of whom the user means: the one named, else his only one (still waited for), else his last."""
        if who:
            return self.combatant(who).id
        awaited = self.ruleset.awaited(self.encounter)
        mine = self.own(c for c in self.encounter.combatants if c.present)
        mine = [c for c in mine if c.id in awaited] or mine
        if not mine:
            raise Refusal("You have nobody in play here; name one with who:, or bring one in with /combatant add.")
        if self.last in [c.id for c in mine]:
            return self.last
        if len(mine) > 1:
            if self.user in self.encounter.gms:
                # A GM's own are often those who need no orders; he may mean anybody.
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
        """A combatant by name, or somebody described on the spot by a sheet line."""
        try:
            return Target(id=self.combatant(text).id)
        except Ambiguous:
            # "Alien" is a sheet line as well, but among Alien 1 and Alien 2 it is hardly meant so.
            raise
        except UnknownName as unknown:
            return self._described(text, unknown)

    def named_target(self, text: str) -> str:
        """The id of the one combatant that is named; "" for none, several, or a sheet line. Raises Refusal."""
        targets = self.targets(text)
        return targets[0].id if len(targets) == 1 else ""

    def targets(self, text: str) -> tuple[Target, ...]:
        """Several targets by commas; a line that is no list of names is one sheet line."""
        names = [n for n in (part.strip() for part in text.split(",")) if n]
        if len(names) > MOST_TARGETS:
            raise Refusal(f"At most {MOST_TARGETS} targets can be named; these are {len(names)}.")
        if len(names) < 2:
            return tuple(self.target(n) for n in names)
        try:
            return tuple(Target(id=self.combatant(n).id) for n in names)
        except UnknownName as unknown:
            return (self._described(text, unknown),)

    def _described(self, text: str, unknown: UnknownName) -> Target:
        """Somebody who is in no list, by a sheet line. Raises `unknown` if it is none."""
        try:
            return Target(profile=self.ruleset.profile(text, self.houses))
        except BadSheet:
            raise unknown from None


class Wish(Protocol):
    """Anything that can be read as an order."""

    def order(self, setting: Setting) -> Order:
        """The order it means here. Raises Refusal, or Incomplete where a choice is lacking."""


@dataclass(frozen=True, slots=True)
class Attacking:
    """One of the aiming and shooting verbs, with its options as typed."""

    verb: type[Attack]
    target: str = ""
    aim: int | None = None
    weapon: str = ""
    range: int | None = None
    how: str = ""
    mod: str = ""
    who: str = ""

    def order(self, setting: Setting) -> Order:
        setting.ruleset.check_verb(self.verb)
        try:
            order = self.question(setting)
        except Undecided:
            if self.target and not setting.named_target(self.target):
                raise
            raise Incomplete from None
        if not order.targets and not setting.ruleset.inquiry(order):
            raise Incomplete
        return order

    def question(self, setting: Setting) -> Attack:
        """The order as a question about its odds, which may leave the target open."""
        return self._order(setting.actor(self.who), setting.targets(self.target))

    def against(self, actor: str, target: str) -> Attack:
        """The order between these two, for a quick ruling."""
        return self._order(actor, (Target(id=target),))

    def _order(self, actor: str, targets: tuple[Target, ...]) -> Attack:
        how, mod = short(self.how, said="how:"), short(self.mod, said="mod:")
        return self.verb(actor, targets, self.aim, self.weapon.strip(), self.range, how, mod)


@dataclass(frozen=True, slots=True)
class Doing:
    """A verb that needs nothing but its actor and a few words."""

    verb: type[Duck] | type[Reload] | type[Heal] | type[Act] | type[Pass]
    who: str = ""
    target: str = ""
    weapon: str = ""
    how: str = ""
    cost: int | None = None

    def order(self, setting: Setting) -> Order:
        setting.ruleset.check_verb(self.verb)
        return self._order(setting.actor(self.who), setting.targets(self.target))

    def against(self, actor: str, target: str) -> Order:
        """The order between these two, for a quick ruling."""
        return self._order(actor, (Target(id=target),))

    def _order(self, actor: str, targets: tuple[Target, ...]) -> Order:
        if self.verb is Reload:
            return Reload(actor, self.weapon.strip(), short(self.how))
        if self.verb is Heal:
            return Heal(actor, targets, short(self.how))
        if self.verb is Act:
            return Act(actor, short(self.how), self.cost)
        return Pass(actor) if self.verb is Pass else Duck(actor, short(self.how))


@dataclass(frozen=True, slots=True)
class Moving:
    """A move to a place, at the ruleset's cost or at a given one."""

    to: str
    who: str = ""
    cost: int | None = None

    def order(self, setting: Setting) -> Order:
        return Move(setting.actor(self.who), Place.parse(self.to), self.cost)


@dataclass(frozen=True, slots=True)
class Mustering:
    """Bringing combatants in, by sheet line or from the roster. `owner` None is the GM's own."""

    name: str = ""
    sheet: str = ""
    count: int = 1
    side: str = ""
    at: str = ""
    owner: str | None = None

    def order(self, setting: Setting) -> Order:
        if kept := setting.roster.get(catalogue.plain(self.name)) if not self.sheet else None:
            profile = kept
        elif self.sheet or self.name:
            profile = setting.ruleset.profile(self.sheet or self.name, setting.houses)
        else:
            raise Refusal(f"Say who comes in with a sheet line, as: {setting.ruleset.sheet_example}.")
        places = tuple(Place.parse(p) for p in self.at.replace(",", " ").split())
        if self.at and len(places) != self.count:
            raise Refusal(f"Give one place for each, by blanks: {self.count} wanted, {len(places)} given.")
        name = good_name(self.name or profile.name)
        return Muster(
            profile, name, good_side(self.side), self.owner, self.count, places, roster=name if self.owner else ""
        )


@dataclass(frozen=True, slots=True)
class Pasted:
    """Several combatants at once, a sheet line on each line of text: `Apone: Apone at B4 <@123>`.

    The name before it, the place and the owner behind it may be left out.
    """

    text: str
    side: str = ""
    owner: str | None = None

    def order(self, setting: Setting) -> Order:
        """As in Wish; raises BadSheet with the problems of every line."""
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        if not 1 <= len(lines) <= MOST_PASTED:
            raise Refusal(f"Paste 1 to {MOST_PASTED} lines, one for each combatant; these are {len(lines)}.")
        orders: list[Order] = []
        problems: list[str] = []
        for number, line in enumerate(lines, 1):
            try:
                orders.append(self._mustering(line, setting).order(setting))
            except Refusal as refusal:
                problems.append(f"Line {number}: {refusal}")
        if problems:
            raise BadSheet(f"Nobody was brought in. {' '.join(problems)}", problems)
        return orders[0] if len(orders) == 1 else Several(tuple(orders))

    def _mustering(self, line: str, setting: Setting) -> Mustering:
        line, owner = _behind(_OWNED, line)
        line, place = _behind(_PLACED, line)
        name, colon, sheet = line.partition(":")
        if not colon and catalogue.plain(line) not in setting.roster:
            name, sheet = "", line
        return Mustering(name.strip(), sheet.strip(), side=self.side, at=place, owner=owner or self.owner)


def _behind(pattern: re.Pattern[str], line: str) -> tuple[str, str]:
    """A line without what stands at its end, and that."""
    found = pattern.search(line)
    return (line[: found.start()], found[1]) if found else (line, "")


@dataclass(frozen=True, slots=True)
class Concerning:
    """Table-work on one combatant: `make` turns his id into the order."""

    who: str
    make: Callable[[str], Order]

    def order(self, setting: Setting) -> Order:
        return self.make(setting.actor(self.who))


def adjusting(who: str, changes: str) -> Concerning:
    """The GM sets a combatant right."""
    return Concerning(who, lambda id: Adjust(id, short(changes, 500, "changes:")))


def renaming(who: str, name: str, side: str) -> Concerning:
    """Another name or side for a combatant. Raises Refusal if neither is given."""
    if not name and not side:
        raise Refusal("Give a new name: or side:, or both.")
    return Concerning(who, lambda id: Rename(id, name, good_side(side)))


def dismissing(who: str) -> Concerning:
    """A combatant leaves."""
    return Concerning(who, Dismiss)


def handing_over(who: str, owner: str | None) -> Concerning:
    """A combatant changes hands."""
    return Concerning(who, lambda id: Handover(id, owner))


@dataclass(frozen=True, slots=True)
class Plain:
    """An order that needs no reading: Next, Switch, Appoint, or a stored order given again."""

    given: Order

    def order(self, setting: Setting) -> Order:
        return self.given


def switching(name: str, value: str) -> Plain:
    """A switch of the encounter."""
    return Plain(Switch(name.strip().casefold(), value.strip().casefold()))


def appointing(gm: str, name: str) -> Plain:
    """Another GM, by id and by the name that is shown."""
    return Plain(Appoint(gm, name))


@dataclass(frozen=True, slots=True)
class Charting:
    """A map: its size as `12x8`, the obstructed places as `C3 D4-F4`."""

    size: str
    walls: str = ""

    def order(self, setting: Setting) -> Order:
        sides = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", self.size)
        width, height = (int(sides[1]), int(sides[2])) if sides else (0, 0)
        if not 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
            raise Refusal(f"Give the map's size as columns x rows, as 12x8, each from 1 to {MOST_SIDE}.")
        obstructions: set[Place] = set()
        for word in short(self.walls, 2000, "walls:").replace(",", " ").split():
            first, _, last = word.partition("-")
            a, b = Place.parse(first), Place.parse(last or first)
            columns = range(min(a.column, b.column), max(a.column, b.column) + 1)
            rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
            obstructions |= {Place(c, r) for c in columns for r in rows}
        if any(p.column > width or p.row > height for p in obstructions):
            raise Refusal(f"The map ends at {Place(width, height)}; all obstructions must lie on it.")
        return Chart(Board(width, height, frozenset(obstructions)))


def short(text: str, most: int = MOST_TEXT, said: str = "That") -> str:
    """Words as they are kept; `said` is where they were given. Raises Refusal if they are too many."""
    text = " ".join(text.split())
    if len(text) > most:
        raise Refusal(f"{said} has {len(text)} characters; at most {most} are taken.")
    return text


def good_side(side: str) -> str:
    """The name of a side as it is kept."""
    return good_name(side) if side else ""
