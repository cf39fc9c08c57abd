"""The bot's commands, as Discord has them registered: they are sent when they have changed, by one process of all."""

from __future__ import annotations

import logging
from typing import Any

from discord import app_commands

log = logging.getLogger(__name__)

_OF_DISCORD = frozenset(("id", "application_id", "version", "dm_permission", "default_permission"))
"""Fields that Discord adds to a command."""


async def register(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands unless Discord has the same already. Raises discord.DiscordException."""
    http, application = tree.client.http, tree.client.application_id
    assert application is not None
    ours = _by_name([command.to_dict(tree) for command in tree.get_commands()])
    theirs = _by_name(await http.get_global_commands(application))
    if same(ours, theirs):
        log.info("The commands have not changed")
    else:
        await tree.sync()


def same(ours: Any, theirs: Any) -> bool:
    """Whether Discord's record of commands says the same as ours; a field that is absent there is an empty one."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        added = theirs.keys() - ours.keys() - _OF_DISCORD
        return all(same(value, theirs.get(key)) for key, value in ours.items()) and not any(map(theirs.get, added))
    if isinstance(ours, list) and isinstance(theirs, list) and all(isinstance(one, int) for one in (*ours, *theirs)):
        return sorted(ours) == sorted(theirs)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return bool(ours == theirs) or not (ours or theirs)


def _by_name(commands: Any) -> dict[str, Any]:
    return {f"{command.get('type', 1)} {command['name']}": command for command in commands}
