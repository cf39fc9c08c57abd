"""The Savage Worlds ruleset for the referee: loads its data and calls the rule for each order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.engine.ammunition import ammunition
from rules.engine.books.reach import Reach
from rules.engine.books.ruleset import Choices, Curve, Homebrew, HomebrewRecord, Line, Odds, Page, Preset, Summary
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.books.setups import Template
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.orders import (
    Act,
    Aim,
    Answer,
    Attack,
    Burst,
    Buy,
    Drop,
    Duck,
    Fire,
    Heal,
    Move,
    Next,
    Reload,
    Throw,
)
from rules.engine.records.records import Condition, Order
from rules.engine.scene.scene import Scene
from rules.engine.table.templates import load_templates
from rules.savage import carried_ammunition, odds, pages, purchase, ruling_vocabulary, sheet, summary, turn
from rules.savage.shooter import SORTS, Firearm, shooter
from rules.savage.shooting import arms, fire, reload
from rules.savage.shooting.loads import AMMUNITION, as_counted
from rules.tables.loader import load
from rules.tables.table import Table, Tables

RULES = 1
"""Increased when a rule changes so that the same order and dice give a different result."""

_INSTEAD: Mapping[type[Order], str] = {
    Aim: "Aiming is in your own book. Give its bonus with the shot, mod: +2 aim. /aim shows the chances.",
    Duck: "Getting into cover is in your own book. Shooters give the penalty with mod: -2 cover.",
    Heal: "Wounds and healing are in your own book. The GM takes fighters out of play and back with /adjust.",
}
_WORDS: Mapping[type[Order], tuple[str, ...]] = {
    Fire: ("double tap", "rapid attack 2", "target number 6"),
    Burst: ("automatic", "2 dice", "three-round burst", "rapid attack 4", "target number 6"),
    Throw: ("target number 6",),
    Aim: ("double tap", "three-round burst", "automatic", "rapid attack 4", "target number 6"),
}


@dataclass(frozen=True)
class Savage(Rulebook):
    """The shooting rules of Savage Worlds, with Abstract Ammunition Tracking.

    Made by `load_savage`; `rules.engine.books.ruleset.Ruleset` explains each member.
    """

    id = "savage"
    knows_purchases = True
    instead = _INSTEAD
    suggested_words = _WORDS
    presets = MappingProxyType({"savage": Preset("savage", "ammunition in tokens", {})})
    options = MappingProxyType({AMMUNITION.name: AMMUNITION})
    sheet_example = sheet.EXAMPLE
    default_target = "extra"
    turn_name = "round"
    homebrew_example = arms.EXAMPLE
    as_counted = staticmethod(as_counted)

    title: str
    version: str
    own: Tables
    tables: Mapping[str, Table[Any]] = field()
    arms: Mapping[str, Firearm]
    templates: Mapping[str, Template] = field(default_factory=dict)

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        return sheet.profile(line, arms.with_homebrew(self.arms, homebrew))

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        return replace(shooter(combatant), acted=False)

    def resolve(self, order: Order, scene: Scene) -> None:
        match order:
            case Fire() | Burst() | Throw():
                fire.attack(order, scene)
            case Reload():
                reload.reload(order, scene)
            case Move():
                turn.move(order, scene)
            case Act():
                turn.act(order, scene)
            case Buy():
                purchase.buy(order, scene, self.own)
            case Drop():
                purchase.drop(order, scene)
            case Answer():
                purchase.answer(order, scene)
            case Next():
                turn.next_round(order, scene, self)
            case _:
                raise NoRule(_INSTEAD.get(type(order), "This rulebook has no such rule. Use /fire, /reload and /move."))

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        return sheet.adjust(subject, changes, scene)

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        return odds.odds(order, encounter)

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        return odds.curve(order, encounter)

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        return odds.choices(order, encounter)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        return odds.targets(order, encounter)

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        if verb is Buy:
            return SORTS
        if verb in (Reload, Drop):
            return purchase.supplied(encounter) if encounter else SORTS
        return super().words_for(verb)

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return shooter(combatant).acted

    def first(self, order: Order, scene: Scene, *, threat: bool) -> Order | None:
        return order if threat else turn.first(order, scene)

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        return turn.reach(actor, encounter)

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        seen = replace(shooter(combatant), die=0, bonus=0, supplies=())
        return altered(super().outward(combatant, encounter), condition=seen)

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return summary.summary(combatant, encounter)

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        return carried_ammunition.lines(combatant)

    def homebrew_record(self, text: str) -> HomebrewRecord:
        return arms.homebrew_record(text)

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        return pages.pages(arms.with_homebrew(self.arms, homebrew))

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        return ruling_vocabulary.ruling_vocabulary(arms.with_homebrew(self.arms, homebrew))


def load_savage(folder: Path) -> Savage:
    """Return the ruleset from data/savage. Raises BrokenData with every problem."""
    own, shared = load(folder), ammunition.tables()
    version = f"{own.digest[:12]}-{shared.digest[:4]}-{RULES}"
    ruleset = Savage(own.title, version, own, {**own.by_id, **shared.by_id}, arms.load_arms(folder / "weapons"))
    return replace(ruleset, templates=load_templates(folder / "templates", ruleset))
