"""The Aliens ruleset for the referee: loads its data and calls the rule for each order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.aliens import aiming, fire, odds, pages, reload, ruling_vocabulary, sheet, turn
from rules.aliens.arms import AMMUNITION, as_counted, counts_ammunition, reloadable
from rules.aliens.card import Card, WeaponType, fighter, read_record, read_toml
from rules.engine.ammunition import ammunition
from rules.engine.ammunition.supplies import UNCOUNTED, carried_lines
from rules.engine.books.reach import Reach
from rules.engine.books.results import Result
from rules.engine.books.ruleset import Choices, Curve, Homebrew, HomebrewRecord, Line, Odds, Page, Preset, Summary
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.books.setups import Template
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.records.agenda import Pending
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import BadSheet, BrokenData, NoRule
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.orders import Act, Aim, Attack, Burst, Duck, Fire, Heal, Move, Next, Reload, Throw
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene
from rules.engine.table.templates import load_templates
from rules.tables.cells import INT, TEXT
from rules.tables.loader import load
from rules.tables.table import Table
from rules.words.catalogue import normalized

RULES = 2
"""Increased when a rule changes so that the same order and dice give a different result."""

_INSTEAD: Mapping[type[Order], str] = {
    Aim: "In Aliens aiming is part of the shot: /fire with aim: 2 spends 2 actions. /aim shows the chances.",
    Burst: "Aliens has no bursts: the numbers on a card include automatic fire. Use /fire once for each Alien.",
    Throw: ruling_vocabulary.NO_THROWS,
    Duck: "Aliens has no ducking: nobody shoots at the Marines. Use /move to get out of reach or out of sight.",
    Heal: "Our copy of Aliens has no rule for healing. The GM takes Marines out of play and back with /adjust.",
}


_HOUSE_EXAMPLE = """\
# A character card: copy yours from the book. Ranges are in squares.
# A cell is the number to roll or less, "" where the card is blank, "?" where you do not know it.
name = "Trooper"
actions = 2

[[weapons]]
name = "Pulse Rifle"
type = "Pulse Rifle"   # or Flame Unit, Grenade Launcher, Machinegun, Pistol, Shotgun
#        1    2    3-4  5-6  7+
aim.1 = [8,   6,   5,   3,   1]
aim.2 = [12,  10,  8,   6,   3]

[[weapons]]
name = "Grenade Launcher"
type = "Grenade Launcher"
aim.1 = ["",  4,   5,   4,   "?"]
"""


@dataclass(frozen=True)
class Aliens(Rulebook):
    """Aliens, the board game, with the Ammunition Restrictions of its Expansion Rules.

    Made by `load_aliens`; `rules.engine.books.ruleset.Ruleset` explains each member.
    """

    id = "aliens"
    friends = staticmethod(aiming.friends)
    instead = _INSTEAD
    presets = MappingProxyType({"aliens": Preset("aliens", "with Ammunition Restrictions", {})})
    options = MappingProxyType({option.name: option for option in (AMMUNITION, turn.ALIENS)})
    sheet_example = sheet.EXAMPLE
    default_target = "alien"
    homebrew_example = _HOUSE_EXAMPLE
    as_counted = staticmethod(as_counted)

    title: str
    version: str
    tables: Mapping[str, Table[Any]] = field()
    arms: Mapping[str, WeaponType]
    cards: Mapping[str, Card]
    templates: Mapping[str, Template] = field(default_factory=dict)

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        return sheet.profile(line, self._cards(homebrew))

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        condition = fighter(profile)
        return altered(super().muster(profile, scene), condition=replace(condition, left=condition.actions))

    def resolve(self, order: Order, scene: Scene) -> None:
        match order:
            case Fire():
                fire.fire(order, scene)
            case Reload():
                reload.begin(order, scene)
            case Move():
                turn.move(order, scene)
            case Act():
                turn.act(order, scene)
            case Next():
                turn.next_turn(order, scene)
            case _:
                raise NoRule(_INSTEAD.get(type(order), "Aliens has no such rule. Use /fire, /reload and /move."))

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return turn.spent(fighter(combatant))

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        return sheet.adjust(subject, changes, scene)

    def odds(self, order: Attack, encounter: Encounter) -> Odds:
        if not isinstance(order, Fire | Aim):
            raise NoRule(_INSTEAD[type(order)])
        return odds.odds(order, encounter)

    def curve(self, order: Attack, encounter: Encounter) -> Curve:
        self.check_verb(type(order))
        return odds.curve(order, encounter)

    def cautions(self, encounter: Encounter, order: Order) -> tuple[str, ...]:
        return (*super().cautions(encounter, order), *reload.cautions(encounter, order))

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        return odds.choices(order, encounter)

    def targets(self, order: Attack, encounter: Encounter) -> tuple[tuple[str, str], ...]:
        return odds.targets(order, encounter)

    def planned_aims(self, encounter: Encounter, order: Order) -> tuple[int, ...]:
        return tuple(aim for aim, _ in odds.choices(order, encounter).aims) if isinstance(order, Fire | Burst) else ()

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        here, there = looker.place, other.place
        clear = here is None or there is None or aiming.blocked_by(here, there, encounter) is None
        return clear and super().sees(looker, other, encounter)

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        return turn.reach(actor, encounter)

    def pending_text(self, item: Pending, encounter: Encounter) -> str:
        return turn.pending_text(item, encounter)

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        return turn.awaited(encounter)

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        seen = replace(fighter(combatant), left=0, acted=False)
        return altered(super().outward(combatant, encounter), condition=seen)

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        return sheet.summary(combatant, encounter)

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        return carried_lines(combatant, reloadable) if counts_ammunition(encounter) else (f"{UNCOUNTED}.",)

    def result(self, encounter: Encounter) -> Result | None:
        return turn.result(encounter)

    def sheet_words(self, homebrew: Homebrew) -> tuple[str, ...]:
        return tuple(dict.fromkeys(weapon.name for card in self._cards(homebrew).values() for weapon in card.weapons))

    def homebrew_record(self, text: str) -> HomebrewRecord:
        card, record = read_toml(text, self.arms)
        return HomebrewRecord(card.name, record)

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        return pages.pages(self._cards(homebrew))

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        return ruling_vocabulary.ruling_vocabulary(self._cards(homebrew))

    def _cards(self, homebrew: Homebrew) -> Mapping[str, Card]:
        """Return the cards by name; a server's own card replaces the book's of the same name."""
        own = [read_record(record, self.arms)[0] for record in homebrew.values()]
        cards = {normalized(card.name): card for card in (*self.cards.values(), *own)}
        return {card.name: card for card in cards.values()}


def load_aliens(folder: Path) -> Aliens:
    """Return the ruleset from data/aliens. Raises BrokenData with every problem."""
    tables, shared = load(folder), ammunition.tables()
    capacity, reloading = tables.of(INT, "ammunition"), tables.of(TEXT, "reloading")
    types = tables.axes["weapon"].labels
    arms = {
        type: WeaponType(type, capacity.lookup("", weapon=type)[0] or 0, reloading.lookup("", weapon=type)[0] == "yes")
        for type in types
    }
    problems: list[str] = []
    cards: dict[str, Card] = {}
    for path in sorted((folder / "cards").glob("*.toml")):
        try:
            card, _ = read_toml(path.read_text(encoding="utf-8"), arms)
            cards[card.name] = card
        except BadSheet as bad:
            problems += [f"cards/{path.name}: {problem}" for problem in bad.problems or [str(bad)]]
    if problems:
        raise BrokenData(problems)
    version = f"{tables.digest[:12]}-{shared.digest[:4]}-{RULES}"
    ruleset = Aliens(tables.title, version, {**tables.by_id, **shared.by_id}, arms, cards)
    return replace(ruleset, templates=load_templates(folder / "templates", ruleset))
