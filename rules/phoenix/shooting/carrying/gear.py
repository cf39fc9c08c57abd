"""Gear that counts only once its act is done: bipods, tripods, slings, stocks, scopes and silencers, gas masks.

Table 7B has the costs of the acts; 4B, 4C and 5.3 have the effects of the gear. In an encounter the record decides, so
that nobody needs to repeat the words in `how:`. A quick ruling has no record of acts and takes the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.sharing.shared_remedies import act_first
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Gun
from rules.phoenix.basics.soldier import Fitted, Soldier, soldier
from rules.phoenix.shooting.carrying.kit import Held, held
from rules.words.sheet import Phrase, Reading, Terms

_YES, _NO = "yes", "no"
_KEY = "fitted {}"
_MOUNTS = ("bipod", "tripod")
_BIPOD_LOOSE, _TURRET = "bipod not braced", "turret"


def long(weapon: Arm) -> bool:
    """Return whether the weapon is for both hands."""
    return weapon.group != "pistols"


def folding(weapon: Arm) -> bool:
    """Return whether the weapon has a folding stock: its page has two lengths (1.3)."""
    return "/" in weapon.length


def _pistol(weapon: Arm) -> bool:
    return weapon.group == "pistols" and isinstance(weapon, Gun)


def _silenced(weapon: Arm) -> bool:
    return weapon.group in ("pistols", "smgs") and not isinstance(weapon, ExplosiveWeapon)


def _worn(weapon: Arm) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Gear:
    """A piece of gear.

    `on`, `off`: the acts that put it into use and away, as lines of the list, with the words that a player types.
    `words`: its state for sheet lines and corrections, in use and not. `fits`: the weapons that take it, `what` their
    name. `hold`: the word of `how:` for its row of 4B. `worn`: it belongs to the fighter and not to a weapon.
    """

    name: str
    on: tuple[str, str]
    off: tuple[str, str]
    words: tuple[tuple[str, ...], tuple[str, ...]]
    fits: Callable[[Arm], bool] = _worn
    what: str = ""
    hold: str = ""
    worn: bool = False

    def shown(self, fitted: bool) -> str:
        """Return its state in words."""
        return self.words[not fitted][0]


SCOPE = "scope"
_WITH_SCOPE = frozenset(("Steyr AUG", "FR F2", "Walther 2000", "Dragunov SVD"))
"""The weapons that have an optical scope, by their pages."""
SLING_ON, SLING_OFF = "Loop the Sling around the Arm", "Take the Arm out of the Sling"
_BOTH_HANDS = "weapons for both hands"
GEAR: Mapping[str, Gear] = MappingProxyType(
    {
        gear.name: gear
        for gear in (
            Gear(
                "bipod",
                ("Bipod: Out", "deploy bipod"),
                ("Bipod: In", "fold bipod"),
                (("bipod deployed", "deployed bipod", "with bipod deployed"), ("bipod folded", "no bipod deployed")),
                long,
                _BOTH_HANDS,
                "bipod",
            ),
            Gear(
                "tripod",
                ("Tripod and Weapon: Out", "deploy tripod"),
                ("Tripod and Weapon: In", "fold tripod"),
                (("tripod deployed", "deployed tripod", "on a tripod"), ("tripod folded", "off the tripod")),
                long,
                _BOTH_HANDS,
                "tripod",
            ),
            Gear(
                "sling",
                (SLING_ON, "loop the sling"),
                (SLING_OFF, "take the arm out of the sling"),
                (("arm in the sling", "sling around the arm"), ("arm out of the sling",)),
                long,
                _BOTH_HANDS,
                "sling",
            ),
            Gear(
                "folded stock",
                ("Folding Stock: In", "fold the stock"),
                ("Folding Stock: Out", "unfold the stock"),
                (("stock folded", "folded stock"), ("stock unfolded", "unfolded stock")),
                folding,
                "weapons with a folding stock",
                "folding stock not used",
            ),
            Gear(
                "shoulder stock",
                ("Pistol Shoulder Stock: In", "attach the shoulder stock"),
                ("Pistol Shoulder Stock: Out", "detach the shoulder stock"),
                (("shoulder stock attached", "with shoulder stock"), ("shoulder stock detached",)),
                _pistol,
                "pistols",
                "shoulder stock",
            ),
            Gear(
                "silencer",
                ("Silencer: In", "attach the silencer"),
                ("Silencer: Out", "detach the silencer"),
                (("silencer attached", "with silencer", "silenced"), ("silencer detached",)),
                _silenced,
                "pistols and sub-machineguns",
            ),
            Gear(
                SCOPE,
                ("Optical Scope with Quick Release: In", "attach the scope"),
                ("Optical Scope with Quick Release: Out", "detach the scope"),
                (("scope attached", "with scope attached"), ("scope detached", "no scope")),
                long,
                _BOTH_HANDS,
            ),
            Gear(
                "gas mask",
                ("Gas Mask: In", "put on the gas mask"),
                ("Gas Mask: Out", "take off the gas mask"),
                (("gas mask on", "wearing a gas mask", "masked"), ("gas mask off",)),
                worn=True,
            ),
        )
    }
)
_BY_ACT: Mapping[str, tuple[Gear, bool]] = MappingProxyType(
    {line[0]: (gear, line is gear.on) for gear in GEAR.values() for line in (gear.on, gear.off)}
)
_BY_HOLD: Mapping[str, Gear] = MappingProxyType(
    {gear.hold: gear for gear in GEAR.values() if gear.hold} | {_BIPOD_LOOSE: GEAR["bipod"]}
)


def of_act(line: str) -> tuple[Gear, bool] | None:
    """Return the gear of this line of the list, and whether the act puts it into use; None for another act."""
    return _BY_ACT.get(line)


def fitted(state: Soldier, name: str, slot: int) -> bool:
    """Return whether the gear is in use: on the weapon in this slot, or worn."""
    return bool(state.fitted) and _record(GEAR[name], slot) in state.fitted


def masked(state: Soldier) -> bool:
    """Return whether the fighter wears a gas mask."""
    return fitted(state, "gas mask", 0)


def check_act(gear: Gear, puts_on: bool, combatant: Combatant) -> None:
    """Raise Refusal for gear that the weapon in hand does not take, or that is in that state already."""
    slot, weapon = _weapon(gear, combatant)
    if weapon and not gear.fits(weapon):
        raise NoRule(f"The {gear.name} is for {gear.what}, not for the {weapon.name}.")
    if fitted(soldier(combatant), gear.name, slot) == puts_on:
        where = f" ({weapon.name})" if weapon else ""
        raise NotNow(f"{combatant.reference} already has the {gear.shown(puts_on)}{where}.")
    for other in _MOUNTS:
        if puts_on and gear.name in _MOUNTS and other != gear.name and fitted(soldier(combatant), other, slot):
            raise NotNow(f"The {other} is deployed. Use /act what: {GEAR[other].off[1]} first.")


def changed(state: Soldier, gear: Gear, slot: int, on: bool) -> Soldier:
    """Return the fighter with the gear in use or not."""
    record = _record(gear, slot)
    others = tuple(one for one in state.fitted if one != record)
    return altered(state, fitted=(*others, record) if on else others)


def left_behind(state: Soldier) -> Soldier:
    """Return the fighter after leaving the hex: a weapon does not stay on its tripod."""
    if not state.fitted:
        return state
    return altered(state, fitted=tuple(one for one in state.fitted if one.gear != "tripod"))


def check_words(words: tuple[str, ...], arm: Held, shooter: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for words of `how:` about gear that is not in use on this weapon; a quick ruling takes them."""
    if not encounter.timed:
        return
    for word in words:
        gear = _BY_HOLD.get(word)
        if gear and not fitted(soldier(shooter), gear.name, arm.slot):
            raise NotNow(
                f"The {arm.weapon.name} of {shooter.reference} has no {gear.shown(True)}. Use /act what:"
                f" {gear.on[1]} first, or leave “{word}” out of how:."
            ).helped_by(act_first(shooter.id, gear.on[1]))


def holds(words: tuple[str, ...], shooter: Combatant, weapon: Arm, hip: bool) -> tuple[str, ...]:
    """Return the ways in which the weapon is held: the words of `how:`, and the gear in use on it.

    From the hip, a deployed bipod is not braced, and a tripod or a sling steadies nothing.
    """
    state, slot = soldier(shooter), shooter.in_hand
    if not state.fitted or shooter.holding is None or shooter.holding.weapon != weapon:
        return words
    found = list(words)
    mounted = any(word in words for word in (*_MOUNTS, _BIPOD_LOOSE, _TURRET))
    for gear in GEAR.values():
        if not gear.hold or gear.hold in found or not fitted(state, gear.name, slot):
            continue
        if gear.name == "bipod":
            found += [] if mounted else [_BIPOD_LOOSE if hip else gear.hold]
        elif gear.name == "tripod":
            found += [] if mounted or hip else [gear.hold]
        elif gear.name != "sling" or not hip:
            found.append(gear.hold)
    return tuple(found)


def terms() -> Terms:
    """Return the terms of sheet lines and corrections."""
    return tuple(
        Phrase(_KEY.format(gear.name), dict.fromkeys(gear.words[0], _YES) | dict.fromkeys(gear.words[1], _NO))
        for gear in GEAR.values()
    )


def with_gear(reading: Reading, combatant: Combatant) -> Soldier:
    """Return the fighter with the gear that a line puts in use on the weapon in hand.

    Raises Refusal for gear that does not fit it.
    """
    state = soldier(combatant)
    for gear, on in _said(reading):
        slot, weapon = _weapon(gear, combatant)
        if not gear.worn and weapon is None:
            raise NotNow(f"The {gear.name} is for {gear.what}. Name one.")
        if weapon and not gear.fits(weapon):
            raise NoRule(f"The {gear.name} is for {gear.what}, not for the {weapon.name}.")
        state = changed(state, gear, slot, on)
    return state


def with_scopes(reading: Reading, state: Soldier, carried: Sequence[Carried], *, scope: bool) -> Soldier:
    """Return the fighter with the optical scopes of their weapons; `scope`: they carry one for the first that takes it.

    A line that states whether the scope of the first weapon is attached has the last word on it.
    """
    weapons = {slot: one.weapon for slot, one in enumerate(carried) if isinstance(one.weapon, Arm)}
    loose = next((slot for slot, weapon in weapons.items() if scope and long(weapon)), None)
    for slot, weapon in weapons.items():
        if (weapon.name in _WITH_SCOPE or slot == loose) and not (slot == 0 and _KEY.format(SCOPE) in reading):
            state = changed(state, GEAR[SCOPE], slot, True)
    return state


def stated(reading: Reading) -> Iterator[str]:
    """Return the gear in a line, with its state, in words."""
    return (gear.shown(on) for gear, on in _said(reading))


def on_weapon(state: Soldier, slot: int) -> Iterator[str]:
    """Return the gear in use on the weapon in this slot, in words."""
    return (GEAR[one.gear].shown(True) for one in state.fitted if one.slot == slot)


def _said(reading: Reading) -> Iterator[tuple[Gear, bool]]:
    for gear in GEAR.values():
        if (key := _KEY.format(gear.name)) in reading:
            yield gear, reading[key] == _YES


def _record(gear: Gear, slot: int) -> Fitted:
    return Fitted(gear.name, None if gear.worn else slot)


def _weapon(gear: Gear, combatant: Combatant) -> tuple[int, Arm | None]:
    """Return the slot and the weapon in hand that take the gear; no weapon for worn gear, or if none is carried."""
    if gear.worn or combatant.holding is None:
        return combatant.in_hand, None
    return combatant.in_hand, held(combatant).weapon
