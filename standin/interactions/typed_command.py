"""A typed command, `/roll dice: 2d6 times: 3`, read by the same grammar as on the page (commands.js)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from standin.errors import PageError
from standin.interactions import commands
from standin.world.scenery import Json


@dataclass(frozen=True)
class TypedCommand:
    """A line that was read: the command's whole name ("game start"), and each option with its text."""

    name: str
    given: tuple[tuple[Json, str], ...]


def read(commands: Iterable[Json], line: str) -> TypedCommand:
    """Finds the command and its options; words before the first name go to the first required option not named.

    Whatever follows a name up to the next one is its value, colons and all. Raises PageError for a line that
    begins with no command, and for words that no option takes.
    """
    typed = " ".join(line.split()).removeprefix("/")
    fitting = [leaf for leaf in _leaves(commands) if f"{typed} ".startswith(f"{leaf[0]} ")]
    if not line.startswith("/") or not fitting:
        raise PageError(f"There is no command in {line!r}.")
    name, options = max(fitting, key=lambda leaf: len(leaf[0]))
    before, *parts = _split(typed.removeprefix(name), list(options))
    texts = {option: text.strip() for option, text in zip(parts[::2], parts[1::2], strict=True)}
    if before.strip():
        taker = next((n for n, option in options.items() if option.get("required") and not texts.get(n)), None)
        if taker is None:
            raise PageError(f"/{name} has no place for {before.strip()!r}.")
        texts[taker] = before.strip()
    return TypedCommand(name, tuple((options[option], text) for option, text in texts.items()))


def value(option: Json, text: str) -> str | int | float | bool:
    """Return the text as a value of the option's kind; a choice is typed by its name. Raises PageError."""
    for choice in option.get("choices") or ():
        if text.lower() in (str(choice["name"]).lower(), str(choice["value"]).lower()):
            return choice["value"]  # type: ignore[no-any-return]
    try:
        if option["type"] == commands.INTEGER:
            return int(text)
        if option["type"] == commands.NUMBER:
            return float(text)
        if option["type"] == commands.BOOLEAN:
            return {"true": True, "false": False}[text.lower()]
    except (KeyError, ValueError):
        raise PageError(f"{option['name']}: {text!r} does not fit.") from None
    return text


def _split(text: str, names: list[str]) -> list[str]:
    """The text before the first option, then names and texts in turn."""
    if not names:
        return [text]
    return re.split(rf"(?:^| )({'|'.join(map(re.escape, names))}): ?", text)


def _leaves(nodes: Iterable[Json], above: str = "") -> Iterator[tuple[str, dict[str, Json]]]:
    """Every command that can be sent: its whole name, and its options by name."""
    for node in nodes:
        if not above and node.get("type", 1) != 1:
            continue
        name, options = f"{above}{node['name']}", node.get("options") or []
        inner = [option for option in options if option["type"] <= commands.GROUP]
        if inner:
            yield from _leaves(inner, f"{name} ")
        else:
            yield name, {option["name"]: option for option in options}
