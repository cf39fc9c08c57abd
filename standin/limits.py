"""Discord's size limits: what a bot may send in a message, a modal, a choice list or a command.

Everything too big, empty or doubled is collected and refused at once as 50035 Invalid Form Body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import orjson

from standin import errors
from standin.world import Upload
from standin.world.scenery import ATTACHMENT_LIMIT, Json

COMPONENTS_V2 = 1 << 15
ROW, BUTTON, STRING_SELECT, TEXT_INPUT, TEXT, FILE_UPLOAD = 1, 2, 3, 4, 10, 19
SELECTS = {3, 5, 6, 7, 8}
_TOP_LEVEL = {ROW, 9, TEXT, 12, 13, 14, 17}
"""Component types at the top level of a message: a button or select needs a row."""

CONTENT, DISPLAYED, ATTACHMENTS, NAME = 2000, 4000, 10, 100
"""Characters of a message and of all its components, its files, characters of a channel's name."""

_COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")

Problem = tuple[str, str, str]


def check_message(body: Json, files: list[Upload], *, v2: bool = False) -> None:
    """`v2`: the message already consists of components. Raises ApiError 50035 (too big), 40005 (file too large)."""
    if any(len(file.content) > ATTACHMENT_LIMIT for file in files):
        raise errors.ApiError(413, 40005, "Request entity too large")
    problems = list(_length("content", body.get("content") or "", CONTENT))
    problems += _count("embeds", body.get("embeds") or [], 10)
    for at, embed in enumerate(body.get("embeds") or []):
        problems += _embed(f"embeds.{at}", embed)
    if sum(_embed_size(embed) for embed in body.get("embeds") or []) > 6000:
        problems.append(("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"))
    problems += _count("attachments", body.get("attachments") or files, ATTACHMENTS)
    v2 = v2 or bool((body.get("flags") or 0) & COMPONENTS_V2)
    problems += _components(body.get("components") or [], v2=v2)
    _refuse(problems)


def check_whole(message: Json) -> None:
    """In a message of components, these replace words and embeds. Raises ApiError 50035."""
    if message["flags"] & COMPONENTS_V2:
        wrong = "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        _refuse([(key, code, wrong % key) for key in ("content", "embeds") if message[key]])


def check_modal(modal: Json) -> None:
    problems = list(_length("title", modal.get("title") or "", 45, least=1))
    problems += _length("custom_id", modal.get("custom_id") or "", 100, least=1)
    rows = modal.get("components") or []
    problems += _count("components", rows, 5, least=1)
    for at, row in enumerate(rows):
        place = f"components.{at}"
        if row["type"] == ROW:
            for inner in row["components"]:
                problems += _length(f"{place}.label", inner.get("label") or "", 45, least=1)
        elif "label" in row:
            problems += _length(f"{place}.label", row["label"], 45, least=1)
            problems += _length(f"{place}.description", row.get("description") or "", 100)
        for inner in walk([row]):
            if inner["type"] == TEXT_INPUT:
                problems += _length(f"{place}.placeholder", inner.get("placeholder") or "", 100)
                problems += _length(f"{place}.value", inner.get("value") or "", 4000)
    problems += _custom_ids(rows)
    _refuse(problems)


def check_choices(choices: list[Json]) -> None:
    problems = list(_count("choices", choices, 25))
    for at, choice in enumerate(choices):
        problems += _length(f"choices.{at}.name", choice["name"], 100, least=1)
        if isinstance(choice["value"], str):
            problems += _length(f"choices.{at}.value", choice["value"], 100)
    _refuse(problems)


def check_commands(commands: list[Json]) -> None:
    _refuse([*_problems_of(orjson.dumps(commands))])


@lru_cache(maxsize=4)
def _problems_of(written: bytes) -> tuple[Problem, ...]:
    """Return the problems of commands. They are remembered, because every bot that starts registers the same ones."""
    commands: list[Json] = orjson.loads(written)
    problems = list(_count("commands", commands, 100))
    for at, command in enumerate(commands):
        size = _weight(command)
        if size > 8000:
            message = f"Command exceeds maximum size (8000): {command.get('name')} has {size} characters"
            problems.append((str(at), "APPLICATION_COMMAND_TOO_LARGE", message))
        problems += _named(str(at), command)
        problems += _options(str(at), command.get("options") or [])
    return tuple(problems)


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, outer before inner."""
    return (component for _, component in _placed(components))


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise errors.invalid_form(problems)


def _length(path: str, text: str, most: int, *, least: int = 0) -> Iterator[Problem]:
    if len(text) > most:
        yield path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
    if not text and least:
        yield path, "BASE_TYPE_REQUIRED", "This field is required"


def _count(path: str, items: list[Json] | list[Upload], most: int, *, least: int = 0) -> Iterator[Problem]:
    if not least <= len(items) <= most:
        yield path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."


def _embed(path: str, embed: Json) -> Iterator[Problem]:
    yield from _length(f"{path}.title", embed.get("title") or "", 256)
    yield from _length(f"{path}.description", embed.get("description") or "", 4096)
    yield from _length(f"{path}.footer.text", (embed.get("footer") or {}).get("text") or "", 2048)
    yield from _length(f"{path}.author.name", (embed.get("author") or {}).get("name") or "", 256)
    fields = embed.get("fields") or []
    yield from _count(f"{path}.fields", fields, 25)
    for at, field in enumerate(fields):
        yield from _length(f"{path}.fields.{at}.name", (field.get("name") or "").strip(), 256, least=1)
        yield from _length(f"{path}.fields.{at}.value", (field.get("value") or "").strip(), 1024, least=1)


def _embed_size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts.append((embed.get("author") or {}).get("name"))
    texts += [text for field in embed.get("fields") or [] for text in (field.get("name"), field.get("value"))]
    return sum(len(text.strip()) for text in texts if text)


def _components(rows: list[Json], *, v2: bool) -> Iterator[Problem]:
    allowed = _TOP_LEVEL if v2 else {ROW}
    for at, component in enumerate(rows):
        if component["type"] not in allowed:
            wrong = f'Value of field "type" must be one of {tuple(sorted(allowed))}.'
            yield f"components.{at}.type", "UNION_TYPE_CHOICES", wrong
    if v2:
        every = list(walk(rows))
        if len(every) > 40:
            yield "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "No more than 40 components."
        if sum(len(c.get("content") or "") for c in every if c["type"] == TEXT) > DISPLAYED:
            wrong = f"The text of all components exceeds the maximum size of {DISPLAYED}."
            yield "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", wrong
    else:
        yield from _count("components", rows, 5)
    for place, component in _placed(rows):
        if component["type"] == ROW:
            inner = component.get("components") or []
            full = 1 if any(c["type"] in SELECTS for c in inner) else 5
            yield from _count(f"{place}.components", inner, full, least=1)
        yield from _piece(place, component)
    yield from _custom_ids(rows)


def _placed(components: Iterable[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its place, as Discord's errors name it."""
    for at, component in enumerate(components):
        place = f"{path}.{at}"
        yield place, component
        yield from _placed(component.get("components") or [], f"{place}.components")
        for key in ("accessory", "component"):
            if component.get(key):
                yield f"{place}.{key}", component[key]


def _piece(path: str, component: Json) -> Iterator[Problem]:
    if component["type"] == BUTTON:
        yield from _length(f"{path}.label", component.get("label") or "", 80)
        if not component.get("label") and not component.get("emoji"):
            yield path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji."
    if component["type"] in SELECTS:
        yield from _length(f"{path}.placeholder", component.get("placeholder") or "", 150)
    if component["type"] == STRING_SELECT:
        options = component.get("options") or []
        yield from _count(f"{path}.options", options, 25, least=1)
        values = [option["value"] for option in options]
        if len(set(values)) < len(values):
            yield f"{path}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Option values must be unique."
        for at, option in enumerate(options):
            for key, least in (("label", 1), ("value", 1), ("description", 0)):
                yield from _length(f"{path}.options.{at}.{key}", option.get(key) or "", 100, least=least)


def _custom_ids(rows: list[Json]) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, component in _placed(rows):
        custom_id = component.get("custom_id")
        if custom_id is None:
            continue
        yield from _length(f"{place}.custom_id", custom_id, 100, least=1)
        if custom_id in seen:
            yield f"{place}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", f"Custom id {custom_id} is used twice."
        seen.add(custom_id)


def _named(path: str, thing: Json) -> Iterator[Problem]:
    name = thing.get("name") or ""
    if thing.get("type", 1) == 1 or "description" in thing:
        if not _COMMAND_NAME.match(name) or name != name.lower():
            yield f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
        yield from _length(f"{path}.description", thing.get("description") or "", 100, least=1)


def _options(path: str, options: list[Json]) -> Iterator[Problem]:
    yield from _count(f"{path}.options", options, 25)
    names = [option.get("name") for option in options]
    if len(set(names)) < len(names):
        yield f"{path}.options", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique."
    needed = [bool(option.get("required")) for option in options if option["type"] > 2]
    if needed != sorted(needed, reverse=True):
        yield f"{path}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come first."
    for at, option in enumerate(options):
        place = f"{path}.options.{at}"
        yield from _named(place, {**option, "type": 1})
        yield from _options(place, option.get("options") or [])
        choices = option.get("choices") or []
        yield from _count(f"{place}.choices", choices, 25)
        for number, choice in enumerate(choices):
            yield from _length(f"{place}.choices.{number}.name", choice["name"], 100, least=1)
            yield from _length(f"{place}.choices.{number}.value", str(choice["value"]), 100, least=1)
        if choices and option.get("autocomplete"):
            yield place, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices or autocomplete, not both."


def _weight(thing: Json) -> int:
    """Characters of name, description and values, through all options and choices."""
    own = len(thing.get("name") or "") + len(thing.get("description") or "")
    if isinstance(thing.get("value"), str):
        own += len(thing["value"])
    return own + sum(_weight(inner) for key in ("options", "choices") for inner in thing.get(key) or [])
