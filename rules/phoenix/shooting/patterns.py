"""Shot that spreads: the pattern, and the pellets of it that hit (3.5)."""

from __future__ import annotations

from rules.model import Encounter
from rules.phoenix.arms import Shotgun
from rules.phoenix.book import Book
from rules.phoenix.shooting.shot import Shot
from rules.phoenix.switches import SHOTGUNS, on
from rules.scene import Scene
from rules.steps import Term


def spreads(shot: Shot, encounter: Encounter) -> bool:
    """Whether it has a pattern at this range; where Base Pellet Hit Chance is blank it is one mass (ruling O52)."""
    if not (on(encounter, SHOTGUNS) and isinstance(shot.weapon, Shotgun) and shot.round == "Shot"):
        return False
    return shot.weapon.figure("BPHC", shot.reach.hexes)[0] is not None


def resolve(shot: Shot, aimed: Term, scene: Scene, book: Book) -> None:
    """The shot itself; `aimed` is its Aim Time Mod."""
    raise NotImplementedError
