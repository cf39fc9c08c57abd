"""A ruling as its line was understood, and the request that it becomes."""

from __future__ import annotations

from dataclasses import replace

from bot.game.requests import AttackRequest
from bot.game.rulings.words.lexicon import Lexicon
from bot.game.rulings.words.small_words import ARTICLES, POSSESSIVES
from rules.engine.books.ruling_vocabulary import LeftOut, Vocabulary, Words
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Attack, Burst, Fire
from rules.words.patterns import regex
from rules.words.phrases import counted
from rules.words.sheet import words_of

NOT_COUNTED = ", not counted: "
"""Before the end of a written line that lists what is not counted."""
LEFT_OUT = regex(r"(?i)[,.;\s]*\bnot counted:?\s+(?P<words>.*)$")
"""The end of a line that lists what is not counted."""
LEFT_OUT_FIRST = regex(r"(?i)^\s*not counted: (?P<words>.*?)\. (?=\S)")
"""The beginning of a suggestion that lists it."""


@dataclass(frozen=True, slots=True)
class RulingRequest(AttackRequest):
    """An attack as a quick ruling whose answer begins with its chance.

    `line` says what was understood, `left_out` what is not counted, `granted` are clauses on what was taken for
    granted, `changes` are what its buttons change.
    """

    line: str = ""
    left_out: tuple[LeftOut, ...] = ()
    granted: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A line's meaning, in the words of the book.

    `weapon` is a full name, "" for what the shooter's words bring along. `shooter` and `target` describe them, `names`
    name them. `spaces` is the range, `distance` the length that was typed for it. `left_out` are the words that are
    not counted. `assumed` are clauses on what the line leaves open.
    """

    weapon: str
    verb: type[Attack] = Fire
    shooter: Words = ()
    target: Words = ()
    names: tuple[str, str] = ("", "")
    aim: int | None = None
    spaces: int | None = None
    how: tuple[str, ...] = ()
    mods: tuple[str, ...] = ()
    distance: str = ""
    left_out: tuple[LeftOut, ...] = ()
    typical: str = ""
    assumed: tuple[str, ...] = ()

    def written(self, vocabulary: Vocabulary, space: str, *, whole: bool = True) -> str:
        """Return the line in the words of the book; `space` is its unit of range. Read again, it says the same.

        `whole`: with what is not counted.
        """
        lexicon = Lexicon(vocabulary)
        shooter, target = (name if not name or lexicon.needs_no_quotes(name) else f'"{name}"' for name in self.names)
        neutral = vocabulary.roles
        beside = [text for key, text in self.target if key in vocabulary.shooters | neutral | vocabulary.postures]
        aimed_at = " ".join([*beside, *([target] if target else [])])
        parts = [
            self.weapon,
            f"by {shooter}" if shooter else "",
            *(text if key in vocabulary.shooters - neutral else f"from {text}" for key, text in self.shooter),
            "burst" if self.verb is Burst and not any("burst" in word or "auto" in word for word in self.how) else "",
            f"at {aimed_at}" if aimed_at else "",
            *(text for key, text in self.target if key not in vocabulary.shooters | neutral | vocabulary.postures),
            counted(self.spaces, space) if self.spaces is not None else self.distance,
            f"aim {self.aim}" if self.aim is not None else "",
            *self.how,
            *self.mods,
        ]
        line = ", ".join(part for part in parts if part)
        if whole and self.left_out:
            line += f"{NOT_COUNTED}{' / '.join(one.words for one in self.left_out)}"
        return line

    def request(self, vocabulary: Vocabulary, space: str) -> RulingRequest:
        """Return the request that it means. Raises Refusal if nobody has such a weapon."""
        shooter, target = vocabulary.shooter(self.weapon, self.shooter), vocabulary.target(self.target)
        distance = f"{self.distance} = {counted(self.spaces, space)}" if self.distance and self.spaces else ""
        aim, usual_aim = (self.aim, "") if self.aim is not None else (vocabulary.aim, vocabulary.aim_granted)
        granted = [
            f"{self.typical} = {self.weapon}" if self.typical else "",
            *self.assumed,
            shooter.granted,
            target.granted,
            usual_aim,
            distance,
        ]
        return RulingRequest(
            verb=self.verb,
            target=target.line,
            aim=aim,
            range=self.spaces,
            how=", ".join(self.how),
            mod=", ".join(self.mods),
            who=shooter.line,
            names=self.names,
            line=self.written(vocabulary, space, whole=False),
            left_out=self.left_out,
            granted=tuple(clause for clause in granted if clause),
            changes=self._changes(vocabulary),
        )

    def changed(self, change: str) -> Ruling:
        """Return the ruling with one of its `changes`, or with "range 20"."""
        word, _, figure = change.partition(" ")
        if word == "aim":
            return replace(self, aim=int(figure))
        if word == "range":
            return replace(self, spaces=int(figure), distance="")
        how = tuple(text for text in self.how if "burst" not in text and "auto" not in text)
        return replace(self, verb=Burst if word == "burst" else Fire, how=how)

    def _changes(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Return the changes that buttons offer."""
        counts = [
            f"{COUNT} {words}"
            for one in self.left_out
            for words in one.counts
            if self.aim is None or not words.startswith("aim ")
        ]
        aims = [f"aim {aim}" for aim in vocabulary.aims]
        bursts = self.weapon in vocabulary.automatic
        verbs = ["fire" if self.verb is Burst else "burst"] if bursts and self.verb in (Fire, Burst) else []
        ranges = [] if vocabulary.no_range or self.spaces is None else ["range"]
        return (*counts, *aims, *verbs, *ranges)


COUNT = "count"
"""The change that counts words of the book for what was not counted: "count looking over cover"."""


def taken_as(typed: str, text: str) -> str:
    """Return everyday words and the book's, without those that both begin with: "wall = interior plaster wall"."""
    everyday, book = bare(typed), words_of(text)
    same = next((at for at, (one, two) in enumerate(zip(everyday, book, strict=False)) if one != two), 0)
    return f"{' '.join(everyday[same:])} = {' '.join(book[same:])}"


def bare(words: str) -> list[str]:
    """Return words without articles and possessives."""
    return [word for word in words_of(words) if word not in ARTICLES | POSSESSIVES]
