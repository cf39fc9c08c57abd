"""The weapon of a ruling and the verb that fits it; and which weapons to ask about."""

from __future__ import annotations

import difflib
from collections.abc import Sequence, Set
from dataclasses import replace

from bot.game.rulings.lines.errors import WHICH_WEAPON, Missing
from bot.game.rulings.lines.ruling import Ruling
from bot.game.rulings.words.elsewhere import ASSAULT_RIFLES, class_of
from bot.game.rulings.words.small_words import spoken
from bot.game.rulings.words.spans import BURST, THROW, Sort, Span
from bot.game.rulings.words.verbs import SINGLE
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.records.errors import Refusal, quoted
from rules.engine.records.orders import Burst, Fire, Throw
from rules.words.patterns import regex
from rules.words.phrases import listed
from rules.words.sheet import words_of

_MOST_CHOICES, _MOST_NEAREST = 9, 3
_ALIKE = 0.68
"""How similar a spelling must be, from 0 to 1, to be a slip of the pen."""


def armed(ruling: Ruling, verbs: Set[str], vocabulary: Vocabulary) -> Ruling:
    """Return the ruling with the verb that fits its weapon. Raises Refusal for a burst that is thrown."""
    if verbs >= {BURST, THROW}:
        raise Refusal("A ruling is a burst or a throw, not both.")
    if BURST in verbs:
        return replace(ruling, verb=Burst)
    launches = ruling.weapon in vocabulary.at_places - vocabulary.thrown
    return replace(
        ruling, verb=Throw if (THROW in verbs and not launches) or ruling.weapon in vocabulary.thrown else Fire
    )


def check_one_mode(spans: Sequence[Span]) -> None:
    """Raise Refusal for a single shot and another way to fire: "double tap, single shot"."""
    ways = {
        span.text in SINGLE: span.typed
        for span in spans
        if span.text in SINGLE or (span.sort in (Sort.VERB, Sort.HOW) and _SEVERAL.search(span.text))
    }
    if len(ways) > 1:
        raise Refusal(f"Give one way to fire, not {ways[False]} and {ways[True]}.")


_SEVERAL = regex(r"\b(?:burst|auto|automatic|double tap|rapid)\b")
"""In words for a way to fire: more than one round."""


def not_here(
    foreign: str, named_too: Sequence[str], ruling: Ruling, thrown: bool, vocabulary: Vocabulary, space: str
) -> Missing:
    """Return the question for a weapon that the book, or the shooter's card, does not have; `named_too` are those of
    the book that are named as well.
    """
    bearer = next((text for key, text in ruling.shooter if key in vocabulary.armed), "")
    has = vocabulary.carried.get(bearer, ())
    if thrown:
        has = tuple(name for name in has if name in vocabulary.thrown) or has
    if has:
        question = f"{_capital(bearer)}'s card has no {quoted(foreign)}. It has {listed(has, 'and')}. {WHICH_WEAPON}"
        choices = [(name, name) for name in has]
    else:
        near = list(dict.fromkeys(named_too)) or nearest(foreign, thrown, vocabulary)
        named = f" {'Also named' if named_too else 'Nearest'}: {listed(near)}." if near else ""
        rowless = vocabulary.rowless.get(_singular(foreign, vocabulary))
        lacks = f"The book gives the {rowless} no row to hit with." if rowless else f"This book has no {foreign}."
        question = f"{lacks}{named} {WHICH_WEAPON}"
        others = [(label, name) for label, name in typical(thrown, vocabulary) if name not in near]
        choices = [*((name, name) for name in near), *others][:_MOST_CHOICES]
    verbs = {BURST} if ruling.verb is Burst else {THROW} if thrown else set()
    lines = [
        (label, armed(replace(ruling, weapon=weapon), verbs, vocabulary).written(vocabulary, space))
        for label, weapon in choices
    ]
    return Missing(question, lines, ruling.written(vocabulary, space, whole=False), ruling.left_out)


def _singular(name: str, vocabulary: Vocabulary) -> str:
    typed = name.casefold()
    return typed if typed in vocabulary.rowless else typed.removesuffix("s")


def nearest(name: str, thrown: bool, vocabulary: Vocabulary) -> list[str]:
    """Return the book's weapons that a name may mean: by its spelling, then of its class."""
    spelled: dict[str, tuple[str, ...]] = {}
    for phrase, names in vocabulary.weapons.items():
        spelled.setdefault("".join(words_of(phrase)), names)
    for phrase, weapon in vocabulary.classes.items():
        spelled.setdefault("".join(words_of(phrase)), (weapon,))
    name = " ".join(_digits(words_of(name)))
    typed = "".join(words_of(name))[:MOST_COMPARED]
    alike = difflib.get_close_matches(typed, spelled, n=_MOST_NEAREST, cutoff=_ALIKE)
    found = dict.fromkeys(weapon for phrase in alike for weapon in spelled[phrase])
    sort = class_of(name) or class_of(typed)
    is_assault = not ASSAULT_RIFLES.isdisjoint((typed, "".join(words_of(name)[:1])))
    if sort == "rifle" and is_assault:
        found |= dict.fromkeys(weapon for weapon in spelled.get("assaultrifle", ()))
    by_class = {phrase.casefold(): weapon for phrase, weapon in vocabulary.classes.items()}
    if typical_one := by_class.get(sort.casefold()):
        found[typical_one] = None
    return [weapon for weapon in found if not thrown or weapon in vocabulary.thrown][:_MOST_NEAREST]


MOST_COMPARED = 30


def typical(thrown: bool, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """Return the typical weapon of each class, behind the first word for it."""
    found: dict[str, str] = {}
    for phrase, name in vocabulary.classes.items():
        if not thrown or name in vocabulary.thrown:
            found.setdefault(name, _capital(phrase))
    return [(phrase, name) for name, phrase in found.items()][:_MOST_CHOICES]


def _digits(words: list[str]) -> list[str]:
    figure, length = spoken(words)
    return [figure, *words[length:]] if length else words


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
