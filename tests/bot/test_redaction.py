"""People are taken out of stored JSON byte by byte: their ids and their names beside typed dice, and nothing else."""

from __future__ import annotations

import json

import orjson

from bot.game.redaction import NOBODY, NOBODY_FIRST, names_of, renamed, typists, without_names

ANN, BEN = "100000000000000001", "100000000000000002"


def read(written: bytes) -> object:
    return json.loads(written)


def test_an_id_is_replaced_as_a_whole_string_and_in_a_mention() -> None:
    before = {"gms": [ANN, BEN], "owner": ANN, "text": f"<@{ANN}> and <@!{ANN}> call", ANN: 1}
    after = renamed(orjson.dumps(before), {ANN: "anon-1"})
    assert read(after) == {"gms": ["anon-1", BEN], "owner": "anon-1", "text": "anon-1 and anon-1 call", "anon-1": 1}


def test_an_id_is_replaced_in_the_key_of_a_side() -> None:
    written = '{"by":["\ue000123","Scouts"],"side":"\ue000124"}'.encode()
    assert renamed(written, {"123": "somebody-1"}).decode() == '{"by":["\ue000somebody-1","Scouts"],"side":"\ue000124"}'


def test_what_only_looks_like_an_id_stays() -> None:
    before = {"text": f'she typed "{ANN}"', "longer": ANN + "0", "sum": f"{ANN} points", "number": int(ANN)}
    written = orjson.dumps(before)
    assert renamed(written, {ANN: "anon-1"}) == written


def test_several_ids_are_replaced_at_once_also_by_names_with_quotes() -> None:
    written = orjson.dumps({"one": ANN, "other": BEN, "text": f"<@{BEN}>"})
    assert read(renamed(written, {ANN: BEN, BEN: 'the "B"\\n'})) == {
        "one": BEN,
        "other": 'the "B"\\n',
        "text": 'the "B"\\n',
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
