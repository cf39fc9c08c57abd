"""The rounds of a launcher's burst over an arc (3.4, 3.6; table 5A; ruling O73).

Table 5A gives the number of rounds that hit a fighter, each of which goes off in contact. In a hex of the arc, its
share of the rounds comes down (Figure 2). The other rounds go off elsewhere in the arc and do no harm.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.records.model import Encounter
from rules.engine.records.steps import Step
from rules.phoenix.basics import hit_chances
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.book import Book, Scene
from rules.phoenix.shooting.firing import arcs
from rules.tables.cells import Hits


def come_down(shot: Shot, right: bool, scene: Scene) -> tuple[int, int]:
    """Throw and return how many rounds hit the fighter that a burst is aimed at, and how many others go off in the hex
    where it comes down.

    `right`: its elevation is right.
    """
    ruling = "a launcher's burst uses its arc: 5A says who is hit, and each hex gets its share of the rounds (Figure 2)"
    scene.rule("O73", ruling, section="3.4")
    touching = 0
    if right and shot.direct:
        hits, steps = in_contact(shot, shot.fired, scene.encounter, scene.book)
        for step in steps:
            scene.record(step, "3.4")
        why = f"whether a round hits {shot.at.name}"
        touching = hit_chances.number(hits, shot.fired, shot.at.name, why, scene, section="3.4")
    share = in_a_hex(shot, shot.fired)
    if share.certain or not touching:
        why = "whether a round lands in the hex"
        there = hit_chances.number(share, shot.fired, "Rounds", why, scene, section="3.4")
    else:
        there = touching
    _tell(shot, max(there, touching), scene)
    return touching, max(there - touching, 0)


def in_contact(shot: Shot, fired: int, encounter: Encounter, book: Book) -> tuple[Hits, tuple[Step, ...]]:
    """Return how many of the rounds hit the fighter that the burst is aimed at (5A), and the steps."""
    burst = shot.as_burst
    return arcs.expected(burst, shot.at, arcs.over_arc(burst, fired, book), encounter, book)


def in_a_hex(shot: Shot, fired: int) -> Hits:
    """Return how many of the rounds come down in each hex of the arc: their share rounded down, or one by chance."""
    assert shot.arc is not None
    each = Fraction(fired) / max(Fraction(shot.arc.hexes), Fraction(1))
    return Hits(int(each)) if each >= 1 else Hits(chance=int(100 * each) - 1)


def _tell(shot: Shot, number: int, scene: Scene) -> None:
    if number < shot.fired:
        there = f"{number or 'none'} of {shot.fired} {'go' if number > 1 else 'goes'} off there"
        scene.note("Rounds", f"{there}, the rest land elsewhere in the arc and cause no harm", section="3.4")
