"""The functions of ours between a command and the rule that it reaches: architecture.md names them one by one."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from standin.driver import Person
from tests.house import ROOT
from tests.served import CHANNEL, served

OURS = ("bot/", "cogs/", "rules/")


class Attack(NamedTuple):
    """The rule that fires, the sheet lines of Trent and of Foe, and how far they are apart."""

    rule: str
    sheet: str
    foe: str
    apart: str


FIGHTS = {
    "phoenix": Attack(
        "rules/phoenix/shooting/firing/fire.py:fire",
        "skill 8, M16, 2 magazines",
        "green, AKM 47, exposed",
        "range: 10",
    ),
    "aliens": Attack("rules/aliens/fire.py:fire", "Apone", "alien", "range: 3"),
}


def name_of(frame: FrameType) -> str:
    """A function as "cogs/firing.py:attack"."""
    path = frame.f_code.co_filename.removeprefix(f"{ROOT}/")
    return f"{path}:{frame.f_code.co_name}"


def ours(frame: FrameType | None) -> list[str]:
    """The functions of ours that are running, from the command on."""
    names: list[str] = []
    while frame is not None:
        names.insert(0, name_of(frame))
        frame = frame.f_back
    return [name for name in names if name.startswith(OURS)]


@contextmanager
def watched(rule: str) -> Iterator[list[str]]:
    """The functions on the way to a rule, once it is called for the first time inside the block."""
    found: list[str] = []

    def look(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and not found and name_of(frame) == rule:
            found.extend(ours(frame))

    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)


@asynccontextmanager
async def fight(tmp_path: Path, book: str) -> AsyncIterator[Person]:
    """Trent and Foe of a book; yields the GM."""
    async with served(tmp_path / "referee.sqlite3", None, book) as bot:
        gm = bot.person("GM")
        await gm.types(CHANNEL, "/encounter start")
        for name, sheet in (("Trent", FIGHTS[book].sheet), ("Foe", FIGHTS[book].foe)):
            await gm.types(CHANNEL, f"/combatant add name: {name} sheet: {sheet}")
        yield gm


async def test_a_suggested_target_is_tried_in_few_steps(tmp_path: Path) -> None:
    async with fight(tmp_path, "aliens") as gm:
        with watched(FIGHTS["aliens"].rule) as found:
            offered = await gm.autocomplete(CHANNEL, "fire", focused="target", who="Trent")
    assert [one["value"] for one in offered] == ["Foe"]
    assert len(found[found.index("bot/chat/suggestions/choice_list.py:suggested") :]) <= 12


@pytest.mark.sqlite
@pytest.mark.parametrize(("book", "most"), [("phoenix", 16), ("aliens", 11)])
async def test_an_attack_reaches_its_rule_in_few_steps(tmp_path: Path, book: str, most: int) -> None:
    async with fight(tmp_path, book) as gm:
        with watched(FIGHTS[book].rule) as found:
            await gm.types(CHANNEL, f"/fire who: Trent target: Foe aim: 1 {FIGHTS[book].apart}")
    functions = found[found.index("cogs/firing.py:attack") :]
    assert len(functions) <= most
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.search(rf"```text\n{book}\n(.*?)```", page, re.DOTALL)
    assert listed is not None and listed[1].split() == functions
