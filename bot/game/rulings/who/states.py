"""Whose the words of a sheet line are that are beside nobody: posture, cover, skills."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.rulings.who.phrases import ARMS, Phrase, follows, is_deed, is_of_one
from bot.game.rulings.who.places import BOTH, SHOOTER, TARGET, Places
from bot.game.rulings.who.role import Doubt, Role
from bot.game.rulings.words.small_words import SUBJECTS, THING, TO
from bot.game.rulings.words.spans import Sort, Span
from rules.engine.books.ruling_vocabulary import Vocabulary

_OF_PLACE = frozenset({Sort.BREAK, Sort.OUTSIDE, Sort.EMPTY, Sort.WORD, Sort.SITUATION})
_ANDS = frozenset({Sort.AND, Sort.EMPTY, Sort.BREAK})


class States:
    """The words of a line about a fighter that are beside nobody; `shooter` and `target` are filled meanwhile."""

    def __init__(
        self,
        spans: Sequence[Span],
        vocabulary: Vocabulary,
        phrases: Sequence[Phrase],
        places: Places,
        shooter: Role,
        target: Role,
    ) -> None:
        self._spans, self._vocabulary, self._phrases, self._places = spans, vocabulary, phrases, places
        self._shooter, self._target = shooter, target

    def of(self, phrase: Phrase, span: Span) -> str:
        """Return whose words of a sheet line these are. Raises Doubt if they could be either's."""
        try:
            return self._beside(phrase, span)
        except Doubt:
            if other := self._of_other(span):
                return other
            raise

    def _beside(self, phrase: Phrase, span: Span) -> str:
        if span.key in self._vocabulary.shooters:
            return SHOOTER
        beside = phrase.after is not None and (phrase.after.sort in ARMS or is_deed(phrase.after))
        if span.key not in self._vocabulary.postures:
            if span.text.startswith("behind ") and self.begins_for_subject(phrase):
                return SHOOTER
            if beside or self._is_of_subject(phrase):
                raise self.whose(phrase, span)
            return TARGET
        if phrase.is_about_other:
            # "She is prone, I fire": the words are about the other fighter; "she kneels and fires": they are not.
            if self._fires_alone(phrase) or (follows(THING, phrase.after) and self._places.has_arm(phrase)):
                return SHOOTER
            if self._target.is_user or not self._target.named:
                return SHOOTER if self._target.is_user else TARGET
            if self._shooter.named and not self._shooter.is_user:
                raise self.whose(phrase, span)
            return TARGET
        if owner := self._owner(phrase):
            return owner
        people = [one for one in self._phrases if one.people and one.role_word == "" and one.at < phrase.at]
        if self._places.before_arm(phrase) or (
            self._places.arm is None and self._places.deed is not None and phrase.at < self._places.deed
        ):
            listed = phrase.before is not None and phrase.before.sort is Sort.BREAK
            unclear = people and listed and not is_deed(people[-1].after)
            if unclear and (not self._shooter.name or self._is_target(people[-1])):
                raise self.whose(phrase, span)
            return SHOOTER
        if phrase.before is not None and phrase.before.sort is Sort.AND and self._phrases[0] is not phrase:
            place = self._places.of(self._phrases[self._phrases.index(phrase) - 1])
            if place in (SHOOTER, TARGET):
                return place
        if follows(TO, phrase.after):
            return SHOOTER
        targets = [one for one in self._phrases if one.at < phrase.at and self._is_target(one)]
        if targets and not self._is_apart(phrase, targets[-1]):
            return TARGET
        raise self.whose(phrase, span)

    def _of_other(self, span: Span) -> str:
        """Return who has no such posture yet if the other has one: "prone, 40 m, standing target"."""
        if span.key not in self._vocabulary.postures:
            return ""
        has = [any(key == span.key for _, key, _ in role.words) for role in (self._shooter, self._target)]
        return "" if has[0] == has[1] else TARGET if has[0] else SHOOTER

    def _owner(self, phrase: Phrase) -> str:
        """Return whose role words between commas belong to, "" for none: "Dolores, prone on the roof,
        fires".
        """
        before = next((one for one in reversed(self._phrases) if one.end < phrase.at and not one.outside), None)
        closed = phrase.after is not None and phrase.after.sort in (Sort.BREAK, Sort.OUTSIDE)
        listed = phrase.before is not None and phrase.before.sort is Sort.BREAK
        if before is None or not (listed and closed and before.people and not before.states):
            return ""
        if any(span.sort not in _OF_PLACE for span in self._spans[before.end : phrase.at]):
            return ""
        place = self._places.of(before)
        return place if place in (SHOOTER, TARGET) else ""

    def begins_for_subject(self, phrase: Phrase) -> bool:
        """Return whether words at the head are about somebody who shoots behind the comma: "Behind a tree, I fire"."""
        if (
            phrase.people
            or phrase.role_word
            or phrase.has_pronoun
            or any(span.sort is not Sort.EMPTY for span in self._spans[: phrase.at])
        ):
            return False
        behind = next((one for one in self._phrases if one.at == phrase.end + 1), None)
        parted = phrase.after is not None and phrase.after.sort is Sort.BREAK
        return parted and behind is not None and (behind.is_user or self._places.of(behind) == SHOOTER)

    def _is_of_subject(self, phrase: Phrase) -> bool:
        """Return whether words are between somebody and what they do: "she ducks behind the wall and then fires"."""
        if self._places.deed is None or phrase.at > self._places.deed or phrase.outside is not None:
            return False
        behind = self._spans[phrase.end : self._places.deed]
        joined = any(span.sort is Sort.AND for span in behind) and all(span.sort in _ANDS for span in behind)
        subject = any(one.typed.casefold() in SUBJECTS for one in self._spans[: phrase.end])
        return joined and (
            subject or any(self._places.of(one) == SHOOTER for one in self._phrases if one.at < phrase.at)
        )

    def _fires_alone(self, phrase: Phrase) -> bool:
        """Return whether a pronoun's is what follows, since nobody else is named: "she kneels and fires"."""
        named = self._shooter.named or any(span.sort is Sort.MINE for span in self._spans)
        behind = self._spans[phrase.end :]
        return not named and any(is_of_one(span) for span in behind) and any(follows(TO, span) for span in behind)

    def _is_apart(self, phrase: Phrase, target: Phrase) -> bool:
        """Return whether words follow an aim, which is the shooter's, or are alone between commas behind the range."""
        between = self._spans[target.end : phrase.at]
        parted = any(span.sort in (Sort.RANGE, Sort.AIM, Sort.FIGURE) for span in between)
        before = phrase.before.sort if phrase.before is not None else Sort.EMPTY
        at_end = phrase.after is None or phrase.after.sort in (Sort.BREAK, Sort.OUTSIDE)
        return parted and at_end and before in (Sort.BREAK, Sort.AIM)

    def _is_target(self, phrase: Phrase) -> bool:
        if self._places.of(phrase) == TARGET:
            return True
        return bool(phrase.people) and self._target.named and self._target.is_again(phrase)

    def whose(self, phrase: Phrase, span: Span) -> Doubt:
        shooter, target = self._shooter.name or "The shooter", self._target.name or "The target"
        both = sum((one.key, one.text) == (span.key, span.text) for one in self._spans) > 1
        answers = ((shooter, SHOOTER), (target, TARGET), *([("Both", BOTH)] if both else []))
        return Doubt(phrase.at, f"Who is {span.text}?", answers)
