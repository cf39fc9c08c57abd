"""Where an order is resolved: the encounter as it changes, the dice, and the record of every step and effect.

1. The caller makes a scene of an encounter, a source of dice and the rulebook's data, for one order only.
2. Rules read the encounter and the book, and explain themselves in steps: `throw`, `lookup`, `sum`, `note`, `rule`.
   A `Trial` (`rules.engine.scene.trial`) keeps none of these. Explanations that take work are therefore functions,
   which a trial does not call: those given to `explain` and to `conclude`.
3. `do` applies an effect to the scene's encounter at once and records it. `change`, `reschedule`, `plan`, `drop` and
   `stop` are short forms of common effects. After that, rules read the changed encounter.
4. `notify` collects the fighters whose owners the bot mentions.
5. `conclude` closes a part: the steps and effects since the last part, with an outcome. An order may have several
   parts, for example a `Next` with twelve shots.
6. A side's move is planned by the side's own knowledge (`known`), and carried out on the encounter itself
   (`rules.engine.sight.contact`).
7. The caller takes `parts`. Applying the effects of all parts to the first encounter gives the last one.

Texts name fighters by reference (`name`). Every step, and every clause of an outcome, is about one fighter: `about`, or
another one within `concerning`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeAlias

from typing_extensions import TypeVar

from rules.engine.records.agenda import Agenda, Pending
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import Refusal
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import CombatantOrder, TypedFor
from rules.engine.records.private_text import OWN, outward, whole
from rules.engine.records.records import Condition
from rules.engine.records.references import GMS, cut, reference
from rules.engine.records.steps import Note, Roll, Ruling, Step, Sum, Term
from rules.engine.scene import kept_dice
from rules.engine.scene.dice import Dice, KeptDice, tick
from rules.engine.scene.effects import Became, Effect, Placed, Rescheduled, Threw, Ticked
from rules.engine.scene.parts import FOR_GMS, Clause, Part, Perception, Resolution, Unseen, cut_clause, joined
from rules.engine.scene.pending import without
from rules.tables.axes import Key
from rules.tables.table import Table, V
from rules.words.phrases import listed

__all__ = ["FOR_GMS", "Clause", "Part", "Perception", "Resolution", "Scene", "Unseen"]

_SORT = attrgetter("about", "result", "own", "lead", "verdict", "start")
"""The properties in which adjacent clauses must agree to be joined: their fighter, their readers and their kind."""
B = TypeVar("B", default=Any)
Words: TypeAlias = str | tuple[Clause, ...]
Outcome: TypeAlias = Words | Callable[[], Words]
"""The clauses of a part: one or several, or the function that returns it."""
_ABOUT = attrgetter("about")
_OPEN = Perception()
_KEPT = frozenset({"book", "encounter", "perception", "plans_act", "plans_check"})
"""The attributes that an attempt does not copy."""


def nothing() -> None:
    """Do nothing: no plans are carried out."""


def unchecked(order: CombatantOrder, scene: Scene) -> None:
    """Do nothing: the order is of no plan."""


class _Concerning:
    """The context of `Scene.concerning`: a class, because contexts of generators are slow to enter."""

    __slots__ = ("_about", "_before", "_scene", "_within")

    def __init__(self, scene: Scene, about: str) -> None:
        self._scene, self._about, self._before, self._within = scene, about, scene.about, scene.within

    def __enter__(self) -> None:
        scene = self._scene
        self._before, self._within = scene.about, scene.within
        if self._before and self._before != self._about:
            scene.within = (*self._within, self._before)
        scene.about = self._about

    def __exit__(self, *_: object) -> None:
        self._scene.about, self._scene.within = self._before, self._within


class Scene(Generic[B]):
    """Resolves one order and records everything; `book` is the rulebook's data."""

    book: B
    about: str
    """The fighter (an id) that the next steps and clauses are about, "" if none."""
    traced: ClassVar[bool] = True
    """Whether the parts explain themselves (`rules.engine.scene.trial`)."""

    def __init__(self, encounter: Encounter, dice: Dice, book: Any = None) -> None:
        self.encounter = encounter
        self.book = book
        self.about = ""
        self.within: tuple[str, ...] = ()
        """The fighters (ids) of the contexts around this one (`concerning`), the outermost first."""
        self.parts: list[Part] = []
        self.perception: Perception = _OPEN
        self.memory: dict[str, Any] = {}
        """Values that rules have worked out while this order is resolved, each under the rule's own key."""
        self.threats: list[tuple[str, str]] = []
        """Events of fighters (ids): `FIRED_UPON` or `HIT` (`rules.engine.records.agenda`)."""
        self.failures: list[str] = []
        """Fighters (ids) that had to stop their work."""
        self.typed_left: dict[int, TypedFor] = {}
        """The dice that `throwing_for` has left of typed dice, by the identity of the latter."""
        self.counted = ""
        """The actor whose throws the state counts one by one; "" for an order that counts as a whole."""
        self.plans_act: Callable[[], None] = nothing
        """Lets fighters declare what their plans have them do next; a book calls it while it carries out declared
        orders."""
        self.plans_check: Callable[[CombatantOrder, Scene], None] = unchecked
        """Raises Cautioned for an order that a plan does not carry out now; a book calls it before it continues one or
        takes up a declared one."""
        self.appearing = False
        """Whether a fighter appears who was placed beforehand: then it does not matter whose turn it is."""
        self.drawn = False
        """Whether the bot has thrown dice in a part that is concluded, or before the clock moved."""
        self._drawn = 0
        self._dice = dice
        self._opening = encounter
        self._steps: list[Step] = []
        self._effects: list[Effect] = []
        self._concerned: list[str] = []
        self._endings: tuple[Clause, ...] = ()

    def combatant(self, id: str) -> Combatant:
        """Return a combatant in their current state."""
        # The first half of `Encounter.combatant`, which raises for unknown ids: a shot asks some fifteen times.
        at = self.encounter.positions.get(id)
        return self.encounter.combatant(id) if at is None else self.encounter.combatants[at]

    def known(self, actor: str) -> Encounter:
        """Return the encounter as the side of a fighter knows it, for planning and refusing their orders."""
        return self.perception.known(self.encounter, self.combatant(actor))

    def glimpse(self, actor: str, other: str) -> Glimpse:
        """Return the perception of another fighter by the side of a fighter."""
        return self.perception.glimpse(self.encounter, self.combatant(actor), self.combatant(other))

    def perceives(self, id: str) -> bool:
        """Return whether a fighter perceives anything: those who are out see, hear and report nothing."""
        return self.perception.perceives(self.encounter, self.combatant(id))

    def name(self, id: str) -> str:
        """Return the reference to a fighter, which texts hold in place of the name."""
        return reference(id)

    def concerning(self, id: str) -> _Concerning:
        """Return a context in which steps and clauses are about this fighter."""
        return _Concerning(self, id)

    def against(self, actor: str, other: str) -> _Concerning:
        """Return a context for what a fighter does to another.

        If the actor's side does not know the other, steps and clauses are about the other, because even the figures at
        their range would reveal them. Otherwise nothing changes.
        """
        unknown = actor and other and other != actor and other not in self.known(actor).positions
        return self.concerning(other if unknown else self.about)

    @contextmanager
    def throwing_for(self, actor: str, typed: TypedFor | None) -> Iterator[None]:
        """Use the dice that were typed for an order of this fighter, as long as they last, for throws in this context.

        Those that it does not throw stay with what still waits on the agenda for the rest of the order.
        """
        if typed is None:
            yield
            return
        others = self.encounter.positions if actor in self.encounter.positions else ()
        unknown = frozenset(c for c in others if self.glimpse(actor, c).sight < Sight.SEEN)
        before, self._dice = self._dice, (kept := KeptDice(typed.values, typed.by, self._dice, unknown))
        try:
            yield
        finally:
            self._dice = before
        if kept.unused != typed.values:
            self.typed_left[id(typed)] = rest = TypedFor(kept.unused, typed.by)
            self.reschedule(kept_dice.left_for(self.encounter.agenda, typed, rest))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Restore everything, the dice included, if a Refusal is raised in this context; the Refusal is raised
        again.
        """
        kept = {name: copy(value) for name, value in vars(self).items() if name not in _KEPT}
        encounter = self.encounter
        try:
            yield
        except Refusal:
            vars(self).update(kept, encounter=encounter)
            raise

    def threaten(self, id: str, kind: str) -> None:
        """Note that a fighter is fired upon or hit: `FIRED_UPON` or `HIT`; do nothing for "", a described target, and
        for fighters who perceive nothing.
        """
        if id and self.perceives(id):
            self.threats.append((id, kind))

    def accept(self) -> None:
        """Mark that nothing can refuse the order any more: a check of it ends here (`rules.engine.scene.trial`)."""

    def fail(self, actor: str) -> None:
        """Record that a fighter had to stop their work: their plan takes up that line again in a later window."""
        self.failures.append(actor)

    def append(self, *effects: Effect) -> None:
        """Apply effects and record them with the part that was concluded last, if there is one."""
        if self._steps or self._effects or not self.parts:
            for effect in effects:
                self.do(effect)
            return
        for effect in effects:
            self.encounter = effect.on(self.encounter)
        last = self.parts[-1].resolution
        self.parts[-1] = Part(replace(last, effects=(*last.effects, *effects)), self.encounter)
        self._opening = self.encounter

    def say(self, clause: Clause) -> None:
        """Add a clause to the last part that mentions its fighter, or else to the part that was concluded last.

        Some readers may not know of a part about others alone, and it must not begin to tell them anything.
        """
        telling = (
            at
            for at in range(len(self.parts) - 1, -1, -1)
            if any(one.about == clause.about and not one.lead for one in self.parts[at].resolution.clauses)
        )
        at = next(telling, len(self.parts) - 1)
        part = self.parts[at]
        resolution = replace(part.resolution, clauses=(*part.resolution.clauses, clause))
        self.parts[at] = Part(resolution, part.encounter)

    def end_with(self, *clauses: Clause) -> None:
        """End the outcome of this part with these clauses, whatever it comes to."""
        self._endings += clauses

    def reopen(self) -> None:
        """Undo the conclusion of the last part: its changes and its detailed steps belong to the next part."""
        last = self.parts.pop().resolution
        self._steps[:0] = [step for step in last.steps if step.detail or isinstance(step, Roll)]
        self._effects[:0] = last.effects

    def do(self, effect: Effect) -> None:
        """Apply an effect and record it."""
        if isinstance(effect, Ticked):
            self._count_throws()
            self._remember()
            tick(self._dice, effect.clock)
        elif isinstance(effect, Placed):
            effect = replace(effect, origin=self.encounter.combatant(effect.combatant).place)
        self.encounter = effect.on(self.encounter)
        self._effects.append(effect)

    def _remember(self) -> None:
        """Let sides remember the fighters who have gone out of their sight: before time passes, and with each part."""
        if remembered := self.perception.remembered(self._opening, self.encounter):
            self.do(remembered)
        self._opening = self.encounter

    def _count_throws(self) -> None:
        """Let the state count the bot's throws since the last count."""
        drawn, self._drawn = self._drawn, 0
        if not drawn:
            return
        self.drawn = True
        if self.counted:
            self.do(Threw(self.counted, drawn))

    def change(self, id: str, condition: Condition) -> None:
        """Set the ruleset's own record of a combatant."""
        self.do(Became(id, condition))

    def reschedule(self, agenda: Agenda) -> None:
        """Make this the agenda; only the stretch that differs is recorded."""
        if effect := Rescheduled.between(self.encounter.agenda, agenda):
            self.do(effect)

    def plan(self, *items: Pending) -> None:
        """Add items at the end of the agenda."""
        if items:
            self.do(Rescheduled(len(self.encounter.agenda), 0, items))

    def drop(self, *items: Pending | None) -> None:
        """Remove these items from the agenda by identity; equal ones stay."""
        if gone := {id(item) for item in items}:
            self.reschedule(tuple([item for item in self.encounter.agenda if id(item) not in gone]))

    def stop(self, actor: str) -> None:
        """Remove a combatant's tasks and watches, and their orders that wait for an answer, from the agenda; record it
        (`fail`) if there were any.
        """
        agenda = without(self.encounter.agenda, actor)
        if agenda != self.encounter.agenda:
            self.reschedule(agenda)
            self.fail(actor)

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
        """Return a throw from `low` to `high`; `again` means that it belongs to the throw before it.

        Pieces of `needed` can be marked as for the fighter's own side alone (`rules.engine.records.private_text`).
        Raises what the dice raise (typed dice may run out or be impossible).
        """
        value, typed_by = self._dice.throw(why, low, high)
        self._drawn += not typed_by
        if isinstance(self._dice, KeptDice) and self._dice.remark:
            self.note("Dice", self._dice.remark, section=section)
            self._dice.remark = ""
        others: str | None = None
        if OWN in needed:
            needed, others = whole(needed), outward(needed)
        about, within = self.about, self.within
        self._steps.append(
            Roll(label, why, low, high, value, needed, typed_by, detail, again, about, section, others, within)
        )
        return value

    def lookup(
        self, label: str, table: Table[V], *at: Key, detail: bool = False, section: str = "", **keys: Key
    ) -> V | None:
        """Return the value of a table's cell, None for a blank, and record the step, with the cell's erratum if any."""
        value, step = table.lookup(label, *at, detail=detail, about=self.about, section=section, **keys)
        self._steps.append(step)
        if table.errata and (erratum := table.erratum(step)):
            self.record(erratum.ruling(), step.section)
        return value

    def record(self, step: Step, section: str = "") -> None:
        """Record a step that was made elsewhere, for example a lookup in a character's own card."""
        if not (step.about and step.section):
            step = altered(step, about=step.about or self.about, section=step.section or section)
        self._steps.append(step)

    def sum(self, label: str, *terms: Term, detail: bool = False, section: str = "") -> int:
        """Return the sum of named terms and record it."""
        total = sum([term.value for term in terms])
        self._steps.append(Sum(label, terms, total, detail, self.about, section))
        return total

    def note(
        self, label: str, text: str, *, detail: bool = False, section: str = "", brief: str = "", outward: bool = False
    ) -> None:
        """Record a line in words; `brief` and `outward` as in `Note`."""
        self._steps.append(Note(label, text, detail, self.about, section, brief=brief, outward=outward))

    def list_fighters(
        self, label: str, lead: str, names: Sequence[str], nobody: str, *, detail: bool = False, section: str = ""
    ) -> None:
        """Record a line that lists fighters (references, or names of those described on the spot) after a lead.

        Each reader sees the fighters that they know. For readers who know none the line is `nobody`, or is left out if
        that is "".
        """
        text = f"{lead}{listed(names, 'and')}" if names else nobody
        self._steps.append(Note(label, text, detail, self.about, section, tuple(names), nobody))

    def rule(self, id: str, text: str, *, section: str = "") -> None:
        """Record a ruling that decided something, by its id in the errata, once in a part for each fighter."""
        for step in self._steps:
            if isinstance(step, Ruling) and (step.id, step.text, step.about) == (id, text, self.about):
                return
        self._steps.append(Ruling(id, text, True, self.about, section))

    def notify(self, *combatants: str) -> None:
        """Let the bot mention the owners of these fighters, because they are hit, asked or have to act."""
        self._concerned.extend(c for c in combatants if c and c not in self._concerned)

    def clause(
        self, text: str, about: str | None = None, *, own: bool = False, unseen: str = "", lead: bool = False
    ) -> Clause:
        """Return a piece of an outcome about a fighter: the current `about`, if none is named.

        `own`: the piece is for their side alone (a part of the text can be marked so instead:
        `rules.engine.records.private_text`). Readers that do not perceive the fighter read `unseen` in its place.
        `lead`: as in `Clause`.
        """
        return Clause(self.about if about is None else about, text, own=own, unseen=unseen, lead=lead)

    @staticmethod
    def clauses(text: str) -> tuple[Clause, ...]:
        """Return a list of fighters by reference ("A, B and C") as clauses, one about each."""
        return tuple(Clause(about, piece) for about, piece in cut(text))

    def roll_call(self, lead: str, ids: Sequence[str]) -> tuple[Clause, ...]:
        """Return a lead ("Waiting: ") and a list of fighters as clauses.

        They read well for readers who do not know all of the fighters: no word between or after the names tells how
        many there are.
        """
        texts = [f"{reference(id)}, " for id in ids[:-1]] + [f"{reference(id)}." for id in ids[-1:]]
        return Clause("", lead, lead=True), *map(Clause, ids, texts)

    def series(self, results: Iterable[tuple[str, str]]) -> tuple[Clause, ...]:
        """Return a clause for each fighter's result (an id and a text), with "; " between them and a full stop.

        A result without an id is about the current `about`.
        """
        pieces = list(results)
        texts = [f"{text}; " for _, text in pieces[:-1]] + [f"{text}." for _, text in pieces[-1:]]
        return tuple(self.clause(text, id or None) for (id, _), text in zip(pieces, texts, strict=True))

    def outcome(self, deed: str, result: str | Sequence[Clause], unseen: str = "") -> tuple[Clause, ...]:
        """Return the deed and, after a colon, its result: one text, or clauses about different fighters.

        Readers that do not perceive the actor read `unseen` in place of the deed: "A shot from the north-east".
        """
        results = (self.clause(result),) if isinstance(result, str) else result
        behind = (one if one.result else replace(one, result=True) for one in results)
        colon = Clause(self.about, ": ", result=True, unseen=": " if unseen else "")
        return (self.clause(deed, unseen=unseen), colon, *behind)

    def explain(self, record: Callable[..., None], *given: Any) -> None:
        """Let a function record steps that take work to put into words. It changes nothing, and is not called in a
        trial."""
        record(*given)

    def conclude(self, outcome: Outcome, verdict: str = "done", *, routine: bool = False) -> None:
        """Close this part with an outcome that can be read alone: one clause, or several about different fighters.

        An outcome that takes work to put into words is given as a function, which is not called in a trial. `routine`
        as in `Resolution`.

        Adjacent clauses about the same fighter, for the same readers, become one. Pieces marked for the fighter's own
        side alone become clauses of their own.
        """
        pieces: list[Clause] = []
        words = outcome() if callable(outcome) else outcome
        given = (self.clause(words),) if isinstance(words, str) else words
        endings, self._endings = self._endings, ()
        for one in (*given, *endings):
            pieces += cut_clause(one) if OWN in one.text else (one,)
        clauses: list[Clause] = []
        for _, alike in groupby(pieces, _SORT):
            first, *others = alike
            clauses.append(joined(first, others) if others else first)
        self._count_throws()
        self._remember()
        steps, *_ = recorded = tuple(self._steps), tuple(self._effects), tuple(self._concerned)
        unseen = (FOR_GMS,) if GMS in map(_ABOUT, chain(clauses, steps)) else ()
        resolution = Resolution(tuple(clauses), verdict, *recorded, unseen=unseen, routine=routine)
        self.parts.append(Part(resolution, self.encounter))
        self._steps, self._effects, self._concerned = [], [], []
