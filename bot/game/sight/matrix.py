"""Who may see what, as a table: for each subject and reader the values of the switch `fog` with which they see it.

`view` and `read` decide; this table says what they must come to. docs/rights.md is written from it, and a test plays
every cell (tests/cogs/test_who_sees.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from rules.engine.books.table_options import FOG, OFF, TABLE_OPTIONS

FOGS = frozenset(TABLE_OPTIONS[FOG].values)


class Reader(Enum):
    """Who reads, before the encounter's end: after it everybody sees everything."""

    GM = "GM"
    OWN = "the fighter's side"
    OTHER = "other sides"
    CHANNEL = "spectators and the channel"


class Subject(Enum):
    """The kinds of information. Whether others see or hear a fighter depends on the rulebook and the GM's secrets."""

    SECRET = "a fighter that the GM keeps secret, and what they do"
    HIDDEN = "a fighter that no other side has perceived, and what they do"
    PLACE = "a perceived fighter's place and posture"
    THROWS = "throws for what a perceived fighter does"
    TRACE = "the rules and figures behind those throws"
    INNER = "a perceived fighter's ammunition, aim and exact wounds"
    PLAN = "a fighter's plan (`/plan`), and their declared orders (`pace: sealed`)"
    SECRET_EVENT = "secret events before they happen"
    SECRET_NOTE = "secret notes"
    SECRET_MAP = "secret pieces of the map that nobody has found"
    SECRET_ROLL = "another user's secret roll that is not revealed"
    BLIND_ROLL = "the result of a blind roll"
    WHOLE_EXPORT = "everything in /export, with the dice to check"


_NEVER = frozenset[str]()
_OPEN = frozenset({OFF})

SEES: Mapping[Subject, Mapping[Reader, frozenset[str]]] = {
    subject: dict(zip(Reader, fogs, strict=True))
    for subject, fogs in {
        Subject.SECRET: (FOGS, FOGS, _NEVER, _NEVER),
        Subject.HIDDEN: (FOGS, FOGS, _OPEN, _OPEN),
        Subject.PLACE: (FOGS, FOGS, FOGS, FOGS),
        Subject.THROWS: (FOGS, FOGS, FOGS, FOGS),
        Subject.TRACE: (FOGS, FOGS, _OPEN, _OPEN),
        Subject.INNER: (FOGS, FOGS, _OPEN, _OPEN),
        Subject.PLAN: (FOGS, FOGS, _NEVER, _NEVER),
        Subject.SECRET_EVENT: (FOGS, _NEVER, _NEVER, _NEVER),
        Subject.SECRET_NOTE: (FOGS, _NEVER, _NEVER, _NEVER),
        Subject.SECRET_MAP: (FOGS, _NEVER, _NEVER, _NEVER),
        Subject.SECRET_ROLL: (_NEVER, _NEVER, _NEVER, _NEVER),
        Subject.BLIND_ROLL: (FOGS, _NEVER, _NEVER, _NEVER),
        Subject.WHOLE_EXPORT: (FOGS, _NEVER, _NEVER, _NEVER),
    }.items()
}
"""Where something is kept from somebody; with `fog: off` and nothing secret, players export everything as well."""
