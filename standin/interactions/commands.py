"""The registered commands: finding one by its spoken name, and checking the options a person gives it.

The checks are those of Discord's own client, so that the bot never sees what it could not see there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from standin.errors import PageError
from standin.world import permissions
from standin.world.scenery import Json

SLASH, ON_USER, ON_MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)

# Turns the value of a user, channel, role, mentionable or attachment option into the id that is sent.
Resolve = Callable[[int, Any], str]

_PYTHON: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}
_CALLED = {STRING: "text", INTEGER: "a whole number", BOOLEAN: "true or false", NUMBER: "a number"}


def find(commands: Iterable[Json], name: str, kind: int = SLASH) -> Json:
    """The command of that kind and name (without its subcommands). Raises PageError."""
    for command in commands:
        if command["name"] == name and command["type"] == kind:
            return command
    raise PageError(f"There is no command {called(name, kind)}.")


def called(name: str, kind: int) -> str:
    return f"/{name}" if kind == SLASH else f"“{name}” in that menu"


GUILD, BOT_DIRECT, PRIVATE = range(3)
"""The contexts of interactions: a guild, a direct channel with the bot, a direct channel of others."""
BY_GUILD, BY_USER = range(2)
"""Who has installed the application: a guild, a user."""


def context_of(channel: Json) -> int:
    """The context of an interaction in the channel."""
    return GUILD if channel.get("guild_id") else PRIVATE if channel["type"] == permissions.GROUP else BOT_DIRECT


def offered(command: Json, channel: Json, allowed: int, *, bot_there: bool = True, installed: bool = False) -> bool:
    """Whether Discord's client offers the command there to a user with these permissions, who has `installed` the
    application for themselves or not."""
    guild_id, contexts = channel.get("guild_id"), command.get("contexts")
    if not bot_there:
        by_user = installed and BY_USER in (command.get("integration_types") or [BY_GUILD])
        return by_user and (contexts is None or context_of(channel) in contexts)
    if guild_id is None:
        here = 1 in contexts if contexts is not None else command.get("dm_permission") is not False
        return here and "guild_id" not in command
    if command.get("guild_id", guild_id) != guild_id or (contexts is not None and 0 not in contexts):
        return False
    if command.get("nsfw") and not channel.get("nsfw"):
        return False
    needed = command.get("default_member_permissions")
    if needed is None or permissions.has(allowed, "administrator"):
        return True
    return int(needed) != 0 and allowed & int(needed) == int(needed)


def descend(command: Json, words: list[str]) -> tuple[list[Json], list[Json]]:
    """Follows the words of "game start" after the first: the subcommands passed, the leaf's options."""
    passed: list[Json] = []
    here = command
    for word in words:
        inner = {option["name"]: option for option in here.get("options") or [] if option["type"] <= GROUP}
        if word not in inner:
            raise PageError(f"/{command['name']} has no subcommand {word!r}.")
        here = inner[word]
        passed.append(here)
    return passed, here.get("options") or []


def spoken_name(command: Json, options: list[Json]) -> str:
    """Command and subcommands in one line: "game start"."""
    name = str(command["name"])
    for option in options:
        if option["type"] <= GROUP:
            return name + " " + spoken_name(option, option.get("options") or [])
    return name


def checked(definition: Json, given: list[Json], resolve: Resolve, *, complete: bool) -> list[Json]:
    """Return the options as sent to the bot; `complete` is off while the line is incomplete. Raises PageError."""
    defined = {option["name"]: option for option in definition.get("options") or []}
    named = {option["name"] for option in given}
    made = []
    for option in given:
        if option["name"] not in defined:
            raise PageError(f"/{definition['name']} has no option {option['name']!r}.")
        wanted = defined[option["name"]]
        if wanted["type"] <= GROUP:
            inner = checked(wanted, option.get("options") or [], resolve, complete=complete)
            made.append({"name": wanted["name"], "type": wanted["type"], "options": inner})
            continue
        sent = {"name": wanted["name"], "type": wanted["type"]}
        if option.get("focused"):
            sent |= {"focused": True, "value": str(option.get("value", ""))}
        else:
            sent["value"] = _value(wanted, option.get("value"), resolve, complete=complete)
        made.append(sent)
    if complete:
        lacking = [name for name, option in defined.items() if option.get("required") and name not in named]
        if lacking:
            raise PageError(f"/{definition['name']} needs {', '.join(lacking)}.")
        if not made and any(option["type"] <= GROUP for option in defined.values()):
            raise PageError(f"/{definition['name']} needs a subcommand: {', '.join(defined)}.")
    return made


def _value(option: Json, value: Any, resolve: Resolve, *, complete: bool) -> Any:
    kind, name = int(option["type"]), option["name"]
    if kind not in _PYTHON:
        return resolve(kind, value)
    if not isinstance(value, _PYTHON[kind]) or (isinstance(value, bool) and kind != BOOLEAN):
        raise PageError(f"{name} must be {_CALLED[kind]}.")
    if not complete:
        return value
    if option.get("choices") and value not in [choice["value"] for choice in option["choices"]]:
        raise PageError(f"{name} must be one of {', '.join(choice['name'] for choice in option['choices'])}.")
    measured, unit = (len(value), "_length") if isinstance(value, str) else (value, "_value")
    least, most = option.get(f"min{unit}"), option.get(f"max{unit}", 6000 if kind == STRING else None)
    if (least is not None and measured < least) or (most is not None and measured > most):
        wanted = f"at least {least}" if least is not None and measured < least else f"at most {most}"
        raise PageError(f"{name} must be {wanted}{' characters long' if kind == STRING else ''}.")
    return value


def register(held: dict[str, Json], incoming: list[Json], fresh: Callable[[], str], fixed: Json) -> list[Json]:
    """Adds or replaces commands by name and keeps existing ids; returns them as Discord does."""
    by_name = {(command["name"], command["type"]): command["id"] for command in held.values()}
    made = []
    for command in incoming:
        kind = command.get("type") or 1
        registered = {key: value for key, value in command.items() if value is not None}
        registered |= fixed
        registered["type"] = kind
        registered["id"] = by_name.get((command["name"], kind)) or fresh()
        registered["version"] = fresh()
        registered["default_member_permissions"] = command.get("default_member_permissions")
        registered.setdefault("description", "")
        registered.setdefault("nsfw", False)
        held[registered["id"]] = registered
        made.append(registered)
    return made
