"""Noises that are heard without a throw (5.3): a side that does not see who makes them learns the direction.

Most shots are so loud that the Sound Detection Table gives every listener 99, so that they hear them at any throw.
Steps and acts are heard so by the nearest enemy, if that holds on a city street at night and behind what the map has
between the two. All other noises need an act of listening (`hearing`).
"""

from __future__ import annotations

from rules.engine.books.table_options import OFF
from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import CombatantOrder
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import fog, imperceptible, mapped, side_of, sides
from rules.grid import hexes
from rules.phoenix.basics.arms import Grenade
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import ASKED, HEARING, value
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.ground.facing import towards
from rules.phoenix.optional.records import Listened
from rules.phoenix.optional.senses.glimpses import noticed
from rules.phoenix.optional.senses.hearing import noises, quiet
from rules.phoenix.optional.senses.hearing.hearing import BRUSH_BETWEEN, FIRED, brush, fired_lately, nearest_entered
from rules.phoenix.optional.senses.sightlines import sightlines
from rules.phoenix.shooting.carrying import gear
from rules.phoenix.shooting.carrying.kit import Held
from rules.tables.cells import INT, ODDS

_CERTAIN = 99
_BEHIND_A_WALL, _BESIDES = "Solid Cover (bunker)", "City Street at Night"


def heard(id: str, held: Held, scene: Scene) -> None:
    """Tell the direction of a shot to the sides that are sure to hear it and do not see its shooter."""
    shooter, encounter = scene.combatant(id), scene.encounter
    if fog(encounter) == OFF or shooter.place is None or isinstance(held.weapon, Grenade):
        return
    silenced = gear.fitted(soldier(shooter), "silencer", held.slot)
    loudness = _cell(scene, noises.SOUNDS, noises.report(held.weapon, silenced))
    for side in sides(encounter):
        if side != side_of(shooter) and (listener := _nearest(side, shooter, scene)):
            assert listener.place is not None
            total = loudness + _cell(scene, "sound_range", hexes.distance(listener.place, shooter.place))
            total += _cell(scene, "sound_intervening", _BEHIND_A_WALL) + _cell(scene, "sound_listener", FIRED)
            if _certain(total, scene):
                noticed(side, shooter, listener.place, scene)


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Tell the enemies near the fighter who acts that they hear them."""
    act: tuple[str, str] | None = scene.memory.pop(quiet.MADE, None)
    encounter, id = scene.encounter, order.actor
    if value(encounter, HEARING) == ASKED or not encounter.timed or id not in encounter.positions:
        return
    maker = encounter.combatant(id)
    state = soldier(maker)
    if maker.place is None or state.vehicle is not None:
        return
    if act:
        _tell(maker, "a noise", (noises.ACTIONS, *act), scene)
    if maker.place != before.combatant(id).place and state.moved:
        _tell(maker, "steps", (noises.SOUNDS, noises.steps(state.moved * IMPULSES)), scene)


def _tell(maker: Combatant, what: str, noise: tuple[str, ...], scene: Scene) -> None:
    """Let the nearest fighter of each other side hear this noise, a row of a table, if they are sure to.

    A noise of this kind is told once a phase.
    """
    encounter, now = scene.encounter, scene.encounter.clock
    key = f"{maker.id} {noise[1]}"
    for side in sides(encounter):
        if side == side_of(maker) or imperceptible(encounter, side, maker):
            continue
        listener = _nearest(side, maker, scene)
        if listener is None or not _sure(listener, maker, noise, scene):
            continue
        known = [one for one in soldier(listener).listened if one.noise == key]
        if known and known[0].at.turn == now.turn:
            continue
        others = tuple(one for one in soldier(listener).listened if one.noise != key)
        kept = (*others, Listened(key, now, (maker.id,), now))
        scene.change(listener.id, altered(soldier(listener), listened=kept))
        direction = towards(listener.place, maker.place)
        if fog(encounter) == OFF or sightlines(encounter, scene.book).seen(side, maker, encounter) is not None:
            continue
        noticed(side, maker, listener.place, scene)
        scene.notify(listener.id)
        with scene.concerning(listener.id):
            where = f"to the {direction}" if direction else "in their own hex"
            scene.conclude((scene.clause(f"{listener.reference} hears {what} {where}.", own=True),))


def _sure(listener: Combatant, maker: Combatant, noise: tuple[str, ...], scene: Scene) -> bool:
    """Return whether the listener hears the noise at any throw, with all that the bot knows of."""
    encounter, here = scene.encounter, listener.place
    assert here is not None
    there = nearest_entered(maker, here)
    assert there is not None
    total = _cell(scene, *noise) + _cell(scene, "sound_range", hexes.distance(here, there))
    total += _cell(scene, "sound_background", _BESIDES)
    battle_map = mapped(encounter, listener.owner).battle_map
    if battle_map and hexes.blocking(here, there, battle_map.obstructions):
        total += _cell(scene, "sound_intervening", _BEHIND_A_WALL)
    elif battle_map and hexes.blocking(here, there, brush(battle_map)):
        total += _cell(scene, "sound_intervening", BRUSH_BETWEEN)
    if fired_lately(listener, encounter.clock):
        total += _cell(scene, "sound_listener", FIRED)
    return _certain(total, scene)


def _nearest(side: str, shooter: Combatant, scene: Scene) -> Combatant | None:
    """Return the fighter of a side on the map who is awake and nearest to the shooter, or None."""
    clock, at = scene.encounter.clock, shooter.place
    assert at is not None
    awake = [
        (hexes.distance(c.place, at), c.id, c)
        for c in scene.encounter.combatants
        if side_of(c) == side and c.place and c.present and not soldier(c).out(clock)
    ]
    return min(awake)[2] if awake else None


def _certain(total: int, scene: Scene) -> bool:
    """Return whether a listener hears a noise of this ESM at any throw."""
    chance, _ = scene.book.tables.of(ODDS, "sound_detection").lookup("", total)
    return bool(chance == _CERTAIN)


def _cell(scene: Scene, table: str, *at: str | int) -> int:
    value, _ = scene.book.tables.of(INT, table).lookup("", *at)
    return value or 0
