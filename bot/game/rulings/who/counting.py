"""One shot at one target: a line about several is asked about, one about none is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bot.game.rulings.who.phrases import ARMS, is_deed
from bot.game.rulings.words.small_words import ARTICLES, MANY, REPEATS, SHOTS, THING, TO, is_plural
from bot.game.rulings.words.spans import Sort, Span
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.records.errors import Refusal, quoted
from rules.words.patterns import regex

_MOST_COUNTED = 3
_MOST_ARMS = 12
"""Weapons that a line can count: a 45 revolver is one."""
_NO_THINGS = frozenset({Sort.RANGE, Sort.AIM, Sort.VERB, Sort.HOW, Sort.ROLE, Sort.BREAK, Sort.EMPTY, Sort.FIGURE})
"""Spans that are nothing of which there can be several."""
_SOMEBODY = frozenset({Sort.NAME, Sort.KNOWN, Sort.PERSON, Sort.FIGHTER})
_COUNTABLE = ARMS | _SOMEBODY
_OF_US = (["of", "us"], ["of", "them"], ["of", "you"])
_ALL = frozenset({"everything", "everyone", "everybody"})
_BURSTS = "bursts"
_TARGETS = "targets"
_GROUPS = frozenset({"group", "squad", "pack", "team", "gang", "bunch", "cluster", "crowd"})
_GROUP = 2
"""Words before the number of a group: "squad of"."""
_TIMES = regex(r"(?:[2-9]|[1-9]\d)x")
"""A number before what it counts: "2x M16", but not "4x scope"."""


def check_one(spans: Sequence[Span], vocabulary: Vocabulary) -> None:
    """Raise TooMany for a number of targets or shots ("2 guards", "both guards")."""
    inside = False  # a number behind a name belongs to it
    for at, span in enumerate(spans):
        word = span.text
        if word in _ALL and at and (spans[at - 1].key == TO or is_deed(spans[at - 1])):
            raise TooMany(span.typed, vocabulary, _without(spans, at))
        if word in REPEATS and not (at and spans[at - 1].sort in (Sort.WORD, Sort.SITUATION)):
            # "The tracker pings twice" is no shot.
            raise TooMany(span.typed, vocabulary, _without(spans, at))
        if _TIMES.fullmatch(word) and at + 1 < len(spans) and spans[at + 1].sort in _COUNTABLE:
            raise TooMany(
                f"{span.typed} {spans[at + 1].typed}", vocabulary, _without(spans, at, spans[at + 1 : at + 2])
            )
        several = span.sort is Sort.FIGURE and span.figure not in ("1", "0")
        if several and [one.text for one in spans[at + 1 : at + 3]] in _OF_US:
            raise TooMany(" ".join(one.typed for one in spans[at : at + 3]), vocabulary, _without(spans, at))
        if several and (start := _group_before(spans, at)) is not None:
            members = [one for one in spans[at + 1 : at + 2] if _is_many(one)]
            text = " ".join(one.typed for one in (*spans[start : at + 1], *members))
            raise TooMany(text, vocabulary, _without(spans, at, members, start if members else at))
        if (several or (word in MANY and not _counts_points(spans, at))) and not inside:
            run: list[Span] = []
            behind_articles = [one for one in spans[at + 1 :] if one.text not in ARTICLES]
            adjectives = [one.sort is Sort.WORD and not is_plural(one.text) for one in behind_articles[:1]]
            if several and any(adjectives) and behind_articles[1:2] and behind_articles[1].text in SHOTS:
                # "Two quick shots".
                raise TooMany(
                    " ".join(one.typed for one in (span, *behind_articles[:2])), vocabulary, _without(spans, at)
                )
            for one in behind_articles[:_MOST_COUNTED]:
                if one.text == _BURSTS:
                    raise TooMany(" ".join(each.typed for each in (span, *run, one)), vocabulary, _without(spans, at))
                if (one.sort in _NO_THINGS and one.text != _TARGETS) or one.text in SHOTS or one.sort is Sort.AND:
                    break
                run.append(one)
            behind = spans[at + 1].text if at + 1 < len(spans) else ""
            is_few = several and span.figure.isdecimal() and int(span.figure) <= _MOST_ARMS
            if is_few and run and run[0].sort in ARMS and not _counts_range(spans[:at]):
                raise TooMany(f"{span.typed} {run[0].typed}", vocabulary, _without(spans, at))
            counted = [place for place, one in enumerate(run, 1) if _is_many(one) or _is_each(span, one)]
            if (behind in SHOTS and not _is_rapid(spans[:at])) or counted:
                several_of = run[: counted[-1]] if counted else spans[at + 1 : at + 2]
                text = " ".join(one.typed for one in (span, *several_of))
                raise TooMany(text, vocabulary, _without(spans, at, several_of))
        inside = span.sort in (Sort.NAME, Sort.WORD, Sort.KNOWN) or (
            span.sort is Sort.PERSON and not is_plural(span.typed.casefold())
        )


def check_order(spans: Sequence[Span], vocabulary: Vocabulary) -> None:
    """Raise Refusal for a line that says only what somebody else does than shoot: "reload", "takes cover, prone"."""
    rest = [span for span in spans if span.sort not in _SENSELESS]
    figures = vocabulary.figures
    of_somebody = {
        id(one)
        for one, behind in pairwise(spans)
        if one.text == "same" and (behind.sort in _SOMEBODY - {Sort.FIGHTER} or behind.key in figures)
    }
    repeated = {span.text for span in rest if span.text in _REPEATED and id(span) not in of_somebody}
    people = [one for one in spans if one.key in figures or one.sort in _SOMEBODY - {Sort.FIGHTER}]
    is_figure_far = any(one.key in figures for one in spans) and any(one.sort is Sort.RANGE for one in spans)
    is_whole = is_figure_far or (len(people) > 1 and any(is_deed(one) for one in spans) and repeated == {"again"})
    again = repeated and not is_whole
    if again and not any(span.sort in ARMS for span in rest):
        raise Refusal(f"A ruling knows no earlier shot. Type the whole one, such as: {vocabulary.example}.")
    idle = all(span.key in vocabulary.postures or _is_idle(span) for span in rest)
    if rest and idle and not any(span.sort is Sort.MOD for span in spans):
        raise Refusal(f"That orders no shot. Type one such as: {vocabulary.example}.")


def check_words(spans: Sequence[Span], vocabulary: Vocabulary) -> None:
    """Raise Refusal for a line without any word of a shot."""
    if {span.sort for span in spans} <= _SENSELESS and any(span.sort is Sort.WORD for span in spans):
        raise Refusal(f"I understand no word of that as part of a shot. Type one such as: {vocabulary.example}.")


def _is_idle(span: Span) -> bool:
    """Return whether a span is a circumstance that orders nothing."""
    known = span.situation
    return span.sort is Sort.SITUATION and known is not None and not (known.is_shot or known.counts)


_REPEATED = frozenset({"same", "again", "as before", "once more", "once again"})
_SENSELESS = frozenset({Sort.WORD, Sort.EMPTY, Sort.BREAK, Sort.AND, Sort.OUTSIDE, Sort.NOT, Sort.MINE})


def _group_before(spans: Sequence[Span], at: int) -> int | None:
    """Return where a group begins that a number counts ("squad of 3"), None if there is none or it is only a place ("in
    a crowd of 20").
    """
    if at < _GROUP or spans[at - _GROUP].text not in _GROUPS or spans[at - 1].text != "of":
        return None
    before = next((one for one in reversed(spans[: at - _GROUP]) if one.text not in ARTICLES), None)
    return None if before is not None and before.sort is Sort.OUTSIDE else at - _GROUP


def _counts_points(spans: Sequence[Span], at: int) -> bool:
    """Return whether "all" is about the aim: "with all three points"."""
    behind = spans[at + 1] if at + 1 < len(spans) else None
    return (
        behind is not None
        and behind.sort in (Sort.AIM, Sort.FIGURE, Sort.FIGHTER)
        and "point" in " ".join(span.typed.casefold() for span in spans[at + 1 : at + 3])
    )


def _is_rapid(before: Sequence[Span]) -> bool:
    """Return whether a number of shots is that of a rapid attack: "rapid attack, 6 shots"."""
    return any(span.typed.casefold().startswith("rapid") for span in before)


def _is_many(span: Span) -> bool:
    """Return whether words look like a plural: "guards", "gunmen"."""
    people = span.sort is Sort.PERSON and span.text != span.typed.casefold()
    return people or any(is_plural(part) for part in span.typed.casefold().split())


def _is_each(many: Span, span: Span) -> bool:
    """Return whether somebody is one of many: "every guard"."""
    return many.text in MANY and span.sort in _SOMEBODY


def _counts_range(before: Sequence[Span]) -> bool:
    """Return whether a number before a weapon may be a range, which it is not at the beginning: "two M16 at guard"."""
    return bool(before) and before[-1].sort not in (Sort.BREAK, Sort.VERB, Sort.EMPTY) and before[-1].key != THING


class TooMany(Refusal):
    """Raised for several targets or shots, and caught for a reading of one: `rest` are the spans without the number."""

    def __init__(self, text: str, vocabulary: Vocabulary, rest: Sequence[Span] = ()) -> None:
        super().__init__(
            f"One shot at one target at a time, not {quoted(text)}. "
            f"Type each shot by itself, such as: {vocabulary.example}."
        )
        self.text, self.rest = text, rest


def _without(spans: Sequence[Span], at: int, several: Sequence[Span] = (), start: int | None = None) -> list[Span]:
    """Return the spans without the number at a place and what it follows since `start`, and with those it counts in the
    singular.
    """
    people = {id(one) for one in several if one.sort is Sort.PERSON}
    rest = (*spans[: at if start is None else start], *spans[at + 1 :])
    return [replace(one, typed=one.text) if id(one) in people else one for one in rest]
