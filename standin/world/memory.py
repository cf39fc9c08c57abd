"""The memory of the stand-in over a restart: every change of the world is written when its event is sent.

Kept are places, messages, files, commands, what was read, and the interactions that were answered: an interaction
without an answer is unknown to the page, also after a restart."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from standin.interactions.interaction import AUTOCOMPLETE, Interaction
from standin.world.guild import Guild
from standin.world.records import BrokenMemory, Record, RecordFile, Records, read
from standin.world.scenery import Json
from standin.world.state import Message, Upload, World

log = logging.getLogger(__name__)

MESSAGES = 1000
"""How many messages of each channel are kept, the newest ones, and how many interactions."""
LONGEST = 20_000
"""How many lines the file may have before outdated ones are removed."""


class Memory:
    """Brings back what the folder holds, and keeps in it what happens from now on.

    Raises BrokenMemory, the world being as it was; OSError."""

    def __init__(self, world: World, folder: Path) -> None:
        self._world = world
        self._uploads = folder / "uploads"
        self._uploads.mkdir(parents=True, exist_ok=True)
        path = folder / "world.jsonl"
        records = read(path, world.base_url)
        try:
            # A rehearsal: what fails leaves the world as it is.
            _bring_back(World(names=world.names), records, self._uploads)
        except (LookupError, AttributeError, TypeError, ValueError) as wrong:
            raise BrokenMemory(f"{path} does not contain what it should.") from wrong
        _bring_back(world, records, self._uploads)
        self._kept_uploads = set(world.uploads)
        self._file = RecordFile(path, world.base_url, _everything(world))
        self._tidy_uploads()
        self._stop = world.listen(self._heard)

    def close(self) -> None:
        """Stops keeping later changes."""
        if not self._file.closed:
            self._stop()
            self._file.close()

    def _heard(self, event: str, data: Json | list[Json], audience: str | None) -> None:
        try:
            touched = _commands(self._world) if isinstance(data, list) else self._touched(event, data, audience)
            for record in touched:
                self._file.append(*record)
            if self._file.length > LONGEST:
                self._world.thin(MESSAGES)
                self._file.rewrite(_everything(self._world))
        except OSError as error:
            self.close()
            log.warning("The playground cannot save its messages (%s). They will be lost when it ends.", error)

    def _touched(self, event: str, data: Json, audience: str | None) -> Iterator[Record]:
        """The records that the event has changed, as they are now. (A list comes when the commands change.)"""
        world = self._world
        if event == "thinking":
            event, data = "message_create", data["message"]
        if event.startswith("message_"):
            message = world.messages.get(data["channel_id"], {}).get(data["id"])
            yield from self._new_uploads(message)
            yield "message", data["id"], message and _message(message)
            if event == "message_create":
                yield "channel", data["channel_id"], world.channels[data["channel_id"]]
        elif event.startswith(("channel_", "thread_")):
            channel_id = data.get("channel_id") or data["id"]
            yield "channel", channel_id, world.channels.get(channel_id)
            if event.startswith("thread_"):
                yield "joined", channel_id, world.joined.get(channel_id)
        elif event.startswith("guild_"):
            guild = world.guilds.get(data["guild_id"])
            yield "guild", data["guild_id"], guild and asdict(guild)
            if event == "guild_create":
                there = (c for c in world.channels.values() if c.get("guild_id") == data["guild_id"])
                yield from (("channel", channel["id"], channel) for channel in there)
        elif event == "answered":
            yield "interaction", data["interaction_id"], _interaction(world.interactions[data["interaction_id"]])
        elif event == "read":
            read_up_to = world.bookmarks.get((str(audience), data["channel_id"]))
            yield "bookmark", f"{audience} {data['channel_id']}", read_up_to

    def _new_uploads(self, message: Message | None) -> Iterator[Record]:
        """A file is kept before the message that shows it."""
        for attachment in message.data["attachments"] if message else ():
            upload = self._world.uploads.get(attachment["id"])
            if upload and attachment["id"] not in self._kept_uploads:
                (self._uploads / attachment["id"]).write_bytes(upload.content)
                self._kept_uploads.add(attachment["id"])
                yield _upload(attachment["id"], upload)

    def _tidy_uploads(self) -> None:
        for path in self._uploads.iterdir():
            if path.name not in self._kept_uploads:
                path.unlink()


def _everything(world: World) -> Iterator[Record]:
    """Return all records to keep; of messages and interactions only the newest."""
    for guild in world.guilds.values():
        yield "guild", guild.id, asdict(guild)
    for channel in world.channels.values():
        yield "channel", channel["id"], channel
    for thread_id, members in world.joined.items():
        yield "joined", thread_id, members
    yield from _commands(world)
    answered = [i for i in world.interactions.values() if i.callback_type is not None and i.type != AUTOCOMPLETE]
    for interaction in answered[-MESSAGES:]:
        yield "interaction", interaction.id, _interaction(interaction)
    for messages in world.messages.values():
        for message in list(messages.values())[-MESSAGES:]:
            for attachment in message.data["attachments"]:
                if attachment["id"] in world.uploads:
                    yield _upload(attachment["id"], world.uploads[attachment["id"]])
            yield "message", message.id, _message(message)
    for (user_id, channel_id), message_id in world.bookmarks.items():
        yield "bookmark", f"{user_id} {channel_id}", message_id


def _bring_back(world: World, records: Records, uploads: Path) -> None:
    if "guild" in records:
        world.guilds = {id: Guild(**guild) for id, guild in records["guild"].items()}
    if "channel" in records:
        world.channels.clear()
        world.channels |= {id: c for id, c in records["channel"].items() if _stands(c, records)}
        joined = records.get("joined", {})
        world.joined = {thread["id"]: dict(joined.get(thread["id"], {})) for thread in world.threads()}
    for scope, commands in records.get("commands", {}).items():
        world.commands[scope or None] = commands
    for interaction in records.get("interaction", {}).values():
        world.remember(_answered(world, interaction))
    for message in records.get("message", {}).values():
        _put_back(world, Message(**message))
    attached = {
        a["id"] for messages in world.messages.values() for m in messages.values() for a in m.data["attachments"]
    }
    for id, upload in records.get("upload", {}).items():
        if id in attached and (uploads / id).is_file():
            world.uploads[id] = Upload(upload["filename"], (uploads / id).read_bytes(), upload["content_type"])
    for key, message_id in records.get("bookmark", {}).items():
        user_id, channel_id = key.split()
        world.bookmarks[user_id, channel_id] = message_id
    given = (id for kind in ("channel", "interaction", "message", "upload") for id in records.get(kind, {}))
    world.no_ids_up_to(max(map(int, given), default=0))


def _stands(channel: Json, records: Records) -> bool:
    """Whether its guild and its parent still exist: deleting those deletes it without an event of its own."""
    guild_id, parent_id = channel.get("guild_id"), channel.get("parent_id")
    return guild_id in (None, *records["guild"]) and parent_id in (None, *records["channel"])


def _put_back(world: World, message: Message) -> None:
    channel_id = message.data["channel_id"]
    if channel_id not in world.channels:
        return
    if "thread" in message.data and message.id in world.channels:
        message.data["thread"] = world.channels[message.id]
    world.put(message)
    interaction = world.interactions.get(message.interaction_id or "")
    if interaction is not None and interaction.original != message.id:
        interaction.followups.append(message.id)


def _message(message: Message) -> Json:
    return {name: getattr(message, name) for name in message.__dataclass_fields__}


def _upload(id: str, upload: Upload) -> Record:
    return "upload", id, {"filename": upload.filename, "content_type": upload.content_type}


def _commands(world: World) -> Iterator[Record]:
    for scope, commands in world.commands.items():
        yield "commands", scope or "", commands


_AS_THEY_ARE = ("user_id", "channel_id", "name", "source", "callback_type", "original", "modal", "expired_with")


def _interaction(interaction: Interaction) -> Json:
    """Return the interaction without the copy of the pressed button's message, which only the bot needs."""
    kept: dict[str, Any] = {name: getattr(interaction, name) for name in _AS_THEY_ARE}
    kept["payload"] = {key: value for key, value in interaction.payload.items() if key != "message"}
    kept["parent"] = interaction.parent and interaction.parent.id
    kept["opened_at"] = time.time() - time.monotonic() + interaction.opened_at
    return kept


def _answered(world: World, kept: Json) -> Interaction:
    opened_at = kept["opened_at"] - time.time() + time.monotonic()
    parent = world.interactions.get(kept["parent"] or "")
    interaction = Interaction(**{**kept, "opened_at": opened_at, "parent": parent})
    interaction.answered.set()
    interaction.settled.set()
    return interaction
