"""The JSON of the journal: records of the rules to bytes and back.

Members of the open families carry their `kind`, steps and matters their `type`. What older releases wrote is brought up
to date on reading, step by step, in `UPGRADES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from cattrs.preconf.orjson import make_converter
from cattrs.strategies import configure_tagged_union

import rules.effects
import rules.orders  # noqa: F401  (both fill their families)
from rules.agenda import Matter
from rules.model import Encounter, Profile
from rules.places import Place
from rules.records import Condition, Effect, Family, Order, Weapon
from rules.scene import Resolution
from rules.steps import Step

SCHEMA = 2
"""The number of the layout in which records are written; raise it with an upgrade of the layout before."""


def _load_by_load(fields: Any) -> Any:
    """Spare loads were a number of full ones; now each is known by what is in it."""
    match fields:
        case {"measure": _, "capacity": int(capacity), "spares": int(number)}:
            return {**fields, "spares": [{"count": capacity, "number": number}] if number else []}
        case dict():
            return {key: _load_by_load(value) for key, value in fields.items()}
        case list():
            return [_load_by_load(value) for value in fields]
    return fields


UPGRADES: dict[int, Callable[[Any], Any]] = {1: _load_by_load}
"""From a layout's number to what turns a state, an order, a resolution or a profile of it into the next one's."""

T = TypeVar("T")
_converter = make_converter(omit_if_default=False)


def _with_kind(record: Family) -> dict[str, Any]:
    return {"kind": record.kind(), **_converter.unstructure(record, unstructure_as=type(record))}


def _add_family(family: type[Family]) -> None:
    def read(data: dict[str, Any], _: type) -> Family:
        fields = dict(data)
        return _converter.structure(fields, family.kinds[fields.pop("kind")])

    _converter.register_unstructure_hook_func(lambda t: t is family, _with_kind)
    _converter.register_structure_hook_func(lambda t: t is family, read)


for _family in (Weapon, Condition, Order, Effect):
    _add_family(_family)

# Weapons are the bulk of a state and change never: each is written once and kept as text while it is in use.
_WEAPONS_KEPT = 1024
_weapons: dict[int, tuple[Weapon, orjson.Fragment]] = {}


def _weapon(weapon: Weapon) -> orjson.Fragment:
    known = _weapons.get(id(weapon))
    if known is None:
        if len(_weapons) >= _WEAPONS_KEPT:
            _weapons.clear()
        # The weapon is kept beside its text so that no other can come to have its id.
        text = orjson.dumps(_with_kind(weapon), option=orjson.OPT_SORT_KEYS)
        known = _weapons[id(weapon)] = weapon, orjson.Fragment(text)
    return known[1]


_converter.register_unstructure_hook_func(lambda t: t is Weapon, _weapon)
for _union in (Step, Matter):
    configure_tagged_union(_union, _converter, tag_name="type", tag_generator=lambda t: t.__name__.lower())


# A set has no order of its own, and a digest may not depend on how it was built.
_converter.register_unstructure_hook_func(
    lambda t: t == frozenset[Place], lambda places: [_converter.unstructure(place) for place in sorted(places)]
)


def plain(record: object, as_type: Any) -> Any:
    """A record as plain dicts and lists."""
    return _converter.unstructure(record, unstructure_as=as_type)


def canonical(order: Order) -> bytes:
    """The order in the canonical JSON that its digest is taken of: keys sorted, no blanks, UTF-8."""
    return orjson.dumps(plain(order, Order), option=orjson.OPT_SORT_KEYS)


def dump(record: object, as_type: Any) -> bytes:
    """A record as JSON."""
    return orjson.dumps(plain(record, as_type))


def order(data: bytes, schema: int) -> Order:
    """The order that `canonical` wrote, under any layout up to the present one."""
    return _converter.structure(_fields(data, schema), Order)


def resolution(data: bytes, schema: int) -> Resolution:
    """The resolution that `dump` wrote, likewise."""
    return _converter.structure(_fields(data, schema), Resolution)


def state(data: bytes, schema: int) -> Encounter:
    """The encounter that `dump` wrote, likewise."""
    return _converter.structure(_fields(data, schema), Encounter)


def kept(profile: Profile) -> bytes:
    """A profile for the roster, which keeps no layouts: it says its own."""
    return orjson.dumps({"schema": SCHEMA, **plain(profile, Profile)})


def profile(data: bytes) -> Profile:
    """The profile that `kept` wrote; in the first layout it said none."""
    fields = orjson.loads(data)
    return _converter.structure(_upgraded(fields, fields.pop("schema", 1)), Profile)


def _fields(data: bytes, schema: int) -> Any:
    return _upgraded(orjson.loads(data), schema)


def _upgraded(fields: Any, schema: int) -> Any:
    for layout in range(schema, SCHEMA):
        fields = UPGRADES[layout](fields)
    return fields


def pretty(document: object) -> bytes:
    """JSON for people and for files."""
    return json.dumps(document, indent=1, ensure_ascii=False).encode()
