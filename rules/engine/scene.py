"""Where an order is resolved: the encounter as it changes, the dice, and the record of every step.

`do` applies an effect at once and keeps it; `throw`, `lookup`, `sum`, `note` and `rule` keep steps. `conclude` closes
one part with its outcome line; an order may have several parts (a `Next` with twelve shots).

Texts name fighters by reference (`name`). Every step, and every clause of an outcome, is about one fighter: the one who
acts (`about`), or within `concerning` another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rules.engine.agenda import Pending
from rules.engine.dice import Dice
from rules.engine.effects import Became, Effect, Planned
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import without
from rules.engine.records import Condition
from rules.engine.references import cut, reference
from rules.engine.steps import Note, Roll, Ruling, Step, Sum, Term
from rules.tables.axes import Key
from rules.tables.table import Table, V


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of an outcome, with its punctuation, and the fighter (an id) it is about; "" for everybody."""

    about: str
    text: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """How one part of an order came out.

    `clauses` make a line that can be read alone, `verdict` is one word for its color (`hit`, `miss`, `done`),
    `concerned` are the combatants whose owners should hear of it.
    """

    clauses: tuple[Clause, ...]
    verdict: str = "done"
    steps: tuple[Step, ...] = ()
    effects: tuple[Effect, ...] = ()
    concerned: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        outcome: str,
        verdict: str = "done",
        steps: tuple[Step, ...] = (),
        effects: tuple[Effect, ...] = (),
        concerned: tuple[str, ...] = (),
    ) -> Resolution:
        """The resolution whose outcome is everybody's."""
        return cls((Clause("", outcome),), verdict, steps, effects, concerned)

    @property
    def outcome(self) -> str:
        """The whole line, for a reader who may see all of it."""
        return "".join(clause.text for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class Part:
    """A resolution with the encounter it left."""

    resolution: Resolution
    encounter: Encounter


class Scene:
    """The stage of one order, with the rulebook's data (`book`) at hand. Everything that happens on it is recorded."""

    book: Any
    about: str
    """The fighter (an id) whose business the next steps and clauses are, "" for everybody's."""

    def __init__(self, encounter: Encounter, dice: Dice, book: Any = None) -> None:
        self.encounter = encounter
        self.book = book
        self.about = ""
        self.parts: list[Part] = []
        self._dice = dice
        self._steps: list[Step] = []
        self._effects: list[Effect] = []
        self._concerned: list[str] = []

    def combatant(self, id: str) -> Combatant:
        """The combatant as they are now."""
        return self.encounter.combatant(id)

    def name(self, id: str) -> str:
        """The reference to a fighter, to be put into texts."""
        return reference(id)

    @contextmanager
    def concerning(self, id: str) -> Iterator[None]:
        """Meanwhile, steps and clauses are about this fighter."""
        before, self.about = self.about, id
        try:
            yield
        finally:
            self.about = before

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
        self,
        label: str,
        why: str,
        low: int,
        high: int,
        needed: str = "",
        *,
        detail: bool = False,
        again: bool = False,
        section: str = "",
    ) -> int:
        """Throw a die from `low` to `high`, `again` where it belongs to the throw before it.

        Raises what the dice raise (typed dice may run out or be impossible).
        """
        value, typed_by = self._dice.throw(why, low, high)
        self._steps.append(Roll(label, why, low, high, value, needed, typed_by, detail, again, self.about, section))
        return value

    def lookup(
        self, label: str, table: Table[V], *at: Key, detail: bool = False, section: str = "", **keys: Key
    ) -> V | None:
        """Consult a table (None is a blank); the cell comes with its step, so none can be missing from the record."""
        value, step = table.lookup(label, *at, detail=detail, about=self.about, section=section, **keys)
        self._steps.append(step)
        if erratum := table.erratum(step):
            self.record(erratum.ruling(), section)
        return value

    def record(self, step: Step, section: str = "") -> None:
        """Keep a step that was made elsewhere (for example a lookup in a character's own card)."""
        about, section = step.about or self.about, step.section or section
        if (about, section) != (step.about, step.section):
            step = replace(step, about=about, section=section)
        self._steps.append(step)

    def sum(self, label: str, *terms: Term, detail: bool = False, section: str = "") -> int:
        """Add named terms up."""
        total = sum(term.value for term in terms)
        self._steps.append(Sum(label, terms, total, detail, self.about, section))
        return total

    def note(self, label: str, text: str, *, detail: bool = False, section: str = "") -> None:
        """Say something in plain words."""
        self._steps.append(Note(label, text, detail, self.about, section))

    def rule(self, id: str, text: str, *, section: str = "") -> None:
        """Say which ruling decided (its erratum's id and its content), once in a part however often it did."""
        if not any(isinstance(step, Ruling) and (step.id, step.text) == (id, text) for step in self._steps):
            self._steps.append(Ruling(id, text, True, self.about, section))

    def notify(self, *combatants: str) -> None:
        """These are hit, asked or up: their owners should hear of it."""
        self._concerned.extend(c for c in combatants if c and c not in self._concerned)

    def clause(self, text: str, about: str | None = None) -> Clause:
        """A piece of an outcome about one fighter: the one whom steps are about just now, if none is named."""
        return Clause(self.about if about is None else about, text)

    def clauses(self, text: str) -> tuple[Clause, ...]:
        """A list of fighters by reference ("A, B and C"), a clause about each."""
        return tuple(Clause(about, piece) for about, piece in cut(text))

    def series(self, told: Iterable[tuple[str, str]]) -> tuple[Clause, ...]:
        """What is told of each fighter (an id and a text), with "; " between them and a full stop: a clause each.

        Without an id it is about the one whom steps are about just now.
        """
        pieces = list(told)
        texts = [f"{text}; " for _, text in pieces[:-1]] + [f"{text}." for _, text in pieces[-1:]]
        return tuple(self.clause(text, id or None) for (id, _), text in zip(pieces, texts, strict=True))

    def conclude(self, outcome: str | tuple[Clause, ...], verdict: str = "done") -> None:
        """Close this part with a line that can be read alone: one clause, or several about different fighters.

        Neighbouring clauses about the same fighter become one.
        """
        if isinstance(outcome, str):
            clauses: tuple[Clause, ...] = (self.clause(outcome),)
        else:
            grouped = groupby(outcome, key=lambda clause: clause.about)
            clauses = tuple(Clause(about, "".join(clause.text for clause in group)) for about, group in grouped)
        resolution = Resolution(clauses, verdict, tuple(self._steps), tuple(self._effects), tuple(self._concerned))
        self.parts.append(Part(resolution, self.encounter))
        self._steps, self._effects, self._concerned = [], [], []
