"""Ways to fire other than at a target; `how:` asks for them."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack
from rules.phoenix.basics.arms import Arm
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.aim.accuracy import Estimate
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import Hits


@dataclass(frozen=True, slots=True)
class Way:
    """A way to fire that is never declared (5.7).

    `asked`: whether `how:` asks for it. `check` raises Refusal for words that contradict it. `marks`: its targets.
    `planned` returns the shot with its arc. `resolve` fires with that accuracy. `hits` returns how
    many of a number of rounds hit.
    """

    asked: Callable[[How], bool]
    check: Callable[[How, Arm, Encounter], None]
    marks: Callable[[Attack, Encounter], tuple[AimedTarget, ...]]
    planned: Callable[[Shot, Encounter, Book], Shot]
    resolve: Callable[[Shot, Estimate, Scene], None]
    hits: Callable[[Shot, int, Encounter, Book], Hits]


WAYS = Hook[Way]()


def way_of(how: How) -> Way | None:
    """Return the way that `how:` asks for, None for the usual ones."""
    for way in WAYS.all:
        if way.asked(how):
            return way
    return None
