"""Checks the bot's requests and the stand-in's answers against Discord's own OpenAPI document.

Needs jsonschema-rs (a development dependency) and the document; without a document nothing is checked."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from standin.world.scenery import Json

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

_DOCUMENT = "urn:discord"
_LEAST_ID = 1 << 40
_SHAPES = {
    "message_create": "MessageResponse",
    "message_update": "MessageResponse",
    "channel_create": "GuildChannelResponse",
    "channel_update": "GuildChannelResponse",
    "thread_create": "ThreadResponse",
    "thread_update": "ThreadResponse",
    "guild_create": "GuildResponse",
    "guild_member_update": "GuildMemberResponse",
}
"""The contents of the gateway's events, as far as the document describes them."""
_PERMISSIONS = ("permissions", "allow", "deny")


class Contract:
    """`violations` collects one sentence for each difference from the document."""

    def __init__(self, openapi: Path | None) -> None:
        self.violations: list[str] = []
        self._document = None if openapi is None else _document(openapi, openapi.stat().st_mtime_ns)

    def check_request(
        self, method: str, path: str, body: Any, query: Mapping[str, str] | None = None, files: Sequence[object] = ()
    ) -> None:
        """The body (of a multipart request its payload_json), the ids in the path, the query, and whether files fit."""
        operation = self._operation(method, path)
        if operation is None:
            return
        about = f"{method} {path}"
        described = operation.described
        content = described.get("requestBody", {}).get("content", {})
        if files and "multipart/form-data" not in content:
            self.violations.append(f"{about}: takes no files, got {len(files)}")
        if "application/json" in content:
            schema = f"{operation.pointer}/requestBody/content/application~1json/schema"
            self._validate(schema, body, f"{about}: request", _as_documented)
        elif body is not None:
            self.violations.append(f"{about}: takes no body, got {str(body)[:200]}")
        self._check_parameters(operation, about, "path", operation.named(path))
        self._check_parameters(operation, about, "query", query or {})

    def check_answer(self, method: str, path: str, status: int, body: Any) -> None:
        """Whether the document has this status and this body for the operation.

        Any 5xx passes: the document has none, and Discord answers with them all the same. An operation that is not
        there at all was named with the request."""
        operation = None if self._document is None else self._document.find(method, path)
        if operation is None or status >= 500:
            return
        about = f"{method} {path}: answer {status}"
        responses = operation.described["responses"]
        key = str(status) if str(status) in responses else f"{status // 100}XX"
        described = responses.get(key)
        if described is None:
            self.violations.append(f"{about} is not in the document")
        elif "$ref" in described:
            schema = f"{described['$ref'].removeprefix('#')}/content/application~1json/schema"
            self._validate(schema, body, about, _with_numbers)
        elif "application/json" in described.get("content", {}):
            schema = f"{operation.pointer}/responses/{key}/content/application~1json/schema"
            self._validate(schema, body, about)
        elif body is not None:
            self.violations.append(f"{about}: has no body in the document, got {str(body)[:200]}")

    def check_object(self, schema: str, data: Any, about: str) -> None:
        """Checks an object that is not sent by REST against a schema by name: "MessageResponse".

        `about` begins the sentence. Raises KeyError when the document has no such schema."""
        if self._document is None:
            return
        if schema not in self._document.schemas:
            raise KeyError(schema)
        self._validate(f"/components/schemas/{schema}", data, about)

    def heard(self, event: str, data: Any, audience: str | None) -> None:
        """Checks an event of the world that carries a complete object."""
        if event in _SHAPES:
            self.check_object(_SHAPES[event], data, event)

    def _check_parameters(self, operation: _Operation, about: str, where: str, given: Mapping[str, str]) -> None:
        parameters = operation.parameters(where)
        for name, (pointer, parameter) in parameters.items():
            if name in given:
                value = _typed(given[name], parameter["schema"])
                self._validate(f"{pointer}/schema", value, f"{about}: {where} {name}")
            elif parameter.get("required"):
                self.violations.append(f"{about}: {where} {name} is missing")
        if where == "query":
            for name in sorted(given.keys() - parameters.keys()):
                self.violations.append(f"{about}: query {name} is not in the document")

    def _operation(self, method: str, path: str) -> _Operation | None:
        """The operation; an undocumented one is a violation."""
        if self._document is None:
            return None
        operation = self._document.find(method, path)
        if operation is None:
            self.violations.append(f"{method} {path}: not in the document")
        return operation

    def _validate(self, pointer: str, body: Any, about: str, read: Callable[[Any], Any] | None = None) -> None:
        departure = None if self._document is None else self._document.departure(pointer, body, read)
        if departure is not None:
            self.violations.append(f"{about}: {departure}")


class _Document:
    """Discord's document: its operations, and a validator for each schema that was used."""

    def __init__(self, openapi: Path) -> None:
        from jsonschema_rs import Draft202012, Registry

        document: Json = orjson.loads(openapi.read_bytes())
        self.schemas: Json = document["components"]["schemas"]
        self._registry = Registry([(_DOCUMENT, document)], draft=Draft202012)
        self._validators: dict[str, Draft202012Validator] = {}
        self._fitting: set[tuple[str, bytes]] = set()
        self._operations: list[_Operation] = []
        # The most literal template first: "@me" and "@original" have templates of their own.
        paths = document["paths"]
        for template in sorted(paths, key=lambda path: path.count("{")):
            pattern = re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(template)))
            for method in paths[template].keys() - {"parameters"}:
                self._operations.append(_Operation(method.upper(), pattern, template, paths[template]))

    def find(self, method: str, path: str) -> _Operation | None:
        """Return the operation of a request."""
        fitting = (o for o in self._operations if o.method == method and o.path.fullmatch(path))
        return next(fitting, None)

    def departure(self, pointer: str, body: Any, read: Callable[[Any], Any] | None = None) -> str | None:
        """Return the first difference between a body and the schema at that place; None if it fits.

        `read` converts the body to the form that the schema describes. A body that fitted before is not checked again.
        """
        known = pointer, hashlib.sha256(orjson.dumps(body)).digest()
        if known in self._fitting:
            return None
        instance, validator = read(body) if read else body, self._validator(pointer)
        # To look for errors takes twice as long.
        if validator.is_valid(instance):
            self._fitting.add(known)
            return None
        errors = validator.iter_errors(instance)
        error = _innermost(min(errors, key=lambda error: len(error.instance_path)))
        # The message quotes the whole value before it names the problem.
        message = error.message
        sentence = message if len(message) < 300 else f"{message[:100]} ... {message[-100:]}"
        path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.instance_path)
        return f"${path}: {sentence}"

    def _validator(self, pointer: str) -> Draft202012Validator:
        from jsonschema_rs import Draft202012Validator

        if pointer not in self._validators:
            # Braces of path templates are not allowed in a URI fragment.
            fragment = pointer.replace("{", "%7B").replace("}", "%7D")
            self._validators[pointer] = Draft202012Validator(
                {"$ref": f"{_DOCUMENT}#{fragment}"}, registry=self._registry
            )
        return self._validators[pointer]


@functools.cache
def _document(openapi: Path, _changed: int) -> _Document:
    return _Document(openapi)


@dataclass(frozen=True)
class _Operation:
    """One method of one path of the document."""

    method: str
    path: re.Pattern[str]
    template: str
    methods: Json

    @property
    def pointer(self) -> str:
        """JSON pointer of the operation."""
        return f"{self._path_pointer}/{self.method.lower()}"

    @property
    def described(self) -> Json:
        described: Json = self.methods[self.method.lower()]
        return described

    @property
    def _path_pointer(self) -> str:
        return "/paths/" + self.template.replace("~", "~0").replace("/", "~1")

    def named(self, path: str) -> dict[str, str]:
        """The values in the path by name."""
        match = self.path.fullmatch(path)
        return match.groupdict() if match else {}

    def parameters(self, where: str) -> dict[str, tuple[str, Json]]:
        """Pointer and description of each parameter in the path or the query, by name."""
        common, own = self.methods.get("parameters", []), self.described.get("parameters", [])
        described = [(f"{self._path_pointer}/parameters/{n}", one) for n, one in enumerate(common)]
        described += [(f"{self.pointer}/parameters/{n}", one) for n, one in enumerate(own)]
        return {one["name"]: (pointer, one) for pointer, one in described if one["in"] == where}


def _typed(text: str, schema: Json) -> Any:
    """A query value in its schema's type, or unchanged."""
    if schema.get("type") == "integer" and re.fullmatch(r"-?\d+", text):
        return int(text)
    # Discord takes 1 and 0 too, which discord.py sends.
    if schema.get("type") == "boolean" and text.lower() in ("true", "1", "false", "0"):
        return text.lower() in ("true", "1")
    # Lists are sent as one word with commas.
    return text.split(",") if schema.get("type") == "array" else text


def _innermost(error: ValidationError) -> ValidationError:
    """Return the cause within a union: the alternative that fails deepest is the intended one."""
    while alternatives := getattr(error.kind, "context", None):
        causes = [cause for errors in alternatives for cause in errors]
        error = max(causes, key=lambda cause: (len(cause.instance_path), hasattr(cause.kind, "context")))
    return error


def _as_documented(body: Any, key: str = "") -> Any:
    """Libraries send ids as numbers and permissions as text. Discord accepts both; its document names only one."""
    match body:
        case dict():
            return {name: _as_documented(value, name) for name, value in body.items()}
        case list() if key == "attachments":
            return [{**entry, "id": str(entry["id"])} for entry in body]
        case list():
            return [_as_documented(value, key) for value in body]
        case int() if body >= _LEAST_ID:
            return str(body)
        case str() if key in _PERMISSIONS and body.isdecimal():
            return int(body)
    return body


def _with_numbers(error: Any) -> Any:
    """In the document the codes of form errors are numbers; Discord sends names."""
    if isinstance(error, list):
        return [_with_numbers(entry) for entry in error]
    if not isinstance(error, dict):
        return error
    named = isinstance(error.get("code"), str)
    return {key: 0 if named and key == "code" else _with_numbers(value) for key, value in error.items()}
