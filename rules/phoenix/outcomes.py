"""The clauses of an outcome line: what somebody does is theirs, what it does to others is the others'."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.copies import replace
from rules.engine.frozen import dataclass
from rules.engine.scene import Clause
from rules.phoenix.book import Scene


@dataclass(frozen=True, slots=True)
class FireResult:
    """How fire at one target comes out: "HIT" or "3 HITS" and what the hits do; or only why none does anything."""

    verdict: str
    harm: str = ""

    @property
    def text(self) -> str:
        """The result on one line."""
        return f"{self.verdict}, {self.harm}" if self.harm else self.verdict


def line(deed: str, results: Sequence[Clause], scene: Scene, verdict: str = "") -> tuple[Clause, ...]:
    """What the one who acts does, and its results, which semicolons separate and a full stop ends.

    The `verdict` comes first and is about the one who acts.
    """
    sentence = punctuated(results)
    return scene.outcome(deed, [scene.clause(verdict), *sentence] if verdict else sentence)


def punctuated(results: Sequence[Clause]) -> list[Clause]:
    """The results with semicolons between them and a full stop at the end."""
    last = len(results) - 1
    return [replace(one, text=f"{one.text}{'; ' if n < last else '.'}") for n, one in enumerate(results)]


def at_one(result: FireResult, at: str, scene: Scene) -> tuple[str, list[Clause]]:
    """How a shot at one target (an id) comes out: the verdict, for the shooter's clause, and the harm."""
    if result.harm:
        return f"{result.verdict}, ", [scene.clause(result.harm, at or None)]
    return "", [scene.clause(result.verdict)]


def capitalized(results: Sequence[Clause]) -> list[Clause]:
    """The results as a sentence of its own, with a capital letter unless a fighter's name begins it."""
    first, *others = results
    return [replace(first, text=first.text[0].upper() + first.text[1:]), *others]
