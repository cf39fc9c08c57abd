"""A scene without a trace, for orders of which only the state after them counts, or whether they are refused.

Trial orders, previews and forecasts of whole fights are resolved by the same rules, with the same dice, to the same
states. Nobody reads how: there are no steps, and of an outcome only the fighters that its clauses are about. Nothing
that is shown or stored may come from a trial.

A `Check` only finds out whether an order would be refused. The rules look for everything that can refuse an order
before they throw a die for it or conclude a part, so the check ends there, or sooner where a rule says so
(`Scene.accept`). The rest of an order, such as its damage and the sight of everyone, takes much longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, NoReturn

from rules.engine.records.model import Encounter
from rules.engine.records.steps import Step, Term
from rules.engine.scene.dice import NoDice
from rules.engine.scene.parts import Clause, Part, Resolution
from rules.engine.scene.scene import B, Outcome, Scene
from rules.tables.axes import Key
from rules.tables.table import Table, V

_ABOUT = attrgetter("about")
_NO_DICE = NoDice("A check ends at the first throw")


@lru_cache(maxsize=256)
def _wordless(about: str) -> Clause:
    return Clause(about, "")


class Trial(Scene[B]):
    """Resolves one order without a trace."""

    traced: ClassVar[bool] = False

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
        value, typed_by = self._dice.throw(why, low, high)
        self._drawn += not typed_by
        return value

    def lookup(
        self, label: str, table: Table[V], *at: Key, detail: bool = False, section: str = "", **keys: Key
    ) -> V | None:
        return table.lookup("", *at, detail=False, about="", section="", **keys)[0]

    def record(self, step: Step, section: str = "") -> None:
        pass

    def sum(self, label: str, *terms: Term, detail: bool = False, section: str = "") -> int:
        return sum([term.value for term in terms])

    def note(
        self, label: str, text: str, *, detail: bool = False, section: str = "", brief: str = "", outward: bool = False
    ) -> None:
        pass

    def list_fighters(
        self, label: str, lead: str, names: Sequence[str], nobody: str, *, detail: bool = False, section: str = ""
    ) -> None:
        pass

    def rule(self, id: str, text: str, *, section: str = "") -> None:
        pass

    def notify(self, *combatants: str) -> None:
        pass

    def say(self, clause: Clause) -> None:
        pass

    def end_with(self, *clauses: Clause) -> None:
        pass

    def explain(self, record: Callable[..., None], *given: Any) -> None:
        pass

    def conclude(self, outcome: Outcome, verdict: str = "done", *, routine: bool = False) -> None:
        self._count_throws()
        self._remember()
        about = dict.fromkeys(map(_ABOUT, outcome)) if isinstance(outcome, tuple) else (self.about,)
        resolution = Resolution(tuple(map(_wordless, about)), verdict, (), tuple(self._effects), routine=routine)
        self.parts.append(Part(resolution, self.encounter))
        self._effects = []


class Accepted(Exception):
    """Raised by a check when nothing can refuse its order any more."""


class Check(Trial[B]):
    """Resolves an order until nothing can refuse it, and raises Accepted there.

    An order that consists of `several` ends with a throw alone, because the next one can be refused.
    """

    def __init__(self, encounter: Encounter, *, several: bool) -> None:
        super().__init__(encounter, _NO_DICE)
        self._several = several

    def accept(self) -> None:
        if not self._several:
            raise Accepted

    def throw(self, *_: Any, **__: Any) -> NoReturn:
        raise Accepted

    def conclude(self, outcome: Outcome, verdict: str = "done", *, routine: bool = False) -> None:
        self.accept()
        super().conclude(outcome, verdict, routine=routine)
