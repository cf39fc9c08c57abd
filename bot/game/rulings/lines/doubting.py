"""A reading that may be another one is asked about before it is ruled on.

A line can name others than its shooter and its target, and can tell in unknown words what they do. The part that is
not counted may then be the one that matters:

- an unknown word as the shooter, where no name is expected: "pop a shot at the sentry";
- somebody who neither shoots nor is shot at: "but Dave is between us";
- a target before "fires", where the line names no other shooter: "the sniper waits a while, then fires";
- "shoots them" where both are named;
- a line in none of the patterns that are `certain`: the likely reading is asked about, with the others as buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.game.rulings.lines.certain import is_certain, of_one_skill, other_readings
from bot.game.rulings.lines.errors import Missing
from bot.game.rulings.lines.ruling import Ruling
from bot.game.rulings.who.phrases import follows
from bot.game.rulings.who.roles import Roles
from bot.game.rulings.words.persons import is_called, person
from bot.game.rulings.words.situations import ONE_SHOT
from bot.game.rulings.words.small_words import (
    ARTICLES,
    OBJECTS,
    STRIKES,
    TERMS,
    THING,
    TO,
    is_plural,
)
from bot.game.rulings.words.spans import Sort, Span
from bot.game.rulings.words.spellings import known_arms, spellings
from bot.game.rulings.words.verbs import is_deed
from rules.engine.books.ruling_vocabulary import LeftOut, Vocabulary
from rules.engine.records.errors import quoted
from rules.words.patterns import regex
from rules.words.sheet import words_of

_SOMEBODY = frozenset({Sort.NAME, Sort.KNOWN, Sort.PERSON})
_NO_SUBJECTS = ARTICLES | {"then"}
"""Words behind which the first word is no name: "pop a shot", "roll stealth, then shoot"."""
_ASKS = frozenset({"can", "could", "will", "would", "does", "did", "should", "if", "has", "may"})
_ROLLS = frozenset({"roll", "rolls", "make", "makes"})
_SKILLS = frozenset({"gun", "weapon", "range"})
"""The first words of other games' skills: "Gun Combat 2"."""
_TERMS = TERMS | {"skill", "check", "save", "test", "bonus"}
_ABBREVIATION = regex(r"[A-Z]{2,4}")
_NOTHING = Span(Sort.EMPTY, 0, "")
_PAST = frozenset({"took", "threw"})
_SUBJECTS = frozenset({"he", "she", "they"})
_BY = frozenset({"by", "from", "shooter", "attacker", "firer"})
_ON = frozenset({"on", "onto", "upon"})
_MOST_BESIDE = 3
"""Words from "my" to the person who is mine: "my wounded old sergeant"."""
_NEAR = frozenset({"nearest", "closest", "side", "like"})


def check_doubts(
    ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary, space: str, *, is_again: bool
) -> None:
    """Raise Missing if a reading may be another one; its answers are the readings.

    `is_again`: the line is the answer to such a question.
    """
    asked = _Asking(ruling, spans, roles, vocabulary, space)
    asked.check_name()
    asked.check_subject()
    asked.check_rolled()
    asked.check_user()
    asked.check_thing()
    asked.check_left_out()
    asked.check_deeds()
    asked.check_aside()
    asked.check_pronoun()
    asked.check_weapon_as_name()
    asked.check_described_target()
    if not is_again:
        asked.check_certain()


class _Asking:
    def __init__(self, ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary, space: str) -> None:
        self._ruling, self._spans, self._roles = ruling, spans, roles
        self._vocabulary, self._space = vocabulary, space
        self._left_out = frozenset(place for at, words in roles.left_out for place in self._places(at, words))

    def _places(self, at: int, words: str) -> Iterator[int]:
        """Yield the places of the spans that are left out in one piece."""
        rest = words.casefold().split()
        for place in range(at, len(self._spans)):
            typed = self._spans[place].typed.casefold().split()
            if typed and rest[: len(typed)] != typed:
                return
            yield place
            rest = rest[len(typed) :]
            if not rest:
                return

    def check_name(self) -> None:
        """Ask whether an unknown word is the shooter's name, unless only a name can be at its place."""
        name, target = self._ruling.names
        words = name.split()[:1]
        at = next((at for at, span in enumerate(self._spans) if [span.typed] == words and self._is_unsure(at)), None)
        if at is None:
            return
        self._ask_name(f"Is {quoted(name)} the shooter's name?", name, ("", target))

    def check_subject(self) -> None:
        """Ask whether somebody shoots who does something else, if the line has no verb for a shot: "Newt hides behind
        Hicks, alien 3 squares, rifle".
        """
        name, target = self._ruling.names
        if not name or any(is_deed(span) or follows(TO, span) for span in self._spans):
            return
        for span, behind in pairwise(self._spans):
            is_verb = behind.sort in (Sort.WORD, Sort.SITUATION) and behind.typed.islower()
            if span.typed == name and is_verb and is_plural(behind.typed.split()[0]) and not span.own:
                self._ask_name(f"Does {name} shoot?", name, ("", target))

    def check_user(self) -> None:
        """Ask who shoots if somebody else does, and the user speaks of "my" weapon: "my beretta, guy popped out"."""
        shooter, target = self._roles.shooter, self._roles.target
        if not shooter.named or shooter.is_user or target.is_user or target.named:
            return
        words = {*shooter.call.split(), *self._ruling.names[0].split()}
        named = [at for at, span in enumerate(self._spans) if span.typed in words]
        for at, span in enumerate(self._spans):
            at_target = follows(TO, self._before(at)) or is_deed(self._before(at))
            beside = any(at < place <= at + _MOST_BESIDE for place in named)
            mine = span.typed.casefold() == "my" and not (beside or at_target)
            if mine or (span.sort is Sort.MINE and span.text == "i" and at not in named):
                self._ask_which(self._ruling.names[0] or shooter.call, now_shoots=True)

    def _ask_which(self, call: str, *, now_shoots: bool) -> None:
        """Ask whether somebody shoots or is the target; `now_shoots` as the line was read."""
        one, other = self._ruling.names
        turned = replace(self._ruling, names=(other, one))
        if not any(key in self._vocabulary.no_shooters for key, _ in self._ruling.target):
            turned = replace(turned, shooter=self._ruling.target, target=self._ruling.shooter)
        shoots, is_target = (self._ruling, turned) if now_shoots else (turned, self._ruling)
        question = f"Does {call} shoot, or is {call} the target?"
        self._ask(question, (f"{call} shoots", shoots), (f"{call} is the target", is_target))

    def check_thing(self) -> None:
        """Ask whether an unknown word behind "on" is the target, if there are others, and one in -ing behind "target":
        "rolled a 1 on the die", "tgt runing".
        """
        shooter, name = self._ruling.names
        for at, span in enumerate(self._spans):
            before = self._before(at)
            role_word = before.text if before is not None and before.sort is Sort.ROLE else ""
            unsure = (role_word in _ON and self._left_out) or (role_word == "target" and span.typed.endswith("ing"))
            if unsure and span.sort is Sort.WORD and span.typed == name:
                self._ask_name(f"Is {quoted(name)} the target?", name, (shooter, ""))

    def _is_unsure(self, at: int) -> bool:
        """Return whether a word may be no name: an unknown one where none is expected, a name behind "for", and one
        that continues other words with a capital ("Gun Combat 2").
        """
        span, before = self._spans[at], self._spans[at - 1] if at else None
        if span.sort is Sort.WORD:
            return not self._is_subject(at)
        if span.sort is not Sort.NAME or before is None:
            return False
        role_word = self._before(at)
        behind = next(iter(self._spans[at + 1 :]), None)
        if role_word is not None and role_word.sort is Sort.ROLE and role_word.text == "for":
            return behind is None or behind.text != "to"
        return before.typed.istitle() and before.typed.casefold() in _SKILLS

    def check_rolled(self) -> None:
        """Ask whether a word of a game is the target: "I roll Perception, then headshot with the Dragunov", "Marksman
        edge", "tgt LOC".
        """
        shooter, name = self._ruling.names
        padded = [_NOTHING, *self._spans, _NOTHING]
        for before, span, behind in zip(padded, padded[1:], padded[2:], strict=False):
            is_term = before.typed.casefold() in _ROLLS or behind.typed.casefold() in _TERMS
            is_term = is_term or (before.text == "target" and bool(_ABBREVIATION.fullmatch(span.typed)))
            if is_term and span.sort in (Sort.NAME, Sort.PERSON) and span.typed == name:
                self._ask_name(f"Is {quoted(name)} the target's name?", name, (shooter, ""))

    def _is_subject(self, at: int) -> bool:
        """Return whether a word stands before "fires", behind "by", or first in the line with something behind it."""
        before = self._before(at)
        if before is not None and before.text in _BY:
            return True
        behind = self._spans[at + 1] if at + 1 < len(self._spans) else None
        if self._is_done(behind) or self._spans[at].own:
            return True
        if behind is not None and behind.text == "shoot" and is_called(self._spans[at].typed):
            # "Yuki shoot the guard".
            return True
        if at and self._spans[at - 1].typed.casefold() in _ASKS:
            return True
        if follows(THING, behind):
            return before is None or before.sort is Sort.BREAK
        no_subject = behind is None or behind.sort is Sort.VERB or behind.typed.casefold() in _NO_SUBJECTS
        return before is None and not no_subject

    def check_left_out(self) -> None:
        """Ask who somebody is who neither shoots nor is shot at."""
        for at in sorted(self._left_out):
            span = self._spans[at]
            somebody = (
                (span.sort in _SOMEBODY and not _is_speech(span))
                or (span.own and span.sort is not Sort.MINE)
                or self._begins(at)
            )
            if not somebody or self._is_beside(at) or span.typed in self._ruling.names:
                continue
            who, (shooter, target) = span.typed, self._ruling.names
            left_out = self._without(who)
            answers = [(f"Leave {who} out", self._ruling)]
            for does, words, names in (
                ("is the target", self._ruling.target, (shooter, who)),
                ("shoots", self._ruling.shooter, (who, target)),
            ):
                other = next(iter({shooter, target} - {*names, ""}), "")
                if not (other and any(key in self._vocabulary.figures for key, _ in words)):
                    dropped = (*left_out, *([LeftOut(other)] if other else []))
                    answers.insert(0, (f"{who} {does}", replace(self._ruling, names=names, left_out=dropped)))
            self._ask(f"Who is {who}?", *answers)

    def _without(self, who: str) -> tuple[LeftOut, ...]:
        """Return what is not counted without somebody."""
        rest = (
            replace(one, words=" ".join(word for word in one.words.split() if word not in who.split()))
            for one in self._ruling.left_out
        )
        return tuple(one for one in rest if one.words)

    def _begins(self, at: int) -> bool:
        """Return whether the first word is somebody who does something: "Trent draws a bead on the guard"."""
        behind = next((one for one in self._spans[at + 1 :] if one.sort is not Sort.EMPTY), None)
        if at or not self._spans[at].typed.istitle() or behind is None:
            return False
        is_unknown = behind.sort in (Sort.WORD, Sort.SITUATION)
        return behind.sort is Sort.FIGHTER or (is_unknown and is_plural(behind.typed.split()[0]))

    def _is_beside(self, at: int) -> bool:
        """Return whether somebody is where somebody else is ("next to Trent"), is excluded ("instead of
        Trent"), or what the book's fighter beside them is ("alien warrior").
        """
        before = self._before(at)
        near = [before, self._spans[at + 1] if at + 1 < len(self._spans) else None]
        if self._spans[at].sort is Sort.PERSON and any(one and one.sort is Sort.FIGHTER for one in near):
            return True
        start = at
        while start - 1 in self._left_out and self._spans[start].sort is not Sort.OUTSIDE:
            start -= 1
        if self._spans[start].sort is Sort.OUTSIDE:
            return True
        places = (Sort.ROLE, Sort.NOT, Sort.SITUATION)
        if at and self._spans[at - 1].typed.casefold().split()[:1] == ["instead"]:
            return True
        return before is not None and (before.sort in places or before.text in _NEAR)

    def check_deeds(self) -> None:
        """Ask who shoots if only the target is before "fires", or if it is unclear which of two shoots "them"."""
        shooter, target = self._roles.shooter, self._roles.target
        if shooter.is_user or target.is_user or not target.named:
            return
        if shooter.named:
            doubtful = any(
                is_deed(self._before(at)) and span.typed.casefold() in OBJECTS for at, span in enumerate(self._spans)
            )
        else:
            doubtful = self._may_fire()
        if doubtful:
            self._ask_which(self._ruling.names[1] or target.call or "the target", now_shoots=False)

    def check_pronoun(self) -> None:
        """Ask who shoots if somebody else has the weapon, "she has an Uzi, I stand in the open", or if "she" shoots
        where two are named before that.
        """
        shooter, target = self._roles.shooter, self._roles.target
        for at, span in enumerate(self._spans):
            if span.typed.casefold() not in _SUBJECTS:
                continue
            behind = [one for one in self._spans[at + 1 :] if one.text not in ARTICLES]
            has_arm = [one.typed.casefold() for one in behind[:1]] == ["has"] and any(one.names for one in behind[1:2])
            if has_arm and (shooter.is_user or not shooter.named) and not target.is_user and not self._user_fires():
                turned = replace(self._ruling, shooter=self._ruling.target, target=self._ruling.shooter)
                turned = replace(turned, names=(self._ruling.names[1], ""))
                self._ask("Who shoots?", ("I do", self._ruling), (f"{span.typed.capitalize()} does", turned))
            if at and shooter.name and self._spans[at - 1].typed and shooter.name.endswith(self._spans[at - 1].typed):
                # The pronoun repeats the name.
                continue
            first = is_deed(next(iter(behind), None)) and not any(is_deed(one) for one in self._spans[:at])
            if first and shooter.named and target.named and not any(follows(TO, one) for one in self._spans):
                self._ask_which(self._ruling.names[1] or target.call, now_shoots=False)

    def check_described_target(self) -> None:
        """Ask who shoots if "target" is described and somebody else named: "target walking, gunner prone"."""
        name = self._ruling.names[1]
        at = next((at for at, span in enumerate(self._spans) if name and span.typed == name), None)
        while at and self._spans[at - 1].sort in (Sort.FIGHTER, Sort.EMPTY):
            # "At the prone gunner".
            at -= 1
        before = None if at is None else self._before(at)
        if at is None or self._roles.shooter.named or self._roles.shooter.is_user:
            return
        marked = before is not None and (before.sort in (Sort.ROLE, Sort.OUTSIDE) or is_deed(before))
        described = any(span.typed.casefold().split()[:1] == ["target"] for span in self._spans if span.typed)
        if described and not marked:
            self._ask_which(name, now_shoots=False)

    def check_weapon_as_name(self) -> None:
        """Ask whether a weapon is the target's name: "M16 vs AK47, who hits"."""
        shooter, name = self._ruling.names
        arms = known_arms(self._vocabulary)
        if person(words_of(name))[1]:
            return
        if name and any(spelled in arms for spelled in spellings(" ".join(words_of(name)))) and self._ruling.weapon:
            role_word = next((self._before(at) for at, span in enumerate(self._spans) if span.typed == name), None)
            if role_word is not None and role_word.text in ("vs", "versus", "v"):
                self._ask_name(f"Is {quoted(name)} the target's name?", name, (shooter, ""))

    def _user_fires(self) -> bool:
        """Return whether "I" stands before what is done with a weapon."""
        return any(one.sort is Sort.MINE and is_deed(two) for one, two in pairwise(self._spans))

    def check_aside(self) -> None:
        """Ask whether a name is the target's where something is said of it that is not counted: "Newt is screaming"."""
        shooter, name = self._ruling.names
        for at, span in enumerate(self._spans):
            if span.sort is not Sort.NAME or span.typed != name:
                continue
            before = self._before(at)
            marked = before is not None and (before.sort is Sort.ROLE or is_deed(before))
            behind = next((place for place in range(at + 1, len(self._spans)) if not self._is_empty(place)), 0)
            described = behind in self._left_out and any(one.text == "is" for one in self._spans[at:behind])
            if self._is_jumped_at(at) or (not marked and (described or self._is_elsewhere())):
                self._ask_name(f"Is {quoted(name)} the target?", name, (shooter, ""))

    def _is_jumped_at(self, at: int) -> bool:
        """Return whether the words before somebody are a deed that is no shot: "the alien jumps on Frost"."""
        words = [one for one in self._spans[:at] if one.sort is not Sort.EMPTY]
        if len(words) < len(("deed", "marker")) or not follows(TO, words[-1]) or is_deed(words[-2]):
            return False
        deed = words[-2]
        is_verb = deed.sort is Sort.WORD or (deed.situation is not None and deed.situation.hint == ONE_SHOT)
        return is_verb and deed.typed.islower() and is_plural(deed.typed.split()[0])

    def _is_elsewhere(self) -> bool:
        """Return whether the line has "at target", so that a name elsewhere may be nobody's."""
        return any(one.text == "at" and two.text == "target" for one, two in pairwise(self._spans))

    def _is_empty(self, at: int) -> bool:
        return self._spans[at].sort is Sort.EMPTY

    def check_certain(self) -> None:
        """Ask whether the shot is right if the line is in no certain pattern; its other readings are buttons."""
        if is_certain(self._ruling, self._spans, self._roles, self._vocabulary):
            return
        if skills := [*of_one_skill(self._ruling)]:
            self._ask("Only one of these is the shooter's. Which one?", *skills, understood="")
        line = self._ruling.written(self._vocabulary, self._space, whole=False)
        why = "I understand only part of that." if self._ruling.left_out else "I may misread that."
        others = other_readings(self._ruling, self._spans, self._roles, self._vocabulary)
        try:
            self._ask(f"{why} Is this the shot: {line}?", ("Yes", self._ruling), *others, understood="")
        except Missing as missing:
            missing.reading = self._ruling
            raise

    def _may_fire(self) -> bool:
        """Return whether somebody "fires", and the target stands before that unmarked."""
        for at, span in enumerate(self._spans):
            before = self._before(at)
            marked = before is not None and (before.sort in (Sort.ROLE, Sort.OUTSIDE) or is_deed(before))
            somebody = (span.sort in _SOMEBODY and not _is_speech(span)) or (
                span.sort is Sort.FIGHTER and span.key in self._vocabulary.figures
            )
            if somebody and not marked:
                return any(self._is_done(one) for one in self._spans[at + 1 :])
        return False

    @staticmethod
    def _is_done(span: Span | None) -> bool:
        """Return whether somebody else than the user does it: "fires", but not "fire"."""
        if span is None or not span.typed:
            return False
        word = span.typed.casefold().removeprefix("and ").split()[0]
        return word in STRIKES or (is_deed(span) and (word in _PAST or word.endswith(("s", "ed"))))

    def _before(self, at: int) -> Span | None:
        before = (one for one in reversed(self._spans[:at]) if one.sort is not Sort.EMPTY)
        return next(before, None)

    def _ask_name(self, question: str, name: str, others: tuple[str, str]) -> None:
        """Ask whether a word is a name; if not, it is not counted, and the names are the others."""
        without = replace(self._ruling, names=others, left_out=(LeftOut(name), *self._ruling.left_out))
        self._ask(question, (f"Yes: {name}", self._ruling), ("No", without), understood=without)

    def _ask(self, question: str, *answers: tuple[str, Ruling], understood: Ruling | str | None = None) -> None:
        choices = [(label, ruling.written(self._vocabulary, self._space)) for label, ruling in answers]
        known = self._ruling if understood is None else understood
        sure = known if isinstance(known, str) else known.written(self._vocabulary, self._space, whole=False)
        raise Missing(question, choices, sure, self._ruling.left_out)


def _is_speech(span: Span) -> bool:
    """Return whether words in quotation marks are a sentence: "Don't think, shoot!"."""
    return bool({*span.typed} & {*",.!?;"})
