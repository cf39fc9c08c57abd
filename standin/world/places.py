"""The places: guilds, channels and threads, and who may see and use them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from standin import errors
from standin.world import permissions, scenery
from standin.world.events import Events
from standin.world.guild import EVERYONE, Guild
from standin.world.scenery import Json

_BOT = permissions.value(
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_private_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


@dataclass
class Places(Events):
    """The people are members of the first guild, `home`, which the page shows, and the bot of every guild that has
    invited it. `installers` are those who have installed the bot for themselves."""

    names: scenery.Names = field(default_factory=scenery.Names)
    people: dict[str, scenery.Somebody] = field(default_factory=lambda: {p.id: p for p in scenery.PEOPLE})
    bot: Json = field(init=False)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Json] = field(init=False)
    installers: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    """People who take no direct messages from members of their guilds."""
    joined: dict[str, dict[str, str]] = field(default_factory=dict)
    """The members of each thread, with the time at which each joined."""

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

    def add_person(self, name: str) -> scenery.Somebody:
        """Adds a player; call it before the bot and the page connect."""
        first = scenery.PEOPLE[0]
        somebody = scenery.Somebody(str(int(first.id) + len(self.people)), name, "player", first.color)
        self.people[somebody.id] = somebody
        self.guilds[scenery.GUILD_ID].add_member(scenery.person_json(somebody), scenery.PLAYER_ROLE_ID)
        return somebody

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
        """Return the guild of a channel; None for a direct channel. Raises ApiError 10003."""
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

    def add_strange_guild(self, name: str) -> Guild:
        """Adds a guild with all the people and without the bot, with a channel of the same name in it."""
        guild = Guild(self.snowflake(), name, scenery.PEOPLE[0].id)
        for person in self.people.values():
            guild.add_member(scenery.person_json(person))
        self.guilds[guild.id] = guild
        channel = scenery.channel(self.snowflake(), name, "", 0, guild.id)
        self.channels[channel["id"]] = channel
        return guild

    def has_bot(self, channel_id: str) -> bool:
        """Whether the bot is in a guild that has invited it, or in a direct channel of its own."""
        guild, channel = self.guild_of(channel_id), self.channel(channel_id)
        return self.bot["id"] in guild.members if guild else channel["type"] != permissions.GROUP

    def remove_guild(self, guild_id: str) -> None:
        """Removes the bot from the guild."""
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
        """Sets the named fields. Raises ApiError 10004, 10011."""
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
        """Deletes the role and removes it from every member. Raises ApiError 10004, 10011."""
        self.role(role_id, guild_id)
        guild = self.guild(guild_id)
        del guild.roles[role_id]
        for member in guild.members.values():
            member["roles"] = [id for id in member["roles"] if id != role_id]
        self.tell("guild_role_delete", {"guild_id": guild_id, "role_id": role_id})

    def give_role(self, user_id: str, role_id: str, guild_id: str = scenery.GUILD_ID, *, given: bool = True) -> None:
        """Gives a member the role, or removes it. Raises ApiError 10004, 10007, 10011."""
        member, role = self.member(user_id, guild_id), self.role(role_id, guild_id)
        held = [id for id in member["roles"] if id != role["id"]]
        self.change_member(user_id, guild_id, roles=[*held, role["id"]] if given else held)

    def change_member(self, user_id: str, guild_id: str = scenery.GUILD_ID, **changes: Any) -> Json:
        """Sets the named fields, such as `nick` and `roles`. Raises ApiError 10004, 10007, 10011."""
        member = self.member(user_id, guild_id)
        for role_id in changes.get("roles") or ():
            self.role(role_id, guild_id)
        member.update(changes)
        self.tell("guild_member_update", {"guild_id": guild_id, **member})
        return member

    def remove_member(self, user_id: str, guild_id: str = scenery.GUILD_ID) -> None:
        """The member leaves the guild, or is removed, and with it all its threads. Raises ApiError 10004, 10007."""
        account = self.member(user_id, guild_id)["user"]
        for thread in self.threads():
            if thread["guild_id"] == guild_id:
                self.joined[thread["id"]].pop(user_id, None)
                thread["member_count"] = len(self.joined[thread["id"]])
        del self.guild(guild_id).members[user_id]
        self.tell("guild_member_remove", {"guild_id": guild_id, "user": account})

    # Channels

    def channel(self, channel_id: str) -> Json:
        """The channel's or thread's JSON. Raises ApiError 10003."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise errors.unknown_channel() from None

    def add_channel(self, name: str, *, guild_id: str = scenery.GUILD_ID, topic: str = "", kind: int = 0) -> Json:
        """A channel at the end of the guild's list; `kind` as in `scenery.channel`. Raises ApiError 10004."""
        guild = self.guild(guild_id)
        position = sum(c.get("guild_id") == guild.id for c in self.channels.values())
        made = scenery.channel(self.snowflake(), name, topic, position, guild.id, kind)
        self.channels[made["id"]] = made
        self.tell("channel_create", made)
        return made

    def direct(self, user_id: str) -> Json:
        """Return the direct channel of the bot and that person. Raises ApiError 10013."""
        account = self.user(user_id)
        for channel in self.channels.values():
            if channel["type"] == 1 and channel["recipients"][0]["id"] == user_id:
                return channel
        made = scenery.direct_channel(self.snowflake(), account)
        self.channels[made["id"]] = made
        return made

    def check_takes_messages(self, channel_id: str) -> None:
        """Raises ApiError 50007 in the direct channel of a person who takes no messages, 50278 if the bot shares no
        guild with them, 10003."""
        channel = self.channel(channel_id)
        if channel["type"] != permissions.DIRECT:
            return
        user_id, bot = channel["recipients"][0]["id"], self.bot["id"]
        if user_id in self.closed:
            raise errors.no_direct_messages()
        shared = any({user_id, bot} <= {*guild.members} for guild in self.guilds.values())
        if not (shared or user_id in self.installers):
            raise errors.no_common_guild()

    def group(self, *user_ids: str) -> Json:
        """Return a direct channel of these people, without the bot. Raises ApiError 10013."""
        made = scenery.group_channel(self.snowflake(), [self.user(id) for id in user_ids])
        self.channels[made["id"]] = made
        return made

    def change_channel(self, channel_id: str, **changes: Any) -> Json:
        """Sets the named fields and announces the change. Raises ApiError 10003."""
        channel = self.channel(channel_id)
        channel.update(changes)
        self.tell("thread_update" if channel["type"] in permissions.THREADS else "channel_update", channel)
        return channel

    def delete_channel(self, channel_id: str) -> Json:
        """Deletes the channel, its threads and all messages there. Raises ApiError 10003.

        The event about it names those who saw it, as nobody can be asked about it later."""
        channel, guild = self.channel(channel_id), self.guild_of(channel_id)
        seen_by = [id for id in guild.members if self.sees(id, channel_id)] if guild else []
        for thread in self.threads(channel_id):
            self._drop_channel(thread["id"])
        self._drop_channel(channel_id)
        deleted = "thread_delete" if channel["type"] in permissions.THREADS else "channel_delete"
        self.tell(deleted, {**channel, "seen_by": seen_by})
        return channel

    def threads(self, channel_id: str | None = None, *, archived: bool | None = None) -> list[Json]:
        """The threads of a channel (None: of all), newest last; archived ones, the others, or both."""
        threads = [c for c in self.channels.values() if c["type"] in permissions.THREADS]
        threads = [c for c in threads if channel_id in (None, c["parent_id"])]
        return [c for c in threads if archived in (None, c["thread_metadata"]["archived"])]

    # Who may do what

    def permissions(self, user_id: str, channel_id: str) -> int:
        """The user's permissions there (values of `permissions.NAMES`). Raises ApiError 10003."""
        channel = self.channel(channel_id)
        guild = self.guild_of(channel_id)
        if guild is None:
            own = [] if channel["type"] == permissions.GROUP else [self.bot["id"]]
            return EVERYONE if user_id in (*own, *(one["id"] for one in channel["recipients"])) else 0
        rules = self.channel(channel["parent_id"]) if channel["type"] in permissions.THREADS else channel
        allowed = guild.permissions_in(rules, user_id, sending=permissions.to_send(channel))
        private = channel["type"] == permissions.PRIVATE_THREAD and user_id not in self.joined[channel_id]
        return 0 if private and not permissions.has(allowed, "manage_threads") else allowed

    def sees(self, user_id: str, channel_id: str) -> bool:
        """Whether the user sees the channel or thread. Raises ApiError 10003."""
        return permissions.has(self.permissions(user_id, channel_id), "view_channel")

    def reaches(self, user_id: str, data: Json) -> bool:
        """Whether the user gets an event of a channel or thread; `data` is the event's content."""
        if "seen_by" in data:
            return user_id in data["seen_by"]
        return user_id in data.get("removed_member_ids", ()) or self.sees(user_id, data["id"])

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
        """Sets the permissions of a role or a member in the channel. Raises ApiError 10003, KeyError."""
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
