"""The encounter as a viewer may know it: a smaller encounter, which the rules can read like any other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from bot.game.entries.bounded_mapping import Results
from bot.game.sight.viewer import Viewer
from rules.engine.books.events import is_secret
from rules.engine.books.player_names import free_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.flow.sealed import sealed
from rules.engine.records.agenda import Deployment, Pending, Plan, Question, Watch, whose
from rules.engine.records.copies import altered, replace
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter, JoinRequest, Settings
from rules.engine.records.orders import Muster
from rules.engine.sight.sight import as_contact, fog, veiled
from rules.engine.table.joining import UNNAMED
from rules.words.catalogue import normalized

F = TypeVar("F", bound=Sequence[Combatant])


def view(encounter: Encounter, book: Ruleset, viewer: Viewer) -> Encounter:
    """Return the encounter without fighters unknown to the viewer and without other sides' secrets.

    Fighters of other sides are there in their visible state (`Ruleset.outward`), contacts at their last known place.
    """
    if viewer.everything:
        return _told_apart(encounter) if veiled(encounter, book) else encounter
    if fog(encounter) == OFF and not veiled(encounter, book) and not sealed(encounter):
        return _without_secrets(encounter, viewer)
    return _perceived(encounter, book, viewer)[0]


def contacts(encounter: Encounter, book: Ruleset, viewer: Viewer) -> Mapping[str, Glimpse]:
    """Return the viewer's knowledge of fighters that they do not see or hear at present, by id."""
    if viewer.everything or not veiled(encounter, book):
        return {}
    return _perceived(encounter, book, viewer)[1]


Perceived: TypeAlias = tuple[Encounter, Mapping[str, Glimpse]]
"""A view with its contacts."""


def _perceived(encounter: Encounter, book: Ruleset, viewer: Viewer) -> Perceived:
    # An order, its answer, and every letter of an option that is being typed ask for the same views.
    if (perceived := _latest.get(viewer, encounter)) is not None:
        return perceived
    # A wall that the viewer does not know of hides as well.
    glimpses = {one.id: viewer.glimpse(one, encounter, book) for one in encounter.combatants}
    last_known = {id: glimpse for id, glimpse in glimpses.items() if glimpse.sight is Sight.CONTACT}
    perceived = _view(_without_secrets(encounter, viewer), glimpses, book, viewer), last_known
    return _latest.keep(perceived, viewer, encounter)


_latest: Results[Perceived] = Results(64)
"""The latest views, by viewer and encounter."""


def _view(encounter: Encounter, glimpses: Mapping[str, Glimpse], book: Ruleset, viewer: Viewer) -> Encounter:
    known = [one for one in encounter.combatants if glimpses[one.id].known]
    foggy = fog(encounter) != OFF
    looks = [_as_known(one, glimpses[one.id], encounter, book, foggy) for one in known]
    fighters = _numbered(looks)
    ids = {one.id for one in fighters}
    # Declared orders and their results are for the fighter's own side alone, even without fog.
    is_open = not (foggy or sealed(encounter))
    own = ids if is_open else ids & viewer.own(encounter)
    there = encounter.positions
    return replace(
        encounter,
        combatants=tuple(fighters),
        agenda=tuple([item for each in encounter.agenda if (item := _as_pending(each, ids, own))]),
        ranges=tuple([apart for apart in encounter.ranges if {apart.one, apart.other} <= ids]),
        sightings=tuple([one for one in encounter.sightings if one.side in viewer.sides]),
        applications=tuple(map(_as_asked, encounter.applications)) if foggy else encounter.applications,
        passed=tuple([id for id in encounter.passed if id in ids]),
        throws=tuple([(actor, k) for actor, k in encounter.throws if actor in ids or actor not in there]),
        undone=tuple([one for one in encounter.undone if one.actor in ids or one.actor not in there]),
    )


def _without_secrets(encounter: Encounter, viewer: Viewer) -> Encounter:
    """Return the encounter without the events, notes and pieces of the map that are for GMs alone, and without the
    plans of other sides.
    """
    battle_map = encounter.battle_map.open if encounter.battle_map else None
    kept = [item for item in encounter.agenda if is_secret(item) or _plans_of_others(item, encounter, viewer)]
    if battle_map is encounter.battle_map and not kept and not encounter.secret_notes:
        return encounter
    agenda = tuple(item for item in encounter.agenda if item not in kept) if kept else encounter.agenda
    return altered(encounter, battle_map=battle_map, agenda=agenda, secret_notes=())


def _plans_of_others(item: Pending, encounter: Encounter, viewer: Viewer) -> bool:
    """Return whether an item of the agenda is a plan, or a side's deployment, that the viewer may not know: whatever
    the fog, both are for the own side."""
    if viewer.everything or not isinstance(item, Plan | Deployment):
        return False
    if isinstance(item, Deployment):
        return not any(viewer.owns(one) for one in encounter.combatants if one.side == item.side)
    return item.actor not in encounter.positions or not viewer.owns(encounter.combatant(item.actor))


def _told_apart(encounter: Encounter) -> Encounter:
    fighters = _numbered(encounter.combatants)
    return encounter if fighters is encounter.combatants else replace(encounter, combatants=tuple(fighters))


def _numbered(fighters: F) -> F | list[Combatant]:
    """Return the fighters, the later of two of one name with a number: two who do not know each other may have one
    name.
    """
    if _all_differ(tuple([one.name for one in fighters])):
        return fighters
    numbered: list[Combatant] = []
    for one in fighters:
        taken = {normalized(other.name) for other in numbered}
        if normalized(one.name) in taken:
            one = altered(one, name=free_name(one.name, [other.name for other in (*fighters, *numbered)]))
        numbered.append(one)
    return numbered


@lru_cache(maxsize=256)
def _all_differ(names: tuple[str, ...]) -> bool:
    """Return whether people can tell these names apart; few orders change them."""
    return len({*map(normalized, names)}) == len(names)


def _as_known(combatant: Combatant, glimpse: Glimpse, encounter: Encounter, book: Ruleset, foggy: bool) -> Combatant:
    if glimpse.sight is Sight.OWN:
        return combatant
    if combatant.secret:
        # Who has met them does not know that they are a secret to others.
        combatant = altered(combatant, secret=False, met=())
    if not foggy:
        return combatant
    outward = _outward(combatant, encounter, book)
    return as_contact(outward, glimpse) if glimpse.sight is Sight.CONTACT else outward


def _outward(combatant: Combatant, encounter: Encounter, book: Ruleset) -> Combatant:
    settings, kept = encounter.settings, _looks.get(encounter.clock, combatant)
    if kept is None or kept[0] is not settings:
        looks = book.outward(combatant, encounter)
        # A result that referred to its fighter would never be dropped.
        kept = _looks.keep((settings, None if looks is combatant else looks), encounter.clock, combatant)
    return kept[1] or combatant


_looks: Results[tuple[Settings, Combatant | None]] = Results(1_024)
"""How fighters look to other sides; most of them do not change in an order."""


def _as_asked(application: JoinRequest) -> JoinRequest:
    """Return a request to join without the fighter it would add, because nobody may have seen them yet."""
    muster = application.muster
    assert isinstance(muster, Muster)
    profile = replace(muster.profile, name=UNNAMED, sheet="", carried=())
    return replace(application, muster=replace(muster, profile=profile, name=UNNAMED, side="", places=()))


def _as_pending(item: Pending, ids: Collection[str], own: Collection[str]) -> Pending | None:
    """Return an item of the agenda that concerns nobody, or one of their `own`; None for what the viewer may not know.

    Of a question to another fighter that they know (one of `ids`) there is only that they are asked. Cover fire is
    declared to all, who keep out of its area (Space Marines, COVER FIRE).
    """
    if isinstance(item, Question) and item.to in ids and item.to not in own:
        return replace(item, text="", choices=(), rest=(), ids=())
    return item if whose(item) in (None, *(ids if isinstance(item, Watch) else own)) else None
