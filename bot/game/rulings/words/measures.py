"""Ranges and aims at the beginning of some words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.game.rulings.words.lengths import ODD, SPACES, UNITS, is_length, meant
from bot.game.rulings.words.spans import TIMED, Sort, Span
from bot.game.rulings.words.typed_words import is_figure
from bot.game.rulings.words.verbs import is_burst

RANGES = frozenset({"range", "distance"})
_AT_HAND = (
    ("point", "blank", "range"),
    ("point", "blank"),
    ("pointblank",),
    ("adjacent",),
    *(("in", "the", "next", space) for space in ("square", "hex", "space")),
    *(("next", space) for space in ("square", "hex", "space")),
    *(("next", "to", who) for who in ("me", "him", "her", "them")),
    ("arm", "length"),
    ("arms", "length"),
)
NEARNESS = "next to"
"""The beginning of a range that is one only if there is no other."""
AIMS = frozenset({"aim", "aims", "aimed", "aiming"})
_BETWEEN = frozenset({"for", "of", "at", "is"})
_ACTIONS = frozenset({"action", "actions", "ac", "acs", "act", "acts"})
_ABBREVIATED = 3
_POINTS = frozenset({"point", "points"})
_AIM = (["aim"], ["aims"])
_TIMES_AIMED = {"once": "1", "twice": "2", "thrice": "3"}
_REPEATED = frozenset({"times", "time"})
AIMED = AIMS | _ACTIONS
_BULLETS = frozenset({"round", "rounds", "shot", "shots", "bullet", "bullets", "rd", "rds"})
TIMES = frozenset(
    {"second", "seconds", "sec", "secs", "s", "minute", "minutes", "turn", "turns", "round", "rounds"}
) | {
    *("impulse", "impulses", "phase", "phases", "moment", "moments", "breath", "breaths", "beat", "beats"),
    *("count", "counts", "tick", "ticks"),
}


def range_at(words: Sequence[str]) -> Span | None:
    """Return the range that the words begin with: "40 m", "range 20", "point blank", "1 500 m"."""
    for phrase in _AT_HAND:
        if tuple(words[: len(phrase)]) == phrase:
            return Span(Sort.RANGE, len(phrase), " ".join(phrase), SPACES, figure="1")
    before = UNITS.get(words[0], "") if words and words[0].endswith("s") and len(words[0]) > _ABBREVIATED else ""
    is_behind = counts(words[1:2]) and not (words[2:3] and words[2] in UNITS.keys() | AIMED)
    if is_behind and (before == SPACES or is_length(before)):
        # "Meters 40".
        return Span(Sort.RANGE, 2, f"{words[1]} {words[0]}", before, figure=words[1])
    named = 1 if words and words[0] in RANGES else 0
    named += 1 if named and words[1:2] and words[1] in ("of", "is") else 0
    if not counts(words[named : named + 1]):
        return None
    figure, length = words[named], named + 1
    if (
        re.fullmatch(r"[1-9]\d{0,2}", figure)
        and words[length + 1 : length + 2]
        and re.fullmatch(r"\d{3}", words[length])
        and UNITS.get(words[length + 1], ODD) is not ODD
    ):
        # The thousands of many countries: 1 500 m.
        figure, length = figure + words[length], length + 1
    unit = UNITS.get(words[length], "") if len(words) > length else ""
    if not unit and len(words) > length and (near := meant(words[length])):
        return Span(Sort.RANGE, length + 1, " ".join(words[named : length + 1]), ODD, (near,), figure)
    if not (named or unit):
        return None
    length += 1 if unit else 0
    length += 1 if unit == ODD and UNITS.get((words[length : length + 1] or [""])[0]) == ODD else 0
    length += 1 if words[length : length + 1] in (["away"], ["out"], ["off"]) else 0
    return Span(Sort.RANGE, length, " ".join(words[named:length]), unit or SPACES, figure=figure)


def aim_at(words: Sequence[str]) -> Span | None:
    """Return the aim that the words begin with: "aim 4", "4 actions of aim", "aimed 10 seconds"."""
    if either := _one_of_two(words):
        length, figure = either
        return Span(Sort.AIM, length, " ".join(words[:length]), figure=figure)
    if words and words[0] in AIMS and words[1:2] and words[1] in _TIMES_AIMED:
        return Span(Sort.AIM, 2, " ".join(words[:2]), figure=_TIMES_AIMED[words[1]])
    if words and words[0] in AIMS:
        at = 2 if (words[1:2] and words[1] in _BETWEEN) or words[:2] == ["aim", "time"] else 1
        if not counts(words[at : at + 1]):
            return None
        unit = words[at + 1 : at + 2]
        if unit and unit[0] != "in" and UNITS.get(unit[0]) not in (None, SPACES, ODD):
            # "Aimed 50 m" away, "aim, 60 inches".
            return None
        timed = TIMED if unit and unit[0] in TIMES else ""
        length = at + 1 + bool(unit and unit[0] in (_ACTIONS | _POINTS | TIMES | _REPEATED))
        return Span(Sort.AIM, length, " ".join(words[:length]), timed, figure=words[at])
    if counts(words[:1]) and len(words) > 1 and words[1] in (AIMS | _ACTIONS):
        both = words[1] in _ACTIONS and words[2:3] and words[2] in AIMS and not counts(words[3:4])
        of = 1 if words[1] in _ACTIONS and words[2:4] and words[2] == "of" and words[3] in AIMS else 0
        points = words[1] in AIMS and words[2:3] and words[2] in _POINTS | _ACTIONS
        length = 4 if of else 3 if both or points else 2
        return Span(Sort.AIM, length, f"aim {words[0]}", figure=words[0])
    of = 1 if words[2:3] == ["of"] else 0
    if counts(words[:1]) and words[1:2] and words[1] in _POINTS and words[2 + of : 3 + of] in _AIM:
        return Span(Sort.AIM, 3 + of, f"aim {words[0]}", figure=words[0])
    if counts(words[:1]) and words[2:3] == ["of"] and words[3:4] and words[3] in AIMS:
        return Span(Sort.AIM, 4, " ".join(words[:4]), TIMED, figure=words[0])
    of = 1 if words[2:3] in (["of"], ["to"]) else 0
    if counts(words[:1]) and len(words) > 2 + of and words[1] in TIMES and words[2 + of] in AIMS:
        return Span(Sort.AIM, 3 + of, " ".join(words[: 3 + of]), TIMED, figure=words[0])
    return None


def _one_of_two(words: Sequence[str]) -> tuple[int, str] | None:
    """Return the length of two aims, of which only one can be given, and both: "aim between 4 and 6", "1 aim or 3"."""
    named = words[:1] != [] and words[0] in AIMS
    first = next((at for at, word in enumerate(words) if at >= named and word not in _INTRODUCED), len(words))
    second = first + 2
    if not named and counts(words[first : first + 1]) and words[first + 1 : first + 2] and words[first + 1] in AIMS:
        named, second = True, first + 3
    if not (counts(words[first : first + 1]) and words[second - 1 : second] and words[second - 1] in _EITHER):
        return None
    behind = words[second + 1 : second + 2]
    aimed = bool(behind) and behind[0] in (AIMED | _POINTS)
    if not counts(words[second : second + 1]) or not (named or (aimed and (first or words[second - 1] != "and"))):
        return None
    joined = words[second - 1] == "and" and "between" not in words[:first] and bool(behind) and not aimed
    if joined or (behind and behind[0] in UNITS):
        return None
    end = second + 1 + aimed
    return end + 2 * (words[end : end + 2] == ["of", "aim"]), f"{words[first]} or {words[second]}"


_EITHER = frozenset({"or", "to", "and"})
_INTRODUCED = frozenset({"for", "of", "between", "from", "either"})


def burst_size_at(words: Sequence[str], behind_burst: bool) -> int:
    """Return how many words at the beginning are the size of a burst, 0 for none: "5 round burst", "burst of 5 rounds",
    the second behind the burst.
    """
    if behind_burst and words[:1] == ["of"] and counts(words[1:2]):
        return 3 if words[2:3] and words[2] in _BULLETS else 2
    if not (counts(words[:1]) and words[1:2] and words[1] in _BULLETS):
        return 0
    return 2 if behind_burst or is_burst(words[2:3]) else 0


def counts(words: Sequence[str]) -> bool:
    """Return whether the first word is a number without a sign."""
    return bool(words) and is_figure(words[0]) and words[0][0] not in "+-"


def is_range(words: Sequence[str]) -> bool:
    """Return whether the words begin with a number and a unit of length."""
    return counts(words[:1]) and is_length(UNITS.get(words[1], "") if len(words) > 1 else "")
