"""Whose each word of a line is, once the roles are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.game.rulings.who.phrases import Phrase
from bot.game.rulings.who.places import BOTH
from bot.game.rulings.who.role import Role
from bot.game.rulings.words.spans import Sort, Span


class Owners:
    """The owners of words; `taken` are the roles of phrases by their places, `roles` are filled meanwhile."""

    def __init__(
        self, spans: Sequence[Span], phrases: Sequence[Phrase], taken: Mapping[int, str], roles: Mapping[str, Role]
    ) -> None:
        self._spans, self._phrases, self._taken, self._roles = spans, phrases, taken, roles

    def person_at(self, span: Span) -> str:
        """Return whose name or word a span is: SHOOTER or TARGET, "" for none."""
        phrase = next((one for one in self._phrases if span in one.spans), None)
        if phrase is None:
            return ""
        owners = [place for place, role in self._roles.items() if span.own and span.typed == role.name]
        place = self._taken.get(phrase.at) or next(iter(owners), "")
        if place not in self._roles:
            return ""
        name = self._roles[place].name
        return (
            place
            if span.typed in name.split() or span.text in name or (span.sort is not Sort.WORD and span in phrase.called)
            else ""
        )

    def is_number(self, span: Span) -> bool:
        """Return whether a number belongs to a name: "Guard 2"."""
        return any(one.number is span for one in self._phrases)

    def owner_of(self, span: Span) -> str:
        """Return whose words of a sheet line a span is: SHOOTER, TARGET, BOTH, or "" for none."""
        at = self._spans.index(span)
        owners = [place for place, role in self._roles.items() if any(at == one for one, *_ in role.words)]
        return BOTH if len(owners) > 1 else next(iter(owners), "")
