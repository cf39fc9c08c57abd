"""The values of switches, and the other switches that change with one because one needs the other."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.books.ruleset import Option
from rules.engine.records.errors import Refusal, UnknownName, quoted
from rules.engine.records.model import Encounter
from rules.words.catalogue import nearest
from rules.words.phrases import listed

_FEW = 12
"""Up to this many switches, a refusal of an unknown name lists all of them."""


def value_of(option: Option, encounter: Encounter) -> str:
    """Return the value of a switch; in an encounter that is older than the switch, `Option.older`."""
    return encounter.settings.get(option.name) or option.older or option.default


def changed(name: str, value: str, encounter: Encounter, options: Mapping[str, Option]) -> dict[str, str]:
    """Return the new values of all switches that change when this one is set to `value`, by name, itself first.

    A switch that leaves its default turns on the others that it needs; one that returns to it turns off those that need
    it. Raises Refusal if it needs one of several others and none of them is on.
    """
    values = {option.name: value_of(option, encounter) for option in options.values()}
    lacked = {option.name for option in options.values() if _lacking(option, values, options)}
    turned: dict[str, str] = {}

    def turn(name: str, value: str) -> None:
        values[name] = turned[name] = value
        if value != options[name].default:
            for group in _lacking(options[name], values, options):
                if len(group) > 1:
                    raise Refusal(f"“{name}” needs one of {listed(group)}. Turn that on first.")
                needed = options[group[0]]
                turn(needed.name, next(v for v in needed.values if v != needed.default))
            return
        for other in options.values():
            if values[other.name] != other.default and other.name not in lacked and _lacking(other, values, options):
                turn(other.name, other.default)

    turn(name, value)
    return turned


def _lacking(option: Option, values: Mapping[str, str], options: Mapping[str, Option]) -> list[tuple[str, ...]]:
    """Return the groups of needed switches in which every switch has its default."""
    return [g for g in option.needs if all(values[name] == options[name].default for name in g)]


def choices(option: Option, besides: str = "") -> str:
    """Return the values of a switch without `besides`, for a sentence: "auto or sealed"; numbers as a range, "0
    to 60".
    """
    if all(value.isdecimal() for value in option.values):
        return f"{option.values[0]} to {option.values[-1]}"
    return listed([value for value in option.values if value != besides])


def unknown(name: str, names: tuple[str, ...]) -> UnknownName:
    """Return the refusal of an unknown switch's name; it lists the switches if they are few, or else the nearest."""
    if len(names) <= _FEW:
        return UnknownName(f"The switches of this encounter are: {', '.join(names)}.")
    close = nearest(name, names)
    near = f"; nearest: {listed(close)}" if close else ""
    return UnknownName(f"This encounter has no switch {quoted(name)}{near}. /encounter options lists them.", close)
