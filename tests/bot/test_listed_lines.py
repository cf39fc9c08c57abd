"""Fighters by sheet line, several in one text: what they mean, and how little work even a text of junk is."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

import pytest

from bot.game.requests import described
from rules.engine.records.errors import BadSheet, Refusal
from rules.engine.records.model import Profile
from rules.shelf import shelf

READS, LOOKS = 40, 30
"""The most sheet lines that a text is read as, and the most searches for what is near."""

JUNK = [f"zq{n}x" for n in range(60)]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each search for the names that are near another."""
    seen: list[str] = []
    search = difflib.get_close_matches

    def looked(word: str, *rest: Any, **options: Any) -> list[str]:
        seen.append(word)
        return search(word, *rest, **options)

    monkeypatch.setattr(difflib, "get_close_matches", looked)
    return seen


def counted(book: str, reads: list[str]) -> Callable[[str], Profile]:
    def read(line: str) -> Profile:
        reads.append(line)
        return shelf()[book].profile(line, {})

    return read


@pytest.mark.parametrize("book", ["phoenix", "space_marines", "aliens", "savage"])
@pytest.mark.parametrize("first", [[], ["bug"], ["d8"], ["Marine"], ["standing"]])
def test_a_text_of_junk_is_refused_after_little_work(book: str, first: list[str], looks: list[str]) -> None:
    reads: list[str] = []
    with pytest.raises(BadSheet):
        described(", ".join([*first, *JUNK][:60]), counted(book, reads))
    assert len(reads) <= READS and len(looks) <= LOOKS


def test_most_targets_are_counted_before_the_rest_is_read() -> None:
    reads: list[str] = []
    with pytest.raises(Refusal, match=r"Name at most 12 targets\."):
        described(", ".join(["bug"] * 12 + JUNK[:40]), counted("space_marines", reads))
    assert len(reads) <= READS
    assert len(described(", ".join(["bug"] * 12), counted("space_marines", reads))) == 12


def test_a_line_may_read_again_only_after_some_parts() -> None:
    [one] = described("skill 8, loaded 12, AP, M16", counted("phoenix", []))
    assert one.carried[0].weapon.name == "M16"
    first, second = described("Marine, rifle, bug", counted("space_marines", []))
    assert first.carried and second.name == "Bug Warrior"
