"""The words that autocomplete suggests for `how:`, by command."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.records.model import Encounter
from rules.engine.records.orders import Aim, Burst, Duck, Fire, Heal, Move, Reload, Throw
from rules.engine.records.records import Order
from rules.phoenix.basics.switches import (
    ACCURACY,
    AUTOMATIC,
    COVER,
    COVER_FIRE,
    DAMAGE,
    DEFENSE,
    DOUBLE_ACTION,
    EXPLOSIVES,
    MOVEMENT,
    SOUND,
    on,
)

_SMOKE = ("smoke with ultrasonics", "smoke without ultrasonics")
_CALLED = "called shot"
_PARTS = ("head", "body", "legs")
_AWARENESS = ("unaware", "aware")
_DEPLOYED = ("bipod", "tripod")
_RECORDED = (*_DEPLOYED, *_AWARENESS)
"""Words that are not suggested in an encounter, because it keeps this state by itself."""
_HELD = ("braced", "one hand", *_DEPLOYED)
_NOT_LOOKING, _FROM_ABOVE = "not looking", "hex from above"
_SEEN = ("muzzle flash", _NOT_LOOKING, "optical scope", "target running")
_HAMMER = ("cocked", "double action")
_QUIETLY = "quietly"
_COVERING, _COVERING_ARC = "cover fire", "cover fire, arc 3"
_ARC, _FUSE, _BEHIND = "arc 3", "fuse 3", "behind interior wood door"
_GROUND = (
    *("belly crawl", "oblique", "sideways", "light brush", "medium brush", "dense brush", "water 2 feet", "ice"),
)
_SHOT = (
    *("hip", "firing stance", _CALLED, *_SMOKE, "hex", "window", "door"),
    *(*_PARTS, *_HELD, *_SEEN, _BEHIND, *_HAMMER, *_AWARENESS),
)
_BY_VERB: Mapping[type[Order], tuple[str, ...]] = MappingProxyType(
    {
        Aim: _SHOT,
        Fire: (*_SHOT, _COVERING),
        Burst: (
            *("sweep", "hip", "firing stance", *_SMOKE, _ARC, *_PARTS, *_HELD, *_SEEN, _BEHIND, *_AWARENESS),
            *(_COVERING, _COVERING_ARC),
        ),
        Throw: ("hex", "window", "door", _FUSE, _NOT_LOOKING, _FROM_ABOVE),
        Duck: ("back behind cover", "never", "when fired upon", "ask"),
        Reload: ("FMJ", "JHP", "AP", "HE", "HEAT", "Slug", "Shot", "1", "3", _QUIETLY),
        Heal: ("first aid", "aid station", "field hospital", "trauma center 13", "trauma center 1990", "leave"),
        Move: (
            *("running", "low crouch", "hands and knees", "backward", "uphill", "facing north", "into cover"),
            "into cover to the north",
            *_GROUND,
        ),
    }
)
_NEEDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys((*_HELD, *_SEEN, _FROM_ABOVE), ACCURACY),
        **dict.fromkeys(_PARTS, DAMAGE),
        **dict.fromkeys(_GROUND, MOVEMENT),
        _ARC: AUTOMATIC,
        _FUSE: EXPLOSIVES,
        _BEHIND: COVER,
        **dict.fromkeys(_HAMMER, DOUBLE_ACTION),
        **dict.fromkeys(_AWARENESS, DEFENSE),
        _QUIETLY: SOUND,
        **dict.fromkeys((_COVERING, _COVERING_ARC), COVER_FIRE),
    }
)
"""The switch that a word needs."""


def words_for(verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
    """Return the words that `how:` accepts with this verb, likeliest first; in an encounter, only those that count
    there.
    """
    words = _BY_VERB.get(verb, ())
    return words if encounter is None else tuple(word for word in words if _counts(word, encounter))


def _counts(word: str, encounter: Encounter) -> bool:
    if word == _CALLED:  # 3.2 has parts of the body instead
        return not on(encounter, DAMAGE)
    if word in _RECORDED and encounter.timed:
        return False
    return word not in _NEEDS or on(encounter, _NEEDS[word])
