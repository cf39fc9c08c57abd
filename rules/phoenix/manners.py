"""Words for `how:` that are worth suggesting, by verb."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.orders import Aim, Burst, Duck, Fire, Heal, Move, Reload, Throw
from rules.records import Order

_SMOKE = ("smoke with ultrasonics", "smoke without ultrasonics")
_HELD = ("braced", "one hand", "bipod", "tripod")
_SEEN = ("muzzle flash", "not looking", "optical scope", "target running")
"""Both of the Advanced Rules (4B to 4D)."""
_SHOT = (
    *("hip", "firing stance", "called shot", *_SMOKE, "hex", "window", "door"),
    *("head", "body", "legs", *_HELD, *_SEEN),
)
_BY_VERB: Mapping[type[Order], tuple[str, ...]] = MappingProxyType(
    {
        Aim: _SHOT,
        Fire: _SHOT,
        Burst: ("sweep", "hip", "firing stance", *_SMOKE, "arc 3", *_HELD, *_SEEN),
        Throw: ("hex", "window", "door", "not looking", "hex from above"),
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
