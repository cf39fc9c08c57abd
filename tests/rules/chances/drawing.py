"""Draws a situation by chance: switches, fighters and the attack, by a preset and with one switch at a given value."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress

from rules.engine.books.ruleset import Odds, Ruleset
from rules.engine.conduct import conduct
from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Adjust, Attack, Muster, Start, Switch
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.words.places import Place
from tests.rules.chances.situations import Figure, Situation, settled


class Drawing(ABC):
    """A situation of one book in the making."""

    def __init__(self, ruleset: Ruleset, preset: str, value: tuple[str, str], luck: random.Random) -> None:
        self.ruleset, self.luck, self.value = ruleset, luck, value
        self.encounter: Encounter = UNOPENED
        self.words = [preset]
        self.give(Start("e1", "By chance", ruleset.id, preset, "gm", "0" * 64))

    @abstractmethod
    def attack(self) -> tuple[Attack, Attack] | None:
        """Bring in the fighters; return the attack, and the one about which the odds are asked. Raises Refusal."""

    @abstractmethod
    def figures(self, odds: Odds, attack: Attack, question: Attack) -> tuple[Figure, ...]:
        """Return the figures of the odds for the attack; none if it has no row."""

    def situation(self) -> Situation | None:
        """Return the situation, None if the odds have no figures for the attack. Raises Refusal."""
        if (attacks := self.attack()) is None:
            return None
        attack, question = attacks
        asked = self.encounter
        if any(isinstance(item, Question) for item in asked.agenda):
            return None
        where, order = settled(attack, asked, self.ruleset)
        if where.clock != asked.clock:  # what moves now may stand still then
            return None
        figures = self.figures(self.ruleset.odds(question, asked), attack, question)
        words = "; ".join([*self.words, *(c.sheet for c in asked.combatants), repr(question), repr(attack)])
        return Situation(self.ruleset, asked, figures, where, order, words) if figures else None

    def give(self, order: Order) -> None:
        """Carry out an order that prepares the situation."""
        dice = SeededDice(self.luck.randrange(2**32))
        self.encounter = conduct.resolve(order, Scene(self.encounter, dice), self.ruleset)[-1].encounter

    def correct(self, who: str, *changes: str) -> None:
        """Correct a fighter as far as the rules in use know what is corrected."""
        for change in changes:
            with suppress(Refusal):
                self.give(Adjust(who, change))

    def switch(self, most: int) -> None:
        """Set up to so many switches of the book to any of their values, and one to the value of this situation."""
        for name in self.luck.sample([*self.ruleset.options], self.luck.randint(0, most)):
            self.set(name, self.luck.choice(self.ruleset.options[name].values))
        self.set(*self.value, needs=True)

    def set(self, name: str, value: str, needs: bool = False) -> None:
        """Set a switch, and those that it needs."""
        for others in self.ruleset.options[name].needs if needs else ():
            for other in others:
                self.set(other, self.ruleset.options[other].values[0], needs=True)
        self.give(Switch(name, value))
        self.words.append(f"{name} {value}")

    def join(self, name: str, line: str, side: str, at: Place | None = None, owner: str | None = None) -> None:
        """Bring in a fighter by the sheet line."""
        profile = self.ruleset.profile(line, {})
        self.give(Muster(profile, name, side, owner, 1, (at,) if at else ()))

    def some(self, of: Sequence[str], most: int) -> list[str]:
        """Return up to so many of these."""
        return self.luck.sample(of, self.luck.randint(0, most))
