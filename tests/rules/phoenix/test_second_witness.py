"""The figures of the second witnesses (O84, O85) against the files that they were taken from, cell by cell."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.records.errors import NoRule
from rules.loader import DATA
from rules.phoenix.basics.arms import Arm, Gun
from tests.rules.phoenix.skirmish import phoenix

_FOLDER = Path(__file__).resolve().parents[4] / "shared" / "rulebooks" / "second_witness"
pytestmark = pytest.mark.skipif(not _FOLDER.is_dir(), reason="shared/rulebooks/second_witness is not at hand")
CALLED = {
    "HK P7M13": "Heckler & Koch P7M13",
    "XM177": "CAR 16",
    "Galil AR 5.56mm": "Galil AR (5.56mm NATO)",
    "Galil AR 7.62mm": "Galil AR (7.62mm NATO)",
}
"""Weapons whose name in the book, or here, is not that of the file."""
ROWS_END = {("Walther PPK", "300"), ("Walther PPK", "400")}
"""Columns that one witness fills with 0, a Damage Class that there is not: there the rows have ended."""


def lines(name: str) -> list[dict[str, str]]:
    path = _FOLDER / f"{name}.csv"
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) if path.exists() else []


def arm(name: str) -> Gun:
    found = phoenix().book.arms[CALLED.get(name, name)]
    assert isinstance(found, Gun)
    return found


def figure(weapon: Gun, field: str) -> str:
    """A figure as it is printed; "" if the page has none."""
    name, _, column = field.partition("@")
    if name == "aim":
        return {str(time): str(mod) for time, mod in weapon.aim}.get(column, "")
    if column:
        row = weapon.row(name)
        assert row is not None, field
        at = weapon.ranges.index(int(column))
        return row.figures[at] if at < len(row.figures) else ""
    given = {
        "L": weapon.length,
        "W": weapon.weight,
        "RT": weapon.reload,
        "ROF": weapon.rate.printed,
        "Cap": weapon.capacity,
        "AW": weapon.feed_weight,
        "KD": weapon.knock_down,
        "SAB": weapon.recoil,
    }
    return "" if given[name] is None else str(given[name])


def test_there_are_39_weapons() -> None:
    assert len({line["weapon"] for line in lines("weapons")}) == 39


@pytest.mark.parametrize("name", sorted({line["weapon"] for line in lines("weapons")}))
def test_every_cell_of_a_lost_page(name: str) -> None:
    weapon, marks = arm(name), {"one witness": "single", "differ": "differing"}
    for line in lines("weapons"):
        if line["weapon"] != name:
            continue
        field, value = line["field"], line["value"]
        ended = (name, field.partition("@")[2]) in ROWS_END
        assert figure(weapon, field) == ("" if ended else value), field
        mark = marks.get(line["agreement"]) if value else "unknown"
        doubt = weapon.doubt(field)
        assert (doubt and (doubt.kind, doubt.erratum)) == (mark and (mark, "O85")), field
    assert all(witness in weapon.source for witness in witnesses(name)), weapon.source


def witnesses(name: str) -> set[str]:
    return {
        one
        for line in lines("weapons")
        if line["weapon"] == name
        for one in re.findall("[A-Z]{2}(?==)", line["witnesses"])
    }


def provenance(weapon: Gun) -> dict[str, str]:
    """Return the witnesses of the figures of a page, as the page says."""
    pages = tomllib.loads((DATA / "phoenix" / "weapons" / f"{weapon.group}.toml").read_text(encoding="utf-8"))["weapon"]
    named: dict[str, str] = next(page for page in pages if page["id"] == weapon.id)["witnesses"]
    return {figure: who for who, figures in named.items() for figure in figures.split(" ")}


@pytest.mark.parametrize("name", sorted({line["weapon"] for line in lines("weapons")}))
def test_the_witnesses_of_every_cell(name: str) -> None:
    by_figure = provenance(arm(name))
    for line in lines("weapons"):
        if line["weapon"] == name:
            row, _, _ = line["field"].partition("@")
            said = by_figure.get(line["field"]) or by_figure.get(row) or by_figure["*"]
            assert said.split(" ") == re.findall("[A-Z]{2}(?==)", line["witnesses"]), line["field"]


def replaced() -> Iterator[tuple[Arm, str, str]]:
    """The cells of `fixes.csv` that are about weapons, with what they should be."""
    by_id = {weapon.id: weapon for weapon in phoenix().book.arms.values()}
    for line in lines("fixes"):
        *_, id = line["where"].split(" ")
        if id not in by_id or line["column"] == "200-400":
            continue
        columns = re.split(" / | and ", line["column"])
        should = ["" if "no line" in one else one for one in line["should be"].split(" / ")]
        for column, value in zip(columns, should * (len(columns) // len(should)), strict=True):
            yield by_id[id], f"{line['row']}@{column}", value


@pytest.mark.parametrize(("weapon", "field", "value"), replaced())
def test_every_replaced_cell(weapon: Gun, field: str, value: str) -> None:
    assert figure(weapon, field) == value
    doubt = weapon.doubt(field)
    assert doubt is not None and (doubt.kind in ("witnessed", "single"), doubt.erratum) == (True, "O84")


def test_base_speeds_are_blank_where_the_page_is() -> None:
    table = phoenix().book.tables.by_id["1a"]
    blank = {
        (line["row"], line["column"]) for line in lines("table_1a") if line["table"] == "1a" and line["theirs"] == "-"
    }
    cells = {
        (row, column): text
        for row, texts in zip(table.rows.labels, table.printed, strict=True)
        for column, text in zip(table.columns.labels if table.columns else (), texts, strict=True)
    }
    assert len(blank) == 67
    assert {cell for cell, text in cells.items() if not text} == blank
    assert (cells["20", "90"], cells["17", "90"], cells["7", "50"]) == ("2.5", "1.5", "1.5")


@pytest.mark.parametrize(
    ("name", "hexes", "others"),
    [("FN Mk 1", 150, "FMJ or AP"), ("MAB PA15", 200, "FMJ or AP"), ("Bren L4", 71, "FMJ or AP")],
)
def test_an_unknown_figure_says_so(name: str, hexes: int, others: str) -> None:
    with pytest.raises(
        NoRule, match=rf"of JHP from the {name} is not known at {hexes} hexes \(ruling O85\)\. Load {others}\."
    ):
        arm(name).dc("JHP", hexes)
    assert arm(name).dc("FMJ", hexes)[0] >= 1


def test_an_unknown_sab_is_none() -> None:
    assert arm("Enfield LSW").recoil is None
