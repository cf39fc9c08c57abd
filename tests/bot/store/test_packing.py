"""Packed records: what is packed comes back, and what was ever written is read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.store.packing import packed, unpacked

SHOT = (
    b'{"clauses":[{"about":"c1","text":"fires"}],"verdict":"miss","steps":[{"label":"Hit","why":"whether c1 hits",'
    b'"low":0,"high":9,"value":3,"needed":"","typed_by":"","detail":false,"again":false,"type":"roll"}],"effects":[]}'
)


@given(st.binary() | st.dictionaries(st.text(), st.text() | st.integers()).map(lambda d: json.dumps(d).encode()))
def test_what_is_packed_comes_back(text: bytes) -> None:
    assert unpacked(packed(text)) == text


def test_a_record_takes_a_fraction() -> None:
    assert len(packed(SHOT)) < len(SHOT) / 2


def test_a_text_that_packing_would_not_shorten_stays_plain() -> None:
    assert packed(b"{}") == b"{}"


def test_what_was_plain_before_is_read() -> None:
    assert unpacked(SHOT) == SHOT


@pytest.mark.parametrize("blob", [b"\x02abc", b"\x01\xff\xff", b"\xff", packed(SHOT)[:-1]])
def test_anything_else_is_refused(blob: bytes) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        unpacked(blob)
