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
"""What anybody may do in a new guild."""


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
        """Takes the account in as a member."""
        self.members[account["id"]] = {**scenery.member(account), "roles": list(role_ids)}
        return self.members[account["id"]]

    def find_members(self, start: str) -> list[Json]:
        """Whose name or nick begins so."""
        start = start.lower()
        called = ((member, (member["nick"], member["user"]["username"], member["user"]["global_name"]))
                  for member in self.members.values())  # fmt: skip
        return [member for member, names in called if any((name or "").lower().startswith(start) for name in names)]

    def seen_by_member(self, user_id: str) -> Json:
        """The guild in the list of a member's guilds."""
        about: Json = {"id": self.id, "name": self.name, "icon": None, "banner": None, "features": []}
        return {**about, "owner": self.owner_id == user_id, "permissions": str(permissions.in_guild(self, user_id))}

    def data(self) -> Json:
        """The guild as REST shows it."""
        return scenery.guild(self.id, self.name, self.owner_id, list(self.roles.values()))
