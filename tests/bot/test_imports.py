"""The encounter that an exported file begins: the last state without people, however the file was altered."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.workers.read_import import imported
from bot.errors import ChannelTaken
from bot.game.entries import codec
from bot.game.files.imports import Found, found, with_owners
from bot.game.files.soundness import check_sound
from bot.game.pages.export_replay import resolve_again
from bot.game.requests import MapRequest, PlanRequest, appointing
from rules.engine.records.errors import Refusal
from rules.engine.records.records import Condition, Weapon
from rules.engine.records.references import OPENING
from rules.engine.table.import_order import Import
from rules.shelf import Shelf, shelf
from tests.bot.table import ANN, BEN, GM, Table, invocation, laid
from tests.bot.test_stored_layouts import YOUNGER, sample
from tests.examples import examples

Document = dict[str, Any]
ANN_S, BEN_S = "110000000000000201", "110000000000000202"
"""Ids as long as Discord's."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def exported(table: Table) -> Document:
    """The export, as if it had been made where users have ids as long as Discord's."""
    given = await table.exported()
    text = json.dumps(given)
    for short, long in ((ANN, ANN_S), (BEN, BEN_S)):
        text = text.replace(f'"{short}"', f'"{long}"')
    read: Document = json.loads(text)
    for entry, short_one in zip(read["entries"], given["entries"], strict=True):
        for leaf in entry["chain"]["leaves"]:
            text = reduce(getitem, leaf["at"], short_one)
            if text != reduce(getitem, leaf["at"], entry):
                leaf["hash"] = hashlib.sha256(bytes.fromhex(leaf.pop("salt")) + text.encode()).hexdigest()
    return read


async def played(table: Table) -> Document:
    await table.order(MapRequest("12x8", "C3 D4-F4"))
    await table.order(PlanRequest("when Alien 2 shows: fire at them; when Alien 3 shows: reload", "Rifleman"), BEN)
    await table.order(appointing(ANN, "Ann"))
    await table.fire()
    await table.fire("Alien 2")
    await table.referee.undo(invocation())
    await table.fire("Alien 3", dice="7")
    return await exported(table)


def opened(given: Document) -> Found:
    return found(given, shelf())


async def test_the_last_state_begins_the_encounter_without_people(table: Table) -> None:
    given = await played(table)
    last, (state, origin) = (await table.head()).state, (opened(given).encounter, opened(given).origin)
    assert [one.owner for one in state.combatants] == [ANN_S, BEN_S, None, None, None]
    as_it_was = [replace(one, owner=None, keeper="", roster="", kept="") for one in last.combatants]
    assert [replace(one, owner=None) for one in state.combatants] == as_it_was
    assert (state.clock, state.battle_map, state.switches) == (last.clock, last.battle_map, last.switches)
    assert (state.gms, state.commitment, state.throws, state.undone, state.brought) == ((), "", (), (), ())
    # Texts name fighters by id, so that a plan tells nobody more than it did.
    assert json.dumps(codec.json_values(state.agenda[0], type(state.agenda[0]))).count("\\ue000c") == 2
    written = codec.dump_state(state).decode()
    assert not re.search(r'"(by|keeper|gms)":("[^"]|\[")', written)
    assert (origin.id, origin.title, origin.ended) == (last.id, last.title, False)
    assert (origin.verified, origin.unverified, origin.typed) == (0, 2, 1)
    assert origin.orders == 9


async def test_an_ended_encounter_goes_on_if_its_dice_are_those_of_its_seed(table: Table) -> None:
    await played(table)
    await table.referee.end(invocation())
    given = await exported(table)
    begun = opened(given)
    assert not begun.encounter.ended and begun.origin.ended
    assert (begun.origin.verified, begun.origin.unverified) == (2, 0)
    roll = next(step for entry in given["entries"] for step in entry["steps"] if step["type"] == "roll")
    roll["value"] = (roll["value"] + 1) % 10
    with pytest.raises(Refusal, match=r"damaged or was changed.*(the seed gives|its hash)"):
        opened(given)


async def test_after_an_undone_end_the_throws_of_the_secret_seed_are_not_verified(table: Table) -> None:
    await table.fire()
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    await table.fire("Alien 2")
    origin = opened(await exported(table)).origin
    assert (origin.verified, origin.unverified) == (1, 1)


async def test_every_order_of_an_export_gives_the_same_again(table: Table) -> None:
    given = await played(table)
    orders = sum(entry["kind"] == "order" and entry["part"] == 0 for entry in given["entries"])
    assert resolve_again(given, shelf()) == ((orders, 0, 0), [])


async def test_an_export_of_a_missing_rulebook_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    given = await played(table)
    books = Shelf({id: book for id, book in shelf().items() if id != "aliens"}, {})
    for family in (Condition, Weapon):
        for kind in [kind for kind in family.kinds if kind.startswith("aliens.")]:
            monkeypatch.delitem(family.kinds, kind)
    monkeypatch.setattr(codec, "_read", {})
    with pytest.raises(Refusal, match=r"I don't know its rulebook\. Nothing was imported\.$"):
        found(given, books)
    problem = "the orders cannot be resolved again: the rulebook aliens is not installed"
    assert resolve_again(given, books) == ((0, 0, 0), [problem])


async def test_owners_stay_who_are_members(table: Table) -> None:
    state = opened(await played(table)).encounter
    assert [one.owner for one in with_owners(state, {BEN_S}).combatants] == [None, BEN_S, None, None, None]


async def test_a_side_of_ones_own_follows_its_owner(table: Table) -> None:
    state = opened(await played(table)).encounter
    apone, rifleman, alien, *_ = state.combatants
    alone = replace(apone, side=""), replace(rifleman, side=""), replace(alien, met=(OPENING + ANN_S, OPENING + BEN_S))
    kept = with_owners(replace(state, combatants=alone), {BEN_S})
    assert kept.combatants[2].met == (OPENING, OPENING + BEN_S)


async def test_it_begins_by_an_order_like_any_other(table: Table) -> None:
    begun = opened(await played(table))
    given = invocation(channel="11")
    group = await table.referee.bring(given, begun, "Again", {BEN_S})
    head = group[-1]
    assert isinstance(head.order, Import) and (head.seq, head.state.title, head.state.gms) == (1, "Again", (GM,))
    assert head.encounter_id == head.state.id != begun.origin.id
    # A second delivery changes nothing, and another import finds the channel taken.
    again = await table.referee.bring(given, begun, "Again", {BEN_S})
    assert [entry.state for entry in again] == [entry.state for entry in group]
    with pytest.raises(ChannelTaken):
        await table.referee.bring(invocation(channel="11"), begun, "", ())
    rows = await table.referee.store.journal.open_encounters("1", 9)
    assert sorted(row.channel_id for row in rows) == ["10", "11"]
    # What is stored reads the same, and its rules give the same again.
    table.referee.journal.forget(head.encounter_id)
    stored = await table.referee.journal.head(head.encounter_id)
    assert stored is not None and (stored.state, stored.order) == (head.state, head.order)
    with pytest.raises(Refusal, match="nothing to undo"):
        await table.referee.undo(invocation(channel="11"))


@pytest.mark.parametrize("ruleset", YOUNGER)
def test_states_of_all_rulebooks_are_sound(ruleset: str) -> None:
    state = codec.state(orjson.dumps(sample(2, ruleset)["state"]), 2)
    check_sound(replace(state, ended=False), shelf()[ruleset])


def test_other_files_are_refused_in_a_sentence(table: Table) -> None:
    for data, says in (
        (b"", "not an encounter's export"),
        (b"[" * 100_000, "not an encounter's export"),
        (b"[]", "not an encounter's export"),
        (b'{"format": 5}', "not an encounter's export"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b'{"format": "skirmish-referee-reading"}', "only what one side has seen"),
        (b'{"format": "skirmish-referee-export"}', "damaged"),
        (b'{"format": "skirmish-referee-export", "version": 3, "layout": 99}', "newer version"),
    ):
        assert says in imported(data)["refusal"], data


Change = Callable[[Document], Any]


def last_of(given: Document, kind: str) -> dict[str, Any]:
    """The last effect of that kind."""
    found: dict[str, Any] = next(e for entry in given["entries"][::-1] for e in entry["effects"] if e["kind"] == kind)
    return found


def put(kind: str, *path: str | int, value: Any) -> Change:
    """Set something in the last effect of that kind."""

    def change(given: Document) -> None:
        inner: Any = last_of(given, kind)
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


def effect(value: Any) -> Change:
    """One more effect at the end."""
    return lambda given: given["entries"][-1]["effects"].append(value)


def everywhere(name: str, value: str) -> Change:
    """Set a fact about the encounter in the heading and in the entries."""

    def change(given: Document) -> None:
        put("Opened", "encounter", name, value=value)(given)
        given["encounter"][name] = value

    return change


END = {"kind": "End", "seed": "", "idle_days": 0}
CHANGES: dict[str, tuple[Change, str]] = {
    "another rulebook": (everywhere("ruleset", "chess"), "don't know its rulebook"),
    "another rulebook in the entries": (put("Opened", "encounter", "ruleset", value="chess"), "ruleset in the head"),
    "a preset": (put("Opened", "encounter", "preset", value="chess"), "preset"),
    "a switch": (put("Opened", "encounter", "switches", 0, value=["chess", "on"]), "switch"),
    "a value": (put("Opened", "encounter", "switches", 0, 1, value="maybe"), "switch"),
    "a title": (put("Opened", "encounter", "title", value="," * 99), "damaged"),
    "a clock": (put("Opened", "encounter", "clock", "impulse", value=9), "its dice are drawn for"),
    "a late clock": (put("Opened", "encounter", "clock", "turn", value=10**30), "too large|damaged"),
    "mustered": (put("Opened", "encounter", "mustered", value=-5), "id"),
    "actions": (put("Joined", "combatant", "condition", "actions", value=10**6), "too large|damaged"),
    "a kind": (effect({"kind": "Chess"}), "contradict each other"),
    "no kind": (effect(5), "damaged"),
    "nobody": (effect({"kind": "Placed", "combatant": "c99", "place": None}), "contradict each other"),
    "off the map": (effect({"kind": "Placed", "combatant": "c1", "place": {"column": 100, "row": 1}}), "place"),
    "no slot": (effect({"kind": "Drawn", "combatant": "c1", "slot": 7}), "weapon in hand"),
    "one id": (put("Joined", "combatant", "id", value="c1"), "one id|contradict"),
    "an id": (put("Joined", "combatant", "id", value="d1"), "id is wrong|contradict"),
    "a name": (put("Joined", "combatant", "name", value="x" * 41), "damaged"),
    "a sheet": (put("Joined", "combatant", "sheet", value="x" * 5000), "text in it is too long"),
    "a weapon": (put("Joined", "combatant", "carried", value=[{"weapon": {"kind": "x"}}]), "contradict each other"),
    "ammunition": (put("Loaded", "ammunition", "loaded", value=10**9), "damaged"),
    "a map": (put("Charted", "board", "width", value=41), "map"),
    "a map's places": (put("Charted", "board", "rough", value=[{"column": 99, "row": 1}]), "places outside"),
    "a piece": (
        put("Charted", "board", "pieces", value=[{"kind": "chess", "places": [{"column": 1, "row": 1}]}]),
        "piece of its map|contradict each other",
    ),
    "brush": (
        put("Charted", "board", "pieces", value=[{"kind": "brush", "places": [], "words": "tall"}]),
        "unknown sort|contradict each other",
    ),
    "a bar": (
        put("Charted", "board", "pieces", value=[{"kind": "wall", "places": [], "bar": "barred"}]),
        "open or barred and cannot be|contradict each other",
    ),
    "a deployment": (
        effect({"kind": "Rescheduled", "at": 0, "gone": 0, "items": [
            {"type": "deployment", "side": "Marines", "zone": [{"column": 1, "row": 1}], "until": None, "spots": [
                {"actor": "c99", "order": {"kind": "Pass", "actor": "c99"}}
            ]}
        ]}),
        "missing fighter deploys",
    ),
    "an end": (
        effect({"kind": "Rescheduled", "at": 0, "gone": 0, "items": [
            {"type": "timer", "at": {"turn": 1, "impulse": 1}, "order": END, "of": ""}
        ]}),
        "something impossible",
    ),
    "many fighters": (
        lambda given: given["entries"][-1]["effects"].extend(
            {"kind": "Joined", "combatant": last_of(given, "Joined")["combatant"] | {"id": f"c{n}", "name": f"A {n}"}}
            for n in range(6, 200)
        ),
        "120 fighters",
    ),
    "many events": (
        effect({"kind": "Rescheduled", "at": 0, "gone": 0, "items": [
            {
                "type": "timer",
                "at": {"turn": 9, "impulse": 1},
                "order": {"kind": "Happens", "text": f"bell {n}", "every": 0, "since": 1},
                "of": "",
            }
            for n in range(31)
        ]}),
        "30 events",
    ),
    "a record": (effect({"kind": "Recorded", "records": [["X", "{"]]}), "cannot continue"),
    "many records": (effect({"kind": "Recorded", "records": [["X", "x" * 30_000]]}), "weapons and cards"),
    "an order": (lambda given: given["entries"][-1].update(origin=10**6), "damaged"),
    "no entries": (lambda given: given.update(entries=[]), "damaged"),
    "entries": (lambda given: given.update(entries={}), "damaged"),
    "an entry": (lambda given: given["entries"].pop(2), "damaged"),
    "a time": (lambda given: given.update(exported="yesterday"), "contradict each other"),
    "an id of a user": (lambda given: given["encounter"].update(id=f"<@{ANN_S}>"), "contradict each other"),
    "no id": (lambda given: given["encounter"].update(id=None), "contradict each other"),
    "a layout": (lambda given: given.update(layout="3"), "newer"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
async def test_a_changed_file_is_refused_in_a_sentence(table: Table, name: str) -> None:
    change, says = CHANGES[name]
    given = await played(table)
    opened(given)
    change(given)
    with pytest.raises(Refusal, match=says) as refusal:
        opened(given)
    assert len(str(refusal.value)) < 300 and "\n" not in str(refusal.value)


async def test_what_people_wrote_is_freed_of_users_and_references(table: Table) -> None:
    given = await played(table)
    mark = "\ue000c3\ue001"
    effects = given["entries"][-1]["effects"]
    notes, secrets = [f"ask <@{ANN_S}>", f"{mark} \ue000c77\ue001"], [ANN_S, "\ue002own\ue003"]
    effects.append({"kind": "Noted", "combatant": "gms", "notes": notes, "secrets": secrets})
    put("Joined", "combatant", "name", value=f"Al{mark}ien")(given)
    for entry in given["entries"]:
        entry["outcome"] = entry["outcome"].replace("Alien 1", f"Al{mark}ien")
    state = opened(given).encounter
    assert state.notes == ("ask somebody", "c3 c77") and state.secret_notes == ("", "own")
    assert state.combatants[2].name == "Alc3ien"


async def test_the_title_names_no_user_wherever_it_is(table: Table) -> None:
    given = await played(table)
    everywhere("title", f"Ask <@{ANN_S}>")(given)
    begun = opened(given)
    assert begun.encounter.title == begun.origin.title == "Ask somebody"


VALUES: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, True, -1, 0, 2**63, 10**40, 1e300, "", "c1", "c99", "\ue000c1\ue001", "x" * 9000, [], {}]),
    st.sampled_from([ANN_S, {"kind": "Opened"}, [[[]]], {"type": "timer"}, {"column": -1, "row": 0}, "9" * 5000]),
    st.integers(),
    st.text(max_size=5),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


DOCUMENTS: list[tuple[Document, list[tuple[Any, ...]]]] = []


async def test_a_document_is_made_for_what_follows(table: Table) -> None:
    given = await played(table)
    DOCUMENTS.append((given, [*places(given)]))


@given(chosen=st.data())
@examples(300)
def test_whatever_is_put_anywhere_is_refused_or_sound(chosen: st.DataObject) -> None:
    original, ways = DOCUMENTS[0]
    changed = copy.deepcopy(original)
    for _ in range(chosen.draw(st.integers(1, 3))):
        *way, last = chosen.draw(st.sampled_from(ways))
        inner: Any = changed
        try:
            for step in way:
                inner = inner[step]
            inner[last] = chosen.draw(VALUES)
        except (LookupError, TypeError):
            continue
    try:
        begun = found(changed, shelf())
    except Refusal as refusal:
        assert len(str(refusal)) < 400
        return
    state = begun.encounter
    check_sound(state, shelf()[state.ruleset])
    assert codec.state(codec.dump_state(state), codec.SCHEMA) == state
    without_owners = codec.dump_state(with_owners(state, ())).decode()
    assert not re.search(r'"\d{17,20}"|<@', without_owners)
