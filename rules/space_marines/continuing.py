"""What goes on once a Question is answered: a move that cover fire interrupted, a phase that the bot was playing.

Both are deeds of the figure that was interrupted: when it leaves the encounter, what is asked about it goes with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.orders import CombatantOrder
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Proceed(CombatantOrder):
    """Go on towards `to` as far as the Points still reach; `how` is that of the move."""

    kind = "space_marines.Proceed"

    to: Place
    how: str = ""


@dataclass(frozen=True, slots=True)
class RunOn(CombatantOrder):
    """The bot goes on with the Bad Guys it runs, the one that was interrupted first, and then with the turn."""

    kind = "space_marines.RunOn"
