"""Checks what the bot sends and what the stand-in answers against Discord's own OpenAPI document.

Needs jsonschema (a development dependency) and the document; without a document nothing is checked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from bot.playground.world.scenery import Json

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

_DOCUMENT = "urn:discord"
_LEAST_ID = 1 << 40
_PERMISSIONS = ("permissions", "allow", "deny")


class Contract:
    """`violations` collects one sentence for each departure from the document."""

    def __init__(self, openapi: Path | None) -> None:
        self.violations: list[str] = []
        self._document: Json | None = None
        self._validators: dict[str, Validator] = {}
        self._operations: list[tuple[re.Pattern[str], str, Json]] = []
        if openapi is not None:
            self._load(openapi)

    def check_request(self, method: str, path: str, body: Any) -> None:
        operation = self._operation(method, path)
        if operation is None:
            return
        pointer, described = operation
        content = described.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            self._validate(
                f"{pointer}/requestBody/content/application~1json/schema", _as_documented(body), method, path
            )
        elif body is not None:
            self.violations.append(f"{method} {path}: takes no body, got {str(body)[:200]}")

    def check_answer(self, method: str, path: str, status: int, body: Any) -> None:
        operation = self._operation(method, path)
        if operation is None or status >= 500:
            return
        pointer, described = operation
        for key in (str(status), f"{status // 100}XX"):
            if key not in described["responses"]:
                continue
            if key == "4XX" and isinstance(body, dict):
                # The document has numbers as codes of form errors; Discord sends names.
                body = {name: value for name, value in body.items() if name != "errors"}
            answer = described["responses"][key]
            if "$ref" in answer:
                schema = f"{answer['$ref'].removeprefix('#')}/content/application~1json/schema"
            elif "application/json" in answer.get("content", {}):
                schema = f"{pointer}/responses/{key}/content/application~1json/schema"
            elif body is None:
                return
            else:
                break
            self._validate(schema, body, method, path, status)
            return
        self.violations.append(f"{method} {path}: answer {status} is not in the document")

    def _load(self, openapi: Path) -> None:
        from referencing import Registry, Resource
        from referencing.jsonschema import DRAFT202012

        self._document = orjson.loads(openapi.read_bytes())
        resource = Resource.from_contents(self._document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(_DOCUMENT, resource)
        # The most literal template first: "@me" and "@original" are spelled out where they have their own.
        paths = self._document["paths"]
        for template in sorted(paths, key=lambda path: path.count("{")):
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
            self._operations.append((re.compile(pattern), template, paths[template]))

    def _operation(self, method: str, path: str) -> tuple[str, Json] | None:
        """JSON pointer and description of the operation; an undocumented one is a violation."""
        if self._document is None:
            return None
        for pattern, template, methods in self._operations:
            if pattern.fullmatch(path) and method.lower() in methods:
                pointer = template.replace("~", "~0").replace("/", "~1")
                return f"/paths/{pointer}/{method.lower()}", methods[method.lower()]
        self.violations.append(f"{method} {path}: not in the document")
        return None

    def _validate(self, pointer: str, body: Any, method: str, path: str, status: int | None = None) -> None:
        from jsonschema import Draft202012Validator
        from jsonschema.exceptions import best_match

        if pointer not in self._validators:
            # Braces of path templates are not allowed in a URI fragment.
            fragment = pointer.replace("{", "%7B").replace("}", "%7D")
            self._validators[pointer] = Draft202012Validator(
                {"$ref": f"{_DOCUMENT}#{fragment}"}, registry=self._registry
            )
        error = best_match(self._validators[pointer].iter_errors(body))
        if error is not None:
            error = _innermost(error)
            what = "request" if status is None else f"answer {status}"
            # jsonschema quotes the whole value before it says what is wrong with it.
            said = error.message if len(error.message) < 300 else f"{error.message[:100]} ... {error.message[-100:]}"
            self.violations.append(f"{method} {path}: {what}: {error.json_path}: {said}")


def _innermost(error: ValidationError) -> ValidationError:
    """The cause within a union: the alternative that went wrong deepest is the one that was meant."""
    while error.context:
        error = max(error.context, key=lambda inner: (len(inner.absolute_path), bool(inner.context)))
    return error


def _as_documented(body: Any, key: str = "") -> Any:
    """Libraries send ids as numbers and permissions as text; Discord takes both, its document names one of them."""
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
