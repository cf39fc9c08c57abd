"""The words of conditions: what a plan's line waits for, and until when a fighter passes."""

from __future__ import annotations

import re

from bot.game.requests.context.words import short
from bot.game.requests.plans.plan_names import Names
from bot.game.requests.plans.plan_times import read_time
from rules.engine.records.agenda import AT, CONTACT, ELSE, EMPTY, FIRED_UPON, HIT, TOLD, WITHIN, When
from rules.engine.records.errors import Ambiguous, Refusal, UnknownName, quoted
from rules.engine.records.references import reference
from rules.words.catalogue import normalized
from rules.words.patterns import regex

MOST_LINE = 200
"""Characters of a line."""
_ANYONE = regex(r"(?:anyone|anybody|someone|somebody|an enemy|any enemy|enem(?:y|ies))\b ?", re.IGNORECASE)
_VERBS = regex(r" (?:shows|show|appears|comes|gets|is|within)\b", re.IGNORECASE)
_TOLD = regex(r"(?:told|warned) (?:of|about) ", re.IGNORECASE)
_SHOWS = regex(r"shows(?: up)?|show(?: up)?|appears?|comes into (?:view|sight)|is seen", re.IGNORECASE)
_WITHIN = regex(
    r"(?:is |comes |gets )?within (?P<spaces>[0-9]{1,3})(?: (?:hex(?:es)?|squares?|spaces?))?", re.IGNORECASE
)
_EVENTS = {
    **dict.fromkeys(("contact", "in contact"), CONTACT),
    **dict.fromkeys(("fired upon", "fired on", "fired at", "shot at", "under fire"), FIRED_UPON),
    **dict.fromkeys(("hit", "wounded"), HIT),
    **dict.fromkeys(("empty", "out of ammunition", "out of ammo"), EMPTY),
}
_TURN = "{turn}"
_CONDITIONS = (
    "when NAME shows, when anyone shows, when told of NAME, when fired upon, when hit, when empty,"
    f" when anyone within 5, at {_TURN} 4 or else"
)
_UNTIL = f"contact, NAME shows, told of NAME, anyone within 5, fired upon, hit, empty, {_TURN} 4 or for 10 {_TURN}s"


class _NoCondition(UnknownName):
    """Raised for words that are no condition."""


class Conditions(Names):
    """Reads the conditions in one fighter's plan."""

    def until(self, text: str) -> When:
        """Return when a fighter's pass ends.

        Raises Refusal.
        """
        text = re.sub(r"^(?:until )?(?:when )?(?:at )?", "", short(text, MOST_LINE, "until:"), flags=re.IGNORECASE)
        if at := read_time(text, self._encounter.clock, self._ruleset, lasting=True):
            return When(AT, at=at[0])
        try:
            return self._when(text)[0]
        except _NoCondition:
            words = self._in_its_words(_UNTIL)
            raise UnknownName(f"I don't know the condition {quoted(text)}. Use {words}.") from None

    def _condition(self, text: str) -> tuple[When | None, str, str]:
        """Return the condition of a line, its words as they are kept, and the order's words."""
        if found := re.match(r"(?:else|otherwise)\b:? ?", text, re.IGNORECASE):
            return When(ELSE), "else", text[found.end() :]
        found = re.match(r"(?P<word>when|if|once|at)\b ?", text, re.IGNORECASE)
        if found is None:
            return None, "", text
        read = self._at if found["word"].casefold() == "at" else self._when
        refused: Refusal | None = None
        # A name may have a colon.
        for colon in re.finditer(":", text):
            try:
                when, words = read(text[found.end() : colon.start()].strip())
            except Refusal as refusal:
                refused = refused or refusal
            else:
                return when, words, text[colon.end() :].strip()
        raise refused or Refusal("Put a colon after the condition: when hit: duck.")

    def _at(self, text: str) -> tuple[When, str]:
        if at := read_time(text, self._encounter.clock, self._ruleset):
            return When(AT, at=at[0]), f"at {at[1]}"
        raise self._no_condition(f"at {text}")

    def _when(self, text: str) -> tuple[When, str]:
        """Return a condition that begins with "when", and its words."""
        if kind := _EVENTS.get(normalized(text)):
            return When(kind), f"when {text.casefold()}"
        if found := _TOLD.match(text):
            who, name = self._enemy(text[found.end() :])
            return When(TOLD, who), f"when {found[0].casefold()}{name}"
        if found := _ANYONE.match(text):
            who, name, rest = "", found[0].strip().casefold(), text[found.end() :]
        elif verbs := _VERBS.search(text):
            who, typed = self._known_enemy(text, text[: verbs.start()])
            name, rest = reference(who), text[typed:].strip()
        else:
            raise self._no_condition(f"when {text}")
        if _SHOWS.fullmatch(rest):
            return When(CONTACT, who), f"when {name} {rest.casefold()}"
        if found := _WITHIN.fullmatch(rest):
            return When(WITHIN, who, int(found["spaces"])), f"when {name} {rest.casefold()}"
        raise self._no_condition(f"when {text}")

    def _enemy(self, text: str) -> tuple[str, str]:
        """Return the enemy that a whole text names, "" for any, and the words as they are kept. Raises Refusal."""
        if (found := _ANYONE.match(text)) and found.end() == len(text):
            return "", text.casefold()
        who, typed = self._known_enemy(text, text)
        if typed < len(text):
            raise self._no_condition(f"when told of {text}")
        return who, reference(who)

    def _known_enemy(self, text: str, typed: str) -> tuple[str, int]:
        """Return the enemy whose name a text begins with, as `_fighter` does. Raises Refusal; for somebody that the
        fighter's side does not know, it offers any enemy.
        """
        try:
            found = self._fighter(text, typed)
        except Ambiguous:
            raise
        except UnknownName as unknown:
            raise UnknownName(
                f"{unknown} Write anyone for an enemy that your side has not seen yet.", unknown.nearest
            ) from None
        self._check_enemy(found[0])
        return found

    def _no_condition(self, text: str) -> UnknownName:
        return _NoCondition(f"I don't know the condition {quoted(text)}. Use {self._in_its_words(_CONDITIONS)}.")

    def _in_its_words(self, allowed: str) -> str:
        return allowed.replace(_TURN, self._ruleset.turn_name)

    def _check_enemy(self, id: str) -> None:
        fighter, other = self._encounter.combatant(self._actor), self._encounter.combatant(id)
        if fighter is other or self._ruleset.friends(fighter, other):
            raise Refusal(f"{reference(id)} is on {reference(self._actor)}'s side. Name an enemy, or write anyone.")
