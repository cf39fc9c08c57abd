"""The servers that the bot is on, kept small: their channels and roles are packed until somebody plays there.

discord.py makes an object of every channel, overwrite and role of every server and keeps them all, some 50 KiB for a
server of 40 channels. Packed, they take a tenth of that. A server is opened when one of its channels or roles is asked
for; then only this one becomes an object. It is packed again when others have been in use since.
"""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import discord
from discord.channel import _guild_channel_factory

_Payload: TypeAlias = Mapping[str, Any]

_MOST_OPEN = 4096
"""How many channels and roles the open servers have together, unless the latest alone has more."""
_UNREAD = frozenset(
    ("available_tags", "guild_id", "icon", "icon_emoji", "last_message_id", "last_pin_timestamp", "topic", "version")
)
"""Fields of channels and roles that nothing here reads."""


class PackedGuild(discord.Guild):
    """A server of discord.py's whose channels and roles become objects when they are asked for."""

    __slots__ = ("_ids", "_open", "_packed", "size")

    _state: Any

    def __init__(self, *, data: Any, state: Any) -> None:
        self.size = 0
        """How many channels and roles it has."""
        self._ids = b""
        self._packed: bytes | None = _packed((), ())
        self._open: tuple[_Objects, _Objects] | None = None
        super().__init__(data=data, state=state)

    def _from_data(self, guild: Any) -> None:
        without: Any = {**guild, "channels": (), "roles": ()}
        super()._from_data(without)
        if "channels" in guild or "roles" in guild:
            before, roles = (objects.payloads.values() for objects in self._opened())
            channels: Iterable[_Payload] = before
            if "channels" in guild:
                channels = [_read_part(one) for one in guild["channels"] if _guild_channel_factory(one["type"])[0]]
            self._open = self._objects(channels, map(_read_part, guild.get("roles", roles)))
            self._note_change()
            self.pack()

    def has(self, channel_id: int) -> bool:
        """Whether this may be a channel or thread of the server; wrong once in a long while, and only if it says so."""
        return _key(channel_id) in self._ids or channel_id in self._threads

    def pack(self) -> None:
        """Keep no objects of channels and roles."""
        if self._open and self._packed is None:
            self._packed = _packed(*(objects.payloads.values() for objects in self._open))
        self._open = None

    def put_channel(self, payload: _Payload) -> None:
        """Note a channel that is new or has changed."""
        if _guild_channel_factory(payload["type"])[0]:
            self._opened()[0].put(_read_part(payload))
            self._note_change()

    def put_role(self, payload: _Payload) -> None:
        """Note a role that is new or has changed."""
        self._opened()[1].put(_read_part(payload))
        self._note_change()

    def _remove_channel(self, channel: Any, /) -> None:
        self._opened()[0].remove(channel.id)
        self._note_change()

    def _remove_role(self, role_id: int, /) -> Any:
        role = self._opened()[1].remove(role_id)
        self._note_change()
        return role

    # discord.py begins both as empty dicts of objects.
    @property
    def _channels(self) -> Any:
        return self._opened()[0]

    @_channels.setter
    def _channels(self, _: object) -> None: ...

    @property
    def _roles(self) -> Any:
        return self._opened()[1]

    @_roles.setter
    def _roles(self, _: object) -> None: ...

    def _opened(self) -> tuple[_Objects, _Objects]:
        if self._open is None:
            assert self._packed is not None
            self._open = self._objects(*_unpacked(self._packed))
            self._state.open_guilds.add(self)
        return self._open

    def _objects(self, channels: Iterable[_Payload], roles: Iterable[_Payload]) -> tuple[_Objects, _Objects]:
        return _Objects(channels, self._channel), _Objects(roles, self._role)

    def _note_change(self) -> None:
        channels, roles = self._opened()
        self._packed = None
        self._ids = b"".join(map(_key, channels))
        self.size = len(channels) + len(roles)

    def _channel(self, payload: Any) -> Any:
        factory, _ = _guild_channel_factory(payload["type"])
        assert factory
        return factory(guild=self, state=self._state, data=payload)

    def _role(self, payload: Any) -> discord.Role:
        return discord.Role(guild=self, state=self._state, data=payload)


class _Objects(Mapping[int, Any]):
    """Channels or roles by id: payloads of Discord's, and the objects that were made of some of them."""

    def __init__(self, payloads: Iterable[_Payload], make: Callable[[_Payload], Any]) -> None:
        self._make = make
        self.payloads = {int(payload["id"]): payload for payload in payloads}
        self._made: dict[int, Any] = {}

    def __getitem__(self, id: int) -> Any:
        if id not in self._made:
            self._made[id] = self._make(self.payloads[id])
        return self._made[id]

    def __iter__(self) -> Iterator[int]:
        return iter(self.payloads)

    def __len__(self) -> int:
        return len(self.payloads)

    def put(self, payload: _Payload) -> None:
        id = int(payload["id"])
        self.payloads[id] = payload
        self._made.pop(id, None)

    def remove(self, id: int) -> Any:
        """Return what is removed. Raises KeyError."""
        removed = self[id]
        del self.payloads[id], self._made[id]
        return removed


class OpenGuilds(OrderedDict[int, PackedGuild]):
    """The servers that are not packed, the latest last."""

    def add(self, guild: PackedGuild) -> None:
        """Note that a server was opened, and pack those that were opened longest ago."""
        self[guild.id] = guild
        self.move_to_end(guild.id)
        channels_and_roles = sum(one.size for one in self.values())
        while channels_and_roles > _MOST_OPEN and len(self) > 1:
            _, first = self.popitem(last=False)
            channels_and_roles -= first.size
            first.pack()


def _read_part(payload: _Payload) -> _Payload:
    return {name: value for name, value in payload.items() if name not in _UNREAD}


def _key(channel_id: int) -> bytes:
    return channel_id.to_bytes(8, "big")


def _packed(channels: Iterable[_Payload], roles: Iterable[_Payload]) -> bytes:
    return zlib.compress(json.dumps((list(channels), list(roles)), separators=(",", ":")).encode())


def _unpacked(packed: bytes) -> tuple[list[_Payload], list[_Payload]]:
    channels, roles = json.loads(zlib.decompress(packed))
    return channels, roles
