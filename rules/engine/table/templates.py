"""Reads encounter templates at start, from templates/*.toml beside a ruleset's tables."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from rules.engine.books.events import Foresee
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.books.setups import TEMPLATE_DIE, Newcomers, TableThrow, Template
from rules.engine.records.errors import BrokenData, Refusal, UnknownName
from rules.engine.records.model import BattleMap
from rules.engine.table.muster import MOST_COMBATANTS
from rules.words.grids import read_grid
from rules.words.maps import read_map, read_places
from rules.words.places import Place

NonEmpty = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
T = TypeVar("T")


class _Entry(BaseModel):
    # Models that are only extended, or not read here, are never built.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class _Map(_Entry):
    size: str = ""
    walls: str = ""
    rough: str = ""
    pieces: str = ""
    grid: str = ""

    def battle_map(self) -> BattleMap:
        """Return the map: an empty one with the given pieces, or the one drawn in letters. Raises Refusal."""
        if self.grid and (self.size or self.walls or self.rough or self.pieces):
            raise Refusal("grid: the letters are the whole map, so leave out size, walls, rough and pieces")
        return read_grid(self.grid) if self.grid else read_map(self.size, self.walls, self.rough, self.pieces)


class _Throw(_Entry):
    label: NonEmpty
    table: NonEmpty
    column: str = ""
    why: NonEmpty
    words: dict[NonEmpty, NonEmpty]
    lays: str = ""
    among: str = ""


class _Group(_Entry):
    sheet: NonEmpty
    name: str = ""
    side: str = ""
    count: int = Field(1, ge=1, le=MOST_COMBATANTS)
    at: tuple[NonEmpty, ...] = Field((), strict=False)
    at_roll: tuple[NonEmpty, ...] = Field((), strict=False)
    throw: _Throw | None = None
    secret: bool = False


class _Event(_Entry):
    text: NonEmpty
    turn: int
    every: int = 0
    secret: bool = False


class _File(_Entry):
    title: NonEmpty
    sentence: NonEmpty
    preset: NonEmpty | None = None
    map: _Map | None = None
    switches: dict[NonEmpty, NonEmpty] = {}
    houses: tuple[NonEmpty, ...] = Field((), strict=False)
    combatants: tuple[_Group, ...] = Field(strict=False, min_length=1)
    notes: dict[NonEmpty, NonEmpty] = {}
    events: tuple[_Event, ...] = Field((), strict=False)


def load_templates(folder: Path, ruleset: Ruleset) -> Mapping[str, Template]:
    """Return the templates of a ruleset by id, the name of the file. Raises BrokenData with the problems of all files.

    `houses` in a file are its own weapons or cards, each as the text that a GM would give. Whether a template can be
    set up is not checked here, because that would slow down each start: see `rules.engine.conduct.trials`.
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

    def attempt(where: str, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except Refusal as refusal:
            problems.append(f"{where}: {refusal}")
            return None

    battle_map = attempt("map", file.map.battle_map) if file.map else None
    own = [attempt(f"houses.{n}", partial(ruleset.homebrew_record, text)) for n, text in enumerate(file.houses)]
    homebrew = {record.name: record.record for record in own if record}
    groups = [
        attempt(f"combatants.{n}", partial(_newcomers, group, homebrew, ruleset))
        for n, group in enumerate(file.combatants)
    ]
    preset = file.preset or next(iter(ruleset.presets))
    if preset not in ruleset.presets:
        problems.append(f"preset: {preset} is not one of {', '.join(ruleset.presets)}")
    newcomers = tuple(group for group in groups if group)
    events = tuple(Foresee(event.text, event.turn, event.every, event.secret) for event in file.events)
    notes = tuple(file.notes.items())
    if problems:
        raise BrokenData(problems)
    return Template(file.title, file.sentence, preset, battle_map, file.switches, newcomers, notes, events)


def _newcomers(group: _Group, homebrew: Homebrew, ruleset: Ruleset) -> Newcomers:
    profile = ruleset.profile(group.sheet, homebrew)
    at, among = (tuple(map(Place.parse, places)) for places in (group.at, group.at_roll))
    if at and len(at) != group.count:
        raise Refusal(f"at: needs one place for each of {group.count}, not {len(at)}")
    if among and (at or len(among) != TEMPLATE_DIE or group.count > TEMPLATE_DIE):
        raise Refusal(f"at_roll: needs at most {TEMPLATE_DIE} places and as many combatants, and no at")
    throw = _table_throw(group.throw, ruleset) if group.throw else None
    return Newcomers(profile, group.name or profile.name, group.side, group.count, at, among, throw, group.secret)


def _table_throw(throw: _Throw, ruleset: Ruleset) -> TableThrow:
    """Return a group's throw, after checking all ten results."""
    table = ruleset.tables.get(throw.table)
    if table is None:
        raise UnknownName(f"throw: {throw.table} is not one of {', '.join(ruleset.tables)}")
    columns = table.columns
    if columns and not (throw.column and columns.rule == "exact"):
        raise Refusal("throw: give the column of a table with named columns")
    if throw.column and not columns:
        raise Refusal(f"throw: {throw.table} has one column, so leave column out")
    among = tuple(sorted(read_places(throw.among)))
    if bool(throw.lays) != bool(among):
        raise Refusal("throw: lays is a weapon, and among says where it may lie: give both or neither")
    result = TableThrow(throw.label, throw.table, throw.column, throw.why, throw.words, throw.lays, among)
    for thrown in range(TEMPLATE_DIE):
        cell = table.lookup("", thrown, *filter(None, [throw.column]))[1].value
        if result.meaning(cell, "") is None:
            raise Refusal(f"throw: no text for {cell}, which {thrown} can give, and no text for other")
        if throw.lays and not cell.isdecimal():
            raise Refusal(f"throw: {cell}, which {thrown} can give, is not a distance for the {throw.lays}")
    return result
