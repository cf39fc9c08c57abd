"""The clauses of an outcome line.

A deed is about the fighter that acts, and its effects are about the fighters affected.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.references import cut as named
from rules.engine.scene.scene import Clause
from rules.grid import directions
from rules.phoenix.book import Scene
from rules.phoenix.shooting.targets.aimed_target import AimedTarget


@dataclass(frozen=True, slots=True)
class FireResult:
    """The result of fire at one target: "HIT" or "3 HITS" and the harm of the hits, or only why none does harm."""

    verdict: str
    harm: str = ""

    @property
    def text(self) -> str:
        """The result on one line."""
        return f"{self.verdict}, {self.harm}" if self.harm else self.verdict


def line(deed: str, results: Sequence[Clause], scene: Scene, verdict: str = "", unseen: str = "") -> tuple[Clause, ...]:
    """Return a fighter's deed and its results, separated by semicolons and ended by a full stop.

    The `verdict` ("HIT, ") comes first and is about the fighter that acts. `unseen`: as in `Scene.outcome`. Readers who
    read only the deed read of a miss, if somebody is hit or there are no results.
    """
    if not (results or verdict):
        return (replace(scene.clause(f"{deed}.", unseen=unseen and f"{unseen}."), verdict="miss"),)
    sentence = punctuated([named_or_not(one, scene) for one in results] if unseen else results, result=True)
    first = [replace(scene.clause(verdict, unseen=verdict if unseen else ""), verdict="hit")] if verdict else []
    done, *others = scene.outcome(deed, [*first, *sentence], unseen)
    if any(one.verdict for one in results):
        done = replace(done, verdict="miss")
    return (done, *others)


def named_or_not(one: Clause, scene: Scene) -> Clause:
    """Return a result about the fighter that acts ("MISS") so that readers who perceive only the target read it as
    well.
    """
    return replace(one, unseen=one.text) if one.about == scene.about and not (one.unseen or named(one.text)) else one


def as_hit(one: Clause) -> Clause:
    """Return a clause of harm as that of a hit on its fighter."""
    return replace(one, verdict="hit")


def from_where(shooter: Combatant, at: AimedTarget, *, burst: bool = False) -> str:
    """Return the words for a shot or a burst, for readers that perceive the target and not the shooter: at most one
    of eight points.
    """
    return directions.from_where(shooter.place, at.place, directions.on_hexes, burst=burst)


def punctuated(results: Sequence[Clause], *, result: bool = False) -> list[Clause]:
    """Return the results with semicolons between them and a full stop at the end; `result`: as in `Clause`."""
    ends = [*["; "] * (len(results) - 1), "."] if results else []
    return [
        Clause(
            one.about,
            one.text + end,
            result or one.result,
            one.own,
            one.unseen and one.unseen + end,
            one.lead,
            one.others,
            one.verdict,
        )
        for one, end in zip(results, ends, strict=True)
    ]


def at_one(result: FireResult, at: str, scene: Scene) -> tuple[str, list[Clause]]:
    """Return the result of a shot at one target (an id): the verdict, for the shooter's clause, and the clauses of
    harm.
    """
    if result.harm:
        return f"{result.verdict}, ", [as_hit(scene.clause(result.harm, at or None))]
    return "", [scene.clause(result.verdict, at or None, unseen=result.verdict)]


def capitalized(results: Sequence[Clause]) -> list[Clause]:
    """Return the results as a sentence of its own, with a capital letter unless a fighter's name begins it."""
    if not results:
        return []
    first, *others = results
    return [replace(first, text=first.text[0].upper() + first.text[1:]), *others]


def nobody(text: str, scene: Scene) -> list[Clause]:
    """Return a clause that nobody is there or hurt; none where an unknown fighter could be there."""
    return [] if scene.perception.uncertain(scene.encounter) else [scene.clause(text)]
