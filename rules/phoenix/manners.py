"""Words for `how:` that are worth suggesting, by verb."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.orders import Aim, Burst, Duck, Fire, Heal, Move, Reload, Throw
from rules.records import Order

_SMOKE = ("smoke with ultrasonics", "smoke without ultrasonics")
_SHOT = ("hip", "firing stance", "called shot", *_SMOKE, "hex", "window", "door")
_BY_VERB: Mapping[type[Order], tuple[str, ...]] = MappingProxyType(
    {
        Aim: _SHOT,
        Fire: _SHOT,
        Burst: ("sweep", "hip", "firing stance", *_SMOKE),
        Throw: ("hex", "window", "door"),
        Duck: ("back behind cover", "never", "when fired upon", "ask"),
        Reload: ("FMJ", "JHP", "AP", "HE", "HEAT", "Slug", "Shot", "1", "3"),
        Heal: ("first aid", "aid station", "field hospital", "trauma center 13", "trauma center 1990", "leave"),
        Move: (
            *("running", "low crouch", "hands and knees", "backward", "uphill", "facing north", "into cover"),
            *(
                "belly crawl",
                "oblique",
                "sideways",
                "light brush",
                "medium brush",
                "dense brush",
                "water 2 feet",
                "ice",
            ),
        ),
    }
)


def words_for(verb: type[Order]) -> tuple[str, ...]:
    """What `how:` understands with this verb, the likeliest first."""
    return _BY_VERB.get(verb, ())
