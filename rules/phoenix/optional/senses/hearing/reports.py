"""Shots that are heard without a throw (5.3): a side that does not see the shooter learns the direction.

Most shots are so loud that the Sound Detection Table gives every listener 99, so that they hear them at any throw.
Quieter shots, such as a silenced pistol farther away, need an act of listening (`hearing`).
"""

from __future__ import annotations

from rules.engine.books.table_options import OFF
from rules.engine.records.model import Combatant
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import fog, side_of, sides
from rules.grid import hexes
from rules.phoenix.basics.arms import Grenade
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.optional.senses.glimpses import noticed
from rules.phoenix.optional.senses.hearing import noises
from rules.phoenix.shooting.carrying import gear
from rules.phoenix.shooting.carrying.kit import Held
from rules.tables.cells import INT, ODDS

_CERTAIN = 99
_BEHIND_A_WALL, _FIRED = "Solid Cover (bunker)", "Fired Weapon Recently"


def heard(id: str, held: Held, scene: Scene) -> None:
    """Tell the direction of a shot to the sides that are sure to hear it and do not see its shooter."""
    shooter, encounter = scene.combatant(id), scene.encounter
    if fog(encounter) == OFF or shooter.place is None or isinstance(held.weapon, Grenade):
        return
    silenced = gear.fitted(soldier(shooter), "silencer", held.slot)
    loudness = _cell(noises.SOUNDS, noises.report(held.weapon, silenced), scene)
    for side in sides(encounter):
        if side != side_of(shooter) and (listener := _nearest(side, shooter, scene)):
            assert listener.place is not None
            total = loudness + _cell("sound_range", hexes.distance(listener.place, shooter.place), scene)
            total += _cell("sound_intervening", _BEHIND_A_WALL, scene) + _cell("sound_listener", _FIRED, scene)
            chance, _ = scene.book.tables.of(ODDS, "sound_detection").lookup("", total)
            if chance == _CERTAIN:
                noticed(side, shooter, listener.place, scene)


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


def _cell(table: str, row: str | int, scene: Scene) -> int:
    value, _ = scene.book.tables.of(INT, table).lookup("", row)
    return value or 0
