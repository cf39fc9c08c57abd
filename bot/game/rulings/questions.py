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


_ASKED = re.compile(
    r"^\W*(?:(?:so|ok|okay|hey|and|but|btw)\W+)*(?:"
    r"(?P<any>is|are|does|did)\b|"
    r"(?P<measure>how\s+(?:far|much|many|bad|badly|often|long|fast))\b|"
    r"(?:how|why|when|where|who|what|which)(?:'?s)?\s+(?:[\w']+\s+){0,3}?"
    r"(?:is|are|do|does|did|can|should|happens?|goes|moves|acts|wins|won)\b)",
    re.IGNORECASE,
)
_DEED = re.compile(
    r"(?<!\ba )(?<!\bthe )\b(?:hits?|hitting|kill\w*|fir(?:e|es|ed|ing)|shoot\w*|attack\w*|burst|throw\w*|"
    r"shot (?:by|at)|snip(?:e|es|ing))\b",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\d\s*(?:m|meters?|metres?|yards?|yds?|ft|feet|hex(?:es)?|squares?|spaces?|inch(?:es)?|\"|km)(?!\w)", re.I
)


_RESULT = re.compile(r"(?i)\b(?:misfires?|raises|tokens?|reroll(?:ed|s)?)\b[^.!?]*(?:\?\s*$|$)")
_ROLLED = re.compile(r"(?i)\b(?:rolled|rolling|reroll|aced|benny|bennies|does|do|how many|can i)\b")


def is_about_rules(line: str) -> bool:
    """Return whether a line asks about the rules, and not about a shot: "does a vest stop 9mm", "who goes first",
    "rolled a 1, does my pistol lose a token?".
    """
    if line.rstrip().endswith("?") and _RESULT.search(line) and _ROLLED.search(line):
        return True
    asked = _ASKED.match(line)
    if asked is None or _ODDS.search(line) or (_DEED.search(line) and not asked["measure"]):
        return False
    return bool(asked["any"]) or not _RANGE.search(line)


_FOREIGN = frozenset(
    (
        *("ich", "mit", "dem", "den", "der", "das", "auf", "hinter", "schuss", "ziel", "liegend", "kniend", "schießen"),
        *(
            "schiesse",
            "schießt",
            "gewehr",
            "sturmgewehr",
            "feuerstoß",
            "einzelschuss",
            "dauerfeuer",
            "wache",
            "deckung",
        ),
        *("je", "tire", "sur", "le", "avec", "mon", "une", "moi", "couché", "disparo", "dispara", "el", "los", "las"),
        *(
            "disparar",
            "tiro",
            "con",
            "una",
            "tira",
            "tirador",
            "strzelam",
            "strzela",
            "jestem",
            "sparo",
            "sparare",
            "il",
            "mètres",
        ),
    )
)
"""Words of other languages."""
_ALSO_ENGLISH = frozenset({"con", "den", "el", "las", "los", "mon", "tire"})
"""Those that are words, names or abbreviations in English too: the line of sight (LOS) is clear."""
_FEW = 2


def is_foreign(line: str) -> bool:
    """Return whether a line is in another language than English."""
    words = (word.strip(",.!?;:") for word in line.casefold().split())
    found = [word for word in words if word in _FOREIGN]
    return len(found) >= _FEW and not _ALSO_ENGLISH.issuperset(found)


_COMPARED = re.compile(r"\b(?:better|best|compare[ds]?|difference)\b", re.IGNORECASE)


def compares(line: str) -> bool:
    """Return whether a line asks which of several weapons is better."""
    return bool(_COMPARED.search(line))


_CORRECTED = re.compile(
    r"\w.*?(?:\bno,?\s+wait\b|(?:\.{2,}|…|—|–)\s*no\b,|\bscratch that\b|[,.;!?)…—–-]\s*(?:(?:oh|ah|er|uh|um)\W+)?"
    r"(?:wait|sorry|oops|actually|correction|i mean|i meant|make that|rather)\b"
    r"(?!\s+(?:for|about|i(?:'|’)?m|if)\b)).*?\w",
    re.IGNORECASE,
)


def corrects_itself(line: str) -> bool:
    """Return whether a line takes something back: "12 hexes, no wait 14 hexes", "FAL prone... sorry, kneeling"."""
    return bool(_CORRECTED.search(line))


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
