"""Carries out the orders for the map: laying it out, and changing a part of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rules.engine.copies import replace
from rules.engine.effects import Charted, Placed
from rules.engine.errors import NoRule, NotNow
from rules.engine.frozen import dataclass
from rules.engine.model import Board
from rules.engine.orders import Chart
from rules.engine.records import Order
from rules.engine.references import GMS
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Scene
from rules.grid.ground import open_ground
from rules.words.phrases import listed, several
from rules.words.places import Place

NO_MAP = "There is no map yet: /encounter map size: 12x8 lays one out."


@dataclass(frozen=True, slots=True)
class Redraw(Order):
    """Change a part of the map: where walls and rough ground are from now on, and where no longer. `doors` are those of
    the changed places that are called doors. What is added can be `secret`, for GMs alone."""

    kind = "Redraw"

    walls: frozenset[Place] = frozenset()
    cleared: frozenset[Place] = frozenset()
    rough: frozenset[Place] = frozenset()
    smooth: frozenset[Place] = frozenset()
    doors: frozenset[Place] = frozenset()
    secret: bool = field(default=False, metadata={"late": True})


def chart(order: Chart, scene: Scene, ruleset: Ruleset) -> None:
    """Lay out a map; fighters who cannot stand where they are have no place any more. Raises NoRule."""
    board = order.board
    _check_rough(board.rough, ruleset)
    scene.do(Charted(board))
    for combatant in scene.encounter.combatants:
        if combatant.place and not open_ground(board, combatant.place):
            scene.do(Placed(combatant.id, None))
    scene.conclude(f"The map is {board.width} by {board.height} {several(ruleset.space(scene.encounter))}.")


def redraw(order: Redraw, scene: Scene, ruleset: Ruleset) -> None:
    """Change a part of the map and leave the rest. Raises NoRule, or NotNow for a wall where a fighter stands."""
    board = scene.encounter.board
    if board is None:
        raise NotNow(NO_MAP)
    _check_rough(order.rough, ruleset)
    if order.secret and (order.cleared or order.smooth):
        raise NotNow("Only what is added to the map can be secret; /encounter reveal map: True shows it.")
    for combatant in scene.encounter.combatants:
        if combatant.present and combatant.place in order.walls:
            raise NotNow(f"{combatant.reference} stands at {combatant.place}: move them away first.")
    walls, rough = board.obstructions | order.walls, board.rough | order.rough
    changed = replace(
        board,
        obstructions=walls - order.cleared,
        rough=rough - order.smooth,
        hidden_walls=(board.hidden_walls | (order.walls if order.secret else frozenset())) - order.cleared,
        hidden_rough=(board.hidden_rough | (order.rough if order.secret else frozenset())) - order.smooth,
    )
    changes = list(_changes(order))
    if not changes or changed == board:
        raise NotNow("The map is like that already.")
    # What is taken away that nobody knew of stays a secret.
    unknown = order.secret or changed.open == board.open
    with scene.concerning(GMS if unknown else ""):
        scene.do(Charted(changed))
        scene.conclude(f"The map changes{' in secret' if unknown else ''}: {'; '.join(changes)}.")


def difference(before: Board, after: Board, doors: frozenset[Place]) -> Redraw:
    """Return the order that makes the one map into the other; `doors` are places that are called so."""
    return Redraw(
        walls=after.obstructions - before.obstructions,
        cleared=before.obstructions - after.obstructions,
        rough=after.rough - before.rough,
        smooth=before.rough - after.rough,
        doors=doors & (before.obstructions ^ after.obstructions),
    )


def _check_rough(rough: frozenset[Place], ruleset: Ruleset) -> None:
    if rough and not ruleset.knows_rough:
        raise NoRule(f"{ruleset.title} has no rule for rough ground: leave rough: out.")


def _changes(order: Redraw) -> Iterable[str]:
    """Yield what changes, in words."""
    for places, one, many in (
        (order.walls & order.doors, "the door at {} closes", "the doors at {} close"),
        (order.cleared & order.doors, "the door at {} opens", "the doors at {} open"),
        (order.walls - order.doors, "a wall at {}", "walls at {}"),
        (order.cleared - order.doors, "no wall at {} any more", "no walls at {} any more"),
        (order.rough, "rough ground at {}", "rough ground at {}"),
        (order.smooth, "no rough ground at {} any more", "no rough ground at {} any more"),
    ):
        if places:
            yield (one if len(places) == 1 else many).format(listed([*map(str, sorted(places))], "and"))
