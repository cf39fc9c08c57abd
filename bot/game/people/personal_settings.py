"""People's own settings on a server: quiet hours, what mentions them and where, how much answers tell at once, whether
these are for a screen reader, when they are away and who orders for them meanwhile.

A substitute orders the fighters of someone who is away, and does nothing else with them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from enum import Enum

from bot.game.entries.detail import ON, Detail
from bot.game.entries.invocation import Powers
from bot.game.people.time_words import date_named, quiet_hours
from bot.game.people.times import Quiet, is_quiet
from bot.game.people.zones import UTC_NAME, is_zone, zone_named
from bot.game.store import PersonRow, Store
from rules.engine.books.table_options import OFF
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.sight.sight import fog, side_of

_MOST_DAYS_AWAY = 366
CHANNELS = "as the channel"
"""The word that removes a user's own setting of how answers are written."""
_OFF = ("off", "none", "no", "back", "nobody")


class Notify(Enum):
    """Where a user is called: in the encounter's channels, or in direct messages; `REFUSED`: they chose direct messages
    and Discord refuses them, so it is the channels."""

    CHANNEL = "channel"
    DIRECT = "direct"
    REFUSED = "refused"


class Pings(Enum):
    """The reasons for mentioning a user: decisions and reminders, decisions alone, nothing."""

    ALL = "all"
    ONCE = "once"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Person:
    """A user's settings on a server; `zone` is "" if they have set none, `detail` and `screen_reader` are None for
    what the channel has."""

    quiet: Quiet | None = None
    zone: str = ""
    pings: Pings = Pings.ONCE
    away_until: datetime | None = None
    substitute: str = ""
    detail: Detail | None = None
    screen_reader: bool | None = None
    notify: Notify = Notify.CHANNEL

    @property
    def clock(self) -> str:
        """The time zone that their hours are in."""
        return self.zone or UTC_NAME

    def away(self, now: datetime) -> bool:
        """Return whether they are away now."""
        return self.away_until is not None and now < self.away_until

    def quiet_at(self, now: datetime) -> bool:
        """Return whether these are their quiet hours."""
        return is_quiet(self.quiet, self.clock, now)

    def is_pinged_by_reminder(self, now: datetime, began: datetime | None, *, called: bool = True) -> bool:
        """Return whether a reminder mentions them now. The first one of a decision that `began` then also mentions
        those that the call did not reach: they were away, it was in their quiet hours, or they were not `called`."""
        if self.pings is Pings.ALL:
            return not self.quiet_at(now)
        reached = began is not None and called and self.may_be_called(began)
        return began is not None and not reached and self.may_be_called(now)

    def may_be_called(self, now: datetime) -> bool:
        """Return whether the reminder of a due decision may mention them now."""
        return self.pings is not Pings.NONE and not self.away(now) and not self.quiet_at(now)


NOBODY = Person()


async def person_of(store: Store, guild: str, user: str) -> Person:
    """Return a user's settings on a server.

    Raises StoreUnavailable.
    """
    return _person(await store.people.person(guild, user))


async def people_of(store: Store, guild: str, users: Collection[str]) -> dict[str, Person]:
    """Return users' settings on a server, by id; users without any are left out.

    Raises StoreUnavailable.
    """
    return {user: _person(row) for user, row in (await store.people.all(guild, users)).items()}


async def people_here(
    store: Store, guild: str, users: Collection[str], encounter: Encounter, now: datetime
) -> dict[str, Person]:
    """Return what users and those who stand in for them have set on a server, by id; who has set nothing is left out.

    A substitute who may order none of the user's fighters in this encounter is no substitute here.
    Raises StoreUnavailable.
    """
    people = {
        user: one if _substituted(user, one, encounter) else replace(one, substitute="")
        for user, one in (await people_of(store, guild, users)).items()
    }
    others = {one.substitute for one in people.values() if one.substitute and one.away(now)} - {*people}
    return {**people, **(await people_of(store, guild, others) if others else {})}


def _substituted(user: str, person: Person, encounter: Encounter) -> bool:
    powers = Powers(stands_in_for=frozenset({user}))
    return bool(person.substitute) and any(
        stands_in(person.substitute, powers, combatant, encounter) for combatant in encounter.combatants
    )


def decider(user: str, people: Mapping[str, Person], now: datetime) -> str:
    """Return who decides for a user now: the user, their substitute while they are away, or "" for nobody."""
    person = people.get(user, NOBODY)
    return person.substitute if person.away(now) else user


def stands_in(user: str, powers: Powers, combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the user may order this fighter for its owner, who is away and has named them.

    With fog only a player of the same side may: nobody learns what another side knows by standing in for a player.
    """
    if combatant.owner is None or combatant.owner not in powers.stands_in_for:
        return False
    if fog(encounter) == OFF:
        return True
    return any(one.owner == user and side_of(one) == side_of(combatant) for one in encounter.combatants)


# --- changes


async def change(
    store: Store,
    guild: str,
    user: str,
    quiet: str = "",
    zone: str = "",
    pings: str = "",
    detail: str = "",
    screen_reader: str = "",
    notify: str = "",
) -> Person:
    """Change what a user has set, as far as it is given. Raises Refusal, StoreUnavailable."""
    if not (quiet or zone or pings or detail or screen_reader or notify):
        raise Refusal("Give quiet:, zone:, pings:, notify:, detail: or screen_reader:. /my show lists your settings.")
    row = await store.people.person(guild, user)
    if zone:
        row = replace(row, zone=None if zone.casefold() in _OFF else zone_named(zone))
    if quiet:
        row = replace(row, quiet=None if quiet.casefold() in _OFF else str(quiet_hours(quiet)))
    if pings:
        if pings.casefold() not in {one.value for one in Pings}:
            raise Refusal("Use pings: all, once or none.")
        row = replace(row, pings=None if pings.casefold() == Pings.ONCE.value else pings.casefold())
    if detail:
        if detail not in {CHANNELS, *(one.value for one in Detail)}:
            raise Refusal("detail: is short, normal, full or as the channel.")
        row = replace(row, detail=None if detail == CHANNELS else Detail(detail).value)
    if screen_reader:
        if screen_reader not in (ON, OFF, CHANNELS):
            raise Refusal("screen_reader: is on, off or as the channel.")
        row = replace(row, screen_reader=None if screen_reader == CHANNELS else screen_reader)
    if notify:
        if notify not in (Notify.CHANNEL.value, Notify.DIRECT.value):
            raise Refusal("notify: is channel or direct.")
        row = replace(row, notify=None if notify == Notify.CHANNEL.value else notify)
    if row.quiet and not row.zone:
        raise Refusal("Which time zone are your quiet hours in? Add zone:, for example Europe/Berlin.")
    await store.people.put(guild, user, row)
    return _person(row)


async def go_away(store: Store, guild: str, user: str, until: str, now: datetime) -> Person:
    """Note until when a user is away; "off" if they are back. Raises Refusal, StoreUnavailable."""
    row = await store.people.person(guild, user)
    moment = None
    if until.strip().casefold() not in _OFF:
        moment = date_named(until, now, _person(row).clock)
        if moment is None:
            raise Refusal(
                "Until when? Give a day: friday, 3 days, 12 december, 2026-12-12 18:00; or off when you are back."
            )
        if (moment - now).days > _MOST_DAYS_AWAY:
            raise Refusal("The limit is a year. For longer, hand your fighters over with /combatant owner.")
    row = replace(row, away_until=moment)
    await store.people.put(guild, user, row)
    return _person(row)


async def name_substitute(store: Store, guild: str, user: str, who: str) -> Person:
    """Name who orders a user's fighters while they are away; "" for nobody. Raises Refusal, StoreUnavailable."""
    if who == user:
        raise Refusal("You already order your own fighters. Name somebody else.")
    row = replace(await store.people.person(guild, user), substitute=who or None)
    await store.people.put(guild, user, row)
    return _person(row)


def _person(row: PersonRow) -> Person:
    # A zone that this machine's database does not know counts as none.
    zone = row.zone if row.zone and is_zone(row.zone) else ""
    quiet = quiet_hours(row.quiet) if row.quiet else None
    detail = Detail(row.detail) if row.detail else None
    screen_reader = None if row.screen_reader is None else row.screen_reader == ON
    pings = Pings(row.pings or Pings.ONCE.value)
    notify = Notify(row.notify or Notify.CHANNEL.value)
    return Person(quiet, zone, pings, row.away_until, row.substitute or "", detail, screen_reader, notify)
