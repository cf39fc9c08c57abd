"""The users that a message mentions: in its text, and as author of the message that it answers.

It counts as far as its author may, and as far as `allowed_mentions` lets."""

from __future__ import annotations

import re
from typing import Any

from standin import errors
from standin.world import World, permissions
from standin.world.scenery import Json

_USER, _ROLE, _EVERYONE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>"), re.compile(r"@(everyone|here)\b")
_ALL: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}
"""The default of `allowed_mentions`."""


def mentioned(world: World, message: Json, allowed: Json | None) -> dict[str, Any]:
    """`mentions`, `mention_roles` and `mention_everyone` of the message. Raises ApiError 50035."""
    allowed = _ALL if allowed is None else allowed
    _check(allowed)
    content, author, channel_id = message["content"], message["author"]["id"], message["channel_id"]
    users = [id for id in dict.fromkeys(_USER.findall(content)) if _lets(allowed, "users", id)]
    accounts = [world.user(id) for id in users if id in world.people or id == world.bot["id"]]
    answered = message.get("referenced_message")
    if answered and allowed.get("replied_user") and answered["author"]["id"] not in (author, *users):
        accounts.append(answered["author"])
    roles, guild = [], world.guild_of(channel_id)
    everyone = bool(_EVERYONE.search(content)) and "everyone" in (allowed.get("parse") or [])
    if guild is not None and (everyone or _ROLE.search(content)):
        anybody = permissions.has(world.permissions(author, channel_id), "mention_everyone")
        everyone = everyone and anybody
        named = [id for id in dict.fromkeys(_ROLE.findall(content)) if id in guild.roles]
        roles = [id for id in named if _lets(allowed, "roles", id) and (anybody or guild.roles[id]["mentionable"])]
    return {"mentions": accounts, "mention_roles": roles, "mention_everyone": everyone}


def _lets(allowed: Json, kind: str, id: str) -> bool:
    return kind in (allowed.get("parse") or []) or id in map(str, allowed.get(kind) or [])


def _check(allowed: Json) -> None:
    """Each kind is allowed as a whole or one by one, at most a hundred of each."""
    problems = []
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if listed and kind in (allowed.get("parse") or []):
            wrong = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.append(("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", wrong))
        if len(listed) > 100:
            wrong = "Must be 100 or fewer in length."
            problems.append((f"allowed_mentions.{kind}", "BASE_TYPE_MAX_LENGTH", wrong))
    if problems:
        raise errors.invalid_form(problems)
