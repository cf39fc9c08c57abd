"""Where an order is resolved: the encounter as it changes, the dice, and the record of every step.

`do` applies an effect at once and keeps it; `throw`, `lookup`, `sum`, `note` and `rule` keep steps. `conclude` closes
one part with its outcome line; an order may have several parts (a `Next` with twelve shots).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine.agenda import Pending
from rules.engine.dice import Dice
from rules.engine.effects import Became, Effect, Planned
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import without
from rules.engine.records import Condition
from rules.engine.steps import Note, Roll, Ruling, Step, Sum, Term
from rules.tables.axes import Key
from rules.tables.table import Table, V


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one part of an order came out.

    `outcome` is a line that stands alone, `verdict` one word for its colour (`hit`, `miss`, `done`), `concerned` the
    combatants whose owners should hear of it.
    """

    outcome: str
    verdict: str = "done"
    steps: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()
    concerned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A resolution with the encounter it left."""

    resolution: Resolution
    encounter: Encounter


class Scene:
    """The stage of one order, with the rulebook's data (`book`) at hand. Everything that happens on it is recorded."""

    book: Any

    def __init__(self, encounter: Encounter, dice: Dice, book: Any = None) -> None:
        self.encounter = encounter
        self.book = book
        self.parts: list[Part] = []
        self._dice = dice
        self._steps: list[Step] = []
        self._effects: list[Effect] = []
        self._concerned: list[str] = []

    def combatant(self, id: str) -> Combatant:
        """The combatant as they are now."""
        return self.encounter.combatant(id)

    def do(self, effect: Effect) -> None:
        """Apply a change and keep it."""
        self.encounter = effect.on(self.encounter)
        self._effects.append(effect)

    def change(self, id: str, condition: Condition) -> None:
        """Set what the ruleset keeps about a combatant."""
        self.do(Became(id, condition))

    def plan(self, *items: Pending) -> None:
        """Put items on the agenda, behind all others."""
        self.do(Planned((*self.encounter.agenda, *items)))

    def drop(self, *items: Pending | None) -> None:
        """Take these very items off the agenda; others that are equal to them stay."""
        gone = {id(item) for item in items}
        self.do(Planned(tuple(item for item in self.encounter.agenda if id(item) not in gone)))

    def stop(self, actor: str) -> None:
        """Take a combatant's tasks and watches off the agenda, and their orders that wait for an answer."""
        self.do(Planned(without(self.encounter.agenda, actor)))

    def throw(
        self, label: str, why: str, low: int, high: int, needed: str = "", *, detail: bool = False, again: bool = False
    ) -> int:
        """Throw a die from `low` to `high`, `again` where it belongs to the throw before it.

        Raises what the dice raise (typed dice may run out or be impossible).
        """
        value, typed_by = self._dice.throw(why, low, high)
        self._steps.append(Roll(label, why, low, high, value, needed, typed_by, detail, again))
        return value

    def lookup(self, label: str, table: Table[V], *at: Key, detail: bool = False, **keys: Key) -> V | None:
        """Consult a table (None is a blank); the cell comes with its step, so none can be missing from the record."""
        value, step = table.lookup(label, *at, detail=detail, **keys)
        self._steps.append(step)
        if mark := table.mark(step):
            self._steps.append(mark.ruling())
        return value

    def record(self, step: Step) -> None:
        """Keep a step that was made elsewhere (a lookup in a character's own card, say)."""
        self._steps.append(step)

    def sum(self, label: str, *terms: Term, detail: bool = False) -> int:
        """Add named terms up."""
        total = sum(term.value for term in terms)
        self._steps.append(Sum(label, terms, total, detail))
        return total

    def note(self, label: str, text: str, *, detail: bool = False) -> None:
        """Say something in plain words."""
        self._steps.append(Note(label, text, detail))

    def rule(self, id: str, text: str) -> None:
        """Say which ruling decided (its erratum's id and its content), once in a part however often it did."""
        ruling = Ruling(id, text)
        if ruling not in self._steps:
            self._steps.append(ruling)

    def notify(self, *combatants: str) -> None:
        """These are hit, asked or up: their owners should hear of it."""
        self._concerned.extend(c for c in combatants if c and c not in self._concerned)

    def conclude(self, outcome: str, verdict: str = "done") -> None:
        """Close this part with a line that stands alone."""
        resolution = Resolution(outcome, verdict, tuple(self._steps), tuple(self._effects), tuple(self._concerned))
        self.parts.append(Part(resolution, self.encounter))
        self._steps, self._effects, self._concerned = [], [], []
