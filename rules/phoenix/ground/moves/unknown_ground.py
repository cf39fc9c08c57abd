"""Secret ground that a mover comes upon: it costs what it costs, as soon as it is met (7A; ruling O78).

The way of a move is planned by the map that the mover's side knows. Before a hex that costs more in truth, the ground
is revealed to everybody, and the move is planned again from there: around it, or through it at its cost.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.map.pieces import BRUSH, GROUND, HILL, RUBBLE, WATER, revealed
from rules.engine.records.model import Combatant
from rules.engine.scene.effects import Charted
from rules.engine.sight.sight import mapped
from rules.grid import hexes
from rules.phoenix.book import Scene
from rules.phoenix.ground.moves.footing import footing
from rules.phoenix.ground.moves.gait import Gait
from rules.phoenix.ground.moves.routes import Stage
from rules.words.phrases import listed
from rules.words.places import Place

_KINDS = GROUND | {HILL, WATER}
_ADJOINING = 3
"""Hexes within which the mover sees how far the ground goes: farther off, a way around is longer than most ways
through.
"""


def first_met(mover: Combatant, entered: Sequence[Stage], gait: Gait, scene: Scene) -> int | None:
    """Return the number of the first stage whose hex costs more than the mover's side knows; None if there is none."""
    known = mapped(scene.encounter, mover.owner)
    here = mover.place
    if known is scene.encounter or here is None:
        return None
    true, apparent = (footing(gait, encounter, scene.book) for encounter in (scene.encounter, known))
    for at, stage in enumerate(entered):
        there = stage.place
        if there != here and true and true.cost(here, there) > (apparent.cost(here, there) if apparent else 0):
            return at
        here = there
    return None


def find(mover: str, here: Place, there: Place, scene: Scene) -> str:
    """Reveal the ground of a hex, or of the hex before it where a slope begins, with what adjoins it. Return the words
    about it: "finds brush at D4".
    """
    battle_map = scene.encounter.battle_map
    assert battle_map is not None
    met, near = frozenset({here, there}), hexes.within(there, _ADJOINING)
    secret = [piece for piece in battle_map.pieces if piece.secret and piece.kind in _KINDS and piece.places & met]
    kinds = [f"{one.words} {one.kind}" if one.kind in (BRUSH, RUBBLE) else f"{one.kind} {one.words}" for one in secret]
    scene.do(Charted(revealed(battle_map, frozenset[Place]().union(*(piece.places & near for piece in secret)))))
    scene.notify(mover)
    return f"finds {listed([kind.strip() for kind in kinds], 'and')} at {there}"
