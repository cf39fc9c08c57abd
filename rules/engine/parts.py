"""What a scene records: the clauses and steps of each part of an order, and the encounter that the part left."""

from __future__ import annotations

from dataclasses import field
from itertools import takewhile

from rules.engine.effects import Effect
from rules.engine.frozen import dataclass
from rules.engine.glimpses import Glimpse, Sight
from rules.engine.model import Combatant, Encounter
from rules.engine.references import GMS
from rules.engine.steps import Roll, Step

_SEEN = Glimpse(Sight.SEEN)


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of an outcome, with its punctuation, and the fighter (an id) it is about, "" if it is about none.

    `result`: it says how it came out, not what was done. `own`: only the fighter's own side may read it (ammunition,
    aim, plans, exact wounds), unless all is open; `others` is what other sides read instead. `unseen` is what those who
    do not perceive the fighter get instead. `lead`: it introduces what follows and goes with it. `verdict`: "hit" or
    "miss" at one of several targets, which those who read only some of the clauses go by."""

    about: str
    text: str
    result: bool = False
    own: bool = field(default=False, metadata={"late": True})
    unseen: str = field(default="", metadata={"late": True})
    lead: bool = field(default=False, metadata={"late": True})
    others: str = field(default="", metadata={"late": True})
    verdict: str = field(default="", metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Unseen:
    """A fighter (an id) whom some side did not perceive in a part of an order, and the sides that did."""

    id: str
    by: tuple[str, ...]


FOR_GMS = Unseen(GMS, ())
"""What a resolution has among its unseen that has clauses or steps about `GMS`."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one part of an order came out.

    `clauses` are a line that can be read alone. `verdict` is a word that decides its color (`hit`, `miss`, `done`).
    `concerned` are the combatants whose owners the bot mentions. `after_undone` is the number of the entry in which the
    bot threw for the same actor at the same clock, if that was undone; 0 if there is none. `unseen` are the fighters of
    this part whom some side did not perceive (`rules.engine.sight`). `planned` is the fighter (an id) whose plan was
    carried out in it, "" for none.
    """

    clauses: tuple[Clause, ...]
    verdict: str = "done"
    steps: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()
    concerned: tuple[str, ...] = ()
    after_undone: int = field(default=0, metadata={"late": True})
    unseen: tuple[Unseen, ...] = field(default=(), metadata={"late": True})
    planned: str = field(default="", metadata={"late": True})

    @classmethod
    def of(
        cls,
        outcome: str,
        verdict: str = "done",
        steps: tuple[Step, ...] = (),
        effects: tuple[Effect, ...] = (),
        concerned: tuple[str, ...] = (),
    ) -> Resolution:
        """Return a resolution with a single clause, which is about no one fighter."""
        return cls((Clause("", outcome),), verdict, steps, effects, concerned)

    @property
    def drawn(self) -> bool:
        """Whether the bot threw dice for it; typed dice do not count."""
        return any(isinstance(step, Roll) and not step.typed_by for step in self.steps)

    @property
    def outcome(self) -> str:
        """Return the complete line, for a reader who may see all clauses."""
        return "".join(clause.text for clause in self.clauses)

    @property
    def deed(self) -> str:
        """The line up to how it came out."""
        return "".join(clause.text for clause in takewhile(lambda clause: not clause.result, self.clauses))


@dataclass(frozen=True, slots=True)
class Part:
    """A resolution with the encounter it left."""

    resolution: Resolution
    encounter: Encounter


class Perception:
    """What sides perceive of each other's fighters while an order is resolved: all of it, unless `conduct.resolve` puts
    in `rules.engine.sight.Perceived`."""

    def veiled(self, encounter: Encounter) -> bool:
        """Return whether some side may not know all fighters here."""
        return False

    def known(self, encounter: Encounter, fighter: Combatant) -> Encounter:
        """Return the encounter as a fighter's side knows it."""
        return encounter

    def readable(self, encounter: Encounter, fighter: Combatant) -> Encounter:
        """Return the encounter as a fighter's side may read it: what it knows, with others as they look."""
        return encounter

    def glimpse(self, encounter: Encounter, fighter: Combatant, other: Combatant) -> Glimpse:
        """Return what a fighter's side perceives of another fighter."""
        return _SEEN

    def remembered(self, before: Encounter, after: Encounter) -> Effect | None:
        """Return what sides remember of fighters of whom they lose sight between two states; None for nothing."""
        return None
