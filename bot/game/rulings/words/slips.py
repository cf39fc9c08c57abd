"""Words with a slip of the pen: "kneelng", "sqares"."""

from __future__ import annotations

_SHORTEST_SLIP = 5
_VOWELS = frozenset("aeiou")
COMMON = (
    *("suppressive", "suppressing", "kneeling", "prone", "standing", "running", "crouching", "braced"),
    *("aimed", "aiming", "burst", "grenade", "pistol", "shotgun", "rifle", "alien", "aliens", "guard"),
    *("marine", "target", "weapon", "range", "distance", "squares", "spaces", "hexes", "meters", "yards"),
    *("attacks", "attacking", "shooting", "shoots", "throws", "firing"),
)
"""Words that are read though one letter is wrong; each such word is named in the answer."""
_OTHERS = frozenset(
    (
        *("shouts", "shouting", "shoos", "shots", "shoot", "throw", "shoats", "attack", "faring", "firming"),
        *("rage", "rang", "ranged", "ranger", "rangers", "weapons"),
    )
)
"""Words of their own that are much like another."""


def is_slip(typed: str, word: str) -> bool:
    """Return whether a word is another with one letter too many, missing, or in its neighbour's place, or with another
    vowel: "kneelng", "prnoe", "granade", but not "phone" for "prone".
    """
    if len(word) < _SHORTEST_SLIP or abs(len(typed) - len(word)) > 1 or typed[:1] != word[:1] or typed in _OTHERS:
        return False
    start = next((at for at, (one, two) in enumerate(zip(typed, word, strict=False)) if one != two), None)
    if start is None:
        return len(typed) != len(word)
    if len(typed) != len(word):
        shorter, longer = sorted((typed, word), key=len)
        return shorter[start:] == longer[start + 1 :]
    swapped = typed[start : start + 2] == word[start : start + 2][::-1] and typed[start + 2 :] == word[start + 2 :]
    return swapped or ({typed[start], word[start]} <= _VOWELS and typed[start + 1 :] == word[start + 1 :])
