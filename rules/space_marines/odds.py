"""What can be known before an attack: chances by aim, wounds to be expected, what there is to choose from."""

from __future__ import annotations

from rules.model import Encounter
from rules.orders import Attack
from rules.ruleset import Choices, Odds


def odds(order: Attack, encounter: Encounter) -> Odds:
    """The chances of this attack by Points of aim. Raises Refusal."""
    raise NotImplementedError


def choices(order: Attack, encounter: Encounter) -> Choices:
    """Whom, with what, and with how much aim, likeliest first."""
    raise NotImplementedError
