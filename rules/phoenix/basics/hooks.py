"""Hooks: the points at which the core calls rules that it does not know (chapter 5, scenario 2, the Tournament Rules).

The core module that calls such rules declares a `Hook` beside the function that calls them, so that its type gives
their arguments and results. `rules.phoenix.optional.assembly` fills all of them and is the one place that shows which
rules are called, in which order, and with which switches; `rules.phoenix.ruleset` loads it. An empty Hook changes
nothing. A rule that the assembly names without a switch is called in every encounter.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from rules.engine.books.switch_values import value_of
from rules.engine.books.table_options import TABLE_OPTIONS
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.phoenix.basics.switches import OPTIONS

Rule = TypeVar("Rule")


@dataclass(frozen=True, slots=True)
class When(Generic[Rule]):
    """A rule that counts if one of these switches does not have its default; without switches, everywhere."""

    switches: tuple[str, ...]
    rule: Rule

    def counts(self, encounter: Encounter) -> bool:
        """Return whether the rule counts in this encounter."""
        return not self.switches or any(_turned(name, encounter) for name in self.switches)


def _turned(name: str, encounter: Encounter) -> bool:
    option = OPTIONS.get(name) or TABLE_OPTIONS[name]
    return value_of(option, encounter) != option.default


class Hook(Generic[Rule]):
    """The rules that are called at one point of the core, in their order."""

    def __init__(self) -> None:
        self._rules: tuple[When[Rule], ...] = ()
        self.all: tuple[Rule, ...] = ()
        """All rules, whether they count or not."""

    def fill(self, *rules: Rule | When[Rule]) -> None:
        """Set the rules, before any encounter asks for them."""
        self._rules = tuple(one if isinstance(one, When) else When((), one) for one in rules)
        self.all = tuple(one.rule for one in self._rules)

    def under(self, encounter: Encounter) -> tuple[Rule, ...]:
        """Return the rules that count in this encounter.

        They are cached with its switches, because orders ask often.
        """
        derived = encounter.settings.derived
        rules: tuple[Rule, ...] | None = derived.get(self)
        if rules is None:
            rules = derived[self] = tuple(one.rule for one in self._rules if one.counts(encounter))
        return rules


def when(rule: Rule, *switches: str) -> When[Rule]:
    """Return a rule that counts if one of these switches is on, or has any other value than its default."""
    return When(switches, rule)
