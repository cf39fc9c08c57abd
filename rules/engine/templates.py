"""Encounter templates: set-ups as data, templates/*.toml beside a ruleset's tables, read and tried out at start."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rules.engine import conduct
from rules.engine.dice import SeededDice
from rules.engine.errors import BrokenData, Refusal, UnknownName
from rules.engine.events import Foresee
from rules.engine.orders import Switch
from rules.engine.ruleset import Homebrew, Lot, Newcomers, Ruleset, Template
from rules.engine.scene import Scene
from rules.words.boards import read_board
from rules.words.places import Place

Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
T = TypeVar("T")


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Map(_Entry):
    size: Said
    walls: str = ""
    rough: str = ""


class _Lot(_Entry):
    label: Said
    table: Said
    column: str = ""
    why: Said
    words: dict[Said, Said]


class _Group(_Entry):
    sheet: Said
    name: str = ""
    side: str = ""
    count: int = Field(1, ge=1, le=conduct.MOST_COMBATANTS)
    at: tuple[Said, ...] = Field((), strict=False)
    at_roll: tuple[Said, ...] = Field((), strict=False)
    throw: _Lot | None = None


class _Event(_Entry):
    text: Said
    turn: int
    every: int = 0


class _File(_Entry):
    title: Said
    sentence: Said
    preset: Said | None = None
    map: _Map | None = None
    switches: dict[Said, Said] = {}
    houses: tuple[Said, ...] = Field((), strict=False)
    combatants: tuple[_Group, ...] = Field(strict=False, min_length=1)
    notes: dict[Said, Said] = {}
    events: tuple[_Event, ...] = Field((), strict=False)


def load_templates(folder: Path, ruleset: Ruleset) -> Mapping[str, Template]:
    """The templates of a ruleset by id, the name of the file. Raises BrokenData with every problem of all of them.

    `houses` of a file are weapons or cards of its own, the text of each as a GM would give it. Each template is set up
    once on trial, so that none can fail when somebody begins with it.
    """
    templates: dict[str, Template] = {}
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            templates[path.stem] = _template(path.read_text(encoding="utf-8"), ruleset)
        except BrokenData as wrong:
            problems += [f"templates/{path.name}: {problem}" for problem in wrong.problems]
    if problems:
        raise BrokenData(problems)
    return templates


def _template(text: str, ruleset: Ruleset) -> Template:
    try:
        file = _File.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as wrong:
        raise BrokenData([f"cannot be read: {wrong}"]) from None
    except ValidationError as wrong:
        raise BrokenData(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in wrong.errors()) from None
    problems: list[str] = []

    def tried(where: str, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except Refusal as refusal:
            problems.append(f"{where}: {refusal}")
            return None

    charted = file.map
    board = tried("map", partial(read_board, charted.size, charted.walls, charted.rough)) if charted else None
    own = [
        tried(f"houses.{n}", partial(ruleset.homebrew_record, homebrew_record))
        for n, homebrew_record in enumerate(file.houses)
    ]
    houses = {homebrew_record.name: homebrew_record.record for homebrew_record in own if homebrew_record}
    groups = [
        tried(f"combatants.{n}", partial(_newcomers, group, houses, ruleset)) for n, group in enumerate(file.combatants)
    ]
    preset = file.preset or next(iter(ruleset.presets))
    if preset not in ruleset.presets:
        problems.append(f"preset: {preset} is none of {', '.join(ruleset.presets)}")
    newcomers = tuple(group for group in groups if group)
    events = tuple(Foresee(event.text, event.turn, event.every) for event in file.events)
    notes = tuple(file.notes.items())
    template = Template(file.title, file.sentence, preset, board, file.switches, newcomers, notes, events)
    if not problems:
        problems += _unfit_switches(template, ruleset)
        for where, piece in _pieces(template):
            tried(where, partial(_try_out, piece, ruleset))
    if not problems:
        tried("together", partial(_try_out, template, ruleset))
    if problems:
        raise BrokenData(problems)
    return template


def _newcomers(group: _Group, houses: Homebrew, ruleset: Ruleset) -> Newcomers:
    profile = ruleset.profile(group.sheet, houses)
    at, among = (tuple(map(Place.parse, places)) for places in (group.at, group.at_roll))
    if at and len(at) != group.count:
        raise Refusal(f"at: one place for each of {group.count}, not {len(at)}")
    if among and (at or len(among) != conduct.TEN or group.count > conduct.TEN):
        raise Refusal(f"at_roll: {conduct.TEN} places for as many combatants at most, and no at beside it")
    lot = _lot(group.throw, ruleset) if group.throw else None
    return Newcomers(profile, group.name or profile.name, group.side, group.count, at, among, lot)


def _lot(throw: _Lot, ruleset: Ruleset) -> Lot:
    """The lot, each of its ten throws tried."""
    table = ruleset.tables.get(throw.table)
    if table is None:
        raise UnknownName(f"throw: {throw.table} is none of {', '.join(ruleset.tables)}")
    columns = table.columns
    if columns and not (throw.column and columns.rule == "exact"):
        raise Refusal("throw: say the column of a table whose columns have names")
    if throw.column and not columns:
        raise Refusal(f"throw: {throw.table} has a single column: leave column out")
    lot = Lot(throw.label, throw.table, throw.column, throw.why, throw.words)
    for thrown in range(conduct.TEN):
        cell = table.lookup("", thrown, *filter(None, [throw.column]))[1].value
        if lot.told(cell, "") is None:
            raise Refusal(f"throw: there are no words for {cell}, which {thrown} gives, and none for other")
    return lot


def _pieces(template: Template) -> Iterator[tuple[str, Template]]:
    """Each group and event of a set-up by itself, so that all that is wrong can be told at once."""
    bare = replace(template, switches={}, newcomers=(), events=())
    for n, event in enumerate(template.events):
        yield f"events.{n}", replace(bare, events=(event,))
    for n, group in enumerate(template.newcomers):
        yield f"combatants.{n}", replace(bare, newcomers=(group,))
        for place in group.among:
            alone = replace(group, count=1, places=(place,), among=())
            yield f"combatants.{n}.at_roll", replace(bare, newcomers=(alone,))


def _unfit_switches(template: Template, ruleset: Ruleset) -> Iterator[str]:
    """What is wrong with the switches, set one after the other: no such name or value, or they undo each other."""
    scene, fit = Scene(conduct.stage(ruleset, template.preset), SeededDice(0)), dict[str, str]()
    for name, value in template.switches.items():
        try:
            conduct.resolve(Switch(name, value), scene, ruleset)
            fit[name] = value
        except Refusal as refusal:
            yield f"switches.{name}: {refusal}"
    stands = dict(scene.encounter.switches)
    for name, value in fit.items():
        if stands[name] != value:
            yield f"switches.{name}: it is {stands[name]} in the end, because of another that is set after it"


def _try_out(template: Template, ruleset: Ruleset) -> None:
    conduct.set_up(template, Scene(conduct.stage(ruleset, template.preset), SeededDice(0)), ruleset)
