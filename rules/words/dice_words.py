"""The words and signs of lines of loose dice: what people type for each, and which words are no more than a remark.

`rules.words.dice_lines` has the grammar that puts them together.
"""

from __future__ import annotations

import re

from rules.words.patterns import regex

_FLAGS = re.IGNORECASE | re.ASCII
SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("✕✖", "×"),
        **dict.fromkeys("⋅·∙", "*"),
        "÷": "/",
        "≥": ">=",
        "≤": "<=",
        "＋": "+",
        "％": "%",
    }
    | dict.fromkeys("\u00a0\u2009\u202f\t\n\r", " ")
)
_ADVANTAGE = regex(r"(.*?)[ ,]*\b(?:with |at )?(?:an? )?(adv|dis)(?:adv)?(?:antage)?\s*", _FLAGS)
_ONE_D20 = regex(r"(?<![\d)])1?\s*d20(?!\d|\s*k)", _FLAGS)
START = regex(r"(?<![a-z\d])(?:\d|[dsw]\s?\d|d\s?%|df\b|[(]|[+-]\s*[\d(ds])", _FLAGS)
FILLER = regex(r"\s*(?:[/!.]?(?:roll|throw|r)\b)?\s*(?:(?:me|us)\b)?\s*(?:(?:an?|the)\b)?\s*", _FLAGS)
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORD = regex(
    rf"\b({'|'.join(_NUMBER_WORDS)})(?=\s*(?:[dw]\s?[\d%]|df\b|x\b|times\b|(?:{'highest|lowest|best|worst'})\b))",
    _FLAGS,
)
_THOUSANDS = regex(r"(?<=\d),(?=\d{3}(?!\d|\s*[dw]))", _FLAGS)
_CHANGING = regex(
    rf"\b(?:{'|'.join(_NUMBER_WORDS)}|dozen|twenty|once|twice|thrice|half|halves|halved|doubled?|tripled?|rerolls?"
    r"|rerolling|best|worst|highest|lowest|high|low|middle|max|min|maximum|minimum|over|under|above|below|each|every"
    r"|per|times|plus|minus|less|more|dice|die|successes|drop|keep|wild|explod\w*|adv|advantage|dis|disadvantage"
    r"|again)\b",
    _FLAGS,
)
"""Words that may mean to change the roll: they are no remark unless "#" is before them."""
SETS = regex(r"(\d+)\s*(#|x|×|\*|times\b)\s*", _FLAGS)
SETS_BEHIND = regex(r"\s+(?:(\d+) times|(twice)|(thrice))\b", _FLAGS)
DICE = regex(r"(\d*)\s*[dw]\s*(%|f(?![a-z])|\d+)", _FLAGS)
TRAIT, NUMBER = regex(r"s\s?(\d+)(?![a-z])", _FLAGS), regex(r"\d+")
ENDS = {
    **dict.fromkeys(("highest", "best", "high", "higher"), "h"),
    **dict.fromkeys(("lowest", "worst", "low", "lower"), "l"),
}
_END = "|".join(sorted(ENDS, key=len, reverse=True))
KEEP = regex(
    r"\s*(?P<way>kh|kl|k|dh|dl)\s*(?P<number>\d*)(?![a-z])"
    rf"|,?\s+(?:and )?(?P<verb>keep|take|drop)(?: the)?(?: (?:(?P<before>\d+)(?: (?:the )?(?P<end>{_END}))?"
    rf"|(?P<first>{_END})(?: (?P<behind>\d+))?))\b|\s+(?:the )?(?P<only>{_END})(?: (?P<many>\d+))?\b",
    _FLAGS,
)
AGAIN = regex(r"!(?![!w])|\s*\b(?:exploding|explodes?|open[- ]ended|acing|aces)\b", _FLAGS)
WITH_WILD = regex(r"(?:!w(?:ild)?|\s*(?:with |[+] ?)?(?:an? |its |the )?wild(?: die)?)\b", _FLAGS)
COMPARISON = regex(
    r"\s*(?:(>=|=>|<=|=<|==|>|<|=|at least|at most|over|under|vs[.]?|against|tn|target(?: number)?)\s*(\d+)"
    r"|(?<=\s)(\d+) or (more|higher|better|less|lower)\b)",
    _FLAGS,
)
ADDING, MULTIPLYING = (
    # A dash before a word begins a remark.
    regex(r"\s*(\+|-(?!-*\s*(?!df\b)[a-z]{2})|plus\b|minus\b)", _FLAGS),
    regex(r"\s*(\*|x(?=\s*[\d(ds])|×|/|times\b|multiplied by\b|divided by\b)", _FLAGS),
)
BLANKS, OPENING, CLOSING, NEXT_SET = (regex(one) for one in (" +", " *[(]", " *[)]", " *[,;]"))
BEFORE_DICE = regex(r"\s*(?:\d*\s*[dw]\s*[\d%f]|s\s?\d|\()", _FLAGS)
PAUSE = regex(r"\s*(?:[-:]+\s+)?")
"""The signs before a remark."""
BEFORE_REMARK = " \"'“([-:"
BETWEEN_DICE = regex(r"(?<=[\d%!])\s+(?:(?:and|&)\s+)?(?:an?\s+)?(?=\d*[dw]\d)", _FLAGS)
WORDS = regex(r"(?<![\w)])[a-z][a-z']+(?!\w)", _FLAGS)
COMPARED = {
    **dict.fromkeys(
        ("=>", "at least", "vs", "vs.", "against", "tn", "target", "target number", "more", "higher", "better"), ">="
    ),
    **dict.fromkeys(("=<", "at most", "less", "lower"), "<="),
    "==": "=",
    "over": ">",
    "under": "<",
}


def without_remark(text: str) -> tuple[str, str]:
    """Return a line without what follows "#" or "//", and that; the "#" of sets is none."""
    sets = re.match(r"\s*[a-z/!]*\s*\d+\s*#", text, _FLAGS)
    found = regex(r"#|//").search(text, sets.end() if sets else 0)
    return (text[: found.start()], text[found.end() :].strip()) if found else (text, "")


def in_figures(line: str) -> str:
    """Return a line with figures for the number words before dice, and without commas that group thousands."""
    line = _NUMBER_WORD.sub(lambda found: str(_NUMBER_WORDS.index(found[1].lower()) + 1), line)
    return _THOUSANDS.sub("", line)


def with_advantage(line: str) -> str:
    """Return a line with "advantage" or "disadvantage" at its end as the two d20 of which one is kept."""
    found = _ADVANTAGE.fullmatch(line)
    if found is None or len(_ONE_D20.findall(found[1])) != 1:
        return line
    return _ONE_D20.sub("2d20kh1" if found[2].lower() == "adv" else "2d20kl1", found[1])


def is_remark(words: str) -> bool:
    """Return whether words can only be a remark: no digit or sign, and no word that may mean to change a roll."""
    words = words.strip(" :\"'“”‘’()[]")
    return (
        len(words) > 1 and not re.search(r"[\d+*/<>=#%]", words) and words[0].isalpha() and not _CHANGING.search(words)
    )
