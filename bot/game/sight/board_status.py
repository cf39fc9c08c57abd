"""Who has to act, for a reader's live board: of the fighters that the reader sees (`bot.game.sight.to_act`).

Where time continues by itself in the fog, people are shown and not fighters (`bot.game.sight.to_act`): a list of
fighters would tell what a hidden one can do. GMs read everything.
"""

from __future__ import annotations

from bot.game.sight.to_act import among_seen, still_playing, there, to_act
from bot.game.sight.view import view
from bot.game.sight.viewer import Viewer
from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.pending_decisions import to_decide
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """Who still has to decide before time continues, and who is ready.

    `by_people`: `asked` and `ready` are users (GMS: the GM), otherwise fighters (ids). `own` are the reader's own
    fighters who wait, if people are shown. `decided`: the fight is won. `over`: why time waits
    for the GM. `waiting`: somebody has to decide. `stalled`: time waits for any order. `side` are the fighters whose
    plans the reader may know. `sides` are other sides that place their fighters.
    """

    asked: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    by_people: bool = False
    decided: bool = False
    over: str = ""
    waiting: bool = False
    stalled: bool = False
    side: frozenset[str] = frozenset()
    sides: tuple[str, ...] = ()


def board_status(encounter: Encounter, book: Ruleset, viewer: Viewer, *, stalled: bool = False) -> BoardStatus:
    """Return the fighters who have to act in this encounter, as the viewer may know; `stalled` as in BoardStatus."""
    if encounter.ended:
        return BoardStatus()
    act = to_act(encounter, book, viewer)
    seen = among_seen(encounter, book, viewer)
    by_people = act.by_people
    asked = act.people if by_people else act.known
    fighters = (
        still_playing(encounter, book, viewer) if by_people else tuple(c.id for c in there(encounter, book, viewer))
    )
    own = tuple(c.id for c in view(encounter, book, viewer).combatants if viewer.owns(c))
    waiting = frozenset(to_decide(seen, book)) if by_people else frozenset()
    return BoardStatus(
        asked=asked,
        ready=tuple(one for one in fighters if one not in asked),
        own=tuple(id for id in own if id in waiting),
        by_people=by_people,
        decided=act.decided,
        over=act.over,
        waiting=bool(act),
        stalled=stalled,
        side=frozenset(own),
        sides=act.sides,
    )
