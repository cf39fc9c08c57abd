"""Only what the bot has offered comes in: a control of its message, a value of its list, a choice of its option.

Discord's clients send nothing else. Other programs can, and discord.py drops some of that without an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import discord
from discord import AppCommandOptionType, InteractionType, app_commands

from rules.engine.records.errors import NotNow, Refusal, quoted
from rules.words.phrases import listed

_GONE = "That button or list is no longer on its message. Use one that is."
_UNKNOWN = "I don't know that button. It may be of an older version: give the order again."
_SUBCOMMANDS = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
_NOT_OFFERED = "That choice is not on the list. Choose one that is."


def check_control(interaction: Mapping[str, Any], is_known: Callable[[str], bool]) -> None:
    """Check the press of a button or the choice from a list, as Discord sends it.

    Raises NotNow for one that its message does not have or whose custom id is not known, Refusal for values that it
    does not offer.
    """
    if interaction["type"] != InteractionType.component.value:
        return
    data, message = interaction["data"], interaction.get("message") or {}
    id, kind = data["custom_id"], data["component_type"]
    pressed = next((one for one in _parts(message) if (one.get("custom_id"), one["type"]) == (id, kind)), None)
    if pressed is None:
        raise NotNow(_GONE)
    if not is_known(id):
        raise NotNow(_UNKNOWN)
    if "options" in pressed:
        values, offered = data.get("values") or [], {option["value"] for option in pressed["options"]}
        if not values or not offered.issuperset(values):
            raise Refusal(_NOT_OFFERED)


def _parts(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield every component of a message, or in another one."""
    for inner in (*(part.get("components") or ()), *filter(None, [part.get("accessory")])):
        yield inner
        yield from _parts(inner)


def check_choices(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal for a value that is not among the choices of a command's option."""
    command = interaction.command
    if not isinstance(command, app_commands.Command) or interaction.type is InteractionType.autocomplete:
        return
    given = {option["name"]: option.get("value") for option in _options(interaction.data or {})}
    for name, choices in _offered(command):
        value = given.get(name)
        if value is not None and value not in choices:
            raise Refusal(
                f"{quoted(str(value))} is not a choice for {name}:. "
                f"Choose {listed([str(choice) for choice in choices])}."
            )


@cache
def _offered(command: app_commands.Command[Any, ..., Any]) -> tuple[tuple[str, tuple[str | int | float, ...]], ...]:
    """Return the options of a command that have choices, each with these."""
    return tuple(
        (option.display_name, tuple([choice.value for choice in option.choices]))
        for option in command.parameters
        if option.choices
    )


def _options(data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """Return the options of a command, as Discord sends it, below its subcommands."""
    options = data.get("options") or ()
    return _options(options[0]) if options and options[0]["type"] in _SUBCOMMANDS else options
