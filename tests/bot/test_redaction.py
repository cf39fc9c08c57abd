"""People are taken out of stored JSON: their ids by place, their names beside typed dice, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_type_hints

import orjson
import pytest

from bot.game.entries import codec, leaves, redaction
from bot.game.entries.redaction import NOBODY, NOBODY_FIRST, names_of, renamed, typists, without_names
from rules.engine.records.agenda import Line
from rules.engine.records.orders import Fire, Pass, SetPlan, Target
from rules.engine.records.records import Order
from rules.engine.scene.scene import Resolution

ANN, BEN = "100000000000000001", "100000000000000002"


def read(written: bytes) -> object:
    return json.loads(written)


def renaming(names: dict[str, str]) -> Callable[[str], str]:
    return lambda user: names.get(user, user)


def test_an_id_is_replaced_where_a_record_holds_a_user_and_in_mentions() -> None:
    muster = {"kind": "Handover", "subject": "c1", "owner": ANN}
    asked: dict[str, Any] = {"id": ANN, "user": ANN, "name": "Ann", "muster": muster}
    before: dict[str, Any] = {
        "kind": "Several",
        "orders": [
            {"kind": "Appoint", "gm": ANN, "name": f"<@{ANN}> and <@!{ANN}>, not <@{BEN}>"},
            {"kind": "Handover", "subject": ANN, "owner": BEN},
            {"kind": "Handover", "subject": "c2", "owner": None},
            {"kind": "Apply", "application": asked, "why": ANN},
        ],
    }
    expected = {
        "kind": "Several",
        "orders": [
            {"kind": "Appoint", "gm": "anon-1", "name": f"anon-1 and anon-1, not <@{BEN}>"},
            *before["orders"][1:3],
            {
                "kind": "Apply",
                # Only what is a user's: not the id of a request or of a fighter, and not a text.
                "application": {**asked, "user": "anon-1", "muster": {**muster, "owner": "anon-1"}},
                "why": ANN,
            },
        ],
    }
    assert read(renamed(orjson.dumps(before), Order, renaming({ANN: "anon-1"}))) == expected


def test_an_id_is_replaced_in_the_key_of_a_side() -> None:
    before = {"unseen": [{"id": "c1", "by": ["\ue000123", "Scouts", "123", "\ue000"]}], "steps": [], "effects": []}
    after = {**before, "unseen": [{"id": "c1", "by": ["\ue000anon-1", "Scouts", "123", "\ue000"]}]}
    assert read(renamed(orjson.dumps(before), Resolution, renaming({"123": "anon-1"}))) == after


def test_words_of_the_program_are_no_people() -> None:
    before: dict[str, Any] = {
        "effects": [
            {"kind": "Ticked", "clock": {"turn": 1, "impulse": 2}},
            {"kind": "Appointed", "gms": ["clock", "Ticked", "effects"]},
        ]
    }
    after = {"effects": [before["effects"][0], {"kind": "Appointed", "gms": ["A", "B", "C"]}]}
    names = {"clock": "A", "Ticked": "B", "effects": "C", "kind": "D", "1": "E"}
    assert read(renamed(orjson.dumps(before), Resolution, renaming(names))) == after


def test_nothing_is_written_again_if_nobody_is_renamed() -> None:
    written = b'{ "kind":"Jot", "text":"<@1> \\u0041" }'
    assert renamed(written, Order, renaming({ANN: "anon-1"})) == written


def test_several_ids_are_replaced_at_once_also_by_names_with_quotes() -> None:
    before = {"effects": [{"kind": "Appointed", "gms": [ANN, BEN]}], "clauses": [{"about": "", "text": f"<@{BEN}>"}]}
    assert read(renamed(orjson.dumps(before), Resolution, renaming({ANN: BEN, BEN: 'the "B"\\n'}))) == {
        "effects": [{"kind": "Appointed", "gms": [BEN, 'the "B"\\n']}],
        "clauses": [{"about": "", "text": 'the "B"\\n'}],
    }


def test_names_beside_typed_dice_are_found_and_replaced() -> None:
    steps = [{"type": "roll", "typed_by": 'Ann "A" Ü'}, {"type": "roll", "typed_by": "Ben"}, {"typed_by": ""}]
    order = {"actor": "c1", "dice": {"by": "Ann", "values": [1, 20]}, "how": 'says "typed_by":"Ann"'}
    agenda = {"order": {"dice": {"values": [], "by": "Ann"}}, "by": "Ann"}
    written = [orjson.dumps(each) for each in (steps, order, agenda)]
    assert [typists(each) for each in written] == [{'Ann "A" Ü', "Ben"}, {"Ann"}, {"Ann"}]
    gone = frozenset({"Ann", 'Ann "A" Ü'})
    after = [read(without_names(each, ANN, gone)) for each in written]
    assert after == [
        [{**steps[0], "typed_by": NOBODY}, *steps[1:]],
        {**order, "dice": {"by": NOBODY, "values": [1, 20]}},
        {"order": {"dice": {"values": [], "by": NOBODY}}, "by": "Ann"},
    ]


def test_names_beside_an_id_are_found_and_replaced() -> None:
    name = 'Ann "A"'
    appoint = {"gm": ANN, "kind": "Appoint", "name": name}
    other = {"gm": BEN, "kind": "Appoint", "name": name}
    asked = {"id": "1", "muster": {"name": name, "owner": ANN}, "name": name, "user": ANN}
    state: list[dict[str, object]] = [
        {"id": "1", "user": ANN, "name": name, "muster": {"name": name}},
        {"user": BEN, "name": name},
    ]
    written = [orjson.dumps(each) for each in (appoint, other, asked, state)]
    assert [names_of(each, ANN) for each in written] == [{name}, set(), {name}, {name}]
    assert [read(without_names(each, ANN, frozenset({name}))) for each in written] == [
        {**appoint, "name": NOBODY_FIRST},
        other,
        {**asked, "name": NOBODY_FIRST},
        [{**state[0], "name": NOBODY_FIRST}, state[1]],
    ]


def test_a_name_is_replaced_in_texts_that_tell_of_such_orders() -> None:
    texts = [
        'Ann "A" is now a GM of this encounter as well. Ann "A" waits.',
        'Ann "A" is a GM of this encounter as well. Ann "A" waits.',
        'Undone: Ann "A" takes the encounter over: they',
        'Undone: Ann "A" takes over the encounter, manages',
        'Ann "A" asks to bring in Ann.',
        'The GM does not let Ann "A" bring in Ann.',
    ]
    assert read(without_names(orjson.dumps(texts), ANN, frozenset({'Ann "A"'}))) == [
        'Somebody is now a GM of this encounter as well. Ann "A" waits.',
        'Somebody is a GM of this encounter as well. Ann "A" waits.',
        "Undone: Somebody takes the encounter over: they",
        "Undone: Somebody takes over the encounter, manages",
        "Somebody asks to bring in Ann.",
        "The GM does not let somebody bring in Ann.",
    ]


def test_the_fields_of_a_record_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes long, and the first order of each kind waits for it."""
    worked_out: list[Any] = []

    def counted(kind: Any, **given: Any) -> dict[str, Any]:
        worked_out.append(kind)
        return get_type_hints(kind, **given)

    monkeypatch.setattr(redaction, "get_type_hints", counted)
    for cached in (redaction._types_of, leaves._places, leaves._holds):
        cached.cache_clear()
    for order in (Fire("c1", (Target("c2"),)), SetPlan("c1", (Line("stay", (Pass("c1"),)),), "7")):
        written = codec.dump(order, Order)
        list(leaves.in_order(codec.parsed(written), written))
    assert len(worked_out) == len({*worked_out}) > 0
