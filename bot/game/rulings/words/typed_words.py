"""The words of a typed line: each as it is compared and as it was typed, numbers apart from their units.

Phones and keyboards of many countries write the same line: curly quotes, a typographic minus, double blanks, a decimal
comma, a capital first word. `typed_words` makes the same words of all of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from bot.game.rulings.words.lengths import UNITS, is_slip_of_unit
from rules.engine.records.frozen import dataclass
from rules.words.catalogue import normalized
from rules.words.patterns import regex

BREAK = ","
"""The word for a comma or a similar mark: the words before and behind it do not belong together."""
STOP = "."
"""How a break is typed that ends a sentence."""
AND = "&"
_MARKS = str.maketrans(
    {
        **dict.fromkeys("−–‐‑‒", "-"),
        "—": " - ",
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys(":;\n|•", f" {BREAK} "),
        **dict.fromkeys("()[]{}", " "),
        **dict.fromkeys("→⇒➡", " at "),
        "×": "x",
        "#": " no ",
        "@": " at ",
        "~": " about ",
        "%": " percent ",
        "⁄": "/",
    }
)
_COMMAND = regex(r"^\s*(?:/?(?:rule|odds)\s+)?text\s*:\s*|^\s*/(?:rule|odds)\s+", re.IGNORECASE)
_CHANCE = regex(r":\s*(?:hits without a throw|automatic hit|no chance|\d+(?:\.\d+)?\s?%)\s*$", re.IGNORECASE)
"""The chance behind a reading that the bot has suggested."""
_VULGAR = regex(r"(\d)([¼½¾⅓⅔⅛])")
_MIXED = regex(r"(?<![\w./])(\d+)\s+(\d/[1-9])(?![\d/])")
"""One and a half: 1 1/2."""
_OPTION = regex(r"(?i)\b(aim|range|distance|skill|armou?r|helm|weapon|target|who|shooter|how|mod)\s*[:=]\s*(?=\S)")
_OPTIONS = {"who": " by ", "shooter": " by ", "target": " at ", "weapon": ", ", "how": ", ", "mod": ", "}
"""The options of a command, as they are typed in one line."""
_ASIDE = regex(r"\(([^()]*)\)")
_NUMBERED = regex(r"(?i)(?<=[a-z])\s*#\s*(?=\d)|(?<=[a-z])\s+no\.\s*(?=\d)")
"""Before a fighter's number: Guard #2."""
_WRITTEN = regex(
    r"(?i)\bw/o\b|\bw/(?=\s|\w)|\bw\.(?=\s)|(?<!\bs\s)(?<=\s)(?-i:w)(?=\s+\S)|\bf/a\b|->|=>|<-|(?<=[a-z])\s?>\s?(?=[a-z])|\bca\.?\s+(?=\d)|(?<=\d)\s*km/h\b"
    r"|\babt\.?(?=\s)|\bthru\b|\btgt\b|(?<=[a-z]\s)(?-i:n)(?=\s+[a-z])"
    r"|(?<=\btime\s)2(?=\s+[a-z])|(?<=\bhow\s)2(?=\s+[a-z])|(?<=\bwant\s)2(?=\s+[a-z])|(?<=\btrying\s)2(?=\s+[a-z])"
)
_IN_FULL = {"w/o": " without ", "w/": " with ", "w": " with ", "ca": " about ", "km/h": " kmh ", "<-": " by "} | {
    "abt": " about ",
    "thru": " through ",
    "tgt": " target ",
    "n": " and ",
    "f/a": " full auto ",
    "2": " to ",
}
_THOUSANDS = regex(r"(?<![\d.,])([1-9]\d{0,2})((?:,\d{3})+)(?![\d,]|\.\d{3})")
_GAIT = regex(r"(?i)\b(?:(?:moving|going|advancing) )?at a (?:full |dead )?(run|sprint|jog|walk)\b")
_GAITS = {"run": "running", "sprint": "running", "jog": "running", "walk": "moving"}
_ARC = regex(
    r"(?i)\barc (?:of )?(\d+) ?hex(?:es)?\b|(?<=sweep )(?:over|across) (\d+) ?hex(?:es)?\b|\b(\d+) ?hex(?:es)? wide\b"
)
_PASSIVE = regex(
    r"(?i),\s*(?:who(?: is|'s) )?([\w ]{1,30}?),\s*"
    r"(?=(?:is|was|are|gets?|got)\b[^,]{0,12}\b(?:hit|shot|attacked|fired)\b)"
)
"""Said between commas of somebody who is hit: "Stone, who is prone, is shot at by Rose"."""
_LEVEL = regex(r"(?i)\blvl\b")
_RATE = regex(r"(?i)\brate of fire\b")
_WITHOUT = regex(r"(?i)\b(bipod|scope|stock|helmet|armou?r)[- ]?less\b")
_AND_THEN = regex(r"(?i)\band than\b")
_WILD = regex(r"(?i)\bwild-?card\b")
_PRONED = regex(
    r"(?i)\bproned(?: out)?\b|\bprone out\b|\bbelly[- ]down\b|\bon (?:my|his|her|their|the) (?:belly|stomach)\b"
)
_CONTRACTED = regex(r"(?i)\b(i|he|she|they|we)'ll\b")
_DROPPED = regex(
    r"(?i)\b(?:drop|drops|dropped|dropping|dive|dives|dove|hit|hits|go|goes|went|get|gets)\s+(?:down\s+)?"
    r"(?:(prone)\b|(?:to|on|onto)\s+(?:one|a|my|his|her|their)\s+knees?\b)"
    r"|\bon\s+(?:the|my|his|her|their)\s+knees\b"
)
"""Takes up a posture: "I'll drop prone", "drops to a knee"."""
_LAID_DOWN = regex(r"(?i)\b(?:lay|lays|laid|laying)\s+down\s+(?=(?:a|an|some|suppress\w*|cover\w*|heavy|fire)\b)")
_DOUBLE_TAPS = regex(r"(?i)\bdouble[ -]?tap(?:s|ped)\s+(?=(?:the|a|an|my|his|her|their|him|them|it)\b|[A-Z])")
_ASSIGNED = regex(r"(?i)\b(?:(R|RNG|DIST)|(AT|AC))\s*=\s*(?=\d)")
"""Range and aim as players note them down: "R=44, AT=10"."""
_INCHES = regex(r"(?i)\b(\d+)(?:in\b|(?: ?in)(?=\s*(?:away|off|range|[,.;)]|$)))")
_POINTS_OF_AIM = regex(
    r"(?i)\b(?:all )?(\d+|one|two|three) (?:points?|pts?) (?:left )?(?:on|of|in|for|to|as) aim(?:ing)?\b"
    r"|\b(\d+|one|two|three) times aim(?:ed|ing)\b"
    r"|\baim(?:s|ed|ing)? with (?:all )?(?:\w+ )?(\d+|one|two|three) points?\b"
)
_AIM_LISTED = regex(r"(?i)\b(aim(?:ed|s|ing)?\s*\d+),(?=\d)")
_POINTS_AND_COMMA = regex(r"(?<![\d.,])(\d{1,3}(?:\.\d{3})+),(\d+)(?![\d.,])")
"""Thousands and a fraction of many countries: 1.234,5."""
_FEET_AND_INCHES = regex(r"(?<![\w.])(\d+)\s*'\s*(\d{1,2})(?:\"|''|(?![\d\w]))")
_TWO_RANGES = regex(r"(?<![\w./])(\d{2,})/(\d{2,})(?=\s*[a-z])", re.IGNORECASE)
"""40/50 m is no fraction."""
_LEADING_COMMA = regex(r"(?i)(?<=\s),(\d+)(\s*(?:km|kilo|mi|m|yd)\w*\b)")
_DECIMAL_COMMA = regex(r"(?<![\d.,])(\d+),(\d+)(?![\d,.])")
_SPAN = regex(
    r"(?i)(?<![\w-])(\d+)-(\d+)(?=\s*(?:m|meters?|metres?|yd|yards?|ft|feet|hex|hexes|squares?|km|spaces?|aims?)\b)"
    r"|(?<=\baim )(\d+)-(\d+)"
)
"""Two ranges or aims: 40-50m, aim 4-6."""
_CLAUSE = regex(r"(?i)\s+-+\s+(?=(?:i|he|she|they|we|you|it|there)\b)")
"""A dash before another sentence."""
_TIMES = regex(r"(?<![\w.])([2-9])\s+x\s+(?=[A-Za-z])")
_DIE = regex(r"(?i)(d\d+)([+-]\d+)")
_FIGURE = regex(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+|\d+/[1-9]\d*)")
_GLUED = regex(
    r"(?:(?P<word>aim|range|rng|dist|ac|ap|sl|kv)(?P<behind>\d+)|(?P<figure>\d+(?:\.\d+)?|\.\d+|\d+/[1-9]\d*)-?(?P<unit>[^\W\d_]+\.?|'|\"))",
    re.IGNORECASE,
)
_GLUED_WORDS = frozenset(word for word in UNITS if word not in ("nm", "min", "y")) | {
    *("y", "action", "actions", "ac", "ap", "aim", "mph", "kph", "kmh", "rds", "rnd", "kg", "lb", "lbs"),
}
"""The words that are read apart from a number that they are glued to: 40m, but not 9mm."""


_SLIPS = {
    "teh": "the",
    "thhe": "the",
    "hte": "the",
    "adn": "and",
    "wiht": "with",
    "fom": "from",
    "form": "from",
    "accross": "across",
    "rng": "range",
}
"""Small words with a slip of the pen."""
_DOUBLE = regex(r"[A-Z][a-z]+-[A-Z][a-z]+")
"""A name with a hyphen, of which the capital of a sentence's first word is not the only one: "Dead-Eye"."""
_MOST_QUOTED = 8
"""Words of a name or a saying in quotation marks."""
_TITLES = frozenset(
    ("sgt", "cpl", "pvt", "pfc", "lt", "cpt", "capt", "maj", "col", "gen", "dr", "mr", "mrs", "ms", "st", "vs")
)
"""Abbreviations behind which a full stop ends no sentence."""


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word in normalized spelling, and as it was typed.

    `capital`: its capital says that it is a name; that of the first word of a sentence does not. `quoted`: it was in
    quotation marks, and may be several words. `own`: "'s" was behind it. `joined`: behind a hyphen.
    """

    word: str
    typed: str
    capital: bool = False
    quoted: bool = False
    own: bool = False
    joined: bool = False


def typed_words(line: str) -> list[TypedWord]:
    """Return the words of a line in order."""
    text = _tidy(line)
    found: list[TypedWord] = []
    starts, ended = True, False
    for piece, quoted in _pieces(text):
        if quoted:
            name = " ".join(piece.split())
            if len(name.split()) <= _MOST_QUOTED:
                found.append(TypedWord(name.casefold(), name, quoted=True))
                starts = False
                continue
            # A whole sentence from a chat.
        if starts and found and found[-1].word != BREAK and (ended or piece[:1].isupper()):
            found.append(TypedWord(BREAK, STOP))
        for typed_word in _of(piece, capitals=not starts):
            found.append(typed_word)
            starts = starts and typed_word.word == BREAK
        starts = starts or (piece[-1:] in ".!?" and normalized(piece) not in _TITLES)
        ended = piece[-1:] in "!?"
    return _without_shouting([*_with_is(found)])


def _with_is(found: Sequence[TypedWord]) -> Iterator[TypedWord]:
    """Yield the words with "is" for an "'s" that makes nobody an owner: "the guard's lying down", "Trent's behind"."""
    for typed_word, behind in pairwise([*found, TypedWord(BREAK, BREAK)]):
        is_said = typed_word.own and (behind.word in _STATED or behind.word.endswith("ing") or is_figure(behind.word))
        yield replace(typed_word, own=False) if is_said else typed_word
        if is_said:
            yield TypedWord("is", "is")


_STATED = frozenset(
    (
        "prone",
        "behind",
        "in",
        "at",
        "on",
        "not",
        "a",
        "an",
        "the",
        "only",
        "about",
        "under",
        "down",
        "dead",
        "wounded",
        "hurt",
    )
)
"""Words that nobody owns."""


def is_figure(word: str) -> bool:
    """Return whether a word is a number, with or without a sign."""
    return _FIGURE.fullmatch(word) is not None


def fraction(word: str) -> Fraction:
    """Return the value of a number as it is in a line."""
    return Fraction(word)


def _tidy(line: str) -> str:
    line = _VULGAR.sub(r"\1 \2", line)
    text = _CHANCE.sub("", _COMMAND.sub("", unicodedata.normalize("NFKC", line)))
    text = _ASSIGNED.sub(lambda match: " range " if match[1] else " aim ", text)
    text = _OPTION.sub(lambda match: _OPTIONS.get(match[1].casefold(), f" {match[1]} "), text)
    text = _ASIDE.sub(lambda match: f" {match[1].replace(BREAK, ' ')} ", text)
    text = _CLAUSE.sub(f" {BREAK} ", _NUMBERED.sub(" ", text).translate(_MARKS))
    text = _MIXED.sub(lambda match: f"{float(int(match[1]) + Fraction(match[2])):g}", text)
    text = _WRITTEN.sub(lambda match: _IN_FULL.get(match[0].strip(" .").casefold(), " at "), text)
    text = text.replace("\"'s ", '" ')
    text = _FEET_AND_INCHES.sub(lambda match: f"{int(match[1]) + int(match[2]) / 12:.4g} ft ", text)
    text = _POINTS_AND_COMMA.sub(lambda match: f"{match[1].replace('.', '')}.{match[2]}", text)
    text = _TWO_RANGES.sub(r"\1 to \2", text)
    text = _TIMES.sub(r"\1x ", _SPAN.sub(lambda match: " to ".join(filter(None, match.groups())), text))
    text = _GAIT.sub(lambda match: f" {_GAITS[match[1].casefold()]} ", text)
    text = _WITHOUT.sub(r"without \1", _AND_THEN.sub("and then", text))
    text = _LEVEL.sub("level", _RATE.sub("rof", text))
    text = _PASSIVE.sub(r" who is \1 ", text)
    text = _ARC.sub(lambda match: f" arc {match[1] or match[2] or match[3]} ", text)
    text = _WILD.sub("wild card", _PRONED.sub("prone", text))
    text = _INCHES.sub(r"\1 inches", text)
    text = _CONTRACTED.sub(r"\1", text)
    text = _DROPPED.sub(lambda match: match[1] or "kneeling", _LAID_DOWN.sub("fires ", text))
    text = _DOUBLE_TAPS.sub("double tap shoots ", text)
    text = _AIM_LISTED.sub(r"\1, ", _POINTS_OF_AIM.sub(lambda match: f" aim {match[1] or match[2] or match[3]} ", text))
    text = _THOUSANDS.sub(lambda match: match[1] + match[2].replace(",", ""), text)
    text = _LEADING_COMMA.sub(r"0.\1\2", text)
    text = _DECIMAL_COMMA.sub(r"\1.\2", text)
    return _DIE.sub(lambda match: match[0] if match[1].casefold() == "d12" else f"{match[1]} {match[2]} {BREAK} ", text)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts between blanks and commas; and what is in quotation marks, as one."""
    at = 0
    while at < len(text):
        sign = text[at]
        if sign.isspace():
            at += 1
        elif sign == BREAK:
            yield BREAK, False
            at += 1
        elif sign == '"' and text[:at].rstrip()[-1:].isdigit() and not _closing(text, at):
            yield sign, False
            at += 1
        elif sign in "\"'" and (end := _closing(text, at)) > 0:
            if any(one.isalnum() for one in text[at + 1 : end]):
                yield text[at + 1 : end], True
            at = end + 1
        else:
            end = at + 1
            while end < len(text) and not text[end].isspace() and text[end] != BREAK:
                if text[end] == '"':
                    # Behind a digit it is a unit; else it begins or ends a name.
                    end += text[end - 1].isdigit()
                    break
                end += 1
            if (piece := text[at:end].strip('"' if not text[at:end][:1].isdigit() else "")) and piece != "'":
                yield piece, False
            at = end


def _closing(text: str, at: int) -> int:
    """Return where the name ends that a quotation mark begins; 0 if it begins none."""
    mark, before = text[at], text[:at].rstrip()
    if mark == '"':
        # `6 "` is six inches, unless a name follows.
        end = text.find('"', at + 1)
        if before[-1:].isdigit() and (end < 0 or text[at + 1 : at + 2].isspace()):
            return 0
        return max(end, 0)
    closing = regex(r"'(?=[\s,.!?]|$)").search(text, at + 2)
    return closing.start() if closing else 0


def _of(piece: str, capitals: bool) -> Iterator[TypedWord]:
    bare = piece.strip("?!*_<>").removesuffix("...").removesuffix("…")
    if bare in (BREAK, '"', AND):
        yield TypedWord(bare, bare)
        return
    if is_figure(bare.rstrip(".")):
        yield TypedWord(bare.rstrip("."), bare.rstrip("."))
        return
    match = _GLUED.fullmatch(bare)
    if match and match["word"]:
        yield from (
            TypedWord(_SLIPS.get(match[part].casefold(), match[part].casefold()), match[part])
            for part in ("word", "behind")
        )
        return
    unit = match["unit"].rstrip(".") if match else ""
    if match and (unit.casefold() in _GLUED_WORDS or is_slip_of_unit(unit.casefold())):
        yield from (TypedWord(match["figure"], match["figure"]), TypedWord(unit.casefold(), unit))
        return
    if bare == "'":
        yield TypedWord(bare, bare)
        return
    bare = bare.strip("\"'")
    own = bare.casefold().endswith("'s")
    bare = bare[:-2] if own else bare
    words = normalized(bare.replace("'", "")).split()
    capital = (
        (capitals or bool(_DOUBLE.fullmatch(bare))) and bare[:1].isupper() and any(sign.isalpha() for sign in bare)
    )
    pieces = [bare.strip(".,")] if len(words) == 1 else re.findall(r"\w+", bare)
    for at, word in enumerate(words, 1):
        # Only words that stay what they are can be shown as they were typed.
        typed = pieces[at - 1] if len(pieces) == len(words) else word
        yield TypedWord(_SLIPS.get(word, word), typed, capital, own=own and at == len(words), joined=at > 1)


def _without_shouting(found: list[TypedWord]) -> list[TypedWord]:
    """Return the words; where every word has a capital, no capital says that it is a name."""
    words = [typed_word for typed_word in found if typed_word.typed.isalpha() and not typed_word.quoted]
    small = any(typed_word.typed[0].islower() for typed_word in words[1:])
    if small or len(words) < _FEW:
        return found
    return [TypedWord(one.word, one.typed, False, one.quoted, one.own) for one in found]


_FEW = 4
"""Words of a line in which all may have a capital by chance."""
