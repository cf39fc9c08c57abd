"""Reads a ruling's line, whatever the order of its parts.

The words behind "at", "vs" and the like are the target's, those behind "from" and "by" the shooter's, up to the next
comma or the next part of another sort. Elsewhere the book says whose words they are (`Usual.shooters`). Unknown words
are the name of the one they are about; those that begin with "behind", "in" and the like are no name and change
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bot.game.rulings.errors import Missing
from bot.game.rulings.parts import ARTICLES, BURST, FEET, KILOMETERS, METERS, SPACES, THROW, YARDS, Lexicon, Part, Sort
from bot.game.rulings.ruling import NOT_COUNTED, Ruling
from bot.game.rulings.tokens import BREAK, Token, is_figure, tokens
from rules.engine.errors import Refusal, quoted
from rules.engine.naming import MOST_NAME
from rules.engine.orders import Burst, Fire, Throw
from rules.engine.usual import Usual, Words
from rules.words.phrases import counted, listed, several

MOST_CHARACTERS = 300
EXAMPLE = "M16 at guard 40m aim 4"
_MOST_CHOICES = 9
_TO, _FROM = "target", "shooter"
_MARKERS = {
    **dict.fromkeys(("at", "vs", "versus", "v", "against", "on", "onto", "upon", "target", "toward", "towards"), _TO),
    **dict.fromkeys(("from", "by", "shooter", "attacker", "firer", "for"), _FROM),
}
_NO_NAMES = frozenset(
    (
        *("behind", "in", "inside", "under", "through", "near", "beside", "over", "around", "while", "during"),
        *("without", "below", "above", "across", "out"),
    )
)
_EMPTY = frozenset(
    (
        *(
            "a",
            "an",
            "the",
            "my",
            "his",
            "her",
            "their",
            "our",
            "your",
            "its",
            "some",
            "one",
            "two",
            "three",
            "several",
        ),
        *("with", "using", "uses", "use", "of", "is", "are", "to", "and", "then", "away", "off", "weapon", "gun"),
        *("how", "what", "does", "do", "if", "can", "i", "me", "he", "she", "they", "it", "please", "shot", "rule"),
        "mod",
    )
)
_INCHES = {YARDS: Fraction(36), FEET: Fraction(12), METERS: Fraction(10000, 254), KILOMETERS: Fraction(10_000_000, 254)}
_NO_REASONS = frozenset({Sort.RANGE, Sort.AIM, Sort.VERB, Sort.WEAPON, Sort.CLASS})
"""Parts that end the words for what a modifier is."""
_MOST_AIM, _MOST_SPACES, _MOST_REASON = 99, 100_000, 3


def read(line: str, usual: Usual, space: str, *, range_needed: bool = True) -> Ruling:
    """Return what a line says; `space` is the book's unit of range.

    Raises Refusal for what cannot be understood, Missing for what cannot be taken for granted: the weapon, and the
    range if it is needed.
    """
    if len(line) > MOST_CHARACTERS:
        raise Refusal(f"A ruling has at most {MOST_CHARACTERS} characters; this one has {len(line):,}.")
    words = tokens(line)
    if not words:
        raise Refusal(f"Type a shot in one line, such as: {EXAMPLE}.")
    return _Reader(usual, space, words).ruling(range_needed)


def range_of(text: str, usual: Usual, space: str) -> int:
    """Return the range in spaces that somebody types alone: "40m", "20 hexes", "20". Raises Refusal."""
    spaces, _ = _Reader(usual, space, tokens(text[:MOST_CHARACTERS])).range()
    if spaces is None:
        raise Refusal(f"{quoted(text[:MOST_NAME])} is not a range; type a number of {several(space)}, such as 20.")
    return spaces


@dataclass(slots=True)
class _Segment:
    """Unknown words in a row: whose name they are ("" if the line does not say), or no name at all."""

    side: str
    is_name: bool
    words: list[str] = field(default_factory=list)
    figure: str = ""

    def text(self) -> str:
        return " ".join([*self.words, *filter(None, [self.figure])])


class _Reader:
    def __init__(self, usual: Usual, space: str, line: Sequence[Token]) -> None:
        self._usual, self._space = usual, space
        self._lexicon = Lexicon(usual)
        self._parts: dict[Sort, list[Part]] = {sort: [] for sort in Sort}
        self._fighters: list[tuple[str, str, str]] = []
        self._segments: list[_Segment] = []
        self._figures: list[str] = []
        self._mods: list[str] = []
        self._side, self._open = "", False
        self._read(line)

    # --- from word to word

    def _read(self, line: Sequence[Token]) -> None:
        words = [token.word for token in line]
        at = 0
        while at < len(line):
            word = words[at]
            part = self._lexicon.part_at(words[at:])
            if word[0] in "+-" and is_figure(word):
                at += self._modifier(words[at:])
            elif part is not None:
                self._take(part)
                at += part.length
            else:
                self._unknown(line[at])
                at += 1

    def _take(self, part: Part) -> None:
        if part.sort is Sort.BARRED:
            raise Refusal(part.text)
        self._parts[part.sort].append(part)
        self._open = False
        if part.sort is Sort.FIGHTER:
            self._fighters.append((self._side, part.key, part.text))
            # "From prone" is one part; "at an elite guard" may have several before the name.
            self._side = self._side if self._side == _TO else ""
        else:
            self._side = ""

    def _modifier(self, words: Sequence[str]) -> int:
        """Take a signed number and up to three words for what it is; return how many words that were."""
        reason: list[str] = []
        for at, word in enumerate(words[1 : _MOST_REASON + 1], 1):
            part = self._lexicon.part_at(words[at:])
            if word == BREAK or word in _MARKERS or is_figure(word) or (part and part.sort in _NO_REASONS):
                break
            reason.append(word)
        self._mods.append(" ".join([words[0], *reason]))
        self._side, self._open = "", False
        return len(reason) + 1

    def _unknown(self, token: Token) -> None:
        word = token.word
        if word == BREAK:
            self._side, self._open = "", False
        elif word in _MARKERS:
            self._side, self._open = _MARKERS[word], False
        elif is_figure(word):
            if self._open:
                self._segments[-1].figure = word
            else:
                self._figures.append(word)
            self._side, self._open = "", False
        elif self._open and word not in (_EMPTY | _NO_NAMES) - {"of", *ARTICLES}:
            self._segments[-1].words.append(token.typed)
        elif word in _EMPTY:
            self._open = False
        else:
            self._segments.append(_Segment(self._side, word not in _NO_NAMES, [token.typed]))
            self._side, self._open = "", True

    # --- what it comes to

    def ruling(self, range_needed: bool) -> Ruling:
        spaces, distance = self.range()
        shooter, target = self._sides()
        names, ignored = self._names()
        if self._usual.no_range and (distance or spaces is not None):
            ignored = (*ignored, f"not counted: {distance or counted(spaces or 0, 'space')}. {self._usual.no_range}")
            spaces, distance = None, ""
        ruling = Ruling(
            weapon="",
            shooter=shooter,
            target=target,
            names=names,
            aim=self._aim(),
            spaces=spaces,
            how=tuple(part.text for part in self._parts[Sort.HOW]),
            mods=tuple(self._mods),
            distance=distance,
            ignored=ignored,
        )
        ruling = self._armed(ruling)
        arms = [ruling.weapon] if ruling.weapon else [text for _, text in ruling.shooter]
        near = self._usual.no_range or any(arm in self._usual.close for arm in arms)
        if spaces is None and distance and not near:
            raise self._range_missing(ruling, f"A {self._space} has no length in this book. How far is {distance}?")
        if spaces is None and range_needed and not near:
            raise self._range_missing(ruling, f"How far is {names[1] or 'the target'}?")
        return ruling

    def _armed(self, ruling: Ruling) -> Ruling:
        """The ruling with its weapon and the verb that fits it. Raises Missing, Refusal for two weapons."""
        named = {part.names: part for part in (*self._parts[Sort.CLASS], *self._parts[Sort.WEAPON])}
        if self._parts[Sort.WEAPON]:
            # In "Uzi SMG" the class only says what it is.
            named = {part.names: part for part in self._parts[Sort.WEAPON]}
        if len(named) > 1:
            raise Refusal(f"A ruling has one weapon; this line has {listed([names[0] for names in named], 'and')}.")
        part = next(iter(named.values()), None)
        if part is None:
            if any(key in self._usual.armed for key, _ in ruling.shooter):
                return self._with_verb(ruling)
            typical: dict[str, str] = {}
            for phrase, name in self._usual.classes.items():
                typical.setdefault(name, _capital(phrase))
            raise self._missing("Which weapon?", [(phrase, name) for name, phrase in typical.items()], ruling)
        if len(part.names) > 1:
            raise self._missing(f"Which {part.text}?", [(name, name) for name in part.names], ruling)
        [weapon] = part.names
        typical_of = part.text if part.sort is Sort.CLASS else ""
        return self._with_verb(replace(ruling, weapon=weapon, typical=typical_of))

    def _with_verb(self, ruling: Ruling) -> Ruling:
        verbs = {part.key for part in (*self._parts[Sort.VERB], *self._parts[Sort.HOW])}
        if verbs >= {BURST, THROW}:
            raise Refusal("A ruling is a burst or a throw, not both.")
        if BURST in verbs:
            return replace(ruling, verb=Burst)
        return replace(ruling, verb=Throw if THROW in verbs or ruling.weapon in self._usual.thrown else Fire)

    def _missing(self, question: str, answers: Sequence[tuple[str, str]], ruling: Ruling) -> Missing:
        choices = []
        for label, weapon in answers[:_MOST_CHOICES]:
            armed = self._with_verb(replace(ruling, weapon=weapon))
            choices.append((label, armed.written(self._usual, self._space)))
        return Missing(question, choices, ruling.written(self._usual, self._space))

    def _range_missing(self, ruling: Ruling, question: str) -> Missing:
        choices = []
        for spaces in self._usual.ranges:
            meters = f" ({round(spaces * self._usual.yards * 0.9144)} m)" if self._usual.yards else ""
            line = replace(ruling, spaces=spaces, distance="").written(self._usual, self._space)
            choices.append((counted(spaces, self._space) + meters, line))
        return Missing(question, choices, ruling.written(self._usual, self._space))

    def range(self) -> tuple[int | None, str]:
        """The range in spaces, None if it is not known, and the length that was typed."""
        given = dict.fromkeys((part.figure, part.key) for part in self._parts[Sort.RANGE])
        bare = [*self._figures, *(segment.figure for segment in self._segments if segment.figure)]
        if not given and len(bare) == 1:
            given[bare[0], SPACES] = None
            self._figures = []
            for segment in self._segments:
                segment.figure = ""
        if self._figures:
            raise Refusal(f"I don't know what {quoted(self._figures[0])} is; write a range as 40m, an aim as aim 4.")
        if len(given) > 1:
            lengths = listed([f"{figure} {unit}" for figure, unit in given], "and")
            raise Refusal(f"A ruling has one range; this line has {lengths}.")
        for figure, unit in given:
            return self._spaces(figure, unit)
        return None, ""

    def _spaces(self, figure: str, unit: str) -> tuple[int | None, str]:
        if Fraction(figure) > _MOST_SPACES:
            raise Refusal(f"A range is at most {_MOST_SPACES:,} {several(self._space)}.")
        if unit == SPACES:
            if Fraction(figure).denominator > 1:
                raise Refusal(f"A range is a whole number of {several(self._space)}, not {figure}.")
            return int(Fraction(figure)), ""
        typed = f"{figure} {unit}"
        if not self._usual.yards:
            return None, typed
        spaces = Fraction(figure) * _INCHES[unit] / (36 * self._usual.yards)
        return max(1, int(spaces + Fraction(1, 2))), typed

    def _aim(self) -> int | None:
        aims = list(dict.fromkeys(part.figure for part in self._parts[Sort.AIM]))
        if not aims:
            return None
        if len(aims) > 1:
            raise Refusal(f"A ruling has one aim; this line has {listed(aims, 'and')}.")
        if not aims[0].isdecimal() or int(aims[0]) > _MOST_AIM:
            raise Refusal(f"Aim is a whole number up to {_MOST_AIM}, not {aims[0][:20]}.")
        return int(aims[0])

    def _sides(self) -> tuple[Words, Words]:
        """What is said of the shooter and of the target."""
        roles = self._usual.roles
        marked = {key for side, key, _ in self._fighters if side == _TO}
        unmarked = [key for side, key, _ in self._fighters if not side and key in roles]
        shooter: list[tuple[str, str]] = []
        target: list[tuple[str, str]] = []
        for side, key, text in self._fighters:
            if not side and key in roles:
                # "Marine at bug" has a shooter, "rifle, bug" a target; of two, the first is the shooter.
                second = len(unmarked) > 1 and any(known == key for known, _ in shooter)
                side = _TO if second or (key not in marked and len(unmarked) == 1) else _FROM
            of_shooter = side == _FROM or (not side and key in self._usual.shooters)
            (shooter if of_shooter else target).append((key, text))
        return tuple(shooter), tuple(target)

    def _names(self) -> tuple[tuple[str, str], tuple[str, ...]]:
        """The names of shooter and target, and what is not counted. Raises Refusal for too many unknown words."""
        segments = [segment for segment in self._segments if any(sign.isalnum() for sign in segment.text())]
        named = [segment for segment in segments if segment.is_name]
        names = {side: " ".join(s.text() for s in named if s.side == side) for side in (_FROM, _TO)}
        loose = [segment.text() for segment in named if not segment.side]
        if len(loose) > 1 and not names[_FROM]:
            names[_FROM] = loose.pop(0)
        if loose and not names[_TO]:
            names[_TO] = loose.pop(0)
        if loose and not names[_FROM]:
            names[_FROM] = loose.pop(0)
        for text in (*loose, *(name for name in names.values() if len(name) > MOST_NAME)):
            raise Refusal(f"I don't understand {quoted(text[:MOST_NAME])}; write a shot like this: {EXAMPLE}.")
        ignored = [segment for segment in segments if not segment.is_name]
        notes = tuple(NOT_COUNTED.format(quoted(s.text()[:MOST_NAME]), s.words[-1][:MOST_NAME]) for s in ignored)
        return (names[_FROM], names[_TO]), notes[:3]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
