"""The sort of a ruling's line: a shot to carry out, the question how likely it is, or care for a wound."""

from __future__ import annotations

import re
from enum import Enum

_ODDS = re.compile(
    r"\b(?:chances?|odds|probability|likelihood|how likely|percentage|how hard|how easy|what are the percentages|"
    r"what do i need|what does \w+ need|need to roll|"
    r"possible to (?:hit|kill)|can (?:the |an? )?[\w'’]+ (?:hit|kill))\b",
    re.IGNORECASE,
)
_CARE = re.compile(
    r"\b(?:heal(?:s|ed|ing)?|recover(?:s|y|ing)?|bandag(?:e|es|ing)|patch(?:es|ing)? up|treat(?:s|ed|ing|ment)?|"
    r"first aid|aid station|field hospital|trauma cent(?:er|re)|stabili[sz](?:e|es|ing)|medical (?:aid|care|attention)|"
    r"surviv(?:e|es|al)|bleed(?:s|ing)? out|without (?:aid|care|treatment)|untreated)"
    r"\b",
    re.IGNORECASE,
)
_SHOT = re.compile(
    r"\b(?:fires?|firing|shoots?|shooting|burst|throws?|at range|attacks?|"
    r"\d+\s*(?:m|meters|metres|hexes|squares|yards))\b",
    re.IGNORECASE,
)


class Sort(Enum):
    """The subject of a line."""

    SHOT = "shot"
    ODDS = "odds"
    CARE = "care"


def sort_of(line: str) -> Sort:
    """Return what a line is about."""
    if _CARE.search(line) and not _SHOT.search(line):
        return Sort.CARE
    return Sort.ODDS if _ODDS.search(line) else Sort.SHOT
