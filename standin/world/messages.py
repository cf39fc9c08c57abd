"""Turns the data that a bot or a person sends into a message as Discord shows it, and edits messages."""

from __future__ import annotations

import copy
import mimetypes
from urllib.parse import quote

from standin import errors, limits
from standin.world import Message, Upload, World
from standin.world.mentions import mentioned
from standin.world.scenery import Json

EPHEMERAL, LOADING = 1 << 6, 1 << 7
REPLY = 19
"""The type of a message that answers another."""
SUPPRESS_EMBEDS = 1 << 2
_SETTABLE = limits.COMPONENTS_V2 | SUPPRESS_EMBEDS | 1 << 12
"""The flags that the sender of a message may set; the last keeps it silent."""


def compose(
    world: World, channel_id: str, author_id: str, body: Json, files: list[Upload], *, loading: bool = False
) -> Message:
    """A new message, not yet posted. Raises ApiError for an empty or oversized one."""
    limits.check_message(body, files)
    flags = (body.get("flags") or 0) & _SETTABLE | (LOADING if loading else 0)
    message = Message(
        {
            "id": world.snowflake(),
            "type": 0,
            "channel_id": channel_id,
            "author": world.user(author_id),
            "content": "",
            "timestamp": world.now(),
            "edited_timestamp": None,
            "flags": flags,
            "tts": bool(body.get("tts")),
            "pinned": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
        }
    )
    if body.get("nonce") is not None:
        message.nonce = str(body["nonce"])
        message.data["nonce"] = body["nonce"]
    if body.get("message_reference"):
        message.data |= _reply(world, channel_id, body["message_reference"])
    _fill(world, message, body, files)
    if not loading:
        _finish(message.data)
    return message


def revise(world: World, message: Message, body: Json, files: list[Upload]) -> None:
    """Edits the message as PATCH does: other fields stay. The first edit ends a loading answer."""
    limits.check_message(body, files, v2=bool(message.data["flags"] & limits.COMPONENTS_V2))
    changed = Message(copy.deepcopy(message.data))
    _fill(world, changed, body, files)
    changed.data["flags"] &= ~LOADING
    if "flags" in body:
        asked = (body["flags"] or 0) & (limits.COMPONENTS_V2 | SUPPRESS_EMBEDS)
        changed.data["flags"] = changed.data["flags"] & ~SUPPRESS_EMBEDS | asked
    _finish(changed.data)
    if not message.data["flags"] & LOADING:
        changed.data["edited_timestamp"] = world.now()
    message.data.clear()
    message.data.update(changed.data)


def attachment(world: World, channel_id: str, upload: Upload) -> Json:
    """Keeps the uploaded file for download and returns its Discord JSON."""
    id = world.snowflake()
    world.uploads[id] = upload
    url = f"{world.base_url}/attachments/{channel_id}/{id}/{quote(upload.filename, safe='')}"
    content_type = mimetypes.guess_type(upload.filename)[0] or upload.content_type
    size = len(upload.content)
    return {
        "id": id,
        "filename": upload.filename,
        "size": size,
        "url": url,
        "proxy_url": url,
        "content_type": content_type,
    }


def shown_components(components: list[Json]) -> list[Json]:
    """The components with the ids and defaults that Discord fills in."""
    numbered = copy.deepcopy(components)
    taken = {component.get("id") for component in limits.walk(numbered)}
    free = (number for number in range(1, 1000) if number not in taken)
    for component in limits.walk(numbered):
        if not component.get("id"):
            component["id"] = next(free)
        if component["type"] in limits.SELECTS:
            component.setdefault("min_values", 1)
            component.setdefault("max_values", 1)
        for key in [key for key, value in component.items() if value is None and key != "accent_color"]:
            del component[key]
    return numbered


def _finish(data: Json) -> None:
    """Refuses data that cannot be a message, and removes embeds that must not be shown."""
    if not any(data.get(key) for key in ("content", "embeds", "attachments", "components")):
        raise errors.empty_message()
    limits.check_whole(data)
    if data["flags"] & SUPPRESS_EMBEDS:
        data["embeds"] = []


def _fill(world: World, message: Message, body: Json, files: list[Upload]) -> None:
    data = message.data
    if "content" in body:
        data["content"] = body["content"] or ""
        data |= mentioned(world, data, body.get("allowed_mentions"))
    if "attachments" in body or files:
        _attach(world, data, body.get("attachments"), files)
    if "embeds" in body:
        data["embeds"] = [_embed(embed, data["attachments"]) for embed in body["embeds"] or []]
    if "components" in body:
        data["components"] = shown_components(body["components"] or [])


def _reply(world: World, channel_id: str, reference: Json) -> Json:
    """The fields that make a message a reply; nothing where what it answers is gone and need not be there."""
    if reference.get("type"):
        raise errors.ApiError(501, 0, "The stand-in does not forward messages.")
    answered = world.messages.get(channel_id, {}).get(str(reference["message_id"]))
    if answered is None or not answered.seen_by(None):
        if reference.get("fail_if_not_exists", True):
            raise errors.invalid_form([("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
        return {}
    place = {"type": 0, "channel_id": channel_id, "guild_id": world.channel(channel_id).get("guild_id")}
    quoted = {key: copy.deepcopy(value) for key, value in answered.data.items() if key != "referenced_message"}
    return {
        "type": REPLY,
        "message_reference": {**place, "message_id": answered.id},
        "referenced_message": quoted,
    }


def _attach(world: World, data: Json, wanted: list[Json] | None, files: list[Upload]) -> None:
    """`wanted` names kept attachments by id and new ones by the number of their file."""
    present = {attachment["id"]: attachment for attachment in data["attachments"]}
    if wanted is None:
        kept = list(present.values())
        new: dict[str, Json] = {str(at): {} for at in range(len(files))}
    else:
        kept = [present[str(entry["id"])] for entry in wanted if str(entry["id"]) in present]
        new = {str(entry["id"]): entry for entry in wanted if str(entry["id"]) not in present}
    for at, file in enumerate(files):
        entry = new.get(str(at), {})
        made = attachment(world, data["channel_id"], file)
        if entry.get("description"):
            made["description"] = entry["description"]
        kept.append(made)
    data["attachments"] = kept


def _embed(embed: Json, attachments: list[Json]) -> Json:
    """The embed as resolved: `attachment://name` becomes the file's address."""
    resolved = {key: copy.deepcopy(value) for key, value in embed.items() if value is not None}
    resolved["type"] = "rich"
    for field in resolved.get("fields", []):
        field.setdefault("inline", False)
    addresses = {f"attachment://{entry['filename']}": entry["url"] for entry in attachments}
    for key in ("image", "thumbnail"):
        if key in resolved and resolved[key].get("url") in addresses:
            resolved[key]["url"] = resolved[key]["proxy_url"] = addresses[resolved[key]["url"]]
    return resolved
