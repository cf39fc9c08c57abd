"""Discord's rate limits: a bucket for each route and major parameter, and the global limit of the token.

Windows are fixed: they open with the first request and end after `per` seconds, as Discord's headers describe them."""

from __future__ import annotations

import hashlib
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import orjson
from aiohttp import web

# Discord publishes no figures, only headers. Bots commonly see these; if they vary, the stricter one is used.
# A webhook's limits are counted for each token, all others for each channel or guild.
LIMITS = {
    "POST /channels/*/messages": (5, 5.0),
    "PATCH /channels/*/messages/*": (5, 5.0),
    "DELETE /channels/*/messages/*": (5, 1.0),
    "GET /channels/*/messages": (5, 5.0),
    "POST /channels/*/typing": (5, 5.0),
    "POST /webhooks/*/*": (5, 2.0),
    "GET /webhooks/*/*/messages/*": (5, 2.0),
    "PATCH /webhooks/*/*/messages/*": (5, 2.0),
    "DELETE /webhooks/*/*/messages/*": (5, 2.0),
    "PUT /applications/*/commands": (5, 20.0),
    "PUT /applications/*/guilds/*/commands": (5, 20.0),
}
# Edits of messages that are older than an hour, in a channel together.
OLD_EDITS = (3, 20.0)
GENEROUS = (50, 1.0)
GLOBAL = (50, 1.0)

_TOO_OLD = (30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")
_UNLIMITED = "/interactions/"
_NOT_GLOBAL = ("/interactions/", "/webhooks/")
_KEPT_WINDOWS = 1000
_PLACE = re.compile(r"\{\w+\}")


@dataclass(slots=True)
class Window:
    """The number of requests since the window opened; `ends` is by the monotonic clock."""

    ends: float
    used: int = 0


@dataclass(slots=True)
class Bucket:
    """The limit of one route, with a window for each major parameter."""

    name: str
    limit: int
    per: float
    windows: dict[str, Window] = field(default_factory=dict)
    exhausted_until: float = 0.0

    def window(self, major: str, now: float) -> Window:
        window = self.windows.get(major)
        if window is None or window.ends <= now:
            if len(self.windows) >= _KEPT_WINDOWS:
                self.windows = {key: window for key, window in self.windows.items() if window.ends > now}
            window = self.windows[major] = Window(now + self.per)
        if self.exhausted_until > now:
            window.used, window.ends = self.limit, self.exhausted_until
        return window


class RateLimits:
    """The limits of all routes. `enforced` off: every request passes, with the headers of an endless bucket.

    `invalid` counts the answers that Discord counts towards its ban (10,000 in 10 minutes): 401, 403 and 429,
    those of a shared limit aside."""

    def __init__(self) -> None:
        self.enforced = True
        self.invalid = 0
        self._buckets: dict[str, Bucket] = {}
        self._known: dict[tuple[str, str], Bucket] = {}
        self._global = Bucket("", *GLOBAL)
        self._old_edits = Bucket("", *OLD_EDITS)

    def set(self, route: str, limit: int, per: float) -> None:
        """`limit` requests in `per` seconds from now on; `route` is written as for faults."""
        bucket = self._bucket(route)
        bucket.limit, bucket.per = limit, per
        bucket.windows.clear()

    def set_global(self, limit: int, per: float = 1.0) -> None:
        """The limit of all routes together, except callbacks and webhooks."""
        self._global = Bucket("", limit, per)

    def set_old_edits(self, limit: int, per: float) -> None:
        """Sets how many edits of messages older than an hour a channel allows in `per` seconds."""
        self._old_edits = Bucket("", limit, per)

    def exhaust(self, route: str, seconds: float) -> None:
        """Refuses the route for that many seconds, as if others had used its limit up."""
        self._bucket(route).exhausted_until = time.monotonic() + seconds

    def pass_time(self, seconds: float) -> None:
        """Lets time pass without waiting."""
        for bucket in (*self._buckets.values(), self._global, self._old_edits):
            bucket.exhausted_until -= seconds
            for window in bucket.windows.values():
                window.ends -= seconds

    def ask(self, method: str, template: str, about: Mapping[str, str]) -> tuple[dict[str, str], web.Response | None]:
        """Counts a request: the headers of its answer, and the 429 if it is one too many.

        `template` is the route as registered, "/channels/{channel_id}", and `about` the values in its path."""
        if template.startswith(_UNLIMITED):
            return {}, None
        bucket = self._known.get((method, template))
        if bucket is None:
            bucket = self._bucket(f"{method} {_PLACE.sub('*', template)}")
            self._known[method, template] = bucket
        if not self.enforced:
            return _headers(bucket.name, GENEROUS[0], GENEROUS[0] - 1, GENEROUS[1]), None
        now = time.monotonic()
        if not template.startswith(_NOT_GLOBAL):
            everything = self._global.window("", now)
            if everything.used >= self._global.limit:
                return {}, too_many(everything.ends - now, "global")
            everything.used += 1
        window = bucket.window(about.get("channel_id") or about.get("guild_id") or about.get("token") or "", now)
        left = window.ends - now
        if window.used >= bucket.limit:
            return {}, too_many(left, "user", _headers(bucket.name, bucket.limit, 0, left))
        window.used += 1
        return _headers(bucket.name, bucket.limit, bucket.limit - window.used, left), None

    def ask_old_edit(self, channel_id: str, headers: dict[str, str]) -> web.Response | None:
        """Counts an edit of a message older than an hour: the 429 if it is one too many (30046).

        `headers` are those of the route's bucket, which has room for it: this limit has no headers of its own."""
        if not self.enforced:
            return None
        now = time.monotonic()
        window = self._old_edits.window(channel_id, now)
        if window.used >= self._old_edits.limit:
            return too_many(window.ends - now, "user", headers, _TOO_OLD)
        window.used += 1
        return None

    def note(self, answer: web.StreamResponse) -> None:
        """Counts the answers that Discord counts as invalid requests."""
        if answer.status in (401, 403) or (
            answer.status == 429 and answer.headers.get("X-RateLimit-Scope") != "shared"
        ):
            self.invalid += 1

    def _bucket(self, route: str) -> Bucket:
        route = route.replace("@original", "*")
        if route not in self._buckets:
            name = hashlib.blake2s(route.encode(), digest_size=16).hexdigest()
            self._buckets[route] = Bucket(name, *LIMITS.get(route, GENEROUS))
        return self._buckets[route]


def too_many(
    retry_after: float, scope: str, bucket: dict[str, str] | None = None, error: tuple[int, str] | None = None
) -> web.Response:
    """A 429 as from Discord itself; `scope` is user, shared or global, `bucket` the headers of the bucket, `error` a
    number of Discord's with its message."""
    whose = "The resource is" if scope == "shared" else "You are"
    code, message = error or (0, f"{whose} being rate limited.")
    body = {
        "message": message,
        "retry_after": _up(retry_after),
        "global": scope == "global",
        "code": code,
    }
    headers = {
        **(bucket or {}),
        "Retry-After": str(math.ceil(retry_after)),
        "Via": "1.1 google",
        "X-RateLimit-Scope": scope,
    }
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    return web.Response(status=429, body=orjson.dumps(body), headers=headers, content_type="application/json")


def _headers(name: str, limit: int, remaining: int, left: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{time.time() + left:.3f}",
        "X-RateLimit-Reset-After": str(_up(left)),
        "X-RateLimit-Bucket": name,
    }


def _up(seconds: float) -> float:
    """Round up to milliseconds: after that time the window must have ended."""
    return math.ceil(seconds * 1000) / 1000
