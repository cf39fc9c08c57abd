"""The range of a ruling: which of the numbers it is, and how many spaces of the book a length is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from bot.game.rulings.lines.errors import WHICH_ONE, Reread, uncounted
from bot.game.rulings.who.roles import Roles
from bot.game.rulings.words.lengths import INCHES, ODD, SPACES, UNITS, in_spaces, is_length
from bot.game.rulings.words.lexicon import Lexicon
from bot.game.rulings.words.measures import NEARNESS
from bot.game.rulings.words.spans import Sort, Span
from bot.game.rulings.words.things import GONE
from bot.game.rulings.words.typed_words import fraction, typed_words
from rules.engine.books.player_names import MOST_NAME
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.records.errors import Refusal, quoted
from rules.words.patterns import regex
from rules.words.phrases import counted, listed, several

_MOST_SPACES, _MOST_TYPED = 100_000, 100
_MOST_READINGS = 5
"""Buttons of one row."""
_MOST_ACTIONS = 12
"""The longest aim in actions that a number alone can mean."""
_SPEEDS = GONE | {"speed", "run", "walk", "walks", "walked", "move", "moves", "moved", "sprint", "dash", "charged"}
_NAMED = frozenset({Sort.NAME, Sort.PERSON})
_BETWEEN = frozenset({"to", "or", "till", "until", "and"})
_POINTED = regex(r"[1-9]\d{0,2}\.\d{3}")
_SPLIT_THOUSANDS = regex(r"\d{1,3} \d{3} ")


class OddUnit(Exception):
    """Raised for a range, as it was `typed`, in a unit that no book has; `spans` are the rest of the line, `meant` is
    the range in the unit that is spelled much like it, None for none.
    """

    def __init__(self, typed: str, spans: list[Span], meant: Span | None = None) -> None:
        super().__init__(typed)
        self.typed = typed
        self.spans = spans
        self.meant = meant


def range_of(text: str, vocabulary: Vocabulary, space: str) -> int:
    """Return the range in spaces that somebody types alone: "40m", "20 hexes", "20". Raises Refusal."""
    spans = Lexicon(vocabulary).spans(typed_words(text[:_MOST_TYPED]))
    given = [span for span in spans if span.sort in (Sort.RANGE, Sort.FIGURE)]
    if len(given) == 1 and given[0].key != ODD:
        spaces = _spaces(given[0].figure, given[0].key or SPACES, vocabulary, space)
        if spaces is not None:
            return spaces
    raise Refusal(f"{quoted(text[:MOST_NAME])} is not a range. Type a number of {several(space)}, such as 20.")


def range_in(spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary, space: str) -> tuple[int | None, str]:
    """Return the range in spaces, None if it is not known, and the length that was typed.

    Gives the numbers behind names to the names, or the only number to the range. Raises Reread, OddUnit, Refusal.
    """
    ranges = [span for span in spans if span.sort is Sort.RANGE]
    if any(span.key != ODD for span in ranges):
        # "40 m for 4 seconds": the seconds are not the range.
        roles.left_out += [(spans.index(span), span.typed) for span in ranges if span.key == ODD]
        ranges = [span for span in ranges if span.key != ODD]
    given = {(span.figure, span.key): span for span in ranges}
    spare = [one for one in (roles.shooter.number, roles.target.number) if one]
    bare = [*roles.numbers, *spare]
    if not given and len(bare) == 1 and not (vocabulary.no_range and spare):
        roles.numbers, roles.shooter.number, roles.target.number = [], "", ""
        _check_behind(bare[0], spans)
        return _spaces(bare[0], SPACES, vocabulary, space), ""
    for role in (roles.shooter, roles.target):
        if role.number and (role.name or role.call):
            role.name, role.number = f"{role.name or role.call} {role.number}", ""
        elif role.number:
            roles.numbers.append(role.number)
    if roles.numbers:
        raise _unclear(roles.numbers[0], spans, vocabulary, space)
    for (figure, unit), span in given.items():
        if unit == ODD and vocabulary.no_range:
            return None, span.typed
        if unit == ODD:
            raise OddUnit(span.typed, [one for one in spans if one is not span], _meant(span))
        _check_thousands(span, spans)
        _check_whole(span, spans, space)
        spaces = _spaces(figure, unit, vocabulary, space)
        if vocabulary.no_range and unit == SPACES:
            return spaces, span.typed
        counts = unit == SPACES or (unit == INCHES and spaces is not None)
        return spaces, "" if counts and not vocabulary.no_range else f"{figure} {unit}"
    return None, ""


def check_one_range(spans: Sequence[Span]) -> None:
    """Raise Reread for several ranges: "40 to 50 m", "40 m, 60 m"."""
    for at, (first, between, second) in enumerate(zip(spans, spans[1:], spans[2:], strict=False)):
        if first.sort is Sort.FIGURE and between.text in _BETWEEN and second.sort is Sort.RANGE:
            unit = second.typed.split()[1] if " " in second.typed else second.key
            nearer = replace(second, figure=first.figure, text=f"{first.figure} {second.key}", typed=first.typed)
            readings = [(f"{one.figure} {unit}", [*spans[:at], one, *spans[at + 3 :]]) for one in (nearer, second)]
            raise Reread(f"Give one range, not {first.typed} {between.typed} {second.typed}.", WHICH_ONE, readings)
        bare = first.sort is second.sort is Sort.FIGURE and between.text in _BETWEEN
        if bare and at and spans[at - 1].text == "at" and not any(one.sort is Sort.RANGE for one in spans):
            bare_ones = [replace(one, sort=Sort.RANGE, key=SPACES) for one in (first, second)]
            readings = [(length.figure, [*spans[:at], length, *spans[at + 3 :]]) for length in bare_ones]
            raise Reread(f"Give one range, not {first.typed} {between.typed} {second.typed}.", WHICH_ONE, readings)
    given = {(span.figure, span.key): span for span in spans if span.sort is Sort.RANGE and span.key != ODD}
    if len(given) > 1:
        typed = [span.typed.replace(' "', '"') for span in given.values()]
        readings = [(text, _with_one(spans, one)) for text, one in zip(typed, given.values(), strict=True)]
        raise Reread(f"Give one range, not {listed(typed, 'and')}.", WHICH_ONE, readings[:_MOST_READINGS])


def without_nearness(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with "next to me" as no range if there is another: "the guard next to me, 40 m"."""
    ranges = [span for span in spans if span.sort is Sort.RANGE]
    near = [span for span in ranges if span.text.startswith(NEARNESS) and len(ranges) > 1]
    return [uncounted(span) if span in near else span for span in spans]


def with_ways(spans: Sequence[Span]) -> list[Span]:
    """Return the spans without how far somebody moves, if the range is another one: "moving 2 hexes, range 22"."""
    lengths = [at for at, span in enumerate(spans) if span.sort is Sort.RANGE]
    ways = [
        at for at in lengths if at and spans[at - 1].text.split()[-1:] and spans[at - 1].text.split()[-1] in _SPEEDS
    ]
    if len(ways) == len(lengths):
        return [*spans]
    return [uncounted(span) if at in ways else span for at, span in enumerate(spans)]


def _with_one(spans: Sequence[Span], length: Span) -> list[Span]:
    """Return the spans with one range; the others are not counted."""
    same = (length.figure, length.key)
    return [
        uncounted(one) if one.sort is Sort.RANGE and one.key != ODD and (one.figure, one.key) != same else one
        for one in spans
    ]


def _unclear(figure: str, spans: Sequence[Span], vocabulary: Vocabulary, space: str) -> Reread | Refusal:
    """Return the question about a number that may be the aim, the range, or nothing of the shot."""
    length = "40m" if vocabulary.yards else counted(4, space)
    forms = [
        *([] if vocabulary.no_range else [f"a range as {length}"]),
        *(["an aim as aim 4"] if vocabulary.aims else []),
    ]
    advice = f"Write {', '.join(forms)}." if forms else ""
    place = next((at for at, span in enumerate(spans) if span.sort is Sort.FIGURE and span.figure == figure), None)
    if place is None or not figure.isdecimal():
        return Refusal(f"I don't know what {quoted(figure)} is. {advice}".rstrip())
    span = spans[place]
    readings = [(f"Leave {figure} out", _with(spans, place, [uncounted(span)]))]
    if not any(one.sort is Sort.RANGE for one in spans) and not vocabulary.no_range:
        far = Span(Sort.RANGE, 1, figure, SPACES, figure=figure, typed=figure)
        readings.insert(0, (counted(int(figure), space), _with(spans, place, [far])))
    if vocabulary.aims and int(figure) <= _MOST_ACTIONS and not any(one.sort is Sort.AIM for one in spans):
        aim = Span(Sort.AIM, 1, figure, figure=figure, typed=figure)
        readings.insert(0, (f"Aim {figure}", _with(spans, place, [aim])))
    return Reread(advice, f"What is {quoted(figure)}?", readings)


def _check_whole(span: Span, spans: Sequence[Span], space: str) -> None:
    """Raise Reread for a part of a space: "2.5 hexes"."""
    exact = fraction(span.figure)
    if span.key not in (SPACES, INCHES) or exact.denominator == 1:
        return
    whole = [number for number in (int(exact), int(exact) + 1) if number]
    readings = [
        (counted(number, space), _with(spans, spans.index(span), [replace(span, figure=str(number))]))
        for number in whole
    ]
    raise Reread(f"A range is a whole number of {several(space)}, not {span.figure}.", WHICH_ONE, readings)


def _check_behind(figure: str, spans: Sequence[Span]) -> None:
    """Raise OddUnit for an unknown word behind a number: it may be a unit."""
    for span, behind in pairwise(spans):
        if span.sort is Sort.FIGURE and span.figure == figure and behind.sort is Sort.WORD:
            raise OddUnit(f"{span.typed} {behind.typed}", [one for one in spans if one not in (span, behind)])


def _meant(span: Span) -> Span | None:
    """Return the range with its misspelled unit as it is spelled: "2 squares" for "2 sqaures"."""
    if not span.names:
        return None
    unit = UNITS[span.names[0]]
    text = f"{span.figure} {unit if is_length(unit) else span.names[0]}"
    return replace(span, text=text, key=unit, names=(), typed=text)


def _check_thousands(span: Span, spans: Sequence[Span]) -> None:
    """Raise Reread for "1.500 m", and for "Guard 2 500 m"."""
    figure, place = span.figure, spans.index(span)
    whole = figure.replace(".", "")
    if _POINTED.fullmatch(figure):
        fraction_alone = _with(spans, place, [replace(span, figure=f"{float(figure):g}")])
        thousands = _with(spans, place, [replace(span, figure=whole)])
        raise _either((_shown(figure, span), fraction_alone), (_shown(whole, span), thousands))
    before = spans[place - 1] if place > 1 else span
    if before.sort in _NAMED and before.typed[:1].isupper() and _SPLIT_THOUSANDS.match(span.text):
        number, length = span.text.split()[:2]
        named = [Span(Sort.FIGURE, 1, number, figure=number, typed=number), replace(span, figure=length, text=length)]
        label = f"{before.typed} {number}, {_shown(length, span)}"
        all_of_it = _with(spans, place, [replace(span, text=figure)])
        raise _either((label, _with(spans, place, named)), (_shown(figure, span), all_of_it))


def _either(first: tuple[str, list[Span]], second: tuple[str, list[Span]]) -> Reread:
    return Reread("", f"Is the range {first[0]} or {second[0]}?", (first, second))


def _with(spans: Sequence[Span], place: int, instead: list[Span]) -> list[Span]:
    return [*spans[:place], *instead, *spans[place + 1 :]]


def _shown(figure: str, span: Span) -> str:
    return f"{float(figure):,g} {span.key}"


def _spaces(figure: str, unit: str, vocabulary: Vocabulary, space: str) -> int | None:
    """Return a length in spaces, None if the book does not say how many it is. Raises Refusal."""
    exact: Fraction = fraction(figure)
    if exact > _MOST_SPACES:
        raise Refusal(f"A range is at most {_MOST_SPACES:,} {several(space)}.")
    if unit in (SPACES, INCHES):
        if exact.denominator > 1:
            raise Refusal(f"A range is a whole number of {several(space)}, not {figure}.")
        return int(exact) if unit == SPACES or vocabulary.inches else None
    if not is_length(unit) or not vocabulary.yards:
        return None
    return in_spaces(exact, unit, vocabulary.yards)
