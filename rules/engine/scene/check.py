"""A trial of an order that only finds out whether the order would be refused.

The rules look for everything that can refuse an order before they throw a die for it or conclude a part, so the check
ends there, or sooner where a rule says so (`Scene.accept`). The rest of an order, such as its damage and the sight of
everyone, takes much longer.
"""

from __future__ import annotations

from typing import Any, NoReturn

from rules.engine.records.model import Encounter
from rules.engine.scene.dice import NoDice
from rules.engine.scene.scene import B, Outcome
from rules.engine.scene.trial import Trial

_NO_DICE = NoDice("A check ends at the first throw")


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
