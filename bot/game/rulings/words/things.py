"""Numbers that are about something else than the shot: "toughness 7", "turn 3", "40 mph", "2 meters tall"."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.rulings.words.lengths import INCHES, ODD, UNITS
from bot.game.rulings.words.measures import counts

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
        *("mph", "kph", "kmh", "fps", "mps", "knots", "lb", "lbs", "pounds", "kg", "grams", "rd", "rds", "rnd"),
        *("rnds", "days", "weeks", "months", "years", "percent", "pct", "hp", "dollars", "bucks", "xp", "oclock"),
        *("impulse", "impulses", "phases", "token", "tokens"),
    )
)
"""Units of anything but a length, a time or an aim."""
_SIZES = frozenset(("tall", "high", "wide", "long", "deep", "thick", "old", "apart", "up", "higher", "lower"))
"""Words behind a length that make it no range."""
_THICKNESSES = frozenset(("inch", "inches", '"', "cm"))
"""Units behind which "of" makes the length a thickness: "2 inches of steel"."""
_ROUNDS = frozenset(("round", "rounds", "rd", "rds", "rnd", "rnds", "shot"))
_MAGAZINES = frozenset(("mag", "mags", "magazine", "clip", "drum", "belt", "box"))
_THROWN = frozenset(("rolled", "rolls", "showed", "shows", "showing", "came up", "comes up", "came", "got a"))
"""Words behind which a number is what a die shows."""
_AGES = frozenset(("year", "years", "day", "days", "month", "months"))


def thing_at(words: Sequence[str]) -> int:
    """Return how many words at the beginning are a number about something else, 0 for none."""
    if counts(words[1:2]) and words[0] in _NUMBERED:
        behind = words[2:3]
        return 0 if behind and behind[0] in UNITS else 2
    die = 1 if words[0] in ("die", "dice") else 0
    for length in (die + 1, die + 2):
        at = length + (words[length : length + 1] == ["a"])
        if " ".join(words[die:length]) in _THROWN and counts(words[at : at + 1]) and words[at + 1 : at + 2] != ["dice"]:
            return at + 1
    if not counts(words[:1]) or len(words) < 2:
        return 0
    if words[2:3] and words[2] in _SIZES and (words[1] in UNITS or words[1] in _AGES):
        return 3
    if words[2:3] == ["of"] and UNITS.get(words[1]) in (INCHES, ODD) and words[1] in _THICKNESSES:
        return 3
    if words[2:3] and words[1] in _ROUNDS and words[2] in _MAGAZINES:
        return 3
    return 2 if words[1] in _COUNTED else 0
