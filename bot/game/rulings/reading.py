"""Reads a ruling's line, whatever the order of its parts.

The words behind "at", "vs" and the like are the target's, those behind "from" and "by" the shooter's, up to the next
comma or the next part of another sort. Elsewhere the book says whose words they are (`Usual.shooters`). Unknown words
are the name of the one they are about; those that begin with "behind", "in" and the like are no name and change
nothing. A weapon that only other books have is no name where another word can be, and a number of targets is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bot.game.rulings.errors import Missing
from bot.game.rulings.parts import ARTICLES, BURST, FEET, KILOMETERS, METERS, SPACES, THROW, YARDS, Lexicon, Part, Sort
from bot.game.rulings.ruling import NOT_COUNTED, Ruling
from bot.game.rulings.small_words import EMPTY, FROM, MANY, MARKERS, NO_NAMES, NUMBERS, REPEATS, THING, TO, is_plural
from bot.game.rulings.tokens import BREAK, Token, is_figure, tokens
from rules.engine.errors import Refusal, quoted
from rules.engine.naming import MOST_NAME
from rules.engine.orders import Burst, Fire, Throw
from rules.engine.usual import Usual, Words
from rules.words.phrases import counted, listed, several

MOST_CHARACTERS = 300
_MOST_CHOICES = 9
_INCHES = {YARDS: Fraction(36), FEET: Fraction(12), METERS: Fraction(10000, 254), KILOMETERS: Fraction(10_000_000, 254)}
_OTHERS = frozenset({Sort.RANGE, Sort.AIM, Sort.VERB, Sort.HOW})
"""Parts that are no targets."""
_NO_REASONS = frozenset({Sort.RANGE, Sort.AIM, Sort.VERB, Sort.WEAPON, Sort.CLASS})
"""Parts that end the words for what a modifier is."""
_MOST_AIM, _MOST_SPACES, _MOST_REASON, _MOST_COUNTED = 99, 100_000, 3, 3


def read(line: str, usual: Usual, space: str, *, range_needed: bool = True) -> Ruling:
    """Return the reading of a line. `space` is the book's unit of range.

    Raises Refusal for words that cannot be understood, and Missing if the weapon, or a range that is needed, is not
    given.
    """
    if len(line) > MOST_CHARACTERS:
        raise Refusal(f"A ruling has at most {MOST_CHARACTERS} characters, not {len(line):,}.")
    words = tokens(line)
    if not words:
        raise Refusal(f"Type a shot in one line, such as: {usual.example}.")
    return _Reader(usual, space, words).ruling(range_needed)


def range_of(text: str, usual: Usual, space: str) -> int:
    """Return the range in spaces that somebody types alone: "40m", "20 hexes", "20". Raises Refusal."""
    spaces, _ = _Reader(usual, space, tokens(text[:MOST_CHARACTERS])).range()
    if spaces is None:
        raise Refusal(f"{quoted(text[:MOST_NAME])} is not a range. Type a number of {several(space)}, such as 20.")
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
        self._foreign: list[_Segment] = []
        self._side, self._open = "", False
        self._last, self._joined = "", False  # the subject of the word before, and whether "and" follows it
        self._read(line)

    # --- from word to word

    def _read(self, line: Sequence[Token]) -> None:
        words = [token.word for token in line]
        figures = [NUMBERS.get(word, word) for word in words]
        at = 0
        while at < len(line):
            word = words[at]
            part = self._lexicon.part_at(words[at:]) or self._lexicon.part_at(figures[at:])
            if word[0] in "+-" and is_figure(word):
                at += self._modifier(words[at:])
            elif part is not None and part.sort is Sort.FOREIGN:
                behind = self._lexicon.part_at(words[at + part.length :])
                self._take_foreign(part, line[at : at + part.length], behind)
                at += part.length
            elif part is not None:
                self._take(part)
                at += part.length
            else:
                if not self._open:
                    self._check_one(figures[at], figures[at + 1 :], line[at:])
                self._unknown(line[at])
                at += 1

    def _check_one(self, word: str, behind: Sequence[str], line: Sequence[Token]) -> None:
        """Raise Refusal for a number of targets or shots: "2 guards", "both guards"."""
        if word in REPEATS:
            raise self._too_many(line[0].typed)
        count = is_figure(word) and Fraction(word) > 1
        if not behind or not (count or word in MANY):
            return
        run: list[str] = []
        for at, each in enumerate(behind[:_MOST_COUNTED]):
            part = self._lexicon.part_at(behind[at:])
            if each == BREAK or each in MARKERS or each in EMPTY or is_figure(each) or (part and part.sort in _OTHERS):
                break
            run.append(each)
        if behind[0] == "shots" or any(is_plural(each) for each in run) or (word in MANY and run):
            raise self._too_many(" ".join(token.typed for token in line[: 1 + max(1, len(run))]))

    def _too_many(self, text: str) -> Refusal:
        return Refusal(
            f"One shot at one target at a time, not {quoted(text)}."
            f" Type each shot by itself, such as: {self._usual.example}."
        )

    def _take_foreign(self, part: Part, words: Sequence[Token], behind: Part | None) -> None:
        segment = _Segment(self._side, True, [token.typed for token in words])
        if not part.key and behind and behind.sort is Sort.VERB and behind.key != BURST:
            # "Sniper shoots guard": a class that no book has as a weapon can be the shooter.
            segment.side = FROM
            self._segments.append(segment)
        else:
            self._foreign.append(segment)
        self._side, self._open = "", False
        self._last, self._joined = "", False

    def _take(self, part: Part) -> None:
        if part.sort is Sort.BARRED:
            raise Refusal(part.text)
        persons = self._usual.roles | self._usual.armed
        if self._joined and part.sort is Sort.FIGHTER and (part.key == self._last or part.key in persons):
            raise self._too_many(f"and {part.text}")
        self._joined = False
        self._last = part.key if part.sort is Sort.FIGHTER and (self._side == TO or part.key in persons) else ""
        self._parts[part.sort].append(part)
        self._open = False
        if part.sort is Sort.FIGHTER:
            self._fighters.append((self._side, part.key, part.text))
            # "From prone" is one part; "at an elite guard" may have several before the name.
            self._side = self._side if self._side == TO else ""
        else:
            self._side = THING if part.key == THROW else ""

    def _modifier(self, words: Sequence[str]) -> int:
        """Take a signed number and up to three words for what it is; return how many words that were."""
        reason: list[str] = []
        for at, word in enumerate(words[1 : _MOST_REASON + 1], 1):
            part = self._lexicon.part_at(words[at:])
            if word == BREAK or word in MARKERS or is_figure(word) or (part and part.sort in _NO_REASONS):
                break
            reason.append(word)
        self._mods.append(" ".join([words[0], *reason]))
        self._side, self._open = "", False
        return len(reason) + 1

    def _unknown(self, token: Token) -> None:
        word = token.word
        if word == BREAK:
            self._side, self._open = "", False
        elif word in MARKERS:
            self._side, self._open = MARKERS[word], False
        elif word == "and":
            self._joined, self._open = bool(self._last), False
        elif is_figure(word):
            if self._open:
                self._segments[-1].figure = word
            else:
                self._figures.append(word)
            self._side, self._open = "", False
        elif self._open and word not in (EMPTY | NO_NAMES) - {"of", *ARTICLES}:
            self._segments[-1].words.append(token.typed)
        elif word in EMPTY:
            self._open = False
        else:
            if self._joined and word not in NO_NAMES:
                raise self._too_many(f"and {token.typed}")
            self._joined = False
            self._last = "name" if word not in NO_NAMES else ""
            self._segments.append(_Segment(self._side, word not in NO_NAMES, [token.typed]))
            self._side, self._open = "", True

    # --- what it comes to

    def ruling(self, range_needed: bool) -> Ruling:
        if self._mods and self._usual.no_modifiers:
            raise Refusal(f"{self._usual.no_modifiers} Leave {self._mods[0]} out.")
        spaces, distance = self.range()
        shooter, target = self._sides()
        foreign = self._foreign_weapon({FROM: shooter, TO: target})
        names, ignored = self._names()
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
        ruling = self._armed(ruling, foreign)
        if self._usual.no_range and (distance or spaces is not None):
            unused = f"not counted: {distance or counted(spaces or 0, 'space')}. {self._usual.no_range}"
            ruling = replace(ruling, spaces=None, distance="", ignored=(*ignored, unused))
        arms = [ruling.weapon] if ruling.weapon else [text for _, text in ruling.shooter]
        near = self._usual.no_range or any(arm in self._usual.close for arm in arms)
        if spaces is None and distance and not near:
            raise self._range_missing(
                ruling, f"This book gives no length for a {self._space}. How many {several(self._space)} is {distance}?"
            )
        if spaces is None and range_needed and not near:
            raise self._range_missing(ruling, f"How far is {names[1] or 'the target'}?")
        return ruling

    def _foreign_weapon(self, known: Mapping[str, Words]) -> str:
        """Return the first weapon that the book does not have, "" for none; `known` is what is said of each side.

        Behind "at" or "by" such a word is a name if there is no other for that side.
        """
        things = [segment for segment in self._segments if segment.side == THING and segment.is_name]
        for segment in (*things, *self._foreign):
            side = "" if segment.side == THING else segment.side
            if not side or known[side] or any(one.side == side and one.is_name for one in self._segments):
                return segment.text()
            self._segments.append(segment)
        return ""

    def _armed(self, ruling: Ruling, foreign: str) -> Ruling:
        """Return the ruling with its weapon and the verb that fits it; `foreign` is a weapon that the book does not
        have.

        Raises Missing, Refusal for two weapons and for throws if the book has none.
        """
        throws = any(part.key == THROW for part in self._parts[Sort.VERB])
        if throws and self._usual.no_throws:
            raise Refusal(self._usual.no_throws)
        if foreign:
            raise self._not_here(foreign, ruling, throws)
        named = {part.names: part for part in (*self._parts[Sort.CLASS], *self._parts[Sort.WEAPON])}
        if self._parts[Sort.WEAPON]:
            # In "Uzi SMG" the class only says what it is.
            named = {part.names: part for part in self._parts[Sort.WEAPON]}
        if len(named) > 1:
            raise Refusal(f"Name one weapon, not {listed([names[0] for names in named], 'and')}.")
        part = next(iter(named.values()), None)
        if part is None:
            if not throws and any(key in self._usual.armed for key, _ in ruling.shooter):
                return self._with_verb(ruling)
            raise self._missing("Which weapon?", self._typical(throws), ruling)
        if len(part.names) > 1:
            raise self._missing(f"Which {part.text}?", [(name, name) for name in part.names], ruling)
        [weapon] = part.names
        typical_of = part.text if part.sort is Sort.CLASS else ""
        return self._with_verb(replace(ruling, weapon=weapon, typical=typical_of))

    def _not_here(self, foreign: str, ruling: Ruling, thrown: bool) -> Missing:
        bearer = next((text for key, text in ruling.shooter if key in self._usual.armed), "")
        has = [name for name in self._usual.carried.get(bearer, ()) if not thrown or name in self._usual.thrown]
        if has:
            question = f"{_capital(bearer)}'s card has no {quoted(foreign)}. It has {listed(has, 'and')}. Which weapon?"
            return self._missing(question, [(name, name) for name in has], ruling)
        return self._missing(f"This rulebook has no {quoted(foreign)}. Which weapon?", self._typical(thrown), ruling)

    def _typical(self, thrown: bool) -> list[tuple[str, str]]:
        """Return the typical weapon of each class, behind the first word for it."""
        typical: dict[str, str] = {}
        for phrase, name in self._usual.classes.items():
            if not thrown or name in self._usual.thrown:
                typical.setdefault(name, _capital(phrase))
        return [(phrase, name) for name, phrase in typical.items()]

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
            unused = [segment.text() for segment in self._segments if not segment.is_name]
            choices.append((label, ", ".join([armed.written(self._usual, self._space), *unused])))
        return Missing(question, choices, ruling.written(self._usual, self._space))

    def _range_missing(self, ruling: Ruling, question: str) -> Missing:
        choices = []
        for spaces in self._usual.ranges:
            meters = f" ({round(spaces * self._usual.yards * 0.9144)} m)" if self._usual.yards else ""
            line = replace(ruling, spaces=spaces, distance="").written(self._usual, self._space)
            choices.append((counted(spaces, self._space) + meters, line))
        return Missing(question, choices, ruling.written(self._usual, self._space))

    def range(self) -> tuple[int | None, str]:
        """Return the range in spaces, None if it is not known, and the length that was typed."""
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
            raise Refusal(f"Give one range, not {lengths}.")
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
            raise Refusal(f"Give one aim, not {listed(aims, 'and')}.")
        if not aims[0].isdecimal() or int(aims[0]) > _MOST_AIM:
            raise Refusal(f"Aim is a whole number up to {_MOST_AIM}, not {aims[0][:20]}.")
        return int(aims[0])

    def _sides(self) -> tuple[Words, Words]:
        """Return the words about the shooter and about the target."""
        roles = self._usual.roles
        marked = {key for side, key, _ in self._fighters if side == TO}
        unmarked = [key for side, key, _ in self._fighters if not side and key in roles]
        shooter: list[tuple[str, str]] = []
        target: list[tuple[str, str]] = []
        for side, key, text in self._fighters:
            if not side and key in roles:
                # "Marine at bug" has a shooter, "rifle, bug" a target; of two, the first is the shooter.
                second = len(unmarked) > 1 and any(known == key for known, _ in shooter)
                side = TO if second or (key not in marked and len(unmarked) == 1) else FROM
            of_shooter = side == FROM or (not side and key in self._usual.shooters)
            (shooter if of_shooter else target).append((key, text))
        return tuple(shooter), tuple(target)

    def _names(self) -> tuple[tuple[str, str], tuple[str, ...]]:
        """Return the names of shooter and target, and what is not counted.

        Raises Refusal for too many unknown words.
        """
        segments = [segment for segment in self._segments if any(sign.isalnum() for sign in segment.text())]
        named = [segment for segment in segments if segment.is_name]
        names = {side: " ".join(s.text() for s in named if s.side == side) for side in (FROM, TO)}
        loose = [segment.text() for segment in named if not segment.side]
        if len(loose) > 1 and not names[FROM]:
            names[FROM] = loose.pop(0)
        if loose and not names[TO]:
            names[TO] = loose.pop(0)
        if loose and not names[FROM]:
            names[FROM] = loose.pop(0)
        for text in (*loose, *(name for name in names.values() if len(name) > MOST_NAME)):
            raise Refusal(
                f"I don't understand {quoted(text[:MOST_NAME])}; write a shot like this: {self._usual.example}."
            )
        ignored = [segment for segment in segments if not segment.is_name]
        notes = tuple(NOT_COUNTED.format(quoted(s.text()[:MOST_NAME]), s.words[-1][:MOST_NAME]) for s in ignored)
        return (names[FROM], names[TO]), notes[:3]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
