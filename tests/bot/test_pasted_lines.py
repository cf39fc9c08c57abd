"""Lists of fighters as people paste them: what each line says. The lists are in tests/golden/typing/rosters.toml."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.workers.read_homebrew import record
from bot.chat.workers.text import SPREADSHEET
from bot.game.requests.pasted_lines import PastedLine, pasted_lines
from rules.engine.records.errors import Refusal
from tests.served import ROOT

LISTS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (ROOT / "tests/golden/typing/rosters.toml").read_text(encoding="utf-8")
)
names = st.from_regex(r"[A-Z][a-z]{1,9}( [A-Z][a-z]{1,5})?", fullmatch=True)
sheets = st.from_regex(r"[A-Z][a-z]{2,9}(, [A-Z][a-z0-9]{1,6}){0,2}", fullmatch=True)


@pytest.mark.parametrize("listed", LISTS["list"], ids=lambda listed: listed["text"].strip()[:30])
def test_a_list_is_read(listed: dict[str, Any]) -> None:
    assert pasted_lines(listed["text"]) == [PastedLine(*line) for line in listed["lines"]]


@pytest.mark.parametrize("listed", LISTS["refused"], ids=lambda listed: listed["says"])
def test_a_table_that_does_not_fit_is_refused(listed: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        pasted_lines(listed["text"])
    assert listed["says"] in str(refused.value)


@given(
    names,
    sheets,
    st.integers(2, 30),
    st.sampled_from(["", "- ", "* ", "1. ", "> ", "- [ ] ", "• ", "-"]),
    st.sampled_from(["{}", "**{}**", "__{}__", "`{}`", '"{}"', "“{}”", "*{}*"]),
    st.sampled_from(["{}", "{} x{n}", "{n}x {}", "{n} x {}", "{} (x{n})"]),
)
def test_marks_around_a_line_are_no_part_of_it(
    name: str, sheet: str, number: int, bullet: str, mark: str, count: str
) -> None:
    written = f"{bullet}{count.format(mark.format(name), n=number)}: {sheet}"
    assert pasted_lines(written) == [PastedLine(name, sheet, number if "n}" in count else 1)]


@given(st.lists(st.tuples(names, sheets, st.integers(1, 9)), min_size=1, max_size=4), st.sampled_from("\t;,|"))
def test_a_table_says_the_same_as_a_list(rows: list[tuple[str, str, int]], separator: str) -> None:
    def cells(*values: object) -> str:
        return separator.join(f'"{value}"' if separator in str(value) else str(value) for value in values)

    table = "\n".join([cells("Name", "Sheet", "Count"), *(cells(*row) for row in rows)])
    listed = "\n".join(f"{name} x{count}: {sheet}" for name, sheet, count in rows)
    assert pasted_lines(table) == pasted_lines(listed)


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00[Content_Types].xml",
        b"PK\x03\x04\x14\x00\x00\x08\x00\x00mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
    ],
    ids=["xlsx", "ods", "xls"],
)
def test_a_spreadsheet_is_named_as_such(data: bytes) -> None:
    assert record(data, "phoenix") == {"refusal": SPREADSHEET}
    assert "Save it as CSV" in SPREADSHEET
