"""What goes on once a Question is answered: a move that cover fire interrupted, a phase that the bot was playing."""

from __future__ import annotations

from dataclasses import dataclass

from rules.orders import Deed
from rules.places import Place
from rules.records import Order


@dataclass(frozen=True, slots=True)
class Proceed(Deed):
    """Go on towards `to` as far as the Points still reach; `how` is that of the move."""

    to: Place
    how: str = ""


@dataclass(frozen=True, slots=True)
class RunOn(Order):
    """The bot goes on with the Bad Guys it runs, and then with the turn."""
