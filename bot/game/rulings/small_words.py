"""The small words of a ruling's line: whose words follow, what is no name, numbers, and what changes nothing."""

from __future__ import annotations

TO, FROM, THING = "target", "shooter", "thing"
"""Whose words they are; those behind a verb of throwing are for the thing that is thrown."""
MARKERS = {
    **dict.fromkeys(("at", "vs", "versus", "v", "against", "on", "onto", "upon", "target", "toward", "towards"), TO),
    **dict.fromkeys(("from", "by", "shooter", "attacker", "firer", "for"), FROM),
}
NO_NAMES = frozenset(
    (
        *("behind", "in", "inside", "under", "through", "near", "beside", "over", "around", "while", "during"),
        *("without", "below", "above", "across", "out"),
    )
)
EMPTY = frozenset(
    (
        *("a", "an", "the", "my", "his", "her", "their", "our", "your", "its", "some", "one", "with", "using", "uses"),
        *("use", "of", "is", "are", "to", "and", "then", "away", "off", "weapon", "gun", "how", "what", "does", "do"),
        *("if", "can", "i", "me", "he", "she", "they", "it", "please", "shot", "rule", "mod"),
    )
)
"""Words that have no effect."""
NUMBERS = {
    word: str(number)
    for number, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2)
}
"""The words for numbers above one."""
MANY = frozenset({"several", "both", "all", "many", "every"})
REPEATS = frozenset({"twice", "thrice"})


def is_plural(word: str) -> bool:
    """Return whether a word looks like a plural."""
    return word.isalpha() and word.endswith("s") and not word.endswith("ss")
