"""Acts that are on no list of actions but have a rule of their own: those of chapter 5 and of scenario 2.

They are tried before the Action Time Table. With its switch off such an act is refused by name, unless a cost is given:
then it is any other act.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rules.errors import NoRule
from rules.model import Encounter
from rules.orders import Act
from rules.phoenix.book import Book
from rules.phoenix.ground import acting
from rules.phoenix.labor import Waiting
from rules.phoenix.switches import turned_on
from rules.scene import Scene

Rule = Callable[[Act, re.Match[str], Scene, Book], Waiting | None]


@dataclass(frozen=True, slots=True)
class Special:
    """An act with a rule of its own: as it is suggested, its cost in words, the switch that it needs ("" for none), by
    which words it is known (the whole text, in lower case), and the rule."""

    name: str
    cost: str
    switch: str
    words: re.Pattern[str]
    rule: Rule


SPECIAL: tuple[Special, ...] = ()
"""In the order in which they are tried."""


def act(order: Act, scene: Scene, book: Book) -> Waiting | None:
    """Carry out an act: one with a rule of its own, or one of the list. Raises Refusal."""
    said = " ".join(order.what.split()).rstrip(".").casefold()
    for special in SPECIAL:
        if match := special.words.fullmatch(said):
            if _counts(special, scene.encounter):
                return special.rule(order, match, scene, book)
            if order.cost is None:
                raise NoRule(
                    f"“{special.name}” counts only with the switch “{special.switch}”: /encounter options sets it, or"
                    " say with cost: what it takes."
                )
    return acting.act(order, scene, book)


def acts(encounter: Encounter) -> tuple[tuple[str, str], ...]:
    """Those that count in this encounter, and what each costs in words."""
    return tuple((special.name, special.cost) for special in SPECIAL if _counts(special, encounter))


def _counts(special: Special, encounter: Encounter) -> bool:
    return not special.switch or turned_on(encounter, special.switch)
