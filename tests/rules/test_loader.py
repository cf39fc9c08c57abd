"""A ruleset's folder, whole and broken: every problem is named, and all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.errors import BrokenData, Refusal, UnknownName
from rules.engine.records.steps import Lookup, Ruling
from rules.tables.cells import DAMAGE, INT, ROLL, TEXT, Damage, Word
from rules.tables.loader import DATA, load
from rules.tables.table import Tables, named

MANIFEST = """
title = "Trial"
book = "The Book of Trials"

[axes.range]
title = "range in hexes"
rule = "bracket"
labels = ["1", "2-3", "4+"]

[axes.where]
rule = "exact"
labels = ["Head", "Body"]

[tables.2A]
title = "Odds of Hitting"
section = "2.4"
rows = { name = "aim", title = "aim", rule = "floor", below = { value = 0 } }
columns = "range"
cell = "int"
file = "odds.csv"
blank = "no chance"
provenance = "text"
notes = ["Printed sideways."]

[tables.3A]
title = "Hit Location"
book = "The Other Book"
section = "3.1"
rows = { name = "roll", rule = "bracket" }
cell = "text"
values = "where"
provenance = "E3"
"""
ODDS = 'aim / range,1,2-3,4+\n1,80,40,\n3,95,60,5\n6,"1,000",90,-20\n'
PLACES = "roll,location\n0-3,Head\n4-9,Body\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path / "trial", MANIFEST, {"odds.csv": ODDS, "3A.csv": PLACES})


def written(folder: Path, manifest: str, grids: dict[str, str]) -> Path:
    (folder / "tables").mkdir(parents=True)
    (folder / "manifest.toml").write_text(manifest, encoding="utf-8")
    for name, grid in grids.items():
        (folder / "tables" / name).write_text(grid, encoding="utf-8")
    return folder


def replace(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def problems(folder: Path) -> list[str]:
    with pytest.raises(BrokenData) as broken:
        load(folder)
    return list(broken.value.problems)


@pytest.mark.parametrize(
    ("aim", "hexes", "value", "at", "shown"),
    [
        (1, 1, 80, ("1", "1"), "80"),
        (2, 3, 40, ("1", "2-3"), "40"),
        (5, 4, 5, ("3", "4+"), "5"),
        (60, 1, 1000, ("6", "1"), "1,000"),
        (6, 99, -20, ("6", "4+"), "-20"),
        (1, 4, None, ("1", "4+"), "no chance"),
        (0, 2, 0, ("below 1", "2-3"), "0"),
    ],
)
def test_a_grid_is_looked_up(
    folder: Path, aim: int, hexes: int, value: int | None, at: tuple[str, str], shown: str
) -> None:
    found, step = load(folder).of(INT, "2A").lookup("Odds", aim=aim, range=hexes)
    assert found == value
    assert step == Lookup("Odds", "2A", "Odds of Hitting", (("aim", at[0]), ("range", at[1])), shown, section="2.4")


def test_a_single_column_is_looked_up(folder: Path) -> None:
    table = load(folder).of(TEXT, "3A")
    assert table.lookup("Where", detail=True, roll=4) == (
        "Body",
        Lookup("Where", "3A", "Hit Location", (("roll", "4-9"),), "Body", detail=True, section="3.1"),
    )
    assert (table.heading, table.book, table.section, table.provenance) == ("location", "The Other Book", "3.1", "E3")
    with pytest.raises(Refusal, match=r"no roll of 10\. It goes from 0-3 to 4-9"):
        table.lookup("Where", roll=10)


def test_the_whole_table_can_be_shown(folder: Path) -> None:
    table = load(folder).of(INT, "2A")
    assert table.rows.labels == ("1", "3", "6")
    assert table.columns is not None
    assert table.columns.labels == ("1", "2-3", "4+")
    assert table.cells == ((80, 40, None), (95, 60, 5), (1000, 90, -20))
    assert (table.book, table.notes) == ("The Book of Trials", ("Printed sideways.",))


def test_wrong_axes_are_a_programming_error(folder: Path) -> None:
    with pytest.raises(TypeError, match="2A is looked up by aim, range"):
        load(folder).of(INT, "2A").lookup("Odds", aim=1)


def test_numbers_and_texts_are_kept_apart(folder: Path) -> None:
    tables = load(folder)
    with pytest.raises(TypeError, match="the cells of table 3A are text, not int"):
        tables.of(INT, "3A")
    with pytest.raises(TypeError, match="the cells of table 2A are int, not text"):
        tables.of(TEXT, "2A")
    with pytest.raises(KeyError):
        tables.of(INT, "9Z")


@pytest.mark.parametrize(("name", "id"), [("2a", "2A"), ("odds of hitting", "2A"), ("location", "3A")])
def test_players_find_tables_by_number_or_title(folder: Path, name: str, id: str) -> None:
    assert named(name, load(folder).by_id).id == id


def test_a_table_that_is_not_there(folder: Path) -> None:
    with pytest.raises(UnknownName, match="Nearest: Hit Location"):
        named("Hot Locations", load(folder).by_id)


def test_the_digest_changes_with_any_figure(folder: Path) -> None:
    def digest() -> str:
        tables: Tables = load(folder)
        return tables.digest

    before = digest()
    assert digest() == before
    replace(folder, "tables/odds.csv", "95", "94")
    assert digest() != before


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("manifest.toml", 'blank = "no chance"', "", "tables/odds.csv, line 2, “1”, “4+”: a hole"),
        ("manifest.toml", 'provenance = "E3"', 'provenance = "E3"\nfile = "odds.csv"', "two tables share odds.csv"),
        ("tables/odds.csv", "95", "9S", "tables/odds.csv, line 3, “3”, “1”: “9S” is no whole number"),
        ("tables/odds.csv", "1,000", "10,00", "line 4, “6”, “1”: “10,00” is no whole number"),
        ("tables/odds.csv", "60,5", "60", "tables/odds.csv, line 3: 3 cells, the first line has 4"),
        (
            "tables/odds.csv",
            "\n3,",
            "\n9,",
            "tables/odds.csv, rows: the labels “9” and “6” overlap or are out of order",
        ),
        ("tables/odds.csv", "2-3", "2-4", "tables/odds.csv: columns lack “2-3” of the axis range"),
        ("tables/odds.csv", "2-3", "2-4", "tables/odds.csv: columns have “2-4”, unknown to the axis range"),
        ("tables/odds.csv", "1,2-3,4+", "2-3,1,4+", "columns are not in the order of the axis range"),
        ("tables/odds.csv", "aim / range", "range / aim", "the first cell is “range / aim”, not “aim / range”"),
        ("tables/odds.csv", "\n3,", "\n\n3,", "line 3: 0 cells, the first line has 4"),
        ("tables/odds.csv", '"1,000"', '"1,000', "tables/odds.csv cannot be read"),
        ("tables/3A.csv", "Head", "Hand", "tables/3A.csv, line 2, “0-3”, “location”: “Hand” is not on the axis where"),
        ("tables/3A.csv", "Head", "", "tables/3A.csv, line 2, “0-3”, “location”: a hole"),
        ("tables/3A.csv", "4-9", "5-9", "there is a gap between the labels “0-3” and “5-9”"),
        ("tables/3A.csv", PLACES, "", "tables/3A.csv: it has no rows"),
        ("manifest.toml", '"range"', '"rang"', "tables.2A.columns: there is no axis “rang”"),
        ("manifest.toml", '"where"', '"were"', "tables.3A.values: there is no axis “were”"),
        ("manifest.toml", '"2-3"', '"3"', "axes.range: there is a gap between the labels “1” and “3”"),
        ("manifest.toml", "value = 0", 'value = "x"', "tables.2A, the end of aim: “x” is no whole number"),
        ("manifest.toml", 'cell = "int"', 'cell = "float"', "tables.2A.cell: Input should be 'int', 'text', 'number'"),
        ("manifest.toml", 'provenance = "E3"', "", "tables.3A.provenance: Field required"),
        ("manifest.toml", 'provenance = "E3"', 'provenance = " "', "tables.3A.provenance: String should have"),
        ("manifest.toml", "blank =", "blanc =", "tables.2A.blanc: Extra inputs are not permitted"),
        ("manifest.toml", "odds.csv", "../odds.csv", "tables.2A.file: String should match"),
        ("manifest.toml", 'name = "roll", ', "", "tables.3A.rows: a table's own axis has a name"),
        ("manifest.toml", 'name = "aim"', 'name = "range"', "tables.2A: axes need different names"),
        ("manifest.toml", 'columns = "range"', "", "a table without columns has one heading, not 3"),
        ("manifest.toml", "title =", "title", "trial/manifest.toml cannot be read"),
        ("manifest.toml", 'book = "The Book of Trials"', "", "trial/manifest.toml.book: Field required"),
        ("manifest.toml", 'labels = ["Head", "Body"]', "", "axes.where: a shared axis lists its labels"),
    ],
)
def test_each_problem_is_named(folder: Path, file: str, old: str, new: str, problem: str) -> None:
    replace(folder, file, old, new)
    found = problems(folder)
    assert [line for line in found if problem in line], found


def test_missing_and_surplus_files_are_named(folder: Path) -> None:
    (folder / "tables" / "odds.csv").rename(folder / "tables" / "oods.csv")
    (folder / "tables" / "notes.txt").write_text("keep", encoding="utf-8")
    assert problems(folder) == [
        "tables/notes.txt is in no manifest entry",
        "tables/oods.csv is in no manifest entry",
        "tables/odds.csv cannot be read: No such file or directory",
    ]


def test_all_problems_come_at_once(folder: Path) -> None:
    replace(folder, "tables/odds.csv", "95", "9S")
    replace(folder, "tables/odds.csv", "60", "6O")
    replace(folder, "tables/3A.csv", "Head", "Hand")
    replace(folder, "manifest.toml", 'section = "2.4"', 'section = "2.4"\nshelf = 3')
    (folder / "tables" / "extra.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    found = problems(folder)
    # The entry of 2A is unreadable, so its grid is not looked at, but it is not called surplus either.
    assert found == [
        "manifest.toml: tables.2A.shelf: Extra inputs are not permitted",
        "tables/extra.csv is in no manifest entry",
        "tables/3A.csv, line 2, “0-3”, “location”: “Hand” is not on the axis where",
    ]
    replace(folder, "manifest.toml", "\nshelf = 3", "")
    found = problems(folder)
    assert len(found) == 4
    assert [word for word in ("9S", "6O", "Hand", "extra") if any(word in line for line in found)] == [
        "9S",
        "6O",
        "Hand",
        "extra",
    ]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert problems(tmp_path / "nothing") == ["nothing/manifest.toml cannot be read: No such file or directory"]


@pytest.mark.parametrize("folder", sorted(path.parent for path in DATA.glob("*/manifest.toml")), ids=lambda p: p.name)
def test_the_shipped_data_is_whole(folder: Path) -> None:
    assert load(folder).by_id


def test_only_what_rulings_are_made_from_makes_the_digest(folder: Path) -> None:
    before = load(folder).digest
    (folder / "first_fight.toml").write_text('title = "The corridor"\n', encoding="utf-8")
    assert load(folder).digest == before
    (folder / "cards").mkdir()
    (folder / "cards" / "somebody.toml").write_text("aim = 1\n", encoding="utf-8")
    with_a_card = load(folder).digest
    replace(folder, "manifest.toml", 'title = "', 'title = "Another ')
    assert len({before, with_a_card, load(folder).digest}) == 3


WOUNDS = """
title = "Trial"
book = "The Book of Trials"

[tables.where]
title = "Hit Location"
section = "2.6"
rows = { name = "location", rule = "exact" }
columns = { name = "position", rule = "exact" }
cell = "roll"
blank = "cannot be hit"
provenance = "text"
groups = { "Above the waist" = ["Head", "Arm"] }

[tables.damage]
title = "Damage"
section = "2.6"
part = "3A"
at = { dc = "1" }
rows = { name = "location", rule = "exact" }
columns = { name = "epen", rule = "floor" }
cell = "damage"
words = { Dead = "at once" }
provenance = "text"
"""
WOUND_GRIDS = {
    "where.csv": "location / position,Cover,Open\nHead,00-49,0-4\nArm,50-99,5-9\nLeg,,10-99\n",
    "damage.csv": "location / epen,1,5\nHead,*12,Dead\nArm,3,**500\nLeg,7,8\n",
    "../marks.csv": "table,row,column,printed,reading,mark,erratum\n"
    "damage,Leg,5,80,8,disputed,T6\ndamage,Arm,label,Arms,Arm,pattern,T9\n",
}


@pytest.fixture
def wounds(tmp_path: Path) -> Path:
    return written(tmp_path / "wounds", WOUNDS, WOUND_GRIDS)


def test_cells_may_be_words(wounds: Path) -> None:
    tables = load(wounds)
    damage = tables.worded(DAMAGE, "damage")
    assert damage.lookup("PD", location="Head", epen=9)[0] == Word("Dead")
    assert damage.lookup("PD", location="Arm", epen=9)[0] == Damage(500, 2)
    value, step = damage.lookup("PD", location="Head", epen=2)
    assert (value, step.value) == (Damage(12, 1), "*12")
    with pytest.raises(TypeError, match="damage has words"):
        tables.of(DAMAGE, "damage")
    assert tables.part("3A", dc="1") is damage
    with pytest.raises(KeyError):
        tables.part("3A", dc="2")


@pytest.mark.parametrize(
    ("roll", "known", "found"),
    [
        (49, {"position": "Cover"}, "Head"),
        (50, {"position": "Cover"}, "Arm"),
        (10, {"position": "Open"}, "Leg"),
        (3, {"location": "Head"}, "Cover"),
        (10, {"location": "Leg"}, "Open"),
    ],
)
def test_a_roll_finds_its_row_or_its_column(wounds: Path, roll: int, known: dict[str, Any], found: str) -> None:
    label, step = load(wounds).of(ROLL, "where").holding("Where", roll, **known)
    assert label == found
    at = {"location": found, **known} if "position" in known else {**known, "position": found}
    assert step == Lookup("Where", "where", "Hit Location", tuple(at.items()), found)


def test_a_roll_may_find_nothing(wounds: Path) -> None:
    where = load(wounds).of(ROLL, "where")
    label, step = where.holding("Where", 9, location="Leg")
    assert (label, step.value) == (None, "cannot be hit")
    with pytest.raises(TypeError, match="a roll with one of location or position"):
        where.holding("Where", 9, location="Leg", position="Open")


def test_an_erratum_is_shown_with_its_cell(wounds: Path) -> None:
    table = load(wounds).worded(DAMAGE, "damage")
    _, marked = table.lookup("PD", location="Leg", epen=5)
    _, plain = table.lookup("PD", location="Leg", epen=1)
    erratum = table.erratum(marked)
    assert erratum is not None and erratum.ruling() == Ruling("T6", "read as 8; printed 80")
    assert table.erratum(plain) is None
    assert load(wounds).by_id["where"].groups == {"Above the waist": ("Head", "Arm")}


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("marks.csv", "80,8,", "80,9,", "marks.csv: damage, “Leg”, “5”: the cell is “8”"),
        ("marks.csv", "Leg,5", "Leg,6", "marks.csv: damage, “Leg”, “6”: there is no such cell"),
        ("marks.csv", "damage,Leg", "harm,Leg", "marks.csv, line 2: there is no table “harm”"),
        ("marks.csv", "Arm,label,Arms,Arm,", "Leg,5,80,8,", "line 3: damage has a mark at “Leg”, “5” already"),
        ("marks.csv", "erratum", "errata", "marks.csv begins with table, row"),
        ("manifest.toml", '["Head", "Arm"]', '["Arm", "Head"]', "tables.where.groups: not rows of the table"),
        ("tables/where.csv", "5-9", "5 to 9", "“5 to 9” is no range of rolls"),
        ("tables/damage.csv", "Dead", "dead", "“dead” is no damage, with asterisks if it disables"),
    ],
)
def test_each_problem_of_words_and_marks_is_named(wounds: Path, file: str, old: str, new: str, problem: str) -> None:
    replace(wounds, file, old, new)
    assert any(problem in said for said in problems(wounds)), problems(wounds)
