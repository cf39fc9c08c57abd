"""A frame of a replay as JSON values: what its reader may read of one part of an order, and the fighters after it.

The input has passed `bot.game.sight`; nothing here knows more than the reader. The page (`page/`) says what it
makes of each value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bot.chat.render.text import wording
from bot.chat.render.text.markdown import BARE, bare
from bot.game.entries.entries import Entry, Group
from bot.game.entries.happenings import happenings
from bot.game.maps.markers import numbered
from bot.game.sight.viewer import remembered
from rules.engine.books.ruleset import Ruleset
from rules.engine.map.codes import codes
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Next
from rules.engine.records.steps import Roll, Step
from rules.engine.sight.sight import side_of

Values = dict[str, Any]


def visible_parts(group: Group, book: Ruleset) -> Iterator[tuple[Entry, int]]:
    """Yield the entries of a reading that have a frame, each with its part (from 1; 0 if its order has no others).

    Of a Next they are those that its story tells.
    """
    for _, each in groupby(group, key=lambda entry: (entry.interaction_id or "", entry.seq - entry.part)):
        parts = [*each]
        if isinstance(parts[-1].order, Next) and parts[-1].kind == "order":
            parts = [happening.entry for happening in happenings(parts, book) if happening.entry]
        for n, entry in enumerate(parts, 1):
            yield entry, n if len(parts) > 1 else 0


def words(entry: Entry, part: int, by: str, book: Ruleset) -> Values:
    """Return the words of a frame: the reader's number, who ordered what, the outcome and its steps."""
    state, resolution = entry.state, entry.resolution
    return {
        "number": entry.number,
        "part": part,
        "clock": book.clock(state),
        "kind": entry.kind,
        "verdict": resolution.verdict,
        "by": by,
        "title": bare(wording.ordered(entry)),
        "text": bare(wording.outcome(resolution)),
        "steps": [_step(step, book) for step in resolution.steps],
    }


def _step(step: Step, book: Ruleset) -> list[Any]:
    """Return a step: its label, its text, whether it is a detail, and of a throw the die, what it shows, and whether
    somebody typed it in.
    """
    die = [[step.low, step.high, step.value, bool(step.typed_by)]] if isinstance(step, Roll) else []
    return [*wording.labelled(step, BARE, book), int(step.detail), *die]


def fighters(encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse]) -> list[Sequence[Any]]:
    """Return a row for each fighter that the reader knows: code, name, side, color of the side, place, state in words,
    and whether they are out of play, or not perceived at present."""
    by_id, sides = codes(encounter.combatants), numbered(encounter)
    return [
        (
            by_id[c.id],
            bare(c.name),
            bare(c.side),
            sides[side_of(c)],
            str(c.place) if c.place and c.id not in contacts else "",
            _state(c, encounter, book, contacts),
            not c.present,
            c.id in contacts,
        )
        for c in encounter.combatants
    ]


def _state(combatant: Combatant, encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse]) -> str:
    if combatant.id in contacts:
        return bare(remembered(combatant, contacts[combatant.id], book, encounter))
    return bare(book.brief(combatant, encounter).beside(combatant.name))
