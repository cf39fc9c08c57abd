"""The sort of a ruling's line: a shot to carry out, the question how likely it is, or care for a wound."""

from __future__ import annotations

import re
from enum import Enum

from rules.words.patterns import regex

_ODDS = regex(
    r"\b(?:chances?|odds|probability|likelihood|how likely|percentage|how hard|how easy|what are the percentages|"
    r"what do i need|what does \w+ need|need to roll|"
    r"possible to (?:hit|kill)|can (?:the |an? )?[\w'’]+ (?:hit|kill))\b",
    re.IGNORECASE,
)
_CARE = regex(
    r"\b(?:heal(?:s|ed|ing)?|recover(?:s|y|ing)?|bandag(?:e|es|ing)|patch(?:es|ing)? up|treat(?:s|ed|ing|ment)?|"
    r"first aid|aid station|field hospital|trauma cent(?:er|re)|stabili[sz](?:e|es|ing)|medical (?:aid|care|attention)|"
    r"surviv(?:e|es|al)|bleed(?:s|ing)? out|without (?:aid|care|treatment)|untreated)"
    r"\b",
    re.IGNORECASE,
)
_SHOT = regex(
    r"\b(?:fires?|firing|shoots?|shooting|burst|throws?|at range|attacks?|"
    r"\d+\s*(?:m|meters|metres|hexes|squares|yards))\b",
    re.IGNORECASE,
)


_ASKED = regex(
    r"^\W*(?:(?:so|ok|okay|hey|and|but|btw)\W+)*(?:"
    r"(?P<any>is|are|does|did)\b|"
    r"(?P<measure>how\s+(?:far|much|many|bad|badly|often|long|fast))\b|"
    r"(?:how|why|when|where|who|what|which)(?:'?s)?\s+(?:[\w']+\s+){0,3}?"
    r"(?:is|are|do|does|did|can|should|happens?|goes|moves|acts|wins|won)\b)",
    re.IGNORECASE,
)
_DEED = regex(
    r"(?<!\ba )(?<!\bthe )\b(?:hits?|hitting|kill\w*|fir(?:e|es|ed|ing)|shoot\w*|attack\w*|burst|throw\w*|"
    r"shot (?:by|at)|snip(?:e|es|ing))\b",
    re.IGNORECASE,
)
_RANGE = regex(
    r"\d\s*(?:m|meters?|metres?|yards?|yds?|ft|feet|hex(?:es)?|squares?|spaces?|inch(?:es)?|\"|km)(?!\w)", re.I
)


_RESULT = regex(r"(?i)\b(?:misfires?|raises|tokens?|reroll(?:ed|s)?)\b[^.!?]*(?:\?\s*$|$)")
_ROLLED = regex(r"(?i)\b(?:rolled|rolling|reroll|aced|benny|bennies|does|do|how many|can i)\b")


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
            "schieße",
            "schießt",
            "schiesst",
            "gewehr",
            "feuerstoß",
            "wache",
            "deckung",
            "felder",
            "und",
            "ist",
        ),
        *("einen", "eine", "ein", "meinem", "meine", "aus", "liegt", "kniet", "er", "auch", "schüsse", "entfernung"),
        *("je", "tire", "sur", "le", "la", "avec", "mon", "une", "moi", "couché", "cible", "derrière", "cases", "du"),
        *("mètres", "au", "les", "est", "il", "tir", "distance", "balles"),
        *("disparo", "dispara", "el", "los", "las", "disparar", "tiro", "con", "una", "un", "al", "del", "mi", "desde"),
        *("casillas", "esta", "está", "detras", "detrás", "apunto", "tengo", "que", "a", "en", "de", "blanco"),
        *("contra", "sin", "herido", "apuntar", "apuntando", "guardia", "pistola", "fusil", "quema", "estan"),
        *("tira", "tirador", "sparo", "sparare", "contro", "della", "dal"),
        *("strzelam", "strzela", "jestem", "z", "ze", "w", "na", "do", "za", "i", "celuje", "celuję", "pola", "pol"),
        *("karabinu", "pistoletu", "ktory", "który", "kleczy", "klęczy", "leży", "lezy", "metrow", "metrów"),
    )
)
"""Words of other languages."""
_ALSO_ENGLISH = frozenset(
    (
        *(
            "con",
            "den",
            "el",
            "las",
            "los",
            "mon",
            "tire",
            "a",
            "i",
            "do",
            "w",
            "na",
            "pol",
            "au",
            "la",
            "le",
            "il",
            "al",
        ),
        *(
            "en",
            "de",
            "un",
            "una",
            "mi",
            "er",
            "es",
            "du",
            "blanco",
            "distance",
            "z",
            "ze",
            "del",
            "que",
            "tiro",
            "las",
        ),
        *("gewehr", "felder", "wache", "deckung", "ziel", "schuss", "cases", "casillas", "guardia", "fusil", "pistola"),
        *("pola", "esta", "balles", "za", "ist", "der", "aus", "tir", "das", "est"),
    )
)
"""Those that are words, names or abbreviations in English too: the line of sight (LOS) is clear."""
_FEW, _MANY = 2, 3


def is_foreign(line: str, *, is_read: bool = False) -> bool:
    """Return whether a line is in another language than English; `is_read`: it has a likely reading all the same."""
    words = (word.strip(",.!?;:()") for word in line.casefold().replace("'", " ").split())
    found = [word for word in words if word in _FOREIGN]
    return len(found) >= (_MANY if is_read else _FEW) and not _ALSO_ENGLISH.issuperset(found)


_COMPARED = regex(r"\b(?:better|best|compare[ds]?|difference)\b", re.IGNORECASE)


def compares(line: str) -> bool:
    """Return whether a line asks which of several weapons is better."""
    return bool(_COMPARED.search(line))


_CORRECTED = regex(
    r"\w.*?(?:\bno,?\s+wait\b|(?:\.{2,}|…|—|–)\s*no\b,|\bscratch that\b|[,.;!?)…—–-]\s*(?:(?:oh|ah|er|uh|um)\W+)?"
    r"(?:wait|sorry|oops|actually|correction|i mean|i meant|make that|rather)\b"
    r"(?!\s+(?:for|about|i(?:'|’)?m|if)\b)).*?\w",
    re.IGNORECASE,
)


_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty)"
_UNIT = r"(?:\s*(?:hex(?:es)?|squares?|sq|spaces?|spc|inch(?:es)?|\"|m|meters?|metres?|yards?|yds?))"
_BACK = r"(?:(?:oh|er|uh|um|no|wait|sorry|oops|actually|rather|i mean|make that)\b\W*)+"
_NUMBER_CORRECTED = regex(
    rf"(?<!aim )(?<!aims )(?<!\d)\b{_NUMBER}{_UNIT}?\b\W+{_BACK}(?=(?:at\s+)?{_NUMBER}\b)", re.IGNORECASE
)


def corrects_itself(line: str) -> bool:
    """Return whether a line takes something back: "12 hexes, no wait 14 hexes", "FAL prone... sorry, kneeling"."""
    return bool(_CORRECTED.search(line) or _NUMBER_CORRECTED.search(line))


_TAKEN_BACK = regex(r"(?i)[\s.,;!?…—–-]+(?:no,?\s+wait|wait|sorry|oops|actually|correction|make that)\b[\s.,;!?…:—–-]*")


def corrected(line: str) -> list[str]:
    """Return what a line that takes something back may mean, likeliest first: with the last number alone ("30, no, 40
    hexes"), or what stands behind ("Flammen, sorry, flamethrower at bug").
    """
    mended = _NUMBER_CORRECTED.sub("", line)
    found = [mended] if mended != line and not corrects_itself(mended) else []
    *before, behind = _TAKEN_BACK.split(line)
    return [*found, behind] if before and not corrects_itself(behind) else found


def readable(line: str) -> list[str]:
    """Return what of a line may be a shot in English, likeliest first: what it means if it takes something back, and
    the line itself, unless it only takes back a single word, which English words follow ("Flammen, sorry, flamer").
    """
    found = [one for one in corrected(line) if not is_foreign(one)]
    before, *behind = _TAKEN_BACK.split(line)
    translated = bool(found and behind) and len(before.split()) == 1
    return found if is_foreign(line) or translated else [*found, line]


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
