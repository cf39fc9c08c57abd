"""The JSON of the journal: records of the rules to bytes and back.

Members of the open families carry their `kind`, steps and matters their `type`. A state holds each weapon once, under
`weapons`; whoever carries it has its number there. What older releases wrote is brought up to date on reading, step by
step, in `UPGRADES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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


def _to_2(fields: Any) -> Any:
    """Each weapon of a state stood wherever it is carried; and spare loads were told by their number alone."""
    fields = _load_by_load(fields)
    if "combatants" in fields:
        places = list(_carried(fields))
        fields["weapons"] = [carried["weapon"] for carried in places]
        for number, carried in enumerate(places):
            carried["weapon"] = number
    return fields


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


UPGRADES: dict[int, Callable[[Any], Any]] = {1: _to_2}
"""From a layout's number to what turns a state, an order, a resolution or a profile of it into the next one's."""

T = TypeVar("T")
_converter = make_converter(omit_if_default=False)


def _with_kind(record: Family) -> dict[str, Any]:
    return {"kind": record.kind(), **_converter.unstructure(record, unstructure_as=type(record))}


def _read_kind(data: dict[str, Any], family: type[Family]) -> Any:
    fields = dict(data)
    return _converter.structure(fields, family.kinds[fields.pop("kind")])


def _add_family(family: type[Family]) -> None:
    _converter.register_unstructure_hook_func(lambda t: t is family, _with_kind)
    _converter.register_structure_hook_func(lambda t: t is family, _read_kind)


for _family in (Condition, Order, Effect):
    _add_family(_family)

# Weapons are the bulk of what is stored and never change: while one is in use it is one record and one text.
_WEAPONS_KEPT = 1024
_written: dict[int, tuple[Weapon, orjson.Fragment]] = {}
_read: dict[bytes, Weapon] = {}


def _write_weapon(weapon: Weapon) -> orjson.Fragment:
    known = _written.get(id(weapon))
    if known is None:
        if len(_written) >= _WEAPONS_KEPT:
            _written.clear()
        # The weapon is kept beside its text so that no other can come to have its id.
        text = orjson.dumps(_with_kind(weapon), option=orjson.OPT_SORT_KEYS)
        known = _written[id(weapon)] = weapon, orjson.Fragment(text)
    return known[1]


def _read_weapon(data: dict[str, Any] | Weapon, _: type) -> Weapon:
    if isinstance(data, Weapon):  # a state's, read already
        return data
    text = orjson.dumps(data, option=orjson.OPT_SORT_KEYS)
    known = _read.get(text)
    if known is None:
        if len(_read) >= _WEAPONS_KEPT:
            _read.clear()
        known = _read[text] = _read_kind(data, Weapon)
    return known


_converter.register_unstructure_hook_func(lambda t: t is Weapon, _write_weapon)
_converter.register_structure_hook_func(lambda t: t is Weapon, _read_weapon)
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


def dump_state(state: Encounter) -> bytes:
    """An encounter as JSON, each weapon in it once."""
    fields = plain(state, Encounter)
    numbers: dict[int, int] = {}
    weapons: list[orjson.Fragment] = []
    for carried in _carried(fields):
        weapon = carried["weapon"]
        carried["weapon"] = number = numbers.setdefault(id(weapon), len(weapons))
        if number == len(weapons):
            weapons.append(weapon)
    return orjson.dumps({**fields, "weapons": weapons})


def order(data: bytes, schema: int) -> Order:
    """The order that `canonical` wrote, under any layout up to the present one."""
    return _converter.structure(_fields(data, schema), Order)


def resolution(data: bytes, schema: int) -> Resolution:
    """The resolution that `dump` wrote, likewise."""
    return _converter.structure(_fields(data, schema), Resolution)


def state(data: bytes, schema: int) -> Encounter:
    """The encounter that `dump_state` wrote, likewise."""
    fields = _fields(data, schema)
    weapons = [_read_weapon(weapon, Weapon) for weapon in fields.pop("weapons")]
    for carried in _carried(fields):
        carried["weapon"] = weapons[carried["weapon"]]
    return _converter.structure(fields, Encounter)


def _carried(state: Any) -> Iterator[dict[str, Any]]:
    return (carried for combatant in state["combatants"] for carried in combatant["carried"])


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
