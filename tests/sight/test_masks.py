"""Masked ids: each number has a mask of its own, in no order, by a key that nobody outside has."""

from __future__ import annotations

import asyncio
import dataclasses
import typing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.sight.masks import FIELDS, MASKED, Masks, masks_of
from bot.game.store import Store
from rules.engine.conduct import conduct
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Sum
from rules.shelf import shelf

MASKS = Masks(b"these tests")
OTHERS = """
    at bar brief by changes choice commitment events failed gm how id keeper kept kind label measure mod name needed
    nobody notes others owner per player preset record remark roster ruleset section seed sheet side sort source table
    template term text title to typed_by until user value weapon what why words
"""
"""The fields of orders and steps whose texts are of somebody's choice, or ids of users, weapons, tables and so on."""
NOT_SHOWN = ("phoenix.", "space_marines.", "Import")
"""The first words of the kinds of orders that no file of one side has: rulebooks give them, or a whole encounter is in
them."""


@given(st.integers(1, (1 << 24) - 1))
def test_a_mask_is_that_of_one_fighter(number: int) -> None:
    masked = MASKS.mask(f"c{number}")
    assert MASKED.fullmatch(masked) and not any(letter.isdigit() for letter in masked)
    assert MASKS.unmask(masked) == f"c{number}"


@given(st.from_regex(MASKED, fullmatch=True))
def test_every_mask_is_somebodys_or_nobodys(masked: str) -> None:
    id = MASKS.unmask(masked)
    assert id[0] == "c" and id[1:].isdecimal()
    assert id == "c0" or MASKS.mask(id) == masked


@pytest.mark.parametrize("text", ["", "B12", "C9", "them", "nearest", "c0", "c01", "c123456789", "f00dfeed99", "zz9"])
def test_what_is_no_fighters_id_stays(text: str) -> None:
    assert MASKS.mask(text) == MASKS.unmask(text) == text


def test_ids_from_before_come_in_as_they_are() -> None:
    assert [MASKS.unmask(f"c{n}") for n in (1, 9, 60)] == ["c1", "c9", "c60"]


def test_masks_have_no_order_and_leave_no_gaps() -> None:
    masked = [MASKS.mask(f"c{n}") for n in range(1, 2001)]
    assert len({*masked}) == 2000
    rising = sum(one < other for one, other in pairwise(masked))
    assert 900 < rising < 1100
    letters = {letter: sum(text[0] == letter for text in masked) for letter in "bcdfghjkmnpqrstv"}
    assert min(letters.values()) > 80 and max(letters.values()) < 175


def test_masks_never_change() -> None:
    """Posted buttons hold them, so they mean the same in every release."""
    assert [MASKS.mask(f"c{n}") for n in (1, 2, 3, 16_777_215)] == ["rnbrpf", "gpdhqq", "tvpgpr", "bptvgg"]


async def test_each_encounter_and_each_database_has_its_own(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "one.sqlite3") as one, await Store.open(tmp_path / "other.sqlite3") as other:
        masks = [masks_of(store, id).mask("c1") for store in (one, other) for id in ("0123456789", "0123456780")]
        assert len({*masks}) == 4
        again = await asyncio.gather(*(Store.open(tmp_path / "one.sqlite3") for _ in range(3)))
        assert {masks_of(store, "0123456789").mask("c1") for store in again} == {masks[0]}
        for store in again:
            await store.close()


def test_orders_and_steps_are_masked_where_they_hold_ids() -> None:
    c1, c2 = MASKS.mask("c1"), MASKS.mask("c2")
    order: dict[str, Any] = {
        "actor": "c1",
        "kind": "SetPlan",
        "how": "c2",
        "by": "c1",
        "lines": [
            {
                "text": f"when {reference('c2')} shows: c2",
                "when": {"kind": "shows", "who": "c2", "within": 3},
                "orders": [{"actor": "c1", "kind": "Fire", "targets": [{"id": "c2"}, {"id": "them"}]}],
            }
        ],
        "subjects": ["c2", "c1"],
        "profile": {"carried": [{"id": "c9", "name": "C9"}]},
    }
    assert MASKS.mask_all(order) == {
        "actor": c1,
        "kind": "SetPlan",
        "how": "c2",
        "by": "c1",
        "lines": [
            {
                "text": f"when {reference(c2)} shows: c2",
                "when": {"kind": "shows", "who": c2, "within": 3},
                "orders": [{"actor": c1, "kind": "Fire", "targets": [{"id": c2}, {"id": "them"}]}],
            }
        ],
        "subjects": [c2, c1],
        "profile": {"carried": [{"id": "c9", "name": "C9"}]},
    }


def test_every_text_of_orders_and_steps_is_an_id_or_not() -> None:
    """A new field of an order that somebody gives must be told apart: ids of fighters are masked, nothing else is."""
    assert {book.id for book in shelf().values()} == {"aliens", "phoenix", "savage", "space_marines"}
    assert conduct  # It knows the orders of the table.
    given = [kind for name, kind in Order.kinds.items() if name and not name.startswith(NOT_SHOWN)]
    fields: set[str] = set()
    seen: set[type] = set()
    for record in (*given, Lookup, Sum, Roll, Ruling, Note):
        _walk(record, fields, seen)
    assert sorted(fields - FIELDS) == OTHERS.split()
    assert FIELDS - fields == {"targets.id"}


def _walk(record: Any, fields: set[str], seen: set[type]) -> None:
    if record in seen:
        return
    seen.add(record)
    hints = typing.get_type_hints(record)
    for field in dataclasses.fields(record):
        parts = [hints[field.name]]
        for part in parts:
            if part is str:
                fields.add(field.name)
            elif dataclasses.is_dataclass(part):
                _walk(part, fields, seen)
            parts += typing.get_args(part)
