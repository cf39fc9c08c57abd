"""The stand-in's refusals: Discord's error answers to the bot, and sentences for the page.

Codes are those of Discord's published list of JSON error codes."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """An error answer in Discord's shape.

    `status` is the HTTP status, `code` Discord's own number, `errors` the nested form errors of 50035."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def within(self, key: str) -> ApiError:
        """Return this error for the value under this key of the request."""
        return self if self.errors is None else ApiError(self.status, self.code, self.message, {key: self.errors})

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class PageError(ValueError):
    """A person's command cannot be sent to the bot; the text is a sentence for that person."""


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_role() -> ApiError:
    return ApiError(404, 10011, "Unknown Role")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def unknown_command() -> ApiError:
    return ApiError(404, 10063, "Unknown application command")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def not_the_author() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> ApiError:
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def no_direct_messages() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def no_common_guild() -> ApiError:
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def no_text_channel() -> ApiError:
    return ApiError(400, 50008, "Cannot send messages in a non-text channel")


def tag_required() -> ApiError:
    return ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def invalid_webhook_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def too_old_to_delete() -> ApiError:
    return ApiError(400, 50034, "A message provided was too old to bulk delete")


def thread_is_archived() -> ApiError:
    return ApiError(400, 50083, "Tried to perform an operation on an archived thread")


def no_history_to_reply() -> ApiError:
    return ApiError(403, 160002, "Cannot reply without permission to read message history")


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


def thread_is_locked() -> ApiError:
    return ApiError(400, 160005, "Thread is locked")


def invalid_form(problems: list[tuple[str, str, str]]) -> ApiError:
    """50035 with Discord's nesting; each problem is (dotted path, error code, message)."""
    errors: dict[str, Any] = {}
    for path, code, message in problems:
        place = errors
        for key in path.split("."):
            place = place.setdefault(key, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", errors)
