"""Markers: what a rulebook shows of a fighter in a picture of the map (`Ruleset.marker`)."""

from __future__ import annotations

from typing import Literal, Protocol

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.words.places import Place

Stance = Literal["standing", "kneeling", "prone"]
Fate = Literal["", "down", "dead"]


@dataclass(frozen=True, slots=True)
class Marker:
    """The things that can be seen of a fighter at a glance.

    `facing` is a bearing in degrees, 0 to the top of the map, clockwise; None if the book has no facing, or nobody has
    given it. `cover_side` is the bearing at the middle of the side on which a fighter's cover stands, None for all
    around. `fate` is why the fighter is out of the fight. `wounded`: they have wounds; `disabled`: these keep them
    from using a limb. `covered`: they are behind cover; `hidden` fighters do not look over it. `flying`: in the air.
    `vehicle`: a vehicle, in which others ride; `within` is the vehicle (an id) that the fighter rides in, or the
    fighter that carries them. `aim` is their target: a fighter (an id) or a place as text. `pins` are the spaces that
    they have pinned.
    """

    facing: int | None = None
    stance: Stance = "standing"
    fate: Fate = ""
    wounded: bool = False
    disabled: bool = False
    covered: bool = False
    hidden: bool = False
    cover_side: int | None = None
    flying: bool = False
    vehicle: bool = False
    within: str = ""
    aim: str = ""
    pins: tuple[Place, ...] = ()


class Drawn(Protocol):
    """The members of a ruleset that serve pictures of the map."""

    def marker(self, combatant: Combatant, encounter: Encounter) -> Marker:
        """Return the marker of a fighter; a fighter of another side is given as they look."""

    def fate(self, combatant: Combatant, encounter: Encounter) -> Fate:
        """Return the `fate` of a fighter's marker, which is asked of everyone as time passes."""
