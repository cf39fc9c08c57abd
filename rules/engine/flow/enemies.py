"""The enemies that a fighter, their comrades or their side see, for the conditions of plans and the stops of a run.

A fighter who is out perceives nothing, so nothing is reported to them either. Enemies who have visibly fallen are no
news and no danger: they are left out until they are on their feet again.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow.fallen import fate
from rules.engine.records.derived import derived
from rules.engine.records.errors import OutOfSight
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import side_of
from rules.words.phrases import listed


def enemies_seen(scene: Scene, actor: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the enemies in play that the side of a fighter sees now; none if the fighter is out."""
    if not ruleset.perceives(scene.combatant(actor), scene.encounter):
        return ()
    return tuple(
        [one.id for one in _enemies(scene, actor, ruleset) if scene.glimpse(actor, one.id).sight >= Sight.SEEN]
    )


def in_sight(scene: Scene, actor: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the enemies in play that the fighter sees now, with their own eyes."""
    kept = _sights(scene.encounter)
    if actor not in kept:
        fighter, encounter = scene.combatant(actor), scene.encounter
        enemies = _enemies(scene, actor, ruleset) if ruleset.perceives(fighter, encounter) else ()
        kept[actor] = tuple(
            [
                other.id
                for other in enemies
                if scene.glimpse(actor, other.id).known and ruleset.sees(fighter, other, encounter)
            ]
        )
    return kept[actor]


@derived("combatants", "clock", "battle_map", "ranges", "switches", "sightings", "ended", "timed", "agenda")
def _sights(encounter: Encounter) -> dict[str, tuple[str, ...]]:
    """Return the results of `in_sight` so far: all plans are looked at several times in a window."""
    return {}


def check_in_sight(order: Order, scene: Scene, ruleset: Ruleset) -> None:
    """Raise OutOfSight for a planned attack on fighters that their side only remembers: it waits until one shows."""
    if not (isinstance(order, Attack) and order.targets):
        return
    gone = [target.id for target in order.targets if target.id and _remembered(order.actor, target.id, scene, ruleset)]
    if len(gone) == len(order.targets):
        are = "is" if len(gone) == 1 else "are"
        raise OutOfSight(f"{listed([reference(id) for id in gone], 'and')} {are} out of sight.")


def _remembered(actor: str, id: str, scene: Scene, ruleset: Ruleset) -> bool:
    if id not in scene.encounter.positions or scene.glimpse(actor, id).sight is not Sight.CONTACT:
        return False
    # A fighter that passes by may be seen by this one.
    return not ruleset.sees(scene.combatant(actor), scene.combatant(id), scene.encounter)


def told_of(scene: Scene, actor: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the ids of the enemies in play that a comrade of the fighter sees now; none if the fighter is out."""
    if not ruleset.perceives(scene.combatant(actor), scene.encounter):
        return ()
    side = side_of(scene.combatant(actor))
    comrades = [one.id for one in scene.encounter.combatants if one.id != actor and side_of(one) == side]
    return tuple(dict.fromkeys(id for comrade in comrades for id in in_sight(scene, comrade, ruleset)))


def _enemies(scene: Scene, actor: str, ruleset: Ruleset) -> Iterator[Combatant]:
    fighter = scene.combatant(actor)
    for other in scene.encounter.combatants:
        enemy = other.present and not (other is fighter or ruleset.friends(fighter, other))
        if enemy and not fate(actor, other.id, scene, ruleset):
            yield other
