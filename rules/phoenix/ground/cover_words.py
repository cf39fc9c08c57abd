"""The side of a fighter's cover in words, and why a fighter is found behind it or in the open (ruling O75)."""

from __future__ import annotations

from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import Exposure, Soldier, soldier
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover_side
from rules.phoenix.ground.facing import compass
from rules.words.places import Place

NAMED, ENEMY, FACING = "as named", "toward the nearest enemy that their side knows", "where they face"
"""Why cover stands where it does."""
EXPOSURES: dict[Exposure, str] = {
    "looking": "looking over cover",
    "firing": "firing over cover",
    "dug in": "dug in",
    "exposed": "in the open",
    "hidden": "hidden",
}
"""The exposure of a combatant, in words."""


def exposure_words(state: Soldier, encounter: Encounter, *, short: bool = False) -> str:
    """Return the exposure with the side of the cover: "firing over cover to the W", or `short` "firing over cover W".

    It is "" if nobody has stated the exposure.
    """
    words, side = EXPOSURES.get(state.exposure, ""), cover_side.bearing(state, encounter)
    if side is None or not cover_side.behind_cover(state):
        return words
    cover = words if state.around_cover else f"{words}, cover".removeprefix(", ")
    return f"{cover} {compass(side)}" if short else f"{cover} to the {compass(side)}"


def tell_side(before: Soldier, id: str, why: str, scene: Scene) -> None:
    """Record where a fighter's cover stands, if that has changed."""
    fighter = scene.combatant(id)
    side = soldier(fighter).cover_side
    if side is not None and side != before.cover_side:
        scene.rule("O75", f"{fighter.reference}’s cover stands to the {compass(side)}, {why}", section="2.4")


def found(fighter: Combatant, here: Place | None, encounter: Encounter) -> str:
    """Return why a fighter in cover is found so from a place; "" if the side of their cover decides nothing."""
    state, there = soldier(fighter), fighter.place
    covered = state.exposure in cover_side.BEHIND and not state.foxhole
    if not (covered and encounter.timed and cover_side.counts(encounter)):
        return ""
    whose = f"{fighter.reference}’s cover"
    if here is None or there is None:
        return f"{whose} counts all around, because not both places are known"
    if here == there:
        return f"{whose} does not stand against anything in their own hex"
    side = cover_side.bearing(state, encounter)
    if side is None:
        return f"{whose} counts all around, because neither its side nor their facing is known"
    if cover_side.stands(state, there, here, encounter):
        return ""
    return f"{whose} stands to the {compass(side)} and not on this side"
