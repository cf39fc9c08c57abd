"""Orders that continue after a Question: a move that cover fire interrupted, and the bot's phase.

Both belong to the interrupted figure: when it leaves the encounter, the Questions about it are removed too. Separate so
that `cover`, `move_order` and `automatons` can use them without importing each other.
"""

from __future__ import annotations

from dataclasses import field

from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import CombatantOrder
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Proceed(CombatantOrder):
    """Continue to `to` as far as the Points reach, or without paying if the move is `paid`.

    `how` is the move's; `leader` is the id of the leader that it names.
    """

    kind = "space_marines.Proceed"

    to: Place
    how: str = ""
    paid: bool = False
    leader: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class RunOn(CombatantOrder):
    """Continue the bot's phase: the interrupted figure first, then the others, then the turn."""

    kind = "space_marines.RunOn"
