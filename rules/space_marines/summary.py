"""A figure for people to read, and what is pending."""

from __future__ import annotations

from rules.agenda import Matter
from rules.model import Combatant, Encounter
from rules.ruleset import Summary


def summary(combatant: Combatant, encounter: Encounter) -> Summary:
    """The figure on the board's line and on its status sheet."""
    raise NotImplementedError


def matter(matter: Matter, encounter: Encounter) -> str:
    """What is pending, in words that stand alone: covered areas, reloads."""
    raise NotImplementedError
