"""Fire that is declared now and resolved later, as the core sees it; the rule itself is one of chapter 5 (5.7).

The shooter of declared fire is seen as he was when he declared it, was ready then, and has spent what it takes.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.model import Encounter
from rules.phoenix.hooks import Hook

DECLARED = Hook[Callable[[Encounter, str], bool]]()
"""Each says whether fire is declared, by one (an id) or by anybody ("")."""
RESOLVED = Hook[Callable[[str, Encounter], bool]]()
"""Each says whether fire that he (an id) has declared is being resolved just now."""
AS_DECLARED = Hook[Callable[[str, Encounter], Encounter]]()
"""Each gives the encounter in which his order is to be seen."""


def declared(encounter: Encounter, actor: str = "") -> bool:
    """Whether fire is declared, by everybody or by one."""
    return any(rule(encounter, actor) for rule in DECLARED)


def going(actor: str, encounter: Encounter) -> bool:
    """Whether fire that he has declared is being resolved just now."""
    return any(rule(actor, encounter) for rule in RESOLVED)


def as_declared(actor: str, encounter: Encounter) -> Encounter:
    """The encounter in which his order is to be seen: with him as he was when he declared the fire that is resolved."""
    for rule in AS_DECLARED:
        encounter = rule(actor, encounter)
    return encounter
