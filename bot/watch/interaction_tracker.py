"""The interactions that are under way: which one a line of the log belongs to, and when the last one is answered.

1. The entrance opens an interaction (`Tracker.opened`): it is the current one for everything that is called, and for
   every task that is created, until the entrance is left.
2. Tasks that work on it are followed (`follow`). When the last of them has ended, the interaction is over.
3. Meanwhile its first answer is noted (`sent`; a promise is no answer), and what came of it (`note`).
4. When it is over, the tracker tells the meter. A stop waits until all that had begun are over (`Tracker.finish`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from time import perf_counter
from typing import Any

ANSWERED, REFUSED, TOO_FAST, STOPPING = "answered", "refused", "too_fast", "stopping"
UNAVAILABLE, UNDELIVERED, FAILED, REPEATED, UNANSWERED = (
    "unavailable",
    "undelivered",
    "failed",
    "repeated",
    "unanswered",
)
ELSEWHERE, LATE = "elsewhere", "late"
OUTCOMES = (
    *(ANSWERED, REFUSED, TOO_FAST, STOPPING, UNAVAILABLE, UNDELIVERED, FAILED, REPEATED, UNANSWERED),
    *(ELSEWHERE, LATE),
)
"""The outcomes of an interaction: an answer (questions included); a refusal by the rules, the rights or the rate
limit; a refusal because the bot stops; the database or a worker failed; Discord did not take the answer; an error of
ours; an answer by its first delivery; none; the answer is another process's; it came too late to be answered."""

COMMAND, SUGGESTION, BUTTON, SELECT, FORM, OTHER = "command", "suggestion", "button", "select", "form", "other"
KINDS = (COMMAND, SUGGESTION, BUTTON, SELECT, FORM, OTHER)
_KINDS = {2: COMMAND, 4: SUGGESTION, 5: FORM}
_COMPONENT, _BUTTON = 3, 2
_INNER = (1, 2)


class Tracked:
    """One interaction, from its arrival until all work on it has ended. `came` and `answered` are in seconds."""

    __slots__ = ("_data", "_tasks", "_tracker", "answered", "came", "id", "outcome", "promising")

    def __init__(self, tracker: Tracker, data: Mapping[str, Any]) -> None:
        self.id = str(data["id"])
        self.came = perf_counter()
        self.answered: float | None = None
        self.outcome = ""
        self.promising = False
        self._data = data
        self._tracker = tracker
        self._tasks = 0

    @property
    def kind(self) -> str:
        """One of KINDS."""
        kind = self._data["type"]
        if kind == _COMPONENT:
            return BUTTON if self._data["data"]["component_type"] == _BUTTON else SELECT
        return _KINDS.get(kind, OTHER)

    @property
    def command(self) -> str:
        """The name of a command with its subcommand; the kind of any other interaction."""
        if self._data["type"] != 2:
            return self.kind
        data = self._data["data"]
        name, options = str(data["name"]), data.get("options")
        while options and options[0]["type"] in _INNER:
            name, options = f"{name} {options[0]['name']}", options[0].get("options")
        return name

    @property
    def seconds(self) -> float | None:
        """How long its answer took; None if there is none."""
        return None if self.answered is None else self.answered - self.came

    def follow(self, task: asyncio.Task[Any]) -> None:
        """Count a task as work on it."""
        self._tasks += 1
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks -= 1
        self.over_if_idle()

    def over_if_idle(self) -> None:
        """Note that it is over, unless a task still works on it."""
        if not self._tasks:
            self.outcome = self.outcome or (UNANSWERED if self.answered is None else ANSWERED)
            self._tracker.over(self)


_current: ContextVar[Tracked | None] = ContextVar("interaction", default=None)
_about: ContextVar[str] = ContextVar("about", default="")


class Tracker:
    """The interactions under way in this process. `meter` is told about each that is over."""

    def __init__(self, meter: Callable[[Tracked], None] | None = None) -> None:
        self._meter = meter
        self._under_way: set[Tracked] = set()
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._under_way)

    @contextlib.contextmanager
    def opened(self, data: Mapping[str, Any]) -> Iterator[Tracked]:
        """Make an interaction, as Discord sends it, the current one; it is over after this if no task follows."""
        tracked = Tracked(self, data)
        self._under_way.add(tracked)
        token = _current.set(tracked)
        try:
            yield tracked
        finally:
            _current.reset(token)
            tracked.over_if_idle()

    def over(self, tracked: Tracked) -> None:
        """Forget an interaction, and tell the meter."""
        if tracked not in self._under_way:
            return
        self._under_way.remove(tracked)
        self._changed.set()
        if self._meter is not None:
            self._meter(tracked)

    async def finish(self) -> None:
        """Wait until all that are under way now are over; others may have come meanwhile."""
        begun = set(self._under_way)
        while begun & self._under_way:
            self._changed.clear()
            await self._changed.wait()


def order_id() -> str:
    """The id of the interaction that the running code works on; "" for none."""
    if about := _about.get():
        return about
    tracked = _current.get()
    return tracked.id if tracked is not None else ""


def follow(task: asyncio.Task[Any]) -> None:
    """Count a task as work on the current interaction, if there is one."""
    if (tracked := _current.get()) is not None:
        tracked.follow(task)


def note(outcome: str) -> None:
    """Note what comes of the current interaction; the first word counts."""
    if (tracked := _current.get()) is not None:
        tracked.outcome = tracked.outcome or outcome


def promising() -> None:
    """Note that what is sent next to the current interaction only promises an answer."""
    if (tracked := _current.get()) is not None:
        tracked.promising = True


def sent() -> None:
    """Note that Discord has taken something sent to the current interaction."""
    if (tracked := _current.get()) is None:
        return
    if tracked.promising:
        tracked.promising = False
    elif tracked.answered is None:
        tracked.answered = perf_counter()


@contextlib.contextmanager
def about(interaction: str | None) -> Iterator[None]:
    """Work on what came of that interaction, for the log alone; None: of no interaction."""
    current, id = _current.set(None), _about.set(interaction or "")
    try:
        yield
    finally:
        _about.reset(id)
        _current.reset(current)
