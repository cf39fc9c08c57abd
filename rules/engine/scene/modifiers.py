"""The modifiers that players add to a roll with `mod:`, in any rulebook: numbers and what each is for."""

from __future__ import annotations

import re

from rules.engine.records.errors import Refusal, quoted
from rules.engine.records.steps import Term

_MOST_MODIFIERS = 6
_MOST_MODIFIER = 30
_MOST_NAME = 30
_FOR = r"[^\W\d_]\D*?"
_GIVEN = re.compile(
    rf"(?P<value>[+-]?\d{{1,4}})[\s:=]*(?P<after>{_FOR})?|(?P<before>{_FOR})[\s:=]*(?P<last>[+-]?\d{{1,4}})"
)


def modifier(text: str) -> tuple[Term, ...]:
    """Return the terms of a `mod:` text: "-3 smoke", "+2, -1 rain".

    Raises Refusal for a part that is not a modifier.
    """
    if not text:
        return ()
    sections = [section.strip() for section in text.replace("−", "-").split(",")]
    sections = [section for section in sections if section]
    if len(sections) > _MOST_MODIFIERS:
        raise Refusal(f"You can give at most {_MOST_MODIFIERS} modifiers, not {len(sections)}.")
    return tuple(_modifier(section) for section in sections)


def _modifier(section: str) -> Term:
    match = _GIVEN.fullmatch(section)
    if match is None:
        raise Refusal(f"{quoted(section)} is not a modifier. Start with a number: -3 smoke, or +2.")
    value = int(match["value"] or match["last"])
    if not -_MOST_MODIFIER <= value <= _MOST_MODIFIER:
        raise Refusal(f"A modifier is -{_MOST_MODIFIER} to +{_MOST_MODIFIER}, not {value}.")
    name = " ".join((match["after"] or match["before"] or "").split())
    if len(name) > _MOST_NAME or not name.isprintable():
        raise Refusal(f"The name of a modifier has at most {_MOST_NAME} characters. {quoted(name)} has {len(name)}.")
    return Term(name or "modifier", value, "given")
