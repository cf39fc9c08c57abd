"""Packed records: what is packed comes back, and what was ever written is read."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.store.home import compression
from bot.game.store.home.compression import packed, unpacked

pytestmark = pytest.mark.sqlite

SHOT = (
    b'{"clauses":[{"about":"c1","text":"fires"}],"verdict":"miss","steps":[{"label":"Hit","why":"whether c1 hits",'
    b'"low":0,"high":9,"value":3,"needed":"","typed_by":"","detail":false,"again":false,"type":"roll"}],"effects":[]}'
)


DICTIONARIES = {1: "a612e70f7faa76ca15ead23e826abcd0f87f6427df73b8c8845a16193bf59bac"}
"""Blobs packed with a dictionary are read with the same bytes for ever: one is added, none is changed."""


def test_the_dictionaries_are_what_they_were() -> None:
    folder = Path(compression.__file__).parent
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("dictionary_*")}
    assert found == {f"dictionary_{number}.txt": digest for number, digest in DICTIONARIES.items()}


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
