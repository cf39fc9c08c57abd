"""Reads a line about care: "healing a wounded soldier 3 hours later", "first aid for PD 500, HLT 10"."""

from __future__ import annotations

import re

from bot.game.requests import ActionRequest
from bot.game.rulings.lines.errors import Missing
from rules.engine.books.ruling_vocabulary import LeftOut
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Heal
from rules.words.catalogue import normalized
from rules.words.patterns import regex

_DAMAGE = regex(r"\b(?:pd|physical damage)\s*:?\s*(?P<a>\d[\d,]*)|(?P<b>\d[\d,]*)\s*(?:pd|physical damage)\b", re.I)
_HEALTH = regex(r"\b(?:hlt|health)\s*:?\s*(?P<a>\d+)|(?P<b>\d+)\s*(?:hlt|health)\b", re.I)
_CARE = regex(
    r"\b(?:trauma cent(?:er|re)(?:\s+(?:tech(?: level)?\s+|year\s+)?\d+)?|first aid|aid station|field hospital|"
    r"no aid|without (?:aid|care|treatment)|untreated)\b",
    re.I,
)
_DURATION = regex(r"\b(?:for|taking)\s+(\d+\s*(?:seconds?|phases?|minutes?|hours?))\b", re.I)
_SMALL = frozenset(
    (
        *("heal", "heals", "healed", "healing", "recover", "recovers", "recovery", "recovering", "treat", "treats"),
        *(
            "treated",
            "treating",
            "treatment",
            "a",
            "an",
            "the",
            "of",
            "for",
            "with",
            "in",
            "at",
            "on",
            "by",
            "to",
            "is",
        ),
        *("what", "how", "long", "does", "do", "it", "take", "and", "his", "her", "their", "my", "wound", "wounds"),
        *("wounded", "injured", "soldier", "fighter", "man", "woman", "guard", "person", "patient", "bandage", "care"),
        *("medical", "aid", "attention", "from", "i", "me", "he", "she", "they", "who", "has", "have", "had", "roll"),
        *("stabilize", "stabilise", "gets", "get", "someone", "somebody", "please", "medic", "guy", "us", "we", "up"),
        *("patch", "patches", "patching", "bandages", "bandaging", "stabilizing", "stabilizes", "hospital", "damage"),
        *("until", "before", "dies", "die", "live", "lives", "survive", "survives", "bleed", "bleeds", "out", "will"),
    )
)
_EXAMPLES = (("Light", 100), ("Serious", 500), ("Critical", 2_000), ("Mortal", 10_000))
NO_AID = "no aid"
_CARES = (NO_AID, "first aid", "aid station", "field hospital", "trauma center 16")
_USUAL_HEALTH = 10


@dataclass(frozen=True, slots=True)
class CareRequest(ActionRequest):
    """Care as a quick ruling. `line` says what was understood, `left_out` what is not counted, `granted` what is taken
    for granted.
    """

    line: str = ""
    left_out: tuple[LeftOut, ...] = ()
    granted: tuple[str, ...] = ()


def read_care(line: str) -> CareRequest:
    """Return the reading of a line about care. Raises Missing for the wound and for the care available, Refusal."""
    damage, health, care = _first(_DAMAGE, line), _first(_HEALTH, line), _CARE.findall(line)
    if len({normalized(one) for one in care}) > 1:
        raise Refusal("Choose one treatment at a time, such as first aid or field hospital.")
    took = _DURATION.search(line)
    rest = line
    for pattern in (_DURATION, _DAMAGE, _HEALTH, _CARE):
        rest = pattern.sub(" , ", rest)
    left_out = tuple(LeftOut(words) for words in _unknown(rest))
    wound = f"PD {damage}, HLT {health or _USUAL_HEALTH}" if damage else ""
    given = normalized(care[0]) if care else ""
    given = NO_AID if given.startswith(("without", "untreated")) else given
    understood = ", ".join(filter(None, ["heal", wound, given, f"for {took[1]}" if took else ""]))
    if not damage:
        choices = [(f"{word}: PD {points:,}", f"{understood}, PD {points}") for word, points in _EXAMPLES]
        raise Missing("How badly wounded? Give PD 500, HLT 10.", choices, given, left_out)
    if not given:
        choices = [(one[:1].upper() + one[1:], f"{understood}, {one}") for one in _CARES]
        raise Missing("Which care is available?", choices, understood, left_out)
    granted = () if health else (f"HLT {_USUAL_HEALTH}",)
    how = ", ".join(filter(None, [given, took[1] if took else ""]))
    return CareRequest(Heal, target=wound, how=how, line=understood, left_out=left_out, granted=granted)


def _first(pattern: re.Pattern[str], line: str) -> str:
    match = pattern.search(line)
    return (match["a"] or match["b"]).replace(",", "") if match else ""


def _unknown(rest: str) -> list[str]:
    """Return the words that are not counted, those in a row together."""
    rows: list[list[str]] = [[]]
    for word in rest.replace(",", " , ").split():
        if normalized(word) and normalized(word) not in _SMALL:
            rows[-1].append(word.strip(".?!"))
        elif rows[-1]:
            rows.append([])
    return [" ".join(row) for row in rows if row]
