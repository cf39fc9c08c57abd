"""The clauses of an outcome line: what somebody does is theirs, what it does to others is the others'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.scene import Clause
from rules.phoenix.book import Scene


def line(does: str, results: Sequence[Clause], scene: Scene) -> tuple[Clause, ...]:
    """What the one who acts does, in front of its results, which semicolons separate and a full stop ends."""
    last = len(results) - 1
    ended = (replace(one, text=f"{one.text}{'; ' if n < last else '.'}") for n, one in enumerate(results))
    return (scene.clause(does), *ended)


def at_one(result: str, at: str, scene: Scene) -> tuple[str, list[Clause]]:
    """How a shot at one target (an id) comes out, for the shooter's clause, and the result: "HIT, " and the wounds."""
    verdict, comma, harm = result.partition(", ")
    return (verdict + comma, [scene.clause(harm, at or None)]) if comma else ("", [scene.clause(result)])


def capitalized(results: Sequence[Clause]) -> list[Clause]:
    """The results as a sentence of its own, with a capital letter unless a fighter's name begins it."""
    first, *others = results
    return [replace(first, text=first.text[0].upper() + first.text[1:]), *others]
