"""The phrases of a ruling's line: the words about one person that belong together, and what is before and behind them.

A phrase ends at a comma, at "at", "from", "with", "and" and the like, at a verb, a weapon, a range, an aim and a
modifier. Words of `how:`, articles and "is" are no end: "the guard is unaware and prone".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import pairwise

from bot.game.rulings.words.persons import RANKS, is_called
from bot.game.rulings.words.small_words import ARTICLES, FROM, POSSESSIVES, PRONOUNS, TO, is_manner, is_plural
from bot.game.rulings.words.spans import Sort, Span
from bot.game.rulings.words.verbs import is_deed
from rules.engine.records.frozen import dataclass

ENDS = frozenset(
    (
        *(Sort.BREAK, Sort.ROLE, Sort.VERB, Sort.WEAPON, Sort.CLASS, Sort.FOREIGN, Sort.RANGE),
        *(Sort.AIM, Sort.MOD, Sort.AND, Sort.OUTSIDE, Sort.NOT),
    )
)
ARMS = frozenset({Sort.WEAPON, Sort.CLASS, Sort.FOREIGN})
_PEOPLE = frozenset({Sort.NAME, Sort.PERSON, Sort.KNOWN, Sort.MINE})
_DETERMINERS = ARTICLES | POSSESSIVES
_SUBJECTS = frozenset({"i", "we", "im", "ive"})


@dataclass(slots=True, eq=False)
class Phrase:
    """Words about one person. `at` is the place of the first in the line.

    `role_word` says whose words they are, "" if nothing before them does, with `word` as it is. `before` and `after`
    are the spans around them, None at the ends of the line.
    """

    at: int
    role_word: str = ""
    word: str = ""
    before: Span | None = None
    after: Span | None = None
    outside: Span | None = None
    spans: list[Span] = field(default_factory=list)
    figures: frozenset[str] = frozenset()

    @property
    def people(self) -> list[Span]:
        """The names and words for a person, and the book's own figures."""
        return [s for s in self.spans if self._is_one(s)]

    @property
    def called(self) -> list[Span]:
        """The first of the people with all that belong to the same name: "Sergeant Rico", but not "guard near Rico"."""
        found: list[Span] = []
        between: list[Span] = []
        for span in self.spans:
            if not self._is_one(span):
                between.append(span)
                continue
            if [one.text for one in found] == ["me"]:
                # "Tell me whether Trent hits the guard".
                found = []
            object_begins = found and found[-1].sort is Sort.MINE and any(one.text in _DETERMINERS for one in between)
            is_deed_between = any(one.sort in (Sort.SITUATION, Sort.HOW) for one in between)
            object_begins = object_begins or (is_deed_between and any(one.text in _DETERMINERS for one in between))
            titled = bool(found) and _is_titled(found[-1], between, span)
            if found and (object_begins or not (titled or all(_joins(one) for one in between))):
                break
            found.append(span)
            between = []
        return found

    @property
    def others(self) -> list[Span]:
        """The names in it of further people."""
        called = self.called
        return [s for s in self.people if s.sort in (Sort.NAME, Sort.KNOWN, Sort.PERSON) and s not in called]

    @property
    def states(self) -> list[Span]:
        """The words of a sheet line besides figures of the book."""
        return [s for s in self.spans if s.sort is Sort.FIGHTER and not self._is_figure(s)]

    @property
    def unknown(self) -> list[Span]:
        """The words that are not known."""
        return [s for s in self.spans if s.sort is Sort.WORD]

    @property
    def numbers(self) -> list[Span]:
        """The numbers without a unit."""
        return [s for s in self.spans if s.sort is Sort.FIGURE]

    @property
    def number(self) -> Span | None:
        """The number directly behind the last word for the person, which may belong to the name."""
        named = self.people or self.unknown[-1:]
        behind = self.spans[self.spans.index(named[-1]) + 1 :][:1] if named else []
        return behind[0] if behind and behind[0].sort is Sort.FIGURE else None

    @property
    def first(self) -> str:
        """The first word for the person, "" for none."""
        return next((span.typed for span in (*self.people, *self.unknown)), "")

    def whole(self, numbered: bool) -> str:
        """Return the words for the person as they were typed: "ganger A", and `numbered` "nazi 2"."""
        words = self.called or self.unknown[:1]
        return " ".join(span.typed for span in (*words, *([self.number] if self.number and numbered else [])))

    def is_same(self, other: Phrase) -> bool:
        """Return whether both are about the same figure of the book: "Marine, rifle, ..., marine not wounded"."""
        figures, others = (
            [(span.key, span.text) for span in one.people] if one.is_of_book else [] for one in (self, other)
        )
        return bool(figures) and figures == others

    @property
    def is_rank(self) -> bool:
        """Whether a rank or a title alone is all of it, which is a name: "Chief, M16, 40 m"."""
        is_one = [span.sort for span in self.spans] == [Sort.PERSON] and self.spans[0].text in RANKS
        return is_one and self.after is not None and self.after.sort is Sort.BREAK

    @property
    def is_said(self) -> bool:
        """Whether it says what somebody does besides: "and says eat this"."""
        first, *rest = self.spans
        verb = first.sort is Sort.WORD and first.typed.islower() and is_plural(first.typed)
        return verb and not self.people and any(one.sort is Sort.WORD for one in rest)

    @property
    def is_clause(self) -> bool:
        """Whether it says what somebody does: "and puts a burst into them", "and I fire"."""
        if self.is_user and is_deed(self.after):
            return True
        verb = next((span for span in self.spans if span.sort is not Sort.EMPTY), None)
        if verb is None or verb.sort is not Sort.WORD or not (verb.typed.islower() and is_plural(verb.typed)):
            return False
        behind = self.spans[self.spans.index(verb) + 1 :][:1]
        return bool(behind) and (behind[0].text in _DETERMINERS or behind[0].sort is Sort.FIGURE)

    @property
    def is_of_book(self) -> bool:
        """Whether the person is a figure of the book."""
        return any(span.sort is Sort.FIGHTER for span in self.people)

    @property
    def next_known(self) -> Span | None:
        """The fighter of the encounter behind another one, None for none."""
        pairs = pairwise(span for span in self.spans if span.sort is Sort.KNOWN)
        return next((second for first, second in pairs if first.text != second.text and not first.own), None)

    @property
    def is_about_other(self) -> bool:
        """Whether it says only how somebody other than the user is: "she is prone"."""
        somebody = self.people or not all(is_manner(span.text) for span in self.unknown)
        return bool(self.states) and not somebody and self.has_pronoun

    @property
    def has_pronoun(self) -> bool:
        """Whether it speaks of somebody other than the user: "she"."""
        return any(span.typed.casefold() in PRONOUNS for span in self.spans)

    @property
    def second(self) -> Span | None:
        """The common word for a person, or the book's figure, directly behind a name: "Trent guard", which may be two
        people. None if there is none, or words around the phrase say whose they are.
        """
        if self.role_word or is_deed(self.before) or is_deed(self.after):
            return None
        for first, second in pairwise(self.spans):
            is_name = first.sort in (Sort.NAME, Sort.KNOWN) and not first.own
            if is_name and second.typed.islower() and (second.sort is Sort.PERSON or self._is_figure(second)):
                return second
        return None

    @property
    def is_mine(self) -> bool:
        """Whether it is about the user's own fighter: "my guy"."""
        return self.spans[0].typed.casefold() == "my"

    @property
    def is_user(self) -> bool:
        """Whether the person is the user: "I", "me"."""
        return [span.sort for span in self.called[:1]] == [Sort.MINE] and not self.name()

    @property
    def is_sentence(self) -> bool:
        """Whether it says how somebody is: "I am kneeling", "the guard is prone"."""
        is_said = any(span.text in ("am", "is", "are", "im") for span in self.spans)
        return is_said and bool(self.people and self.states) and not is_deed(self.after)

    def numbers_of(self, words: Sequence[Span]) -> list[Span]:
        """Return the numbers directly behind words that are not counted: they are about these, and no range."""
        return [number for word, number in pairwise(self.spans) if number.sort is Sort.FIGURE and word in words]

    @property
    def owns(self) -> bool:
        """Whether it ends with the owner of what follows: "Trent's", "Trent's trusty"."""
        return self.owner is not None

    @property
    def owner(self) -> Span | None:
        """The owner of what follows, None for none."""
        last = next((s for s in reversed(self.spans) if s.own or s in self.people), None)
        return last if last is not None and last.own else None

    @property
    def end(self) -> int:
        """The place behind its last span."""
        return self.at + len(self.spans)

    def name(self) -> str:
        """Return the name or the word for the person in this phrase, "" if the book has a figure for them."""
        named = [s for s in self.called if s.sort in (Sort.NAME, Sort.KNOWN)]
        nouns = [s for s in self.called if s.sort is Sort.PERSON]
        if any(self._is_figure(s) for s in self.spans):
            return " ".join(_spoken(self.spans, named)) if named else ""
        return " ".join(_spoken(self.spans, [*named, *nouns]))

    def unnamed(self) -> list[Span]:
        """Return the words for a person that the book's own figure leaves without effect."""
        if not any(self._is_figure(s) for s in self.spans):
            return []
        return [s for s in self.people if s.sort is Sort.PERSON]

    def _is_one(self, span: Span) -> bool:
        return span.sort in _PEOPLE or self._is_figure(span)

    def _is_figure(self, span: Span) -> bool:
        return span.sort is Sort.FIGHTER and span.key in self.figures


def _is_titled(first: Span, between: Sequence[Span], second: Span) -> bool:
    """Return whether a word for a person follows one behind a word that is not known: "enemy squad leader"."""
    people = first.sort is Sort.PERSON and second.sort is Sort.PERSON
    is_word = [one.sort for one in between] == [Sort.WORD]
    return people and is_word and not between[0].typed.endswith(("s", "ing"))


def _joins(span: Span) -> bool:
    """Return whether a name can continue after a span: "captain of the guard", "Guard 2 Bob", "the prone guard Bob"."""
    if span.sort is Sort.EMPTY:
        return span.typed.casefold() in ("of", "the", "a", "an", "is", "am", "my", "our", "")
    return span.sort in (Sort.FIGHTER, Sort.FIGURE, Sort.HOW, Sort.SITUATION)


def _spoken(spans: Sequence[Span], wanted: Sequence[Span]) -> Iterator[str]:
    """Yield the words of a name, with "of the" between two of them: "captain of the guard"."""
    places = [at for at, span in enumerate(spans) if any(span is one for one in wanted)]
    for at, place in enumerate(places):
        if at:
            between = spans[places[at - 1] + 1 : place]
            words = [span.typed for span in between]
            if words and words[0].casefold() in ("of", "the") and all(s.sort is Sort.EMPTY for s in between):
                yield from words
        name = spans[place].text if spans[place].sort is Sort.KNOWN else spans[place].typed
        yield f"{name}'s" if spans[place].own and at < len(places) - 1 else name


def phrases(spans: Sequence[Span], figures: frozenset[str]) -> list[Phrase]:
    """Return the phrases of a line in order; `figures` are the keys of the book's own fighters."""
    found: list[Phrase] = []
    current = Phrase(0, figures=figures)
    for at, span in enumerate(spans):
        if span.sort not in ENDS:
            if not current.spans:
                current.at = at
            current.spans.append(span)
            continue
        current.after = span
        if current.spans:
            found.append(current)
        marked = span if span.sort is Sort.ROLE else None
        # "At 40 m" and "with an M16" leave nothing for the words that follow.
        current = Phrase(at + 1, marked.key if marked else "", marked.text if marked else "", span, figures=figures)
        if span.sort is Sort.OUTSIDE:
            current.outside = span
    if current.spans:
        found.append(current)
    return found


def split(phrase: Phrase, shooters: frozenset[str]) -> list[Phrase]:
    """Return a phrase about the target without the words behind the person that are the shooter's, and these."""
    says = any(span.text in _SUBJECTS for span in phrase.called if span.sort is Sort.MINE)
    if says and phrase.others and not is_deed(phrase.after):
        # "I saw the guard": two people.
        at = phrase.spans.index(phrase.others[0])
        rest = replace(phrase, at=phrase.at + at, role_word=TO, word="", before=None, spans=phrase.spans[at:])
        phrase.spans, phrase.after = phrase.spans[:at], rest.spans[0]
        return [phrase, rest]
    if phrase.role_word != TO:
        return [phrase]
    for at, span in enumerate(phrase.spans):
        before = phrase.spans[:at]
        somebody = [*phrase.people, *(() if span in phrase.people else phrase.unknown)]
        if span.sort is Sort.FIGHTER and span.key in shooters and any(one in before for one in somebody):
            rest = replace(phrase, at=phrase.at + at, role_word="", word="", before=None, spans=phrase.spans[at:])
            phrase.spans, phrase.after = phrase.spans[:at], span
            return [phrase, rest]
    return [phrase]


def follows(role_word: str, span: Span | None) -> bool:
    """Return whether a span is a role word of this sort."""
    return span is not None and span.sort is Sort.ROLE and span.key == role_word


def is_of_one(verb: Span | None) -> bool:
    """Return whether one person does something: "shoots"."""
    return verb is not None and is_deed(verb) and is_plural(verb.text.split()[0])


def is_joint(first: Phrase, second: Phrase) -> bool:
    """Return whether two shoot together: "Trent and I fire", but not "my hands are cold and I fire"."""
    somebody = first.people or (len(first.unknown) == 1 and is_called(first.unknown[0].typed))
    return bool(somebody) and second.spans[0].sort is Sort.MINE


__all__ = ["ARMS", "ENDS", "FROM", "Phrase", "follows", "is_deed", "is_joint", "is_of_one", "phrases"]
