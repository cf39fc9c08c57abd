"""Words of a sheet line that belong to a pronoun: "both prone", "me kneeling, them standing"; and "charging me"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.game.rulings.who.places import BOTH
from bot.game.rulings.words.background import is_scenery
from bot.game.rulings.words.small_words import PRONOUNS
from bot.game.rulings.words.spans import Sort, Span, nothing
from bot.game.rulings.words.things import GONE
from bot.game.rulings.words.verbs import is_deed
from rules.engine.books.ruling_vocabulary import Vocabulary

_OF_US = (["of", "us"], ["of", "them"])
_GOALS = frozenset({"me", "us"})
_COMING = GONE | {"charging", "rushing", "coming", "closing", "lunging", "leaping", "jumping", "sneaking", "creeping"}
_STRAIGHT = frozenset({"right", "straight", "directly", "fast"})
_ROLES = frozenset({"target", "shooter", "attacker", "firer"})
_SELF = frozenset({"me", "i", "im", "myself", "self"})


def with_both(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with the postures of "both prone", "standing both" and "both of us kneeling" as both fighters'.

    They are a clause of their own.
    """
    rest = list(spans)
    for at in range(len(spans) - 1, -1, -1):
        if spans[at].text != "both" or spans[at].sort is not Sort.WORD:
            continue
        us = 2 if [one.text for one in spans[at + 1 : at + 3]] in _OF_US else 0
        start = end = at + 1 + us
        while end < len(spans) and (spans[end].sort is Sort.EMPTY or _is_state(spans[end], vocabulary)):
            end += 1
        if not any(_is_state(one, vocabulary) for one in spans[start:end]):
            end, start = start, at
            while start and (_is_state(spans[start - 1], vocabulary) or is_scenery(spans[start - 1].text)):
                start -= 1
        first = min(start, at)
        shared = [
            replace(one, figure=BOTH) if _is_state(one, vocabulary) else one if is_scenery(one.text) else nothing(one)
            for one in spans[first:end]
        ]
        if any(one.figure for one in shared):
            rest[first:end] = [replace(_BREAK), *shared, replace(_BREAK)]
    return rest


def _is_state(span: Span, vocabulary: Vocabulary) -> bool:
    return span.sort is Sort.FIGHTER and span.key not in vocabulary.figures | vocabulary.shooters


_BREAK = Span(Sort.BREAK, 0, ",")


def with_pronouns(spans: Sequence[Span], vocabulary: Vocabulary) -> list[Span]:
    """Return the spans with a break between two pronouns or roles that each have a posture ("me kneeling them
    standing", "target kneeling shooter kneeling"), and before "I fire" behind somebody else: "while my buddy covers me
    I fire".
    """
    rest: list[Span] = []
    has_posture = skips = is_called = False
    for at, span in enumerate(spans):
        if skips:
            skips = False
            continue
        is_role = span.sort is Sort.ROLE and span.text in _ROLES
        colon = not is_role and at + 1 < len(spans) and spans[at + 1].sort is Sort.BREAK
        behind = spans[at + 1 + colon : at + 2 + colon]
        is_pronoun = span.typed.casefold() in PRONOUNS | _SELF or (is_role and is_called)
        # "Prone shooter, prone target" has its postures before them.
        is_called = is_called or (is_role and not has_posture)
        clause = span.text == "i" and not colon and bool(behind) and is_deed(behind[0]) and _follows_somebody(rest)
        posture = is_pronoun and bool(behind) and behind[0].key in vocabulary.postures and has_posture
        if clause or posture:
            rest.append(replace(_BREAK))
            has_posture, skips = False, colon
        has_posture = has_posture or span.key in vocabulary.postures
        rest.append(span)
    return rest


def _follows_somebody(before: Sequence[Span]) -> bool:
    """Return whether somebody else is named since the last comma."""
    for span in reversed(before):
        if span.sort in (Sort.BREAK, Sort.AND):
            return False
        if span.sort in (Sort.PERSON, Sort.NAME, Sort.KNOWN):
            return True
    return False


def without_goals(spans: Sequence[Span]) -> list[Span]:
    """Return the spans without those that somebody comes for: "a guy charging me" shoots at nobody."""
    rest = list(spans)
    for at, span in enumerate(rest):
        if span.typed.casefold() not in _GOALS:
            continue
        before = at - 1
        while before >= 0 and (rest[before].sort in (Sort.ROLE, Sort.EMPTY) or rest[before].text in _STRAIGHT):
            before -= 1
        words = rest[before].typed.casefold().split() if before >= 0 else []
        if words and words[-1] in _COMING:
            rest[before + 1 : at + 1] = map(nothing, rest[before + 1 : at + 1])
    return rest
