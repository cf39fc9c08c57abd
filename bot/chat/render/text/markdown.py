"""Text made safe for Discord, and its sizes: the only place that knows Markdown.

Text from steps, names and people has no Markdown; it passes through `escaped` (Markdown), `bare` (footers, files)
or `fenced` (code blocks) before it is shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from rules.engine.records.frozen import dataclass

CONTENT, TITLE, DESCRIPTION = 2000, 256, 4096
"""Discord's limits in characters: a message's content, an embed's title and description."""

PHONE = 34
"""Columns of a code block that a phone shows without breaking lines."""

MOST_PROSE = 1000
"""The most that one fragment may take in an embed; it is cut before it is formatted, never after."""
_MOST_STRONG = 150
_KEPT = 300
"""The longest text whose escaped form is kept."""

_JOINERS = "\u200c\u200d"
# The colon of an address or of an emoji's name counts, one before a blank does not.
_MARKS = re.compile(r"[\\*_~`|<\[]|:(?=//|[^\s:]+:)")
_EVERYBODY = re.compile(r"@(?=everyone|here)")
_LINE_START = re.compile(r">|#(?=#{0,2}(?: |$))|[-+](?=[ #]|$)|[0-9]+(?=\.(?: |$))")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def bare(text: str) -> str:
    """Return one line of visible characters: no controls, nothing invisible but the joiners inside emoji, single
    blanks.
    """
    # Most text is printable; then only ordinary blanks are left to normalize.
    if not text.isprintable():
        text = "".join(map(_visible, text))
    return " ".join(text.split())


def escaped(text: str, most: int | None = None) -> str:
    """Return `bare` text escaped: people see every character, and none works as Markdown, a mention or a link."""
    text = _escaped_words(text) if len(text) <= _KEPT else _escape(text)
    return text if most is None else clip(text, most)


def _escape(text: str) -> str:
    text = _MARKS.sub(_escape_mark, bare(text))
    text = _EVERYBODY.sub("@\u2060", text)
    if start := _LINE_START.match(text):
        mark = start[0]
        text = mark + "\\" + text[len(mark) :] if mark.isdecimal() else "\\" + text
    return text


# Names, labels and cards repeat in every answer; what people type at length does not, and would fill the memory.
_escaped_words = lru_cache(maxsize=1024)(_escape)


def prose(text: str) -> str:
    """Return `escaped` text of at most MOST_PROSE, with SHA-256 hashes and seeds set in monospace, to be copied and
    compared.
    """
    return copyable(escaped(text, MOST_PROSE))


def copyable(text: str) -> str:
    """Return `escaped` text with SHA-256 hashes and seeds set in monospace; each takes two characters more."""
    return _HASH.sub(_monospaced, text)


def strong(text: str) -> str:
    """Return a short `escaped` text in bold."""
    return f"**{shown}**" if (shown := escaped(text, _MOST_STRONG)) else ""


def fenced(lines: Iterable[str]) -> str:
    """Return lines as a code block; blanks stay as they are."""
    return "```\n" + "\n".join("".join(map(_visible, line)).replace("`", "ˋ") for line in lines) + "\n```"


def size(text: str) -> int:
    """Return the length of a text as Discord counts it at worst: in UTF-16 units. An emoji has two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def clip(text: str, most: int) -> str:
    """Return the text cut to at most `most` characters, with an ellipsis if it was cut. No escape is cut in two."""
    if size(text) <= most:
        return text
    room, kept = most - 1, 0
    for sign in text:
        room -= size(sign)
        if room < 0:
            break
        kept += 1
    cut = text[:kept].rstrip()
    if (len(cut) - len(cut.rstrip("\\"))) % 2:
        cut = cut[:-1]
    return cut + "…"


def fitted(lines: Iterable[str], most: int, rest: Callable[[int], str]) -> str:
    """Return as many whole lines as fit. If some are left out, `rest` of their number ends the text."""
    lines = list(lines)
    text = "\n".join(lines)
    if size(text) <= most:
        return text
    room = most - size(rest(len(lines)))
    kept: list[str] = []
    for line in lines:
        room -= size(line) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join([*kept, rest(len(lines) - len(kept))])


@dataclass(frozen=True, slots=True)
class Style:
    """How wording is formatted: plain text and stressed text."""

    text: Callable[[str], str]
    strong: Callable[[str], str]

    def line(self, label: str, text: str) -> str:
        """Return a labelled line; `text` is formatted already."""
        return f"{self.strong(label)} {text}".strip()


MARKDOWN = Style(prose, strong)
"""For content and embeds."""
BARE = Style(bare, bare)
"""For files and footers."""


# Functions, for `sub` looks a template up at every call, whether anything matches or not.
def _escape_mark(mark: re.Match[str]) -> str:
    return f"\\{mark[0]}"


def _monospaced(match: re.Match[str]) -> str:
    return f"`{match[0]}`"


def _visible(sign: str) -> str:
    match unicodedata.category(sign):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cs":
            return sign if sign in _JOINERS else ""
    return sign
