"""Quick rulings: orders outside any encounter, on a stage with the fighters that sheet lines describe."""

from __future__ import annotations

from dataclasses import replace

from bot.game.requests import OrderContext, described
from rules.engine import conduct
from rules.engine.errors import Refusal
from rules.engine.frozen import dataclass
from rules.engine.ruleset import Homebrew, Ruleset


@dataclass(frozen=True, slots=True)
class Ground:
    """What a quick ruling goes by: the rulebook with its preset, the server's homebrew, the user who asks.

    `id` is that of the encounters it makes; `named`: the user has named the rulebook.
    """

    book: Ruleset
    preset: str
    homebrew: Homebrew
    user: str
    id: str = ""
    named: bool = False

    def context(self, who: str, target: str) -> OrderContext:
        """The stage: the shooter first, then each target. Raises Refusal for lines that cannot be read."""
        if not who:
            why = "Naming a rulebook makes this a quick ruling" if self.named else "No encounter is open here"
            raise Refusal(f"{why}; for a quick ruling give who: a sheet line, as {self.book.sheet_example}.")
        shooter = self.book.profile(who, self.homebrew)
        targets = described(target or self.book.default_target, lambda line: self.book.profile(line, self.homebrew))
        staged = conduct.staged(self.book, shooter, *targets, preset=self.preset, owner=self.user)
        encounter = replace(staged, id=self.id, title="Quick ruling", gms=(self.user,))
        return OrderContext(encounter, self.book, self.homebrew, self.user)
