"""Every field that holds a user says so in its type, and is renamed wherever its record is; no other field is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import orjson
import pytest

from bot.game.entries import codec
from bot.game.entries.redaction import renamed
from rules.engine.records.model import Encounter, Profile
from rules.engine.records.orders import Handover
from rules.engine.records.records import Condition, Family, Order, Weapon
from rules.engine.records.references import OPENING
from rules.engine.records.users import SideKey, UserId
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Resolution
from tests.bot.test_kinds import load_all
from tests.bot.test_stored_layouts import STORED
from tests.bot.test_stored_layouts import sample as stored_sample
from tests.each import each

load_all()

FAMILIES = (Order, Effect, Condition, Weapon)
USERS = """Accepted.keeper JoinRequest.user Appoint.gm Appointed.gms Combatant.keeper Combatant.owner Depart.player
    Encounter.brought Encounter.gms Encounter.refused Handover.owner Muster.keeper Muster.owner Plan.by Registered.owner
    SetPlan.by Start.gm TakeOver.gm"""
SIDES = "Combatant.met Contact.by Fell.by Met.side Sighting.side Unseen.by Unseen.known_by Watched.by"
"""The fields that hold a user, and those that hold the key of a side."""
OTHERS = """Combatant.side Deploy.side Deployment.side Encounter.sides GoesOff.by Listened.by Muster.side OpenSide.side
    Proceed.leader Registered.side Rename.side Roll.typed_by SidesOpened.sides TypedFor.by"""
"""Fields of such names that hold something else: the name of a side as people type it, a fighter, a display name."""
LIKELY = {*(one.partition(".")[2] for one in (*USERS.split(), *SIDES.split())), "leader", "sides", "typed_by", "users"}


def records() -> list[type]:
    """Every class of records that is stored."""
    found: dict[type, None] = {}
    left: list[Any] = [*FAMILIES, Resolution, Encounter, Profile]
    while left:
        kind = left.pop()
        if kind in FAMILIES:
            left += [member for member in kind.kinds.values() if member.__module__.startswith("rules.")]
        elif is_dataclass(kind) and isinstance(kind, type) and kind not in found:
            found[kind] = None
            left += types_of(kind).values()
        else:
            left += get_args(kind)
    return sorted(found, key=lambda kind: (kind.__name__, kind.__module__))


def types_of(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def leaves(kind: Any) -> Iterator[Any]:
    """The types within a type, without those of records."""
    if kind in (UserId, SideKey) or not get_args(kind):
        yield kind
    else:
        for one in get_args(kind):
            yield from leaves(one)


def holding(wanted: Any) -> set[str]:
    """The fields of all records with such a value."""
    places = [(kind.__name__, name, one) for kind in records() for name, one in types_of(kind).items()]
    return {f"{kind}.{name}" for kind, name, one in places if wanted in leaves(one)}


def test_the_fields_that_hold_a_user_or_a_side() -> None:
    assert holding(UserId) == {*USERS.split()}
    assert holding(SideKey) == {*SIDES.split()}


def test_a_field_that_is_called_like_them_holds_a_user_or_is_known_to_hold_something_else() -> None:
    assert {one for one in holding(str) if one.partition(".")[2] in LIKELY} == {*OTHERS.split()}


USER, NEW = "123456789012345678", "somebody else"


def sample(kind: Any, depth: int = 0) -> tuple[Any, Any]:
    """A plain value of a type, in which every text looks like the id of a user, before and after the renaming."""
    if kind == UserId:
        return USER, NEW
    if kind == SideKey:
        return OPENING + USER, OPENING + NEW
    if kind in FAMILIES:
        return both({"kind": "Handover"}, Handover, depth) if kind is Order else ({}, {})
    if is_dataclass(kind) and isinstance(kind, type):
        tag = {"type": codec.TYPES[kind]} if kind in codec.TYPES else {}
        return both({**tag, **({"kind": kind.kind} if issubclass(kind, Family) else {})}, kind, depth)
    if get_origin(kind) is tuple and Ellipsis in get_args(kind):
        before, after = zip(*(sample(one, depth) for one in alternatives(get_args(kind)[0])), strict=True)
        return [*before], [*after]
    some = [one for one in get_args(kind) if one is not NoneType]
    return sample(some[0], depth) if NoneType in get_args(kind) else (USER, USER)


def alternatives(kind: Any) -> list[Any]:
    """The types of a union of records, or the one type."""
    return [*get_args(kind)] if all(map(is_dataclass, get_args(kind))) and get_args(kind) else [kind]


def both(begin: dict[str, Any], kind: type, depth: int) -> tuple[dict[str, Any], dict[str, Any]]:
    values = {name: sample(one, depth + 1) for name, one in types_of(kind).items() if depth < 6}
    return {**begin, **{key: one for key, (one, _) in values.items()}}, {
        **begin,
        **{key: one for key, (_, one) in values.items()},
    }


def within(kind: type) -> Any:
    """The type under which a record is stored."""
    return next((family for family in FAMILIES if issubclass(kind, family)), kind)


@each(records(), lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_each_is_renamed_in_every_record_and_nothing_else_is(kind: type) -> None:
    before, after = sample(kind)
    written = json.dumps(before, separators=(",", ":"), ensure_ascii=False).encode()
    assert json.loads(renamed(written, within(kind), lambda user: NEW if user == USER else user)) == after


@pytest.mark.parametrize(("schema", "ruleset"), STORED)
def test_records_of_every_layout_are_renamed_as_they_are_stored(schema: int, ruleset: str) -> None:
    stored = stored_sample(schema, ruleset)
    before = orjson.dumps(stored["state"])
    state, after = codec.state(before, schema), codec.state(renamed(before, Encounter, "anon-{}".format), schema)
    assert state.gms and after.gms == tuple(f"anon-{gm}" for gm in state.gms)
    owners = [one.owner for one in state.combatants]
    assert [one.owner for one in after.combatants] == [owner and f"anon-{owner}" for owner in owners]
    for entry in stored["entries"]:
        for kind, part in ((Order, entry["order"]), (Resolution, entry["resolution"])):
            written = orjson.dumps(part)
            there = renamed(renamed(written, kind, "anon-{}".format), kind, lambda user: user.removeprefix("anon-"))
            assert orjson.loads(there) == part
