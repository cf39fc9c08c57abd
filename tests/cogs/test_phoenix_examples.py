"""Every worked example of Phoenix Command's chapters 1 to 5, typed with its dice and read as people read it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, is_public, meant, opened, told

GOLDEN = Path(__file__).parents[1] / "golden/phoenix"
BOOKS = [
    tomllib.loads((GOLDEN / name).read_text(encoding="utf-8"))
    for name in ("examples.toml", "examples_advanced.toml", "examples_optional.toml")
]
EXAMPLES = [(book, example) for book in BOOKS for example in book.get("examples", [])]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with opened(Path(tmp_path_factory.mktemp("examples")) / "referee.sqlite3") as game:
        yield game


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("book", "example"), EXAMPLES, ids=[example["id"] for _, example in EXAMPLES])
async def test_it_comes_out_as_in_the_book(running: Game, book: dict[str, Any], example: dict[str, Any]) -> None:
    await running.says(running.gm, "encounter start", ruleset=book["ruleset"])
    try:
        for line in book["sets"].get(example.get("set"), []):
            await _play(running, {"line": line})
        for play in example["plays"]:
            await _play(running, {"line": play} if isinstance(play, str) else play)
    finally:
        await running.says(running.gm, "encounter end")


def test_no_example_is_there_twice() -> None:
    ids = [example["id"] for _, example in EXAMPLES]
    assert len(ids) == len(set(ids)) >= 97


async def _play(game: Game, play: dict[str, Any]) -> None:
    """Type the line, and look for what the answer has to show."""
    name, _, typed = play["line"].partition(": ")
    line, _, form = typed.partition(" ||| ")
    who = {"GM": game.gm, "Ann": game.ann, "Ben": game.ben}[name]
    answer = await who.types(CHANNEL, line, form={"text": form} if form else None)
    answer = answer if play.get("private") else await meant(who, answer)
    shown = _plain(told(answer))
    assert is_public(answer) != play.get("private", False), f"{line}\n{shown}"
    details = await _details(who, answer) if "details" in play else ""
    for wanted in play.get("says", []):
        assert wanted in shown, f"{line}\nwanted: {wanted}\n{shown}"
    for wanted in play.get("details", []):
        assert wanted in details, f"{line}\nwanted under Details: {wanted}\n{details}"
    for unwanted in play.get("never", []):
        assert unwanted not in shown, f"{line}\nunwanted: {unwanted}\n{shown}"


async def _details(who: Person, answer: Answer) -> str:
    pressed = await who.click(answer, "Details")
    assert pressed.ephemeral
    shown = _plain(told(pressed))
    # Every change is told in words, and what is pending once a part at most.
    assert not re.search(r"^Change [\w.]+$", shown, re.MULTILINE), shown
    assert all(part.count("Change pending") <= 1 for part in shown.split("Part ")), shown
    return shown


def _plain(text: str) -> str:
    """As a reader sees it: without the marks for bold, and without the backslashes before other marks."""
    return re.sub(r"\\(.)", r"\1", re.sub(r"(?<!\\)\*\*", "", text))
