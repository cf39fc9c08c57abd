"""Reads lists of fighters that were pasted from anywhere: a line for each, or a table with a heading.

A line is `name: sheet line`; the name is optional. Bullets, numbers, quotation marks, check boxes, bold and code marks
around it are no part of it. A count is before or behind the name: `3x Guard: ...`, `3 Guards: ...`, `Guard x3: ...`.

A table has a heading that names its columns (`_COLUMNS`), and tabs, semicolons, commas or bars between its cells. A
column with another heading is a word of the sheet line with its value: `SAL` over `10` is "SAL 10".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence

from rules.engine.records.errors import Refusal, quoted
from rules.engine.records.frozen import dataclass

_COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("name", "fighter", "character", "who"), "name"),
    **dict.fromkeys(("sheet", "sheet line", "line", "stats", "profile", "description"), "sheet"),
    **dict.fromkeys(("weapon", "weapons", "gear", "equipment", "armor", "armour", "notes", "type", "class"), "sheet"),
    **dict.fromkeys(("count", "number", "no", "qty", "quantity", "#", "amount"), "count"),
    **dict.fromkeys(("at", "place", "hex", "square", "position", "location"), "place"),
    **dict.fromkeys(("side", "team", "faction"), "side"),
    **dict.fromkeys(("owner", "player"), "owner"),
}
_SEPARATORS = ("\t", ";", "|", ",")
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t|])"?', re.IGNORECASE)
_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")
"""The line under the heading of a table in Markdown."""
_FENCE = re.compile(r"(?:```|~~~)\w*")
_BULLET = re.compile(r"(?:>\s*|[-*+•–—‣◦·](?:\s+|(?=[^\W\d]))|\d{1,2}[.)]\s+|[☐☑☒✅✔✓]\s*|\[[ xX✓]?\]\s*)")
_BOLD = re.compile(
    r"\*\*(?=\S)([^*]+)(?<=\S)\*\*|__(?=\S)([^_]+)(?<=\S)__|~~(?=\S)([^~]+)(?<=\S)~~|`([^`]+)`"
    r"|\*(?=\S)([^*]+)(?<=\S)\*"
)
_QUOTED = re.compile(r'\s*["“”„«»]([^"“”„«»]+)["“”„«»]\s*')
_MANY_BEFORE = re.compile(r"(\d{1,2})\s*[x×*]\s*(?=\S)(.+)", re.IGNORECASE)
_SOME_BEFORE = re.compile(r"(\d{1,2})\s+([^\W\d].*)")
_MANY_BEHIND = re.compile(
    r"(.+?)\s*(?:\s[x×*]\s*(\d{1,2})|\(\s*(?:[x×*]\s*(\d{1,2})|(\d{1,2})\s*[x×*])\s*\))", re.IGNORECASE
)
_MOST_LINES = 60
"""Lines of a list that is looked at: longer ones have too many fighters."""
_LONGEST = 900
"""Characters of a line that is looked at: a sheet line of the greatest length with name, places and owner has fewer."""
# No id of Discord has more than 63 bits.
_OWNED = re.compile(r"[,\s]+<@!?([0-9]{1,18}|[1-8][0-9]{18})>$")
_PLACED = re.compile(r"[,\s]+at((?:[,\s]+[A-Za-z]{1,2}[0-9]{1,2})+)$", re.IGNORECASE)
_SIDED = re.compile(r"[,\s]+side:\s*([^,:@<>]{1,60})$", re.IGNORECASE)
_NAMED = re.compile(r"[,\s]+(?:owner:\s*@?|@)([^,:@<>]{1,40})$", re.IGNORECASE)
_BEHIND = (_PLACED, _OWNED, _SIDED, _NAMED)
"""The words that may follow a sheet: a place, an owner by mention, a side, an owner by name."""


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line of a list: what it says of a fighter, "" for what it does not say. The owner is a user's id, or `owned_by`
    the name of one.
    """

    name: str
    sheet: str
    count: int = 1
    place: str = ""
    owner: str = ""
    side: str = ""
    owned_by: str = ""


def pasted_lines(text: str) -> list[PastedLine]:
    """Return the fighters of a list or of a table. Raises Refusal for a table whose rows do not fit its heading."""
    lines = [line.strip(" \r\n\u00a0\ufeff") for line in text.splitlines()]
    lines = [line for line in lines if line.strip() and not _FENCE.fullmatch(line.strip())]
    if len(lines) > _MOST_LINES:
        return [PastedLine("", line) for line in lines]
    separators: tuple[str, ...] = _SEPARATORS
    if lines and (named := _SEPARATOR_LINE.fullmatch(lines[0].strip())):
        separators = (named[1],)
        lines = lines[1:]
    for separator in separators:
        if lines and len(lines[0]) <= _LONGEST and (heading := _headings(lines[0], separator)):
            return [*_table(heading, lines[1:], separator)]
    return [_line(line) for line in lines]


def _cells(line: str, separator: str) -> list[str]:
    if separator == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])]


def _headings(line: str, separator: str) -> list[str]:
    """Return the headings of the columns, or an empty list if the line is no heading."""
    headings = [_without_marks(cell).strip().rstrip(":").casefold() for cell in _cells(line, separator)]
    known = {_COLUMNS.get(heading, "") for heading in headings}
    return headings if len(headings) > 1 and "name" in known and not any(":" in heading for heading in headings) else []


def _table(headings: Sequence[str], lines: Sequence[str], separator: str) -> Iterator[PastedLine]:
    for line in lines:
        if separator == "|" and _RULE.fullmatch(line):
            continue
        if len(line) > _LONGEST:
            yield PastedLine("", line)
            continue
        cells = _cells(line, separator)
        if len(cells) > len(headings):
            raise Refusal(f"The row {quoted(line)} has {len(cells)} cells for {len(headings)} columns.")
        found: dict[str, list[str]] = {}
        for heading, cell in zip(headings, cells, strict=False):
            if cell:
                kind = _COLUMNS.get(heading, "")
                found.setdefault(kind or "sheet", []).append(cell if kind else f"{heading} {cell}")
        name, count = _counted(_without_marks(" ".join(found.get("name", ()))))
        if numbers := found.get("count"):
            if not re.fullmatch(r"[0-9]{1,2}", numbers[0]):
                raise Refusal(f"The count {quoted(numbers[0])} is not a whole number.")
            count = int(numbers[0])
        owner = " ".join(found.get("owner", ()))
        mention = re.fullmatch(r"<@!?([0-9]{1,19})>", owner)
        sheet = ", ".join(found.get("sheet", ()))
        place, side = (" ".join(found.get(kind, ())) for kind in ("place", "side"))
        owned = (mention[1], "") if mention else ("", owner.removeprefix("@"))
        yield PastedLine(name, sheet, count, place, owned[0], side, owned[1])


def _line(text: str) -> PastedLine:
    if len(text) > _LONGEST:
        return PastedLine("", text)
    line = _without_marks(text)
    while match := _BULLET.match(line):
        line = line[match.end() :]
    line = _without_marks(line).replace("\N{FULLWIDTH COLON}", ":")
    line, additions = _cut(line)
    place, owner, side, owned_by = (additions.get(pattern, "") for pattern in _BEHIND)
    name, colon, sheet = line.partition(":")
    if colon:
        name, count = _counted(_without_marks(name))
        name, sheet = _without_marks(name), _without_marks(sheet)
        behind = re.fullmatch(r"(.*\S)\s*\(\s*[x×*]\s*(\d{1,2})\s*\)", sheet)
        if behind and count == 1:
            sheet, count = behind[1], int(behind[2])
        return PastedLine(name.strip(), sheet.strip(), count, place, owner, side, owned_by)
    sheet, count = _counted(line) if "," not in line else (line, 1)
    return PastedLine("", sheet.strip(), count, place, owner, side, owned_by)


def _without_marks(text: str) -> str:
    """Return a text without the marks of bold, italic and code, and without quotation marks around all of it."""
    for _ in range(2):
        text = _BOLD.sub(lambda found: found[found.lastindex or 0], text)
    quoted_whole = _QUOTED.fullmatch(text)
    return (quoted_whole[1] if quoted_whole else text).strip()


def _counted(name: str) -> tuple[str, int]:
    """Return a name without the count before or behind it, and the count."""
    name = name.strip()
    if match := _MANY_BEFORE.fullmatch(name) or _SOME_BEFORE.fullmatch(name):
        return match[2].strip(), int(match[1])
    if match := _MANY_BEHIND.fullmatch(name):
        return match[1].strip(), int(match[2] or match[3] or match[4])
    return name, 1


def _cut(line: str) -> tuple[str, Mapping[re.Pattern[str], str]]:
    """Return a line without what follows the sheet, in any order, and that, by the pattern that it matches."""
    additions: dict[re.Pattern[str], str] = {}
    left = list(_BEHIND)
    while match := next(filter(None, (pattern.search(line) for pattern in left)), None):
        left.remove(match.re)
        additions[match.re] = match[1].strip()
        line = line[: match.start()]
    return line, additions
