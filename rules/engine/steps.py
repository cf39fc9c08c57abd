"""The lines of reasoning that lead from an order to its result: what was looked up, added, thrown, ruled.

Every ruleset explains itself in these, so that one renderer serves all. Texts hold references to fighters
(`rules.engine.references`), never Markdown: names and escaping belong to rendering.
"""

from __future__ import annotations

from dataclasses import dataclass

LEFT = "Left"
"""The label of what somebody has left for the next order; a quick ruling, which has none, is answered without it."""

# In every step `label` is the short left-hand word of its line ("Odds", "Hit", "Armor"), and `detail` keeps
# the line out of the first answer: it is shown under Details only. `about` is the fighter (an id) whose business the
# line is, "" for everybody's. `section` is where its rule is in the book ("3.1"), or the room of the table's own rules.


@dataclass(frozen=True, slots=True)
class Lookup:
    """One consulted cell: the table's id and title, where it was read (axis and row or column), its value."""

    label: str
    table: str
    title: str
    at: tuple[tuple[str, str], ...]
    value: str
    detail: bool = False
    about: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """One named term of a sum; `source` names the table, section or person it comes from."""

    label: str
    value: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """Named terms and their total."""

    label: str
    terms: tuple[Term, ...]
    total: int
    detail: bool = False
    about: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of `low` to `high`, both included; `typed_by` is empty for the bot's own dice.

    `again`: it is a further die of the throw before it, be it that two are thrown together or that one aced.
    """

    label: str
    why: str
    low: int
    high: int
    value: int
    needed: str = ""
    typed_by: str = ""
    detail: bool = False
    again: bool = False
    about: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of the house (its id in the errata, "O18") that decided something the book leaves open."""

    id: str
    text: str
    detail: bool = True
    about: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A line in words."""

    label: str
    text: str
    detail: bool = False
    about: str = ""
    section: str = ""


Step = Lookup | Sum | Roll | Ruling | Note
