"""Rosters keep users' fighters between encounters, in a way that no round of ammunition exists twice.

A profile has an origin, the fighter that it was first ("encounter:fighter"), and a version, which names the fighter
and the end of an encounter that wrote it last. A fighter brought in from a roster holds the link to the profile as it
was taken: origin and version.

1. An encounter's end writes a fighter to the profile of their link if its version is still the one that was taken, or
   one that this very fighter wrote at an earlier end, which was undone since. So of several fighters taken from one
   version, those of the encounter that ends first are written, and the others never.
2. A fighter without a link becomes a profile once: an origin exists once, on all rosters.
3. Only fighters that their keeper brought in or accepted are written, no matter who plays them at the end.

Each write is one statement that checks this itself, so that it may be repeated at any time and by several processes.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from bot.errors import decoding
from bot.game.entries import codec
from bot.game.entries.entries import Entry
from bot.game.entries.invocation import Invocation
from bot.game.store import EncounterRow, ProfileRow, Store
from rules.engine.books.player_names import free_name, good_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import NotAllowed, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.scene.effects import Joined
from rules.engine.table.muster import carried_over
from rules.words.catalogue import find, normalized

log = logging.getLogger(__name__)

MOST_PROFILES = 100
"""Profiles of a user on a server, by one rulebook."""
FULL = f"Your roster is full: {MOST_PROFILES} fighters. Remove one with /roster remove."
KEPT_ALREADY = "{name} is already on a roster: that of the player who added or accepted them."
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Kept:
    """A profile, the link that a fighter made from it has, and the encounter that it was last in, with its title if it
    is open.

    `undone`: the profile is as an end of that encounter left it, which was undone.
    """

    profile: Profile
    link: str = ""
    encounter: str = ""
    title: str = ""
    undone: bool = False


Roster = Mapping[str, Kept]
"""A user's profiles by normalized name."""


def offered(encounter: Encounter, user: str) -> list[Combatant]:
    """Return the user's fighters who are on nobody's roster: brought in or handed over by others."""
    return [c for c in encounter.combatants if c.owner == user and not (c.roster or c.kept)]


class Rosters:
    """The rosters of all users. Every method may raise StoreUnavailable."""

    def __init__(self, store: Store, shelf: Mapping[str, Ruleset]) -> None:
        self._store = store
        self._shelf = shelf

    async def of(self, guild: str, owner: str, book: Ruleset) -> Roster:
        """Return a user's profiles for a rulebook."""
        rows = await self._store.shelf.profiles(guild, owner_id=owner, ruleset=book.id)
        return {
            normalized(row.name): Kept(
                replace(_decoded(row), name=row.name),
                _link(row),
                row.played_in,
                row.playing,
                bool(row.playing) and row.version.startswith(f"{row.played_in}:"),
            )
            for row in rows
        }

    async def rename(self, guild: str, owner: str, book: Ruleset, name: str, new: str) -> tuple[str, str]:
        """Rename a profile, and return its name before and after. Raises Refusal."""
        roster = await self.of(guild, owner, book)
        old, new = self._found(name, roster, book), good_name(new)
        if normalized(new) != normalized(old) and normalized(new) in roster:
            raise NotNow(f"Your roster has {roster[normalized(new)].profile.name} already. Choose another name.")
        await self._store.shelf.rename_profile(guild, owner, book.id, old, new)
        return old, new

    async def remove(self, guild: str, owner: str, book: Ruleset, name: str) -> str:
        """Remove a profile, and return its name. Raises UnknownName."""
        found = self._found(name, await self.of(guild, owner, book), book)
        await self._store.shelf.remove_profile(guild, owner, book.id, found)
        return found

    async def offers(self, head: Entry, user: str) -> list[str]:
        """Return the names of the user's fighters who are on no roster, also not since an end that was undone."""
        fighters = offered(head.state, user)
        return [c.name for c in fighters if not await self._store.shelf.has_profile(_origin(head, c))]

    async def accept(self, invocation: Invocation, head: Entry, fighter: str) -> str:
        """Keep a fighter as an ended encounter left them, and return the profile's name. Raises Refusal."""
        encounter = head.state
        combatant = encounter.combatant(fighter)
        if combatant.owner != invocation.user:
            raise NotAllowed(f"{combatant.name} is not yours. Only their own player can keep them.")
        if combatant not in offered(encounter, invocation.user):
            raise NotNow(KEPT_ALREADY.format(name=combatant.name))
        row = self._row(invocation.guild, invocation.user, combatant, head)
        if len(await self.of(invocation.guild, invocation.user, self._shelf[encounter.ruleset])) >= MOST_PROFILES:
            raise NotNow(FULL)
        if not (name := await self._added(row)):
            raise NotNow(KEPT_ALREADY.format(name=combatant.name))
        return name

    async def brought_in(self, entry: Entry) -> None:
        """Note into which encounter profiles were brought, to tell their owners."""
        for effect in entry.resolution.effects:
            if isinstance(effect, Joined) and effect.combatant.kept:
                origin = effect.combatant.kept.partition(" ")[0]
                await self._store.shelf.play_profile(origin, entry.encounter_id)

    async def write_back(self, where: EncounterRow, end: Entry) -> None:
        """Write wounds, weapons and ammunition of the kept fighters to their profiles."""
        for combatant in end.state.combatants:
            holder = combatant.keeper or combatant.owner
            if holder is None or not holder.isdecimal():
                # The GM's own, or that of a user who had the bot forget them.
                continue
            row = self._row(where.guild_id, holder, combatant, end)
            own = f"{row.origin}:"
            if combatant.keeper and combatant.kept:
                origin, _, taken = combatant.kept.partition(" ")
                await self._store.shelf.update_profile(row, own, origin=origin, taken=taken)
            elif await self._store.shelf.update_profile(row, own, origin=row.origin) or not combatant.roster:
                # Without a roster this is written only if it was accepted after an earlier end.
                continue
            elif combatant.keeper:
                await self._added(row)
            # From before profiles had versions: the link is the name.
            elif not await self._store.shelf.update_profile(row, own, name=row.name, taken=""):
                rows = await self._store.shelf.profiles(row.guild_id, owner_id=holder, ruleset=row.ruleset)
                if all(normalized(other.name) != normalized(row.name) for other in rows):
                    await self._added(row)

    def _row(self, guild: str, owner: str, combatant: Combatant, end: Entry) -> ProfileRow:
        """Return the profile that a fighter would be after the entry that ended their encounter."""
        name = combatant.roster or combatant.name
        profile = carried_over(combatant, name, end.state, self._shelf[end.state.ruleset])
        origin = _origin(end, combatant)
        return ProfileRow(
            guild_id=guild,
            owner_id=owner,
            name=name,
            ruleset=end.state.ruleset,
            record=codec.kept(profile),
            updated_at=end.at,
            origin=origin,
            # As texts, versions of one fighter sort by their entries.
            version=f"{origin}:{end.seq:09d}",
            played_in=end.encounter_id,
        )

    async def _added(self, row: ProfileRow) -> str:
        """Add a profile under a free name, and return the name, "" if its origin is kept already or the roster
        is full.
        """
        for _ in range(_TRIES):
            rows = await self._store.shelf.profiles(row.guild_id, owner_id=row.owner_id, ruleset=row.ruleset)
            if len(rows) >= MOST_PROFILES:
                log.warning("the roster of %s is full: a fighter of %s was not saved", row.owner_id, row.origin)
                return ""
            name = free_name(row.name, [other.name for other in rows])
            if await self._store.shelf.add_profile(replace(row, name=name)):
                return name
            if await self._store.shelf.has_profile(row.origin):
                return ""
        return ""

    @staticmethod
    def _found(name: str, roster: Roster, book: Ruleset) -> str:
        if not roster:
            raise Refusal(f"Your roster has no fighter for {book.title} here. Use ruleset: for another rulebook.")
        return find(name, tuple(kept.profile.name for kept in roster.values()), "fighter on your roster")


def _origin(entry: Entry, combatant: Combatant) -> str:
    return f"{entry.encounter_id}:{combatant.id}"


def _decoded(row: ProfileRow) -> Profile:
    with decoding(f"{row.name} on a roster"):
        return codec.profile(row.record)


def _link(row: ProfileRow) -> str:
    return f"{row.origin} {row.version}"
