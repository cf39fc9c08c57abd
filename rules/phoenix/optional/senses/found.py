"""How it is told whom a fighter has spotted, and how far they are (5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.frozen import dataclass
from rules.engine.model import Combatant
from rules.phoenix.book import Scene
from rules.phoenix.optional.senses.spotting_time import SpottingTime, words
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Found:
    """A target, how much of the Spotting Time is done, and what it takes."""

    target: Combatant
    spent: int
    time: SpottingTime


def tell(spotter: Combatant, found: Sequence[Found], scene: Scene) -> None:
    """Conclude that the spotter has spotted these, and notify the owner."""
    for one in found:
        for step in one.time.steps:
            scene.record(step, "5.2")
    scene.notify(spotter.id)
    whom = "; ".join(_words(one, scene) for one in found)
    scene.conclude((scene.clause(f"{spotter.reference} spots {whom}.", spotter.id, own=True),))


def tell_progress(one: Found, scene: Scene) -> None:
    """Note how far the spotter is."""
    doing = f"{one.target.reference} is {one.time.motion.lower().replace('ca', 'CA')}"
    looked = f"has looked for {one.spent} of {words(one.time.number, scene.encounter)}, as {doing}"
    scene.note(scene.name(scene.about), looked, detail=True, section="5.2")


def _words(one: Found, scene: Scene) -> str:
    took = f"after {words(one.spent, scene.encounter)}" if one.spent else "at once"
    return f"{one.target.reference}, {counted(one.time.hexes, 'hex')} away, {took}"
