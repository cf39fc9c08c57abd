"""Situations of Phoenix Command that two people reckoned from the book come out of the referee as they reckoned them.

Each line of tests/golden/phoenix/situations.tsv is a situation: the preset, the situation in words, the sheet lines of
Trent and of Guard, what is typed, the terms of the sum and the sum, the other facts, and their source in the book. The
last command that is typed is judged. A fact is a name of `FACTS` and its value; "cost" has the actions of each act and
move, "refused" the words of a refusal.

Both hands reckoned without the code and without each other, so a figure in that file never comes from a run. `note`
says where they differed and what the book has. To add a line, reckon it twice.
"""

from __future__ import annotations

import csv
import re
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import TypeVar

import pytest
import pytest_asyncio

from bot.game.entries.entries import Entry
from bot.game.files.library import Library
from bot.game.referee.referee import Referee
from bot.game.requests import (
    ActionRequest,
    AttackRequest,
    DirectRequest,
    MapRequest,
    MoveRequest,
    MusterRequest,
    Request,
    SwitchRequest,
    adjusting,
)
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.records.errors import Refusal
from rules.engine.records.orders import Act, Aim, Attack, Burst, Duck, Fire, Next, Reload, Throw
from rules.engine.records.steps import Lookup, Note, Roll, Sum
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import soldier
from rules.shelf import shelf
from tests.bot.table import invocation

SITUATIONS = Path(__file__).parents[1] / "golden" / "phoenix" / "situations.tsv"
TABLES = ("2B", "2C", "4B", "4C", "4D", "4E", "4F", "5C", "6A", "6B", "6C", "6D", "7A", "7B")
SHOOTER, TARGET = "Trent", "Guard"
ATTACKS: Mapping[str, type[Attack]] = {"fire": Fire, "burst": Burst, "throw": Throw, "aim": Aim}
ACTS: Mapping[str, type[Act] | type[Duck] | type[Reload]] = {"act": Act, "duck": Duck, "reload": Reload}
_SAMPLE = 9
"""Each ninth situation is played in the short suite."""
_Step = TypeVar("_Step", Lookup, Note, Roll, Sum)
_OPTION = re.compile(r" (who|target|aim|range|how|mod|dice|changes|what|to|size|name|value|side|sheet): ")


def situations() -> list[dict[str, str]]:
    with SITUATIONS.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


class Play:
    """One situation, played in an encounter of its own."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.costs: list[int] = []
        """The actions that each act and move has taken."""

    async def types(self, line: str) -> Entry:
        """Have a command carried out, although it asks first; return its last entry."""
        command, *options = _OPTION.split(line)
        typed = dict(zip(options[::2], options[1::2], strict=True))
        dice = typed.pop("dice", "")
        before = await self._left()
        try:
            group = await self._referee.carry_out(invocation(), _request(command, typed), dice)
        except AskFirst as asked:
            [anyway] = [choice for choice in asked.choices if choice.label.endswith(" anyway")]
            group = await anyway.carry_out(invocation(), dice)
        if command in ("/act", "/move", "/reload"):
            self.costs.append(before - await self._left())
        return group[-1]

    async def _left(self) -> int:
        """Return the actions that the shooter has left in this impulse."""
        head = await self._referee.journal.head(await self._referee.current(invocation()))
        assert head is not None
        return soldier(head.state.combatants[0]).left if head.state.combatants else 0


def _request(command: str, typed: Mapping[str, str]) -> Request:
    """Return the request of a slash command with these options; the shooter acts, at the target."""
    verb = command.removeprefix("/")
    who, how = typed.get("who", SHOOTER), typed.get("how", "")
    if verb in ATTACKS:
        aim, hexes = (int(typed[option]) if option in typed else None for option in ("aim", "range"))
        at = typed.get("target", TARGET)
        unlisted = at not in (SHOOTER, TARGET)
        return AttackRequest(ATTACKS[verb], at, aim, "", hexes, how, typed.get("mod", ""), who, unlisted=unlisted)
    if verb in ACTS:
        return ActionRequest(ACTS[verb], who, how=typed.get("what", ""))
    match verb:
        case "move":
            return MoveRequest(typed["to"], who, how=how)
        case "adjust":
            return adjusting(who, typed["changes"])
        case "next":
            return DirectRequest(Next())
        case "combatant add":
            return MusterRequest(sheet=typed["sheet"], name=typed["name"], side=typed["side"])
        case "encounter map":
            return MapRequest(size=typed["size"])
        case "encounter options":
            return SwitchRequest(typed["name"], typed["value"])
    raise AssertionError(f"{command} is not read here")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def referee(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Referee]:
    async with await Store.open(Path(tmp_path_factory.mktemp("situations")) / "referee.sqlite3") as store:
        yield Referee(Library(store, shelf(), "phoenix"))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in situations()[::_SAMPLE]])
async def test_a_situation_comes_out_as_reckoned(referee: Referee, row: dict[str, str]) -> None:
    reckoned, found = await _played(row, referee)
    assert found == reckoned


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("table", TABLES)
async def test_all_situations_of_a_table_come_out_as_reckoned(referee: Referee, table: str) -> None:
    rows = [row for row in situations() if row["id"].startswith(table)]
    played = {row["id"]: await _played(row, referee) for row in rows}
    assert {id: found for id, (reckoned, found) in played.items() if found != reckoned} == {}


async def _played(row: dict[str, str], referee: Referee) -> tuple[dict[str, str], dict[str, str]]:
    """Play a row in an encounter of its own. Return what was reckoned and what the referee makes of it, by name."""
    facts = _named(row["facts"], ": ")
    reckoned = facts | _named(row["terms"], " ") | ({"sum": row["sum"]} if row["sum"] else {})
    await referee.start(invocation(), ruleset=row["preset"])
    play = Play(referee)
    try:
        for name, side in ((SHOOTER, "shooter"), (TARGET, "target")):
            if row[side]:
                await play.types(f"/combatant add name: {name} side: {name} sheet: {row[side]}")
        *before, judged = row["typed"].split(" | ")
        for line in before:
            await play.types(line)
        try:
            found = (await play.types(judged)).resolution
        except Refusal as refusal:
            wanted, said = facts.get("refused", ""), str(refusal)
            return {"refused": wanted}, {"refused": wanted if wanted and wanted in said else said}
    finally:
        await referee.end(invocation())
    made = {name: FACTS[name](found) for name in facts if name in FACTS}
    if "cost" in facts:
        made["cost"] = ", ".join(map(str, play.costs))
    if row["sum"]:
        accuracy = _only(found, Sum, "Accuracy")
        made |= {term.label: str(term.value) for term in accuracy.terms if term.value} | {"sum": str(accuracy.total)}
    return reckoned, made


def _named(text: str, mark: str) -> dict[str, str]:
    """Return the values of a cell by their names."""
    return {name: value for name, _, value in (part.rpartition(mark) for part in text.split("; ")) if name}


def test_every_table_has_its_situations() -> None:
    rows = situations()
    ids = [row["id"] for row in rows]
    assert len(ids) == len({*ids}) >= 350
    assert all(sum(id.startswith(table) for id in ids) >= 6 for table in TABLES)
    assert all(row["source"] and row["facts"] for row in rows)


# --- the facts of a result


def _only(found: Resolution, kind: type[_Step], label: str) -> _Step:
    """Return the first step of this kind with this label."""
    steps = [step for step in found.steps if isinstance(step, kind) and step.label == label]
    assert steps, f"no {label} in {found.outcome}"
    return steps[0]


def _cell(label: str) -> Callable[[Resolution], str]:
    return lambda found: _only(found, Lookup, label).value


def _in(label: str, pattern: str) -> Callable[[Resolution], str]:
    """Return how to find a figure in the note of this label."""
    return lambda found: _figure(_only(found, Note, label).text, pattern)


def _figure(text: str, pattern: str) -> str:
    match = re.search(pattern, text)
    return match[1].replace(",", "") if match else f"not in “{text}”"


def _says(label: str, word: str) -> Callable[[Resolution], str]:
    return lambda found: "yes" if word in _only(found, Note, label).text else "no"


def _column(found: Resolution) -> str:
    return dict(_only(found, Lookup, "Damage").at)["epen"]


FACTS: Mapping[str, Callable[[Resolution], str]] = {
    "odds": _cell("Odds"),
    "verdict": lambda found: found.verdict,
    "rounds": _cell("Hits"),
    "hit chance": _cell("Hit chance"),
    "difference": _in("Scatter", r"= (\d+),"),
    "burst": lambda found: _only(found, Note, "Burst").text,
    "where": _cell("Where"),
    "EPF": _in("Armor", r"EPF (\d+)"),
    "EPEN": _in("Armor", r"EPEN (-?[\d.]+)"),
    "stopped": _says("Armor", ": stopped"),
    "DC": _in("Damage", r"DC (\d+):"),
    "column": _column,
    "PD": _in("Damage", r"([\d,]+) PD"),
    "disabled": _says("Damage", "disabled"),
    "shock": _in("Damage", r"shock (\d+)"),
    "total": lambda found: _figure(_only(found, Roll, "Knockout").needed, r"([\d,]+) (?:PD )?is over"),
    "knockout": _cell("Knockout"),
}
"""The reader of each fact in a referee's answer."""


def test_no_fact_is_unknown() -> None:
    names: set[str] = {fact.partition(": ")[0] for row in situations() for fact in row["facts"].split("; ")}
    assert names <= {*FACTS, "cost", "refused"}
