"""Stored layouts are read for ever: each layout of the journal has a sample that was really written.

A sample is made once, when its layout is released, by playing and copying the blobs; it is never made again.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest

from bot.game.entries import codec
from bot.game.journal.journal import Journal
from bot.game.store import EncounterRow, EntryRow, Store
from rules.aliens.card import Fighter
from rules.engine.records.agenda import Task
from rules.engine.records.model import Ammunition, Spare
from rules.engine.records.orders import End, Fire, Muster, Redo, Reload, Several, Target
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Joined, Loaded
from rules.words.places import Place
from tests.bot.table import document as exported_document

SAMPLES = Path(__file__).resolve().parents[1] / "golden" / "journal"
SCHEMAS = range(1, codec.SCHEMA + 1)


YOUNGER = ("space_marines", "savage", "phoenix")
"""Rulebooks with samples of their own: those that came with the second layout, and the Optional Rules of another."""
STORED = [*((schema, "") for schema in SCHEMAS), *((2, ruleset) for ruleset in YOUNGER)]


def sample(schema: int, ruleset: str = "") -> dict[str, Any]:
    """The sample of a layout: a fight of Aliens, or of the rulebook that is named."""
    document = json.loads((SAMPLES / f"{'-'.join(filter(None, ('schema', str(schema), ruleset)))}.json").read_text())
    assert isinstance(document, dict) and document["schema"] == schema
    return document


def test_every_layout_has_a_sample_and_a_way_to_the_next() -> None:
    assert {path.name for path in SAMPLES.iterdir()} == {
        *(f"schema-{schema}.json" for schema in SCHEMAS),
        *(f"schema-2-{ruleset}.json" for ruleset in YOUNGER),
    }
    assert sorted(codec.UPGRADES) == list(SCHEMAS)[:-1]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_stored_state_means_what_it_meant(schema: int) -> None:
    state = codec.state(orjson.dumps(sample(schema)["state"]), schema)
    assert (state.ruleset, state.preset, state.gms, state.ended) == ("aliens", "aliens", ("100", "102"), False)
    seed = bytes.fromhex(sample(schema)["entries"][-1]["order"]["seed"])
    assert state.commitment == hashlib.sha256(seed).hexdigest()
    assert state.switches == (("ammunition", "on"), ("next", "gm"), ("typed dice", "everyone"))
    assert (state.clock.turn, state.clock.impulse, state.mustered, state.passed) == (2, 1, 7, ())
    assert state.battle_map is not None
    assert (state.battle_map.width, state.battle_map.height) == (6, 5)
    assert state.battle_map.obstructions == {Place(3, 3), Place(4, 3)}
    assert state.agenda == (Task(actor="c2", order=Reload("c2", "Pulse Rifle"), spent=4, cost=8),)
    assert [c.name for c in state.combatants] == ["Apone", "Rifleman", "Alien 1", "Queen", "Vasquez", "Alien"]
    apone, alien = state.combatants[0], state.combatants[2]
    assert (apone.owner, apone.side, apone.place, apone.roster) == ("101", "Marines", Place(2, 1), "Apone")
    assert isinstance(apone.condition, Fighter) and (apone.condition.actions, apone.condition.left) == (3, 3)
    flame = apone.carried[0].ammunition
    assert flame is not None and (flame.measure, flame.loaded, flame.capacity, flame.spares) == ("boxes", 15, 16, None)
    arms = [[carried.weapon.name for carried in c.carried] for c in state.combatants]
    assert arms == [["Flame Unit"], ["Pulse Rifle", "Pistol"], [], [], ["Pistol", "Pulse Rifle"], []]
    assert (alien.owner, alien.present) == (None, False)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_stored_entries_mean_what_they_meant(schema: int) -> None:
    entries = sample(schema)["entries"]
    orders: list[Order] = [codec.order(orjson.dumps(entry["order"]), schema) for entry in entries]
    resolutions = [codec.resolution(orjson.dumps(entry["resolution"]), schema) for entry in entries]
    assert [type(order).__name__ for order in orders] == [entry["order"]["kind"] for entry in entries]
    (shot,) = (n for n, order in enumerate(orders) if isinstance(order, Fire))
    assert orders[shot] == Fire("c1", (Target("c3"),))
    rolls = [step for step in resolutions[shot].steps if isinstance(step, Roll)]
    assert [(roll.low, roll.high, roll.value, roll.typed_by) for roll in rolls] == [(0, 9, 2, "Ann")]
    assert resolutions[shot].verdict == "hit"
    several = next(order for order in orders if isinstance(order, Several))
    assert [order.name for order in several.orders if isinstance(order, Muster)] == ["Vasquez", "Alien"]
    assert isinstance(resolutions[1].effects[0], Joined) and resolutions[1].effects[0].combatant.name == "Apone"
    assert any(isinstance(order, Redo) for order in orders)
    assert isinstance(orders[-1], End) and len(orders[-1].seed) == 64


@pytest.mark.parametrize(("schema", "ruleset"), STORED)
async def test_a_stored_order_is_exported_as_it_was_written(schema: int, ruleset: str, tmp_path: Path) -> None:
    """Dice were drawn for these bytes; a release that reads an order with more fields must not change them."""
    document = sample(schema, ruleset)
    stored = [orjson.dumps(e["order"], option=orjson.OPT_SORT_KEYS) for e in document["entries"]]
    state = orjson.dumps(document["state"])
    at = datetime(2026, 1, 1, tzinfo=UTC)
    encounter = EncounterRow(id="e", guild_id="1", channel_id="2", ruleset="aliens", title="T", started_at=at)
    async with await Store.open(tmp_path / "old.sqlite3") as store:
        rows = [_row(seq, order, state, schema, at) for seq, order in enumerate(stored, 1)]
        await store.journal.append(rows, begins=encounter)
        exported = exported_document(encounter, await Journal(store).entries("e", 1, len(rows)), ())
    assert [e["digest"] for e in exported["entries"]] == [hashlib.sha256(order).hexdigest() for order in stored]
    assert [e["order"] for e in exported["entries"]] == [e["order"] for e in document["entries"]]


def _row(seq: int, order: bytes, state: bytes, schema: int, at: datetime) -> EntryRow:
    return EntryRow(
        encounter_id="e",
        guild_id="1",
        seq=seq,
        parent=seq - 1 or None,
        origin=seq,
        kind="order",
        actor="100",
        at=at,
        order=order,
        resolution=b'{%b, "verdict": "done", "steps": [], "effects": [], "concerned": []}'
        % (b'"outcome": ""' if schema < 3 else b'"clauses": []'),
        state=state,
        schema=schema,
        rules_version="old",
    )


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_stored_profile_means_what_it_meant(schema: int) -> None:
    profile = codec.profile(orjson.dumps(sample(schema)["profile"]))
    assert (profile.name, profile.sheet) == ("Apone", "apone")
    kept = profile.carried[0].ammunition
    assert kept is not None and kept.loaded == 15


def test_spare_loads_are_known_one_by_one_since_layout_2() -> None:
    state = codec.state(orjson.dumps(sample(2)["state"]), 2)
    rifle = state.combatants[1].carried[0].ammunition
    assert rifle == Ammunition("boxes", 16, 0, (Spare(16),))


@pytest.mark.parametrize(("number", "spares"), [(None, None), (0, ()), (3, (Spare(16, 3),))])
def test_a_number_of_spare_loads_was_that_many_full_ones(number: int | None, spares: tuple[Spare, ...] | None) -> None:
    """Layout 1 in everything that holds ammunition: states, orders, effects, and profiles, which name no layout."""
    told = orjson.dumps(sample(1)).replace(b'"spares":null', b'"spares":%b' % orjson.dumps(number))
    old = orjson.loads(told)
    meant = Ammunition("boxes", 16, 15, spares)
    assert codec.state(orjson.dumps(old["state"]), 1).combatants[0].carried[0].ammunition == meant
    assert codec.profile(orjson.dumps(old["profile"])).carried[0].ammunition == meant
    shot = codec.resolution(orjson.dumps(old["entries"][9]["resolution"]), 1)
    assert [effect.ammunition for effect in shot.effects if isinstance(effect, Loaded)] == [meant]
    several = codec.order(orjson.dumps(old["entries"][17]["order"]), 1)
    assert isinstance(several, Several) and isinstance(several.orders[0], Muster)
    pulse = several.orders[0].profile.carried[1].ammunition
    assert pulse == Ammunition("boxes", 16, 16, spares)
