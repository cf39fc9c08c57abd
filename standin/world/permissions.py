"""Discord's permissions: their names and bits, and how a channel's overwrites change them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from standin.world.scenery import Json

_BITS = {
    "create_instant_invite": 0, "kick_members": 1, "ban_members": 2, "administrator": 3, "manage_channels": 4,
    "manage_guild": 5, "add_reactions": 6, "view_audit_log": 7, "priority_speaker": 8, "stream": 9,
    "view_channel": 10, "send_messages": 11, "send_tts_messages": 12, "manage_messages": 13, "embed_links": 14,
    "attach_files": 15, "read_message_history": 16, "mention_everyone": 17, "use_external_emojis": 18,
    "view_guild_insights": 19, "connect": 20, "speak": 21, "mute_members": 22, "deafen_members": 23,
    "move_members": 24, "use_vad": 25, "change_nickname": 26, "manage_nicknames": 27, "manage_roles": 28,
    "manage_webhooks": 29, "manage_guild_expressions": 30, "use_application_commands": 31, "request_to_speak": 32,
    "manage_events": 33, "manage_threads": 34, "create_public_threads": 35, "create_private_threads": 36,
    "use_external_stickers": 37, "send_messages_in_threads": 38, "use_embedded_activities": 39,
    "moderate_members": 40, "view_creator_monetization_analytics": 41, "use_soundboard": 42,
    "create_guild_expressions": 43, "create_events": 44, "use_external_sounds": 45, "send_voice_messages": 46,
    "send_polls": 49, "use_external_apps": 50, "pin_messages": 51, "bypass_slowmode": 52,
}  # fmt: skip
NAMES: Mapping[str, int] = {name: 1 << bit for name, bit in _BITS.items()}
"""Name, as in Discord's documentation in lower case, to value."""
EVERYTHING = sum(NAMES.values())
THREADS = (10, 11, 12)
"""The channel types that are threads: of an announcement, public, private."""
ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = THREADS
DIRECT, GROUP = 1, 3
"""The types of the direct channels of the bot and a person, and of people without the bot."""
TEXT, ANNOUNCEMENTS, FORUM = 0, 5, 15
WITH_THREADS = (TEXT, ANNOUNCEMENTS)
"""The channel types that can have threads beside their messages. Only text channels have private ones. All messages of
a forum are in its threads, the posts."""


@functools.cache
def value(*names: str) -> int:
    """The permissions of these names as one number. Raises KeyError."""
    return sum(NAMES[name] for name in set(names))


def names(permissions: int) -> tuple[str, ...]:
    """The known names in a number."""
    return tuple(name for name, bit in NAMES.items() if permissions & bit)


def has(permissions: int, *names: str) -> bool:
    """Whether all of these are among the permissions."""
    wanted = value(*names)
    return permissions & wanted == wanted


def to_send(channel: Json) -> str:
    """The permission that is needed to write there."""
    return "send_messages_in_threads" if channel["type"] in THREADS else "send_messages"


def overwritten(allowed: int, overwrites: Iterable[Json]) -> int:
    """The permissions after these overwrites."""
    denied = granted = 0
    for overwrite in overwrites:
        denied |= int(overwrite["deny"])
        granted |= int(overwrite["allow"])
    return allowed & ~denied | granted
