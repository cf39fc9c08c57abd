"""The answers about fighters in a book in which they are in play or out of it, and act whenever they like."""

from __future__ import annotations

from rules.engine.ammunition.supplies import carried_lines
from rules.engine.books.results import Result
from rules.engine.books.ruleset import Fact, Line, Summary
from rules.engine.records.agenda import Task, Timer
from rules.engine.records.errors import BadSheet
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.records.records import Condition
from rules.engine.scene.scene import Scene
from rules.engine.sharing import adjustment, sides
from rules.words.sheet import read


class FighterDefaults:
    """Fighters with weapons in hand or carried, friends by their side's name, corrected in the words of all books."""

    def as_counted(self, carried: Carried, encounter: Encounter) -> Ammunition | None:
        """Return the ammunition of a weapon as it is counted in the encounter, for a book with the switch `ammunition`:
        None if it is not counted.
        """
        return carried.ammunition

    def joined(self, id: str, scene: Scene) -> None:
        """Do nothing: joining has no consequences."""

    def revealed(self, id: str, scene: Scene) -> None:
        """Do nothing: only the GM keeps fighters secret."""

    def leaving(self, id: str, scene: Scene) -> None:
        """Do nothing: leaving has no consequences."""

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Condition:
        return combatant.condition

    def friends(self, one: Combatant, other: Combatant) -> bool:
        return sides.friends(one, other)

    def result(self, encounter: Encounter) -> Result | None:
        return None

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

    def acted(self, combatant: Combatant, encounter: Encounter) -> bool:
        return True

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return False

    def completed_in(self, task: Task, encounter: Encounter) -> str:
        return ""

    def next_due(self, encounter: Encounter) -> str:
        return "to the next event" if any(isinstance(item, Timer) for item in encounter.agenda) else ""

    def next_fate(self, encounter: Encounter) -> str:
        return ""

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        """Carry out a correction that is the same in all books: place, presence, weapon in hand, ammunition."""
        reading = read(changes, adjustment.TERMS)
        if not reading:
            raise BadSheet("What do you want to set? For example at C4, off the map, dead, alive.")
        adjustment.check_apart(reading, subject, scene.encounter)
        return ", ".join(adjustment.apply(reading, subject, scene))

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        """Return the weapons of a fighter."""
        held = combatant.in_hand
        lines = [("In hand" if n == held else "Carries", one.weapon.name) for n, one in enumerate(combatant.carried)]
        short = combatant.holding.weapon.name if combatant.holding else "unarmed"
        return Summary(short if combatant.present else "out", tuple(lines))

    def brief(self, combatant: Combatant, encounter: Encounter) -> Summary:
        """Return all of the summary."""
        return self.summary(combatant, encounter)

    def wounds(self, combatant: Combatant) -> int | None:
        return None

    def ammunition(self, combatant: Combatant, encounter: Encounter) -> tuple[Line, ...]:
        return (Fact("Ammunition", "not known"),) if combatant.glimpsed else carried_lines(combatant)
