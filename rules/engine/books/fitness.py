"""The part of the protocol `Ruleset` about a fighter's ability to act and to perceive."""

from __future__ import annotations

from typing import Protocol

from rules.engine.records.agenda import Task
from rules.engine.records.model import Combatant, Encounter


class Fitness(Protocol):
    """The rules on who can act, now or later, and on who perceives anything."""

    def awaited(self, encounter: Encounter) -> tuple[str, ...]:
        """Return the ids of fighters still to act before `Next`; while a question is open, those that have to
        answer.
        """

    def in_play(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter may still act at some time: present and not out."""

    def perceives(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter sees, hears or feels anything now: in play, and conscious."""

    def senseless(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter is dead or unconscious: then their plan and their declared orders end."""

    def down(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter can do nothing more in the fight by themselves: out of play, unconscious, captured
        or broken.
        """

    def fading(self, combatant: Combatant, encounter: Encounter) -> str:
        """Return what a fighter is who can act only until the present impulse or turn ends: "dying"; "" for others."""

    def acted(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter has acted since the turn or impulse began; True in books in which everyone can."""

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        """Return whether the fighter has fewer actions left than at the start of the turn or impulse."""

    def completed_in(self, task: Task, encounter: Encounter) -> str:
        """Return when the order of a Task is carried out, as far as can be told now: "Impulse 2"; "" if it is not
        known.
        """

    def next_due(self, encounter: Encounter) -> str:
        """Return how long time continues if nobody can act: "to the next Recovery Roll"; "" if nothing is due."""

    def next_fate(self, encounter: Encounter) -> str:
        """Return when the state of somebody who is down may change next, in a sentence with references: "Rook's
        Recovery Roll is in Phase 3, Impulse 4."; "" if nothing is due.
        """
