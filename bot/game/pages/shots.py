"""Shots in past entries, as a reader reads them: the shooters, and the fighters that are hit.

They are counted by what a part says of each fighter, not by the order: a Next, a plan or an answer carries out shots as
well, and a miss may hit somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import takewhile

from bot.game.entries.entries import Entry
from rules.engine.records.orders import Attack
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Became
from rules.engine.scene.explosions import Exploded

_RESULTS = ("hit", "miss")
NOBODY_HIT = "nobody in sight is hit"
"""The result of a shot that comes to nothing for its reader: they cannot know whether it hits somebody unseen."""


def is_shot(entry: Entry) -> bool:
    """Return whether the entry is a shot, hit or miss.

    A shot is seen or heard: what only the fighter's own side reads, such as a noise that they hear, is none.
    """
    return entry.resolution.verdict in _RESULTS and any(
        not one.own and any(map(str.isalnum, one.text)) for one in entry.resolution.clauses
    )


def comes_to_nothing(entry: Entry) -> bool:
    """Return whether the entry is a shot of whose result its reader reads nothing."""
    resolution = entry.resolution
    has_result = any(map(str.isalnum, resolution.outcome[len(resolution.deed) :]))
    # The deeds of shots are marked, and those of other throws are not.
    return not has_result and is_shot(entry) and any(one.verdict for one in resolution.clauses)


def shooter_of(entry: Entry) -> str | None:
    """Return the id of the fighter who fired; None for one that the reader does not know.

    The last clause before the result is about the shooter. An explosion may come later than the throw.
    """
    clauses = entry.resolution.clauses
    deed = [*takewhile(lambda clause: not clause.result, clauses)]
    about = deed[-1 if len(deed) < len(clauses) else 0].about if deed else ""
    blasts = (effect.combatant for effect in entry.resolution.effects if isinstance(effect, Exploded))
    ordered = _attack_of(entry)
    candidates = (about, next(blasts, ""), ordered.actor if ordered else "")
    return next((id for id in candidates if id in entry.state.positions), None)


def struck(entry: Entry) -> list[str]:
    """Return the ids of the fighters who are hit, as far as the reader knows them; none for a part without shots."""
    known = entry.state.positions.keys() - {shooter_of(entry)}
    return [id for id in dict.fromkeys(_struck(entry, known)) if id in known]


def _struck(entry: Entry, known: Set[str]) -> Iterator[str]:
    resolution = entry.resolution
    hit = resolution.verdict == "hit" and is_shot(entry)
    results = [one for one in resolution.clauses if one.result or one.verdict == "hit"]
    marked = any(one.verdict for one in results)
    if not (hit or marked):
        return
    at = [one.about for one in results if one.verdict == "hit" or not marked]
    yield from at
    if not hit:
        return
    # Of many hits an outcome only gives the number, and outcomes were once about nobody. The deeds of others meanwhile
    # are in the same part: dice are thrown only about those who are hit.
    about = {one.about for one in resolution.clauses}
    thrown = {id for step in resolution.steps if isinstance(step, Roll) for id in (step.about, *step.within)}
    changed = (one.combatant for one in resolution.effects if isinstance(one, Became))
    yield from (id for id in changed if id not in about and (id in thrown or not marked))
    if known.isdisjoint(at):
        ordered = _attack_of(entry)
        yield from (target.id for target in ordered.targets) if ordered else resolution.concerned


def _attack_of(entry: Entry) -> Attack | None:
    """Return the attack that the entry carries out at once, if the reader may read it."""
    return entry.order if isinstance(entry.order, Attack) and not (entry.part or entry.withheld) else None
