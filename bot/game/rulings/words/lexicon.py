"""The words that a line can have by a book's `Vocabulary`, and the spans into which they cut it.

The longest phrase wins; of two that are equally long, the one whose `Sort` is named first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.game.rulings.words.elsewhere import elsewhere
from bot.game.rulings.words.lengths import ODD, SPACES, UNITS
from bot.game.rulings.words.measures import (
    AIMED,
    AIMS,
    RANGES,
    TIMES,
    aim_at,
    burst_size_at,
    counts,
    is_range,
    range_at,
)
from bot.game.rulings.words.persons import is_given, person
from bot.game.rulings.words.situations import Situation, situation
from bot.game.rulings.words.slips import COMMON, is_slip
from bot.game.rulings.words.small_words import (
    ADDRESSED,
    ARTICLES,
    BESIDE,
    EMPTY,
    FROM,
    MINE,
    NO_CALLS,
    NO_NAMES,
    NOT,
    NOT_BUT,
    POSSESSIVES,
    ROLE_WORDS,
    THING,
    TO,
    is_plural,
    is_small,
    singulars,
    spoken,
)
from bot.game.rulings.words.spans import BURST, TIMED, Sort, Span
from bot.game.rulings.words.spellings import known_arms, spellings, words_of_arms
from bot.game.rulings.words.things import speed_at, thing_at
from bot.game.rulings.words.typed_words import AND, BREAK, TypedWord, is_figure, typed_words
from bot.game.rulings.words.verbs import is_deed, verb_at
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.words.patterns import regex
from rules.words.sheet import Grammar, words_of

_MOST_WORDS = 9
_BURSTS = regex(r"\b(?:burst|auto|automatic)\b")
_MISLEADING = frozenset({("target", "at")})
_MISLEADING_ALONE = frozenset({"over"})
"""Words of `how:` with a number that mean something else in a sentence: "the target at 40 m"."""
_SENTENCES = frozenset({"roll", "rolled"})
"""Words of a sheet line that are part of a sentence here."""
_MOST_UNKNOWN = 4
"""The unknown words of a line that are looked behind: each costs as much as a reading."""
_WHOLE = frozenset(
    (
        *(Sort.RANGE, Sort.AIM, Sort.WEAPON, Sort.CLASS, Sort.KNOWN, Sort.FIGHTER, Sort.HOW, Sort.SITUATION),
        Sort.FOREIGN,
    )
)
"""Spans that an unknown word may interrupt."""
_NUMBERED = frozenset({Sort.NAME, Sort.PERSON, Sort.KNOWN})
_ANDS = frozenset({"and", "or", AND})
_BANDS = frozenset({"short", "medium", "long", "extreme", "far"})
"""Ranges of games where they end a part of the line: "rifle at thug, short"."""
_FAR = Situation(hint="give the range in numbers", is_distance=True)
_FORMS = {"braces": "braced", "bracing": "braced", "sweeps": "sweep"}
"""Other forms of words of `how:`."""
_SAYING = 4
"""Words in quotation marks that are no name."""
_SHOTS = frozenset({"shot", "aim"})
_ONE = ARTICLES | POSSESSIVES | {"one"}
_AIMED_IN_SHORT = regex(r"a(\d{1,2})")
_NUMBERED_PERSON = regex(r"([a-z]{3,})(\d{1,2})")
_RANGE_IN_SHORT = regex(r"r(\d{1,3})")
_MOST_ACTIONS = 12
"""The longest aim in actions: AC 15 is an armor class of other games."""
_CALLED = frozenset({"Will", "May", "Range", "Scope", "Aim", "Burst", "Cover", "Target", "Shooter"})
"""Names that are words as well: "Will fires"."""
_PRONOUN = "he"
_SHOT = "shot"


class Lexicon:
    """The phrases that a line can have by a book's `Vocabulary`.

    `fighters` are the names of those in the encounter that the user knows.
    """

    def __init__(self, vocabulary: Vocabulary, fighters: Sequence[str] = ()) -> None:
        self._vocabulary = vocabulary
        self._names = {tuple(words_of(name)): name for name in fighters}
        self._arms = known_arms(vocabulary)
        self._spellable = (*COMMON, *words_of_arms(vocabulary))
        # The words with a slip of the pen, each with the word that it is read as.
        self.slips: dict[str, str] = {}
        self._longest_short = max((len(short.split()) for short in vocabulary.also), default=-1) + 1

    def spans(self, line: Sequence[TypedWord]) -> list[Span]:
        """Return the spans of a line in order."""
        words = self._with_figures([part for word in line for part in self._parted(self._spelled(word))])
        found = self._cut(words)
        if _capitalizes_terms(found, words):
            words = [typed_word if typed_word.quoted else replace(typed_word, capital=False) for typed_word in words]
            found = self._cut(words)
        for _ in range(_MOST_UNKNOWN):
            unknown = [at for at, _ in _unknown(found, words)]
            ends = [(self._around(words, at, found), at) for at in unknown] if len(unknown) <= _MOST_UNKNOWN else []
            end, at = max(((end, at) for end, at in ends if end > at), key=lambda one: one[0] - one[1], default=(0, 0))
            if not end:
                break
            # "Behind a big wall" is behind a wall, and big.
            words[at : end + 1] = [*words[at + 1 : end + 1], words[at]]
            found = self._cut(words)
        return found

    def _spelled(self, typed_word: TypedWord) -> TypedWord:
        """Return one of the commonest words or a long one of a weapon without a slip of the pen: "kneelng"."""
        if typed_word.quoted or typed_word.capital or not typed_word.word.isalpha() or self._is_word(typed_word.word):
            return typed_word
        meant = next((word for word in self._spellable if is_slip(typed_word.word, word)), "")
        if meant:
            self.slips[typed_word.typed] = meant
        return replace(typed_word, word=meant or typed_word.word)

    def _parted(self, typed_word: TypedWord) -> Iterator[TypedWord]:
        """Yield a word for a person and the number that it is glued to apart: "alien3"."""
        glued = _NUMBERED_PERSON.fullmatch(typed_word.word)
        if (
            not typed_word.typed.islower()
            or typed_word.quoted
            or glued is None
            or not (person([glued[1]])[1] or self._fighter([glued[1]]))
        ):
            yield typed_word
            return
        yield replace(typed_word, word=glued[1], typed=typed_word.typed[: len(glued[1])], own=False)
        yield TypedWord(glued[2], glued[2])

    def _is_word(self, word: str) -> bool:
        return is_small(word) or word in UNITS or any(self._parts([word]))

    def _cut(self, words: list[TypedWord]) -> list[Span]:
        found: list[Span] = []
        at = 0
        while at < len(words):
            span = self._span(words[at:], found)
            at += span.length
            found.append(span)
        return found

    def _around(self, words: list[TypedWord], at: int, found: Sequence[Span]) -> int:
        """Return where a phrase ends that an unknown word interrupts, the place of the word if it interrupts none;
        `found` are the spans with the word.

        Behind a number it may be a unit, so that it interrupts a number and its unit alone.
        """
        rest = words[:at] + words[at + 1 :]
        if at == 0 or at == len(rest) or (is_figure(words[at - 1].word) and rest[at].word not in UNITS):
            return at
        start, before = 0, list[Span]()
        for span in found:
            # No phrase reaches further than that, so the spans before it are the same without the word.
            if start + span.length > at - _MOST_WORDS:
                break
            start += span.length
            before.append(span)
        while start < at:
            span = self._span(rest[start:], before)
            end = start + span.length
            if start < at < end and span.sort in _WHOLE:
                return end
            is_number = is_figure(rest[at].word) and not is_range([typed_word.word for typed_word in rest[at : at + 2]])
            if end == at and span.sort in _NUMBERED and is_number:
                return at + 1
            start = end
            before.append(span)
        return at

    def _with_figures(self, line: Sequence[TypedWord]) -> list[TypedWord]:
        """Return the words with numbers in digits: "forty", "minus three", "half a"."""
        found: list[TypedWord] = []
        at = 0
        while at < len(line):
            words = [typed_word.word for typed_word in line[at:]]
            if line[at].word in ("minus", "plus") and words[1:]:
                figure, length = (words[1], 1) if is_figure(words[1]) else spoken(words[1:])
                if length:
                    sign = "-" if line[at].word == "minus" else "+"
                    found.append(TypedWord(sign + figure, f"{line[at].typed} {line[at + 1].typed}"))
                    at += length + 1
                    continue
            short = _RANGE_IN_SHORT.fullmatch(line[at].typed)
            if short and not self._is_arm(line, at):
                found += [TypedWord("range", line[at].typed), TypedWord(short[1], "")]
                at += 1
                continue
            half = 2 if words[1:2] == ["a"] else 1
            if words[0] == "half" and words[half : half + 1] and UNITS.get(words[half], ODD) not in (ODD, SPACES):
                found.append(TypedWord("0.5", line[at].typed))
                at += half
                continue
            capital = line[at].capital and not _is_measure(words)
            is_name = capital or line[at].quoted or self._arm(words) is not None or elsewhere(words)[0] > 1
            figure, length = ("", 0) if is_name else spoken(words)
            behind_aim = at > 0 and line[at - 1].word in AIMS
            shot = words[1:3] == ["aimed", "shot"]
            if (
                words[:1] == ["one"]
                and not shot
                and (behind_aim or (words[1:2] and (words[1] in UNITS or words[1] in AIMED | TIMES)))
            ):
                figure, length = "1", 1
            if length:
                found.append(TypedWord(figure, " ".join(typed_word.typed for typed_word in line[at : at + length])))
            else:
                found.append(line[at])
            at += length or 1
        return found

    def _is_arm(self, line: Sequence[TypedWord], at: int) -> bool:
        """Return whether "r4" is the weapon, because the line has no other."""
        if self._arm([line[at].word]) is None:
            return False
        return not any(self._arm([typed_word.word]) for other, typed_word in enumerate(line) if other != at)

    def understands(self, text: str) -> bool:
        """Return whether words are the book's for a fighter or a shot."""
        words = words_of(text)
        if not words:
            return False
        span = self._span([TypedWord(word, word) for word in words], [])
        return span.sort in (Sort.FIGHTER, Sort.HOW, Sort.AIM) and span.length == len(words)

    def needs_no_quotes(self, name: str) -> bool:
        """Return whether a name without quotation marks is still a name: no word of it means anything else."""
        spans = self.spans(typed_words(f"x {name}"))[1:]
        return all(span.sort is Sort.NAME for span in spans) or (
            len(spans) == 1 and spans[0].sort in (Sort.WORD, Sort.PERSON, Sort.FOREIGN)
        )

    def _span(self, line: Sequence[TypedWord], before: Sequence[Span]) -> Span:
        first = line[0]
        if not before and first.word in ADDRESSED and len(line) > 1:
            return Span(Sort.EMPTY, 1, first.word, typed=first.typed)
        if first.quoted:
            return self._quoted(first, before)
        if first.typed in _CALLED and len(line) > 1 and is_deed(verb_at([line[1].word])) and is_plural(line[1].word):
            return Span(Sort.NAME, 1, first.word, typed=first.typed)
        end = next(
            (at for at, typed_word in enumerate(line) if typed_word.word == BREAK or typed_word.quoted), len(line)
        )
        part = self._part([typed_word.word for typed_word in line[:end]], line, before)
        if part is None:
            return _alone(first)
        behind = line[part.length] if part.length < len(line) else first
        if part.sort in (Sort.WEAPON, Sort.CLASS) and behind.joined and is_figure(behind.word):
            # A Mini-14 is no Mini Uzi.
            part = Span(Sort.FOREIGN, part.length + 1, f"{part.text} {behind.word}", "weapon")
        typed = " ".join(typed_word.typed for typed_word in line[: part.length])
        return replace(part, typed=typed, own=line[part.length - 1].own)

    def _quoted(self, typed_word: TypedWord, before: Sequence[Span]) -> Span:
        """Return the span of words in quotation marks: a name, or a weapon where one belongs ("their “M16”")."""
        words = words_of(typed_word.typed)
        if len(words) > 1 and self.understands(typed_word.typed):
            # Fires “from the hip”.
            return replace(self._span([TypedWord(word, word) for word in words], []), length=1, typed=typed_word.typed)
        if typed_word.typed[-1:] in ("!", "?") or (len(words) >= _SAYING and typed_word.typed[1:].islower()):
            # Somebody says so.
            return Span(Sort.SITUATION, 1, typed_word.typed, typed=typed_word.typed, situation=Situation())
        name = Span(Sort.NAME, 1, typed_word.typed, typed=typed_word.typed, own=typed_word.own)
        behind_articles = [span for span in before if span.text not in ARTICLES]
        last = behind_articles[-1] if behind_articles else name
        parts = (self._arm(words), self._fighter(words), verb_at(words))
        part = next((one for one in parts if one and one.length == len(words)), None)
        owned = last.text in POSSESSIVES or last.key == THING or last.own
        if owned and part is None and elsewhere(words) == (len(words), True):
            return Span(Sort.FOREIGN, 1, " ".join(words), "weapon", typed=typed_word.typed)
        numbered = last.key not in (TO, FROM) and any(sign.isdigit() for sign in typed_word.typed)
        numbered = numbered or last.text in ("fires", "fire", "firing", "fired")
        loaded = last.sort in (Sort.WEAPON, Sort.CLASS)
        if part is None or not (owned or loaded or (part.sort in (Sort.WEAPON, Sort.CLASS) and numbered)):
            return name
        return replace(part, length=1, typed=typed_word.typed)

    def _part(self, words: list[str], line: Sequence[TypedWord], before: Sequence[Span]) -> Span | None:
        if not words:
            return None
        order = list(Sort)
        parts = [part for part in self._parts(words) if part is not None]
        if _is_count(words, before) and self._is_ranged(words) and not any(self._parts(words[1:])):
            parts.append(Span(Sort.SITUATION, 2, " ".join(words[:2]), situation=Situation()))
        if len(words) == 1 and words[0] in _BANDS and before:
            parts.append(Span(Sort.SITUATION, 1, words[0], situation=_FAR))
        if (size := _shot_at(words, before)) and not parts:
            parts.append(Span(Sort.SITUATION, size, " ".join(words[:size]), situation=Situation()))
        is_range_word = words[1:2] and words[1] in RANGES and not any(map(is_figure, words[2:4]))
        if is_range_word and not (is_small(words[0]) or is_figure(words[0]) or parts):
            # "At max range": nobody is called so.
            parts.append(Span(Sort.SITUATION, 2, " ".join(words[:2]), situation=_FAR))
        if size := burst_size_at(words, bool(before) and before[-1].key == BURST):
            # The sheet's "5 rounds" are those in the weapon.
            parts = [part for part in parts if part.length > size]
            parts.append(Span(Sort.SITUATION, size, " ".join(words[:size]), situation=_size_of_burst(words)))
        if _AIMED_IN_SHORT.fullmatch(words[0]) and not _aims_in_short(line[0], parts, before):
            parts = [part for part in parts if part.sort is not Sort.AIM]
        if not _means_ammunition(words, line, before):
            parts = [part for part in parts if part.sort not in (Sort.FIGHTER, Sort.HOW) or part.length > 1]
        return max(parts, key=lambda part: (part.length, -order.index(part.sort)), default=None)

    def _is_ranged(self, words: list[str]) -> bool:
        """Return whether a number here is no range, because another is behind it or the book has none."""
        return bool(self._vocabulary.no_range) or any(is_range(words[at:]) for at in range(2, len(words)))

    def _parts(self, words: list[str]) -> Iterator[Span | None]:
        # A word may hold a blank.
        begins = {size: " ".join(words[:size]) for size in (4, 3, 2) if size <= len(words)}
        if length := next((size for size, phrase in begins.items() if phrase in BESIDE), 0):
            yield Span(Sort.OUTSIDE, length, begins[length])
        if begins.get(2) in NOT_BUT:
            yield Span(Sort.NOT, 2, begins[2])
        yield range_at(words)
        yield None if self._aims_behind(words) else self._aim(words)
        verb = verb_at(words)
        yield None if verb and verb.text.endswith(" aim") and counts(words[verb.length : verb.length + 1]) else verb
        yield self._arm(words)
        yield self._known(words)
        yield self._short(words)
        yield self._fighter(words)
        if self._vocabulary.how:
            key, length = _longest(self._vocabulary.how, words)
            if length and tuple(words[:length][:2]) not in _MISLEADING and words[0] not in _MISLEADING_ALONE:
                text = " ".join(words[:length])
                yield Span(Sort.HOW, length, text, BURST if _BURSTS.search(text) else key)
        form = _FORMS.get(words[0], "")
        if form and self._vocabulary.how and (key := self._vocabulary.how.phrase([form])[0]):
            yield Span(Sort.HOW, 1, form, key)
        known, length = situation(words)
        if length and words[length - 1] in NO_NAMES and {*words[length : length + 1]} & (ARTICLES | POSSESSIVES):
            # "Ducks behind the crate": behind what is said.
            known, length = situation(words[: length - 1])
        if known and not any(self._reads_beyond(words, start, length) for start in (0, 1, 2)):
            yield Span(Sort.SITUATION, length, " ".join(words[:length]), situation=known)
        if length := speed_at(words):
            moves = Situation(hint="write running", needs="running")
            yield Span(Sort.SITUATION, length, " ".join(words[:length]), situation=moves)
        if length := thing_at(words):
            yield Span(Sort.SITUATION, length, " ".join(words[:length]), situation=Situation())
        length, weapon = elsewhere(words)
        if length:
            yield Span(Sort.FOREIGN, length, " ".join(words[:length]), "weapon" if weapon else "")
        noun, length = person(words)
        if length:
            yield Span(Sort.PERSON, length, noun)

    def _reads_beyond(self, words: list[str], start: int, length: int) -> bool:
        """Return whether words of the book begin in a situation of this length and end behind it: "helmet 16"."""
        parts = (self._fighter(words[start:]), self._short(words[start:])) if start < length else ()
        return any(part is not None and start + part.length > length for part in parts)

    def _known(self, words: list[str]) -> Span | None:
        """Return the fighter of the encounter that the words begin with.

        "Alien 2" is an alien at 2 squares if no range follows, and "guard 20 hexes" is no Guard 20.
        """
        for length in range(min(_MOST_WORDS, len(words)), 0, -1):
            name, number = self._names.get(tuple(words[:length])), words[length - 1 : length]
            if name is None or (counts(number) and words[length : length + 1] and words[length] in UNITS):
                continue
            figure = length > 1 and self._vocabulary.people.phrase(words[: length - 1])[0] in self._vocabulary.figures
            if figure and counts(number) and not any(counts([word]) for word in words[length:]):
                continue
            return Span(Sort.KNOWN, length, name)
        return None

    def _aim(self, words: list[str]) -> Span | None:
        """Return the aim that the words begin with, in the book's own unit as well: "3 AP", "AC 3"."""
        own = self._vocabulary.aim_words
        span = aim_at(words)
        if span is not None and span.key == TIMED and own & {*words[: span.length]}:
            span = replace(span, key="")
        if (short := _AIMED_IN_SHORT.fullmatch(words[0])) and self._vocabulary.aims:
            return Span(Sort.AIM, 1, words[0], figure=short[1])
        if span is not None and not span.key and words[span.length : span.length + 1] and words[span.length] in own:
            return replace(span, length=span.length + 1)
        figures = [word for word in words[:2] if counts([word])]
        both = words[2:3] == ["aim"]
        if span is None and len(figures) == 1 and own & {*words[:2]} and not (both and counts(words[3:4])):
            is_range_behind = counts(words[1:2]) and words[2:3] and words[2] in UNITS
            if is_range_behind:
                return None
            if figures[0].isdecimal() and int(figures[0]) > _MOST_ACTIONS:
                known = Situation((f"aim {figures[0]}",))
                return Span(Sort.SITUATION, 2, " ".join(words[:2]), situation=known)
            return Span(Sort.AIM, 2 + both, " ".join(words[: 2 + both]), figure=figures[0])
        return span

    def _aims_behind(self, words: list[str]) -> bool:
        """Return whether a number is no aim although the word follows, because the aim is the number behind it.

        That is so in "8 aim 4", but not in "4 aim 8 hexes", "4 aim 3 round burst" and "2 aims 5".
        """
        if not (counts(words[:1]) and counts(words[2:3]) and words[1] in AIMS):
            return False
        if words[1] == "aims" and not words[3:4]:
            return False
        behind = max((p for p in self._parts(words[2:]) if p), key=lambda p: p.length, default=None)
        return behind is None or behind.sort is Sort.AIM or behind.key == ODD

    def _fighter(self, words: list[str]) -> Span | None:
        found: Span | None = None
        for typed in _numbers(words):
            key, length = _longest(self._vocabulary.people, typed)
            if length > (found.length if found else 0) and not (length == 1 and words[0] in _SENTENCES):
                found = Span(Sort.FIGHTER, length, " ".join(typed[:length]), key)
        return None if _is_turn(words) or _lines_up(words) else found

    def _arm(self, words: Sequence[str]) -> Span | None:
        for length in range(min(_MOST_WORDS, len(words)), 0, -1):
            counted = length > 1 and words[0] == "a" and (is_figure(words[1]) or spoken(words[1:])[1])
            if counted or words[length - 1] in _ANDS:
                # "A three round burst" is no Mk A3.
                continue
            typed = " ".join(word for word in words[:length] if word not in _ANDS)
            for spelled in spellings(typed):
                if spelled in self._arms:
                    sort, names = self._arms[spelled]
                    return Span(sort, length, typed, names=names)
        return None

    def _short(self, words: Sequence[str]) -> Span | None:
        """Return the book's words for a short form: "behind a door"."""
        if _lays_fire(words):
            return None
        for length in range(min(self._longest_short + 1, len(words)), 0, -1):
            typed = [word for word in words[:length] if word not in ARTICLES | POSSESSIVES]
            if words[length - 1] in ARTICLES | POSSESSIVES or not (text := self._vocabulary.also.get(" ".join(typed))):
                continue
            spelled = words_of(text)
            key, _ = self._vocabulary.people.phrase(spelled)
            if key:
                return Span(Sort.FIGHTER, length, " ".join(spelled), key)
            key = self._vocabulary.how.phrase(spelled)[0] if self._vocabulary.how else ""
            return Span(Sort.HOW, length, text, key)
        return None


_MOST_PLURAL = 3
"""Words of a fighter of the book of which each may be a plural."""


def _numbers(words: list[str]) -> Iterator[list[str]]:
    """Yield the words as they are, without the "s" of plurals, and with the first in each singular that it may have."""
    yield words
    if words[0] in EMPTY:
        return
    if any(word.endswith("s") for word in words[:_MOST_PLURAL]):
        yield [word.removesuffix("s") for word in words]
    yield from ([one, *words[1:]] for one in singulars(words[0]))


def _is_count(words: list[str], before: Sequence[Span]) -> bool:
    """Return whether a number behind somebody counts the unknown word that follows: "thug 2 raises"."""
    if len(words) < 2 or not before or before[-1].sort not in _NUMBERED or not counts(words[:1]):
        return False
    return is_plural(words[1]) and words[1] not in UNITS and words[1] not in EMPTY


def _aims_in_short(typed_word: TypedWord, parts: Sequence[Span], before: Sequence[Span]) -> bool:
    """Return whether "a6" is an aim, and no fighter, "Guard A6", or weapon, the L2 A2."""
    if before and before[-1].sort in _NUMBERED and typed_word.typed.isupper():
        return False
    is_arm = any(part.sort in (Sort.WEAPON, Sort.CLASS) for part in parts)
    return not is_arm or any(span.sort in (Sort.WEAPON, Sort.CLASS) for span in before)


def _shot_at(words: list[str], before: Sequence[Span]) -> int:
    """Return how many words behind an article are a sort of shot, 0 for none: "a careful shot" is nobody's name."""
    if not before or before[-1].text not in _ONE or is_small(words[0]):
        return 0
    end = next((at for at, word in enumerate(words) if at and word != "aimed"), 0)
    return end + 1 if end and words[end] in _SHOTS else 0


def _size_of_burst(words: Sequence[str]) -> Situation:
    """Return what to do about the size of a burst, which a book may have words for: "3 round burst"."""
    size = next(word for word in words if counts([word]))
    return Situation((f"{size} round burst",), hint="the weapon gives the size of its bursts")


def _is_turn(words: list[str]) -> bool:
    """Return whether the words begin with a round of the fight, "round 2", instead of rounds of ammunition."""
    return words[0] == "round" and counts(words[1:2])


def _lays_fire(words: Sequence[str]) -> bool:
    """Return whether fire is laid down, and nobody lies: "lays down cover fire"."""
    return words[0] in ("lay", "lays", "laying") and words[1:2] == ["down"] and "fire" in words[2:4]


def _lines_up(words: Sequence[str]) -> bool:
    """Return whether somebody "lines up", and is no Line soldier."""
    return words[0] in ("line", "lines") and words[1:2] == ["up"]


def _capitalizes_terms(spans: Sequence[Span], words: Sequence[TypedWord]) -> bool:
    """Return whether capitals of this line make no names, because terms and units have them as well: "All-Out Attack",
    "60 Meter".
    """
    at, terms = 0, 0
    for span in spans:
        inside = words[at : at + span.length]
        at += span.length
        if span.sort is Sort.RANGE and any(
            typed_word.capital and len(typed_word.typed) > 1 for typed_word in inside[1:]
        ):
            return True
        terms += span.sort in _TERMS and inside[0].capital and inside[0].typed.istitle()
    return terms >= _MANY_TERMS


_TERMS = frozenset({Sort.VERB, Sort.HOW, Sort.AIM, Sort.OUTSIDE, Sort.NOT, Sort.SITUATION})
_MANY_TERMS = 2


def _unknown(spans: Sequence[Span], words: Sequence[TypedWord]) -> Iterator[tuple[int, TypedWord]]:
    """Yield the unknown words, each with its place in the line."""
    at = 0
    for span in spans:
        if span.sort is Sort.WORD:
            yield at, words[at]
        at += span.length


def _is_measure(words: list[str]) -> bool:
    """Return whether the words begin with a number in words and a unit, or "aim"."""
    _, length = spoken(words)
    behind = words[length : length + 1]
    return bool(length and behind) and (behind[0] in UNITS or behind[0] in AIMED)


def _alone(typed_word: TypedWord) -> Span:
    """Return the span of a word that begins no phrase of the book."""
    word = typed_word.word
    if word == BREAK:
        return Span(Sort.BREAK, 1, word, typed=typed_word.typed)
    if word[0] in "+-" and is_figure(word):
        return Span(Sort.MOD, 1, word, typed=typed_word.typed)
    if is_figure(word):
        return Span(Sort.FIGURE, 1, word, figure=word, typed=typed_word.typed)
    sorts = (
        (ROLE_WORDS, Sort.ROLE),
        (NOT, Sort.NOT),
        (_ANDS, Sort.AND),
        (MINE, Sort.MINE),
        (NO_NAMES, Sort.OUTSIDE),
        (EMPTY, Sort.EMPTY),
    )
    sort = next((sort for words, sort in sorts if word in words), Sort.WORD)
    if sort is Sort.WORD and not any(sign.isalnum() for sign in typed_word.typed):
        sort = Sort.EMPTY
    capital = typed_word.capital or is_given(word) or (typed_word.own and typed_word.typed[:1].isupper())
    if capital and (sort is Sort.WORD or word == "a") and word not in NO_CALLS:
        sort = Sort.NAME
    return Span(sort, 1, word, ROLE_WORDS.get(word, ""), typed=typed_word.typed, own=typed_word.own)


def _means_ammunition(words: Sequence[str], line: Sequence[TypedWord], before: Sequence[Span]) -> bool:
    """Return False for two words of any sentence that are also types of ammunition: HE and Shot."""
    if words[0] == _PRONOUN:
        return line[0].typed.isupper()
    if words[0] == _SHOT:
        # "12 gauge with shot", but not "M16 shot at guard".
        return bool(before) and before[-1].text in ("with", "using", "loaded", "loaded with", "of")
    return True


def _longest(grammar: Grammar, words: list[str]) -> tuple[str, int]:
    """Return the key of the longest phrase at the beginning, and its length; a number with a unit is a range."""
    for end in (len(words), *range(min(_MOST_RETRIED, len(words) - 1), 0, -1)):
        key, length = grammar.phrase(words[:end])
        if length and not (length > 1 and (words[length - 1] == "at" or is_range(words[length - 1 :]))):
            return key, length
    return "", 0


_MOST_RETRIED = 4
"""The words of which a shorter phrase is tried where the longest lacks its number: "AP rounds"."""
