"""The events a bot gets: which event goes to which session, and how guilds, members and messages look in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from standin.gateway.frames import MembersRequest
from standin.gateway.protocol import IN_GUILDS, IN_PRIVATE, NO_INTENT, Intent
from standin.world import World, permissions, scenery
from standin.world.guild import Guild
from standin.world.scenery import Json

CHUNK = 1000
"""Members in one GUILD_MEMBERS_CHUNK."""


@dataclass(frozen=True)
class News:
    """One event for all sessions of the guild's shard (None: no guild) that have the intent it needs."""

    event: str
    data: Json
    guild_id: str | None
    needed: Intent = NO_INTENT


def news(world: World, event: str, data: Json | list[Json], audience: str | None) -> News | None:
    """Where an event of the world may be sent; None if no bot ever gets it."""
    if event == "thinking" and not isinstance(data, list):
        event, data = "message_create", data["message"]
    name = event.upper()
    if name not in IN_GUILDS or audience not in (None, world.bot["id"]) or isinstance(data, list):
        return None
    guild_id = _guild_of(world, data)
    needed = (IN_PRIVATE if guild_id is None else IN_GUILDS).get(name)
    if needed is None:
        return None
    if name == "GUILD_MEMBER_UPDATE" and data["user"]["id"] == world.bot["id"]:
        needed = NO_INTENT
    if name == "THREAD_MEMBERS_UPDATE" and world.bot["id"] in _came_or_went(data):
        needed = Intent.GUILDS
    return News(name, data, guild_id, needed)


def seen(world: World, news: News) -> News | None:
    """Return the event as Discord sends it; None if the bot may not see its channel."""
    if not _visible(world, news):
        return None
    if news.guild_id is not None and news.event == "GUILD_CREATE":
        return replace(news, data=guild_create(world, world.guild(news.guild_id)))
    if news.guild_id is not None and news.event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        return replace(news, data=_with_member(world.guild(news.guild_id), news.data))
    if news.event == "THREAD_MEMBERS_UPDATE":
        added = [{**member, "member": world.member(member["user_id"], news.data["guild_id"]), "presence": None}
                 for member in news.data["added_members"]]  # fmt: skip
        return replace(news, data={**news.data, "added_members": added})
    if news.event == "THREAD_DELETE":
        return replace(news, data={key: news.data[key] for key in ("id", "guild_id", "parent_id", "type")})
    if news.event == "CHANNEL_DELETE":
        return replace(news, data={key: value for key, value in news.data.items() if key != "seen_by"})
    return news


def hides(world: World, news: News, intents: Intent) -> bool:
    """Whether a bot without the message content intent lacks this message's words: it is not mentioned in it."""
    if intents & Intent.MESSAGE_CONTENT or news.guild_id is None or "author" not in news.data:
        return False
    bot = world.bot["id"]
    return news.data["author"]["id"] != bot and all(user["id"] != bot for user in news.data["mentions"])


def without_content(message: Json) -> Json:
    """Return the message without its words."""
    return {**message, "content": "", "embeds": [], "attachments": [], "components": []}


def guild_create(world: World, guild: Guild, intents: Intent = NO_INTENT, ours: Iterable[Json] | None = None) -> Json:
    """Return the complete guild; without the intent for presences, the bot is the only member in it.

    `ours` are the guild's channels and threads, if the caller knows them already.
    """
    bot, nothing = world.bot["id"], list[Json]()
    everybody = Intent.GUILD_PRESENCES in intents
    ours = [c for c in world.channels.values() if c.get("guild_id") == guild.id] if ours is None else list(ours)
    threads = [c for c in ours if c["type"] in permissions.THREADS and not c["thread_metadata"]["archived"]]
    return {
        **guild.data(),
        "joined_at": scenery.FOUNDED,
        "large": False,
        "member_count": len(guild.members),
        "members": [member for id, member in guild.members.items() if everybody or id == bot],
        "channels": [c for c in ours if c["type"] not in permissions.THREADS],
        "threads": [world.as_member(bot, c) for c in threads if world.sees(bot, c["id"])],
        "voice_states": nothing,
        "presences": nothing,
        "stage_instances": nothing,
        "guild_scheduled_events": nothing,
        "soundboard_sounds": nothing,
    }


def member_chunks(world: World, asked: MembersRequest, intents: Intent) -> Iterator[Json]:
    """The answer to REQUEST_GUILD_MEMBERS; none for a strange guild, or for all members without the intent for it."""
    guild = world.guilds.get(asked.guild_id)
    if guild is None or (asked.for_everybody and Intent.GUILD_MEMBERS not in intents):
        return
    more: Json = {}
    if asked.query is None:
        matching = [guild.members[id] for id in asked.user_ids if id in guild.members]
        more["not_found"] = [id for id in asked.user_ids if id not in guild.members]
    else:
        matching = [member for member in guild.members.values() if _called(member, asked.query)]
        matching = matching if asked.for_everybody else matching[: asked.limit]
    if asked.presences and Intent.GUILD_PRESENCES in intents:
        more["presences"] = []
    if asked.nonce is not None:
        more["nonce"] = asked.nonce
    count = max(1, -(-len(matching) // CHUNK))
    for at in range(count):
        members = matching[at * CHUNK : (at + 1) * CHUNK]
        yield {"guild_id": guild.id, "members": members, "chunk_index": at, "chunk_count": count, **more}


def _guild_of(world: World, data: Json) -> str | None:
    """Return the guild of an event; a message names only its channel."""
    if "guild_id" not in data and data.get("channel_id") in world.channels:
        data = world.channels[data["channel_id"]]
    return data.get("guild_id")


def _visible(world: World, news: News) -> bool:
    """Whether the bot may see the event's channel, if it has one."""
    bot, place = world.bot["id"], news.data.get("channel_id")
    if news.event.startswith(("CHANNEL_", "THREAD_")) and "id" in news.data:
        return world.reaches(bot, news.data)
    return place not in world.channels or world.sees(bot, place)


def _came_or_went(data: Json) -> list[str]:
    return [*(member["user_id"] for member in data["added_members"]), *data["removed_member_ids"]]


def _with_member(guild: Guild, message: Json) -> Json:
    """Return the message with its guild, and with its author as a member."""
    with_member = {**message, "guild_id": guild.id}
    member = guild.members.get(message["author"]["id"]) if "author" in message and "webhook_id" not in message else None
    if member is not None:
        with_member["member"] = {key: value for key, value in member.items() if key != "user"}
    return with_member


def _called(member: Json, beginning: str) -> bool:
    names = (member["user"]["username"], member["nick"] or "")
    return any(name.lower().startswith(beginning.lower()) for name in names)
