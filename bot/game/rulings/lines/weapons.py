"""The weapon of a line, before its words get their roles: words beside a weapon or in its place are a part of it.

A caliber, the name of a model and a number can be a weapon's own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bot.game.rulings.who.phrases import ARMS, follows
from bot.game.rulings.words.elsewhere import class_of
from bot.game.rulings.words.situations import Situation
from bot.game.rulings.words.small_words import ARTICLES, POSSESSIVES, THING, is_plural
from bot.game.rulings.words.spans import Sort, Span, nothing
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.words.patterns import regex
from rules.words.sheet import words_of


def with_weapons(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with the words of a weapon as one weapon."""
    rest = _with_makers(_with_calibers(spans))
    return _with_launched(_with_models(_with_numbered_arms(rest, vocabulary)), vocabulary)


def _with_calibers(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with the caliber beside a weapon as its version: "45 MAC 10", "Galil 5.56"."""
    rest = list(spans)
    places = range(len(rest))
    for at, near in ((place, beside) for place in places for beside in (place - 1, place + 1)):
        if near not in places or rest[at].sort is not Sort.WEAPON or rest[near].sort not in _CALIBERS:
            continue
        caliber = "".join(words_of(rest[near].text))
        names = tuple(name for name in rest[at].names if caliber in "".join(words_of(name)))
        if len(caliber) > 1 and caliber[0].isdigit() and 0 < len(names) < len(rest[at].names):
            rest[at], rest[near] = replace(rest[at], names=names), nothing(rest[near])
    for at, (span, behind) in enumerate(pairwise(rest)):
        named = behind.sort is Sort.WEAPON or (behind.sort is Sort.CLASS and class_of(behind.text) != behind.text)
        if span.sort is Sort.FOREIGN and span.text[:1].isdigit() and named:
            # "9mm Beretta": the weapon is known.
            rest[at] = replace(span, sort=Sort.SITUATION, situation=Situation())
        if (
            span.sort is Sort.FIGURE
            and behind.sort in (Sort.CLASS, Sort.WEAPON)
            and behind.typed.isalpha()
            and span.figure in _BORES
        ):
            # "45 revolver".
            rest[at] = replace(span, sort=Sort.SITUATION, situation=Situation())
    return rest


_BORES = frozenset({"22", "25", "32", "38", "40", "44", "45", "50", "308", "357", "223"})


_CALIBERS = frozenset({Sort.FIGURE, Sort.FOREIGN})


def _with_makers(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with the number behind a maker's name as the weapon's: "Ingram 10", or "HK 91", which the book
    does not have.
    """
    rest = list(spans)
    if not any(span.sort is Sort.RANGE for span in rest):
        return rest
    for at, (span, number) in enumerate(pairwise(rest)):
        if span.sort is not Sort.WEAPON or len(span.names) == 1 or len(number.figure) < _SHORTEST_MODEL:
            continue
        if number.sort is Sort.FIGURE and not any(sign.isdigit() for sign in span.typed):
            names = tuple(name for name in span.names if number.figure in words_of(name))
            typed = f"{span.typed} {number.typed}"
            other = Span(Sort.FOREIGN, span.length, typed.casefold(), "weapon", typed=typed)
            rest[at], rest[at + 1] = replace(span, names=names) if names else other, nothing(number)
    return rest


_SHORTEST_MODEL = 2
"""The digits of a model: "Uzi 4" is no model."""
_BRAND = regex(r"(?i)(?:hk|h&k|mk|cz|imi|fn|sw|mp|mg|ak|sig|xm|type|mod|model)")


def _with_numbered_arms(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with a number that is a weapon's: "with the 870"."""
    rest = list(spans)
    if any(span.sort in (Sort.WEAPON, Sort.CLASS, Sort.FOREIGN) for span in rest):
        return rest
    for at, (owner, brand, number) in enumerate(zip(rest, rest[1:], rest[2:], strict=False), 1):
        owned = owner.text in POSSESSIVES or follows(THING, owner)
        if owned and number.sort is Sort.FIGURE and (brand.sort is Sort.NAME or _BRAND.fullmatch(brand.typed)):
            # "Fires my HK 91".
            typed = f"{brand.typed} {number.typed}"
            rest[at : at + 2] = [Span(Sort.FOREIGN, 2, typed.casefold(), "weapon", typed=typed)]
            return rest
    arms: list[tuple[frozenset[str], tuple[str, ...]]] = []
    for at, (before, span) in enumerate(pairwise(rest), 1):
        owned = before.text in ARTICLES | POSSESSIVES or follows(THING, before)
        if span.sort is not Sort.FIGURE or not owned or len(span.figure) < _SHORTEST_NUMBER:
            continue
        if any(one.sort is Sort.PERSON or is_plural(one.text) for one in rest[at + 1 : at + 2]):
            # "The 60 guards" are too many, and no M60.
            continue
        arms = arms or [(frozenset(words_of(spelled)), names) for spelled, names in vocabulary.weapons.items()]
        designations = {span.figure, f"m{span.figure}"}
        meant = frozenset[str]().union(*(names for words, names in arms if not designations.isdisjoint(words)))
        if len(meant) == 1:
            rest[at] = Span(Sort.WEAPON, 1, span.text, names=tuple(meant), typed=span.typed)
    return rest


_SHORTEST_NUMBER = 2


def _with_models(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with the model of a weapon that is not the book's: "M1 carbine", "Sterling L2A3", "from my
    Python".
    """
    rest = list(spans)
    for at, (span, behind) in enumerate(pairwise(rest)):
        if span.sort in (Sort.NAME, Sort.WORD) and _MODEL.fullmatch(span.typed) and behind.sort is Sort.CLASS:
            text = f"{span.typed} {behind.typed}"
            rest[at], rest[at + 1] = Span(Sort.FOREIGN, 1, text, "weapon", typed=text), nothing(behind)
        elif behind.sort is Sort.NAME and _MODEL.fullmatch(behind.typed) and span.sort in ARMS:
            rest[at + 1] = replace(behind, sort=Sort.SITUATION, situation=Situation())
        elif span.text == "from" and span.sort is Sort.ROLE:
            owned = behind.text in ARTICLES | POSSESSIVES
            if owned and at + 2 < len(rest) and rest[at + 2].sort in ARMS:
                rest[at] = nothing(span)
    return rest


_MODEL = regex(r"[A-Z]{1,3}-?\d\w*")


def _with_launched(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with what a launcher fires as no weapon of its own: "the M203 lobs a 40mm grenade"."""
    launchers = vocabulary.at_places - vocabulary.thrown
    if not any(span.sort is Sort.WEAPON and launchers & {*span.names} for span in spans):
        return list(spans)
    return [
        nothing(span) if span.sort is Sort.CLASS and not _LAUNCHED.isdisjoint(span.text.split()) else span
        for span in spans
    ]


_LAUNCHED = frozenset({"grenade", "grenades", "nade", "40mm", "rocket", "frag"})
