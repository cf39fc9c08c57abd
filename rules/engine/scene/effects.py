"""Effects: the ways in which an encounter changes. `Scene.do` records an effect and applies it at once.

Applying an entry's effects in order to the state before gives the state after.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import field
from operator import is_
from typing import ClassVar

from rules.engine.records.agenda import Agenda, Clock, whose
from rules.engine.records.copies import altered, replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Apart, BattleMap, Combatant, Encounter, Sighting, UndoneThrow
from rules.engine.records.records import Condition, Family
from rules.engine.records.users import SideKey, TypedText, UserId
from rules.engine.scene.pending import without
from rules.words.places import Place

MOST_SIGHTINGS = 1_200
"""The most sightings that an encounter keeps, the latest first."""


class Effect(Family):
    """One change of an encounter. Rulesets add members.

    `words` describe a ruleset's own effect. The bot describes the effects below, with the names of the fighters
    concerned. `outward`: everyone who perceives the fighter (the field `combatant`) sees the change. Any other change
    of a fighter is known to the fighter's own side only. A change without a fighter is public. `passing`: the effect
    only lets time pass; of several in a row, the last is enough.
    """

    __slots__ = ()
    words: ClassVar[str] = ""
    outward: ClassVar[bool] = False
    passing: ClassVar[bool] = False

    def on(self, encounter: Encounter) -> Encounter:
        """Return the encounter after this change."""
        raise NotImplementedError

    def among(self, ids: Container[str]) -> Effect:
        """Return a change of many fighters at once, reduced to the fighters with these ids."""
        return self


@dataclass(frozen=True, slots=True)
class Loaded(Effect):
    """The ammunition of the weapon in `slot` is now this."""

    kind = "Loaded"

    combatant: str
    slot: int
    ammunition: Ammunition

    def on(self, encounter: Encounter) -> Encounter:
        combatant = encounter.combatant(self.combatant)
        carried = list(combatant.carried)
        carried[self.slot] = replace(carried[self.slot], ammunition=self.ammunition)
        return encounter.with_combatant(altered(combatant, carried=tuple(carried)))


@dataclass(frozen=True, slots=True)
class Drawn(Effect):
    """The weapon in `slot` is in hand."""

    kind = "Drawn"
    outward = True

    combatant: str
    slot: int

    def on(self, encounter: Encounter) -> Encounter:
        return encounter.with_combatant(altered(encounter.combatant(self.combatant), in_hand=self.slot))


@dataclass(frozen=True, slots=True)
class Placed(Effect):
    """The combatant is here now, and was at the `origin`; ranges that players gave for them no longer apply."""

    kind = "Placed"
    outward = True

    combatant: str
    place: Place | None
    origin: Place | None = field(default=None, compare=False)

    def on(self, encounter: Encounter) -> Encounter:
        moved = encounter.with_combatant(altered(encounter.combatant(self.combatant), place=self.place))
        return altered(moved, ranges=tuple(a for a in moved.ranges if self.combatant not in (a.one, a.other)))


@dataclass(frozen=True, slots=True)
class Ranged(Effect):
    """This range was given between two combatants."""

    kind = "Ranged"

    apart: Apart

    def on(self, encounter: Encounter) -> Encounter:
        pair = {self.apart.one, self.apart.other}
        others = tuple(a for a in encounter.ranges if {a.one, a.other} != pair)
        return altered(encounter, ranges=(*others, self.apart))


@dataclass(frozen=True, slots=True)
class Appeared(Effect):
    """The combatant is in play or, if not `present`, out of play: dead or gone."""

    kind = "Appeared"
    outward = True

    combatant: str
    present: bool

    def on(self, encounter: Encounter) -> Encounter:
        return encounter.with_combatant(altered(encounter.combatant(self.combatant), present=self.present))


@dataclass(frozen=True, slots=True)
class Became(Effect):
    """The ruleset's own record of the combatant is now this."""

    kind = "Became"

    combatant: str
    condition: Condition

    def on(self, encounter: Encounter) -> Encounter:
        combatant = encounter.combatant(self.combatant)
        return encounter.with_combatant(altered(combatant, condition=self.condition))


@dataclass(frozen=True, slots=True)
class Ticked(Effect):
    """The clock is here now, and nobody has passed yet. A new turn or impulse begins without throws."""

    kind = "Ticked"
    passing = True

    clock: Clock

    def on(self, encounter: Encounter) -> Encounter:
        if self.clock == encounter.clock:
            return altered(encounter, passed=())
        undone = tuple(throw for throw in encounter.undone if throw.clock >= self.clock)
        return altered(encounter, clock=self.clock, passed=(), throws=(), undone=undone)


@dataclass(frozen=True, slots=True)
class Threw(Effect):
    """The bot threw dice for one more order of this actor at this clock, or threw `count` more of them."""

    kind = "Threw"

    actor: str
    count: int = field(default=1, metadata={"late": True})

    def on(self, encounter: Encounter) -> Encounter:
        throws = dict(encounter.throws)
        throws[self.actor] = throws.get(self.actor, 0) + self.count
        return altered(encounter, throws=tuple(sorted(throws.items())))


@dataclass(frozen=True, slots=True)
class Undid(Effect):
    """These throws are undone."""

    kind = "Undid"

    throws: tuple[UndoneThrow, ...]

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, undone=self.throws)


@dataclass(frozen=True, slots=True)
class Planned(Effect):
    """The agenda is now this. Changes of the agenda were recorded so before `Rescheduled` existed."""

    kind = "Planned"

    agenda: Agenda

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, agenda=self.agenda)


@dataclass(frozen=True, slots=True)
class Rescheduled(Effect):
    """These items replace `gone` items of the agenda, from position `at` on."""

    kind = "Rescheduled"

    at: int
    gone: int
    items: Agenda

    @classmethod
    def between(cls, old: Agenda, new: Agenda) -> Rescheduled | None:
        """Return the change from one agenda to another, None if there is none. Items are compared by identity."""
        first = _shared(old, new)
        last = _shared(old[first:][::-1], new[first:][::-1])
        gone, items = len(old) - first - last, new[first : len(new) - last]
        return cls(first, gone, items) if gone or items else None

    def on(self, encounter: Encounter) -> Encounter:
        agenda = encounter.agenda
        return altered(encounter, agenda=(*agenda[: self.at], *self.items, *agenda[self.at + self.gone :]))


def _shared(one: Agenda, other: Agenda) -> int:
    """Return how many items two agendas share at the start."""
    same = [*map(is_, one, other)]
    return same.index(False) if False in same else len(same)


@dataclass(frozen=True, slots=True)
class Passed(Effect):
    """The combatant does nothing more for now."""

    kind = "Passed"
    outward = True

    combatant: str

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, passed=(*encounter.passed, self.combatant))


@dataclass(frozen=True, slots=True)
class Opened(Effect):
    """The encounter as it begins."""

    kind = "Opened"

    encounter: Encounter

    def on(self, encounter: Encounter) -> Encounter:
        return self.encounter


@dataclass(frozen=True, slots=True)
class Joined(Effect):
    """A combatant joins the encounter."""

    kind = "Joined"
    outward = True

    combatant: Combatant

    def on(self, encounter: Encounter) -> Encounter:
        keeper = self.combatant.keeper
        more = altered(
            encounter,
            combatants=(*encounter.combatants, self.combatant),
            mustered=encounter.mustered + 1,
            brought=encounter.brought + ((keeper,) if keeper and keeper not in encounter.brought else ()),
        )
        # The copy keeps the known lines of sight: only the newcomer has to be looked for, and to look around.
        more.__dict__.pop("positions", None)
        return more


@dataclass(frozen=True, slots=True)
class Left(Effect):
    """A combatant of this name leaves the encounter, with their pending items."""

    kind = "Left"
    outward = True

    combatant: str
    name: TypedText = field(default="", compare=False)

    def on(self, encounter: Encounter) -> Encounter:
        gone = self.combatant
        return replace(
            encounter,
            combatants=tuple(c for c in encounter.combatants if c.id != gone),
            ranges=tuple(a for a in encounter.ranges if gone not in (a.one, a.other)),
            passed=tuple(p for p in encounter.passed if p != gone),
            agenda=tuple(m for m in without(encounter.agenda, gone) if whose(m) != gone),
            sightings=tuple(s for s in encounter.sightings if s.id != gone),
        )


@dataclass(frozen=True, slots=True)
class Registered(Effect):
    """A combatant has this name, side and owner.

    They stay on the roster of their keeper. Where no keeper is known, a change of owner ends the link to a roster.
    """

    kind = "Registered"
    outward = True

    combatant: str
    name: TypedText
    side: str
    owner: UserId | None

    def on(self, encounter: Encounter) -> Encounter:
        old = encounter.combatant(self.combatant)
        roster = old.roster if old.keeper or self.owner == old.owner else ""
        return encounter.with_combatant(altered(old, name=self.name, side=self.side, owner=self.owner, roster=roster))


@dataclass(frozen=True, slots=True)
class Met(Effect):
    """A side has met the combatant, which it had not perceived. The GM's secrecy no longer applies to that side."""

    kind = "Met"

    combatant: str
    side: SideKey

    def on(self, encounter: Encounter) -> Encounter:
        combatant = encounter.combatant(self.combatant)
        if self.side in combatant.met:
            return encounter
        return encounter.with_combatant(altered(combatant, met=(*combatant.met, self.side)))


@dataclass(frozen=True, slots=True)
class Sighted(Effect):
    """Sides remember these sightings of fighters that they do not see now.

    They replace older sightings of the same fighters.
    """

    kind = "Sighted"

    sightings: tuple[Sighting, ...]

    def on(self, encounter: Encounter) -> Encounter:
        kept = {(one.side, one.id): one for one in (*encounter.sightings, *self.sightings)}
        latest = sorted(kept, key=lambda key: (kept[key].since, key))[-MOST_SIGHTINGS:]
        return altered(encounter, sightings=tuple(kept[key] for key in sorted(latest)))


@dataclass(frozen=True, slots=True)
class Switched(Effect):
    """A switch has this value."""

    kind = "Switched"

    name: str
    value: str

    def on(self, encounter: Encounter) -> Encounter:
        return replace(encounter, switches=tuple(sorted({**encounter.settings, self.name: self.value}.items())))


@dataclass(frozen=True, slots=True)
class Appointed(Effect):
    """These users are GMs."""

    kind = "Appointed"

    gms: tuple[UserId, ...]

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, gms=self.gms)


@dataclass(frozen=True, slots=True)
class Charted(Effect):
    """This is the map."""

    kind = "Charted"

    battle_map: BattleMap = field(metadata={"stored": "board"})

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, battle_map=self.battle_map)


@dataclass(frozen=True, slots=True)
class Ended(Effect):
    """The encounter is over."""

    kind = "Ended"

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, ended=True)


@dataclass(frozen=True, slots=True)
class Committed(Effect):
    """From now on dice come from the seed with this hash, because an end was undone and the old seed is public."""

    kind = "Committed"

    commitment: str

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, commitment=self.commitment)
