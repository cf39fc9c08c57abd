"""The story of a Next: a line for each thing that happened, with its window before it, idle time folded, and a last
line that says where time has stopped, why, and who has to decide.

It stays readable on a phone: what does not fit is under Details, part by part.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.render import wording
from bot.chat.render.deciding import first_line
from bot.chat.render.markdown import plain, strong
from bot.game.happenings import Happening, ends, happenings
from bot.game.journal import Entry, Group
from rules.engine.flow.sealed import sealed
from rules.engine.orders import Next
from rules.engine.ruleset import Ruleset

_LINE = 400


def is_story(parts: Group) -> bool:
    """Return whether these parts of an order are told as a story."""
    return len(parts) > 1 and isinstance(parts[-1].order, Next) and parts[-1].kind == "order"


def is_run(parts: Group) -> bool:
    """Return whether this is a run of time, or a batch of declared orders.

    Such a result is too long to show its reasoning below it.
    """
    last = parts[-1]
    return isinstance(last.order, Next) and (last.order.run or sealed(last.state)) and last.kind == "order"


def story(parts: Group, book: Ruleset, to_decide: str = "") -> list[str]:
    """Return the lines of the story, in Markdown; `to_decide` is the sentence on who has to decide, "" for none."""
    lines = [_line(happening) for happening in happenings(parts, book)]
    if to_decide and lines:
        lines[-1] = f"{lines[-1]} {plain(to_decide)}"
    return lines


def shortened(entries: Sequence[Entry], book: Ruleset) -> str:
    """Return a whole run in one line, plain text: the log has no room for more."""
    return " · ".join(_bare(happening) for happening in happenings(entries, book))


def _line(happening: Happening) -> str:
    if happening.entry is None:
        return f"{strong(happening.when)}: nothing"
    text = plain(first_line(happening.entry), _LINE)
    return text if ends(happening.entry) else f"{strong(happening.when)} {text}"


def _bare(happening: Happening) -> str:
    if happening.entry is None:
        return f"{happening.when}: nothing"
    text = wording.outcome(happening.entry.resolution)
    return text if ends(happening.entry) else f"{happening.when} {text}"
