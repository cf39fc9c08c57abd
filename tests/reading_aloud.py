"""Marks that a screen reader would stumble over in a message, and the facts of a message however it is laid out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# Box drawing, blocks, geometric shapes, and arrows.
_DRAWN = re.compile("[\u2190-\u21ff\u2500-\u25ff]")
_COLUMNS = re.compile(r"\S {2,}\S|\t")
_WORD = re.compile(r"[A-Za-z0-9]+(?:[.,][0-9]+)*")


def stumbles(message: Mapping[str, Any]) -> list[str]:
    """Return what is no plain text in a message, with the words around it."""
    found = ["embed"] if message.get("embeds") else []
    content = message.get("content") or ""
    marks = re.sub(r"\\.", "", content)
    for what, pattern in (("mark", re.compile(r"`|\*\*|^-# |^• ", re.MULTILINE)), ("sign", re.compile("[·−]"))):
        found += [f"{what}: {marks[max(0, m.start() - 30) : m.end() + 30]!r}" for m in pattern.finditer(marks)]
    for what, pattern in (("drawing", _DRAWN), ("columns", _COLUMNS)):
        found += [f"{what}: {content[max(0, m.start() - 30) : m.end() + 30]!r}" for m in pattern.finditer(content)]
    labels = [label for row in message.get("components") or () for label in _labels(row)]
    return found + [f"label: {label}" for label in labels if _DRAWN.search(label) or "·" in label]


def _labels(part: Mapping[str, Any]) -> list[str]:
    own = [str(part[key]) for key in ("label", "placeholder", "description") if part.get(key)]
    inner = [*(part.get("components") or ()), *(part.get("options") or ())]
    return own + [label for one in inner for label in _labels(one)]


def words_of(text: str) -> set[str]:
    """Return the words and numbers of a text."""
    return {word.casefold() for word in _WORD.findall(re.sub(r"\\(.)", r"\1", text))}
