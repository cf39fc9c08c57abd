"""The encounter as a viewer may know it: a smaller encounter, which the rules can read like any other."""

from __future__ import annotations

from bot.game.sight.viewer import Viewer
from rules.engine.agenda import Pending, Question, Watch, whose
from rules.engine.copies import altered, replace
from rules.engine.glimpses import Glimpse, Sight
from rules.engine.model import Combatant, Encounter
from rules.engine.ruleset import Ruleset
from rules.engine.sight import fog, veiled
from rules.engine.table_options import OFF


def view(encounter: Encounter, book: Ruleset, viewer: Viewer) -> Encounter:
    """Return the encounter without fighters who are unknown to the viewer, and without what others keep to themselves.

    Fighters of other sides are there as they look (`Ruleset.outward`), contacts at their last known place.
    """
    if viewer.everything or (fog(encounter) == OFF and not veiled(encounter, book)):
        return encounter
    fighters: list[Combatant] = []
    for combatant in encounter.combatants:
        glimpse = viewer.glimpse(combatant, encounter, book)
        if glimpse.known:
            fighters.append(_as_known(combatant, glimpse, encounter, book))
    ids = {one.id for one in fighters}
    own = {one.id for one in fighters if viewer.owns(one)}
    everything_known = fog(encounter) == OFF
    return replace(
        encounter,
        combatants=tuple(fighters),
        agenda=tuple(item for item in encounter.agenda if _known(item, ids if everything_known else own, ids)),
        ranges=tuple(apart for apart in encounter.ranges if {apart.one, apart.other} <= ids),
        passed=tuple(id for id in encounter.passed if id in ids),
        throws=tuple((actor, k) for actor, k in encounter.throws if actor in ids or actor not in encounter.positions),
        undone=tuple(one for one in encounter.undone if one.actor in ids or one.actor not in encounter.positions),
    )


def _as_known(combatant: Combatant, glimpse: Glimpse, encounter: Encounter, book: Ruleset) -> Combatant:
    if glimpse.sight is Sight.OWN or fog(encounter) == OFF:
        return combatant
    outward = book.outward(combatant, encounter)
    return altered(outward, place=glimpse.place) if glimpse.sight is Sight.CONTACT else outward


def _known(item: Pending, ids: set[str], perceived: set[str]) -> bool:
    """Whether an item of the agenda concerns nobody, or one of these; a question is for the one it is put to. Cover
    fire is declared to all, who keep out of its area (Space Marines, COVER FIRE)."""
    if isinstance(item, Watch):
        return item.actor in perceived
    return item.to in ids if isinstance(item, Question) else whose(item) in (None, *ids)
