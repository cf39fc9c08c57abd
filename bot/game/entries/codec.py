"""The JSON of the journal: records of the rules to bytes and back.

Members of the open families carry their `kind`, steps and matters their `type`. A state holds each weapon once, under
`weapons`, by a key that its carriers have. Records of older releases are upgraded on reading, step by
step, in `UPGRADES`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, cast, get_args, get_origin

import orjson
from cattrs.fns import identity
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.orjson import make_converter
from pydantic_core import from_json

from bot.game.entries.foreign import Foreign
from bot.game.entries.foreign import read as read_foreign
from bot.game.entries.server_settings import ServerSettings
from rules.engine.records.agenda import Declaration, Deployment, Pending, Plan, Question, Task, Timer, Watch
from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.records import Condition, Family, Order, Weapon
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Step, Sum
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Clause, Resolution
from rules.engine.table.import_order import Origin
from rules.words.places import Place

SCHEMA = 3
"""The number of the layout in which records are written; raise it with an upgrade of the layout before."""


def _to_2(fields: Any) -> Any:
    """Return the fields of layout 1 as fields of layout 2.

    Each weapon of a state was written wherever it is carried, and spare loads only as a number.
    """
    fields = _load_by_load(fields)
    if "combatants" in fields:
        fields["weapons"] = {}
        for number, carried in enumerate(_carried(fields)):
            fields["weapons"][str(number)] = carried["weapon"]
            carried["weapon"] = str(number)
    return fields


def _load_by_load(fields: Any) -> Any:
    """Return the fields with spare loads listed by their content. Earlier they were a number of full loads."""
    match fields:
        case {"measure": _, "capacity": int(capacity), "spares": int(number)}:
            return {**fields, "spares": [{"count": capacity, "number": number}] if number else []}
        case dict():
            return {key: _load_by_load(value) for key, value in fields.items()}
        case list():
            return [_load_by_load(value) for value in fields]
    return fields


def _to_3(fields: Any) -> Any:
    """Return the fields of layout 2 as fields of layout 3.

    An outcome was one text about no fighter in particular. Questions had no kind and were known by their choices, and a
    move in Space Marines that was already paid by its words.
    """
    if "outcome" in fields:
        fields["clauses"] = [{"about": "", "text": fields.pop("outcome")}]
    return _questions_to_3(fields)


def _questions_to_3(fields: Any) -> Any:
    match fields:
        case dict():
            return _proceed_to_3(_question_to_3({key: _questions_to_3(value) for key, value in fields.items()}))
        case list():
            return [_questions_to_3(value) for value in fields]
    return fields


_QUESTIONS = {
    ("duck", "stay"): ("phoenix.duck", ["duck", "stay"]),
    ("flee", "surrender"): ("phoenix.break", ["flee", "surrender"]),
    ("freeze", "do not freeze"): ("phoenix.freeze", ["freeze", "refuse"]),
    ("fire", "hold fire"): ("space_marines.cover fire", ["fire", "hold"]),
}
"""Kind and ids by the choices; what can be bought in Savage comes before its last one."""


def _question_to_3(fields: dict[str, Any]) -> dict[str, Any]:
    if fields.get("type") != "question":
        return fields
    *some, last = fields["choices"]
    kind, ids = _QUESTIONS.get((*some, last), ("", [*some, last]))
    if last == "buy nothing":
        kind, ids = "savage.purchase", [*some, "nothing"]
    return {**fields, "kind": kind, "ids": ids}


def _proceed_to_3(fields: dict[str, Any]) -> dict[str, Any]:
    if fields.get("kind") != "space_marines.Proceed" or not fields["how"].startswith("paid"):
        return fields
    return {**fields, "how": fields["how"].removeprefix("paid").strip(), "paid": True}


UPGRADES: dict[int, Callable[[Any], Any]] = {1: _to_2, 2: _to_3}
"""The function that upgrades a state, an order, a resolution or a profile to the next layout, by layout number."""

R = TypeVar("R")
W = TypeVar("W")
_converter = make_converter(omit_if_default=False)


def _written_as_is(type: Any) -> bool:
    """Return whether every value of a type is JSON already: a word, a number, nothing, or tuples of these."""
    if get_origin(type) in (tuple, Union, UnionType):
        return all(map(_written_as_is, get_args(type)))
    if get_origin(type) is Annotated:
        return _written_as_is(get_args(type)[0])
    return type in (str, int, bool, NoneType, Ellipsis) or get_origin(type) is Literal


# Generated code does not call this one at all.
_converter.register_unstructure_hook_func(_written_as_is, identity)
# First of all hooks: those of records that hold places are made from these, and a place would else be a list.
_converter.register_unstructure_hook(Place, lambda place: {"column": place.column, "row": place.row})
_converter.register_structure_hook(Place, lambda fields, _: Place(fields["column"], fields["row"]))


def _with_kind(record: Family) -> dict[str, Any]:
    if not record.kind:
        if isinstance(record, Foreign):
            return dict(parsed(record.written))
        raise TypeError(f"{type(record).__qualname__} declares no kind and cannot be stored")
    return {"kind": record.kind, **_converter.unstructure(record, unstructure_as=type(record))}


def _read_kind(data: dict[str, Any], family: type[Family]) -> Any:
    fields = dict(data)
    member = family.kinds.get(fields.pop("kind"))
    if member is None:
        return read_foreign(data, family)
    return _converter.structure(fields, member)


def _add_family(family: type[Family]) -> None:
    _converter.register_unstructure_hook_func(lambda t: t is family, _with_kind)
    _converter.register_structure_hook_func(lambda t: t is family, _read_kind)


for _family in (Condition, Order, Effect):
    _add_family(_family)


def _without_the_empty(condition: type[Condition]) -> Callable[[Any], Any]:
    """Return a function that writes a condition without its empty fields.

    Most fields of a combatant are empty most of the time. A default that is not empty is written, because it may change
    from one release to the next.
    """
    empty: Any = {
        field.name: override(omit_if_default=True) for field in fields(cast(Any, condition)) if not field.default
    }
    return make_dict_unstructure_fn(condition, _converter, **empty)


_converter.register_unstructure_hook_factory(
    lambda t: isinstance(t, type) and issubclass(t, Condition) and t is not Condition, _without_the_empty
)


def _late(field: Field[Any]) -> bool:
    """Return whether the field came later than its record: it is marked so, or not compared."""
    return not field.compare or bool(field.metadata.get("late"))


def stored_name(field: Field[Any]) -> str:
    """Return the key of a field in JSON: its name, or the one under which it was stored before it was renamed."""
    return str(field.metadata.get("stored", field.name))


def _overrides(record: type) -> Any:
    return {
        field.name: override(omit_if_default=_late(field) or None, rename=field.metadata.get("stored"))
        for field in fields(cast(Any, record))
        if _late(field) or "stored" in field.metadata
    }


def _written_with(record: type) -> Callable[[Any], Any]:
    """Return a function that writes a record under the stored names, without its late fields while they are empty.

    Dice are drawn for an order's bytes, and these must stay the same.
    """
    return make_dict_unstructure_fn(record, _converter, **_overrides(record))


def _read_with(record: type) -> Callable[[Any, Any], Any]:
    return make_dict_structure_fn(record, _converter, **_overrides(record))


_converter.register_unstructure_hook_factory(
    lambda t: isinstance(t, type) and is_dataclass(t) and bool(_overrides(t)),
    _written_with,
)
_converter.register_structure_hook_factory(
    lambda t: isinstance(t, type) and is_dataclass(t) and any("stored" in field.metadata for field in fields(t)),
    _read_with,
)


def _sorted(fields: Any) -> bytes:
    return _trimmed(orjson.dumps(fields, option=orjson.OPT_SORT_KEYS))


def _trimmed(text: bytes) -> bytes:
    """Return a copy to keep in memory, because orjson allocates kilobytes more than it writes."""
    return bytes(memoryview(text))


class _Kept(Generic[R, W]):
    """Written records, cached for the next time: weapons never change, most combatants not in an order.

    `write` also returns the bytes of what it writes.
    """

    def __init__(self, write: Callable[[R], tuple[W, int]]) -> None:
        self._write = write
        self._bytes = 0
        self._written: dict[int, tuple[R, W]] = {}

    def of(self, record: R) -> W:
        kept = self._written.get(id(record))
        if kept is None:
            written, size = self._write(record)
            if len(self._written) >= _MOST_KEPT or self._bytes + size > _MOST_BYTES_KEPT:
                self._written.clear()
                self._bytes = 0
            # The record is kept beside it so that no other can come to have its id.
            kept = self._written[id(record)] = record, written
            self._bytes += size
        return kept[1]


_Keyed = tuple[str, orjson.Fragment]
"""A weapon's key in a state, and its text."""


def _write_weapon(weapon: Weapon) -> tuple[_Keyed, int]:
    text = _sorted(_with_kind(weapon))
    return (hashlib.sha256(text).hexdigest()[:16], orjson.Fragment(text)), len(text)


def _write_combatant(combatant: Combatant) -> tuple[tuple[orjson.Fragment, tuple[_Keyed, ...]], int]:
    """Return their text and the weapons that they carry."""
    fields = json_values(combatant, Combatant)
    weapons = tuple(_weapons.of(carried.weapon) for carried in combatant.carried)
    for written, (key, _) in zip(fields["carried"], weapons, strict=True):
        written["weapon"] = key
    text = _trimmed(orjson.dumps(fields))
    return (orjson.Fragment(text), weapons), len(text)


_MOST_KEPT, _MOST_BYTES_KEPT = 1024, 4 << 20
_weapons = _Kept(_write_weapon)
_combatants = _Kept(_write_combatant)
_read: dict[bytes, Weapon] = {}


def _read_weapon(data: dict[str, Any] | Weapon, _: type) -> Weapon:
    if isinstance(data, Weapon):  # a state's, read already
        return data
    text = _sorted(data)
    weapon = _read.get(text)
    if weapon is None:
        if len(_read) >= _MOST_KEPT:
            _read.clear()
        weapon = _read[text] = _read_kind(data, Weapon)
    return weapon


_converter.register_unstructure_hook_func(lambda t: t is Weapon, lambda weapon: _weapons.of(weapon)[1])
_converter.register_structure_hook_func(lambda t: t is Weapon, _read_weapon)
TYPES: dict[type, str] = {
    Lookup: "lookup",
    Sum: "sum",
    Roll: "roll",
    Ruling: "ruling",
    Note: "note",
    Task: "task",
    Watch: "watch",
    Timer: "timer",
    Question: "question",
    Plan: "plan",
    Declaration: "declaration",
    Deployment: "deployment",
}
"""The word under which each kind of step and matter is stored, whatever its class is called."""
# Fields that most steps and clauses leave empty are omitted.
_BRIEF = {"about", "section", "result", "of", "nobody", "brief", "outward"}
_LINES = (*get_args(Step), Clause)


def _briefly(line: type) -> Callable[[Any], Any]:
    """Return a function that writes a step or clause without those of its fields that are empty."""
    brief = [field.name for field in fields(line) if field.name in _BRIEF and field.default is not MISSING]
    omitted: Any = {name: override(omit_if_default=True) for name in brief}
    return make_dict_unstructure_fn(line, _converter, **omitted)


def _with_type(record: object) -> dict[str, Any]:
    return {**_converter.unstructure(record), "type": TYPES[type(record)]}


def _read_type(data: dict[str, Any], _: Any) -> Any:
    fields = dict(data)
    return _converter.structure(fields, _BY_NAME[fields.pop("type")])


# Made when the first record is written: to compile them all takes a fiftieth of a start.
_converter.register_unstructure_hook_factory(_LINES.__contains__, _briefly)
_BY_NAME = {name: type for type, name in TYPES.items()}
for _union in (Step, Pending):
    _converter.register_unstructure_hook(_union, _with_type)
    _converter.register_structure_hook(_union, _read_type)


# A set has no order of its own, and a digest may not depend on how it was built.
_converter.register_unstructure_hook_func(
    lambda t: t == frozenset[Place], lambda places: [_converter.unstructure(place) for place in sorted(places)]
)


def json_values(record: object, as_type: Any) -> Any:
    """Return a record as the dicts and lists of its JSON."""
    return _converter.unstructure(record, unstructure_as=as_type)


def canonical(order: Order) -> bytes:
    """Return the order in the canonical JSON that its digest is taken of: keys sorted, no blanks, UTF-8."""
    return _sorted(json_values(order, Order))


def dump(record: object, as_type: Any) -> bytes:
    """Return a record as JSON."""
    return orjson.dumps(json_values(record, as_type))


def dump_resolution(resolution: Resolution) -> tuple[bytes, int]:
    """Return a resolution as JSON, and how many bytes of that are its effects."""
    fields = json_values(resolution, Resolution)
    effects = orjson.dumps(fields["effects"])
    return orjson.dumps({**fields, "effects": orjson.Fragment(effects)}), len(effects)


def parsed(data: bytes) -> Any:
    """Return what a JSON text says. orjson would need twelve times its size while it reads, which a thread keeps."""
    return from_json(data)


def dump_state(state: Encounter) -> bytes:
    """Return an encounter as JSON, each weapon in it once."""
    fields = json_values(altered(state, combatants=()), Encounter)
    written = [_combatants.of(combatant) for combatant in state.combatants]
    fields["combatants"] = [text for text, _ in written]
    fields["weapons"] = {key: text for _, weapons in written for key, text in weapons}
    return orjson.dumps(fields)


def order(data: bytes, schema: int) -> Order:
    """Return the order that `canonical` wrote, under any layout up to the present one."""
    return _converter.structure(_fields(data, schema), Order)


def resolution(data: bytes, schema: int) -> Resolution:
    """Return the resolution that `dump_resolution` wrote, by the same rules."""
    return _converter.structure(_fields(data, schema), Resolution)


def effects(data: bytes, schema: int) -> tuple[Effect, ...]:
    """Return only the effects of the resolution that `dump_resolution` wrote, by the same rules."""
    return _converter.structure(_fields(data, schema)["effects"], tuple[Effect, ...])


def state(data: bytes, schema: int) -> Encounter:
    """Return the encounter that `dump_state` wrote, by the same rules."""
    fields = _fields(data, schema)
    weapons = {key: _read_weapon(weapon, Weapon) for key, weapon in fields.pop("weapons").items()}
    for carried in _carried(fields):
        carried["weapon"] = weapons[carried["weapon"]]
    return _converter.structure(fields, Encounter)


def _carried(state: Any) -> Iterator[dict[str, Any]]:
    return (carried for combatant in state["combatants"] for carried in combatant["carried"])


def kept(profile: Profile) -> bytes:
    """Return a profile for the roster, which keeps no layouts: it says its own."""
    return orjson.dumps({"schema": SCHEMA, **json_values(profile, Profile)})


def profile(data: bytes) -> Profile:
    """Return the profile that `kept` wrote; in the first layout it said none."""
    fields = parsed(data)
    return _converter.structure(_upgraded(fields, fields.pop("schema", 1)), Profile)


def kept_setup(preset: str, orders: Iterable[Order]) -> bytes:
    """Return a server's set-up, which keeps no layouts either."""
    return orjson.dumps({"schema": SCHEMA, "preset": preset, "orders": [json_values(order, Order) for order in orders]})


def setup(data: bytes) -> tuple[str, tuple[Order, ...]]:
    """Return the preset and the orders that `kept_setup` wrote."""
    fields = parsed(data)
    orders = (_upgraded(order, fields["schema"]) for order in fields["orders"])
    return fields["preset"], tuple(_converter.structure(order, Order) for order in orders)


def origin(fields: Any) -> Origin:
    """Return the origin of an import that `json_values` wrote."""
    return _converter.structure(fields, Origin)


def server_settings(data: bytes) -> ServerSettings:
    """Return a server's settings from the text that `dump` wrote; what it left out is as by default."""
    return _converter.structure(parsed(data), ServerSettings)


def _fields(data: bytes, schema: int) -> Any:
    return _upgraded(parsed(data), schema)


def _upgraded(fields: Any, schema: int) -> Any:
    for layout in range(schema, SCHEMA):
        fields = UPGRADES[layout](fields)
    return fields
