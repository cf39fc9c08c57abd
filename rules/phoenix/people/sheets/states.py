"""Position, exposure and protection of a combatant, in the words that sheet lines and a GM's corrections share."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast, get_args

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadSheet
from rules.grid.directions import POINTS
from rules.phoenix.basics.soldier import Armor, DuckWord, Exposure, GaitWord, Position, Soldier
from rules.phoenix.ground.cover_side import behind_cover
from rules.words.sheet import Number, Phrase, Reading, Terms, number

MOST_PF = 200
"""The last rows of 3B and 6D."""
VISOR_PF = 4
"""The PF of every visor (1.4)."""
_PARTS = ("helm", "visor", "body", "limbs")
_YES, _NO = "yes", "no"
_EXPOSURES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "looking": ("looking over cover", "looking around cover", "looking"),
        "firing": ("firing over cover", "firing around cover", "firing from cover", "firing"),
        "dug in": ("dug in",),
        "exposed": ("exposed", "in the open", "in open"),
        "hidden": ("hidden", "behind cover", "concealed", "out of sight"),
    }
)
_DUCKS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "never": ("duck never", "ducks never", "never ducks"),
        "when fired upon": ("duck when fired upon", "ducks when fired upon"),
        "ask": ("duck ask", "duck: ask", "ask to duck"),
    }
)


def state_terms() -> Terms:
    """Return the terms for position, exposure, the side of cover, stance, facing, armor by its PF, drugs, being
    spotted, when to duck, motion and driving.
    """
    return (
        Phrase("position", {"standing": "standing", "kneeling": "kneeling", "prone": "prone", "lying": "prone"}),
        Phrase("exposure", _by_phrase(_EXPOSURES)),
        Phrase("side_of_cover", _compass("to the {}")),
        Phrase("stance", {"firing stance": _YES, "from the hip": _NO, "firing from the hip": _NO, "hip": _NO}),
        Phrase("stance", {"hip fire": _NO, "hip firing": _NO}),
        Number("facing", ("facing",), 0, 360),
        Phrase("facing", _compass("facing {}")),
        Number("helm", ("helm", "helmet", "head armor", "helm pf"), 0, MOST_PF),
        Number("visor", ("visor", "visor pf"), 0, MOST_PF, otherwise=VISOR_PF),
        Number("body", ("armor", "armour", "body", "body armor", "body armour", "PF", "body pf"), 0, MOST_PF),
        Number("limbs", ("limbs", "limb armor", "limbs pf"), 0, MOST_PF),
        Phrase("drugged", {"drugged": _YES, "not drugged": _NO}),
        Phrase("spotted", {"spotted": _YES, "unspotted": _NO, "not spotted": _NO}),
        Phrase("duck", _by_phrase(_DUCKS)),
        Phrase("moved", {"moving": _YES}),
        Phrase("gait", {gait: gait for gait in get_args(GaitWord) if gait}),
        Phrase("ducked", {"ducking": _YES}),
        Phrase("appeared", {"appearing": _YES}),
        Number("vehicle", ("vehicle",), 1, 200),
    )


def with_state(reading: Reading, state: Soldier, clock: Clock | None = None) -> Soldier:
    """Return the combatant with the state that such words set; `clock` is the impulse of motion, None for a quick
    ruling.
    """
    now = clock or Clock()
    changes: dict[str, Any] = {}
    if "position" in reading:
        changes |= {"position": cast(Position, reading["position"]), "low": False}
    if "exposure" in reading:
        changes |= {"exposure": cast(Exposure, reading["exposure"]), "trace": ()}  # it holds from now on
    if "side_of_cover" in reading:
        changes["cover_side"] = int(str(reading["side_of_cover"]))
    if "stance" in reading:
        changes["firing_stance"] = reading["stance"] == _YES
    if "facing" in reading:
        changes["facing"] = int(str(reading["facing"])) % 360
    if any(part in reading for part in _PARTS):
        worn = {part: number(reading, part, getattr(state.armor, part)) for part in _PARTS}
        changes["armor"] = Armor(**worn)
    if "drugged" in reading:
        changes["drugged"] = reading["drugged"] == _YES
    if "spotted" in reading:
        changes["spotted"] = reading["spotted"] == _YES
    if "duck" in reading:
        changes["duck"] = cast(DuckWord, reading["duck"])
    if "moved" in reading or "gait" in reading:
        changes["moved"] = max(1, state.moved)
    if "gait" in reading:
        changes["gait"] = cast(GaitWord, reading["gait"])
    changes |= {what: now for what in ("ducked", "appeared") if what in reading}
    if "vehicle" in reading:
        changes["vehicle"] = number(reading, "vehicle")
    if "facing" in changes or not changes.get("firing_stance", True) or changes.get("exposure") == "hidden":
        changes["pin"] = None
    return altered(state, **changes)


def _by_phrase(phrases: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    return {phrase: value for value, spellings in phrases.items() for phrase in spellings}


def check_side(reading: Reading, state: Soldier) -> None:
    """Raise BadSheet for the side of cover of a fighter who is behind none."""
    if "side_of_cover" in reading and not behind_cover(state):
        raise BadSheet(
            "A direction such as “to the west” says where cover stands. Name the cover with it: firing over cover to"
            " the west."
        )


def _compass(phrase: str) -> Mapping[str, str]:
    """Return the bearing in degrees by phrase: "facing north", "facing NE"."""
    phrases: dict[str, str] = {}
    for nth, point in enumerate(point.replace("-", "") for point in POINTS):
        short = point[0] if len(point) < 6 else point[0] + point[5]
        phrases |= dict.fromkeys((phrase.format(point), phrase.format(short)), str(45 * nth))
    return phrases
