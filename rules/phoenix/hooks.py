"""Hooks: where rules come in that the core does not know (chapter 5, scenario 2 and the Tournament Rules).

The core module that calls such rules declares a `Hook` beside the function that calls them, so that its type says what
goes in and what comes out. `rules.phoenix.optional.assembly` fills all of them and is the one place that shows which
rules are called, and in which order; `rules.phoenix.ruleset` loads it. An empty Hook changes nothing. A rule looks at
its own switch: with the switch off it does nothing, or yields nothing.
"""

from __future__ import annotations

from typing import TypeVar

Rule = TypeVar("Rule")


class Hook(list[Rule]):
    """The rules that are called at one point of the core, in their order."""

    def fill(self, *rules: Rule) -> None:
        """Set the rules; those of before are forgotten."""
        self[:] = rules
