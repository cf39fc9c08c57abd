"""How the weapon is held and the shooter's sight: rows of 4B besides the position, and rows of 4C (3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Term
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import ACCURACY, DOUBLE_ACTION, LIGHT, on, value
from rules.phoenix.basics.times import between
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying.gear import folding, long
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.phrases import listed

NOT_LOOKING, _FLASH, _SMOKE = "Shooter Not Looking", "Firing at Muzzle Flash", "Smoke, Haze, Fog"
_TEAR_GAS = "Firing from Tear Gas, No Mask"
_NEAR_SCOPE, _SCOPE_RANGE = "Optical Scope under 8 hexes", 8
_FLASH_LASTS = 1
"""The phases for which a muzzle flash can be fired at, while the shooter does not aim at it yet."""
_TURRET = "turret"
_SLING, _SLING_AIM = "sling", 8
"""The fewest actions of aim with which a sling counts."""
ONE_HAND, _DOUBLE = "one hand", "double action"
_SIGHTS = (_NEAR_SCOPE, "Optical Scope Broken", "Advanced Aiming System Broken", "Weapon Sights Broken")
_LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "dusk": "Dusk",
        "full moon": "Night Full Moon",
        "half moon": "Night 1/2 Moon",
        "no moon": "Night No Moon",
    }
)
"""The rows of 4C for the switch `light` and for the words of `how:`, which come first; good light changes nothing."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A way to hold a weapon: its row of 4B, the weapons that it fits, and their name."""

    row: str
    fits: Callable[[Arm], bool]
    what: str


def _pistol(weapon: Arm) -> bool:
    return weapon.group == "pistols"


def _light(weapon: Arm) -> bool:
    return weapon.group != "machine_guns" and not isinstance(weapon, ExplosiveWeapon)


_LONG = "weapons for both hands"
HOLDS: Mapping[str, Hold] = MappingProxyType(
    {
        _SLING: Hold("Using Sling for Support (Aim Time >7)", long, _LONG),
        ONE_HAND: Hold("Firing Rifle with One Hand", _light, "pistols, and rifles and the like"),
        "folding stock not used": Hold("Folding Stock Not Used", folding, "weapons with a folding stock"),
        _DOUBLE: Hold("Firing Pistol Double Action", _pistol, "pistols"),
        "bipod not braced": Hold("Deployed Bipod Not Braced", long, _LONG),
        "bipod": Hold("Bipod Mounted Weapon", long, _LONG),
        "tripod": Hold("Tripod Mounted Weapon", long, _LONG),
        _TURRET: Hold("Turret Mounted Weapon", long, _LONG),
        "shoulder stock": Hold("Pistol with Shoulder Stock", _pistol, "pistols"),
    }
)
_PISTOL_ONE_HAND = "Firing Pistol with One Hand"
_MOUNTS = ("bipod not braced", "bipod", "tripod", _TURRET)


def handling(held: tuple[str, ...], weapon: Gun, aimed: Term, one_armed: bool) -> Iterator[tuple[str, str]]:
    """Yield the rows of 4B for the ways in which the weapon is `held`, each with its name; `aimed` is the Aim Time Mod.

    A shooter that is `one_armed` fires every weapon with one hand (ruling O35).
    """
    for word in dict.fromkeys((*held, *(ONE_HAND,) * one_armed)):
        if word == ONE_HAND:
            yield word, _PISTOL_ONE_HAND if _pistol(weapon) else HOLDS[word].row
        elif word in HOLDS and (word != _SLING or _long_enough(weapon, aimed)):
            yield word, HOLDS[word].row


def seeing(
    how: How, hexes: int, encounter: Encounter, *, masked: bool = False, scoped: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield the rows of 4C that apply, each with its name.

    Tear gas does not hinder a shooter that is `masked`; `scoped`: the weapon has an optical scope. For a shooter that
    does not look, nothing else counts, and a muzzle flash is seen by its own light.
    """
    rows = dict.fromkeys(row for row in how.seen if row != _TEAR_GAS or not masked)
    if NOT_LOOKING in rows:
        rows = {NOT_LOOKING: None}
    else:
        if how.smoke:
            rows[_SMOKE] = None
        if scoped:
            rows[_NEAR_SCOPE] = None
        if hexes >= _SCOPE_RANGE:
            rows.pop(_NEAR_SCOPE, None)
        light = next((row for row in _LIGHT.values() if row in rows), _LIGHT.get(value(encounter, LIGHT)))
        for row in _LIGHT.values():
            rows.pop(row, None)
        if light and _FLASH not in rows:
            rows = {light: None, **rows}
    for row in rows:
        yield row.lower(), row


def check(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raise NoRule for words of 3.1 that have no effect with this weapon, or in this encounter."""
    if not on(encounter, ACCURACY):
        _check_basic(how, encounter)
        return
    if how.above and not how.size.endswith("Hex"):
        raise NoRule("Only a hex is larger from above (3.6). Leave from above out of how:, or add hex.")
    if how.feet is not None and how.size.endswith("Hex"):
        raise NoRule("A hex has a fixed size (3.6). Leave the feet out of how:, or add window or door.")
    if how.feet is not None and (how.part or how.low):
        raise NoRule(
            "Feet are for targets that table 4E does not list. Leave them out, or leave out head, body,"
            " legs and low prone."
        )
    if isinstance(weapon, Grenade):
        if how.held:
            raise NoRule(f"A throw is never {how.held[0]}. Leave that out of how:.")
        if sights := [row for row in how.seen if row in _SIGHTS]:
            raise NoRule(f"The {weapon.name} is thrown and has no sights. Leave “{sights[0].lower()}” out of how:.")
    if len(mounts := [word for word in how.held if word in _MOUNTS]) > 1:
        raise NoRule(f"A weapon has one mount. Use {listed(mounts, 'or')} in how:, not both.")
    for word in how.held:
        if word in HOLDS and not HOLDS[word].fits(weapon):
            raise NoRule(f"“{word}” is for {HOLDS[word].what}, not for the {weapon.name}. Leave it out of how:.")


def check_record(shooter: Combatant, at: AimedTarget, how: How, encounter: Encounter) -> None:
    """Raise Refusal for words of `how:` that the record of an encounter contradicts; a quick ruling has no record."""
    if not encounter.timed:
        return
    state = soldier(shooter)
    if _TURRET in how.held and state.vehicle is None and not state.rides:
        raise NotNow(
            f"{shooter.reference} is on foot, and a turret is part of a vehicle (4B). Leave turret out of how:, or get"
            " in first."
        )
    if not at.id or how.size:
        return
    if how.feet is not None and at.state.vehicle is None:
        raise NoRule(
            f"{at.name} is a person, whose size follows from their posture (4E). Leave {float(how.feet):g} feet out of"
            " how:."
        )
    if how.low and at.state.position != "prone":
        raise NotNow(f"{at.name} is {at.state.position}. Leave low prone out of how:.")
    fired, aims = at.state.fired, state.aim is not None and state.aim.at == at.key
    if _FLASH in how.seen and not aims and (fired is None or between(fired, encounter.clock) >= _FLASH_LASTS):
        raise NotNow(f"{at.name} has not fired within a phase and shows no flash. Leave muzzle flash out of how:.")


def _check_basic(how: How, encounter: Encounter) -> None:
    feet = how.feet is not None
    held = [word for word in how.held if word != _DOUBLE or not on(encounter, DOUBLE_ACTION)]
    if held or how.seen or feet or how.above or how.low or how.speed is not None or how.target_speed is not None:
        raise NoRule(
            "How a weapon is held, visibility, speeds and sizes in feet count only with the switch"
            " “accuracy” on (3.1). Leave them out of how:."
        )


def _long_enough(weapon: Gun, aimed: Term) -> bool:
    """Return whether a sling counts with this Aim Time Mod; the modifiers of longer Aim Times are no smaller."""
    least = next((mod for time, mod in weapon.aim if time >= _SLING_AIM), None)
    return least is not None and aimed.value >= least
