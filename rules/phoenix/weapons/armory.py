"""Loads the weapons of Phoenix Command: the book's from data/phoenix/weapons, a server's own from TOML.

`pages` defines what a page may contain; this module turns pages into `Arm` records and reports every problem at once.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.engine.records.copies import replace
from rules.engine.records.errors import BrokenData, quoted
from rules.engine.sharing import homebrew
from rules.phoenix.basics.arms import Arm, Doubt, ExplosiveWeapon, Grenade, Handgun, Rate, Row, Shotgun, SmallArm
from rules.phoenix.weapons.pages import (
    MOST_NAME,
    PAGES,
    ExplosivePage,
    GrenadePage,
    Page,
    PistolPage,
    ShotgunPage,
    SmallArmPage,
)
from rules.tables.table import CellErratum
from rules.words.catalogue import nearest, normalized
from rules.words.phrases import listed

BOOK = "Phoenix Command"
_MOST_WORDS, _MOST_HELPED = 60, 20
_MARKS = ["table", "row", "column", "printed", "reading", "mark", "erratum"]


def armory(folder: Path) -> Mapping[str, Arm]:
    """Return the weapons of the book by name, in its order; `folder` holds a TOML file for each section and marks.csv.

    Weapons that share a name get their calibre or nation in brackets. Raises BrokenData with every problem of every
    file.
    """
    problems: list[str] = []
    pages: list[tuple[str, Page]] = []
    unread = set()
    for group in PAGES:
        sound = len(problems)
        pages += [(group, page) for page in _read(folder, group, problems)]
        if len(problems) > sound:
            unread.add(group)
    surplus = {path.name for path in folder.glob("*")} - {f"{group}.toml" for group in PAGES} - {"marks.csv"}
    problems += [f"{folder.name}/{name} is no section of the weapons" for name in sorted(surplus)]
    ids = Counter(page.id for _, page in pages)
    problems += [f"{folder.name}: {n} weapons have the id {id}" for id, n in ids.items() if n > 1]
    weapons = [_arm(group, page, _source(page)) for group, page in pages]
    weapons = _with_unique_names(weapons)
    spelled = Counter(_spelled(name) for weapon in weapons for name in (weapon.name, *weapon.also))
    problems += [f"{folder.name}: {n} weapons are called {name}" for name, n in spelled.items() if n > 1]
    problems += _disagreements(pages, errata(folder, problems), unread)
    if problems:
        raise BrokenData(problems)
    return {weapon.name: weapon for weapon in weapons}


def errata(folder: Path, problems: list[str]) -> Mapping[tuple[str, str, str], CellErratum]:
    """Return the figures that are disputed or not read as printed, by section, weapon's id and figure.

    Problems of the file are added to `problems`.
    """
    where = f"{folder.name}/marks.csv"
    try:
        grid = list(csv.reader(io.StringIO((folder / "marks.csv").read_text(encoding="utf-8")), strict=True))
    except (OSError, UnicodeDecodeError, csv.Error) as wrong:
        problems.append(f"{where} cannot be read: {wrong}")
        return {}
    if grid[:1] != [_MARKS]:
        problems.append(f"{where} begins with {', '.join(_MARKS)}")
        return {}
    by_figure: dict[tuple[str, str, str], CellErratum] = {}
    for number, line in enumerate(grid[1:], start=2):
        if len(line) != len(_MARKS):
            problems.append(f"{where}, line {number}: {len(line)} fields, there should be {len(_MARKS)}")
        elif (line[0], line[1], line[2]) in by_figure:
            problems.append(f"{where}, line {number}: {' '.join(line[:3])} is there twice")
        else:
            by_figure[line[0], line[1], line[2]] = CellErratum(*line[3:])
    return by_figure


def read_toml(text: str) -> tuple[Arm, Mapping[str, object]]:
    """Return a server's own weapon from its TOML text, with the record to store. Raises BadSheet naming every problem.

    It has the fields of the book's pages and its section: `group = "rifles"`. A line [[weapon]] before it is allowed.
    """
    raw = homebrew.parse(text, "weapon")
    inside = raw.get("weapon")
    if len(raw) == 1 and isinstance(inside, list) and len(inside) == 1 and isinstance(inside[0], dict):
        raw = inside[0]
    return read_record(raw)


def read_record(raw: Mapping[str, object]) -> tuple[Arm, Mapping[str, object]]:
    """Return a server's own weapon from untyped values, with the record to store.

    Raises BadSheet naming every problem.
    """
    fields = dict(raw)
    if len(fields) > _MOST_WORDS:
        raise homebrew.unreadable("weapon", [f"it has {len(fields)} words; the limit is {_MOST_WORDS}"])
    section = fields.pop("group", None)
    group = next((name for name in PAGES if isinstance(section, str) and _spelled(name) == _spelled(section)), None)
    if group is None:
        raise homebrew.unreadable("weapon", [f"group: should be one of {', '.join(PAGES)}"])
    try:
        page = PAGES[group].model_validate(fields)
    except ValidationError as wrong:
        raise homebrew.unreadable("weapon", _problems(wrong, fields)) from None
    record = page.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    return _arm(group, page, page.source or "a weapon of this server"), {"group": group, **record}


def _spelled(name: str) -> str:
    return normalized(name).replace(" ", "")


def _read(folder: Path, group: str, problems: list[str]) -> list[Page]:
    where = f"{folder.name}/{group}.toml"
    try:
        raw = tomllib.loads((folder / f"{group}.toml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        problems.append(f"{where} cannot be read: {wrong.strerror if isinstance(wrong, OSError) else wrong}")
        return []
    entries = raw.pop("weapon", None)
    if raw or not isinstance(entries, list):
        problems.append(f"{where}: put each weapon under a line [[weapon]], and nothing else")
        return []
    pages = []
    for number, entry in enumerate(entries, start=1):
        called = f"{where}, {entry.get('id') or f'weapon {number}'}" if isinstance(entry, dict) else where
        try:
            page = PAGES[group].model_validate(entry)
        except ValidationError as wrong:
            problems += [f"{called}, {problem}" for problem in _problems(wrong, entry)]
            continue
        problems += [f"{called}, {key}: is missing" for key in ("id", "line") if getattr(page, key) is None]
        pages.append(page)
    return pages


def _source(page: Page) -> str:
    """Return where the book's page is from: our text, or the witnesses who transcribed the printed page."""
    whole = [named for named, figures in page.witnesses.items() if figures == "*"]
    if not whole:
        return BOOK
    named = sorted({one for names in page.witnesses for one in names.split()}, key=whole[0].find)
    return f"{BOOK}, its page read by {listed(named, 'and')} (ruling O85)"


def _arm(group: str, page: Page, source: str) -> Arm:
    common: dict[str, Any] = {
        "name": page.name,
        "id": page.id or "-".join(normalized(page.name).split()),
        "printed": page.name,
        "group": group,
        "type": page.type,
        "calibre": page.calibre,
        "nation": page.nation,
        "length": page.L,
        "weight": page.W,
        "also": page.also,
        "source": source,
        "rows": tuple(Row(*row) for row in page.rows),
        "doubtful": tuple(Doubt(*text.split(" ")) for text in page.doubtful),
    }
    if isinstance(page, GrenadePage):
        return Grenade(**common, bursts=page.bursts, arm_time=page.AT, fuse=page.FL, throw=page.R)
    assert isinstance(page, SmallArmPage | ShotgunPage | ExplosivePage)
    gun: dict[str, Any] = {
        "reload": page.RT,
        "rate": Rate.of(page.ROF),
        "capacity": page.Cap,
        "feed": page.feed or "",
        "feed_weight": page.AW or "",
        "knock_down": page.KD,
        "recoil": page.SAB,
        "aim": tuple((int(time), mod) for time, mod in page.aim.items()),
        "ranges": page.ranges,
    }
    if isinstance(page, ShotgunPage):
        return Shotgun(**common, **gun, bursts=(), pellets=page.pellets, shot=page.shot)
    if isinstance(page, ExplosivePage):
        return ExplosiveWeapon(**common, **gun, bursts=page.bursts, most_range=page.MR)
    if isinstance(page, PistolPage) and page.action:
        return Handgun(**common, **gun, bursts=(), action=page.action)
    return SmallArm(**common, **gun, bursts=())


def _with_unique_names(weapons: Sequence[Arm]) -> list[Arm]:
    """Return the weapons with unique names: weapons that share a name get the calibre or the nation in brackets."""
    by_name: dict[str, list[Arm]] = {}
    for weapon in weapons:
        by_name.setdefault(_spelled(weapon.name), []).append(weapon)
    unique = []
    for weapon in weapons:
        namesakes = by_name[_spelled(weapon.name)]
        by_calibre = len({other.calibre for other in namesakes}) == len(namesakes)
        suffix = weapon.calibre if by_calibre else weapon.nation
        unique.append(replace(weapon, name=f"{weapon.name} ({suffix})") if len(namesakes) > 1 else weapon)
    return unique


def _disagreements(
    pages: Sequence[tuple[str, Page]], errata: Mapping[tuple[str, str, str], CellErratum], unread: Set[str]
) -> list[str]:
    """Return the problems where the pages and marks.csv differ on a figure; sections in `unread` are skipped."""
    problems = []
    doubts: dict[tuple[str, str], list[str]] = {}
    figures = {(group, page.id or ""): _figures(page) for group, page in pages}
    for (group, id, figure), erratum in errata.items():
        if group in unread:
            continue
        doubts.setdefault((group, id), []).append(f"{figure} {erratum.kind} {erratum.id}")
        if (group, id) not in figures:
            problems.append(f"marks.csv: there is no weapon {quoted(id)} in {group}")
        elif figures[group, id].get(figure, "") != erratum.reading:
            there = quoted(figures[group, id].get(figure, ""))
            problems.append(
                f"marks.csv: {id}, {figure}: the page has {there}, the mark reads {quoted(erratum.reading)}"
            )
    for group, page in pages:
        if group not in unread and list(page.doubtful) != doubts.get((group, page.id or ""), []):
            problems.append(f"{group}.toml, {page.id}: doubtful is not what marks.csv has of it, in its order")
    return problems


def _figures(page: Page) -> dict[str, str]:
    """Return every figure on a page, by its name in marks.csv: "ROF", "aim@9", "FMJ.PEN@200"."""
    by_name = {key: str(value) for key, value in page.model_dump().items() if isinstance(value, str | int)}
    by_name |= {f"aim@{time}": str(mod) for time, mod in getattr(page, "aim", {}).items()}
    for name, figures in page.rows:
        by_name |= {f"{name}@{heading}": figure for heading, figure in zip(page.headings(name), figures, strict=False)}
    return by_name


_IN_WORDS = {
    "missing": "is missing",
    "int_type": "should be a whole number",
    "string_type": "should be a text in quotation marks",
    "tuple_type": "should be figures in brackets, one for each column",
    "model_type": "should be a table of rows",
    "too_short": "should have a figure at least",
    "too_long": "has too many figures",
}
_EXPECTED = {
    "id": "should be small letters and digits joined by hyphens, 40 at most",
    "L": 'should be inches, "39", or folded and deployed, "8/21"',
    "AT": 'should be actions, "3", or "V" for various',
    "FL": 'should be phases, "2", "I" for impact or "V" for various',
    "doubtful": 'should be a figure, a kind of mark and an erratum: "FMJ.PEN@200 twin W3"',
}


def _problems(wrong: ValidationError, raw: Mapping[str, object]) -> list[str]:
    """Return the problems of a page, each in a sentence with its place and what is allowed there."""
    problems: list[str] = []
    errors = wrong.errors()
    for error in errors:
        where, kind = error["loc"], error["type"]
        if kind == "too_short" and any(other["loc"][:-1] == where for other in errors):
            continue  # its figures are missing because each has a problem of its own
        message = error["msg"].removeprefix("Value error, ").replace("Input should", "should")
        if kind == "string_pattern_mismatch":
            message = _EXPECTED.get(str(where[0]), "should be a line of text")
        elif kind == "extra_forbidden":
            close = nearest(str(where[-1]), _unused_words(raw)) if len(problems) < _MOST_HELPED else ()
            message = f"is not a word of such a page{f'; nearest: {close[0]}' if close else ''}"
        message = _IN_WORDS.get(kind, message)
        spot = _spot(where, raw)
        problems += [f"{spot}: {part}" if spot else part for part in ([message] if where else message.split("; "))]
    return problems


def _unused_words(raw: Mapping[str, object]) -> list[str]:
    """Return the words of all pages that `raw` does not have."""
    words = {word for page in PAGES.values() for word in page.words()}
    return sorted(words - raw.keys())


def _spot(where: Sequence[int | str], raw: Mapping[str, object]) -> str:
    """Return the place of a problem, in the words of marks.csv: FMJ.PEN@40."""
    row = ".".join(str(part)[:MOST_NAME] for part in where if isinstance(part, str))
    if where[:1] == ("aim",) and len(where) > 1:
        return f"aim@{str(where[1])[:MOST_NAME]}"
    if not where or not isinstance(where[-1], int):
        return row
    headings = raw.get("ranges" if "ranges" in raw and "burst" not in where else "bursts")
    if isinstance(headings, list) and where[-1] < len(headings) and where[0] not in ("also", "doubtful"):
        return f"{row}@{str(headings[where[-1]])[:MOST_NAME]}"
    return f"{row}, figure {where[-1] + 1}"
