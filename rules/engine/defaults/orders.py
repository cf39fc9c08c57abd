"""The answers about orders and time in a book in turns, without orders that take longer than one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.ammunition.ammunition import recount
from rules.engine.ammunition.supplies import check_purchases
from rules.engine.books.ruleset import Option, Preset, SpeaksFor
from rules.engine.defaults.chances import ChanceDefaults
from rules.engine.records.agenda import Clock, Pending, Plan, Question
from rules.engine.records.agenda import Line as PlanLine
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import ATTACKS, RULED, VERBS, Aim, CombatantOrder
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene
from rules.engine.sharing.sides import friendly_fire
from rules.words.places import Place

AMMUNITION = "ammunition"
"""The switch by which books choose how ammunition is counted."""


class OrderDefaults(ChanceDefaults):
    """Turns in which everyone acts, without switches, purchases, acts and weapons on the ground."""

    id: str
    options: Mapping[str, Option] = MappingProxyType({})
    simultaneous = False
    turn_name = "turn"
    impulses = 1
    impulse_name = ""
    spans: Mapping[str, int] = MappingProxyType({})
    acts_listed = False
    knows_purchases = False
    moving_fire = "fires"
    breaks_off = ""
    instead: Mapping[type[Order], str] = MappingProxyType({})
    """For each verb without a rule in the book: a sentence that says what to do instead."""
    verbs: frozenset[type[Order]] = frozenset(RULED)
    """The verbs with a rule in the book, for books that say nothing else about the others."""

    @property
    def presets(self) -> Mapping[str, Preset]:
        """Return one preset, of the book's id: the complete book."""
        id = self.id.replace("_", "-")
        return {id: Preset(id, "the complete book", {})}

    def clock(self, encounter: Encounter) -> str:
        return f"{self.turn_name.capitalize()} {encounter.clock.turn}"

    def day(self, clock: Clock) -> int:
        return 0

    def after(self, clock: Clock, seconds: int) -> Clock:
        raise NoRule(f"{self.title} does not count seconds. Leave time: out.")

    def lay(self, id: str, weapon: str, spaces: int, among: tuple[Place, ...], scene: Scene) -> None:
        raise NoRule(f"{self.title} has no rule for weapons on the ground.")

    def finale(self, scene: Scene) -> None:
        """Do nothing: the book counts nothing at the end."""

    def switched(self, name: str, before: Encounter, scene: Scene) -> None:
        """Convert all ammunition if the switch `ammunition` was set."""
        if name == AMMUNITION:
            recount(scene, self.as_counted)

    def check_verb(self, verb: type[Order]) -> None:
        if not self.knows_purchases:
            check_purchases(verb, self.title)
        # Aiming without a shot asks for the chances, which every book with an attack can give.
        if verb is Aim and self.verbs.intersection(ATTACKS.values()):
            return
        if verb in self.instead:
            raise NoRule(self.instead[verb])
        if verb in RULED and verb not in self.verbs:
            raise NoRule(f"{self.title} has no rule for /{VERBS[verb]}. {self._verbs_known}")

    @property
    def _verbs_known(self) -> str:
        return f"It has {' '.join(f'/{VERBS[verb]}' for verb in RULED if verb in self.verbs)}."

    def check_words(self, order: Order, encounter: Encounter, speaks_for: SpeaksFor) -> None:
        """Allow all words."""

    def long(self, order: Order, encounter: Encounter) -> bool:
        return False

    def is_instruction(self, order: Order) -> bool:
        return False

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        return ()

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        return ""

    # --- what a player should know first

    def cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        """Return the cautions about an attack that would reach friends; none for a quick ruling or a refused order."""
        if not (encounter.timed and isinstance(order, CombatantOrder)):
            return ()
        try:
            return friendly_fire(encounter.combatant(order.actor), self.reached(order, encounter), self.friends)
        except Refusal:
            return ()

    # --- plans

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        return order

    def instructs(self, line: PlanLine) -> bool:
        return False

    def steadies(self, order: Order) -> bool:
        return False

    def poised(self, actor: str, encounter: Encounter) -> Encounter:
        return encounter

    def planned_aims(self, encounter: Encounter, order: Order) -> tuple[int, ...]:
        return tuple(aim for aim, _ in self.aims_wanted(encounter, order))

    def planned_cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        return self.cautions(encounter, order)

    def planned_answer(self, question: Question, plan: Plan) -> str:
        return ""
