"""The JSON of the journal: records of the rules to bytes and back.

Members of the open families carry their `kind`, steps and matters their `type`. States of older releases are brought
up to date on reading, step by step, in `UPGRADES`.
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

SCHEMA = 1
"""The number of the state's layout; raise it with an upgrade of the layout before."""

UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From a layout's number to what turns its state into the next one's."""

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


def order(data: bytes) -> Order:
    """The order that `canonical` wrote."""
    return _converter.structure(orjson.loads(data), Order)


def resolution(data: bytes) -> Resolution:
    """The resolution that `dump` wrote."""
    return _converter.structure(orjson.loads(data), Resolution)


def profile(data: bytes) -> Profile:
    """The profile that `dump` wrote."""
    return _converter.structure(orjson.loads(data), Profile)


def state(data: bytes, schema: int) -> Encounter:
    """The encounter that `dump` wrote under any layout up to the present one."""
    fields = orjson.loads(data)
    for layout in range(schema, SCHEMA):
        fields = UPGRADES[layout](fields)
    return _converter.structure(fields, Encounter)


def pretty(document: object) -> bytes:
    """JSON for people and for files."""
    return json.dumps(document, indent=1, ensure_ascii=False).encode()
