"""Mentions of users where fighters are named: "@Ann", which Discord sends as "<@123>", means the fighters she owns.

They are looked for among the fighters that the user who asks knows, so a mention finds out no more than a name does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.records.errors import Ambiguous, UnknownName
from rules.engine.records.model import Combatant, Encounter
from rules.words.patterns import regex
from rules.words.phrases import listed

_MENTION = regex(r"<@!?([0-9]{1,20})>")


def names(text: str, encounter: Encounter) -> list[str]:
    """Return the names in a list by commas, with the names of a user's fighters in place of each mention."""
    return [name for part in text.split(",") for name in _names(part.strip(), encounter) if name]


def mentions(text: str) -> bool:
    """Return whether a text mentions a user."""
    return _MENTION.search(text) is not None


def name(text: str, encounter: Encounter) -> str:
    """Return the name that a text means: of a mention, that of the user's only fighter.

    Raises UnknownName if the user has none, Ambiguous if they have several.
    """
    mention = _MENTION.fullmatch(text.strip())
    return _only(mention[1], encounter) if mention else text


def with_names(text: str, encounter: Encounter) -> str:
    """Return a text with names in place of its mentions; those of users without a fighter stay. Raises Ambiguous."""

    def meant(mention: re.Match[str]) -> str:
        return _only(mention[1], encounter) if any(_of(mention[1], encounter)) else mention[0]

    return _MENTION.sub(meant, text)


def _names(part: str, encounter: Encounter) -> list[str]:
    mention = _MENTION.fullmatch(part)
    return [one.name for one in _of(mention[1], encounter)] or [part] if mention else [part]


def _only(user: str, encounter: Encounter) -> str:
    found = [one.name for one in _of(user, encounter)]
    if not found:
        raise UnknownName("You know no fighter of that player here. Name the fighter.")
    if len(found) > 1:
        raise Ambiguous(f"That player has {listed(found, 'and')}. Which one?", found)
    return found[0]


def _of(user: str, encounter: Encounter) -> Iterator[Combatant]:
    """Yield a user's fighters who are in play, or all of them if none is."""
    own = [one for one in encounter.combatants if one.owner == user]
    yield from [one for one in own if one.present] or own
