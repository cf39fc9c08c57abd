"""The numbers of Discord's gateway: opcodes, close codes, intents, and which event needs which intent.

Nothing here does anything."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag

VERSION = "10"
LARGEST_FRAME = 4096
"""Bytes that the bot may send at once."""
SENDS_PER_MINUTE = 120


class Op(IntEnum):
    """The subject of a frame."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class Close(IntEnum):
    """Why the gateway hangs up."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


ENDS_SESSION = frozenset(
    {
        Close.AUTHENTICATION_FAILED,
        Close.INVALID_SEQ,
        Close.INVALID_SHARD,
        Close.SHARDING_REQUIRED,
        Close.INVALID_API_VERSION,
        Close.INVALID_INTENTS,
        Close.DISALLOWED_INTENTS,
    }
)
"""After these there is nothing left to resume."""


class Hangup(Exception):
    """The bot has done what Discord closes the connection for."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Intent(IntFlag):
    """The groups of events that a bot subscribes to."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_EXPRESSIONS = 1 << 3
    GUILD_INTEGRATIONS = 1 << 4
    GUILD_WEBHOOKS = 1 << 5
    GUILD_INVITES = 1 << 6
    GUILD_VOICE_STATES = 1 << 7
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16
    AUTO_MODERATION_CONFIGURATION = 1 << 20
    AUTO_MODERATION_EXECUTION = 1 << 21
    GUILD_MESSAGE_POLLS = 1 << 24
    DIRECT_MESSAGE_POLLS = 1 << 25


EVERY_INTENT = Intent(sum(Intent))
NO_INTENT = Intent(0)
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
"""The intents that must be switched on in the developer portal."""

_GUILDS = (
    "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE",
    "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "CHANNEL_PINS_UPDATE",
    "THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE",
)  # fmt: skip
_MEMBERS = ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE")
_MESSAGES = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")

IN_GUILDS: Mapping[str, Intent] = {
    **dict.fromkeys(_GUILDS, Intent.GUILDS),
    **dict.fromkeys(_MEMBERS, Intent.GUILD_MEMBERS),
    **dict.fromkeys(_MESSAGES, Intent.GUILD_MESSAGES),
    "THREAD_MEMBERS_UPDATE": Intent.GUILD_MEMBERS,
    "TYPING_START": Intent.GUILD_MESSAGE_TYPING,
}
"""The events of a guild that a bot hears of, and the intent each of them needs."""
IN_PRIVATE: Mapping[str, Intent] = {
    **dict.fromkeys((*_MESSAGES, "CHANNEL_PINS_UPDATE"), Intent.DIRECT_MESSAGES),
    "TYPING_START": Intent.DIRECT_MESSAGE_TYPING,
}
"""The events of a direct channel, and the intent each of them needs."""
