"""The beginning of the answer to a ruling of one line: its chance, the throw, and what was taken for granted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.chat.render.text.markdown import clip, escaped
from bot.chat.render.text.reply import Reply
from bot.chat.render.text.wording import face
from bot.game.entries.entries import Group
from rules.engine.books.ruling_vocabulary import LeftOut, Ruled
from rules.engine.records.errors import BadSheet, NoRule, NotNow, Refusal
from rules.engine.records.steps import Roll
from rules.words.phrases import listed

_THROWS = ("Hit", "Elevation", "Shooting", "Throwing")
"""The labels with which the throw of an attack begins."""
_MOST_LINE, _MOST_GRANTED, _MOST_DICE = 300, 700, 6


def ruling_question(question: str, understood: str, left_out: Sequence[LeftOut] = ()) -> Reply:
    """Return the question about the missing part of a line, with the rest as it was understood."""
    below = f"\n-# Understood so far: {escaped(understood, _MOST_LINE)}." if understood else ""
    return Reply(_before(not_counted(left_out), escaped(question, _MOST_LINE) + below))


def wound_untreated(words: str, understood: str, left_out: Sequence[LeftOut]) -> Reply:
    """Return what a wound leads to without any care."""
    below = f"\n-# Understood: {escaped(understood, _MOST_LINE)}."
    return Reply(_before(not_counted(left_out), escaped(words, _MOST_LINE) + below))


def not_counted(left_out: Sequence[LeftOut]) -> str:
    """Return what a ruling does not count, in Markdown; "" if it counts everything."""
    return f"**Not counted: {escaped('; '.join(map(str, left_out)), _MOST_LINE)}.**" if left_out else ""


def _before(first: str, text: str) -> str:
    return f"{first}\n{text}" if first else text


def in_a_line(refusal: Refusal) -> Refusal:
    """Return a refusal of the book with the advice for a ruling of one line, which has no other options."""
    text = str(refusal)
    for pattern, instead in _ADVICE:
        text = pattern.sub(instead, text)
    if text == str(refusal):
        return refusal
    return type(refusal)(text) if type(refusal) in (Refusal, NoRule, NotNow, BadSheet) else Refusal(text)


_ADVICE = (
    (
        re.compile(r"The magazine decides the ammunition\. Load (\w+) with /reload, and leave it out of how:\."),
        r"The magazine decides the ammunition. For \1, name it in the shooter's sheet line.",
    ),
    (re.compile(r"([^.]*)\. /burst fires on automatic\."), r"\1. For automatic fire, add the word burst."),
    (re.compile(r"(?:Use|or use) /burst\b"), "For automatic fire, add the word burst"),
    (re.compile(r"Use /throw\b"), "Write throw"),
    (re.compile(r" out of how:"), " out"),
    (re.compile(r"\b([Ll])eave how: out\b"), r"\1eave those words out"),
    (re.compile(r"\b[Tt]ry how: "), "Write "),
    (re.compile(r" in how:"), " in the line"),
)
"""The advice of the book's refusals for the options of a command, and the advice for a line instead."""


def headed(content: str, ruled: Ruled, parts: Group, most: int) -> str:
    """Return the content of an answer behind its chance and its throw, and before a line on how it was understood."""
    below, first = f"-# {understood(ruled)}", not_counted(ruled.left_out)
    room = most - len(below) - len(first) - 2
    lines = "\n".join(filter(None, [with_chance(ruled, parts, content), escaped(ruled.meaning, _MOST_LINE)]))
    return f"{_before(first, clip(lines, room))}\n{below}"


def with_chance(ruled: Ruled, parts: Group, content: str) -> str:
    """Return the content behind the chance and the throw, if there is a chance."""
    return f"{chance_and_throw(ruled, parts)}: {content}" if ruled.chance else content


def chance_and_throw(ruled: Ruled, parts: Group) -> str:
    """Return the chance and the throw of a ruling."""
    thrown = _thrown(parts)
    return f"**{escaped(ruled.chance)}**" + (f", rolled {thrown}" if thrown else "")


def understood(ruled: Ruled, most: int = _MOST_LINE + _MOST_GRANTED) -> str:
    """Return the reading of a line and the assumptions made, in at most this many characters."""
    granted = f" Assumed: {escaped('; '.join(ruled.granted), _MOST_GRANTED)}." if ruled.granted else ""
    return clip(f"Understood: {escaped(ruled.line, _MOST_LINE)}.{granted}", most)


def _thrown(parts: Group) -> str:
    """Return the dice that decide whether it hits; "" if none were thrown for that."""
    rolls = [step for entry in parts for step in entry.resolution.steps if isinstance(step, Roll)]
    deciding = [roll for roll in rolls if roll.label.startswith(_THROWS)]
    if not deciding:
        return ""
    dice = listed([f"**{face(roll.value, roll.low, roll.high)}**" for roll in deciding[:_MOST_DICE]], "and")
    # Some books say the chance behind it, which the answer begins with.
    needed = {re.sub(r" \([0-9.]+%\)$", "", roll.needed) for roll in deciding if roll.needed}
    return f"{dice} (needed {escaped(needed.pop())})" if len(needed) == 1 else dice
