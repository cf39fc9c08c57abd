"""Forcing doors and windows with a sledge, 6 actions a try (scenario 2, 4.2).

In the first phase nobody moves or fires.
"""

from __future__ import annotations

import re

from rules.engine.copies import replace
from rules.engine.effects import Charted
from rules.engine.errors import NotNow
from rules.engine.model import Combatant, Encounter, Piece
from rules.engine.orders import Act, Aim, Attack, CombatantOrder, Move
from rules.engine.own import own
from rules.engine.pieces import lay
from rules.engine.sight import mapped
from rules.grid import hexes
from rules.phoenix import action_points
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import check_spine, disabled_arms
from rules.phoenix.shooting.carrying import dropping
from rules.phoenix.soldier import Work, soldier
from rules.tables.cells import INT
from rules.words.phrases import counted
from rules.words.places import Place

NAME, COST = "Force the door", "6 a try; or the window"
WORDS = re.compile(r"(?:force|batter)s?(?: open| in| down)? (?:the |an? )?(?:[a-z-]+ )??(door|window)\b.*")
_TABLE, _TRY = "police", "Further try (Action Counts)"


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for movement and fire in the first phase.

    Being placed on the map for the first time is no movement.
    """
    if scene.encounter.clock.turn > 1:
        return
    moves = isinstance(order, Move) and scene.combatant(order.actor).place is not None
    if moves or (isinstance(order, Attack) and not isinstance(order, Aim)):
        raise NotNow(
            "In Phase 1 nobody moves or fires, while doors and windows are forced (4.2). Use /aim, /act"
            " what: force the door, or /next."
        )


def _shut_beside(combatant: Combatant, what: str, words: str, encounter: Encounter) -> tuple[Place, Piece] | None:
    """Return the door or window to force: the one beside the fighter that the words name, or else the first one
    there.
    """
    board = mapped(encounter, combatant.owner).board
    if board is None or combatant.place is None:
        return None
    there = {
        place: piece
        for place in sorted(hexes.neighbours(combatant.place))
        for piece in board.pieces
        if piece.kind == what and not piece.open and place in piece.places
    }
    named = [place for place in there if re.search(rf"\b{place}\b", words, re.IGNORECASE)]
    return next(((place, there[place]) for place in (*named, *there)), None)


def force(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Make one try: exchange the weapon in hand for the sledge, then throw (80 in 100 for a door, 90 for a window).

    Raises NotNow if the fighter is not able to.
    """
    combatant = scene.combatant(order.actor)
    what = match[1]
    check_spine(combatant, scene.encounter, "do that")
    if disabled_arms(soldier(combatant), scene.encounter.clock) > 1:
        raise NotNow(f"Both of {combatant.reference}'s arms are disabled. Someone else must swing the sledge.")
    table = scene.book.tables.of(INT, _TABLE)
    cost, source = table.lookup("Cost", _TRY, detail=True, section="4.2")
    cost = order.cost if order.cost is not None else cost or 0
    if weapon := dropping.put_down(combatant.id, scene):
        scene.note("Weapon", f"the {weapon} is on the ground; picking it up takes actions (7B)", section="4.2")
    if waiting := action_points.work(combatant.id, Work("force", (what,)), f"forces the {what}", cost, scene):
        return waiting
    if action_points.counts_actions(combatant.id, scene) and order.cost is None:
        scene.record(source)
    chance = scene.lookup("Chance", table, f"Force a {what}", section="4.2") or 0
    why = f"whether the {what} gives way"
    opens = scene.throw("Force", why, 0, 99, f"{chance - 1} or less", section="4.2") < chance
    done = "it gives way" if opens else "it holds. Try again"
    if opens and (shut := _shut_beside(combatant, what, order.what, scene.encounter)):
        place, piece = shut
        board = scene.encounter.board
        assert board is not None
        scene.do(Charted(lay(board, [replace(piece, places=frozenset({place}), open=True, secret=False)])))
        done += f", and the {what} at {place} is open"
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(combatant.id, scene) else ""
    scene.conclude(
        scene.outcome(f"{combatant.reference} forces the {what}{own(spent)}", f"{done}."), "hit" if opens else "miss"
    )
    return None
