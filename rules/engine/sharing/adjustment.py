"""Corrections that a GM can make in any ruleset: place, presence, weapon in hand, loaded ammunition, spare loads.

A ruleset adds `TERMS` to the terms of its own corrections and calls `apply` to carry out the shared ones.
"""

from __future__ import annotations

from rules.engine.ammunition.ammunition import pieces, stock
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Ammunition, Encounter, Spare
from rules.engine.scene.effects import Appeared, Drawn, Loaded, Placed
from rules.engine.scene.scene import Scene
from rules.grid.ground import check_free, check_ground
from rules.words.places import Place
from rules.words.sheet import Number, Phrase, Reading, Spot, number

_OUT, _IN, _NOWHERE, _UNLIMITED = "out of play", "in play", "off the map", "unlimited"
TERMS = (
    Spot("at", ("at", "place")),
    Phrase("at", {"off the map": _NOWHERE, "off map": _NOWHERE}),
    Phrase(
        "presence",
        {"dead": _OUT, "gone": _OUT, "out of play": _OUT, "alive": _IN, "back": _IN, "in play": _IN},
    ),
    Number("loaded", ("loaded", "ammo", "ammunition"), 0, 10_000),
    Number("spares", ("spares", "spare", "spare loads", "loads"), 0, 1_000, counted=True),
    Phrase("spares", {"unlimited": _UNLIMITED, "unlimited spares": _UNLIMITED}),
    Number("hand", ("weapon", "hand"), 1, 20),
)


def apply(reading: Reading, subject: str, scene: Scene, size: int | None = None) -> list[str]:
    """Carry out the shared corrections of a reading and return what changed, in words.

    `size` is the number of rounds in a spare load of the weapon in hand, unless that is a full load. Raises NotNow if
    there is nothing to set, for example if the weapon's ammunition is not counted.
    """
    changes: list[str] = []
    if "at" in reading:
        place = reading["at"] if isinstance(reading["at"], Place) else None
        if place:
            check_ground(scene.encounter, place)
        scene.do(Placed(subject, place))
        changes.append(f"at {place}" if place else _NOWHERE)
    if "presence" in reading:
        scene.do(Appeared(subject, reading["presence"] == _IN))
        changes.append(str(reading["presence"]))
    if "hand" in reading:
        slot = number(reading, "hand") - 1
        name, carried = scene.name(subject), scene.combatant(subject).carried
        if slot >= len(carried):
            names = ", ".join(f"{n} {c.weapon.name}" for n, c in enumerate(carried, 1)) or "none"
            raise NotNow(f"The weapons of {name} are: {names}.")
        scene.do(Drawn(subject, slot))
        changes.append(f"{carried[slot].weapon.name} in hand")
    if reading.keys() & {"loaded", "spares"}:
        changes.append(_ammunition(reading, subject, scene, size))
    return changes


def check_apart(reading: Reading, subject: str, encounter: Encounter) -> None:
    """Raise NotNow if a correction puts a fighter where another one in play is.

    For rulesets with one fighter to a place.
    """
    own = encounter.combatant(subject)
    comes_back = reading.get("presence") == _IN and not own.present
    place = reading.get("at", own.place if comes_back else None)
    if isinstance(place, Place) and (comes_back or place != own.place):
        check_free(encounter, place)


def spares_in(reading: Reading, old: Ammunition, size: int | None = None) -> tuple[Spare, ...] | None:
    """Return the spare loads of a reading, the old ones if it has none; None is an unlimited number.

    They are of the loaded type, and full unless `size` gives the rounds in each.
    """
    if "spares" not in reading:
        return old.spares
    loads = reading["spares"]
    if not isinstance(loads, int):
        return None
    return (Spare(size or old.capacity, loads, old.sort),) if loads else ()


def _ammunition(reading: Reading, subject: str, scene: Scene, size: int | None) -> str:
    combatant = scene.combatant(subject)
    holding = combatant.holding
    if holding is None or holding.ammunition is None:
        raise NotNow(f"{combatant.reference} has no weapon in hand with counted ammunition.")
    old = holding.ammunition
    loaded = number(reading, "loaded", old.loaded)
    if loaded > old.capacity:
        raise NotNow(f"The {holding.weapon.name} holds at most {pieces(old.capacity, old.measure)}.")
    short = 0 if "loaded" in reading else old.short
    new = replace(old, loaded=loaded, short=short, spares=spares_in(reading, old, size))
    scene.do(Loaded(subject, combatant.in_hand, new))
    return f"{holding.weapon.name} {stock(new)}"
