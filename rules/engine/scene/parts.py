"""The records of a scene: the clauses and steps of each part of an order, and the encounter that the part left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import takewhile

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.private_text import cut_private
from rules.engine.records.references import GMS
from rules.engine.records.steps import Roll, Step
from rules.engine.records.users import SideKey
from rules.engine.scene.effects import Effect
from rules.words.places import Place

_SEEN = Glimpse(Sight.SEEN)


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of an outcome, with its punctuation, and the fighter (an id) it is about, "" if it is about none.

    `result`: the clause says how the deed came out, not what was done. `own`: only the fighter's own side may read it
    (ammunition, aim, plans, exact wounds), unless everything is open; other sides read `others` instead. Readers that
    do not perceive the fighter read `unseen` instead. `lead`: it introduces the next clause and is shown only with it.
    `verdict`: "hit" or "miss" at one of several targets, for readers that get only some of the clauses. `start`: the
    clause tells the fighter's way, from there to where they are; readers who saw only some of it read that.
    """

    about: str
    text: str
    result: bool = False
    own: bool = field(default=False, metadata={"late": True})
    unseen: str = field(default="", metadata={"late": True})
    lead: bool = field(default=False, metadata={"late": True})
    others: str = field(default="", metadata={"late": True})
    verdict: str = field(default="", metadata={"late": True})
    start: Place | None = field(default=None, metadata={"late": True})


def cut_clause(clause: Clause) -> list[Clause]:
    """Return a clause in pieces, by who may read them; readers that do not perceive the fighter read `unseen` once."""
    pieces = [
        replace(clause, text=text, own=clause.own or others is not None, unseen="", others=others or "")
        for text, others in cut_private(clause.text)
    ]
    return [replace(pieces[0], unseen=clause.unseen), *pieces[1:]] if clause.unseen else pieces


def joined(first: Clause, others: Sequence[Clause]) -> Clause:
    """Return clauses that agree in everything but their texts as one clause."""
    text, unseen, aside = first.text, first.unseen, first.others
    for one in others:
        text, unseen, aside = text + one.text, unseen + one.unseen, aside + one.others
    return replace(first, text=text, unseen=unseen, others=aside)


@dataclass(frozen=True, slots=True)
class Unseen:
    """A fighter (an id) that some side did not perceive in a part of an order, and the sides that did. To the
    sides in `known_by` the fighter is known, because they remember them.
    """

    id: str
    by: tuple[SideKey, ...]
    known_by: tuple[SideKey, ...] = field(default=(), metadata={"late": True})


EVERYONE = ""
"""In place of a side: the channel, and everyone who has no fighter in the encounter."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The places of a fighter's way (an id) in which a side (or EVERYONE) saw them, if it did not see all of it.

    `came`: they came into sight on the way; `went`: they went out of sight.
    """

    id: str
    by: SideKey
    places: tuple[Place, ...]
    came: bool = False
    went: bool = False


@dataclass(frozen=True, slots=True)
class Contact:
    """A fighter (an id) who has come into the sight of a side, and where."""

    by: SideKey
    id: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Fell:
    """A fighter (an id) who is out of the fight since a part ("down", "dead", "gone" for out of play), and the sides
    (or EVERYONE) that learned it in that part. `name` is filled in where somebody reads it.
    """

    id: str
    fate: str
    by: tuple[SideKey, ...] = ()
    name: str = ""


FOR_GMS = Unseen(GMS, ())
"""The item in `Resolution.unseen` if a resolution has clauses or steps about `GMS`."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Resolution:
    """The result of one part of an order.

    `clauses` are a line that can be read alone. `verdict` is a word that decides its color (`hit`, `miss`, `done`).
    `concerned` are the combatants whose owners the bot mentions. `after_undone` is the number of the entry in which the
    bot threw for the same actor at the same clock, if that entry was undone; 0 if there is none. `unseen` are the
    fighters of this part that some side did not perceive, `watched` the ways that some side saw in part, and `contacts`
    the fighters who came into sight (`rules.engine.sight.witnesses`). `fell` are the fighters who fell as time passed
    (`rules.engine.sight.falls`). `planned` is the fighter (an id)
    whose plan was carried out in it, "" for none. `routine`: it only prepares something or lets time pass (aiming,
    turning, waiting), so the report of a run does without it.
    """

    clauses: tuple[Clause, ...]
    verdict: str = "done"
    steps: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()
    concerned: tuple[str, ...] = ()
    after_undone: int = field(default=0, metadata={"late": True})
    unseen: tuple[Unseen, ...] = field(default=(), metadata={"late": True})
    planned: str = field(default="", metadata={"late": True})
    routine: bool = field(default=False, metadata={"late": True})
    watched: tuple[Watched, ...] = field(default=(), metadata={"late": True})
    contacts: tuple[Contact, ...] = field(default=(), metadata={"late": True})
    fell: tuple[Fell, ...] = field(default=(), metadata={"late": True})

    @classmethod
    def of(
        cls,
        outcome: str,
        verdict: str = "done",
        steps: tuple[Step, ...] = (),
        effects: tuple[Effect, ...] = (),
        concerned: tuple[str, ...] = (),
    ) -> Resolution:
        """Return a resolution with a single clause, which is not about a single fighter."""
        return cls((Clause("", outcome),), verdict, steps, effects, concerned)

    @property
    def drawn(self) -> bool:
        """Whether the bot threw dice for this part; typed dice do not count."""
        return any(isinstance(step, Roll) and not step.typed_by for step in self.steps)

    @property
    def outcome(self) -> str:
        """The complete line, for a reader who may see all clauses."""
        return "".join([clause.text for clause in self.clauses])

    @property
    def deed(self) -> str:
        """The part of the line that comes before the result."""
        return "".join(clause.text for clause in takewhile(lambda clause: not clause.result, self.clauses))


@dataclass(frozen=True, slots=True)
class Part:
    """A resolution with the encounter it left."""

    resolution: Resolution
    encounter: Encounter


class Perception:
    """The sides' perception of each other's fighters while an order is resolved.

    Here every side perceives everything. `conduct.resolve` puts `rules.engine.sight.sight.Perceived` in its place.
    """

    def uncertain(self, encounter: Encounter) -> bool:
        """Return whether there could be somebody here that some side does not know, now or later: then no text may say
        that nobody is there. Whether there is somebody must not matter."""
        return False

    def known(self, encounter: Encounter, fighter: Combatant) -> Encounter:
        """Return the encounter as a fighter's side knows it."""
        return encounter

    def readable(self, encounter: Encounter, fighter: Combatant) -> Encounter:
        """Return the encounter as a fighter's side may read it: everything it knows, with other fighters as
        they look.
        """
        return encounter

    def glimpse(self, encounter: Encounter, fighter: Combatant, other: Combatant) -> Glimpse:
        """Return a fighter's side's perception of another fighter."""
        return _SEEN

    def perceives(self, encounter: Encounter, fighter: Combatant) -> bool:
        """Return whether a fighter perceives anything at all: those who are out do not."""
        return True

    def remembered(self, before: Encounter, after: Encounter) -> Effect | None:
        """Return the sightings of fighters that go out of sight of a side between two states; None for none."""
        return None
