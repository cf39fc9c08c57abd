"""The turn: first the Good Guys' phase, then that of the Bad Guys, one figure after the other (TURN SEQUENCE)."""

from __future__ import annotations

from fractions import Fraction

from rules.model import Encounter
from rules.orders import Next
from rules.scene import Scene
from rules.space_marines.figure import Camp, Figure


def phase(encounter: Encounter) -> Camp:
    """Whose phase it is: the Good Guys' is impulse 1 of the clock, the Bad Guys' impulse 2."""
    raise NotImplementedError


def clock(encounter: Encounter) -> str:
    """Where play stands: "Turn 3, Good Guys"."""
    raise NotImplementedError


def awaited(encounter: Encounter) -> tuple[str, ...]:
    """Who may still act in this phase and has not passed, but for those the bot runs; or who has to answer."""
    raise NotImplementedError


def not_asked(encounter: Encounter) -> None:
    """Raises NotNow while a Question is open."""
    raise NotImplementedError


def takes_turn(actor: str, scene: Scene) -> None:
    """A figure begins to move or to act, which ends the turn of the one that was being moved. Raises NotNow for one
    whose phase it is not, who is done, or while a Question is open. In a quick ruling nobody waits for anybody."""
    raise NotImplementedError


def check_turn(actor: str, encounter: Encounter) -> None:
    """The same without beginning: raises what `takes_turn` raises."""
    raise NotImplementedError


def affordable(actor: str, cost: Fraction, what: str, encounter: Encounter) -> None:
    """Raises NotNow if the Points it has left do not cover the cost of `what` ("that aim")."""
    raise NotImplementedError


def spend(actor: str, cost: Fraction, scene: Scene) -> None:
    """Points are gone for this turn."""
    raise NotImplementedError


def ends(actor: str, scene: Scene) -> None:
    """It has acted: its turn is over."""
    raise NotImplementedError


def tell_left(actor: str, scene: Scene) -> None:
    """What it has left, as the step LEFT: Points of its turn, wounds."""
    raise NotImplementedError


def joined(id: str, scene: Scene) -> None:
    """A figure placed in its own side's phase, once play has begun, is a reinforcement: it may act, not move."""
    raise NotImplementedError


def rested(figure: Figure) -> Figure:
    """The figure as it goes to a later encounter: its wounds alone stay."""
    raise NotImplementedError


def next_(order: Next, scene: Scene) -> None:
    """End the phase: the bot runs its Bad Guys, and if no player has one the next turn begins."""
    raise NotImplementedError


def run_on(scene: Scene) -> None:
    """Go on with the Bad Guys' phase that a Question interrupted, and then with the turn as `next_` does."""
    raise NotImplementedError
