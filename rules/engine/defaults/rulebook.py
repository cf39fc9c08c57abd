"""The base class of a `Ruleset`, with the answers that most rulebooks share. A book overrides those that differ."""

from __future__ import annotations

from rules.engine.defaults import turns
from rules.engine.defaults.orders import OrderDefaults
from rules.engine.defaults.sight import SightDefaults
from rules.engine.defaults.words import WordDefaults
from rules.engine.records.errors import NoRule
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Next
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene


class Rulebook(OrderDefaults, SightDefaults, WordDefaults):
    """A board game on squares in turns, in which everyone acts once a turn and sees everyone.

    A book has at least `id`, `title`, `version`, `weapons`, `fresh`, and `resolve` for its verbs; there is one in
    docs/adding_a_rulebook.md. `rules.engine.books.ruleset.Ruleset` explains each member that is not explained in
    `defaults`.
    """

    id: str
    title: str
    version: str

    def resolve(self, order: Order, scene: Scene) -> None:
        """Carry out `Next`. Raises NoRule for all others."""
        if not isinstance(order, Next):
            raise NoRule(f"{self.title} has no such rule. {self._verbs_known}")
        turns.next_turn(order, scene, self)

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        return turns.awaited(encounter, self)
