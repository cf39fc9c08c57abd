"""Which unknown words of a phrase may name somebody."""

from __future__ import annotations

from bot.game.rulings.who.phrases import Phrase
from bot.game.rulings.words.background import is_scenery
from bot.game.rulings.words.persons import SURROUNDINGS
from bot.game.rulings.words.small_words import ARTICLES, POSSESSIVES, is_manner, is_plural
from bot.game.rulings.words.spans import Sort, Span


def somebody(phrase: Phrase) -> list[Span]:
    """Return the words of a phrase that may be somebody: "the rain" and "cursing" are nobody."""
    return phrase.people + [span for span in phrase.unknown if not (is_nobody(span) or _is_described(phrase, span))]


def _is_described(phrase: Phrase, span: Span) -> bool:
    """Return whether an unknown word tells how somebody is, or what they do: "cursing", "steadies the rifle"."""
    behind = phrase.spans[phrase.spans.index(span) + 1 :][:1]
    does = is_plural(span.typed) and bool(behind) and behind[0].text in ARTICLES | POSSESSIVES
    return _is_participle(span) or (span.typed.islower() and does)


def _is_participle(span: Span) -> bool:
    return span.typed.islower() and span.typed.endswith(("ing", "ed")) and len(span.typed) >= _SHORTEST_PARTICIPLE


_SHORTEST_PARTICIPLE = 6
"""The letters of "hiding": a "thing" is somebody."""


def named_words(phrase: Phrase) -> list[Span]:
    """Return the unknown words that may be a name: those before "of" and before what somebody does, without adjectives
    such as "pursuing".
    """
    found: list[Span] = []
    for span in phrase.spans:
        if span.sort is not Sort.WORD:
            if span.text == "of" and not all(map(is_nobody, found)):
                break
            continue
        does = _is_participle(span)
        if found and (does or (found[0].text in _ANYBODY and is_plural(span.text))):
            break
        if not does or span is phrase.unknown[-1]:
            found.append(span)
    return found


_ANYBODY = frozenset({"whoever", "whatever", "anybody", "anyone", "somebody", "someone", "anything", "something"})


def is_object(phrase: Phrase) -> bool:
    """Return whether a word that is often an adjective is somebody, or a thing: "at the light", not "the big one"."""
    first, last = phrase.spans[0], phrase.spans[-1]
    return first.text in ARTICLES and last.sort is Sort.WORD and last.text not in SURROUNDINGS


def is_nobody(span: Span) -> bool:
    """Return whether a word names nobody: "wildly", "heavy", "2nd"."""
    return is_manner(span.text) or span.typed[:1].isdigit() or (is_scenery(span.text) and span.typed.islower())
