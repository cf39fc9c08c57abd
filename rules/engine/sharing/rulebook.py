"""The base class of a `Ruleset`, with the answers that most rulebooks share. A book overrides those that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.engine.ammunition.supplies import carried_lines, check_purchases
from rules.engine.books.reach import Reach
from rules.engine.books.results import Result
from rules.engine.books.ruleset import Fact, Homebrew, Line, SpeaksFor
from rules.engine.books.tokens import Token
from rules.engine.records.agenda import Clock, Pending, Plan, Question, Task, Timer
from rules.engine.records.agenda import Line as PlanLine
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, Refusal
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter, Sighting
from rules.engine.records.orders import Aim, Burst, CombatantOrder, Fire, Throw
from rules.engine.records.records import Condition, Order
from rules.engine.scene.scene import Scene
from rules.engine.sharing.sides import friendly_fire, friends, named
from rules.grid.approach import Costs
from rules.words.places import Place


class Rulebook:
    """A board game on squares in turns, without rough ground, purchases, acts or orders that take longer than a turn.

    `rules.engine.books.ruleset.Ruleset` explains each member that is not explained here.
    """

    title: str
    crowded = False
    simultaneous = False
    knows_rough = False
    knows_ground = False
    impulses = 1
    impulse_name = ""
    acts_listed = False
    spans: Mapping[str, int] = MappingProxyType({})
    knows_purchases = False
    moving_fire = "fires"
    breaks_off = ""
    instead: Mapping[type[Order], str] = MappingProxyType({})
    """For each verb without a rule in the book: a sentence that says what to do instead."""
    suggested_words: Mapping[type[Order], tuple[str, ...]] = MappingProxyType({})
    """For each verb: words that `how:` understands."""

    def space(self, encounter: Encounter) -> str:
        return "square"

    def joined(self, id: str, scene: Scene) -> None:
        """Do nothing: joining has no consequences."""

    def revealed(self, id: str, scene: Scene) -> None:
        """Do nothing: only the GM keeps fighters secret."""

    def leaving(self, id: str, scene: Scene) -> None:
        """Do nothing: leaving has no consequences."""

    def lay(self, id: str, weapon: str, spaces: int, among: tuple[Place, ...], scene: Scene) -> None:
        raise NoRule(f"{self.title} has no rule for weapons on the ground.")

    def finale(self, scene: Scene) -> None:
        """Do nothing: the book counts nothing at the end."""

    def result(self, encounter: Encounter) -> Result | None:
        return None

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        return combatant.condition

    def in_play(self, combatant: Combatant, encounter: Encounter) -> bool:
        return combatant.present

    def perceives(self, combatant: Combatant, encounter: Encounter) -> bool:
        return combatant.present

    def senseless(self, combatant: Combatant, encounter: Encounter) -> bool:
        return False

    def down(self, combatant: Combatant, encounter: Encounter) -> bool:
        return not combatant.present

    def fading(self, combatant: Combatant, encounter: Encounter) -> str:
        return ""

    def completed_in(self, task: Task, encounter: Encounter) -> str:
        return ""

    def next_due(self, encounter: Encounter) -> str:
        return "to the next event" if any(isinstance(item, Timer) for item in encounter.agenda) else ""

    def next_fate(self, encounter: Encounter) -> str:
        return ""

    def acted(self, combatant: Combatant, encounter: Encounter) -> bool:
        return True

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return False

    def planned_answer(self, question: Question, plan: Plan) -> str:
        return ""

    def standing(self, order: Order) -> bool:
        return False

    def long(self, order: Order, encounter: Encounter) -> bool:
        return False

    def friends(self, one: Combatant, other: Combatant) -> bool:
        return friends(one, other)

    def hides(self, encounter: Encounter) -> bool:
        return False

    def glimpse(self, encounter: Encounter, side: str, combatant: Combatant) -> Glimpse:
        return Glimpse(Sight.SEEN)

    def borne(self, encounter: Encounter, combatant: Combatant) -> bool:
        return False

    def lost(self, before: Encounter, after: Encounter) -> tuple[Sighting, ...]:
        return ()

    def found(self, before: Encounter, after: Encounter) -> Iterable[tuple[str, str]]:
        return ()

    def watched(self, encounter: Encounter, side: str, combatant: Combatant) -> tuple[tuple[Place | None, bool], ...]:
        return ((combatant.place, True),)

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        """Return them without ammunition, and with the weapon in hand as the only one."""
        holding = combatant.holding
        carried = (replace(holding, ammunition=None),) if holding else ()
        return altered(combatant, carried=carried, in_hand=0, sheet="", roster="", kept="", glimpsed=True)

    def day(self, clock: Clock) -> int:
        return 0

    def after(self, clock: Clock, seconds: int) -> Clock:
        raise NoRule(f"{self.title} does not count seconds. Leave time: out.")

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        return order

    def instructs(self, line: PlanLine) -> bool:
        return False

    def steadies(self, order: Order) -> bool:
        return False

    def poised(self, actor: str, encounter: Encounter) -> Encounter:
        return encounter

    def reached(self, order: Order, encounter: Encounter) -> Iterable[Combatant]:
        """Return the fighters that an attack would reach, by the map and by what is known before any throw.

        Other orders reach nobody. May raise Refusal for an attack that is refused.
        """
        return named(order.targets, encounter) if isinstance(order, Fire | Burst | Throw) else ()

    def cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        """Return the cautions about an attack that would reach friends; none for a quick ruling or a refused order."""
        if not (encounter.timed and isinstance(order, CombatantOrder)):
            return ()
        try:
            return friendly_fire(encounter.combatant(order.actor), self.reached(order, encounter), self.friends)
        except Refusal:
            return ()

    def aims_wanted(self, encounter: Encounter, order: Order) -> tuple[tuple[int, str], ...]:
        return ()

    def planned_cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        return self.cautions(encounter, order)

    def planned_aims(self, encounter: Encounter, order: Order) -> tuple[int, ...]:
        return tuple(aim for aim, _ in self.aims_wanted(encounter, order))

    def check_verb(self, verb: type[Order]) -> None:
        if not self.knows_purchases:
            check_purchases(verb, self.title)
        # Aiming without a shot asks for the chances, which every book can give.
        if verb in self.instead and verb is not Aim:
            raise NoRule(self.instead[verb])

    def check_words(self, order: Order, encounter: Encounter, speaks_for: SpeaksFor) -> None:
        """Allow all words."""

    def inquiry(self, order: Order) -> bool:
        return isinstance(order, Aim)

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        return ()

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        both = encounter.board is None or (looker.place is None) == (other.place is None)
        return looker.present and other.present and both

    def step_costs(self, encounter: Encounter, mover: Combatant, how: str = "") -> Costs | None:
        """Return None: all steps cost the same."""
        return None

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        """Return no place."""
        return Reach()

    def sheet_words(self, homebrew: Homebrew) -> tuple[str, ...]:
        return ()

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        return self.suggested_words.get(verb, ())

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        return ""

    def token(self, combatant: Combatant, encounter: Encounter) -> Token:
        return Token()

    def wounds(self, combatant: Combatant) -> int | None:
        return None

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        return (Fact("Ammunition", "not known"),) if combatant.glimpsed else carried_lines(combatant)
