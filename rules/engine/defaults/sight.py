"""The answers about the map and about sight in a book on squares in which everyone sees everyone."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.books.markers import Fate, Marker
from rules.engine.books.reach import Reach
from rules.engine.records.copies import altered, replace
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter, Sighting
from rules.grid.approach import Costs
from rules.words.places import Place


class SightDefaults:
    """A map of squares with one fighter in each, without rough ground, on which nothing hides anybody."""

    crowded = False
    knows_rough = False
    knows_ground = False

    def space(self, encounter: Encounter) -> str:
        return "square"

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        both = encounter.battle_map is None or (looker.place is None) == (other.place is None)
        return looker.present and other.present and both

    def step_costs(self, encounter: Encounter, mover: Combatant, how: str = "") -> Costs | None:
        """Return None: all steps cost the same."""
        return None

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        """Return no place."""
        return Reach()

    def hides(self, encounter: Encounter) -> bool:
        return False

    def glimpse(self, encounter: Encounter, side: str, combatant: Combatant) -> Glimpse:
        return Glimpse(Sight.SEEN)

    def borne(self, encounter: Encounter, combatant: Combatant) -> bool:
        return False

    def lost(self, before: Encounter, after: Encounter) -> tuple[Sighting, ...]:
        return ()

    def found(self, before: Encounter, after: Encounter) -> Iterable[tuple[str, str]]:
        return ()

    def watched(self, encounter: Encounter, side: str, combatant: Combatant) -> tuple[tuple[Place | None, bool], ...]:
        return ((combatant.place, True),)

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        """Return them without ammunition, and with the weapon in hand as the only one."""
        holding = combatant.holding
        carried = (replace(holding, ammunition=None),) if holding else ()
        return altered(combatant, carried=carried, in_hand=0, sheet="", roster="", kept="", glimpsed=True)

    def marker(self, combatant: Combatant, encounter: Encounter) -> Marker:
        return Marker()

    def fate(self, combatant: Combatant, encounter: Encounter) -> Fate:
        """Return the fate by the whole marker."""
        return self.marker(combatant, encounter).fate
