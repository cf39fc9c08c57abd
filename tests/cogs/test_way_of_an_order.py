"""The functions of ours between a command and the rule that it reaches: architecture.md names them one by one."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.house import ROOT
from tests.served import CHANNEL, served

OURS = ("bot/", "cogs/", "rules/")
FIGHTS = {
    "phoenix": ("rules/phoenix/shooting/firing/fire.py:fire", "Trent: skill 8, M16, 2 magazines", "range: 10"),
    "aliens": ("rules/aliens/fire.py:fire", "Trent: Apone", "range: 3"),
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


async def way(tmp_path: Path, book: str) -> list[str]:
    """The functions on the way of `/fire` to its rule."""
    rule, sheet, apart = FIGHTS[book]
    found: list[str] = []

    def look(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and not found and name_of(frame) == rule:
            found.extend(ours(frame))

    async with served(tmp_path / "referee.sqlite3", None, book) as bot:
        gm = bot.person("GM")
        await gm.types(CHANNEL, "/encounter start")
        name, _, line = sheet.partition(": ")
        await gm.types(CHANNEL, f"/combatant add name: {name} sheet: {line}")
        target = "green, AKM 47, exposed" if book == "phoenix" else "alien"
        await gm.types(CHANNEL, f"/combatant add name: Foe sheet: {target}")
        sys.setprofile(look)
        try:
            await gm.types(CHANNEL, f"/fire who: Trent target: Foe aim: 1 {apart}")
        finally:
            sys.setprofile(None)
    return found[found.index("cogs/firing.py:attack") :]


async def test_a_suggested_target_is_tried_in_few_steps(tmp_path: Path) -> None:
    rule, found = FIGHTS["aliens"][0], list[str]()

    def look(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and not found and name_of(frame) == rule:
            found.extend(ours(frame))

    async with served(tmp_path / "referee.sqlite3", None, "aliens") as bot:
        gm = bot.person("GM")
        for line in (
            "/encounter start",
            "/combatant add name: Trent sheet: Apone",
            "/combatant add name: Foe sheet: alien",
        ):
            await gm.types(CHANNEL, line)
        sys.setprofile(look)
        try:
            offered = await gm.autocomplete(CHANNEL, "fire", focused="target", who="Trent")
        finally:
            sys.setprofile(None)
    assert [one["value"] for one in offered] == ["Foe"]
    assert len(found[found.index("bot/chat/suggestions/fitting.py:suggested") :]) <= 12


@pytest.mark.sqlite
@pytest.mark.parametrize(("book", "most"), [("phoenix", 16), ("aliens", 11)])
async def test_an_attack_reaches_its_rule_in_few_steps(tmp_path: Path, book: str, most: int) -> None:
    functions = await way(tmp_path, book)
    assert len(functions) <= most
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.search(rf"```text\n{book}\n(.*?)```", page, re.DOTALL)
    assert listed is not None and listed[1].split() == functions
