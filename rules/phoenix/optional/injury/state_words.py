"""A GM's corrections of 5.12 to 5.14: balance, knock down, incapacitation, the adrenalin rush.

Each word counts only while its switch is on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.engine.records.errors import NotNow
from rules.engine.records.model import Encounter
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.basics.switches import HEROES, INCAPACITATION, KNOCK_DOWN, on
from rules.phoenix.basics.times import after
from rules.phoenix.optional.records import Footing
from rules.phoenix.people.corrections import NO, YES, StateWords
from rules.phoenix.people.fates import EFFECTS, effect
from rules.words.phrases import counted
from rules.words.sheet import Number, Phrase, Reading, number

_MOST = 20
_NEED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys((word for word, effect in EFFECTS.items() if effect), (INCAPACITATION,)),
        "off balance": (KNOCK_DOWN,),
        "footing": (KNOCK_DOWN, HEROES),
        "rush": (HEROES,),
        "charge": (HEROES,),
    }
)
"""The switches for each word; any one of them is enough."""


def check(reading: Reading, encounter: Encounter) -> None:
    """Raise NotNow for a word whose switch is off."""
    for key, needed in _NEED.items():
        if key in reading and not any(on(encounter, name) for name in needed):
            word = {"footing": "on balance", "rush": "no adrenalin rush", "charge": "charging"}.get(key, key)
            if reading[key] == YES:
                word = {"footing": "knocked down", "rush": "adrenalin rush"}.get(key, word)
            raise NotNow(
                f"“{word}” counts only with the switch “{needed[0]}” on. Leave it out, or turn the switch on first."
            )


def changes(reading: Reading, state: Soldier, encounter: Encounter) -> Mapping[str, Any]:
    """Return the changes to the fields of Soldier.

    A fighter whose position is set to kneeling or standing is no longer knocked down. Healing and incapacitation end
    the rush.
    """
    now = encounter.clock
    changed: dict[str, Any] = {}
    if "position" in reading and state.footing and state.footing.fell:
        changed["footing"] = None
    if "off balance" in reading:
        changed["footing"] = Footing(number(reading, "off balance"), at=now, worst=number(reading, "off balance"))
    if "footing" in reading:
        down = reading["footing"] == YES
        changed["footing"] = Footing(fell=after(now, impulses=-2)) if down else None
        if down:
            changed |= {"position": "prone", "aim": None, "progress": None, "course": None, "firing_stance": False}
    if "unhurt" in reading or effect(reading):
        changed["rush"] = None
    if "rush" in reading:
        changed["rush"] = after(now, impulses=-1) if reading["rush"] == YES else None
    if "charge" in reading:
        changed["charge"] = now
    return changed


def falls(reading: Reading) -> bool:
    """Return whether the correction knocks the fighter down, which ends their tasks."""
    return reading.get("footing") == YES


def stated(reading: Reading) -> Iterator[str]:
    """Yield what changed, in words."""
    if "off balance" in reading:
        yield f"off balance for {counted(number(reading, 'off balance'), 'action')}"
    if "footing" in reading:
        yield "knocked down" if falls(reading) else "steady, hands free"
    if "rush" in reading:
        yield "in an adrenalin rush" if reading["rush"] == YES else "no adrenalin rush"
    if "charge" in reading:
        yield "charging"


WORDS = StateWords(
    terms=(
        Number("off balance", ("off balance",), 1, _MOST, otherwise=1),
        Phrase("footing", {"knocked down": YES, "on balance": NO, "hands free": NO, "balance regained": NO}),
        Phrase("rush", {"adrenalin rush": YES, "in an adrenalin rush": YES, "no adrenalin rush": NO}),
        Phrase("charge", {"charging": YES}),
    ),
    opposed=(("off balance", "footing"),),
    check=check,
    changes=changes,
    falls=falls,
    stated=stated,
)
