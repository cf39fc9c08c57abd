"""Numbers that are about something else than the shot: "toughness 7", "turn 3", "40 mph", "2 meters tall"."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.rulings.words.lengths import INCHES, ODD, UNITS
from bot.game.rulings.words.measures import AIMS, counts

_NUMBERED = frozenset(
    (
        *("parry", "toughness", "vigor", "strength", "agility", "smarts", "spirit", "rof", "pace", "speed", "hp"),
        *(
            "ac",
            "av",
            "pen",
            "tn",
            "dc",
            "dr",
            "xp",
            "initiative",
            "health",
            "level",
            "lvl",
            "rank",
            "wound",
            "wounds",
            "hull",
        ),
        *("turn", "round", "phase", "impulse", "wave", "squad", "team", "platoon", "group", "unit", "section"),
        *("day", "scene", "session", "mission", "zone", "sector", "room", "floor", "row", "column", "page", "table"),
        *("mag", "magazine", "clip", "die", "tokens"),
        *("game", "example", "option", "attempt", "bullet", "damage", "morale", "target number"),
    )
)
"""Words behind which a number belongs to them, though the book has no such words."""
_COUNTED = frozenset(
    (
        *(
            "wound",
            "wounds",
            "mph",
            "kph",
            "kmh",
            "fps",
            "mps",
            "knots",
            "lb",
            "lbs",
            "pounds",
            "kg",
            "grams",
            "rd",
            "rds",
            "rnd",
        ),
        *("rnds", "days", "weeks", "months", "years", "percent", "pct", "hp", "dollars", "bucks", "xp", "oclock"),
        *(
            "impulse",
            "impulses",
            "phases",
            "token",
            "tokens",
            "raise",
            "raises",
            "bennies",
            "benny",
            "success",
        ),
        *("successes", "advances", "command"),
    )
)
"""Units of anything but a length, a time or an aim."""
_WOUNDS = frozenset(("wound", "wounds"))
"""Units that are terms of a book if the number follows: "wounds 1"."""
_SIZES = frozenset(("tall", "high", "wide", "long", "deep", "thick", "old", "apart", "up", "higher", "lower"))
"""Words behind a length that make it no range."""
_THICKNESSES = frozenset(("inch", "inches", '"', "cm"))
"""Units behind which "of" makes the length a thickness: "2 inches of steel"."""
_HAS = frozenset(("has", "have", "having", "got"))
_ACTIONS = frozenset(("action", "actions", "ac", "ap", "aps", "points"))
_ROUNDS = frozenset(("round", "rounds", "rd", "rds", "rnd", "rnds", "shot"))
_MAGAZINES = frozenset(("mag", "mags", "magazine", "clip", "drum", "belt", "box"))
_THROWN = frozenset(("rolled", "roll", "rolls", "showed", "shows", "showing", "came up", "comes up", "came", "got a"))
"""Words behind which a number is what a die shows."""
_AGES = frozenset(("year", "years", "day", "days", "month", "months"))


_TIMES = frozenset(("impulse", "impulses", "phase", "second", "sec", "s", "minute", "hour", "h"))
_PER_TIMES = _TIMES | {"turn", "round", "action"}
_MOVES = frozenset(("move", "moves", "moved", "walks", "walked", "steps", "stepped", "crawls", "advances"))
"""Words behind which a number is how far somebody has gone."""
GONE = frozenset(("moving", "walking", "crawling", "going", "sprinting", "advancing", "runs", "running", "ran"))
_THEN = frozenset(("and", "then", "before"))
"""Such words where "after" or "then" is beside them; else the number may be the range."""


def speed_at(words: Sequence[str]) -> int:
    """Return how many words at the beginning are a speed, or a way that somebody goes, 0 for none: "2 hexes/impulse",
    "moves 2", "after moving 1 space".
    """
    if not words:
        return 0
    gone = 2 if words[0] == "after" and words[1:2] and words[1] in GONE else int(words[0] in _MOVES | GONE)
    if not counts(words[gone : gone + 1]):
        return 0
    end, per = gone + 1, 0
    if words[end : end + 1] and words[end] in UNITS:
        per = _per(words[end + 1 :])
        end += 1 + per
    if per and words[0] in GONE:
        return 0  # what somebody does counts, only how fast does not
    is_range = words[0] in GONE and not {*words[end : end + 1]} & _THEN
    return end if per or (gone and not is_range) else 0


def _per(words: Sequence[str]) -> int:
    """Return how many words at the beginning say the time of a speed: "per turn", but not "phase 3"."""
    if words[:1] in (["per"], ["a"], ["each"]):
        return 2 if words[1:2] and words[1] in _PER_TIMES else 0
    return int(bool(words) and words[0] in _TIMES and not counts(words[1:2]))


def thing_at(words: Sequence[str]) -> int:
    """Return how many words at the beginning are a number about something else, 0 for none."""
    if words[:1] != [] and words[0] in _HAS and counts(words[1:2]) and words[2:3] and words[2] in _ACTIONS:
        return 0 if {*words[3:5]} & AIMS else 3
    if counts(words[1:2]) and words[0] in _NUMBERED:
        behind = words[2:3]
        return 0 if behind and behind[0] in UNITS else 2
    die = 1 if words[0] in ("die", "dice") else 0
    for length in (die + 1, die + 2):
        at = length + (words[length : length + 1] == ["a"])
        if " ".join(words[die:length]) in _THROWN and counts(words[at : at + 1]) and words[at + 1 : at + 2] != ["dice"]:
            # "Rolled 4 and 5".
            return at + (3 if words[at + 1 : at + 2] == ["and"] and counts(words[at + 2 : at + 3]) else 1)
    if not counts(words[:1]) or len(words) < 2:
        return 0
    if words[2:3] and words[2] in _SIZES and (words[1] in UNITS or words[1] in _AGES):
        return 3
    if words[2:3] == ["of"] and UNITS.get(words[1]) in (INCHES, ODD) and words[1] in _THICKNESSES:
        return 3
    if words[2:3] and words[1] in _ROUNDS and words[2] in _MAGAZINES:
        return 3
    is_term = words[1] in _WOUNDS and counts(words[2:3])
    return 2 if words[1] in _COUNTED and not is_term else 0
