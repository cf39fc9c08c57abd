"""The place of a phrase in a line: what the words around it say of its role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from bot.game.rulings.who.phrases import ARMS, Phrase, follows, is_deed, is_of_one
from bot.game.rulings.words.background import is_scenery
from bot.game.rulings.words.persons import SURROUNDINGS
from bot.game.rulings.words.small_words import ARTICLES, FROM, OBJECTS, POSSESSIVES, STRIKES, SUBJECTS, THING, TO
from bot.game.rulings.words.spans import Sort, Span

_CALLED = frozenset({"shooter", "attacker", "firer", "target"})
_PLACED = frozenset({Sort.OUTSIDE, Sort.EMPTY, Sort.WORD, Sort.SITUATION, Sort.AND, Sort.BREAK})
"""Spans that may be between somebody and the verb."""
_STRUCK = STRIKES | {"bite", "punch", "kick", "stab", "slash", "claw"}
_OBJECTS = OBJECTS | {"her", "it", "one"}
_PARTS_OF_PLACES = frozenset({"end", "corner", "edge", "bottom", "top", "side", "rear", "front", "entrance", "foot"})
_TRIES = frozenset({"tries", "wants", "attempts", "going", "gonna", "decides", "manages", "needs", "has", "trying"})
SHOOTER, TARGET, NEITHER, BOTH = FROM, TO, "neither", "both"


class Places:
    """The places in a line. `decided` are roles that are known already, by phrase; `kinds` as in `Vocabulary`."""

    def __init__(
        self, spans: Sequence[Span], phrases: Sequence[Phrase], decided: Mapping[int, str], kinds: frozenset[str]
    ) -> None:
        self._spans, self._phrases, self._decided, self._kinds = spans, phrases, decided, kinds
        self.arm = next((at for at, span in enumerate(spans) if span.sort in ARMS), None)
        """Where the first weapon is, None for none."""
        self.deed = next((at for at, span in enumerate(spans) if is_deed(span)), None)
        """Where the first verb is that somebody does."""

    def of(self, phrase: Phrase) -> str:
        """Return the role that the words around a phrase give it, "" for none."""
        if phrase.at in self._decided:
            return self._decided[phrase.at]
        place = self._of(phrase)
        other = phrase.people and not phrase.is_user and not phrase.is_mine and phrase.role_word != FROM
        if place == SHOOTER and other and self._user_shoots(phrase):
            # "The guard with the AK is standing, I shoot them".
            return TARGET
        return place

    def _user_shoots(self, phrase: Phrase) -> bool:
        """Return whether the user shoots behind a phrase that has no verb: "I'm prone and shoot them"."""
        if is_deed(phrase.after):
            return False
        mine = next((at for at in range(phrase.end, len(self._spans)) if self._spans[at].text in ("i", "im")), None)
        if mine is None:
            return False
        somebody = (Sort.NAME, Sort.KNOWN, Sort.PERSON)
        behind = (one for one in self._spans[mine:] if is_deed(one) or one.sort in somebody)
        first = next(behind, None)
        return first is not None and is_deed(first) and not is_of_one(first)

    def _of(self, phrase: Phrase) -> str:
        if phrase.states and not phrase.people + phrase.unknown and self._is_called(phrase.after):
            return phrase.after.key if phrase.after is not None else ""
        if phrase.role_word == TO:
            return NEITHER if self._is_place(phrase) else TARGET
        if phrase.role_word == FROM:
            return self._behind_from(phrase)
        if phrase.role_word == THING:
            return THING
        somebody = phrase.people or phrase.unknown
        if somebody and self._is_hit_by(phrase):
            return TARGET
        before = phrase.spans[-2].typed.casefold() if len(phrase.spans) > 1 else ""
        infinitive = phrase.spans[-1].text == "to" and not phrase.people and before not in _TRIES
        fires = is_deed(phrase.after) or self._and_fires(phrase) or self._aims_and_fires(phrase)
        if somebody and not infinitive and fires:
            return SHOOTER
        if somebody and not phrase.role_word and self._fires_there(phrase):
            return SHOOTER
        if is_deed(phrase.before) and self._marked(TO):
            unknown = (phrase.unknown and not phrase.people) or self._is_fired_by_user(phrase)
            if self.arm is None and unknown and follows(TO, phrase.after):
                return THING
        elif is_deed(phrase.before):
            thrown = phrase.before is not None and phrase.before.key == "throw" and self.arm is None
            if somebody:
                return THING if thrown and not phrase.people else TARGET
            if any(span.key in self._kinds for span in phrase.states):
                return TARGET
        is_place = not phrase.people and any(one.text in SURROUNDINGS for one in phrase.unknown)
        if phrase.before is not None and phrase.before.sort is Sort.CLASS and phrase.before.text in _STRUCK:
            # "I stab the guard with the bayonet".
            return TARGET if somebody else ""
        if follows(THING, phrase.after) and self.has_arm(phrase) and somebody and not is_place:
            if is_deed(phrase.before):
                # "To hit a bug with a rifle".
                return TARGET
            # "M16, 9 hexes, a guy with a machete": the other one is armed.
            other = self.arm is not None and self.arm < phrase.at and phrase.at > 0 and not self._marked(TO)
            return TARGET if other or self._is_ordered(phrase) else SHOOTER
        return ""

    def _is_fired_by_user(self, phrase: Phrase) -> bool:
        """Return whether a name is a weapon's: "I fire the Mauser at the scout"."""
        before = next((one for one in self._phrases if one.end == phrase.at - 1), None)
        is_thing = phrase.spans[0].text in ARTICLES | POSSESSIVES and [one.sort for one in phrase.people] == [Sort.NAME]
        return is_thing and before is not None and bool(before.spans) and before.spans[-1].sort is Sort.MINE

    def _is_ordered(self, phrase: Phrase) -> bool:
        """Return whether a way to shoot is said like a verb: "double tap the guard with my pistol"."""
        way, article = phrase.spans[0], phrase.spans[1].text if len(phrase.spans) > 1 else ""
        is_shot = way.situation is not None and way.situation.is_shot
        is_way = way.sort is Sort.HOW or is_shot or way.text.split()[-1:] == ["fire"]
        first = phrase.before is None or phrase.before.sort is Sort.BREAK
        return is_way and first and article in ARTICLES | POSSESSIVES and not self._marked(TO)

    def _is_called(self, span: Span | None) -> bool:
        """Return whether a role word is a word for somebody: "prone shooter", "running target"."""
        return span is not None and span.sort is Sort.ROLE and span.text in _CALLED

    def _and_fires(self, phrase: Phrase) -> bool:
        """Return whether a verb follows "and": "Trent kneels and fires"."""
        joined = phrase.after is not None and phrase.after.sort is Sort.AND
        if not phrase.people and any(span.typed.casefold() in SUBJECTS for span in self._spans[: phrase.end]):
            # "She takes a breath and fires".
            return False
        behind = (span for span in self._spans[phrase.end + 1 :] if span.sort is not Sort.EMPTY)
        return joined and is_deed(next(behind, None))

    def _aims_and_fires(self, phrase: Phrase) -> bool:
        """Return whether somebody aims before a verb: "Mike takes 8 actions and fires"."""
        if not phrase.people or phrase.role_word or phrase.after is None or phrase.after.sort is not Sort.AIM:
            return False
        behind = [one for one in self._spans[phrase.end + 1 :] if one.sort is not Sort.EMPTY]
        return len(behind) > 1 and behind[0].sort is Sort.AND and is_of_one(behind[1])

    def _fires_there(self, phrase: Phrase) -> bool:
        """Return whether only a place is between a phrase at the head and a verb: "Bob ducks behind the crate, then
        fires".
        """
        first = phrase.before is None or phrase.before.sort is Sort.BREAK
        begins = phrase.after is not None and (phrase.after.sort is Sort.OUTSIDE or phrase.after.text == "from")
        if phrase.outside is not None or not first or not begins:
            return False
        for span in self._spans[phrase.end :]:
            if is_deed(span):
                return True
            is_cover = span.sort is Sort.FIGHTER and span.key not in phrase.figures
            if not (span.sort in _PLACED or span.text == "from" or is_cover):
                return False
        return False

    def _is_place(self, phrase: Phrase) -> bool:
        """Return whether the words behind "on" or "at" are no second target: "the guard on the roof", "vs parry"."""
        others = [one for one in self._phrases if one is not phrase]
        if phrase.word in ("on", "onto") and phrase.owner is not None and phrase.unknown:
            # "Kills the guard on Newt's bed".
            return any(one.people and is_deed(one.before) for one in others)
        if phrase.people or not phrase.unknown:
            return False
        somebody = any(one.people and not one.is_user for one in others)
        if phrase.word == "at" and phrase.unknown[0].text in _PARTS_OF_PLACES and somebody:
            return True
        if self._hits_pronoun(phrase) and all(span.text in SURROUNDINGS for span in phrase.unknown):
            return True
        if phrase.word in ("on", "onto") and any(span.text in SURROUNDINGS for span in phrase.unknown):
            return any(one.people for one in others) or any(one.role_word == TO and one.unknown for one in others)
        if phrase.word in ("on", "onto") and any(one.role_word == TO and one.unknown for one in others):
            return True
        return any(one.people and (one.role_word == TO or is_deed(one.before)) for one in others)

    def _hits_pronoun(self, phrase: Phrase) -> bool:
        """Return whether a verb and a pronoun are before a phrase: "hit them at the corner"."""
        before = next((one for one in self._phrases if one.end == phrase.at - 1), None)
        return before is not None and is_deed(before.before) and any(one.text in _OBJECTS for one in before.spans)

    def _is_hit_by(self, phrase: Phrase) -> bool:
        """Return whether a phrase is before "hit by" or "shot by"."""
        if phrase.spans[-1].text == "shot" and phrase.after is not None and phrase.after.text == "by":
            return True
        return is_deed(phrase.after) and [one.text for one in self._spans[phrase.end + 1 : phrase.end + 2]] == ["by"]

    def _is_beside(self, phrase: Phrase) -> bool:
        """Return whether "by the fountain" says where somebody is, because somebody else shoots."""
        if phrase.word != "by" or phrase.people or phrase.spans[0].text not in ARTICLES:
            return False
        before = self._spans[: max(phrase.at - 1, 0)]
        shoots = any(span.sort is Sort.MINE for span in before) or is_deed(next(iter(before), None))
        return bool(phrase.unknown) and (shoots or any(is_of_one(span) for span in before))

    def _behind_from(self, phrase: Phrase) -> str:
        if self._is_beside(phrase):
            return NEITHER
        if phrase.word in ("while", "whilst") and phrase.people and is_deed(phrase.after):
            return SHOOTER
        if phrase.word in ("while", "whilst"):
            # "While they are eating": nobody is called so.
            return "" if phrase.people or phrase.is_about_other else NEITHER if phrase.unknown else SHOOTER
        if (
            phrase.word in ("from", "by")
            and not phrase.people
            and any(one.text in SURROUNDINGS for one in phrase.unknown)
        ):
            return NEITHER
        if phrase.word == "from" and phrase.people + phrase.unknown and self._is_far(phrase):
            return TARGET
        unnamed = phrase.word in ("from", "by") and not phrase.people and bool(phrase.unknown)
        if unnamed and (_is_only_said(phrase) or self._user_fires() or is_scenery(phrase.unknown[0].text)):
            return NEITHER
        if phrase.word == "for" and not phrase.people:
            return NEITHER if phrase.unknown else SHOOTER
        return SHOOTER

    def _user_fires(self) -> bool:
        """Return whether "I" is before a verb, so that nobody else shoots: "I shoot Bishop by accident"."""
        return any(one.sort is Sort.MINE and is_deed(two) for one, two in pairwise(self._spans))

    def _is_far(self, phrase: Phrase) -> bool:
        """Return whether a phrase is about somebody behind the shooter's distance: "Marine with rifle, 5 spaces
        from the bot".
        """
        if phrase.at < 2 or self._spans[phrase.at - 2].sort is not Sort.RANGE or self._marked(TO):
            return False
        others = [one for one in self._phrases if one is not phrase and one.word != "from"]
        ranged = self._spans[phrase.at - 2]
        shooters = [
            one
            for one in others
            if one.is_user or one.is_mine or self.of(one) == SHOOTER or self._is_named_before(one, ranged, phrase)
        ]
        return bool(shooters) and not any(one.people for one in others if one not in shooters)

    @staticmethod
    def _is_named_before(one: Phrase, ranged: Span, phrase: Phrase) -> bool:
        """Return whether a name is before how far a figure of the book is: "Dietrich 3 squares from the alien"."""
        return bool(one.people) and one.after is ranged and phrase.is_of_book and not one.is_of_book

    def _marked(self, role_word: str) -> bool:
        marked = (phrase for phrase in self._phrases if phrase.role_word == role_word)
        # "At 7 if I aim" marks nobody.
        others = ((phrase, [one for one in phrase.people if one.text not in ("i", "im")]) for phrase in marked)
        return any(people + phrase.unknown and not self._is_place(phrase) for phrase, people in others)

    def has_arm(self, phrase: Phrase) -> bool:
        """Return whether "with" behind a phrase brings a weapon."""
        behind = self._spans[phrase.end + 1 :]
        for span in behind:
            if span.sort in ARMS:
                return True
            if span.sort in (Sort.FIGHTER, Sort.BREAK, Sort.ROLE, Sort.VERB, Sort.SITUATION):
                return False
        return False

    def before_arm(self, phrase: Phrase) -> bool:
        places = [at for at in (self.arm, self.deed) if at is not None]
        return bool(places) and phrase.at < max(places) and phrase.at < (self.arm if self.arm is not None else 999)


def _is_only_said(phrase: Phrase) -> bool:
    """Return whether unknown words in small letters say where somebody is, because more is beside them: "from teh hip",
    "by the well", but not "by wookiee".
    """
    words = phrase.unknown
    beside = [span for span in phrase.spans if span not in words and span.sort is not Sort.FIGURE]
    return bool(words) and all(span.typed.islower() for span in words) and (len(words) > 1 or bool(beside))
