"""The Phoenix Command ruleset for the referee: its data, and the module that answers each call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.engine.ammunition import ammunition
from rules.engine.books.markers import Fate, Marker
from rules.engine.books.reach import Reach
from rules.engine.books.ruleset import Choices, Curve, Homebrew, HomebrewRecord, Odds, Page, Preset, SpeaksFor, Summary
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.books.setups import Template
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.flow.sealed import sealed
from rules.engine.records.agenda import Clock, Pending, Task
from rules.engine.records.agenda import Line as PlanLine
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule
from rules.engine.records.frozen import dataclass
from rules.engine.records.glimpses import Glimpse
from rules.engine.records.model import Combatant, Encounter, Profile, Sighting
from rules.engine.records.orders import Answer, Attack, CombatantOrder, Duck, Next
from rules.engine.records.records import Condition, Order
from rules.engine.scene.scene import Scene
from rules.engine.sharing.unknown import check_known
from rules.engine.table.templates import load_templates
from rules.grid.approach import Costs
from rules.phoenix.basics import how_words, switches
from rules.phoenix.basics.arms import Arm
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.times import IMPULSES, SECONDS, after, clocked, day, hence
from rules.phoenix.book import Book
from rules.phoenix.book import Scene as PhoenixScene
from rules.phoenix.ground.acts import ducking
from rules.phoenix.ground.moves import reach, stages
from rules.phoenix.harm import medicine
from rules.phoenix.optional import assembly
from rules.phoenix.optional.arrests import forced_doors, suspect_rifle
from rules.phoenix.optional.gunnery import awareness, pinning_fire
from rules.phoenix.optional.nerve import course_of_action, lost_nerve
from rules.phoenix.optional.senses import field_of_view, glimpses, sightlines, spotting
from rules.phoenix.optional.timing import declaration
from rules.phoenix.optional.tournament import baselines, costs, victory
from rules.phoenix.people import adjustment, marker, outward, summary
from rules.phoenix.people.sheets import muster, ruling_vocabulary, sheet
from rules.phoenix.shooting.aim import preparation
from rules.phoenix.shooting.carrying import loads, shot_choices
from rules.phoenix.shooting.firing import cautions
from rules.phoenix.shooting.odds import odds
from rules.phoenix.simultaneous import window
from rules.phoenix.turn import dispatch, due_timers, friendly_fire, impulses, long_orders, special_acts
from rules.phoenix.weapons import own_weapons, weapon_pages
from rules.phoenix.weapons.armory import armory
from rules.phoenix.weapons.weapon_terms import Names
from rules.tables.loader import load
from rules.tables.table import Table
from rules.words.places import Place

RULES = 5
"""Increased when a rule changes so that the same order and dice give a different result."""

assembly.fill_hooks()


@dataclass(frozen=True)
class Phoenix(Rulebook):
    """Phoenix Command, third edition: the Basic Game and the Advanced Rules.

    Made by `load_phoenix`; `rules.engine.books.ruleset.Ruleset` explains each member.
    """

    id = "phoenix"
    crowded = True
    simultaneous = True
    spans = MappingProxyType[str, int]({"phase": SECONDS})
    aims_at_places = True
    presets = MappingProxyType(
        {
            "phoenix-basic": Preset("phoenix-basic", "the Basic Game", {}),
            "phoenix-advanced": Preset("phoenix-advanced", "the Advanced Rules", switches.ADVANCED),
            "phoenix-optional": Preset("phoenix-optional", "the Advanced and Optional Rules", switches.OPTIONAL),
            "phoenix-tournament": Preset(
                "phoenix-tournament", "the Tournament Rules", {switches.TOURNAMENT: switches.ON}
            ),
        }
    )
    options = switches.OPTIONS
    sheet_example = "skill 8, STR 16, AGI 10, M16"
    default_target = "in the open"
    turn_name = "phase"
    impulses = IMPULSES
    impulse_name = "impulse"
    acts_listed = True
    moving_fire = "fires from the hip"
    breaks_off = "/act what: stop"
    knows_ground = True
    homebrew_example = own_weapons.EXAMPLE
    as_counted = staticmethod(loads.counted)

    title: str
    version: str
    book: Book
    tables: Mapping[str, Table[Any]] = field()
    templates: Mapping[str, Template] = field(default_factory=dict)

    def space(self, encounter: Encounter) -> str:
        return "hex"

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        return sheet.profile(line, self._arms(homebrew), self.book)

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        terms = costs.check(profile, self.book) if switches.on(scene.encounter, switches.TOURNAMENT) else ()
        state = muster.muster(profile, self._with_book(scene))
        if terms:
            scene.sum("Points", *terms)
        return altered(super().muster(profile, scene), condition=state)

    def joined(self, id: str, scene: Scene) -> None:
        medicine.resume(id, self._with_book(scene))
        baselines.settle(id, self._with_book(scene))

    def revealed(self, id: str, scene: Scene) -> None:
        glimpses.revealed(id, scene, self.book)

    def lay(self, id: str, weapon: str, spaces: int, among: tuple[Place, ...], scene: Scene) -> None:
        suspect_rifle.lay(id, weapon, spaces, among, self._with_book(scene))

    def finale(self, scene: Scene) -> None:
        victory.finale(self._with_book(scene))

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        return muster.carried_over(soldier(combatant), encounter.clock)

    def hides(self, encounter: Encounter) -> bool:
        return glimpses.hides(encounter)

    def glimpse(self, encounter: Encounter, side: str, combatant: Combatant) -> Glimpse:
        return glimpses.glimpse(encounter, side, combatant, self.book)

    def lost(self, before: Encounter, after: Encounter) -> tuple[Sighting, ...]:
        return glimpses.lost(before, after, self.book)

    def found(self, before: Encounter, after: Encounter) -> Iterable[tuple[str, str]]:
        return glimpses.found(before, after, self.book)

    def watched(self, encounter: Encounter, side: str, combatant: Combatant) -> tuple[tuple[Place | None, bool], ...]:
        return glimpses.watched(encounter, side, combatant, self.book)

    def reached(self, order: Order, encounter: Encounter) -> Iterable[Combatant]:
        return friendly_fire.reached(order, encounter, self.book)

    def long(self, order: Order, encounter: Encounter) -> bool:
        return long_orders.long(order, encounter)

    def resolve(self, order: Order, scene: Scene) -> None:
        match order:
            case Next() if sealed(scene.encounter) or window.underway(scene.encounter):
                window.resolve(order, self._with_book(scene))
            case Next():
                impulses.next_(order, self._with_book(scene))
            case Answer() | Duck():
                dispatch.begin(order, self._with_book(scene))
                window.go_on(self._with_book(scene))
            case CombatantOrder():
                dispatch.begin(order, self._with_book(scene))
            case _:
                raise NoRule("Phoenix Command has no such rule.")

    def check_words(self, order: Order, encounter: Encounter, speaks_for: SpeaksFor) -> None:
        if isinstance(order, Attack):
            awareness.check_speaker(order, encounter, speaks_for)

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        return adjustment.adjust(subject, changes, self._with_book(scene))

    def switched(self, name: str, before: Encounter, scene: Scene) -> None:
        super().switched(name, before, scene)
        if name == switches.FIELD_OF_VIEW:
            field_of_view.forget(self._with_book(scene))
        elif name == switches.SPOTTING:
            spotting.forget(self._with_book(scene))
        elif name in (switches.LOOKING, switches.SPOTTING_SKILL):
            spotting.forget_looking(self._with_book(scene))
        elif name == switches.PINNING:
            pinning_fire.forget(self._with_book(scene))
        if name == switches.SHOT_TIMING:
            declaration.take_all_back(self._with_book(scene))
        if name == switches.MORALE and not switches.on(scene.encounter, name):
            lost_nerve.steady_all(self._with_book(scene))
        if name == switches.INITIATIVE:
            course_of_action.forget(self._with_book(scene))

    def is_instruction(self, order: Order) -> bool:
        return isinstance(order, Duck) and ducking.is_instruction(order)

    def cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        return (*self.planned_cautions(encounter, order), *cautions.cautions(encounter, order))

    def planned_cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        # A line of a plan gives up aim as its player has planned it.
        return (*super().cautions(encounter, order), *forced_doors.cautions(encounter, order, self.book))

    def aims_wanted(self, encounter: Encounter, order: Order) -> tuple[tuple[int, str], ...]:
        return cautions.aims_wanted(encounter, order, self.book)

    def after(self, clock: Clock, seconds: int) -> Clock:
        return after(clock, seconds)

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        return dispatch.first(order, self._with_book(scene), threat=threat)

    def instructs(self, line: PlanLine) -> bool:
        return ducking.instructs(line)

    def steadies(self, order: Order) -> bool:
        return preparation.steadies(order, self.book)

    def poised(self, actor: str, encounter: Encounter) -> Encounter:
        return preparation.poised(actor, encounter)

    def inquiry(self, order: Order) -> bool:
        return False

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        check_known(encounter.combatant(order.actor), *outward.OF_SHOOTERS)
        spotting.check_targets(order, encounter, self.book)
        return odds.odds(order, encounter, self.book)

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        check_known(encounter.combatant(order.actor), *outward.OF_SHOOTERS)
        spotting.check_targets(order, encounter, self.book)
        return odds.curve(order, encounter, self.book)

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        return shot_choices.choices(order, encounter, self.book)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        return shot_choices.targets(order, encounter, self.book)

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        return special_acts.acts(encounter, actor, self.book)

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        return super().sees(looker, other, encounter) and sightlines.sees(looker, other, encounter, self.book)

    def step_costs(self, encounter: Encounter, mover: Combatant, how: str = "") -> Costs | None:
        return stages.step_costs(mover, how, encounter, self.book)

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        return reach.reach(actor, how, encounter, self.book)

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        return how_words.words_for(verb, encounter)

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        return summary.pending_text(item, encounter)

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        return impulses.awaited(encounter)

    def in_play(self, combatant: Combatant, encounter: Encounter) -> bool:
        return impulses.in_play(combatant, encounter)

    def perceives(self, combatant: Combatant, encounter: Encounter) -> bool:
        return impulses.able(combatant, encounter.clock)

    def senseless(self, combatant: Combatant, encounter: Encounter) -> bool:
        return soldier(combatant).senseless(encounter.clock)

    def down(self, combatant: Combatant, encounter: Encounter) -> bool:
        return impulses.down(combatant, encounter, self.book)

    def fading(self, combatant: Combatant, encounter: Encounter) -> str:
        return summary.fading(combatant, encounter)

    def completed_in(self, task: Task, encounter: Encounter) -> str:
        at = dispatch.completed_at(task.actor, task.cost - task.spent, encounter, self.book)
        if at is None:
            return ""
        return f"Impulse {at.impulse}" if at.turn == encounter.clock.turn else clocked(at)

    def next_due(self, encounter: Encounter) -> str:
        return due_timers.next_due(encounter)

    def next_fate(self, encounter: Encounter) -> str:
        due = [one for one in due_timers.fates(encounter) if self.down(encounter.combatant(one.actor), encounter)]
        return due[0].sentence if due else ""

    def acted(self, combatant: Combatant, encounter: Encounter) -> bool:
        return impulses.acted(combatant, encounter, self.book)

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return self.acted(combatant, encounter)

    def wounds(self, combatant: Combatant) -> int | None:
        return len(soldier(combatant).wounds)

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return summary.summary(combatant, encounter, self.book)

    def brief(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return summary.brief(combatant, encounter, self.book)

    def marker(self, combatant: Combatant, encounter: Encounter) -> Marker:
        return marker.marker(combatant, encounter)

    def fate(self, combatant: Combatant, encounter: Encounter) -> Fate:
        return marker.fate(combatant, encounter)

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        seen = outward.outward(combatant, encounter)
        return altered(super().outward(combatant, encounter), carried=seen.carried, condition=seen.condition)

    def day(self, clock: Clock) -> int:
        return day(clock)

    def clock(self, encounter: Encounter) -> str:
        gone = hence(encounter.clock, Clock())
        return f"{clocked(encounter.clock)} ({gone} in)" if gone else clocked(encounter.clock)

    def homebrew_record(self, text: str) -> HomebrewRecord:
        return own_weapons.homebrew_record(text, sheet.terms(Names.of(self.book.arms), self.book))

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        if not homebrew:
            return self._printed
        arms = self._arms(homebrew)
        own = weapon_pages.weapon_pages(
            {name: arm for name, arm in arms.items() if arm is not self.book.arms.get(name)}
        )
        return {name: own[name] if name in own else self._printed[name] for name in arms}

    @cached_property
    def _printed(self) -> Mapping[str, Page]:
        """The pages of the book's weapons, which are shown by name at every suggestion of a sheet."""
        return weapon_pages.weapon_pages(self.book.arms)

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        return ruling_vocabulary.ruling_vocabulary(self._arms(homebrew), self.book)

    def _with_book(self, scene: Scene) -> PhoenixScene:
        """Return the scene with the book's data, in which its rules look everything up."""
        scene.book = self.book
        return scene

    def _arms(self, homebrew: Homebrew) -> Mapping[str, Arm]:
        return own_weapons.with_own(self.book.arms, homebrew) if homebrew else self.book.arms


def load_phoenix(folder: Path) -> Phoenix:
    """Return the ruleset from data/phoenix. Raises BrokenData with every problem."""
    own, shared = load(folder), ammunition.tables()
    version = f"{own.digest[:12]}-{shared.digest[:4]}-{RULES}"
    tables = {**own.by_id, **shared.by_id}
    bare = Phoenix(own.title, version, Book(own, armory(folder / "weapons")), tables)
    return replace(bare, templates=load_templates(folder / "templates", bare))
