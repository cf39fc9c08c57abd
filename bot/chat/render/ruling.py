"""The head of the answer to a ruling of one line: its chance, the throw, and what was taken for granted."""

from __future__ import annotations

import re

from bot.chat.render.markdown import clip, plain
from bot.chat.render.reply import Reply
from bot.chat.render.wording import face
from bot.game.entries import Group
from rules.engine.ruled import Ruled
from rules.engine.steps import Roll
from rules.words.phrases import listed

_THROWS = ("Hit", "Elevation", "Shooting", "Throwing")
"""The labels with which the throw of an attack begins."""
_MOST_LINE, _MOST_GRANTED, _MOST_DICE = 300, 700, 6


def ruling_question(question: str, understood: str) -> Reply:
    """Return the question about the missing part of a line, with the rest as it was understood."""
    below = f"\n-# Understood so far: {plain(understood, _MOST_LINE)}." if understood else ""
    return Reply(plain(question, _MOST_LINE) + below)


def headed(content: str, ruled: Ruled, parts: Group, most: int) -> str:
    """Return the content of an answer behind its chance and its throw, and before a line on how it was understood."""
    below = f"-# {understood(ruled)}"
    return f"{clip(f'{head(ruled, parts)}: {content}', most - len(below) - 1)}\n{below}"


def head(ruled: Ruled, parts: Group) -> str:
    """Return the chance and the throw of a ruling."""
    thrown = _thrown(parts)
    return f"**{plain(ruled.chance)}**" + (f", rolled {thrown}" if thrown else "")


def understood(ruled: Ruled, most: int = _MOST_LINE + _MOST_GRANTED) -> str:
    """Return the reading of a line and the assumptions made, in at most this many characters."""
    granted = f" Assumed: {plain('; '.join(ruled.granted), _MOST_GRANTED)}." if ruled.granted else ""
    return clip(f"Understood: {plain(ruled.line, _MOST_LINE)}.{granted}", most)


def _thrown(parts: Group) -> str:
    """Return the dice that decide whether it hits; "" if none were thrown for that."""
    rolls = [step for entry in parts for step in entry.resolution.steps if isinstance(step, Roll)]
    deciding = [roll for roll in rolls if roll.label.startswith(_THROWS)]
    if not deciding:
        return ""
    dice = listed([f"**{face(roll.value, roll.low, roll.high)}**" for roll in deciding[:_MOST_DICE]], "and")
    # Some books say the chance behind it, which the answer begins with.
    needed = {re.sub(r" \([0-9.]+%\)$", "", roll.needed) for roll in deciding if roll.needed}
    return f"{dice} (needed {plain(needed.pop())})" if len(needed) == 1 else dice
