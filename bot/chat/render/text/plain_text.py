"""Replies as plain text for screen readers: the one place that turns any reply into it.

1. A reply whose layout means something (grids, maps) brings its words along (`Reply.in_words`).
2. Embeds are boxes: their text follows the content, line by line. A text file has the rest of a long one.
3. Marks of Markdown, bullets and dots between parts go; signs that a screen reader leaves out become words.

Escapes stay, because Discord still reads the text as Markdown. So do mentions and times, which it shows as words, and
pictures, which have a description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.chat.render.text.markdown import CONTENT, clip, escaped, fitted, size
from bot.chat.render.text.reply import Reply
from rules.engine.records.copies import replace

NO_VALUE = "–"
"""An empty cell of a grid."""
REST = "The rest is in the attached text file."
_ARROWS = {
    "↖": "northwest",
    "↑": "north",
    "↗": "northeast",
    "←": "west",
    "→": "east",
    "↙": "southwest",
    "↓": "south",
    "↘": "southeast",
}
_NONE = "none"
# Verbs after a name in bold, which is no label.
_VERBS = r"(?:can|fired|has|had|have|is|are|stays|stay)\b"
_LABEL = re.compile(rf"\*\*((?:\\.|[^*\\\n])+)\*\*(?= (?!{_VERBS}|[·(−–-] ?|and\b|or\b)\S)")
_CLOSED = tuple(".:;,?!)")
# An escape is kept as it is, so that an escaped mark is no mark.
_MARKS = re.compile(r"\\.|\*\*|`([^`\n]+)`")
_ALONE = re.compile(rf"(?<=: ){NO_VALUE}(?=;|$)|^{NO_VALUE}(?=:)")
_SIGNS = (
    (re.compile(r"(?<=[.!?]) · "), " "),
    (re.compile(r" · "), "; "),
    (re.compile(r"−\s?"), "minus "),
    (re.compile(r"\\?<(?=[0-9])"), "under "),
    (re.compile(r"(?<!\S)\\?>(?=[0-9])"), "over "),
    (re.compile(r"(?<=[0-9])°"), " degrees"),
    (re.compile("|".join(_ARROWS)), lambda arrow: _ARROWS[arrow[0]]),
    (_ALONE, _NONE),
)
_FILE = "answer.txt"


def plain_text(reply: Reply) -> Reply:
    """Return the reply as plain text without code blocks, embeds and columns; its facts are the same.

    A map in words may take longer than the event loop should wait.
    """
    text = reply.in_words() if reply.in_words else reply
    lines = [_line(line) for line in _lines(text)]
    content, files = "\n".join(lines).strip("\n"), text.files
    if size(content) > CONTENT:
        if not (files or text.opened):
            files = ((_FILE, f"{_unescaped(content)}\n".encode()),)
        lines = [line for line in lines if line]
        content = fitted([clip(line, CONTENT - len(REST) - 1) for line in lines], CONTENT, lambda _: REST)
    return replace(reply, content=content, embeds=(), files=files, in_words=None)


def label_in_words(label: str) -> str:
    """Return the label of a button or of a choice, plain text, with its signs in words."""
    for sign, word in _SIGNS:
        label = sign.sub(word, label)
    return label


def _lines(reply: Reply) -> Iterator[str]:
    """Yield the lines of Markdown of a reply, embeds after the content."""
    yield from reply.content.split("\n")
    for embed in reply.embeds:
        for text in (embed.title, embed.description):
            yield from (text or "").split("\n") if text else ()
        yield from (f"{escaped(field.name or '')}: {field.value}" for field in embed.fields)
        if embed.footer.text:
            yield escaped(embed.footer.text)


def _line(line: str) -> str:
    line = line.removeprefix("-# ").removeprefix("• ")
    if line.startswith("```"):
        return ""
    if label := _LABEL.match(line):
        # A sign may be explained itself.
        colon = "" if label[1].endswith(_CLOSED) and len(label[1]) > 1 else ":"
        line = f"{label[1]}{colon}{line[label.end() :]}"
    return label_in_words(_MARKS.sub(_unmarked, line))


def _unmarked(mark: re.Match[str]) -> str:
    if mark[1] is not None:
        return escaped(mark[1])
    return "" if mark[0] == "**" else mark[0]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
