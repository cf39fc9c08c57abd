"""The pages that /weapon shows, laid out like the Weapon Data Tables, with the errata's remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from rules.engine.books.ruleset import Fact, Grid, Line, Page
from rules.engine.records.steps import cited
from rules.phoenix.basics.arms import BASIC, Arm, Doubt, ExplosiveWeapon, Grenade, Gun, Handgun, Row, Shotgun
from rules.phoenix.weapons.spellings import spellings
from rules.words.phrases import counted

_BLANK = "–"
_DOUBTFUL = "?"
_KINDS: Mapping[str, str] = {
    "shift": "printed elsewhere on the page",
    "twin": "as a weapon of the same figures",
    "sign": "minus sign restored",
    "pattern": "follows from its neighbors",
    "spurious": "printed, and left out",
    "disputed": "as printed, but doubtful",
    "outside": "missing, from another source",
    "unknown": "unknown",
    "witnessed": "by second witnesses",
    "single": "by one witness",
    "differing": "witnesses differ",
}


def weapon_pages(arms: Mapping[str, Arm]) -> Mapping[str, Page]:
    """Return the page of every weapon by name."""
    return {n: _page(weapon) for n, weapon in arms.items()}


@lru_cache(maxsize=256)
def _page(weapon: Arm) -> Page:
    kind = ", ".join(filter(None, (weapon.type, weapon.calibre, weapon.nation)))
    figures = " · ".join(f"{label} {_marked(weapon, label, text)}" for label, text in _figures(weapon) if text)
    also = [Fact("Also", ", ".join(weapon.also))] if weapon.also else []
    return Page(
        weapon.name,
        tuple(filter(None, (kind, figures, *also))),
        tuple(_grids(weapon)),
        weapon.source,
        (*_remarks(weapon), *_doubts(weapon)),
        spellings(weapon),
    )


def _figures(weapon: Arm) -> Iterator[tuple[str, str]]:
    """Yield the figures beside the tables, in the page's order; "" for figures that it does not give."""
    yield "L", weapon.length
    yield "W", weapon.weight
    if isinstance(weapon, Grenade):
        yield from (("AT", weapon.arm_time), ("FL", weapon.fuse), ("R", str(weapon.throw)))
    if isinstance(weapon, Gun):
        yield from (("RT", str(weapon.reload)), ("ROF", weapon.rate.printed), ("Cap", str(weapon.capacity)))
        yield from (("AW", weapon.feed_weight), ("feed", weapon.feed))
        yield from (("KD", _number(weapon.knock_down)), ("SAB", _number(weapon.recoil)))
    if isinstance(weapon, ExplosiveWeapon):
        yield "MR", str(weapon.most_range)
    if isinstance(weapon, Shotgun):
        yield "pellets", f"{weapon.pellets} of size {weapon.shot}" if weapon.shot else str(weapon.pellets)


def _grids(weapon: Arm) -> Iterator[Grid]:
    if isinstance(weapon, Gun):
        mods = [_marked(weapon, f"aim@{time}", f"{mod:+d}" if mod else "0") for time, mod in weapon.aim]
        yield (("Aim", *(str(time) for time, _ in weapon.aim)), ("Mod", *mods))
        by_range = [row for row in weapon.rows if ".burst." not in row.name]
        yield _grid(weapon, "Range", tuple(map(str, weapon.ranges)), by_range)
        by_burst = [row for row in weapon.rows if ".burst." in row.name]
    else:
        by_burst = list(weapon.rows)
    if by_burst:
        yield _grid(weapon, "Burst", weapon.bursts, by_burst)


def _grid(weapon: Arm, corner: str, headings: tuple[str, ...], rows: Iterable[Row]) -> Grid:
    lines = [(corner, *headings)]
    for row in rows:
        figures = (*row.figures, *("" for _ in headings[len(row.figures) :]))
        cells = [_marked(weapon, f"{row.name}@{h}", f) if f else _BLANK for h, f in zip(headings, figures, strict=True)]
        lines.append((row.name.replace(".burst", "").replace(".", " "), *cells))
    return tuple(lines)


def _marked(weapon: Arm, figure: str, text: str) -> str:
    """Return a figure, with a question mark if it is doubtful by itself and not as part of a doubtful page."""
    return text + _DOUBTFUL if any(doubt.figure == figure for doubt in weapon.doubtful) else text


def _remarks(weapon: Arm) -> Iterator[Line]:
    """Yield explanations of the figures that need one."""
    if not isinstance(weapon, Gun):
        yield Fact("Burst", "hexes from the explosion, C in contact with it")
        return
    rate = weapon.rate
    if rate.chamber:
        yield Fact(f"ROF {rate.printed}", f"{counted(rate.chamber, 'action')} to work the action for the next round")
    elif rate.self_loading:
        three = ["three round bursts (erratum W26)"] if rate.three else []
        automatic = [f"automatic fire, {rate.automatic} rounds a burst"] if rate.automatic else []
        yield Fact(f"ROF {rate.printed}", ", ".join(["self-loading", *three, *automatic]))
    if isinstance(weapon, Handgun):
        yield f"{weapon.action.capitalize()} Action (5.11)"
    yield Fact("Range", "hexes of 2 yards; the book may shade values beyond the effective range (erratum W27)")
    at = next((hexes for hexes in weapon.ranges if hexes >= BASIC), None)
    if at is not None:
        yield Fact("Basic Game", f"PEN and DC of the {at}-hex column at every range (ruling O28)")
    if weapon.bursts:
        yield Fact("Burst", "hexes from the explosion")
    if any(row.name == "BPHC" and "" in row.figures for row in weapon.rows):
        yield Fact(f"BPHC {_BLANK}", "the shot flies as one mass (ruling O52)")


def _doubts(weapon: Arm) -> Iterator[Fact]:
    """Yield the errata on doubtful figures, one line for each entry."""
    by_entry: dict[tuple[str, str], list[Doubt]] = {}
    for doubt in weapon.doubtful:
        by_entry.setdefault((doubt.kind, doubt.erratum), []).append(doubt)
    for (kind, erratum), doubts in by_entry.items():
        columns: dict[str, list[str]] = {}
        for doubt in doubts:
            row, _, column = doubt.figure.partition("@")
            columns.setdefault(row.replace(".", " "), []).append(column)
        figures = [f"{row} {_span(headings)}".rstrip() for row, headings in columns.items()]
        what = "all figures" if "*" in columns else ", ".join(figures)
        yield Fact(f"{_DOUBTFUL} {_KINDS[kind]}", f"{what} ({cited(erratum)})")


def _span(columns: list[str]) -> str:
    return columns[0] if len(columns) == 1 else f"{columns[0]}-{columns[-1]}"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
