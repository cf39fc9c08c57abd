"""Where people meet: guilds, channels and threads, and who may do what in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from standin import errors
from standin.world import permissions, scenery
from standin.world.events import Events
from standin.world.guild import EVERYONE, Guild
from standin.world.scenery import Json

_BOT = permissions.value(
    "view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history"
)


@dataclass
class Places(Events):
    """The bot is a member of every guild, the people of the first one, `home`, which the page shows."""

    names: scenery.Names = field(default_factory=scenery.Names)
    people: dict[str, scenery.Somebody] = field(default_factory=lambda: {p.id: p for p in scenery.PEOPLE})
    bot: Json = field(init=False)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Json] = field(init=False)
    joined: dict[str, dict[str, str]] = field(default_factory=dict)
    """By thread: who is in it since when."""

    def __post_init__(self) -> None:
        self.bot, self.channels = scenery.bot_user(self.names), scenery.channels(self.names)
        home = self.guilds[scenery.GUILD_ID] = Guild(scenery.GUILD_ID, self.names.guild, scenery.PEOPLE[0].id)
        home.add_role(scenery.PLAYER_ROLE_ID, "Players", EVERYONE)
        home.add_role(scenery.GM_ROLE_ID, "Game Masters", EVERYONE | permissions.value("manage_threads"))
        home.add_role(scenery.BOT_ROLE_ID, self.names.bot, _BOT, managed=True)
        home.add_member(self.bot, scenery.BOT_ROLE_ID)
        for person in self.people.values():
            role_id = scenery.GM_ROLE_ID if person.role == "GM" else scenery.PLAYER_ROLE_ID
            home.add_member(scenery.person_json(person), role_id)
        self.joined[scenery.THREAD_ID] = dict.fromkeys(home.members, scenery.FOUNDED)

    # Who

    def user(self, user_id: str) -> Json:
        """The user's JSON. Raises ApiError 10013."""
        if user_id == self.bot["id"]:
            return self.bot
        if user_id not in self.people:
            raise errors.unknown_user()
        return scenery.person_json(self.people[user_id])

    def member(self, user_id: str, guild_id: str = scenery.GUILD_ID) -> Json:
        """The member's JSON. Raises ApiError 10004, 10007."""
        try:
            return self.guild(guild_id).members[user_id]
        except KeyError:
            raise errors.unknown_member() from None

    # Guilds

    @property
    def home(self) -> Guild:
        """The guild that the page shows."""
        return self.guilds[scenery.GUILD_ID]

    def guild(self, guild_id: str) -> Guild:
        """Raises ApiError 10004."""
        try:
            return self.guilds[guild_id]
        except KeyError:
            raise errors.unknown_guild() from None

    def guild_of(self, channel_id: str) -> Guild | None:
        """The guild of a channel; None of a direct one. Raises ApiError 10003."""
        guild_id = self.channel(channel_id).get("guild_id")
        return self.guild(guild_id) if guild_id else None

    def add_guild(self, name: str) -> Guild:
        """Invites the bot to a further guild, with a channel #general in it."""
        guild = Guild(self.snowflake(), name, scenery.PEOPLE[0].id)
        role = guild.add_role(self.snowflake(), self.bot["global_name"], _BOT, managed=True)
        guild.add_member(self.bot, role["id"])
        guild.add_member(self.user(guild.owner_id))
        self.guilds[guild.id] = guild
        channel = scenery.channel(self.snowflake(), "general", "", 0, guild.id)
        self.channels[channel["id"]] = channel
        self.tell("guild_create", {"guild_id": guild.id, **guild.data()})
        return guild

    def remove_guild(self, guild_id: str) -> None:
        """The bot is thrown out of the guild."""
        for channel in [c for c in self.channels.values() if c.get("guild_id") == guild_id]:
            self._drop_channel(channel["id"])
        del self.guilds[guild_id]
        self.tell("guild_delete", {"guild_id": guild_id, "id": guild_id})

    def add_role(self, name: str, *allowed: str, guild_id: str = scenery.GUILD_ID) -> Json:
        """A role with the permissions of these names. Raises KeyError, ApiError 10004."""
        guild = self.guild(guild_id)
        role = guild.add_role(self.snowflake(), name, permissions.value(*allowed))
        self.tell("guild_role_create", {"guild_id": guild.id, "role": role})
        return role

    def change_role(self, role_id: str, guild_id: str = scenery.GUILD_ID, **changes: Any) -> Json:
        """Sets what is named. Raises ApiError 10004, 10011."""
        role = self.role(role_id, guild_id)
        role.update(changes)
        self.tell("guild_role_update", {"guild_id": guild_id, "role": role})
        return role

    def role(self, role_id: str, guild_id: str = scenery.GUILD_ID) -> Json:
        """The role's JSON. Raises ApiError 10004, 10011."""
        try:
            return self.guild(guild_id).roles[role_id]
        except KeyError:
            raise errors.unknown_role() from None

    def delete_role(self, role_id: str, guild_id: str = scenery.GUILD_ID) -> None:
        """Takes the role away from everybody who has it. Raises ApiError 10004, 10011."""
        self.role(role_id, guild_id)
        guild = self.guild(guild_id)
        del guild.roles[role_id]
        for member in guild.members.values():
            member["roles"] = [id for id in member["roles"] if id != role_id]
        self.tell("guild_role_delete", {"guild_id": guild_id, "role_id": role_id})

    def give_role(self, user_id: str, role_id: str, guild_id: str = scenery.GUILD_ID, *, given: bool = True) -> None:
        """Gives a member the role, or takes it away. Raises ApiError 10004, 10007, 10011."""
        member, role = self.member(user_id, guild_id), self.role(role_id, guild_id)
        held = [id for id in member["roles"] if id != role["id"]]
        self.change_member(user_id, guild_id, roles=[*held, role["id"]] if given else held)

    def change_member(self, user_id: str, guild_id: str = scenery.GUILD_ID, **changes: Any) -> Json:
        """Sets what is named: `nick`, `roles` and the like. Raises ApiError 10004, 10007, 10011."""
        member = self.member(user_id, guild_id)
        for role_id in changes.get("roles") or ():
            self.role(role_id, guild_id)
        member.update(changes)
        self.tell("guild_member_update", {"guild_id": guild_id, **member})
        return member

    # Channels

    def channel(self, channel_id: str) -> Json:
        """The channel's or thread's JSON. Raises ApiError 10003."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise errors.unknown_channel() from None

    def add_channel(self, name: str, *, guild_id: str = scenery.GUILD_ID, topic: str = "") -> Json:
        """A text channel at the end of the guild's list. Raises ApiError 10004."""
        guild = self.guild(guild_id)
        position = sum(c.get("guild_id") == guild.id for c in self.channels.values())
        made = scenery.channel(self.snowflake(), name, topic, position, guild.id)
        self.channels[made["id"]] = made
        self.tell("channel_create", made)
        return made

    def direct(self, user_id: str) -> Json:
        """The channel in which the bot and that person are alone. Raises ApiError 10013."""
        account = self.user(user_id)
        for channel in self.channels.values():
            if channel["type"] == 1 and channel["recipients"][0]["id"] == user_id:
                return channel
        made = scenery.direct_channel(self.snowflake(), account)
        self.channels[made["id"]] = made
        return made

    def change_channel(self, channel_id: str, **changes: Any) -> Json:
        """Sets what is named and tells of it. Raises ApiError 10003."""
        channel = self.channel(channel_id)
        channel.update(changes)
        self.tell("thread_update" if channel["type"] in permissions.THREADS else "channel_update", channel)
        return channel

    def delete_channel(self, channel_id: str) -> Json:
        """Deletes the channel, its threads and all messages there. Raises ApiError 10003."""
        channel = self.channel(channel_id)
        for thread in self.threads(channel_id):
            self._drop_channel(thread["id"])
        self._drop_channel(channel_id)
        self.tell("thread_delete" if channel["type"] in permissions.THREADS else "channel_delete", channel)
        return channel

    def threads(self, channel_id: str | None = None, *, archived: bool | None = None) -> list[Json]:
        """The threads of a channel (None: of all), newest last; archived ones, the others, or both."""
        threads = [c for c in self.channels.values() if c["type"] in permissions.THREADS]
        threads = [c for c in threads if channel_id in (None, c["parent_id"])]
        return [c for c in threads if archived in (None, c["thread_metadata"]["archived"])]

    def open_thread(
        self, channel_id: str, name: str, owner_id: str, *, message_id: str | None = None, private: bool = False
    ) -> Json:
        """Begins a thread in the channel, or at a message of it, whose id it then has. Raises ApiError 10003."""
        parent = self.channel(channel_id)
        kind = 12 if private else 11
        made = scenery.thread(message_id or self.snowflake(), parent, name, owner_id, self.now(), kind=kind)
        self.channels[made["id"]] = made
        self.joined[made["id"]] = {owner_id: self.now()}
        self.tell("thread_create", {**made, "newly_created": True})
        return made

    def archive(self, thread_id: str, archived: bool = True, *, locked: bool | None = None) -> Json:
        """Archives a thread or brings it back; `locked` None leaves the lock as it is. Raises ApiError 10003."""
        metadata = dict(self.channel(thread_id)["thread_metadata"])
        metadata |= {"archived": archived, "archive_timestamp": self.now()}
        if locked is not None:
            metadata["locked"] = locked
        return self.change_channel(thread_id, thread_metadata=metadata)

    def reopen(self, channel_id: str, user_id: str) -> None:
        """What writing does to a thread: one that is archived comes back.

        Raises ApiError 160005 if it is locked and the user may not manage threads."""
        channel = self.channel(channel_id)
        if channel["type"] not in permissions.THREADS:
            return
        metadata = channel["thread_metadata"]
        if metadata["locked"] and not permissions.has(self.permissions(user_id, channel_id), "manage_threads"):
            raise errors.thread_is_locked()
        if metadata["archived"]:
            self.archive(channel_id, False)

    def archived(self, channel_id: str) -> bool:
        """Whether it is a thread in the archive."""
        return bool(self.channel(channel_id).get("thread_metadata", {}).get("archived"))

    def join(self, thread_id: str, user_id: str, *, joined: bool = True) -> None:
        """A user joins the thread or leaves it. Raises ApiError 10003, 10013."""
        self.user(user_id)
        channel, inside = self.channel(thread_id), self.joined[thread_id]
        if joined:
            inside.setdefault(user_id, self.now())
        else:
            inside.pop(user_id, None)
        channel["member_count"] = len(inside)
        self.tell("thread_members_update", {
            "id": thread_id,
            "guild_id": channel["guild_id"],
            "member_count": len(inside),
            "added_members": [self.thread_member(thread_id, user_id)] if joined else [],
            "removed_member_ids": [] if joined else [user_id],
        })  # fmt: skip

    def thread_member(self, thread_id: str, user_id: str) -> Json:
        """Raises ApiError 10007 when the user is not in the thread."""
        if user_id not in self.joined[thread_id]:
            raise errors.unknown_member()
        since = self.joined[thread_id][user_id]
        return {"id": thread_id, "user_id": user_id, "join_timestamp": since, "flags": 0}

    def joined_as(self, user_id: str, threads: list[Json]) -> list[Json]:
        """The user's memberships among these threads."""
        return [self.thread_member(t["id"], user_id) for t in threads if user_id in self.joined[t["id"]]]

    # Who may do what

    def permissions(self, user_id: str, channel_id: str) -> int:
        """What the user may do there (values of `permissions.NAMES`). Raises ApiError 10003."""
        channel = self.channel(channel_id)
        guild = self.guild_of(channel_id)
        if guild is None:
            return EVERYONE if user_id in (self.bot["id"], channel["recipients"][0]["id"]) else 0
        rules = self.channel(channel["parent_id"]) if channel["type"] in permissions.THREADS else channel
        allowed = guild.permissions_in(rules, user_id, sending=permissions.to_send(channel))
        private = channel["type"] == 12 and user_id not in self.joined[channel_id]
        return 0 if private and not permissions.has(allowed, "manage_threads") else allowed

    def require(self, user_id: str, channel_id: str, *names: str) -> None:
        """Raises ApiError 50001 when the user does not see the channel, 50013 when a permission is missing, 10003."""
        allowed = self.permissions(user_id, channel_id)
        if not permissions.has(allowed, "view_channel"):
            raise errors.missing_access()
        if not permissions.has(allowed, *names):
            raise errors.missing_permissions()

    def overwrite(
        self, channel_id: str, role_or_user_id: str, allow: tuple[str, ...] = (), deny: tuple[str, ...] = ()
    ) -> None:
        """Sets what a role or a member may and may not do in the channel. Raises ApiError 10003, KeyError."""
        channel = self.channel(channel_id)
        guild = self.guild_of(channel_id)
        kind = 0 if guild is not None and role_or_user_id in guild.roles else 1
        made = {"id": role_or_user_id, "type": kind, "allow": str(permissions.value(*allow))}
        made["deny"] = str(permissions.value(*deny))
        others = [o for o in channel["permission_overwrites"] if o["id"] != role_or_user_id]
        self.change_channel(channel_id, permission_overwrites=[*others, made])

    def forbid(self, channel_id: str, *names: str) -> None:
        """From now on the bot lacks these permissions in the channel ("send_messages" unless others are named)."""
        self.overwrite(channel_id, self.bot["id"], deny=names or ("send_messages",))

    def _drop_channel(self, channel_id: str) -> None:
        self.joined.pop(channel_id, None)
        del self.channels[channel_id]
