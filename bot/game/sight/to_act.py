"""Who still has to act, as a viewer may know it. It follows from the whole encounter: a view of it lacks plans."""

from __future__ import annotations

from bot.game.sight.view import view
from bot.game.sight.viewer import Viewer
from rules.engine.frozen import dataclass
from rules.engine.model import Encounter
from rules.engine.ruleset import Ruleset
from rules.engine.sight import veiled


@dataclass(frozen=True, slots=True)
class ToAct:
    """The fighters (ids) who still have to act.

    `others`: further ones, whom the viewer does not know. `decided`: the fight is won.
    """

    known: tuple[str, ...] = ()
    others: bool = False
    decided: bool = False

    def __bool__(self) -> bool:
        return bool(self.known or self.others)


def to_act(encounter: Encounter, book: Ruleset, viewer: Viewer) -> ToAct:
    """Return who still has to act in this encounter, as a viewer may know it."""
    if encounter.ended:
        return ToAct()
    awaited = book.awaited(encounter)
    known = awaited
    if not viewer.everything and veiled(encounter, book):
        there = view(encounter, book, viewer).positions
        known = tuple(id for id in awaited if id in there)
    result = book.result(encounter)
    return ToAct(known, len(known) < len(awaited), result is not None and result.decided)
