"""Places a suspect's rifle on the ground: at a distance that was thrown, in a hex chosen by a second throw (scenario 2,
4.2).
"""

from __future__ import annotations

from rules.engine.records.model import Combatant, Encounter
from rules.grid.ground import open_ground
from rules.grid.hexes import distance
from rules.phoenix.book import Scene
from rules.phoenix.shooting.carrying import dropped_weapons, kit
from rules.words.phrases import counted
from rules.words.places import Place


def lay(id: str, weapon: str, hexes: int, among: tuple[Place, ...], scene: Scene) -> None:
    """Lay the fighter's weapon on the ground, in one of the places in `among` at a distance of `hexes`, or else of the
    next smaller distance.

    Raises UnknownName for a weapon that the fighter does not carry.
    """
    combatant = scene.combatant(id)
    held = kit.held(combatant, weapon)
    place = combatant.place
    if place is not None and hexes:
        far, places = _places(combatant, place, hexes, among, scene.encounter)
        if far < hexes:
            scene.note("Lies", f"no hex is {counted(hexes, 'hex')} away, so it is {far} away", section="4.2")
        if places:
            why = f"where {combatant.reference}'s {held.weapon.name} lies, of {len(places)} hexes by row and column"
            place = places[scene.throw("Hex", why, 1, len(places), section="4.2") - 1]
    dropped_weapons.lay(id, held.slot, place, scene)
    scene.note("Lies", f"{combatant.reference}'s {held.weapon.name} lies at {place}", section="4.2")


def _places(
    combatant: Combatant, here: Place, hexes: int, among: tuple[Place, ...], encounter: Encounter
) -> tuple[int, list[Place]]:
    """Return the greatest distance up to `hexes` at which a place is open ground, and all such places at that
    distance.
    """
    battle_map = encounter.battle_map
    free = [place for place in among if battle_map is None or open_ground(battle_map, place)]
    far = max((d for place in free if (d := distance(here, place)) <= hexes), default=0)
    return far, sorted((p for p in free if distance(here, p) == far), key=lambda p: (p.row, p.column)) if far else []
