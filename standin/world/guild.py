"""A guild: its roles and its members, in Discord's JSON."""

from __future__ import annotations

from dataclasses import dataclass, field

from standin.world import permissions, scenery
from standin.world.scenery import Json

EVERYONE = permissions.value(
    "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
    "use_external_emojis", "change_nickname", "use_application_commands", "create_public_threads",
    "send_messages_in_threads",
)  # fmt: skip
"""Everyone's permissions in a new guild."""


@dataclass
class Guild:
    """`roles` and `members` are kept by id; the role @everyone has the guild's own id."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Json] = field(default_factory=dict)
    members: dict[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.id not in self.roles:
            self.roles[self.id] = scenery.role(self.id, "@everyone", EVERYONE, 0)

    def add_role(self, id: str, name: str, allowed: int, *, managed: bool = False) -> Json:
        """A new role above the others."""
        self.roles[id] = scenery.role(id, name, allowed, len(self.roles), managed=managed)
        return self.roles[id]

    def add_member(self, account: Json, *role_ids: str) -> Json:
        """Adds the account as a member."""
        self.members[account["id"]] = {**scenery.member(account), "roles": list(role_ids)}
        return self.members[account["id"]]

    def find_members(self, start: str) -> list[Json]:
        """Return the members whose name or nick begins with this text."""
        start = start.lower()
        called = ((member, (member["nick"], member["user"]["username"], member["user"]["global_name"]))
                  for member in self.members.values())  # fmt: skip
        return [member for member, names in called if any((name or "").lower().startswith(start) for name in names)]

    def seen_by_member(self, user_id: str) -> Json:
        """The guild in the list of a member's guilds."""
        about: Json = {"id": self.id, "name": self.name, "icon": None, "banner": None, "features": []}
        return {**about, "owner": self.owner_id == user_id, "permissions": str(self.permissions(user_id))}

    def permissions(self, user_id: str) -> int:
        """The permissions of the member's roles in the guild, before any channel's overwrites; 0 for others."""
        if user_id == self.owner_id:
            return permissions.EVERYTHING
        member = self.members.get(user_id)
        if member is None:
            return 0
        allowed = 0
        for role_id in (self.id, *member["roles"]):
            allowed |= int(self.roles[role_id]["permissions"])
        return permissions.EVERYTHING if permissions.has(allowed, "administrator") else allowed

    def permissions_in(self, channel: Json, user_id: str, *, sending: str = "send_messages") -> int:
        """The member's permissions in a channel; for a thread give its parent channel, and what sending needs there.

        The order of overwrites is Discord's: everyone, roles together, the member."""
        allowed = self.permissions(user_id)
        if allowed == permissions.EVERYTHING or user_id not in self.members:
            return allowed
        overwrites = {overwrite["id"]: overwrite for overwrite in channel.get("permission_overwrites", ())}
        for ids in ((self.id,), self.members[user_id]["roles"], (user_id,)):
            allowed = permissions.overwritten(allowed, [overwrites[id] for id in ids if id in overwrites])
        if not permissions.has(allowed, "view_channel"):
            return 0
        if not permissions.has(allowed, sending):
            allowed &= ~permissions.value("mention_everyone", "send_tts_messages", "attach_files", "embed_links")
        return allowed

    def data(self) -> Json:
        """The guild as REST shows it."""
        return scenery.guild(self.id, self.name, self.owner_id, list(self.roles.values()))
