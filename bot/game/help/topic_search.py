"""Which topic a question is about: its words are compared with titles, other words for them, and texts.

Words that few topics have count most. Endings do not matter ("reloading"), nor do slips of the pen in longer words.
"""

from __future__ import annotations

import difflib
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bot.game.help.topics import Topic, topics
from rules.engine.records.errors import UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.words.catalogue import normalized
from rules.words.phrases import listed

_FILLING_WORDS = (
    "a am an and are as at be been but by can could did do does doing for from get give had has have her "
    "here how i if in is it its let like make me mean means meant my now of on or our s shall she "
    "should so some tell than that the their them then there these they thing this to us use used was we were "
    "what when which will with work would you your explain define meaning about want need know help bot "
    "please really just "
)
_FILLING = frozenset(_FILLING_WORDS.split())
_DEFINES = ("what is", "what are", "what does", "what do", "define", "meaning of", "whats", "what s")
_FILLING_WEIGHT = 0.05
_ENOUGH = 0.5
"""The share of a question's weight that the words of a topic must reach."""
_SHORTEST_SLIP, _LONGEST_FILLING = 5, 3
"""Characters: shorter words are no slips; unknown words that are no longer count as filling."""
_ALIKE = 0.8
_MOST_NEAR = 4
Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Spelled:
    """A topic by its names and questions in full, with the stems of each, and of its text."""

    topic: Topic
    names: Words
    phrases: tuple[Words, ...]
    body: Words


@dataclass(frozen=True, slots=True)
class _Index:
    spelled: tuple[_Spelled, ...]
    weights: Mapping[str, float]


def find_topic(question: str) -> Topic:
    """Return the topic of a question.

    Raises UnknownName with the titles of topics nearby.
    """
    ranked, covered = _ranked(question)
    if ranked and covered >= _ENOUGH:
        return ranked[0]
    near = [topic.title for topic in ranked[:_MOST_NEAR]] or [*topics()][:_MOST_NEAR]
    raise UnknownName(f"I know no topic for {quoted(question)}; nearest: {listed(near)}.", near)


def matching(question: str, most: int) -> tuple[Topic, ...]:
    """Return the possible topics of a question, likeliest first."""
    return _ranked(question)[0][:most]


def _ranked(question: str) -> tuple[tuple[Topic, ...], float]:
    """Return the topics that share a word with the question, best first, and the share of it that the best one
    covers.
    """
    index = _index()
    asked = normalized(question)
    core = " ".join(word for word in asked.split() if word not in _FILLING)
    exact = next((one.topic for phrase in (asked, core) for one in index.spelled if phrase in one.names), None)
    words = _known(_stems(asked), index)
    total = sum(_weight(word, index) for word in words)
    if not total:
        return (), 0.0
    defines = asked.startswith(_DEFINES)
    scores: list[tuple[float, float, Topic]] = []
    for one in index.spelled:
        score, covered = _score(words, one, index)
        if one.topic.term:
            score *= 1.4 if defines else 0.9
        if one.topic is exact:
            score += 100
        if score > 2 * _FILLING_WEIGHT * len(words):
            scores.append((score, covered / total, one.topic))
    scores.sort(key=lambda each: -each[0])
    return tuple(topic for _, _, topic in scores), 1.0 if exact else scores[0][1] if scores else 0.0


def _score(words: Words, one: _Spelled, index: _Index) -> tuple[float, float]:
    """Return how well a topic answers these words, and the total weight of the words that it has."""
    best = 0.0
    everywhere = one.body.union(*one.phrases)
    for phrase in one.phrases:
        if common := words & phrase:
            shared, either = _sum(common, index), _sum(words | phrase, index)
            best = max(best, shared * (1 + shared / either))
    named = _sum(words & frozenset().union(*one.phrases), index)
    return best + 0.3 * named + 0.15 * _sum(words & one.body, index), _sum(words & everywhere, index)


def _sum(words: Iterable[str], index: _Index) -> float:
    return sum(_weight(word, index) for word in words)


def _weight(word: str, index: _Index) -> float:
    if word in _FILLING or (len(word) <= _LONGEST_FILLING and word not in index.weights):
        return _FILLING_WEIGHT
    return index.weights.get(word, max(index.weights.values()))


def _known(words: Words, index: _Index) -> Words:
    """Return the words, those that no topic has replaced by the one that looks most like them."""
    return frozenset(_nearest(word, index) for word in words)


def _nearest(word: str, index: _Index) -> str:
    if word in index.weights or word in _FILLING or len(word) < _SHORTEST_SLIP:
        return word
    return next(iter(difflib.get_close_matches(word, index.weights, n=1, cutoff=_ALIKE)), word)


@lru_cache(maxsize=1)
def _index() -> _Index:
    spelled = tuple(
        _Spelled(
            topic,
            frozenset(map(normalized, (topic.title, *topic.ask))),
            tuple(map(_stems, dict.fromkeys((topic.title, *topic.ask)))),
            _stems(" ".join((topic.text, *topic.books.values(), *topic.instead.values()))),
        )
        for topic in topics().values()
    )
    having = Counter(word for one in spelled for word in frozenset().union(*one.phrases, one.body))
    weights = {word: math.log(1 + len(spelled) / count) for word, count in having.items() if word not in _FILLING}
    return _Index(spelled, weights)


def _stems(text: str) -> Words:
    return frozenset(stem for word in normalized(text).split() if (stem := _stem(word)) and not stem.isdigit())


def _stem(word: str) -> str:
    """Return the word without its ending: "reload" for "reloading", "turn" for "turns"."""
    if word in _FILLING:
        return word
    for ending in ("ing", "ed", "ies", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word
