"""The fighters that the words of a plan name: their names become references in its text and ids in its orders."""

from __future__ import annotations

import re

from bot.game.requests.context.context import OrderContext
from rules.engine.records.errors import Ambiguous, UnknownName
from rules.engine.records.references import reference
from rules.words.patterns import regex

MOST_WORDS = 6
"""The most words that are tried as a part of a name; whole names may have more."""


class Names:
    """The names that can stand in one fighter's plan."""

    def __init__(self, actor: str, context: OrderContext) -> None:
        self._actor, self._context = actor, context
        self._encounter, self._ruleset = context.encounter, context.ruleset
        # Of names that begin alike the longest is meant.
        fighters = sorted(context.encounter.combatants, key=lambda fighter: -len(fighter.name))
        self._names = [
            (fighter.id, regex(rf"(?<!\w){re.escape(fighter.name)}(?!\w)", re.IGNORECASE)) for fighter in fighters
        ]

    def _referenced(self, text: str) -> str:
        """Return a text with references in place of whole names."""
        for id, name in self._names:
            text = name.sub(lambda _, id=id: reference(id), text)  # type: ignore[misc]
        return text

    def _fighter(self, text: str, typed: str) -> tuple[str, int]:
        """Return the id of the fighter whose name, code or part of a name a text begins with, and its length.

        `typed` is as far as the name may go. Raises UnknownName.
        """
        for id, name in self._names:
            if found := name.match(text):
                return id, found.end()
        ends = [found.end() for found in re.finditer(r"\S+", typed)][:MOST_WORDS]
        unclear: Ambiguous | None = None
        for end in reversed(ends):
            try:
                return self._context.combatant(typed[:end]).id, end
            except Ambiguous as ambiguous:
                unclear = ambiguous
            except UnknownName:
                continue
        if unclear:
            raise unclear
        return self._context.combatant(typed).id, len(typed)
