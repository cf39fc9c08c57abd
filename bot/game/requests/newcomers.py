"""Requests to bring combatants in: one sheet line, or many at once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field, replace
from typing import ClassVar

from bot.game.people.rosters import FULL, MOST_PROFILES, Kept
from bot.game.requests.context.context import OrderContext
from bot.game.requests.context.words import good_side
from bot.game.requests.pasted_lines import PastedLine, pasted_lines
from rules.engine.books.player_names import free_name, good_name
from rules.engine.records.errors import BadSheet, NotNow, Refusal, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Muster, Several
from rules.engine.records.records import Order
from rules.engine.table.muster import Keep
from rules.words import catalogue
from rules.words.phrases import counted
from rules.words.places import Place

MOST_PASTED = 30
_MOST_TOLD = 4
"""How many wrong lines are reported at once: what follows them is not read, since each takes long."""


@dataclass(frozen=True, slots=True)
class MusterRequest:
    """Bringing combatants in, by sheet line or from the roster. `owner` None is the GM's own."""

    makes: ClassVar[type[Order]] = Muster

    name: str = ""
    sheet: str = ""
    count: int = 1
    side: str = ""
    at: str = ""
    owner: str | None = None
    secret: bool = False

    def order(self, context: OrderContext) -> Order:
        keeper = self.owner if self.owner and self.owner == context.user else ""
        kept = context.roster.get(catalogue.normalized(self.name)) if keeper and not self.sheet else None
        if kept:
            profile = kept.profile
        elif self.sheet or self.name:
            profile = context.ruleset.profile(self.sheet or self.name, context.homebrew)
        else:
            raise Refusal(f"Who joins? Give a sheet line, such as {context.ruleset.sheet_example}.")
        places = tuple(Place.parse(p) for p in self.at.replace(",", " ").split())
        if self.at and len(places) != self.count:
            raise Refusal(
                f"Give {counted(self.count, 'place')} separated by spaces, one for each fighter, not {len(places)}."
            )
        name = good_name(self.name or profile.name)
        muster = Muster(
            profile, name, good_side(self.side), self.owner, self.count, places, keeper=keeper, secret=self.secret
        )
        if not keeper:
            return muster
        if kept:
            return replace(muster, roster=profile.name, kept=kept.link, remark=_elsewhere(kept, context.encounter))
        if len(context.roster) >= MOST_PROFILES:
            return replace(muster, remark=f"{FULL} Then keep {name} with /roster accept.")
        roster = free_name(name, [one.profile.name for one in context.roster.values()])
        as_another = "" if roster == name else f"{name} is already on your roster. This one will be kept as {roster}."
        return replace(muster, roster=roster, remark=as_another)


@dataclass(frozen=True, slots=True)
class PastedMusterRequest:
    """Several combatants at once, a sheet line on each line of text: `Apone: Apone at B4 side: Marines @Ann`, or a
    table.

    Name, place, side and owner are optional (`bot.game.requests.pasted_lines`). `owners` are the users (ids) that the
    text names, by name in lower case.
    """

    text: str
    side: str = ""
    owner: str | None = None
    secret: bool = False
    owners: Mapping[str, str] = field(default_factory=dict)

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes."""
        return Several if "\n" in self.text.strip() and len(pasted_lines(self.text)) != 1 else Muster

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises BadSheet with the problems of every line."""
        lines = pasted_lines(self.text)
        fighters = max(len(lines), sum(line.count for line in lines))
        if not 1 <= fighters <= MOST_PASTED:
            raise Refusal(f"Paste 1 to {MOST_PASTED} lines, one for each fighter, not {fighters}.")
        orders: list[Order] = []
        problems: list[str] = []
        for number, line in enumerate(lines, 1):
            try:
                orders.append(self._mustering(line, context).order(context))
            except Refusal as refusal:
                problems.append(f"Line {number}: {refusal}")
                if len(problems) == _MOST_TOLD and number < len(lines):
                    problems.append("Correct these lines first; the later ones are not read yet.")
                    break
        if problems:
            raise BadSheet(f"No fighter was added. {' '.join(problems)}", problems)
        return orders[0] if len(orders) == 1 else Several(tuple(orders))

    def _mustering(self, line: PastedLine, context: OrderContext) -> MusterRequest:
        if not line.count:
            raise Refusal(f"A count is 1 to {MOST_PASTED}, not 0.")
        name, sheet, owner = line.name, line.sheet, line.owner or self.owner
        if line.owned_by:
            owner = self.owners.get(line.owned_by.casefold())
            if owner is None:
                raise Refusal(
                    f"I find no member called {quoted(line.owned_by)} here. Use the name that the server shows."
                )
        if not name and catalogue.normalized(sheet) in context.roster:
            name, sheet = sheet, ""
        return MusterRequest(name, sheet, line.count, line.side or self.side, line.place, owner, self.secret)


@dataclass(frozen=True, slots=True)
class KeepRequest:
    """Having a fighter of your own that another user added or handed over, kept on the roster of `owner`."""

    makes: ClassVar[type[Order]] = Keep

    who: str
    owner: str

    def order(self, context: OrderContext) -> Order:
        fighter = context.encounter.combatant(context.actor(self.who))
        if len(context.roster) >= MOST_PROFILES:
            raise NotNow(FULL)
        return Keep(fighter.id, free_name(fighter.name, [one.profile.name for one in context.roster.values()]))


def _elsewhere(kept: Kept, encounter: Encounter) -> str:
    """Return the remark for an owner who adds a profile again; "" if it is in play nowhere else."""
    origin = kept.link.partition(" ")[0]
    here = any(c.kept.partition(" ")[0] == origin for c in encounter.combatants)
    if not (here or (kept.title and kept.encounter != encounter.id)):
        return ""
    where = "this encounter" if here else f"“{kept.title}”, which is still open"
    first = (
        "only the first of them returns to your roster"
        if here
        else "only the encounter that ends first updates your roster"
    )
    return f"{kept.profile.name} is already in {where}: {first}."


def owners_named(text: str) -> tuple[str, ...]:
    """Return the names of people that pasted lines name as owners, each once."""
    with suppress(Refusal):
        return tuple(dict.fromkeys(line.owned_by for line in pasted_lines(text)[:MOST_PASTED] if line.owned_by))
    return ()
