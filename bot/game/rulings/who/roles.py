"""Who shoots and who is hit: the role of each phrase of a ruling's line.

1. "X fires (with W) at Y", "X with W at Y", "W at Y by X", "from X at Y": the words before a verb, before "with" and
   a weapon, or behind "by" and "from" are the shooter; the words behind "at", "vs" or the verb are the target.
2. Without such a word, the first of two is the shooter; one alone is the target, or the shooter if the target is
   marked. The capital of the line's first word makes it a name only if somebody else is the target: "Trent, M16,
   guard". "I" and "me" are the user, who shoots unless somebody else does. Where two readings are left, `Doubt` asks:
   "Trent guard" is one person or two.
3. Posture and other words of a sheet line belong to the person beside them. Else skills and loads are the shooter's,
   cover and armor the target's; posture is the shooter's before the weapon or verb and the target's behind the target.
   "Both prone" is both fighters'; a comma or a third person between makes it doubtful (`states`).
4. A name is a fighter of the encounter, a capitalized or quoted word, a common word for a person, or one unknown word
   that stands alone in the place of shooter or target. All other unknown words are not counted, and named.
5. Somebody who is left over, or joined by "and", is asked about: who it is, or which of the two is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.game.rulings.who.counting import check_one
from bot.game.rulings.who.names import is_nobody, is_object, named_words, somebody
from bot.game.rulings.who.owners import Owners
from bot.game.rulings.who.phrases import ARMS, ENDS, Phrase, follows, is_deed, is_joint, is_of_one, phrases, split
from bot.game.rulings.who.places import BOTH, NEITHER, SHOOTER, TARGET, Places
from bot.game.rulings.who.role import Doubt, Role
from bot.game.rulings.who.states import States
from bot.game.rulings.words.persons import is_called
from bot.game.rulings.words.small_words import THING, TO, is_manner, is_plural
from bot.game.rulings.words.spans import BURST, Sort, Span
from bot.game.rulings.words.typed_words import STOP
from rules.engine.books.player_names import MOST_NAME
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.records.errors import quoted

_BEHIND_NAMES = ARMS | {Sort.BREAK, Sort.AIM, Sort.RANGE}
"""Spans behind a name at the beginning of a line: "Trent, M16", "Hicks aim 2"."""


_IS = frozenset({"am", "is", "are", "im"})


class Roles:
    """The roles in a line. `decided` are the answers to earlier doubts, by phrase."""

    def __init__(self, spans: Sequence[Span], vocabulary: Vocabulary, decided: Mapping[int, str]) -> None:
        self._spans, self._vocabulary, self._decided = spans, vocabulary, decided
        self.shooter, self.target = Role(), Role()
        self.roles = {SHOOTER: self.shooter, TARGET: self.target}
        self.left_out: list[tuple[int, str]] = []
        """The words that are not counted, each with its place in the line."""
        self.thing = ""
        """The words in the place of the weapon that the book does not have."""
        self.numbers: list[str] = []
        self._taken: dict[int, str] = {}
        """The roles of phrases, by their places."""
        self._postponed: list[tuple[Phrase, list[Span]]] = []
        check_one(spans, vocabulary)
        mine = vocabulary.shooters - vocabulary.kinds
        self._phrases = [part for phrase in phrases(spans, vocabulary.figures) for part in split(phrase, mine)]
        self._phrases = [part for phrase in self._phrases for part in self._of_two(phrase)]
        for phrase in self._phrases:
            word = phrase.outside.text if phrase.outside is not None else ""
            puts_in = word == "in" and spans[phrase.at - 2].text.startswith("put")
            if phrase.people and (word == "into" or puts_in):
                phrase.outside, phrase.role_word = None, TO
            if phrase.outside is not None:
                self._leave_out_of(phrase)
        self._phrases = [phrase for phrase in self._phrases if phrase.spans]
        self._places = Places(spans, self._phrases, decided, vocabulary.kinds)
        self._arm, self._deed = self._places.arm, self._places.deed
        self._states = States(spans, vocabulary, self._phrases, self._places, self.shooter, self.target)
        self.owners = Owners(spans, self._phrases, self._taken, self.roles)
        self._check_joined()
        self._assign()
        for at, span in enumerate(spans):
            behind = spans[at + 1] if at + 1 < len(spans) else span
            if (
                span.sort is Sort.OUTSIDE
                and behind.sort in ENDS
                and behind.sort is not Sort.RANGE
                and behind.key != BURST
            ):
                self.left_out.append((at, span.typed))

    def _of_two(self, phrase: Phrase) -> list[Phrase]:
        """Return a phrase, or its parts if it is about two people: "Ash Foe 1". Raises Doubt if it may be, as in
        "Trent guard".
        """
        if known := phrase.next_known:
            at = phrase.spans.index(known)
            rest = replace(phrase, at=phrase.at + at, before=None, spans=phrase.spans[at:])
            phrase.spans, phrase.after = phrase.spans[:at], known
            return [phrase, rest]
        second, decided = phrase.second, self._decided.get(phrase.at)
        if second is None or decided in (TARGET, NEITHER) or any(one.role_word == TO for one in self._phrases):
            return [phrase]
        at = phrase.spans.index(second)
        first = " ".join(span.typed for span in phrase.spans[:at] if span.sort is not Sort.FIGHTER)
        if decided is None:
            answers = (
                (f"{first} shoots at {second.typed}", SHOOTER),
                (f"One target: {first} {second.typed}", TARGET),
            )
            raise Doubt(phrase.at, f"Are {first} and {second.typed} two people?", answers)
        rest = replace(phrase, at=phrase.at + at, role_word=TO, word="", before=None, spans=phrase.spans[at:])
        phrase.spans, phrase.after = phrase.spans[:at], second
        return [phrase, rest]

    def _check_joined(self) -> None:
        """Raise Doubt for two people joined by "and"."""
        for first, second in pairwise(self._phrases):
            if {first.at, second.at} & {*self._decided}:
                continue
            joined = first.after is second.before and first.after is not None and first.after.sort is Sort.AND
            placed = any(
                one.is_user and any(span.sort is Sort.SITUATION for span in one.spans) for one in (first, second)
            )
            described = any(span.text in _IS for span in first.spans) and not (second.people or is_deed(second.after))
            if joined and (first.is_sentence or second.is_sentence or placed or described):
                continue
            if joined and follows(THING, first.before):
                # "With a scope and silencer".
                second.role_word = THING
                continue
            several = joined and somebody(first) and somebody(second)
            clause = second.is_clause and (not second.is_user or first.role_word or is_deed(first.before))
            # "The rain is horrible and Marek shoots".
            clause = clause or (not first.people and bool(second.people) and is_of_one(second.after))
            clause = clause or (second.is_user and is_deed(second.after) and not is_joint(first, second))
            clause = clause or second.is_said
            if several and not (second.outside or clause):
                raise self._one_of(first, second)

    def _too_many(self, phrase: Phrase) -> Doubt:
        """Return the question who somebody is who is neither the shooter nor the target."""
        ranged = any(span.sort is Sort.RANGE for span in self._spans)  # else the number may be the range
        name = phrase.whole(ranged)
        answers: list[tuple[str, str | Mapping[int, str]]] = [
            (f"{name} shoots", {**self._without(SHOOTER), phrase.at: SHOOTER}),
            (f"{name} is the target", {**self._without(TARGET), phrase.at: TARGET}),
            (f"Leave {name} out", NEITHER),
        ]
        return Doubt(phrase.at, f"A ruling is one shot at one target. Who is {name}?", answers)

    def _without(self, place: str) -> Mapping[int, str]:
        """Return what leaves out those who have a role."""
        taken = (one for one in self._phrases if self._taken.get(one.at) == place)
        return {one.at: NEITHER for one in taken if one.people + one.unknown}

    def _one_of(self, first: Phrase, second: Phrase) -> Doubt:
        """Return the question which of two people who are joined by "and" is meant."""
        ranged = any(span.sort is Sort.RANGE for span in self._spans)
        names = [phrase.whole(ranged) for phrase in (first, second)]
        place = next((one for one in map(self._places.of, (first, second)) if one in self.roles), "")
        answers = [
            (f"Only {name}", {other.at: NEITHER, **({one.at: place} if place else {})})
            for name, one, other in zip(names, (first, second), (second, first), strict=True)
        ]
        question = f"A ruling is one shot at one target, not {quoted(f'{names[0]} and {names[1]}')}. Rule on one?"
        return Doubt(second.at, question, answers)

    # --- assigning

    def _assign(self) -> None:
        loose: list[Phrase] = []
        for phrase in self._phrases:
            place = self._places.of(phrase)
            if place == SHOOTER and self._is_answered(phrase):
                place = TARGET
            if place in (SHOOTER, TARGET):
                self._take(phrase, place)
            elif place == THING:
                self._take_thing(phrase)
            elif place == NEITHER:
                self._leave_out_with(phrase)
                self._postponed.append((phrase, phrase.states))
            else:
                loose.append(phrase)
        self._assign_people([phrase for phrase in loose if phrase.people])
        for phrase in loose:
            if phrase.people:
                continue
            if phrase.unknown:
                self._assign_unknown(phrase)
            else:
                self.numbers += [span.figure for span in phrase.numbers]
            if phrase.at not in self._taken:
                self._postponed.append((phrase, phrase.states))
        self._take_states([(phrase, span) for phrase, states in self._postponed for span in states])

    def _is_answered(self, phrase: Phrase) -> bool:
        """Return whether somebody whose attacks the book does not have is shot at behind that: "the alien attacks
        Ripley, Hicks shoots it".
        """
        behind = [one for one in self._phrases if one.at > phrase.at and one.people and is_deed(one.after)]
        return self._has_no_attacks(phrase) and any(not self._has_no_attacks(one) for one in behind)

    def _has_no_attacks(self, phrase: Phrase) -> bool:
        return any(span.key in self._vocabulary.no_shooters for span in phrase.people)

    def _take_states(self, states: Sequence[tuple[Phrase, Span]]) -> None:
        """Give words beside nobody to their fighters; those that could be either's come last, for one may have another
        posture then. Raises Doubt.
        """
        doubtful: list[tuple[Phrase, Span]] = []
        for phrase, span in states:
            try:
                self._take_state(phrase, span)
            except Doubt:
                doubtful.append((phrase, span))
        for phrase, span in doubtful:
            self._take_state(phrase, span)

    def _take(self, phrase: Phrase, place: str) -> None:
        """Give a phrase this role. Raises Refusal for a second person in it, Doubt for several unknown words."""
        self._taken[phrase.at] = place
        role = self.roles[place]
        # "At 3 if I aim" makes nobody the target.
        role.is_user = role.is_user or (
            phrase.is_user and not (phrase.role_word == TO and phrase.called[0].text == "i")
        )
        if phrase.people:
            self._check_first_word(phrase, place)
            name = phrase.name() or self._name_before_figure(phrase, place)
            self._name(phrase, place, name)
            unknown = [span for span in phrase.unknown if span.typed != name]
            self._leave_out(dict.fromkeys([*unknown, *phrase.unnamed(), *phrase.others]))
        elif phrase.unknown:
            self._take_unknown(phrase, place)
        elif phrase.numbers:
            self.numbers += [span.figure for span in phrase.numbers]
        for span in phrase.spans:
            if span.sort is Sort.FIGHTER and not (span in phrase.people and role.is_said((span.key, span.text))):
                shooter_s = span in phrase.states and span.key in self._vocabulary.shooters - self._vocabulary.kinds
                of_shot = any(one.sort in (Sort.SITUATION, Sort.FIGURE) for one in phrase.spans)
                of_shot = of_shot and not phrase.people + phrase.unknown
                unmarked = place == TARGET and (
                    phrase.role_word != TO or of_shot or (phrase.has_pronoun and not phrase.people)
                )
                (self.shooter if shooter_s and unmarked else role).add(self._spans, span)

    def _check_first_word(self, phrase: Phrase, place: str) -> None:
        """Raise Doubt for "Mad Dog fires": the capital of the first word says nothing, but it may be a name."""
        first, name = phrase.spans[0], phrase.name()
        if place != SHOOTER or phrase.at or first.sort is not Sort.WORD or not first.typed[:1].isupper():
            return
        if name and self._decided.get(phrase.at) != place:
            answers = ((f"{name} shoots", place), (f"Leave {name} out", NEITHER))
            raise Doubt(phrase.at, f"Is {name} the shooter? Write names of several words in quotation marks.", answers)

    def _name_before_figure(self, phrase: Phrase, place: str) -> str:
        """Return the name at the beginning of a line before a figure without weapons of its own: "Kit, wild card"."""
        first = phrase.spans[0]
        if place != SHOOTER or phrase.at or first.sort is not Sort.WORD or phrase.unknown != [first]:
            return ""
        armed = any(span.key in self._vocabulary.armed for span in phrase.people)
        return first.typed if is_called(first.typed) and not armed else ""

    def _take_unknown(self, phrase: Phrase, place: str) -> None:
        words = [span for span in named_words(phrase) if not is_nobody(span)]
        if not words and (self._decided.get(phrase.at) == place or is_object(phrase)):
            words = phrase.unknown[-1:]
        self._leave_out([span for span in phrase.unknown if span not in words])
        if not words:
            return
        if len(words) > 1 and is_called(words[0].typed) and all(span.typed.islower() for span in words[1:]):
            # "Kowalski draws the backup piece and fires".
            self._leave_out(words[1:])
            words = words[:1]
        if place == SHOOTER and phrase.after is not None and phrase.after.sort in (Sort.AND, Sort.OUTSIDE):
            # "Hicks whirls around and fires", "whirls around and fires".
            first = 0 if phrase.at and self._decided.get(phrase.at) != place else 1
            does = [span for span in words[first:] if span.typed.islower() and is_plural(span.typed)]
            if does and len(does) == len(words[first:]) and (first or any(one.people for one in self._phrases)):
                self._leave_out(does)
                words = words[:first]
                if not words:
                    return
        text = " ".join(span.typed for span in words)
        if len(words) == 1:
            self._name(phrase, place, words[0].typed)
            return
        if self._decided.get(phrase.at) == place:
            self._name(phrase, place, text)
            return
        who = "shooter" if place == SHOOTER else "target"
        raise Doubt(phrase.at, f"Is {quoted(text)} the {who}'s name?", ((f"Yes: {text}", place), ("No", NEITHER)))

    def _name(self, phrase: Phrase, place: str, name: str) -> None:
        role = self.roles[place]
        figures = [(span.key, span.text) for span in phrase.people if span.sort is Sort.FIGHTER]
        other = figures and not role.is_said(figures[0]) and any(key == figures[0][0] for key, _ in role.said)
        numbered = phrase.number and role.number and phrase.number.figure != role.number
        if (role.name and name and not role.is_called(name)) or other or numbered:
            if phrase.role_word or not name or other or numbered:
                raise self._too_many(phrase)
            raise Doubt(phrase.at, f"Who is {name}?", self._who(name, place))
        role.named = role.named or bool(name or figures)
        role.name = role.name or name
        role.call = role.call or " ".join(span.typed for span in phrase.people)
        if number := phrase.number:
            role.number = role.number or number.figure
        self.numbers += [span.figure for span in phrase.numbers if span is not number]

    def _who(self, name: str, place: str) -> Sequence[tuple[str, str]]:
        """Return what somebody may be whose place in the line another one has."""
        free = TARGET if place == SHOOTER else SHOOTER
        does = f"{name} shoots" if free == SHOOTER else f"{name} is the target"
        role = () if self.roles[free].named else ((does, free),)
        return (*role, (f"Leave {name} out", NEITHER))

    def _assign_people(self, loose: list[Phrase]) -> None:
        """Give roles to the people whose place no word marks."""
        rest: list[Phrase] = []
        again: list[Phrase] = []
        for phrase in loose:
            same = next((place for place, role in self.roles.items() if role.is_again(phrase)), "")
            place = same or self._by_figure(phrase)
            if place:
                self._take(phrase, place)
            elif any(phrase.is_same(one) for one in rest):
                again.append(phrase)
            else:
                rest.append(phrase)
        if not rest:
            return
        self._assign_unmarked(rest)
        for phrase in again:
            place = next((place for place, role in self.roles.items() if role.is_again(phrase)), NEITHER)
            self._take(phrase, place) if place in self.roles else self._leave_out_with(phrase)

    def _assign_unmarked(self, rest: list[Phrase]) -> None:
        if len(rest) == 1:
            self._take(rest[0], self._of_one(rest[0]))
        elif len(rest) == 2 and not (self.shooter.named or self.target.named):
            first, second = rest
            if second.is_mine and not first.is_mine:
                # "Enemy behind a tree, 24 hexes. My guy kneels".
                self._take(second, SHOOTER)
                self._take(first, TARGET)
                return
            far = follows(TO, first.after) and self._spans[first.end + 1].sort is Sort.RANGE
            if self._arm is not None and (far or (first.at < self._arm) == (second.at < self._arm)):
                who = first.name() or first.first
                answers = [(f"{who} shoots", SHOOTER), (f"{who} is the target", TARGET)]
                if not (first.is_of_book or any(span.sort is Sort.KNOWN for span in first.people)):
                    answers.append((f"Leave {who} out", NEITHER))
                raise Doubt(first.at, f"Does {who} shoot, or is {who} the target?", answers)
            self._take(first, SHOOTER)
            self._take(second, TARGET)
        else:
            raise self._too_many(rest[-1])

    def _aims_elsewhere(self, phrase: Phrase) -> bool:
        """Return whether the line speaks of something else as the target: "Sniper, M40A1, target at 500 m"."""
        for at, span in enumerate(self._spans):
            behind = next((one for one in self._spans[at + 1 :] if one.sort is not Sort.EMPTY), None)
            place = behind.situation if behind is not None and span.text in ("at", "on") else None
            is_place = place is not None and bool(place.question)
            if follows(TO, span) and (is_place or (span.text == "target" and at > phrase.at)):
                return True
        return False

    def _is_head_name(self, phrase: Phrase) -> bool:
        """Return whether a line begins with a name, or with a person who has a skill: "sniper skill 10"."""
        shooters = self._vocabulary.shooters - self._vocabulary.kinds
        if all(span.sort is Sort.PERSON for span in phrase.people):
            return [span.key in shooters for span in phrase.spans[1:2]] == [True]
        return any(span.sort is Sort.NAME for span in phrase.people[:2])

    def _by_figure(self, phrase: Phrase) -> str:
        """Return the role that a figure or a word such as "I" has in any place, "" if it has none."""
        keys = {span.key for span in phrase.people if span.sort is Sort.FIGHTER}
        if any(span.sort is Sort.MINE for span in phrase.called):
            return self._of_user(phrase)
        if keys & self._vocabulary.shooters and not any(key in keys for key, _ in self.shooter.said):
            return SHOOTER
        if keys and not keys & (self._vocabulary.shooters | self._vocabulary.roles):
            return TARGET
        return ""

    def _of_user(self, phrase: Phrase) -> str:
        """Return the role of the user: the shooter, unless somebody else shoots. Raises Doubt if both are others."""
        others = [role.named and not role.is_user for role in (self.shooter, self.target)]
        if self.target.is_user or (others[0] and not others[1]):
            return TARGET
        if all(others) and phrase.states:
            raise self._states.whose(phrase, phrase.states[0])
        return SHOOTER

    def _of_one(self, phrase: Phrase) -> str:
        """Return the role of the only person whose place no word marks. Raises Doubt if it could be either."""
        mine = phrase.is_mine
        if (mine or phrase.word in ("while", "whilst")) and self.shooter.is_user and self.target.named:
            # "My buddy is prone, I shoot the guard".
            raise self._too_many(phrase)
        if phrase.owns or (mine and not phrase.role_word):
            return SHOOTER
        beside = phrase.after is not None and phrase.after.sort in ARMS
        if self.target.named and self.shooter.named and not self._is_name_of_figure(phrase):
            raise self._too_many(phrase)
        if self.target.is_user and not self.shooter.named:
            return SHOOTER
        skills = self._vocabulary.shooters - self._vocabulary.kinds - self._vocabulary.figures
        skilled = any(span.key in skills for span in phrase.states) and self._places.before_arm(phrase)
        if skilled and not self.shooter.named:
            # "Cass has d8".
            return SHOOTER
        if self.target.named and follows(TO, phrase.after) and phrase.before is not None and phrase.before.sort in ARMS:
            # "Heavy weapon guy vs bots".
            return SHOOTER
        if self._is_name_of_figure(phrase):
            return SHOOTER
        if self.target.named:
            if self._decided or self._places.before_arm(phrase) or beside or self._arm is None:
                return SHOOTER
        elif not (self._places.before_arm(phrase) and self._aims_elsewhere(phrase)) and (
            self.shooter.named
            or not ((beside or phrase.is_rank or self._is_head_name(phrase)) and phrase.at == 0)
            or phrase.is_of_book
        ):
            return TARGET
        who = phrase.name() or phrase.first
        shoots, left_out = (f"{who} shoots", SHOOTER), (f"Leave {who} out", NEITHER)
        if self.target.named:
            raise Doubt(phrase.at, f"Who is {who}?", (shoots, left_out))
        answers = (shoots, (f"{who} is the target", TARGET), *([] if phrase.is_of_book else [left_out]))
        raise Doubt(phrase.at, f"Does {who} shoot, or is {who} the target?", answers)

    def _is_name_of_figure(self, phrase: Phrase) -> bool:
        """Return whether a line begins with the name of the book's figure behind the comma: "Chief, wild card"."""
        named = phrase.is_rank or all(span.sort is Sort.NAME for span in phrase.people)
        listed = phrase.after is not None and phrase.after.sort is Sort.BREAK
        return named and listed and phrase.at == 0 and self.shooter.named and not self.shooter.name

    def _assign_unknown(self, phrase: Phrase) -> None:
        """Find out about unknown words whose place no word marks. Raises Doubt if they could be somebody."""
        words = phrase.unknown
        text = " ".join(span.typed for span in words)
        again = next((place for place, role in self.roles.items() if role.name and role.is_called(text)), "")
        if again:
            self._take(phrase, again)
            return
        beside = phrase.after is not None and phrase.after.sort in ARMS
        owner = phrase.owner
        if owner is not None and owner in words and beside:
            self._name(phrase, SHOOTER, owner.typed)
            self._leave_out([word for word in words if word is not owner])
            return
        first = phrase.at == 0 or (phrase.before is not None and phrase.before.sort is Sort.BREAK)
        if self._arm is None and self._deed is None and not self.thing and first and follows(TO, phrase.after):
            self.thing = " ".join(span.typed for span in (*words, *phrase.numbers))
            return
        theirs = phrase.numbers_of(words)
        self.numbers += [span.figure for span in phrase.numbers if span not in theirs]
        if len(text) > MOST_NAME or not somebody(phrase):
            self._leave_out([*words, *theirs])
            return
        listed = first and phrase.after is not None and phrase.after.sort is Sort.BREAK and phrase.at == 0
        facing = first and follows(TO, phrase.after) and self._arm is not None and phrase.at < self._arm
        no_target = not self.target.named and self._arm is not None
        behind = phrase.after.sort if phrase.after is not None else Sort.EMPTY
        if first and len(words) == 1 and self._is_head(phrase, facing) and (behind in _BEHIND_NAMES or facing):
            self._take(phrase, SHOOTER)
            return
        if (beside or listed or facing) and first and not self.shooter.name and len(words) == 1:
            answers = [(f"{text} shoots", SHOOTER), (f"Leave {text} out", NEITHER)]
            if no_target:
                answers.insert(1, (f"{text} is the target", TARGET))
            raise Doubt(phrase.at, f"Who or what is {quoted(text)}?", answers)
        if no_target and not self._places.before_arm(phrase) and not phrase.outside:
            raise Doubt(
                phrase.at,
                f"Is {quoted(text)} the target?",
                ((f"Yes: {text}", TARGET), (f"Leave {text} out", NEITHER)),
            )
        self._leave_out([*words, *theirs])

    def _is_head(self, phrase: Phrase, facing: bool) -> bool:
        """Return whether a line begins with the shooter's name, because somebody else is the target: "Trent, M16,
        guard".
        """
        armed = any(key in self._vocabulary.armed for key, _ in self.shooter.said)
        if (
            self.shooter.name
            or armed
            or self.shooter.is_user
            or not (self.target.named or self.target.words)
            or not is_called(phrase.unknown[0].typed)
        ):
            return False
        if phrase.after is not None and phrase.after.typed == STOP:
            return False
        faced = any(one.before is phrase.after and one.people + one.unknown + one.states for one in self._phrases)
        return all(span.sort is Sort.EMPTY for span in self._spans[: phrase.at]) and (faced or not facing)

    def _take_thing(self, phrase: Phrase) -> None:
        """Take the words behind "with": they belong to the fighter before it, or stand in the place of the weapon."""
        close = [
            span
            for span in self._spans[: phrase.at]
            if span.text and span.names and span.names[0] in self._vocabulary.close
        ]
        if close and phrase.people and not self.target.named:
            self._take(phrase, TARGET)
            return
        if phrase.unknown or phrase.people:
            text = " ".join(span.typed for span in phrase.spans if span.sort is not Sort.EMPTY)
            names_only = not phrase.states and not all(is_manner(span.text) for span in phrase.unknown)
            if self._arm is None and names_only:
                self.thing = self.thing or text
            elif phrase.after is not None and phrase.after.sort in ARMS:
                self._leave_out(phrase.people + phrase.unknown)
            else:
                for span in phrase.people + phrase.unknown:
                    self.left_out.append((self._spans.index(span), f"{phrase.word} {span.typed}"))
        self.numbers += [span.figure for span in phrase.numbers]
        previous = next((one for one in reversed(self._phrases) if one.end == phrase.at - 1), None)
        place = self._places.of(previous) if previous is not None and previous.people + previous.unknown else ""
        for span in phrase.states:
            if place in (SHOOTER, TARGET) and span.key not in self._vocabulary.shooters:
                self.roles[place].add(self._spans, span)
            else:
                self._postponed.append((phrase, [span]))

    # --- words of a sheet line that are beside nobody

    def _take_state(self, phrase: Phrase, span: Span) -> None:
        if span.key in self._vocabulary.roles | {"leader"} and (span.key, span.text) in self.target.said:
            # "The bot shoots my leader, my leader is behind crates".
            return
        place = span.figure or self._decided.get(phrase.at) or self._states.of(phrase, span)
        if place == NEITHER and span.key in self._vocabulary.shooters:
            # Only the name is left out.
            place = SHOOTER
        if place == NEITHER:
            self.left_out.append((self._spans.index(span), span.typed))
        else:
            for role in self.roles.values() if place == BOTH else (self.roles[place],):
                role.add(self._spans, span)

    # --- what is not counted

    def _leave_out(self, words: Iterable[Span]) -> None:
        """Leave words out, those in a row together."""
        places = sorted(self._spans.index(span) for span in words)
        while places:
            row = [places.pop(0)]
            while places and places[0] == row[-1] + 1:
                row.append(places.pop(0))
            self.left_out.append((row[0], " ".join(self._spans[at].typed for at in row)))

    def _leave_out_with(self, phrase: Phrase) -> None:
        """Leave out the words for a person or place, with "from" or "on" before them."""
        words = phrase.people + phrase.unknown
        ranged = any(span.sort is Sort.RANGE for span in self._spans)
        if ranged:
            words = sorted([*words, *phrase.numbers_of(words)], key=self._spans.index)
        else:
            self.numbers += [span.figure for span in phrase.numbers]
        if phrase.word in ("from", "by", "on", "onto") and phrase.before is not None:
            words = [phrase.before, *words]
        if words:
            self.left_out.append((self._spans.index(words[0]), " ".join(span.typed for span in words)))

    def is_shooter_s(self, span: Span) -> bool:
        """Return whether words about a place are about the shooter's: "from a window", "Trent in a window fires"."""
        if span.text.startswith(("from ", "out of ")):
            return True
        phrase = next((one for one in self._phrases if span in one.spans), None)
        if phrase is None:
            return False
        place = self._places.of(phrase) or self._taken.get(phrase.at, "")
        is_alone = not phrase.people + [one for one in phrase.unknown if not is_manner(one.text)]
        if not place and self._states.begins_for_subject(phrase):
            return True
        return place == SHOOTER or (not place and is_alone and self._places.before_arm(phrase))

    def _leave_out_of(self, phrase: Phrase) -> None:
        """Leave out the words behind "in", "behind" and the like, which are nobody's name."""
        kept = [Sort.FIGHTER, Sort.HOW, Sort.SITUATION]
        if not any(span.sort is Sort.RANGE for span in self._spans):
            # A number alone is the range.
            kept.append(Sort.FIGURE)
        words = [
            span
            for span in phrase.spans
            if span.sort not in kept or (span.sort is Sort.FIGHTER and span.key in self._vocabulary.shooters)
        ]
        if any(span.sort is not Sort.EMPTY for span in words) and phrase.outside is not None:
            text = " ".join(span.typed for span in (phrase.outside, *words))
            self.left_out.append((phrase.at - 1, text))
            phrase.spans = [span for span in phrase.spans if span not in words]
        elif phrase.outside is not None and all(span.sort is Sort.EMPTY for span in phrase.spans):
            text = " ".join(span.typed for span in (phrase.outside, *phrase.spans))
            self.left_out.append((phrase.at - 1, text))
