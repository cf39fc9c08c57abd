"""A made-up rulebook, for what Aliens has no use for: questions, seconds, places as targets, an action list."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from rules.aliens.ruleset import Aliens
from rules.engine.books.ruleset import HomebrewRecord, Preset, Ruleset
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Answer, Duck, Fire, Move, Next, Throw
from rules.engine.records.records import Order
from rules.engine.scene.effects import Placed, Ticked
from rules.engine.scene.scene import Scene
from rules.shelf import shelf

DUCKS, STANDS = "ducks", "stands fast"


@dataclass(frozen=True)
class Duel(Aliens):
    """Aliens, but a fighter who is fired at is asked first whether they duck."""

    id = "duel"
    aims_at_places = True
    suggested_words = MappingProxyType(
        {Fire: ("from the hip", "head", "standing"), Move: ("crawling",), Duck: ("low",)}
    )
    presets = MappingProxyType({"duel": Preset("duel", "at dawn", {})})

    def friends(self, one: Combatant, other: Combatant) -> bool:
        return False

    def check_verb(self, verb: type[Order]) -> None:
        return

    def homebrew_record(self, text: str) -> HomebrewRecord:
        """A card as TOML, or as CSV the name alone."""
        header, _, name = text.partition("\n")
        return super().homebrew_record(
            self.homebrew_example.replace("Trooper", name.strip()) if header.strip() == "name" else text
        )

    def acts(self, encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
        return (("Open a Door", "Open a Door · 3 actions"), ("Bow", f"{encounter.combatant(actor).name} bows"))

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        asked = tuple(m.to for m in encounter.agenda if isinstance(m, Question))
        return asked or super().awaited(encounter)

    def resolve(self, order: Order, scene: Scene) -> None:
        match order:
            case Fire(targets=(target,)) if target.id:
                who, whom = scene.combatant(order.actor).name, scene.combatant(target.id).name
                text = f"{who} fires: does {whom} duck?"
                scene.plan(Question(target.id, text, (DUCKS, STANDS), (order,)))
                scene.notify(target.id)
                scene.conclude(f"{who} levels at {whom}.")
            case Fire(targets=targets) | Throw(targets=targets):
                aimed = " and ".join(str(t.place) if t.place else scene.combatant(t.id).name for t in targets)
                scene.conclude(f"{scene.combatant(order.actor).name} lets fly at {aimed}.")
            case Answer(actor, choice):
                question = next(m for m in scene.encounter.agenda if isinstance(m, Question) and m.to == actor)
                scene.drop(question)
                scene.throw("Hit", "the shot", 0, 9)
                scene.conclude(f"{scene.combatant(actor).name} {choice}.")
            case Move(actor=actor, to=to, how=how):
                scene.do(Placed(actor, to))
                scene.conclude(f"{scene.combatant(actor).name} goes {how or 'upright'}.")
            case Next(seconds):
                scene.do(Ticked(Clock(scene.encounter.clock.turn + (seconds or 1))))
                for combatant in scene.encounter.combatants:
                    scene.conclude(f"{combatant.name} waits {seconds} seconds.")
            case _:
                super().resolve(order, scene)


def duel() -> Duel:
    """The book, on the data of Aliens."""
    aliens = cast(Aliens, shelf()["aliens"])
    return Duel(aliens.title, aliens.version, aliens.tables, aliens.arms, aliens.cards)


def books() -> Mapping[str, Ruleset]:
    """A shelf with both."""
    return {**shelf(), "duel": duel()}
