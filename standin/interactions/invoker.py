"""How people's actions become interactions: slash commands, typing, presses, submitted modals.

Builds Discord's INTERACTION_CREATE payload, sends it to the bot and watches the three seconds."""

from __future__ import annotations

import asyncio
import copy
import secrets
from collections.abc import Callable
from typing import Any

from standin import limits
from standin.errors import ApiError, PageError
from standin.interactions import commands
from standin.interactions.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from standin.interactions.talk import Talk, Uploads, check_lock
from standin.world import World, messages, permissions, scenery
from standin.world.scenery import Json

NO_ANSWER = "The application did not respond"
_RESOLVED_BY_SELECT = {5: commands.USER, 6: commands.ROLE, 7: commands.MENTIONABLE, 8: commands.CHANNEL}


class Invoker(Talk):
    """Opens interactions; `time_limit` (seconds) is how long the bot has for its first answer."""

    def __init__(self, world: World, dispatch: Callable[[str, Json], None]) -> None:
        super().__init__(world)
        self.time_limit = 3.0
        self._dispatch = dispatch
        self._clocks: dict[str, asyncio.TimerHandle] = {}

    def slash(
        self, user_id: str, channel_id: str, name: str, options: list[Json], uploads: Uploads | None = None
    ) -> Interaction:
        """Sends a slash command. Raises PageError for options that Discord's client would not send."""
        return self._command(COMMAND, user_id, channel_id, name, options, uploads or {})

    def autocomplete(self, user_id: str, channel_id: str, name: str, options: list[Json]) -> Interaction:
        """Asks for suggestions; exactly one option is marked `focused`."""
        return self._command(AUTOCOMPLETE, user_id, channel_id, name, options, {})

    def menu(self, user_id: str, channel_id: str, name: str, target_id: str) -> Interaction:
        """Uses a command of the context menu on a message of the channel, or on a member. Raises PageError."""
        message = self.world.messages.get(channel_id, {}).get(target_id)
        kind = commands.ON_MESSAGE if message is not None and message.seen_by(user_id) else commands.ON_USER
        command = self._offered(user_id, channel_id, name, kind)
        resolved = _Resolved(self.world, user_id, channel_id, {})
        if message is not None and kind == commands.ON_MESSAGE:
            resolved.by_kind["messages"] = {target_id: copy.deepcopy(message.data)}
        else:
            resolved(commands.USER, target_id)
        return self._invoke(COMMAND, user_id, channel_id, command, resolved, {"target_id": target_id}, name)

    def offered(self, user_id: str, channel_id: str) -> list[Json]:
        """The commands that Discord's client offers this person there. Raises ApiError 10003."""
        channel, allowed = self.world.channel(channel_id), self.world.permissions(user_id, channel_id)
        if not permissions.has(allowed, "use_application_commands"):
            return []
        return [c for c in self.world.all_commands() if self._is_offered(c, channel, allowed, user_id)]

    def component(
        self, user_id: str, channel_id: str, message_id: str, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Presses a button or makes a choice in a select."""
        message = self.world.messages.get(channel_id, {}).get(message_id)
        if message is None or not message.seen_by(user_id):
            raise PageError("That message is gone.")
        pressed = [c for c in limits.walk(message.data["components"]) if c.get("custom_id") == custom_id]
        if not pressed or pressed[0].get("disabled"):
            raise PageError("That button is no longer there or is switched off.")
        component = pressed[0]
        data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
        if component["type"] in limits.SELECTS:
            data["values"] = self._chosen(component, values or [])
            resolved = _Resolved(self.world, user_id, channel_id, {})
            if component["type"] in _RESOLVED_BY_SELECT:
                for value in data["values"]:
                    resolved(_RESOLVED_BY_SELECT[component["type"]], value)
                data["resolved"] = resolved.by_kind
        interaction = self._open(COMPONENT, user_id, channel_id, data)
        interaction.source = message_id
        interaction.payload["message"] = copy.deepcopy(message.data)
        if not self.world.has_bot(channel_id):
            # The user who installed it is also the user whose command the message answers.
            owners = message.data["interaction_metadata"]["authorizing_integration_owners"]
            interaction.payload["authorizing_integration_owners"] = owners
        return self._send(interaction)

    def modal(
        self, user_id: str, parent: Interaction, custom_id: str, components: list[Json], uploads: Uploads | None = None
    ) -> Interaction:
        """Submits the modal that answered `parent`."""
        if parent.modal is None or parent.modal["custom_id"] != custom_id or parent.user_id != user_id:
            raise PageError("There is no such form open.")
        resolved = _Resolved(self.world, user_id, parent.channel_id, uploads or {})
        asked = {c["custom_id"]: c for c in limits.walk(parent.modal["components"]) if "custom_id" in c}
        for given in limits.walk(components):
            if "custom_id" not in given:
                continue
            if given["custom_id"] not in asked:
                raise PageError(f"The form has no field {given['custom_id']!r}.")
            _check_field(asked[given["custom_id"]], given)
            if given["type"] == limits.FILE_UPLOAD:
                given["values"] = [resolved(commands.ATTACHMENT, value) for value in given.get("values") or []]
            elif given["type"] in _RESOLVED_BY_SELECT:
                for value in given.get("values") or []:
                    resolved(_RESOLVED_BY_SELECT[given["type"]], value)
        data: Json = {"custom_id": custom_id, "components": components}
        if resolved.by_kind:
            data["resolved"] = resolved.by_kind
        interaction = self._open(MODAL, user_id, parent.channel_id, data)
        interaction.parent, interaction.source = parent, parent.source
        owners = parent.payload["authorizing_integration_owners"]
        interaction.payload["authorizing_integration_owners"] = owners
        source = parent.source and self.world.find_message(parent.source)
        if source:
            interaction.payload["message"] = copy.deepcopy(source.data)
        return self._send(interaction)

    def redeliver(self, interaction: Interaction) -> None:
        """Sends the same INTERACTION_CREATE once more."""
        self._dispatch("INTERACTION_CREATE", interaction.payload)

    def answered(self, interaction: Interaction) -> None:
        """Stops the clock: the bot has answered in time."""
        clock = self._clocks.pop(interaction.id, None)
        if clock is not None:
            clock.cancel()
        interaction.answered.set()

    def pass_time(self, seconds: float) -> None:
        """Makes every interaction older: tokens expire, and unanswered interactions may be too late."""
        loop = asyncio.get_running_loop()
        for interaction in self.world.interactions.values():
            interaction.opened_at -= seconds
            clock = self._clocks.get(interaction.id)
            if clock is not None:
                clock.cancel()
                self._clocks[interaction.id] = loop.call_at(clock.when() - seconds, self._too_late, interaction)

    def close(self) -> None:
        for clock in self._clocks.values():
            clock.cancel()

    def _command(
        self, kind: int, user_id: str, channel_id: str, name: str, options: list[Json], uploads: Uploads
    ) -> Interaction:
        command = self._offered(user_id, channel_id, name, commands.SLASH)
        resolved = _Resolved(self.world, user_id, channel_id, uploads)
        sent = commands.checked(command, options, resolved, complete=kind == COMMAND)
        spoken = commands.spoken_name(command, sent)
        return self._invoke(kind, user_id, channel_id, command, resolved, {"options": sent}, spoken)

    def _invoke(
        self, kind: int, user_id: str, channel_id: str, command: Json, resolved: _Resolved, given: Json, spoken: str
    ) -> Interaction:
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], **given}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if resolved.by_kind:
            data["resolved"] = resolved.by_kind
        interaction = self._open(kind, user_id, channel_id, data)
        interaction.name = spoken
        return self._send(interaction)

    def _offered(self, user_id: str, channel_id: str, name: str, kind: int) -> Json:
        """Return the command, if this person may use it there."""
        allowed = self._known(user_id, channel_id)
        if not permissions.has(allowed, "use_application_commands"):
            raise PageError("You do not have permission to use commands in this channel.")
        named = [c for c in self.world.all_commands() if (c["name"], c["type"]) == (name, kind)]
        channel = self.world.channel(channel_id)
        offered = [command for command in named if self._is_offered(command, channel, allowed, user_id)]
        if named and not offered:
            raise PageError(f"You cannot use {commands.called(name, kind)} here.")
        return commands.find(offered, name, kind)

    def _is_offered(self, command: Json, channel: Json, allowed: int, user_id: str) -> bool:
        there, installed = self.world.has_bot(channel["id"]), user_id in self.world.installers
        return commands.offered(command, channel, allowed, bot_there=there, installed=installed)

    def _known(self, user_id: str, channel_id: str) -> int:
        """Checks the person and the channel; returns the person's permissions there."""
        if user_id not in self.world.people:
            raise PageError("There is nobody with that id.")
        if channel_id not in self.world.channels:
            raise PageError("There is no channel with that id.")
        allowed = self.world.permissions(user_id, channel_id)
        if not permissions.has(allowed, "view_channel"):
            raise PageError("You do not see that channel.")
        check_lock(self.world.channel(channel_id), allowed)
        return allowed

    def _chosen(self, select: Json, values: list[str]) -> list[str]:
        if not select["min_values"] <= len(values) <= select["max_values"]:
            raise PageError(f"Choose between {select['min_values']} and {select['max_values']} entries.")
        if select["type"] == limits.STRING_SELECT:
            offered = {option["value"] for option in select["options"]}
            if not offered.issuperset(values):
                raise PageError("That choice is not offered.")
        return list(values)

    def _open(self, kind: int, user_id: str, channel_id: str, data: Json) -> Interaction:
        allowed = str(self._known(user_id, channel_id))
        channel, guild = self.world.channel(channel_id), self.world.guild_of(channel_id)
        payload: Json = {
            "id": self.world.snowflake(),
            "application_id": scenery.APPLICATION_ID,
            "type": kind,
            "token": secrets.token_urlsafe(32),
            "version": 1,
            "data": data,
            "channel_id": channel_id,
            "channel": {**channel, "permissions": allowed},
            "locale": "en-US",
            "app_permissions": str(self.world.permissions(self.world.bot["id"], channel_id)),
            "entitlements": [],
            "attachment_size_limit": scenery.ATTACHMENT_LIMIT,
        }
        if guild is None:
            payload |= {
                "user": self.world.user(user_id),
                "context": commands.context_of(channel),
                "authorizing_integration_owners": {"0": "0"},
            }
        else:
            payload |= {
                "guild_id": guild.id,
                "guild": {"id": guild.id, "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": {**self.world.member(user_id, guild.id), "permissions": allowed},
                "context": 0,
                "authorizing_integration_owners": {"0": guild.id},
            }
        if not self.world.has_bot(channel_id):
            payload["authorizing_integration_owners"] = {"1": user_id}
        return Interaction(payload, user_id, channel_id)

    def _send(self, interaction: Interaction) -> Interaction:
        self.world.remember(interaction)
        loop = asyncio.get_running_loop()
        self._clocks[interaction.id] = loop.call_later(self.time_limit, self._too_late, interaction)
        self._dispatch("INTERACTION_CREATE", interaction.payload)
        return interaction

    def _too_late(self, interaction: Interaction) -> None:
        self._clocks.pop(interaction.id, None)
        interaction.failed = True
        interaction.answered.set()
        interaction.settled.set()
        if interaction.type == AUTOCOMPLETE:
            return
        about = {"interaction_id": interaction.id, "channel_id": interaction.channel_id, "text": NO_ANSWER}
        self.world.tell("failed", about, interaction.user_id)


class _Resolved:
    """Collects the full objects behind the ids in an interaction's options."""

    def __init__(self, world: World, user_id: str, channel_id: str, uploads: Uploads) -> None:
        self.by_kind: dict[str, dict[str, Json]] = {}
        self._world = world
        self._user_id = user_id
        self._channel_id = channel_id
        self._guild = world.guild_of(channel_id)
        self._uploads = uploads

    def __call__(self, kind: int, value: Any) -> str:
        id = str(value)
        try:
            if kind == commands.ATTACHMENT:
                return self._attachment(id)
            if kind == commands.CHANNEL:
                allowed = str(self._world.permissions(self._user_id, id))
                self._keep("channels", id, {**self._world.channel(id), "permissions": allowed})
            elif kind == commands.ROLE or (self._guild is not None and id in self._guild.roles):
                if self._guild is None or id not in self._guild.roles:
                    raise PageError("There is no such role.")
                self._keep("roles", id, self._guild.roles[id])
            else:
                self._keep("users", id, self._world.user(id))
                if self._guild is not None:
                    member = {**self._world.member(id, self._guild.id)}
                    del member["user"]
                    member["permissions"] = str(self._world.permissions(id, self._channel_id))
                    self._keep("members", id, member)
        except ApiError as error:
            raise PageError(f"{error.message}: {id}.") from None
        return id

    def _attachment(self, field: str) -> str:
        if field not in self._uploads:
            raise PageError("The file is missing.")
        made = messages.attachment(self._world, self._channel_id, self._uploads[field])
        self._keep("attachments", made["id"], {**made, "ephemeral": True})
        return str(made["id"])

    def _keep(self, kind: str, id: str, thing: Json) -> None:
        self.by_kind.setdefault(kind, {})[id] = thing


def _check_field(asked: Json, given: Json) -> None:
    if asked["type"] != limits.TEXT_INPUT:
        return
    value, label = given.get("value") or "", asked.get("label") or asked["custom_id"]
    if asked.get("required", True) and not value:
        raise PageError(f"{label} must be filled in.")
    if value and not asked.get("min_length", 0) <= len(value) <= asked.get("max_length", 4000):
        raise PageError(f"{label} is too short or too long.")
