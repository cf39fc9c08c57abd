"""Reads a ruling's line, whatever the order of its parts.

Each word has exactly one role:

- the weapon; the range; the aim; a verb; words of `how:`; a modifier, a sign with its reason;
- the shooter or the target: a name, a word for a person, or words of a sheet line (`roles` has the grammar);
- small words without effect, such as "the", "please" and "to";
- or it is not counted, and the answer says so before anything else.

Nothing that is not understood becomes a weapon, a name, a number or a unit. If it could change who shoots,
who is hit, how far it is, or with what, the bot asks: `Missing` has a line for each answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from itertools import pairwise, repeat

from bot.game.rulings.lines.alternatives import whose, with_aim, with_arm
from bot.game.rulings.lines.arming import armed, check_one_mode, not_here, typical
from bot.game.rulings.lines.doubting import check_doubts
from bot.game.rulings.lines.errors import WHICH_ONE, WHICH_WEAPON, Missing, Reread
from bot.game.rulings.lines.foreign import foreign_weapon
from bot.game.rulings.lines.jottings import in_order
from bot.game.rulings.lines.naming import with_agents, with_bystanders, with_subjects
from bot.game.rulings.lines.preparing import (
    with_counts,
    with_deeds,
    with_from_to,
    with_numbered_targets,
    with_places,
    with_rapid_shots,
    with_shooters,
    with_target_states,
    with_things,
    without_address,
    without_modifiers,
    without_negated,
    without_owned,
)
from bot.game.rulings.lines.ranging import OddUnit, check_one_range, range_in, with_ways, without_nearness
from bot.game.rulings.lines.ruling import LEFT_OUT, LEFT_OUT_FIRST, Ruling, bare, taken_as
from bot.game.rulings.lines.weapons import with_weapons
from bot.game.rulings.questions import compares, corrected, corrects_itself, is_about_rules, is_foreign, readable
from bot.game.rulings.who.counting import TooMany, check_order, check_words
from bot.game.rulings.who.places import NEITHER, TARGET
from bot.game.rulings.who.pronouns import with_both, with_pronouns, without_goals
from bot.game.rulings.who.role import Doubt
from bot.game.rulings.who.roles import Roles
from bot.game.rulings.words.elsewhere import class_of
from bot.game.rulings.words.lengths import SPACES
from bot.game.rulings.words.lexicon import Lexicon
from bot.game.rulings.words.situations import MOST_COUNTS, situation
from bot.game.rulings.words.spans import THROW, TIMED, Sort, Span
from bot.game.rulings.words.typed_words import typed_words
from rules.engine.books.player_names import MOST_NAME
from rules.engine.books.ruling_vocabulary import LeftOut, Vocabulary
from rules.engine.records.errors import Refusal, quoted
from rules.engine.records.orders import Burst
from rules.words.phrases import counted, listed, several
from rules.words.sheet import words_of

MOST_CHARACTERS = 300
_MOST_WORDS = MOST_CHARACTERS // 2
"""A sign can be a word of its own, or several: "@", "ﷺ"."""
_AIMING = "aiming"
"""An aim that counts only with a number."""
_MOST_AIM = 99
_MOST_RANGES = 5
"""Buttons of one row."""
_MOST_READINGS = 16
"""Readings of a line for the answers to its question: each takes a millisecond or two."""


def read(
    line: str, vocabulary: Vocabulary, space: str, *, range_needed: bool = True, fighters: Sequence[str] = ()
) -> Ruling:
    """Return the reading of a line. `space` is the book's unit of range, `fighters` are the names of the encounter's
    fighters that the user knows.

    Raises Refusal for words that cannot be understood, and Missing for what has to be asked: the weapon, a range that
    is needed, and what has two readings.
    """
    if len(line) > MOST_CHARACTERS:
        raise Refusal(f"A ruling has at most {MOST_CHARACTERS} characters, not {len(line):,}.")
    before: tuple[str, ...] = ()
    if listed_first := LEFT_OUT_FIRST.match(line):
        before, line = tuple(listed_first["words"].split("; ")), line[listed_first.end() :]
    if listed_last := LEFT_OUT.search(line):
        before = (*before, *filter(None, listed_last["words"].split(" / ")))
        line = line[: listed_last.start()]
    words = typed_words(in_order(line))
    if not words:
        raise Refusal(f"Type a shot in one line, such as: {vocabulary.example}.")
    if len(words) > _MOST_WORDS:
        raise Refusal(f"A ruling has at most {_MOST_WORDS} words and signs, not {len(words):,}.")
    if is_about_rules(line):
        others = "/odds compares weapons" if compares(line) else "/help answers questions about the rules"
        raise Refusal(f"A ruling is one shot, such as: {vocabulary.example}. {others}.")
    if corrects_itself(line):
        raise _corrected(line, vocabulary, space, range_needed, fighters)
    lexicon = Lexicon(vocabulary, fighters)
    try:
        return _Reader(lexicon, vocabulary, space, lexicon.spans(words), before).ruling(range_needed)
    except Missing as missing:
        if is_foreign(line, is_read=missing.reading is not None):
            raise Refusal(f"I read only English. Type a shot such as: {vocabulary.example}.") from None
        raise


def _corrected(line: str, vocabulary: Vocabulary, space: str, range_needed: bool, fighters: Sequence[str]) -> Exception:
    """Return the question whether a line that corrects itself is read right, or the Refusal if it cannot be read."""
    for mended in corrected(line):
        try:
            ruling = read(mended, vocabulary, space, range_needed=range_needed, fighters=fighters)
        except (Missing, Refusal):
            continue
        shot, choices = ruling.written(vocabulary, space, whole=False), [("Yes", ruling.written(vocabulary, space))]
        missing = Missing(f"The line corrects itself. Is this the shot: {shot}?", choices, "", ruling.left_out)
        missing.reading = ruling
        return missing
    return Refusal(f"The line corrects itself. Type the shot once, as it counts, such as: {vocabulary.example}.")


def read_partly(line: str, vocabulary: Vocabulary, space: str, fighters: Sequence[str] = ()) -> Ruling:
    """Return what can be read of a line that `read` refuses or asks about: its parts, without those in doubt."""
    line = line[:MOST_CHARACTERS]
    readings = [_partly(one, vocabulary, space, fighters) for one in readable(line)]
    return max(
        readings,
        key=lambda one: bool(one.weapon) + bool(one.spaces or one.distance) + sum(map(bool, one.names)),
        default=Ruling(""),
    )


def _partly(line: str, vocabulary: Vocabulary, space: str, fighters: Sequence[str]) -> Ruling:
    lexicon = Lexicon(vocabulary, fighters)
    spans = lexicon.spans(typed_words(in_order(line))[:_MOST_WORDS])
    try:
        reader = _Reader(lexicon, vocabulary, space, spans, ())
    except (Missing, Refusal):
        return Ruling("")
    return reader.partly()


class _Reader:
    def __init__(
        self, lexicon: Lexicon, vocabulary: Vocabulary, space: str, spans: Sequence[Span], left_out: tuple[str, ...]
    ) -> None:
        self._lexicon, self._vocabulary, self._space = lexicon, vocabulary, space
        arms = with_target_states(with_weapons(spans, vocabulary), vocabulary)
        rest, self._mods = without_modifiers(with_counts(with_bystanders(with_agents(with_subjects(arms))), vocabulary))
        rest, address = without_address(with_rapid_shots(rest, vocabulary))
        rest = with_pronouns(with_both(with_ways(without_nearness(without_goals(rest))), vocabulary), vocabulary)
        rest = with_numbered_targets(with_things(with_deeds(rest, vocabulary)))
        rest, negated = without_negated(with_shooters(with_from_to(rest)))
        rest, owned = without_owned(rest, vocabulary)
        self._left_out = [*address, *negated, *owned, *((len(spans) + at, words) for at, words in enumerate(left_out))]
        self._spans = with_places(rest, lexicon, vocabulary)
        self._is_again = bool(left_out)
        self._noted: tuple[LeftOut, ...] = ()
        self._readings = repeat(True, _MOST_READINGS)
        if self._mods and vocabulary.no_modifiers:
            raise Refusal(f"{vocabulary.no_modifiers} Leave {self._mods[0]} out.")

    def _of(self, *sorts: Sort) -> list[Span]:
        return [span for span in self._spans if span.sort in sorts]

    # --- what it comes to

    def ruling(self, range_needed: bool) -> Ruling:
        """Return the reading. Raises as `read`."""
        try:
            return self._ruling({}, range_needed)
        except Doubt as doubt:
            raise self._asked(doubt) from None
        except Reread as reread:
            raise self._which(reread) from None
        except TooMany as many:
            raise self._one_of(many) from None
        except OddUnit as odd:
            raise self._how_far(odd) from None
        except Refusal as refusal:
            raise self._after_the_rest(refusal) from None

    def partly(self) -> Ruling:
        """Return the reading as far as it goes; of a line that is refused, its weapon, range, aim and ways to fire.

        Somebody without a role is the target behind a word for it.
        """
        ruling = self._decided({}) or self._one_shot() or self._pieces()
        missing = [span.typed for span in self._of(Sort.FOREIGN)]
        weapon = ruling.weapon or next(iter(missing), "")
        somebody = [span for span in self._spans if span.sort in (Sort.KNOWN, Sort.NAME, Sort.PERSON)]
        marked = [two for one, two in pairwise(self._of_weight()) if one.sort is Sort.ROLE and one.key == TARGET]
        targets = [span.typed for span in marked if span in somebody or span.sort is Sort.WORD]
        name, target = ruling.names
        if not ruling.target and not target and len(somebody) <= 1 and [name] != targets[:1]:
            target = next(iter(targets), "")
        return replace(ruling, weapon=weapon, names=(name, target))

    def _one_shot(self) -> Ruling | None:
        """Return the reading of one of several shots or targets, None if there is one or none."""
        try:
            self._ruling({}, range_needed=False)
        except TooMany as many:
            return self._reread([*many.rest]) if many.rest else None
        except (Doubt, Reread, OddUnit, Missing, Refusal):
            pass
        return None

    def _pieces(self) -> Ruling:
        """Return what is sure without knowing who shoots."""
        weapons = [span.names[0] for span in self._of(Sort.WEAPON) if len(span.names) == 1]
        ranges = [span.typed for span in self._of(Sort.RANGE)]
        aims = [int(span.figure) for span in self._of(Sort.AIM) if span.figure.isdecimal()]
        return Ruling(
            next(iter(weapons), ""),
            aim=next(iter(aims), None),
            distance=next(iter(ranges), ""),
            how=tuple(dict.fromkeys(span.text for span in self._of(Sort.HOW))),
            mods=tuple(self._mods),
        )

    def _of_weight(self) -> list[Span]:
        return [span for span in self._spans if span.sort is not Sort.EMPTY]

    def _one_of(self, many: TooMany) -> Missing | Refusal:
        """Return the question whether to rule on one of several shots or targets."""
        ruling = self._reread([*many.rest]) if many.rest else None
        if ruling is None:
            return self._after_the_rest(many)
        one = f"A ruling is one shot at one target, not {quoted(many.text)}."
        if not ruling.weapon:
            return self._asked_of_one(many, one)
        bursts = ruling.verb is Burst and self._vocabulary.automatic
        more = " In an encounter, /burst fires at several." if bursts else ""
        understood = ruling.written(self._vocabulary, self._space, whole=False)
        choices = [("One", ruling.written(self._vocabulary, self._space))]
        return Missing(f"{one}{more} Rule on one?", choices, understood, ruling.left_out)

    def _asked_of_one(self, many: TooMany, before: str) -> Missing | Refusal:
        """Return what is asked about one of several shots, behind these words."""
        other = copy(self)
        other._spans = [*many.rest]
        try:
            other.ruling(range_needed=True)
        except Missing as missing:
            missing.question = f"{before} {missing.question}"
            return missing
        except Refusal:
            pass
        return self._after_the_rest(many)

    def _after_the_rest(self, refusal: Refusal) -> Refusal:
        """Return a refusal behind what is not counted, which may be the reason."""
        if is_foreign(" ".join(span.typed for span in self._spans)):
            return Refusal(f"I read only English. Type a shot such as: {self._vocabulary.example}.")
        left_out = [one.words for one in self._noted if one.words.casefold() not in str(refusal).casefold()]
        if not left_out:
            return refusal
        return Refusal(f"Not counted: {'; '.join(left_out)}. {refusal}")

    def _asked(self, doubt: Doubt) -> Missing:
        """Return the question about two readings."""
        choices: list[tuple[str, str]] = []
        left_out: list[LeftOut] | None = None
        for label, decided in doubt.answers:
            ruling = self._decided(decided)
            if ruling is None:
                continue
            # Until it is answered, only what no answer counts is not counted.
            left_out = [one for one in ruling.left_out if left_out is None or one in left_out]
            if ruling.written(self._vocabulary, self._space, whole=False):
                choices.append((label, ruling.written(self._vocabulary, self._space)))
        if not choices:
            self._check_answers(doubt)
            raise Refusal(f"{doubt.question} Write a shot like this: {self._vocabulary.example}.")
        return Missing(doubt.question, choices, "", left_out or ())

    def _check_answers(self, doubt: Doubt) -> None:
        """Raise the Refusal that an answer leads to."""
        for _, decided in doubt.answers:
            with suppress(Doubt, Reread):
                self._roled(decided)

    def _which(self, reread: Reread) -> Missing | Refusal:
        """Return the question which of several readings is meant."""
        rulings = [(label, self._reread([*spans])) for label, spans in reread.readings]
        found = [(label, one) for label, one in rulings if one is not None]
        if not found:
            return self._after_the_rest(Refusal(reread.reason or reread.question))
        # Until it is answered, only what no answer counts is not counted.
        left_out = [one for one in found[0][1].left_out if all(one in ruling.left_out for _, ruling in found)]
        lines = [(label, one.written(self._vocabulary, self._space)) for label, one in found]
        return Missing(reread.question, lines, "", left_out)

    def _how_far(self, odd: OddUnit) -> Missing | Refusal:
        """Return the question about a unit that no book has."""
        ruling = self._reread(odd.spans)
        if self._vocabulary.no_range or ruling is None:
            advice = self._vocabulary.no_range or f"Give the range as 40m or 20 {several(self._space)}."
            return Refusal(f"I don't know how far {odd.typed} is. {advice}")
        missing = self._range_missing(ruling, f"How many {several(self._space)} is {odd.typed}?")
        first: list[tuple[str, str]] = []
        number = next((word for word in odd.typed.split() if word.isdecimal()), "")
        if odd.meant is not None and odd.meant.key != SPACES and (meant := self._reread([*odd.spans, odd.meant])):
            first = [(odd.meant.text, meant.written(self._vocabulary, self._space))]
        elif number:
            same = replace(ruling, spaces=int(number), distance="")
            first = [(counted(int(number), self._space), same.written(self._vocabulary, self._space))]
        labels = {label for label, _ in first}
        choices = (*first, *(one for one in missing.choices if one[0] not in labels))
        return Missing(missing.question, choices[:_MOST_RANGES], missing.understood, missing.left_out)

    def _reread(self, spans: list[Span]) -> Ruling | None:
        """Return the reading of the line with other spans, as far as it goes; None if it is refused."""
        other = copy(self)
        other._spans = spans
        return other._decided({})

    def _decided(self, decided: Mapping[int, str]) -> Ruling | None:
        """Return the reading with doubts decided; further ones leave the words out. None if it is refused."""
        if not next(self._readings, False):
            return None
        try:
            return self._roled(decided)
        except Doubt as doubt:
            return None if doubt.at in decided else self._decided({**decided, doubt.at: NEITHER})
        except Reread as reread:
            other = copy(self)
            other._spans = [*(reread.sure or reread.readings[0][1])]
            return other._decided(decided)
        except TooMany as many:
            other = copy(self)
            other._spans = [*many.rest]
            return other._decided(decided) if many.rest else None
        except Refusal:
            return None

    def _roled(self, decided: Mapping[int, str]) -> Ruling:
        """Return the ruling as far as it can be written down, though its weapon or range be missing."""
        roles = Roles(self._spans, self._vocabulary, decided)
        self._check_words(roles)
        names = [part.names[0] for part in self._of(Sort.WEAPON) or self._of(Sort.CLASS) if len(part.names) == 1]
        left_out: tuple[LeftOut, ...] = ()
        try:
            spaces, distance = range_in(self._spans, roles, self._vocabulary, self._space)
        except OddUnit as odd:
            spaces, distance = None, "" if self._vocabulary.no_range else odd.typed
            left_out = (LeftOut(odd.typed),) if self._vocabulary.no_range else ()
        left_out = (*self._named(roles), *left_out)
        return self._put_together(roles, spaces, distance, names[0] if names else "", left_out)

    def _put_together(
        self, roles: Roles, spaces: int | None, distance: str, weapon: str, left_out: tuple[LeftOut, ...]
    ) -> Ruling:
        verbs = {span.key for span in self._of(Sort.VERB, Sort.HOW)}
        ruling = Ruling(
            weapon=weapon,
            shooter=roles.shooter.said,
            target=roles.target.said,
            names=(roles.shooter.name, roles.target.name),
            aim=self._aim(),
            spaces=spaces,
            how=tuple(dict.fromkeys(span.text for span in self._of(Sort.HOW))),
            mods=tuple(self._mods),
            distance=distance,
            left_out=left_out,
            assumed=self._assumed(roles),
        )
        return armed(ruling, verbs, self._vocabulary)

    def _assumed(self, roles: Roles) -> tuple[str, ...]:
        """Return what everyday words are taken as, of which the book has several: "wall = Interior Plaster Wall"."""
        counted_words = {*roles.shooter.said, *roles.target.said}
        other = [
            span
            for span in self._of(Sort.FIGHTER)
            if (span.key, span.text) in counted_words
            and span.key not in self._vocabulary.postures
            and bare(span.typed) != bare(span.text)
        ]
        # Most lines have none, and the book has hundreds of short forms.
        short = {" ".join(words_of(text)) for text in self._vocabulary.also.values()} if other else set()
        slips = (f"{typed} = {meant}" for typed, meant in self._lexicon.slips.items())
        return (*slips, *(taken_as(span.typed, span.text) for span in other if span.text in short))

    def _ruling(self, decided: Mapping[int, str], range_needed: bool) -> Ruling:
        check_order(self._spans, self._vocabulary)
        check_one_range(self._spans)
        check_one_mode(self._spans)
        self._aim()
        roles = Roles(self._spans, self._vocabulary, decided)
        self._noted = self._named(roles)
        self._check_words(roles)
        check_words(self._spans, self._vocabulary)
        foreign = foreign_weapon(self._spans, roles, self._vocabulary)
        spaces, distance = range_in(self._spans, roles, self._vocabulary, self._space)
        left_out = self._named(roles)
        ruling = self._put_together(roles, spaces, distance, "", left_out)
        self._check_throws()
        throws = any(span.key == THROW for span in self._of(Sort.VERB))
        if foreign:
            named = [name for span in self._of(Sort.WEAPON) for name in span.names]
            raise not_here(foreign, named, ruling, throws, self._vocabulary, self._space)
        ruling = self._with_weapon(ruling, throws)
        ruling = self._with_situations(ruling, roles)
        if self._vocabulary.no_range and (distance or spaces is not None):
            words = distance or counted(spaces or 0, self._space)
            unused = LeftOut(words, self._vocabulary.no_range.rstrip("."))
            ruling = replace(ruling, spaces=None, distance="", left_out=(*ruling.left_out, unused))
        self._check_aim(ruling)
        arms = [ruling.weapon] if ruling.weapon else [text for _, text in ruling.shooter]
        near = bool(self._vocabulary.no_range) or any(arm in self._vocabulary.close for arm in arms)
        if spaces is None and distance and not near:
            raise self._range_missing(
                ruling, f"This book gives no length for a {self._space}. How many {several(self._space)} is {distance}?"
            )
        if spaces is None and range_needed and not near:
            raise self._range_missing(ruling, f"How far is {ruling.names[1] or 'the target'}?")
        check_doubts(ruling, self._spans, roles, self._vocabulary, self._space, is_again=self._is_again)
        return ruling

    def _check_words(self, roles: Roles) -> None:
        """Raise Reread for words of one fighter that contradict each other, Refusal for a shooter that the book only
        has as a target, and for names that are too long.
        """
        shooter, target = roles.shooter.said, roles.target.said
        if reason := next(
            (self._vocabulary.no_shooters[key] for key, _ in shooter if key in self._vocabulary.no_shooters), ""
        ):
            raise Refusal(reason)
        for words in (shooter, target):
            for at, (key, text) in enumerate(words):
                other = next((one for other, one in words[:at] if other == key and one != text), "")
                if other and key in self._vocabulary.postures:
                    raise whose(self._spans, key, (other, text), (roles.shooter.name, roles.target.name))
        for role in (roles.shooter, roles.target):
            if len(role.name) > MOST_NAME:
                raise Refusal(f"A name has at most {MOST_NAME} characters: {quoted(role.name[:MOST_NAME])} is longer.")

    def _named(self, roles: Roles) -> tuple[LeftOut, ...]:
        """Return what is not counted, in the order of the line."""
        found = [(at, words) for at, words in (*self._left_out, *roles.left_out)]
        found += [
            (at, span.typed.removeprefix("and "))
            for at, span in enumerate(self._spans)
            if span.situation is not None and span.sort in (Sort.SITUATION, Sort.VERB)
        ]
        if not self._of(Sort.AIM):
            aims = (_AIMING,) if self._vocabulary.aims else (_AIMING, "aimed")
            found += [(at, span.typed) for at, span in enumerate(self._spans) if span.text in aims]
        words = dict.fromkeys(typed.strip() for _, typed in sorted(found))
        spans = {span.typed: span for span in self._of(Sort.SITUATION)}
        shooter_s = {typed for typed, span in spans.items() if roles.is_shooter_s(span)}
        return tuple(
            self._left_out_as(text, spans.get(text), text in shooter_s)
            for text in words
            if any(sign.isalnum() for sign in text)
        )

    def _left_out_as(self, words: str, span: Span | None, is_shooter_s: bool) -> LeftOut:
        """Return words that are not counted, with the words that would count; a button adds these for the target."""
        known = span.situation if span is not None else situation(words_of(words))[0]
        if known is None:
            return LeftOut(words)
        counts = tuple(one for one in known.counts if self._lexicon.understands(one))[:MOST_COUNTS]
        if is_shooter_s and not known.is_shot:
            counts = tuple(one for one in counts if not self._vocabulary.people.phrase(words_of(one))[0])
        advice = known.hint.removeprefix("write ")
        needs = known.needs or ("" if advice == known.hint else advice)
        hint = known.hint if not needs or self._lexicon.understands(needs) else ""
        if known.is_distance:
            hint = self._vocabulary.no_range.rstrip(".") or hint
        return LeftOut(words, "" if counts else hint, counts)

    def _with_situations(self, ruling: Ruling, roles: Roles) -> Ruling:
        """Return the ruling. Raises Missing for a situation that the book has several words for."""
        for span in self._of(Sort.SITUATION, Sort.VERB):
            known = span.situation
            if known is None or not known.question:
                continue
            counts = [words for words in known.counts if self._lexicon.understands(words)]
            is_shooter_s = not known.is_shot and roles.is_shooter_s(span)
            if is_shooter_s:
                counts = [words for words in counts if self._is_posture(words)]
            given = {*ruling.how, *(text for _, text in (*ruling.shooter, *ruling.target))}
            if not counts or given & {*counts}:
                continue
            rest = replace(ruling, left_out=tuple(one for one in ruling.left_out if one.words != span.typed))
            line = rest.written(self._vocabulary, self._space, whole=False)
            choices = [(words[:1].upper() + words[1:], self._with(rest, words, is_shooter_s)) for words in counts]
            who = ruling.names[0] or "the shooter" if is_shooter_s else ruling.names[1] or "the target"
            raise Missing(known.question.format(who), choices, line, rest.left_out)
        return ruling

    def _is_posture(self, words: str) -> bool:
        return self._vocabulary.people.phrase(words_of(words))[0] in self._vocabulary.postures

    def _with(self, ruling: Ruling, words: str, is_shooter_s: bool) -> str:
        """Return the line of a ruling with words of the book for the shooter, the target or the shot."""
        key, length = self._vocabulary.people.phrase(words_of(words))
        if is_shooter_s:
            changed = replace(ruling, shooter=(*ruling.shooter, (key, words)))
        elif key and length == len(words_of(words)):
            changed = replace(ruling, target=(*ruling.target, (key, words)))
        else:
            changed = replace(ruling, how=(*ruling.how, words))
        return changed.written(self._vocabulary, self._space)

    def _check_throws(self) -> None:
        if self._vocabulary.no_throws and any(span.key == THROW for span in self._of(Sort.VERB)):
            raise Refusal(self._vocabulary.no_throws)

    def _with_weapon(self, ruling: Ruling, throws: bool) -> Ruling:
        """Return the ruling with its weapon. Raises Missing, Refusal for two weapons."""
        arms = [*self._of(Sort.CLASS), *self._of(Sort.WEAPON)]
        named = {part.names: part for part in arms}
        if weapons := self._of(Sort.WEAPON):
            # In "Uzi SMG" the class only says what it is.
            words = [span for span in self._spans if span.sort is not Sort.EMPTY]
            beside = {near for at, one in enumerate(words) if one in weapons for near in words[max(at - 1, 0) : at + 2]}
            sorts = {class_of(one.text) for one in weapons}
            generic = {one for one in beside if one.sort is Sort.CLASS and class_of(one.text).casefold() == one.text}
            others = (one for one in arms if one not in generic and one.text not in sorts)
            named = {part.names: part for part in (*weapons, *others)}
        if len(named) > 1:
            names = [names[0] for names in named][:_MOST_RANGES]
            raise Reread(
                f"Name one weapon, not {listed(names, 'and')}.",
                WHICH_ONE,
                [(name, with_arm(self._spans, part)) for name, part in zip(names, named.values(), strict=False)],
            )
        part = next(iter(named.values()), None)
        verbs = {span.key for span in self._of(Sort.VERB, Sort.HOW)}
        if part is None:
            if not throws and any(key in self._vocabulary.armed for key, _ in ruling.shooter):
                return ruling
            question, choices = WHICH_WEAPON, typical(throws, self._vocabulary)
        elif len(part.names) > 1:
            question, choices = f"Which {part.text}?", [(name, name) for name in part.names]
        else:
            typical_of = part.text if part.sort is Sort.CLASS else ""
            return armed(replace(ruling, weapon=part.names[0], typical=typical_of), verbs, self._vocabulary)
        lines = [
            (
                label,
                armed(replace(ruling, weapon=weapon), verbs, self._vocabulary).written(self._vocabulary, self._space),
            )
            for label, weapon in choices
        ]
        raise Missing(question, lines, ruling.written(self._vocabulary, self._space, whole=False), ruling.left_out)

    def _range_missing(self, ruling: Ruling, question: str) -> Missing:
        choices = []
        for spaces in self._vocabulary.ranges:
            meters = f" ({round(spaces * self._vocabulary.yards * 0.9144)} m)" if self._vocabulary.yards else ""
            line = replace(ruling, spaces=spaces, distance="").written(self._vocabulary, self._space)
            choices.append((counted(spaces, self._space) + meters, line))
        understood = ruling.written(self._vocabulary, self._space, whole=False)
        return Missing(question, choices, understood, ruling.left_out)

    def _aim(self) -> int | None:
        given = [part for part in self._of(Sort.AIM) if part.key != TIMED]
        aims = list(dict.fromkeys(figure for part in given for figure in part.figure.split(" or ")))
        if not aims:
            return None
        if len(aims) > 1:
            readings = [(f"Aim {aim}", with_aim(self._spans, aim)) for aim in aims[:_MOST_RANGES] if aim.isdecimal()]
            raise Reread(f"Give one aim, not {listed(aims, 'and')}.", WHICH_ONE, readings)
        if not aims[0].isdecimal() or int(aims[0]) > _MOST_AIM:
            raise Refusal(f"Aim is a whole number up to {_MOST_AIM}, not {aims[0][:20]}.")
        return int(aims[0])

    def _check_aim(self, ruling: Ruling) -> None:
        """Raise Missing for an aim in seconds or the like."""
        timed = next((part for part in self._of(Sort.AIM) if part.key == TIMED), None)
        if timed is None and self._vocabulary.aims and ruling.aim is None and not self._is_again:
            timed = next((one for one in self._of(Sort.SITUATION) if one.situation and one.situation.is_aim), None)
        if timed is None:
            return
        if not self._vocabulary.aims:
            raise Refusal(f"This book counts no aim. Leave “{timed.typed}” out.")
        ruling = replace(ruling, left_out=tuple(one for one in ruling.left_out if one.words != timed.typed))
        number = [int(timed.figure)] if timed.figure.isdecimal() and 0 < int(timed.figure) <= _MOST_AIM else []
        choices = [
            (f"Aim {aim}", replace(ruling, aim=aim).written(self._vocabulary, self._space))
            for aim in dict.fromkeys([*number, *self._vocabulary.aims])
        ]
        question = f"Aim is counted in actions or Points. How many is “{timed.typed}”?"
        raise Missing(question, choices, ruling.written(self._vocabulary, self._space, whole=False), ruling.left_out)
