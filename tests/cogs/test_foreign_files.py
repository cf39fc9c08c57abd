"""Files that anybody may attach: read in a process of their own, whatever they hold, and refused with one sentence."""

from __future__ import annotations

import asyncio
import gzip
import json

import pytest

from bot import fairness
from bot.chat.desk.attachments import MOST_OF_AN_EXPORT
from bot.chat.desk.context import all_books
from bot.chat.workers import worker
from tests.cogs.conftest import Game, mustered

MANY = MOST_OF_AN_EXPORT // 3 - 10
NONE = "That file is not an encounter's export."
HEAVY = "too long or too much memory"


@pytest.fixture(autouse=True)
def not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes start as they do for users, with the same share of the limits in use."""
    monkeypatch.setattr(worker, "asyncio", asyncio)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"[" + b"[]," * MANY + b"[]]", (NONE, HEAVY)),
        (b'{"a":[' + b"{}," * MANY + b"{}]}", ("Not verified", HEAVY)),
        (b"[" * 1_000_000, (NONE,)),
        (b'{"a":' * 100_000, (NONE,)),
        (b"0" * MOST_OF_AN_EXPORT, (NONE,)),
        (b'{"format": ' + b"9" * 5_000_000 + b"}", (NONE,)),
        (gzip.compress(bytes(50_000_000)), (NONE,)),
        (("﷽" * 1_000_000).encode("utf-16"), (NONE,)),
        (b"\xff\xfe\x00", ("UTF-8",)),
        (b"\x00" * 1_000_000, (NONE,)),
        (json.dumps({"format": fairness.FORMAT, "version": 1, "seeds": [1] * 500_000}).encode(), ("Not verified",)),
    ],
    ids=["lists", "objects", "deep", "deep objects", "zeros", "a huge number", "gzip", "utf-16", "odd", "nul", "seeds"],
)  # fmt: skip
async def test_whatever_an_export_is(game: Game, data: bytes, says: tuple[str, ...]) -> None:
    answer = await game.whispers(game.ann, "dice verify", file=("export.json", data))
    assert any(one in answer for one in says), answer
    assert len(answer) < 700


async def test_a_file_that_is_too_large_is_not_loaded(game: Game) -> None:
    answer = await game.whispers(game.ann, "dice verify", file=("export.json", b"0" * (MOST_OF_AN_EXPORT + 1)))
    assert "10,485,761 bytes. The limit is 10,485,760" in answer
    await mustered(game)
    answer = await game.whispers(game.gm, "weapon add", file=("card.toml", b"#" * 70_000))
    assert answer == "That file has 70,000 bytes. The limit is 65,536 (64 KiB)."


async def test_several_at_once_have_their_turns(game: Game) -> None:
    data = b"[" + b"[]," * (MANY // 4) + b"[]]"
    uploaded = [game.ann.slash("skirmish", "dice verify", file=("export.json", data)) for _ in range(3)]
    said = [answer.content for answer in await asyncio.gather(*uploaded)]
    assert all(NONE in one or HEAVY in one for one in said)


@pytest.mark.parametrize(
    "data",
    [
        b"a.b.c = 1\n" * 1000,
        b"name = " + b"[" * 9000,
        b"[" + b"a." * 200 + b"a]\n",
        b"," * 9000,
        b"name = 1" + b"0" * 9000,
        ("name = 'x'\n" + "é" * 4000).encode("utf-16"),
    ],
    ids=["keys", "deep", "dots", "commas", "a huge number", "utf-16"],
)
async def test_whatever_a_card_is(game: Game, data: bytes) -> None:
    await mustered(game)
    answer = await game.whispers(game.gm, "weapon add", file=("card.toml", data))
    assert "card" in answer
    assert len(answer) < 700


async def test_a_card_in_a_file_is_kept(game: Game) -> None:
    await mustered(game)
    example = all_books(game.client.desk)["aliens"].homebrew_example
    answer = await game.whispers(game.gm, "weapon add", file=("card.toml", example.encode("utf-16")))
    assert "went wrong" not in answer and "no card" not in answer
