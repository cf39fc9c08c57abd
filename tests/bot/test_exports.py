"""An export of real play fits its schema, is believed by the witness, and keeps its secret until the end."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from bot.fairness import NOT_SHOWN, verify
from bot.game.requests import ActionRequest, AttackRequest, MapRequest, MusterRequest, SwitchRequest
from bot.game.store import SeedRow
from rules.engine.records.orders import Fire, Reload
from tests.bot.table import ANN, BEN, Table, document, invocation, laid

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "export.schema.json").read_text(encoding="utf-8"))
Document = dict[str, Any]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid(tmp_path / "referee.sqlite3") as table:
        yield table


async def exported(table: Table) -> Document:
    given = await table.exported()
    jsonschema_rs.Draft202012Validator(SCHEMA).validate(given)
    return given


async def played(table: Table) -> None:
    """Shots with drawn and typed dice, each at another Alien; time, undo, redo, orders of the table."""
    await table.order(MusterRequest(sheet="alien", count=3, side="Aliens"))
    await table.fire()
    await table.fire("Alien 2", dice="7")
    await table.order(AttackRequest(Fire, target="Alien 3", aim=2, range=5), BEN)
    await table.order(MapRequest("12x8", "C3 D4-F4"))
    await table.next()
    await table.referee.undo(invocation())
    await table.referee.undo(invocation())
    await table.referee.redo(invocation())
    await table.next()
    await table.order(SwitchRequest("next", "gm"))
    await table.fire("Alien 5", range=3)
    await table.order(ActionRequest(Reload, weapon="Pulse Rifle"), BEN)


def thrown(given: Document, *, typed: bool = False) -> int:
    return sum(s["type"] == "roll" and bool(s["typed_by"]) == typed for e in given["entries"] for s in e["steps"])


async def test_a_whole_encounter_is_verified(table: Table) -> None:
    await played(table)
    await table.referee.end(invocation())
    given = await exported(table)
    report = verify(given)
    assert report.problems == ()
    assert report.checked == thrown(given) >= 3
    assert report.typed == thrown(given, typed=True) == 1
    assert given["encounter"]["ended"] is True
    assert [e["seq"] for e in given["entries"]] == list(range(1, len(given["entries"]) + 1))


async def test_the_seed_stays_secret_until_the_end(table: Table) -> None:
    await table.fire()
    head = await table.head()
    seed = await table.referee.store.journal.seed(head.state.commitment)
    assert seed is not None
    given = await exported(table)
    assert given["seeds"] == [{"commitment": head.state.commitment, "seed": None}]
    assert seed.hex() not in json.dumps(given)
    await table.referee.end(invocation())
    assert (await exported(table))["seeds"] == [{"commitment": head.state.commitment, "seed": seed.hex()}]


async def test_after_an_end_is_taken_back_only_the_old_seed_is_shown(table: Table) -> None:
    await table.fire()
    await table.referee.end(invocation())
    await table.referee.undo(invocation())
    await table.fire("Alien 2")
    given = await exported(table)
    old, new = given["seeds"]
    assert hashlib.sha256(bytes.fromhex(old["seed"])).hexdigest() == old["commitment"]
    assert new == {"commitment": (await table.head()).state.commitment, "seed": None}
    assert [p for p in verify(given).problems if NOT_SHOWN not in p] == []
    await table.referee.end(invocation())
    ended = await exported(table)
    assert verify(ended).problems == ()
    assert verify(ended).checked == thrown(ended) == 2


async def test_a_seed_drawn_after_the_entries_were_read_is_not_shown(table: Table) -> None:
    await table.referee.end(invocation())
    head = await table.head()
    store = table.referee.store
    row = await store.journal.encounter(head.encounter_id)
    assert row is not None
    entries = await table.referee.journal.entries(head.encounter_id, 1, head.seq)
    next_seed = bytes(32)
    late = SeedRow(
        commitment=hashlib.sha256(next_seed).hexdigest(), encounter_id=row.id, seed=next_seed, drawn_at=head.at
    )
    given = document(row, entries, [*await store.journal.seeds_of(row.id), late])
    assert [each["commitment"] for each in given["seeds"]] == [head.state.commitment]


async def test_all_entries_are_needed(table: Table) -> None:
    head = await table.head()
    row = await table.referee.store.journal.encounter(head.encounter_id)
    assert row is not None
    entries = await table.referee.journal.entries(head.encounter_id, 2, head.seq)
    with pytest.raises(ValueError, match="every entry"):
        document(row, entries, [])


async def test_what_is_changed_afterwards_is_noticed(table: Table) -> None:
    await table.fire("Alien 1", ANN)
    await table.referee.end(invocation())
    given = await exported(table)
    at = next(n for n, e in enumerate(given["entries"]) if any(s["type"] == "roll" for s in e["steps"]))

    def tampered(change: str) -> Document:
        forged = copy.deepcopy(given)
        entry = forged["entries"][at]
        roll = next(s for s in entry["steps"] if s["type"] == "roll")
        match change:
            case "value":
                roll["value"] = (roll["value"] + 1) % 10
            case "order":
                entry["order"]["aim"] = 3
            case "entry":
                del forged["entries"][at - 1]
            case "seed":
                forged["seeds"][0]["seed"] = "00" * 32
        return forged

    assert verify(tampered("nothing")).problems == ()
    for change in ("value", "order", "entry", "seed"):
        assert verify(tampered(change)).problems, change


async def test_the_schema_refuses_what_does_not_belong(table: Table) -> None:
    given = await exported(table)
    validator = jsonschema_rs.Draft202012Validator(SCHEMA)
    assert jsonschema_rs.meta.is_valid(SCHEMA)
    for path, value in (
        (("token",), "secret"),
        (("entries", 0, "token"), "secret"),
        (("entries", 0, "digest"), "short"),
        (("entries", 0, "steps", 0, "type"), "guess"),
        (("seeds", 0, "seed"), "12"),
    ):
        forged: Any = copy.deepcopy(given)
        inner = forged
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        assert not validator.is_valid(forged), path


def test_the_page_names_every_field_of_the_schema() -> None:
    page = (Path(__file__).parents[2] / "docs" / "export.md").read_text(encoding="utf-8")
    fields = [*SCHEMA["properties"], *SCHEMA["properties"]["encounter"]["properties"]]
    fields += SCHEMA["$defs"]["entry"]["properties"]
    assert [field for field in fields if f"`{field}`" not in page] == []
