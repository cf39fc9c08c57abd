"""Steps: the lines that explain how an order led to its result, by lookups, sums, throws, rulings and notes.

Every ruleset uses these, so that one renderer serves all. Texts hold references to fighters
(`rules.engine.records.references`), never Markdown: rendering puts in names and escapes the text.
"""

from __future__ import annotations

from dataclasses import field

from rules.engine.records.frozen import dataclass
from rules.engine.records.users import DisplayName

TO_ACT = "To act"
"""The label of a note that lists the fighters who can act now; older entries call it "Up"."""
ONES = "Ones"
"""The label of a note on dice that show 1 together; its brief words are in the first line of a result."""
LEFT = "Left"
"""The label of a note on what is left for the next order; the answer to a quick ruling omits it."""

# In every step, `label` is the short word at the left of its line ("Odds", "Hit", "Armor"). A line with `detail` is
# shown under Details only, not in the first answer. `about` is the fighter (an id) that the line is about, "" if none.
# `section` is the place of its rule in the book ("3.1"), or the topic of a rule that all rulebooks share.


@dataclass(frozen=True)
class Lookup:
    """A cell that was looked up: the table's id and title, the row and column (by axis), the value."""

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


@dataclass(frozen=True)
class Sum:
    """Named terms and their total."""

    label: str
    terms: tuple[Term, ...]
    total: int
    detail: bool = False
    about: str = ""
    section: str = ""


@dataclass(frozen=True)
class Roll:
    """One throw of `low` to `high`, both included; `typed_by` is empty for the bot's own dice.

    `again`: the die belongs to the throw before it: the second of two dice, or one after an ace. Sides other than the
    fighter's read `others` in place of `needed`; None if they read the same. `within` are the fighters (ids) during
    whose deeds it was thrown, besides `about`: the shooter, if it is about the target.
    """

    label: str
    why: str
    low: int
    high: int
    value: int
    needed: str = ""
    typed_by: DisplayName = ""
    detail: bool = False
    again: bool = False
    about: str = ""
    section: str = ""
    others: str | None = field(default=None, metadata={"late": True})
    within: tuple[str, ...] = field(default=(), metadata={"late": True})


@dataclass(frozen=True)
class Ruling:
    """A ruling of this project, by its id in the errata ("O18"), on something that the book leaves open."""

    id: str
    text: str
    detail: bool = True
    about: str = ""
    section: str = ""


@dataclass(frozen=True)
class Note:
    """A line in words.

    If a line ends in a list of fighters, `of` holds each of them, and `nobody` is the text for readers who know none.
    `brief` is the figure or the few words of it that belong among the throws of a result: "1,000 PD". `outward`: like
    the throws, these words are for everyone who perceives the fighter; the rest of the line never is.
    """

    label: str
    text: str
    detail: bool = False
    about: str = ""
    section: str = ""
    of: tuple[str, ...] = ()
    nobody: str = ""
    brief: str = field(default="", metadata={"late": True})
    outward: bool = field(default=False, metadata={"late": True})


Step = Lookup | Sum | Roll | Ruling | Note


def cited(id: str) -> str:
    """Return the id of a ruling or an erratum with its noun, "ruling O11", because alone it reads like a hex."""
    return f"{'ruling' if id[:1] in 'OR' else 'erratum'} {id}"
