"""Names in place of references: the one room that knows how a reader sees the fighters of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from bot.game.entries.entries import Entry
from rules.engine.records.copies import replace
from rules.engine.records.errors import DiceWanted, Refusal, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.references import put_names_in
from rules.engine.scene.effects import Left

LEFT_PLAY = "somebody who left"
SOMEBODY = "somebody unseen"
"""The words for a fighter that the reader does not see or hear."""
R = TypeVar("R")


def name_of(id: str, encounter: Encounter, unknown: str = LEFT_PLAY) -> str:
    """Return the fighter's name in this state; of a fighter who is not in it, words that say so."""
    try:
        return encounter.combatant(id).name
    except UnknownName:
        return unknown


def named(text: R, encounter: Encounter, unknown: str = LEFT_PLAY) -> R:
    """Return a text, or a record of texts, with the names that the fighters have in this state."""
    return put_names_in(text, lambda id: name_of(id, encounter, unknown))


def names_in(entry: Entry) -> Callable[[str], str]:
    """Return a function that gives the name for an id in an entry's texts: as of the state that the entry left, and
    of fighters that it took out of play."""
    gone = {effect.combatant: effect.name for effect in entry.resolution.effects if isinstance(effect, Left)}
    return lambda id: gone.get(id) or name_of(id, entry.state)


def named_in(entry: Entry, text: R) -> R:
    """Return a text of an entry, or a record of its texts, with names."""
    return put_names_in(text, names_in(entry))


def entry_named(entry: Entry) -> Entry:
    """Return the entry with names in its texts."""
    resolution = entry.resolution
    clauses, steps = named_in(entry, resolution.clauses), named_in(entry, resolution.steps)
    if clauses is resolution.clauses and steps is resolution.steps:
        return entry
    return replace(entry, resolution=replace(resolution, clauses=clauses, steps=steps))


@contextmanager
def refusals_named(encounter: Encounter) -> Iterator[None]:
    """Put names into what a refusal, or the request for a die, says about fighters of this encounter.

    It is the encounter as the user knows it; fighters who are not in it are somebody unseen.
    """
    try:
        yield
    except DiceWanted as wanted:
        wanted.why = named(wanted.why, encounter, SOMEBODY)
        wanted.thrown = named(wanted.thrown, encounter, SOMEBODY)
        raise
    except Refusal as refusal:
        refusal.args = (named(str(refusal), encounter, SOMEBODY), *refusal.args[1:])
        raise
