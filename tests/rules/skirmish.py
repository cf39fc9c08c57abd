"""A skirmish of any ruleset for tests: orders one after the other, combatants by name, steps by label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

from bot.game.entries.names import refusals_named
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct.conduct import DECIDED, UNOPENED, check
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Start, Target
from rules.engine.records.records import Order
from rules.engine.records.steps import Note, Roll, Sum
from rules.engine.scene.dice import ScriptedDice, SeededDice
from rules.engine.scene.scene import Part, Resolution, Scene
from tests.reading import replay, resolve
from tests.rules.texts import check_order


class Skirmish:
    """An encounter made by its first orders."""

    texts_checked = False
    """Whether the texts of every order are checked as well."""

    def __init__(self, ruleset: Ruleset, preset: str) -> None:
        self.ruleset = ruleset
        self.encounter: Encounter = UNOPENED
        self.order(Start("e1", "Test", ruleset.id, preset, "gm", "0" * 64))

    def parts(self, order: Order, *dice: int) -> tuple[Part, ...]:
        """Carry an order out; every die given must be thrown."""
        if self.texts_checked:
            check_order(order, self.encounter, self.ruleset, dice)
        script = ScriptedDice(dice)
        parts = resolve(order, Scene(self.encounter, script), self.ruleset)
        assert script.unused == ()
        self.encounter = parts[-1].encounter
        return parts

    def order(self, order: Order, *dice: int) -> Resolution:
        """Carry out an order of one part; behind it there may be the result of the fight."""
        part, *result = self.parts(order, *dice)
        assert [one.resolution.verdict for one in result] in ([], [DECIDED])
        return part.resolution

    def id(self, name: str) -> str:
        """The id of the combatant of that name."""
        return self.one(name).id

    def target(self, name: str) -> Target:
        """The combatant of that name as a target."""
        return Target(self.id(name))

    def one(self, name: str) -> Combatant:
        """The combatant of that name."""
        [one] = [c for c in self.encounter.combatants if c.name == name]
        return one


def note(resolution: Resolution, label: str) -> str:
    """The text of the one note of that label."""
    [text] = [step.text for step in resolution.steps if isinstance(step, Note) and step.label == label]
    return text


def total(resolution: Resolution, label: str) -> int:
    """The total of the one sum of that label."""
    [found] = [step.total for step in resolution.steps if isinstance(step, Sum) and step.label == label]
    return found


def rolls(resolution: Resolution) -> list[Roll]:
    """All dice that were thrown."""
    return [step for step in resolution.steps if isinstance(step, Roll)]


def names(skirmish: Skirmish, ids: Iterable[str]) -> list[str]:
    """Combatants by name."""
    return [skirmish.encounter.combatant(id).name for id in ids]


def carried_out(wanted: Iterable[Order], encounter: Encounter, ruleset: Ruleset, seed: int) -> Iterator[Encounter]:
    """Orders at random, each of which is carried out or refused in a sentence: the encounter after each that was.

    Its effects make of what it acted on what it left, replaying it gives the same, and a refusal changes nothing. To
    check an order gives the same sentence as to carry it out.
    """
    dice = SeededDice(seed)
    for order in wanted:
        before = deepcopy(encounter)
        refused = refusal_of(order, encounter, ruleset)
        try:
            parts = resolve(order, Scene(encounter, dice), ruleset)
        except Refusal as refusal:
            said = str(refusal)
            assert said.endswith(".") and "\n" not in said
            assert refused == said
            assert encounter == before
            continue
        assert not refused
        folded = before
        for part in parts:
            for effect in part.resolution.effects:
                folded = effect.on(folded)
            assert folded == part.encounter
        assert replay(order, before, [part.resolution for part in parts], ruleset) == parts
        encounter = parts[-1].encounter
        yield encounter


def refusal_of(order: Order, encounter: Encounter, ruleset: Ruleset) -> str:
    """The sentence in which an order is refused, "" if it is not."""
    try:
        with refusals_named(encounter):
            check(order, encounter, ruleset)
    except Refusal as refusal:
        return str(refusal)
    return ""
