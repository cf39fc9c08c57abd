"""How a switch stands, and what turns along with one that is turned: switches that need others."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.errors import Refusal
from rules.engine.model import Encounter
from rules.engine.ruleset import Option
from rules.words.phrases import listed


def standing(option: Option, encounter: Encounter) -> str:
    """How a switch stands; an encounter that is older than it has it at its default."""
    for known, stands in encounter.switches:  # few, and asked for often
        if known == option.name:
            return stands
    return option.default


def changed(name: str, value: str, encounter: Encounter, options: Mapping[str, Option]) -> dict[str, str]:
    """Every switch that changes as this one is set to `value`, itself first: what it needs, or all that needed it.

    Raises Refusal where it needs one of several others, and none of them stands so.
    """
    stands = {option.name: standing(option, encounter) for option in options.values()}
    turned: dict[str, str] = {}

    def turn(name: str, value: str) -> None:
        stands[name] = turned[name] = value
        if value != options[name].default:
            for group in _lacking(options[name], stands, options):
                if len(group) > 1:
                    raise Refusal(f"“{name}” needs one of {listed(group)}: turn that on first.")
                needed = options[group[0]]
                turn(needed.name, next(v for v in needed.values if v != needed.default))
            return
        for other in options.values():
            if stands[other.name] != other.default and _lacking(other, stands, options):
                turn(other.name, other.default)

    turn(name, value)
    return turned


def _lacking(option: Option, stands: Mapping[str, str], options: Mapping[str, Option]) -> list[tuple[str, ...]]:
    """The groups of which none stands anywhere but at its default."""
    return [g for g in option.needs if all(stands[name] == options[name].default for name in g)]
