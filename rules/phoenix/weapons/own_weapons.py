"""A server's own weapons: reading them from TOML or CSV, checking their names, and merging them with the book's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Union, get_args, get_origin

from rules.engine.books.ruleset import Homebrew, HomebrewRecord
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, quoted
from rules.engine.sharing import homebrew
from rules.phoenix.basics.arms import ROWS, Arm
from rules.phoenix.weapons.armory import read_record, read_toml
from rules.phoenix.weapons.pages import PAGES
from rules.words.catalogue import normalized
from rules.words.sheet import Barred, Item, Phrase, Terms

EXAMPLE = """\
# A weapon: copy its page from your book. Leave out what it does not have.
group = "rifles"   # pistols, smgs, rifles, machine_guns, shotguns, explosive, grenades
name = "My Rifle"
type = "Assault Rifle"
calibre = "5.56mm NATO"
L = 39             # inches; folded and deployed: "30/39"
W = 8.2            # pounds, loaded
RT = 8             # actions for a full reload
ROF = "*7"         # "2" actions for the next round, "*" self-loading, "*7" automatic,
                   # "**" or "**7" with three round bursts, "-" no magazine
Cap = 30
AW = 1
feed = "Mag"       # Mag, Blt, Drm, Rnd
KD = 4
SAB = 3
aim = {1 = -22, 2 = -12, 3 = -9, 4 = -7, 6 = -5, 8 = -3, 12 = 0}
ranges = [10, 20, 40, 70, 100, 200, 300, 400]
FMJ.PEN = [17, 16, 15, 13, 11, 7.1, 4.5, 2.9]
FMJ.DC = [6, 6, 6, 6, 5, 4, 3, 2]
# JHP.PEN, JHP.DC, AP.PEN, AP.DC; 3RB, MA, BA, TOF likewise
# action = "double"   # of pistols: "single" or "double"
#
# The same as a table (CSV), a line for each word; aim has its modifiers in a line of their own:
#   group,rifles
#   name,My Rifle
#   type,Assault Rifle
#   calibre,5.56mm NATO
#   L,39
#   W,8.2
#   RT,8
#   ROF,*7
#   Cap,30
#   AW,1
#   feed,Mag
#   KD,4
#   SAB,3
#   aim,1,2,3,4,6,8,12
#   mod,-22,-12,-9,-7,-5,-3,0
#   ranges,10,20,40,70,100,200,300,400
#   FMJ.PEN,17,16,15,13,11,7.1,4.5,2.9
#   FMJ.DC,6,6,6,6,5,4,3,2
"""
_LISTS = ("also", "ranges", "bursts", "doubtful")
_DEEPEST = 3
_kept = homebrew.remembered(lambda record: read_record(record)[0])


def homebrew_record(text: str, terms: Terms) -> HomebrewRecord:
    """Validate a server's own weapon and return its record. `terms` are those of the sheet line, whose words cannot
    name a weapon.

    A weapon with the name of one of the book's replaces that one. Raises BadSheet naming every problem.
    """
    weapon, record = _from_csv(text) if homebrew.separated(text) else read_toml(text)
    taken = _taken(terms)
    bad = [name for name in (weapon.name, *weapon.also) if _squeezed(name) in taken]
    if bad:
        problems = [f"{quoted(name)} is already a word of the sheet line; choose another name" for name in bad]
        raise homebrew.unreadable("weapon", problems)
    return HomebrewRecord(weapon.name, record)


def with_own(arms: Mapping[str, Arm], own: Homebrew) -> Mapping[str, Arm]:
    """Return the weapons of the book and the server's own, by name.

    A server's own weapon replaces the book's of that name.
    """
    own_weapons = [_kept(record) for record in own.values()]
    taken = {_squeezed(name) for weapon in own_weapons for name in (weapon.name, *weapon.also)}
    kept = {
        name: replace(arm, also=tuple(also for also in arm.also if _squeezed(also) not in taken))
        if any(_squeezed(also) in taken for also in arm.also)
        else arm
        for name, arm in arms.items()
        if _squeezed(name) not in taken
    }
    return kept | {weapon.name: weapon for weapon in own_weapons}


def _from_csv(text: str) -> tuple[Arm, Mapping[str, object]]:
    problems: list[str] = []
    record: dict[str, object] = {}
    rows: dict[str, Sequence[str]] = {}
    for word, cells in homebrew.lines(text, "weapon"):
        path = [_canonical(part) for part in re.split(r"[.\s]+", word) if part][:_DEEPEST]
        key = ".".join(path)
        if not path:
            problems.append("each line must begin with a word")
            continue
        if key in rows:
            problems.append(f"{key}: appears twice")
        rows[key] = cells
        if key not in ("aim", "mod"):
            _put(record, path, _value(path, cells, problems), problems)
    times, mods = rows.get("aim", ()), rows.get("mod", ())
    if len(times) != len(mods):
        problems.append(f"mod: has {len(mods)} figures for {len(times)} of aim")
    if times:
        record["aim"] = {time: _whole(mod) for time, mod in zip(times, mods, strict=False)}
    try:
        weapon = read_record(record)
    except BadSheet as bad:
        raise homebrew.unreadable("weapon", [*problems, *bad.problems]) from None
    if problems:
        raise homebrew.unreadable("weapon", problems)
    return weapon


def _value(path: Sequence[str], cells: Sequence[str], problems: list[str]) -> object:
    """Return the cells of a line in the form in which TOML has them."""
    if path[-1] == "ranges":
        return [_whole(cell) for cell in cells]
    if path[-1] in ROWS or path[0] in _LISTS:
        return list(cells)
    if len(cells) != 1:
        problems.append(f"{'.'.join(path)[:40]}: should have one value after it, not {len(cells)}")
    return _whole(cells[0]) if cells and path[0] in _wholes() else "".join(cells[:1])


def _put(record: dict[str, object], path: Sequence[str], value: object, problems: list[str]) -> None:
    inside = record
    for part in path[:-1]:
        below = inside.setdefault(part, {})
        if not isinstance(below, dict):
            problems.append(f"{part[:40]}: has a value and rows")
            return
        inside = below
    if isinstance(inside.get(path[-1]), dict):
        problems.append(f"{path[-1][:40]}: has a value and rows")
    else:
        inside[path[-1]] = value


def _whole(cell: str) -> int | str:
    return int(cell) if re.fullmatch(r"[+-]?[0-9]{1,9}", cell) else cell


def _wholes() -> set[str]:
    """Return the words that take a whole number."""
    fields = ((key, field) for page in PAGES.values() for key, field in page.model_fields.items())
    return {key for key, field in fields if int in _alternatives(field.annotation)}


def _alternatives(annotation: object) -> Iterator[object]:
    """Yield the types that a value may have, without their limits: int for a whole number that may be absent."""
    if get_origin(annotation) in (Union, UnionType):
        for one in get_args(annotation):
            yield from _alternatives(one)
    else:
        yield get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _canonical(part: str) -> str:
    """Return a word in the case that the pages use; "shot" is not "Shot"."""
    words = {word for page in PAGES.values() for word in page.words()} | {*ROWS, "group", "mod", "burst"}
    if part in words:
        return part
    alike = [word for word in words if word.casefold() == part.casefold()]
    return alike[0] if len(alike) == 1 else part


def _taken(terms: Terms) -> set[str]:
    return {_squeezed(phrase) for phrase in _phrases(terms)}


def _phrases(terms: Terms) -> Iterator[str]:
    """Yield the phrases of a sheet line except those for weapons."""
    for term in terms:
        match term:
            case Phrase(values=values):
                yield from values
            case Item(values=values, also=also, terms=own, key=key):
                yield from (values.keys() | also.keys()) if key != "carried" else ()
                yield from _phrases(own)
            case Barred():
                pass
            case _:
                yield from term.words


def _squeezed(name: str) -> str:
    return normalized(name).replace(" ", "")
