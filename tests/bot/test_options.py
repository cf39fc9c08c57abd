"""Typed texts are cleaned before anything reads them."""

from __future__ import annotations

import pytest

from bot.chat.suggestions.options import A_FIELD, A_NAME, clean_texts
from rules.engine.records.errors import Refusal


def test_marks_of_references_are_taken_out_of_options_and_fields() -> None:
    name = {"name": "name", "type": 3, "value": "Al\ue000c1\ue001an"}
    field = {"type": 4, "custom_id": "text", "value": "\ue000c2\ue001"}
    group = {"name": "combatant", "type": 2, "options": [{"name": "add", "type": 1, "options": [name]}]}
    clean_texts({"data": {"options": [group], "components": [{"type": 18, "component": field}]}})
    assert (name["value"], field["value"]) == ("Alc1an", "c2")


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        ({"options": [{"name": "name", "value": "x" * (A_NAME + 1)}]}, r"name: has 101 characters\. The limit is 100"),
        ({"components": [{"components": [{"value": "x" * (A_FIELD + 1)}]}]}, r"That has 4,001 characters"),
    ],
)
def test_longer_texts_are_refused(data: dict[str, object], refusal: str) -> None:
    with pytest.raises(Refusal, match=refusal):
        clean_texts({"data": data})
    clean_texts({"data": None})


def test_a_typographic_minus_is_a_minus() -> None:
    modifier = {"name": "mod", "type": 3, "value": "\u22123 smoke"}
    clean_texts({"data": {"options": [modifier]}})
    assert modifier["value"] == "-3 smoke"
