"""The small words of a ruling's line: whose words follow, what is no name, numbers, and what changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

TO, FROM, THING = "target", "shooter", "thing"
"""Whose words follow; those behind "with" are the weapon, or belong to the fighter before it."""
ROLE_WORDS = {
    **dict.fromkeys(("at", "vs", "versus", "v", "against", "on", "upon", "onto", "target", "toward", "towards"), TO),
    **dict.fromkeys(("from", "by", "shooter", "attacker", "firer", "for", "while", "whilst"), FROM),
    **dict.fromkeys(("with", "using", "uses", "use", "holding", "carrying", "wielding"), THING),
}
ARTICLES = frozenset({"a", "an", "the"})
TERMS = frozenset({"edge", "feat", "perk", "talent", "trait"})
"""Terms of other games: the word before one belongs to it."""
POSSESSIVES = frozenset({"my", "his", "her", "their", "our", "your", "its"})
NO_CALLS = frozenset(
    (
        *("hp", "ac", "av", "ss", "tn", "dc", "xp", "rof", "sl", "kv", "pf", "gm", "dm", "pc", "npc"),
        *("btw", "imo", "lol", "fyi"),
    )
)
"""Abbreviations of games and chats, which are no names though they have capitals."""
MINE = frozenset({"i", "me", "im", "ive", "we", "self", "myself"})
"""The user, who is the shooter."""
SUBJECTS = frozenset({"i", "im", "he", "she", "they", "we"})
"""Pronouns of who does something."""
OBJECTS = frozenset({"him", "them", "em"})
"""Pronouns that stand for a target."""
PRONOUNS = frozenset({"he", "she", "they", "him", "them", "hes", "shes", "theyre"})
"""Somebody other than the user."""
NOT = frozenset({"not", "no", "without", "isnt", "arent", "never", "nor", "non", "dont", "doesnt", "didnt", "wont"})
NOT_BUT = frozenset({"instead of", "rather than", "but not", "and not"})
NO_NAMES = frozenset(
    (
        *("behind", "in", "inside", "under", "through", "near", "beside", "over", "around", "during", "between"),
        *("into", "thru", "along", "beyond", "beneath", "amid", "among", "atop"),
        *("below", "above", "across", "out", "within", "because", "after", "before", "until", "past", "next"),
    )
)
"""Words behind which no name is a fighter's."""
EMPTY = frozenset(
    (
        *("a", "an", "the", "my", "his", "her", "their", "our", "your", "its", "some", "one", "of", "is", "are", "am"),
        *(
            "was",
            "were",
            "be",
            "been",
            "being",
            "to",
            "then",
            "away",
            "off",
            "weapon",
            "gun",
            "how",
            "what",
            "whats",
            "does",
        ),
        *("do", "did", "if", "can", "could", "would", "should", "will", "may", "must", "he", "she", "they", "it"),
        *("him", "them", "please", "pls", "shot", "shots", "rule", "mod", "that", "this", "which", "who", "whose"),
        *("has", "have", "had", "takes", "take", "makes", "make", "chance", "chances", "odds", "probability"),
        *("likely", "likelihood", "percent", "percentage", "there", "about", "approximately", "roughly", "circa"),
        *("around", "tries", "try", "wants", "want", "lets", "let", "us", "just", "ok", "okay", "hey", "hi", "so"),
        *("also", "too", "now", "distance", "range", "gets", "get", "got", "trying", "whats", "u", "go", "goes"),
        *("wearing", "wears", "wear", "dressed", "really", "very", "still"),
        *("id", "youd", "wed", "hes", "shes", "theyre", "thats", "heres", "uh", "um", "umm", "er", "hmm"),
        *("well", "like", "here", "approx", "approximate", "took", "position", "stance", "posture"),
        *(
            "wanna",
            "gonna",
            "ima",
            "imma",
            "lemme",
            "possible",
            "able",
            "dist",
            "judge",
            "lol",
            "lmao",
            "haha",
            "omg",
            "yo",
            "btw",
        ),
        *("imo", "tbh", "fyi", "thx", "cheers", "single", "where", "those", "these"),
        *("ruling", "rules", "need", "needs", "as", "aimed", "aiming", "carefully", "roll", "thanks", "bot"),
    )
)
"""Words that have no effect."""
_UNITS = {
    word: number
    for number, word in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
            *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        ),
        1,
    )
}
_TENS = {
    word: 10 * number
    for number, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
} | {"fourty": 40}
_POWERS = {"hundred": 100, "thousand": 1000}
ADDRESSED = frozenset((*("guys", "folks", "everyone", "everybody", "mates", "mate", "dude", "bro", "gm", "referee"),))
"""Those who are spoken to at the beginning or the end of a line."""
MANY = frozenset({"several", "both", "all", "many", "every", "each", "multiple"})
STRIKES = frozenset({"bites", "punches", "kicks", "stabs", "slashes", "claws"})
"""Attacks without a gun."""
SHOTS = frozenset({"shots", "times", "attacks"})
REPEATS = frozenset({"twice", "thrice"})


def spoken(words: Sequence[str]) -> tuple[str, int]:
    """Return the number that the words begin with, in digits, and in how many words it is; "" and 0 for none.

    "one" alone is no number, because it is often an article.
    """
    total, current, at = 0, 0, 0
    for word in words:
        if at == 1 and words[0] == "one" and word in _TENS:
            # "One fifty" yards.
            current *= 100
        if word in _UNITS and current % 10 == 0 and (current % 100 == 0 or _UNITS[word] < 10):
            current += _UNITS[word]
        elif word in _TENS and current % 100 == 0:
            current += _TENS[word]
        elif word == "hundred" and 0 < current < 10:
            current *= _POWERS[word]
        elif word == "thousand" and current and not total:
            total, current = current * _POWERS[word], 0
        elif word == "and" and current % 100 == 0 and current and {*words[at + 1 : at + 2]} & (_UNITS.keys() | _TENS):
            pass
        elif word == "a" and at == 0 and {*words[1:2]} & _POWERS.keys():
            current = 1
        elif word in _POWERS and at == 0:
            current = 1 * _POWERS[word]
        else:
            break
        at += 1
    if not at or (at == 1 and words[0] == "one"):
        return "", 0
    return str(total + current), at


_SINGULARS = (("s", ""), ("es", ""), ("ies", "y"), ("ie", "y"), ("men", "man"))
"""Ends of plurals, and of singulars that are taken from them: "fuzzie"."""


def singulars(word: str) -> Iterator[str]:
    """Yield what a word may be the plural of."""
    yield from (word.removesuffix(end) + instead for end, instead in _SINGULARS if word.endswith(end))


_MANNERS = frozenset(
    (
        *("back", "down", "up", "ahead", "forward", "forwards", "backward", "backwards", "sideways", "upwards", "over"),
        *(
            "downwards",
            "upward",
            "downward",
            "overhead",
            "high",
            "low",
            "straight",
            "left",
            "right",
            "together",
            "alone",
        ),
        *(
            "first",
            "last",
            "next",
            "anyway",
            "anyhow",
            "any",
            "more",
            "anymore",
            "longer",
            "quick",
            "regardless",
            "anyone",
            "anybody",
            "someone",
            "somebody",
            "instead",
            "already",
            "soon",
            "later",
            "yet",
        ),
        *("all", "every", "each", "many", "time", "long", "nobody", "nothing", "yet", "turn", "phase", "drizzle"),
        *("fast", "slow", "hard", "twice", "outside", "inside", "upstairs", "downstairs", "handed", "tonight", "today"),
        *("maybe", "perhaps", "though", "otherwise", "else", "but", "yes", "yeah", "no", "nope", "sure", "plus"),
        *("wildly", "blindly", "quickly", "slowly", "madly", "badly", "barely", "rapidly", "calmly", "hastily", "only"),
        *(
            "quietly",
            "early",
            "nearly",
            "poorly",
            "fully",
            "finally",
            "usually",
            "firmly",
            "briefly",
            "boldly",
            "simply",
        ),
        *("bravely", "angrily", "luckily", "coolly", "loosely", "softly", "loudly", "deadly", "safely", "gladly"),
    )
)
BODY = frozenset(
    (
        *(
            "arm",
            "arms",
            "leg",
            "legs",
            "hand",
            "hands",
            "foot",
            "feet",
            "head",
            "face",
            "eye",
            "eyes",
            "neck",
            "chest",
        ),
        *("torso", "body", "stomach", "belly", "shoulder", "shoulders", "knee", "knees", "groin", "heart", "vitals"),
    )
)
BESIDE = frozenset(
    (
        *("on top of", "in front of", "to the left of", "to the right of", "ahead of", "outside of", "inside of"),
        *("on the back of", "at the feet of", "on either side of", "at the side of", "out of", "because of", "outta"),
    )
)
"""Words of several that say where somebody is: behind them no name is a fighter's."""
_LONG = 8
"""Letters of a word in -ly that is no name."""


def is_small(word: str) -> bool:
    """Return whether a word says whose words follow, or changes nothing."""
    return word in ROLE_WORDS or word in EMPTY


def is_manner(word: str) -> bool:
    """Return whether a word says how, where to or when something is done, so that it names nobody: "wildly", "arm"."""
    return word in _MANNERS or word in BODY or (word.endswith("ly") and word.isalpha() and len(word) >= _LONG)


def is_plural(word: str) -> bool:
    """Return whether a word looks like a plural."""
    return word.isalpha() and word.endswith("s") and not word.endswith("ss") and word != "plus"
