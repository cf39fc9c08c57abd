"""Puts the parts of a jotted line in the order that the grammar has: "bipod: no" is "no bipod".

- a number behind its words: "takes time (10)", "aims at the bug for 2 points", "moving 0";
- the range of one of several targets: "they're at 9, 10 and 11 hexes, the closest";
- a posture behind a weapon that the user holds: "I've got the FAL, prone";
- a name behind a place: "in the storm Rico fires".
"""

from __future__ import annotations

import re

from bot.game.rulings.words.lengths import UNITS
from bot.game.rulings.words.slips import is_slip
from rules.words.patterns import regex

_DENIED = regex(
    r"(?i)\b(bipod|tripod|scope|stock|braced|cover|helmet|vest|silencer|suppressor|smoke|hip fire)(?:\s?[:=]\s?|\s+)"
    r"(?:no|none|nope|0)(?=\s*(?:[,.;)\n]|$))"
)
_AT_REST = regex(
    r"(?i)\b(?:moving|moves|moved|movement|speed)\s*[:=]?\s*(?:0|zero|none)\b(?![.,]?\d)(?:\s+hex(?:es)?\b)?"
)
_IN_BRACKETS = regex(
    r"(?i)(\b(?:aim(?:s|ed|ing)?|aim time|(?:takes?|taking|took) (?:(?:his|her|their|my|careful|some) )?(?:time|aim)))"
    r"\s*\(\s*(1[0-2]|[1-9])\s*\)"
)
_AIMED_FOR = regex(
    r"(?i)(\b(?:takes? aim|taking aim|aims?|aimed|aiming)\s(?!time)[^.;!?\d]{1,60}?)"
    r"\sfor\s+((?:\d{1,2}|one|two|three|four|five|six)\s+(?:points?|pts|counts?))\b"
)
_AIMED = regex(r"(?i)\baim(?:s|ed|ing)?\s+(?:for\s+)?\d|\d\s+(?:actions?|acs?|points?)\s+(?:of\s+)?aim")
_POSTURE = r"prone|kneeling|standing|sitting|crouching|crouched"
_CLASS = r"(?:rifle|pistol|carbine|shotgun|revolver|launcher|[a-z]{0,8}gun)"
_HELD = regex(
    r"(?i)(?P<mine>\bI\s?(?:['’]ve|['’]m| have| am)(?: got)?"
    r"(?: on (?:the|a) (?:roof|hill|balcony|tower|wall|ridge|ledge|deck))?"
    r"(?: (?:with|using|holding|carrying))? (?:the|a|an|my) (?:[\w-]{1,12} )?"
    rf"(?-i:(?=[\w-]*(?:\d|[A-Z]{{2}}))[\w-]{{1,20}}|{_CLASS}))"
    rf"\s*,\s*(?P<posture>{_POSTURE})(?=\s*(?:[,.;!?]|$))"
)
_BEHIND_PLACE = regex(
    r"\b((?:[Ii]n|[Tt]hrough|[Ff]rom|[Ii]nside|[Oo]n) (?:the|a) (?:(?!the |at |by )[a-z]{3,20} ){0,2}[a-z]{3,20}) "
    r"(?=[A-Z][a-z]{1,20} (?:takes|fires|shoots|aims|attacks|throws|opens|draws|snaps|sprays)\b)"
)
_ONE_EACH = regex(r"(?i)\b(one [a-z]{3,20}) (?=one [a-z]{3,20}\b)")
_LABEL = regex(r"\b[A-Za-z]{5,9}(?=\s?[:=])")
_LABELS = ("weapon", "target", "shooter", "distance")
_UNIT = "|".join(sorted((re.escape(unit) for unit in UNITS if unit.isalpha()), key=len, reverse=True))
_ONE_LENGTH = rf"\d{{1,4}}(?:\s?(?:{_UNIT})\b)?"
_LENGTHS = regex(
    r"(?i)(?P<before>\b(?:at|are|range|distance|away|out|about|(?!aims\b|actions\b|points\b|counts\b)[a-z]{3,20}s),?\s)"
    rf"(?P<lengths>{_ONE_LENGTH}(?:(?:\s?,\s?(?:and\s|or\s)?|\s(?:and|or)\s){_ONE_LENGTH}){{1,7}})(?![\w./])"
)
_LENGTH = regex(rf"(?i)(\d+)\s?({_UNIT})?")
_WHICH = regex(
    r"(?i)[\s,]{1,3}(?P<not>not\s)?(?:(?:i want|i take|i shoot|i['’]ll take|take|at|on|just|only)\s)?"
    r"(?:(?:the\s)?(?:(?P<near>closest|nearest)|farthest|furthest|most distant)"
    r"|the\s(?:(?P<nearer>nearer|closer)|farther|further))"
    r"(?:\s(?:one|of them)|\s(?P<noun>[a-z]{3,20}))?(?=\s?(?:[,.;!?]|$)|(?P<more>\s))"
)


def in_order(text: str) -> str:
    """Return a line with its parts in the order of the grammar."""
    text = _LABEL.sub(lambda match: _label(match[0]), text)
    text = _ONE_EACH.sub(r"\1, ", _DENIED.sub(r"no \1", text))
    text = _AT_REST.sub("not moving", text)
    text = _IN_BRACKETS.sub(_aim_behind, text)
    if not _AIMED.search(text):
        text = _AIMED_FOR.sub(r"\1, aim for \2,", text)
    text = _HELD.sub(lambda match: f"I am {match['posture']}, {match['mine']}", text)
    return _with_one_length(_BEHIND_PLACE.sub(r"\1, ", text))


def _label(word: str) -> str:
    """Return a word before a colon, as it is spelled if it is the label of a part of the shot: "Wepon: M16"."""
    is_plural = word.endswith("s")
    return next((one for one in _LABELS if is_slip(word.casefold(), one) and not is_plural), word)


def _aim_behind(match: re.Match[str]) -> str:
    words, figure = match.groups()
    return f"{words} {figure}" if words.casefold().startswith("aim") else f"{words} aim {figure}"


def _with_one_length(text: str) -> str:
    """Return a line with the range of the nearest or the farthest of several, if it says which."""
    found = [*_WHICH.finditer(text)]
    listed = [*_LENGTHS.finditer(text)]
    if len(found) != 1 or len(listed) != 1 or found[0]["not"]:
        return text
    which, lengths = found[0], _LENGTH.findall(listed[0]["lengths"])
    units = {unit.casefold() for _, unit in lengths if unit}
    noun = (which["noun"] or "").casefold()
    named = noun in ("", "target", "enemy") or len(re.findall(rf"(?i)\b{noun}", text)) > 1
    if len(units) != 1 or not named or (which["more"] is not None and not noun):
        # "The nearest cover" is nobody.
        return text
    figures = [int(figure) for figure, _ in lengths]
    figure = min(figures) if which["near"] or which["nearer"] else max(figures)
    one = f"{listed[0]['before']}{figure} {units.pop()}"
    who = _SUPERLATIVE.sub("", which[0]) if noun else ""
    for (start, end), instead in sorted(((which.span(), who), (listed[0].span(), one)), reverse=True):
        text = text[:start] + instead + text[end:]
    return text


_SUPERLATIVE = regex(r"(?i)(?:closest|nearest|farthest|furthest|most distant|nearer|closer|farther|further)\s")
