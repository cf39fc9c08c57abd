"""The Phoenix Command ruleset as the referee sees it: its data, and which rule carries out which order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.errors import NoRule
from rules.loader import load
from rules.model import Combatant, Encounter, Profile
from rules.orders import Attack, Deed, Next
from rules.phoenix import deeds, impulses
from rules.phoenix.armory import armory
from rules.phoenix.book import Book
from rules.phoenix.soldier import soldier
from rules.phoenix.times import clocked
from rules.records import Order
from rules.ruleset import Choices, House, Houses, Odds, Option, Page, Preset, Summary
from rules.scene import Scene
from rules.tables import Table

RULES = 1
"""Bumped when a rule changes so that the same order and dice come out otherwise."""


@dataclass(frozen=True)
class Phoenix:
    """Phoenix Command, third edition: the Basic Game.

    Made by `load_phoenix`; what each member means stands in `rules.ruleset.Ruleset`.
    """

    title: str
    version: str
    book: Book

    @property
    def id(self) -> str:
        return "phoenix"

    @property
    def space(self) -> str:
        return "hex"

    @property
    def tables(self) -> Mapping[str, Table[Any]]:
        return self.book.tables.by_id

    @property
    def presets(self) -> Mapping[str, Preset]:
        return {"phoenix-basic": Preset("phoenix-basic", "the Basic Game", {})}

    @property
    def options(self) -> Mapping[str, Option]:
        sentence = "Whether the modifiers of table 2C (stance, position, motion, exposure, smoke) count (2.5)."
        return {"modifiers": Option("modifiers", sentence, ("on", "off"), "on")}

    @property
    def sheet_example(self) -> str:
        return "skill 8, STR 16, AGI 10, M16"

    @property
    def default_target(self) -> str:
        return "standing"

    @property
    def house_example(self) -> str:
        return ""

    def profile(self, line: str, houses: Houses) -> Profile:
        raise NoRule("not yet")

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        return Combatant("", profile.name, "", None, profile.carried, soldier(profile), sheet=profile.sheet)

    def check_verb(self, verb: type[Order]) -> None:
        """All verbs are in the book."""

    def resolve(self, order: Order, scene: Scene) -> None:
        match order:
            case Next():
                impulses.next_(order, scene, self.book)
            case Deed():
                deeds.begin(order, scene, self.book)
            case _:
                raise NoRule("Phoenix Command has no such rule.")

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        raise NoRule("not yet")

    def inquiry(self, order: Order) -> bool:
        return False

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        raise NoRule("not yet")

    def choices(self, encounter: Encounter, actor: str) -> Choices:
        return Choices((), (), ())

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        return impulses.awaited(encounter)

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return Summary("", ())

    def clock(self, encounter: Encounter) -> str:
        return clocked(encounter.clock)

    def house(self, text: str) -> House:
        raise NoRule("not yet")

    def pages(self, houses: Houses) -> Mapping[str, Page]:
        return {}


def load_phoenix(folder: Path) -> Phoenix:
    """The ruleset from data/phoenix. Raises BrokenData with every problem."""
    tables = load(folder)
    return Phoenix(tables.title, f"{tables.digest[:12]}-{RULES}", Book(tables, armory(folder / "weapons")))
