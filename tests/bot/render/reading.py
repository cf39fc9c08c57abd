"""Discord's Markdown, read as its client reads it and not as the bot escapes it.

`seen` gives the characters a reader sees of one line of plain text, and fails if anything in it acts as markup.
"""

from __future__ import annotations

import re

_LINE_START = {
    "heading": r"#{1,3}\s",
    "small print": r"-#",
    "quote": r">",
    "list": r"(?:[-*+]|\d+\.)(?:\s|$)",
}
_ANYWHERE = {
    "code": r"`",
    "mention, time, emoji or angle link": r"<(?:[@#:/a]|t:|id:|https?:)",
    "everybody": r"@(?:everyone|here)",
    "emoji": r":[\w+-]+:",
    "masked link": r"\[[^\]]*\]\(",
    "link": r"\w+://",
    "emphasis": r"[*_]",
    "strike": r"~~",
    "spoiler": r"\|\|",
}


def seen(line: str) -> str:
    assert "\n" not in line
    for name, pattern in _LINE_START.items():
        assert not re.match(r"\s*" + pattern, line), f"{name} at the start of {line!r}"
    shown = ""
    rest = line
    while rest:
        if escaped := re.match(r"\\([^0-9A-Za-z\s])", rest):
            shown += escaped[1]
            rest = rest[2:]
            continue
        for name, pattern in _ANYWHERE.items():
            assert not re.match(pattern, rest), f"{name} in {line!r}"
        shown += rest[0]
        rest = rest[1:]
    return shown
