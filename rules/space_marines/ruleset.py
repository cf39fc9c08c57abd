"""The Space Marines ruleset for the referee: its data, presets and switches, and the module that answers each call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.engine.ammunition import ammunition
from rules.engine.ammunition.supplies import UNCOUNTED, carried_lines
from rules.engine.books.markers import Marker
from rules.engine.books.reach import Reach
from rules.engine.books.results import Result
from rules.engine.books.ruleset import Choices, Curve, Homebrew, HomebrewRecord, Line, Odds, Page, Preset, Summary
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.books.setups import Template
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.records.agenda import Pending, Plan, Question
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.orders import Attack, Burst, Fire, Move
from rules.engine.records.records import Condition, Order
from rules.engine.scene.scene import Scene
from rules.engine.table.templates import load_templates
from rules.grid.approach import Costs
from rules.space_marines import sight
from rules.space_marines.attacks import aiming, cover, friendly_fire, odds
from rules.space_marines.figures import (
    bearers,
    cards,
    corrections,
    pages,
    reloading,
    ruling_vocabulary,
    sheet,
    summary,
    turn,
)
from rules.space_marines.figures.cards import Card
from rules.space_marines.figures.figure import figure
from rules.space_marines.moves import move_order, paths
from rules.space_marines.switches import HEXES, OPTIONS, SPACES, hexes, measure
from rules.space_marines.turns import act_order, dispatch, phases
from rules.tables.loader import load
from rules.tables.table import Table

RULES = 3
"""Increased when a rule changes so that the same order and dice give a different result."""

_WORDS: Mapping[type[Order], tuple[str, ...]] = {
    Fire: ("cover fire", "2 dice", "3 dice"),
    Burst: ("blow through", "2 1", "1 2"),
    Move: ("command", "command 1", "fly", "land", "via"),
}


@dataclass(frozen=True)
class SpaceMarines(Rulebook):
    """Beer & Pretzel Space Marines, complete.

    Made by `load_space_marines`; `rules.engine.books.ruleset.Ruleset` explains each member.
    """

    id = "space_marines"
    knows_rough = True
    friends = staticmethod(aiming.friends)
    aims_at_places = True
    instead = dispatch.INSTEAD
    suggested_words = _WORDS
    presets = MappingProxyType(
        {
            "space-marines": Preset("space-marines", "indoors, on squares", {}),
            "space-marines-outdoors": Preset("space-marines-outdoors", "outdoors, on hexes", {SPACES.name: HEXES}),
        }
    )
    options = OPTIONS
    sheet_example = sheet.EXAMPLE
    default_target = "bug warrior"
    impulses = 2
    impulse_name = "phase"
    homebrew_example = cards.EXAMPLE
    as_counted = staticmethod(reloading.as_counted)

    title: str
    version: str
    tables: Mapping[str, Table[Any]] = field()
    cards: Mapping[str, Card]
    templates: Mapping[str, Template] = field(default_factory=dict)

    def space(self, encounter: Encounter) -> str:
        return "hex" if hexes(encounter) else "square"

    def reached(self, order: Order, encounter: Encounter) -> Iterable[Combatant]:
        return friendly_fire.reached(order, encounter)

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        return sheet.profile(line, cards.with_homebrew(self.cards, homebrew))

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        state = figure(profile)
        if state.wounds >= state.troop.points:
            raise NotNow(
                f"{profile.name} was killed in an earlier fight. Bring in another of that kind with sheet:"
                f" {profile.sheet}."
            )
        return super().muster(profile, scene)

    def joined(self, id: str, scene: Scene) -> None:
        turn.join_phase(id, scene)

    def leaving(self, id: str, scene: Scene) -> None:
        bearers.release(id, scene)

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        return turn.rested(figure(combatant))

    def long(self, order: Order, encounter: Encounter) -> bool:
        return phases.long(order, encounter)

    def resolve(self, order: Order, scene: Scene) -> None:
        dispatch.resolve(order, scene)

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        return corrections.adjust(subject, changes, scene)

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        return odds.odds(order, encounter)

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        return odds.curve(order, encounter)

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        return odds.choices(order, encounter)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        return odds.targets(order, encounter)

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        return act_order.acts(encounter, actor)

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        clear = (
            looker.place is None
            or other.place is None
            or sight.blocking(looker, other.place, encounter, high=figure(other).flying) is None
        )
        return clear and super().sees(looker, other, encounter)

    def step_costs(self, encounter: Encounter, mover: Combatant, how: str = "") -> Costs | None:
        return paths.step_costs(mover, encounter)

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        return move_order.reach(actor, how, encounter)

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        return summary.pending_text(item, encounter)

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        return phases.awaited(encounter)

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return turn.spent(figure(combatant))

    def planned_answer(self, question: Question, plan: Plan) -> str:
        return cover.planned_answer(question, plan)

    def borne(self, encounter: Encounter, combatant: Combatant) -> bool:
        by = bearers.bearer(combatant.id, encounter)
        return by is not None and by.place is not None

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        seen = replace(figure(combatant), wounds=0, spent=0, commanded=0)
        return altered(super().outward(combatant, encounter), condition=seen)

    def wounds(self, combatant: Combatant) -> int | None:
        return figure(combatant).wounds

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return summary.summary(combatant, encounter)

    def marker(self, combatant: Combatant, encounter: Encounter) -> Marker:
        return summary.marker(combatant, encounter)

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        return carried_lines(combatant) if measure(encounter) else (f"{UNCOUNTED}.",)

    def result(self, encounter: Encounter) -> Result | None:
        return turn.result(encounter)

    def clock(self, encounter: Encounter) -> str:
        return turn.clock(encounter)

    def sheet_words(self, homebrew: Homebrew) -> tuple[str, ...]:
        troops = cards.with_homebrew(self.cards, homebrew).values()
        return ("leader", *dict.fromkeys(arm.name for card in troops for arm in card.arms))

    def homebrew_record(self, text: str) -> HomebrewRecord:
        return cards.homebrew_record(text)

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        return pages.pages(cards.with_homebrew(self.cards, homebrew))

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        return ruling_vocabulary.ruling_vocabulary(cards.with_homebrew(self.cards, homebrew))


def load_space_marines(folder: Path) -> SpaceMarines:
    """Return the ruleset from data/space_marines. Raises BrokenData with every problem."""
    own, shared = load(folder), ammunition.tables()
    tables = {**own.by_id, **shared.by_id}
    version = f"{own.digest[:12]}-{shared.digest[:4]}-{RULES}"
    ruleset = SpaceMarines(own.title, version, tables, cards.load_cards(folder / "troops"))
    return replace(ruleset, templates=load_templates(folder / "templates", ruleset))
