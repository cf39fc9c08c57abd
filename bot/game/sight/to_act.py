"""Who still has to act, as a viewer may know it. It follows from the whole encounter: a view of it lacks plans.

Where time continues by itself in the fog, people are named and not fighters: each owner of a fighter that the viewer
knows. Who can act is nobody's to read but the GM's.
"""

from __future__ import annotations

from bot.game.flow.people import still_asked
from bot.game.sight.view import view
from bot.game.sight.viewer import Viewer
from rules.engine.flow.asking import by_windows, to_decide
from rules.engine.frozen import dataclass
from rules.engine.model import Encounter
from rules.engine.references import GMS
from rules.engine.ruleset import Ruleset
from rules.engine.sight import veiled


@dataclass(frozen=True, slots=True)
class ToAct:
    """The fighters (ids) who still have to act, or the `people` (users, GMS for the GM) who have to decide.

    `others`: others, that the viewer does not know. `decided`: the fight is won.
    """

    known: tuple[str, ...] = ()
    others: bool = False
    decided: bool = False
    people: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.known or self.others or self.people)


def to_act(encounter: Encounter, book: Ruleset, viewer: Viewer) -> ToAct:
    """Return the fighters who still have to act in this encounter, as far as a viewer may know it."""
    if encounter.ended:
        return ToAct()
    result = book.result(encounter)
    decided = result is not None and result.decided
    if by_windows(encounter) and not viewer.everything:
        asked = still_asked(encounter, book)
        owners = dict.fromkeys(c.owner or GMS for c in view(encounter, book, viewer).combatants if c.present)
        people = tuple(owner for owner in owners if owner in asked)
        return ToAct(others=len(people) < len(asked), decided=decided, people=people)
    awaited = to_decide(encounter, book)
    known = awaited
    if not viewer.everything and veiled(encounter, book):
        there = view(encounter, book, viewer).positions
        known = tuple(id for id in awaited if id in there)
    return ToAct(known, len(known) < len(awaited), decided)
