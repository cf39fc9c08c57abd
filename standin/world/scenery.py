"""The first guild and its people, in Discord's own JSON: people, bot, application, guild, channels.

Ids are fixed, so that a database kept between two runs still means the same people and places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Json = dict[str, Any]

GUILD_ID = "1100000000000000001"
GM_ROLE_ID = "1100000000000000401"
PLAYER_ROLE_ID = "1100000000000000402"
BOT_ROLE_ID = "1100000000000000403"
APPLICATION_ID = "1100000000000000100"
FOUNDED = "2024-01-01T12:00:00+00:00"
ATTACHMENT_LIMIT = 10 * 1024 * 1024
THREE_DAYS = 3 * 24 * 60
"""Minutes without activity after which a thread is archived, unless another number is requested."""


@dataclass(frozen=True)
class Somebody:
    """A person that you can speak as on the page."""

    id: str
    name: str
    role: Literal["GM", "player"]
    color: str


PEOPLE = (
    Somebody("1100000000000000201", "GM", "GM", "#c8553d"),
    Somebody("1100000000000000202", "Ann", "player", "#3f7cac"),
    Somebody("1100000000000000203", "Ben", "player", "#5b8e3e"),
    Somebody("1100000000000000204", "Cleo", "player", "#8a5fa8"),
)
_FIRST_CHANNEL_ID = 1100000000000000301
THREAD_ID = "1100000000000000311"


@dataclass(frozen=True)
class Names:
    """The names of the guild, the bot and the channels: each channel by name and topic; the first has a `thread`."""

    guild: str = "Test Server"
    bot: str = "Test Bot"
    description: str = ""
    channels: tuple[tuple[str, str], ...] = (("lobby", ""), ("side-room", ""), ("lounge", ""))
    thread: str = "side-talk"


def user(id: str, name: str, *, bot: bool = False) -> Json:
    return {
        "id": id,
        "username": name.lower().replace(" ", "-"),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "bot": bot,
        "primary_guild": None,
    }


def person_json(somebody: Somebody) -> Json:
    return user(somebody.id, somebody.name)


def bot_user(names: Names) -> Json:
    """The bot as others see it."""
    return user(APPLICATION_ID, names.bot, bot=True)


def own_user(bot: Json) -> Json:
    """The bot as it sees itself."""
    account = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
    return {**bot, **account}


def member(account: Json, permissions: str | None = None) -> Json:
    """A guild member; `permissions` only travels with interactions."""
    made: Json = {
        "user": account,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": FOUNDED,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if permissions is not None:
        made["permissions"] = permissions
    return made


def channel(id: str, name: str, topic: str, position: int, guild_id: str = GUILD_ID, kind: int = 0) -> Json:
    """A channel of a guild; `kind` 0 text, 2 voice, 5 announcements, 13 stage, 15 forum."""
    more: Json = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None} if kind in (2, 13) else {}
    if kind == 15:
        more = {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
        more["default_forum_layout"] = 0
    return {
        **more,
        "id": id,
        "type": kind,
        "guild_id": guild_id,
        "name": name,
        "topic": topic,
        "position": position,
        "flags": 0,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": None,
        "last_pin_timestamp": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
    }


def channels(names: Names) -> dict[str, Json]:
    """Return the channels, and under the first of them a thread of the GM with everyone in it."""
    made: dict[str, Json] = {}
    for at, (name, topic) in enumerate(names.channels):
        id = str(_FIRST_CHANNEL_ID + at)
        made[id] = channel(id, name, topic, at)
    parent, owner = next(iter(made.values())), PEOPLE[0]
    made[THREAD_ID] = thread(THREAD_ID, parent, names.thread, owner.id, FOUNDED) | {"member_count": len(PEOPLE) + 1}
    return made


def thread(id: str, parent: Json, name: str, owner_id: str, at: str, *, kind: int = 11) -> Json:
    """Return a new thread; `at` is its time, `kind` 11 public, 12 private."""
    return {
        "id": id,
        "type": kind,
        "guild_id": parent["guild_id"],
        "parent_id": parent["id"],
        "owner_id": owner_id,
        "name": name,
        "flags": 0,
        "last_message_id": None,
        "last_pin_timestamp": None,
        "rate_limit_per_user": 0,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": at,
            "auto_archive_duration": THREE_DAYS,
            "locked": False,
            "create_timestamp": at,
        },
    }


def direct_channel(id: str, account: Json) -> Json:
    """Return the direct channel of the bot and one person."""
    return {"id": id, "type": 1, "flags": 0, "last_message_id": None, "recipients": [account]}


def group_channel(id: str, accounts: list[Json]) -> Json:
    """Return a direct channel of some people."""
    about = {"id": id, "type": 3, "flags": 0, "last_message_id": None, "name": None, "icon": None}
    return {**about, "owner_id": accounts[0]["id"], "recipients": accounts}


def role(id: str, name: str, permissions: int, position: int, *, managed: bool = False) -> Json:
    made: Json = {
        "id": id,
        "name": name,
        "description": None,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if managed:
        made["tags"] = {"bot_id": APPLICATION_ID}
    return made


def guild(id: str, name: str, owner_id: str, roles: list[Json]) -> Json:
    nothing = ("icon description home_header splash discovery_splash banner application_id afk_channel_id "
               "system_channel_id widget_channel_id vanity_url_code rules_channel_id safety_alerts_channel_id "
               "public_updates_channel_id max_presences hub_type latest_onboarding_question_id "
               "premium_progress_bar_enabled_user_updated_at incidents_data")  # fmt: skip
    return {
        **dict.fromkeys(nothing.split()),
        "id": id,
        "name": name,
        "owner_id": owner_id,
        "features": [],
        "region": "deprecated",
        "roles": roles,
        "emojis": [],
        "stickers": [],
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
    }


def application(bot: Json, description: str) -> Json:
    return {
        "id": APPLICATION_ID,
        "name": bot["global_name"],
        "icon": None,
        "description": description,
        "type": None,
        "bot": bot,
        "owner": person_json(PEOPLE[0]),
        "team": None,
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }
