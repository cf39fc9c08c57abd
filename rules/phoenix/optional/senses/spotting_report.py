"""The outcome lines and notes about fighters who have been spotted, and about the progress of looking (5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.phoenix.book import Scene
from rules.phoenix.optional.senses.spotting_time import SpottingTime, words
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Found:
    """A target, the part of the Spotting Time that is done, and the time it takes."""

    target: Combatant
    spent: int
    time: SpottingTime


def tell(spotter: Combatant, found: Sequence[Found], scene: Scene) -> None:
    """Report that the spotter has spotted these fighters, and notify the spotter's owner."""
    for one in found:
        for step in one.time.steps:
            scene.record(step, "5.2")
    scene.notify(spotter.id)
    spotted = "; ".join(_words(one, scene) for one in found)
    scene.conclude((scene.clause(f"{spotter.reference} spots {spotted}.", spotter.id, own=True),))


def tell_progress(one: Found, scene: Scene) -> None:
    """Note the spotter's progress."""
    doing = f"{one.target.reference} is {one.time.motion.lower().replace('ca', 'CA')}"
    looked = f"has looked for {one.spent} of {words(one.time.number, scene.encounter)}, as {doing}"
    scene.note(scene.name(scene.about), looked, detail=True, section="5.2")


def _words(one: Found, scene: Scene) -> str:
    took = f"after {words(one.spent, scene.encounter)}" if one.spent else "at once"
    return f"{one.target.reference}, {counted(one.time.hexes, 'hex')} away, {took}"
